"""Guessing the PIN: 10,000 guesses do not find it, and nobody who is at the table waits for a neighbour's."""

from collections.abc import Iterator

import pytest

from lan_door import NEIGHBOUR, PHONE, PIN, TOKEN, Clock, OpenTable, come_in, run, status_of_guess, tell
from touchjudge.adapters.web.attempts import (
    FREE_TRIES,
    LONGEST_WAIT_S,
    MOST_ADDRESSES,
    WRONG_AT_ONCE,
    WRONG_EVERY_S,
    Attempts,
)
from touchjudge.adapters.web.refused import Refused


def guesses(first: str = PIN) -> Iterator[str]:
    """10,000 of them; the right one is among them, in the middle and again and again."""
    for n in range(10_000):
        yield first if n >= 5_000 and n % 7 == 0 else f"{n + 500_000:06d}"


def test_ten_thousand_guesses_by_http_do_not_come_in_and_the_table_goes_on() -> None:
    async def steps() -> None:
        table = OpenTable()
        async with table.at(NEIGHBOUR) as neighbour, table.at(PHONE) as phone:
            await come_in(phone)
            statuses = []
            for n, pin in enumerate(guesses()):
                statuses.append(await status_of_guess(table.app, NEIGHBOUR, pin))
                table.clock.pass_s(0.01)
                if n % 1000 == 0:
                    assert (await tell(phone)).status_code == 200
            assert set(statuses) == {403, 429}
            assert statuses.count(403) < 12
            assert (await tell(neighbour)).status_code == 401
        assert len(table.told) == 10

    run(steps())


def judged(clock: Clock, tries: Iterator[tuple[str, str]], *, each_s: float) -> tuple[int, int]:
    """How many of these tries were compared with the PIN, and how many came in."""
    door, compared, inside = clock.door(), 0, 0
    for address, pin in tries:
        try:
            door.enter(address, pin)
            inside += 1
        except Refused as refused:
            compared += refused.status == 403
        clock.pass_s(each_s)
    return compared, inside


def test_guesses_all_evening_from_one_address_are_a_handful() -> None:
    tries = ((NEIGHBOUR, f"{n:06d}") for n in range(100_000, 110_000))
    compared, inside = judged(Clock(), tries, each_s=5.76)  # 16 hours
    assert inside == 0
    assert compared < 80


def test_guesses_all_evening_from_a_thousand_addresses_are_a_thousandth_of_all_pins() -> None:
    tries = ((f"10.0.{n % 1000 // 250}.{n % 250}", f"{n:06d}") for n in range(100_000, 157_600))
    compared, inside = judged(Clock(), tries, each_s=1.0)  # 16 hours
    assert inside == 0
    assert compared <= WRONG_AT_ONCE + 57_600 / WRONG_EVERY_S + 1 < 1100


def test_an_honest_phone_comes_in_while_a_neighbour_guesses() -> None:
    clock = Clock()
    door = clock.door()
    for n in range(10_000):
        with pytest.raises(Refused):
            door.enter(NEIGHBOUR, f"{n + 100_000:06d}")
    assert door.admits(door.enter(PHONE, PIN))
    with pytest.raises(Refused) as refused:
        door.enter(NEIGHBOUR, PIN)  # also the right one has to wait
    assert refused.value.status == 429
    assert 0 < refused.value.facts["wait_s"] <= LONGEST_WAIT_S + 1
    clock.pass_s(refused.value.facts["wait_s"])
    assert door.admits(door.enter(NEIGHBOUR, PIN))


def test_the_code_opens_while_so_many_guess_that_nobody_may_type_a_pin() -> None:
    door = Clock().door()
    for n in range(200):
        with pytest.raises(Refused):
            door.enter(f"10.0.0.{n}", f"{n + 100_000:06d}")
    with pytest.raises(Refused) as refused:
        door.enter(PHONE, PIN)
    assert "scan the code" in str(refused.value)
    assert door.admits(door.enter(PHONE, TOKEN))


def test_who_types_it_wrong_a_few_times_does_not_wait() -> None:
    door = Clock().door()
    for pin in ("058214", "058231", "05821", "085213"):
        with pytest.raises(Refused) as refused:
            door.enter(PHONE, pin)
        assert refused.value.status == 403
    assert door.admits(door.enter(PHONE, PIN))


def test_waits_double_and_end_at_a_quarter_of_an_hour_and_are_forgotten_after_a_quiet_hour() -> None:
    attempts, waits, now_s = Attempts(), [], 0.0
    for _ in range(FREE_TRIES + 10):
        attempts.wrong(NEIGHBOUR, now_s, of_all=False)
        waits.append(attempts.wait_s(NEIGHBOUR, now_s))
        now_s += waits[-1]
    assert waits[: FREE_TRIES + 3] == [0, 0, 0, 0, 5, 10, 20, 40]
    assert waits[-1] == LONGEST_WAIT_S
    now_s += 3601
    attempts.wrong(NEIGHBOUR, now_s)
    assert attempts.wait_s(NEIGHBOUR, now_s) == 0


def test_guesses_from_ever_new_addresses_take_no_memory() -> None:
    attempts = Attempts()
    for n in range(MOST_ADDRESSES + 500):
        attempts.wrong(f"address {n}", float(n))
    assert len(attempts._of) == MOST_ADDRESSES
