"""What debounce makes of edges: one contact for one touch, stamped with its first edge, whatever the switch does."""

from collections.abc import Iterable

import pytest

from touchjudge.errors import ConfigError
from touchjudge.timing.debounce import Debounce, contacts
from touchjudge.timing.edges import Chattering, ContactEvent, Edge, Pressed, Released
from touchjudge.timing.settle import Settle

MS = 1_000


def edges_at(*times_us: int, line: int = 0, first: int = 0, down: bool = False) -> list[Edge]:
    """One line that changes its level at each of these times."""
    edges = []
    for number, at_us in enumerate(times_us, first):
        down = not down
        edges.append(Edge(number, at_us, int(down) << line))
    return edges


def kinds(events: Iterable[ContactEvent]) -> str:
    letters = {Pressed: "P", Released: "R", Chattering: "c"}
    return "".join(letters[type(event)] for event in events)


def pulses(*pairs: tuple[int, int]) -> list[int]:
    """(start, width) of pulses as the times of their edges."""
    return [at for start, width in pairs for at in (start, start + width)]


def test_first_edge_is_told_at_once_and_is_the_stamp() -> None:
    state, events = Debounce.begin().take(Edge(0, 1_234_567, 0b100))
    assert events == (Pressed(line=2, began_us=1_234_567, number=0),)
    assert state.down == 0b100


def test_bounce_of_press_and_release_makes_one_contact_and_is_counted() -> None:
    edges = edges_at(0, 300, 500, 900, 1_000, 200 * MS, 200_100, 200_300)
    assert contacts(edges, until_us=400 * MS) == [
        Pressed(0, 0, 0),
        Released(0, 0, 0, ended_us=200 * MS, bounces=4),
    ]


def test_lines_do_not_guard_each_other() -> None:
    edges = [Edge(0, 1_000, 0b01), Edge(1, 1_001, 0b11), Edge(2, 1_002, 0b10), Edge(3, 1_003, 0b11)]
    assert contacts(edges) == [Pressed(0, 1_000, 0), Pressed(1, 1_001, 1)]


def test_simultaneous_changes_of_two_lines_share_stamp_and_number() -> None:
    assert contacts([Edge(0, 50, 0b11)]) == [Pressed(0, 50, 0), Pressed(1, 50, 0)]


def test_slap_shorter_than_the_guard_is_released_with_the_time_of_its_real_release() -> None:
    assert contacts(edges_at(0, 100, 200, 9_000, 9_100, 9_150), until_us=60 * MS) == [
        Pressed(0, 0, 0),
        Released(0, 0, 0, ended_us=9_000, bounces=4),
    ]


def test_contact_of_one_microsecond_counts_once() -> None:
    assert contacts(edges_at(10, 11), until_us=60 * MS) == [Pressed(0, 10, 0), Released(0, 10, 0, 11, 0)]


def test_second_press_inside_the_guard_of_the_release_is_stamped_with_its_first_edge() -> None:
    # Released at 100 ms with 1 ms of bounce, down again at 112 ms with 1 ms of bounce.
    edges = edges_at(0, 100 * MS, 100_400, 101 * MS, 112 * MS, 112_300, 113 * MS, 300 * MS)
    assert contacts(edges, until_us=400 * MS) == [
        Pressed(0, 0, 0),
        Released(0, 0, 0, 100 * MS, 0),
        Pressed(0, 112 * MS, 4),
        Released(0, 112 * MS, 4, 300 * MS, 2),
    ]


def test_guard_that_ends_at_the_very_time_of_an_edge_has_ended() -> None:
    settle = Settle(settle_us=1_000)
    assert kinds(contacts(edges_at(0, 1_000), settle)) == "PR"
    assert kinds(contacts(edges_at(0, 999), settle)) == "P"


def test_edges_of_other_lines_let_time_pass_in_the_order_in_which_things_fell_due() -> None:
    edges = [
        Edge(0, 0, 0b001),
        Edge(1, 1 * MS, 0b011),
        Edge(2, 2 * MS, 0b010),  # line 0 up again, due at 27 ms
        Edge(3, 3 * MS, 0b000),  # line 1 up again, due at 28 ms
        Edge(4, 90 * MS, 0b100),
    ]
    told = contacts(edges)
    assert [(type(e), e.line) for e in told] == [
        (Pressed, 0),
        (Pressed, 1),
        (Released, 0),
        (Released, 1),
        (Pressed, 2),
    ]


def test_device_time_that_steps_back_is_taken_for_the_newest_time() -> None:
    assert contacts([Edge(0, 500, 1), Edge(1, 400, 0b11)]) == [Pressed(0, 500, 0), Pressed(1, 500, 1)]


def test_repeated_edge_changes_nothing() -> None:
    state, _ = Debounce.begin().take(Edge(0, 500, 1))
    assert state.take(Edge(0, 500, 1)) == (state, ())


# A level that changed unseen


def test_level_that_changed_unseen_is_told_when_a_second_read_confirms_it() -> None:
    state, _ = Debounce.begin().take(Edge(0, 1_000, 0b1))
    state, first = state.read(250 * MS, 0b0, 1)
    assert first == ()
    state, second = state.read(500 * MS, 0b0, 1)
    assert second == (Released(0, 1_000, 0, ended_us=250 * MS, bounces=0, caught_up=True),)
    assert state.down == 0


def test_press_that_nobody_saw_is_told_as_caught_up() -> None:
    state, _ = Debounce.begin().read(250 * MS, 0b1000, 0)
    _, events = state.read(500 * MS, 0b1000, 0)
    assert events == (Pressed(3, 250 * MS, 0, caught_up=True),)


def test_edge_between_the_look_and_the_count_of_a_beat_is_not_told_twice() -> None:
    state, _ = Debounce.begin().read(250 * MS, 0b1, 0)
    state, events = state.take(Edge(0, 249_999, 0b1))
    assert events == (Pressed(0, 249_999, 0),)
    state, events = state.read(500 * MS, 0b1, 1)
    state, more = state.read(750 * MS, 0b1, 1)
    assert events == more == ()


def test_level_read_that_is_ahead_of_missing_edges_waits_for_them() -> None:
    state, _ = Debounce.begin().read(250 * MS, 0b1, 1)
    state = state.take(Edge(0, 100 * MS, 0b1))[0]
    state, events = state.read(500 * MS, 0b1, 3)
    state, more = state.read(750 * MS, 0b1, 3)
    assert events == more == ()


def test_two_reads_move_time_on_so_that_a_short_slap_is_released() -> None:
    state = Debounce.begin().take(Edge(0, 1_000, 1))[0].take(Edge(1, 9_000, 0))[0]
    state, events = state.read(250 * MS, 0, 2)
    assert events == ()
    _, events = state.read(500 * MS, 0, 2)
    assert events == (Released(0, 1_000, 0, 9_000, 0),)


def test_change_shown_by_an_edge_after_lost_edges_is_marked() -> None:
    assert contacts([Edge(0, 10, 0b1, lost=3)]) == [Pressed(0, 10, 0, caught_up=True)]


def test_change_shown_by_the_first_edge_after_a_hole_in_the_numbers_is_marked() -> None:
    assert contacts([Edge(40, 10, 0b1)]) == [Pressed(0, 10, 40, caught_up=True)]


def test_line_of_which_only_the_first_edges_were_kept_ends_in_its_true_level() -> None:
    edges = edges_at(*range(0, 16 * 50, 50))  # sixteen edges, last one up, the rest lost; the pad is down
    state = Debounce.begin()
    for edge in edges:
        state, _ = state.take(edge)
    state, _ = state.read(250 * MS, 1, 16)
    state, events = state.read(500 * MS, 1, 16)
    assert state.down == 1
    assert kinds(events) in {"", "RP"}


# Glitches


@pytest.mark.parametrize("width_ms", range(1, 11))
def test_br004_glitch_shorter_than_the_limit_produces_nothing_and_a_longer_one_two_events(width_ms: int) -> None:
    noise = pulses(*((start * MS, width_ms * MS) for start in range(200, 1_200, 200)))
    held = edges_at(0, *noise)
    strict = Settle(glitch_us=12 * MS)
    assert kinds(contacts(held, strict, until_us=1_150 * MS)) == "P"
    below = Settle(glitch_us=width_ms * MS - 500, settle_us=25 * MS)
    assert kinds(contacts(held, below, until_us=1_150 * MS)) == "P" + "RP" * 5


def test_glitch_rejection_keeps_the_first_edge_of_a_real_press_as_its_stamp() -> None:
    settle = Settle(glitch_us=2 * MS)
    told = contacts(edges_at(1_000, 1_300, 1_500, 1_700, 1_900, 90 * MS), settle, until_us=200 * MS)
    assert told == [Pressed(0, 1_000, 0), Released(0, 1_000, 0, 90 * MS, 4)]


def test_pulse_long_before_a_press_is_not_taken_for_its_first_edge() -> None:
    settle = Settle(glitch_us=2 * MS)
    assert contacts(edges_at(0, 500, 10 * MS), settle, until_us=60 * MS) == [Pressed(0, 10 * MS, 2)]


# Chatter and quick hands


def test_br013_release_chatter_of_6_to_16_ms_is_one_release_and_is_reported() -> None:
    chatter = pulses((510 * MS, 6 * MS), (530 * MS, 8 * MS), (550 * MS, 12 * MS), (575 * MS, 16 * MS))
    told = contacts(edges_at(0, 500 * MS, *chatter), until_us=900 * MS)
    assert [e for e in told if isinstance(e, (Pressed, Released))] == [
        Pressed(0, 0, 0),
        Released(0, 0, 0, 500 * MS, 0),
    ]
    assert kinds(told) == "PRc"


def test_br013_one_line_may_have_its_own_settle_time() -> None:
    both = [Edge(0, 0, 0b11), Edge(1, 10 * MS, 0), Edge(2, 12 * MS, 0b11)]
    told = contacts(both, Settle(), {1: Settle(settle_us=1_000)}, until_us=90 * MS)
    assert kinds(e for e in told if e.line == 0) == "P"
    assert kinds(e for e in told if e.line == 1) == "PRP"


def test_br019_two_presses_80_ms_apart_are_two() -> None:
    for hold_ms in range(1, 79):
        told = contacts(edges_at(0, hold_ms * MS, 80 * MS, (80 + hold_ms) * MS), until_us=400 * MS)
        presses = [e.began_us for e in told if isinstance(e, Pressed)]
        assert presses == [0, 80 * MS], hold_ms


def test_br018_switch_that_chatters_for_a_second_counts_once_and_is_reported_once() -> None:
    told = contacts(edges_at(*range(5, 970 * MS, 1_501)), until_us=1_200 * MS)
    assert kinds(told).replace("c", "") in {"P", "PR"}
    assert told[0] == Pressed(0, 5, 0)
    assert [type(e) for e in told].count(Chattering) == 1


def test_healthy_short_slap_is_not_reported_as_chattering() -> None:
    slap = [*range(0, 2_000, 100), *range(18_000, 20_000, 100)]
    assert "c" not in kinds(contacts(edges_at(*slap), until_us=90 * MS))


def test_figures_of_a_line_count_presses_bounces_and_chatter() -> None:
    state = Debounce.begin()
    for edge in edges_at(0, 100, 300, 90 * MS, 200 * MS):
        state, _ = state.take(edge)
    line = state.lines[0]
    assert (line.presses, line.all_bounces, line.chatterings, line.worst_unrest_us) == (2, 2, 0, 100)


# Settings


def test_br006_settle_times_below_a_millisecond_are_in_force_as_given() -> None:
    assert Settle.from_ms(settle_ms=0.9).settle_us == 900
    assert Settle.from_ms(settle_ms=1.5).settle_us == 1_500
    assert kinds(contacts(edges_at(0, 950), Settle.from_ms(settle_ms=0.9))) == "PR"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"settle_us": 0}, "100 to 500000"),
        ({"settle_us": 99}, "100 to 500000"),
        ({"settle_us": 500_001}, "100 to 500000"),
        ({"settle_us": 0.9}, "whole microseconds"),
        ({"settle_us": True}, "whole microseconds"),
        ({"glitch_us": 9}, "0 (off) or 10 to"),
        ({"glitch_us": -1}, "0 (off) or 10 to"),
        ({"glitch_us": 0.0}, "0 (off) or 10 to"),
        ({"glitch_us": 30_000}, "must not be above settle_us (25000)"),
        ({"chatter_us": 999}, "1000 to 1000000"),
    ],
)
def test_br006_setting_out_of_range_is_refused_with_the_range(wrong: dict[str, int], said: str) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))) as refused:
        Settle(**wrong)
    assert said in str(refused.value)


@pytest.mark.parametrize("ms", [0.0004, "0.00049", "soon", float("nan"), float("inf"), True, "-0.0001"])
def test_br006_milliseconds_are_never_rounded(ms: float | str) -> None:
    with pytest.raises(ConfigError, match="settle_ms"):
        Settle.from_ms(settle_ms=ms)


def test_settle_time_for_a_line_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigError, match="lines 0 to 15"):
        Debounce.begin(Settle(), {16: Settle()})
