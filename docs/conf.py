"""The site of these pages: ``sphinx-build -W docs docs/_build/html``. It needs no network, to build or to read."""

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
from made import expand  # from here

project = "Forced Mistakes"
author = copyright = "the Forced Mistakes authors"  # noqa: A001 - Sphinx asks for this name
release = metadata.version("forced-mistakes")

extensions = ["myst_nb"]
exclude_patterns = ["_build"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks keep their outputs, which a test compares
html_theme = "furo"
html_title = f"{project} {release}"
html_static_path = ["_static"]
html_css_files = ["pictures.css"]
templates_path: list[str] = []
smartquotes = False  # "--" and "---" are labels of concepts, and options of commands

MOVED = {
    "api": "reference",
    "commands": "reference",
    "grading-a-course": "grading",
    "sandbox": "grading-reference",
}
"""Pages of earlier versions, and where their content is."""

CHALLENGE = r"<!-- challenge (\S+) -->"
"""Where the site has a game to play, on a class, and a reader of the file nothing."""


def adapt(_: Sphinx, docname: str, text: list[str]) -> None:
    """Make links to what the site does not have plain text; add games, and what is made from the program."""
    here = Path(__file__).parent

    def plain(link: re.Match[str]) -> str:
        target = here / link["path"]
        outside = target.suffix == ".md" and target.resolve().parent != here
        return link["text"] if target.is_dir() or outside else link[0]

    if (here / f"{docname}.md").exists():
        text[0] = re.sub(r"\[(?P<text>[^\]]*)\]\((?P<path>[^)#\s:]+)(#[^)\s]*)?\)", plain, expand(text[0]))
        frame = '<iframe class="challenge" title="A game to play: you are the learner" src="challenge.html"></iframe>'
        text[0] = re.sub(CHALLENGE, frame, text[0])


def finish(app: Sphinx, error: Exception | None) -> None:
    """Write the game that pages show, and lead from each earlier address to the page of today."""
    if error or app.builder.format != "html":
        return
    here, site = Path(__file__).parent, Path(app.outdir)
    for name in {name for page in here.glob("*.md") for name in re.findall(CHALLENGE, page.read_text())}:
        challenge = ["play", "--me", "--class", name, "-o", str(site / "challenge.html"), "--quiet"]
        subprocess.run([sys.executable, "-m", "adversary", *challenge], check=True)
    for old, new in MOVED.items():
        head = f'<meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url={new}.html">'
        (site / f"{old}.html").write_text(
            f'<!DOCTYPE html>{head}<p><a href="{new}.html">This page has moved.</a></p>\n'
        )


def setup(app: Sphinx) -> None:
    """Add what is our own."""
    app.connect("source-read", adapt)
    app.connect("build-finished", finish)
