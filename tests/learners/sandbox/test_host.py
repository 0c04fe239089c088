"""One process for many games: every learner of its own, what it says, how it fails, and that it is gone."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from adversary.grading.grade import grade
from adversary.search.grader import Grader
from adversary.search.pools import circle, signed
from learners.loading.sources import find
from learners.protocol import Fault, Label, View
from learners.sandbox import host as hosts
from learners.sandbox.audit import MOST
from learners.sandbox.child import LONGEST_OUTPUT, Limits
from learners.sandbox.clock import CutShort, Stopwatch
from learners.sandbox.host import LONGEST_DEED, Host, folder_of
from learners.sandbox.isolation import isolation
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.formats.settings import Finite, Halfspaces, Setting

PLANE = Halfspaces(2, Fraction(1, 7))
POOL = signed(circle())
INTERVALS = Finite(find_class("intervals:4"))
Game = Sequence[tuple[int, Label]]

Opened = Callable[..., Host]


@pytest.fixture
def opened(learner_file: Callable[..., str]) -> Iterator[Opened]:
    """Return what opens a host of a learner: its name, its text, or the body of its ``predict``."""
    open_ones: list[Host] = []

    def start(  # noqa: PLR0913 - as many options
        learner: str,
        setting: Setting = PLANE,
        *,
        walls: str = "plain",
        call: float = 5.0,
        hash_seed: int = 1,
        budget: Stopwatch | None = None,
    ) -> Host:
        text = " " in learner or "(" in learner
        source = find(learner_file(learner, f"learner{len(open_ones)}.py") if text else learner)
        host = Host(source, setting, isolation(walls, folder_of(source)), Limits(call, 600), hash_seed, budget)
        open_ones.append(host)
        return host

    yield start
    for host in open_ones:
        host.close()


class Reference:
    """The Perceptron of the notes on exact points, in a few lines."""

    def __init__(self) -> None:
        self.total: list[tuple[int, Vector]] = []

    def says(self, x: Vector) -> Label:
        return 1 if sum(label * seen.dot(x) for label, seen in self.total) >= 0 else -1

    def learn(self, x: Vector, label: Label) -> None:
        if self.says(x) != label:
            self.total.append((label, x))


def branch(game: Game, pool: Sequence[Vector]) -> list[Label]:
    """Return what a fresh reference says in a game, and then of the pool."""
    player, said = Reference(), []
    for number, label in game:
        said.append(player.says(POOL[number]))
        player.learn(POOL[number], label)
    return [*said, *[player.says(x) for x in pool]]


def random_game(random: Random, rounds: int) -> list[tuple[int, Label]]:
    return [(random.randrange(len(POOL)), random.choice((1, -1))) for _ in range(rounds)]


@pytest.mark.parametrize("walls", ["plain", "auto"])
def test_it_predicts_and_is_told_as_a_learner_here(opened: Opened, walls: str) -> None:
    random, host, reference = Random(1), opened("perceptron", walls=walls), Reference()
    host.begin(PLANE, POOL)
    for _ in range(30):
        ((number, label),) = random_game(random, 1)
        others = [random.randrange(len(POOL)) for _ in range(random.randrange(4))]
        assert host.predict([*others, number]) == [reference.says(POOL[n]) for n in (*others, number)]
        reference.learn(POOL[number], label)
        assert host.tell(label, others) == [reference.says(POOL[n]) for n in others]
    assert len(reference.total) > 5  # else nothing was learned


def test_branches_each_have_a_learner_of_their_own(opened: Opened) -> None:
    random, host = Random(2), opened("perceptron")
    host.begin(PLANE, POOL)
    games = [random_game(random, rounds) for rounds in (0, 1, 5, 9, 0, 30, 30)]
    assert host.branches(games, len(POOL)) == [branch(game, POOL) for game in games]
    assert host.branches(games, 0) == [branch(game, ()) for game in games]
    assert host.branches([], len(POOL)) == []
    assert host.branches([[], []], 0) == [[], []]


def test_the_game_at_hand_goes_on_after_branches(opened: Opened) -> None:
    host, x = opened("perceptron"), POOL.index(vector({0: Fraction(3, 5), 1: Fraction(4, 5)}))
    host.begin(PLANE, POOL)
    assert host.predict([x]) == [1]
    host.tell(-1)
    before = host.predict(range(len(POOL)))
    assert -1 in before
    host.branches([[(x, -1), (0, -1)], [(1, -1)]], len(POOL))
    assert host.predict(range(len(POOL))) == before


def test_every_game_starts_with_a_new_learner(opened: Opened) -> None:
    host = opened("perceptron")
    for game in (random_game(Random(seed), 12) for seed in range(5)):
        host.begin(PLANE, POOL)
        assert host.predict(range(len(POOL))) == [1] * len(POOL)
        said = []
        for number, label in game:
            said += host.predict([number])
            host.tell(label)
        assert said == branch(game, ())


def test_more_points_get_the_next_numbers(opened: Opened) -> None:
    host = opened("return 1 if x[0] > 0 else -1")
    host.begin(PLANE, [basis_vector(0)])
    host.more_points([vector({0: -1}), vector({0: 2})])
    host.more_points([vector({0: -3})])
    assert host.predict([0, 1, 2, 3]) == [1, -1, 1, -1]
    host.begin(PLANE, [vector({0: -1})])
    assert host.predict([0]) == [-1]  # a new game has a new pool


def test_one_process_plays_in_one_setting_after_the_other(opened: Opened) -> None:
    body = "class Learner:\n    def __init__(self, dimension, margin_squared): self.is_it = dimension, margin_squared\n"
    body += "    def predict(self, x): return 1 if str(self.is_it) == '(3, Fraction(2, 9))' and len(x) == 3 else -1\n"
    host = opened(body + "    def update(self, x, y): pass\n")
    for setting in (Halfspaces(3, Fraction(2, 9)), PLANE, Halfspaces(3, Fraction(2, 8)), Halfspaces(3, Fraction(2, 9))):
        host.begin(setting, [basis_vector(0)])
        assert host.predict([0]) == [1 if setting == Halfspaces(3, Fraction(2, 9)) else -1]


def test_points_of_a_class_have_their_own_numbers_and_views(opened: Opened) -> None:
    host = opened("return 1 if (x > 1 if isinstance(x, int) else x[0] > 2) else -1", INTERVALS)
    views: tuple[View | None, ...] = (None, "index", "dense")
    for sees in views:
        host.begin(INTERVALS, (), sees)
        assert host.predict([0, 1, 2, 3]) == [-1, -1, 1, 1]
        assert host.branches([[(2, 1)], []], 4) == [[1, -1, -1, 1, 1], [-1, -1, 1, 1]]
    host.begin(INTERVALS, (), "exact")
    with pytest.raises(Fault, match=r"raised: predict raised TypeError: 'Vector'"):
        host.predict([0])


def test_it_asks_for_what_its_constructor_names(opened: Opened) -> None:
    body = "class Learner:\n    def __init__(self, {}): pass\n    def predict(self, x): return 1\n"
    body += "    def update(self, x, y): pass\n"
    assert opened(body.format("dimension, margin_squared=None")).asks == {"dimension", "margin_squared"}
    assert opened(body.format("*, margin_squared")).asks == {"margin_squared"}
    assert opened("return 1").asks == frozenset()
    assert opened("halving", INTERVALS).asks == {"concepts", "tie"}


def test_the_hash_seed_is_the_one_given(opened: Opened) -> None:
    def said(seed: int) -> list[Label]:
        host = opened("return 1 if hash(str(float(x[0]))) % 2 else -1", hash_seed=seed)
        host.begin(PLANE, POOL)
        return host.predict(range(len(POOL)))

    assert said(1) == said(1) != said(2)


SLOW = "import time\n\nclass Learner:\n    def __init__(self): time.sleep({})\n"
SLOW += "    def predict(self, x): time.sleep({}); return 1\n    def update(self, x, y): time.sleep({})\n"


def test_slow_is_no_fault(opened: Opened) -> None:
    host = opened(SLOW.format(0.2, 0.2, 0.2), call=0.5)
    host.begin(PLANE, POOL[:2])
    assert host.predict([0, 1, 0, 1]) == [1] * 4  # 0.8 s: more than the limit, which is on a call
    assert host.tell(1, [0, 1]) == [1] * 2
    assert host.branches([[], [(0, 1)]], 2) == [[1] * 2, [1] * 3]


def test_slow_is_no_fault_between_games(opened: Opened) -> None:
    host = opened(SLOW.format(0.5, 0.5, 0.5), call=0.7)
    host.begin(PLANE, POOL[:1])
    assert host.branches([[(0, 1)], [(0, 1)]], 0) == [[1], [1]]


FAULTS = [
    ("return 1 / 0", "raised", "predict raised ZeroDivisionError: division by zero"),
    ("raise SystemExit(0)", "exited", "predict called exit"),
    ("raise KeyboardInterrupt", "raised", "predict raised KeyboardInterrupt"),
    ("__import__('os')._exit(3)", "exited", "the learner's process ended with exit code 3 during predict"),
    ("__import__('os').kill(__import__('os').getpid(), 15)", "exited", "the learner's process was killed by signal 15 during predict"),
    ("all(not n for n in iter(int, 1))", "timeout", "predict gave no answer within 0.5 s of CPU time"),
    ("return 0", "illegal label", "predict returned 0 of type int; a label is the int 1 or -1"),
    ("return True", "illegal label", "predict returned True of type bool; a label is the int 1 or -1"),
    ("return 1.0", "illegal label", "predict returned 1.0 of type float; a label is the int 1 or -1"),
    ("return None", "illegal label", "predict returned None of type NoneType; a label is the int 1 or -1"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "kind", "detail"), FAULTS)
def test_a_fault_has_its_kind_and_its_words(opened: Opened, body: str, kind: str, detail: str) -> None:
    host = opened(body, call=0.5)
    host.begin(PLANE, POOL[:1])
    with pytest.raises(Fault) as caught:
        host.predict([0])
    assert (caught.value.kind, caught.value.detail) == (kind, detail)
    with pytest.raises(Fault) as again:  # a branch has it, too, or finds nobody there
        host.branches([[(0, 1)]], 0)
    assert kind in ("timeout", "exited") or again.value.kind == kind


def test_a_process_that_is_killed_is_nobody_s_fault(opened: Opened) -> None:
    host = opened("__import__('os').kill(__import__('os').getpid(), 9)")
    host.begin(PLANE, POOL[:1])
    with pytest.raises(CutShort, match="somebody killed the learner's process during predict"):
        host.predict([0])


def test_a_learner_that_raised_makes_room_for_the_next_one(opened: Opened) -> None:
    host = opened("return 1 if x[0] > 0 else 1 / 0")
    host.begin(PLANE, [basis_vector(0), basis_vector(1)])
    with pytest.raises(Fault, match="ZeroDivisionError"):
        host.predict([0, 1])
    host.begin(PLANE, [basis_vector(0)])
    assert host.predict([0]) == [1]


def one_round(host: Host, x: Vector) -> None:
    host.begin(PLANE, [x])
    host.predict([0])
    host.tell(1)


@pytest.mark.parametrize("hangs", ["the constructor", "predict", "update"])
def test_a_call_that_sleeps_is_named_and_no_fault(opened: Opened, hangs: str) -> None:
    host = opened(SLOW.format(*[600 * (call == hangs) for call in ("the constructor", "predict", "update")]), call=0.3)
    with pytest.raises(CutShort, match=f"^{hangs} slept for 0.9 s$"):
        one_round(host, POOL[0])


@pytest.mark.parametrize("hangs", ["the constructor", "predict", "update"])
def test_a_call_that_computes_for_ever_is_a_fault(opened: Opened, hangs: str) -> None:
    text = SLOW.replace("time.sleep({})", "spin({})") + "def spin(ever):\n    while ever: pass\n"
    host = opened(text.format(*[call == hangs for call in ("the constructor", "predict", "update")]), call=0.3)
    with pytest.raises(Fault, match=f"^timeout: {hangs} gave no answer within 0.3 s of CPU time$"):
        one_round(host, POOL[0])


def test_a_budget_runs_out_without_a_fault(opened: Opened) -> None:
    with pytest.raises(CutShort, match="the time did not suffice"):
        opened("return 1", budget=Stopwatch(0.0))


@pytest.mark.parametrize("name", ["randomized-halving", "optimal-randomized"])
def test_probabilities_are_no_labels(opened: Opened, name: str) -> None:
    host = opened(name, INTERVALS)
    host.begin(INTERVALS)
    with pytest.raises(Fault, match="illegal label: it answers with probabilities, and only a deterministic learner"):
        host.predict([0])


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("class Learner:\n    def predict(self, x) return 1\n", InputError, "line 2: "),
        ("import no_such_module\nclass Learner: pass\n", InputError, "ModuleNotFoundError"),
        ("class Learner:\n    def update(self, x, y): pass\n", InputError, "no class with the methods predict"),
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
    monkeypatch.setattr(hosts, "LOADING_SECONDS", 1.0 if "True" in text else 10.0)
    with pytest.raises(error) as caught:
        opened(text, call=0.5)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_it_prints_is_cut_and_kept_apart(opened: Opened, capfd: pytest.CaptureFixture[str]) -> None:
    answer = '{"labels":[-1,-1,-1]}'
    body = f"import sys\nprint('''{answer}''', flush=True)\n\nclass Learner:\n"
    body += "    def predict(self, x): print('é' * 50_000, flush=True); print('!', file=sys.stderr); return 1\n"
    host = opened(body + "    def update(self, x, y): print('told')\n")
    host.begin(PLANE, POOL[:1])
    assert host.predict([0, 0, 0]) == [1, 1, 1]
    host.tell(1)
    host.close()
    assert host.output.startswith(answer + "\né")
    kept = host.output.encode()
    assert abs(len(kept) - LONGEST_OUTPUT) < 4  # a letter may be cut in two
    assert capfd.readouterr() == ("", "")


DOING = "import socket, time\n\nclass Learner:\n    def update(self, x, y): pass\n    def predict(self, x):\n"
DOING += "        try: socket.socket()\n        except OSError: time.sleep({})\n        return 1\n"


def test_it_is_known_what_it_has_tried(opened: Opened) -> None:
    host = opened(DOING.format(0))
    host.begin(PLANE, POOL[:1])
    assert host.deeds() == []
    host.predict([0])
    assert [deed for deed in host.deeds() if "socket" in deed]


def test_it_is_known_what_it_has_tried_before_it_was_late(opened: Opened) -> None:
    host = opened(DOING.format(1.8), call=0.5)
    host.begin(PLANE, POOL[:1])
    with pytest.raises(CutShort, match="predict slept"):
        host.predict([0])
    assert [deed for deed in host.deeds() if "socket" in deed]


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
    if type(thing) is types.FunctionType and thing.__qualname__.startswith("watch.<locals>"):
        for name, cell in zip(thing.__code__.co_freevars, thing.__closure__):
            if name in ("phrases", "before"):
                cell.cell_contents = type(cell.cell_contents)()
class Learner:
    def predict(self, x): return 1
    def update(self, x, y): pass
"""


def test_what_is_in_force_and_what_was_tried_cannot_be_rewritten(opened: Opened) -> None:
    """Both are sent before the code that might rewrite them runs."""
    host, honest = opened(FORGER), opened("return 1")
    assert host.in_force == honest.in_force != ()
    host.begin(PLANE, POOL[:1])
    assert host.predict([0]) == [1]
    assert "tried to open a socket" in host.deeds()
    assert "looked through the objects of this program" in host.deeds()


def test_an_answer_written_before_the_worker_s_own_changes_nothing_but_the_order(opened: Opened) -> None:
    text = """import os, sys\nos.write(int(sys.argv[-1]), b'{"words":["forged"]}\\n')\n"""
    host = opened(f"{text}class Learner:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n")
    assert "forged" not in host.in_force
    host.begin(PLANE, POOL[:1])
    with pytest.raises(Fault, match="illegal label: predict was answered with 0 labels, not 1"):
        host.predict([0])
    assert host.deeds() == []


def test_what_it_says_that_it_tried_is_bounded(opened: Opened) -> None:
    """The pipe of its deeds is its own to write to: that does it no good, and nobody else any harm."""
    text = """
import os, stat
junk = b"\\xff" * 3000 + b"\\x1b[2J\\n" + b"".join(b"%d\\n" % number for number in range(999))
for number in range(3, 64):
    try: is_pipe = stat.S_ISFIFO(os.fstat(number).st_mode)
    except OSError: continue
    if is_pipe and str(number) not in __import__("sys").argv:
        try: os.write(number, junk)
        except OSError: pass
class Learner:
    def predict(self, x): return 1
    def update(self, x, y): pass
"""
    host = opened(text)
    host.begin(PLANE, POOL[:1])
    assert host.predict([0]) == [1]
    deeds = host.deeds()
    assert 1 < len(deeds) <= MOST
    assert all(len(deed) <= LONGEST_DEED and deed.isprintable() for deed in deeds)


@pytest.mark.parametrize("where", ["at import", "in predict"])
def test_what_it_printed_and_tried_before_it_hung_is_kept(
    where: str, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "LOADING_SECONDS", 2.0)
    deed = """
    import socket
    print("half a line", end="")
    try: socket.socket()
    except OSError: pass
    while True: pass
"""
    text = f"def deed():{deed}class Learner:\n    def predict(self, x): deed()\n    def update(self, x, y): pass\n"
    source = find(learner_file(text + ("deed()\n" if where == "at import" else "")))
    with Grader(source, "plain", None, Limits(1, 60)) as grader, pytest.raises(Fault, match="timeout"):
        one_round(grader.host(PLANE), POOL[0])
    assert grader.output == "half a line"
    assert grader.deeds == ["tried to open a socket"]
    assert len(grader.in_force) > len(isolation("plain", folder_of(source)).in_force)


def test_who_could_be_loaded_cannot_say_later_that_it_cannot(opened: Opened) -> None:
    body = """
import os, sys
class Learner:
    made = 0
    def __init__(self):
        Learner.made += 1
        if self.made == 2: os.write(int(sys.argv[-1]), b'{"unusable":"it is not there"}\\n')
    def predict(self, x): return 1
    def update(self, x, y): pass
"""
    host = opened(body)
    host.begin(PLANE, POOL[:1])
    with pytest.raises(Fault, match="raised: the constructor: it is not there"):
        host.begin(PLANE, POOL[:1])


def test_who_cannot_be_loaded_a_second_time_fails(learner_file: Callable[..., str]) -> None:
    text = "import os\nif os.environ['PYTHONHASHSEED'] != '1': raise OSError('no')\nclass Learner:\n"
    text += "    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
    found = grade(learner_file(text), "perceptron", walls="plain")
    assert (found.verdict, found.problem) == ("failed", None)


def test_a_first_complaint_is_believed(opened: Opened) -> None:
    with pytest.raises(InputError, match="it learns finite classes"):
        opened("halving").begin(PLANE, POOL[:1])


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
    host = opened(DEAF, call=0.3)
    host.begin(PLANE, [vector({0: -1 if hangs else 1})])
    with suppress(Fault):
        host.predict([0])
    process = int(host.output)
    alive = partial(os.kill, process, 0)
    with suppress(PermissionError):  # it may be somebody else, but it is there
        alive()
    with suppress(PermissionError):
        os.kill(process, signal.SIGTERM)
    started = time.monotonic()
    host.close()
    host.close()  # does no harm
    assert time.monotonic() - started < 2
    with pytest.raises(ProcessLookupError):
        alive()


def test_a_process_that_cannot_be_loaded_is_gone_too(learner_file: Callable[..., str]) -> None:
    source = find(learner_file("import os\nraise ValueError(f'process {os.getpid()} here')\nclass Learner: pass\n"))
    with pytest.raises(InputError) as caught:
        Host(source, PLANE, isolation("plain", folder_of(source)), Limits(5, 60), 1)
    process = int(str(caught.value).rpartition("process ")[2].split()[0])
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
