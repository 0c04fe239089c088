"""Help for a student whose learner failed: hints, optional properties, lines of the file. No verdict depends on it."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

from adversary.grading.result import Finding, Grade
from adversary.grading.weights import sure_sign, textbooks
from adversary.search.counterexample import Counterexample, Weighed, readable
from adversary.search.determinism import DETERMINISTIC, HASH_SEED, SHARES
from adversary.search.grader import Grader, Replays
from adversary.search.record import Record
from learners.algorithms.halving import VersionSpace
from learners.checks.properties import OPTIONAL_PROPERTIES, OptionalProperty, is_conservative
from learners.loading.code_file import NOTEBOOK, CodeCell, code_cells
from learners.loading.scripts import AFTER_AN_ERROR
from learners.protocol import Fault
from learners.runner.worker import CONSTRUCTOR, TRAINING
from learners.shapes.recipe import Recipe
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import Rational, short_number
from proofs.exact.vectors import Vector
from proofs.formats.trace import Round

MAX_GAMES, MAX_TELLING = 24, 2
"""Games in which optional properties are looked for, and of those that tell variants apart."""

AROUND = 3
"""Lines that are shown before the one where a submission failed, and as many after it."""

MAX_METHOD = 16
"""Lines of a method that are shown, after its first."""

MAX_FILE = 1 << 20
"""Bytes of a file that is looked into."""

MUCH = 2_000
"""Characters of output from which on a slow learner is told that printing takes time."""

PROBABLY = "Probable bug: "
"""How the name of a known bug begins that explains all answers."""

_NO_LABEL = {
    "NoneType": "Python returned None, because predict ended without a return: return 1 or -1 in every case",
    "bool": "a comparison gives True or False: return 1 if it is true, else -1",
    "bool_": "a comparison of numpy's gives True or False: return 1 if it is true, else -1",
    "str": "return the number, not its text",
    "tuple": "return the label alone, not a tuple",
    "ndarray": "predict is shown one point and returns one label, not an array",
}
"""Advice by the type of what was returned."""

_ZERO = (
    "0 is not a label. If it comes from numpy's sign of a tie, w @ x = 0, decide ties yourself: "
    "return 1 if w @ x > 0 else -1. If 0 stands for -1, return -1"
)
_TIE = "0.0 is not a label. If it comes from numpy's sign, decide ties yourself: return 1 if w @ x > 0 else -1"
_VALUE = "return 1 or -1 by the sign of this number, not the number itself"

_SIGNATURES = {"predict": "predict(self, x)", "update": "update(self, x, y)"}
_ARGUMENTS = re.compile(
    r"\b(predict|update)\(\) (?:takes \d+ positional argument|missing \d+ required positional argument)"
)
_UNKNOWN_NAME = re.compile(r"name '(\w+)' is not defined")
_WITHOUT_SELF = re.compile(r"\| +def (__init__|predict|update)\((?! *self\b)")
_LENGTH = re.compile(r"core dimension|not aligned|could not be broadcast|index out of range|is out of bounds")
_MEMORY = re.compile(r".* of memory")

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
    if grade.verdict == "passed":
        return []
    fault = grade.fault or Fault("raised")
    advice = [*_on_self(grade, fault), *_on_exceptions(fault), *_on_limits(grade, fault)]
    if grade.verdict != "failed":
        return advice
    game = grade.counterexample
    return [
        *_on_likenesses(grade),
        *advice,
        *_on_labels(fault),
        *(_on_votes(game, grade.kind) if game else ()),
        *(_on_textbook(game) if game and grade.kind == "perceptron" else ()),
        *(() if grade.likenesses else _on_properties(grade)),  # the name of the bug says more
    ]


def _on_likenesses(grade: Grade) -> Iterator[str]:
    """Yield the known bugs that give all answers, with advice."""
    ordered = sorted(grade.likenesses, key=lambda likeness: -likeness.rounds)
    for number, likeness in enumerate(ordered):
        if number:
            yield f"Or: {likeness.told}. {likeness.advice} No round tells the two bugs apart."
            continue
        sure = " Rounds that a tie or rounding decides are not counted." if likeness.ties else ""
        yield (
            f"{PROBABLY}{likeness.told}. {likeness.advice} Your learner answered all "
            f"{counted(likeness.rounds, 'round')} of its test games as a learner with this bug would.{sure}"
        )


def _on_self(grade: Grade, fault: Fault) -> Iterator[str]:
    if signature := _ARGUMENTS.search(fault.text):
        yield f"Python passes the learner itself as the first argument: write def {_SIGNATURES[signature[1]]}."
    elif method := next(filter(None, map(_WITHOUT_SELF.search, grade.excerpt)), None):
        yield f"{method[1]} has no self: write self as the first parameter of each method."
    elif fault.error == "NameError" and (unknown := _UNKNOWN_NAME.search(fault.text)):
        name = unknown[1]
        own = "Write self as the first parameter of each method." if name == "self" else ""
        _, ends_early, error = grade.reads.partition(f"{AFTER_AN_ERROR}: ")
        early = f" Or {name} is missing because the file ends early, with {error}" if ends_early and not own else ""
        own = own or f"If {name} belongs to the learner, write self.{name}, also where it gets its first value."
        yield own + early


def _on_exceptions(fault: Fault) -> Iterator[str]:
    """Yield advice on what Python, numpy and the sandbox raise."""
    if fault.error == "PermissionError" or "Read-only file system" in fault.text:
        yield "The sandbox refuses that: a submission may not write files, open sockets or start processes. Remove it."
    if fault.error == "EOFError":
        yield "Remove input(): no one can type an answer. predict is given the point; update is given it and its label."
    if "array is read-only" in fault.text or "destination is read-only" in fault.text:
        yield "The point x cannot be changed: make a new array, as in x = y * x."
    if "Cannot cast ufunc" in fault.text:
        floats = "begin with floats, as np.zeros and np.ones make them without dtype=int."
        yield f"Weights of whole numbers cannot take a fraction: {floats}"

    if fault.error in ("ValueError", "IndexError") and _LENGTH.search(fault.text):
        yield (
            "Lengths differ: w needs as many numbers as x, len(x), which a constructor is told if it names dimension, "
            "as in def __init__(self, dimension)."
        )


def _on_limits(grade: Grade, fault: Fault) -> Iterator[str]:
    """Yield advice if memory ran out, or may have made a call slow, or if printing may have."""
    memory = next((layer for layer in grade.isolation if _MEMORY.fullmatch(layer)), "")
    why = {
        "error": f"A submission may use {memory}: keep fewer or smaller objects.",
        "memory": f"A submission may use {memory}, and this machine may have had less to give.",
        "call": f"A call that does not end may be a loop without an end, or one that fills the {memory}.",
    }
    if memory and (reached := "error" if fault.error == "MemoryError" else fault.limit) in why:
        yield why[reached]
    if fault.limit in ("call", "game", "output") and len(grade.output) >= MUCH:
        yield "It prints much, and printing takes time: remove the print, above all from loops."


def _on_labels(fault: Fault) -> Iterator[str]:
    """Yield advice on an answer that is not a label."""
    if not fault.type:
        return
    advice = _NO_LABEL.get(fault.type, "")
    number = fault.answer.rpartition("(")[2].rstrip(")")  # np.float64(0.0), as numpy shows it
    if "float" in fault.type:
        advice = _TIE if number in ("0.0", "-0.0") else _VALUE
    if "int" in fault.type:
        advice = _ZERO if number == "0" else "the only labels are 1 and -1"
    if advice:
        yield f"{advice[0].upper()}{advice[1:]}. A label is +1 or -1."


def _on_properties(grade: Grade) -> Iterator[str]:
    """Yield advice if the learner lacks optional properties, is not deterministic or shares state."""
    failed = {check.name for check in grade.checks if check.status == "failed"}
    for name, hint in ({optional.name: optional.hint for optional in OPTIONAL_PROPERTIES} | _DETERMINISM_HINTS).items():
        if name in failed:
            yield hint


def _on_votes(game: Counterexample, kind: str) -> Iterator[str]:
    """Yield how the remaining concepts vote in the round where the learner goes wrong, as the reference defines it.

    To learners of kinds whose textbook's learner does not vote, votes say something only if all of them are the same.
    """
    if kind == "winnow":  # it need not agree with labels before
        return
    votes, votes_count = _votes(game), kind not in ("optimal", "consistent")
    rounds = list(enumerate(game.rounds)) if votes else []
    wrong = [
        n for n, entry in rounds if entry.predicted is not None and entry.mistake and (votes_count or 0 in votes[n])
    ]
    against = [n for n in wrong if (votes[n][0] - votes[n][1]) * (game.rounds[n].predicted or 0) < 0]
    if against and (kind == "halving" or not votes_count):
        whom = "the majority" if votes_count else "all remaining concepts"
        number, begins = against[0], f"Your learner first contradicts {whom}, and is wrong,"
    elif wrong and votes_count:
        number, begins = wrong[-1], "The last mistake of your learner is"
    else:
        return
    plus, minus = votes[number]
    but = f" but at most {game.setting.lies}" if game.setting.lies else ""
    agree, plus_say, minus_say = ("agrees" if plus + minus == 1 else "agree", *map(_say, (plus, minus)))
    yield (
        f"{begins} in round {number + 1}: of the {counted(plus + minus, 'concept')} that {agree} with all labels "
        f"before it{but}, {plus_say} +1 and {minus_say} -1. Your learner says {game.rounds[number].predicted:+d}."
    )


def _say(count: int) -> str:
    return f"{count:,} {'says' if count == 1 else 'say'}"


def _votes(game: Counterexample) -> list[tuple[int, int]]:
    """Return, for each round, how many of the concepts that Halving keeps say +1, and how many say -1."""
    votes, table = list[tuple[int, int]](), getattr(game.setting, "concept_class", None)
    learner = VersionSpace(table.table(), game.setting.lies) if table else None
    for entry in game.rounds if learner else ():
        assert learner is not None and isinstance(entry.x, int)  # noqa: S101, PT018 - it is a game on a class
        columns = learner.universe.columns[entry.x], learner.universe.minus_columns[entry.x]
        plus, minus = ((learner.space & column).bit_count() for column in columns)
        votes.append((plus, minus))
        learner.update(entry.x, entry.label)
    return votes


def _on_textbook(game: Counterexample) -> Iterator[str]:
    """Yield the first round where the learner differs from the textbook's Perceptron under every rule for ties."""
    if game.why != "mistakes" or game.before or game.lifted or game.setting.vectors is not None:
        return
    # The textbook's w of the report treats ties in one of the two ways.
    ways = [game.weights.textbook] if game.weights else textbooks(game.rounds)
    against = [[(n, way[n]) for n, entry in enumerate(game.rounds) if _against(entry, way[n])][:1] for way in ways]
    if [] in against:
        return  # it is one of them as far as this game shows
    number, w = max([first for [first] in against], key=itemgetter(0))
    entry = game.rounds[number]
    value = _product(entry, w)
    yield (
        f"The textbook's Perceptron, taught the same labels, has w = {game.setting.point_text(w)} in round "
        f"{number + 1}. There ⟨w, x⟩ = {short_number(value)}, so it says {'+1' if value > 0 else '-1'}. "
        f"Your learner says {entry.predicted:+d}.{_on_predict(game.weights, entry, number) if game.weights else ''}"
    )


def _product(entry: Round, w: Vector) -> Rational:
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return w.dot(entry.x)


def _against(entry: Round, w: Vector) -> bool:
    """Tell whether an answer differs from the sign of ⟨w, x⟩, and ⟨w, x⟩ is no tie."""
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return sure_sign(w, entry.x) not in (0, entry.predicted)


def _on_predict(weights: Weighed, entry: Round, number: int) -> str:
    """Return a sentence if the learner's answer in a round (from 0) is not the sign of its own ⟨w, x⟩, else ""."""
    if not _against(entry, weights.own[number]):
        return ""
    if weights.differs is None or weights.differs > number:
        rate = "the same" if weights.rate == 1 else f"{short_number(weights.rate)} times that"
        return f" Its own w is {rate} there: look at predict, which does not return the sign of ⟨w, x⟩."
    value = short_number(_product(entry, readable(weights.own[number])))
    return f" With its own w, ⟨w, x⟩ = {value} there: look at predict, which does not return the sign of ⟨w, x⟩."


def optional_checks(grader: Grader, fatal: Record | None = None, telling: Iterable[Record] = ()) -> tuple[Finding, ...]:
    """Test the optional properties in some short games that have many rounds without a mistake.

    Where there is no such game, nothing is said of them. ``fatal`` is the game in which it failed, if it has: the first
    to be looked at. Of the ``telling`` games, those with the most mistakes show whether it is conservative: only their
    mistakes are played again.
    """
    records, more = ([record for record in games if _is_short(record)] for games in (grader.records, telling))
    records.sort(key=lambda record: len(record.played) - record.mistakes, reverse=True)
    records = [*([fatal] if fatal else []), *records][:MAX_GAMES]
    more.sort(key=lambda record: record.mistakes, reverse=True)
    findings = []
    for optional in OPTIONAL_PROPERTIES if records else ():
        games = [*records, *more[:MAX_TELLING]] if optional.find is is_conservative else records
        where = next((where for record in games if (where := _where(Replays(grader, record), optional))), "")
        tried = where or f"no counterexample in {counted(len(games), 'game')}"
        findings.append(
            Finding(optional.name, "failed" if where else "passed", optional.expected, tried, required=False)
        )
    return tuple(findings)


def _is_short(record: Record) -> bool:
    return not record.fault and not record.peeks and 2 <= len(record.played) <= 60  # noqa: PLR2004 - short games


def _where(replays: Replays, optional: OptionalProperty) -> str:
    """Return where a learner lacks a property in a game, or how it fails there, or ""."""
    record = replays.record
    try:
        difference = optional.find(replays, record.rounds, record.answers)
    except Fault as fault:
        return str(fault)
    return optional.complaint.format(how=difference.how, number=difference.number) if difference else ""


def failing_lines(path: Path, place: str) -> tuple[str, ...]:
    """Return the lines around the place of a fault, numbered; ">" marks that one.

    A place comes from the submission's process, and may be any line of its file; if there is none, nothing is returned.
    """
    named = re.fullmatch(rf"{re.escape(path.name)}, (?:cell ([0-9]{{1,6}}), )?line ([0-9]{{1,6}})", place)
    if named is None:
        return ()
    cell, line = named.groups()
    number = int(line)
    lines = next((part.text.splitlines() for part in _cells(path) if part.number == int(cell or 0)), [])
    if not 1 <= number <= len(lines):
        return ()
    return _numbered(lines, max(number - AROUND, 1), min(number + AROUND, len(lines)), number)


def method_lines(path: Path, recipe: Recipe, call: str) -> tuple[str, ...]:
    """Return the lines of the method that ``predict`` or ``update`` stands for, or of one by name, numbered."""
    learns = recipe.update or recipe.train.split("\n")[-1]
    codes = {"predict": recipe.predict.lstrip("["), "update": learns, TRAINING: learns, CONSTRUCTOR: "__init__"}
    code = codes.get(call, call)
    name = code.partition("(")[0].rpartition(".")[2].rpartition(" ")[2]
    for cell in _cells(path):
        with suppress(SyntaxError, ValueError):
            tree = ast.parse(cell.code)
            own = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == recipe.name]
            walked = [node for place in (*own, tree) for node in ast.walk(place)]  # first in its class
            functions = [node for node in walked if isinstance(node, ast.FunctionDef)]
            if found := next((node for node in functions if node.name == name), None):
                last = min(found.end_lineno or found.lineno, found.lineno + MAX_METHOD)
                return _numbered(cell.text.splitlines(), found.lineno, last, marked=0)
    return ()


def _numbered(lines: Sequence[str], first: int, last: int, marked: int) -> tuple[str, ...]:
    width = len(str(last))
    return tuple(f"{'>' if n == marked else ' '} {n:>{width}} | {lines[n - 1]}" for n in range(first, last + 1))


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
