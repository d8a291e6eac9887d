"""Further hands on an analogue pad: kept whole everywhere, and told to the referee as touches with times."""

from contextlib import closing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hand_table import BOARD, HandTable
from journal_evening import PADS, begin, write
from touchjudge.adapters.journal_sqlite import SqliteJournal
from touchjudge.adapters.recorded import recorded_edges
from touchjudge.ports import EdgesArrived, PadsFaulty
from touchjudge.timing.debounce import Debounce
from touchjudge.timing.edges import Edge, Pressed, Released, Step, Stepped
from touchjudge.timing.recording import Writing, read_rows

PILE = [
    Edge(0, 1_000, 0b1, 0, Step(0, 1, 20_000)),
    Edge(1, 60_000, 0b1, 0, Step(0, 2, 30_000)),
    Edge(2, 110_000, 0b11),
    Edge(3, 160_000, 0b11, 0, Step(0, 3, 36_000)),
    Edge(4, 400_000, 0b10, 2, Step(0, 0, 900)),
    Edge(5, 500_000, 0b00),
]


# ---- contacts


def test_a_pile_is_one_contact_with_a_step_for_each_further_hand() -> None:
    state, told = Debounce.begin(), []
    for edge in PILE:
        state, events = state.take(edge)
        told += [event for event in events if event.line == 0]
    assert told == [
        Pressed(0, 1_000, 0),
        Stepped(0, 60_000, 1, 2, 30_000),
        Stepped(0, 160_000, 3, 3, 36_000),
        Released(0, 1_000, 0, 400_000, 0, caught_up=True),
    ]


def test_a_hand_on_a_pad_that_nobody_is_told_to_press_tells_nothing() -> None:
    state, _ = Debounce.begin().take(Edge(0, 1_000, 0b1, 0, Step(0, 1, 20_000)))
    state, _ = state.take(Edge(1, 100_000, 0b0, 0, Step(0, 0, 900)))
    # Within the guard of the release it may still be its echo.
    state, events = state.take(Edge(2, 105_000, 0b1, 0, Step(0, 1, 20_000)))
    assert events == ()
    _, events = state.take(Edge(3, 109_000, 0b1, 0, Step(0, 2, 30_000)))
    assert events == ()


# ---- journal and recording

STEPS = st.none() | st.builds(Step, st.integers(0, 15), st.integers(0, 255), st.integers(0, 65_535))


@st.composite
def streams(draw: st.DrawFn) -> list[Edge]:
    """Edges and steps of one boot."""
    at_us, number, found = 0, 0, []
    for levels, step, gap, skipped, lost in draw(
        st.lists(
            st.tuples(st.integers(0, 0xFFFF), STEPS, st.integers(0, 10**6), st.integers(0, 2), st.integers(0, 2)),
            min_size=1,
            max_size=20,
        )
    ):
        at_us, number = at_us + gap, number + skipped
        found.append(Edge(number, at_us, levels, lost, step))
        number += 1
    return found


@given(streams())
def test_a_recording_gives_every_step_back(edges: list[Edge]) -> None:
    writing, rows = Writing(), []
    for each in recorded_edges([(BOARD, edge) for edge in edges], []):
        writing, more = writing.rows(each.row, each.edge)
        rows += more
    assert [each.edge for each in read_rows(rows, BOARD)] == edges


def test_the_journal_gives_every_step_back_and_shows_levels_as_levels(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(write(path)) as journal:
        session = begin(journal)
        journal.commit(session, edges=[(PADS, edge) for edge in PILE])
    with closing(SqliteJournal.read(path)) as reader:
        assert [edge for _, edge in reader.edges(session)] == PILE
        shown = reader._connection.execute("SELECT levels, lost FROM session_edges").fetchall()
    assert shown == [(edge.levels, edge.lost) for edge in PILE]


def test_steps_are_restored_from_a_damaged_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(write(path)) as journal:
        session = begin(journal)
        journal.commit(session, edges=[(PADS, edge) for edge in PILE])
        journal.checkpoint()
    content = bytearray(path.read_bytes())
    content[:4096] = bytes(4096)
    path.write_bytes(content)
    with closing(write(path)) as mended:
        assert mended.damage is not None
        assert [edge for _, edge in mended.edges(session)] == PILE


# ---- at the table


def hands(table: HandTable, *steps: tuple[int, int, int]) -> None:
    """Steps of the analogue pads: time, line, how many hands."""
    for at_us, line, count in steps:
        levels = table.levels.get(BOARD, 0)
        levels = levels | 1 << line if count else levels & ~(1 << line)
        number = table.numbers.get(BOARD, 0)
        table.levels[BOARD], table.numbers[BOARD] = levels, number + 1
        edge = Edge(number, at_us, levels, 0, Step(line, count, 20_000 + 4_000 * count if count else 900))
        table.running.take(EdgesArrived(BOARD, (edge,), table.clock.host_ns()))


FOUR_HANDS = ((1_300_000, 1, 1), (1_342_000, 1, 2), (1_395_000, 1, 3), (1_450_000, 1, 4))


def table_with_a_pile() -> HandTable:
    table = HandTable()
    table.start()
    table.press("reveal", 1_000_000)
    hands(table, *FOUR_HANDS)
    return table


def test_each_hand_of_a_pile_is_a_touch_and_the_pile_that_is_told_gets_their_times() -> None:
    table = table_with_a_pile()
    touches = [line for line in table.told() if line["do"] == "touch"]
    assert [(line["spot"], line["t_us"]) for line in touches] == [("pig", at_us) for at_us, _, _ in FOUR_HANDS]
    assert all("player" not in line and line["by"] == "sensor" for line in touches)
    table.tell(do="card", card="touch:pig")
    answer = table.tell(do="hands", players=["Ana", "Luis", "Ana", "Marta"])
    [named] = [ruling for ruling in answer["rulings"] if ruling["code"] == "hands_named"]
    assert named["effects"]["reaction_us"] == {"Ana": 300_000, "Luis": 342_000, "Marta": 450_000}
    assert "sandwich" in [ruling["code"] for ruling in answer["rulings"]]


def test_a_pile_with_other_hands_than_the_pad_felt_gets_no_times() -> None:
    table = table_with_a_pile()
    table.tell(do="card", card="touch:pig")
    answer = table.tell(do="hands", players=["Ana", "Luis", "Ana"])
    assert "stamps_differ" in [ruling["code"] for ruling in answer["rulings"]]


def test_on_a_symbol_card_further_hands_on_a_target_are_no_further_draw() -> None:
    table = HandTable()
    table.start()
    table.press("reveal", 1_000_000)
    table.tell(do="card", card="symbol:1-2-3")
    hands(table, *FOUR_HANDS[:2])
    assert table.codes()[-2:] == ["touched", "touched_again"]


def test_a_further_hand_answers_no_question_and_counts_for_nothing_without_a_game() -> None:
    table = HandTable()
    hands(table, (1_000_000, 0, 1), (1_100_000, 0, 2), (1_300_000, 0, 0))
    assert table.told() == []
    table.start()
    table.press("reveal", 2_000_000)
    hands(table, (2_300_000, 0, 1))
    table.press("seat1", 2_400_000)
    table.press("ok", 2_600_000)
    [question] = [view["question"] for view in table.views[-1:]]
    assert question["code"] == "which_card"
    told = len(table.told())
    hands(table, (2_700_000, 0, 2))
    assert table.views[-1]["question"]["code"] == "which_card"
    assert [line["do"] for line in table.told()[told:]] in ([], ["touch"])


def test_times_of_an_analogue_pad_are_half_a_millisecond_unsure() -> None:
    table = table_with_a_pile()
    assert {line["bound_us"] for line in table.told() if line["do"] == "touch"} == {500}
    table.press("seat1", 1_600_000)
    assert "bound_us" not in table.told()[-1]


def test_after_a_power_cut_nothing_of_a_pile_is_lost_or_told_twice() -> None:
    table = table_with_a_pile()
    again = table.after_a_power_cut()
    assert again.told() == table.told()
    hands(again, (1_520_000, 1, 5), (2_500_000, 1, 0))
    touches = [line["t_us"] for line in again.told() if line["do"] == "touch"]
    assert touches == [*(at_us for at_us, _, _ in FOUR_HANDS), 1_520_000]


# ---- pads that are broken


def test_br021_dead_stuck_and_floating_pads_are_named_by_their_target_until_they_are_well() -> None:
    table = HandTable()
    table.start()
    table.running.take(PadsFaulty(BOARD, ((0, "dead"), (1, "stuck"), (2, "floating"))))
    dead, stuck, floating = table.views[-1]["warnings"]
    assert dead.startswith("Pad mushroom: it feels nothing.")
    assert stuck.startswith("Pad pig: it has been pressed for minutes.")
    assert floating.startswith("Pad chimney sweep: only noise")
    table.running.take(PadsFaulty(BOARD, ((1, "stuck"),)))
    assert table.views[-1]["warnings"] == [stuck]
    table.running.take(PadsFaulty(BOARD, ()))
    assert table.views[-1]["warnings"] == []


def test_a_broken_pad_is_named_by_its_place_while_there_is_no_game() -> None:
    table = HandTable()
    table.running.take(PadsFaulty(BOARD, ((2, "dead"),)))
    assert table.views[-1]["warnings"][0].startswith("Pad target3: ")
