"""Tables for papers, in LaTeX: they compile with booktabs alone, whatever names are in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adversary.game.steps import left_out
from adversary.views.export.latex import latex_text
from adversary.views.figures.line_charts import worth_letter
from adversary.views.figures.picture import forfeits
from adversary.views.figures.plot import caption, forced_on_all, proved_numbers
from adversary.views.game.page_data import PageData
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import exact_text
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.dimensions import QUANTITIES, dimensions

HEAD_LINE = r"% A table by `adversary plot --tex`, for \usepackage{booktabs}; take it in by \input."

WIDEST_POINT = 6
"""Coordinates of a point that are written out."""

MAX_COORDINATE = 24
"""Characters of a coordinate that is written exactly."""

MAX_NUMBER = 12
"""Characters of the squares in a table; longer ones leave no room for the rest."""

SIGNED = {1: "+1", -1: "−1"}

Row = list[str]
"""Cells, in LaTeX."""


@dataclass(frozen=True, slots=True)
class TexTable:
    """A table as LaTeX, its caption as text, and what it leaves out, a sentence each."""

    text: str
    caption: str
    notes: list[str]


def tex_table(games: Sequence[PageData], seconds: float) -> TexTable:
    """Return the table of a game or a counterexample (its rounds), of a certificate, or of several games.

    ``seconds`` is the budget for the quantities of a certificate's class, all together.
    """
    if len(games) > 1:
        return _compared(games)
    if games[0].kind == "certificate":
        return _dimensions(games[0], seconds)
    return _rounds(games[0])


# ------------------------------------------------------------------------------------------------ tables


def _compared(games: Sequence[PageData]) -> TexTable:
    notes = forfeits(games)
    head = ["learner", "adversary", "rounds", "mistakes", "forced", "proved"]
    body = []
    for game in games:
        data, found = game.data, game.findings
        names = latex_text(data["learner"]), latex_text(data["adversary"])
        forced = forced_on_all(game)
        numbers = str(found.rounds), latex_text(exact_text(found.mistakes)), "--" if forced is None else str(forced)
        body.append([*names, *numbers, proved_numbers(game)])
    return _table("llrrrl", head, body, caption(games, "Games compared", notes), notes)


def _dimensions(game: PageData, seconds: float) -> TexTable:
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


def _rounds(game: PageData) -> TexTable:
    data, count = game.data, len(game.data["rounds"])
    finite = data["kind"] == "finite"
    (head, body), notes = (_finite_rounds(data), []) if finite else _vector_rounds(data)
    columns = "rl" + "r" * (len(head) - 2)
    if left := left_out(count):
        body[left.start : left.stop] = [[r"\dots", counted(len(left), "more round"), *[""] * (len(head) - 2)]]
        notes.append(f"Left out: {counted(len(left), 'round')}.")
    drawn = "The rounds; a wrong prediction is bold"
    if finite and data["order"]:
        drawn += "; A(V) is what the rest of the announced order can force"
    elif finite and data["lies"]:
        drawn += "; V has the concepts that may still be the target, and D(V) is their Littlestone dimension "
        drawn += "with the lies that each has left"
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


def _finite_rounds(data: dict[str, Any]) -> tuple[Row, list[Row]]:
    body = []
    for number, entry in enumerate(data["rounds"], 1):
        left = entry["plus" if entry["label"] == 1 else "minus"]
        rank = "?" if left["rank"] is None else str(left["rank"])
        said, wrong = entry["said"], entry["wrong"] == "1"
        told = _label(said, wrong=wrong) if isinstance(said, int) else latex_text(f"+1 with {said}")
        point = latex_text(data["table"]["points"][entry["point"]])
        label = _label(entry["label"]) + (" (a lie)" if data["lies"] and entry["lie"] else "")
        body.append([str(number), point, told, label, latex_text(entry["mistakes"]), str(left["size"]), rank])
    return ["round", "point", "prediction", "label", "mistakes", "$|V|$", f"${worth_letter(data)}(V)$"], body


def _vector_rounds(data: dict[str, Any]) -> tuple[tuple[Row, list[Row]], list[str]]:
    """Return the rounds, with what is known of each, exactly; and what is left out."""
    more, columns, notes = _losses(data) if data["kind"] == "hinge" else _squares(data)
    body, made = [], 0
    for number, entry in enumerate(data["rounds"]):
        wrong = entry["said"] != entry["label"]
        made += wrong
        told = _label(entry["said"], wrong=wrong), _label(entry["label"])
        cells = [str(number + 1), _point(entry, data), *told, str(made)]
        body.append(cells + [_number(text) for text in columns[number]] if columns else cells)
    if any(latex_text("≈") in row[1] for row in body):
        notes.append("Numbers with ≈ are rounded; the trace has them exactly.")
    return (["round", "point", "prediction", "label", "mistakes", *more], body), notes


def _losses(data: dict[str, Any]) -> tuple[Row, list[list[str]], list[str]]:
    """Return ⟨u,x⟩, the hinge loss, and the sum of the losses so far, a column each."""
    if data["target"] is None:
        untold = data["no_losses"]
        return [], [], [f"Left out: ⟨u,x⟩ and the hinge losses; {untold}."] if untold else []
    spent = data["target"]["spent"][1:]
    columns = [[entry["product"], entry["loss"], now["text"]] for entry, now in zip(data["rounds"], spent, strict=True)]
    if any(len(text) > MAX_NUMBER for row in columns for text in row):
        return [], [], ["Left out: ⟨u,x⟩ and the hinge losses, which are long numbers."]
    return [r"$\langle u,x\rangle$", "loss", "losses so far"], columns, []


def _squares(data: dict[str, Any]) -> tuple[Row, list[list[str]], list[str]]:
    """Return the squares of the squeeze where they are known, a column each."""
    squares = [moment["squares"][1:3] for moment in data["weights"]["moments"][1:]] if data["weights"] else []
    if any(len(text) > MAX_NUMBER for pair in squares for text in pair):
        return [], [], ["Left out: the squares of ⟨w,v⟩ and ‖w‖, which are long numbers."]
    if not squares:
        return [], [], []
    signed = any(product.startswith("-") for product, _ in squares)
    head = [r"$\pm\langle w,v\rangle^2$" if signed else r"$\langle w,v\rangle^2$", r"$\|w\|^2$"]
    return head, squares, []


# ------------------------------------------------------------------------------------------------ cells


def _label(label: int, *, wrong: bool = False) -> str:
    shown = latex_text(SIGNED[label])
    return rf"\textbf{{{shown}}}" if wrong else shown


def _number(text: str) -> str:
    return latex_text(text.replace("-", "−"))


def _point(entry: dict[str, Any], data: dict[str, Any]) -> str:
    """Return a point as coordinates, or, where they are many, as a sum of basis vectors."""
    given = {index: text if len(text) <= MAX_COORDINATE else f"≈{near:.6g}" for index, text, near in entry["x"]}
    if data["dimension"] <= min(WIDEST_POINT, data["kept"]):
        return f"({', '.join(_number(given.get(index, '0')) for index in range(data['dimension']))})"
    terms = [f"{_factor(text)}e_{{{index + 1}}}" for index, text in list(given.items())[:WIDEST_POINT]]
    more = r" + \cdots" if len(given) > WIDEST_POINT or entry["more"] else ""
    return f"${' + '.join(terms).replace('+ -', '- ') or '0'}{more}$"


def _factor(text: str) -> str:
    return {"1": "", "-1": "-"}.get(text, rf"{latex_text(text)}\,")


def _table(columns: str, head: Row, body: list[Row], says: str, notes: list[str]) -> TexTable:
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
