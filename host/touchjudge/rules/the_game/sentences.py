"""What the referee of The Game says, in English; each text is the key of its translations."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str | tuple[str, str, str]] = {
    "started": "The game begins: agree on who lays first.",
    "played": "{player} lays {card} on the {stack}.",
    "backwards": "Ten back: {player} lays {card} on the {stack}.",
    "turn_ended": (
        "{player} draws {draw} card, then it is {next}'s turn.",
        "{player} draws {draw} cards, then it is {next}'s turn.",
        "draw",
    ),
    "talk_allowed": "That may be said.",
    "said_number": "That may not be said: no numbers at the table.",
    "not_higher": "{card} is not higher than {top}.",
    "not_lower": "{card} is not lower than {top}.",
    "card_already_played": "The {card} has been laid already.",
    "no_such_card": "There is no card {card}.",
    "no_such_stack": "There is no stack {stack}.",
    "not_your_turn": "Not now, {player}: it is {turn}'s turn.",
    "below_minimum": "Too early, {player} must still do this: {owes}.",
    "no_cards_left": "{player} has no cards left.",
    "not_stuck": "{player} owes nothing more and can end the turn.",
    "cannot_be": "That cannot be: look at {fields}.",
    "game_is_over": "The game is over.",
    "won": "All cards are laid: you have won!",
    "lost": ("Lost, with {left} card left.", "Lost, with {left} cards left.", "left"),
    "ended": "The game ends as it stands.",
}
