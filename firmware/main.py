"""The firmware's wiring: which parts there are and who holds whom. Runs by itself at power-up."""

import gc
import sys

if sys.platform != "rp2":
    sys.path.append(sys.path[0] + "/lib")  # on the board /lib is looked into by itself

from pads.board import this_board
from pads.lights import Lights
from pads.loop import Loop, configure
from pads.outbox import Outbox
from pads.settings import Settings


def main() -> None:
    """Runs until the host says bye, then leaves the board to the REPL."""
    board = this_board()
    if board.ok_is_down():
        print("touchjudge: OK was held at power-up, so the firmware was not started; power up again without it")
        return
    settings = Settings(board.settings_path)
    outbox = Outbox()
    capture = board.capture(outbox)
    force = board.force()
    configure(settings, capture, force)
    lights = Lights(board.show, board.sound)
    finished = False
    # What the start left behind goes now, and not amid the first touches.
    gc.collect()
    board.open()
    try:
        capture.start()
        force.start()
        Loop(board, capture, force, outbox, lights, settings).run()
        finished = True
    finally:
        capture.stop()
        force.stop()
        lights.dark()
        board.close()
        if not finished:
            # The traceback itself comes from MicroPython, behind this.
            print("\ntouchjudge: the firmware ended by an error; power up again to go on")


if __name__ == "__main__":
    main()
