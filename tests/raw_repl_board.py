"""A board made of the unix MicroPython: its prompts, a littlefs on its flash, and power that goes at any write.

Runs on MicroPython and not on this Python. It starts as a board does: boot.py, main.py, then the friendly prompt, which
leads to the raw prompt and its raw-paste way of taking programs. What runs at the prompt sees a Pico (``sys``,
``machine``, ``rp2``); what runs from main.py sees the unix board, so that the real firmware runs on it.

    micropython raw_repl_board.py --state FOLDER [--cut N] [--platform NAME] [--version A.B.C] [--blocks N] …

--state     the folder with ``flash.img``, which is made if it is not there
--cut       the power goes amid the Nth write or erase of a block of the flash
--stuck     the flash takes no write at all
Others are handed to the firmware.

Ref: MicroPython docs, reference/repl.html (raw mode and raw-paste mode).
"""

# ruff: noqa: BLE001, I001, PTH123, RUF005, SIM115, UP031 (it runs on MicroPython)

import gc
import micropython
import os
import select
import sys

import vfs

BLOCK = 4096
WINDOW = 128
PROMPT = ">>> "
RAW = b"raw REPL; CTRL-B to exit\r\n>"

options = {
    "state": "", "cut": "0", "stuck": "", "platform": "rp2", "version": "1.23.0", "blocks": "96", "name": "micropython",
    "machine": "Raspberry Pi Pico with RP2040", "chip": "pad-a", "levels": "0",
}  # fmt: skip
words = sys.argv[1:]
while words:
    name = words.pop(0)[2:]
    options[name] = words.pop(0)


class Flash:
    """Blocks in a file, and the power that goes while one of them is written."""

    def __init__(self, path, blocks):
        self.blocks = blocks
        self.path = path
        self.writes = 0
        try:
            with open(path, "rb") as file:
                self.data = bytearray(file.read())
            self.is_new = False
        except OSError:
            self.data = bytearray(b"\xff" * (BLOCK * blocks))
            self.is_new = True
            with open(path, "wb") as file:
                file.write(self.data)
        self.file = open(path, "r+b")
        self.count = open(path.rsplit("/", 1)[0] + "/writes", "wb")

    def readblocks(self, number, into, offset=0):
        at = number * BLOCK + offset
        into[:] = self.data[at : at + len(into)]

    def writeblocks(self, number, content, offset=0):
        self._change(number * BLOCK + offset, content)

    def ioctl(self, operation, argument):
        if operation == 4:
            return self.blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._change(argument * BLOCK, b"\xff" * BLOCK)
        return 0

    def _change(self, at, content):
        if options["stuck"]:
            raise OSError(30)
        self.writes += 1
        cut = self.writes == int(options["cut"])
        if cut:
            content = content[: len(content) // 2]
        self.data[at : at + len(content)] = content
        self.file.seek(at)
        self.file.write(content)
        self.file.flush()
        self.count.seek(0)
        self.count.write(b"%d" % self.writes)
        self.count.flush()
        if cut:
            os.system("kill -9 $PPID")


class SoftReset(BaseException):
    pass


class Machine:
    @staticmethod
    def soft_reset():
        raise SoftReset

    @staticmethod
    def unique_id():
        return b"\xe6\x61\x41\x03\xe7\x45\x2d\x30"


class Rp2:
    DMA = object


class Implementation:
    _machine = options["machine"]

    def __getitem__(self, at):
        return (options["name"], tuple(int(part) for part in options["version"].split(".")) + ("",))[at]


class PicoSys:
    platform = options["platform"]
    implementation = Implementation()


NAMES = {}
readable = select.poll()
readable.register(sys.stdin, select.POLLIN)


def write(data):
    sys.stdout.buffer.write(data.encode() if isinstance(data, str) else data)


def read():
    readable.poll()
    byte = sys.stdin.buffer.read(1)
    if not byte:
        sys.exit(0)
    return byte[0]


def run_file(path):
    try:
        with open(path) as file:
            source = file.read()
    except OSError:
        return
    try:
        exec(compile(source, path, "exec"), NAMES)
    except Exception as error:
        sys.print_exception(error)


def start(with_main):
    """Start anew with nothing imported and no file open; returns when there is no program, or it has ended."""
    while True:
        # As the board's collector does; here it could not, since the flash is written by Python that needs memory.
        for value in NAMES.values():
            if hasattr(value, "close"):
                value.close()
        NAMES.clear()
        NAMES["__name__"] = "__main__"
        gc.collect()
        for module in list(sys.modules):
            if module not in BASE:
                del sys.modules[module]
        try:
            run_file("boot.py")
            if with_main:
                run_file("main.py")
        except SoftReset:
            write("MPY: soft reboot\r\n")
            with_main = True
            continue
        return


def run_at_prompt(source, how):
    """Run what was typed, with a Pico around it."""
    sys.modules["sys"] = PicoSys
    if options["platform"] == "rp2":
        sys.modules["rp2"] = Rp2
    try:
        exec(compile(source, "<stdin>", how), NAMES)
    finally:
        sys.modules.pop("rp2", None)
        del sys.modules["sys"]


def friendly():
    """The friendly prompt until Ctrl-A; what follows is the raw prompt."""
    write("MicroPython v%s on 2024-06-02; %s\r\n" % (options["version"], options["machine"]))
    write(PROMPT)
    typed = b""
    while True:
        byte = read()
        if byte == 1:
            write("\r\n")
            return
        if byte == 3:
            typed = b""
            write("\r\n" + PROMPT)
        elif byte == 4 and not typed:
            write("\r\nMPY: soft reboot\r\n")
            start(True)
            write(PROMPT)
        elif byte == 13:
            write("\r\n")
            try:
                run_at_prompt(typed.decode(), "single")
            except Exception as error:
                sys.print_exception(error)
            typed = b""
            write(PROMPT)
        elif 32 <= byte <= 126:
            typed += bytes([byte])
            write(bytes([byte]))


def raw():
    """The raw prompt until Ctrl-B."""
    write(RAW)
    typed = b""
    while True:
        byte = read()
        if byte == 1:
            typed = b""
            write(RAW)
        elif byte == 2:
            write("\r\n")
            return
        elif byte == 3:
            typed = b""
        elif byte == 5 and not typed:
            names_of_mode = bytes([read(), read()])
            if names_of_mode == b"A\x01":
                write(b"R\x01")
                pasted = paste()
                if pasted is None:
                    write(b"\x04\x04Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n\x04>")
                else:
                    do_raw(pasted, b"")
        elif byte == 4:
            if not typed:
                write("OK\r\nMPY: soft reboot\r\n")
                start(False)
                write(RAW)
                continue
            do_raw(typed, b"OK")
            typed = b""
        else:
            typed += bytes([byte])


def paste():
    """Take a program window by window; None when it was given up by Ctrl-C."""
    write(bytes([WINDOW & 0xFF, WINDOW >> 8, 1]))
    taken = b""
    left = WINDOW
    while True:
        byte = read()
        if byte == 3:
            return None
        if byte == 4:
            write(b"\x04")
            return taken
        taken += bytes([byte])
        left -= 1
        if not left:
            write(b"\x01")
            left = WINDOW


def do_raw(source, answer):
    write(answer)
    try:
        run_at_prompt(source.decode(), "exec")
        write(b"\x04")
    except Exception as error:
        write(b"\x04")
        sys.print_exception(error)
    write(b"\x04>")


flash = Flash(options["state"] + "/flash.img", int(options["blocks"]))
if flash.is_new:
    vfs.VfsLfs2.mkfs(flash)
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(flash), "/")
os.chdir("/")
sys.path[:] = ["", "/lib"]
sys.argv[:] = ["main.py", "--chip", options["chip"], "--state", "/.", "--levels", options["levels"]]
sys.modules["machine"] = Machine
BASE = set(sys.modules)
micropython.kbd_intr(-1)
start(True)
while True:
    friendly()
    raw()
