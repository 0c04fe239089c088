"""The functions of Python are the commands, and their results print, save and tabulate themselves."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Ran
from typer.main import get_command

import adversary as adv
from adversary import InputError, python_words
from adversary.cli.main import COMMANDS, command_line
from proofs.classes.catalog import find_class
from proofs.formats.trace import Round

RESULTS = {"output", "as_json", "csv_id", "visibility"}
"""Options that are methods of a result, ``save`` and ``to_dict``, or about the files of ``-o`` for a course."""

HOW_MUCH = {"quiet", "verbose", "steps"}
"""Options that say how much is printed; every result has its ``rounds``."""

PYTHON = {
    **{("dimension", name): name for name in ("classes",)},
    ("tournament", "classes"): "concept_class",
    ("show", "outputs"): "output",
    ("grade", "files"): "learner",
}
"""What parameters of a command are called in Python, if not the same."""


def test_there_are_twenty_names_or_so_and_all_are_there() -> None:
    assert dir(adv) == sorted(adv.__all__)
    assert 18 <= len(dir(adv)) <= 22
    for name in dir(adv):
        assert inspect.getdoc(getattr(adv, name)), name
    with pytest.raises(AttributeError):
        adv.nothing  # noqa: B018
    assert adv.find_class("cube:2") == find_class("cube:2")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_function_has_the_options_of_its_command(name: str) -> None:
    command = get_command(command_line([name]))
    command = getattr(command, "commands", {}).get(name, command)
    wanted = {PYTHON.get((name, each.name), each.name) for each in command.params if each.name != "help"}
    function = getattr(adv, "list_of" if name == "list" else name)
    signature = inspect.signature(function)
    assert set(signature.parameters) == wanted - RESULTS - HOW_MUCH
    assert all(parameter.kind is not parameter.VAR_KEYWORD for parameter in signature.parameters.values())
    for each in command.params:
        given = signature.parameters.get(PYTHON.get((name, each.name), each.name))
        if given and each.param_type_name == "option" and each.name != "seconds" and not each.required:
            assert given.default in (each.default, None, () if each.default is None else each.default), each.name


@pytest.mark.full
def test_the_session_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "session.py")], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "every deterministic learner makes at least 100 mistakes" in " ".join(done.stdout.split())


@pytest.mark.full
def test_importing_it_is_fast_and_loads_nothing_slow() -> None:
    script = "import sys, adversary; dir(adversary); print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"numpy", "msgspec", "rich", "typer", "pandas", "matplotlib"} & set(done.stdout.split())


# ------------------------------------------------------------------------------------------------ results


def test_a_game_prints_what_the_command_prints(adversary: Callable[..., Ran]) -> None:
    assert f"{adv.play('perceptron', margin=0.5)}\n" == adversary("play", "perceptron", "--margin", "1/2").out
    assert f"{adv.list_of()}\n" == adversary("list").out
    assert (
        f"{adv.value(dimension='2,3', margin=[Fraction(1, 2)])}\n"
        == adversary(*("value", "--dimension", "2,3", "--margin", "1/2")).out
    )
    assert (
        f"{adv.dimension('intervals:3..4', only='L')}\n" == adversary("dimension", "intervals:3..4", "--only", "L").out
    )
    assert f"{adv.show('thresholds:3')}\n" == adversary("show", "thresholds:3").out


def test_its_dict_is_what_the_command_says_in_json(adversary: Callable[..., Ran]) -> None:
    assert (
        adv.play("perceptron", margin="1/2").to_dict()
        == adversary("play", "perceptron", "--margin", "1/2", "--json").json
    )
    assert adv.dimension("cube:2").to_dict() == adversary("dimension", "cube:2", "--json").json
    assert (
        adv.value(dimension=2, margin="1/2").to_dict()
        == adversary(*("value", "--dimension", "2", "--margin", "1/2", "--json")).json
    )
    assert adv.list_of("kinds").to_dict() == adversary("list", "kinds", "--json").json
    assert adv.claims("1.4").to_dict() == adversary("claims", "1.4", "--json").json


def test_a_point_is_exact_and_numpy_takes_it() -> None:
    game: Any = adv.play("perceptron", against="orthonormal", margin="1/3", dimension=9, seed=1)
    points = [entry.point for entry in game.rounds]
    assert all(sum(value * value for value in point) == 1 for point in points)
    assert np.allclose(np.asarray(points) @ np.asarray(points).T, np.eye(9))
    assert np.asarray(points[0]).dtype == float
    assert (len(points[0]), points[0][:2], list(points[0])) == (9, tuple(points[0])[:2], [*points[0]])
    assert isinstance(game.rounds[0], Round)
    on_class: Any = adv.play("soa", concept_class="thresholds:3")
    assert repr(on_class.rounds[0]) == f"Round(point={on_class.rounds[0].x}, predicted=1, label=-1)"


def test_a_result_is_saved_as_its_file_ends(tmp_path: Path, adversary: Callable[..., Ran]) -> None:
    game: Any = adv.play("perceptron", margin="1/3")
    for ending in (".jsonl", ".html", ".tex", ".svg", ".png", ".pdf", ".json"):
        game.save(tmp_path / f"game{ending}")
        assert (tmp_path / f"game{ending}").stat().st_size > 0
    shown = adv.show(tmp_path / "game.jsonl")
    assert str(shown) == "shows    perceptron against standard-basis\nverdict  valid"
    assert "<iframe" in shown._repr_html_()
    shown.save(tmp_path / "page.html")
    adv.show(tmp_path / "game.jsonl", chart="mistakes").save(tmp_path / "chart.svg")
    assert "mistakes so far" in (tmp_path / "chart.svg").read_text()
    assert adversary("check", tmp_path / "game.jsonl").out.split() == str(adv.check(tmp_path / "game.jsonl")).split()
    with pytest.raises(InputError, match=r"known endings are \.json, \.html"):
        game.save(tmp_path / "game.xyz")
    found: Any = adv.dimension("intervals:4")
    for ending in (".json", ".csv", ".svg", ".dot"):
        found.save(tmp_path / f"class{ending}")
    assert adversary("check", tmp_path / "class.json").code == 0
    adv.value(dimension=2, margin="1/2").save(tmp_path / "value.json")
    assert adversary("check", tmp_path / "value.json").code == 0
    page: Any = adv.play(me=True, concept_class="thresholds:3")
    page.save(tmp_path / "challenge.html")
    assert "thresholds:3" in (tmp_path / "challenge.html").read_text()


def test_a_chart_is_drawn_into_axes() -> None:
    from matplotlib import pyplot as plt

    game: Any = adv.play("perceptron", margin="1/3")
    _, axes = plt.subplots()
    assert game.plot(axes) is axes
    assert axes.get_lines()
    with pytest.raises(InputError, match="there is no chart of it"):
        adv.list_of().plot()
    plt.close("all")


def test_rows_are_for_pandas() -> None:
    pd = pytest.importorskip("pandas")
    game: Any = adv.play("halving", concept_class="intervals:4")
    assert list(game.to_frame()) == ["point", "predicted", "label", "mistake"]
    assert game.to_frame().index.tolist() == [*range(1, game.played + 1)]
    assert adv.dimension("intervals:4").to_frame().set_index("quantity").at_least["VC dimension"] == 2
    table = pd.DataFrame([[1, -1], [-1, 1]], index=["a", "b"], columns=["x", "y"])
    assert adv.find_class(table).concept_names == ("a", "b")
    assert adv.margin(pd.DataFrame([[0.1, 1], [0.1, -1]]), pd.Series(["no", "yes"])).w == [0, -1]


def test_without_pandas_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="to_frame needs pandas"):
        adv.list_of("kinds").to_frame()


# ------------------------------------------------------------------------------------------------ arguments


def test_a_float_is_its_shortest_decimal() -> None:
    tenth: Any = adv.play("perceptron", margin=0.1)
    assert tenth.setting.margin_squared == Fraction(1, 100)
    assert adv.margin([[0.1]], [1]).margin_squared == Fraction(1, 100)
    assert adv.value(dimension=2, margin=np.float64(0.5)).margin_squared == Fraction(1, 4)


def test_a_function_of_the_past_is_a_learner() -> None:
    def repeats(x: object, past: list[Round]) -> int:
        assert all(entry.predicted in (1, -1) for entry in past)
        return past[-1].label if past else 1

    games: list[Any] = [adv.play(lambda x, past: 1, margin="1/2"), adv.play(repeats, concept_class="cube:2")]
    assert [(game.mistakes, game.ok) for game in games] == [(4, True), (2, True)]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: adv.play("perceptron"), 'needs a margin, like margin="1/10"'),
        (lambda: adv.play("halving"), 'it learns finite classes; give it one, like concept_class="intervals:11"'),
        (
            lambda: adv.play("halving", lies=1),
            'lies is for games on a finite class: give one, like concept_class="intervals:4"',
        ),
        (
            lambda: adv.play("perceptron", margin_squared="2/5"),
            'play takes no margin_squared any more: type margin="sqrt(2/5)"',
        ),
        (lambda: adv.play("perceptron", margn="2/5"), "unknown argument of play 'margn'; did you mean 'margin'?"),
        (adv.play, "name a learner, like perceptron, or give me in its place"),
        (lambda: adv.grade("student.py"), "kind is missing"),
        (lambda: adv.attack("perceptron"), "attack takes a learner and bound, or relation alone"),
        (lambda: adv.value(dimension=3), 'give a margin, like margin="1/3", or a number of mistakes, like mistakes=6'),
        (lambda: adv.value(dimension="x"), "dimension is a number, a list like 4,8,16 or a range like 3..11, not 'x'"),
        (
            lambda: adv.atlas(3, limit="classes=2"),
            "limit is how many classes to show, and without where or largest none are",
        ),
        (
            lambda: adv.tournament("perceptron"),
            'margins, like margin="1/2..1/6", or classes, like concept_class="intervals:5"',
        ),
        (lambda: adv.margin([[1, 2], [3]], [1, -1]), "the data, line 2: 2 cells where there should be 3"),
        (lambda: adv.margin([[1, 2]], [1, -1]), "as many labels as rows"),
        (lambda: adv.find_class(3), "a class is a name, a file, a numpy array or a ConceptClass, not int"),
        (adv.dimension, "name a class, like intervals:5"),
        (lambda: adv.list_of("perceptron"), "perceptron is not a kind"),
        (lambda: adv.check(None), "check takes the name of a file, not an object of type NoneType"),  # type: ignore[arg-type]
        (lambda: adv.margin(None, None), "points and labels are arrays or lists, not of type NoneType"),
        (
            lambda: adv.play("perceptron", margin="1/2").plot("sphere"),  # type: ignore[arg-type]
            "plot takes axes of matplotlib, not 'sphere'; show(file, chart=…)",
        ),
        (
            lambda: adv.play(lambda x, past: 1, margin="1/2", watch=True),
            'watch a class that keeps w in self.weights and has card = adversary.Card("mine", weights=True)',
        ),
        (
            lambda: adv.play(lambda x: 1, margin="1/2"),
            "requires x: a function that is a learner takes a point and the rounds before it, as in lambda x, past: 1",
        ),
        (
            lambda: adv.play(lambda dim: dim, margin="1/2"),
            "one that makes learners names any of dimension, margin_squared, concepts, lies, order, as in lambda dimension:",
        ),
        (lambda: adv.tournament(["perceptron"]), 'write tournament("perceptron", MyClass, …)'),
        (lambda: adv.play("perceptron", steps=True), "play takes no steps any more: its result has rounds without it"),
        (lambda: adv.play("perceptron", output="x"), 'no output any more: write play(…).save("game.jsonl")'),
    ],
)
def test_a_message_names_the_argument(call: Callable[[], object], says: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert says in str(caught.value)
    assert " --" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("type `adversary show FILE -o figure.pdf`", "type `adversary show FILE -o figure.pdf`"),
        ('type --against "hinge?mistakes=25".', 'type against="hinge?mistakes=25".'),
        (
            "--limit takes states=N, as in --limit states=1,call=5s, and",
            'limit takes states=N, as in limit="states=1,call=5s", and',
        ),
        ("-o writes one; --class intervals:4; --seed 1.", '.save() writes one; concept_class="intervals:4"; seed=1.'),
    ],
)
def test_what_is_no_option_stays(line: str, says: str) -> None:
    assert python_words(line) == says
