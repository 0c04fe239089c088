"""Hints for a student whose learner fails: each is true of what was seen, and none decides a verdict."""

import re
from collections.abc import Iterator

from adversary.grading.result import Grade
from adversary.search.counterexample import Counterexample, Played
from adversary.search.determinism import DETERMINISTIC, HASH_SEED, SHARES
from learners.checks.properties import OPTIONAL_PROPERTIES
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, product, vector
from proofs.settings.texts import short_number

NEARLY_A_TIE = 1e-6
"""Of |⟨w, x⟩|: with less, a learner on floats may round it to either side."""

_RETURNED = re.compile(r"illegal label: predict returned (.+) of type (\S+);")
_ADVICE = {
    "NoneType": "on some way through predict no return is reached, and Python returns None",
    "bool": "a comparison gives True or False: return 1 if it is true, else -1",
    "bool_": "a comparison of numpy's gives True or False: return 1 if it is true, else -1",
    "int": "labels are not 0 and 1 here: return -1 in place of 0",
    "str": "return the number, not its text",
    "ndarray": "predict is shown one point and returns one label, not an array",
}
_TIE = "0.0 is not a label; if it comes from numpy's sign, decide the tie yourself: return 1 if w @ x > 0 else -1"
_FLOAT = (
    "a float is not a label: return int(…) of it; if it comes from numpy's sign, "
    "decide the tie yourself, where it is 0.0"
)
_VALUE = "return 1 or -1 by the sign of this number, not the number itself"


_DETERMINISM_HINTS = {
    DETERMINISTIC: "Fresh learners answer the same rounds differently. Look for chance, the clock or an address in "
    "memory. Decide ties by a fixed rule, or give each learner a generator of its own with a fixed seed.",
    HASH_SEED: "The hash of a text, and the order of a set of texts, depend on PYTHONHASHSEED. Sort what you take from "
    "a set, and decide nothing by hash().",
    SHARES: "Something outlives a learner, such as a list in the class, a global variable or a default argument. Make "
    "it in the constructor, with self.",
}


def hints(grade: Grade) -> list[str]:
    """Return sentences for a student whose learner failed; there may be none."""
    found = grade.counterexample
    told = found.fault if found and found.fault else grade.summary
    if grade.verdict != "failed":
        return []
    return [
        *_on_labels(told),
        *_on_files(grade, told),
        *(_on_votes(found, grade.kind) if found else ()),
        *(_on_textbook(found) if found and grade.kind == "perceptron" else ()),
        *_on_properties(grade),
        *[hint for check in grade.checks if check.status == "failed" and (hint := _DETERMINISM_HINTS.get(check.name))],
    ]


def _on_labels(told: str) -> Iterator[str]:
    """Say what to do where what was returned is not a label."""
    if found := _RETURNED.search(told):
        value, kind = found.groups()
        advice = _ADVICE.get(kind, "")
        if "float" in kind:
            number = value.rpartition("(")[2].rstrip(")")  # np.float64(0.0), as numpy shows it
            advice = _TIE if number in ("0.0", "-0.0") else _FLOAT if number in ("1.0", "-1.0") else _VALUE
        if kind == "int" and value != "0":
            advice = "the only labels are 1 and -1"
        if advice:
            yield f"{advice[0].upper()}{advice[1:]}. A label is +1 or -1."


def _on_files(grade: Grade, told: str) -> Iterator[str]:
    """Say that files are not to be written where it failed since it tried to."""
    refused = "PermissionError" in told or "Read-only file system" in told
    if refused and any("tried to write to a file" in check.found for check in grade.checks):
        yield "A submission may not write files: leave out what opens one to write."


def _on_properties(grade: Grade) -> Iterator[str]:
    """Say which optional properties it lacks, where a required check failed."""
    lacking = {check.name for check in grade.checks if not check.required and check.status == "failed"}
    for known in OPTIONAL_PROPERTIES:
        if known.name in lacking:
            yield known.hint


def _on_votes(found: Counterexample, kind: str) -> Iterator[str]:
    """Say how the concepts that are left vote where it goes against their majority, or in its last mistake."""
    votes = _votes(found)
    rounds = list(enumerate(found.rounds)) if votes else []
    wrong = [number for number, entry in rounds if entry.wrong and entry.predicted is not None]
    against = [n for n in wrong if (votes[n][0] - votes[n][1]) * (found.rounds[n].predicted or 0) < 0]
    if kind == "halving" and against:
        number, begins = against[0], "It first goes against the majority, and is wrong,"
    elif wrong:
        number, begins = wrong[-1], "Its last mistake is"
    else:
        return
    plus, minus = votes[number]
    said, lies = found.rounds[number].predicted, found.setting.lies
    but = f" but at most {lies}" if lies else ""
    agree, plus_say, minus_say = ("agrees" if plus + minus == 1 else "agree", *map(_say, (plus, minus)))
    yield (
        f"{begins} in round {number + 1}: of the {counted(plus + minus, 'concept')} that {agree} with all labels "
        f"before it{but}, {plus_say} +1 and {minus_say} -1; it says {said:+d}."
    )


def _say(count: int) -> str:
    return f"{count:,} {'says' if count == 1 else 'say'}"


def _votes(found: Counterexample) -> list[tuple[int, int]]:
    """Return, round by round, how many of the concepts that are left before it say +1 in it, and how many -1."""
    setting, votes = found.setting, []
    told = [0] * (setting.class_bound(lambda table, _: table.size) or 0)  # labels that each concept disagrees with
    for entry in found.rounds if told else ():
        left = [concept for concept, lies in enumerate(told) if lies <= setting.lies]
        minus = sum(setting.is_lie(concept, entry.x, 1) for concept in left)
        votes.append((len(left) - minus, minus))
        told = [lies + setting.is_lie(concept, entry.x, entry.label) for concept, lies in enumerate(told)]
    return votes


def _on_textbook(found: Counterexample) -> Iterator[str]:
    """Say where it first says something else than the Perceptron of the notes, whichever way that breaks ties."""
    if found.why != "mistakes" or found.before or found.lifted or found.setting.vectors is not None:
        return
    one, other = (_first_difference(found.rounds, ties_count=ties_count) for ties_count in (False, True))
    if one is None or other is None:
        return  # it is one of them as far as this game shows
    number, weights, value = one if one[0] >= other[0] else other
    says, said = (1 if value > 0 else -1), found.rounds[number].predicted
    w = found.setting.point_text(vector(weights)) if any(weights.values()) else "0"
    yield (
        f"The textbook's Perceptron, taught the same labels, has w = {w} in round {number + 1}, where "
        f"⟨w, x⟩ = {short_number(value)}, and says {says:+d}; this one says {said:+d}."
    )


def _first_difference(rounds: tuple[Played, ...], *, ties_count: bool) -> tuple[int, Weights, Rational] | None:
    """Return the round in which a Perceptron first says something else, its w there and ⟨w, x⟩; ``None``: in no round.

    At a tie it says what was said; it learns from mistakes, and, if ``ties_count``, from every tie.
    """
    weights: Weights = {}
    for number, entry in enumerate(rounds):
        assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
        value = product(weights, entry.x)
        tie = -NEARLY_A_TIE < value < NEARLY_A_TIE
        if not tie and bool(value > 0) != (entry.predicted == 1):
            return number, weights, value
        if entry.wrong or (tie and ties_count):
            add(weights, entry.x, entry.label)
    return None
