"""What is said of a board that speaks another version of the wire."""

import tjwire


def say_version(line: tjwire.Hello) -> str:
    """One sentence with the command that mends it."""
    if line.protocol > tjwire.PROTOCOL:
        mend = "install a newer touchjudge, or put this one's firmware on it with `touchjudge firmware install --older`"
    else:
        mend = "bring the board up to date with `touchjudge firmware install`"
    return (
        f"Board {line.chip_id} (firmware {line.firmware}) speaks version {line.protocol} of the wire,"
        f" this program version {tjwire.PROTOCOL}: {mend}."
    )
