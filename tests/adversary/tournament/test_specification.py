"""What a tournament is asked to play is read exactly, or refused in one line."""

from fractions import Fraction
from pathlib import Path

import pytest
from tournaments import lists

from adversary.tournaments.cell import Place
from adversary.tournaments.specification import (
    Pair,
    TournamentSpecification,
    pairs_of,
    ranges_of,
    read_specification,
)
from adversary.tournaments.task import tasks_of
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError

MINIMAL = 'learners = ["perceptron"]\nmargins = ["1/2"]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which a specification is written and read."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text: str = "", **options: str) -> TournamentSpecification:
    """Read a specification, and options beside it."""
    if text:
        Path("t.toml").write_text(text)
    return read_specification(Path("t.toml") if text else None, lists(**options))


def test_everything_is_read_in_its_order(folder: Path) -> None:
    (folder / "mine.py").write_text("class Mine:\n    pass\n")
    spec = read(
        'title = "T"\nlearners = ["soa", "mine.py:Mine"]\nagainst = ["littlestone", "orthonormal"]\n'
        'margins = ["1/3..1/5", "1/sqrt(7)"]\ndimensions = [9, 4]\nclasses = ["thresholds:3"]\nlies = [1, 0]\n'
        "seeds = [5, -1]\ntime_limit = 2\ngame_limit = 7.5\n"
    )
    assert spec == TournamentSpecification(
        ("soa", "mine.py:Mine"),
        (Fraction(1, 9), Fraction(1, 16), Fraction(1, 25), Fraction(1, 7)),
        ("thresholds:3",),
        ("littlestone", "orthonormal"),
        (9, 4),
        (1, 0),
        (5, -1),
        "T",
        folder,
        2.0,
        7.5,
    )


@pytest.mark.usefixtures("folder")
def test_options_replace_keys_of_the_file_and_suffice_alone() -> None:
    both = read(MINIMAL + "seeds = [1]\n", learners="soa,halving", classes="thresholds:3")
    assert (both.learners, both.classes, both.seeds) == (("soa", "halving"), ("thresholds:3",), (1,))
    alone = read(learners="perceptron", margins="1/2..1/4", seeds="3,4")
    assert (alone.margins, alone.seeds, alone.against) == (
        (Fraction(1, 4), Fraction(1, 9), Fraction(1, 16)),
        (3, 4),
        None,
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (MINIMAL + "marginz = []\n", "unknown key in t.toml: 'marginz'; did you mean 'margins'?"),
        ('margins = ["1/2"]', "a tournament needs learners"),
        ('learners = ["perceptron"]', "a tournament needs settings: margins, like --margin 1/2..1/6, or classes"),
        ('learners = ["perceptron"]\nagainst = ["orthonormal"]', "there is no game to play, since no adversary fits a"),
        ('learners = []\nmargins = ["1/2"]', "t.toml: learners should name at least one"),
        ('learners = ["perceptron", "perceptron"]\nmargins = ["1/2"]', "t.toml: learners: perceptron appears twice"),
        ('learners = ["perceptrn"]\nmargins = ["1/2"]', "t.toml: learners: unknown learner 'perceptrn'; did you mean"),
        (MINIMAL + 'against = ["orthonorml"]', "t.toml: against: unknown adversary 'orthonorml'; did you mean"),
        (MINIMAL + 'classes = ["treshold:3"]', "t.toml: classes: "),
        (MINIMAL + "seeds = [1, 1]", "t.toml: seeds: 1 appears twice"),
        (MINIMAL + "seeds = [true]", "t.toml: seeds should be a list of ints"),
        (MINIMAL + "seeds = [9223372036854775808]", "t.toml: seeds: a seed has at most 63 bits"),
        (MINIMAL + "dimensions = [0]", "t.toml: dimensions: a dimension should be at least 1, but one is 0"),
        (MINIMAL + "lies = [1]", "t.toml: lies are for games on finite classes"),
        (MINIMAL + 'classes = ["thresholds:3"]\nlies = [-1]', "t.toml: lies: lies should be an int from 0 to 100"),
        ('learners = ["perceptron"]\nmargins = [0.5]', "t.toml: margins should be a list of texts"),
        ('learners = ["perceptron"]\nmargins = ["2"]', "t.toml: margins: a margin is at most 1"),
        (MINIMAL + "time_limit = 0", "t.toml: time_limit should be seconds, above 0 and at most a day, not 0"),
        (MINIMAL + "title = 3", "t.toml: title should be a text"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_used_is_said_in_one_line(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)


def test_classes_may_be_ranges() -> None:
    assert ranges_of(["intervals:3..5", "cube:2", "x..y"]) == [
        "intervals:3",
        "intervals:4",
        "intervals:5",
        "cube:2",
        "x..y",
    ]
    with pytest.raises(
        InputError, match=r"^--class intervals:9\.\.2 is not a range of classes like intervals:3\.\.11$"
    ):
        ranges_of(["intervals:9..2"])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"margins": "1/2", "lies": "0,1"}, "^--lies are for games on finite classes, and no classes are given$"),
        ({"margins": "1/2", "learners": "perceptron,perceptron"}, "^learners: perceptron appears twice"),
        (
            {"classes": "a/c.csv,b/c.csv"},
            "^--class: two classes are called .*c.*, and results would not tell them apart",
        ),
    ],
)
def test_an_option_is_named_where_it_is_wrong(options: dict[str, str], says: str, folder: Path) -> None:
    for name, label in (("a", "1"), ("b", "-1")):
        (folder / name).mkdir()
        (folder / name / "c.csv").write_text(f"1,-1\n-1,{label}\n")
    with pytest.raises(InputError, match=says):
        read(**{"learners": "perceptron"} | options)


@pytest.mark.parametrize("name", ["adv.py", "adv.py:Adv", "adv.ipynb"])
def test_an_adversary_from_any_kind_of_file_brings_its_setting(name: str, folder: Path) -> None:
    (folder / name.partition(":")[0]).write_text("{}")
    assert read(learners="perceptron", against=name).against == (name,)
    (folder / name.partition(":")[0]).unlink()
    with pytest.raises(InputError, match=r"^--against: there is no file adv\."):
        read(learners="perceptron", against=name)


# ------------------------------------------------------------------------------------------------ pairs


def asked(spec: TournamentSpecification, learner: str = "perceptron") -> list[tuple[str | None, Place]]:
    """Return the adversaries of a learner, with what they are given."""
    return [(pair.adversary, pair.asked) for pair in pairs_of(spec)[0] if pair.learner == learner]


@pytest.mark.usefixtures("folder")
def test_without_adversaries_the_worst_is_searched_for_in_each_setting_with_each_seed() -> None:
    spec = read(learners="perceptron,soa", margins="1/2", dimensions="2,3", classes="cube:2", seeds="1,2")
    pairs, unfit = pairs_of(spec)
    assert not unfit
    settings = [
        Place("halfspaces", Fraction(1, 4), 2),
        Place("halfspaces", Fraction(1, 4), 3),
        Place("finite", None, None, "cube:2"),
    ]
    assert pairs == [
        Pair(learner, None, setting._replace(seed=seed))
        for setting in settings
        for seed in (1, 2)
        for learner in ("perceptron", "soa")
    ]


def test_what_has_no_name_is_told_apart_in_python() -> None:
    mine = find(Perceptron)
    spec = TournamentSpecification(("perceptron", mine), (Fraction(1, 4),), (find_class("cube:2"),))
    assert [pair.is_named for pair in pairs_of(spec)[0]] == [True, False, False, False]
    with pytest.raises(InputError, match="two learners are called Perceptron, and results would not tell them apart"):
        TournamentSpecification((mine, mine), (Fraction(1, 4),))
    with pytest.raises(InputError, match="two classes are called cube:2"):
        TournamentSpecification(("soa",), classes=(find_class("cube:2"), find_class("cube:2")))
    for wrong in ({"margins": (Fraction(1, 4),)}, {"against": ("orthonormal",)}):
        with pytest.raises(InputError, match="updates are counted on classes, in the worst game"):
            TournamentSpecification(**{"learners": ("soa",), "classes": ("cube:2",), "count": "updates"} | wrong)
    with pytest.raises(InputError, match="unknown count 'mistake'; did you mean 'mistakes'"):
        TournamentSpecification(("soa",), classes=("cube:2",), count="mistake")  # type: ignore[arg-type]


@pytest.mark.usefixtures("folder")
def test_the_order_is_settings_then_adversaries_then_seeds_then_learners() -> None:
    spec = read(learners="perceptron,averaging", margins="1/2,1/3", against="orthonormal,standard-basis", seeds="2,1")
    pairs, unfit = pairs_of(spec)
    assert not unfit
    assert [(pair.asked.margin_squared, pair.adversary, pair.asked.seed, pair.learner) for pair in pairs] == [
        (Fraction(1, size), adversary, seed, learner)
        for size in (4, 9)
        for adversary, seeds in (("orthonormal", (2, 1)), ("standard-basis", (None,)))
        for seed in seeds
        for learner in ("perceptron", "averaging")
    ]


@pytest.mark.usefixtures("folder")
def test_all_are_all_adversaries_that_need_no_more() -> None:
    halfspaces = {name for name, _ in asked(read(learners="perceptron", margins="1/2", against="all"))}
    assert {"standard-basis", "orthonormal"} <= halfspaces
    assert halfspaces.isdisjoint({"mistake-tree", "hinge", "scripted", "littlestone"})
    classes = {name for name, _ in asked(read(learners="perceptron", classes="thresholds:3", against="all"))}
    assert {"littlestone", "halving-worst-case", "even-split", "random-path", "worst-sequence"} <= classes
    assert classes.isdisjoint({"announced-order", "scripted", "standard-basis"})
    lying = {name for name, _ in asked(read(learners="perceptron", classes="thresholds:3", lies="1", against="all"))}
    assert {"littlestone", "random-path"} <= lying
    assert lying.isdisjoint({"even-split", "halving-worst-case", "worst-sequence"})


@pytest.mark.usefixtures("folder")
def test_an_adversary_without_a_margin_plays_once_in_each_dimension() -> None:
    spec = read(learners="perceptron", margins="1/2,1/3", dimensions="2,4", against="hadamard,standard-basis")
    played = [(name, options.margin_squared, options.dimension) for name, options in asked(spec)]
    assert [entry for entry in played if entry[0] == "hadamard"] == [("hadamard", None, 2), ("hadamard", None, 4)]
    assert len(played) == 2 + 4


@pytest.mark.usefixtures("folder")
def test_an_adversary_that_fits_nothing_is_listed_with_what_it_needs() -> None:
    spec = read(learners="perceptron", margins="1/2", against="standard-basis,hinge,littlestone")
    _, unfit = pairs_of(spec)
    assert [(pair.learner, pair.adversary) for pair in unfit] == [(None, "hinge"), (None, "littlestone")]
    assert all(pair.reason for pair in unfit)


def test_a_file_gets_seeds_if_its_constructor_names_them(folder: Path) -> None:
    for name, arguments in (("plain.py", "dimension"), ("coins.py", "dimension, seed=0")):
        (folder / name).write_text(f"raise SystemExit(7)\nclass A:\n    def __init__(self, {arguments}): pass\n")
    spec = read(learners="perceptron", margins="1/2", dimensions="4", against="plain.py,coins.py", seeds="1,2")
    assert [(name, options.seed) for name, options in asked(spec)] == [
        ("plain.py", None),
        ("coins.py", 1),
        ("coins.py", 2),
    ]


def test_files_are_those_beside_the_specification_and_the_working_folder_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other threads of a program that runs a tournament may be at work in its folder."""
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / "mine.py").write_text("class Mine:\n    pass\n")
    (beside / "c.csv").write_text("1,-1\n-1,1\n")
    (beside / "t.toml").write_text('learners = ["mine.py:Mine"]\nclasses = ["c.csv"]\nagainst = ["mine.py"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.chdir", None)
    spec = read_specification(Path("beside/t.toml"), {})
    pairs, _ = pairs_of(spec)
    assert [(pair.learner, pair.adversary, pair.asked) for pair in pairs] == [
        ("mine.py:Mine", "mine.py", Place("finite", concept_class="c.csv"))
    ]
    (task,) = tasks_of(pairs, spec)
    assert set(task.files) == {str(beside / "mine.py"), str(beside / "c.csv")}
    assert task.request["folder"] == str(beside)
    (beside / "c.csv").unlink()
    with pytest.raises(InputError, match=r"^beside/t.toml: classes: .*c.csv") as error:
        read_specification(Path("beside/t.toml"), {})
    assert str(tmp_path) not in str(error.value)
