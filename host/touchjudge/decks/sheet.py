"""A deck as a page to print and cut: nine cards on an A4 sheet, in the size of most playing cards.

In: a deck, and its cards in words. Out: one HTML page without anything from elsewhere.
"""

from collections.abc import Callable, Mapping
from html import escape

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
</style>
</head>
<body>
{cards}
</body>
</html>
"""


def sheet(deck: Deck, about: str, in_words: Callable[[str], str], *, language: str = "en") -> str:
    """The page: each card as often as the deck has it; a stand-in says so on every card."""
    mark = f"{deck.name}, stand-in" if deck.stand_in else deck.name
    cells = [
        _cell(card, in_words(card), deck.facts.get(card, {}), mark)
        for card, count in deck.cards.items()
        for _ in range(count)
    ]
    return _PAGE.format(
        language=escape(language), title=escape(f"{deck.name}: {about}" if about else deck.name), cards="\n".join(cells)
    )


def _cell(card: str, words: str, facts: Mapping[str, object], mark: str) -> str:
    more = "".join(f"<br>{escape(f'{name}: {value}')}" for name, value in facts.items())
    return f"<div><small>{escape(card)}</small><b>{escape(words)}{more}</b><small>{escape(mark)}</small></div>"
