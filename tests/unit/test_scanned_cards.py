"""Cards that are scanned at a running table: what is told, what waits for what, and what is said of unknown codes."""

import json
import threading
from typing import Any

from hand_table import BOARD, HandTable
from touchjudge.decks.card_codes import printed
from touchjudge.errors import RuleError
from touchjudge.ports import Arrival, LinkChanged, Told, Warned
from touchjudge.service.scanned_cards import ScannedCards

SECOND_NS = 1_000_000_000


class ScanningTable:
    """A running table with a scanner; what the scanner puts into the inbox is taken at once."""

    def __init__(self, game: str | None = "schwein_gehabt", codes: dict[str, str] | None = None, **start: Any) -> None:
        self.codes = codes or {}
        self.now_ns = 0
        self.inbox: list[Arrival] = []
        self.page: list[dict[str, Any]] = []
        self.learned: list[tuple[str, str, str]] = []
        self.cards = ScannedCards(
            self.inbox.append, lambda _game: self.codes, learn=self.learn, clock_ns=lambda: self.now_ns
        )
        self.on_page = self.cards.beside(self.page.append)
        self.hand = HandTable()
        if game == "schwein_gehabt":
            self.hand.start(**start)
        elif game is not None:
            line = {"do": "start", "game": game, "players": ["Ana", "Luis"], "deck": "any", **start}
            assert self.hand.running.tell(line, "command").error is None
        self.take(Warned("nothing", None))

    def learn(self, game: str, code: str, card: str) -> None:
        if card == "touch:sweep":
            raise RuleError("the deck has no room for it")
        self.learned.append((game, code, card))
        self.codes[code] = card

    def enrolled(self) -> None:
        """Whatever is enrolled on a thread of its own is there."""
        for thread in threading.enumerate():
            if thread.name == "enrolling":
                thread.join(30)
        self.take(Warned("nothing", None))

    def take(self, arrival: Arrival) -> None:
        """This, and all that comes of it."""
        self.inbox.append(arrival)
        while self.inbox:
            self.hand.running.take(self.inbox.pop(0))
            self.cards.look(self.view)
            self.on_page(self.view)

    def tell(self, **line: Any) -> None:
        self.take(Told(json.dumps(line), "page"))

    def scan(self, code: str) -> str | None:
        self.now_ns += 3 * SECOND_NS
        card = self.cards.heard(code)
        if self.inbox:
            self.take(self.inbox.pop(0))
        return card

    def connect(self) -> None:
        self.take(LinkChanged("pico", "connected", BOARD, "The board answers."))

    def press(self, place: str, at_us: int) -> None:
        self.hand.press(place, at_us)
        self.take(Warned("nothing", None))

    @property
    def view(self) -> dict[str, Any]:
        return self.hand.views[-1]

    @property
    def scanned(self) -> list[dict[str, Any]]:
        """What the scanner told, as it stands in the journal."""
        rows = self.hand.journal.lines(self.hand.session_name)
        return [json.loads(row.text) for row in rows if row.source == "scanner"]

    @property
    def warnings(self) -> list[str]:
        told: list[str] = self.view["warnings"]
        return told


# ---- which card it is


def test_an_enrolled_code_is_its_card() -> None:
    table = ScanningTable(codes={"04A2:77": "touch:pig"})
    table.tell(do="reveal")
    assert table.scan("04A2:77") == "touch:pig"
    assert table.view["state"]["revealed"] == "touch:pig"


def test_a_card_that_was_printed_here_says_itself_what_it_is() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    table.scan(printed("schwein_gehabt", "symbol:4-8-2"))
    assert table.view["state"]["revealed"] == "symbol:4-8-2"


def test_a_code_that_is_enrolled_while_the_game_goes_on_is_known_at_once() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    assert table.scan("Q1") is None
    table.codes["Q1"] = "touch:sweep"
    assert table.scan("Q1") == "touch:sweep"
    assert table.warnings == []


def test_an_unknown_code_is_said_with_the_way_to_enrol_it_and_changes_nothing() -> None:
    table = ScanningTable()
    before = table.view["state"]
    assert table.scan("Q1") is None
    assert table.view["state"] == before
    (warning,) = table.warnings
    assert "Q1" in warning
    assert "touchjudge deck enrol schwein_gehabt --scanner" in warning


def test_an_unknown_code_is_the_code_of_the_card_that_is_named_next_by_hand() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    table.scan("Q1")
    assert "name its card by hand" in table.warnings[0]
    table.tell(do="card", card="touch:pig")
    table.enrolled()
    assert table.learned == [("schwein_gehabt", "Q1", "touch:pig")]
    assert table.warnings == []
    table.tell(do="settle")
    table.tell(do="reveal")
    assert table.scan("Q1") == "touch:pig"


def test_an_unknown_code_of_a_number_is_known_once_the_number_was_played_by_hand() -> None:
    table = ScanningTable("the_game")
    table.tell(do="play", player="Ana", card=12, stack="up1")
    table.scan("Q1")
    table.tell(do="play", player="Ana", card=9, stack="up2")
    table.enrolled()
    assert table.learned == [("the_game", "Q1", "9")]


def test_a_code_whose_card_nobody_names_in_its_round_is_forgotten() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    table.scan("Q1")
    table.tell(do="settle")  # the table asks which card it was
    table.tell(do="card", card="unseen")
    table.tell(do="settle")
    table.tell(do="reveal", card="touch:pig")
    table.enrolled()
    assert table.view["state"]["round"] == 2
    assert table.learned == []
    assert table.warnings == []


def test_a_code_that_is_scanned_after_its_round_s_card_was_named_is_no_code_of_that_card() -> None:
    table = ScanningTable()
    table.tell(do="reveal", card="touch:pig")
    table.scan("Q1")
    table.tell(do="card", card="touch:mushroom")
    table.enrolled()
    assert table.learned == []


def test_a_card_that_the_deck_has_no_room_for_is_said_and_the_game_goes_on() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    table.scan("Q1")
    table.tell(do="card", card="touch:sweep")
    table.enrolled()
    assert "could not be enrolled: the deck has no room for it" in table.warnings[0]
    assert table.view["state"]["revealed"] == "touch:sweep"


def test_a_card_of_another_game_is_unknown() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    assert table.scan(printed("the_game", "17")) is None
    assert table.scanned == []


def test_a_card_that_the_game_does_not_have_is_refused_as_if_it_was_told_by_hand() -> None:
    table = ScanningTable()
    table.tell(do="reveal")
    table.scan(printed("schwein_gehabt", "touch:unicorn"))
    (warning,) = table.warnings
    assert "touch:unicorn" in warning
    assert table.view["state"]["revealed"] in (None, "unseen")


def test_a_scan_while_no_game_is_played_is_said_and_tells_nothing() -> None:
    table = ScanningTable(None)
    table.scan("Q1")
    assert "no game is played" in table.warnings[0]
    assert table.scanned == []


def test_a_scanner_that_sees_a_code_for_longer_tells_its_card_once() -> None:
    table = ScanningTable("virus")
    code = printed("virus", "organ:red")
    table.scan(code)
    table.cards.heard(code)
    table.now_ns += SECOND_NS
    table.cards.heard(code)
    assert table.inbox == []
    assert len(table.scanned) == 1


def test_nothing_that_is_scanned_carries_a_time() -> None:
    tables = [ScanningTable(game) for game in ("schwein_gehabt", "virus")]
    tables[0].scan(printed("schwein_gehabt", "touch:pig"))
    tables[1].scan(printed("virus", "organ:red"))
    for table in tables:
        assert table.scanned
        assert not any({"t_us", "bound_us"} & set(line) for line in table.scanned)


# ---- what it means


def test_without_a_board_the_scanned_card_opens_the_round_and_within_it_names_the_card() -> None:
    table = ScanningTable()
    table.scan(printed("schwein_gehabt", "touch:pig"))
    table.scan(printed("schwein_gehabt", "touch:sweep"))
    assert table.scanned == [{"do": "reveal", "card": "touch:pig"}, {"do": "card", "card": "touch:sweep"}]


def test_with_a_board_the_card_waits_for_the_reveal_that_a_pad_times() -> None:
    table = ScanningTable()
    table.connect()
    table.scan(printed("schwein_gehabt", "touch:pig"))
    assert table.scanned == []
    assert "turned over next" in table.warnings[0]
    table.press("reveal", 5_000_000)
    assert table.scanned == [{"do": "card", "card": "touch:pig"}]
    assert table.view["state"]["revealed"] == "touch:pig"
    assert table.view["state"]["revealed_us"] == 5_000_000
    assert table.warnings == []


def test_a_card_scanned_after_the_reveal_is_the_card_of_this_round() -> None:
    table = ScanningTable()
    table.connect()
    table.press("reveal", 5_000_000)
    table.scan(printed("schwein_gehabt", "touch:pig"))
    assert table.view["state"]["revealed"] == "touch:pig"


def test_a_number_waits_for_its_stack_and_the_page_is_shown_it() -> None:
    table = ScanningTable("the_game")
    table.scan(printed("the_game", "17"))
    assert table.scanned == []
    assert table.page[-1]["picked"] == "17"
    assert "pad of its stack" in table.warnings[0]
    table.scan(printed("the_game", "19"))
    assert table.page[-1]["picked"] == "19"


def test_a_number_that_was_played_by_hand_waits_no_longer() -> None:
    table = ScanningTable("the_game")
    table.connect()
    table.scan(printed("the_game", "17"))
    table.tell(do="play", player="Ana", card=17, stack="up2")
    assert "picked" not in table.page[-1]
    assert table.warnings == []
    table.press("target1", 1_000_000)
    assert table.scanned == []


def test_a_pad_lays_the_card_that_was_scanned_before_it_and_none_that_is_scanned_later() -> None:
    table = ScanningTable("the_game")
    table.connect()
    table.press("target2", 1_000_000)
    table.scan(printed("the_game", "17"))
    assert table.scanned == []
    table.press("target1", 2_000_000)
    assert table.scanned == [{"do": "play", "player": "Ana", "card": 17, "stack": "up1"}]
    assert table.view["state"]["stacks"]["up1"] == 17
    assert "picked" not in table.page[-1]
    assert table.warnings == []


def test_a_card_with_one_way_to_be_played_is_played_and_one_with_several_is_shown_on_the_page() -> None:
    table = ScanningTable("virus")
    table.scan(printed("virus", "organ:red"))
    assert table.scanned == [{"do": "play", "player": "Ana", "card": "organ:red"}]
    table.tell(do="draw", player="Ana")
    for player, card in (("Luis", "organ:blue"), ("Ana", "organ:green"), ("Luis", "organ:green")):
        table.tell(do="play", player=player, card=card)
        table.tell(do="draw", player=player)
    table.scan(printed("virus", "virus:multi"))
    assert len(table.scanned) == 1
    assert table.page[-1]["picked"] == "virus:multi"
    assert "choose on the page" in table.warnings[0]


def test_open_cards_are_gathered_until_there_are_as_many_as_are_dealt() -> None:
    table = ScanningTable("hearts_and_numbers")
    cards = [f"number:red:{n}:apple+{other}" for n, other in enumerate(("star", "moon", "key", "sun", "fish"), 1)]
    for count, card in enumerate(cards, 1):
        table.scan(printed("hearts_and_numbers", card))
        assert f"{count} of 6" in table.warnings[0]
    table.scan(printed("hearts_and_numbers", cards[0]))
    assert "5 of 6" in table.warnings[0]
    table.scan(printed("hearts_and_numbers", "heart:blue:key+moon"))
    assert table.scanned == [{"do": "deal", "open": [*cards, "heart:blue:key+moon"]}]
    assert table.warnings == []
    table.scan(printed("hearts_and_numbers", "heart:green:key+sun"))
    assert table.scanned[1:] == [{"do": "turn", "player": "Ana", "card": "heart:green:key+sun"}]


def test_a_game_without_cards_says_so() -> None:
    table = ScanningTable("first_touch", codes={"Q1": "anything"})
    table.scan("Q1")
    assert "no card can be played now" in table.warnings[0]


def test_what_waits_is_forgotten_with_its_game() -> None:
    table = ScanningTable("the_game")
    table.scan(printed("the_game", "17"))
    table.tell(do="end")
    table.tell(do="start", game="the_game", players=["Ana", "Luis"], deck="any")
    assert "picked" not in table.page[-1]
