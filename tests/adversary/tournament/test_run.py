"""Whole tournaments: the same results however they are run, whatever the players do."""

import csv
import errno
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import ROOT, Ran
from hostile_submissions import HOSTILE
from tournaments import lists, read_tournament

from adversary.files import made_folder
from adversary.game.judge import UndecidedError
from adversary.tasks.slots import reply_to
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import NOT_CHECKED, Where
from adversary.tournaments.cell import Cell, Place, Tournament
from adversary.tournaments.run import require_ours, run_tournament, write_results
from adversary.tournaments.specification import TournamentSpecification, pairs_of, read_specification
from adversary.tournaments.task import command_of, play_cell, tasks_of
from proofs.exact.errors import InputError

SMALL = {
    "learners": "perceptron,halving",
    "margins": "1/2",
    "classes": "thresholds:3",
    "against": "orthonormal,littlestone",
}
"""Four pairs, and three games: halving plays on classes alone."""


Command = Callable[..., Ran]


def finished(spec: TournamentSpecification, folder: Path, where: Where) -> Tournament:
    """Run a tournament whose results are kept in a folder."""
    require_ours(folder)
    with Store(made_folder(folder) / STORE) as store:
        tournament = run_tournament(spec, where, store)
        write_results(folder, tournament)
    return tournament


def run(folder: Path, jobs: int = 1, texts: dict[str, str] = SMALL) -> Tournament:
    """Run a small tournament, or what the lists say."""
    return finished(read_specification(None, lists(**texts)), folder, Where(jobs))


def counts(tournament: Tournament) -> tuple[int, int, int]:
    """Return how many cells were finished, were skipped, and have failed."""
    answer = tournament.to_json()
    return answer["finished"], answer["skipped"], answer["failed"]


@pytest.fixture(autouse=True)
def only_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the figures of a report without PDF and PNG: to draw them takes most of a small tournament's time."""
    monkeypatch.setattr("adversary.views.page.tournament_pages.FORMATS", ("svg",))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small tournament."""
    folder = tmp_path_factory.mktemp("small")
    assert counts(run(folder)) == (3, 0, 0)
    return folder


def test_games_are_certified_and_pairs_that_do_not_fit_are_listed(small: Path) -> None:
    found = read_tournament(small)
    assert [(cell.learner, cell.adversary, cell.mistakes, cell.lower, cell.bound) for cell in found.cells] == [
        ("perceptron", "orthonormal", 4, 4, 4),
        ("perceptron", "littlestone", 2, 2, 2),
        ("halving", "littlestone", 2, 2, 2),
    ]
    assert all(cell.certified and cell.replayed and cell.realizable and cell.ratio == 1 for cell in found.cells)
    (unfit,) = found.unfit
    assert (unfit.learner, unfit.adversary, unfit.by_adversary) == ("halving", "orthonormal", False)
    assert unfit.reason.startswith("halving: it learns finite classes")


def test_nothing_is_played_twice_and_a_trace_that_is_gone_or_another_is_written_again(small: Path) -> None:
    before = {path: path.read_bytes() for path in small.rglob("*") if path.is_file()}
    again = run(small)
    assert counts(again) == (0, 3, 0)
    after = {path: path.read_bytes() for path in small.rglob("*") if path.is_file()}
    differs = {path.name for path in before if after[path].replace(f" ({NOT_CHECKED})".encode(), b"") != before[path]}
    assert (after.keys(), differs) == (before.keys(), set())
    assert NOT_CHECKED in (small / "unfit.jsonl").read_text()
    trace = small / str(again.cells[1].trace)
    trace.write_bytes(before[trace][:-2] + b" \n")
    assert (counts(run(small)), trace.read_bytes()) == ((0, 3, 0), before[trace])


def test_results_are_there_only_with_all_of_their_run(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(small, folder)
    partial = [folder / place / ".0123abcd.partial" for place in ("", "traces", "games", "figures")]
    for path in partial:
        path.parent.mkdir(exist_ok=True)
        path.touch()

    def stops(path: Path, _text: object) -> None:
        raise InputError(f"cannot write {path}")

    monkeypatch.setattr("adversary.tournaments.run.write_new", stops)
    with pytest.raises(InputError, match="cannot write"):
        run(folder)
    assert not (folder / "results.jsonl").exists()
    assert not any(path.exists() for path in partial)


def test_no_run_begins_in_a_folder_while_another_is_at_work(small: Path, adversary: Command) -> None:
    partial = small / ".01234567.partial"
    with Store(small / STORE):
        partial.write_text("half a page")
        second = adversary("tournament", "perceptron", "--margin", "1/2", "-o", small)
        assert second.refusal.startswith(f"adversary: another run is at work with {small}/")
        assert partial.exists()
    partial.unlink()


def test_another_specification_takes_what_is_there(small: Path, tmp_path: Path) -> None:
    (tmp_path / STORE).write_bytes((small / STORE).read_bytes())
    fewer = run(tmp_path, 1, SMALL | {"learners": "halving,perceptron", "against": "littlestone"})
    assert counts(fewer) == (0, 2, 0)
    again = [(cell.number, cell.learner, cell.mistakes) for cell in read_tournament(tmp_path).cells]
    assert again == [(1, "halving", 2), (2, "perceptron", 2)]
    assert {path.name for path in (tmp_path / "traces").iterdir()} == {
        Path(str(cell.trace)).name for cell in fewer.cells
    }


# ------------------------------------------------------------------------------------------------ edited stores


def test_the_table_says_what_was_found(adversary: Command) -> None:
    asked = [
        "perceptron",
        "halving",
        "--against",
        "orthonormal,littlestone",
        "--margin",
        "1/2",
        "--class",
        "thresholds:3",
    ]
    ran = adversary("tournament", *asked, "-o", "out/")
    assert ran.code == 0
    shown = " ".join(ran.out.split())
    assert "Halfspaces with a margin: the most mistakes of perceptron, against these adversaries." in shown
    assert re.search(r"\nrank +learner +score +δ = 1/2\n─+\n +1 +perceptron +1 +4\n", ran.out)
    assert "Finite classes: of 2 learners, 2 learners made the fewest mistakes against these" in shown
    assert re.search(r" = 1 +halving +1 +2\n", ran.out)
    assert "1 pair of unfit.jsonl; 1: halving: it learns finite classes" in shown
    assert ran.out.endswith("3 games in out: 3 played now, 0 before\n")
    assert NOT_CHECKED not in ran.out


EDITED = {
    "more mistakes": (lambda v: v.update(mistakes=99), "mistakes is 99, but should be "),
    "a text": (lambda v: v.update(mistakes="x"), 'mistakes is "x", but should be '),
    "a lower bound": (lambda v: v.update(lower=99), "lower is 99, but should be "),
    "whose word": (lambda v: v.update(upper_is_word=True), "upper_is_word is true, but should be false"),
    "the optimum": (lambda v: v.update(bound=99), "bound is 99, but should be "),
    "the margin": (lambda v: v.update(margin_squared="1/99"), 'margin_squared is "1/99", but should be '),
    "the seed": (lambda v: v.update(seed=99), "seed is 99, but should be "),
    "the replay": (lambda v: v.update(replayed=False), "replayed is false, but should be true"),
    "a forfeit": (lambda v: v.update(termination="forfeit", fault="x"), 'termination is "forfeit", but should be '),
    "what is proved": (lambda v: v.update(statements=[]), "statements is [], but should be "),
    "another digest": (lambda v: v.update(trace_sha256="0" * 64), "its trace has another digest"),
    "no trace": (lambda v: v.update(game=None), "mistakes, and no trace of their game"),
    "no base 64": (lambda v: v.update(game="!!!!"), "Only base64 data is allowed"),
    "nothing packed": (lambda v: v.update(game="aGVsbG8="), "incorrect header check"),
    "nothing": (lambda v: v.clear(), "KeyError('mistakes')"),
    "no number": (lambda v: v.update(upper=[7]), "Expected `int | str | null`, got `array`"),
}


@pytest.mark.parametrize(("change", "why"), EDITED.values(), ids=EDITED)
def test_an_edited_store_is_refused_in_one_line(
    small: Path, tmp_path: Path, change: Callable[[Any], object], why: str
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(small, folder)
    before = (folder / "results.jsonl").read_bytes()
    assert stores.edit(folder / "store.jsonl", lambda value: "unfit" in value or change(value)) > 0
    with pytest.raises(InputError) as refused:
        run(folder)
    assert re.match(rf"{re.escape(str(folder))}/store\.jsonl, line \d+, has been changed: ", str(refused.value))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (folder / "results.jsonl").read_bytes() == before


def test_the_trace_of_another_game_is_refused(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(small, folder)
    of_learner = {cell.learner: cell for cell in read_tournament(folder).cells if cell.setting == "finite"}
    digests = {name: cell.trace_sha256 for name, cell in of_learner.items()}
    (other,) = [value for value in stores.values(folder / STORE) if value.get("trace_sha256") == digests["halving"]]

    def swap(value: Any) -> None:
        if value.get("trace_sha256") == digests["perceptron"]:
            value.update({key: other[key] for key in ("trace_sha256", "game")})

    assert stores.edit(folder / "store.jsonl", swap) > 0
    with pytest.raises(InputError, match="its trace has the learner halving, and perceptron was asked for"):
        run(folder)


def test_a_stored_trace_that_nobody_can_judge_proves_nothing(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(_: Path) -> None:
        raise UndecidedError("it takes too much arithmetic")

    monkeypatch.setattr("adversary.tournaments.stored.judge_file", judge)
    folder = tmp_path / "copy"
    shutil.copytree(small, folder)
    with pytest.raises(InputError, match="it has statements, and of its trace nothing is known: it takes"):
        run(folder)
    stores.edit(folder / STORE, lambda value: "unfit" in value or value.update(statements=[], mistakes=None))
    assert {(cell.certified, cell.note) for cell in run(folder).cells} == {(False, f"all of it: {NOT_CHECKED}")}


@pytest.mark.full
@pytest.mark.xdist_group("hostile")
def test_games_of_every_kind_are_found_again_as_they_were(hostile: tuple[Path, Tournament]) -> None:
    folder, _ = hostile
    (folder / "s.jsonl").write_text(SCRIPT)
    options = {
        "learners": "perceptron,weighted-majority,randomized-halving,halving,exits_at_once.py,=formula.py",
        "against": "standard-basis,orthonormal,littlestone,even-split,scripted:s.jsonl",
        "classes": "intervals:3",
        "lies": "0,1",
    }
    spec = read_specification(folder / "t.toml", lists(**options))
    first = finished(spec, folder / "kinds", Where(2))
    before = (folder / "kinds" / "results.jsonl").read_bytes()
    again = finished(spec, folder / "kinds", Where(2))
    assert counts(again) == (0, counts(first)[0], 0)
    assert {cell.termination for cell in again.cells} == {"finished", "forfeit"}
    assert (folder / "kinds" / "results.jsonl").read_bytes() == before


def test_a_folder_that_is_named_from_elsewhere_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    shutil.copy(ROOT / "examples" / "student.py", home)
    (home / "t.toml").write_text("")
    spec = read_specification(home / "t.toml", lists(**SMALL | {"learners": "student.py"}))
    monkeypatch.chdir(tmp_path)
    first = finished(spec, Path("out"), Where(1))
    again = finished(spec, Path("out"), Where(1))
    assert counts(again) == (0, counts(first)[0], 0)
    assert any(cell.certified for cell in again.cells)


def test_the_command_of_a_game_plays_it_again(small: Path, adversary: Command, tmp_path: Path) -> None:
    for cell in read_tournament(small).cells:
        program, *arguments = shlex.split(cell.command)
        assert program == "adversary"
        played = adversary(*arguments, "-o", "t.jsonl", "--json").json
        assert played["mistakes"] == cell.mistakes
        trace = (tmp_path / "t.jsonl").read_bytes()
        assert sha256(trace).hexdigest() == cell.trace_sha256
        assert trace == (small / str(cell.trace)).read_bytes()


def test_a_command_is_quoted_for_the_shell_and_has_limits_to_the_last_digit() -> None:
    odd = {"learners": "kernel-perceptron?kernel=polynomial&degree=3", "margins": "1/2", "against": "orthonormal"}
    spec = read_specification(None, lists(**odd, seeds="-1"))
    ((pair,), _) = pairs_of(spec)
    command = (
        "adversary play 'kernel-perceptron?kernel=polynomial&degree=3' --against orthonormal "
        "--margin 'sqrt(1/4)' --seed -1"
    )
    assert command_of(pair, spec) == command
    for limits, shown in (((3.0000001, 12345.678), ("3.0000001", "12345.678")), ((7.0, 0.1), ("7", "0.1"))):
        limited = replace(spec, time_limit=limits[0], game_limit=limits[1])
        assert command_of(pair, limited) == f"{command} --limit call={shown[0]}s,game={shown[1]}s"
    searched = command_of(replace(pair, adversary=None), replace(spec, against=None, seconds=2.5, time_limit=3.0))
    rest = "--margin 'sqrt(1/4)' --seed -1 --limit call=3s --seconds 2.5"
    assert searched == f"adversary tournament 'kernel-perceptron?kernel=polynomial&degree=3' {rest}"


@pytest.mark.parametrize("name", ["results.csv", "report.html", "games", "figures"])
def test_a_folder_with_results_of_somebody_else_is_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match=f"has a {re.escape(name)} that no tournament has left there"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    file = tmp_path / name
    with pytest.raises(InputError, match=r"cannot write to .*: it exists and is not a folder"):
        run(file)


# ------------------------------------------------------------------------------------------------ untrusted players

RAISES = """
class Raises:
    def __init__(self, dimension, margin_squared):
        self.dimension, self.plan = dimension, {"rounds": 2, "claims": 2}
        self.shown = 0
    def next_point(self):
        self.shown += 1
        if self.shown == 2:
            raise ValueError(__file__)
        return [1] + [0] * (self.dimension - 1)
    def label(self, x, predicted):
        return -predicted
    def target(self):
        return None
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Tournament]:
    """Return the folder of hostile players, and what became of them beside two that are not."""
    folder = tmp_path_factory.mktemp("hostile")
    for name in ("kills_its_parent.py", "exits_at_once.py"):
        (folder / name).write_text(HOSTILE[name.removesuffix(".py")])
    (folder / "=formula.py").write_text((ROOT / "examples" / "student.py").read_text())
    (folder / "raises.py").write_text(RAISES)
    (folder / "t.toml").write_text(
        'title = "<script>"\nmargins = ["1/4"]\ndimensions = [16]\nagainst = ["standard-basis", "raises.py"]\n'
        'learners = ["kills_its_parent.py", "perceptron", "exits_at_once.py", "=formula.py"]\n'
    )
    tournament = finished(read_specification(folder / "t.toml", {}), folder / "out", Where(2))
    assert counts(tournament)[2] == 2
    return folder, tournament


def cells_of(tournament: Tournament, learner: str) -> list[Cell]:
    """Return a learner's cells."""
    return [cell for cell in tournament.cells if cell.learner == learner]


@pytest.mark.full
@pytest.mark.xdist_group("hostile")
def test_a_hostile_player_costs_its_own_games_only(hostile: tuple[Path, Tournament]) -> None:
    _, found = hostile
    for learner in ("perceptron", "=formula.py"):
        (game,) = cells_of(found, learner)
        assert (game.adversary, game.mistakes, game.certified) == ("standard-basis", 16, True)
    forfeits = cells_of(found, "exits_at_once.py")
    assert {(cell.termination, bool(cell.fault), cell.mistakes) for cell in forfeits} == {("forfeit", True, None)}
    killed = cells_of(found, "kills_its_parent.py")
    assert [(cell.termination, cell.mistakes, cell.ratio) for cell in killed] == [("failed", None, None)] * 2
    assert {cell.reason for cell in killed} == {"its process ended 3 times: killed by signal 9"}
    blamed = [(pair.learner, pair.adversary, pair.by_adversary) for pair in found.unfit]
    assert ("perceptron", "raises.py", True) in blamed
    summary = json.loads((hostile[0] / "out" / "summary.json").read_text())
    (group,) = summary["groups"]
    assert [(placing["rank"], placing["learner"]) for placing in group["ranking"]] == [
        (1, "perceptron"),
        (1, "=formula.py"),
    ]
    assert [placing["learner"] for placing in group["apart"]] == ["kills_its_parent.py", "exits_at_once.py"]


@pytest.mark.full
@pytest.mark.xdist_group("hostile")
def test_no_place_of_this_machine_is_in_the_results(hostile: tuple[Path, Tournament]) -> None:
    folder, found = hostile
    assert any("raises.py" in pair.reason for pair in found.unfit)
    for name in ("results.jsonl", "unfit.jsonl", "summary.json"):
        text = (folder / "out" / name).read_text()
        assert str(folder) not in text, name
        assert "/tmp" not in text, name  # noqa: S108 - it is looked for
    for trace in (folder / "out" / "traces").iterdir():
        assert str(folder) not in trace.read_text()


def test_what_a_file_imports_is_part_of_its_games_and_where_the_folder_is_is_not(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.py").write_text(f"import helper\n{(ROOT / 'examples' / 'student.py').read_text()}")
    (tmp_path / "a" / "helper.py").write_text("")
    (tmp_path / "a" / "t.toml").write_text('learners = ["one.py"]\nmargins = ["1/2"]\nagainst = ["standard-basis"]\n')
    keys = []
    for folder, helper in (("a", ""), ("b", ""), ("b", "x = 1")):
        if not (tmp_path / folder).exists():
            (tmp_path / "a").rename(tmp_path / folder)
        (tmp_path / folder / "helper.py").write_text(helper)
        spec = read_specification(tmp_path / folder / "t.toml", {})
        (task,) = tasks_of(pairs_of(spec)[0], spec)
        keys.append(task.key)
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.ml
def test_the_packages_behind_a_learner_are_part_of_its_games() -> None:
    spec = read_specification(None, lists(learners="sklearn:Perceptron", margins="1/2", against="standard-basis"))
    (task,) = tasks_of(pairs_of(spec)[0], spec)
    assert task.request["with"]["scikit-learn"] == version("scikit-learn")
    other = task.request | {"with": {"scikit-learn": "0.1"}}
    with pytest.raises(InputError, match=r"^a worker has scikit-learn .*, and the run began with 0\.1$"):
        play_cell(other)


SCRIPT = """{"setting": "finite", "class": "pairs", "concepts": ["++", "-+", "--"]}
{"x": 0, "label": 1}
{"target": {"concept": 0}}
"""


@pytest.mark.full
def test_a_game_without_a_result_is_listed_where_it_would_have_been_played(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HOSTILE["kills_its_parent"])
    (tmp_path / "s.jsonl").write_text(SCRIPT)
    (tmp_path / "t.toml").write_text(
        'learners = ["k.py", "perceptron"]\nmargins = ["1/2"]\nagainst = ["orthonormal", "scripted:s.jsonl"]\n'
    )
    spec = read_specification(tmp_path / "t.toml", {})
    both = finished(spec, tmp_path / "both", Where(1))
    killed = cells_of(both, "k.py")
    assert {cell.termination for cell in killed} == {"failed"}
    assert [cell.slot for cell in killed] == [cell.slot for cell in cells_of(both, "perceptron")]
    assert [(cell.setting, cell.dimension, cell.concept_class) for cell in killed] == [
        ("halfspaces", 4, None),
        ("finite", None, "pairs"),
    ]


def test_a_learner_that_removes_its_file_costs_its_own_games_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(f"import os\nos.unlink(__file__)\n{(ROOT / 'examples' / 'student.py').read_text()}")
    options = {"against": "orthonormal,littlestone", "margins": "1/2", "classes": "intervals:4"}
    found = run(tmp_path / "out", 1, options | {"learners": "halving,a.py"})
    assert counts(found) == (1, 0, 2)
    ended = {(cell.learner, cell.setting): cell for cell in found.cells}
    assert ended["halving", "finite"].certified
    lost = ended["a.py", "halfspaces"]
    assert (lost.reason, lost.termination) == ("a.py was changed during the run", "failed")
    assert lost.place == Place("halfspaces", Fraction(1, 4))


REMOVES = """
import shutil
class Removes:
    def predict(self, x):
        shutil.rmtree("out/traces", ignore_errors=True)
        return 1
    def update(self, x, y): pass
"""


def test_a_learner_that_removes_the_traces_ends_nothing(adversary: Command, tmp_path: Path) -> None:
    (tmp_path / "removes.py").write_text(REMOVES)
    players = "perceptron", "removes.py", "averaging", "--against", "standard-basis", "--margin", "1/2"
    ran = adversary("tournament", *players, "-o", "out/", "--jobs", 1)
    assert (ran.code, ran.err) == (0, "")
    cells = read_tournament(tmp_path / "out").cells
    assert [(cell.learner, cell.certified) for cell in cells] == [(name, True) for name in players[:3]]
    assert all(cell.trace and (tmp_path / "out" / cell.trace).exists() for cell in cells)
    assert (tmp_path / "out" / "report.html").exists()


@pytest.mark.full
@pytest.mark.parametrize("learner", ["perceptron", "one.py"])
def test_a_lack_of_resources_is_no_fact_about_a_pair(
    learner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot_start(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    (tmp_path / "one.py").write_text((ROOT / "examples" / "student.py").read_text())
    monkeypatch.chdir(tmp_path)
    spec = read_specification(None, lists(learners=learner, margins="1/4", against="standard-basis"))
    (task,) = tasks_of(pairs_of(spec)[0], spec)
    assert reply_to(task.function, task.request, task.digests).kind == "done"
    monkeypatch.setattr("learners.runner.worker_runner.Child", cannot_start)
    reply = reply_to(task.function, task.request, task.digests)
    assert (reply.kind, reply.text) == ("failed", "a process could not be started: Too many open files")


# ------------------------------------------------------------------------------------------------ the command


def test_a_learner_without_a_game_is_named(adversary: Command, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nothing_like_this\n")
    asked = "--margin", "1/2", "--against", "standard-basis"
    ran = adversary("tournament", "perceptron", "broken.py", *asked, "-o", "two/")
    assert ran.code == 0
    assert re.search(r"no game +broken\.py: ", ran.out)
    (absent,) = json.loads((tmp_path / "two" / "summary.json").read_text())["without_game"]
    assert absent["learner"] == "broken.py"
    assert "Without a game in any setting" in (tmp_path / "two" / "report.html").read_text()
    for worst in (asked, asked[:2]):
        ran = adversary("tournament", "broken.py", *worst)
        assert (ran.code, ran.out.count("rank")) == (1, 0)
        assert "there is no game: no learner plays in any setting: broken.py" in ran.err


def test_mistakes_that_are_not_certified_are_not_said(adversary: Command, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("1,1\n")
    ran = adversary("tournament", "perceptron", "--class", "one.csv", "--against", "littlestone", "-o", "out/")
    assert "no round" in ran.out
    (cell,) = read_tournament(tmp_path / "out").cells
    assert (cell.rounds, cell.mistakes, cell.certified) == (0, None, False)


@pytest.mark.parametrize("against", [("--against", "orthonormal"), ()], ids=["given", "worst"])
def test_each_output_is_written_where_a_user_wants_it(
    against: tuple[str, ...], adversary: Command, tmp_path: Path
) -> None:
    asked = ["tournament", "perceptron", "balanced-winnow", "--margin", "1/2,1/3", *against]
    files = [text for name in ("c.csv", "c.svg", "c.json", "c.jsonl") for text in ("-o", name)]
    ran = adversary(*asked, "-o", "out/", *files, "--cache", "kept")
    assert ran.code == 0, ran.err
    out = tmp_path / "out"
    assert (tmp_path / "c.csv").read_bytes() == (out / "results.csv").read_bytes()
    assert (tmp_path / "c.jsonl").read_bytes() == (out / "results.jsonl").read_bytes()
    assert (tmp_path / "c.svg").read_bytes() == (out / "figures" / "mistakes.svg").read_bytes()
    assert "1/δ²" in (tmp_path / "c.svg").read_text()
    assert len(json.loads((tmp_path / "c.json").read_text())["cells"]) == 4
    rows, times = ([*csv.DictReader((out / name).read_text().splitlines())] for name in ("results.csv", "times.csv"))
    assert [row["number"] for row in times] == [row["number"] for row in rows]
    assert {row["certified"] for row in rows} == {"yes"}
    assert not (out / STORE).exists()
    again = adversary(*asked, "-o", "d.csv", "--cache", "kept")
    assert again.err == f"adversary: 4 games of an earlier run taken from kept/{STORE}\n"
    with (tmp_path / "d.csv").open() as file:
        assert [row["mistakes"] for row in csv.DictReader(file)][:4:2] == ["4", "9"]


def test_less_and_more_is_shown(adversary: Command) -> None:
    asked = "tournament", "perceptron", "--margin", "1/2"
    usual, verbose = (adversary(*asked, *option).out for option in ([], ["-v"]))
    assert adversary(*asked, "-q").out == ""
    assert "standard-basis" not in usual
    assert re.search(r"1/δ² = 4, d = 4 +perceptron +=? ?4 +4 +4 +yes +standard-basis\n", verbose)
