"""The rounds and the touches of one game, for :mod:`.standings`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from touchjudge.rules.game import Ruling
from touchjudge.session.played import JudgedLine, Round, Ruled, TouchRow, players_of
from touchjudge.session.touches import DRAWS

_ROUND_BEGINS = frozenset({"revealed", "armed"})
_TOUCHES = frozenset({"touched", "touched_again", "out_of_round", "late_touch", "held"})
_IN_ROUND = frozenset({"touched", "touched_again"})
# Ruled when the hands are told and again when the round is paid.
_SAID_TWICE = frozenset({"sandwich", "lowest_hand"})


@dataclass(slots=True)
class _Open:
    """A round that is being read."""

    number: int
    first: JudgedLine
    scores_before: Mapping[str, int]
    rulings: list[Ruled] = field(default_factory=list)
    card: str | None = None
    last: JudgedLine | None = None

    def closed(self) -> Round:
        last = self.last or self.first
        changes = {
            name: score - self.scores_before[name] for name, score in last.scores.items() if name in self.scores_before
        }
        return Round(
            number=self.number,
            first_n=self.first.n,
            last_n=last.n,
            card=self.card,
            rulings=tuple(self.rulings),
            scores=dict(last.scores),
            changes=changes,
            wall_utc=self.first.wall_utc,
        )


def rounds_of(lines: Sequence[JudgedLine]) -> tuple[Round, ...]:
    """The rounds of one game in order; a round in which a player did nothing is a round of that player's too.

    Args:
        lines: of one game, its ``started`` first.
    """
    return tuple(_rounds_by_reveal(lines) if _has_reveals(lines) else _rounds_by_turn(lines))


def touches_of(lines: Sequence[JudgedLine], rounds: Sequence[Round]) -> tuple[TouchRow, ...]:
    """The touches of one game in the order in which they were told, each with the draw that it became."""
    told = {line.n: line for line in lines}
    seats = {name: seat for seat, name in enumerate(players_of(lines), 1)}
    touches: list[TouchRow] = []
    for one in rounds:
        found: list[TouchRow] = []
        claims: dict[str, JudgedLine] = {}
        for ruled in one.rulings:
            line, ruling = told[ruled.n], ruled.ruling
            if ruling.code in _TOUCHES:
                found.append(_touch(one.number, line, ruling))
            elif ruling.code == "anticipation":
                _mark_anticipation(found, ruling)
            elif ruling.code == "claimed" and ruling.player is not None:
                claims[ruling.player] = line
            elif ruling.code in DRAWS:
                _credit(found, one.number, line, ruling, claims)
        _credit_hands(found, [(told[ruled.n], ruled.ruling) for ruled in one.rulings])
        touches += [replace(touch, seat=seats.get(touch.player or "")) for touch in found]
    return tuple(touches)


def ends_round(rulings: Iterable[Ruling]) -> bool:
    """Whether what was ruled on one line ends a turn or, in a game without reveals, a round.

    >>> from touchjudge.rules.game import ok
    >>> ends_round([ok("turn_ended", "Ana", draw=2, next="Luis")]), ends_round([ok("dealt", next="Ana")])
    (True, False)
    """
    # The cards of the middle are dealt before the first turn, and whose turn that is is said with it.
    return any(
        (ruling.verdict == "ok" and "next" in ruling.effects and ruling.code != "dealt")
        or (ruling.code == "round_settled" and "order" in ruling.effects)
        for ruling in rulings
    )


def means_of(source: str, do: str) -> str:
    """How a line came to be told.

    >>> means_of("edge:E6614103/8f2a/17/1", "touch"), means_of("edge:E6614103/8f2a/18/9", "claim")
    ('pad', 'button')
    >>> means_of("page", "touch")
    'hand'
    """
    if not source.startswith("edge:"):
        return "hand"
    return "pad" if do in ("touch", "reveal") else "button"


def _has_reveals(lines: Sequence[JudgedLine]) -> bool:
    return any(ruling.code in _ROUND_BEGINS for line in lines for ruling in line.rulings)


def _rounds_by_reveal(lines: Sequence[JudgedLine]) -> Iterator[Round]:
    now: _Open | None = None
    scores: Mapping[str, int] = lines[0].scores
    for line in lines:
        for ruling in line.rulings:
            if ruling.code in _ROUND_BEGINS:
                if now is not None:
                    # What a reveal settles of the round before changes the scores on the reveal's own line.
                    if now.rulings and now.rulings[-1].n == line.n:
                        now.last = line
                    scores = (now.last or now.first).scores
                    yield now.closed()
                now = _Open((now.number if now else 0) + 1, line, scores)
            if now is not None:
                now.rulings.append(Ruled(line.n, ruling, line.source, line.wall_utc))
                if ruling.code in ("revealed", "card_named"):
                    now.card = _card(line, ruling) or now.card
        if now is not None:
            now.last = line
    if now is not None:
        yield now.closed()


def _rounds_by_turn(lines: Sequence[JudgedLine]) -> Iterator[Round]:
    now = _Open(1, lines[0], lines[0].scores)
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        now.rulings += [Ruled(line.n, ruling, line.source, line.wall_utc) for ruling in line.rulings]
        now.last = line
        if following is not None and ends_round(line.rulings):
            yield now.closed()
            now = _Open(now.number + 1, following, line.scores)
    yield now.closed()


def _card(line: JudgedLine, ruling: Ruling) -> str | None:
    card = ruling.effects.get("card", line.line.get("card"))
    return card if isinstance(card, str) else None


def _touch(number: int, line: JudgedLine, ruling: Ruling) -> TouchRow:
    spot = ruling.effects.get("spot")
    # A correction may have put several lines in its place: the times are of the one that was ruled on, if that is sure.
    ruled = [one for one in line.judged if one.get("spot") == spot]
    told = ruled[0] if len(ruled) == 1 else {}
    return TouchRow(
        round=number,
        n=line.n,
        spot=spot,
        player=ruling.player,
        seat=None,
        t_us=told.get("t_us"),
        bound_us=told.get("bound_us", 1),
        reaction_us=ruling.effects.get("reaction_us"),
        attribution=None,
        answer=ruling.code,
        ruling=None,
        anticipation=False,
        means=means_of(line.source, "touch"),
        source=line.source,
        wall_utc=line.wall_utc,
    )


def _credit(
    found: list[TouchRow], number: int, line: JudgedLine, ruling: Ruling, claims: Mapping[str, JudgedLine]
) -> None:
    """Give a draw to the touch it was ruled on; a draw that no pad felt gets a row of its own."""
    spot, reaction_us = ruling.effects.get("spot"), ruling.effects.get("reaction_us")
    attribution, anticipation = ruling.effects.get("attribution"), ruling.effects.get("anticipation") is True
    if ruling.code in _SAID_TWICE and any((t.ruling, t.player) == (ruling.code, ruling.player) for t in found):
        return
    # Of the player's own touch sooner than of one that nobody was known for.
    for known in (ruling.player, None):
        for i, touch in enumerate(found):
            if touch.player == known and _is_draw_on(touch, ruling):
                found[i] = replace(
                    touch,
                    player=ruling.player,
                    reaction_us=reaction_us,
                    attribution=attribution,
                    ruling=ruling.code,
                    anticipation=touch.anticipation or anticipation,
                )
                return
    teller = claims.get(ruling.player or "", line)
    found.append(
        TouchRow(
            round=number,
            n=teller.n,
            spot=spot,
            player=ruling.player,
            seat=None,
            t_us=None,
            bound_us=1,
            reaction_us=reaction_us,
            attribution=attribution,
            answer=None,
            ruling=ruling.code,
            anticipation=anticipation,
            means=means_of(teller.source, "claim"),
            source=teller.source,
            wall_utc=teller.wall_utc,
        )
    )


def _is_draw_on(touch: TouchRow, ruling: Ruling) -> bool:
    if touch.ruling is not None or touch.answer != "touched" or touch.spot != ruling.effects.get("spot"):
        return False
    # A time that is not credited to the draw stays with the touch alone. Where the reaction ends when a hand is
    # lifted (it then comes with the movement), the touch itself was told with another time.
    return "movement_us" in ruling.effects or ruling.effects.get("reaction_us") == touch.reaction_us


def _mark_anticipation(found: list[TouchRow], ruling: Ruling) -> None:
    """Mark the newest touch that this was said of."""
    for i in reversed(range(len(found))):
        touch = found[i]
        if touch.spot == ruling.effects.get("spot") and touch.player in (None, ruling.player):
            found[i] = replace(touch, anticipation=True)
            return


def _credit_hands(found: list[TouchRow], rulings: Sequence[tuple[JudgedLine, Ruling]]) -> None:
    """Give the players of a told pile of hands the contacts that their first hands made; the last telling stands."""
    named = [(line, ruling) for line, ruling in rulings if ruling.code == "hands_named"]
    if not named:
        return
    line, ruling = named[-1]
    attribution = "sensed" if line.line.get("by") in ("sensor", "sim") else "declared"
    times: Mapping[str, int | None] = ruling.effects.get("reaction_us", {})
    for player, reaction_us in times.items():
        for i, touch in enumerate(found):
            if touch.player is None and touch.answer in _IN_ROUND and reaction_us == touch.reaction_us is not None:
                found[i] = replace(touch, player=player, attribution=attribution)
                break
