"""Tables for papers in LaTeX. They need only booktabs, and all names are escaped."""

from collections.abc import Sequence
from typing import Any

from adversary.game.result import left_out
from adversary.views.cells import Column, Table, Value
from adversary.views.figures.charts import caption
from adversary.views.game.view import GameView, forfeits
from adversary.views.markup import Tex, latex_table
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import exact_text
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.dimensions import QUANTITIES, dimensions
from proofs.statements import BOUNDS

HEAD_LINE = r"% A table by `adversary show -o table.tex`, for \usepackage{booktabs}; take it in by \input."


def tex_table(games: Sequence[GameView], seconds: float) -> dict[str, Any]:
    """Return the table of a game or a counterexample (its rounds), of a certificate, or of several games.

    It is ``tex``, with its ``caption`` as text, and what is ``left_out``, a sentence each. ``seconds`` is the budget
    for the quantities of a certificate's class, all together.
    """
    if games[0].kind == "certificate" and games[0].data.values:
        raise games[0].unfit("table", "a certificate of many values has a page, and nothing else")
    if len(games) > 1:
        return _compared(games)
    if games[0].kind == "certificate":
        return _dimensions(games[0], seconds)
    return _rounds(games[0])


# ------------------------------------------------------------------------------------------------ tables


def _compared(games: Sequence[GameView]) -> dict[str, Any]:
    notes = forfeits(games)
    titles = ("learner", "adversary", "rounds", "mistakes", "forced", "proved")
    rows = list[Sequence[Value]]()
    for game in games:
        data, found = game.data, game.findings
        forced = "–" if game.forced_on_all is None else game.forced_on_all
        rows.append((data.learner, data.adversary, found.rounds, exact_text(found.mistakes), forced, game.proved))
    columns = [Column(title, right=title in ("rounds", "mistakes", "forced")) for title in titles]
    return _tex_table(columns, rows, caption(games, "Games compared", notes), notes)


def _dimensions(game: GameView, seconds: float) -> dict[str, Any]:
    """Return what is known of a certificate's class; L is what the file proves, where it proves both sides."""
    table, data = game.findings.setting.concept_class, game.data
    if data.lies:  # the other quantities would be those without lies
        raise InputError(f"no table of {game.title}: with lies there is no more than that number")
    least, most = (data.certificate[key] for key in BOUNDS)
    certified = least is not None and least == most
    wanted = [quantity for quantity in QUANTITIES if not (certified and quantity == "littlestone")]
    found = dimensions(table, wanted, Budget(seconds=seconds))
    if certified:
        found.known["littlestone"] = Bounds(least, most)
    (_, title, _), *rows = found.rows()
    computed = "the others are computed" if certified else "all are computed"
    says = f"{title}. Certified by the file: {'; '.join(data.verdict.statements) or 'nothing'}; {computed}, exactly."
    notes = [f"{note}." for note in found.ran_out]
    columns = Column("quantity"), Column("value"), Column()
    return _tex_table(columns, rows, " ".join([says, *notes]), notes)


def _rounds(game: GameView) -> dict[str, Any]:
    data, count = game.data, len(game.data.rounds)
    (head, body), notes = game.tex_rounds()
    columns = [Column(Tex(title), right=place != 1) for place, title in enumerate(head)]
    if left := left_out(count):
        body[left.start : left.stop] = [[r"\dots", counted(len(left), "more round"), *[""] * (len(head) - 2)]]
        notes.append(f"Left out: {counted(len(left), 'round')}.")
    drawn = f"The rounds; a wrong prediction is bold{game.rank_note}"
    if (story := data.story) is not None:
        most = f"at most {counted(story.allowed, 'mistake')}" if story.allowed else "no mistake"
        limit = f"the bound {story.unkept}" if story.unkept else f"{most} may be made here"
        told = {
            "mistakes": f"{limit}, for {story.reason}",
            "contradiction": "in the last round it denies what it was told of that very point",
        }
        drawn += f". The {story.by} says: {told[story.why]}" if story.why in told else ""
    notes += forfeits([game])
    rows = [list(map(Tex, row)) for row in body]
    return _tex_table(columns, rows, caption([game], drawn, notes), notes)


def _tex_table(
    columns: Sequence[Column], rows: Sequence[Sequence[Value]], says: str, notes: list[str]
) -> dict[str, Any]:
    text = f"{HEAD_LINE}\n{latex_table(Table(columns, rows, says))}"
    return {"caption": says, "left_out": notes, "tex": text}
