"""Practice over the page's API: judged by the real rules, open to lookers-on, bounded, and of no consequence."""

import asyncio
import json
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from lan_door import NEIGHBOUR, PHONE, OpenTable, come_in, run
from touchjudge.adapters.web import Practice, PracticeRound
from touchjudge.adapters.web import practice as web_practice
from touchjudge.adapters.web.allowance import MOST_ADDRESSES, Allowance
from touchjudge.adapters.web.practice import AT_ONCE, MOST_ROUND_BYTES, MOST_TOUCHES, MOST_WAITING
from touchjudge.adapters.web.refused import Refused
from touchjudge.cli.app import new_session
from touchjudge.cli.letting_in import web_page
from touchjudge.cli.page_practice import page_practice
from touchjudge.errors import LineError
from touchjudge.rules.schwein_gehabt.game import GAME
from touchjudge.simulation import practice
from web_tables import AnsweringTable

JSON = {"Content-Type": "application/json"}
ME = "Guest"
BOUND_US = 33_500
TARGETS = ("mushroom", "pig", "sweep")


def judged(rounds: Mapping[str, Any] | None = None, language: str = "en", **more: Any) -> dict[str, Any]:
    """The answer to a round, as a page sends it."""
    told = {"seed": 7, "name": ME, "players": 4, **(rounds or {}), **more}
    answer = page_practice(language).judge(PracticeRound.model_validate_json(json.dumps(told)))
    found: dict[str, Any] = json.loads(json.dumps(answer))
    return found


def touch(spot: str, reaction_ms: float, bound_us: int = BOUND_US) -> dict[str, Any]:
    return {"spot": spot, "reaction_us": round(reaction_ms * 1000), "bound_us": bound_us}


def seed_where(wanted: str, *, most: int = 2000) -> int:
    """A seed whose first card begins like this."""
    return next(seed for seed in range(most) if practice.card(seed, 0).startswith(wanted))


def right_of(answer: Mapping[str, Any]) -> list[str]:
    """The targets that are the person's on the next card, as the referee himself counts: by asking him."""
    card, mine = answer["next"]["card"], answer["view"]["state"]["numbers"][ME]
    counts = card.removeprefix("symbol:").split("-")
    return [spot for spot, count in zip(TARGETS, counts, strict=True) if int(count) in mine]


def first_card_of_mine() -> tuple[int, dict[str, Any]]:
    """A seed whose first card has exactly one target of the person's, that nobody else takes."""
    for seed in range(200):
        answer = judged(seed=seed)
        card = answer["next"]["card"]
        mine = right_of(answer) if card.startswith("symbol:") else []
        if len(mine) == 1 and all(one["spot"] != mine[0] for one in answer["next"]["others"]):
            return seed, answer
    raise AssertionError("no such seed")


# ---- judged by the real rules


def test_a_game_begins_with_the_persons_numbers_and_the_next_card() -> None:
    answer = judged()
    assert answer["view"]["players"][0] == ME
    assert len(answer["view"]["players"]) == 4
    assert answer["view"]["state"]["numbers"][ME] == [1, 5]
    assert answer["view"]["simulated"] is True
    assert answer["kept"] == {
        "round": 0,
        "deck": 63,
        "jackpot": 0,
        "cards": dict.fromkeys(answer["view"]["players"], 0),
    }
    GAME.check_card(answer["next"]["card"], new_session_setup())


def new_session_setup() -> Any:
    session = new_session()
    session.tell(practice.start((ME, "Ana", "Luis"), free_choice=False))
    return session.now.setup


def test_the_right_target_is_paid_and_a_wrong_one_costs_as_the_rules_say() -> None:
    seed, first = first_card_of_mine()
    (mine,) = right_of(first)
    wrong = next(spot for spot in TARGETS if spot != mine)
    answer = judged(seed=seed, kept=first["kept"], touches=[touch(mine, 412), touch(wrong, 700)])
    codes = {(ruling["code"], ruling["player"]) for ruling in answer["view"]["rulings"]}
    assert {("drew_right", ME), ("drew_wrong", ME)} <= codes
    assert answer["view"]["scores"][ME] == 0  # one won, and then all there is of three
    told = [ruling["say"] for ruling in answer["view"]["rulings"] if ruling["code"] == "drew_right"]
    assert f"{ME} was right and gets 1 card." in told


def test_the_answer_is_what_the_referee_says_to_the_same_lines() -> None:
    seed, first = first_card_of_mine()
    mine = [touch(spot, 400 + 100 * place) for place, spot in enumerate(right_of(first))]
    answer = judged(seed=seed, kept=first["kept"], touches=mine)
    session = new_session()
    players = tuple(first["view"]["players"])
    session.tell(practice.start(players, free_choice=False))
    own = [practice.Touched(ME, one["spot"], one["reaction_us"], one["bound_us"]) for one in mine]
    others = practice.simulated(seed, 0, first["view"]["state"]["numbers"], ME, free_choice=False)
    for line in practice.round_lines(first["next"]["card"], ME, [*own, *others]):
        session.tell(line)
    assert answer["view"]["scores"] == dict(GAME.scores(session.now.state))
    assert answer["view"]["state"] == json.loads(json.dumps(GAME.view(session.now.state)))


def test_touches_of_the_person_are_marked_as_the_browsers_with_their_bound() -> None:
    seed, first = first_card_of_mine()
    (mine,) = right_of(first)
    answer = judged(seed=seed, kept=first["kept"], touches=[touch(mine, 412.3)])
    stamped = {one["player"]: one for one in answer["view"]["touches"]}
    assert stamped[ME]["stamped"] == "browser"
    assert (stamped[ME]["reaction_us"], stamped[ME]["bound_us"]) == (412_300, BOUND_US)
    assert stamped[ME]["attribution"] == "declared"
    assert {one["stamped"] for name, one in stamped.items() if name != ME} <= {"simulated"}


def close_race(gap_ms: float) -> tuple[dict[str, Any], str]:
    """A round with free choice in which the person, who has the right too, is so much later than a simulated player."""
    for seed in range(500):
        first = judged(seed=seed, free_choice=True)
        card, others = first["next"]["card"], first["next"]["others"]
        if not card.startswith("symbol:") or right_of(first) or not others or others[0]["reaction_us"] < 0:
            continue
        rival = others[0]
        told = {"seed": seed, "free_choice": True, "kept": first["kept"]}
        told["touches"] = [touch(rival["spot"], rival["reaction_us"] / 1000 + gap_ms)]
        answer = judged(told)
        codes = {ruling["code"] for ruling in answer["view"]["rulings"] if ruling["player"] == rival["player"]}
        if answer["view"]["question"] or "drew_right" in codes:
            return told, rival["player"]
    raise AssertionError("no such seed")


def test_two_touches_closer_than_both_bounds_are_a_dead_heat_and_the_person_says_who_was_first() -> None:
    told, rival = close_race(BOUND_US / 1000)
    asked = judged(told)
    assert asked["view"]["question"]["code"] == "dead_heat"
    assert asked["next"] is None
    assert asked["kept"] is None
    for place, winner in enumerate((ME, rival)):
        answer = judged(told, answers=[place])
        assert answer["view"]["question"] is None
        paid = [r["player"] for r in answer["view"]["rulings"] if r["code"] == "drew_right"]
        assert winner in paid
        assert answer["next"] is not None


def test_beyond_both_bounds_the_later_one_is_too_late() -> None:
    told, _ = close_race(BOUND_US / 1000 + 1)
    answer = judged(told)
    assert answer["view"]["question"] is None
    assert ME in [r["player"] for r in answer["view"]["rulings"] if r["code"] == "too_late"]


def test_on_a_touch_card_both_hands_count_and_the_sandwich_is_the_referees() -> None:
    seed = seed_where("touch:")
    first = judged(seed=seed)
    spot = first["next"]["card"].removeprefix("touch:")
    pile = [one for one in first["next"]["others"] if one["spot"] == spot]
    before = pile[0]["reaction_us"] / 1000
    # The person's hands lie below and above the first hand of another: a sandwich, and nobody was sooner.
    hands = [touch(spot, before - 20), touch(spot, before + 0.01), touch(spot, before + 300)]
    answer = judged(seed=seed, kept=first["kept"], touches=hands)
    assert answer["view"]["scores"][ME] == 1
    named = next(ruling for ruling in answer["view"]["rulings"] if ruling["code"] == "hands_named")
    assert named["effects"]["players"].count(ME) == 2
    assert named["effects"]["players"][:3] == [ME, pile[0]["player"], ME]


def test_a_touch_before_the_card_is_shown_does_not_count_and_is_not_punished() -> None:
    seed, first = first_card_of_mine()
    answer = judged(seed=seed, kept=first["kept"], touches=[touch(spot, -50) for spot in TARGETS])
    codes = [ruling["code"] for ruling in answer["view"]["rulings"] if ruling["player"] == ME]
    assert codes == ["out_of_round"] * 3
    assert answer["view"]["scores"][ME] == 0


def test_a_touch_sooner_than_anyone_can_react_is_marked() -> None:
    seed, first = first_card_of_mine()
    (mine,) = right_of(first)
    answer = judged(seed=seed, kept=first["kept"], touches=[touch(mine, 60)])
    assert "anticipation" in {ruling["code"] for ruling in answer["view"]["rulings"]}


@pytest.mark.parametrize("free_choice", [False, True])
@pytest.mark.parametrize("players", [3, 8])
def test_a_whole_game_goes_round_by_round_to_its_end_and_all_cards_stay(players: int, free_choice: bool) -> None:
    told = {"seed": 11, "players": players, "free_choice": free_choice}
    answer = judged(told)
    rounds = 0
    while answer["next"] is not None:
        kept = answer["kept"]
        assert kept["deck"] + kept["jackpot"] + sum(kept["cards"].values()) == 63
        own = [touch(TARGETS[rounds % 3], 380 + rounds)] if rounds % 2 else []
        answer = judged(told, kept=kept, touches=own)
        if answer["view"]["question"]:
            answer = judged(told, kept=kept, touches=own, answers=[0])
        rounds += 1
        assert rounds < 500
    assert answer["view"]["phase"] == "over"
    assert set(answer["view"]["result"]["scores"]) == set(answer["view"]["players"])
    assert rounds > 10


def test_the_same_round_gives_the_same_answer_every_time() -> None:
    seed, first = first_card_of_mine()
    told = {"seed": seed, "kept": first["kept"], "touches": [touch("pig", 444)]}
    assert judged(told) == judged(told)


def test_the_referee_speaks_the_tables_language() -> None:
    seed, first = first_card_of_mine()
    (mine,) = right_of(first)
    answer = judged(language="de", seed=seed, kept=first["kept"], touches=[touch(mine, 400)])
    assert f"{ME} lag richtig und bekommt 1 Karte." in [ruling["say"] for ruling in answer["view"]["rulings"]]
    assert page_practice("es").facts()["language"] == "es"


@pytest.mark.parametrize("name", ["Ana", "luis", "<script>alert(1)</script>", "שרה", "🎲" * 40, "constructor"])
def test_whatever_the_person_is_called_nobody_else_has_that_name(name: str) -> None:
    answer = judged(name=name)
    names = [player.casefold() for player in answer["view"]["players"]]
    assert answer["view"]["players"][0] == name
    assert len(set(names)) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"kept": {"round": 3, "deck": 63, "jackpot": 5, "cards": {ME: 4}}},
        {"kept": {"round": 3, "deck": 63, "jackpot": 0, "cards": {"Nobody": 0}}},
    ],
)
def test_what_cannot_be_at_a_table_is_refused_by_the_referee(wrong: Mapping[str, Any]) -> None:
    with pytest.raises(LineError):
        judged(wrong)


def test_an_answer_that_is_not_offered_is_refused() -> None:
    told, _ = close_race(1)
    with pytest.raises(LineError, match="3"):
        judged(told, answers=[7])


# ---- over the page's API


async def practise(client: httpx.AsyncClient, **told: Any) -> httpx.Response:
    return await client.post(
        "/api/practice", content=json.dumps({"seed": 7, "name": ME, "players": 4, **told}), headers=JSON
    )


def test_who_only_looks_on_may_practise_and_the_table_hears_nothing_of_it() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour:
            facts = (await neighbour.get("/api/practice")).json()
            assert facts["anticipation_us"] == 100_000
            assert "order of touches" in facts["free_choice"]
            begun = (await practise(neighbour)).json()
            answer = await practise(neighbour, kept=begun["kept"], touches=[touch("pig", 300)])
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "no-store"
            assert answer.json()["view"]["n"] > 3
        async with table.at(PHONE) as phone:
            await come_in(phone)
            assert (await phone.get("/api/view")).json()["seq"] == 1
        assert table.told == []

    run(steps())


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b"", "body"),
        (b"null", "body"),
        (b"[]", "body"),
        (b"{", "body"),
        (b"[" * 1000, "body"),
        (b"\xff\xfe", "UTF-8"),
        (b"{}", "seed"),
        (b'{"seed":1,"name":"A","players":2}', "players"),
        (b'{"seed":1,"name":"A","players":9}', "players"),
        (b'{"seed":-1,"name":"A","players":4}', "seed"),
        (b'{"seed":1e99,"name":"A","players":4}', "seed"),
        (b'{"seed":"1","name":"A","players":4}', "seed"),
        (b'{"seed":1,"name":"","players":4}', "name"),
        (b'{"seed":1,"name":"A","players":4,"do":"undo"}', "do"),
        (b'{"seed":1,"name":"A","players":4,"touches":[{"spot":"deck","reaction_us":1,"bound_us":1}]}', "spot"),
        (b'{"seed":1,"name":"A","players":4,"touches":[{"spot":"pig","reaction_us":NaN,"bound_us":1}]}', "reaction_us"),
        (b'{"seed":1,"name":"A","players":4,"touches":[{"spot":"pig","reaction_us":1,"bound_us":0}]}', "bound_us"),
        (b'{"seed":1,"name":"A","players":4,"kept":{"round":1}}', "deck"),
        (b'{"seed":1,"name":"A","players":4,"kept":{"round":1,"deck":-1,"jackpot":0,"cards":{}}}', "deck"),
        (b'{"seed":1,"name":"A","players":4,"kept":{"round":1,"deck":63,"jackpot":0,"cards":{"B":0}}}', "cards"),
    ],
)
def test_what_is_no_round_is_refused_in_one_sentence(body: bytes, names: str) -> None:
    async def steps() -> None:
        async with OpenTable().at(NEIGHBOUR) as neighbour:
            answer = await neighbour.post("/api/practice", content=body, headers=JSON)
            assert answer.status_code == 422
            sentence = answer.json()["error"]
            assert names in sentence
            assert "\n" not in sentence
            assert sentence.endswith(".")
            assert len(sentence) < 400

    run(steps())


def test_a_body_that_is_too_long_or_no_json_is_not_read() -> None:
    async def steps() -> None:
        async with OpenTable().at(NEIGHBOUR) as neighbour:
            long = await neighbour.post("/api/practice", content=b" " * (MOST_ROUND_BYTES + 1), headers=JSON)
            assert long.status_code == 413
            form = await neighbour.post("/api/practice", content=b"{}", headers={"Content-Type": "text/plain"})
            assert form.status_code == 415
            many = await practise(neighbour, touches=[touch("pig", 300 + n) for n in range(MOST_TOUCHES + 1)])
            assert many.status_code == 422

    run(steps())


def test_the_page_of_a_table_practises_in_its_language_without_touching_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    table = AnsweringTable()
    page = web_page(table, journal=journal, port=0, lan=False, language="de")
    page.start()
    with closing(page), httpx.Client(base_url=page.url, trust_env=False) as browser:
        assert browser.get("/practice").status_code == 200
        assert browser.get("/api/practice").json()["language"] == "de"
        told = {"seed": 7, "name": ME, "players": 4}
        begun = browser.post("/api/practice", json=told).json()
        answer = browser.post("/api/practice", json={**told, "kept": begun["kept"], "touches": [touch("pig", 400)]})
        assert answer.json()["kept"]["round"] == 1
    assert table.told == []
    assert list(tmp_path.iterdir()) == []


class Rounds:
    """An application with practice alone, a clock moved by hand, and a way to judge."""

    def __init__(self, judge: Any = None) -> None:
        self.now_s = 100.0
        self.judged = 0
        self.app = FastAPI()

        @self.app.exception_handler(Refused)
        async def refused(_request: Request, problem: Refused) -> JSONResponse:
            return JSONResponse({"error": str(problem), **problem.facts}, status_code=problem.status)

        def count(told: PracticeRound) -> Mapping[str, Any]:
            self.judged += 1
            return judge(told) if judge else {}

        web_practice.add_practice(self.app, Practice(facts=dict, judge=count), host_s=lambda: self.now_s)

    def at(self, address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


def test_one_address_is_slowed_down_and_the_others_are_not() -> None:
    async def steps() -> None:
        rounds = Rounds()
        async with rounds.at(NEIGHBOUR) as neighbour, rounds.at(PHONE) as phone:
            statuses = [(await practise(neighbour)).status_code for _ in range(AT_ONCE + 5)]
            assert statuses == [200] * AT_ONCE + [429] * 5
            slowed = await practise(neighbour)
            assert slowed.json()["wait_s"] >= 1
            assert slowed.json()["error"].endswith(".")
            assert (await practise(phone)).status_code == 200
            rounds.now_s += slowed.json()["wait_s"]
            assert (await practise(neighbour)).status_code == 200
        assert rounds.judged == AT_ONCE + 2

    run(steps())


def test_rounds_are_judged_one_at_a_time_and_only_so_many_wait() -> None:
    inside, most, go = 0, 0, threading.Event()
    lock = threading.Lock()

    def judge(_told: PracticeRound) -> Mapping[str, Any]:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        assert go.wait(30)
        with lock:
            inside -= 1
        return {}

    async def steps() -> None:
        rounds = Rounds(judge)
        async with rounds.at(PHONE) as phone:
            waiting = [asyncio.create_task(practise(phone)) for _ in range(MOST_WAITING)]
            while rounds.judged == 0:
                await asyncio.sleep(0.01)
            refused = [await practise(phone) for _ in range(3)]
            assert [answer.status_code for answer in refused] == [503] * 3
            go.set()
            assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200] * MOST_WAITING
            assert (await practise(phone)).status_code == 200

    run(steps())
    assert most == 1


def test_a_judge_that_refuses_is_answered_in_his_words() -> None:
    def judge(_told: PracticeRound) -> Mapping[str, Any]:
        raise LineError("that cannot be")

    async def steps() -> None:
        async with Rounds(judge).at(PHONE) as phone:
            answer = await practise(phone)
            assert (answer.status_code, answer.json()) == (422, {"error": "that cannot be"})

    run(steps())


def test_all_addresses_together_are_limited_and_none_is_remembered_for_ever() -> None:
    allowance = Allowance(at_once=2, each_s=10, all_at_once=5, all_each_s=1)
    asked = [allowance.wait_s(f"10.0.0.{n}", 0.0) for n in range(6)]
    assert asked == [0.0] * 5 + [1.0]
    assert allowance.wait_s("10.0.0.9", 1.0) == 0.0
    for n in range(2 * MOST_ADDRESSES):
        allowance.wait_s(f"10.1.{n // 256}.{n % 256}", 2.0)
    assert len(allowance._of) == MOST_ADDRESSES
