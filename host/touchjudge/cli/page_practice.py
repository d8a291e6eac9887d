"""Has rounds of practice judged: by the real game through the session's fold, and forgotten at once."""

from collections.abc import Mapping
from typing import Any

from touchjudge.adapters.catalogues import catalogue
from touchjudge.adapters.web import Practice, PracticeRound
from touchjudge.cli.app import labeller, new_session, sayer, titler
from touchjudge.errors import LineError
from touchjudge.registry import known_games
from touchjudge.rules.game import Line
from touchjudge.session.fold import Session
from touchjudge.session.view import Surroundings, Viewer
from touchjudge.simulation import practice

BROWSER, SIMULATED = "browser", "simulated"
_KEPT = ("round", "deck", "jackpot", "cards")


def page_practice(language: str) -> Practice:
    """How the page practises, in the language of the table."""
    table = _PracticeTable(language)
    return Practice(facts=table.facts, judge=table.judge)


class _PracticeTable:
    """Judges a round that brings along all it needs."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._say = sayer(language)
        self._label = labeller(language)
        self._title = titler(language)

    def facts(self) -> dict[str, Any]:
        game = known_games()[practice.GAME]
        option = {each.name: each for each in game.options}
        return {
            "language": self._language,
            "title": self._title(game.title),
            "players": [practice.FEWEST, practice.MOST],
            "free_choice": catalogue(self._language).gettext(option["free_choice"].why),
            "anticipation_us": int(option["anticipation_ms"].default) * 1000,
        }

    def judge(self, told: PracticeRound) -> Mapping[str, Any]:
        """The view after a round, where the cards lie, and the next card with what the others do.

        Raises:
            LineError: this cannot be.
        """
        playing = practice.players(told.name, told.players)
        session = new_session()
        self._tell(session, practice.start(playing, free_choice=told.free_choice))
        if told.kept is not None:
            self._tell(session, {"do": "set", "state": told.kept.model_dump()})
        if told.touches is not None and not session.now.over:
            self._play(session, told)
        view = Viewer(self._say, self._label, self._title).view(session, Surroundings("", 0, True, self._language))
        for touch in view["touches"]:
            touch["stamped"] = BROWSER if touch["player"] == told.name else SIMULATED
        state = view["state"]
        settled = view["result"] is None and view["question"] is None
        return {
            "me": told.name,
            "view": view,
            "kept": {name: state[name] for name in _KEPT} if settled else None,
            "next": self._next(told, state) if settled else None,
        }

    def _play(self, session: Session, told: PracticeRound) -> None:
        state = _state(session)
        others = self._others(told, state)
        own = [practice.Touched(told.name, one.spot, one.reaction_us, one.bound_us) for one in told.touches or ()]
        turned = practice.card(told.seed, state["round"])
        for line in practice.round_lines(turned, told.name, [*own, *others]):
            self._tell(session, line)
        for answer in told.answers:
            now = session.now
            waiting = now.game.questions(now.state) if now.game is not None else ()
            if not waiting:
                return
            options = waiting[0].effects["options"]
            if answer >= len(options):
                raise LineError(f"answers: there is no answer {answer} to this question; it has {len(options)}, from 0")
            for line in options[answer]:
                self._tell(session, line)
            if not session.now.over and _state(session)["phase"] == "react":
                self._tell(session, {"do": "settle"})

    def _next(self, told: PracticeRound, state: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "card": practice.card(told.seed, state["round"]),
            "others": [
                {"player": one.player, "spot": one.spot, "reaction_us": one.reaction_us}
                for one in self._others(told, state)
            ],
        }

    def _others(self, told: PracticeRound, state: Mapping[str, Any]) -> tuple[practice.Touched, ...]:
        return practice.simulated(told.seed, state["round"], state["numbers"], told.name, free_choice=told.free_choice)

    def _tell(self, session: Session, line: Line) -> None:
        answer = session.tell(line)
        if answer.error is not None:
            raise LineError(answer.error)
        for ruling in answer.rulings:
            if ruling.verdict == "foul" and not ruling.stands:
                raise LineError(self._say(ruling, session.now.game))


def _state(session: Session) -> dict[str, Any]:
    now = session.now
    if now.game is None:
        raise LineError("There is no game yet.")
    return now.game.view(now.state)
