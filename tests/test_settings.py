"""A game of each setting, from play to formal: a new setting is missing in ``GAMES`` until it has one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import Ran

from adversary.game.judge import UndecidedError, judge_file
from adversary.views.game.files import VIEWS
from adversary.views.schemas import schemas
from proofs.formal import generated
from proofs.settings import RECORDS, SETTINGS, Halfspaces, Kind

GAMES = {
    "halfspaces": "perceptron --margin 1/2",
    "finite": "halving --class thresholds:3",
    "hinge": "perceptron --against hinge?mistakes=2",
}
"""A learner, and the options of a short game that is valid, by the kind of the setting."""

MADE: dict[str, dict[str, bytes]] = {}
"""The trace of each game and its JSON, made by the first test that wants them."""

Run = Callable[..., Ran]


@pytest.fixture(params=sorted(RECORDS))
def game(request: pytest.FixtureRequest, adversary: Run, tmp_path: Path) -> str:
    """Write the trace of a game and what ``play --json`` says, and return the kind of its setting."""
    kind: str = request.param
    if kind not in MADE:
        ran = adversary("play", *GAMES[kind].split(), "-o", "game.jsonl", "--json", "--steps")
        assert ran.code == 0
        MADE[kind] = {"game.jsonl": (tmp_path / "game.jsonl").read_bytes(), "game.json": ran.out.encode()}
    for name, content in MADE[kind].items():
        (tmp_path / name).write_bytes(content)
    return kind


def valid(name: str, value: object) -> None:
    jsonschema.Draft202012Validator(schemas()[name]).validate(value)


def test_each_setting_stands_in_every_table() -> None:
    assert set(get_args(Kind)) == SETTINGS.keys() == RECORDS.keys() == VIEWS.keys() == GAMES.keys()


def test_it_is_played_with_all_bounds(game: str, tmp_path: Path) -> None:
    played = json.loads((tmp_path / "game.json").read_bytes())
    assert (played["setting"], played["reason"], played["replayed"]) == (game, None, True)
    assert played["bounds"]["lower"] == played["mistakes"] > 0
    assert played["second_opinion"] == ("agrees" if SETTINGS[game].has_norms else "not asked")
    valid("game", played)


def test_its_trace_is_checked_and_shown(game: str, adversary: Run, tmp_path: Path) -> None:
    header, *rounds, footer = map(json.loads, (tmp_path / "game.jsonl").read_bytes().splitlines())
    valid("trace-header", header)
    valid("trace-round", rounds[0])
    valid("trace-footer", footer)
    assert judge_file(tmp_path / "game.jsonl").setting.kind == game
    for command, options in (("check", ()), ("show", ("-o", "page.html"))):
        ran = adversary(command, "game.jsonl", *options, "--json")
        assert (ran.code, ran.json["valid"]) == (0, True)
        valid(command, ran.json)
    assert "</html>" in (tmp_path / "page.html").read_text()


def test_its_trace_is_a_script(game: str, adversary: Run, tmp_path: Path) -> None:
    played = json.loads((tmp_path / "game.json").read_bytes())
    again = adversary("play", GAMES[game].split()[0], "--against", "scripted:game.jsonl", "--json").json
    told = "setting", "rounds", "mistakes", "realizable", "target", *RECORDS[game].__struct_encode_fields__
    assert {key: again.get(key) for key in told} == {key: played.get(key) for key in told}


def test_it_has_a_place_in_a_tournament(
    game: str, adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adversary.views.page.tournament_pages.FORMATS", ("svg",))  # the others take most of the time
    learner = GAMES[game].split()[0]
    ran = adversary("tournament", learner, "--against", "scripted:game.jsonl", "-o", "t/")
    assert ran.code == 0
    title = SETTINGS[game].title[:1].upper() + SETTINGS[game].title[1:]
    assert f"{title}: the most mistakes of {learner}, against these adversaries." in " ".join(ran.out.split())
    (result,) = (tmp_path / "t" / "results.jsonl").read_text().splitlines()
    assert json.loads(result)["setting"] == game
    assert title in (tmp_path / "t" / "report.html").read_text()


def test_it_has_a_statement_in_rocq_or_is_refused(game: str, tmp_path: Path) -> None:
    data = (tmp_path / "game.jsonl").read_bytes()
    if refused := generated.not_formalized(data):
        assert refused == SETTINGS[game].title
    else:
        assert generated.unread(data) is None
        assert "UniversalBound" in generated.statement_about(data)


@pytest.mark.rocq
def test_rocq_checks_it_or_refuses_it(game: str, adversary: Run) -> None:
    ran = adversary("check", "game.jsonl", "--rocq", "--json")
    if ran.code == 2:
        assert f"is about {SETTINGS[game].title}, which the judge in Rocq does not know" in ran.refusal
    else:
        assert (ran.code, ran.json["checked"]) == (0, True)


# ------------------------------------------------------------------------------------------------ new settings


@pytest.fixture
def circles(adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Add a setting that no checker and no theorem knows, and return a trace in it."""
    new = type("Circles", (Halfspaces,), {"kind": "circles", "title": "points of circles"})
    monkeypatch.setitem(SETTINGS, "circles", new)
    trace = tmp_path / "game.jsonl"
    assert adversary("play", "perceptron", "--margin", "1/2", "-o", trace).code == 0
    trace.write_text(trace.read_text().replace('"halfspaces"', '"circles"'))
    return trace


def test_a_setting_that_no_checker_knows_is_named(circles: Path) -> None:
    with pytest.raises(UndecidedError, match=r"no checker knows this setting: line 1: .* is \"circles\""):
        judge_file(circles)


def test_a_setting_that_no_theorem_knows_is_named(circles: Path) -> None:
    assert (
        generated.not_formalized(circles.read_bytes())
        == "is about points of circles, which the judge in Rocq does not know"
    )
