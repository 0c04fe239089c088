"""The book of claims on the command line."""

import re
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from adversary import book as runner
from adversary.book import chosen, judge_claims
from adversary.views.cells import MAX_CELL
from adversary.views.markup import inline, paragraphs
from adversary.views.terminal.claims_table import PRINTED, _counts, errata
from proofs.claims.model import Judged, Row
from proofs.exact.errors import InputError

Run = Callable[..., Ran]


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
    assert ran.json == {"error": "claim_1_4 states it, and [1] violates it", "exit_code": 2, "json_version": 1}


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


PREFACE = """\
`adversary claims --verbose` begins with the printed statements that are false, are misprints, or say nothing. Each entry
restates the sentence in our words and gives its place in the source. It has a witness that you can check by hand, what
is true instead, and the theorem of [proofs/formal](../proofs/formal) that proves it. All numbers are exact: δ² = 2/3 is
a fraction. A statement that needs an unstated hypothesis is not an erratum; `adversary claims` lists those."""


def errata_markdown(judged: Judged) -> str:
    """Return the section of docs/claims.md on the errata."""
    blocks = ["## Errata", PREFACE, f"{_counts(judged)[0]}."]
    for source, group in groupby(errata(judged), itemgetter(0)):
        blocks.append(f"### {inline(source)}")
        for _, place, details in group:
            blocks.append(f"#### {inline(place)}")
            blocks.append("\n".join(item(*detail) for detail in details))
    return paragraphs(*blocks) + "\n"


def item(title: str, text: str) -> str:
    if title == "proved":
        named, colon, says = text.partition(": ")
        name, comma, over = named.partition(", ")
        return f"- **proved**: `{name}`{comma}{over}{colon}{inline(says, MAX_CELL)}"
    return f"- **{title}**: {inline(text, MAX_CELL)}"


@pytest.mark.full
def test_the_errata_are_the_ones_that_are_documented(adversary: Run, request: pytest.FixtureRequest) -> None:
    """Written anew by --write-golden."""
    shown = adversary("claims", "--verbose").out
    page = ROOT / "docs" / "claims.md"
    written = errata_markdown(judge_claims(chosen([]), 1))
    before, heading, after = page.read_text(encoding="utf-8").partition("## Errata\n")
    if request.config.getoption("--write-golden"):
        page.write_text(before + written, encoding="utf-8")
        after = written.removeprefix(heading)
    documented = heading + after
    assert documented == written
    entries = re.findall(r"^#### (\S+):", documented, re.MULTILINE)
    assert sorted(entries) == sorted(re.findall(r"^(\S+): ", shown, re.MULTILINE))
    _, *sections = re.split(r"^#### ", documented, flags=re.MULTILINE)
    for section in sections:  # each has what the first paragraph promises
        assert re.search(r"^- \*\*(false|misprint|vacuous)\*\*: ", section, re.MULTILINE), section
        for promised in ("witness", "true", "proved"):
            assert f"\n- **{promised}**: " in section, section


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
