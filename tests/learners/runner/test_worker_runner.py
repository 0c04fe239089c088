"""One process for many games: every learner of its own, what it says, how it fails, and that it is gone."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from threading import Thread
from typing import Any

import pytest
from processes import PIPES

from adversary.grading.grade import grade
from adversary.search.grader import Grader
from adversary.search.spaces.pools import circle, signed
from learners.loading.sources import find
from learners.protocol import Fault, Label, View
from learners.runner import worker_runner
from learners.runner.audit import MAX_EVENTS
from learners.runner.child import MAX_OUTPUT, Limits
from learners.runner.clock import CutShort, Stopwatch
from learners.runner.isolation import sandbox
from learners.runner.runner import Runner
from learners.runner.worker_runner import MAX_EVENT, WorkerRunner
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.settings import Finite, Halfspaces

pytestmark = pytest.mark.full

PLANE = Halfspaces(2, Fraction(1, 7))
POOL = signed(circle())
INTERVALS = Finite(find_class("intervals:4"))

Opened = Callable[..., WorkerRunner]


@pytest.fixture
def opened(learner_file: Callable[..., str]) -> Iterator[Opened]:
    """Return what opens a runner of a learner: its name, its text, or the body of its ``predict``."""
    open_ones: list[WorkerRunner] = []

    def start(
        learner: str,
        *,
        isolation: str = "plain",
        call: float = 5.0,
        hash_seed: int = 1,
        budget: Stopwatch | None = None,
    ) -> WorkerRunner:
        text = " " in learner or "(" in learner
        source = find(learner_file(learner, f"learner{len(open_ones)}.py") if text else learner)
        box = sandbox(isolation, source.path if source.kind == "file" else None)
        runner = WorkerRunner(source, Limits(call, 600), hash_seed, sandbox=box, budget=budget)
        open_ones.append(runner)
        runner.load()
        return runner

    yield start
    for runner in open_ones:
        runner.close()


@pytest.fixture
def begun(opened: Opened) -> Opened:
    """Return what opens a runner of a learner and begins a game on one point of the plane."""

    def start(learner: str, **options: Any) -> WorkerRunner:
        runner = opened(learner, **options)
        runner.begin(PLANE, POOL[:1])
        return runner

    return start


PLUS = "class Learner:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"


def test_one_process_plays_in_one_setting_after_the_other(opened: Opened) -> None:
    body = "class Learner:\n    def __init__(self, dimension, margin_squared): self.is_it = dimension, margin_squared\n"
    body += "    def predict(self, x): return 1 if str(self.is_it) == '(3, Fraction(2, 9))' and len(x) == 3 else -1\n"
    runner = opened(body + "    def update(self, x, y): pass\n")
    for setting in (Halfspaces(3, Fraction(2, 9)), PLANE, Halfspaces(3, Fraction(2, 8)), Halfspaces(3, Fraction(2, 9))):
        runner.begin(setting, [basis_vector(0)])
        assert runner.peek([0]) == [1 if setting == Halfspaces(3, Fraction(2, 9)) else -1]


def test_points_of_a_class_have_their_own_numbers_and_views(opened: Opened) -> None:
    runner = opened("return 1 if (x > 1 if isinstance(x, int) else x[0] > 2) else -1")
    views: tuple[View | None, ...] = (None, "index", "dense")
    for sees in views:
        runner.begin(INTERVALS, (), sees)
        assert runner.peek([0, 1, 2, 3]) == [-1, -1, 1, 1]
        assert runner.branches([[(2, 1)], []], 4) == [[1, -1, -1, 1, 1], [-1, -1, 1, 1]]
    runner.begin(INTERVALS, (), "exact")
    with pytest.raises(Fault, match=r"raised: predict raised TypeError: 'Vector'"):
        runner.peek([0])


def test_it_asks_for_what_its_constructor_names(opened: Opened) -> None:
    body = "class Learner:\n    def __init__(self, {}): pass\n    def predict(self, x): return 1\n"
    body += "    def update(self, x, y): pass\n"
    assert opened(body.format("dimension, margin_squared=None")).asks == {"dimension", "margin_squared"}
    assert opened(body.format("*, margin_squared")).asks == {"margin_squared"}
    assert opened("return 1").asks == frozenset()
    assert opened("halving").asks == {"concepts", "tie"}


def test_the_hash_seed_is_the_one_given(opened: Opened) -> None:
    def said(seed: int) -> list[Label]:
        runner = opened("return 1 if hash(str(float(x[0]))) % 2 else -1", hash_seed=seed)
        runner.begin(PLANE, POOL)
        return runner.peek(range(len(POOL)))

    assert said(1) == said(1) != said(2)


SLOW = "import time\n\nclass Learner:\n    def __init__(self): time.sleep({})\n"
SLOW += "    def predict(self, x): time.sleep({}); return 1\n    def update(self, x, y): time.sleep({})\n"


def test_slow_is_no_fault(opened: Opened) -> None:
    runner = opened(SLOW.format(0.2, 0.2, 0.2), call=0.5)
    runner.begin(PLANE, POOL[:2])
    assert runner.peek([0, 1, 0, 1]) == [1] * 4  # 0.8 s: more than the limit, which is on a call
    runner.update(1, 1)
    assert runner.branches([[], [(0, 1)]], 2) == [[1] * 2, [1] * 3]


def test_slow_is_no_fault_between_games(begun: Opened) -> None:
    runner = begun(SLOW.format(0.5, 0.5, 0.5), call=0.7)
    assert runner.branches([[(0, 1)], [(0, 1)]], 0) == [[1], [1]]


FAULTS = [
    ("return 1 / 0", "raised", "predict raised ZeroDivisionError: division by zero"),
    ("raise SystemExit(0)", "exited", "predict called exit"),
    ("raise KeyboardInterrupt", "raised", "predict raised KeyboardInterrupt"),
    ("__import__('os')._exit(3)", "exited", "the learner's process ended with exit code 3 during predict"),
    ("__import__('os').kill(__import__('os').getpid(), 15)", "exited", "the learner's process was killed by signal 15 during predict"),
    ("all(not n for n in iter(int, 1))", "timeout", "predict gave no answer within 0.5 s of CPU time"),
    ("return 0", "illegal label", "predict returned 0 of type int; a label is 1 or -1"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "kind", "detail"), FAULTS)
def test_a_fault_has_its_kind_and_its_words(begun: Opened, body: str, kind: str, detail: str) -> None:
    runner = begun(body, call=0.5)
    with pytest.raises(Fault) as caught:
        runner.peek([0])
    told = re.sub(r" \(learner[0-9]*\.py, line 2\)$", "", caught.value.detail)
    assert (caught.value.kind, told) == (kind, detail)
    assert (told != caught.value.detail) == (kind == "raised")
    with pytest.raises(Fault) as again:  # a branch has it, too, or finds nobody there
        runner.branches([[(0, 1)]], 0)
    assert kind in ("timeout", "exited") or again.value.kind == kind


def test_a_learner_that_raised_makes_room_for_the_next_one(opened: Opened) -> None:
    runner = opened("return 1 if x[0] > 0 else 1 / 0")
    runner.begin(PLANE, [basis_vector(0), basis_vector(1)])
    with pytest.raises(Fault, match="ZeroDivisionError"):
        runner.peek([0, 1])
    runner.begin(PLANE, [basis_vector(0)])
    assert runner.peek([0]) == [1]


def one_round(runner: Runner, x: Vector) -> None:
    runner.begin(PLANE, [x])
    runner.peek([0])
    runner.update(0, 1)


@pytest.mark.parametrize("hangs", ["the constructor", "predict", "update"])
@pytest.mark.parametrize(
    ("hang", "fault"),
    [
        ("if {}: time.sleep(600)", "slept for 0.9 s; remove the sleep, or what it waits for"),  # three times later
        ("while {}: print(time.sleep(0.01), flush=True)", "slept for 0.9 s; remove the sleep, or what it waits for"),
        ("while {}: pass", "gave no answer within 0.3 s of CPU time"),
    ],
)
def test_a_call_that_hangs_is_a_fault_in_a_grade(opened: Opened, hangs: str, hang: str, fault: str) -> None:
    text = SLOW.replace("time.sleep({})", "hang({})") + f"def hang(ever):\n    {hang.format('ever')}\n"
    runner = opened(text.format(*[call == hangs for call in ("the constructor", "predict", "update")]), call=0.3)
    with pytest.raises(Fault, match=f"^timeout: {hangs} {fault}$"):
        one_round(runner, POOL[0])


def test_a_budget_runs_out_without_a_fault(opened: Opened) -> None:
    with pytest.raises(CutShort, match="the time did not suffice"):
        opened("return 1", budget=Stopwatch(0.0))


@pytest.mark.parametrize("name", ["randomized-halving", "optimal-randomized"])
def test_probabilities_are_no_labels(opened: Opened, name: str) -> None:
    runner = opened(name)
    runner.begin(INTERVALS)
    with pytest.raises(Fault, match="illegal label: it answers with probabilities, and here a learner"):
        runner.peek([0])


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("class Learner:\n    def predict(self, x) return 1\n", InputError, "line 2: "),
        ("import no_such_module\nclass Learner: pass\n", InputError, "without the package no_such_module ("),
        ("class Learner:\n    def update(self, x, y): pass\n", InputError, "no class with the methods predict"),
        ("raise SystemExit  # class", InputError, "cannot be imported: SystemExit"),
        (
            "class Learner: pass\nwhile True: pass\n",
            Fault,
            "timeout: loading the learner gave no answer within 1 s of CPU time",
        ),
        ("class Learner: pass\n__import__('os')._exit(0)\n", Fault, "exit code 0 during loading the learner"),
    ],
)
def test_what_cannot_be_loaded_is_said_at_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, text: str, error: type[Exception], words: str
) -> None:
    monkeypatch.setattr(worker_runner, "GRADED_LOADING_SECONDS", 1.0 if "True" in text else 10.0)
    with pytest.raises(error) as caught:
        opened(text, call=0.5)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_it_prints_is_cut_and_kept_apart(begun: Opened, capfd: pytest.CaptureFixture[str]) -> None:
    answer = '{"labels":[-1,-1,-1]}'
    body = f"import sys\nprint('''{answer}''', flush=True)\n\nclass Learner:\n"
    body += "    def predict(self, x): print('é' * 50_000, flush=True); print('!', file=sys.stderr); return 1\n"
    runner = begun(body + "    def update(self, x, y): print('told')\n")
    assert runner.peek([0, 0, 0]) == [1, 1, 1]
    runner.update(0, 1)
    runner.close()
    assert runner.output.startswith(answer + "\né")
    kept = runner.output.encode()
    assert abs(len(kept) - MAX_OUTPUT) < 4  # a letter may be cut in two
    assert capfd.readouterr() == ("", "")


def test_it_is_known_what_it_has_tried(begun: Opened) -> None:
    text = "import socket\nclass Learner:\n    def update(self, x, y): pass\n    def predict(self, x):\n"
    runner = begun(f"{text}        try: socket.socket()\n        except OSError: pass\n        return 1\n")
    assert runner.audit_events() == []
    runner.peek([0])
    assert [event for event in runner.audit_events() if "socket" in event]


FORGER = """
import gc, os, socket, sys, types
try:
    socket.socket()
except OSError:
    pass
forged = ["bubblewrap: all that there is"]
frame = sys._getframe()
while frame is not None:  # what any function on the stack has
    for value in list(frame.f_locals.values()):
        if type(value) is list and value and all(type(word) is str and "/" not in word for word in value):
            value[:] = forged
    frame = frame.f_back
for thing in gc.get_objects():  # what the audit remembers
    if type(thing) is types.FunctionType and thing.__qualname__.startswith("listen.<locals>"):
        for name, cell in zip(thing.__code__.co_freevars, thing.__closure__):
            if name in ("phrases", "before"):
                cell.cell_contents = type(cell.cell_contents)()
class Learner:
    def predict(self, x): return 1
    def update(self, x, y): pass
"""


def test_what_is_in_force_and_what_was_tried_cannot_be_rewritten(opened: Opened) -> None:
    """Both are sent before the code that might rewrite them runs."""
    runner, honest = opened(FORGER), opened("return 1")
    assert runner.in_force == honest.in_force != ()
    runner.begin(PLANE, POOL[:1])
    assert runner.peek([0]) == [1]
    assert "tried to open a socket" in runner.audit_events()
    assert "looked through the objects of this program" in runner.audit_events()


SIGNS = """
import json, os, sys, threading
import numpy
def signs():
    return {
        "arguments": [sys.argv, sys.orig_argv],
        "script": sys.modules["__main__"].__file__,
        "libraries": sorted({name.partition(".")[0] for name in sys.modules} - {*sys.stdlib_module_names, "learner_file"}),
        "threads": threading.active_count(),
        "environment": sorted(os.environ),
    }
class Learner:
    def __init__(self): self.made = signs()
    def predict(self, x): self.asked = signs(); return 1
    def update(self, x, y): print(json.dumps([loaded, self.made, self.asked, signs()]))
loaded = signs()
if __name__ == "__main__": print(json.dumps(loaded))
else: print([name for name in vars(sys.modules["__main__"]) if not name.startswith("__")])
"""


@pytest.mark.parametrize("isolation", ["plain", "auto"])
def test_its_process_looks_like_a_script_to_a_submission(
    begun: Opened, isolation: str, learner_file: Callable[..., str]
) -> None:
    runner = begun(SIGNS, isolation=isolation)
    runner.peek([0])
    runner.update(0, 1)
    assert runner.audit_events() == []
    runner.close()
    names, said = runner.output.splitlines()
    command, kept = [sys.executable, learner_file(SIGNS, "learner0.py")], sandbox(isolation, None).environment
    plain = json.loads(subprocess.run(command, env=kept, capture_output=True, text=True, check=True).stdout)
    unlike = {"PYTHONDONTWRITEBYTECODE", "PWD"}  # the first is for Python alone, and bubblewrap adds the second
    seen = [{**signs, "environment": sorted({*signs["environment"]} - {"PWD"})} for signs in json.loads(said)]
    assert names == "[]"
    assert seen == [plain | {"environment": sorted({*plain["environment"]} - unlike)}] * 4


def test_its_command_does_not_tell_what_it_runs(begun: Opened) -> None:
    runner = begun("print(open('/proc/self/cmdline').read()); return 1")
    runner.peek([0])
    runner.close()
    assert runner.output.strip().split("\0") == [sys.executable, "-u", "-P", "-", ""]


@pytest.mark.parametrize(
    ("imports", "told"),
    [
        ("from learners.protocol import Card", []),
        ("import importlib; Card = importlib.import_module('learners.protocol').Card", []),
        ("import msgspec; Card = __import__('learners').protocol.Card", ["learners"]),
    ],
)
def test_who_imports_ours_gets_what_the_worker_has(begun: Opened, imports: str, told: list[str]) -> None:
    """Else there were two classes of one name: its card would not be a card, nor its fault a fault."""
    body = "    def predict(self, x): return 1 if hasattr(x, 'entries') else -1\n    def update(self, x, y): pass\n"
    runner = begun(f"{imports}\nclass Learner:\n    card = Card(summary='', sees='exact')\n{body}")
    assert runner.peek([0]) == [1]
    assert runner.audit_events() == [f"imported {name}, which is ours" for name in told]


def test_changes_of_hidden_modules_are_told(begun: Opened) -> None:
    text = f"""{PIPES}
frame = sys._getframe()
while "serve_learner" not in frame.f_globals: frame = frame.f_back
frame.f_globals["SIGN_OF_LIFE"] = 9
sys.modules["learners.spec"] = sys
"""
    runner = begun(text + PLUS)
    assert runner.peek([0]) == [1]
    assert sorted(runner.audit_events()) == [
        "changed learners.runner.worker.SIGN_OF_LIFE, which is ours",
        "changed learners.spec, which is ours",
    ]


def test_an_answer_written_before_the_worker_s_own_is_a_fault(opened: Opened) -> None:
    text = f"""{PIPES}import os\nos.write(pipe("answers"), b'{{"words":["forged"]}}\\n')\n"""
    with pytest.raises(Fault, match="illegal label: loading the learner was answered with words, which is no answer"):
        opened(f"{text}class Learner:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n")


def test_what_it_says_that_it_tried_is_bounded(begun: Opened) -> None:
    """The pipe of its audit events is its own to write to: that does it no good, and nobody else any harm."""
    text = f"""{PIPES}
import os, stat
junk = b"\\xff" * 3000 + b"\\x1b[2J\\n" + b"".join(b"%d\\n" % number for number in range(999))
for number in range(3, 64):
    try: is_pipe = stat.S_ISFIFO(os.fstat(number).st_mode)
    except OSError: continue
    if is_pipe and number not in (pipe("requests"), pipe("answers")):
        try: os.write(number, junk)
        except OSError: pass
"""
    runner = begun(text + PLUS)
    assert runner.peek([0]) == [1]
    events = runner.audit_events()
    assert 1 < len(events) <= MAX_EVENTS
    assert all(len(event) <= MAX_EVENT and event.isprintable() for event in events)


@pytest.mark.parametrize("where", ["at import", "in predict"])
def test_what_it_printed_and_tried_before_it_hung_is_kept(
    where: str, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_runner, "GRADED_LOADING_SECONDS", 2.0)
    attempt = """
    import socket
    print("half a line", end="")
    try: socket.socket()
    except OSError: pass
    while True: pass
"""
    text = f"def attempt():{attempt}class Learner:\n    def predict(self, x): attempt()\n    def update(self, x, y): pass\n"
    source = find(learner_file(text + ("attempt()\n" if where == "at import" else "")))
    with Grader(source, "plain", None, Limits(1, 60)) as grader, pytest.raises(Fault, match="timeout"):
        one_round(grader.runner, POOL[0])
    assert grader.output == "half a line"
    assert grader.events == ["tried to open a socket"]
    assert len(grader.in_force) > len(sandbox("plain", source.path.resolve()).in_force)


def test_who_could_be_loaded_cannot_say_later_that_it_cannot(begun: Opened) -> None:
    body = f"""{PIPES}
import os
class Learner:
    made = 0
    def __init__(self):
        Learner.made += 1
        if self.made == 2: os.write(pipe("answers"), b'{{"unusable":"it is not there"}}\\n')
    def predict(self, x): return 1
    def update(self, x, y): pass
"""
    runner = begun(body)
    with pytest.raises(Fault, match="raised: the constructor: it is not there"):
        runner.begin(PLANE, POOL[:1])


def test_who_cannot_be_loaded_a_second_time_fails(learner_file: Callable[..., str]) -> None:
    command = [sys.executable, "-c", "print(hash('one'))"]
    usual = subprocess.run(command, env={"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True).stdout
    text = f"if hash('one') != {usual.strip()}: raise OSError('no')\nclass Learner:\n"
    text += "    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
    found = grade(learner_file(text), "perceptron", isolation="plain")
    assert (found.verdict, found.problem) == ("failed", None)


def test_a_first_complaint_is_believed(opened: Opened) -> None:
    with pytest.raises(InputError, match="it learns finite classes"):
        opened("halving").begin(PLANE, POOL[:1])


SPINNING = """import threading, time

def spin():
    while True: pass

class Learner:
    def predict(self, x):
        threading.Thread(target=spin, daemon=True).start()
        time.sleep(60)
    def update(self, x, y): pass
"""


def test_all_threads_together_have_one_limit(opened: Opened) -> None:
    runner = opened(SPINNING, call=0.3, budget=Stopwatch(60))
    runner.begin(PLANE, POOL[:1])
    with pytest.raises(Fault, match=r"predict gave no answer within 0\.9 s of CPU time of all its threads$"):
        runner.peek([0])


DEAF = """import os, signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(number, signal.SIG_IGN)
print(os.getpid(), flush=True)

class Learner:
    def predict(self, x):
        while x[0] < 0: pass
        return 1
    def update(self, x, y): pass
"""


@pytest.mark.parametrize("hangs", [False, True])
def test_the_process_is_gone_after_close(opened: Opened, *, hangs: bool) -> None:
    runner = opened(DEAF, call=0.3)
    runner.begin(PLANE, [vector({0: -1 if hangs else 1})])
    with suppress(Fault):
        runner.peek([0])
    process = int(runner.output)
    alive = partial(os.kill, process, 0)
    with suppress(PermissionError):  # it may be somebody else, but it is there
        alive()
    with suppress(PermissionError):
        os.kill(process, signal.SIGTERM)
    runner.close()
    runner.close()  # does no harm
    with pytest.raises(ProcessLookupError):
        alive()


def test_a_process_without_a_thread_to_read_it_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, opened: Opened
) -> None:
    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - the names are all that is wanted
    with monkeypatch.context() as patched:
        patched.setattr(Thread, "start", start)
        with pytest.raises(CutShort, match="no thread can be started"):
            opened("return 1")
    assert set(os.listdir("/proc/self/fd")) == before  # noqa: PTH208 - likewise


def test_a_w_that_raises_is_a_fault_that_ends_nothing(begun: Opened) -> None:
    runner = begun(PLUS + "    @property\n    def w(self): raise KeyboardInterrupt\n")
    with pytest.raises(Fault, match="KeyboardInterrupt"):
        runner.weights()
    assert runner.peek([0]) == [1]
