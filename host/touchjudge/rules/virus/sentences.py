"""What the referee of Virus! says, in English; each text is the key of its translations."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str | tuple[str, str, str]] = {
    "started": "The game begins: three cards each.",
    "placed": "{player} lays this: {card}.",
    "infected": "{player} infects {owner}: {organ}.",
    "destroyed": "{owner} loses this: {organ}.",
    "medicine_removed": "The virus took the medicine with it. {owner} still has this: {organ}.",
    "vaccinated": "Vaccinated, {owner}: {organ}.",
    "cured": "Cured, {owner}: {organ}.",
    "immunised": "Immune for good, {owner}: {organ}.",
    "transplanted": "{owners} swap organs: {organs}.",
    "stolen": "{player} robs {owner}: {organ}.",
    "spread": ("{player} passes on {count} virus.", "{player} passes on {count} viruses.", "count"),
    "gloved": "Glove! All but {player} discard their hands and only draw on their next turn.",
    "swapped": "{player} and {with} swap their whole bodies.",
    "discarded": ("{player} discards {count} card.", "{player} discards {count} cards.", "count"),
    "drew": ("{player} draws {draw} card.", "{player} draws {draw} cards.", "draw"),
    "nothing_to_draw": "{player} has cards and must play one or discard.",
    "not_your_turn": "Not now, {player}: it is {turn}'s turn.",
    "wrong_colour": "The colours do not match: {cards}.",
    "no_such_organ": "{owner} does not have this: {organ}.",
    "duplicate_organ": "{owner} has this already: {organ}.",
    "is_immunised": "Immune, nothing can be done to it: {organ}.",
    "not_free": "A virus spreads to free organs only, and this is none: {organ}.",
    "not_infected": "There is no virus to pass on here: {organ}.",
    "contagion_not_all": (
        "That is not all: {most} virus must move.",
        "That is not all: {most} viruses must move.",
        "most",
    ),
    "nothing_to_spread": "No virus can move: the contagion can only be discarded.",
    "own_organ": "Not on an organ of your own, {player}.",
    "others_organ": "A medicine is for your own organs, {player}.",
    "must_only_draw": "The glove, {player}: only draw this turn.",
    "nothing_discarded": "Nobody may pass: discard at least one card.",
    "too_many_discarded": "Too many: {most} at most.",
    "not_in_deck": "The deck has no further card like this: {card}.",
    "same_player": "That takes two different players.",
    "hand_empty": "{player} has no cards and can only draw.",
    "cannot_be": "That cannot be: look at {fields}.",
    "game_is_over": "The game is over.",
    "won": "Four healthy organs: {winners} wins!",
    "ended": "The game ends as it stands.",
}

# An organ is called so wherever a sentence names one.
WORDS: Mapping[str, str] = {
    "red": "red organ",
    "green": "green organ",
    "blue": "blue organ",
    "yellow": "yellow organ",
    "multi": "multicolour organ",
}
