"""What a process does that does tasks: one at a time, and its result as text."""

import importlib
import json
import os
import re
import signal
import threading
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple, NoReturn

from adversary.tasks.task import TaskError, changed_file
from proofs.exact.errors import InputError, ResourceError, one_line

GRACE = 2.0
"""Seconds that a task has to tidy up, when its process is to end."""

SPARE = 200
"""How much deeper in calls than here a result can still be read."""


class TaskReply(NamedTuple):
    """What is said of a task: its value as JSON; in a line, why there is none, or what was unusable; a changed file.

    Before that a process says that it has ``begun``.
    """

    kind: Literal["begun", "done", "failed", "unusable", "changed"]
    text: str = ""
    seconds: float = 0.0


def reply_to(function: str, request: Any, digests: Mapping[str, str]) -> TaskReply:
    """Do a task in this process, if its files have these digests, and still have them when it is done."""
    if path := changed_file(digests):
        return TaskReply("changed", path)
    reply = _reply(function, request)
    return TaskReply("changed", path, reply.seconds) if (path := changed_file(digests)) else reply


def _reply(function: str, request: Any) -> TaskReply:
    started = time.monotonic()
    try:
        module, _, name = function.partition(":")
        text = _text_of(getattr(importlib.import_module(module), name)(request))
        return TaskReply("done", text, time.monotonic() - started)
    except (ResourceError, TaskError) as error:
        return TaskReply("failed", one_line(str(error)), time.monotonic() - started)
    except InputError as error:
        return TaskReply("unusable", str(error))
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - it is this task's failure alone
        where = re.sub(r"\b0x[0-9a-f]+", "0x…", f"{type(error).__name__}: {error}")  # the same wherever it is run
        return TaskReply("failed", one_line(where), time.monotonic() - started)


def _text_of(value: Any, spare: int = SPARE) -> str:
    """Return JSON. Raises RecursionError if it is nested so deeply that others may be unable to read it."""
    return _text_of(value, spare - 1) if spare else json.dumps(value, allow_nan=False)


_state = {"at work": False}


def main(pipe: int) -> NoReturn:
    """Do the tasks that come through a pipe, one at a time; end with the parent, which holds standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    parent = Connection(pipe)
    while True:
        asked = parent.recv()
        _state["at work"] = True
        parent.send(TaskReply("begun"))
        try:
            reply = reply_to(*asked)
        except KeyboardInterrupt:  # it was to end, and has tidied up
            os._exit(1)
        _state["at work"] = False
        parent.send(reply)


def _end(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not _state["at work"]:
        os._exit(1)
    raise KeyboardInterrupt


def _end_with_the_parent() -> NoReturn:
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
