"""What time counts: computing, sleeping and waiting for a processor are told apart."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from learners.runner.child import Child, Limits
from learners.runner.clock import Clock, CutShort, Stopwatch, Times

pytestmark = pytest.mark.full

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells the times of processes")
SPINS, SLEEPS = "while True: pass", "import time; print(flush=True); time.sleep(600)"


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Return a list of processes that are ended."""
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def until(clock: Clock, cpu: float) -> Times:
    """Wait until a process has computed for so long, however busy the machine is."""
    while (now := clock.read()).cpu < cpu:
        time.sleep(0.02)
    return now


@on_linux
def test_computing_and_sleeping_are_told_apart(processes: list[subprocess.Popen[bytes]]) -> None:
    processes += [subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE) for text in (SPINS, SLEEPS)]
    spins, sleeps = [Clock(process.pid) for process in processes]
    before = spins.read()
    spent = until(spins, before.cpu + 0.2).since(before)
    assert spent.cpu >= 0.2
    assert spent.asleep < spent.cpu
    assert processes[1].stdout is not None
    processes[1].stdout.readline()  # now it has been started
    before = sleeps.read()
    time.sleep(0.3)
    spent = sleeps.read().since(before)
    assert spent.asleep >= spent.wall - spent.cpu - spent.waited >= 0
    assert spent.cpu < spent.wall


@on_linux
def test_waiting_for_a_processor_is_seen_and_does_not_count(processes: list[subprocess.Popen[bytes]]) -> None:
    one = next(iter(os.sched_getaffinity(0)))
    pinned = [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{one}}})\n{SPINS}"]
    processes += [subprocess.Popen(pinned) for _ in range(3)]
    began, computed = time.monotonic(), time.thread_time()
    clock, budget = Clock(processes[0].pid), Stopwatch(60.0)
    budget.add(clock)
    before = until(clock, clock.read().cpu + 0.05)
    spent = until(clock, before.cpu + 0.1).since(before)
    assert spent.waited > spent.cpu  # three share one processor
    waited, spent_here = clock.read().waited, budget.spent
    assert spent_here <= max(time.monotonic() - began - waited, time.thread_time() - computed)  # what it computes


def test_pauses_do_not_count_and_a_budget_can_be_extended() -> None:
    budget = Stopwatch(10.0)
    budget.pause()
    time.sleep(0.3)
    budget.resume()
    budget.resume()  # which changes nothing
    assert budget.left > 10.2 - budget.spent
    budget = Stopwatch(0.0)
    with pytest.raises(CutShort):
        budget.check()
    budget.extend(60.0)
    assert 30 < budget.left <= 60.0
    budget.extend(10.0)  # more than that is left
    assert budget.left > 30


def test_a_grade_blames_no_learner_where_a_wait_is_told_late(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, told = Stopwatch(60.0), iter([0.0])
    with contextlib.closing(Child(["cat"], Limits(), 1, stdio=True, budget=budget)) as child:
        budget.ends = 0.0  # as far as can be seen without asking who has waited
        monkeypatch.setattr(Stopwatch, "left", property(lambda _: next(told, 0.05)))
        with pytest.raises(CutShort):
            child.ask("predict", b"", 5.0)


@on_linux
def test_the_innermost_process_is_the_one_that_plays(processes: list[subprocess.Popen[bytes]]) -> None:
    inner = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SPINS!r}])"
    processes.append(subprocess.Popen([sys.executable, "-c", inner], start_new_session=True))
    until(Clock(processes[0].pid, nested=True), 0.5)
    assert Clock(processes[0].pid).read().cpu < 0.5
    os.killpg(processes[0].pid, 9)


def test_a_process_that_has_ended_keeps_its_times(processes: list[subprocess.Popen[bytes]]) -> None:
    processes.append(subprocess.Popen([sys.executable, "-c", "pass"]))
    clock, budget = Clock(processes[0].pid), Stopwatch(60.0)
    budget.add(clock)
    before = clock.read()
    processes[0].wait()
    after = clock.read()
    assert (after.cpu, after.waited) >= (before.cpu, before.waited)
    budget.remove(clock)
    budget.remove(clock)  # does no harm
    assert budget.spent >= 0
    assert 0 < budget.left <= 60.0
