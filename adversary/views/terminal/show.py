"""Games, verdicts of the checker, dimensions, margins and cards as tables for the terminal and for notebooks."""

import re
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from adversary.game.judge import OTHER_TABLE, Verdict
from adversary.game.result import GameResult
from adversary.game.second_opinion import Opinion
from adversary.views.cells import Cell, Column, Renderable, Table, details_table, line, stack
from adversary.views.words import mistakes_made, statement_text
from proofs.exact.errors import counted, joined_names, lies_suffix, one_line
from proofs.exact.rationals import exact_text, shown_number
from proofs.formats.trace import loss
from proofs.settings import Setting
from proofs.statements import WORST_CASE

if TYPE_CHECKING:
    from adversary.game.result import PlayedRound, Steps
    from proofs.solvers.dimensions import Dimensions


def game_details(result: GameResult) -> list[tuple[str, str]]:
    """Return the rows below the headline of a game."""
    setting, lies = result.setting, result.setting.lies
    legal = "legal" if result.realizable else "the game is not realizable"  # its target or a point is not legal
    legal += f",{lies_suffix(lies)}" if lies else ""
    target = _elided(_target(result.target))
    replays = {
        True: "a fresh process, under another hash seed, predicted the same",
        False: "a fresh process did not predict the same",
        None: "did not take place",
    }
    details = [
        ("game", f"{result.learner} against {result.adversary}, {setting.describe()}"),
        ("bounds", _bounds(result)),
        ("target", f"{target}: {legal}" if target != "none" else "none"),
    ]
    if result.steps and result.steps.target is not None and setting.has_norms:
        details.append(("", setting.target_text(result.steps.target)))
    details.append(("replay", replays[result.replayed]))
    details += [
        ("proved", statement_text(statement, result.learner, lies, setting.kind)) for statement in result.statements
    ]
    if not result.statements:
        details.append(("proved", "nothing"))
    if judges := result.second_opinion.text:
        details.append(("judges", judges))
    for entry in result.watched or ():
        holds = entry.violation or f"held after each of {entry.mistakes:,} mistakes"
        details.append(("watched", f"{entry.claim}, {entry.statement}: {holds}"))
    if result.fault:
        details.append(("forfeit", result.fault))
    elif result.reason:
        details.append(("but", _elided(result.reason)))
    if result.note:
        details.append(("note", result.note))
    if result.trace:
        details.append(("trace", result.trace))
    return details


def _bounds(result: GameResult) -> str:
    word = " (the learner's word)" if result.upper_is_word else ""
    texts = ["none known" if bound is None else exact_text(bound) for bound in result.bounds.values()]
    if result.lower is None and _is_worst(result):
        texts[0] = f"{exact_text(result.mistakes)} (this learner)"
    return "lower {}, upper {}".format(*texts) + word


def _is_worst(result: GameResult) -> bool:
    return any(entry["statement"] == WORST_CASE for entry in result.statements)


def game_table(result: GameResult) -> Renderable:
    """Return a game for the terminal: its mistakes, its rounds if they were requested, and what is proved."""
    rounds = ("", steps_table(result.steps, result.setting)) if result.steps and result.steps.rounds else ()
    return stack(_result(result), *rounds, "", details_table(game_details(result)))


def _result(result: GameResult) -> str:
    """Return in one line how many mistakes were made, and whether they meet the bounds."""
    text = f"{mistakes_made(result.mistakes)} in {counted(result.played, 'round')}"
    if result.fault:
        return f"{text}, and then the learner forfeits"
    if result.reason:
        watched = any(entry.failure == result.reason for entry in result.watched or ())
        less = "a watched claim fails" if watched else "the game proves less than it claims"
        return f"{text}, and {less}"
    if result.tight:
        best = "no learner, randomized or not," if result.randomized else "no deterministic learner"
        return f"{text}, and {best} can do better (tight)"
    if _is_worst(result):
        return f"{text}, the worst case of this learner"
    return text if result.tight is None else f"{text} (not tight)"


def findings_table(verdict: Verdict, learner: str, opinion: Opinion) -> Renderable:
    """Return a checker's findings as a table for the terminal."""
    word = "valid" if verdict.valid else f"NOT VALID: {_elided(verdict.reason or '')}"
    if verdict.valid and verdict.about.get("catalog") == OTHER_TABLE:
        word = f"valid for its own table, which is not {verdict.about['class']}"
    elif verdict.valid and verdict.rounds is not None and verdict.mistakes is not None:
        word += f": {mistakes_made(verdict.mistakes)} in {counted(verdict.rounds, 'round')}"
    details = [("verdict", word)]
    about = verdict.about
    if "game" in about:
        details.append(("game", about["game"]))
        if "checker" in about:
            details.append(("judged by", about["checker"]))
    elif about:
        size = f"{counted(about['concepts'], 'concept')} on {counted(about['points'], 'point')}"
        details.append(("class", f"{one_line(about['class'])}, {'as a table of ' if verdict.setting else ''}{size}"))
        if "catalog" in about:
            details.append(("", about["catalog"]))
        if "checker" in about:
            details.append(("judged by", about["checker"]))
        else:
            details += [("", remark) for remark in verdict.setting.remarks()]
    if verdict.rounds is not None:
        details.append(("target", _elided(_target(verdict.target))))
    kind = verdict.setting and verdict.setting.kind
    details += [("proved", statement_text(statement, learner, verdict.lies, kind)) for statement in verdict.statements]
    if judges := opinion.text:
        details.append(("judges", judges))
    return details_table(details)


def dimensions_table(result: "Dimensions", more: Sequence[str] = ()) -> Renderable:
    """Return the dimensions of a class as a table for the terminal; ``more`` is what else there is to note."""
    (_, title, _), *rows = result.rows()
    cost = result.known.get("littlestone")
    noun = "mistake" if cost and cost.value == 1 else "mistakes"
    what = f"The best deterministic learner makes {cost.text(exact_text)} {noun} in the worst case" if cost else ""
    headline = [f"{what}{lies_suffix(result.lies).replace(' with', ', with')}.", ""] if cost else []
    table = Table((Column(style="dim"), Column(), Column()), rows)
    statements = result.certified.statements if result.certified else []
    details = [("certified", statement_text(statement, "", result.lies)) for statement in statements]
    details += [("note", note) for note in (*result.notes, *result.ran_out, *more)]
    below = ("", details_table(details)) if details else ()
    return stack(*headline, details_table([("class", title)]), "", table, *below)


def cards_table(kind: str, cards: list[dict[str, Any]]) -> Renderable:
    """Return the cards of one kind of thing as a table for the terminal."""
    third = {"classes": "definition", "kinds": "source", "claims": "source"}.get(kind, "theorem")
    rows = [(card["name"], card["summary"], card[third]) for card in cards] or [("none yet", "", "")]
    return stack(Table((Column("name"), Column("what it is"), Column(third)), rows, title=kind), "")


def theorems_table(cards: list[dict[str, Any]]) -> Renderable:
    """Return the theorems that Rocq has checked for the terminal: what each says, by the file where it stands."""
    rows: list[tuple[str, str]] = []
    for file, group in groupby(cards, itemgetter("file")):
        rows.append((file, ""))
        for card in group:
            rests = f" (Rests on {', '.join(card['assumptions'])}.)" if card["assumptions"] else ""
            rows.append((f"  {card['name']}", f"{card['says']}{rests}"))
    axioms = sum(1 for card in cards if card["assumptions"])
    return stack(details_table(rows), "", f"{counted(len(cards), 'theorem')}, {axioms} of them with axioms")


def _elided(text: str) -> str:
    """Return a text in which long numbers are replaced by the count of their digits."""
    return re.sub(r"[0-9]{41,}", lambda match: f"{match[0][:6]}… ({len(match[0]):,} digits)", text)


def _target(target: dict[str, Any]) -> str:
    if "concept" in target:
        if target["concept"] is None:
            return "none"
        return f"concept {target['concept']:,}, {target.get('name') or target['labels']}"
    if target["norm_squared"] is None:
        return "none"
    losses = target.get("hinge")
    if losses is not None:
        return f"norm² {shown_number(target['norm_squared'])}, hinge losses {shown_number(losses)}"
    margin = target["margin_squared"]
    margins = "no margin, because it contradicts a label" if margin is None else f"margin² {shown_number(margin)}"
    return f"norm² {shown_number(target['norm_squared'])}, {margins}"


def steps_table(steps: "Steps", setting: Setting) -> Table:
    """Return the rounds as a table, with a row for those that are left out in the middle."""
    rows, before = list[list[Cell]](), 0
    for entry in steps.rounds:
        cells = _round_cells(entry, setting)
        if left_out := entry.number - before - 1:
            rows.append(["…", counted(left_out, "more round"), *[""] * (len(cells) - 2)])
        rows.append(cells)
        before = entry.number
    titles = ("round", "point", "predicted", "label", "mistakes", "concepts left")[: len(rows[0])]
    return Table([Column(title, right=title != "point") for title in titles], rows)


def _round_cells(entry: "PlayedRound", setting: Setting) -> list[Cell]:
    answer = f"{entry.predicted:+d}" if isinstance(entry.predicted, int) else f"+1 with {exact_text(entry.predicted)}"
    point = setting.point_name(entry.x)
    predicted = line(answer, "red" if loss(entry.predicted, entry.label) == 1 else "")
    cells: list[Cell] = [
        f"{entry.number:,}",
        point,
        predicted,
        f"{entry.label:+d}{' (a lie)' if entry.lie else ''}",
        exact_text(entry.mistakes),
    ]
    return cells if entry.left is None else [*cells, f"{entry.left:,}"]


_MAX_LISTED = 12
"""Numbers of a long list that a table shows; JSON has all of them."""


def margin_rows(margin: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the result of ``margin_within`` as rows of a table."""
    labels = margin["labels"]
    rows = [
        ("data", f"{margin['file']}: {counted(margin['examples'], 'example')} in dimension {margin['dimension']:,}"),
        ("labels", f"-1 is {labels['-1']}, +1 is {labels['1']}"),
    ]
    support = f"{_shown(margin['support'])} (counted from 0)"
    if margin["separable"] is None:
        return [("separable", f"unknown: {margin['note']}"), *rows]
    if not margin["separable"]:
        no = "no: these examples, with these weights, cancel out (Farkas)"
        return [("separable", no), *rows, ("examples", support), ("weights", _shown(margin["weights"]))]
    about = "" if margin["margin"] is None else f" (margin ≈ {margin['margin']:.6g})"
    bound = _elided(counted(margin["perceptron_bound"], "mistake"))
    return [
        ("separable", "yes"),
        ("margin²", f"{_elided(margin['margin_squared'])}{about}"),
        *rows,
        ("w", f"({_shown(margin['w'])}), with y⟨w,x⟩ ≥ 1 and ‖w‖² = 1/margin²"),
        ("support", f"examples {support}: their weights prove that no w is shorter"),
        ("Perceptron", f"at most ⌊R²/margin²⌋ = {bound}, in any order and however often shown"),
    ]


def _shown(values: list[Any]) -> str:
    return joined_names([_elided(str(value)) for value in values], _MAX_LISTED, ": --json")
