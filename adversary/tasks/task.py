"""A task: the name of a function and its request; where tasks run; and the outcome of a task."""

import hashlib
import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

from proofs.exact.errors import BudgetError, InputError

NOT_CHECKED = "stored, not checked"
"""What is said of a result of an earlier run of which nothing that is kept shows that it is right."""

MAX_JOBS = 1_024
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_ADDRESS = re.compile(r"[a-z][a-z+.-]*://[^\s:]*(\[[^\s]*\])?(:([1-9][0-9]{0,4}))?")
MAX_PORT = 65_535


@dataclass(frozen=True)
class Task:
    """One of many independent tasks.

    Args:
        function: ``"package.module:name"``; it takes the request and returns plain JSON values.
        request: plain JSON values.
        files: what the function reads besides; a worker on another machine has to find them at the same paths.
        name: what people are told is under way; not part of the key.
        limit: seconds after which its process is stopped; not part of the key.

    """

    function: str
    request: Any
    files: Sequence[str] = ()
    name: str = ""
    limit: float | None = None

    @cached_property
    def digests(self) -> dict[str, str]:
        """The files' digests, as they are when this is first asked for. Raises InputError if one cannot be read."""
        return {path: digest_of(path) for path in self.files}

    @cached_property
    def key(self) -> str:
        """Return a digest of all inputs of the result: the versions of this program and Python, the request, the files.

        Raises:
            InputError: a file cannot be read.

        """
        files = [[path, self.digests[path]] for path in self.files]
        asked = [program_version(), python_version(), self.function, self.request, files]
        text = json.dumps(asked, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()


class TaskError(Exception):
    """One task cannot be done; the message is the reason for people. All other tasks continue."""


class ClusterLost(BudgetError):  # noqa: N818 - it is what has happened
    """The cluster was lost during the run. Finished tasks are stored; the same command does the rest."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where tasks run: in so many processes here (by default one for each core), or at a dask scheduler's address.

    Raises:
        InputError: ``jobs`` is neither, or dask is needed and is not installed.

    """

    jobs: int | str | None = None

    def __post_init__(self) -> None:
        text = str(self.jobs)
        address = _ADDRESS.fullmatch(text)
        number = _NUMBER.fullmatch(text) and int(text) <= MAX_JOBS
        if not (self.jobs is None or number or (address and int(address[3] or 1) <= MAX_PORT)):
            raise InputError(
                f"--jobs is a number of processes, up to {MAX_JOBS:,}, or an address like tcp://host:8786, not {text!r}"
            )
        if address and find_spec("distributed") is None:
            raise InputError("a cluster needs dask: in a checkout of this program, pip install '.[cluster]'")

    @property
    def scheduler(self) -> str | None:
        """Return the address of the dask scheduler, if there is one."""
        return self.jobs if isinstance(self.jobs, str) and "://" in self.jobs else None

    @property
    def here(self) -> "Where":
        """Return the place for tasks that are only about files of this machine."""
        return Where() if self.scheduler else self

    @property
    def workers(self) -> int:
        """Return the number of local processes."""
        return int(self.jobs) if self.jobs is not None and not self.scheduler else usable_cores()


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """How a task ended: with a value, or with a ``failure`` in one line; ``stored``: it was found, and not run."""

    value: Any
    failure: str | None = None
    seconds: float = 0.0
    stored: bool = False


class TaskReply(NamedTuple):
    """The reply to a task: its value as JSON, or the reason in one line why there is none, or a changed file.

    Before that a process says that it has ``begun``.
    """

    kind: Literal["begun", "done", "failed", "unusable", "changed"]
    text: str = ""
    seconds: float = 0.0


@cache
def program_version() -> str:
    """Return the version of this program, cached because the lookup is slow."""
    from importlib.metadata import version  # a grade of one file does without, and so starts sooner

    return version("forced-mistakes")


def python_version() -> str:
    """Return Python's version, as far as results may depend on it: ``"3.13"``."""
    return platform.python_version().rpartition(".")[0]


def changed_file(digests: Mapping[str, str]) -> str | None:
    """Return the first of the files that has another digest than this, or cannot be read, or ``None``."""
    for path, digest in digests.items():
        try:
            if digest_of(path) != digest:
                return path
        except InputError:
            return path
    return None


def digest_of(path: str) -> str:
    """Return the SHA-256 of a file. Raises InputError if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
