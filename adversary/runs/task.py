"""A task: a function of ours by its name, and what it is asked; and how it ended."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from proofs.exact.errors import InputError


@dataclass(frozen=True)
class Task:
    """One of many independent tasks.

    Args:
        function: ``"package.module:name"``; it takes the request and returns plain JSON values.
        request: plain JSON values.
        files: what the function reads besides; a worker on another machine has to find them at the same paths.
        name: what people are told is under way; not part of the key.
        seconds: after which its process is stopped; not part of the key.

    """

    function: str
    request: Any
    files: Sequence[str] = ()
    name: str = ""
    seconds: float | None = None

    @cached_property
    def key(self) -> str:
        """Digest of all that the result depends on: the version of this program, what is asked, and files' contents.

        Raises:
            InputError: a file cannot be read.

        """
        files = [[path, digest_of(path)] for path in self.files]
        asked = [version("forced-mistakes"), self.function, self.request, files]
        text = json.dumps(asked, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """How a task ended: with a value, or with a ``failure`` in one line; ``stored``: it was found, and not run."""

    value: Any
    failure: str | None = None
    seconds: float = 0.0
    stored: bool = False


def digest_of(path: str) -> str:
    """Return the SHA-256 of a file. Raises InputError if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
