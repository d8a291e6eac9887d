"""What the lights at the seats say: who is in, whose turn it is, who is asked, who was right and who was wrong.

In: the view. Out: a pattern for each seat. While hands fly only a claim that was heard is shown, so that nothing draws
the eye.
"""

from collections.abc import Mapping
from typing import Any

from touchjudge.screens.scenes import changes

SEATS = range(1, 9)


def lights(view: Mapping[str, Any]) -> dict[int, str]:
    """Seat, counted from 1 → ``off``, ``on``, ``blink`` or ``pulse``.

    >>> lights({"phase": "setup", "seats": {"seat2": "Ana"}})[2]
    'on'
    """
    of_name = {name: int(place.removeprefix("seat")) for place, name in (view.get("seats") or {}).items()}
    shown = _buttons(view) if view.get("question") else _names(view)
    return {seat: _pattern(seat, shown, of_name) for seat in SEATS}


def _pattern(seat: int, shown: Mapping[str | int, str], of_name: Mapping[str, int]) -> str:
    named = [pattern for name, pattern in shown.items() if name == seat or of_name.get(str(name)) == seat]
    return named[0] if named else "off"


def _buttons(view: Mapping[str, Any]) -> dict[str | int, str]:
    """The seats whose button answers the question."""
    pressed = [str(option.get("button") or "") for option in view["question"].get("options") or ()]
    return {int(place.removeprefix("seat")): "blink" for place in pressed if place.startswith("seat")}


def _names(view: Mapping[str, Any]) -> dict[str | int, str]:
    state = view.get("state") or {}
    match view.get("phase"):
        case "setup":
            return dict.fromkeys((view.get("seats") or {}).values(), "on")
        case "paused":
            return dict.fromkeys(view.get("players") or (), "pulse")
        case "over":
            return dict.fromkeys((view.get("result") or {}).get("winners") or (), "pulse")
    if state.get("phase") == "react":
        return {claim["player"]: "on" for claim in state.get("claims") or ()}
    settled = changes(view)
    if settled:
        return {name: "on" if change > 0 else "blink" for name, change in settled.items() if change}
    if isinstance(state.get("turn"), str):
        return {state["turn"]: "on"}
    first = next((touch["player"] for touch in view.get("touches") or () if touch.get("player")), None)
    return {} if first is None else {first: "on"}
