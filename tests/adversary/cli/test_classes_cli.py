"""Finite classes on the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from proofs import finite_checker

Run = Callable[..., Ran]


def test_only_what_is_asked_for(adversary: Run) -> None:
    found = adversary("dimension", "halfspaces:4", "--only", "littlestone", "--json").json
    assert (found["littlestone"], found["vc"], found["halving"]) == (
        9,
        None,
        dict.fromkeys(["negative", "positive", "adversarial", "optimal"]),
    )
    two = adversary("dimension", "cube:2", "--only", "vc,halving", "--json").json
    assert (two["littlestone"], two["vc"], two["halving"]["optimal"]) == (None, 2, 2)


def test_a_budget_that_runs_out_is_no_guess(adversary: Run) -> None:
    ran = adversary("dimension", "halfspaces:4", "--limit", "states=3", "--json")
    assert ran.code == 1
    found = ran.json
    assert set(found["littlestone"]) == {"at_least", "at_most"}
    assert found["littlestone"]["at_least"] <= 9 <= found["littlestone"]["at_most"]
    assert found["halving"]["positive"]["at_least"] <= 10 <= found["halving"]["positive"]["at_most"]
    assert "note: Littlestone dimension: 3 states did not suffice" in ran.err
    shown = adversary("dimension", "halfspaces:4", "--limit", "states=3")
    assert shown.code == 1
    assert "between" in shown.out


def test_several_classes_are_a_table_with_certificates(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("dimension", "intervals:3..5", "cube:2", "--only", "L,vc,announced", "-o", "t.csv", "-o", "out/")
    assert (ran.code, ran.err) == (0, "")
    assert "intervals:4     11        4   3    2       3" in ran.out
    assert "4 certificates, each accepted by the trusted checker; not everywhere: VC " in " ".join(ran.out.split())
    table = (tmp_path / "t.csv").read_text()
    assert table.splitlines() == [
        "class,size,points,L,VC,announced",
        *["intervals:3,7,3,2,2,2", "intervals:4,11,4,3,2,3", "intervals:5,16,5,3,2,3", "cube:2,4,2,2,2,2"],
    ]
    assert (tmp_path / "out" / "dimensions.csv").read_text() == table
    statements = adversary("check", "out/certificates/intervals-4.json", "--json").json["statements"]
    assert {"statement": "worst order", "mistakes": 3} in statements
    plain = adversary("dimension", "intervals:3..5", "cube:2", "intervals:4", "--only", "L,vc,announced", "--json").json
    assert [entry["models"]["announced_order"] for entry in plain["classes"]] == [2, 3, 3, 2]
    assert (plain["notes"], plain["files"]) == ([], [])


def test_expressions_choose_among_classes(adversary: Run) -> None:
    asked = ("dimension", "thresholds:2..6", "singletons:2..4", "--only", "size", "--json")
    found = adversary(*asked, "--where", "L > VC", "--largest", "L - RL").json
    assert [entry["class"] for entry in found["classes"]] == ["thresholds:3"]
    assert found["classes"][0]["littlestone"] == 2
    ran = adversary(*asked, "--where", "1/(L - 1) > 0")
    assert [entry["class"] for entry in ran.json["classes"]] == [f"thresholds:{n}" for n in range(3, 7)]
    assert (ran.code, len(ran.json["notes"])) == (0, 4)
    assert "singletons:2: division by zero at position 1: 1/(L - 1)" in ran.json["notes"]
    assert adversary(*asked[:-1], "--where", "L > 9").out.startswith("classes  none")


def test_what_a_budget_leaves_open_is_no_answer(adversary: Run) -> None:
    ran = adversary(
        "dimension", "intervals:4..6", "--only", "RL", "--limit", "states=3", "--where", "RL > 3/2", "--json"
    )
    assert ran.code == 1
    assert ran.json["classes"] == []
    assert len(ran.json["notes"]) == 3
    assert all("cannot tell" in note for note in ran.json["notes"])
    shown = adversary("dimension", "intervals:4..6", "--only", "RL", "--limit", "states=3", "--where", "size > RL")
    assert shown.code == 1
    assert re.search(r"unknown +intervals:4, randomized Littlestone: 3 states did not suffice", shown.out)


def test_what_fits_is_certified(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("dimension", "thresholds:7", "--only", "all", "--limit", "states=18", "-o", "v.json", "--json")
    assert ran.code == 1
    proved = {"universal bound": 3, "upper bound": 3, "best order": 1}
    assert {found["statement"]: found["mistakes"] for found in ran.json["statements"]} == proved
    assert adversary("check", "v.json", "--json").json["statements"] == ran.json["statements"]
    assert ran.json["models"]["self_directed"] == 1
    assert "v.json is a certificate, which `adversary check`" in adversary("dimension", "v.json").err
    assert (
        "note: not certified (18 states did not suffice; give a larger budget): Littlestone dimension with" in ran.err
    )
    (tmp_path / "b.csv").write_text("+,-\n-,+\n+,+\n")
    assert adversary("dimension", "b.csv", "--only", "all", "--limit", "states=1", "-o", "b.json").code == 1
    assert adversary("check", "b.json").code == 0


def test_what_a_checker_would_work_on_too_long_is_left_out(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("dimension", "thresholds:40", "--only", "all", "--limit", "states=50", "-o", "v.json", "--json")
    assert ran.code == 1
    statements = [found["statement"] for found in ran.json["statements"]]
    assert statements == []
    assert "note: not certified (too much work for a checker): best order" in ran.err
    assert not (tmp_path / "v.json").exists()


def test_a_wide_value_leaves_room_for_its_meaning(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = adversary("dimension", "thresholds:40", "--only", "all", "--limit", "states=20").out
    assert "Randomized Halving " in shown
    assert max(map(len, shown.splitlines())) <= 120


def test_halving_is_left_out_with_lies_only_where_nothing_else_was_asked_for(adversary: Run) -> None:
    assert adversary("dimension", "thresholds:3", "--lies", 1, "--only", "vc", "--json").json["notes"] == []


def test_the_certificate_stands_alone(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("dimension", "halfspaces:3", "-o", "c.json", "--json")
    both = [{"statement": "universal bound", "mistakes": 6}, {"statement": "upper bound", "mistakes": 6}]
    assert (ran.code, ran.json["statements"]) == (0, both)
    assert finite_checker.check(tmp_path / "c.json").statements == both
    checked = adversary("check", "c.json", "--json").json
    assert checked == {
        "valid": True,
        "rounds": None,
        "mistakes": None,
        "statements": both,
        "reason": None,
        "second_opinion": "not asked",
        "class": "halfspaces:3",
        "catalog": "the table is that of the catalog",
        "json_version": 2,
    }
    assert "the table is that of the catalog" in adversary("check", "c.json").out
    (tmp_path / "empty.json").write_text('{"format": "forced-mistakes/values/1"}')
    assert "empty.json is not a trace or a certificate: line 1: " in adversary("check", "empty.json").err
    certificate = json.loads((tmp_path / "c.json").read_text())
    (tmp_path / "bad.json").write_text(json.dumps({**certificate, "at_most": 5}))
    refused = adversary("check", "bad.json")
    assert refused.code == 1
    assert "5 claimed, 6 shown" in refused.out
    (tmp_path / "other.json").write_text(json.dumps({**certificate, "class": "cube:3"}))
    other = adversary("check", "other.json")
    assert other.code == 1
    assert "NOT the table that the catalog has by this name" in other.out
    assert "verdict  valid for its own table, which is not cube:3\n" in other.out
    assert (adversary("check", "other.json", "--json").json["valid"], other.err) == (True, "")
    (tmp_path / "own.json").write_text(json.dumps({**certificate, "class": "mine"}))
    assert "a table of its own" in adversary("check", "own.json").out


def test_seconds_are_for_all_quantities_together(adversary: Run) -> None:
    ran = adversary("dimension", "halfspaces:4", "--seconds", "1e-9", "--json")
    assert ran.code == 1
    assert "note: Randomized Halving: its share of 1e-09 seconds did not suffice\n" in ran.err
    ran = adversary("dimension", "halfspaces:4", "--only", "littlestone", "--seconds", "1e-9", "--json")
    assert ran.err == "note: Littlestone dimension: 1e-09 seconds did not suffice\n"


def test_no_certificate_without_a_dimension(adversary: Run, tmp_path: Path) -> None:
    assert (
        "c.json was not written\n" in adversary("dimension", "halfspaces:4", "-o", "c.json", "--limit", "states=3").out
    )
    (tmp_path / "c.json").touch()
    ran = adversary("dimension", "halfspaces:4", "-o", "c.json", "--limit", "states=3")
    assert (ran.code, ran.err) == (1, "")
    assert "c.json was not written, and the one that is there is older\n" in ran.out
    (tmp_path / "c.json").unlink()
    assert "between 9 and 10" in ran.out
    assert "there is nothing to certify: no value is known exactly" in ran.out
    ran = adversary(
        "dimension", "thresholds:7", "-o", "c.json", "--limit", "states=1", "--json"
    )  # known, without a proof
    assert (ran.code, ran.json["littlestone"], ran.json["statements"]) == (1, 3, [])
    assert "note: not certified (1 state did not suffice; give a larger budget): Littlestone dimension\n" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_file_is_a_class(adversary: Run) -> None:
    found = adversary("dimension", ROOT / "examples" / "my_class.csv", "--json").json
    assert (found["concepts"], found["points"], found["shattered"]) == (8, 5, ["flies", "swims"])
    game = adversary("play", "soa", "--class", ROOT / "examples" / "my_class.json", "--json").json
    assert game["tight"] is True
    points = f"margin-halfspaces:{ROOT / 'examples' / 'points.csv'}?margin=1/5"
    game = adversary("play", "homogeneous:perceptron", "--class", points, "--json").json
    assert game["bounds"]["lower"] == game["mistakes"] == 3
    assert game["target"]["name"].startswith("√(")


def test_what_is_odd_about_a_class_is_said(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "zero.csv").write_text("0,1,1\n1,1,0\n1,1,0\n")
    notes = adversary("dimension", "zero.csv", "--json").json["notes"]
    assert any("1 concept left out" in note for note in notes)
    assert any("1 point of 3: all concepts agree there" in note for note in notes)
    assert any("0 and 1 were read as -1 and +1" in note for note in notes)
    (tmp_path / "one.csv").write_text("+,-\n")
    ran = adversary("dimension", "one.csv")
    assert ran.code == 0
    assert "there is only one concept: without lies there is nothing to learn" in ran.out


def test_what_was_not_found_is_not_denied(adversary: Run) -> None:
    shown = adversary("dimension", "cube:3", "--only", "vc", "--limit", "states=1")
    assert shown.code == 1
    assert "none found yet that is shattered" in shown.out


@pytest.mark.long
def test_long_expectations_are_no_traceback(adversary: Run) -> None:
    ran = adversary("play", "randomized-halving", "--against", "worst-sequence", "--class", "cube:14", "--json")
    assert (ran.code, ran.json["mistakes"]) == (0, "7")


def test_an_illegal_script_is_not_the_learners_fault(adversary: Run, tmp_path: Path) -> None:
    lines = ['{"setting": "finite"}', '{"x": 3, "label": 1}', '{"x": 1, "label": -1}', '{"target": {"concept": 0}}']
    (tmp_path / "s.jsonl").write_text("\n".join(lines))
    found = adversary("play", "soa", "--class", "thresholds:7", "--against", "scripted:s.jsonl", "--json").json
    assert (found["termination"], found["rounds"]) == ("finished", 2)
    assert found["reason"] == "round 1: the label is +1, the target says -1"


def test_a_certificate_is_not_of_all_quantities_and_it_is_said(adversary: Run) -> None:
    note = "the other quantities were not computed"
    shown = adversary("dimension", "cube:2", "-o", "c.json").out
    assert note in " ".join(shown.split())
    assert "VC dimension" not in shown
    assert note not in adversary("dimension", "cube:2", "--only", "littlestone", "-o", "c2.json").out


@pytest.mark.parametrize("command", ["show", "play --me -o c.html --class"])
def test_where_a_budget_runs_out_the_answer_is_unknown_and_the_input_usable(
    command: str, adversary: Run, tmp_path: Path
) -> None:
    name, *options = command.split()
    ran = adversary(name, *options, "halfspaces:4", "--seconds", "1e-9")
    assert (ran.code, list(tmp_path.iterdir())) == (1, [])
    assert ran.err.endswith("1e-09 seconds did not suffice; give --seconds more\n")
