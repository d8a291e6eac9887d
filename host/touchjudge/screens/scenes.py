"""From the table's view to the scene that screens show.

In: the view (a plain JSON dict, whole every time) and a catalogue. Out: a :class:`Scene`. Nothing here names a game:
whatever of a state a scene can use (a revealed card, a deck, a jackpot, stacks, a turn) is shown where it is there.

Which scene: over, paused and an open question come first, because they stop the table; then what the hands are doing
(react, settle), so that a lost board never hides a round that goes on by hand; then a lost board; then waiting.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from touchjudge.screens.lying import lying
from touchjudge.screens.scene import CardShown, Fact, Figure, LinkShown, Outcome, Scene, SceneKind, TouchShown, WayIn
from touchjudge.screens.texts import TEXTS, Text, cost, text
from touchjudge.words import ENGLISH, Translate, in_words, interval, plain
from touchjudge.words.values import card as card_in_words

View = Mapping[str, Any]

_FACTS = ("round", "deck", "draw_pile", "discards", "stack", "jackpot", "left")
_LINK_STATES = {"disconnected": "lost"}
_HANDS_FLY = ("react", "open")  # phases of a state
# Rulings that do not end the showing of a settled round.
_BYSTANDERS = frozenset({"noted", "pads_noted", "paused", "resumed"})


def scene_of(view: View, translate: Translate = ENGLISH) -> Scene:
    """The scene for this view; fields that a view lacks are left out of it.

    >>> scene_of({"phase": "paused", "players": ["Ana"], "scores": {"Ana": 2}}).title.line
    'Paused: OK goes on'
    """
    state = view.get("state") or {}
    links = tuple(_link(link, translate) for link in view.get("links") or ())
    down = [link for link in links if not link.up]
    settled = _newest_settled(view.get("rulings") or ())
    outcomes = _outcomes(settled, "points" if "scores" in state else "cards", translate)
    kind = _kind(view, state, settled, bool(down))
    question = view.get("question") or {}
    return Scene(
        kind=kind,
        game=plain(str(view.get("title") or view.get("game") or "")),
        title=_title(kind, view, state, outcomes, translate),
        sentence=_sentence(view, kind, translate),
        verdict="ask" if question else str(view.get("headline_verdict") or "info"),
        numbers_label=text("numbers", translate),
        outcomes=outcomes if kind == "settle" else (),
        touches=tuple(_touch(touch, translate) for touch in view.get("touches") or ()),
        card=_card(state, translate),
        figures=_figures(view, state, translate),
        facts=tuple(_facts(view, state, translate)),
        players=tuple(plain(str(name)) for name in view.get("players") or ()),
        choices=tuple(plain(str(option.get("label", ""))) for option in question.get("options") or ()),
        step=str((view.get("setup") or {}).get("step") or ""),
        links=links,
        warnings=tuple(plain(str(warning)) for warning in view.get("warnings") or ()),
        missing=down[0].state if down else None,
        simulated=text("simulated", translate) if view.get("simulated") else None,
        way_in=_way_in(view, translate),
        lying=lying(view, state, translate),
        legend=text("organ_legend", translate) if isinstance(state.get("bodies"), Mapping) else None,
        figures_label=text("points", translate) if "points" in state and state.get("phase") != "over" else None,
        page=text("page", translate, url=page) if (page := _page(view)) else None,
    )


def _page(view: View) -> str:
    """Where the page is; empty at a table without one."""
    return plain(str(view.get("page") or ""))


def _way_in(view: View, translate: Translate) -> WayIn | None:
    join = view.get("join") or {}
    if not join:
        return None
    pin, url = plain(str(join.get("pin", ""))), plain(str(join.get("url", ""))).removeprefix("http://")
    # Large while people gather, and in a pause, when somebody comes late: OK held pauses any game.
    large = view.get("phase") == "paused" or (view.get("phase") == "setup" and not view.get("players"))
    return WayIn(pin, url, tuple(join.get("code") or ()), text("way_in", translate, pin=pin, url=url), large)


def _kind(view: View, state: View, settled: Sequence[View], board_is_missing: bool) -> SceneKind:
    phase = view.get("phase")
    if phase == "setup" and view.get("players"):
        return "set_up"
    if phase == "over" or (view.get("result") and phase != "setup"):
        return "winner"
    if phase == "paused":
        return "paused"
    if view.get("question"):
        return "question"
    if state.get("phase") in _HANDS_FLY:
        return "react"
    if settled:
        return "settle"
    if board_is_missing:
        return "disconnected"
    if phase == "setup" or not view.get("game"):
        return "set_up" if view.get("players") else "idle"
    return "reveal"


def _sentence(view: View, kind: SceneKind, translate: Translate) -> str:
    if kind == "reveal" and view.get("pads"):
        return text("press_pad_ok", translate).line
    said = (view.get("question") or {}).get("say") or view.get("headline") or ""
    return _set_up_sentence(view.get("setup") or {}, translate) or plain(str(said))


def _title(kind: SceneKind, view: View, state: View, outcomes: Sequence[Outcome], translate: Translate) -> Text:
    set_up = view.get("setup") or {}
    match kind:
        case "set_up" if set_up.get("step") == "game":
            return text("which_game", translate, title=plain(str(set_up.get("title"))))
        case "set_up" if set_up.get("option"):
            option = set_up["option"]
            return text("which_option", translate, name=_option_name(option), value=_value(option, translate))
        case "reveal" if view.get("pads"):
            return text("press_pad", translate, target=text(plain(str(view["pads"]["target"])), translate).line)
        case "winner":
            return _winner(view.get("result") or {}, translate)
        case "react" if view.get("touches"):
            return text("touched", translate)
        case "reveal" if state.get("phase") == "armed":
            return text("armed", translate)
        case "reveal" | "settle" if isinstance(state.get("turn"), str):
            return text("turn", translate, name=plain(state["turn"]))
        case "settle" if view.get("headline_verdict") == "foul" and not outcomes:
            return text("foul", translate)
        case "settle" if not outcomes:
            return text("nobody", translate)
        case "reveal" if isinstance(state.get("dealer"), str):
            return text("dealer", translate, name=plain(state["dealer"]))
        case "disconnected":
            begins = "begin" if view.get("phase") == "setup" else "disconnected"
            page = _page(view)
            return text(f"{begins}_page" if page else begins, translate, url=page)
        case _:
            return text(kind, translate)


def _option_name(option: View) -> str:
    return plain(str(option.get("name", ""))).replace("_", " ")


def _value(option: View, translate: Translate) -> str:
    value = option.get("value")
    if isinstance(value, bool):
        return text("yes" if value else "no", translate).line
    return plain(str(value)).replace("_", " ")


def _set_up_sentence(set_up: View, translate: Translate) -> str:
    """What the step of the set-up that is shown means, in a sentence."""
    match set_up.get("step"):
        case "game":
            return text("set_up_game", translate).line
        case "options" if set_up.get("option"):
            return plain(translate.gettext(str(set_up["option"].get("why", ""))))
        case _:
            return ""


def _winner(result: View, translate: Translate) -> Text:
    winners = [plain(str(name)) for name in result.get("winners") or ()]
    if set(result.get("scores") or ()) == {"left"}:
        return text("team_won" if winners else "team_lost", translate)
    if not winners:
        return text("ended", translate)
    names = in_words("winners", winners, translate)
    return text("winner" if len(winners) == 1 else "winners", translate, names=names)


def _newest_settled(rulings: Sequence[View]) -> list[View]:
    """The rulings of the line that was judged last, if that is still what the table looks at."""
    end = len(rulings)
    while end:
        n = rulings[end - 1].get("n")
        begin = end
        while begin and rulings[begin - 1].get("n") == n:
            begin -= 1
        group = rulings[begin:end]
        codes = {ruling.get("code") for ruling in group}
        if "round_settled" in codes or any(_change(ruling) is not None for ruling in group):
            return list(group)
        if any(ruling.get("verdict") == "foul" for ruling in group):
            return list(group)
        if not all(ruling.get("verdict") == "info" or ruling.get("code") in _BYSTANDERS for ruling in group):
            return []
        end = begin
    return []


def _change(ruling: View) -> int | None:
    effects = ruling.get("effects") or {}
    pay, penalty = effects.get("pay"), effects.get("penalty")
    if not isinstance(ruling.get("player"), str):
        return None
    if isinstance(pay, int):
        return pay
    if isinstance(penalty, int):
        return -penalty
    return 0 if ruling.get("code") == "too_late" else None


def changes(view: View) -> dict[str, int]:
    """What the round that was settled last brought each player or took, while the table still looks at it.

    >>> paid = {"n": 4, "code": "drew_right", "verdict": "ok", "player": "Ana", "effects": {"pay": 1}}
    >>> changes({"rulings": [paid, {"n": 4, "code": "round_settled", "verdict": "ok"}]})
    {'Ana': 1}
    """
    found: dict[str, int] = {}
    for ruling in _newest_settled(view.get("rulings") or ()):
        change = _change(ruling)
        if change is not None:
            found[ruling["player"]] = found.get(ruling["player"], 0) + change
    return found


def _outcomes(settled: Iterable[View], counted: str, translate: Translate) -> tuple[Outcome, ...]:
    """One for each player, who was first at the front, players without a known time last."""
    of_player: dict[str, list[View]] = {}
    for ruling in settled:
        if _change(ruling) is not None:
            of_player.setdefault(ruling["player"], []).append(ruling)

    def reactions(name: str) -> list[int]:
        times = [(ruling.get("effects") or {}).get("reaction_us") for ruling in of_player[name]]
        return [time_us for time_us in times if isinstance(time_us, int)]

    shown = []
    for name in sorted(of_player, key=lambda name: min(reactions(name), default=2**63)):
        change = sum(_change(ruling) or 0 for ruling in of_player[name])
        effects = [ruling.get("effects") or {} for ruling in of_player[name]]
        spots = [text(str(effect["spot"]), translate).line for effect in effects if effect.get("spot")]
        attributions = dict.fromkeys(effect["attribution"] for effect in effects if effect.get("attribution"))
        shown.append(
            Outcome(
                name=plain(name),
                change=change,
                cost=cost(change, translate, counted),
                spots=", ".join(plain(spot) for spot in spots),
                when=interval(min(reactions(name)), translate) if reactions(name) else "",
                attribution=", ".join(in_words("attribution", how, translate) for how in attributions),
                targets=tuple(str(effect["spot"]) for effect in effects if effect.get("spot")),
            )
        )
    return tuple(shown)


def _touch(touch: View, translate: Translate) -> TouchShown:
    reaction, gap, player = touch.get("reaction_us"), touch.get("gap_us"), touch.get("player")
    how = touch.get("attribution")
    return TouchShown(
        name=plain(player) if isinstance(player, str) else "",
        spot=text(plain(str(touch.get("spot") or "")), translate),
        when=interval(reaction, translate) if isinstance(reaction, int) else "",
        gap=f"+{interval(gap, translate)}" if isinstance(gap, int) and gap > 0 else "",
        attribution=in_words("attribution", how, translate) if how else "",
        dead_heat=bool(touch.get("dead_heat")),
        target=plain(str(touch.get("spot") or "")),
        reaction_us=reaction if isinstance(reaction, int) else None,
        bound_us=bound if isinstance(bound := touch.get("bound_us"), int) else 0,
    )


def _card(state: View, translate: Translate) -> CardShown | None:
    code = state.get("revealed")
    if not isinstance(code, str):
        return None
    kind, _, rest = code.partition(":")
    words = card_in_words(code, translate)
    label, counts = Text(words, words, words), tuple[tuple[str, Text, int], ...]()
    if code == "unseen":
        label = text("unseen", translate)
    elif kind == "touch":
        label = Text(text("touch_card", translate).panel, words, words)
        counts = ((rest, text(plain(rest), translate), 0),)
    elif kind == "symbol" and len(numbers := rest.split("-")) == len(_SYMBOLS):
        label = Text(plain(rest), words, words)
        counts = tuple(
            (symbol, text(symbol, translate), int(n))
            for symbol, n in zip(_SYMBOLS, numbers, strict=True)
            if n.isdecimal()
        )
    return CardShown(code, counts, label, text("card", translate))


_SYMBOLS = ("mushroom", "pig", "sweep")  # the order of the counts in ``symbol:M-P-S``


def _figures(view: View, state: View, translate: Translate) -> tuple[Figure, ...]:
    scores = {str(name): n for name, n in (view.get("scores") or {}).items() if isinstance(n, int)}
    together = set(scores) == {"left"} and "left" not in (view.get("players") or ())
    if together or isinstance(state.get("stacks"), Mapping):
        showing = state.get("showing") or {}
        piles = {**(state.get("stacks") or {}), **(scores if together else {})}
        return tuple(
            Figure(
                text(plain(str(key)), translate), n, key=plain(str(key)), demand=_demand(showing.get(key), translate)
            )
            for key, n in piles.items()
            if isinstance(n, int)
        )
    best = max(scores.values(), default=0)
    numbers = state.get("numbers") or {}
    return tuple(
        Figure(
            label=Text(plain(name), plain(name), plain(name)),
            value=n,
            numbers=tuple(numbers.get(name) or ()),
            leads=n == best and best > min(scores.values()),
            turn=state.get("turn") == name,
        )
        for name, n in scores.items()
    )


def _demand(command: object, translate: Translate) -> Text | None:
    return text(command, translate) if isinstance(command, str) and command in TEXTS else None


def _facts(view: View, state: View, translate: Translate) -> Iterable[Fact]:
    together = set(view.get("scores") or ()) == {"left"}
    for key in _FACTS:
        value = state.get(key)
        value = len(value) if isinstance(value, list) else value
        if isinstance(value, int) and not (key == "left" and together):
            yield Fact(key, text(key, translate), str(value))


def _link(link: View, translate: Translate) -> LinkShown:
    phase = str(link.get("phase", ""))
    key = _LINK_STATES.get(phase, phase)
    return LinkShown(
        source=plain(str(link.get("source", ""))),
        up=phase == "connected",
        state=text(key if key in TEXTS else "lost", translate),
        sentence=plain(str(link.get("text", ""))),
    )
