"""What each person does in one round of Schwein gehabt!: hands on the targets, presses of the seat buttons.

In: the card that everybody sees, who has which lucky numbers, chance. Out: a :class:`Round`: acts timed from the reveal
(negative before it), and the truth about them, which only the people know and by which they answer questions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from touchjudge.simulation.acts import Act, Away, Contact, seat
from touchjudge.simulation.reactions import Person, between_us, happens

TARGETS = ("mushroom", "pig", "sweep")

_PAD_FAILS = 0.005  # a hand lands beside the foil
_TIDIES = 0.008  # a sleeve or a cup touches a target that nobody drew
_PUTS_BACK = 0.35  # putting the card back presses the pad
_CLAIMS_A_LOST_SANDWICH = 0.05


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand of a person on a target; touching counts as drawing."""

    player: str
    spot: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Truth:
    """What really happened in a round.

    Attributes:
        draws: by time; on a touch card the slaps on wrong targets.
        hands: the pile on a touch card, bottom to top.
        winner: who has the sandwich.
    """

    card: str
    draws: tuple[Draw, ...] = ()
    hands: tuple[str, ...] = ()
    winner: str | None = None

    @property
    def lowest(self) -> str | None:
        """Whose hand lies lowest in the pile."""
        return self.hands[0] if self.hands else None


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it will go: ``ends_us`` is when the last of it is over, from the reveal."""

    acts: tuple[Act, ...]
    truth: Truth
    ends_us: int


@dataclass(frozen=True, slots=True)
class Customs:
    """House rules that change what people do.

    Attributes:
        free_choice: who has none of the numbers on the card may take any one target.
        home: everybody rests a hand on the seat button; letting go is the reaction.
    """

    free_choice: bool = False
    home: bool = False


def play(
    random: Random,
    people: Sequence[Person],
    card: str,
    numbers: Mapping[str, Sequence[int]],
    customs: Customs = Customs(),
) -> Round:
    """How these people play a round in which this card was turned.

    >>> from touchjudge.simulation.reactions import person
    >>> ana = person(Random(1), "Ana")
    >>> play(Random(2), [ana], "symbol:1-2-3", {"Ana": [3]}).truth.draws[0].spot
    'sweep'
    """
    kind, _, face = card.partition(":")
    if kind == "touch":
        return _pile(random, people, card, face, customs)
    counts = dict(zip(TARGETS, (int(count) for count in face.split("-")), strict=True))
    return _grabs(random, people, card, counts, numbers, customs)


def _grabs(
    random: Random,
    people: Sequence[Person],
    card: str,
    counts: Mapping[str, int],
    numbers: Mapping[str, Sequence[int]],
    customs: Customs,
) -> Round:
    acts: list[Act] = []
    draws: list[Draw] = []
    for person in people:
        rights = [spot for spot in TARGETS if counts[spot] in numbers.get(person.name, ())]
        own = _reach(random, person, rights, customs)
        draws += own
        acts += [_grab(random, draw) for draw in own]
        acts += _seat(random, person, own, customs)
    drawn = {draw.spot: draw.at_us for draw in sorted(draws, key=lambda draw: draw.at_us, reverse=True)}
    for spot in TARGETS:
        if spot in drawn and happens(random, _PUTS_BACK):
            back_us = max(drawn[spot], 0) + between_us(random, 2200, 3400)
            acts.append(Contact(spot, back_us, back_us + between_us(random, 80, 300)))
        elif spot not in drawn and happens(random, _TIDIES):
            at_us = between_us(random, 900, 2000)
            acts.append(Contact(spot, at_us, at_us + between_us(random, 40, 400)))
    return _round(acts, Truth(card, _by_time(draws)))


def _reach(random: Random, person: Person, rights: Sequence[str], customs: Customs) -> list[Draw]:
    """What this person's hands go for, each target once."""
    draws = []
    at_us = person.choice.draw_us(random)
    if happens(random, person.hesitates):
        at_us += between_us(random, 200, 900)
    if happens(random, person.dawdles):
        at_us += between_us(random, 1000, 2500)
    if not happens(random, person.blind):
        for spot in random.sample(rights, len(rights)):
            draws.append(Draw(person.name, spot, at_us))
            at_us += person.second_hand.draw_us(random)  # the other hand, or the same once more
    if not rights and customs.free_choice and happens(random, 0.7):
        draws.append(Draw(person.name, random.choice(TARGETS), person.choice.draw_us(random)))
    others = [spot for spot in TARGETS if spot not in rights and all(spot != draw.spot for draw in draws)]
    if others and happens(random, person.wrong):
        draws.append(Draw(person.name, random.choice(others), person.choice.draw_us(random)))
    elif others and happens(random, person.jumps):
        draws.append(Draw(person.name, random.choice(others), random.randint(-250_000, 90_000)))
    return draws


def _grab(random: Random, draw: Draw) -> Contact:
    # The card is drawn away, so the pad is free again soon.
    ended_us = draw.at_us + between_us(random, 45, 180)
    return Contact(draw.spot, draw.at_us, ended_us, fails=happens(random, _PAD_FAILS))


def _seat(random: Random, person: Person, draws: Sequence[Draw], customs: Customs) -> list[Act]:
    """The seat button after the draws: mostly one press, now and then none, two, or one too many."""
    place = seat(person.name)
    if customs.home:
        if not draws:
            return []
        first_us, last_us = min(draw.at_us for draw in draws), max(draw.at_us for draw in draws)
        away_us = first_us - between_us(random, 120, 230)
        return [Away(place, away_us), Contact(place, last_us + between_us(random, 500, 1600), None)]
    if not draws:
        return [_press(random, place, between_us(random, 900, 2200))] if happens(random, person.meddles) else []
    if happens(random, person.forgets):
        return []
    at_us = max(draw.at_us for draw in draws) + between_us(random, 400, 1500)
    presses = [_press(random, place, at_us)]
    if happens(random, person.doubles):
        presses.append(_press(random, place, at_us + between_us(random, 350, 700)))
    return list(presses)


def _press(random: Random, place: str, at_us: int) -> Contact:
    return Contact(place, at_us, at_us + between_us(random, 60, 180))


def _pile(random: Random, people: Sequence[Person], card: str, spot: str, customs: Customs) -> Round:
    landings: list[Draw] = []
    slips: list[Draw] = []
    for person in people:
        if happens(random, person.blind / 2):
            continue
        at_us = person.simple.draw_us(random) + 60_000  # a touch card still has to be told from a symbol card
        if happens(random, person.wrong):
            slips.append(Draw(person.name, random.choice([other for other in TARGETS if other != spot]), at_us))
            at_us += between_us(random, 250, 500)
        landings.append(Draw(person.name, spot, at_us))
        landings.append(Draw(person.name, spot, at_us + person.second_hand.draw_us(random)))
    pile = _by_time(landings)
    truth = Truth(card, _by_time(slips), tuple(hand.player for hand in pile), sandwich([hand.player for hand in pile]))
    acts: list[Act] = [_grab(random, slip) for slip in slips]
    if not pile:
        return _round(acts, truth)
    lifted_us = pile[-1].at_us + between_us(random, 600, 1800)
    acts += [Contact(spot, hand.at_us, lifted_us + between_us(random, 0, 150)) for hand in pile]
    for person in people:
        first_us = min((hand.at_us for hand in pile if hand.player == person.name), default=None)
        claims = _claims_the_pile(random, person, truth)
        if customs.home and first_us is not None:
            acts.append(Away(seat(person.name), first_us - between_us(random, 120, 230)))
        if claims or (customs.home and first_us is not None):
            at_us = pile[-1].at_us + between_us(random, 500, 1600)
            acts.append(
                Contact(seat(person.name), at_us, None) if customs.home else _press(random, seat(person.name), at_us)
            )
    return _round(acts, truth)


def _claims_the_pile(random: Random, person: Person, truth: Truth) -> bool:
    if person.name == truth.winner:
        return not happens(random, person.forgets)
    return person.name in truth.hands and happens(random, _CLAIMS_A_LOST_SANDWICH)


def sandwich(hands: Sequence[str]) -> str | None:
    """Whose second hand is the first to land with exactly one hand, of another player, between his own.

    >>> sandwich(["Ana", "Luis", "Luis", "Ana"]), sandwich(["Ana", "Luis", "Ana", "Luis"])
    (None, 'Ana')
    """
    for place in range(2, len(hands)):
        if hands[place] == hands[place - 2] != hands[place - 1]:
            return hands[place]
    return None


def _by_time(draws: Sequence[Draw]) -> tuple[Draw, ...]:
    return tuple(sorted(draws, key=lambda draw: draw.at_us))


def _round(acts: Sequence[Act], truth: Truth) -> Round:
    ends = [act.ended_us if isinstance(act, Contact) and act.ended_us is not None else begins_us(act) for act in acts]
    return Round(tuple(sorted(acts, key=begins_us)), truth, max(ends, default=0))


def begins_us(act: Act) -> int:
    """When an act begins."""
    return act.began_us if isinstance(act, Contact) else act.at_us
