"""The session as JSON, there and back."""

import json
from dataclasses import replace

import pytest

from played_session import Evening, two_rounds
from touchjudge.adapters.exports.json_export import SCHEMA, export_json, import_json
from touchjudge.errors import JournalError
from touchjudge.testing.memory_journal import MemoryJournal


def test_it_carries_a_schema_number_the_session_and_what_was_ruled() -> None:
    document = json.loads(export_json(two_rounds().standings()))
    assert document["schema"] == SCHEMA == 1
    assert document["session"] == {
        "session": "2026-11-30T19-00-00",
        "started_utc": "2026-11-30T19:00:00.000Z",
        "started_host_ns": 6_000_000_000_000,
        "host_boot_id": "b7e1",
        "simulated": False,
        "seed": 7,
    }
    (game,) = document["games"]
    assert game["ranking"] == [["Luis", "Marta"], ["Ana"]]
    assert game["rounds"][0]["rulings"][4]["effects"]["reaction_us"] == 412_345
    assert game["touches"][0]["attribution"] == "claimed"
    assert game["reactions"][0] == {
        "player": "Ana",
        "n": 1,
        "best_us": 900_000,
        "median_us": 900_000,
        "draws": 1,
        "false_draws": 1,
        "anticipations": 0,
    }


def test_own_json_imports_back_and_gives_the_same_bytes_again() -> None:
    evening = two_rounds()
    evening.tell(do="undo", n=5)
    evening.tell(do="note", text='Zoë 🐖 "=1+1" \\ \u2028')
    exported = export_json(evening.standings())

    imported = import_json(exported)
    assert imported.lines == tuple(evening.rows)
    assert imported.session == evening.row()

    again = Evening()
    for row in imported.lines:
        again.minutes = int(row.wall_utc[11:13]) * 60 + int(row.wall_utc[14:16]) - 19 * 60
        again.tell(row.source, **json.loads(row.text))
    assert export_json(again.standings()) == exported


def test_an_imported_session_can_be_kept_in_a_journal() -> None:
    imported = import_json(export_json(two_rounds().standings()))
    journal = MemoryJournal()
    session = journal.begin(
        started_utc=imported.session.started_utc,
        host_ns=imported.session.started_host_ns,
        host_boot_id=imported.session.host_boot_id,
        simulated=imported.session.simulated,
        seed=imported.session.seed,
    )
    journal.commit(session, lines=imported.lines)
    assert journal.lines(session) == list(imported.lines)


@pytest.mark.parametrize("seed", [None, 0, 10**30])
def test_br079_seed_zero_and_no_seed_are_kept_apart_there_and_back(seed: int | None) -> None:
    standings = two_rounds().standings()
    standings = replace(standings, session=replace(standings.session, seed=seed))
    assert import_json(export_json(standings)).session.seed == seed


def test_br079_zero_and_unknown_are_kept_apart() -> None:
    standings = two_rounds().standings()
    (game,) = standings.games
    touches = (replace(game.touches[0], reaction_us=0), replace(game.touches[1], reaction_us=None))
    players = (game.players[0], replace(game.players[1], score=None))
    changed = replace(standings, games=(replace(game, touches=touches, players=players, duration_s=0),))
    (shown,) = json.loads(export_json(changed))["games"]
    assert [touch["reaction_us"] for touch in shown["touches"]] == [0, None]
    assert [player["score"] for player in shown["players"]] == [0, None]
    assert shown["duration_s"] == 0


def test_half_a_character_pair_survives_there_and_back() -> None:
    evening = two_rounds()
    evening.rows[0] = replace(evening.rows[0], text='{"do":"note","text":"\ud83d"}')
    assert import_json(export_json(evening.standings())).lines[0] == evening.rows[0]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no session exported by touchjudge"),
        (b"\xff\xfe", "no session exported by touchjudge"),
        (b"[]", "no session exported by touchjudge"),
        (b"{}", "no session exported by touchjudge"),
        (b'{"schema": 2}', "schema 2 and this touchjudge reads 1: install a newer"),
        (b'{"schema": 1}', "not whole, look at 'lines'"),
        (b'{"schema": 1, "lines": [{"n": "1"}], "session": {}}', "not whole"),
    ],
)
def test_what_is_no_such_document_is_refused_with_what_to_do(content: bytes, why: str) -> None:
    with pytest.raises(JournalError, match=why):
        import_json(content)


def test_a_missing_line_is_refused() -> None:
    document = json.loads(export_json(two_rounds().standings()))
    del document["lines"][3]
    with pytest.raises(JournalError, match="do not count up"):
        import_json(json.dumps(document).encode())


def test_a_file_that_an_editor_gave_a_byte_order_mark_is_read() -> None:
    exported = export_json(two_rounds().standings())
    assert import_json(b"\xef\xbb\xbf" + exported) == import_json(exported)
