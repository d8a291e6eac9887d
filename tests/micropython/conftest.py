"""What of the firmware needs no MicroPython runs on this Python too."""

import sys

from need import ROOT

sys.path.append(str(ROOT / "firmware"))
sys.path.append(str(ROOT / "tests" / "micropython"))
