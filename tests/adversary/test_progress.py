"""The progress bar: late, and only for people."""

import os
import pty
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.full


def shown_in_a_terminal(code: str) -> str:
    """Run code with a terminal for its standard error; return what it was shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not data:
            break
        shown += data
    assert process.wait() == 0
    os.close(ours)
    return shown.decode()


SLOW = "import time; from adversary import progress; progress.QUIET_SECONDS = 0.2\nwith progress.Bar('waiting', 8) as bar:\n    bar.done = 3; time.sleep(1)"


def test_a_long_job_shows_how_far_it_is() -> None:
    shown = shown_in_a_terminal(SLOW)
    assert "waiting" in shown
    assert "3/8" in shown


def test_what_has_no_total_shows_none() -> None:
    shown = shown_in_a_terminal(SLOW.replace("8", "None"))
    assert "waiting" in shown
    assert "/" not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_a_short_job_shows_nothing() -> None:
    assert shown_in_a_terminal(SLOW.replace("sleep(1)", "sleep(0)")) == ""


def test_where_no_one_is_watching_nothing_is_shown() -> None:
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, check=True)
    assert done.stderr == b""


BEGUN = (
    "import time; from adversary import progress; progress.QUIET_SECONDS = 0.2\n"
    "with progress.Bar('playing', None) as bar:\n    bar.begin(1000, 2000)\n"
    "    for bar.done in range(1000, 1041): time.sleep(0.05)"
)


def test_the_estimate_is_by_what_is_done_now() -> None:
    shown = shown_in_a_terminal(BEGUN)
    assert re.search(r"10[34]./2000", shown)
    left = [60 * int(minutes) + int(seconds) for minutes, seconds in re.findall(r"0:(\d\d):(\d\d)", shown)]
    assert left  # and by what was done before, too, it would be at most two seconds
    assert min(left) >= 30


UNDER_WAY = SLOW.replace("bar.done = 3", "bar.done, bar.under_way = 3, [5, 6]")


def test_what_is_under_way_counts_as_done() -> None:
    assert "5/8" in shown_in_a_terminal(UNDER_WAY)
