"""A main program whose loop is always late: what must not matter to any stamp."""

# Turns the real main program's loop into one that is always late.
BUSY = """
import gc
from pads import blocks_viper, force_viper  # else the plain twins would silently do, forty times slower
from pads import lights

turn = lights.Lights.turn
turns = 0

def late(self, passed_ms):
    global turns
    turns += 1
    [bytearray(100) for _ in range(10)]
    if turns % 4 == 0:
        gc.collect()
    turn(self, passed_ms)

lights.Lights.turn = late
import start
start.main()
"""
