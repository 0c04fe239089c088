"""Cells of a comparison that something happens to, as tasks: processes import this module by its name."""

import os
from typing import Any

from adversary.compare.compare import search_cell


def one_fails(asked: dict[str, Any]) -> dict[str, Any]:
    cell = search_cell(asked)
    if asked["source"]["text"] == "averaging":
        raise SystemExit(3)
    return cell


def elsewhere(asked: dict[str, Any]) -> dict[str, Any]:
    os.chdir("/")
    return search_cell(asked)
