"""What one person did after each reveal: the touches whose player is known, each with the moment of the reveal.

In: :class:`.played.Standings`. Out: a :class:`Response` for each such touch, in the order of the evening. Whoever
compares reaction times (an export, a report) begins here, so that both speak of the same touches.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from touchjudge.session.played import GamePlayed, JudgedLine, Round, Standings, TouchRow

_SHOWN = frozenset({"revealed", "go"})


@dataclass(frozen=True, slots=True)
class Response:
    """A touch, or a draw that no pad felt, of a known player.

    Attributes:
        card: as it was named; None where it was not.
        shown_us: table time at which the card was revealed; None where no stamp tells it.
        shown_bound_us: error bound of that stamp; None with it.
    """

    game: GamePlayed
    round: int
    card: str | None
    shown_us: int | None
    shown_bound_us: int | None
    touch: TouchRow

    @property
    def counts(self) -> bool:
        """Whether it is a reaction for the statistics: its time is known, and a person can be that fast."""
        return self.touch.reaction_us is not None and not self.touch.anticipation

    @property
    def reaction_bound_us(self) -> int | None:
        """How far the reaction time can be off: both ends of it are stamps. None without a reaction time.

        The reveal's bound is that of its stamp; where that is not known, the touch's own stands for it.
        """
        if self.touch.reaction_us is None:
            return None
        other = self.touch.bound_us if self.shown_bound_us is None else self.shown_bound_us
        return self.touch.bound_us + other


def responses(standings: Standings) -> Iterator[Response]:
    """Every touch of a known player, game by game, in the order in which they were told."""
    lines = {line.n: line for line in standings.lines}
    for game in standings.games:
        rounds = {one.number: one for one in game.rounds}
        for touch in game.touches:
            if touch.player is not None:
                one = rounds[touch.round]
                yield Response(game, one.number, one.card, *_shown(one, touch.n, lines), touch)


def is_dead_heat(touch: TouchRow, together: Iterable[TouchRow]) -> bool:
    """Whether the first touch of the round and this one (or, for the first, any other) cannot be told apart.

    Args:
        together: all touches of the round.
    """
    timed = [(other.t_us, other) for other in together if other.t_us is not None and other.answer == "touched"]
    if touch.t_us is None or touch.answer != "touched":
        return False
    first = min(timed, key=lambda one: one[0])
    rivals = [one for one in timed if one[1] is not touch] if touch is first[1] else [first]
    return any(abs(t_us - touch.t_us) <= other.bound_us + touch.bound_us for t_us, other in rivals)


def dead_heats(touches: Sequence[TouchRow]) -> int:
    """In how many rounds of a game the first touch and another cannot be told apart.

    >>> dead_heats([])
    0
    """
    rounds: dict[int, list[TouchRow]] = {}
    for touch in touches:
        rounds.setdefault(touch.round, []).append(touch)
    return sum(any(is_dead_heat(touch, together) for touch in together) for together in rounds.values())


def reactions_to(standings: Standings, game: str) -> dict[str, list[Response]]:
    """Each player's reactions in all plays of a game: of each round the first response that counts.

    Args:
        game: its name, such as ``schwein_gehabt``; a reaction to another game is another thing.

    Returns:
        Players in the order in which they sat down first, each with the reactions in the order of the rounds.
    """
    found = {player.name: list[Response]() for played in standings.games if played.game == game
             for player in played.players}  # fmt: skip
    first: dict[tuple[str, int, int], Response] = {}
    for one in responses(standings):
        if one.game.game == game and one.counts:
            key = (one.touch.player or "", one.game.number, one.round)
            if key not in first or _reaction_us(one) < _reaction_us(first[key]):
                first[key] = one
    for (player, _, _), one in sorted(first.items(), key=lambda each: each[0][1:]):
        found.setdefault(player, []).append(one)
    return found


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players in the rounds in which both reacted.

    Attributes:
        first: rounds in which ``one`` was before ``other``.
        second: rounds the other way round.
        too_close: rounds in which the stamps cannot tell.
    """

    one: str
    other: str
    first: int
    second: int
    too_close: int


def duels(reactions: Mapping[str, Sequence[Response]]) -> list[Duel]:
    """Every two players who reacted in the same rounds.

    The reveal is the same for both, so that its error is in both times alike: only the bounds of the touches count.
    """
    by_round = {player: {(one.game.number, one.round): one for one in own} for player, own in reactions.items() if own}
    found = []
    for one, other in combinations(by_round, 2):
        both = [(by_round[one][key], by_round[other][key]) for key in by_round[one].keys() & by_round[other].keys()]
        gaps = [(_reaction_us(b) - _reaction_us(a), a.touch.bound_us + b.touch.bound_us) for a, b in both]
        first, second = sum(gap > bound for gap, bound in gaps), sum(-gap > bound for gap, bound in gaps)
        if gaps:
            found.append(Duel(one, other, first, second, len(gaps) - first - second))
    return found


def _reaction_us(one: Response) -> int:
    return one.touch.reaction_us or 0


def _shown(one: Round, n: int, lines: Mapping[int, JudgedLine]) -> tuple[int | None, int | None]:
    """Stamp and bound of the last reveal up to line n; neither where no line says them."""
    for ruled in reversed(one.rulings):
        if ruled.n <= n and ruled.ruling.code in _SHOWN:
            reveals = [line for line in lines[ruled.n].judged if line.get("do") in ("reveal", "go")]
            if len(reveals) == 1 and isinstance(t_us := reveals[0].get("t_us"), int):
                bound_us = reveals[0].get("bound_us", 1)
                return t_us, bound_us if isinstance(bound_us, int) else 1
            return None, None
    return None, None
