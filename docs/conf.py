"""The site of these pages: ``sphinx-build -W docs docs/_build/html``. It needs no network, to build or to read."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
html_js_files = [("site.js", {"defer": "defer"})]
templates_path: list[str] = []
smartquotes = False  # "--" and "---" are labels of concepts, and options of commands

OF_THE_ROOT = {
    "../README.md#install": "install",
    "../CONTRIBUTING.md": "contributing",
    "../SECURITY.md": "security",
    "../CHANGELOG.md": "changes",
}
"""What stands above this folder and is a page of the site; here its file has only a link to it."""

MOVED = {
    "adversaries": "extend",
    "api": "reference",
    "atlas": "classes",
    "challenge": "tutorial-learner",
    "commands": "reference",
    "compatibility": "questions",
    "dimensions": "classes",
    "grading-a-course": "grading",
    "finite-format": "formats",
    "formal": "proofs",
    "formal#files-that-no-theorem-covers": "proofs#a-theorem-about-your-file",
    "formal#main-results": "proofs#what-rocq-has-checked",
    "formal#what-is-trusted": "proofs#what-rocq-rests-on",
    "json": "formats",
    "learners": "extend",
    "margin-format": "formats",
    "pages": "gallery",
    "research": "bounds",
    "sandbox": "grading-reference#the-sandbox",
    "theory": "proofs",
    "theory#balanced-winnow-on-the-hadamard-rows": "margin-proofs#balanced-winnow-on-the-hadamard-rows",
    "theory#finite-classes": "finite-proofs",
    "theory#halfspaces-with-a-margin": "margin-proofs#halfspaces-with-a-margin",
    "theory#inequalities-between-the-models": "finite-proofs#inequalities-between-the-models",
    "theory#other-models": "finite-proofs",
    "theory#span-learners": "margin-proofs#span-learners",
    "theory#the-hinge-game-reaches-its-bound": "margin-proofs#orthogonal-points",
    "theory#the-perceptrons-own-worst-case": "margin-proofs#the-perceptrons-own-worst-case",
    "theory#the-randomized-margin-game": "margin-proofs#the-randomized-margin-game",
    "theory#the-value-of-a-game-with-lies": "finite-proofs#lies",
    "theory#the-value-of-an-announced-order": "finite-proofs#announced-orders",
    "tools": "extend",
    "tournament-files": "formats",
    "tournaments": "bounds",
    "trace-format": "formats",
    "troubleshooting": "questions",
}
"""Pages of earlier versions, and where their content is; with # a section that went elsewhere than its page did."""

FRAME = r"<!-- (challenge|game|report) (.+) -->"
"""Where the site has a page in a frame, and a reader of the file nothing: a game to play, one that was played, a grade.

The words behind are those of ``adversary play``, and for a report those of ``adversary grade``.
"""

TITLES = {
    "challenge": "A game to play: you are the learner",
    "game": "A game, round by round",
    "report": "What a grade writes: a report, or the table of a folder",
}

LINK = r"\[(?P<text>[^\]]*)\]\((?P<path>[^)#\s:]+)(?P<part>#[^)\s]*)?\)"


def of_the_root(place: str) -> str:
    """Return a file above this folder, or a section of it, with links that are right here."""
    name, _, part = place.partition("#")
    text = (Path(__file__).parent / name).read_text()
    if part:
        found = re.search(rf"^#(# {part}\n.*?)(?:^## |\Z)", text, re.DOTALL | re.MULTILINE | re.IGNORECASE)
        if found is None:
            raise ValueError(f"{name} has no section that is called {part}")
        text = found[1]
    return re.sub(LINK, seen_from_here, text)


def seen_from_here(link: re.Match[str]) -> str:
    """Return a link of a file above this folder as it is written in this folder."""
    path = link["path"].removeprefix("docs/")
    return f"[{link['text']}]({path if path != link['path'] else f'../{path}'}{link['part'] or ''})"


def adapt(_: Sphinx, docname: str, text: list[str]) -> None:
    """Make links to what the site does not have plain text; add games, and what is made from the program."""
    here = Path(__file__).parent

    def plain(link: re.Match[str]) -> str:
        whole = link["path"] + (link["part"] or "")
        for place, page in OF_THE_ROOT.items():
            if whole == place or link["path"] == place:
                return f"[{link['text']}]({page}.md{'' if whole == place else link['part']})"
        target = here / link["path"]
        outside = target.suffix == ".md" and target.resolve().parent != here
        return link["text"] if target.is_dir() or outside else link[0]

    if (here / f"{docname}.md").exists():
        for place, page in OF_THE_ROOT.items():
            text[0] = of_the_root(place) if page == docname else text[0]
        text[0] = re.sub(FRAME, framed, re.sub(LINK, plain, expand(text[0])))


def framed(found: re.Match[str]) -> str:
    """Return the frame of a page."""
    return f'<iframe class="{found[1]}" title="{TITLES[found[1]]}" src="{page_of(*found.groups())}"></iframe>'


def page_of(kind: str, words: str) -> str:
    """Return what the page in a frame is called. A report is one of several pages, in a folder."""
    name = f"{kind}-{re.sub(r'[^a-z0-9]+', '-', words.lower()).strip('-')}"
    submission = Path(shlex.split(words)[0])
    report = f"/{submission.stem if submission.suffix else 'index'}" if kind == "report" else ""
    return f"{name}{report}.html"


def write_page(kind: str, words: str, page: Path) -> None:
    """Write the page in a frame, and nothing of an earlier build beside it. A report has a folder of its own.

    Raises:
        RuntimeError: a command fails, with what it says. Its exit code is also 1 of a game that proves less than it
            claims, and of a failed grade.

    """
    here, said = Path(__file__).parent, ""
    page.unlink(missing_ok=True)
    if kind == "report" and page.parent.exists():
        shutil.rmtree(page.parent)
    with TemporaryDirectory() as folder:
        trace = f"{folder}/game.jsonl"
        commands = {
            "challenge": [["play", "--me", *shlex.split(words), "-o", str(page)]],
            "game": [["play", *shlex.split(words), "-o", trace], ["show", trace, "-o", str(page)]],
            "report": [["grade", *shlex.split(words), "-o", f"{page.parent}/"]],
        }
        for command in commands[kind]:
            called = [sys.executable, "-m", "adversary", *command, "--quiet"]
            ran = subprocess.run(called, cwd=here.parent, check=False, capture_output=True, text=True)
            said += ran.stderr
            if ran.returncode not in (0, 1):
                break
    if ran.returncode not in (0, 1) or not page.exists():
        raise RuntimeError(f"no page of {kind} {words}: exit code {ran.returncode}\n{said}")


def finish(app: Sphinx, error: Exception | None) -> None:
    """Write the pages in frames, and lead from each earlier address to the page of today."""
    if error or app.builder.format != "html":
        return
    here, site = Path(__file__).parent, Path(app.outdir)
    for kind, words in {frame for page in here.glob("*.md") for frame in re.findall(FRAME, page.read_text())}:
        write_page(kind, words, site / page_of(kind, words))
    for old in MOVED:
        if "#" not in old:
            (site / f"{old}.html").write_text(moved(old))


def moved(old: str) -> str:
    """Return a page that leads from an earlier address, and from each section of it, to where its content is."""
    page, _, section = MOVED[old].partition("#")
    page = f"{page}.html"
    parts = {
        one.removeprefix(old): re.sub("(#|$)", r".html\1", new, count=1)
        for one, new in MOVED.items()
        if one.startswith(f"{old}#")
    }
    by_default = f'"{page}" + (location.hash || "#{section}")' if section else f'"{page}" + location.hash'
    script = f"location.replace({json.dumps(parts)}[location.hash] ?? {by_default})"
    refresh = f'<noscript><meta http-equiv="refresh" content="0; url={page}"></noscript>'
    head = f'<meta charset="utf-8"><title>Moved</title><script>{script}</script>{refresh}'
    return f'<!DOCTYPE html>{head}<p><a href="{page}">This page has moved.</a></p>\n'


def rank_captions(_: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Say of the captions above the list of pages, which are headings, of which level they are."""
    heading = 'role="heading"'
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace(heading, f'{heading} aria-level="2"')


def setup(app: Sphinx) -> None:
    """Add what is our own."""
    app.connect("source-read", adapt)
    app.connect("html-page-context", rank_captions, priority=900)  # after the theme has made the list
    app.connect("build-finished", finish)
