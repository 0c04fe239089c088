"""``check --rocq``, which has Rocq check a file, the build of the theorems, and their list."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import DATA, Ran
from rocq import pretended_coqc, rocq, without_coqc

from proofs.formal import build, generated
from proofs.formal.audit import write
from proofs.formal.coqc import BrokenError
from proofs.formal.theorems import RocqFile, theorems

Run = Callable[..., Ran]
KEYS = ["checked", "theorem", "statement", "assumptions", "left_out", "file", "seconds", "reason", "json_version"]
STATEMENT = "proves file (Halfspaces 4 (1 # 4) 4 [Realizable; RunBound 4; UniversalBound 4])"


@pytest.fixture
def trace(adversary: Run, tmp_path: Path) -> Path:
    """Return the trace of a small game."""
    adversary("play", "perceptron", "--against", "standard-basis", "--margin", "1/2", "-o", "t.jsonl")
    return tmp_path / "t.jsonl"


@pytest.mark.rocq
def test_a_trace_is_checked(adversary: Run, trace: Path, tmp_path: Path) -> None:
    ran = adversary("check", trace, "--rocq", "--json")
    assert ran.code == 0
    assert list(ran.json) == KEYS
    assert {**ran.json, "seconds": 0} == {
        "checked": True,
        "theorem": "this_file",
        "statement": STATEMENT,
        "assumptions": [],
        "left_out": [],
        "file": None,
        "seconds": 0,
        "reason": None,
        "json_version": 2,
    }
    assert [path.name for path in tmp_path.iterdir()] == ["t.jsonl"]
    shown = adversary("check", trace, "--rocq", "-o", "T.v")
    assert shown.code == 0
    assert f"Theorem this_file : {STATEMENT}." in (tmp_path / "T.v").read_text()
    assert "closed under the global context" in shown.out


@pytest.mark.rocq
def test_a_lie_is_refused_by_rocq(adversary: Run, trace: Path) -> None:
    lines = trace.read_text().splitlines()
    lines[3] = lines[3].replace('"label":-1', '"label":1')
    trace.write_text("\n".join(lines) + "\n")
    ran = adversary("check", trace, "--rocq", "--json")
    assert (ran.code, ran.json["checked"]) == (1, False)
    assert ran.json["reason"].startswith("Rocq computes that judge file = NotValid: this file does not show it; ")
    assert ran.json["reason"].endswith("round 3: the label is +1, the target says -1")
    assert "refused, by Rocq" in adversary("check", trace, "--rocq").out


@pytest.mark.full
def test_where_rocq_and_the_checker_differ_nothing_is_checked(
    adversary: Run, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = f"this_file\n     : {STATEMENT}\nClosed under the global context\n"
    (tmp_path / "shown").write_text(shown)
    pretended_coqc(tmp_path, monkeypatch, f'cat "{tmp_path}/shown"')
    assert adversary("check", trace, "--rocq", "--json").json["checked"] is True
    trace.write_text(trace.read_text().replace('"label":-1', '"label":1', 1))
    ran = adversary("check", trace, "--rocq", "--json")
    assert (ran.code, ran.json["checked"]) == (1, None)
    assert ran.json["reason"] == "the checker in Python says: round 1: the label is +1, the target says -1"


@pytest.mark.rocq
def test_bytes_say_nothing_to_rocq(adversary: Run, trace: Path) -> None:
    nasty = '*) \\". Qed. Axiom a : False. (* "" \\u0000 “δ” 😀 \\\\'
    trace.write_text(trace.read_text().replace('"perceptron"', f'"{nasty}"').replace('""', '\\"\\"'))
    ran = adversary("check", trace, "--rocq", "--json")
    assert (ran.code, ran.json["statement"], ran.json["assumptions"]) == (0, STATEMENT, [])


@pytest.mark.rocq
@pytest.mark.parametrize("wrong", [[], ["one says Admitted", *["two differs"] * 7]])
def test_the_theorems_are_built_and_audited(
    wrong: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, built = rocq()  # both take long, and have tests of their own
    monkeypatch.setattr(build, "build", lambda *_, again: built if again else None)
    monkeypatch.setattr(build, "audit", lambda *_: wrong)
    assert build.main(["--json"]) == bool(wrong)
    report = json.loads(capsys.readouterr().out)
    reason = f"one says Admitted; {'two differs; ' * 4}and 3 more" if wrong else None
    assert (report["built"], report["theorems"], report["reason"]) == (True, len(theorems()), reason)
    assert 0 <= report["seconds"] < 60
    assert Path(report["folder"], "basics", "Learner.vo").is_file()
    assert build.main([]) == bool(wrong)
    assert ("as written down" in capsys.readouterr().out) == (not wrong)


@pytest.mark.full
def test_a_source_that_may_not_be_run_is_not_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretended_coqc(tmp_path, monkeypatch, f"touch {tmp_path}/ran")
    text = '(** It writes a file. *)\nRedirect "../elsewhere" Check 1.\n'
    for module in ("build", "audit"):
        monkeypatch.setattr(f"proofs.formal.{module}.sources", lambda: (RocqFile("One.v", text),))
    assert (build.main(["--json"]), json.loads(capsys.readouterr().out)["built"]) == (1, None)
    assert build.main([]) == 1
    assert capsys.readouterr().out == "not built: One.v says Redirect\n"
    with pytest.raises(BrokenError, match=r"^One\.v says Redirect$"):
        write()
    assert not (tmp_path / "ran").exists()


def test_without_coqc_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_coqc(tmp_path, monkeypatch)
    assert (build.main(["--json"]), json.loads(capsys.readouterr().out)["built"]) == (1, None)
    assert build.main([]) == 1
    assert "not built: coqc, the compiler of Rocq, is not installed" in capsys.readouterr().out
    assert build.main(["--again"]) == 2


def test_without_coqc_the_file_is_written(
    adversary: Run, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_coqc(tmp_path, monkeypatch)
    ran = adversary("check", trace, "--rocq", "-o", "T.v", "--json")
    assert (ran.code, list(ran.json)) == (1, KEYS)
    assert (ran.json["checked"], ran.json["statement"], ran.json["file"]) == (None, STATEMENT, "T.v")
    assert ran.json["reason"].startswith("coqc, the compiler of Rocq, is not installed")
    assert f"Theorem this_file : {STATEMENT}." in (tmp_path / "T.v").read_text()
    assert "not checked" in adversary("check", trace, "--rocq").out


@pytest.mark.full
@pytest.mark.parametrize("does", ["exit 1", "exit 0", "kill -9 $$", "echo this_file; echo '     : True'"])
def test_a_coqc_that_does_not_work_checks_and_refuses_nothing(
    does: str, adversary: Run, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretended_coqc(tmp_path, monkeypatch, does)
    ran = adversary("check", trace, "--rocq", "--json")
    assert (ran.code, ran.json["checked"], ran.json["assumptions"]) == (1, None, None)
    assert ran.json["reason"].startswith("coqc ")


@pytest.mark.full
def test_a_coqc_that_hangs_is_stopped(
    adversary: Run, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretended_coqc(tmp_path, monkeypatch, 'case "$5" in ThisFile.v) sleep 60 ;; esac')
    monkeypatch.setattr(generated, "SECONDS", 0.3)
    ran = adversary("check", trace, "--rocq", "--json")
    assert (ran.code, ran.json["checked"]) == (1, None)
    assert ran.json["reason"] == "coqc did not finish within 0.3 seconds"


def test_theorems_are_listed_without_rocq(adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_coqc(tmp_path, monkeypatch)
    listed = adversary("list", "theorems", "--json").json["theorems"]
    assert [theorem["name"] for theorem in listed] == list(theorems())
    for theorem in listed:
        assert list(theorem) == ["name", "file", "statement", "says", "assumptions", "idea"]
    shown = adversary("list", "theorems").out
    assert all(theorem["name"] in shown for theorem in listed)


CHECKED = {
    "play perceptron --against standard-basis --margin 1/4":  # numbers that Rocq shows in hexadecimal
        "Halfspaces 16 (1 # 16) 16 [Realizable; RunBound 16; UniversalBound 16]",
    "play halving --against littlestone --class intervals:5": "FiniteGame 16 5 3 [Realizable; RunBound 3; UniversalBound 3]",
    "dimension thresholds:3": "",
    "play perceptron --against hinge?mistakes=5&scale=1/2":
        "WithHinge 5 (5 # 2) (5 # 4) 5 [Realizable; RunBound 5; UniversalBound 5]",
    "play weighted-majority --class singletons:4 --lies 1": "LyingGame 1 4 4 3 [Realizable; RunBound 3; UniversalBound 3]",
    "play soa --class intervals:4 --against announced-order?order=2,4,1,3":
        "OrderedGame [1%N; 3%N; 0%N; 2%N] 11 4 4 [Realizable; RunBound 3; AnnouncedOrder 3]",
    "play perceptron --dimension 3 --margin 1/3":
        "HalfspacesWithTrees 3 (1 # 9) 4 [Realizable; RunBound 4; UniversalBound 4]",
}  # fmt: skip


@pytest.mark.rocq
@pytest.mark.parametrize(("command", "statement"), CHECKED.items())
def test_every_kind_of_file_is_checked(command: str, statement: str, adversary: Run) -> None:
    file = "f.json" if command.startswith("dimension") else "f.jsonl"
    assert adversary(*command.split(), "-o", file).code == 0
    ran = adversary("check", file, "--rocq", "--json")
    assert (ran.code, ran.json["checked"], ran.json["reason"], ran.json["assumptions"]) == (0, True, None, [])
    assert statement in ran.json["statement"]


PARTIAL = {
    "finite/valid/partial_game.jsonl":
        "PartialGame 5 3 2 [Realizable; RunBound 2; UniversalBound 2; UpperBound 2]",
    "finite/valid/partial_certificate.jsonl": "PartialDimension 5 3 [UniversalBound 2; UpperBound 2]",
    "finite/valid/partial_map.jsonl": "PartialDimension 6 2 [UniversalBound 1; UpperBound 1]",
    "values/valid/partial.json":
        "PartialValues 5 3 [BoundWith 0 (UniversalBound 1); BoundWith 0 (UpperBound 1); RandomizedValue 0 (3 # 4)]",
}  # fmt: skip


@pytest.mark.rocq
@pytest.mark.parametrize(("file", "statement"), PARTIAL.items())
def test_files_about_partial_classes_are_checked(file: str, statement: str, adversary: Run) -> None:
    ran = adversary("check", DATA / "certificates" / file, "--rocq", "--json")
    assert (ran.code, ran.json["reason"], ran.json["assumptions"]) == (0, None, [])
    assert ran.json["statement"] == f"proves file ({statement})"


@pytest.mark.rocq
@pytest.mark.parametrize("fault", ["target_undefined_at_a_point", "leaf_undefined_on_its_path", "rank_too_low"])
def test_faults_at_undefined_labels_are_refused(fault: str, adversary: Run) -> None:
    ran = adversary("check", DATA / "certificates/finite/invalid" / f"partial_{fault}.jsonl", "--rocq", "--json")
    assert (ran.code, ran.json["checked"]) == (1, False)


@pytest.mark.rocq
def test_values_are_checked_but_for_those_that_are_left_out(adversary: Run, tmp_path: Path) -> None:
    adversary("dimension", "intervals:4", "--only", "all", "-o", "values.json")
    ran = adversary("check", "values.json", "--rocq", "--json")
    assert (ran.code, ran.json["reason"], ran.json["assumptions"]) == (0, None, [])
    bounds = ("0 (UniversalBound 3)", "0 (UpperBound 3)", "1 (UniversalBound 5)", "1 (UpperBound 5)")
    coins = ("RandomizedValue 0 (27 # 16)", "RandomizedValue 1 (821 # 256)")
    shown = "; ".join([*(f"BoundWith {bound}" for bound in bounds), *coins, "WorstOrder 3", "BestOrder 2"])
    assert ran.json["statement"] == f"proves file (Values 11 4 [{shown}])"
    halving = [f"Halving with {ties} ties" for ties in ("negative", "positive", "adversarial", "optimal")]
    assert ran.json["left_out"] == [*halving, "self-directed", "apple tasting", "don't know"]
    assert "don't know: judged in Python alone" in " ".join(adversary("check", "values.json", "--rocq").out.split())
    wrong = (tmp_path / "values.json").read_text().replace('"best order", "mistakes": 2', '"best order", "mistakes": 1')
    (tmp_path / "values.json").write_text(wrong)
    assert adversary("check", "values.json", "--rocq", "--json").json["checked"] is False


@pytest.mark.rocq
def test_the_upper_bound_of_a_margin_game_is_left_out(adversary: Run, tmp_path: Path) -> None:
    assert adversary("value", "--dimension", "3", "--margin", "1/3", "-o", "c.json").code == 0
    ran = adversary("check", "c.json", "--rocq", "--json")
    assert (ran.code, ran.json["reason"], ran.json["left_out"]) == (0, None, ["upper bound"])
    assert ran.json["statement"] == "proves file (MarginBounds 3 (1 # 9) [UniversalBound 4])"
    record = json.loads((tmp_path / "c.json").read_bytes())
    record["lower"]["trees"][0]["targets"][0][0] *= -1
    (tmp_path / "c.json").write_text(json.dumps(record))
    assert adversary("check", "c.json", "--rocq", "--json").json["checked"] is False


REFUSALS = {
    "has no entry that a theorem is about: ",
    "claims no universal bound, and the judge in Rocq reads no upper bound of the margin game; ",
    "is about a learner that tosses coins in a game on vectors, and the judge in Rocq knows labels alone there; ",
    ", which means nothing to the checkers in Python; the judge in Rocq reads only keys that it knows",
}
VALID = sorted([*(DATA / "certificates").glob("valid/*"), *(DATA / "certificates").glob("*/valid/*")])


@pytest.mark.full
def test_of_every_kind_of_file_there_is_a_theorem_or_one_true_line(
    adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_coqc(tmp_path, monkeypatch)
    met, stated = set[str](), set[str]()
    for file in VALID:
        ran = adversary("check", file, "--rocq", "--json")
        assert ran.code in (1, 2), file
        if ran.code == 1:
            assert ran.json["reason"].startswith("coqc, the compiler of Rocq, is not installed"), file
            stated.add(ran.json["statement"].split()[2].strip("("))
        else:
            met |= {line for line in REFUSALS if line in ran.json["error"]} or {ran.json["error"]}
    assert met == REFUSALS
    kinds = {"Halfspaces", "FiniteGame", "Dimension", "LyingDimension", "Values", "MarginBounds"}
    assert kinds | {"PartialGame", "PartialDimension", "PartialValues"} <= stated


@pytest.mark.rocq
def test_what_is_wrong_only_in_what_the_theorem_leaves_out_is_told_apart(adversary: Run, tmp_path: Path) -> None:
    adversary("dimension", "intervals:3", "--only", "littlestone,self-directed", "-o", "v.json")
    text = (tmp_path / "v.json").read_text()
    (tmp_path / "v.json").write_text(text.replace('"self-directed", "mistakes": ', '"self-directed", "mistakes": 1'))
    ran = adversary("check", "v.json", "--rocq", "--json")
    assert (ran.code, ran.json["checked"], ran.json["assumptions"]) == (1, True, [])
    assert ran.json["reason"].startswith("what the theorem leaves out is not valid: self-directed: ")
    assert adversary("check", "v.json").code == 1
    adversary("value", "--dimension", "3", "--margin", "1/3", "-o", "m.json")
    record = json.loads((tmp_path / "m.json").read_bytes())
    for claim in record["claims"]:
        claim["mistakes"] -= claim["statement"] == "upper bound"
    (tmp_path / "m.json").write_text(json.dumps(record))
    ran = adversary("check", "m.json", "--rocq", "--json")
    assert (ran.code, ran.json["checked"], ran.json["left_out"]) == (1, True, ["upper bound"])
    assert ran.json["reason"].startswith("what the theorem leaves out is not valid: upper bound: ")


@pytest.mark.rocq
def test_an_upper_bound_by_branch_and_bound_is_left_out(adversary: Run) -> None:
    cover = DATA / "certificates" / "cover"
    ran = adversary("check", cover / "valid" / "both_bounds.json", "--rocq", "--json")
    assert (ran.code, ran.json["checked"], ran.json["left_out"]) == (0, True, ["upper bound"])
    assert "upper bound: not judged here" in adversary("check", cover / "valid" / "both_bounds.json", "--rocq").out
    ran = adversary("check", cover / "invalid" / "lower_bound_claims_more.json", "--rocq", "--json")
    assert (ran.code, ran.json["checked"]) == (1, False)
    assert "the checker in Python says: universal bound: " in ran.json["reason"]
    assert "claims no universal bound" in adversary("check", cover / "valid" / "no_region.json", "--rocq").refusal


def test_what_no_theorem_knows_yet_is_refused_in_one_line(adversary: Run, tmp_path: Path) -> None:
    valid = DATA / "certificates" / "values" / "valid"
    record = json.loads((valid / "thresholds.json").read_bytes())
    (tmp_path / "v.json").write_text(json.dumps(record | {"values": record["values"][3:4]}))
    assert "v.json has no entry that a theorem is about: " in adversary("check", "v.json", "--rocq").refusal
    tree = DATA / "certificates" / "margin" / "valid" / "tree.json"
    (tmp_path / "c.json").write_text(tree.read_text() + "\n")  # a blank line
    assert adversary("check", "c.json").code == 0
    assert (
        "c.json: the certificate is on more than one line; the judge" in adversary("check", "c.json", "--rocq").refusal
    )
    assert generated.not_formalized(b"[1]\n") is None
    assert generated.not_formalized(b"no JSON") is None


def test_an_unknown_key_of_a_tree_is_refused_in_one_line(adversary: Run, tmp_path: Path) -> None:
    text = (DATA / "certificates" / "valid" / "mistake_tree.jsonl").read_text()
    for place, line in (('"reflect"', 7), ('"axes"', 7), ('"lower"', 7)):
        (tmp_path / "t.jsonl").write_text(text.replace(place, f'"note": 1, {place}'))
        assert f'line {line} has the key "note"' in adversary("check", "t.jsonl", "--rocq").refusal
    (tmp_path / "t.jsonl").write_text(text[: text.index('"lower"')] + '"lower": null}\n')
    assert 'line 7 has the key "lower"' in adversary("check", "t.jsonl", "--rocq").refusal
