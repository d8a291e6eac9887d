"""Decks on the command line: listed, proven, enrolled card by card, printed; and played with at a real table."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import segno

from commands import Ended, touchjudge
from touchjudge.adapters.decks import known, load, own_folder, read_file
from touchjudge.cli.app import new_session, own_decks
from touchjudge.cli.enrolling import learn
from touchjudge.cli.playing import _begin_with
from touchjudge.cli.scanning import codes_of
from touchjudge.decks import making
from touchjudge.decks.card_codes import printed
from touchjudge.decks.enrolling import Enrolment
from touchjudge.decks.sheet import codes_of_cards
from touchjudge.errors import RuleError
from touchjudge.rules.game import Deck
from touchjudge.rules.virus import GAME as VIRUS
from touchjudge.session.places import Places
from touchjudge.session.setting_up import SetUp, start_line


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of decks, empty and of this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert own_folder().is_relative_to(tmp_path)
    return own_folder()


def enrol(*lines: str, game: str = "schwein_gehabt", name: str | None = None) -> Ended:
    named = () if name is None else ("--name", name)
    return touchjudge("deck", "enrol", game, *named, typed="".join(f"{line}\n" for line in lines))


def refused(ended: Ended) -> str:
    assert ended.status == 2
    return ended.said


def all_of(cards: Counter[str]) -> list[str]:
    return list(cards.elements())


# ---- list and check


def test_every_deck_is_listed_and_a_stand_in_as_such() -> None:
    told = touchjudge("deck", "list").out.splitlines()
    assert [line.split()[0] for line in told] == known()
    assert ["stand-in" in line.split("  ") for line in told] == [load(name).stand_in for name in known()]


def test_scripts_get_the_decks_of_one_game_with_what_is_wrong(own: Path) -> None:
    enrol("pig")
    mine, stand_in = touchjudge("deck", "list", "schwein_gehabt", "--json").json["decks"]
    assert (mine["name"], mine["cards"], mine["of"], mine["shipped"]) == ("my_schwein_gehabt", 1, 63, False)
    assert mine["problems"] == ["schwein_gehabt is played with 63 cards, this deck has 1."]
    assert (stand_in["stand_in"], stand_in["problems"]) == (True, [])


def test_all_shipped_decks_are_proven_right() -> None:
    ended = touchjudge("deck", "check")
    assert ended.status == 0
    assert all(", right (" in line for line in ended.out.splitlines())
    assert len(ended.out.splitlines()) == len(known())


def test_check_tells_what_is_wrong_with_a_deck_and_ends_with_two() -> None:
    enrol("pig", "pig")
    ended = touchjudge("deck", "check", "schwein_gehabt")
    assert ended.status == 2
    assert "my_schwein_gehabt: 2 of 63 cards of schwein_gehabt, not right (own)" in ended.out
    assert "this deck has 2" in ended.out
    assert "1 of 2 decks" in ended.said
    assert touchjudge("deck", "check", "schwein_gehabt_stand_in").status == 0


def test_an_own_file_that_cannot_be_read_hides_no_other_deck(own: Path) -> None:
    own.mkdir(parents=True)
    (own / "torn.toml").write_text("name = ")
    listed = touchjudge("deck", "list")
    assert listed.status == 0
    assert "torn.toml" in listed.said
    assert len(listed.out.splitlines()) == len(known())
    checked = touchjudge("deck", "check")
    assert checked.status == 2
    assert "torn.toml" in checked.out


def test_an_unknown_deck_or_game_is_refused_with_the_known_ones() -> None:
    assert "the_game" in refused(touchjudge("deck", "check", "chess"))
    assert "virus" in refused(touchjudge("deck", "list", "chess"))
    assert "schwein_gehabt" in refused(enrol(game="chess"))


# ---- enrol


def test_cards_are_enrolled_one_by_one_and_each_is_kept_at_once() -> None:
    ended = enrol("symbol:4-8-2", "touch:pig", "4-8-3", "pig")
    assert [line.split(":")[0] for line in ended.out.splitlines()[1:5]] == [f"{n} of 63" for n in (1, 2, 3, 4)]
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.deck == Deck("my_schwein_gehabt", Counter({"symbol:4-8-2": 1, "touch:pig": 2, "symbol:4-8-3": 1}))


def test_enrolling_goes_on_where_it_was_interrupted() -> None:
    enrol("pig", "Q1 sweep")
    ended = enrol("mushroom", "done", "pig")
    assert ended.out.startswith("my_schwein_gehabt: 2 of 63 cards so far")
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.deck.cards == Counter(["touch:pig", "touch:sweep", "touch:mushroom"])
    assert file.codes == {"Q1": "touch:sweep"}


def test_a_process_that_is_killed_has_kept_every_card_that_it_confirmed() -> None:
    command = [sys.executable, "-m", "touchjudge.cli", "deck", "enrol", "virus"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as enrolling:
        assert enrolling.stdin is not None
        assert enrolling.stdout is not None
        enrolling.stdin.write(b"organ:red\nQ7 organ:blue\n")
        enrolling.stdin.flush()
        assert any(line.startswith(b"2 of 68") for line in enrolling.stdout)
        enrolling.kill()
    file = read_file("my_virus", folders=[own_folder()])
    assert (file.deck.cards, file.codes) == (Counter(["organ:red", "organ:blue"]), {"Q7": "organ:blue"})


def test_a_printed_code_is_told_before_the_card_or_scanned_after_it() -> None:
    enrol("https://cards.example/?id=5 touch:pig", "sweep 04A2:77", "deep  space 4-8-2")
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.codes == {
        "https://cards.example/?id=5": "touch:pig",
        "04A2:77": "touch:sweep",
        "deep  space": "symbol:4-8-2",
    }


@pytest.mark.parametrize("code", ['say "pig"', "back\\slash", "ключ", "a.b=c"])
def test_any_code_that_can_be_printed_is_read_back_as_it_was(code: str) -> None:
    enrol(f"{code} pig")
    assert read_file("my_schwein_gehabt", folders=[own_folder()]).codes == {code: "touch:pig"}


def test_what_cannot_be_is_refused_in_a_sentence_and_enrolling_goes_on() -> None:
    ended = enrol("dragon", "unseen", "Q1 pig", "Q1 sweep", "Q1", "symbol:0-0-0", "", "# a remark", "sweep")
    assert ended.status == 0
    said = ended.said.splitlines()
    assert len(said) == 5
    assert "no such card: 'dragon'" in said[0]
    assert "unseen" in said[1]
    assert said[2] == said[3] == "touchjudge: the code 'Q1' is enrolled already, as touch:pig"
    assert "symbol:0-0-0" in said[4]
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.deck.cards == Counter(["touch:pig", "touch:sweep"])


def test_a_card_that_the_printed_deck_lacks_or_has_no_more_of_is_refused() -> None:
    ended = enrol("treatment:glove", "glove", "virus:multi", "Q2 virus:multi", game="virus")
    assert "the printed deck has treatment:glove once" in ended.said
    assert "the printed deck has virus:multi once" in ended.said
    assert read_file("my_virus", folders=[own_folder()]).codes == {}


def test_a_short_name_that_two_cards_have_is_refused() -> None:
    assert "no such card: 'red'" in enrol("red", game="virus").said
    assert enrol("glove", game="virus").out.splitlines()[1] == "1 of 68: treatment:glove"


def test_commands_of_the_extreme_game_are_enrolled_with_their_numbers() -> None:
    ended = enrol("17 command=stop", "Q9 19 command=skull", "20 command=run", "20", game="the_game_extreme")
    assert "command 'run': allowed are stop" in ended.said
    file = read_file("my_the_game_extreme", folders=[own_folder()])
    assert file.deck.facts == {"17": {"command": "stop"}, "19": {"command": "skull"}}
    assert file.codes == {"Q9": "19"}


def test_undo_takes_back_the_last_cards_of_this_sitting_with_code_and_facts() -> None:
    enrol("17", game="the_game_extreme")
    ended = enrol("undo", "Q9 19 command=skull", "21", "undo", "undo", "undo", game="the_game_extreme")
    assert ended.said.count("nothing to undo") == 2
    file = read_file("my_the_game_extreme", folders=[own_folder()])
    assert (file.deck.cards, file.deck.facts, file.codes) == (Counter(["17"]), {}, {})


def test_a_deck_enrolled_whole_is_complete_right_and_as_it_is_printed() -> None:
    ended = enrol(*all_of(making.virus()), "organ:red", game="virus", name="ours")
    assert ended.out.splitlines()[-1].startswith("ours is complete")
    assert load("ours", game="virus", folders=[own_folder()]).cards == making.virus()
    assert touchjudge("deck", "check", "ours").status == 0
    again = enrol("organ:red", game="virus", name="ours")
    assert "complete, 68 of 68" in again.out


@pytest.mark.parametrize("name", ["the_game", "schwein_gehabt_stand_in", "any", "../up", "Übel", "", "a" * 41])
def test_a_shipped_deck_is_never_written_over_and_a_name_is_a_plain_word(name: str, own: Path) -> None:
    assert "name" in refused(enrol("17", game="the_game", name=name))
    assert not own.exists()


def test_a_deck_of_another_game_is_not_written_over() -> None:
    enrol("organ:red", game="virus", name="ours")
    assert "is for virus" in refused(enrol("17", game="the_game", name="ours"))


def test_a_folder_that_cannot_be_written_is_said(own: Path) -> None:
    own.parent.mkdir(parents=True)
    own.write_text("not a folder")
    assert "cannot be written" in refused(enrol("pig"))


def test_codes_of_cards_that_are_not_there_are_refused(own: Path) -> None:
    enrol("Q1 pig")
    file = own / "my_schwein_gehabt.toml"
    good = file.read_text()
    file.write_text(good.replace('"Q1" = "touch:pig"', '"Q1" = "touch:sweep"'))
    assert "write one of its cards" in refused(touchjudge("deck", "check", "my_schwein_gehabt"))
    file.write_text(good + '"Q2" = "touch:pig"\n')
    assert "is there 1 times with 2 codes" in refused(touchjudge("deck", "check", "my_schwein_gehabt"))


def test_a_code_that_cannot_be_printed_is_refused() -> None:
    enrolment = Enrolment("virus", lambda card: VIRUS.check_card(card, None))  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="cannot be printed"):
        enrolment.add(enrolment.read("\x070101 organ:red"))


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a scanner reads before the first line is typed."""
    codes: list[str] = []

    @contextmanager
    def scanned(device: str, heard: Callable[[str], Any]) -> Iterator[None]:
        assert device == "auto"
        for code in codes:
            heard(code)
        yield

    monkeypatch.setattr("touchjudge.cli.scanning.codes_scanned", scanned)
    return codes


def scanned_and_typed(*lines: str) -> Ended:
    return touchjudge(
        "deck", "enrol", "schwein_gehabt", "--scanner", "auto", typed="".join(f"{line}\n" for line in lines)
    )


def test_a_code_that_was_scanned_belongs_to_the_card_that_is_written_next(scans: list[str]) -> None:
    scans.append("04A2:77")
    ended = scanned_and_typed("pig", "sweep", "done")
    assert "04A2:77: write its card" in ended.out
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.codes == {"04A2:77": "touch:pig"}
    assert file.deck.cards == Counter({"touch:pig": 1, "touch:sweep": 1})


def test_a_code_that_is_enrolled_already_is_said_and_enrols_nothing(scans: list[str]) -> None:
    enrol("04A2:77 pig")
    scans.append("04A2:77")
    ended = scanned_and_typed("done")
    assert "enrolled already, as touch:pig" in ended.out
    assert read_file("my_schwein_gehabt", folders=[own_folder()]).deck.cards == Counter({"touch:pig": 1})


def test_a_card_that_was_printed_here_is_enrolled_by_its_scan_alone_each_copy_of_it(scans: list[str]) -> None:
    scans.extend([printed("schwein_gehabt", "touch:pig")] * 2)
    scanned_and_typed("done")
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert (file.deck.cards, file.codes) == (Counter({"touch:pig": 2}), {})


def test_a_code_whose_card_was_named_at_the_table_is_kept_in_the_owners_deck() -> None:
    learn("schwein_gehabt", "Q1", "touch:pig")
    enrol("pig")
    learn("schwein_gehabt", "Q2", "touch:pig")  # on the pig that has no code yet
    learn("schwein_gehabt", "Q3", "touch:pig")
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    assert file.deck.cards == Counter({"touch:pig": 3})
    assert file.codes == {"Q1": "touch:pig", "Q2": "touch:pig", "Q3": "touch:pig"} == codes_of("schwein_gehabt")
    with pytest.raises(RuleError, match="enrolled already"):
        learn("schwein_gehabt", "Q1", "touch:sweep")
    with pytest.raises(RuleError, match="unicorn"):
        learn("schwein_gehabt", "Q4", "touch:unicorn")


def test_the_deck_of_another_name_that_its_owner_has_gets_the_code() -> None:
    enrol("17", game="the_game", name="red_box")
    learn("the_game", "Q1", "17")
    assert read_file("red_box", folders=[own_folder()]).codes == {"Q1": "17"}
    assert codes_of("schwein_gehabt") == {}


def test_a_scanner_that_is_no_device_is_refused() -> None:
    ended = touchjudge("deck", "enrol", "schwein_gehabt", "--scanner", "kitchen")
    assert "use auto, or a path" in refused(ended)


# ---- print


def test_the_sheet_has_every_card_as_often_as_the_deck_and_stand_ins_say_so(tmp_path: Path) -> None:
    ended = touchjudge("deck", "print", "schwein_gehabt", "-o", tmp_path / "cards.html")
    assert ended.said == f"wrote {tmp_path / 'cards.html'}\n"
    page = (tmp_path / "cards.html").read_text(encoding="utf-8")
    assert page.count("<div>") == 63 == page.count("stand-in</small>")
    assert page.count("<small>touch:pig</small>") == 3
    assert "http" not in page


def test_the_sheet_has_words_and_commands_in_the_language_that_was_asked_for() -> None:
    page = touchjudge("deck", "print", "virus", "--language", "de").out
    assert 'lang="de"' in page
    assert re.search(r"<b>rotes Organ</b>", page)
    assert "command: skull" in touchjudge("deck", "print", "the_game_extreme").out


def test_every_copy_of_a_card_bears_a_code_and_codes_that_were_enrolled_are_printed_as_they_are() -> None:
    enrol("04A2:77 pig", "pig", "sweep")
    without, with_codes, labels = (
        touchjudge("deck", "print", "my_schwein_gehabt", *more).out for more in ((), ("--codes",), ("--labels",))
    )
    assert [page.count("<svg") for page in (without, with_codes, labels)] == [0, 3, 3]
    assert "<b>" not in labels
    assert "http://" not in labels.replace("http://www.w3.org/2000/svg", "")
    file = read_file("my_schwein_gehabt", folders=[own_folder()])
    told = list(codes_of_cards("schwein_gehabt", file.deck, file.codes))
    pig = printed("schwein_gehabt", "touch:pig")
    assert sorted(told) == [
        ("touch:pig", "04A2:77"),
        ("touch:pig", pig),
        ("touch:sweep", printed("schwein_gehabt", "touch:sweep")),
    ]
    assert segno.make_qr(pig, error="m").svg_inline(omitsize=True) in labels


def test_a_game_with_several_decks_wants_one_named() -> None:
    enrol("pig")
    assert "my_schwein_gehabt" in refused(touchjudge("deck", "print", "schwein_gehabt"))
    assert touchjudge("deck", "print", "my_schwein_gehabt").out.count("<div>") == 1


# ---- at the table


def test_a_real_table_plays_with_the_deck_that_its_owner_enrolled_whole_and_a_simulated_one_does_not() -> None:
    enrol(*all_of(making.schwein_gehabt())[:-1])
    assert own_decks() == {}
    enrol(all_of(making.schwein_gehabt())[-1])
    assert own_decks() == {"schwein_gehabt": "my_schwein_gehabt"}
    told = [
        _begin_with("schwein_gehabt", players, [], simulated, Path("none"), Places())
        for players, simulated in (("Ana,Luis,Marta", False), ("Ana,Luis,Marta", True), (None, False))
    ]
    assert isinstance(told[0], dict)
    assert told[0]["deck"] == "my_schwein_gehabt"
    assert isinstance(told[1], dict)
    assert "deck" not in told[1]
    assert isinstance(told[2], SetUp)
    assert start_line(told[2])["deck"] == "my_schwein_gehabt"
    answer = new_session().tell(told[0])
    assert answer.rulings[0].effects["deck"] == "my_schwein_gehabt"


def test_of_two_own_decks_of_a_game_none_is_taken_unasked() -> None:
    for name in ("ours", "theirs"):
        enrol(*all_of(making.virus()), game="virus", name=name)
    assert own_decks() == {}
