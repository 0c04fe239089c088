"""Shares of a comparison that something happens to, as tasks: processes import this module by its name."""

import os
from typing import Any

from adversary.search.compare import play_learner


def one_fails(asked: dict[str, Any]) -> list[dict[str, Any]]:
    cells = play_learner(asked)
    if asked["source"]["text"] == "averaging":
        raise SystemExit(3)
    return cells


def elsewhere(asked: dict[str, Any]) -> list[dict[str, Any]]:
    os.chdir("/")
    return play_learner(asked)
