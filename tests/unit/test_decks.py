"""Deck files: what ships adds up and is as its rule says, and a file that is wrong is refused in one sentence."""

from collections import Counter
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest

from touchjudge.adapters.decks import known, load
from touchjudge.decks import making
from touchjudge.decks.proofs import TOTALS, problems
from touchjudge.errors import ConfigError
from touchjudge.rules.game import Deck

COINS = """name = "coins"
game = "coins"
total = 3

[cards]
"head" = 2
"tail" = 1
"""


def written(folder: Path, text: str, name: str = "coins.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def refusal(file: Path | str, **how: object) -> str:
    with pytest.raises(ConfigError) as error:
        load(file, **how)  # type: ignore[arg-type]
    message = str(error.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", sorted(making.shipped()))
def test_a_shipped_file_is_what_its_rule_writes(name: str) -> None:
    game, deck, about = making.shipped()[name]
    file = resources.files("touchjudge.decks") / f"{name}.toml"
    assert file.read_text(encoding="utf-8") == making.toml(game, deck, about)


@pytest.mark.parametrize("name", sorted(making.shipped()))
def test_a_shipped_deck_has_its_total_and_its_stated_distribution(name: str) -> None:
    game, written_deck, _ = making.shipped()[name]
    deck = load(name, game=game)
    assert deck == written_deck
    assert deck.cards.total() == TOTALS[game]
    assert problems(game, deck) == ()


def test_only_decks_whose_printed_cards_are_published_are_no_stand_ins() -> None:
    assert [name for name in known() if not load(name).stand_in] == ["the_game", "virus"]


def test_every_stand_in_says_so_in_its_first_line() -> None:
    for name in known():
        first = (resources.files("touchjudge.decks") / f"{name}.toml").read_text(encoding="utf-8").splitlines()[0]
        assert load(name).stand_in == ("Stand-in" in first)


def test_every_count_of_every_symbol_stands_on_six_or_seven_of_54_different_symbol_cards() -> None:
    symbols = [card for card in load("schwein_gehabt_stand_in").cards if card.startswith("symbol:")]
    assert len(symbols) == 54
    for place in range(3):
        counts = Counter(int(card.removeprefix("symbol:").split("-")[place]) for card in symbols)
        assert set(counts) == set(range(1, 9))
        assert set(counts.values()) == {6, 7}


def test_each_command_stands_once_in_each_quarter_of_the_extreme_numbers() -> None:
    facts = load("the_game_extreme_stand_in").facts
    by_quarter = Counter((facts[number]["command"], (int(number) - 2) * 4 // 98) for number in facts)
    assert len(by_quarter) == 28
    assert set(by_quarter.values()) == {1}
    numbers = sorted(int(number) for number in facts)
    assert {after - before for before, after in pairwise(numbers)} == {3, 4}


def test_the_two_cards_of_each_pair_of_objects_have_different_colours() -> None:
    colours: dict[str, set[str]] = {}
    for card in load("hearts_and_numbers_stand_in").cards:
        parts = card.split(":")
        one, other = parts[-1].split("+")
        assert one < other
        colours.setdefault(parts[-1], set()).add(parts[1])
    assert len(colours) == 45
    assert all(len(pair) == 2 for pair in colours.values())


@pytest.mark.parametrize(
    ("game", "deck", "said"),
    [
        ("schwein_gehabt", Deck("d", Counter({"touch:pig": 62})), "63 cards, this deck has 62"),
        (
            "schwein_gehabt",
            Deck("d", Counter({"touch:pig": 63}), True),
            "touch:mushroom should be there 3 times, not 0",
        ),
        ("virus", Deck("d", making.virus() - Counter({"organ:red": 1}) + Counter({"organ:pink": 1})), "organ:pink"),
        ("the_game_extreme", Deck("d", making.the_game(), True), "stop should stand once in quarter 1"),
        ("hearts_and_numbers", Deck("d", Counter({"heart": 90}), True), "not written as hearts_and_numbers"),
    ],
)
def test_a_deck_that_is_not_as_stated_is_found_out(game: str, deck: Deck, said: str) -> None:
    assert said in problems(game, deck)[0]


def test_an_owners_deck_of_unpublished_cards_is_held_to_its_total_alone() -> None:
    assert problems("schwein_gehabt", Deck("mine", Counter({"touch:pig": 13, "symbol:1-1-1": 50}))) == ()


def test_an_own_file_is_read_by_path_and_by_name_from_its_folder(tmp_path: Path) -> None:
    file = written(tmp_path, COINS)
    expected = Deck("coins", Counter({"head": 2, "tail": 1}))
    assert load(str(file)) == expected
    assert load("coins", folders=[tmp_path]) == expected
    assert "coins" in known([tmp_path])


def test_an_unknown_name_lists_the_known_ones() -> None:
    message = refusal("schwein")
    assert "'schwein'" in message
    assert all(name in message for name in known())


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "none.toml")
    assert "cannot be read" in refusal(tmp_path)
    assert "zero character" in refusal("a\0.toml")


def test_broken_toml_is_said_with_its_line(tmp_path: Path) -> None:
    assert "line 3" in refusal(written(tmp_path, 'name = "coins"\ngame = "coins"\ntotal 3\n'))


def test_toml_that_exhausts_the_reader_is_refused_like_any_other(tmp_path: Path) -> None:
    assert "not TOML" in refusal(written(tmp_path, "cards = " + "[" * 5000))
    assert "not TOML" in refusal(written(tmp_path, "total = " + "9" * 5000))


def test_a_file_that_is_not_utf_8_is_said(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(COINS.encode() + b"# \xe9\n")
    assert "not UTF-8" in refusal(file)


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("total = 3", "total = 4", "add up to 3, its total says 4"),
        ("total = 3", "sum = 3", "'sum'"),
        ("total = 3", 'total = "3"', "whole number"),
        ("total = 3", "total = true", "whole number"),
        ("total = 3\n", "", "lacks total"),
        ('"head" = 2', '"head" = 0', "number from 1"),
        ('"head" = 2', '"head" = "two"', "number from 1"),
        ('"tail" = 1\n', '"tail" = 1\n[facts]\n"edge" = {}\n', "facts.edge"),
        ('game = "coins"', 'game = "virus"', "virus is played with 68 cards, this deck has 3"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, wrong: str, right: str, said: str) -> None:
    assert said in refusal(written(tmp_path, COINS.replace(wrong, right)))


def test_a_deck_of_another_game_is_refused() -> None:
    assert refusal("virus", game="the_game") == "The deck 'virus' is for virus, not for the_game; choose another deck."
