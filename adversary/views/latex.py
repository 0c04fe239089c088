"""Tables and arguments as LaTeX that compiles with booktabs and amsmath, whatever characters are in them."""

import unicodedata
from collections.abc import Iterable

from adversary.views.cells import MAX_CELL, Table, Value
from proofs.claims.model import Claim, Row, explanation
from proofs.exact.errors import one_line

_TEXT = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "’": "'",
    "“": "``",
    "”": "''",
}
_MATH = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "∈": r"\in", "∉": r"\notin", "⊆": r"\subseteq",
    "∞": r"\infty", "‖": r"\|", "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "⌈": r"\lceil", "⌉": r"\rceil", "·": r"\cdot", "×": r"\times", "−": "-", "±": r"\pm", "√": r"\surd",
    "Σ": r"\Sigma", "→": r"\to", "↦": r"\mapsto", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∧": r"\wedge",
    "∨": r"\vee", "¬": r"\neg", "∀": r"\forall", "∃": r"\exists", "∅": r"\emptyset", "∩": r"\cap", "∪": r"\cup",
    "∠": r"\angle", "⊕": r"\oplus", "½": r"\tfrac12", "¼": r"\tfrac14", "ℓ": r"\ell", "ŵ": r"\hat w", "ŷ": r"\hat y",
    "⋆": r"\star", "∓": r"\mp", "⁻": "^{-}", "₋": "_{-}",
}  # fmt: skip
_GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
}  # fmt: skip
"""The Greek small letters that have a command; one with an accent has none."""


def claims_latex(judged: Iterable[tuple[Claim, list[Row]]]) -> str:
    """Return claims as a LaTeX fragment: statements, readings with their verdicts, and arguments."""
    lines = []
    for claim, rows in judged:
        lines.append(rf"\paragraph{{{latex_text(claim.id)}}} {latex_text(claim.statement)}")
        for reading, row in zip(claim.readings, rows, strict=True):
            correction = f"; {row.correction}" if row.correction else ""
            verdict = rf"\textbf{{{row.verdict}}}, {latex_text(row.evidence + correction)}."
            lines.append(rf"\par\emph{{{latex_text(reading.statement)}}}: {verdict}")
            steps, _ = explanation(reading)
            if steps:
                lines.append(r"\begin{enumerate}")
                # without the braces, a text that begins with a bracket were an argument of its item
                lines += [
                    rf"\item{{}} {latex_text(step.says)} \[ {one_line(step.latex(), MAX_CELL)} \]" for step in steps
                ]
                lines.append(r"\end{enumerate}")
    return "\n".join(lines) + "\n"


class Tex(str):
    """LaTeX in a cell or a title, which ``latex_table`` takes as it is."""

    __slots__ = ()


def latex_table(table: Table) -> str:
    """Return a table for booktabs, with its title as the caption."""
    places = "".join("r" if one.right else r"p{0.26\linewidth}" if one.fold else "l" for one in table.columns)
    # a row that began with a bracket or a star would be taken for an argument of the \\ before it
    rows = ["{}" + " & ".join(map(_cell, row)) + r" \\" for row in table.rows]
    lines = [
        r"\begin{table}",
        r"\centering\small",
        rf"\begin{{tabular}}{{{places}}}",
        r"\toprule",
        " & ".join([_cell(one.title) for one in table.columns]) + r" \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex_text(table.title)}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _cell(cell: Value) -> str:
    return cell if isinstance(cell, Tex) else latex_text(str(cell))


def latex_text(text: str) -> str:
    """Return a text for LaTeX: special characters escaped, mathematical ones in math mode."""
    return "".join([_character(character) for character in one_line(text, MAX_CELL)])


def _character(character: str) -> str:
    if character.isascii() or character in _TEXT:
        return _TEXT.get(character, character)
    if character in _MATH:
        return rf"\ensuremath{{{_MATH[character]}}}"
    name = unicodedata.name(character, "unnamed character").lower().replace("lamda", "lambda")
    if name.startswith("greek small letter ") and (letter := name.split(maxsplit=3)[3]) in _GREEK:
        return rf"\ensuremath{{\{letter}}}"
    plain = unicodedata.normalize("NFKC", character)
    if not plain.isascii():
        return f"[{name}]"
    escaped = "".join([_TEXT.get(letter, letter) for letter in plain])  # a full-width backslash is one of ASCII now
    if name.startswith(("superscript", "subscript", "modifier")):
        return rf"\ensuremath{{{'_' if name.startswith('subscript') else '^'}{{{escaped}}}}}"
    return escaped
