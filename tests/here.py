"""Doing the tasks of a run in the process of a test; the engine that does them elsewhere has tests of its own."""

import json
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from adversary.tasks.task import Task, TaskOutcome


def run_here(tasks: Sequence[Task], *_: Any, **__: Any) -> list[TaskOutcome]:
    """Do the tasks in this process, and write their values as a store does."""
    found = []
    for task in tasks:
        module, name = task.function.split(":")
        value = getattr(import_module(module), name)(task.request)
        found.append(TaskOutcome(json.loads(json.dumps(value, allow_nan=False))))
    return found
