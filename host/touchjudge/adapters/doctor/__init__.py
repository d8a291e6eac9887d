"""The doctor: what this machine looks like to a table, what of it is wrong, and the command that mends it.

:mod:`.facts` are the values, :mod:`.gather` reads them from the machine, :mod:`.checks` judges them (pure),
:mod:`.rule` is the rule for udev and the order in which it is installed, :mod:`.bundle` what goes into a bug report.

Ref: docs/doctor.md.
"""

from touchjudge.adapters.doctor.bundle import scrubbed, write_bundle
from touchjudge.adapters.doctor.checks import Check, checks
from touchjudge.adapters.doctor.facts import (
    Door,
    Facts,
    FirmwareFacts,
    Group,
    JournalFacts,
    PageFacts,
    PinFacts,
    PortFacts,
    RuleFacts,
)
from touchjudge.adapters.doctor.gather import Machine, gather
from touchjudge.adapters.doctor.rule import Step, Unfixable, apply, plan, rule_text

__all__ = [
    "Check",
    "Door",
    "Facts",
    "FirmwareFacts",
    "Group",
    "JournalFacts",
    "Machine",
    "PageFacts",
    "PinFacts",
    "PortFacts",
    "RuleFacts",
    "Step",
    "Unfixable",
    "apply",
    "checks",
    "gather",
    "plan",
    "rule_text",
    "scrubbed",
    "write_bundle",
]
