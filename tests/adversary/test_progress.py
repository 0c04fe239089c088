"""The progress bar: late, and only for people."""

import os
import pty
import subprocess
import sys


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


def test_a_short_job_shows_nothing() -> None:
    assert shown_in_a_terminal(SLOW.replace("sleep(1)", "sleep(0)")) == ""


def test_where_no_one_is_watching_nothing_is_shown() -> None:
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, check=True)
    assert done.stderr == b""
