"""Arguments as LaTeX: a fragment that compiles with amsmath, whatever characters a statement is written in."""

import unicodedata
from collections.abc import Iterable

from adversary.report.cells import LONGEST_CELL
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
                lines += [
                    rf"\item {latex_text(step.says)} \[ {one_line(step.latex(), LONGEST_CELL)} \]" for step in steps
                ]
                lines.append(r"\end{enumerate}")
    return "\n".join(lines) + "\n"


def latex_text(text: str) -> str:
    """Return a text for LaTeX: special characters escaped, mathematical ones in math mode."""
    return "".join([_character(character) for character in one_line(text, LONGEST_CELL)])


def _character(character: str) -> str:
    if character in _TEXT:
        return _TEXT[character]
    if character.isascii():
        return character
    if character in _MATH:
        return rf"\ensuremath{{{_MATH[character]}}}"
    name = unicodedata.name(character, "").split()
    if name[:3] == ["GREEK", "SMALL", "LETTER"] and name[-1] != "OMICRON":
        return rf"\ensuremath{{\{name[-1].lower().replace('lamda', 'lambda')}}}"
    plain = unicodedata.normalize("NFKC", character)
    if name and name[0] in ("SUPERSCRIPT", "SUBSCRIPT", "MODIFIER") and plain.isascii():
        return rf"\ensuremath{{{'_' if name[0] == 'SUBSCRIPT' else '^'}{{{plain}}}}}"
    return plain if plain.isascii() else f"[{unicodedata.name(character, 'unnamed character').lower()}]"
