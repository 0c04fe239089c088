"""The trace file: what is written is what is read, and what the schema says."""

import json
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import DATA
from golden_games import GAMES, GOLDEN, adversary_of
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.judge import judge_file
from adversary.game.play import play
from adversary.strategies.registry import ADVERSARIES
from learners.registry import LEARNERS
from proofs.exact.vectors import Target, Vector, vector
from proofs.formats.trace import ClaimLine, TraceWriter, json_schema, read_point, read_rounds, write_point
from proofs.settings import Halfspaces
from proofs.statements import Statement

CERTIFICATES = DATA / "certificates"
SCHEMA = jsonschema.Draft202012Validator(json_schema())

vectors = st.dictionaries(st.integers(0, 10**6), st.fractions(max_denominator=10**9), max_size=5).map(vector)


predictions = st.sampled_from([1, -1, Fraction(1, 3)])  # a probability is no label


@given(st.lists(st.tuples(vectors, predictions, st.sampled_from([1, -1])), max_size=300), vectors)
def test_what_is_written_is_read(rounds: list[tuple[Vector, Any, Any]], direction: Vector) -> None:
    file = BytesIO()
    record = TraceWriter(file)
    record.header("a", "b", Halfspaces(10**6 + 1, Fraction(1, 7), unit_norm=False))
    for x, predicted, label in rounds:
        record.round(x, predicted, label)
    record.footer(Target(direction, Fraction(2, 3)), [ClaimLine(Statement.RUN_BOUND, 3)], None)
    with NamedTemporaryFile() as trace:
        Path(trace.name).write_bytes(file.getvalue())
        assert list(read_rounds(Path(trace.name))) == rounds
    lines = file.getvalue().decode().splitlines()
    assert len(lines) == len(rounds) + 2
    for line in lines:
        SCHEMA.validate(json.loads(line))
    footer = json.loads(lines[-1])
    assert read_point(footer["target"]["direction"]) == direction


@given(vectors)
def test_points_survive_the_file(x: Vector) -> None:
    assert read_point(write_point(x)) == x


@pytest.mark.parametrize(
    "line",
    [
        {"x": [[0, 1]], "predicted": 1, "label": 1},
        {"x": [[0, "1.0"]], "predicted": 1, "label": 1},
        {"x": [[0, "1/0"]], "predicted": 1, "label": 1},
        {"x": [[-1, "1"]], "predicted": 1, "label": 1},
        {"x": [[0, "1"]], "predicted": 0, "label": 1},
        {"x": [[0, "1"]], "predicted": 1},
        {
            "format": "forced-mistakes/2",
            "setting": "halfspaces",
            "learner": "",
            "adversary": "",
            "margin_squared": "1",
            "dimension": 1,
        },
        {"target": None, "claims": [{"statement": "tight"}], "termination": "finished"},
    ],
)
def test_the_schema_refuses_what_is_malformed(line: object) -> None:
    assert not SCHEMA.is_valid(line)


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_are_played_as_ever(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    trace, golden = tmp_path / "t.jsonl", GOLDEN / f"{name}.jsonl"
    play(**GAMES[name], output=trace)
    played = trace.read_text().replace(str(GOLDEN), "golden")
    if request.config.getoption("--write-golden"):
        golden.write_text(played)
    assert played == golden.read_text()
    assert judge_file(golden).valid == ("as-printed" not in name)


def test_every_registered_player_has_a_golden_game() -> None:
    # If one has none, write a line in GAMES, and run this file with --write-golden.
    assert {str(game["learner"]).partition("?")[0] for game in GAMES.values()} == set(LEARNERS)
    assert set(map(adversary_of, GAMES.values())) == set(ADVERSARIES)
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == set(GAMES) | {"script", "finite_script"}
