"""What every claim of the book has in common: verdicts, witnesses, theorems, and that it is declared fast."""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from book import BOOK, PLACES, digest_of, reading, row, rows, witness
from witness_reader import read

from proofs.claims.candidates import plain
from proofs.claims.model import (
    Claim,
    Kind,
    Reading,
    Row,
    Verdict,
    deciding,
    judge,
    with_printed,
)
from proofs.exact.errors import InputError
from proofs.formal.definitions import field_of
from proofs.formal.theorems import theorems

HERE = Path(__file__).parent
VERDICTS = HERE / "verdicts.txt"
GOLDEN = VERDICTS.read_text(encoding="utf-8").splitlines()
"""A line a reading: claim, printed verdict, number, kind, verdict, theorem, and a digest of all words about it."""

REFUTED = [
    place
    for place in PLACES
    if "| refuted"
    in "".join(line for line in GOLDEN if line.startswith(f"{place[0]} | ") and f" | {place[1]} | " in line)
]
RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {}
for _file in sorted(HERE.glob("rechecks_*.py")):
    RECHECKS |= importlib.import_module(_file.stem).RECHECKS


def line(number: int, one: Row) -> str:
    digest = words(BOOK[one.id], reading(one.id, number))
    return " | ".join([one.id, one.printed, str(number), one.kind, one.verdict, one.theorem or "-", digest])


def words(claim: Claim, what: Reading) -> str:
    """Return the digest of what people read of a reading: a change of any word is a line in the difference."""
    theorem = theorems().get(what.theorem or what.negation)
    told = (theorem.statement, theorem.says, theorem.idea) if theorem else ()
    printed = claim.source, claim.where, claim.statement, claim.hypotheses, claim.title
    return digest_of(*printed, what.statement, what.correction, what.conditional, *told)


# ------------------------------------------------------------------------------------------------------------- the book


def test_the_verdicts_and_the_words(request: pytest.FixtureRequest) -> None:
    """Written anew by --write-golden: read each line that changes, and the words behind it."""
    lines = [line(number, row(claim, number)) for claim, number in PLACES]
    if request.config.getoption("--write-golden"):
        VERDICTS.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
        return
    assert lines == GOLDEN
    assert [place for place in PLACES if "in the time given" in row(*place).evidence] == []


def test_a_witness_is_judged_again_from_its_numbers() -> None:
    for place in REFUTED:
        what, found = reading(*place), json.loads(json.dumps(witness(*place)))
        assert what.correction, f"{place}: what is false has a correction"
        assert what.violated is not None, place
        assert what.violated(read(found)) == row(*place).evidence, place
        assert plain(read(found)) == found, place
        assert RECHECKS[place](found), f"{place}: a few lines that share nothing with the book"


def test_there_are_no_other_rechecks() -> None:
    assert set(RECHECKS) == set(REFUTED)


def test_what_names_a_theorem_names_one_that_rocq_has_checked() -> None:
    for place in PLACES:
        what = reading(*place)
        assert {what.theorem, what.negation} - {""} <= theorems().keys(), place
        assert not (what.theorem and what.negation), place
        if row(*place).verdict == "proved":
            assert what.theorem or what.exhaustive, place
        assert not (what.theorem and what.violated), f"{place}: what a theorem states needs no candidates"


def test_what_holds_as_printed_is_proved_over_the_numbers_of_the_source() -> None:
    for place in PLACES:
        what, found = reading(*place), row(*place)
        source = what.field or BOOK[place[0]].field
        theorem = field_of(named) if (named := what.theorem or what.negation) else ""
        assert found.field == {"source": source, "theorem": theorem}, place
        less = bool(what.theorem) and (source, theorem) == ("real", "rational")
        assert ("over the rational numbers" in found.evidence) == less, place
        if what.kind == "as printed" and what.theorem:
            order = ("finite", "rational", "real")
            assert order.index(theorem) >= order.index(source), place


def test_a_false_sentence_has_no_reading_in_which_it_is_true() -> None:
    """What is ambiguous is read in the author's favor; and what rests on a conjecture is not refuted."""
    printed = [claim for claim in BOOK if not claim.startswith("tight-")]
    false = [claim for claim in printed if rows(claim)[0].printed == "false"]
    assert false
    for claim in false:
        own = [(one.verdict, one.conditional) for one in rows(claim) if one.kind == "as printed"]
        assert {*own} == {("refuted", "")}, claim


def test_the_same_words_get_the_same_verdict() -> None:
    kinds: dict[str, set[str]] = {}
    for place in PLACES:
        what, found = reading(*place), row(*place)
        if found.verdict == "refuted" and what.kind not in ("as printed", "beyond the notes"):
            for word in {what.negation, what.correction, what.statement} - {""}:
                kinds.setdefault(word, set()).add(what.kind)
    assert {word: several for word, several in kinds.items() if len(several) > 1} == {}


def test_a_remark_decides_nothing() -> None:
    for claim in BOOK:
        others = [one for one in rows(claim) if one.kind != "remark"]
        assert deciding(others)[0] == rows(claim)[0].printed, claim


DIVIDED = re.compile(r"/(?:\(8)?[γδ]²")
POSITIVE = re.compile(r"[γδ][^,;]* > 0|0 < [γδ]")


def test_a_bound_divided_by_a_margin_says_that_the_margin_is_positive() -> None:
    divided = [one for one in PLACES if DIVIDED.search(reading(*one).statement)]
    assert len(divided) > 15
    for claim, number in divided:
        if reading(claim, number).kind not in ("missing hypothesis", "remark"):
            assert POSITIVE.search(f"{reading(claim, number).statement}; {BOOK[claim].hypotheses}"), claim


def test_a_claim_is_short_to_read() -> None:
    for claim, one in BOOK.items():
        assert one.title, claim
        assert len(one.title) <= 48, claim
        assert all(len(one.correction) <= 64 for one in deciding(rows(claim))[1]), claim


@pytest.mark.full
def test_to_know_the_claims_nothing_slow_is_imported() -> None:
    code = "import sys, proofs.claims.sources as s; assert s.book() and not {'sympy', 'scipy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


# -------------------------------------------------------------------------------------------------------------- judging


def judged(what: Reading, seconds: float = 60) -> Row:
    return judge(Claim("mine-1", "a source", "a place", "a statement", (what,)), what, seconds=seconds)


def too_large(candidate: dict[str, int]) -> str | None:
    return f"{candidate['n']} > 3" if candidate["n"] > 3 else None


def numbers(*values: int) -> Callable[[], list[dict[str, int]]]:
    return lambda: [{"n": value} for value in values]


def test_the_first_violation_is_shown() -> None:
    found = judged(Reading("r", violated=too_large, candidates=numbers(1, 5, 4)))
    assert (found.verdict, found.evidence, found.witness) == ("refuted", "5 > 3", {"n": 5})


def test_what_was_only_tried_is_supported() -> None:
    found = judged(Reading("r", violated=too_large, candidates=numbers(1, 2, 3)))
    assert (found.verdict, found.evidence) == ("supported", "3 cases tried, no violation")


def test_all_cases_of_a_finite_statement_prove_it() -> None:
    whole = Reading("r", violated=too_large, candidates=numbers(1, 2), exhaustive=True)
    assert (judged(whole).verdict, judged(whole).evidence) == ("proved", "computed: all 2 cases, no violation")
    late = judged(whole, seconds=0)
    assert late.verdict == "out of reach", "unknown, for nothing was tried"
    assert judged(Reading("r", violated=too_large, candidates=numbers(), exhaustive=True)).verdict == "out of reach"


def test_a_theorem_proves_what_it_states_and_refutes_only_what_has_a_witness() -> None:
    found = judged(Reading("r", theorem="half_steps_exceed"))
    assert (found.verdict, found.evidence) == ("proved", "theorem half_steps_exceed, over the rational numbers")
    assert judged(Reading("r", violated=too_large, candidates=numbers(4), negation="claim_1_4")).verdict == "refuted"
    for what in (
        Reading("r", violated=too_large, candidates=numbers(3), negation="claim_1_4"),
        Reading("r", theorem="no_such_theorem"),
    ):
        with pytest.raises(InputError):
            judged(what)


def test_a_check_that_says_nothing_is_an_error() -> None:
    for answer in ("", True, 0):
        with pytest.raises(TypeError, match="a line or None"):
            judged(Reading("r", violated=lambda _, answer=answer: answer, candidates=numbers(1)))  # type: ignore[misc]


def verdicts(*pairs: tuple[Kind, Verdict], conditional: str = "") -> str:
    made = [
        Row("i", "s", "w", "s", "r", verdict, "e", None, kind=kind, correction="c", conditional=conditional)
        for kind, verdict in pairs
    ]
    (printed,) = {one.printed for one in with_printed(made)}
    return printed


def test_the_verdict_on_the_printed_sentence() -> None:
    assert verdicts(("as printed", "proved"), ("stronger", "refuted")) == "holds"
    assert verdicts(("as printed", "proved"), ("as printed", "refuted"), ("convention", "refuted")) == "false"
    assert verdicts(("as printed", "proved"), ("convention", "refuted")) == "needs"
    assert verdicts(("missing hypothesis", "refuted"), ("as printed", "proved")) == "needs"
    assert verdicts(("missing hypothesis", "out of reach"), conditional="P ≠ NP") == "needs"
    assert verdicts(("vacuous", "refuted"), ("as printed", "proved")) == "vacuous"
    assert verdicts(("vacuous", "proved"), ("as printed", "proved")) == "holds"
    assert verdicts(("misprint", "refuted"), ("as printed", "proved"), ("convention", "refuted")) == "misprint"
    assert verdicts(("misprint", "refuted"), ("as printed", "refuted")) == "false", "what is meant is false as well"
    assert verdicts(("misprint", "supported"), ("as printed", "proved")) == "holds"
    assert verdicts(("misprint", "proved")) == "undecided", "a misprint that is true is none"
    assert verdicts(("as printed", "supported"), ("stronger", "proved")) == "undecided"
    assert verdicts(("as printed", "out of reach")) == "undecided"
    assert verdicts(("as printed", "proved"), ("remark", "refuted")) == "holds"
    assert verdicts(("copy", "refuted")) == "copy"
    assert verdicts(("beyond the notes", "refuted")) == "false"
    assert verdicts(("stronger", "proved")) == "undecided", "nothing is said of the sentence itself"
