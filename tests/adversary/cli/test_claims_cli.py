"""The book of claims on the command line."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT, Ran
from made import expand

from adversary import book as runner
from adversary.book import chosen, judge_claims
from adversary.views.terminal.claims_table import PRINTED
from proofs.claims.model import Row, over_rationals
from proofs.exact.errors import InputError

Run = Callable[..., Ran]
ERRATA = DATA / "errata.md"


def test_to_interrupt_the_loading_of_a_file_is_no_fault_of_the_file(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("raise KeyboardInterrupt")
    ran = adversary("claims", "slow.py")
    assert (ran.code, ran.out, ran.err) == (130, "", "adversary: interrupted; no output is half-written\n")


def test_a_contradiction_ends_the_run(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicts(*_: Any, **__: Any) -> Row:
        raise InputError("claim_1_4 states it, and [1] violates it")

    monkeypatch.setattr(runner, "judge", contradicts)
    ran = adversary("claims", "notes3-tight", "--json")
    assert ran.code == 2
    assert ran.json == {"error": "claim_1_4 states it, and [1] violates it", "exit_code": 2, "json_version": 2}


@pytest.mark.full
def test_the_book_fits_on_two_screens(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ran = adversary("claims")
    assert ran.code == 0  # though some of it is false
    lines = ran.out.splitlines()
    assert len(lines) <= 124
    assert max(map(len, lines)) <= 120
    assert re.fullmatch(r"\d+ printed statements: .*", lines[0])
    rows = adversary("claims", "--json").json
    printed = {row["id"]: "holds" if row["kind"] == "beyond the notes" else row["printed"] for row in rows}
    order = {name: place for place, name in enumerate(line.partition(" ")[0] for line in lines) if name in printed}
    assert order.keys() == printed.keys()
    wrong = [printed[name] for name in order if printed[name] in ("false", "misprint", "vacuous")]
    assert [printed[name] for name in order][: len(wrong)] == sorted(wrong, key=list(PRINTED).index)


@pytest.mark.full
def test_the_errata_are_the_ones_that_are_documented(adversary: Run, request: pytest.FixtureRequest) -> None:
    """Written anew by --write-golden."""
    shown = adversary("claims", "--verbose").out
    written = expand("```{claims}\nerrata\n```\n")
    if request.config.getoption("--write-golden"):
        ERRATA.write_text(written, encoding="utf-8")
    documented = ERRATA.read_text(encoding="utf-8")
    assert documented == written
    assert "```{claims}\nerrata\n" in (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    entries = re.findall(r"^#### (\S+):", documented, re.MULTILINE)
    assert sorted(entries) == sorted(re.findall(r"^(\S+): ", shown, re.MULTILINE))
    _, *sections = re.split(r"^#### ", documented, flags=re.MULTILINE)
    for section in sections:  # each has what the first paragraph promises
        assert re.search(r"^- \*\*(false|misprint|vacuous)\*\*: ", section, re.MULTILINE), section
        for promised in ("witness", "true", "proved"):
            assert f"\n- **{promised}**: " in section, section


def test_the_page_shows_every_statement_and_counts_them() -> None:
    judged = judge_claims(chosen([]), 1)
    page = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    made = expand("```{claims}\nstatements\n```\n")
    assert re.findall(r"^\| `(\S+)` \|", made, re.MULTILINE) == [claim.id for claim, _ in judged]
    counts = r"^(\d+) printed statements: (\d+) are false, (\d+) are misprints, 1 is vacuous, (.*), (\d+) hold\."
    found = re.search(counts, made)
    assert found is not None
    words = {"3": "Three are false", "7": "seven are slips of the pen"}
    assert f"print {found[1]} statements" in page
    assert f"{words[found[2]]}, {words[found[3]]}, and one says nothing" in page
    unsaid, undecided = re.fullmatch(r"(\d+) need something unsaid, (\d+) are undecided", found[4]).groups()  # type: ignore[union-attr]
    assert f"{found[5]} hold, {unsaid} need something unsaid, and {undecided} cannot be decided here" in page
    holding = [row for _, rows in judged if rows[0].printed == "holds" for row in rows]
    assert all(row.theorem for row in holding)  # as the page says
    own = [row for row in holding if row.kind in ("as printed", "beyond the notes")]
    assert not any(over_rationals(row.field) for row in own)
    beyond = [rows[0].printed for claim, rows in judged if claim.id.startswith("tight-")]
    assert (len(beyond), beyond.count("false")) == (8, 6)
    assert "eight statements of this kind, which no source prints, and six of the eight are false" in page


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("notes3-1.4", 1),  # false
        ("livni-8.1-display", 1),  # a misprint
        ("lecture13-display", 1),  # vacuous
        ("hsu-3-footnote", 0),  # holds
        ("hsu-1", 0),  # needs something unsaid
        ("lecture13-lp", 0),  # undecided
        ("uml-mislabeled-sign", 0),  # a slip of our copy alone
    ],
)
def test_the_exit_code_is_that_of_the_claims_that_are_named(names: str, code: int, adversary: Run) -> None:
    assert adversary("claims", names, "--json").code == code


def test_the_table_and_what_explains_it(adversary: Run) -> None:
    table = adversary("claims", "tight-halving-log")
    assert table.code == 1  # it is false
    assert table.out.startswith("tight-halving-log  false → ")
    assert [len(re.findall(rf" {verdict} ", table.out)) for verdict in ("proved", "refuted")] == [2, 1]
    explained = adversary("claims", "tight-halving-log", "--verbose").out
    assert explained.count("  witness") == 1
    assert explained.count("  in Rocq") == 3


def test_a_refutation_over_fewer_numbers_than_the_source_has_says_so(adversary: Run) -> None:
    shown = " ".join(adversary("claims", "notes3-1.4", "--verbose").out.split())
    assert "(theorem real_printed_1_4_is_false)" in shown
    assert "(theorem nothing_can_be_shown)" in shown
    assert "(theorem no_target_for_all_labels, over the rational numbers)" in " ".join(
        adversary("claims", "notes3-1.4-order").out.split()
    )


def test_claims_are_found_by_id_end_and_start(adversary: Run) -> None:
    assert [row["id"] for row in adversary("claims", "soa", "--json").json] == ["tight-soa"]
    every = {row["id"] for row in adversary("claims", "tight", "--json").json}
    assert {"tight-perceptron", "tight-soa"} < every
    listed = adversary("list", "claims", "--json").json["claims"]
    assert every <= {card["name"] for card in listed}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("a = Claim('mine-1', 's', 'w', 'x', ())", "the claim 'mine-1' has no readings, or no id"),
        (
            "a = Claim('tight-soa', 's', 'w', 'x', (Reading('r'),))",
            "the id 'tight-soa' appears twice, here or in the book",
        ),
        ("CLAIMS = [Claim('m-1', 's', 'w', str(n), (Reading('r'),)) for n in (1, 2)]", "the id 'm-1' appears twice"),
        (
            "a = Claim('m-1', 's', 'w', 'x', (Reading('r', theorem='claim_1_4'),))",
            "adversary: c.py: the claim 'm-1' names a theorem; only readings of the book may\n",
        ),
        (
            "from proofs.steps import Step",
            "c.py cannot be imported: ModuleNotFoundError: No module named 'proofs.steps'",
        ),
        ("a = Claim('m-1', 's', 3, 'x', (Reading('r'),))", "the claim 'm-1' has the where 3, which is not a str"),
        ("a = Claim('m-1', 's', 'w', 'x', (Reading('r', exhaustive=1),))", "has the exhaustive 1, which is not a bool"),
        (
            "a = Claim('m-1', 's', 'w', 'x', (Reading('r', violated=lambda c: 1 / 0, candidates=lambda: [{}]),))",
            "m-1, 'r': its check raised ZeroDivisionError: division by zero",
        ),
    ],
)
def test_a_broken_claim_gets_one_line(body: str, message: str, adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text(f"from proofs.claims.model import Claim, Reading\n{body}\n")
    assert message in adversary("claims", "c.py").refusal


def test_two_files_do_not_share_an_id(adversary: Run, tmp_path: Path) -> None:
    text = "from proofs.claims.model import Claim, Reading\na = Claim('m-1', 's', 'w', 'x', (Reading('r'),))\n"
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(text)
    ran = adversary("claims", "a.py", "b.py")
    assert ran.refusal == "adversary: b.py: the id 'm-1' appears twice, here or in a file before\n"


def test_what_a_file_prints_or_changes_reaches_no_result(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text(
        "from proofs.claims.model import Claim, Reading\nprint('noise')\n"
        "def violated(c):\n    print('noise')\n    object.__setattr__(R, 'theorem', 'claim_1_4')\n"
        "R = Reading('1 = 2', violated=violated, candidates=lambda: [{}])\na = Claim('m-1', 's', 'w', 'x', (R,))\n"
    )
    ran = adversary("claims", "c.py", "--json")
    assert [row["verdict"] for row in ran.json] == ["supported"]


def test_candidates_without_end_are_cut_off_and_said_to_be(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text(
        "from itertools import count\nfrom proofs.claims.model import Claim, Reading\n"
        "a = Claim('m-1', 's', 'w', 'x', (Reading('r', violated=lambda c: None, candidates=lambda: ({'n': n} for n in count())),))\n"
    )
    ran = adversary("claims", "c.py", "--seconds", "0.2", "--json")
    assert ran.code == 0
    assert ran.json[0]["verdict"] == "supported"
    assert ran.json[0]["evidence"].endswith("cases tried in the time given, no violation")
