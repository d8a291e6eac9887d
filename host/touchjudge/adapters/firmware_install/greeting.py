"""Who is on a port: the firmware, a prompt, or neither; and how the firmware is ended.

In: an open port. Out: what was heard. Nothing here changes a board but :func:`farewell`.
"""

from dataclasses import dataclass

import tjwire
from touchjudge.adapters.firmware_install.prompt import Patience, PromptPort
from touchjudge.errors import LinkError
from touchjudge.link.foreign import ForeignText
from touchjudge.ports import Clock
from touchjudge.timing.clock_map import ClockMap, Exchange

_PINGS = 12
_PAUSE_NS = 83_000_000  # at most 20 lines a second, and never in step with the bus


@dataclass(frozen=True, slots=True)
class Heard:
    """What answered.

    Attributes:
        hello: of the firmware, of whatever version; None where another thing or nothing answered.
        at_prompt: MicroPython's prompt showed itself.
        text: the newest text that was no line of the wire.
    """

    hello: tjwire.Hello | None = None
    at_prompt: bool = False
    text: str = ""


def greet(port: PromptPort, clock: Clock, patience: Patience, *, wait_ns: int | None = None, n: int = 1) -> Heard:
    """Say hi until something answers.

    Args:
        wait_ns: how long; by default as long as a running firmware may take.
        n: the number of the first command.
    """
    decoder, foreign = tjwire.Decoder(), ForeignText()
    text, at_prompt = "", False
    begun_ns = clock.host_ns()
    due_ns = begun_ns
    while clock.host_ns() - begun_ns < (patience.hello_ns if wait_ns is None else wait_ns):
        if clock.host_ns() >= due_ns:
            # A prompt runs what it was told only at this second line end, and then shows itself.
            port.write(tjwire.encode(tjwire.Hi(n)) + b"\r")
            n, due_ns = n + 1, clock.host_ns() + patience.again_ns
        for line in decoder.feed(port.read()):
            if isinstance(line, tjwire.Hello):
                return Heard(line, False, text)
            if isinstance(line, tjwire.Noise) and (told := foreign.line(line.text)) is not None:
                text = told.text
        if foreign.unfinished(decoder.pending_text) is not None:
            at_prompt = True
            break
    return Heard(None, at_prompt, text)


def wait_for_hello(port: PromptPort, clock: Clock, patience: Patience) -> Heard:
    """Wait until a board that was started anew has said hello.

    It greets by itself; it is asked only when that did not come, for what is typed while it starts would still lie
    there when it stands at a prompt.
    """
    decoder, foreign = tjwire.Decoder(), ForeignText()
    text, traceback = "", ""
    begun_ns = heard_ns = clock.host_ns()
    while clock.host_ns() - begun_ns < patience.start_ns:
        data = port.read()
        heard_ns = clock.host_ns() if data else heard_ns
        for line in decoder.feed(data):
            if isinstance(line, tjwire.Hello):
                return Heard(line, False, text)
            if isinstance(line, tjwire.Noise) and (told := foreign.line(line.text)) is not None:
                text = told.text
                traceback = text if told.kind in ("traceback", "kept_out") else traceback
        waits = foreign.unfinished(decoder.pending_text) is not None
        if waits and clock.host_ns() - heard_ns > patience.again_ns:
            return Heard(None, True, traceback or text)
    return greet(port, clock, patience, n=1 << 20)


def farewell(port: PromptPort, clock: Clock, patience: Patience, where: str) -> None:
    """End the firmware: it stops its sampler, gives Ctrl-C back, and the board stands at its prompt.

    Raises:
        LinkError: it does not end.
    """
    decoder, foreign = tjwire.Decoder(), ForeignText()
    begun_ns = clock.host_ns()
    due_ns, n, ends = begun_ns, 1 << 16, False
    while clock.host_ns() - begun_ns < patience.bye_ns:
        if clock.host_ns() >= due_ns and not ends:
            port.write(tjwire.encode(tjwire.Bye(n)))
            n, due_ns = n + 1, clock.host_ns() + patience.again_ns
        for line in decoder.feed(port.read()):
            ends = ends or (isinstance(line, tjwire.Did) and line.reason == tjwire.Bye.KIND)
        if foreign.unfinished(decoder.pending_text) is not None:
            return
    if not ends:
        raise LinkError(
            f"The firmware on {where} does not end when it is told to: power the board up with OK held, then run this"
            " again."
        )


def measure(port: PromptPort, clock: Clock, patience: Patience) -> tuple[ClockMap, tjwire.Beat | None]:
    """Ping a running firmware for a second: what is known of its clock, and its newest beat."""
    decoder, known = tjwire.Decoder(), ClockMap()
    beat: tjwire.Beat | None = None
    sent_ns: dict[int, int] = {}
    begun_ns = clock.host_ns()
    due_ns, n, answered = begun_ns, 1 << 8, 0
    while clock.host_ns() - begun_ns < patience.hello_ns and (answered < _PINGS or beat is None):
        if clock.host_ns() >= due_ns and len(sent_ns) < _PINGS:
            n += 1
            sent_ns[n], due_ns = clock.host_ns(), clock.host_ns() + _PAUSE_NS
            port.write(tjwire.encode(tjwire.Ping(n)))
        data = port.read()
        heard_ns = clock.host_ns()
        for line in decoder.feed(data):
            if isinstance(line, tjwire.Pong) and line.n in sent_ns:
                answered += 1
                known = known.take(Exchange(sent_ns[line.n], line.read_us, line.written_us, heard_ns))
            elif isinstance(line, tjwire.Beat):
                beat = line
    return known, beat
