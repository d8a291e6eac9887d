"""What the referee of the hearts-and-numbers game says, in English; each text is the key of its translations."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str | tuple[str, str, str]] = {
    "started": "The game begins: two cards each, six open in the middle.",
    "dealt": "The middle lies open: {next} begins.",
    "take": "{player} takes this: {take}.",
    "no_match": "Nothing matches: the card goes under the stack, and it is {next}'s turn.",
    "took": "{player} took exactly the right cards.",
    "refilled": "The middle is full again: it is {next}'s turn.",
    "count_differs": "By the count there should have been {counted} in the stack.",
    "stalled": (
        "Nothing has matched for {stall} turn: end the game?",
        "Nothing has matched for {stall} turns: end the game?",
        "stall",
    ),
    "left_one": "{player} must take this, too: {missing}.",
    "took_extra": "{player} may not take this: {extra}.",
    "not_your_turn": "Not now, {player}: it is {turn}'s turn.",
    "wrong_refill": (
        "{wanted} card is to be laid in the middle, not {count}.",
        "{wanted} cards are to be laid in the middle, not {count}.",
        "wanted",
    ),
    "card_seen_twice": "This card lies on the table already: {card}.",
    "unknown_card": "The deck has no card like this: {card}.",
    "wrong_phase": "Not now.",
    "cannot_be": "That cannot be: look at {fields}.",
    "game_is_over": "The game is over.",
    "stack_used_up": "The stack is used up, the game is over. Best: {winners}.",
    "ended": "The game ends as it stands.",
}
