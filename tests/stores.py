"""Stores of results for tests: lines as a run writes them, and lines that somebody has edited with skill."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def line(key: str, value: Any, seconds: float = 0.25) -> bytes:
    """Return a line with its digest."""
    entry = json.dumps({"key": key, "seconds": seconds, "value": value}).encode()
    return b'{"digest": "%s", %s\n' % (hashlib.sha256(entry).hexdigest().encode(), entry[1:])


def keys(path: Path) -> list[str]:
    """Return the keys of what is stored, in order, without a line that is being written."""
    lines = path.read_bytes().split(b"\n")[1:-1] if path.exists() else []
    return [json.loads(text)["key"] for text in lines]


def values(path: Path) -> list[Any]:
    """Return what is stored, in order."""
    return [json.loads(text)["value"] for text in path.read_bytes().splitlines()[1:]]


def edit(path: Path, change: Callable[[Any], object]) -> int:
    """Change every value in a store, and give the lines their new digests; return how many are other than they were."""
    head, *lines = path.read_bytes().splitlines(keepends=True)
    edited = []
    for text in lines:
        entry = json.loads(text)
        change(entry["value"])
        edited.append(line(entry["key"], entry["value"], entry["seconds"]))
    path.write_bytes(b"".join([head, *edited]))
    return sum(new != old for new, old in zip(edited, lines, strict=True))
