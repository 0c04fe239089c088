"""Labeled data from files, and ``adversary margin``."""

import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from proofs.exact.errors import InputError
from proofs.exact.samples import read_sample
from proofs.exact.vectors import vector
from proofs.solvers.data_margin import _answered as margin_in_a_process

Run = Callable[..., Ran]
IRIS = ROOT / "examples" / "iris_two_classes.csv"


def written(folder: Path, text: str) -> Path:
    (folder / "data.csv").write_text(text, encoding="utf-8")
    return folder / "data.csv"


def test_numbers_are_read_exactly(tmp_path: Path) -> None:
    sample = read_sample(written(tmp_path, "a,b,label\n0.1,-3/5,+1\n0,2,-1\n"))
    assert sample.examples == ((vector({0: Fraction(1, 10), 1: Fraction(-3, 5)}), 1), (vector({1: 2}), -1))
    assert (sample.dimension, sample.names) == (2, ("-1", "+1"))
    lifted = read_sample(tmp_path / "data.csv", constant=True)
    assert lifted.dimension == 3
    assert lifted.examples[1][0] == vector({1: 2, 2: 1})


def test_exponents_are_exact(tmp_path: Path) -> None:
    sample = read_sample(written(tmp_path, "1e-05,+2.5E2,1\n-3e0,0,-1\n"))
    assert sample.examples[0][0] == vector({0: Fraction(1, 10**5), 1: Fraction(250)})
    assert sample.examples[1][0] == vector({0: -3})


def test_long_numbers_have_an_answer(adversary: Run, tmp_path: Path) -> None:
    written(tmp_path, f"{'7' * 900},1,1\n1,{'3' * 900},-1\n")
    ran = adversary("value", "data.csv", "--json")
    assert ran.code == 0
    assert len(ran.json["margin_squared"]) > 1000
    assert len(adversary("value", "data.csv").out) < 2000


def slow_sample(tmp_path: Path) -> None:
    """Write 60 points with coordinates of 100 digits, for which one linear system takes minutes, in one call into C."""
    rng = random.Random(1)
    rows = [",".join(f"{rng.randrange(10**100)}/{rng.randrange(1, 10**100)}" for _ in range(60)) for _ in range(60)]
    written(tmp_path, "\n".join(f"{row},{1 - 2 * (k % 2)}" for k, row in enumerate(rows)))


@pytest.mark.parametrize(
    ("code", "note"),
    [
        (-signal.SIGPROF, "2 seconds did not suffice; give --seconds more"),
        (-signal.SIGKILL, "its process ended with exit code -9"),
        (-signal.SIGRTMAX, f"its process ended with exit code -{int(signal.SIGRTMAX)}"),
        (1, "its process ended with exit code 1"),
    ],
)
def test_a_process_without_an_answer_says_why(code: int, note: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, code, b""))
    assert margin_in_a_process((None, "data.csv", 2)) == (None, note)  # type: ignore[arg-type] # nothing reads the data


@pytest.mark.full
@pytest.mark.parametrize(("work", "code"), [("time.sleep(1)", 0), ("any(iter(int, 1))", -signal.SIGPROF)])
def test_seconds_are_those_of_the_processor(work: str, code: int) -> None:
    """What waits is not ended, and what calculates is, however busy the machine is."""
    start = f"import time; from proofs.solvers import data_margin as m; m.margin_of = lambda *_: {work}; m.answer()"
    question = pickle.dumps((None, "data.csv", 0.5))
    ran = subprocess.run(
        [sys.executable, "-c", start], input=question, stdout=subprocess.PIPE, timeout=600, check=False
    )
    assert ran.returncode == code


@pytest.mark.full
def test_what_takes_too_long_is_unknown(adversary: Run, tmp_path: Path) -> None:
    slow_sample(tmp_path)
    says = "unknown: 2 seconds did not suffice; give --seconds more"
    ran = adversary("value", "data.csv", "--seconds", 2, "--json")
    assert (ran.code, ran.json["separable"], ran.json["margin_squared"]) == (1, None, None)
    assert ran.err == f"note: {says}\n"
    ran = adversary("value", "data.csv", "--seconds", 2)
    assert (ran.code, ran.out.splitlines()[0]) == (1, f"separable  {says}")
    ran = adversary("value", "data.csv", "--seconds", 0)
    assert (ran.code, ran.err) == (2, "adversary: --seconds should be above 0 and at most 3600, not 0\n")
    (tmp_path / "dup.csv").write_text("1,a\n1,a\n-1,b\n")
    assert "at most ⌊R²/margin²⌋ = 1 mistake, in any order" in " ".join(adversary("value", "dup.csv").out.split())


@pytest.mark.full
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_long_search_can_be_ended(number: signal.Signals, code: int, tmp_path: Path) -> None:
    slow_sample(tmp_path)
    command = [sys.executable, "-m", "adversary", "value", "data.csv", "--seconds", "3600"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as search:
        while str(search.pid) not in subprocess.check_output(["/bin/ps", "-A", "-o", "ppid="], text=True).split():
            time.sleep(0.1)
        time.sleep(2)  # the system is being solved
        search.send_signal(number)
        _, err = search.communicate(timeout=250)
    assert (search.returncode, err.count(b"\n")) == (code, 1)


def test_names_of_labels(tmp_path: Path) -> None:
    sample = read_sample(written(tmp_path, "1,yes\n2,no\n"))
    assert ([label for _, label in sample.examples], sample.names) == ([1, -1], ("no", "yes"))
    assert [label for _, label in read_sample(written(tmp_path, "1,0\n2,1\n")).examples] == [-1, 1]
    assert [label for _, label in read_sample(written(tmp_path, "1,1\n2,1\n")).examples] == [1, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no examples"),
        ("1,2,1\n1,1\n", "line 2: 2 cells where there should be 3, the last the label"),
        ("1,2,1\n1,x,-1\n", "line 2: 'x' is not a rational number"),
        ("1,a\n1,b\n1,c\n", "two labels, 1 and -1 or two names, but has 'a', 'b', 'c'"),
        ("1\n2\n", "line 1: 1 cell where there should be 2"),
        ("1,nan,1\n2,3,1\n3,inf,1\n", "line 1: 'nan' is not a rational number"),
        ("1/0,2,1\n-1,2,-1\n", "line 1: 1/0 divides by zero"),
        (",2,1\n-1,2,-1\n", "line 1: '' is not a rational number"),
    ],
)
def test_bad_data_gets_one_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_sample(written(tmp_path, text))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="there is no such file"):
        read_sample(tmp_path / "no.csv")


def test_the_iris_are_separable_exactly(adversary: Run) -> None:
    ran = adversary("value", IRIS, "--json")
    assert ran.code == 0
    found = ran.json
    sample = read_sample(IRIS)
    w = [Fraction(value) for value in found["w"]]
    products = [y * sum(value * w[index] for index, value in x.entries) for x, y in sample.examples]
    assert min(products) == 1  # feasible, and tight somewhere
    norm = sum(value * value for value in w)
    assert Fraction(found["margin_squared"]) == 1 / norm
    weights = dict(zip(found["support"], map(Fraction, found["alphas"]), strict=True))
    combined = [
        sum(
            weight * sample.examples[i][1] * dict(sample.examples[i][0].entries).get(k, 0)
            for i, weight in weights.items()
        )
        for k in range(4)
    ]
    assert combined == w  # so no w is shorter: ‖w‖² = Σ α
    assert sum(weights.values()) == norm
    assert "margin²     630538/1141755" in adversary("value", IRIS).out


def test_what_is_not_separable_says_why(adversary: Run, tmp_path: Path) -> None:
    written(tmp_path, "1,0,1\n0,1,1\n1,1,-1\n")
    ran = adversary("value", "data.csv", "--json")
    found: Any = ran.json
    assert (ran.code, found["separable"], found["margin_squared"]) == (1, False, None)
    weights = dict(zip(found["support"], map(Fraction, found["weights"]), strict=True))
    assert weights == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    shown = adversary("value", "data.csv")
    assert "cancel out (Farkas)" in shown.out
    bad = adversary("value", "no.csv")
    assert (bad.code, bad.err) == (2, "adversary: no.csv: there is no such file\n")
