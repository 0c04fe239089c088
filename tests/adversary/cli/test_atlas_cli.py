"""``adversary atlas``: what it prints and writes, how it goes on, and what it refuses."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import Ran

from adversary.survey import ClassAnswer, certify
from adversary.tasks.task import NOT_CHECKED

Run = Callable[..., Ran]


def test_the_smallest_classes_are_shown_with_checked_certificates(adversary: Run, tmp_path: Path) -> None:
    ran = adversary(
        "atlas", "--points", 4, "--where", "L - announced >= 1", "-o", "out", "--limit", "classes=2", "--json"
    )
    assert (ran.code, ran.err) == (0, "")
    found = ran.json
    assert (found["matches"], found["classes"]) == (10, 401)
    first = found["smallest"][0]
    assert " ".join(first["concepts"]) == "0000 0001 0011 0100 0110 0111 1000 1001"
    assert first["values"] == {"L": 3, "announced": 2}
    assert first["certified"] == ["L", "announced"]
    assert len((tmp_path / "out" / "classes.csv").read_text().splitlines()) == 11
    for one in found["smallest"]:
        checked = adversary("check", one["certificate"], "--json").json
        assert checked["valid"]
        assert {"statement": "worst order", "mistakes": 2} in checked["statements"]
        assert {"statement": "universal bound", "mistakes": 3} in checked["statements"]


def test_a_relation_is_refuted_by_a_class_that_the_checker_judges(adversary: Run) -> None:
    ran = adversary("attack", "--relation", "halving_adversarial <= L", "--points", 4, "-o", "c.json")
    assert (ran.code, ran.err) == (1, "")
    assert "REFUTED by a class of 8 concepts on 4 points: halving_adversarial = 3, L = 2 " in " ".join(ran.out.split())
    assert adversary("check", "c.json", "--json").json["valid"]
    ran = adversary("attack", "--relation", "L <= 2*RL", "--points", 3)
    shown = "verdict not refuted: it holds for the 28 classes on at most 3 points that were examined relation L <= 2*RL"
    assert (ran.code, " ".join(ran.out.split())) == (0, shown)


def test_where_a_relation_is_not_defined_it_does_not_hold(adversary: Run) -> None:
    ran = adversary("attack", "--relation", "L/VC <= 1", "--points", 2, "--json")
    assert (ran.code, ran.json["classes"], ran.json["undefined"]) == (0, 5, 2)
    refusal = adversary("attack", "--relation", "L/0 <= 1", "--points", 2).refusal
    assert refusal == "adversary: L/0 <= 1 is not defined on any of the 7 classes on at most 2 points\n"


@pytest.mark.full
def test_a_large_table_is_compressed(adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("atlas", "--points", 3, "--only", "L,RL", "-o", "out", "--json")
    plain, packed = tmp_path / "out" / "classes.csv", tmp_path / "out" / "classes.csv.gz"
    assert adversary(*asked).json["files"] == ["out/classes.csv"]
    text, found = plain.read_bytes(), []
    assert text.startswith(b"class,L,RL,concepts\natlas-3-01,0,0,000\natlas-3-03,1,1/2,000 001\n")
    monkeypatch.setattr("adversary.survey.MAX_PLAIN", 20)  # of 21
    for _ in range(2):
        (tmp_path / "out" / "store.jsonl").unlink()  # of stored values the table says that they are not checked
        assert adversary(*asked).json["files"] == ["out/classes.csv.gz"]
        assert not plain.exists()
        found.append(packed.read_bytes())
    assert gzip.decompress(found[0]) == text
    assert found[0] == found[1]
    assert len(found[0]) < len(text) / 2
    monkeypatch.undo()
    (tmp_path / "out" / "store.jsonl").unlink()
    adversary(*asked)
    assert (plain.read_bytes(), packed.exists()) == (text, False)


def test_what_matches_is_what_the_answer_has(adversary: Run) -> None:
    found = adversary("atlas", "--points", 4, "--where", "VC <= 1", "--largest", "L - RL", "--json").json
    assert (found["matches"], found["attained"], found["compared"], found["holding"]) == (4, 4, 21, 21)
    found = adversary("atlas", "--points", 4, "--where", "VC <= 1", "--json").json
    assert (found["matches"], found["attained"], found["compared"], found["holding"]) == (21, None, 21, 21)


@pytest.mark.parametrize("where", ["adversary.survey.certify", "adversary.survey.write_classes"])
def test_ctrl_c_says_where_it_goes_on_also_after_all_is_computed(
    adversary: Run, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    ran = adversary("atlas", "--points", 2, "--where", "L > 0", "-o", "out", "--jobs", 1)
    assert ran.code == 130
    kept = "adversary: finished results are kept in out/store.jsonl; the same command continues from there\n"
    assert ran.err == f"{kept}adversary: interrupted; no output is half-written\n"


def test_a_class_that_the_checker_refuses_costs_its_own_certificate_only(
    adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(number: int, points: int, values: dict[str, Any], folder: Path) -> ClassAnswer:
        return certify(number, points, values | ({"L": 3} if number == 0b111 else {}), folder)

    monkeypatch.setattr("adversary.survey.certify", wrong)
    asked = ("atlas", "--points", 2, "--where", "L > 0", "-o", "out", "--jobs", 1)
    ran = adversary(*asked, "--json")
    assert ran.code == 1
    (failure,) = ran.json["failures"]
    assert failure.startswith("atlas-2-7: the solvers find another value of L")
    assert [(one["class"], one["certified"]) for one in ran.json["smallest"]] == [
        ("atlas-2-3", ["L"]),
        ("atlas-2-6", ["L"]),
        ("atlas-2-7", []),
        ("atlas-2-f", ["L"]),
    ]
    assert sorted(path.name for path in (tmp_path / "out" / "certificates").iterdir()) == [
        "atlas-2-3.json",
        "atlas-2-6.json",
        "atlas-2-f.json",
    ]
    text = adversary(*asked).out
    assert re.search(f"failed +{re.escape(failure[:50])}", text)
    assert "of each of these" not in text


SHARD = ["atlas", "--points", "3", "--largest", "halving_optimal - L", "-o", "out"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda v: v["values"].update(L="00"), "L has 1 values for 21 classes"),
        (lambda v: v["values"].update(L="zz" * 21), "non-hexadecimal number found"),
        (lambda v: v["values"].update(L=7), "TypeError"),
        (lambda v: v["values"].pop("L"), "KeyError('L')"),
        (lambda v: v.update(classes="00" * 4), "these are other classes than those of its shard"),
        (lambda v: v.clear(), "KeyError('classes')"),
    ],
)
def test_an_edited_store_is_refused_in_one_line(
    adversary: Run, tmp_path: Path, change: Callable[[Any], object], why: str
) -> None:
    adversary(*SHARD)
    assert stores.edit(tmp_path / "out" / "store.jsonl", change) == 1
    ran = adversary(*SHARD)
    assert ran.refusal.startswith("adversary: out/store.jsonl, line 2, has been changed: ")
    assert why in ran.err


def test_stored_values_are_said_everywhere_not_to_be_checked(adversary: Run, tmp_path: Path) -> None:
    first = adversary(*SHARD)
    table = (tmp_path / "out" / "classes.csv").read_text()
    assert NOT_CHECKED not in first.out + table
    stored = adversary(*SHARD)
    assert f"{NOT_CHECKED}  the values of 21 of 21 classes" in stored.out
    head, *rows = (tmp_path / "out" / "classes.csv").read_text().splitlines()
    assert head.endswith(f',"{NOT_CHECKED}"')
    assert all(row.endswith(",yes") for row in rows)
    assert adversary(*SHARD, "--json").json["stored_not_checked"] == 21
