"""Whatever the way does to the lines, edges come once and in order; and everything that was done to them is counted."""

import random
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

import tjwire
from touchjudge.link.events import EdgesRead, Greeted
from touchjudge.link.machine import BoardLink
from touchjudge.ports import Board
from touchjudge.testing import FakeBoard
from touchjudge.timing.edges import Edge

MS = 1_000_000


@dataclass
class Table:
    """A board, a bad way and a link in virtual time; the journal commits what the link hands on."""

    chance: random.Random
    board: FakeBoard = field(default_factory=FakeBoard)
    now_ns: int = 0
    journal: dict[Board, list[Edge]] = field(default_factory=dict)
    put: dict[Board, list[tuple[int, int]]] = field(default_factory=dict)
    refuse: float = 0.0

    def __post_init__(self) -> None:
        self.link = self._new_link()
        self.link.opened(self.now_ns)

    def _new_link(self) -> BoardLink:
        have = {board: len(edges) for board, edges in self.journal.items()}
        return BoardLink(chance=self.chance.random, have=have)

    @property
    def now_us(self) -> int:
        return self.now_ns // 1000

    @property
    def boot(self) -> Board:
        return Board(self.board.chip_id, self.board.boot_id)

    def edges(self, count: int) -> None:
        for _ in range(count):
            self.now_ns += 20_000
            levels = self.chance.randrange(1 << 16)
            self.board.edge(self.now_us, levels)
            self.put.setdefault(self.boot, []).append((self.now_us, levels))

    def turn(self, worsen: "Worsen | None" = None) -> None:
        """20 ms pass; what was said in them arrives."""
        self.now_ns += 20 * MS
        said = self.link.say(self.now_ns)
        self.board.hear(said if worsen is None else worsen.bytes_of(said), now_us=self.now_us)
        heard = self.board.say(now_us=self.now_us)
        self.take(heard if worsen is None else worsen.bytes_of(heard))

    def take(self, heard: bytes) -> None:
        refused = False
        for event in self.link.feed(heard, self.now_ns):
            match event:
                case Greeted():
                    assert event.missed == 0
                case EdgesRead() if not refused:
                    if self.chance.random() < self.refuse:
                        refused = True
                        self.link.not_taken(event, self.now_ns)
                        continue
                    kept = self.journal.setdefault(event.board, [])
                    kept += event.edges
                    self.link.acknowledge(event.board, len(kept))
        self.link.tick(self.now_ns)

    def reconnect(self, *, cut_to: int | None = None) -> None:
        """The cable is pulled and put back; what was on its way is lost or cut in the middle of a line."""
        heard = self.board.say(now_us=self.now_us)
        self.take(heard[:cut_to] if cut_to is not None else b"")
        self.link.closed()
        self.now_ns += 50 * MS
        self.link.opened(self.now_ns)

    def host_restarts(self) -> None:
        """What was handed on and not committed is not there; here all of it was."""
        self.link = self._new_link()
        self.link.opened(self.now_ns)

    def settle(self) -> None:
        for _ in range(400):
            self.turn()
            if len(self.journal.get(self.boot, [])) == len(self.put.get(self.boot, [])) == self.board.oldest:
                return
        raise AssertionError("edges are still missing after 8 s on a good way")

    def check(self) -> None:
        for board, put in self.put.items():
            kept = self.journal.get(board, [])
            assert [edge.number for edge in kept] == list(range(len(kept)))
            assert [(edge.device_us, edge.levels) for edge in kept] == put[: len(kept)]
            assert [edge.lost for edge in kept] == [0] * len(kept)


@dataclass
class Worsen:
    """Drops, doubles, swaps and damages whole lines, each with its own probability, and counts what it did."""

    chance: random.Random
    drop: float = 0.0
    double: float = 0.0
    swap: float = 0.0
    flip: float = 0.0
    dropped: int = 0
    doubled: int = 0
    swapped: int = 0
    flipped: int = 0

    def bytes_of(self, data: bytes) -> bytes:
        lines: list[bytes] = []
        swap_next = False
        for line in data.splitlines(keepends=True):
            if self.chance.random() < self.drop:
                self.dropped += 1
                continue
            damaged = self.chance.random() < self.flip
            if damaged:
                self.flipped += 1
                line = self._flipped(line)
            lines.append(line)
            if swap_next:
                lines[-2:] = reversed(lines[-2:])
                self.swapped += 1
            swap_next = self.chance.random() < self.swap
            if self.chance.random() < self.double:
                self.doubled += 1
                self.flipped += damaged
                lines.append(line)
        return b"".join(lines)

    def _flipped(self, line: bytes) -> bytes:
        """One bit of the line's inside, such that it stays one line: no mark, no line end."""
        while True:
            at, bit = self.chance.randrange(1, len(line) - 1), 1 << self.chance.randrange(8)
            byte = line[at] ^ bit
            if byte not in b"!\r\n":
                return line[:at] + bytes([byte]) + line[at + 1 :]


rates = st.floats(0, 0.3)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), rates, rates, rates, rates, st.lists(st.integers(0, 60), min_size=1, max_size=12))
def test_any_loss_doubling_swap_and_damage_gives_each_edge_once_and_in_order(
    seed: int, drop: float, double: float, swap: float, flip: float, bursts: list[int]
) -> None:
    table = Table(random.Random(seed))
    worsen = Worsen(random.Random(seed + 1), drop, double, swap, flip)
    for burst in bursts:
        table.edges(burst)
        table.turn(worsen)
    table.check()
    table.settle()
    table.check()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("edges"), st.integers(1, 100)),
        st.tuples(st.just("turns"), st.integers(1, 12)),
        st.tuples(st.just("reconnect"), st.integers(0, 600)),
        st.tuples(st.just("host restarts"), st.just(0)),
        st.tuples(st.just("power cut"), st.just(0)),
    ),
    max_size=25,
)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32), STEPS, st.sampled_from([0.0, 0.3]))
def test_any_pattern_of_cuts_restarts_and_full_queues_gives_each_edge_once_and_in_order(
    seed: int, steps: list[tuple[str, int]], refuse: float
) -> None:
    table = Table(random.Random(seed), refuse=refuse)
    worsen = Worsen(random.Random(seed), drop=0.02, double=0.02, swap=0.02, flip=0.02)
    for step, size in steps:
        match step:
            case "edges":
                table.edges(size)
            case "turns":
                for _ in range(size):
                    table.turn(worsen)
            case "reconnect":
                table.reconnect(cut_to=size)
            case "host restarts":
                table.host_restarts()
            case "power cut":
                table.board.reboot()
        table.check()
    table.refuse = 0.0
    table.settle()
    table.check()


def test_br058_one_percent_each_of_loss_doubling_swap_and_damage_is_counted_to_the_line() -> None:
    table = Table(random.Random(58))
    worsen = Worsen(random.Random(85), drop=0.01, double=0.01, swap=0.01, flip=0.01)
    lines_said = 0
    for _ in range(1_500):
        table.edges(30)
        table.now_ns += 20 * MS
        table.board.hear(table.link.say(table.now_ns), now_us=table.now_us)
        said = table.board.say(now_us=table.now_us)
        lines_said += said.count(b"\n")
        table.take(worsen.bytes_of(said))
    arrived = lines_said - worsen.dropped + worsen.doubled
    assert min(worsen.dropped, worsen.doubled, worsen.swapped, worsen.flipped) > 30
    assert table.link.figures["lines_rejected"] == worsen.flipped
    assert table.link.heard == arrived - worsen.flipped
    table.settle()
    table.check()
    assert len(table.journal[table.boot]) == 45_000


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_no_bytes_whatever_raise_or_give_an_edge(pieces: list[bytes]) -> None:
    link = BoardLink(chance=lambda: 0.5)
    link.opened(0)
    for count, piece in enumerate(pieces):
        assert not [event for event in link.feed(piece, count * MS) if isinstance(event, EdgesRead)]
        link.tick(count * MS)


kinds = st.sampled_from([line for line in tjwire.LINES if line.SENDER == tjwire.BOARD])


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.lists(kinds, max_size=40))
def test_lines_that_are_right_but_senseless_never_raise_and_edges_stay_in_order(
    seed: int, lines: list[type[tjwire.Line]]
) -> None:
    chance = random.Random(seed)
    link = BoardLink(chance=chance.random)
    link.opened(0)
    table = FakeBoard()
    link.feed(table.say(now_us=1), 0)
    numbers: list[int] = []
    for count, kind in enumerate(lines):
        values: list[object] = []
        size = chance.randint(1, 12)
        for each in kind.FIELDS:
            match each.form:
                case "word":
                    values.append(chance.choice(["a", "b"]))
                case "16 digits":
                    values.append(chance.choice(["0" * 16, table.boot_id]))
                case form if form.startswith("number"):
                    values.append(chance.choice([0, 1, 2, 5, 1 << 15]))
                case _:
                    values.append(tuple(chance.randrange(1 << 32) for _ in range(size)))
        events = link.feed(tjwire.encode(kind(*values)), count * MS)
        link.say(count * MS)
        link.tick(count * MS)
        for event in events:
            match event:
                case Greeted():
                    numbers = [] if event.new_boot or event.missed else numbers
                case EdgesRead():
                    numbers += [edge.number for edge in event.edges]
                    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
