"""What a page has of a file, which is judged first, whatever it is: its verdict stands at the top of the page."""

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from adversary.files import new_file
from adversary.game.judge import (
    OTHER_TABLE,
    MalformedError,
    UndecidedError,
    Verdict,
    catalog_says,
    judge_file,
)
from adversary.search.counterexample import Counterexample, paragraph
from adversary.search.traces import answered, write_trace
from adversary.views.cells import MAX_CELL
from adversary.views.game.finite_rounds import MAX_NAME, FiniteRound, as_said, concept_text, finite_rounds
from adversary.views.game.halfspace_rounds import halfspace_rounds
from adversary.views.game.hinge_rounds import hinge_rounds, hinge_setting
from adversary.views.game.recording import Recording, read_recording
from adversary.views.stored_counterexample import Finder, command_line, stored_counterexample
from adversary.views.words import statement_text
from proofs.classes.concepts import Tree
from proofs.exact.errors import InputError, counted, lies_suffix, one_line
from proofs.exact.rationals import exact_text, read_rational
from proofs.formats.trace import TraceWriter
from proofs.settings import Finite
from proofs.solvers.budget import Budget
from proofs.solvers.spaces import whole_class
from proofs.values_checker import VALUES

MAX_ROUNDS = 50_000
"""Of a game that a page shows; a browser opens no more of them at once."""

MAX_TREE_NODES = 255
"""Of a mistake tree that a page draws whole."""

MAX_SENTENCE = 500
"""Characters of somebody's sentence."""


_KINDS: dict[str, Literal["certificate", "counterexample"]] = {"certificate": "certificate", "story": "counterexample"}

_BROKEN: dict[Finder, str] = {
    "grader": "its specification",
    "search": "the bound",
    "rounding": "the bound by rounding only",
}
"""What a learner breaks in a counterexample, by who has found it."""


@dataclass(frozen=True, slots=True)
class PageData:
    """A page's data, plain JSON values with texts that are one printable line each, and what it is about."""

    title: str
    data: dict[str, Any]
    findings: Verdict
    setting: tuple[object, ...]
    """What two games of one setting have in common, whatever it is called: exact numbers, or the class's table."""

    @property
    def kind(self) -> Literal["game", "certificate", "counterexample"]:
        """Return what it is about, in a word."""
        return next((kind for key, kind in _KINDS.items() if key in self.data), "game")


def page_data(
    path: str | Path, seconds: float | None, called: str | None = None, states: int | None = None
) -> PageData:
    """Judge a file, and return what a page shows of it; some numbers are left out if they take too long.

    What was never a file of the user's is ``called`` something else in messages. Where ``states`` are limited, and no
    seconds, the same file has the same page on every machine.

    Raises:
        InputError: it is not a trace, a certificate, or a grade or an attack with a counterexample, or it is too much.

    """
    called = called or str(path)
    name, budget = Path(called).name, Budget(states=states, seconds=seconds)
    if (stored := stored_counterexample(path)) is not None:
        return counterexample_page(stored.found, name, stored.command, budget, stored.by)
    try:
        findings = judge_file(path)
    except UndecidedError as error:
        raise InputError(f"{called}: {error}") from None
    except MalformedError as error:
        raise InputError(f"{called} is not a trace, a certificate or a grade (or an attack): {error}") from None
    if findings.about:
        findings.about["catalog"] = catalog_says(findings.setting.concept_class)
    if findings.rounds is None:
        return _certificate_page(path, name, findings, budget)
    if findings.rounds > MAX_ROUNDS:
        raise InputError(f"a page shows at most {MAX_ROUNDS:,} rounds; {called} has {findings.rounds:,}")
    return _game_page(read_recording(path), name, findings, budget)


# ------------------------------------------------------------------------------------------------ games


def _game_page(recording: Recording, name: str, findings: Verdict, budget: Budget) -> PageData:
    learner, adversary = (_player(recording.header[who]) for who in ("learner", "adversary"))
    data = {
        "learner": learner,
        "adversary": adversary,
        "fault": _sentence(recording.footer.get("fault")),
        "verdict": _verdict(findings, _checking(name)),
    }
    if findings.about:
        data |= {"kind": "finite", **_finite_game(recording, findings, budget)}
        setting = _setting(findings)
    elif recording.header["setting"] == "hinge":
        budgeted = hinge_setting(recording.header)
        setting = "hinge", budgeted.hinge, budgeted.norm_squared
        data |= {"kind": "hinge", **hinge_rounds(recording, budget)}
    else:
        setting = read_rational(recording.header["margin_squared"]), recording.header.get("unit_norm", True)
        growing = any(found["statement"] == "universal bound" for found in findings.statements)
        data |= {"kind": "halfspaces", **halfspace_rounds(recording, budget, growing=growing)}
    return PageData(f"{learner} against {adversary}", data, findings, setting)


def _finite_game(recording: Recording, findings: Verdict, budget: Budget) -> dict[str, Any]:
    rounds: list[FiniteRound] = [
        (int(bytes(entry.x)), as_said(entry.predicted), entry.label) for entry in recording.rounds
    ]
    return _finite(findings.setting, rounds, findings, budget, recording.footer.get("tree"))


def _finite(
    setting: Finite, rounds: list[FiniteRound], findings: Verdict, budget: Budget, tree: Tree | None
) -> dict[str, Any]:
    target = findings.target["concept"]
    return finite_rounds(setting, rounds, target, budget) | {
        "target_name": None if target is None else concept_text(setting.concept_class, target),
        "tree": tree if _proves_tree(findings) and _nodes(tree) <= MAX_TREE_NODES else None,
    }


def _setting(findings: Verdict) -> tuple[object, ...]:
    table, order = findings.setting.concept_class, findings.setting.order or ()
    return findings.lies, *order, *sorted(map(table.row_text, range(table.size)))


def _proves_tree(findings: Verdict) -> bool:
    return any(found["statement"] == "universal bound" for found in findings.statements)


def _nodes(tree: Any) -> int:
    """Return how many nodes a tree has that a checker has read."""
    count, waiting = 0, [tree]
    while waiting and count <= MAX_TREE_NODES:
        below = waiting.pop()
        count += 1
        if isinstance(below, list):
            waiting += below[1:]
    return count


# ------------------------------------------------------------------------------------------------ certificates


def _certificate_page(path: str | Path, name: str, findings: Verdict, budget: Budget) -> PageData:
    """Return a certificate's page: its class, and what its tree does to a learner that predicts with the majority.

    A certificate of many values is shown by its class and what it states.
    """
    setting, stored = findings.setting, _stored(path)
    values = stored["format"] == VALUES
    tree = stored["tree"] if _proves_tree(findings) and not values else None
    rounds, leaf = _majority_game(setting, tree) if tree is not None else ([], None)
    told = replace(findings, target={**findings.target, "concept": leaf})
    title = one_line(setting.concept_class.name, MAX_NAME) + lies_suffix(setting.lies)
    title = f"Certified values of {title}" if values else f"The Littlestone dimension of {title}"
    data = {
        "kind": "finite",
        "title": title,
        "certificate": {key: _count(findings, key) for key in ("universal bound", "upper bound")},
        "values": values,
        "learner": "the majority" if setting.lies else "Halving",
        "adversary": "the certificate's mistake tree",
        "fault": None,
        "verdict": _verdict(findings, _checking(name)),
        **_finite(setting, rounds, told, budget, tree),
    }
    return PageData(title, data, findings, _setting(findings))


def _stored(path: str | Path) -> dict[str, Any]:
    """Return a certificate that a checker has read. Raises InputError where it was changed since."""
    try:
        stored: dict[str, Any] = json.loads(Path(path).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {error!r}") from None
    return stored


def _count(findings: Verdict, statement: str) -> int | None:
    """Return the number of mistakes in a statement that a file proves."""
    return next((found["mistakes"] for found in findings.statements if found["statement"] == statement), None)


def _majority_game(setting: Finite, tree: Tree) -> tuple[list[FiniteRound], int]:
    """Go down a tree against the majority of the concepts left, ties positive: Halving, where there are no lies.

    Return the rounds, and the concept at the leaf.
    """
    universe = whole_class(setting.concept_class, setting.lies)
    space, rounds, below = universe.everything, list[FiniteRound](), tree
    while not isinstance(below, int):
        point, minus, plus = below
        positive = (space & universe.columns[point]).bit_count()
        if 2 * positive >= space.bit_count():
            rounds.append((point, 1, -1))
            space, below = universe.sides(space, point)[0], minus
        else:
            rounds.append((point, -1, 1))
            space, below = universe.sides(space, point)[1], plus
    return rounds, below


# ------------------------------------------------------------------------------------------------ counterexamples


def counterexample_page(
    found: Counterexample, name: str, command: str, budget: Budget, by: Finder = "grader"
) -> PageData:
    """Judge a counterexample's rounds, and return what a page shows; ``command`` is the one that found it.

    Raises:
        InputError: there is nothing to show of it, or too much for a page, or it is not one.

    """
    if len(found.rounds) > MAX_ROUNDS:
        raise InputError(f"a page shows at most {MAX_ROUNDS:,} rounds; {name} has {len(found.rounds):,}")
    if not answered(found):
        why = f": {one_line(found.fault)}" if found.fault else ""
        raise InputError(f"{name}: its learner answered in no round, so there is no game to show{why}")
    with new_file(None) as trace:
        try:
            with trace.open("wb") as file:
                write_trace(found, "a search", TraceWriter(file))
            findings = judge_file(trace)
            page, story = _game_page(read_recording(trace), name, findings, budget), _story(found, by)
        except UndecidedError as error:
            raise InputError(f"{name}: {error}") from None
        except MalformedError as error:
            raise InputError(f"{name}: its counterexample is malformed: {error}") from None
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:  # rounds that somebody has changed
            raise InputError(f"{name}: its counterexample is malformed: {error!r}") from None
    if found.why == "mistakes" and found.allowed is not None and (findings.mistakes or 0) <= found.allowed:
        raise InputError(
            f"{name}: its counterexample has {mistakes_text(findings)}, and by its own word that is allowed"
        )
    verdict = {**page.data["verdict"], "how": f"{command} -o game.jsonl; {_checking('game.jsonl')}"}
    data = {**page.data, "verdict": verdict, "story": story}
    return replace(page, title=f"{page.data['learner']} breaks {_BROKEN[by]}", data=data)


def _story(found: Counterexample, by: Finder) -> dict[str, Any]:
    """Return what a grade or an attack says; its numbers are its own, and the checker's are beside them."""
    return {
        "by": "search" if by == "rounding" else by,
        "breaks": _BROKEN[by],
        "told": one_line(paragraph(found), MAX_CELL),
        "allowed": found.allowed,
        "why": found.why,
        "bound": one_line(found.bound, MAX_NAME),
        "reason": _sentence(found.reason),
        "minimal": found.minimal,
        "lifted": bool(found.lifted),
    }


# ------------------------------------------------------------------------------------------------ verdicts


def _verdict(findings: Verdict, how: str) -> dict[str, Any]:
    """Return what the checker says of the file, in words; who the recorded learner is, no file can show."""
    other = findings.about.get("catalog") == OTHER_TABLE
    valid, kind = findings.valid and not other, findings.setting and findings.setting.kind
    facts = []
    if findings.about:
        about = findings.about
        facts.append(f"{counted(about['concepts'], 'concept')} on {counted(about['points'], 'point')}")
        facts.append(about.get("catalog", ""))
        facts += findings.setting.remarks()
    if findings.rounds is not None:
        facts.append(f"{counted(findings.rounds, 'round')}, {mistakes_text(findings)}")
    return {
        "valid": valid,
        "word": "valid" if valid else "not valid",
        "reason": _sentence(findings.reason) or (OTHER_TABLE if other else None),
        "statements": [
            statement_text(found, "the recorded learner", findings.lies, kind) for found in findings.statements
        ],
        "facts": [one_line(fact, MAX_SENTENCE) for fact in facts if fact],
        "how": how,
    }


def mistakes_text(findings: Verdict) -> str:
    """Return how many mistakes a file has, in words."""
    if isinstance(findings.mistakes, int):
        return counted(findings.mistakes, "mistake")
    return f"{exact_text(findings.mistakes)} expected mistakes"


def _checking(name: str) -> str:
    """Return the command that checks a file, as it may be pasted into a shell."""
    plain = one_line(name, MAX_SENTENCE)
    return command_line("check", f"./{plain}" if plain.startswith("-") else plain)


def _player(text: str) -> str:
    """Return what a page calls a player: of a file its name, without its folder."""
    plain = one_line(text, MAX_NAME)
    return re.sub(r"[\w.~-]*/", "", plain) if re.fullmatch(r"[\w.:~/-]+", plain) else plain


def _sentence(text: str | None) -> str | None:
    return None if text is None else one_line(text, MAX_SENTENCE)
