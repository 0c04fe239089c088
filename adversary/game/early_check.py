"""The check of a long game in a process of its own, begun before the game's replay is over.

The trace that it reads has a footer with the run bound that a replay in agreement would give. If the replay does not
agree, the footer is written anew and the trace is checked in the ordinary way. So it is, too, whenever this process
gives no verdict, for whatever reason: what a game proves never depends on whether it was checked early.

Only for learners and adversaries of ours: the trace may have been written over by anybody else's code, which runs while
it is replayed, or has a process that has not ended yet.
"""

import base64
import gc
import json
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path

from adversary.game.judge import MalformedError, Verdict, judge_file
from learners.protocol import Fault
from learners.runner.child import Child, Limits, python_command
from learners.runner.parent import end_with_parent

LEAST_SECONDS, BYTES_A_SECOND = 120.0, 1 << 20
"""The check may compute for so long, and for one more second per so many bytes: ten times what it needs, at least."""


class EarlyCheck:
    """The process. What goes wrong with it is a reason for no verdict, never for an error or a verdict."""

    def __init__(self) -> None:
        command = python_command("from adversary.game.early_check import serve_check\nserve_check()")
        self._child: Child | None = None
        self._seconds = LEAST_SECONDS
        try:
            self._child = Child(command, Limits(LEAST_SECONDS, float("inf")), 0, stdio=False, player="the checker")
        except OSError:  # no memory for a process: then there is one fewer
            return

    def read(self, trace: Path) -> None:
        """Have it check a trace that has all its lines."""
        if self._child is not None:
            self._seconds += trace.stat().st_size / BYTES_A_SECOND
            self._child.tell(json.dumps(str(trace.absolute())).encode())

    def verdict(self) -> Verdict | None:
        """Return what the checker has found, or nothing where it has not come to an end."""
        if self._child is None:
            return None
        try:
            line = self._child.hear("the check", self._seconds)
            found = pickle.loads(base64.b64decode(line, validate=True))  # noqa: S301 - our own process, our own code
        except (Fault, ValueError, EOFError, pickle.UnpicklingError):
            return None
        return found if isinstance(found, Verdict) else None

    def close(self) -> None:
        """End the process, wherever it is."""
        if self._child is not None:
            self._child.close()
        self._child = None


def serve_check() -> None:
    """Check the one trace that is named on the first pipe, and write what was found to the second.

    Nothing is written where the file is malformed, or the memory does not suffice: there is more of it later.
    """
    end_with_parent()
    gc.disable()  # checkers make no cycles, and have millions of objects to be looked through in vain
    requests, answers = int(sys.argv[-2]), int(sys.argv[-1])
    with (
        os.fdopen(requests, "rb") as lines,
        os.fdopen(answers, "wb") as out,
        suppress(MalformedError, MemoryError, StopIteration),
    ):
        out.write(base64.b64encode(pickle.dumps(judge_file(json.loads(next(lines))))) + b"\n")
