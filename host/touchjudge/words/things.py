"""The codes that can be an effect's value, in English words: spots, stacks, cards, colours, commands, attributions.

Only a table. The words are message ids; nouns that sentences use with an article are here with and without it, because
other languages bend them (``{spot:the}`` in a sentence's translation takes the subject's form, ``{spot:obj}`` the
object's). A game from elsewhere can bring words of its own in an attribute ``words``, shaped like :data:`THINGS`.
"""

from collections.abc import Mapping

# What an effect of this name holds. Names of players are in none of these, so a player called "pig" stays "pig".
SPOTS = frozenset({"spot", "spots", "stack", "target", "targets"})
CARDS = frozenset({"card", "cards", "open", "discarded", "take", "took", "under_stack", "revealed", "missing", "extra"})
CODES = frozenset(
    {"attribution", "command", "commands", "in_force", "organ", "organs", "colour", "colours", "what", "bound"}
)
DUTIES = frozenset({"owes"})

THINGS: Mapping[str, str] = {
    # Targets of the lucky-charm game.
    "mushroom": "mushroom",
    "pig": "pig",
    "sweep": "chimney sweep",
    # Stacks of The Game.
    "up1": "first rising stack",
    "up2": "second rising stack",
    "down1": "first falling stack",
    "down2": "second falling stack",
    # Commands of the Extreme game.
    "stop": "stop",
    "skull": "skull",
    "three": "exactly three cards",
    "silence": "silence",
    "no_backwards": "no backwards trick",
    "one_stack": "one stack only",
    "draw_one": "draw only one",
    # Who made a touch, and how that is known.
    "sensed": "sensed",
    "claimed": "claimed",
    "inferred": "inferred",
    "declared": "declared",
    # Colours.
    "red": "red",
    "green": "green",
    "blue": "blue",
    "yellow": "yellow",
    "violet": "violet",
    "multi": "multicolour",
    # What was said aloud.
    "number": "a number",
    "trick": "the backwards trick",
    "other": "something else",
    "unseen": "a card that nobody saw",
}

# With the article, where sentences need it.
THE_THINGS: Mapping[str, str] = {
    "mushroom": "the mushroom",
    "pig": "the pig",
    "sweep": "the chimney sweep",
    "up1": "the first rising stack",
    "up2": "the second rising stack",
    "down1": "the first falling stack",
    "down2": "the second falling stack",
}

# Cards ``kind:colour``, and treatments ``treatment:name``.
CARD_NAMES: Mapping[str, str] = {
    "organ:red": "red organ",
    "organ:green": "green organ",
    "organ:blue": "blue organ",
    "organ:yellow": "yellow organ",
    "organ:multi": "multicolour organ",
    "virus:red": "red virus",
    "virus:green": "green virus",
    "virus:blue": "blue virus",
    "virus:yellow": "yellow virus",
    "virus:multi": "multicolour virus",
    "medicine:red": "red medicine",
    "medicine:green": "green medicine",
    "medicine:blue": "blue medicine",
    "medicine:yellow": "yellow medicine",
    "medicine:multi": "multicolour medicine",
    "treatment:transplant": "transplant",
    "treatment:thief": "organ thief",
    "treatment:contagion": "contagion",
    "treatment:glove": "latex glove",
    "treatment:error": "medical error",
    "touch:mushroom": "the touch card with the mushroom",
    "touch:pig": "the touch card with the pig",
    "touch:sweep": "the touch card with the chimney sweep",
    "unseen": "a card that nobody saw",
}

# (one, many) for the counts on a symbol card, in the order of its numbers.
SYMBOL_COUNTS: tuple[tuple[str, str], ...] = (
    ("{n} mushroom", "{n} mushrooms"),
    ("{n} pig", "{n} pigs"),
    ("{n} sweep", "{n} sweeps"),
)

# What a turn still owes: ``kind:N`` or ``cover:STACK``.
DUTY_SENTENCES: Mapping[str, tuple[str, str]] = {
    "cards": ("one more card", "{n} more cards"),
    "exactly": ("exactly one more card", "exactly {n} more cards"),
}
COVER_SENTENCE = "cover the skull on the {stack}"

# What stands where an effect is empty or unknown, by the name of the effect; the last is for all others.
NOTHING: Mapping[str, str] = {
    "player": "somebody",
    "next": "nobody",
    "spot": "a target",
    "spots": "no target",
    "card": "a card",
    "cards": "no cards",
    "stack": "a stack",
    "winner": "nobody",
    "winners": "nobody",
    "players": "nobody",
    "owes": "nothing",
    "in_force": "no command",
    "reaction_us": "an unknown time",
}
NOTHING_ELSE = "none"

# Heads of cards from the hearts-and-numbers game: ``number:COLOUR:VALUE:A+B`` and ``heart:COLOUR:A+B``.
NUMBER_CARD = "{colour} {value} ({objects})"
HEART_CARD = "heart, {colour} ({objects})"

# The objects of the deck that ships for that game; a deck may have others, and those stay as they are.
OBJECTS: Mapping[str, str] = {
    "anchor": "anchor",
    "bell": "bell",
    "clover": "clover",
    "feather": "feather",
    "kite": "kite",
    "lantern": "lantern",
    "moon": "moon",
    "shell": "shell",
    "star": "star",
    "umbrella": "umbrella",
}
OBJECT = "object on a card"

LAST_OF_LIST = "{list} and {last}"
