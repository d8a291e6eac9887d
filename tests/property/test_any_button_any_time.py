"""BR085: any button in any state. Nothing crashes, 63 cards stay 63, and a power cut at any moment changes nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hand_table import NUMBERS, HandTable
from touchjudge.session.places import DEFAULT_PLACES

press = st.tuples(st.just("press"), st.sampled_from(DEFAULT_PLACES), st.sampled_from((0, 60_000, 120_000, 1_700_000)))
let_go = st.tuples(st.just("let go"), st.sampled_from(DEFAULT_PLACES), st.just(0))
wait = st.tuples(st.just("wait"), st.just(""), st.sampled_from((300, 4_000)))
card = st.tuples(
    st.just("card"), st.sampled_from(("symbol:4-8-2", "symbol:1-1-3", "touch:pig", "touch:sweep", "unseen")), st.just(0)
)
line = st.tuples(st.just("line"), st.sampled_from(("undo", "pause", "resume", "end", "settle")), st.just(0))
answer = st.tuples(st.just("answer"), st.just(""), st.integers(0, 5))
doing = st.lists(st.one_of(press, press, press, let_go, wait, card, line, answer), max_size=40)


def do(table: HandTable, kind: str, what: str, number: int, now_us: int) -> None:
    match kind:
        case "press":
            table.press(what, now_us, hold_us=number)
        case "let go":
            table.edge(what, False, now_us)
        case "wait":
            table.wait_ms(number)
        case "card":
            table.tell(do="card", card=what)
        case "line":
            table.tell(do=what)
        case "answer" if table.views and table.views[-1]["question"] is not None:
            options = table.views[-1]["question"]["options"]
            for told in options[number % len(options)]["lines"]:
                table.tell(**told)


@given(doing, st.booleans(), st.integers(0, 40))
@settings(max_examples=60)
def test_any_button_in_any_state_and_a_power_cut_at_any_moment(
    steps: list[tuple[str, str, int]], home: bool, cut_at: int
) -> None:
    table = HandTable()
    table.start(options={"home": home})
    now_us = 1_000_000
    for i, (kind, what, number) in enumerate(steps):
        now_us += 2_000_000
        do(table, kind, what, number, now_us)
        state = table.state if table.views else None
        if state is not None and table.views[-1]["phase"] != "setup":
            lying = 1 if state["revealed"] is not None else 0
            assert state["deck"] + state["jackpot"] + sum(state["cards"].values()) + lying == 63
            assert set(state["cards"]) == set(NUMBERS)
        if i == cut_at and table.views:
            before = table.views[-1]
            table = table.after_a_power_cut()
            if before["phase"] != "setup":
                after = table.views[-1]
                assert after["state"] == before["state"]
                assert after["question"] == before["question"]
                assert after["touches"] == before["touches"]
