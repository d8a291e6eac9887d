"""The page: what stands on it, in which order, in the reader's language; the template says how.

In: standings, what rulings say, a catalogue. Out: the bytes of one HTML file. Every text goes through the template's
escaping; names stand apart from the direction of the words around them.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from touchjudge import __version__
from touchjudge.adapters.report.charts import Past, Sample, medians_by_evening, reaction_strip, scores_by_round
from touchjudge.adapters.report.figures import Interval, Summary, change_interval, share_interval, summary
from touchjudge.rules.game import Ruling
from touchjudge.session.certainty import certainty, fouls
from touchjudge.session.played import GamePlayed, Standings
from touchjudge.session.responses import Duel, Response, duels, reactions_to
from touchjudge.session.statistics import Reactions, reactions
from touchjudge.words.evening import game_title
from touchjudge.words.plain import plain
from touchjudge.words.report import TEXTS
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import decimal, fill

Say = Callable[[Ruling, GamePlayed], str]


@dataclass(frozen=True, slots=True)
class _Words:
    """Texts and figures in the reader's language, safe to stand in a page."""

    translate: Translate

    def __call__(self, key: str, **parts: object) -> Markup:
        """A text of :data:`TEXTS` with its parts."""
        template = str(escape(self.translate.gettext(TEXTS[key])))
        return Markup(fill(template, {name: str(escape(part)) for name, part in parts.items()}))  # noqa: S704 - escaped

    def game(self, title: str) -> str:
        return game_title(title, self.translate)

    def names(self, names: Sequence[str]) -> Markup:
        return Markup(", ").join(name_of(name) for name in names)

    def ms(self, us: float) -> str:
        """Whole milliseconds.

        A reaction is known far better than it is the same the next time, so nobody needs more.
        """
        return f"{us / 1000:.0f} ms"

    def signed_ms(self, us: float) -> str:
        return f"{us / 1000:+.0f} ms".replace("-", "−")

    def bound(self, us: float) -> str:
        return decimal(f"±{us / 1000:.3f} ms", self.translate)

    def percent(self, share: float) -> str:
        return f"{100 * share:.0f} %"

    def number(self, value: float) -> str:
        """A figure of an axis."""
        return decimal(f"{value:g}", self.translate).replace("-", "−")

    def interval(self, found: Interval | None, written: Callable[[float], str]) -> str:
        if found is None:
            return str(self.translate.gettext(TEXTS["too_few"]))
        dash = "…" if found.low < 0 else "–"  # beside a sign, a dash would be one more
        return f"{written(found.low).removesuffix(' ms').removesuffix(' %')} {dash} {written(found.high)}"


def report_page(
    standings: Standings,
    *,
    say: Say,
    earlier: Sequence[Standings] = (),
    not_judged: int = 0,
    translate: Translate = ENGLISH,
    language: str = "en",
) -> bytes:
    """The page of an evening.

    Args:
        say: a ruling in the reader's language.
        earlier: evenings before it, the oldest first.
        not_judged: how many more there were that cannot be judged here.
    """
    words = _Words(translate)
    environment = Environment(
        loader=DictLoader({name: _file(name) for name in ("page.html.j2", "page.css")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"person": name_of, "plain": plain}
    page = environment.get_template("page.html.j2").render(
        t=words,
        language=language,
        version=__version__,
        session=standings.session,
        names=list(dict.fromkeys(player.name for game in standings.games for player in game.players)),
        date=Markup('<span class="date">{}</span>').format(standings.session.started_utc[:10]),
        began=standings.session.started_utc[:16].replace("T", " ") + " UTC",
        minutes=_minutes(standings),
        games=[_game(game, say, words) for game in standings.games],
        timed=[_timed(name, standings, earlier, words) for name in _names_of_games(standings)],
        not_judged=not_judged,
        sure=_sure(standings, words),
        fouls=_fouls(standings, say, words),
    )
    return _with_ids_apart(page).encode("utf-8", errors="replace")


def name_of(name: str) -> Markup:
    """A name as the page says it: harmless, and with a direction of its own."""
    return Markup("<bdi>{}</bdi>").format(plain(name))


def _file(name: str) -> str:
    return files("touchjudge.adapters.report").joinpath(name).read_text(encoding="utf-8")


def _names_of_games(standings: Standings) -> list[str]:
    """The games with touches, each once."""
    return list(dict.fromkeys(game.game for game in standings.games if game.touches))


def _minutes(standings: Standings) -> int | None:
    lasted = [game.duration_s for game in standings.games if game.duration_s is not None]
    return (sum(lasted) + 30) // 60 if lasted else None


# ---- the games


def _game(game: GamePlayed, say: Say, words: _Words) -> dict[str, Any]:
    placed = sorted(game.players, key=lambda player: (player.rank or len(game.players) + 1, -(player.score or 0)))
    over = [ruled.ruling for one in game.rounds for ruled in one.rulings if ruled.ruling.verdict == "over"]
    scores = {
        player.name: [(one.number, one.scores[player.name]) for one in game.rounds if player.name in one.scores]
        for player in game.players
    }
    drawn = len(game.rounds) > 1 and all(scores.values()) and not game.cooperative
    return {
        "number": game.number,
        "title": words.game(game.title),
        "outcome": _outcome(game, words),
        "ending": say(over[-1], game) if over and not game.aborted else "",
        "rounds": len(game.rounds),
        "cooperative": game.cooperative,
        "totals": [(words("cards_left") if name == "left" else name, count) for name, count in game.totals.items()],
        "placed": placed,
        "picture": scores_by_round(scores, (words("round"), words("score")), words.number) if drawn else None,
    }


def _outcome(game: GamePlayed, words: _Words) -> Markup:
    if game.aborted:
        return words("not_ended")
    if game.cooperative:
        return words("won_together" if game.winners else "lost_together")
    if not game.winners:
        return words("nobody_won")
    return words("won_by", winners=words.names(game.winners))


# ---- reaction times


def _timed(name: str, standings: Standings, earlier: Sequence[Standings], words: _Words) -> dict[str, Any]:
    played = [game for game in standings.games if game.game == name]
    own = reactions_to(standings, name)
    samples = [_sample(player, found) for player, found in own.items()]
    told = [one for one in samples if one.times_us]
    bounds = [bound for one in samples for bound in one.bounds_us]
    every = reactions(list(own), (touch for game in played for touch in game.touches))
    picture = None
    if told:
        picture = reaction_strip(told, (words("axis_ms"), words("axis_log_ms")), words.number)
    return {
        "title": words.game(played[0].title),
        "rows": [_reaction_row(one, one_of, words) for one, one_of in zip(samples, every, strict=True)],
        "picture": picture,
        "bound": words.bound(max(bounds)) if bounds else None,
        "duels": [_duel(duel, words) for duel in duels(own)],
        "touches": [
            {
                "player": one.player,
                "touches": sum(touch.player == one.player for game in played for touch in game.touches),
                "draws": one.draws,
                "wrong": one.false_draws,
                "share": "" if one.false_draw_rate is None else words.percent(one.false_draw_rate),
                "interval": words.interval(share_interval(one.false_draws, one.draws), words.percent)
                if one.draws
                else "",
            }
            for one in every
        ],
        "drawn": any(one.draws for one in every),
        "earlier": _earlier(name, samples, standings, earlier, words),
    }


def _sample(player: str, found: Sequence[Response]) -> Sample:
    times = [one.touch.reaction_us for one in found if one.touch.reaction_us is not None]
    return Sample(player, times, [one.reaction_bound_us or 0 for one in found], summary(times))


def _reaction_row(one: Sample, every: Reactions, words: _Words) -> dict[str, Any]:
    figures = one.figures
    row: dict[str, Any] = {"player": one.name, "n": len(one.times_us), "left_out": every.anticipations}
    if figures is None:
        return {**row, "median": "", "interval": "", "quartiles": "", "best": "", "bound": ""}
    quartiles = Interval(figures.first_quartile, figures.third_quartile)
    return {
        **row,
        "median": words.ms(figures.median),
        "interval": words.interval(figures.median_interval, words.ms),
        "quartiles": words.interval(quartiles, words.ms),
        "best": words.ms(figures.best),
        "bound": words.bound(max(one.bounds_us)),
    }


def _duel(duel: Duel, words: _Words) -> dict[str, Any]:
    decided = duel.first + duel.second
    return {
        "one": duel.one,
        "other": duel.other,
        "first": duel.first,
        "second": duel.second,
        "too_close": duel.too_close,
        "share": words.percent(duel.first / decided) if decided else "",
        "interval": words.interval(share_interval(duel.first, decided), words.percent) if decided else "",
    }


def _earlier(
    name: str, samples: Sequence[Sample], standings: Standings, earlier: Sequence[Standings], words: _Words
) -> dict[str, Any] | None:
    """The same players in the same game on evenings before; None where there is none."""
    evenings = [
        (one, {player: _sample(player, found) for player, found in reactions_to(one, name).items()}) for one in earlier
    ]
    now = {one.name: one for one in samples if one.figures is not None}
    told = [(one, found) for one, found in evenings if any(found[p].times_us for p in now if p in found)]
    if not told:
        return None
    rows, lines = [], []
    for player, sample in now.items():
        past: dict[int, Summary] = {}
        before: list[int] = []
        for index, (_, found) in enumerate(told):
            if player in found and (figures := found[player].figures) is not None:
                past[index] = figures
                before += found[player].times_us
        rows.append(_change_row(player, len(past), before, sample, words))
        if past and sample.figures is not None:
            lines.append(Past(player, {**past, len(told): sample.figures}))
    dates = _dates([one for one, _ in told] + [standings])
    axes = (words("axis_evening"), words("axis_median_ms"))
    return {"rows": rows, "picture": medians_by_evening(lines, dates, axes, words.number)}


def _change_row(player: str, evenings: int, before_us: Sequence[int], now: Sample, words: _Words) -> dict[str, Any]:
    before = summary(before_us)
    row: dict[str, Any] = {"player": player, "evenings": evenings, "n": len(before_us)}
    if before is None or now.figures is None:
        return {**row, "before": "", "change": "", "interval": ""}
    return {
        **row,
        "before": words.ms(before.median),
        "change": words.signed_ms(now.figures.median - before.median),
        "interval": words.interval(change_interval(before_us, now.times_us), words.signed_ms),
    }


def _dates(evenings: Sequence[Standings]) -> list[str]:
    """A date for each evening; with the hour where a day has two."""
    days = Counter(one.session.started_utc[:10] for one in evenings)
    starts = [one.session.started_utc for one in evenings]
    return [start[:10] if days[start[:10]] == 1 else start[:16].replace("T", " ") for start in starts]


# ---- how sure


def _sure(standings: Standings, words: _Words) -> dict[str, Any]:
    found = certainty(standings)
    total = sum(found.known_by.values())
    return {
        "total": total,
        "known_by": [
            {"kind": kind, "count": count, "width": f"{100 * count / total:.2f}", "share": words.percent(count / total)}
            for kind, count in found.known_by.items()
            if count
        ],
        "dead_heats": found.dead_heats,
        "questions": found.questions,
        "corrections": found.corrections,
        "bound": None if found.largest_bound_us is None else words.bound(found.largest_bound_us),
    }


def _fouls(standings: Standings, say: Say, words: _Words) -> list[dict[str, Any]]:
    """Each foul of a player in a game once, with how often it was ruled."""
    counted: Counter[tuple[int, str, str | None, str]] = Counter()
    first: dict[tuple[int, str, str | None, str], str] = {}
    for one in fouls(standings):
        key = (one.game.number, one.game.title, one.ruling.player, one.ruling.code)
        counted[key] += 1
        first.setdefault(key, say(one.ruling, one.game))
    return [
        {"number": key[0], "title": words.game(key[1]), "player": key[2], "what": first[key], "times": times}
        for key, times in counted.items()
    ]


def _with_ids_apart(page: str) -> str:
    """Each picture's ids with a number of its own: they are one document now."""
    number = 0

    def apart(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        svg = re.sub(r'\bid="', f'id="p{number}-', found[0])
        return re.sub(r'(url\(#|href="#)', rf"\1p{number}-", svg)

    return re.sub(r"<svg\b.*?</svg>", apart, page, flags=re.DOTALL)
