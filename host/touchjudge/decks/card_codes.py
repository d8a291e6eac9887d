"""What the code on a card says: a card of the deck that its owner enrolled, or of the game that printed it.

Pure. Cards that touchjudge prints say themselves what they are, so they need no enrolling; codes that somebody else
printed mean what the deck file says.
"""

from collections.abc import Mapping

_OURS = "touchjudge"


def printed(game: str, card: str) -> str:
    """What the code on a card from ``deck print`` says.

    >>> printed("schwein_gehabt", "touch:pig")
    'touchjudge:schwein_gehabt:touch:pig'
    """
    return f"{_OURS}:{game}:{card}"


def card_of(code: str, game: str, codes: Mapping[str, str]) -> str | None:
    """The card that bears this code; None if nobody has said.

    Args:
        codes: those that were enrolled for the game, and their cards.

    >>> card_of("04A2:77", "schwein_gehabt", {"04A2:77": "touch:pig"})
    'touch:pig'
    >>> card_of("touchjudge:schwein_gehabt:touch:pig", "schwein_gehabt", {})
    'touch:pig'
    >>> card_of("touchjudge:the_game:17", "schwein_gehabt", {}) is None
    True
    """
    if code in codes:
        return codes[code]
    ours, _, rest = code.partition(":")
    of_game, _, card = rest.partition(":")
    return card if ours == _OURS and of_game == game and card else None
