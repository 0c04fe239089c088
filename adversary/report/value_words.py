"""What an entry of a certificate of values states, in words."""

from typing import Any

from proofs.exact.errors import counted

_HALVING = "the most mistakes of Halving, at a tie "

WORDS = {
    "Halving with negative ties": f"{_HALVING}-1, are",
    "Halving with positive ties": f"{_HALVING}+1, are",
    "Halving with adversarial ties": f"{_HALVING}what leads to more mistakes, are",
    "Halving with optimal ties": f"{_HALVING}what leads to fewer mistakes, are",
    "self-directed": "the mistakes of the best deterministic learner that picks the points itself are",
    "worst order": "the mistakes of the best deterministic learner that is told the worst order are",
    "best order": "the mistakes of the best deterministic learner that is told the best order are",
    "apple tasting": "the mistakes of the best deterministic learner that sees labels only after predicting +1 are",
}


def mistakes_claimed(number: int | str) -> str:
    """Return a number of mistakes as people write it; an expected one is a rational in a string."""
    whole = isinstance(number, int) or number.isdecimal()
    return counted(int(number), "mistake") if whole else f"{number} mistakes"


def value_text(statement: dict[str, Any], with_lies: str) -> str | None:
    """Say in words what a value is, exactly; nothing about the statements of other files."""
    name = statement["statement"]
    if name == "randomized dimension":
        mistakes = mistakes_claimed(statement["mistakes"])
        return f"{name}: the best randomized learner is expected to make {mistakes}{with_lies}"
    if name == "don't know":
        fewest = ", ".join(map(str, statement["fewest"]))
        return f"{name}: fewest times that a learner says so which may make 0, 1, … mistakes: {fewest}"
    return f"{name}: {WORDS[name]} {statement['mistakes']}" if name in WORDS else None
