"""The site of these pages: ``sphinx-build -W docs docs/_build/html``. It needs no network, to build or to read."""

import re
from importlib import metadata
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typer.main import get_command

from adversary.cli.main import command_line

project = "Forced Mistakes"
author = copyright = "the Forced Mistakes authors"  # noqa: A001 - Sphinx asks for this name
release = metadata.version("forced-mistakes")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
myst_heading_anchors = 4
nb_execution_mode = "auto"  # notebooks are kept without output
nb_execution_raise_on_error = True
nb_execution_timeout = 300
autodoc_typehints = "none"  # the signature has them
html_theme = "furo"
html_title = f"{project} {release}"
html_static_path = ["_static"]
html_css_files = ["pictures.css"]
templates_path: list[str] = []
smartquotes = False  # "--" and "---" are labels of concepts, and options of commands


class Help(SphinxDirective):
    """``adversary COMMAND --help``, as the program prints it."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the help in a block."""
        program, *names, _ = self.content[0].split()
        command, info = get_command(command_line()), program
        for name in names:
            command, info = command.commands[name], f"{info} {name}"
        context = command.make_context(info, [], resilient_parsing=True, terminal_width=80, max_content_width=80)
        return [nodes.literal_block(text=command.get_help(context), language="none")]


def adapt(_: Sphinx, docname: str, text: list[str]) -> None:
    """Make links to folders and the README, which the site does not have, plain text."""
    here = Path(__file__).parent

    def plain(link: re.Match[str]) -> str:
        target = here / link["path"]
        return link["text"] if target.is_dir() or target.name == "README.md" else link[0]

    if (here / f"{docname}.md").exists():
        text[0] = re.sub(r"\[(?P<text>[^\]]*)\]\((?P<path>[^)#\s:]+)(#[^)\s]*)?\)", plain, text[0])


def setup(app: Sphinx) -> None:
    """Add what is our own."""
    app.add_directive("help", Help)
    app.connect("source-read", adapt)
