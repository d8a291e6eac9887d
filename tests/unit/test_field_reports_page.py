"""The page of field reports: every report is on it, and every test that it names is there."""

import re

import pytest
import yaml

from need import ROOT, shared

PAGE = (ROOT / "docs" / "field-reports.md").read_text()
ROWS = dict(re.findall(r"^\| (BR\d{3}) \| (.+) \|$", PAGE, re.MULTILINE))


@pytest.mark.parametrize("report", ROWS)
def test_every_test_that_the_page_names_is_there(report: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", ROWS[report])
    assert named or "not covered yet" in ROWS[report]
    for path, name in named:
        assert re.search(rf"^ *def {name}\(", (ROOT / path).read_text(), re.MULTILINE), f"{path} has no {name}"


def test_every_report_is_on_the_page() -> None:
    reports = yaml.safe_load(shared("field-reports.yaml").read_text())
    assert {report["id"] for report in reports} == set(ROWS)
