"""The README and the pages of docs/: their blocks, links and headings, for the tests of what they show."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from conftest import ROOT

DOCS = ROOT / "docs"

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", *sorted(f"docs/{path.name}" for path in DOCS.glob("*.md"))]
"""Every document, named from the top of the tree."""


@dataclass(frozen=True)
class Command:
    """A command of a console block: as it is shown, and what is shown below it."""

    line: str
    output: str


NOTEBOOKS = sorted(f"docs/{path.name}" for path in DOCS.glob("*.ipynb"))


def text_of(page: str) -> str:
    """Return a document's text; of a notebook its Markdown."""
    text = (ROOT / page).read_text()
    if not page.endswith(".ipynb"):
        return text
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language, without their fences."""
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    return [dedent(block) for block in found]


def commands(page: str) -> list[Command]:
    """Return the commands of a page's console blocks, in order."""
    entries = [
        entry
        for block in blocks(text_of(page), "console")
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]
    return [Command(*entry.partition("\n")[::2]) for entry in entries]


def steady(output: str) -> str:
    """Return output without the seconds that it took, and without the sandbox and the Rocq that this machine has."""
    output = re.sub(r"by Rocq [\w.+]+", "by Rocq …", output)
    output = re.sub(r"^( *)ran in .*(\n +.*)*", r"\1ran in …", output, flags=re.MULTILINE)
    return re.sub(r"\d+\.\d( s)?$", "…", output, flags=re.MULTILINE)


def is_shown(printed: str, shown: str) -> bool:
    """Say whether this is what is shown, where a line ``…`` stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…\n" else re.escape(line) for line in steady(shown).splitlines(keepends=True)
    )
    return re.fullmatch(pattern, steady(printed)) is not None


def prose(text: str) -> str:
    """Return a page without its code, in which brackets link to nothing."""
    return re.sub(r"`[^`\n]+`", "``", re.sub(r"^ *(`{3,}).*?^ *\1$", "", text, flags=re.DOTALL | re.MULTILINE))


def links(page: str) -> Iterator[str]:
    """Yield the targets of a page's links and pictures."""
    text = prose(text_of(page))
    yield from re.findall(r"\]\(<?([^()\s>]+)>?\)", text)
    yield from re.findall(r'(?:src|href)="([^"]+)"', text)


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them. The site has these, too, and more."""
    text = path.read_text()
    found: set[str] = set(re.findall(r'<a id="([^"]+)">', text))  # what a heading was called before
    text = re.sub(r"^ *(`{3,}).*?^ *\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ +(.+)$", text, re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        same = sum(slug == other or re.fullmatch(rf"{re.escape(slug)}-\d+", other) is not None for other in found)
        found.add(f"{slug}-{same}" if same else slug)
    return found
