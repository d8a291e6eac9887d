"""Whatever a switch does and however its edges arrive, contacts alternate and are the same."""

from hypothesis import given
from hypothesis import strategies as st

from touchjudge.timing.debounce import Debounce, contacts
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released
from touchjudge.timing.settle import Settle

settles = st.builds(
    lambda settle_us, glitch: Settle(settle_us=settle_us, glitch_us=0 if glitch is None else min(glitch, settle_us)),
    st.integers(100, 60_000),
    st.none() | st.integers(10, 20_000),
)
gaps_us = st.integers(0, 200) | st.integers(0, 30_000) | st.integers(0, 400_000)
streams = st.lists(st.tuples(gaps_us, st.integers(1, 15)), max_size=60)


def edges_of(stream: list[tuple[int, int]]) -> list[Edge]:
    at_us, levels, edges = 0, 0, []
    for number, (gap_us, toggled) in enumerate(stream):
        at_us += gap_us
        levels ^= toggled
        edges.append(Edge(number, at_us, levels))
    return edges


def end_us(edges: list[Edge]) -> int:
    return (edges[-1].device_us if edges else 0) + 1_000_000


@given(streams, settles)
def test_presses_and_releases_of_a_line_alternate_and_end_in_its_true_level(
    stream: list[tuple[int, int]], settle: Settle
) -> None:
    edges = edges_of(stream)
    told = contacts(edges, settle, until_us=end_us(edges))
    for line in range(4):
        mine = [e for e in told if e.line == line and not isinstance(e, Chattering)]
        assert [type(e) for e in mine] == [Pressed if n % 2 == 0 else Released for n in range(len(mine))]
        times = [e.began_us if isinstance(e, Pressed) else e.ended_us for e in mine]
        assert times == sorted(times)
        for press, release in zip(mine[0::2], mine[1::2], strict=False):
            assert isinstance(release, Released)
            assert release.bounces >= 0
            assert (release.began_us, release.number) == (press.began_us, press.number)
        down = bool(edges[-1].levels >> line & 1) if edges else False
        assert len(mine) % 2 == int(down)


@given(streams, settles)
def test_every_stamp_is_the_time_of_an_edge_that_changed_the_line_to_that_level(
    stream: list[tuple[int, int]], settle: Settle
) -> None:
    edges = edges_of(stream)
    levels = [0, *(edge.levels for edge in edges)]
    changed = {
        (line, edge.device_us, bool(edge.levels >> line & 1))
        for before, edge in zip(levels, edges, strict=False)
        for line in range(4)
        if (before ^ edge.levels) >> line & 1
    }
    for event in contacts(edges, settle, until_us=end_us(edges)):
        match event:
            case Pressed():
                assert (event.line, event.began_us, True) in changed
            case Released():
                assert (event.line, event.ended_us, False) in changed


@given(streams, settles, st.data())
def test_time_that_passes_with_beats_in_between_changes_no_contact(
    stream: list[tuple[int, int]], settle: Settle, data: st.DataObject
) -> None:
    edges = edges_of(stream)
    plain = contacts(edges, settle, until_us=end_us(edges))
    state = Debounce.begin(settle)
    told: list[ContactEvent] = []
    for edge, following in zip(edges, [*edges[1:], Edge(len(edges), end_us(edges), 0)], strict=False):
        state, events = state.take(edge)
        told += events
        pause_us = following.device_us - edge.device_us
        for at in sorted(data.draw(st.lists(st.integers(0, pause_us), max_size=3))):
            state, events = state.read(edge.device_us + at, edge.levels, edge.number + 1)
            told += events
    told += state.let_pass(end_us(edges))[1]
    assert told == plain


@given(streams, settles, st.integers(0, 60))
def test_state_kept_from_the_middle_goes_on_to_the_same_contacts(
    stream: list[tuple[int, int]], settle: Settle, cut: int
) -> None:
    edges = edges_of(stream)
    state = Debounce.begin(settle)
    told: list[ContactEvent] = []
    for edge in edges[:cut]:
        state, events = state.take(edge)
        told += events
    kept = state
    for edge in edges:  # the other branch of time leaves the kept state as it is
        state, _ = state.take(edge)
    for edge in edges[max(0, cut - 5) :]:  # repeats are dropped
        kept, events = kept.take(edge)
        told += events
    assert told + list(kept.let_pass(end_us(edges))[1]) == contacts(edges, settle, until_us=end_us(edges))
