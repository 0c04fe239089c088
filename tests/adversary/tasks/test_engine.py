"""Runs on one machine: each task once, whatever happens to the processes."""

import signal
from pathlib import Path
from typing import Any

import pytest
from processes import children, require_end_of

from adversary.tasks import engine, slots
from adversary.tasks.slots import Slots
from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskOutcome, TaskReply, Where
from proofs.exact.errors import InputError


def task(function: str, request: Any = None, **options: Any) -> Task:
    return Task(f"run_tasks:{function}", request, **options)


def run(*tasks: Task, jobs: int = 2, **options: Any) -> list[TaskOutcome]:
    return engine.run(tasks, Where(jobs=jobs), **options)


def failure(asked: Task) -> str | None:
    (outcome,) = run(asked, jobs=1)
    assert outcome.value is None or outcome.failure is None
    return outcome.failure


def test_results_are_in_the_order_of_the_tasks() -> None:
    progress = list[tuple[int, int, str]]()
    tasks = [task("double", number % 7, name=f"no. {number}") for number in range(20)]
    outcomes = run(*tasks, progress=lambda *what: progress.append(what))
    assert [outcome.value for outcome in outcomes] == [2 * (number % 7) for number in range(20)]
    assert progress[0] == (0, 20, "")
    assert [done for done, _, _ in progress] == sorted({done for done, _, _ in progress})
    assert progress[-1][0] == 20
    assert len(progress) == 8  # for there are seven that differ
    assert run() == []


def test_what_is_stored_is_not_done_again(tmp_path: Path) -> None:
    notes, path = tmp_path / "notes", tmp_path / "results"
    tasks = [task("counted", {"notes": str(notes), "number": number}) for number in range(5)]
    with Store(path) as store:
        first = run(*tasks[:3], store=store)
        again = run(*tasks, store=store)
    with Store(path) as store:
        last = run(*tasks, store=store)
    assert [outcome.stored for outcome in first + again + last] == [False] * 3 + [True] * 3 + [False] * 2 + [True] * 5
    assert [outcome.value for outcome in again] == [outcome.value for outcome in last]
    assert [outcome.seconds for outcome in again] == [outcome.seconds for outcome in last]
    assert notes.read_text().count("begin") == 5


def test_what_fails_is_said_in_one_line_and_is_tried_again_in_the_next_run(tmp_path: Path) -> None:
    with Store(tmp_path / "results") as store:
        for _ in range(2):
            outcomes = run(task("fail", "two\nlines\x1b[31m"), task("double", 1), store=store)
            assert [outcome.failure for outcome in outcomes] == [r"ValueError: two lines\x1b[31m", None]
            assert outcomes[0].stored is False


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (task("quit_politely"), "SystemExit: goodbye"),
        (task("a_set"), "TypeError: Object of type set is not JSON serializable"),
        (task("recurse", 0), "RecursionError: maximum recursion depth exceeded"),
        (task("show_address"), "ValueError: <object object at 0x…>"),
        (Task("no_such_module:name", 1), "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
    ids=lambda value: getattr(value, "function", ""),
)
def test_a_task_that_raises_or_returns_what_is_not_json_has_failed(asked: Task, why: str) -> None:
    line = failure(asked)
    assert line is not None
    assert line.startswith(why)


def test_what_a_task_returns_may_be_long_but_not_too_deep() -> None:
    long, deep = run(task("long_text", 5_000_000), task("nested", 100_000))
    assert long.value == "x" * 5_000_000
    assert str(deep.failure).startswith("RecursionError")


def test_a_request_may_be_long() -> None:
    assert run(task("double", "ab" * 1_000_000))[0].value == "ab" * 2_000_000


@pytest.mark.full
def test_a_task_that_ends_its_process_three_times_has_failed_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots, "LOOK_SECONDS", 0.2)
    ends = [("die", signal.SIGKILL), ("leave", 3), ("interrupt", None), ("leave", 0), ("leave_a_twin", 0)]
    tasks = [task("double", 1), *[task(*end) for end in ends], task("double", 2)]
    outcomes = run(*tasks)
    assert [outcome.failure for outcome in outcomes] == [
        None,
        "its process ended 3 times: killed by signal 9",
        "its process ended 3 times: exit code 3",
        "its process ended 3 times: exit code 1",
        "its process ended 3 times: exit code 0",
        "its process ended 3 times: exit code 0",
        None,
    ]
    assert [outcomes[0].value, outcomes[-1].value] == [2, 4]


@pytest.mark.full
def test_a_task_that_dies_twice_is_done_the_third_time(tmp_path: Path) -> None:
    (outcome,) = run(task("die_at_first", str(tmp_path / "notes")))
    assert outcome.value == "third time lucky"


@pytest.mark.full
def test_a_task_that_takes_too_long_is_stopped_even_if_it_does_not_want_to() -> None:
    outcomes = run(task("sleep", 60, limit=0.3), task("stubborn", 1, limit=0.5), task("sleep", 0, limit=30))
    stopped = "it did not end by itself, and was stopped after {} s"
    assert [outcome.failure for outcome in outcomes] == [stopped.format(0.3), stopped.format(0.5), None]
    assert [outcome.seconds for outcome in outcomes[:2]] == [0.3, 0.5]


@pytest.mark.full
def test_what_cannot_be_used_ends_the_run() -> None:
    before = set(children())  # other tests may have left a judge that waits
    with pytest.raises(InputError, match="there is no such thing"):
        run(task("complain", "there is no such thing"), task("sleep", 60), task("sleep", 61))
    assert set(children()) <= before


@pytest.mark.parametrize("function", ["change", "change_and_complain"])
def test_a_file_that_is_changed_while_a_task_reads_it_fails_it_alone(function: str, tmp_path: Path) -> None:
    """What is stored under a key is about the files that the key names: the third task finds another already."""
    file = tmp_path / "file"
    file.write_text("as it was")
    tasks = [task("double", 1), *[task(name, str(file), files=[str(file)]) for name in (function, "read")]]
    why = f"{file} was changed during the run"
    with Store(tmp_path / "results") as store:
        assert [outcome.failure for outcome in run(*tasks, jobs=1, store=store)] == [None, why, why]
        file.write_text("as it was")
        assert [store.get(one.key) for one in tasks[1:]] == [None, None]


REPLIES = Slots.replies
"""The real ones: tests of the first tier have others."""

BEGUN, DONE = TaskReply("begun"), TaskReply("done", "1")


class Pipe:
    """A pipe to a process that sends these replies, or one that depends on the task, and then ends."""

    def __init__(self, *replies: TaskReply) -> None:
        self._replies = [*replies]

    def send(self, asked: tuple[str, Any, Any]) -> None:
        if not self._replies and asked[1] in {0, 1}:
            self._replies.append(DONE if asked[1] else TaskReply("unusable", "1"))

    def poll(self) -> bool:
        return True

    def recv(self) -> TaskReply:
        if not self._replies:
            raise EOFError
        return self._replies.pop(0)


def close(slot: slots.Slot, task: Task | None = None) -> str:
    slot.task, slot.pipe = task, None
    return "exit code 7"


@pytest.fixture
def pipes(monkeypatch: pytest.MonkeyPatch) -> list[Pipe | None]:
    """Return the pipes to the processes that will be started; for ``None`` there is no process."""
    pipes = list[Pipe | None]()

    def start() -> tuple[Any, Any]:
        if (pipe := pipes.pop(0)) is None:
            raise InputError("cannot start a process")
        return pipe, object()

    monkeypatch.setattr(slots, "_start", start)
    monkeypatch.setattr(slots, "wait", lambda *_: None)  # all are over when they are looked at
    monkeypatch.setattr(slots.Slot, "close", close)
    return pipes


@pytest.mark.parametrize(
    ("numbers", "processes", "last"),
    [
        ([0, 1] * 6, [True] * 12, [TaskReply("unusable", "1")] * 6),
        ([1], [False], [TaskReply("unusable", "cannot start a process")]),
        ([1, 1, 1, 1], [True, False, True, False], []),
    ],
    ids=["unusable", "no process", "fewer processes"],
)
def test_what_is_done_comes_before_what_cannot_be_used(
    numbers: list[int], processes: list[bool], last: list[TaskReply], pipes: list[Pipe | None]
) -> None:
    pipes += [Pipe() if process else None for process in processes]
    replies = [reply for _, reply in REPLIES(Slots(len(processes)), [task("double", number) for number in numbers])]
    assert replies == [DONE] * (len(numbers) - len(last)) + last


@pytest.mark.parametrize(
    ("replies", "last"),
    [
        ([[BEGUN, DONE]], DONE),
        ([[BEGUN], [BEGUN], [BEGUN, DONE]], DONE),
        ([[BEGUN]] * 3, TaskReply("failed", "its process ended 3 times: exit code 7")),
        ([*[[]] * 9, [BEGUN], *[[]] * 9, [BEGUN], *[[]] * 9, [BEGUN, DONE]], DONE),
        ([*[[]] * 9, [BEGUN], *[[]] * 10], None),
        ([[]] * 10, None),
    ],
)
def test_a_task_is_blamed_for_the_ends_of_processes_that_have_begun_it(
    replies: list[list[TaskReply]], last: TaskReply | None, pipes: list[Pipe | None]
) -> None:
    pipes += [Pipe(*some) for some in replies]
    ((_, reply),) = REPLIES(Slots(1), [task("double", 7)])
    assert reply == (
        last or TaskReply("unusable", "cannot start a process: each ends before it takes a task: exit code 7")
    )
    assert not pipes


@pytest.mark.full
def test_tasks_print_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(task("talk"))[0].value == "said"
    assert capfd.readouterr() == ("", "")


@pytest.mark.full
def test_no_process_is_left_not_even_of_those_that_a_task_has_started(tmp_path: Path) -> None:
    before = set(children())
    run(task("leave_a_child", str(tmp_path / "left")), task("double", 3))
    require_end_of(int((tmp_path / "left").read_text()))
    assert set(children()) <= before


@pytest.mark.full
def test_a_process_that_is_killed_before_it_has_a_task_is_not_held_against_it() -> None:
    before = set(children())
    with Slots(1) as slot:
        for number in range(5):
            ((_, reply),) = slot.replies([task("double", number)])
            assert reply.text == str(2 * number)
            for child in set(children()) - before:
                child.kill()
