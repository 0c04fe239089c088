"""The control group of a process: it counts what the process holds outside of itself."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from learners.runner import process
from learners.runner.process import MemoryGroup

HOARD = """
import os
input()
for number in range(256):
    os.write(os.memfd_create("m"), bytes(1 << 20))
"""


@pytest.mark.full
def test_a_control_group_counts_memory_outside_of_the_process() -> None:
    with subprocess.Popen([sys.executable, "-c", HOARD], stdin=subprocess.PIPE) as hoarder:
        group = MemoryGroup(hoarder.pid, 64 << 20)
        if group.place is None:
            hoarder.kill()
            pytest.skip("no control group can be had here")
        place = group.place
        assert not group.exceeded
        hoarder.communicate(b"\n", timeout=250)
        assert hoarder.returncode == -signal.SIGKILL
        assert group.exceeded
    group.close()
    assert not place.exists()


def test_where_no_control_group_can_be_had_nothing_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_places", lambda most: [(tmp_path / "gone", "limit", "swap", most)])
    group = MemoryGroup(1, 1 << 30)
    assert (group.place, group.exceeded) == (None, False)
    group.close()
