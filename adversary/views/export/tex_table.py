"""Tables for papers, in LaTeX: they compile with booktabs alone, whatever names are in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from adversary.game.steps import left_out
from adversary.views.figures.plot import caption
from adversary.views.game.view import GameView, TexRow, forfeits
from adversary.views.latex import latex_text
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import exact_text
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.dimensions import QUANTITIES, dimensions

HEAD_LINE = r"% A table by `adversary plot --tex`, for \usepackage{booktabs}; take it in by \input."


@dataclass(frozen=True, slots=True)
class TexTable:
    """A table as LaTeX, its caption as text, and what it leaves out, a sentence each."""

    text: str
    caption: str
    notes: list[str]


def tex_table(games: Sequence[GameView], seconds: float) -> TexTable:
    """Return the table of a game or a counterexample (its rounds), of a certificate, or of several games.

    ``seconds`` is the budget for the quantities of a certificate's class, all together.
    """
    if len(games) > 1:
        return _compared(games)
    if games[0].kind == "certificate":
        return _dimensions(games[0], seconds)
    return _rounds(games[0])


# ------------------------------------------------------------------------------------------------ tables


def _compared(games: Sequence[GameView]) -> TexTable:
    notes = forfeits(games)
    head = ["learner", "adversary", "rounds", "mistakes", "forced", "proved"]
    body = []
    for game in games:
        data, found = game.data, game.findings
        names = latex_text(data["learner"]), latex_text(data["adversary"])
        forced = game.forced_on_all
        numbers = str(found.rounds), latex_text(exact_text(found.mistakes)), "--" if forced is None else str(forced)
        body.append([*names, *numbers, game.proved])
    return _table("llrrrl", head, body, caption(games, "Games compared", notes), notes)


def _dimensions(game: GameView, seconds: float) -> TexTable:
    """Return what is known of a certificate's class; L is what the file proves, where it proves both sides."""
    table, data = game.findings.setting.concept_class, game.data
    if data["lies"]:  # the other quantities would be those without lies
        raise InputError(f"no table of {game.title}: with lies there is no more than that number; leave out --tex")
    least, most = (data["certificate"][key] for key in ("universal bound", "upper bound"))
    certified = least is not None and least == most
    wanted = [quantity for quantity in QUANTITIES if not (certified and quantity == "littlestone")]
    found = dimensions(table, wanted, Budget(seconds=seconds))
    if certified:
        found.bounds["littlestone"] = Bounds(least, most)
    (_, title, _), *rows = found.rows()
    body = [[latex_text(cell) for cell in row] for row in rows]
    computed = "the others are computed" if certified else "all are computed"
    says = (
        f"{title}. Certified by the file: {'; '.join(data['verdict']['statements']) or 'nothing'}; {computed}, exactly."
    )
    notes = [f"{note}." for note in found.ran_out]
    return _table(r"llp{0.26\linewidth}", ["quantity", "value", ""], body, " ".join([says, *notes]), notes)


def _rounds(game: GameView) -> TexTable:
    data, count = game.data, len(game.data["rounds"])
    (head, body), notes = game.tex_rounds()
    columns = "rl" + "r" * (len(head) - 2)
    if left := left_out(count):
        body[left.start : left.stop] = [[r"\dots", counted(len(left), "more round"), *[""] * (len(head) - 2)]]
        notes.append(f"Left out: {counted(len(left), 'round')}.")
    drawn = f"The rounds; a wrong prediction is bold{game.rank_note}"
    if "story" in data:
        story = data["story"]
        allowed = "no mistake" if not story["allowed"] else f"at most {counted(story['allowed'], 'mistake')}"
        told = {
            "mistakes": f"{allowed} may be made here, for {story['reason']}",
            "contradiction": "in the last round it denies what it was told of that very point",
        }
        drawn += f". The {story['by']} says: {told[story['why']]}" if story["why"] in told else ""
    notes += forfeits([game])
    return _table(columns, head, body, caption([game], drawn, notes), notes)


def _table(columns: str, head: TexRow, body: list[TexRow], says: str, notes: list[str]) -> TexTable:
    # a row that began with a bracket or a star would be taken for an argument of the \\ before it
    rows = ["{}" + " & ".join(row) + r" \\" for row in body]
    lines = [
        HEAD_LINE,
        r"\begin{table}",
        r"\centering\small",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex_text(says)}}}",
        r"\end{table}",
    ]
    return TexTable("\n".join(lines) + "\n", says, notes)
