"""Texts and tables as Markdown and LaTeX, with all special characters escaped.

In Markdown a character reference such as ``&#42;`` is a text, never a mark, so that is how marks are written. The LaTeX
compiles with booktabs and amsmath.
"""

import re
import unicodedata
from collections.abc import Iterable

from adversary.views.cells import MAX_CELL, Table, Value
from proofs.exact.errors import one_line

# ------------------------------------------------------------------------------------------------ Markdown

_MARKS = str.maketrans({mark: f"&#{ord(mark)};" for mark in "\\`*_[]{}<>&#|~$^!@"})

MAX_TEXT = 400
"""Characters of a text that are kept, unless more are asked for."""


def inline(text: str, most: int = MAX_TEXT) -> str:
    """Return any text as one line of Markdown that displays exactly this text."""
    line = one_line(text, most).translate(_MARKS).replace("://", "&#58;//")
    # a list's bullet or number; an address that GitHub makes a link without any mark
    return re.sub(
        r"(?i)^[-+=:]|(?<=^[0-9])[.)]|^[0-9](?=[0-9]+[.)])|(?<=www)\.", lambda mark: f"&#{ord(mark[0])};", line
    )


def markdown_table(table: Table) -> str:
    """Return a table; nothing for one without rows."""
    lines = [f"| {' | '.join([inline(str(cell)) for cell in line])} |" for line in (table.titles, *table.rows)]
    return "\n".join([lines[0], f"|{' --- |' * len(table.columns)}", *lines[1:]]) if table.rows else ""


def code_block(lines: Iterable[str]) -> str:
    """Return lines as an indented code block of Markdown."""
    return "\n".join([f"    {one_line(line) or ' '}" for line in lines])


def paragraphs(*blocks: str) -> str:
    """Join blocks with an empty line between them, without the empty ones."""
    return "\n\n".join([block for block in blocks if block])


# ------------------------------------------------------------------------------------------------ LaTeX

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


class Tex(str):
    """LaTeX in a cell or a title, which ``latex_table`` takes as it is."""

    __slots__ = ()


def latex_table(table: Table) -> str:
    """Return a table for booktabs, with its title as the caption."""
    places = "".join("r" if each.right else "l" if each.title else r"p{0.26\linewidth}" for each in table.columns)
    # a row that began with a bracket or a star would be taken for an argument of the \\ before it
    rows = ["{}" + " & ".join(map(_cell, row)) + r" \\" for row in table.rows]
    lines = [
        r"\begin{table}",
        r"\centering\small",
        rf"\begin{{tabular}}{{{places}}}",
        r"\toprule",
        " & ".join([_cell(column.title) for column in table.columns]) + r" \\",
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
