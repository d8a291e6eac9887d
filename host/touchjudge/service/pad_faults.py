"""What is wrong with analogue pads, in words for the people at the table: which pad, and what to do."""

from collections.abc import Iterator

from touchjudge.language.answers import Say
from touchjudge.ports import PadsFaulty
from touchjudge.rules.game import info
from touchjudge.session.fold import Moment
from touchjudge.session.places import Places
from touchjudge.timing.force import FORCE_LINES


def pad_warnings(faulty: PadsFaulty, places: Places, moment: Moment, say: Say) -> Iterator[tuple[str, str | None]]:
    """What the warning is about and its sentence, for each analogue pad of the board; None where all is well."""
    chip_id = faulty.board.chip_id
    kinds = dict(faulty.faults)
    for line in range(FORCE_LINES):
        place = places.place(chip_id, line)
        spot = None if moment.game is None else places.spot(place, moment.game)
        kind = kinds.get(line)
        sentence = None if kind is None else say(info(f"pad_{kind}", spot=spot or place), moment.game)
        yield f"analogue pad {chip_id} {line}", sentence
