"""The store: a file to which each result is appended at once, and found again by the key of its task."""

import errno
import fcntl
import hashlib
import json
import os
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from proofs.exact.errors import InputError

STORE = "store.jsonl"
"""What the file is called in a folder that a command writes; beside a single FILE it is FILE.store.jsonl."""

HEADER = b'{"format": "forced-mistakes/results/2"}\n'

DIGEST = b'{"digest": "'
"""How a line with a result begins."""

DIGITS = 64
"""Of a SHA-256, in hexadecimals."""

NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Store(AbstractContextManager["Store"]):
    """A file with one result per line: a digest, the task's key, the seconds that it took, and its value.

    The digest detects damage, not forgery: anyone who edits a line can also write its digest. So values are not to be
    relied on until they have been checked (``adversary.tasks.engine.run``).

    A line is written at once, so that what is there survives whatever ends the process. A power cut may cost the last
    tasks: what was not written to its end, or came back as zeros, is dropped with all after it. In memory there is only
    where each line is. Without a path nothing is kept. A file that it has made, and in which there is no result in the
    end, is removed.

    Raises:
        InputError: it cannot be read or written, is something else (then it is left as it is), or is in use.

    """

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        self._places = dict[str, tuple[int, int, int]]()  # of a line: its length, where it is, its number from 1
        self._file, self._size, self._lines, self._made = -1, 0, 0, False
        if self.path is not None:
            try:
                self._open(self.path)
                self._read(self.path)
            except BaseException:
                self.close()
                raise

    def _open(self, path: Path) -> None:
        try:
            if path.exists() and not path.is_file():
                raise InputError(f"cannot keep results in {path}: it exists and is not a regular file")
            self._made = not path.exists()
            while self._file < 0:
                self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not path.exists() or not os.path.samestat(os.fstat(self._file), path.stat()):
                    self.close()  # the run that had it has just removed it
        except BlockingIOError:
            raise InputError(f"another run is at work with {path}: wait until it ends, or name another") from None
        except OSError as error:
            why = error.strerror
            if error.errno in NO_LOCKS:
                why = "its file system has no locks, and two runs could write at once; a local disk has them"
            raise InputError(f"cannot keep results in {path}: {why}") from None

    def _read(self, path: Path) -> None:
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            for number, line in enumerate(file):
                if not line.endswith(b"\n") and (number or HEADER.startswith(line)):
                    break  # it was not written to its end
                if number and b"\0" in line:
                    break  # it had not reached the disk when the power was cut; JSON has no such byte
                if not (self._take(line) if number else line == HEADER):
                    what = "that line, and its result is found again" if number else "it"
                    wrong = "a damaged result" if line.startswith(DIGEST) else "something else than results"
                    raise InputError(f"{path} has {wrong} in line {number + 1}: remove {what}, or name another")
                self._size += len(line)
                self._lines += 1
        self._shorten()
        if not self._size:
            self._append(HEADER)

    def _take(self, line: bytes) -> bool:
        try:
            key, _, _ = _entry(line)
        except (ValueError, LookupError, TypeError, RecursionError):
            return False
        self._places[key] = len(line), self._size, self._lines + 1
        return True

    def get(self, key: str) -> tuple[Any, float] | None:
        """Return the value under a key and the seconds that it took, or ``None``. Raises InputError."""
        if (place := self._places.get(key)) is None:
            return None
        try:
            return _entry(os.pread(self._file, *place[:2]))[1:]
        except OSError as error:
            raise InputError(f"cannot read results from {self.path}: {error.strerror}") from None
        except (ValueError, LookupError, TypeError):
            raise InputError(f"{self.line_of(key)} was changed during the run") from None

    def line_of(self, key: str) -> str:
        """Return which line has the result under a key."""
        return f"{self.path}, line {self._places[key][2]}"

    def add(self, key: str, value: Any, seconds: float) -> tuple[Any, float]:
        """Write a result at once; return it as ``get`` will return it in a later run.

        Raises:
            InputError: it cannot be written; what was there before is as it was.

        """
        entry = json.dumps({"key": key, "seconds": round(seconds, 6), "value": value}, allow_nan=False).encode()
        line = b'%s%s", %s\n' % (DIGEST, hashlib.sha256(entry).hexdigest().encode(), entry[1:])
        if self.path is not None:
            place = len(line), self._size, self._lines + 1
            self._append(line)
            self._places[key] = place
        return _entry(line)[1:]

    def _append(self, line: bytes) -> None:
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise InputError(f"cannot keep results in {self.path}: {error.strerror}") from None
        if written != len(line):
            self._shorten()
            raise InputError(f"cannot keep results in {self.path}: the disk is full, or the file has reached its limit")
        self._size += written
        self._lines += 1

    def _shorten(self) -> None:
        """Drop an incomplete last line."""
        try:
            os.ftruncate(self._file, self._size)
        except OSError as error:
            raise InputError(f"cannot keep results in {self.path}: {error.strerror}") from None

    def close(self) -> None:
        """Release the lock and close the file."""
        if self._file >= 0:
            if self.path is not None and self._made and not self._places:
                with suppress(OSError):
                    self.path.resolve().unlink()
            with suppress(OSError):
                os.close(self._file)
            self._file = -1

    def __exit__(self, *_: object) -> None:
        self.close()


def _entry(line: bytes) -> tuple[str, Any, float]:
    """Return the key, the value and the seconds. Raises ValueError, LookupError or TypeError if it is damaged."""
    entry = json.loads(line, parse_constant=int)  # which refuses NaN and Infinity: they are no JSON
    key, seconds = entry["key"], entry["seconds"]
    rest = b"{" + line.rstrip(b"\n")[len(DIGEST) + DIGITS + len('", ') :]
    if entry["digest"] != hashlib.sha256(rest).hexdigest() or type(key) is not str:
        raise ValueError
    if type(seconds) not in {int, float} or not 0 <= seconds < float("inf"):
        raise ValueError
    return key, entry["value"], seconds
