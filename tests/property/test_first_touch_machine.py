"""first_touch, told anything in any order: replay is live, what is refused changes nothing, a state can be put back."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hand_table import empty_session
from touchjudge.rules.first_touch import GAME

PLAYERS = ("Ana", "Luis", "Marta")
player = st.sampled_from(PLAYERS)
time_us = st.integers(0, 5_000_000)
lines = st.lists(
    st.one_of(
        st.fixed_dictionaries({"do": st.sampled_from(("arm", "settle", "undo", "end", "pause", "resume"))}),
        st.fixed_dictionaries({"do": st.just("go")}, optional={"t_us": time_us}),
        st.fixed_dictionaries(
            {"do": st.just("touch"), "player": player}, optional={"t_us": time_us, "bound_us": st.integers(0, 900)}
        ),
        st.fixed_dictionaries(
            {"do": st.just("award"), "player": st.one_of(st.none(), player)}, optional={"points": st.integers(-3, 3)}
        ),
    ),
    max_size=40,
)
options = st.fixed_dictionaries(
    {},
    optional={
        "signal": st.sampled_from(("button", "random", "none")),
        "false_start": st.sampled_from(("none", "loses_point", "sits_out")),
        "points_to_win": st.sampled_from((0, 2)),
        "auto_point": st.booleans(),
    },
)


@given(lines, options)
def test_whatever_is_told_the_game_holds_together(told: list[dict[str, Any]], chosen: dict[str, Any]) -> None:
    start = {"do": "start", "game": "first_touch", "players": list(PLAYERS), "options": chosen}
    session, again = empty_session(), empty_session()
    session.tell(start)
    for line in told:
        before = session.now.state
        answer = session.tell(line)
        assert answer.error is None
        state = session.now.state
        if line["do"] != "undo" and any(r.verdict == "foul" and not r.stands for r in answer.rulings):
            assert state == before
        assert set(state.scores) == set(PLAYERS)
        assert GAME.put(state, GAME.view(state))[0] == state
        if GAME.result(state) is None:
            for legal in GAME.legal(state):
                assert all(r.verdict != "foul" for r in GAME.judge(state, legal)[1])
    for entry in session.entries:
        again.tell(entry.told)
    assert again.now.state == session.now.state
    assert [e.answer for e in again.entries] == [e.answer for e in session.entries]
