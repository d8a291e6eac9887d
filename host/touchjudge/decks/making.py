"""Writes the shipped deck files: ``python -m touchjudge.decks.making [FOLDER]``.

Out: one TOML file a deck, the same bytes each time. The printed decks come from the published card lists; where the
printed cards are not published, the stand-in follows the rule written beside it here, so that nobody can take it for
the real deck and everybody can make it again.

Ref: docs/rules/.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

from touchjudge.rules.game import Deck

TARGETS = ("mushroom", "pig", "sweep")
COLOURS = ("red", "green", "blue", "yellow")
HEART_COLOURS = ("red", "yellow", "green", "blue", "violet")
OBJECTS = ("anchor", "bell", "clover", "feather", "kite", "lantern", "moon", "shell", "star", "umbrella")
COMMANDS = ("stop", "skull", "three", "silence", "no_backwards", "one_stack", "draw_one")

WRITTEN_BY = "Written by `python -m touchjudge.decks.making`; the rule stands there."
_STAND_IN = "Stand-in: the printed cards are not published. Deals simulated tables, refuses no card of a real one."


def schwein_gehabt() -> Counter[str]:
    """Nine touch cards, and 54 different symbol cards on which each count of each symbol stands on six or seven cards.

    Card i is row q, column r of a table eight columns wide (q = i // 8, r = i % 8). Mushrooms count r, pigs 5r + q,
    sweeps 3r + 5q + 2, all modulo 8 and plus one. Each full row holds every count of every symbol once, since 1, 5 and
    3 are odd; the last row of six gives six counts a seventh card. Column and row can be told from the counts of
    mushrooms and pigs, so no two cards are alike.

    >>> cards = schwein_gehabt()
    >>> cards.total(), cards["touch:pig"], cards["symbol:1-1-3"]
    (63, 3, 1)
    """
    cards = Counter({f"touch:{target}": 3 for target in TARGETS})
    for index in range(54):
        row, column = divmod(index, 8)
        counts = (column, 5 * column + row, 3 * column + 5 * row + 2)
        cards["symbol:" + "-".join(str(count % 8 + 1) for count in counts)] += 1
    return cards


def virus() -> Counter[str]:
    """The printed 68 without the blank cards.

    >>> virus().total()
    68
    """
    cards = Counter({f"organ:{colour}": 5 for colour in COLOURS}) + Counter({"organ:multi": 1})
    cards += Counter({f"virus:{colour}": 4 for colour in COLOURS}) + Counter({"virus:multi": 1})
    cards += Counter({f"medicine:{colour}": 4 for colour in COLOURS}) + Counter({"medicine:multi": 4})
    treatments = {"transplant": 3, "thief": 3, "contagion": 2, "glove": 1, "error": 1}
    return cards + Counter({f"treatment:{name}": count for name, count in treatments.items()})


def the_game() -> Counter[str]:
    """The printed numbers, each once.

    >>> the_game().total()
    98
    """
    return Counter({str(number): 1 for number in range(2, 100)})


def commands() -> dict[str, str]:
    """Which number carries which command: 28 of 98 numbers, every third or fourth, each command once in each quarter.

    Command k stands on the number 2 + floor(3.5 k + 1.75). The order of the seven commands moves on by two from quarter
    to quarter, so that none always stands at the beginning of one.

    >>> list(commands().items())[:3]
    [('3', 'stop'), ('7', 'skull'), ('10', 'three')]
    """
    placed = {}
    for index in range(28):
        quarter, place = divmod(index, 7)
        placed[str(2 + (14 * index + 7) // 4)] = COMMANDS[(place + 2 * quarter) % 7]
    return placed


def hearts_and_numbers() -> Counter[str]:
    """Fifty numbers and forty hearts; ten objects, each of their 45 pairs on two cards of different colours.

    The pairs are gone through twice in alphabetical order, colours taking turns; the second time the colours are one
    ahead, so that the two cards of a pair differ. Within a colour ten of eighteen cards are numbers, spread evenly, and
    their values go 1 to 5 twice.

    >>> hearts_and_numbers().total()
    90
    """
    return Counter(_hearts_and_numbers())


def _hearts_and_numbers() -> Iterator[str]:
    seen = Counter[str]()
    for again in (0, 1):
        for index, (one, other) in enumerate(combinations(OBJECTS, 2)):
            colour = HEART_COLOURS[(index + again) % 5]
            place = seen[colour]
            seen[colour] += 1
            numbers_before, numbers_after = place * 10 // 18, (place + 1) * 10 // 18
            if numbers_after > numbers_before:
                yield f"number:{colour}:{numbers_before % 5 + 1}:{one}+{other}"
            else:
                yield f"heart:{colour}:{one}+{other}"


def shipped() -> dict[str, tuple[str, Deck, str]]:
    """All shipped decks by name: the game, the deck, and what the file says about itself.

    >>> sorted(shipped())
    ['hearts_and_numbers_stand_in', 'schwein_gehabt_stand_in', 'the_game', 'the_game_extreme_stand_in', 'virus']
    """
    facts = {number: {"command": command} for number, command in commands().items()}
    decks = (
        ("schwein_gehabt", Deck("schwein_gehabt_stand_in", schwein_gehabt(), True), _STAND_IN),
        ("virus", Deck("virus", virus()), "The printed deck without its blank cards."),
        ("the_game", Deck("the_game", the_game()), "The printed deck."),
        ("the_game_extreme", Deck("the_game_extreme_stand_in", the_game(), True, facts), _STAND_IN),
        ("hearts_and_numbers", Deck("hearts_and_numbers_stand_in", hearts_and_numbers(), True), _STAND_IN),
    )
    return {deck.name: (game, deck, about) for game, deck, about in decks}


def toml(
    game: str, deck: Deck, about: str, *, written_by: str = WRITTEN_BY, codes: Mapping[str, str] | None = None
) -> str:
    """The deck file as text.

    Args:
        written_by: the second line, which says where the cards come from.
        codes: what is printed on cards for a scanner, and which card that is.

    >>> print(toml("coins", Deck("coins", Counter({"head": 2})), "Two coins."))
    # Two coins.
    # Written by `python -m touchjudge.decks.making`; the rule stands there.
    name = "coins"
    game = "coins"
    about = "Two coins."
    stand_in = false
    total = 2
    <BLANKLINE>
    [cards]
    "head" = 2
    <BLANKLINE>
    """
    lines = [
        f"# {about}",
        f"# {written_by}",
        f"name = {_text(deck.name)}",
        f"game = {_text(game)}",
        f"about = {_text(about)}",
        f"stand_in = {str(deck.stand_in).lower()}",
        f"total = {deck.cards.total()}",
        "",
        "[cards]",
        *(f"{_text(card)} = {count}" for card, count in deck.cards.items()),
    ]
    if deck.facts:
        lines += ["", "[facts]"]
        for card, facts in deck.facts.items():
            inside = ", ".join(f"{key} = {_text(value)}" for key, value in facts.items())
            lines.append(f"{_text(card)} = {{ {inside} }}")
    if codes:
        lines += ["", "[codes]", *(f"{_text(code)} = {_text(card)}" for code, card in codes.items())]
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A string as TOML writes it; JSON's escapes are among TOML's, as long as no sign is written as two halves."""
    return json.dumps(value, ensure_ascii=False)


def main(folder: Path) -> None:
    """Write every shipped deck file into the folder."""
    for name, (game, deck, about) in shipped().items():
        (folder / f"{name}.toml").write_text(toml(game, deck, about), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
