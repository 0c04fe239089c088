"""Results in a notebook: their tables, and below them their page in a frame."""

import html
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adversary.files import new_file, write_new
from adversary.game.result import GameResult
from adversary.grading.result import Grade
from adversary.search.attack import BY_ROUNDING, Attack
from adversary.search.counterexample import Counterexample
from adversary.views.cells import to_html
from adversary.views.game.files import counterexample_view, view_file
from adversary.views.game.view import GameView
from adversary.views.page.page import html_page
from adversary.views.stored_counterexample import Finder, attack_command, grade_command
from adversary.views.terminal.grade_table import attack_table, grade_table
from adversary.views.terminal.show import game_table
from proofs.exact.errors import InputError, one_line
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.certificates import littlestone_certificate
from proofs.solvers.dimensions import Dimensions

PAGE_SECONDS = 5.0
"""For what takes long on a page, such as weights and Littlestone dimensions; what is not there in time is left out."""

MAX_FRAMED = 4_000_000
"""Characters of a page that a notebook keeps with its cell."""

MAX_FRAMED_ROUNDS = 3_000
"""Of a game whose page a cell shows unasked; a longer one takes seconds to draw."""

MAX_DRAWN_LABELS = 50_000
"""Labels of a class whose mistake tree is looked for because a cell shows its dimensions; ``show`` does so for any."""

FRAME_HEIGHT = 760
"""Pixels."""

CERTIFY = "found.certify().write('certificate.json'), then adversary check certificate.json"
"""How a user has a certificate checked that a page has shown."""

PLAY_AGAIN = "play(…, output='game.jsonl'), then adversary check game.jsonl"
"""How a user has a game checked that has no file."""


@dataclass(frozen=True, slots=True)
class Page:
    """A self-contained HTML page. A notebook shows it in a frame; ``write`` saves it for a browser."""

    title: str
    html: str

    def __repr__(self) -> str:
        return f"<a page, {self.title!r}: .write('page.html') keeps it>"

    def write(self, path: str | Path) -> None:
        """Write the page to a file. Raises InputError if the file cannot be written."""
        write_new(path, self.html)

    def _repr_html_(self) -> str:
        """Return a frame in which only the page's own scripts run; links do not work in it."""
        if len(self.html) > MAX_FRAMED:
            size = f"{len(self.html) / 1e6:.0f} MB, is too large for a notebook"
            return _paragraph(f"The page, {size}; .show().write('page.html') keeps it for a browser.")
        style = f"width:100%;height:{FRAME_HEIGHT}px;border:0"
        source, title = html.escape(self.html), html.escape(self.title)
        return f'<iframe sandbox="allow-scripts" title="{title}" style="{style}" srcdoc="{source}"></iframe>'


def game_html(result: GameResult) -> str:
    """Return a game's tables, and its page in a frame."""
    if result.rounds > MAX_FRAMED_ROUNDS and result.recorded is not None:
        frame = _paragraph(f"The page of {result.rounds:,} rounds takes seconds to draw: .show() does it.")
    else:
        frame = _framed(lambda: game_page(result))
    return to_html(game_table(result)) + frame


def game_page(result: GameResult) -> Page:
    """Return the page of a game. Raises InputError if its trace was too long to be kept, or cannot be shown."""
    if result.recorded is None:
        raise InputError(
            f"a game of {result.rounds:,} rounds is not kept in memory: play it with output='game.jsonl', "
            "and run: adversary show game.jsonl"
        )
    how = f"adversary check {result.trace}" if result.trace else PLAY_AGAIN
    return _page(_of_file(result.recorded, "the game"), how)


def grade_html(grade: Grade) -> str:
    """Return a grade's tables, and the page of its counterexample in a frame, if there is one."""
    return to_html(grade_table(grade)) + _framed_rounds(grade.counterexample, lambda: grade_page(grade))


def grade_page(grade: Grade) -> Page:
    """Return the page of a grade's counterexample. Raises InputError if there is none."""
    if grade.counterexample is None:
        raise InputError(f"a grade without a counterexample has no page: {grade.verdict}, {grade.summary}")
    command = grade_command(grade)
    return _page(counterexample_view(grade.counterexample, "the grade", command, Budget(seconds=PAGE_SECONDS)))


def attack_html(found: Attack) -> str:
    """Return an attack's tables, and the page of its counterexample in a frame, if there is one."""
    return to_html(attack_table(found)) + _framed_rounds(found.counterexample, lambda: attack_page(found))


def attack_page(found: Attack) -> Page:
    """Return the page of an attack's counterexample. Raises InputError if there is none."""
    if found.counterexample is None:
        raise InputError(f"an attack without a counterexample has no page: {found.games:,} games were tried")
    command = attack_command(found.learner, found.bound, found.class_name, found.seed, found.lies)
    by: Finder = "rounding" if found.verdict == BY_ROUNDING else "search"
    return _page(counterexample_view(found.counterexample, "the attack", command, Budget(seconds=PAGE_SECONDS), by))


def dimensions_html(found: Dimensions) -> str:
    """Return the dimensions of a class, and the page of its mistake tree in a frame if the class is not large."""
    table = found.concept_class
    small = table.size * table.points <= MAX_DRAWN_LABELS
    known = found.littlestone is not None and found.littlestone.value is not None
    return found.table_html() + (_framed(lambda: dimensions_page(found)) if small and known else "")


def dimensions_page(found: Dimensions) -> Page:
    """Return the page of the certificate of a Littlestone dimension. Raises InputError if that is not known."""
    if found.solver is None:
        raise InputError("a page of a class needs its Littlestone dimension, and that was not asked for")
    try:
        certificate = json.dumps(littlestone_certificate(found.solver)).encode() + b"\n"
    except OutOfBudget as error:
        raise InputError(
            f"no page: the Littlestone dimension has no certificate yet, for {error} did not suffice"
        ) from None
    return _page(_of_file(certificate, "the certificate"), CERTIFY)


def _framed_rounds(found: Counterexample | None, make: Callable[[], Page]) -> str:
    """Return the page of a counterexample in a frame, if it has rounds."""
    return _framed(make) if found is not None and found.rounds else ""


def _of_file(content: bytes, called: str) -> GameView:
    """Return the view of a file with this content."""
    with new_file(None) as path:
        path.write_bytes(content)
        return view_file(path, PAGE_SECONDS, called)


def _page(found: GameView, how: str | None = None) -> Page:
    """Return the page. ``how`` says how to check it if there is no file."""
    if how is not None:
        found.data.verdict.how = one_line(how)
    return Page(found.title, html_page(found.title, found.data))


def _framed(make: Callable[[], Page]) -> str:
    """Return a page in a frame, or a sentence with the reason why there is none."""
    try:
        return make()._repr_html_()
    except InputError as error:
        return _paragraph(f"No page: {error}.")


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(one_line(text))}</p>"
