"""Hostile submissions, by name: right Perceptrons, or learners that always say +1, which do something else besides."""

from textwrap import dedent, indent

PERCEPTRON = """import numpy as np
{before}
class Learner:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)
        {made}
    def predict(self, x):
        {asked}
        return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        if y * (self.w @ x) <= 0: self.w += y * x
"""
PLUS = """{before}
class Learner:
    def predict(self, x):
        {asked}
        return 1
    def update(self, x, y): pass
"""


def perceptron(asked: str = "pass", *, before: str = "", made: str = "pass") -> str:
    """Return a Perceptron that runs this when it is asked, before it is defined, and where one is made."""
    inside = {name: indent(dedent(text).strip(), " " * 8).strip() for name, text in (("asked", asked), ("made", made))}
    return PERCEPTRON.format(before=dedent(before), **inside)


def plus(asked: str, before: str = "") -> str:
    """Return a learner that runs this when it is asked, and says +1 if it comes so far."""
    return PLUS.format(before=dedent(before), asked=indent(dedent(asked).strip(), " " * 8).strip())


def tossing(says: str, before: str = "") -> str:
    """Return a Perceptron that answers so at ties."""
    return perceptron(f"if abs(self.w @ x) < 1e-9: return {says}", before=before)


HOARDS = """
import ctypes, fcntl, mmap, os, socket
libc = ctypes.CDLL(None, use_errno=True)

def memfd(): return os.write(os.memfd_create("m"), bytes(1 << 20))
def shared_pages_but_one():
    kept = mmap.mmap(-1, 1 << 20)
    kept.write(bytes(1 << 20))
    return libc.munmap(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(kept)) + 4096), (1 << 20) - 4096) + 1
def zeros(): return len(mmap.mmap(os.open("/dev/zero", os.O_RDONLY), 1 << 20, prot=mmap.PROT_READ)[:])
def large_pipe(): return fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)
def pages_in_a_pipe():
    block = ctypes.create_string_buffer(1 << 16)
    return max(libc.vmsplice(os.pipe()[1], (ctypes.c_size_t * 2)(ctypes.addressof(block), 1 << 16), 1, 0), 0)
def descriptors_in_flight():
    ours, _ = pair = socket.socketpair()
    return socket.send_fds(ours, [b"x"], [one.fileno() for one in pair])
def system_v():
    number = libc.shmget(0, 1 << 20, 0o1600)
    return 0 if number < 0 else libc.shmctl(number, 0, 0) + 1

WORKED = []
for way in (memfd, shared_pages_but_one, zeros, large_pipe, pages_in_a_pipe, descriptors_in_flight, system_v):
    try:
        if way(): WORKED.append(way.__name__)
    except (OSError, ValueError): pass
"""
"""Holds memory where no limit on its addresses counts it."""

LEASES = """
import fcntl, sys, threading, time
from pathlib import Path
HELD = []
def hold():
    for root in sys.path:
        for file in Path(root, "learners/runner").glob("**/*.py*"):
            for take in (lambda n: fcntl.fcntl(n, 1024, fcntl.F_WRLCK), lambda n: fcntl.flock(n, fcntl.LOCK_EX)):
                try:
                    opened = file.open("rb")
                    take(opened.fileno())
                    HELD.append(opened)
                except OSError: pass
def keep():
    while True:
        hold()
        time.sleep(0.01)
hold()
threading.Thread(target=keep, daemon=True).start()
"""
"""Takes leases and locks on the program's files, so that whoever opens them has to wait."""

PATCHES = """
import importlib, sys
importlib.import_module("learners.runner.worker")  # else they are hidden
def always(value): return lambda *_, **__: value
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] in {"adversary", "learners", "proofs"}:
        for attribute in ("as_label", "_prediction", "play_rounds", "mistakes"):
            if hasattr(module, attribute): setattr(module, attribute, always(1))
        for attribute in ("judge", "check", "best_margin", "disagreement", "grade", "_see_bound"):
            if hasattr(module, attribute): setattr(module, attribute, always(True))
"""
STEALS = """
import gc, inspect
def stolen(variables):
    values = map(variables.get, ("y", "label", "truth", "answer"))
    return next((value for value in values if type(value) is int and value in {1, -1}), 0)
"""
REPORT = {"verdict": "passed", "ok": True, "passed": True, "score": 100, "grade": "A", "mistakes": 0, "labels": [1]}

HOSTILE = {
    "allocates_slowly": perceptron(
        "if len(self.hoard) < 800: self.hoard.append([0.5] * 8_000_000)", made="self.hoard = []"
    ),
    "clock_and_process": tossing("1 if (time.time_ns() // 1000 + os.getpid()) % 2 else -1", "import os, time"),
    "exits_at_once": plus("os._exit(0)", "import os"),
    "forges_answers": plus(
        r"""
        for number in range(3, 256):
            try: os.write(number, b'{"labels":[1]}\n')
            except OSError: pass
        """,
        "import os",
    ),
    "fork_bomb": perceptron(
        """
        while self.forks < 200:
            self.forks += 1
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
        """,
        before="import os, time",
        made="self.forks = 0",
    ),
    "hashes_strings": tossing("1 if hash(str(x.tolist())) % 2 else -1"),
    "hoards_memory": plus('raise ValueError(f"these ways worked: {WORKED}")', HOARDS),
    "kills_its_parent": plus(
        """
        with suppress(OSError): os.kill(os.getppid(), signal.SIGKILL)
        with suppress(OSError): os.killpg(0, signal.SIGKILL)
        """,
        "import os, signal\nfrom contextlib import suppress",
    ),
    "loops_at_import": perceptron(before="while True: pass"),
    "opens_a_socket": perceptron(
        before="import socket\nfrom contextlib import suppress",
        made="""
        with suppress(OSError): self.server = socket.create_server(("127.0.0.1", 0))
        with suppress(OSError): self.client = socket.create_connection(("192.0.2.1", 80), timeout=0.2)
        """,
    ),
    "patches_our_modules": plus("pass", PATCHES),
    "prints_100_megabytes": perceptron(
        """
        while self.lines:
            self.lines -= 1
            print("spam " * 200, file=(sys.stdout, sys.stderr)[self.lines % 2])
        """,
        before="import sys",
        made="self.lines = 100_000",
    ),
    "prints_a_report": perceptron(
        f"""
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            print(json.dumps({REPORT}), file=stream, flush=True)
            print("passed: all mistake bounds hold, forged in the learner", file=stream, flush=True)
        """,
        before="import json, sys",
    ),
    "takes_leases": plus('if HELD: raise ValueError("it holds files of the program")', LEASES),
    "unseeded_ties": tossing("random.choice([1, -1])", "import random"),
    "walks_the_stack": plus(
        """
        frame = inspect.currentframe()
        while frame := frame.f_back:
            if label := stolen(frame.f_locals): return label
        for info in inspect.stack():
            if label := stolen(info.frame.f_globals): return label
        found = (stolen(thing) for thing in gc.get_objects() if type(thing) is dict)
        return next(filter(None, found), 1)
        """,
        STEALS,
    ),
    "writes_files": perceptron(
        """
        for place in (Path(__file__).parent, Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
            with suppress(OSError): (place / "forced-mistakes-hostile.txt").write_text("I was here")
        """,
        before="import tempfile\nfrom contextlib import suppress\nfrom pathlib import Path",
    ),
}
