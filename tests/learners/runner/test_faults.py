"""Untrusted players: what a learner may do wrong, and how its game ends."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from processes import PIPES, require_end_of

from adversary.game.play import play
from adversary.game.result import GameResult
from learners.runner import worker_runner
from learners.runner.child import Child
from proofs import checker
from proofs.exact.errors import InputError

pytestmark = pytest.mark.full

Write = Callable[[str], str]

FAULTY = {
    "return type('Sly', (int,), {'__eq__': lambda *_: True})(1)": "illegal label: predict returned an object of type Sly",
    "raise KeyError('no')": "raised: predict raised KeyError: 'no'",
    "raise ValueError(object())": "raised: predict raised ValueError: <object object>",
    "raise RecursionError('a\\nb')": "raised: predict raised RecursionError: a b",
    "return self.predict(x)": "raised: predict raised RecursionError",
    "x[0] = 7; return 1": "raised: predict raised ValueError: assignment destination is read-only",
    r"raise type('E\nproved  3 universal bound\x1b[2J', (Exception,), {})('\x1b]0;pwned\x07')": r"raised: predict raised E proved 3 universal bound\x1b[2J: \x1b]0;pwned\x07 (learner.py, line 2)",
    "import os; os.kill(os.getpid(), 9)": "exited: the learner's process was killed by signal 9 during predict",
}


@pytest.mark.parametrize("body", FAULTY)
def test_a_fault_is_named_and_forfeits_the_game(body: str, learner_file: Write) -> None:
    game = play(learner_file(body), margin="1/3")
    assert str(game.fault).startswith(FAULTY[body])
    assert (game.termination, game.reason, game.ok) == ("forfeit", game.fault, False)
    assert (game.played, game.mistakes, game.statements, game.replayed) == (0, 0, [], None)
    assert "\n" not in str(game.fault)


def test_a_learner_that_hangs_is_stopped(learner_file: Write) -> None:
    game = play(learner_file("\n        while True: pass"), margin="1/3", time_limit=0.5)
    assert game.fault == "timeout: predict gave no answer within 0.5 s of CPU time"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("    def update(self, x, y): 1 / 0\n", "update raised ZeroDivisionError: division by zero (learner.py, line 3)"),
        ("    update = predict\n    def __init__(self): raise OSError('gone')\n", "the constructor raised OSError: gone (learner.py, line 4)"),
    ],
)  # fmt: skip
def test_a_fault_outside_predict_is_named_as_such(text: str, fault: str, learner_file: Write) -> None:
    path = learner_file(f"class L:\n    def predict(self, x): return 1\n{text}")
    assert play(path, margin="1/3").fault == f"raised: {fault}"


LATE = """
class Late:
    seen = 0
    def predict(self, x): return -1 if self.seen < 4 else "tired"
    def update(self, x, y): self.seen += 1
"""


def test_the_rounds_before_a_fault_still_have_their_target(learner_file: Write, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    game = play(learner_file(LATE), margin="1/3", output=trace)
    assert (game.played, game.mistakes, game.termination) == (4, 4, "forfeit")
    assert game.statements == [{"statement": "realizable"}]
    assert game.realizable
    assert not game.ok
    assert checker.check(trace).valid


def test_a_learner_that_depends_on_the_hash_seed_is_found_out(learner_file: Write) -> None:
    text = (
        "class L:\n    def predict(self, x): return 1 if hash(str(x)) % 2 else -1\n    def update(self, x, y): pass\n"
    )
    game = play(learner_file(text), margin="1/10")
    assert game.replayed is False
    assert str(game.reason).startswith("not deterministic: in round ")
    assert [statement["statement"] for statement in game.statements] == ["realizable", "universal bound"]
    assert game.tight is not True


def test_a_learner_that_fails_only_in_the_replay_is_found_out(learner_file: Write) -> None:
    text = (
        "import os\nclass L:\n    def predict(self, x):\n        if os.environ['PYTHONHASHSEED'] != '1': 1 / 0\n"
        "        return 1\n    def update(self, x, y): pass\n"
    )
    game = play(learner_file(text), margin="1/3")
    assert game.reason == (
        "not deterministic: in round 1 of the replay: raised: predict raised ZeroDivisionError: division by zero"
        " (learner.py, line 4)"
    )


def test_what_a_learner_prints_is_no_answer(learner_file: Write) -> None:
    text = "class L:\n    def predict(self, x):\n        print('{\"labels\": [1]}')\n        return -1\n    def update(self, x, y): pass\n"
    game = play(learner_file(text), margin="1/3")
    assert game.ok
    assert game.mistakes == 9


def test_a_file_may_import_its_neighbors(learner_file: Callable[[str, str], str]) -> None:
    learner_file("# class\nANSWER = -1\n", "neighbor.py")
    text = "from neighbor import ANSWER\nclass L:\n    def predict(self, x): return ANSWER\n    def update(self, x, y): pass\n"
    assert play(learner_file(text, "l.py"), margin="1/3").mistakes == 9


def test_a_file_sees_dense_points_and_what_its_constructor_names(learner_file: Write) -> None:
    text = (
        "import numpy as np\nfrom fractions import Fraction\nclass L:\n    def __init__(self, dimension, margin_squared):\n"
        "        assert (dimension, margin_squared) == (9, Fraction(1, 9)) and type(margin_squared) is Fraction\n"
        "    def predict(self, x):\n        assert x.shape == (9,) and x.dtype == np.float64 and x.sum() == 1\n"
        "        return np.int64(-1)\n    def update(self, x, y): assert type(y) is int\n"
    )
    game = play(learner_file(text), margin="1/3")
    assert game.fault is None
    assert game.mistakes == 9


def test_nothing_is_left_running(learner_file: Write, tmp_path: Path) -> None:
    text = (
        "import os, time\nclass L:\n    def predict(self, x):\n        child = os.fork()\n"
        "        if not child: time.sleep(600)\n"
        f"        open({str(tmp_path / 'pids')!r}, 'a').write(f'{{child}}\\n')\n"
        "        return 1\n    def update(self, x, y): pass\n"
    )
    assert play(learner_file(text), margin="1/2").mistakes == 4
    children = (tmp_path / "pids").read_text().split()
    # In the game, in as many replays as it takes to compare 30 rounds, and once to see that it shows no w.
    assert len(children) == 4 + 8 * 4 + 1
    for child in children:
        require_end_of(int(child))


FAKE = f"""{PIPES}
import os, random
class Faker:
    def predict(self, x):
        if os.environ["PYTHONHASHSEED"] == "2":
            while True:
                os.write(pipe("answers"), {{answer!r}})
                os.read(pipe("requests"), 1 << 20)
        return random.choice((1, -1))
    def update(self, x, y): pass
"""


@pytest.mark.parametrize("answer", [b'{"labels":[]}', b'{"labels":[1]}', b'{"labels":[1,1]}'])
def test_a_replay_cannot_be_faked_with_answers_of_the_wrong_length(answer: bytes, learner_file: Write) -> None:
    game = play(learner_file(FAKE.format(answer=answer + b"\n")), margin="1/3", time_limit=0.5)
    assert game.replayed is False
    assert not any(statement["statement"] == "run bound" for statement in game.statements)


NONSENSE = {
    "more and more": b'{"more":true}\n' * 50,
    "megabytes": b"1" * (3 << 20),
}
"""What may be written to the pipe of the answers, by whoever shares the process with the worker."""

TALKER = f"""{PIPES}
import os
class Talker:
    rounds = 0
    def predict(self, x):
        self.rounds += 1
        if self.rounds == 3:
            os.write(pipe("answers"), {{answer!r}} + b"\\n")
        return -1
    def update(self, x, y): pass
"""


def assert_forfeits(game: GameResult) -> None:
    fault = str(game.fault)
    assert fault.startswith("illegal ")
    assert fault.isprintable()
    assert len(fault) < 500
    assert (game.played, game.termination, game.ok) == (2, "forfeit", False)


@pytest.mark.parametrize("answer", NONSENSE)
def test_an_answer_that_is_nonsense_forfeits_the_game(answer: str, learner_file: Write) -> None:
    assert_forfeits(play(learner_file(TALKER.format(answer=NONSENSE[answer])), margin="1/3"))


@pytest.mark.parametrize("answer", [b'{"labels":[-1,-1]}', b'{"labels":[-1],"more":true}'])
def test_a_replay_cannot_be_answered_with_more_than_was_asked(answer: bytes, learner_file: Write) -> None:
    text = f"{PIPES}import os\nclass L:\n    def predict(self, x):\n        if os.environ['PYTHONHASHSEED'] != '1':\n"
    text += f"            os.write(pipe('answers'), {answer!r} + b'\\n')\n        return -1\n    def update(self, x, y): pass\n"
    game = play(learner_file(text), margin="1/3")
    assert (game.replayed, game.fault) == (False, None)
    assert "not deterministic: in round 1 of the replay: illegal label" in str(game.reason)


def test_a_point_that_no_float_can_hold_is_not_the_fault_of_a_file_or_a_program(
    learner_file: Write, tmp_path: Path
) -> None:
    lines = [
        '{"dimension": 1, "margin_squared": "1", "unit_norm": false}',
        '{"x": [[0, "%s"]], "label": 1}' % ("9" * 400),
    ]
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, '{"target": null}']))
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho ready\nwhile read line; do echo +1; done\n")
    program.chmod(0o755)
    for learner in (learner_file("return 1"), f"exec:{program}"):
        with pytest.raises(InputError, match="too large for a float64"):
            play(learner, against=f"scripted:{tmp_path / 's.jsonl'}")


# ------------------------------------------------------------------------------------------------ replays


WALKER = """
import random, sys
class Walker:
    rounds = 0
    def predict(self, x):
        frame = sys._getframe()
        while frame is not None:
            request = frame.f_locals.get("request")
            sent = [turn.label for turn in getattr(request, "turns", ()) if turn.label]
            if self.rounds < len(sent):
                return -sent[self.rounds]
            frame = frame.f_back
        return random.choice((1, -1))
    def update(self, x, y):
        self.rounds += 1
"""
"""Tosses coins in the game, and says in the replay the opposite of the labels that it finds in its process."""


@pytest.mark.parametrize("kind", ["file", "object"])
def test_who_reads_the_labels_in_its_process_replays_nothing(kind: str, learner_file: Write) -> None:
    learner: Any = learner_file(WALKER)
    if kind == "object":
        found: dict[str, Any] = {"__name__": "__main__"}
        exec(WALKER, found)  # noqa: S102 - it is written above
        learner = found["Walker"]
    game = play(learner, margin="1/8")
    assert game.replayed is False
    assert str(game.reason).startswith("not deterministic: in round ")


def test_no_label_is_in_the_process_before_its_prediction(learner_file: Write, tmp_path: Path) -> None:
    """What the replay sends holds one label a request, of the point before."""
    text = """
import sys
class L:
    def predict(self, x):
        frame = sys._getframe()
        while "line" not in frame.f_locals or "request" not in frame.f_locals:
            frame = frame.f_back
        with open({path!r}, "ab") as file:
            file.write(frame.f_locals["line"])
        return -1
    def update(self, x, y): pass
"""
    path = tmp_path / "seen"
    assert play(learner_file(text.format(path=str(path))), margin="1/3").ok
    requests = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    replayed = requests[9:-1]  # with the last one it is asked for its w
    assert len(replayed) == 4 * 9
    for number, (call, ((_, label, points),)) in enumerate(replayed):
        assert (call, label, len(points)) == ("turn", int(number % 9 > 0), 1)


COIN = """import os
class L:
    def predict(self, x): return 1 if {} else -1
    def update(self, x, y): pass
"""
SHARES = """ROUNDS = []
class L:
    def predict(self, x): return 1 if len(ROUNDS) < 4 else -1
    def update(self, x, y): ROUNDS.append(y)
"""


@pytest.mark.parametrize(
    ("text", "replayed", "processes"),
    [
        (COIN.format("True"), True, 4),  # one of the game, two in which it is repeated, and one that is asked for its w
        (COIN.format("os.urandom(1)[0] % 2"), False, None),
        (COIN.format("os.environ['PYTHONHASHSEED'] == '3'"), False, 3),
        (SHARES, True, 10),  # only a fresh process repeats its four rounds
    ],
)
def test_short_games_are_replayed_until_chance_is_out(
    text: str, replayed: bool, processes: int | None, learner_file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = list[Child]()

    def child(*arguments: Any, **options: Any) -> Child:
        started.append(Child(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(worker_runner, "Child", child)
    assert play(learner_file(text), margin="1/2").replayed is replayed
    assert processes in (None, len(started))


def test_registered_learners_are_replayed_once_and_many_rounds_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = list[str](), Child.ask

    def noted(child: Child, call: str, request: bytes, seconds: float) -> bytes:
        asked.append(call)
        return ask(child, call, request, seconds)

    monkeypatch.setattr(Child, "ask", noted)
    assert play("perceptron", margin="1/30").ok
    assert asked == ["loading the learner"] * 2 + ["the constructor", "round"]


def test_a_learner_that_closes_its_pipes_and_sleeps_is_stopped(learner_file: Write) -> None:
    game = play(learner_file("import os, time; os.closerange(3, 256); time.sleep(1000)"), margin="1/3", time_limit=1)
    assert game.fault == "exited: the learner's process closed its pipes during predict"


def test_a_learner_that_is_slow_late_in_the_game_keeps_its_time_limit_in_the_replay(learner_file: Write) -> None:
    text = (
        "import time\nclass L:\n    n = 0\n    def predict(self, x): return 1\n    def update(self, x, y):\n"
        "        self.n += 1\n        if self.n > 100: time.sleep(0.1)\n"
    )
    assert play(learner_file(text), margin_squared="1/108", time_limit=0.5).ok  # 0.8 s late in each game


def test_the_game_has_a_time_limit_too(learner_file: Write) -> None:
    game = play(learner_file("import time; time.sleep(0.2); return 1"), margin="1/10", game_limit=3)
    assert game.fault == "timeout: the game took more than 3 s"
    assert 0 < game.played <= 15


def test_a_parent_that_is_killed_takes_the_learner_with_it(learner_file: Write, tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid()))\n        while True: pass"
    command = [sys.executable, "-m", "adversary", "play", learner_file("\n        " + body), "--limit", "call=300s"]
    command += ["--margin", "1/3"]
    game = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 250
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    game.kill()
    game.wait()
    require_end_of(int((tmp_path / "pid").read_text()))


def test_a_class_can_be_named(tmp_path: Path) -> None:
    text = "class A:\n    def predict(self, x): return 1\n    def update(self, x, y): ...\nclass B(A): ...\n"
    (tmp_path / "learner.py").write_text(text)
    assert play(f"{tmp_path / 'learner.py'}:B", margin="1/3").mistakes == 9
    with pytest.raises(InputError, match=r"unknown class in .*'C'; known: A, B"):
        play(f"{tmp_path / 'learner.py'}:C", margin="1/3")


def test_what_a_learner_prints_does_nothing_to_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "l.py").write_text(
        "import os\nclass L:\n    def predict(self, x):\n        print('\\x1b[31mred\\tü')\n"
        "        os.write(2, b'\\x1b]0;owned\\x07\\xff\\n')\n        return 1\n    def update(self, x, y): pass\n"
    )
    play(str(tmp_path / "l.py"), margin=1)
    out, err = capfd.readouterr()
    assert (out, set(err.splitlines())) == ("", {"\\x1b[31mred\tü", "\\x1b]0;owned\\x07\\xff"})


NOT_CLOSED = """
import sys
from learners.runner.child import LIMITS, Child
sleeper = Child([sys.executable, "-c", "import time; time.sleep(600)"], LIMITS, 1, stdio=True)
print(sleeper._process.pid)
"""


def test_what_nobody_has_closed_ends_with_the_program() -> None:
    done = subprocess.run([sys.executable, "-c", NOT_CLOSED], capture_output=True, text=True, check=True, timeout=250)
    require_end_of(int(done.stdout))
