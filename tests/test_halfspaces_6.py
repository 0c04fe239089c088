"""The certificate of the Littlestone dimension of halfspaces:6 takes minutes; here it is made for fewer variables."""

import base64
import json
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import ROOT, Ran

from adversary.game.judge import HALFSPACES
from adversary.tasks.store import Store
from proofs.classes.catalog import find_class
from proofs.solvers.littlestone import Littlestone

Run = Callable[..., Ran]

sys.path.append(str(ROOT / "benchmarks"))  # its programs are no package
maker = import_module("halfspaces_6")
spaces = import_module("halfspaces_6_spaces")
checker = import_module("halfspaces_6_checker")


def made(n: int, store: Store | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(maker.certificate(n, store or Store(None))))
    return found


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_both_make_the_functions_of_the_catalog(n: int) -> None:
    functions = sorted(find_class(f"halfspaces:{n}").rows)
    assert spaces.threshold_functions(n).tolist() == functions
    assert checker.all_functions(n).tolist() == functions


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_certificate_says_what_the_solver_says(n: int) -> None:
    dimension = Littlestone(find_class(f"halfspaces:{n}")).dimension()
    shown = checker.check(made(n))
    assert (shown.variables, shown.functions, shown.dimension) == (n, checker.HOW_MANY[n], dimension)


@pytest.mark.parametrize("dimension", [8, 10])
def test_another_dimension_is_not_found(dimension: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(maker.DIMENSION, 4, dimension)
    assert maker.certificate(4, Store(None)) is None


@pytest.fixture(scope="module")
def certificate() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "FLAT", 2)  # points in preorder from depth 7 on, in a tree of depth 9
        return json.dumps(made(4))


def flat(found: dict[str, Any]) -> dict[str, Any]:
    return next(node for node in found["tree"] if "flat" in node)


def points(node: dict[str, Any], change: Callable[[bytes], bytes]) -> None:
    old = zlib.decompress(base64.b64decode(node["flat"]))
    node["flat"] = base64.b64encode(zlib.compress(change(old))).decode()


def shared(found: dict[str, Any]) -> list[Any]:
    """A move with a map that is not the identity."""
    return next(move for node in found["ranks"] for move in node["moves"] if move[2:] != [[0, 1, 2, 3, 4], 0])


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "more is said": lambda found: found.update(dimension=10),
    "less is said": lambda found: found.update(dimension=8),
    "a deeper root": lambda found: [found.update(dimension=10), found["tree"][-1].update(depth=10)],
    "a lower root": lambda found: [found.update(dimension=8), found["ranks"][-1].update(rank=8)],
    "a point that splits nothing": lambda found: points(flat(found), lambda old: old[:1] + old[:1] + old[2:]),
    "a point that is none": lambda found: points(flat(found), lambda old: b"\x40" + old[1:]),
    "a point less": lambda found: points(flat(found), lambda old: old[:-1]),
    "a point more": lambda found: points(flat(found), lambda old: old + b"\0"),
    "a deeper tree": lambda found: flat(found).update(depth=8),
    "more in a space than there is": lambda found: flat(found).update(given=[]),
    "another root": lambda found: found["tree"][-1].update(point=found["tree"][-1]["point"] ^ 1),
    "labels exchanged": lambda found: found["tree"][-1]["below"].reverse(),
    "a child of the same depth": lambda found: found["tree"][-1]["below"][0].__setitem__(0, len(found["tree"]) - 1),
    "a child that is none": lambda found: found["tree"][-1]["below"][0].__setitem__(0, -1),
    "a move less": lambda found: found["ranks"][-1]["moves"].pop(),
    "a lower rank": lambda found: found["ranks"][0].update(rank=found["ranks"][0]["rank"] - 1),
    "another map": lambda found: shared(found).__setitem__(3, shared(found)[3] ^ 1),
    "a map that is none": lambda found: shared(found).__setitem__(2, [0, 0, 1, 2, 3]),
    "fewer functions below": lambda found: found["ranks"][-2]["given"].append(28),
    "a dimension that is no int": lambda found: found.update(dimension=9.0),
    "a rank that no memory holds": lambda found: found["ranks"][0].update(rank=10**11),
    "a rank that is no int": lambda found: found["ranks"][0].update(rank=float(found["ranks"][0]["rank"])),
    "a depth that nothing has": lambda found: flat(found).update(depth=5_000),
    "no functions": lambda found: found["ranks"][0].update(given=[0, 31]),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_wrong_certificate_is_refused(change: Callable[[dict[str, Any]], object], certificate: str) -> None:
    found = json.loads(certificate)
    assert checker.check(found)
    change(found)
    with pytest.raises(checker.Wrong):
        checker.check(found)


# ------------------------------------------------------------------------------------------------ the shipped one

SHIPPED = ROOT / "benchmarks" / "halfspaces-6.json"

NEED_FUNCTIONS = {
    *("a point that splits nothing", "more in a space than there is", "another root", "labels exchanged"),
    *("a move less", "another map", "fewer functions below", "no functions", "a lower rank"),
}
"""Changes of ``WRONG`` that cannot be seen without the functions."""


@pytest.mark.parametrize("name", sorted(WRONG.keys() - NEED_FUNCTIONS))
def test_a_mutation_that_shows_is_refused_before_there_are_functions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "all_functions", None)  # which cannot be called
    found = json.loads(SHIPPED.read_text())
    WRONG[name](found)
    with pytest.raises(checker.Wrong):
        checker.check(found)


def test_the_shipped_certificate_as_it_is_needs_the_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "all_functions", None)
    with pytest.raises(checker.MalformedError, match="'NoneType' object is not callable"):
        checker.check(json.loads(SHIPPED.read_text()))


def test_what_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(SHIPPED.read_text())
    monkeypatch.setattr(checker, "all_functions", None)
    flat(found)["flat"] = base64.b64encode(zlib.compress(bytes(10**8))).decode()
    with pytest.raises(checker.MalformedError, match="the points of a tree are cut off, or too many"):
        checker.check(found)
    functions = checker.all_functions
    monkeypatch.undo()
    assert functions is None
    monkeypatch.setattr(checker, "MAX_TRIED", 100)
    with pytest.raises(checker.Wrong, match="a tree of depth 4 is left to be tried with 104 functions"):
        checker.has_tree(checker.all_functions(3), 3, 4, iter(()))


def test_the_program_says_what_a_certificate_shows(
    tmp_path: Path, certificate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "c.json"
    file.write_text(f"{certificate}\n")
    assert checker.main(str(file)) == 0
    assert capsys.readouterr().out == (
        "valid: halfspaces:4, 1,882 functions on 16 points\n"
        "every deterministic learner makes at least 9 mistakes, and some learner makes no more\n"
    )
    file.write_text(json.dumps(json.loads(certificate) | {"dimension": 10}))
    assert checker.main(str(file)) == 1
    assert capsys.readouterr().out == "not valid: no node of tree is about all functions and 10\n"


@pytest.mark.parametrize("command", ["check", "show"])
def test_the_command_names_the_program(command: str, adversary: Run, tmp_path: Path, certificate: str) -> None:
    assert checker.FORMAT == HALFSPACES
    (tmp_path / "c.json").write_text(certificate)
    ran = adversary(command, "c.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "adversary: c.json: it is about threshold functions; in a checkout of the project, "
        "`python benchmarks/halfspaces_6_checker.py FILE` judges it\n"
    )


def values_of(kept: Path) -> list[tuple[str, Any]]:
    """Return what is kept, in its order, but for how long it took."""
    return [(line["key"], line["value"]) for line in map(json.loads, kept.read_text().splitlines()[1:])]


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "found"
    with Store(kept) as store:
        undisturbed = made(4, store)
    whole = kept.read_bytes()
    values = values_of(kept)
    kept.write_bytes(whole[: len(whole) // 2])  # as kill -9 leaves it
    with Store(kept) as store:
        assert made(4, store) == undisturbed
    assert values_of(kept) == values
    monkeypatch.setattr(maker, "threshold_functions", None)
    with Store(kept) as store:
        assert made(4, store) == undisturbed, "no version space was needed again"


def test_what_another_search_has_left_is_found_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with other trees that are not written: their points were too many for the checker."""
    monkeypatch.setattr(maker, "FLAT", 2)
    undisturbed, this, other = made(4), Path(str(spaces.__file__)), tmp_path / "halfspaces_6_spaces.py"
    other.write_text(this.read_text().replace("TRIED = 4", "TRIED = 3"))
    assert maker.SEARCH == maker.digest_of(str(this)) != maker.digest_of(str(other))
    with Store(tmp_path / "found") as store:
        with monkeypatch.context() as patch:
            patch.setattr(spaces, "TRIED", 3)
            patch.setattr(maker, "SEARCH", maker.digest_of(str(other)))
            assert made(4, store) != undisturbed
        assert made(4, store) == undisturbed


def test_what_took_long_is_kept_with_its_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What took long reaches the disk at once."""
    clock = count()
    monkeypatch.setattr(maker, "time", SimpleNamespace(monotonic=lambda: 2 * next(clock)))
    with Store(tmp_path / "found") as store:
        made(3, store)
    assert {json.loads(line)["seconds"] for line in (tmp_path / "found").read_text().splitlines()[1:]} == {2}


HEAD = '{"format": "forced-mistakes/halfspaces/1", "variables": '


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, ""),
        ('{"format": "forced-mistakes/halfspaces/1"}', "KeyError: 'variables'"),
        (f"{HEAD}7}}", "variables should be one of 2, 3, 4, 5, 6, but are 7"),
        (f'{HEAD}2, "dimension": 3, "tree": 1, "ranks": []}}', "TypeError"),
        (f'{HEAD}2, "dimension": 3, "tree": [1], "ranks": []}}', "TypeError"),
    ],
)
def test_what_is_no_certificate_is_said_in_a_line(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.json").write_text(text)
    assert checker.main(str(tmp_path / "c.json")) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert f"c.json is no certificate of threshold functions: {why}" in said.err
