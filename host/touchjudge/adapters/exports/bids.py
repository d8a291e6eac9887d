"""The reactions of a session as a BIDS dataset: the form in which laboratories share behavioural data.

In: :class:`touchjudge.session.played.Standings`. Out: the dataset's files by their path in it. A participant is a
pseudonym; names, and the date of the evening, go in only where they are asked for. A play of a game is a run of a task,
a row a response of the participant. What is not known is ``n/a``.

Ref: https://bids-specification.readthedocs.io/en/stable/modality-specific-files/behavioral-experiments.html
"""

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from touchjudge import __version__
from touchjudge.adapters.exports.csv_export import harmless
from touchjudge.errors import ConfigError
from touchjudge.session.played import GamePlayed, Standings
from touchjudge.session.responses import Response, responses
from touchjudge.words.plain import plain

BIDS_VERSION = "1.10.0"
_NOT_KNOWN = "n/a"
_ZIP_MOMENT = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say; it must not be the moment of the export

_SECONDS = {"Units": "s"}
# In the order in which they stand.
_COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "trial": {"LongName": "Round", "Description": "Number of the round in this play of the game, from 1."},
    "trial_type": {"Description": "Kind of the revealed card: its code up to the first colon."},
    "stimulus": {"LongName": "Card", "Description": "Code of the revealed card, as it was named at the table."},
    "onset": {
        "Description": "Moment of the reveal, in table time: from the start of the first board, not of the day.",
        **_SECONDS,
    },
    "onset_bound": {"Description": "Error bound of onset; the reveal was at onset plus or minus this.", **_SECONDS},
    "response": {"LongName": "Target", "Description": "Target that was touched."},
    "response_onset": {"Description": "Moment of the touch, in table time.", **_SECONDS},
    "response_onset_bound": {"Description": "Error bound of response_onset.", **_SECONDS},
    "response_time": {
        "Description": "From the reveal to the response as the game counts it: to the touch, or to the moment the hand"
        " left its home button where the game is played so.",
        **_SECONDS,
    },
    "response_time_bound": {
        "Description": "How far response_time can be off: the bounds of both ends together.",
        **_SECONDS,
    },
    "anticipation": {
        "Description": "Whether the response came sooner than anyone can react. To be left out of statistics.",
        "Levels": {"true": "too soon to be a reaction", "false": "not too soon, or no time is known"},
    },
    "outcome": {"Description": "Code of the ruling on the response; its words are in the documentation of the game."},
    "attribution": {
        "Description": "How it is known who touched.",
        "Levels": {
            "sensed": "the pad itself tells the participant",
            "claimed": "the participant claimed the touch with a button",
            "inferred": "by elimination and order of claims",
            "declared": "people at the table said so",
        },
    },
    "means": {
        "Description": "By what the response came to be known.",
        "Levels": {"pad": "a contact, timed", "button": "a button, no touch was felt", "hand": "told by a person"},
    },
}


def bids_files(standings: Standings, *, names: bool = False) -> dict[str, bytes]:
    """The dataset: path in it → content, the same bytes each time.

    Args:
        names: put names and the evening's date in.

    Raises:
        ConfigError: the session holds no touch of a known player.
    """
    told = list(responses(standings))
    if not told:
        raise ConfigError(
            f"session {standings.session.session} holds no touch of a known player, so there are no reactions for BIDS:"
            " take another session, or --format csv or json"
        )
    games = [game for game in standings.games if any(one.game is game for one in told)]
    labels = _labels(games)
    files = {
        "dataset_description.json": _json(_description(standings, games, names)),
        "README": _readme(standings, games, labels, told).encode(),
        "participants.tsv": _participants(standings, labels, told, names),
        "participants.json": _json(_participant_columns(names)),
    }
    for game, run in _runs(games):
        for player in game.players:
            own = [one for one in told if one.game is game and one.touch.player == player.name]
            label = labels[player.name]
            stem = f"{label}/beh/{label}_task-{_task_label(game)}_run-{run}_beh"
            files[f"{stem}.tsv"] = _tsv(_COLUMNS, [_row(one) for one in own])
            files[f"{stem}.json"] = _json({**_task(game), **_COLUMNS})
    return files


def bids_zip(files: Mapping[str, bytes]) -> bytes:
    """The dataset as one archive, the dataset's root being the archive's; the same bytes on every machine."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for path, one in files.items():
            entry = zipfile.ZipInfo(path, _ZIP_MOMENT)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, one)
    return content.getvalue()


def _labels(games: Iterable[GamePlayed]) -> dict[str, str]:
    """Name → participant, numbered as they sat down first."""
    names = dict.fromkeys(player.name for game in games for player in game.players)
    width = max(2, len(str(len(names))))
    return {name: f"sub-{number:0{width}}" for number, name in enumerate(names, 1)}


def _runs(games: Iterable[GamePlayed]) -> list[tuple[GamePlayed, int]]:
    """Each play with its number among the plays of the same game."""
    plays: dict[str, int] = {}
    numbered = []
    for game in games:
        plays[game.game] = plays.get(game.game, 0) + 1
        numbered.append((game, plays[game.game]))
    return numbered


def _task_label(game: GamePlayed) -> str:
    """The game's name with the letters and digits that a label may have."""
    return "".join(c for c in game.game if c.isascii() and c.isalnum()) or "game"


def _task(game: GamePlayed) -> dict[str, Any]:
    options = ", ".join(f"{name} {json.dumps(value)}" for name, value in game.options.items())
    return {
        "TaskName": game.game,
        "TaskDescription": f"{game.title}, a card game with {len(game.players)} players at one table, refereed by"
        f" touchjudge. Options: {options or 'none'}.",
    }


def _description(standings: Standings, games: Sequence[GamePlayed], names: bool) -> dict[str, Any]:
    titles = ", ".join(dict.fromkeys(game.title for game in games))
    mark = "SIMULATED: " if standings.session.simulated else ""
    when = f", {standings.session.started_utc}" if names else ""
    return {
        "Name": f"{mark}reactions of an evening at a card table ({titles}{when})",
        "BIDSVersion": BIDS_VERSION,
        "DatasetType": "raw",
        "GeneratedBy": [{"Name": "touchjudge", "Version": __version__, "Description": "export --format bids"}],
    }


def _participant_columns(names: bool) -> dict[str, Any]:
    return {
        "participant_id": {"Description": "Pseudonym, numbered in the order of seats; another evening numbers anew."},
        **({"name": {"Description": "Name as it was told at the table. Not to be published."}} if names else {}),
        "simulated": {
            "Description": "Whether the participant is a program.",
            "Levels": {"true": "a simulated player", "false": "a person"},
        },
        "responses": {"Description": "Rows of all runs.", "Units": "1"},
        "reactions": {"Description": "Rows with a response time that is no anticipation.", "Units": "1"},
    }


def _participants(standings: Standings, labels: Mapping[str, str], told: Sequence[Response], names: bool) -> bytes:
    rows = []
    for name, label in labels.items():
        own = [one for one in told if one.touch.player == name]
        counted = [one for one in own if one.counts]
        rows.append((label, *([name] if names else []), standings.session.simulated, len(own), len(counted)))
    return _tsv(_participant_columns(names), rows)


def _readme(
    standings: Standings, games: Sequence[GamePlayed], labels: Mapping[str, str], told: Sequence[Response]
) -> str:
    nobody = sum(touch.player is None for game in games for touch in game.touches)
    known = sum(one.counts for one in told)
    made = "simulated players; nothing in it was done by a person" if standings.session.simulated else "people"
    paragraphs = (
        f"Reactions of one evening at a card table, of {len(labels)} {made}.",
        "touchjudge, the referee of the table, timed touches on pads under the targets with hardware stamps. Each play"
        " of a game is a run of a task, each row a response of the participant. A participant who did not respond in a"
        " round has no row for it: in these games that is often right.",
        f"Rows: {len(told)}, of them with a response time that is no anticipation: {known}. Touches that are left out"
        f" since nobody knows whose they were: {nobody} (most are hands that come back to a target late in the round).",
        "Times are in seconds of one clock for the whole evening, which begins with the first board and knows no date."
        " Duration is not given: only the moment of a contact counts in these games. Every time has a bound, not a"
        " standard error: the true moment is at most that far away. Two responses nearer to each other than the sum of"
        " their bounds have no order.",
        "Everything is as it stood after every correction made at the table. The sequence of cards is that of a"
        " shuffled deck, and players watch each other: responses of one round do not stand alone.",
    )
    return "\n\n".join(paragraphs) + "\n"


def _row(one: Response) -> Sequence[object]:
    touch = one.touch
    return (
        one.round,
        None if one.card is None else one.card.partition(":")[0],
        one.card,
        _seconds(one.shown_us),
        _seconds(one.shown_bound_us),
        touch.spot,
        _seconds(touch.t_us),
        None if touch.t_us is None else _seconds(touch.bound_us),
        _seconds(touch.reaction_us),
        _seconds(one.reaction_bound_us),
        touch.anticipation,
        touch.ruling or touch.answer,
        touch.attribution,
        touch.means,
    )


def _seconds(us: int | None) -> float | None:
    return None if us is None else us / 1_000_000


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", errors="replace") + b"\n"


def _tsv(header: Iterable[str], rows: Iterable[Sequence[object]]) -> bytes:
    lines = ["\t".join(header), *("\t".join(map(_cell, row)) for row in rows)]
    return "".join(f"{line}\n" for line in lines).encode()


def _cell(value: object) -> str:
    match value:
        case None | "":
            return _NOT_KNOWN
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:.6f}"
        case _:
            return harmless(plain(str(value)))
