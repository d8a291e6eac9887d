"""Work on blocks of edges: in machine code where MicroPython can make it, else in plain Python."""

import sys

if sys.implementation.name == "micropython":
    try:
        from pads.blocks_viper import copy_words, fill, run_of, watch
    except SyntaxError:  # a MicroPython that makes no code for this processor
        from pads.blocks_plain import copy_words, fill, run_of, watch  # type: ignore[assignment]
else:
    from pads.blocks_plain import copy_words, fill, run_of, watch  # type: ignore[assignment]

__all__ = ["copy_words", "fill", "run_of", "watch"]
