"""Which compiled theories are kept."""

import os
import time
from pathlib import Path

import pytest

from proofs.formal.coqc import _clear as clear

WEEK = 7 * 24 * 60 * 60
NOW = 1_000_000_000


def test_what_nobody_has_used_for_more_than_a_week_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ages = {"formal-new": 0, "formal-week": WEEK, "formal-old": WEEK + 1, "formal-ours": WEEK + 1, "other": WEEK + 1}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (NOW - age, NOW - age))
    monkeypatch.setattr(time, "time", lambda: NOW)
    clear(tmp_path, tmp_path / "formal-ours")
    assert {path.name for path in tmp_path.iterdir()} == ages.keys() - {"formal-old"}
