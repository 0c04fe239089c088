"""Adversaries that an installed package adds: they play like those of a user's file, in a process of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from tournaments import lists

from adversary.checks import check_adversary
from adversary.game.play import play
from adversary.tournaments.cell import Place
from adversary.tournaments.specification import pairs_of, read_specification
from adversary.tournaments.task import play_cell, tasks_of
from learners.registry import module_file
from proofs.exact.errors import InputError

Run = Callable[..., Ran]

ENTRY_POINTS = """
[forced_mistakes.adversaries]
added-dict = plugged.players:WithDict
added-bare = plugged.players:Bare
added-plan = plugged.players:WithPlan
added-ours = plugged.players:Ours
added-exits = plugged.players:Exits
added-missing = plugged.players:Missing
added-nonsense = plugged players
standard-basis = plugged.players:Missing

[forced_mistakes.learners]
added-broken = no_such_package:Missing
added-learner = learners.algorithms.baselines:AlwaysPlus
"""

PLAYERS = """
import os
from .names import Plan, Halfspaces, StandardBasis
print("imported")

class Bare:
    def __init__(self, margin_squared, dimension):
        self.rounds, self.scale, self.sum, self.shown = dimension, margin_squared, [0] * dimension, 0
    def next_point(self):
        if self.shown == self.rounds:
            return None
        self.shown += 1
        return [int(i + 1 == self.shown) for i in range(self.rounds)]
    def label(self, x, predicted):
        self.sum = [s - predicted * value for s, value in zip(self.sum, x)]
        return -predicted
    def target(self):
        return self.sum, self.scale

class WithDict(Bare):
    def __init__(self, margin_squared, dimension, seed=1, boast=0):
        super().__init__(margin_squared, dimension)
        self.plan = {"rounds": self.rounds, "claims": self.rounds + boast}

class WithPlan(Bare):
    def __init__(self, margin_squared, dimension):
        super().__init__(margin_squared, dimension)
        self.plan = Plan(Halfspaces(dimension, margin_squared), self.rounds, claims=self.rounds)

class Ours(StandardBasis): pass

class Exits(Bare):
    def next_point(self): os._exit(3)
"""

NAMES = """
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from adversary.strategies.protocol import Plan
from proofs.settings import Halfspaces
"""

ADDED = ["added-dict", "added-bare", "added-plan", "added-ours"]
SETTING: Any = {"margin": "1/2", "dimension": 4}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package, and return where."""
    folder = tmp_path / "site"
    for name, text in {
        "plugged-1.5.dist-info/METADATA": "Metadata-Version: 2.1\nName: plugged\nVersion: 1.5\n",
        "plugged-1.5.dist-info/entry_points.txt": ENTRY_POINTS,
        "plugged/__init__.py": "",
        "plugged/players.py": PLAYERS,
        "plugged/names.py": NAMES,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name in [name for name in sys.modules if name.partition(".")[0] == "plugged"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.mark.parametrize("name", ADDED)
def test_a_registered_adversary_of_a_package_plays_like_a_file(name: str, site: Path) -> None:
    found = play("perceptron", against=name, **SETTING)
    assert (found.mistakes, found.bounds, found.fault, found.tight) == (4, {"lower": 4, "upper": 4}, None, True)
    assert found.adversary == name


def test_the_checks_are_for_an_adversary_of_a_package_too(site: Path) -> None:
    assert [found.name for found in check_adversary("added-dict", **SETTING) if found.status == "failed"] == []


def test_it_has_parameters_and_is_believed_nothing(site: Path) -> None:
    found = play("perceptron", against="added-dict?boast=1", **SETTING)
    assert (found.ok, found.bounds["lower"], found.tight) == (False, 4, None)
    for name, options, says in (
        ("added-dict?bost=1", SETTING, "unknown parameter of added-dict: 'bost'; did you mean 'boast'"),
        ("added-dict", {**SETTING, "mistakes": 4}, "added-dict takes no \\?mistakes"),
        ("added-bare", {**SETTING, "seed": 4}, "added-bare takes no --seed"),
        ("added-bare", {"concept_class": "singletons:3"}, "added-bare needs a margin, like --margin 1/10"),
        ("added-missing", SETTING, r"the adversary 'added-missing', plugged\.players:Missing, cannot be imported"),
        ("added-nonsense", SETTING, "the adversary 'added-nonsense', plugged players, cannot be imported"),
        ("added-dict:names.txt", SETTING, "^added-dict takes no :FILE$"),
        ("added-dct", SETTING, "unknown adversary 'added-dct'; did you mean 'added-dict'"),
    ):
        with pytest.raises(InputError, match=says):
            play("perceptron", against=name, **options)


def test_what_packages_add_is_listed_and_none_of_it_is_imported(site: Path, adversary: Run) -> None:
    ran = adversary("list", "adversaries", "--json")
    added = {card["name"]: card["summary"] for card in ran.json["adversaries"] if "plugged" in card["summary"]}
    assert added["added-dict"] == "plugged.players:WithDict, of the package plugged 1.5"
    assert set(added) == {
        *ADDED,
        "added-exits",
        "added-missing",
        "added-nonsense",
    }
    taken = "standard-basis = plugged.players:Missing, of the package plugged 1.5, is not used"
    assert ran.err == f"note: {taken}: the name standard-basis is taken\n"
    assert "plugged" not in sys.modules


def test_a_learner_of_a_package_that_cannot_be_imported_is_listed_as_broken(site: Path, adversary: Run) -> None:
    cards = {card["name"]: card["summary"] for card in adversary("list", "learners", "--json").json["learners"]}
    assert cards["added-broken"].startswith("broken: the learner 'added-broken', no_such_package:Missing, cannot")
    assert cards["added-learner"] == cards["always-plus"]
    assert play("added-learner", **SETTING).mistakes == 4


def test_in_a_tournament_it_plays_in_the_settings_that_are_given_and_gets_seeds(site: Path) -> None:
    texts = {"learners": "perceptron", "against": "added-dict,added-bare", "margins": "1/2", "dimensions": "4"}
    pairs, unfit = pairs_of(read_specification(None, lists(**texts, seeds="5,6")))
    asked = [(pair.adversary, pair.asked) for pair in pairs]
    plain = Place("halfspaces", Fraction(1, 4), 4)
    seeded = [("added-dict", plain._replace(seed=seed)) for seed in (5, 6)]
    assert (asked, unfit) == ([*seeded, ("added-bare", plain)], [])
    assert "plugged" not in sys.modules
    boasts = read_specification(None, lists(**texts | {"against": "added-dict?boast=1"}))
    (task,) = tasks_of(pairs_of(boasts)[0], boasts)
    assert play_cell(task.request)["lower"] is None  # its trace proves none
    both = read_specification(None, lists(**texts | {"against": "added-dict,added-dict?boast=1"}))
    assert [pair.adversary for pair in pairs_of(both)[0]] == ["added-dict", "added-dict?boast=1"]


def test_it_gets_seeds_also_where_its_package_is_installed_editable(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Editable:  # as setuptools has one for the packages outside of sys.path, and for no module in them
        @staticmethod
        def find_spec(name: str, path: object = None) -> ModuleSpec | None:
            init = site / "elsewhere" / "__init__.py"
            return spec_from_file_location(name, init) if name == "plugged" else None

    (site / "plugged").rename(site / "elsewhere")
    assert module_file("plugged.players") == ""
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Editable])
    texts = {"learners": "perceptron", "against": "added-dict", "margins": "1/2", "dimensions": "4", "seeds": "5,6"}
    assert [pair.asked.seed for pair in pairs_of(read_specification(None, lists(**texts)))[0]] == [5, 6]
    assert "plugged" not in sys.modules


@pytest.mark.full
def test_its_code_runs_in_a_process_of_its_own(site: Path, tmp_path: Path) -> None:
    def run(against: str) -> subprocess.CompletedProcess[str]:
        settings = "--against", against, "--margin", "1/2", "--dimension", "4", "--json"
        command = [sys.executable, "-m", "adversary", "play", "perceptron", *settings]
        environment = {**os.environ, "PYTHONPATH": str(site)}
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    ran = run("added-dict")
    played = json.loads(ran.stdout)  # and nothing of what the package prints
    assert (ran.returncode, played["mistakes"], played["bounds"]) == (0, 4, {"lower": 4, "upper": 4})
    assert "imported" in ran.stderr
    for name, says in (
        ("added-exits", "adversary: added-exits: the adversary's process ended with exit code 3 during next_point\n"),
        ("added-missing", "added-missing: the adversary 'added-missing', plugged.players:Missing, cannot be imported"),
    ):
        ran = run(name)
        assert (ran.returncode, json.loads(ran.stdout)["exit_code"]) == (2, 2)
        assert says in ran.stderr
        assert "Traceback" not in ran.stderr
