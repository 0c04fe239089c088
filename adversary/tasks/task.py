"""A task: the name of a function and its request; and the outcome of a task."""

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from proofs.exact.errors import InputError

NOT_CHECKED = "stored, not checked"
"""What is said of a result of an earlier run of which nothing that is kept shows that it is right."""


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
