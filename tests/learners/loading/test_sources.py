"""Where learners come from: names with parameters, other people's libraries, files, installed packages."""

import json
import os
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.play import play
from learners.loading.code_file import CodeFile, pick_class
from learners.loading.needs import needs_of_code, own_folder, require_versions
from learners.loading.sources import Source, find, plays
from learners.shapes.reading import LEARNER_FILE
from learners.spec import Spec, parse, python_number
from proofs.exact.errors import InputError
from proofs.exact.vectors import basis_vector
from proofs.settings import Halfspaces

SETTING = Halfspaces(4, Fraction(1, 4))
LIBRARIES = [
    "sklearn:Perceptron",
    "sklearn:SGDClassifier",
    "sklearn:SGDClassifier?loss=log_loss&alpha=0.01",
    "river:linear_model.Perceptron",
    "river:linear_model.PAClassifier",
    "river:linear_model.ALMAClassifier",
    "river:linear_model.LogisticRegression",
]


@pytest.mark.ml
@pytest.mark.parametrize(
    ("learner", "against"),
    [(name, "orthonormal") for name in LIBRARIES] + [(name, "standard-basis") for name in LIBRARIES[::3]],
)
def test_every_learner_is_forced_certified_and_replayed(learner: str, against: str) -> None:
    game = play(learner, against=against, margin_squared="1/36")
    assert game.ok, game.reason
    assert game.played == game.mistakes == 36
    assert game.replayed is True
    names = [statement["statement"] for statement in game.statements]
    assert names == ["realizable", "run bound", "universal bound"]


# ------------------------------------------------------------------------------------------------ parameters

keys = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True).filter(str.isidentifier)
texts = st.from_regex(r"[A-Za-z0-9./_-]{1,8}", fullmatch=True)


@given(st.dictionaries(keys, texts, max_size=3))
def test_a_spec_survives_its_text(parameters: dict[str, str]) -> None:
    spec = Spec("sklearn:SGDClassifier", tuple(parameters.items()))
    assert parse(str(spec)) == spec


def test_what_parameters_mean() -> None:
    spec = parse("x?a=1&b=1/2&c=0.1&d=hinge&e=true&f=None")
    exact = {"a": 1, "b": Fraction(1, 2), "c": Fraction(1, 10), "d": "hinge", "e": True, "f": None}
    assert spec.values() == exact
    assert spec.values(python_number) == {**exact, "b": "1/2", "c": 0.1}


@pytest.mark.parametrize(
    ("learner", "says"),
    [
        ("kernel-perceptron?2=1", "'2=1' is not a parameter; write kernel-perceptron?key=value"),
        ("hinge-descent?step=1&step=2", "a parameter appears twice"),
        ("hinge-descent?stp=1", "unknown parameter of hinge-descent: 'stp'; did you mean 'step'?"),
        ("perceptron?dimension=3", "unknown parameter of perceptron: 'dimension'; known: none"),
        ("winnow?dimension=3", "unknown parameter of winnow: 'dimension'; known: rate"),
        ("normalized:perceptrn", "unknown learner 'perceptrn'; did you mean 'perceptron'?"),
        ("exec:./nowhere", "the program './nowhere' does not exist"),
        (f"exec:{ROOT / 'README.md'}", f"is not executable: type chmod +x {ROOT / 'README.md'}"),
        ("winnow?rate=-1", "Winnow's rate should be above 0, but is -1"),
        ("winnow?rate=abc", "winnow: rate should be an int or a fraction, but is 'abc'"),
        ("hinge-descent?step=none", "hinge-descent: step should be an int or a fraction, but is 'none'"),
        ("batch-perceptron?budget=3/2", "batch-perceptron: budget should be an int, but is '3/2'"),
        ("batch-perceptron?budget=-3", "the budget should be at least 1 update, but is -3"),
        ("batch-perceptron?rule=3", "unknown rule of batch-perceptron: '3'; known: cyclic, first, largest, seeded"),
        ("batch-perceptron?seed=x", "batch-perceptron: seed should be an int, but is 'x'"),
        (
            "exact-p-norm-perceptron?p=nan",
            "exact-p-norm-perceptron: p should be an int or a fraction or none, but is 'nan'",
        ),
        ("kernel-perceptron?kernel=polynomial&degree=1001", "a degree from 1 to 1000 and constant ≥ 0, not 1001 and 1"),
        ("kernel-perceptron?kernel=polynomial&degree=0", "a degree from 1 to 1000"),
        ("kernel-perceptron?kernel=polynomial&constant=-1", "constant ≥ 0"),
        ("kernel-perceptron?kernel=gaussian&gamma=0", "gamma > 0"),
        ("kernel-perceptron?kernel=polynomal", "did you mean 'polynomial'"),
        ("kernel-perceptron?degree=2", "the linear kernel does not take degree"),
        ("p-norm-perceptron?p=1", "at least 2"),
        ("exact-p-norm-perceptron?p=65", "should be an int from 2 to 64"),
        ("exact-p-norm-perceptron?p=5/2", "should be an int from 2 to 64"),
        ("second-order-perceptron?a=-1", "above 0"),
        ("kernel-perceptron?kernel=3", "a kernel is a name or a function of two vectors, not 3"),
    ],
)
def test_unusable_names_get_one_line(learner: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        play(learner, margin="1/3")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_of_this_folder_is_not_looked_for_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples")
    with pytest.raises(InputError, match=r"'learner_in_sh' is not on PATH: give exec:\./learner_in_sh$"):
        find("exec:learner_in_sh")


@pytest.mark.ml
@pytest.mark.parametrize(
    ("learner", "says"),
    [
        ("sklearn:SGDClasifier", "did you mean 'SGDClassifier'?"),
        ("sklearn:nowhere.SGDClassifier", "unknown scikit-learn module 'nowhere'"),
        ("sklearn:SGDClassifier?los=hinge", "did you mean 'loss'?"),
        ("river:linear_model.Perceptro", "did you mean 'Perceptron'?"),
        ("river:linear_modl.Perceptron", "did you mean 'linear_model'?"),
        ("river:linear_model.PAClassifier?D=1", "unknown parameter of river:linear_model.PAClassifier: 'D'"),
        ("sklearn:SGDRegressor", "unknown scikit-learn classifier with partial_fit: 'SGDRegressor'"),
        ("river:ensemble.AdaBoostClassifier", "its constructor raised TypeError"),
        ("river:nope.X", "unknown river module 'nope'; known: active"),
    ],
)
def test_unusable_names_of_other_libraries_get_one_line(learner: str, says: str) -> None:
    test_unusable_names_get_one_line(learner, says)


def test_parameters_reach_the_learner() -> None:
    learner: Any = find("kernel-perceptron?kernel=polynomial&degree=3&constant=1/2").make(SETTING)
    assert learner.kernel(basis_vector(0), basis_vector(0)) == Fraction(3, 2) ** 3
    assert find("hinge-descent?step=1/3").card().weights


@pytest.mark.ml
def test_parameters_reach_a_library_s_learner() -> None:
    estimator = find("sklearn:SGDClassifier?loss=log_loss&alpha=0.5").make(SETTING).estimator  # type: ignore[attr-defined]
    assert (estimator.loss, estimator.alpha, estimator.random_state) == ("log_loss", 0.5, 0)


@pytest.mark.parametrize(
    ("library", "spec", "package"),
    [("sklearn", "sklearn:Perceptron", "scikit-learn"), ("river", "river:linear_model.Perceptron", "river")],
)
def test_without_the_library_one_line_says_how_to_install_it(
    library: str, spec: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [library, *[name for name in sys.modules if name.startswith(f"{library}.")]]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=f" needs {package}: pip install {package}$"):
        find(spec)


def test_a_river_model_without_an_answer_says_plus() -> None:
    from learners.adapters.libraries import RiverLearner

    class Silent:
        def predict_one(self, _x: dict[int, float]) -> None:
            return None

    assert RiverLearner(Silent()).predict(basis_vector(0)) == 1


# ------------------------------------------------------------------------------------------------ classes of a file


METHODS = "    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
ABSTRACT = "    @abstractmethod\n    def predict(self, x): ...\n    @abstractmethod\n    def update(self, x, y): ...\n"
PLUS = "class Plus(Base):\n" + METHODS
NONE = "has no class with the methods predict(x) and update(x, y)"
CLASSES = {
    "abstract methods": ("class Base(ABC):\n" + ABSTRACT + PLUS, "Plus"),
    "a protocol": ("class Base(Protocol):\n    def predict(self, x): ...\n    def update(self, x, y): ...\n" + PLUS, "Plus"),
    "two names": ("class Plus:\n" + METHODS + "Learner = Plus\n", "Plus"),
    "imported": ("from learners.algorithms.baselines import AlwaysPlus, LastLabel\nclass Plus(AlwaysPlus): pass\n", "Plus"),
    "a private base": ("class _Base:\n" + METHODS + "class Plus(_Base): pass\n", "Plus"),
    "set by the constructor": ("class Plus:\n    def __init__(self): self.predict = lambda x: 1\n    def update(self, x, y): pass\n", "Plus"),
    "set by name": ("class Plus:\n    def __init__(self): setattr(self, 'predict', lambda x: 1)\n    def update(self, x, y): pass\n", "Plus"),
    "a property": ("class Plus:\n    predict = property(lambda self: lambda x: 1)\n    def update(self, x, y): pass\n", "Plus"),
    "delegated": ("class _Inner:\n" + METHODS + "class Plus:\n    def __init__(self): self.inner = _Inner()\n    def __getattr__(self, name): return getattr(self.inner, name)\n", "Plus"),
    "a decorated class": ("import functools\ndef logged(kind):\n    @functools.wraps(kind)\n    def make(*args, **kwargs): return kind(*args, **kwargs)\n    return make\n@logged\nclass Plus:\n" + METHODS, "Plus"),
    "called, not set": ("class Plus:\n    def fit(self, x): self.predict(x)\n    def update(self, x, y): pass\n", "class Plus has no predict"),
    "abstract alone": ("class Base(ABC):\n" + ABSTRACT, NONE + " that can be instantiated; abstract: Base"),
    "a method that is missing": ("class Base(ABC):\n" + ABSTRACT + "class Plus(Base):\n    def update(self, x, y): pass\n", "abstract: Base, Plus"),
    "imported alone": ("from learners.algorithms.baselines import AlwaysPlus\n", NONE),
    "a concrete base": ("class Base:\n" + METHODS + PLUS, "has several learners, Base, Plus; keep one class"),
    "two of an abstract base": ("class Base(ABC):\n" + ABSTRACT + PLUS + "class Minus(Base):\n" + METHODS, "has several learners, Plus, Minus;"),
}  # fmt: skip
IMPORTS = "from abc import ABC, abstractmethod\nfrom typing import Protocol\n"


def pick(text: str, name: str = "") -> Any:
    """Return the learner of a file with these classes."""
    module = ModuleType(LEARNER_FILE)
    exec(IMPORTS + text, vars(module))  # noqa: S102 - the classes above
    return pick_class(module, CodeFile("student.py", name), "learners", plays, "predict(x) and update(x, y)")


@pytest.mark.parametrize("case", CLASSES)
def test_a_class_that_cannot_be_instantiated_is_not_a_learner(case: str) -> None:
    text, expected = CLASSES[case]
    if expected == "Plus":
        found = pick(text)
        assert found.__name__ == expected
        assert found().predict(0) == 1
    else:
        with pytest.raises(InputError) as caught:
            pick(text)
        assert expected in str(caught.value)


def test_an_abstract_class_cannot_be_named() -> None:
    text = CLASSES["abstract methods"][0]
    assert pick(text, "Plus").__name__ == "Plus"
    with pytest.raises(InputError, match=r"student\.py:Base is abstract"):
        pick(text, "Base")
    with pytest.raises(InputError, match="'Bass'; known: Plus"):
        pick(text, "Bass")


PREDICT, UPDATE, FIT = (f"    def {name}(self, *_): pass\n" for name in ("predict", "update", "fit"))
NEAR_MISSES = {
    "no update": ("class A:\n" + PREDICT, "class A has no update"),
    "no predict": ("class A:\n" + UPDATE + "class B: pass\n", "class A has no predict"),
    "a fit": ("class A:\n" + PREDICT + FIT, "class A has no update; the game does not call fit"),
    "a fit alone": ("class A:\n" + FIT, "class A has no predict and no update; the game does not call fit"),
    "the nearer": ("class A:\n" + FIT + "class B:\n" + UPDATE, "class B has no predict"),
    "functions": ("def predict(x): pass\ndef update(x, y): pass\n", "predict and update stand outside of a class"),
    "functions in a function": (
        "def make():\n    def predict(x): pass\n    def update(x, y): pass\n    return predict, update\n",
        "the function make holds predict and update: write a class with these methods instead, and keep in self",
    ),
    "a class in a function": (
        "def make(d):\n    class L:\n        def predict(self, x): pass\n        def update(self, x, y): pass\n    return L()\n",
        "the function make holds the class L: move it out of the function, or name student.py:make",
    ),
    "one function": ("def predict(x): pass\n", "predict stands outside of a class: move it into one"),
}


@pytest.mark.parametrize("case", NEAR_MISSES)
def test_a_class_that_is_nearly_a_learner_is_told_what_it_lacks(case: str) -> None:
    text, expected = NEAR_MISSES[case]
    with pytest.raises(InputError) as caught:
        pick(text)
    said = f"student.py has no class with the methods predict(x) and update(x, y): {expected}"
    assert str(caught.value).startswith(said)
    for name in {"A", "B"} & {expected[len("class ")]}:
        with pytest.raises(InputError, match=rf"student\.py: class {name} has no "):
            pick(text, name)


def test_an_imported_function_is_no_hint() -> None:
    with pytest.raises(InputError, match=r"update\(x, y\)$"):
        pick(NEAR_MISSES["functions in a function"][0] + "make.__module__ = 'helpers'\n")


def test_a_file_without_anything_like_a_learner_is_told_no_more() -> None:
    with pytest.raises(InputError, match=r"update\(x, y\)$"):
        pick("class A: pass\n")


def test_a_card_is_quoted_for_registered_learners_alone() -> None:
    ours = "perceptron", "kernel-perceptron?kernel=polynomial&degree=3", "normalized:homogeneous:dense-perceptron"
    assert all(Source("named", name, name).is_ours for name in ours)
    assert not any(Source("named", name, name).is_ours for name in ("sklearn:perceptron", "added", "homogeneous:added"))
    assert not any(Source(kind, "perceptron", "perceptron").is_ours for kind in ("object", "file", "program"))


def test_a_path_that_can_be_no_file_is_refused(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.py", tmp_path / "link.py"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "nowhere.py")
    long = tmp_path / f"{'a' * 300}.py"
    wrong = (pipe, "is not a regular file"), (link, "is a link that leads to no file"), (long, "too long")
    for path, says in wrong:
        with pytest.raises(InputError, match=says):
            find(str(path))


# ------------------------------------------------------------------------------------------------ imports of a file


def test_files_beside_it_are_found_through_one_another(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    for name, text in {
        "student.py": "import os, one\nfrom kit import tools\ndef f():\n    import two as t\n",
        "one.py": "import student, three.deep\n",
        "two.py": "def (",
        "unasked.py": "",
        "kit/__init__.py": "from .inner import x\n",
        "kit/inner.py": "import numpy.linalg\n",
        "kit/tools.py": "from . import other\n",
        "kit/other.py": "",
    }.items():
        (tmp_path / name).write_text(text)
    files, packages = needs_of_code(tmp_path / "student.py")
    names = sorted(str(path.relative_to(tmp_path)) for path in files)
    assert names == [
        "kit/__init__.py",
        "kit/inner.py",
        "kit/other.py",
        "kit/tools.py",
        "one.py",
        "student.py",
        "two.py",
    ]
    assert packages == (("numpy", version("numpy")),)
    assert [own_folder(tmp_path / name) for name in ("student.py", "two.py")] == [tmp_path, tmp_path / "two.py"]


def test_a_notebook_is_read_cell_by_cell(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": text} for text in ("%matplotlib inline\nimport helper", "1 + 1")]
    (tmp_path / "n.ipynb").write_text(json.dumps({"nbformat": 4, "cells": cells}))
    (tmp_path / "helper.py").write_text("")
    assert sorted(path.name for path in needs_of_code(tmp_path / "n.ipynb").files) == ["helper.py", "n.ipynb"]


def test_what_is_not_installed_has_no_version() -> None:
    with pytest.raises(InputError, match="a worker has no-such-package None, and the run began with 1"):
        require_versions({"no-such-package": "1"})


def test_of_several_learners_that_is_said_first(tmp_path: Path) -> None:
    """What a line that fails might have defined is not missing then."""
    one = "class {}:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
    (tmp_path / "student.py").write_text(f"open('data.csv')\n{one.format('A')}{one.format('B')}")
    with pytest.raises(
        InputError, match=r"student\.py has several learners, A, B;.*; without what comes after an error"
    ):
        _ = find(str(tmp_path / "student.py")).factory
