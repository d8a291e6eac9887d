"""A deck as a page to print and cut: nine cards on an A4 sheet, in the size of most playing cards; or labels for them.

In: a deck, its cards in words, and what their codes say. Out: one HTML page without anything from elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

import segno

from touchjudge.decks.card_codes import printed
from touchjudge.rules.game import Deck

_PAGE = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 10mm; }}
body {{ margin: 0; font-family: sans-serif; display: grid; grid-template-columns: repeat(3, 63mm); }}
div {{ width: 63mm; height: 88mm; box-sizing: border-box; border: 0.2mm dashed #999; padding: 4mm; break-inside: avoid;
  display: flex; flex-direction: column; justify-content: space-between; overflow-wrap: anywhere; }}
b {{ font-size: 20pt; text-align: center; }}
small {{ font-size: 8pt; color: #555; }}
svg {{ width: 26mm; height: 26mm; align-self: center; }}
body.labels {{ grid-template-columns: repeat(5, 38mm); }}
.labels div {{ width: 38mm; height: 38mm; padding: 2mm; text-align: center; }}
</style>
</head>
<body{kind}>
{cards}
</body>
</html>
"""


def sheet(
    deck: Deck,
    about: str,
    in_words: Callable[[str], str],
    *,
    codes: Iterable[tuple[str, str]] | None = None,
    labels: bool = False,
    language: str = "en",
) -> str:
    """The page: each card as often as the deck has it; a stand-in says so on every card.

    Args:
        codes: (card, code) for each copy of each card, as :func:`codes_of_cards` gives them; None for cards without.
        labels: only the codes, small, for cards that there are already.
    """
    mark = f"{deck.name}, stand-in" if deck.stand_in else deck.name
    copies: Iterable[tuple[str, str]] = ((card, "") for card in deck.cards.elements()) if codes is None else codes
    cells = [
        _label(in_words(card), code) if labels else _cell(card, in_words(card), deck.facts.get(card, {}), mark, code)
        for card, code in copies
    ]
    return _PAGE.format(
        language=escape(language),
        title=escape(f"{deck.name}: {about}" if about else deck.name),
        kind=' class="labels"' if labels else "",
        cards="\n".join(cells),
    )


def codes_of_cards(game: str, deck: Deck, codes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(card, code) for each copy of each card: a code that was enrolled for it, else one that says itself what it is.

    >>> from collections import Counter
    >>> list(codes_of_cards("the_game", Deck("mine", Counter({"17": 1, "18": 1})), {"Q1": "17"}))
    [('17', 'Q1'), ('18', 'touchjudge:the_game:18')]
    """
    enrolled: dict[str, list[str]] = {}
    for code, card in codes.items():
        enrolled.setdefault(card, []).append(code)
    for card in deck.cards.elements():
        left = enrolled.get(card)
        yield card, left.pop(0) if left else printed(game, card)


def _cell(card: str, words: str, facts: Mapping[str, object], mark: str, code: str) -> str:
    more = "".join(f"<br>{escape(f'{name}: {value}')}" for name, value in facts.items())
    drawn = _drawn(code) if code else ""
    return f"<div><small>{escape(card)}</small><b>{escape(words)}{more}</b>{drawn}<small>{escape(mark)}</small></div>"


def _label(words: str, code: str) -> str:
    return f"<div>{_drawn(code)}<small>{escape(words)}</small></div>"


def _drawn(code: str) -> str:
    """The code as a drawing; readable with a seventh of it dirty, and coarse enough for a phone."""
    return segno.make_qr(code, error="m").svg_inline(omitsize=True)
