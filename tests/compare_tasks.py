"""Shares of a comparison that something happens to, as tasks: processes import this module by its name."""

from pathlib import Path
from typing import Any

from adversary.search.compare import play_learner


def one_fails(asked: dict[str, Any]) -> list[dict[str, Any]]:
    cells = play_learner(asked)
    if asked["source"]["text"] == "averaging":
        raise SystemExit(3)
    return cells


def one_loses_its_trace(asked: dict[str, Any]) -> list[dict[str, Any]]:
    cells = play_learner(asked)
    if asked["source"]["text"] == "averaging":
        Path(asked["outputs"][0]).unlink()
    return cells
