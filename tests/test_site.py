"""The documentation hangs together without a network: links and anchors, the table of contents, the built site."""

import re
from urllib.parse import urlsplit

import pytest
from conftest import ROOT
from documents import DOCS, NOTEBOOKS, PAGES, anchors, links, text_of

from adversary.cli.main import COMMANDS
from proofs.formal.theorems import theorems


@pytest.mark.parametrize("page", [*PAGES, *NOTEBOOKS])
def test_links_lead_somewhere(page: str) -> None:
    for link in links(page):
        parts = urlsplit(link)
        if parts.scheme:  # of the world outside only the syntax is looked at
            assert parts.scheme in {"https", "mailto"}, link
            assert parts.scheme == "mailto" or "." in parts.netloc, link
            continue
        target = (ROOT / page).parent / parts.path if parts.path else ROOT / page
        assert target.exists(), link
        assert target.resolve().is_relative_to(ROOT), link
        if parts.fragment:
            assert parts.fragment in anchors(target), link


def test_the_table_of_contents_has_every_page_once() -> None:
    listed = re.findall(r"^```{toctree}\n(.*?)^```$", text_of("docs/index.md"), re.DOTALL | re.MULTILINE)
    entries = [line for block in listed for line in block.splitlines() if line and not line.startswith(":")]
    files = [*DOCS.glob("*.md"), *DOCS.glob("*.ipynb")]
    found = [path.stem for entry in entries for path in files if path.match(f"{entry}.*")]
    assert sorted(found) == sorted(path.stem for path in files if path.stem != "index")


def test_every_command_has_its_help() -> None:
    shown = re.findall(r"^adversary ([\w-]+) --help$", text_of("docs/commands.md"), re.MULTILINE)
    assert sorted(shown) == sorted(name for name, *_ in COMMANDS)


@pytest.mark.parametrize("page", ["docs/theory.md", "docs/gallery.md"])
def test_theorems_that_are_named_are_proved(page: str) -> None:
    named = set(re.findall(r"`(\w+_\w+)`", text_of(page)))
    assert len(named) >= 7
    assert named <= theorems().keys()


def test_every_picture_is_shown() -> None:
    shown = {(ROOT / page).parent / link for page in PAGES for link in links(page) if "images/" in link}
    assert shown == set((DOCS / "images").iterdir())


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").splitlines()) < 150
