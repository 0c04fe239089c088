"""The tasks of the atlas: a shard of classes, with quantities of all of them.

Requests and answers are plain JSON values: numbers of classes and codes of values are little-endian bytes in
hexadecimal digits, four bytes a class and one byte a value.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from adversary.tasks.task import Task
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


class _StoredShard(msgspec.Struct):
    classes: str
    values: dict[str, str]


def check_shard(task: Task, value: Any) -> Any:
    """Return a stored shard, if it has these classes, and a code of each quantity for each; no code is checked.

    Raises:
        ValueError: it has not.

    """
    found, points = msgspec.convert(value, _StoredShard), task.request["points"]
    numbers = classes_of_text(found.classes)
    if not np.array_equal(numbers, classes(points, task.request["shard"])):
        raise ValueError("these are other classes than those of its shard")
    for name in task.request["quantities"]:
        values = codes_of_text(found.values[name])
        if len(values) != len(numbers):
            raise ValueError(f"{name} has {len(values)} values for {len(numbers)} classes")
    return value


def text_of_classes(found: Classes) -> str:
    """Return numbers of classes as hexadecimal digits."""
    return found.astype("<u4").tobytes().hex()


def classes_of_text(text: str) -> Classes:
    """Read numbers of classes."""
    return np.frombuffer(bytes.fromhex(text), dtype="<u4").astype(np.uint32)


def codes_of_text(text: str) -> NDArray[np.uint8]:
    """Read codes of values."""
    return np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
