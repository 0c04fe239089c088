"""The site of these pages: ``sphinx-build -W docs docs/_build/html``. It needs no network, to build or to read."""

import re
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

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


def adapt(_: Sphinx, docname: str, text: list[str]) -> None:
    """Make links to folders and to pages outside this one, which the site does not have, plain text."""
    here = Path(__file__).parent

    def plain(link: re.Match[str]) -> str:
        target = here / link["path"]
        outside = target.suffix == ".md" and target.resolve().parent != here
        return link["text"] if target.is_dir() or outside else link[0]

    if (here / f"{docname}.md").exists():
        text[0] = re.sub(r"\[(?P<text>[^\]]*)\]\((?P<path>[^)#\s:]+)(#[^)\s]*)?\)", plain, text[0])


def setup(app: Sphinx) -> None:
    """Add what is our own."""
    app.connect("source-read", adapt)
