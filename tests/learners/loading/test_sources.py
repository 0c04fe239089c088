"""Where learners come from: names with parameters, other people's libraries, installed packages, programs."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from conftest import DATA, ROOT, Ran
from hypothesis import given
from hypothesis import strategies as st

from adversary import play
from learners.algorithms.kernels import Polynomial
from learners.loading.code_file import LEARNER_FILE, CodeFile, pick_class
from learners.loading.sources import Source, find, plays
from learners.protocol import Card
from learners.spec import Spec, parse, python_number
from proofs.exact.errors import InputError
from proofs.settings import Halfspaces

pytestmark = pytest.mark.full

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
    assert game.rounds == game.mistakes == 36
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
        ("kernel-perceptron?kernel", "'kernel' is not a parameter; write kernel-perceptron?key=value"),
        ("hinge-descent?step=1&step=2", "a parameter appears twice"),
        ("hinge-descent?stp=1", "unknown parameter of hinge-descent: 'stp'; did you mean 'step'?"),
        ("perceptron?dimension=3", "unknown parameter of perceptron: 'dimension'; known: none"),
        ("winnow?dimension=3", "unknown parameter of winnow: 'dimension'; known: rate"),
        ("normalized:perceptrn", "unknown learner 'perceptrn'; did you mean 'perceptron'?"),
        ("exec:./nowhere", "the program './nowhere' does not exist"),
        (f"exec:{ROOT / 'README.md'}", "is not executable"),
        ("winnow?rate=-1", "Winnow's rate should be above 0, but is -1"),
        ("winnow?rate=abc", "Winnow's rate should be above 0, but is abc"),
        ("hinge-descent?step=none", "the step should be above 0, but is None"),
        ("batch-perceptron?budget=3/2", "the budget should be at least 1 update, but is 3/2"),
        ("kernel-perceptron?kernel=3", "a kernel is a name or a function of two vectors, not 3"),
    ],
)
def test_unusable_names_get_one_line(learner: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        play(learner, margin="1/3")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


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
    assert isinstance(learner.kernel, Polynomial)
    assert (learner.kernel.degree, learner.kernel.constant) == (3, Fraction(1, 2))
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
    library: str, spec: str, package: str, tmp_path: Path
) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; sys.argv = ['adversary', 'play', {spec!r}, '--margin', '1/3']\nfrom adversary.cli.main import main\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f" needs {package}: pip install {package}\n")


def test_a_river_model_without_an_answer_says_plus() -> None:
    from learners.adapters.river import RiverLearner
    from proofs.exact.vectors import basis_vector

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
    "a metaclass": ("class Base(metaclass=ABCMeta):\n" + ABSTRACT + PLUS, "Plus"),
    "one abstract method": ("class Base(ABC):\n    @abstractmethod\n    def predict(self, x): ...\n    def update(self, x, y): pass\n" + PLUS, "Plus"),
    "an abstract property": ("class Base(ABC):\n    @property\n    @abstractmethod\n    def w(self): ...\n" + METHODS + "class Plus(Base):\n    w = 0\n", "Plus"),
    "another abstract method": ("class Base(ABC):\n    @abstractmethod\n    def rate(self): ...\n" + METHODS + "class Plus(Base):\n    def rate(self): return 1\n", "Plus"),
    "a chain": ("class Base(ABC):\n" + ABSTRACT + "class Middle(Base):\n    def update(self, x, y): pass\nclass Plus(Middle):\n    def predict(self, x): return 1\n", "Plus"),
    "two bases": ("class Base(ABC):\n" + ABSTRACT + "class Other(ABC):\n" + ABSTRACT + "class Plus(Base, Other):\n" + METHODS, "Plus"),
    "a generic class": ("class Base(ABC, Generic[T]):\n" + ABSTRACT + "class Plus(Base[int]):\n" + METHODS, "Plus"),
    "a dataclass": ("@dataclass\nclass Base(ABC):\n    n: int = 0\n" + ABSTRACT + "@dataclass\n" + PLUS, "Plus"),
    "a protocol": ("class Base(Protocol):\n    def predict(self, x): ...\n    def update(self, x, y): ...\n" + PLUS, "Plus"),
    "a protocol beside it": ("class Base(Protocol):\n    def predict(self, x): ...\n    def update(self, x, y): ...\nclass Plus:\n" + METHODS, "Plus"),
    "an enum": ("class Answer(Enum):\n    YES = 1\nclass Plus:\n" + METHODS, "Plus"),
    "a named tuple": ("class State(NamedTuple):\n    w: int = 0\nclass Plus:\n" + METHODS, "Plus"),
    "two names": ("class Plus:\n" + METHODS + "Learner = Plus\n", "Plus"),
    "imported": ("from learners.algorithms.baselines import AlwaysPlus, AlwaysMinus\nclass Plus(AlwaysPlus): pass\n", "Plus"),
    "a private base": ("class _Base:\n" + METHODS + "class Plus(_Base): pass\n", "Plus"),
    "abstract alone": ("class Base(ABC):\n" + ABSTRACT, NONE + " that can be instantiated; abstract: Base"),
    "a method that is missing": ("class Base(ABC):\n" + ABSTRACT + "class Plus(Base):\n    def update(self, x, y): pass\n", "abstract: Base, Plus"),
    "imported alone": ("from learners.algorithms.baselines import AlwaysPlus\n", NONE),
    "a concrete base": ("class Base:\n" + METHODS + PLUS, "has several learners, Base, Plus; keep one class"),
    "two of an abstract base": ("class Base(ABC):\n" + ABSTRACT + PLUS + "class Minus(Base):\n" + METHODS, "has several learners, Plus, Minus;"),
}  # fmt: skip
IMPORTS = (
    "from abc import ABC, ABCMeta, abstractmethod\nfrom dataclasses import dataclass\nfrom enum import Enum\n"
    "from typing import Generic, NamedTuple, Protocol, TypeVar\nT = TypeVar('T')\n"
)


def pick(text: str, name: str = "") -> Any:
    """Return the learner of a file with these classes."""
    module = ModuleType(LEARNER_FILE)
    exec(IMPORTS + text, vars(module))  # noqa: S102 - the classes above
    return pick_class(module, CodeFile("student.py", name), "learners", plays, "predict(x) and update(x, y)")


@pytest.mark.parametrize("case", CLASSES)
def test_a_class_that_cannot_be_instantiated_is_not_a_learner(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, LEARNER_FILE, ModuleType(LEARNER_FILE))  # where dataclasses look their module up
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


# ------------------------------------------------------------------------------------------------ installed packages


def test_installed_packages_add_learners_and_adversaries(tmp_path: Path) -> None:
    package = tmp_path / "site"
    (package / "plug_1.dist-info").mkdir(parents=True)
    (package / "plug_1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1\n")
    (package / "plug_1.dist-info" / "entry_points.txt").write_text(
        "[forced_mistakes.learners]\nplugged = plug:Plugged\nbroken = plug:Missing\n"
        "[forced_mistakes.adversaries]\nplugged-basis = plug:Basis\n"
    )
    (package / "plug.py").write_text(
        "from adversary.strategies.halfspaces.standard_basis import StandardBasis\nfrom learners.algorithms.baselines import AlwaysPlus\n"
        "class Plugged(AlwaysPlus): pass\nclass Basis(StandardBasis): pass\n"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(package)}
        command = [sys.executable, "-m", "adversary", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)

    played = run("play", "plugged", "--against", "plugged-basis", "--margin", "1/3", "--json")
    assert played.returncode == 0, played.stderr
    assert '"mistakes": 9' in played.stdout
    assert "did you mean 'plugged'?" in run("play", "pluged", "--margin", "1/3").stderr
    broken = run("play", "broken", "--margin", "1/3")
    assert broken.returncode == 2
    assert "the learner 'broken', plug:Missing, cannot be imported" in broken.stderr


# ------------------------------------------------------------------------------------------------ programs


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Return what makes an executable of a Python text that has read the handshake."""

    def write(text: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!{sys.executable}\nimport sys, time\nhello = sys.stdin.readline().split()\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"exec:{path}"

    return write


@pytest.mark.parametrize("name", ["learner_in_c", "learner_in_sh"])
def test_the_examples_play(name: str) -> None:
    for against in ("standard-basis", "orthonormal"):
        game = play(f"exec:{ROOT / 'examples' / name}", against=against, margin="1/6")
        assert game.ok, game.reason
        assert (game.mistakes, game.replayed) == (36, True)


def test_the_program_in_c_is_a_perceptron() -> None:
    script = f"scripted:{DATA / 'golden' / 'script.jsonl'}"
    assert (
        play(f"exec:{ROOT / 'examples' / 'learner_in_c'}", against=script).mistakes
        == play("perceptron", against=script).mistakes
    )


LOG = "print('ready{exact}', flush=True)\nfor line in sys.stdin:\n    open({log!r}, 'a').write(line)\n    print('info thinking\\n+1', flush=True)"


@pytest.mark.parametrize(
    ("exact", "values"),
    [("", [f"{(0, 1)[k]}:" for k in range(2)]), (" exact", ["0:", "1:"])],
)
def test_the_messages_are_as_documented(
    exact: str, values: list[str], tmp_path: Path, program: Callable[[str], str]
) -> None:
    log = tmp_path / "log"
    game = play(
        program(LOG.format(exact=exact, log=str(log))),
        against="orthonormal",
        margin_squared="1/2",
        seed=1,
        replay=False,
    )
    assert game.rounds == 2
    first, second, last = log.read_text().splitlines()
    assert first.startswith("point +0 0:")
    assert second.startswith("point -1 0:")
    assert last == "quit -1"
    numbers = [word.partition(":")[2] for word in first.split()[2:]]
    assert all(("/" in number) == bool(exact) for number in numbers)
    assert sum(Fraction(number) ** 2 for number in numbers) == 1 or not exact


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "exited: the learner's process ended with exit code 0 during the handshake"),
        (
            "print('ready', flush=True); sys.exit(3)",
            "exited: the learner's process ended with exit code 3 during predict",
        ),
        (
            "print('ready', flush=True); sys.stdin.readline(); print(0, flush=True); time.sleep(9)",
            "illegal label: predict was answered with '0', not +1 or -1",
        ),
        (
            "print('ready', flush=True); sys.stdin.readline(); print('1.0', flush=True); time.sleep(9)",
            "illegal label: predict was answered with '1.0'",
        ),
        (
            "print('ready', flush=True); sys.stdin.readline(); print('info', flush=True); time.sleep(9)",
            "timeout: predict gave no answer within 0.5 s",
        ),
        ("print('ready', flush=True); time.sleep(9)", "timeout: predict gave no answer within 0.5 s"),
        (
            "print('ready', flush=True)\nwhile True: print('info', flush=True)",
            "timeout: predict gave no answer within 0.5 s",
        ),
        (
            "print('ready', flush=True); sys.stdin.readline(); print('x' * 3000000, flush=True); time.sleep(9)",
            "illegal label: predict was answered with more than 1,048,576 bytes",
        ),
        (
            "print('ready', flush=True); sys.stdin.readline(); print('\\x1b[31m', flush=True); time.sleep(9)",
            "illegal label: predict was answered with '\\x1b[31m'",
        ),
    ],
)
def test_a_program_that_misbehaves_forfeits(text: str, fault: str, program: Callable[[str], str]) -> None:
    game = play(program(text), margin="1/3", time_limit=0.5)
    assert game.fault is not None
    assert game.fault.startswith(fault)


def test_a_program_that_says_something_else_in_the_replay_is_found_out(program: Callable[[str], str]) -> None:
    text = "import os\nprint('ready', flush=True)\nfor line in sys.stdin: print('+1' if os.environ['PYTHONHASHSEED'] == '1' else '-1', flush=True)"
    assert play(program(text), margin="1/3").replayed is False


def test_a_program_that_is_none_is_unusable_input(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\x00\x01")
    (tmp_path / "junk").chmod(0o755)
    with pytest.raises(InputError, match="cannot be run: Exec format error"):
        play(f"exec:{tmp_path / 'junk'}", margin="1/3")


# ------------------------------------------------------------------------------------------------ watching


@pytest.mark.parametrize(
    "learner", ["perceptron", "perceptron-ties", "dual-perceptron", "perceptron-half-step-minus", "batch-perceptron"]
)
@pytest.mark.parametrize("against", ["standard-basis", "orthonormal"])
def test_what_the_theorems_say_of_w_holds_in_every_game_of_a_perceptron(learner: str, against: str) -> None:
    for margin_squared in ("1", "2/5", "1/25"):
        game = play(learner, against=against, margin_squared=margin_squared, watch=True)
        assert game.ok, game.reason
        assert game.watched is not None
        assert [entry.claim for entry in game.watched] == ["notes3-1.2", "notes3-1.3", "hsu-norm", "uml-9.2"]
        assert {(entry.mistakes, entry.violation) for entry in game.watched} == {(game.rounds, None)}


def test_a_violation_names_the_round_the_numbers_and_the_hypothesis() -> None:
    game = play("perceptron-half-step", margin="1/5", watch=True)
    assert game.watched is not None
    assert not game.ok
    first, *others = game.watched
    assert first.violation == (
        "round 1, M = 1: sign(w·v)(w·v)² = 1/100 < 1/25 = δ²M²; "
        "failed hypothesis: in round 1 w changed by something else than y·x"
    )
    assert [entry.violation for entry in others] == [None] * 3


def test_rounding_is_seen() -> None:
    game = play("dense-perceptron", against="orthonormal", margin="1/5", watch=True)
    assert game.watched is not None
    assert any(entry.violation and "w changed by something else than y·x" in entry.violation for entry in game.watched)


def test_points_that_are_too_long_break_1_3_and_not_hsus_bound(tmp_path: Path) -> None:
    lines = [
        '{"dimension": 2, "margin_squared": "1", "unit_norm": false}',
        '{"x": [[0, "3"]], "label": -1}',
        '{"x": [[1, "4"]], "label": -1}',
    ]
    footer = '{"target": {"direction": [[0, "-1"], [1, "-1"]], "scale_squared": "1/2"}}'
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, footer]))
    game = play("perceptron", against=f"scripted:{tmp_path / 's.jsonl'}", watch=True)
    assert game.watched is not None
    by_claim = {entry.claim: entry.violation for entry in game.watched}
    assert by_claim == {
        "notes3-1.2": None,
        "notes3-1.3": "round 1, M = 1: ‖w‖² = 9 > 1 = M; failed hypothesis: the point of round 1 has norm² 9, not 1",
        "hsu-norm": None,
        "uml-9.2": None,
    }


def test_watching_numbers_of_any_length(tmp_path: Path) -> None:
    n = 10**300 + 1  # ((n² − 1)/(n² + 1), 2n/(n² + 1)) is a rational unit point
    x = f'[[0, "{n * n - 1}/{n * n + 1}"], [1, "{2 * n}/{n * n + 1}"]]'
    lines = ['{"dimension": 2, "margin_squared": "1/4"}', *[f'{{"x": {x}, "label": -1}}'] * 9]
    footer = '{"target": {"direction": [[0, "-1"]], "scale_squared": "1"}}'
    (tmp_path / "s.jsonl").write_text("\n".join([*lines, footer]))
    for learner in ("perceptron", "hinge-descent", "passive-aggressive", "averaging"):
        game = play(learner, against=f"scripted:{tmp_path / 's.jsonl'}", watch=True)
        assert game.realizable
        assert all(entry.violation is None or len(entry.violation) <= 400 for entry in game.watched or ())


def test_weights_that_are_no_numbers_are_unusable_input() -> None:
    class Infinite:
        card = Card(summary="", weights=True)
        weights: Any = None

        def predict(self, _x: Any) -> int:
            return 1

        def update(self, _x: Any, _y: int) -> None: ...

    class Overflowing(Infinite):
        weights = np.array([np.inf, 0.0])

    for learner in (Infinite, Overflowing):
        with pytest.raises(InputError, match="shows no weights that are finite numbers"):
            play(learner, margin="1/2", watch=True)


def test_watching_needs_weights_and_is_in_the_trace(adversary: Callable[..., Ran], tmp_path: Path) -> None:
    refused = adversary("play", "last-label", "--margin", "1/3", "--watch")
    assert (refused.code, refused.err) == (
        2,
        "adversary: last-label does not show its weights: only a learner whose card says weights can be watched (docs/learners.md)\n",
    )
    apart = adversary("play", ROOT / "examples/my_learner.py", "--margin", "1/3", "--watch")  # its card says weights
    assert (apart.code, "its weights are not seen; in Python, play(Student, …, watch=True)" in apart.err) == (2, True)
    watched = adversary("play", "dual-perceptron", "--margin", "1/20", "--watch", "--json", "-o", "t.jsonl")
    assert watched.code == 0
    assert watched.json["watched"][1] == {
        "claim": "notes3-1.3",
        "statement": "‖w‖² ≤ M",
        "mistakes": 400,
        "violation": None,
    }
    assert '"watched":[{"claim":"notes3-1.2"' in (tmp_path / "t.jsonl").read_text()
    assert adversary("check", "t.jsonl").code == 0


@pytest.mark.parametrize(
    ("learner", "ours"),
    [
        ("perceptron", True),
        ("kernel-perceptron?kernel=polynomial&degree=3", True),
        ("homogeneous:perceptron", True),
        ("normalized:homogeneous:dense-perceptron", True),
        ("sklearn:perceptron", False),
        ("added", False),
        ("homogeneous:added", False),
    ],
)
def test_a_card_is_quoted_for_registered_learners_alone(learner: str, ours: bool) -> None:
    assert Source("named", learner, learner).is_ours is ours


def test_a_card_is_not_quoted_for_objects_files_and_programs() -> None:
    for kind in ("object", "file", "program"):
        assert not Source(kind, "perceptron", "perceptron").is_ours


def test_what_is_there_and_is_no_file_is_named(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.py", tmp_path / "link.py"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "nowhere.py")
    for path, says in ((pipe, "is not a regular file"), (link, "is a link that leads to no file")):
        with pytest.raises(InputError, match=says):
            find(str(path))
