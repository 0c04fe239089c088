"""A run that is ended by whatever, at any moment: nobody is left, nothing is lost, and the end is the same."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from processes import require_end

pytestmark = pytest.mark.full

TASKS = 16

RUN = """
import json, signal, sys
from pathlib import Path
from adversary.cli.terminal import shown_run
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import Task
from adversary.tasks.task import Where

folder, number = Path(sys.argv[1]), int(sys.argv[2])

class Terminated(BaseException):
    pass

def terminate(*_):
    raise Terminated

signal.signal(signal.SIGTERM, terminate)
requests = [{"notes": str(folder / "notes"), "number": n, "seconds": 0.02 * (n % 5)} for n in range(number)]
tasks = [Task("run_tasks:counted", request, name=f"no. {request['number']}") for request in requests]
try:
    with Store(folder / "kept") as store, shown_run("counting", folder / "kept") as progress:
        outcomes = run(tasks, Where(2), store, progress)
except (KeyboardInterrupt, Terminated):
    sys.exit(3)
lines = [json.dumps({"value": outcome.value, "failure": outcome.failure}) for outcome in outcomes]
(folder / "results.jsonl").write_text("".join(line + "\\n" for line in lines))
"""
"""It is not guarded by ``if __name__ == "__main__"``: no process runs it again."""


def started(folder: Path) -> subprocess.Popen[str]:
    script = folder / "script.py"
    script.write_text(RUN)
    return subprocess.Popen(
        [sys.executable, script, folder, str(TASKS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tests"), "RUN_OF_A_TEST": str(folder)},
        start_new_session=True,
    )


def finished(folder: Path) -> set[int]:
    """Return the numbers of the tasks whose results are in the store, as any reader of lines finds them."""
    try:
        *lines, _ = (folder / "kept").read_text().split("\n")
    except FileNotFoundError:
        return set()
    return {json.loads(line)["value"]["number"] for line in lines[1:]}


def begun(folder: Path) -> Counter[int]:
    try:
        lines = (folder / "notes").read_text().splitlines()
    except FileNotFoundError:
        return Counter()
    return Counter(int(line.split()[1]) for line in lines if line.startswith("begin"))


ENDS: dict[str, Callable[[subprocess.Popen[str]], None]] = {
    "Ctrl-C": lambda process: os.killpg(process.pid, signal.SIGINT),
    "SIGINT": lambda process: process.send_signal(signal.SIGINT),
    "SIGTERM": lambda process: process.send_signal(signal.SIGTERM),
    "kill -9": lambda process: process.kill(),
}


@pytest.mark.parametrize("end", ENDS)
def test_whenever_a_run_is_ended_it_goes_on_and_ends_the_same(end: str, tmp_path: Path) -> None:
    chance, interruptions = random.Random(end), 0
    while not (tmp_path / "results.jsonl").exists():
        before = finished(tmp_path)
        times = begun(tmp_path)
        process = started(tmp_path)
        if interruptions < 3:
            # At moments of the work, not of the clock: after so many tasks have begun, and a little more.
            more = sum(times.values()) + chance.randint(1, 5)
            until = time.monotonic() + 250
            while sum(begun(tmp_path).values()) < more and process.poll() is None:
                assert time.monotonic() < until
                time.sleep(0.005)
            time.sleep(0.05 * chance.random())
            ENDS[end](process)
            interruptions += 1
        out, err = process.communicate(timeout=250)
        require_end("RUN_OF_A_TEST", str(tmp_path))
        assert out == ""
        *said, last = err.split("\n")
        assert last == ""
        assert all(line.startswith("adversary: ") for line in said), err
        assert process.returncode in ({0, -signal.SIGKILL} if end == "kill -9" else {0, 3})
        assert before <= finished(tmp_path)
        for number in before:
            assert begun(tmp_path)[number] == times[number]  # what was finished is not done again
    assert finished(tmp_path) == set(range(TASKS))
    expected = [{"value": {"number": n, "square": n**2}, "failure": None} for n in range(TASKS)]
    text = (tmp_path / "results.jsonl").read_text()
    assert text == "".join(json.dumps(one) + "\n" for one in expected)
