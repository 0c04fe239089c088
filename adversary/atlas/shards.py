"""The tasks of the atlas: a shard of classes, with quantities of all of them.

Requests and answers are plain JSON values: numbers of classes and codes of values are little-endian bytes in
hexadecimal digits, four bytes a class and one byte a value.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adversary.runs.task import Task
from proofs.atlas.bitsets import Classes
from proofs.atlas.enumeration import classes, shards
from proofs.atlas.quantities import codes


def tabulate_shard(request: dict[str, Any]) -> dict[str, Any]:
    """Return the classes of a shard, and quantities of all of them."""
    points, found = request["points"], classes(request["points"], request["shard"])
    values = {name: codes(name, found, points).tobytes().hex() for name in request["quantities"]}
    return {"classes": text_of_classes(found), "values": values}


def shard_tasks(points: int, quantities: Sequence[str]) -> list[Task]:
    """Return the tasks whose answers have all classes on so many points, with these quantities."""
    wanted = sorted(quantities)
    return [
        Task(
            "adversary.atlas.shards:tabulate_shard",
            {"points": points, "shard": shard, "quantities": wanted},
            name="classes",
        )
        for shard in shards(points)
    ]


def text_of_classes(found: Classes) -> str:
    """Return numbers of classes as hexadecimal digits."""
    return found.astype("<u4").tobytes().hex()


def classes_of_text(text: str) -> Classes:
    """Read numbers of classes."""
    return np.frombuffer(bytes.fromhex(text), dtype="<u4").astype(np.uint32)


def codes_of_text(text: str) -> NDArray[np.uint8]:
    """Read codes of values."""
    return np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
