"""The JSON API over HTTP: what is answered, what is refused and with which sentence."""

import json
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from touchjudge.adapters.web import WebScreen
from touchjudge.adapters.web.bodies import MOST_LINE_BYTES, MOST_LINES
from web_tables import HISTORY, AnsweringTable, FullTable, SilentTable

NOTE = '{"do":"note","text":"hello"}'
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def table() -> AnsweringTable:
    return AnsweringTable()


@pytest.fixture
def page(table: AnsweringTable) -> Iterator[httpx.Client]:
    screen = WebScreen(table, port=0)
    screen.start()
    screen.show({"seq": 3, "title": "Schwein gehabt!"})
    with closing(screen), httpx.Client(base_url=screen.url, trust_env=False) as client:
        yield client


def client_of(table: AnsweringTable, answer_timeout_s: float = 5.0) -> tuple[WebScreen, httpx.Client]:
    screen = WebScreen(table, port=0, answer_timeout_s=answer_timeout_s)
    screen.start()
    return screen, httpx.Client(base_url=screen.url, trust_env=False)


def test_the_view_is_the_newest_one(page: httpx.Client) -> None:
    assert page.get("/api/view").json() == {"seq": 3, "title": "Schwein gehabt!"}
    assert page.get("/api/view").headers["cache-control"] == "no-store"


def test_before_the_first_view_there_is_a_sentence_instead() -> None:
    screen, client = client_of(AnsweringTable())
    with closing(screen), client:
        answer = client.get("/api/view")
        assert answer.status_code == 503
        assert "not shown anything yet" in answer.json()["error"]
        assert client.get("/api/health").json() == {"ok": True, "view": False, "pages": 0}


def test_a_line_is_told_and_the_referees_answer_comes_back(page: httpx.Client, table: AnsweringTable) -> None:
    answer = page.post("/api/tell", content=NOTE, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["rulings"][0]["code"] == "noted"
    assert (table.told[0].line, table.told[0].source) == (NOTE, "web")


def test_an_object_printed_over_several_lines_is_told_as_one_line(page: httpx.Client, table: AnsweringTable) -> None:
    page.post("/api/tell", content='{\n  "do": "undo"\r\n}\n', headers=JSON)
    assert table.told[0].line == '{   "do": "undo"  }'


def test_several_lines_are_told_as_one_and_answered_line_by_line(page: httpx.Client, table: AnsweringTable) -> None:
    answer = page.post("/api/tell", content='{"do":"undo"}\r\n\n{"do":"settle"}\n', headers=LINES)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    assert [told.line for told in table.told] == ['{"do":"undo"}\n{"do":"settle"}']
    assert [json.loads(line)["n"] for line in answer.text.split("\n")] == [1, 2]


def test_one_of_several_lines_that_is_not_understood_makes_it_422() -> None:
    table = AnsweringTable(answer=lambda _lines: '{"n":4,"rulings":[]}\n{"n":5,"error":"what?"}')
    screen, client = client_of(table)
    with closing(screen), client:
        answer = client.post("/api/tell", content='{"do":"undo"}\n{"do":"jump"}', headers=LINES)
        assert answer.status_code == 422
        assert json.loads(answer.text.split("\n")[1])["error"] == "what?"


def test_too_many_lines_at_once_are_413(page: httpx.Client, table: AnsweringTable) -> None:
    answer = page.post("/api/tell", content='{"do":"undo"}\n' * (MOST_LINES + 1), headers=LINES)
    assert answer.status_code == 413
    assert "65 lines; at most 64" in answer.json()["error"]
    assert table.told == []


@pytest.mark.parametrize("end", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("kind", [JSON, LINES], ids=["one", "several"])
def test_a_name_that_holds_a_strange_line_end_stays_one_line(
    page: httpx.Client, table: AnsweringTable, end: str, kind: dict[str, str]
) -> None:
    line = {"do": "note", "text": f"Ana{end}Luis"}
    page.post("/api/tell", content=json.dumps(line, ensure_ascii=False).encode(), headers=kind)
    assert len(table.told[0].line.splitlines()) == 1
    assert json.loads(table.told[0].line) == line


def test_the_history_is_what_the_table_replies(page: httpx.Client) -> None:
    answer = page.get("/api/history")
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, HISTORY, "no-store")


def test_a_table_that_keeps_its_history_to_itself_is_504_and_a_full_one_503() -> None:
    for table, status in ((SilentTable(), 504), (FullTable(), 503)):
        screen, client = client_of(table, answer_timeout_s=0.05)
        with closing(screen), client:
            assert client.get("/api/history").status_code == status


def test_the_games_are_what_was_handed_in_and_none_by_default(page: httpx.Client) -> None:
    assert page.get("/api/games").json() == {"games": [], "names": []}
    facts = {"games": [{"name": "virus"}], "names": ["Ana", "לאה"]}
    screen = WebScreen(AnsweringTable(), port=0, facts=lambda: facts)
    screen.start()
    with closing(screen), httpx.Client(base_url=screen.url, trust_env=False) as client:
        assert client.get("/api/games").json() == facts


def test_a_line_that_is_not_understood_is_422_with_its_one_sentence() -> None:
    sentence = 'do: "jump" is no line; one of reveal, card, touch'
    table = AnsweringTable(answer=lambda _line: json.dumps({"n": 4, "error": sentence}))
    screen, client = client_of(table)
    with closing(screen), client:
        answer = client.post("/api/tell", content='{"do":"jump"}', headers=JSON)
        assert (answer.status_code, answer.json()) == (422, {"n": 4, "error": sentence})


def test_bytes_that_are_no_utf8_are_422_and_never_reach_the_table(page: httpx.Client, table: AnsweringTable) -> None:
    answer = page.post("/api/tell", content=b'{"do":"note","text":"\xff"}', headers=JSON)
    assert answer.status_code == 422
    assert "byte 21" in answer.json()["error"]
    assert table.told == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_a_foreign_form_could_send_is_415(page: httpx.Client, table: AnsweringTable, kind: str) -> None:
    answer = page.post("/api/tell", content=NOTE, headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]
    assert table.told == []


def test_a_line_that_says_it_is_too_long_is_413(page: httpx.Client, table: AnsweringTable) -> None:
    answer = page.post("/api/tell", content=b" " * (MOST_LINE_BYTES + 1), headers=JSON)
    assert answer.status_code == 413
    assert "65,536 bytes" in answer.json()["error"]
    assert table.told == []


def test_a_line_that_turns_out_too_long_while_it_comes_is_413(page: httpx.Client, table: AnsweringTable) -> None:
    parts = (b" " * 10_000 for _ in range(20))
    assert page.post("/api/tell", content=parts, headers=JSON).status_code == 413
    assert table.told == []


def test_a_line_of_the_greatest_length_is_told(page: httpx.Client, table: AnsweringTable) -> None:
    line = NOTE + " " * (MOST_LINE_BYTES - len(NOTE))
    assert page.post("/api/tell", content=line, headers=JSON).status_code == 200
    assert table.told[0].line == NOTE


def test_a_full_inbox_is_503_and_says_to_try_again() -> None:
    table = FullTable()
    screen, client = client_of(table)
    with closing(screen), client:
        answer = client.post("/api/tell", content=NOTE, headers=JSON)
        assert (answer.status_code, answer.headers["retry-after"], table.refused) == (503, "1", 1)
        assert "busy" in answer.json()["error"]


def test_a_table_that_does_not_answer_is_504_and_may_still_have_counted_the_line() -> None:
    screen, client = client_of(SilentTable(), answer_timeout_s=0.05)
    with closing(screen), client:
        answer = client.post("/api/tell", content=NOTE, headers=JSON)
        assert answer.status_code == 504
        assert "look whether the line counts" in answer.json()["error"]


def test_an_answer_after_the_page_was_closed_disturbs_nobody() -> None:
    table = SilentTable()
    screen, client = client_of(table, answer_timeout_s=0.05)
    with closing(screen), client:
        client.post("/api/tell", content=NOTE, headers=JSON)
    reply = table.told[0].reply
    assert reply is not None
    reply('{"n":1,"rulings":[]}')


def test_the_api_describes_itself(page: httpx.Client) -> None:
    paths = page.get("/api/openapi.json").json()["paths"]
    known = ["games", "health", "history", "join", "sessions", "sessions/{session}/{file}", "tell", "view"]
    assert sorted(paths) == [f"/api/{path}" for path in known]
    assert "422" in paths["/api/tell"]["post"]["responses"]
    assert page.get("/docs").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/table",
        "/history",
        "/me",
        "/sessions",
        "/join",
        "/static/main.js",
        "/static/board.css",
        "/static/icons.svg",
    ],
)
def test_pages_and_their_files_are_served_as_what_they_are(page: httpx.Client, path: str) -> None:
    answer = page.get(path)
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kinds.get(path.rpartition(".")[2], "text/html")


def test_nothing_outside_the_folder_of_static_files_is_served(page: httpx.Client) -> None:
    assert page.get("/static/%2e%2e/app.py").status_code == 404
