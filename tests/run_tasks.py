"""Tasks for the tests of runs: processes import this module by its name."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from proofs.exact.errors import InputError


def note(path: str, text: object) -> None:
    """Append a line at once, so that what was begun and finished can be counted."""
    with Path(path).open("a") as file:
        file.write(f"{text}\n")


def double(number: int) -> int:
    return 2 * number


def counted(request: dict[str, Any]) -> dict[str, int]:
    """Note that it begins, take its time, note that it is finished."""
    note(request["notes"], f"begin {request['number']} {os.getpid()}")
    if seconds := request.get("seconds"):
        time.sleep(seconds)
    note(request["notes"], f"end {request['number']} {os.getpid()}")
    return {"number": request["number"], "square": request["number"] ** 2}


def die(how: int) -> None:
    os.kill(os.getpid(), how)
    time.sleep(60)


def leave(code: int) -> None:
    os._exit(code)


def leave_a_twin(code: int) -> None:
    """End while a process goes on that has all open files of this one."""
    if os.fork():
        os._exit(code)
    time.sleep(60)


def die_at_first(path: str) -> str:
    """End its process the first two times."""
    note(path, os.getpid())
    if len(Path(path).read_text().splitlines()) <= 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return "third time lucky"


def fail(text: str) -> None:
    raise ValueError(text)


def quit_politely(_: None) -> None:
    sys.exit("goodbye")


def interrupt(_: None) -> None:
    raise KeyboardInterrupt


def complain(text: str) -> None:
    raise InputError(text)


def a_set(_: None) -> set[int]:
    return {1}


def an_object(_: None) -> object:
    return object()


def show_address(_: None) -> None:
    raise ValueError(object())


def long_text(length: int) -> str:
    return "x" * length


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def recurse(number: int) -> int:
    return recurse(number + 1) + 1


def stubborn(seconds: float) -> None:
    """End neither by itself nor when it is asked to."""
    while True:
        with suppress(BaseException):
            time.sleep(seconds)


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "slept"


def leave_a_child(path: str) -> int:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    note(path, child.pid)
    return 0


def talk(_: None) -> str:
    sys.stdout.write("to standard output\n")
    sys.stderr.write("to standard error\n")
    return "said"


def read(path: str) -> str:
    return Path(path).read_text()


def change(path: str) -> str:
    Path(path).write_text("as it is now")
    return "done"


def change_and_complain(path: str) -> None:
    change(path)
    raise InputError("what is there now is no such thing")


def busy(seconds: float) -> int:
    """Compute for so many seconds of processor time."""
    rounds, until = 0, time.process_time() + seconds
    while time.process_time() < until:
        rounds += 1
    return 0
