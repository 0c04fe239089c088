"""What every claim of the book has in common: its verdicts, its witnesses, its arguments, and that it is declared fast."""

import subprocess
import sys
from typing import Any

import pytest
import sympy as sp  # type: ignore[import-untyped]
from book import BOOK, reading, row

from adversary.claims.runner import SOURCES
from proofs.claims.claim import Candidate
from proofs.claims.perceptron_arguments import FIRST_OF_FOUR

VERDICTS = {
    "notes3-threshold": "PRP",
    "notes3-rescaling": "RPRPR",
    "notes3-unit-w": "RRP",
    "notes3-update": "RPR",
    "notes3-1.1": "PPRPRRRPP",
    "notes3-1.2": "PPRP",
    "notes3-1.3": "PPPRP",
    "notes3-tight": "RP",
    "notes3-1.4": "RRRPPRR",
    "notes3-1.4-count": "P",
    "notes3-1.4-norm": "RP",
    "notes3-dual": "PR",
    "notes3-dual-time": "R",
    "notes3-kernel": "RRPP",
    "notes3-3": "PRRRRP",
    "notes3-3-half": "PR",
    "notes3-3-hypothesis": "RP",
    "notes3-3-time": "N",
    "notes3-4.1": "PPRPR",
    "notes3-4.1-recurrence": "PRRP",
    "notes3-4.1-subtraction": "RPP",
    "notes3-4.1-harmonic": "PR",
    "notes3-4.1-factor": "PRRRRPRRP",
    "hsu-margin": "PR",
    "hsu-margin-scale": "P",
    "hsu-program": "RP",
    "hsu-1": "RPP",
    "hsu-1-below": "P",
    "hsu-1-above": "P",
    "hsu-endless": "RRP",
    "hsu-2": "P",
    "hsu-2-largest": "R",
    "hsu-2-unbounded": "P",
    "hsu-2-orders": "P",
    "hsu-3": "PRPRP",
    "hsu-3-step": "RP",
    "hsu-3-below": "P",
    "hsu-3-root": "P",
    "hsu-3-loosened": "P",
    "hsu-3-footnote": "PRP",
    "lecture13-loss": "RPP",
    "lecture13-erm": "RRP",
    "lecture13-decision": "RN",
    "lecture13-instance": "RPRP",
    "lecture13-hardness": "RNNPP",
    "lecture13-display": "RPPN",
    "lecture13-opt": "PRRP",
    "lecture13-separable": "P",
    "lecture13-margin": "PRP",
    "lecture13-lp": "NNNRP",
    "lecture13-rescale": "PRPP",
    "lecture13-gamma": "RP",
    "lecture13-loop": "RRPP",
    "lecture13-average": "RRPPP",
    "lecture13-update": "RRPPRPR",
    "lecture13-convergence": "PPRRP",
    "lecture13-proof": "RPP",
    "lecture13-exponential": "RRPRPPP",
    "uml-update": "RPP",
    "uml-mislabeled": "RRP",
    "uml-9.1": "RPPP",
    "uml-9.1-lengths": "RS",
    "uml-9.1-stop": "RP",
    "uml-realizable": "RP",
    "uml-erm": "RP",
    "uml-9.2": "RRP",
    "livni-8.1": "PPRSPPPPRPRRRPRPP",
    "livni-8.1-step": "PR",
    "livni-8.2": "NNNN",
    "livni-8.2-single": "P",
    "livni-8.2-class": "PRPP",
    "livni-8.3-network": "PPRR",
    "livni-8.3-deep": "PRPP",
    "livni-8.3": "N",
    "tight-perceptron": "P",
    "tight-soa": "S",
    "tight-halving-log": "R",
    "tight-halving-optimal": "RRRR",
    "tight-randomized-halving": "PR",
    "tight-randomized": "R",
}
"""One letter for each reading: proved, refuted, supported, or not decided and out of reach."""

LETTERS = {"P": "proved", "R": "refuted", "S": "supported", "N": "out of reach"}
PLACES = [(claim, number) for claim, letters in VERDICTS.items() for number in range(len(letters))]
ARGUED = [place for place in PLACES if reading(*place).argument is not None]

ONE = {"examples": [[["1"], 1]]}
ZERO = {"examples": [[["0"], 1]]}

WITNESSES: dict[tuple[str, int], Candidate] = {
    ("hsu-margin", 1): {"limit": "0", "gap": "1", "ratio": "1/2"},
    ("hsu-program", 0): {**ONE, "w_star": ["2"]},
    ("hsu-1", 0): {**ONE, "w_star": ["1"]},
    ("hsu-endless", 0): {"examples": []},
    ("hsu-endless", 1): {"limit": "0", "gap": "1", "ratio": "1/2"},
    ("hsu-2-largest", 0): {"limit": "1", "gap": "-1", "ratio": "1/2"},
    ("hsu-3", 1): ONE,
    ("hsu-3", 3): {"examples": [[["0"], 1], [["1"], 1]]},
    ("hsu-3-step", 0): {"examples": [[["1"], 1], [["1"], 1]], "w_star": ["1"]},
    ("hsu-3-footnote", 1): {"x": "-1", "b": "0", "c": "0"},
    ("uml-update", 0): {**ZERO, "w": ["0"]},
    ("uml-mislabeled", 0): {"product": "0", "label": 1},
    ("uml-mislabeled", 1): {"product": "0", "label": -1},
    ("uml-9.1", 0): ONE,
    ("uml-9.1-lengths", 0): {"examples": []},
    ("uml-9.1-stop", 0): ONE,
    ("uml-realizable", 0): {**ZERO, "w": ["0"]},
    ("uml-erm", 0): ZERO,
    ("uml-9.2", 0): ONE,
    ("uml-9.2", 1): ONE,
}
"""The smallest ones, of the two books whose witnesses are so small that they can be written here."""


def test_every_reading_has_a_verdict() -> None:
    assert {claim.id: len(claim.readings) for claim in BOOK.values()} == {key: len(v) for key, v in VERDICTS.items()}
    refuted = {place for place in PLACES if VERDICTS[place[0]][place[1]] == "R"}
    assert WITNESSES.keys() == {place for place in refuted if place[0].startswith(("hsu", "uml"))}


@pytest.mark.parametrize(("claim", "number"), PLACES)
def test_the_verdict(claim: str, number: int) -> None:
    found, what = row(claim, number), reading(claim, number)
    assert found.verdict == LETTERS[VERDICTS[claim][number]], found.evidence
    assert " in the time given" not in found.evidence
    refuted = found.verdict == "refuted"
    assert refuted == bool(what.instead) == (found.witness is not None), "what is false has a better statement"
    if found.witness is not None:
        assert found.evidence.endswith(f"it should read: {what.instead}")
        assert what.violated is not None
        assert what.violated(found.witness)
        assert found.witness == WITNESSES.get((claim, number), found.witness)


@pytest.mark.parametrize(("claim", "number"), ARGUED)
def test_every_step_of_an_argument_holds_and_can_be_shown_with_numbers(claim: str, number: int) -> None:
    what = reading(claim, number)
    assert what.argument is not None
    steps = what.argument()
    assert steps
    assert len({step.says for step in steps}) == len(steps)
    for step in steps:
        assert step.holds, step.says
        assert all(step.texts(what.instance or {}))
        if what.instance is FIRST_OF_FOUR:
            difference = step.left - step.right
            assert sp.simplify(difference.subs(values_of(difference))) == 0, step.says
            assert all(sp.sympify(fact).subs(values_of(fact)) >= 0 for fact in step.facts), step.says


def values_of(fact: Any) -> dict[Any, Any]:
    return {symbol: FIRST_OF_FOUR[symbol.name] for symbol in sp.sympify(fact).free_symbols}


@pytest.mark.parametrize("source", SOURCES)
def test_to_know_the_claims_nothing_slow_is_imported(source: str) -> None:
    code = f"import sys, proofs.claims.{source}; assert not {{'sympy', 'scipy'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
