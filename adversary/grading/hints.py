"""What helps a student whose learner fails, and decides no verdict: hints, optional properties, lines of the file."""

import re
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from adversary.grading.advice import advice
from adversary.grading.result import Finding, Grade
from adversary.grading.weights import sure_sign, textbooks
from adversary.search.counterexample import Counterexample, Played, Weighed
from adversary.search.determinism import DETERMINISTIC, HASH_SEED, SHARES
from adversary.search.grader import Grader, Replays
from adversary.search.record import Record
from learners.checks.properties import OPTIONAL_PROPERTIES, OptionalProperty
from learners.loading.code_file import NOTEBOOK, CodeCell, code_cells
from learners.protocol import Fault
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import Rational, short_number
from proofs.exact.vectors import Vector

MAX_GAMES = 24
"""Games in which optional properties are looked for."""

AROUND = 3
"""Lines that are shown before the one where a submission failed, and as many after it."""

MAX_FILE = 1 << 20
"""Bytes of a file that is looked into."""

_RETURNED = re.compile(r"illegal label: predict returned (.+) of type (\S+);")
_ADVICE = {
    "NoneType": "on some way through predict no return is reached, and Python returns None",
    "bool": "a comparison gives True or False: return 1 if it is true, else -1",
    "bool_": "a comparison of numpy's gives True or False: return 1 if it is true, else -1",
    "int": "0 is not a label. It may be numpy's sign of w @ x = 0, a tie: then decide the tie yourself, as in "
    "return 1 if w @ x > 0 else -1. If 0 stands for -1, return -1",
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
    """Return sentences for a student whose learner did not pass; there may be none."""
    found = grade.counterexample
    told = found.fault if found and found.fault else grade.summary
    if grade.verdict != "failed":
        return [] if grade.verdict == "passed" else [*advice(grade, told)]
    return [
        *_on_likenesses(grade),
        *advice(grade, told),
        *_on_labels(told),
        *_on_files(grade, told),
        *(_on_votes(found, grade.kind) if found else ()),
        *(_on_textbook(found) if found and grade.kind == "perceptron" else ()),
        *(() if grade.likenesses else _on_properties(grade)),  # the name of the bug says more
    ]


def _on_likenesses(grade: Grade) -> Iterator[str]:
    """Name the known bugs that give all answers, and say where to look."""
    ordered = sorted(grade.likenesses, key=lambda one: -one.rounds)
    for number, found in enumerate(ordered):
        but = " that no tie or rounding decides," if found.ties else ""
        yield (
            f"No round tells it apart from {found.name}. {found.advice}"
            if number
            else f"In all {counted(found.rounds, 'round')}{but} your learner answers like {found.name}. "
            f"In {found.unlike:,} of them the textbook's learner says something else. {found.advice}"
        )


def _on_labels(told: str) -> Iterator[str]:
    """Say what to do where what was returned is not a label."""
    if found := _RETURNED.search(told):
        value, kind = found.groups()
        advice = _ADVICE.get(kind, "")
        number = value.rpartition("(")[2].rstrip(")")  # np.float64(0.0), as numpy shows it
        if "float" in kind:
            advice = _TIE if number in ("0.0", "-0.0") else _FLOAT if number in ("1.0", "-1.0") else _VALUE
        if "int" in kind:
            advice = _ADVICE["int"] if number == "0" else "the only labels are 1 and -1"
        if advice:
            yield f"{advice[0].upper()}{advice[1:]}. A label is +1 or -1."


def _on_files(grade: Grade, told: str) -> Iterator[str]:
    """Say that files are not to be written where it failed since it tried to."""
    refused = "PermissionError" in told or "Read-only file system" in told
    if refused and any("tried to write to a file" in check.found for check in grade.checks):
        yield "A submission may not write files: leave out what opens one to write."


def _on_properties(grade: Grade) -> Iterator[str]:
    """Say where to look if it lacks optional properties, is not deterministic or shares state."""
    failed = {check.name for check in grade.checks if check.status == "failed"}
    for name, hint in [*[(known.name, known.hint) for known in OPTIONAL_PROPERTIES], *_DETERMINISM_HINTS.items()]:
        if name in failed:
            yield hint


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
        plus, minus = (sum(not setting.is_lie(concept, entry.x, y) for concept in left) for y in (1, -1))
        votes.append((plus, minus))
        told = [lies + setting.is_lie(concept, entry.x, entry.label) for concept, lies in enumerate(told)]
    return votes


def _on_textbook(found: Counterexample) -> Iterator[str]:
    """Say where it first says something else than the Perceptron of the notes, whichever way that breaks ties."""
    if found.why != "mistakes" or found.before or found.lifted or found.setting.vectors is not None:
        return
    # The textbook's w of the report treats ties in one of the two ways.
    ways = [found.weights.textbook] if found.weights else textbooks(found.rounds)
    against = [[(n, way[n]) for n, entry in enumerate(found.rounds) if _against(entry, way[n])][:1] for way in ways]
    if [] in against:
        return  # it is one of them as far as this game shows
    number, w = max([first for [first] in against], key=itemgetter(0))
    entry = found.rounds[number]
    value = _product(entry, w)
    yield (
        f"The textbook's Perceptron, taught the same labels, has w = {found.setting.point_text(w)} in round "
        f"{number + 1}, where ⟨w, x⟩ = {short_number(value)}, and says {'+1' if value > 0 else '-1'}; this one says "
        f"{entry.predicted:+d}.{_on_predict(found.weights, entry, number) if found.weights else ''}"
    )


def _product(entry: Played, w: Vector) -> Rational:
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return w.dot(entry.x)


def _against(entry: Played, w: Vector) -> bool:
    """Tell whether an answer is not the sign of ⟨w, x⟩, where that is no tie."""
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return sure_sign(w, entry.x) not in (0, entry.predicted)


def _on_predict(weights: Weighed, entry: Played, number: int) -> str:
    """Say that the learner does not answer by its own w in a round, from 0, if it does not; or ""."""
    if not _against(entry, weights.own[number]):
        return ""
    if weights.differs is None or weights.differs > number:
        rate = "the same" if weights.rate == 1 else f"{short_number(weights.rate)} times that"
        return f" Its own w is {rate} there: look at predict, which does not answer by the sign of ⟨w, x⟩."
    value = short_number(_product(entry, weights.readable[number]))
    return f" With its own w, ⟨w, x⟩ = {value} there: look at predict, which does not answer by the sign of that."


def optional_checks(grader: Grader, fatal: Record | None = None) -> tuple[Finding, ...]:
    """Ask for them in some of the games that were played: short ones, with the most rounds without a mistake.

    Where there is no such game, nothing is said of them. ``fatal`` is the game in which it failed, if it has: the first
    to be looked at.
    """
    records = [
        record
        for record in grader.records
        if not record.fault and not record.peeks and 2 <= len(record.played) <= 60  # noqa: PLR2004 - short games
    ]
    records.sort(key=lambda record: len(record.played) - record.mistakes, reverse=True)
    records = [*([fatal] if fatal else []), *records]
    found = []
    for known in OPTIONAL_PROPERTIES if records else ():
        where = next((where for record in records[:MAX_GAMES] if (where := _where(grader, record, known))), "")
        tried = where or f"no counterexample in {counted(len(records[:MAX_GAMES]), 'game')}"
        found.append(Finding(known.name, "failed" if where else "passed", known.expected, tried, required=False))
    return tuple(found)


def _where(grader: Grader, record: Record, known: OptionalProperty) -> str:
    """Return where a learner does not have a property in a game, or how it fails there, or ""."""
    try:
        found = known.find(Replays(grader, record), record.rounds, record.answers)
    except Fault as fault:
        return str(fault)
    return known.complaint.format(how=found.how, number=found.number) if found else ""


def failing_lines(path: Path, told: str) -> tuple[str, ...]:
    """Return the lines around the one that a fault or a problem names, numbered; ">" marks that one.

    What names it comes from the submission's process, and may be any line of its file; if there is none, nothing is
    returned.
    """
    # "… (student.py, line 3)" at the end, or "student.py, line 3: …"; a notebook has a cell, too
    place = re.compile(rf"{re.escape(path.name)}, (?:cell ([0-9]{{1,6}}), )?line ([0-9]{{1,6}})(?:\)$|: )")
    if not (found := list(place.finditer(told))):
        return ()
    cell, line = found[-1].groups()
    number = int(line)
    lines = next((one.text.splitlines() for one in _cells(path) if one.number == int(cell or 0)), [])
    if not 1 <= number <= len(lines):
        return ()
    first, last = max(number - AROUND, 1), min(number + AROUND, len(lines))
    width = len(str(last))
    return tuple(
        f"{'>' if shown == number else ' '} {shown:>{width}} | {lines[shown - 1]}" for shown in range(first, last + 1)
    )


def imports_random(path: Path) -> bool:
    """Tell whether a file, or a cell of a notebook, has a line that imports the module ``random``."""
    pattern = re.compile(
        r"^ *(?:import\b(?: *[\w.]+(?: as \w+)? *,)* *random\b(?!\.)|from +random +import\b)", re.MULTILINE
    )
    return any(pattern.search(cell.code) for cell in _cells(path))


def _cells(path: Path) -> list[CodeCell]:
    """Return the cells of a notebook, or any other file as one with the number 0; none if it cannot be read."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return []
        if path.suffix == NOTEBOOK:
            return code_cells(path)
        text = path.read_text("utf-8", "replace")
        return [CodeCell(0, text, text)]
    except (OSError, InputError):
        return []
