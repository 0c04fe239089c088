"""Judge a file of any kind, and make the view of it; the verdict stands at the top of its page.

Of a grade or an attack it is the counterexample that is shown, with the command that finds it again.
"""

import json
import re
import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from adversary.files import new_file
from adversary.game.judge import (
    OTHER_TABLE,
    MalformedError,
    UndecidedError,
    Verdict,
    catalog_says,
    judge_file,
    with_worst_case,
)
from adversary.grading.result import Grade, read_grade
from adversary.grading.weights import compared
from adversary.search.attack import BY_ROUNDING
from adversary.search.counterexample import (
    UNKEPT,
    Counterexample,
    CounterexampleRecord,
    Weighed,
    answered,
    paragraph,
    read_counterexample,
    write_trace,
)
from adversary.views.cells import MAX_CELL
from adversary.views.excerpt import minimal_text
from adversary.views.game.finite import MAX_NAME, FiniteView, class_game, majority_game, shown_tree
from adversary.views.game.halfspaces import HalfspacesView
from adversary.views.game.hinge import HingeView
from adversary.views.game.view import GameView, PageData, PageVerdict, Recording, Story, read_recording
from adversary.views.words import RECORDED, mistakes_made, statement_text
from proofs.exact.errors import InputError, counted, lies_suffix, one_line
from proofs.formats.trace import Round, read_foreign_vector
from proofs.solvers.budget import Budget
from proofs.statements import Statement
from proofs.values_checker import VALUES

MAX_STORED_BYTES = 64_000_000
"""Of a file that may be a grade or an attack."""

MAX_WORD = 500
"""Characters of a word of a command."""


Finder = Literal["grader", "search", "rounding"]
"""Who says that a counterexample is one: the grader of a specification, or the search of an attack on a bound,
which may add that rounding explains it."""

MAX_ROUNDS = 50_000
"""Of a game that a page shows; a browser opens no more of them at once."""

MAX_SENTENCE = 500
"""The maximum number of characters shown of a sentence that a file contains."""

VIEWS: dict[str, type[GameView]] = {"halfspaces": HalfspacesView, "hinge": HingeView, "finite": FiniteView}
"""The view of a game by the kind of its setting. A new setting has an entry, for its own view or for one of these."""

_BROKEN: dict[Finder, str] = {
    "grader": "its specification",
    "search": "the bound",
    "rounding": "the bound by rounding only",
}
"""What a learner breaks in a counterexample, by who has found it."""


def is_game(name: str) -> bool:
    """Tell whether a name is the file of a game, a certificate or a counterexample, and not a class or its table."""
    path = Path(name)
    if path.suffix.lower() in {".csv", ".tsv", ".npy"} or not path.is_file():
        return path.suffix.lower() in {".json", ".jsonl"}
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return True
    return not (
        isinstance(content, list) or (isinstance(content, dict) and "format" not in content and "concepts" in content)
    )


def view_file(
    path: str | Path, seconds: float | None, called: str | None = None, states: int | None = None
) -> GameView:
    """Judge a file and return its view. Numbers that take longer than the budget are left out.

    What was never a file of the user's is ``called`` something else in messages. Where ``states`` are limited, and no
    seconds, the same file has the same page on every machine.

    Raises:
        InputError: it is not a trace, a certificate, or a grade or an attack with a counterexample, or it is too much.

    """
    called = called or str(path)
    name, budget = Path(called).name, Budget(states=states, seconds=seconds)
    if (stored := stored_counterexample(path)) is not None:
        counterexample, command, by = stored
        return counterexample_view(counterexample, name, command, budget, by)
    try:
        findings = with_worst_case(judge_file(path), path)
    except UndecidedError as error:
        raise InputError(f"{called}: {error}") from None
    except MalformedError as error:
        raise InputError(f"{called} is not a trace, a certificate or a grade (or an attack): {error}") from None
    if findings.about and findings.setting is None:
        raise InputError(
            f"{called} is a certificate of the margin game, which has no picture; `adversary check` judges it"
        )
    if findings.about:
        findings.about["catalog"] = catalog_says(findings.setting.concept_class)
    if findings.rounds is None:
        return _certificate_view(path, name, findings, budget)
    if findings.rounds > MAX_ROUNDS:
        raise InputError(f"a page shows at most {MAX_ROUNDS:,} rounds; {called} has {findings.rounds:,}")
    recording = read_recording(path)
    return _game_view(recording._replace(weights=_weights(recording, findings)), name, findings, budget)


# ------------------------------------------------------------------------------------------------ games


def _game_view(recording: Recording, name: str, findings: Verdict, budget: Budget) -> GameView:
    learner, adversary = (_player(recording.header[who]) for who in ("learner", "adversary"))
    view = VIEWS[findings.setting.kind]
    fault, verdict = _sentence(recording.footer.get("fault")), _verdict(findings, _checking(name))
    shared = PageData(kind=view.script, learner=learner, adversary=adversary, fault=fault, verdict=verdict)
    return view(f"{learner} against {adversary}", view.page_data(shared, recording, findings, budget), findings)


def _weights(recording: Recording, findings: Verdict) -> Weighed | None:
    """Return the w that a trace has, if they can be read, with the textbook's; no checker has looked at them."""
    with suppress(TypeError, ValueError, InputError):  # anybody's key
        own = [read_foreign_vector(w) for w in recording.footer.get("w", ())]
        if findings.setting.kind != "finite" and len(own) == len(recording.rounds) + 1:
            return compared([Round(*entry) for entry in recording.rounds], own)
    return None


# ------------------------------------------------------------------------------------------------ certificates


def _certificate_view(path: str | Path, name: str, findings: Verdict, budget: Budget) -> GameView:
    """Return the view of a certificate: its class, and the game of its tree against a majority learner.

    A certificate of many values is shown by its class and what it states.
    """
    setting = findings.setting
    try:
        stored: dict[str, Any] = json.loads(Path(path).read_bytes())
    except (OSError, ValueError, RecursionError) as error:  # it was changed since
        raise InputError(f"{path} cannot be read: {error!r}") from None
    values = stored["format"] == VALUES
    bounds = {bound: findings.proved(bound) for bound in (Statement.UNIVERSAL_BOUND, Statement.UPPER_BOUND)}
    tree = None if values or bounds[Statement.UNIVERSAL_BOUND] is None else stored["tree"]
    rounds, leaf = ([], None) if tree is None else majority_game(setting, tree)
    title = one_line(setting.concept_class.name, MAX_NAME) + lies_suffix(setting.lies)
    title = f"Certified values of {title}" if values else f"The Littlestone dimension of {title}"
    shared = PageData(
        kind=FiniteView.script,
        learner="the majority" if setting.lies else "Halving",
        adversary="the certificate's mistake tree",
        fault=None,
        verdict=_verdict(findings, _checking(name)),
    )
    data = class_game(shared, setting, rounds, leaf, budget)
    data.title, data.tree, data.certificate, data.values = title, shown_tree(tree), bounds, values
    return FiniteView(title, data, findings)


# ------------------------------------------------------------------------------------------------ counterexamples


def counterexample_view(
    counterexample: Counterexample, name: str, command: str, budget: Budget, by: Finder = "grader"
) -> GameView:
    """Judge a counterexample's rounds and return its view; ``command`` is the command that found it.

    Raises:
        InputError: there is nothing to show of it, or too much for a page, or it is not one.

    """
    if len(counterexample.rounds) > MAX_ROUNDS:
        raise InputError(f"a page shows at most {MAX_ROUNDS:,} rounds; {name} has {len(counterexample.rounds):,}")
    if not answered(counterexample):
        why = f": {one_line(counterexample.fault)}" if counterexample.fault else ""
        raise InputError(f"{name}: its learner answered in no round, so there is no game to show{why}")
    with new_file(None) as trace:
        try:
            write_trace(counterexample, "a search", trace)
            findings = judge_file(trace)
            recording = read_recording(trace)._replace(weights=counterexample.weights)
            page = _game_view(recording, name, findings, budget)
            page.data.story = _story(counterexample, by)
        except UndecidedError as error:
            raise InputError(f"{name}: {error}") from None
        except MalformedError as error:
            raise InputError(f"{name}: its counterexample is malformed: {error}") from None
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:  # rounds that were changed
            raise InputError(f"{name}: its counterexample is malformed: {error!r}") from None
    if (
        counterexample.why == "mistakes"
        and counterexample.allowed is not None
        and (findings.mistakes or 0) <= counterexample.allowed
    ):
        raise InputError(
            f"{name}: its counterexample has {mistakes_made(findings.mistakes)}, and by its own word that is allowed"
        )
    page.data.verdict.how = f"{command} -o game.jsonl; {_checking('game.jsonl')}"
    return replace(page, title=f"{page.data.learner} breaks {_BROKEN[by]}")


def _story(counterexample: Counterexample, by: Finder) -> Story:
    minimal = minimal_text(counterexample)
    lifted = "(x, 1)" if counterexample.has_threshold else "those of the kernel’s feature space"
    return Story(
        by="search" if by == "rounding" else by,
        breaks=_BROKEN[by],
        told=one_line(paragraph(counterexample), MAX_CELL),
        allowed=counterexample.allowed if counterexample.keepable else None,
        unkept="" if counterexample.keepable else UNKEPT,
        why=counterexample.why,
        bound=one_line(counterexample.bound, MAX_NAME),
        reason=_sentence(counterexample.reason),
        minimal=f"{minimal.capitalize()}." if minimal else "",
        lifted=lifted if counterexample.has_threshold or counterexample.lifted else "",
    )


# ------------------------------------------------------------------------------------------------ verdicts


def _verdict(findings: Verdict, how: str) -> PageVerdict:
    """Return the checker's verdict in words. It is about the recorded learner, whose identity no file can prove."""
    other = findings.about.get("catalog") == OTHER_TABLE
    valid, kind = findings.valid and not other, findings.setting and findings.setting.kind
    facts = []
    if findings.about:
        about = findings.about
        facts.append(f"{counted(about['concepts'], 'concept')} on {counted(about['points'], 'point')}")
        facts.append(about.get("catalog", ""))
        facts += findings.setting.remarks()
    if findings.rounds is not None:
        facts.append(f"{counted(findings.rounds, 'round')}, {mistakes_made(findings.mistakes)}")
    return PageVerdict(
        valid=valid,
        word="valid" if valid else "not valid",
        result=_result(findings) if valid and findings.rounds else "",
        reason=_sentence(findings.reason) or (OTHER_TABLE if other else None),
        statements=[statement_text(statement, RECORDED, findings.lies, kind) for statement in findings.statements],
        facts=[one_line(fact, MAX_SENTENCE) for fact in facts if fact],
        how=how,
    )


def _result(findings: Verdict) -> str:
    """Return what came out of a game, beside what is forced on everybody."""
    mistakes, setting = mistakes_made(findings.mistakes), findings.setting
    least = findings.proved(setting.lower_statement)
    whom = "deterministic learner" + (" that is told the order" if setting.order else "")
    if least and least == findings.mistakes:
        return f"{mistakes} forced; no {whom} does better."
    forced = f"; {least:,} can be forced on every {whom}" if least else ""
    return f"{mistakes} in {counted(findings.rounds or 0, 'round')}{forced}."


def _checking(name: str) -> str:
    """Return the command that checks a file, as it may be pasted into a shell."""
    plain = one_line(name, MAX_SENTENCE)
    return command_line("check", f"./{plain}" if plain.startswith("-") else plain)


def _player(text: str) -> str:
    """Return a player's name on a page: for a file its name without its folder."""
    plain = one_line(text, MAX_NAME)
    return re.sub(r"[\w.~-]*/", "", plain) if re.fullmatch(r"[\w.:~/-]+", plain) else plain


def _sentence(text: str | None) -> str | None:
    return None if text is None else one_line(text, MAX_SENTENCE)


# ------------------------------------------------------------------------------------------------ grades, attacks


def command_line(*words: str) -> str:
    """Return a command of this program, quoted for a shell."""
    return shlex.join(["adversary", *[one_line(word, MAX_WORD) for word in words]])


def grade_command(grade: Grade) -> str:
    """Return the command that makes a grade again."""
    return command_line("grade", grade.learner, "--as", grade.kind)


def attack_command(learner: str, bound: str, class_name: str | None, seed: int, lies: int = 0) -> str:
    """Return the command that makes an attack again."""
    where = [] if class_name is None else ["--class", class_name]
    where += ["--lies", str(lies)] if lies else []
    return command_line("attack", learner, "--bound", bound, *where, *(["--seed", str(seed)] if seed else []))


def stored_counterexample(path: str | Path) -> tuple[Counterexample, str, Finder] | None:
    """Return the counterexample in the JSON of ``grade`` or ``attack`` or in a stored grade, or ``None``.

    It is as the file has it, not judged. With it come the command that finds such a one, and who says so.

    Raises:
        InputError: the file looks like one of them, but is none, or has no counterexample.

    """
    plain, name = _object_in(path), Path(path).name
    if plain is None or "counterexample" not in plain:
        return None
    is_grade = "checks" in plain
    if not is_grade and not {"bound", "exhaustive"} <= plain.keys():
        return None
    try:
        return _of_grade(plain, name) if is_grade else _of_attack(plain, name)
    except InputError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        what = "a grade" if is_grade else "an attack"
        raise InputError(f"{path} looks like {what}, but is none: {error}") from None


def _object_in(path: str | Path) -> dict[str, Any] | None:
    try:
        if not Path(path).is_file() or Path(path).stat().st_size > MAX_STORED_BYTES:
            return None
        plain = json.loads(Path(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if isinstance(plain, dict) and "digest" in plain:  # a line of kept grades
        plain = plain.get("value")
    return plain if isinstance(plain, dict) else None


def _of_grade(plain: dict[str, Any], name: str) -> tuple[Counterexample, str, Finder]:
    grade = read_grade(plain)
    if grade.counterexample is None:
        raise InputError(f"{name} is a grade without a counterexample: {grade.verdict}, {grade.summary}")
    return grade.counterexample, grade_command(grade), "grader"


def _of_attack(plain: dict[str, Any], name: str) -> tuple[Counterexample, str, Finder]:
    learner, bound = str(plain["learner"]), str(plain["bound"])
    if plain["counterexample"] is None:
        raise InputError(f"{name} is an attack that found no counterexample to the bound {bound}, which proves nothing")
    record = msgspec.convert(plain["counterexample"], CounterexampleRecord)
    class_name, seed = msgspec.convert(plain.get("class"), str | None), int(plain.get("seed", 0))
    command = attack_command(learner, bound, class_name, seed, int(plain.get("lies", 0)))
    by: Finder = "rounding" if plain.get("verdict") == BY_ROUNDING else "search"
    return read_counterexample(record, learner), command, by
