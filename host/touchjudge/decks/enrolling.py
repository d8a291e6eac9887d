"""An owner's cards, recorded one by one: what was told so far, and one more line.

In: lines of ``[CODE] CARD [FACT=VALUE]``, as they are typed or come from a scanner. Out: a deck that grows by a card a
line. Pure; who reads the lines keeps the deck after each of them, so that it can be interrupted at any card.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from touchjudge.decks.proofs import FACTS, TOTALS, no_room
from touchjudge.errors import RuleError
from touchjudge.rules.game import Deck

# The table's word for a card that nobody saw; every game takes it, and no deck has it.
UNSEEN = "unseen"

CheckCard = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Told:
    """One card as it was told."""

    card: str
    code: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The cards so far.

    Attributes:
        kinds: beginnings that may be left out (``touch:``, ``symbol:``) where only one of them makes a card.
        codes: what is printed on cards for a scanner, and which card that is.
        check_card: raises RuleError for what is no card of the game.
    """

    game: str
    check_card: CheckCard
    kinds: tuple[str, ...] = ()
    cards: Counter[str] = field(default_factory=Counter)
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.cards.total() == TOTALS.get(self.game)

    @property
    def so_far(self) -> str:
        """How many cards, of how many.

        >>> Enrolment("virus", lambda card: None, cards=Counter({"organ:red": 2})).so_far
        '2 of 68'
        """
        total = TOTALS.get(self.game)
        return str(self.cards.total()) if total is None else f"{self.cards.total()} of {total}"

    def deck(self, name: str) -> Deck:
        return Deck(name, self.cards, facts=self.facts)

    def read(self, line: str) -> Told:
        """What a line says.

        Raises:
            RuleError: it names no card of the game, or a fact that cannot be.
        """
        rest, facts = self._facts(line.strip(" \t\r\n"))
        words = rest.split(None, 1)
        before, _, last = rest.rpartition(" ")
        card = self._card(last)
        if card is not None:
            return Told(card, before.strip() or None, facts)
        if len(words) == 2 and (card := self._card(words[0])) is not None:
            # A scanner ends its line itself: so the card is typed first, then its code is scanned.
            return Told(card, words[1], facts)
        if rest in self.codes:
            raise RuleError(f"the code {rest!r} is enrolled already, as {self.codes[rest]}")
        self.check_card(last or rest)
        raise RuleError(f"no card: {rest!r}; write CARD or CODE CARD")

    def add(self, told: Told) -> "Enrolment":
        """With one card more.

        Raises:
            RuleError: the deck cannot have it too, or its code is another card's.
        """
        why = no_room(self.game, self.cards, told.card)
        if why is not None:
            raise RuleError(why)
        codes, facts = dict(self.codes), dict(self.facts)
        if told.code is not None:
            if told.code in codes:
                raise RuleError(f"the code {told.code!r} is enrolled already, as {codes[told.code]}")
            if not told.code.isprintable():
                raise RuleError(
                    f"the code {told.code!r} has signs that cannot be printed; set the scanner to plain text"
                )
            codes[told.code] = told.card
        if told.facts:
            facts[told.card] = {**facts.get(told.card, {}), **told.facts}
        return replace(self, cards=self.cards + Counter([told.card]), facts=facts, codes=codes)

    def with_code(self, code: str, card: str) -> "Enrolment":
        """With this code on a card: on one that has none yet, else on one card more.

        Raises:
            RuleError: it is no card of the game, the deck cannot have it too, or its code is another card's.
        """
        self.check_card(card)
        coded = Counter(self.codes.values())
        if code not in self.codes and code.isprintable() and coded[card] < self.cards[card]:
            return replace(self, codes={**self.codes, code: card})
        return self.add(Told(card, code))

    def _facts(self, line: str) -> tuple[str, dict[str, str]]:
        """The line without the ``fact=value`` at its end, and those."""
        known = FACTS.get(self.game, {})
        facts: dict[str, str] = {}
        while True:
            before, _, last = line.rpartition(" ")
            name, equals, value = last.partition("=")
            if not equals or name not in known:
                return line, facts
            if value not in known[name]:
                raise RuleError(f"{name} {value!r}: allowed are {', '.join(known[name])}")
            facts[name] = value
            line = before.rstrip()

    def _card(self, text: str) -> str | None:
        """The card that this names, whole or without its kind; None if it names none, or more than one."""
        named = [card for card in (text, *(kind + text for kind in self.kinds)) if self._is_card(card)]
        return named[0] if named and (named[0] == text or len(named) == 1) else None

    def _is_card(self, text: str) -> bool:
        if text == UNSEEN:
            return False
        try:
            self.check_card(text)
        except RuleError:
            return False
        return True


def kinds_of(cards: Iterable[str]) -> tuple[str, ...]:
    """The beginnings of these cards, sorted.

    >>> kinds_of(["touch:pig", "symbol:1-1-3", "17"])
    ('symbol:', 'touch:')
    """
    return tuple(sorted({card.partition(":")[0] + ":" for card in cards if ":" in card}))
