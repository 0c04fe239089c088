"""Cells of a comparison that something happens to, as tasks: processes import this module by its name."""

import os
from typing import Any

from adversary.compare.cell_tasks import play_task


def one_fails(request: dict[str, Any]) -> dict[str, Any]:
    if request["source"]["text"] == "averaging":
        raise SystemExit(3)
    return play_task(request)


def elsewhere(request: dict[str, Any]) -> dict[str, Any]:
    os.chdir("/")
    return play_task(request)
