"""How somebody's program is called, as Python code: a report lets its author paste that beside the file."""

from collections.abc import Mapping
from inspect import Parameter
from typing import Any

import msgspec

from learners.shapes.online import Online
from learners.shapes.reading import Reading


OFFERED = ("dimension", "margin_squared", "concepts", "lies")
"""What settings offer to a constructor, all or some of it."""


class Recipe(msgspec.Struct, frozen=True):
    """Code that calls a program.

    Attributes:
        name: what it takes from the file.
        arguments: by the names of its constructor, the names of what settings offer, or values.
        predict: asks ``learner`` about x, or about all of X.
        update: tells it the label y of x; "" if it is trained in one call.
        train: then lines that train it on X and y with T passes.
        zero_one: whether it knows the labels 0 and 1.
        whole: whether the file runs to its end, so that it can be imported.

    """

    name: str
    arguments: dict[str, str]
    predict: str
    update: str = ""
    train: str = ""
    zero_one: bool = False
    whole: bool = True


def recipe_of(factory: Any, named: Mapping[str, Parameter], reading: Reading) -> Recipe | None:
    """Return how the program is called from which a factory makes learners; ``None`` where that is no short code."""
    if reading.adapter:
        return None
    if reading.batch:
        batch: Recipe | None = factory.recipe
        return batch
    shape = factory if isinstance(factory, Online) else Online(factory, reading)
    name = getattr(shape.make, "__name__", "")
    if not name.isidentifier() or any(each.kind is Parameter.POSITIONAL_ONLY for each in named.values()):
        return None
    predict, update = shape.methods
    told = "y, x" if shape.reading.label_first else "x, y"
    offered = {own: offered for own, offered in shape.offered.items() if offered in OFFERED}
    return Recipe(
        name,
        offered | {own: repr(value) for own, value in shape.usual.items()},
        f"learner.{predict}(x)",
        f"learner.{update}({told})",
        zero_one=shape.reading.labels == (0, 1),
        whole=not shape.remarks,
    )
