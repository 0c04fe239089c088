"""The documentation hangs together without a network: links and anchors, the table of contents, the built site."""

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from importlib import resources
from pathlib import Path
from pkgutil import resolve_name
from urllib.parse import urlsplit

import pytest
from browser import Browser
from conftest import ROOT, Ran
from documents import DOCS, NOTEBOOKS, PAGES, anchors, links, text_of
from made import expand, listed

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
    assert len(found) < 36


def test_what_has_moved_is_where_its_old_address_leads() -> None:
    pytest.importorskip("sphinx", reason="needs sphinx: the extra docs")
    from conf import MOVED, moved

    for old, new in MOVED.items():
        page, _, part = new.partition("#")
        assert not (DOCS / f"{old}.md").exists(), old
        assert old.partition("#")[0] in MOVED, old
        assert not part or part in anchors(DOCS / f"{page}.md"), new
        assert (DOCS / f"{page}.md").exists(), new
    assert '"#the-randomized-margin-game": "margin-proofs.html#the-randomized-margin-game"' in moved("theory")
    assert '"#finite-classes": "finite-proofs.html"' in moved("theory")
    assert 'replace({}[location.hash] ?? "gallery.html" + location.hash)' in moved("pages")


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "words", "says"),
    [
        ("report", "nowhere.py --as perceptron", "there is no file"),
        ("game", "perceptron --margin 0", "the margin should be above 0"),
        ("challenge", "--margin 1/1000", "a challenge has at most 1,000 rounds"),
    ],
)
def test_a_page_that_cannot_be_written_ends_the_build_and_leaves_no_older_one(
    kind: str, words: str, says: str, tmp_path: Path
) -> None:
    pytest.importorskip("sphinx", reason="needs sphinx: the extra docs")
    from conf import page_of, write_page

    page = tmp_path / page_of(kind, words)
    page.parent.mkdir(exist_ok=True)
    older = [page, page.with_name("older.html")] if kind == "report" else [page]
    for path in older:
        path.write_text("of an earlier build")
    with pytest.raises(RuntimeError, match=says):
        write_page(kind, words, page)
    assert not any(path.exists() for path in older)


def test_the_reference_has_every_command() -> None:
    page = text_of("docs/reference.md")
    assert sorted(listed(page, "commands")) == sorted(COMMANDS)
    made = expand(page)
    assert "```{" not in made
    assert re.findall(r"^### (\w+)$", made, re.MULTILINE) == listed(page, "commands")
    assert re.findall(r"^### `(\S+)`$", made, re.MULTILINE) == listed(page, "names")
    assert "\nUsage: adversary grade [OPTIONS] " in made
    assert "\ndef play(\n    learner: " in made


def test_the_page_on_formats_has_every_schema_with_links_that_lead_somewhere() -> None:
    from adversary.views.schemas import schemas

    page = text_of("docs/formats.md")
    assert sorted(listed(page, "keys")) == sorted(schemas())
    made = expand(page)
    assert "```{" not in made
    for schema in re.findall(r"\]\((schemas/.*?)\)", made):
        assert (DOCS / schema).exists()


def test_the_python_reference_has_every_public_name() -> None:
    """A public name is one in an ``__all__``, except those of our own settings."""
    objects = [resolve_name(name) for name in listed(text_of("docs/reference.md"), "names")]
    files = [path for package in ("adversary", "learners", "proofs") for path in (ROOT / package).rglob("*.py")]
    homes = [path.relative_to(ROOT).with_suffix("") for path in files if "\n__all__ = " in path.read_text()]
    public = {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in (importlib.import_module(".".join(home.parts).removesuffix(".__init__")) for home in homes)
        for name in module.__all__
        if module.__name__ != "proofs.settings" and name != "trees"  # a module, whose names are there
    }
    assert len(public) >= 12
    assert [name for name, value in public.items() if value not in objects] == []


def test_the_tables_have_every_registered_thing(adversary: Callable[..., Ran]) -> None:
    made = expand(text_of("docs/extend.md")) + expand(text_of("docs/classes.md"))
    rows = re.findall(r"^\| ([\w-]+) \| ", made, re.MULTILINE)
    cards = adversary("list", "--json").json
    assert {card["name"] for kind in ("learners", "adversaries", "classes") for card in cards[kind]} <= {*rows}


@pytest.mark.full
def test_the_table_of_the_atlas_is_what_the_atlas_finds() -> None:
    from adversary import atlas

    made = expand(text_of("docs/classes.md")).replace("\\", "")
    rows = re.findall(r"^\| (\w+ - \w+) \| (\S+) \| (\d+) \| ([01 ]+) \|$", made, re.MULTILINE)
    assert len(rows) == 9
    for difference, most, many, concepts in rows:
        found = atlas(4, largest=difference, limit="classes=1").to_dict()
        [smallest] = found["smallest"]
        assert (str(found["value"]), str(found["attained"]), " ".join(smallest["concepts"])) == (most, many, concepts)


def test_each_source_of_a_registered_thing_is_in_the_bibliography(adversary: Callable[..., Ran]) -> None:
    entries = [" ".join(entry.split()) for entry in text_of("docs/glossary.md").split("\n- ")]
    cards = adversary("list", "--json").json
    sources = [card["source"] or "" for kind in ("learners", "adversaries", "classes") for card in cards[kind]]
    cited = {part for source in sources for part in source.split(";") if re.search(r"\b(?:18|19|20)\d\d\b", part)}
    assert len(cited) > 20
    for part in cited:
        names, years = re.findall(r"\b[A-Z][a-z]+", part), re.findall(r"\b(?:18|19|20)\d\d\b", part)
        assert any(years[-1] in entry and any(name in entry for name in names) for entry in entries), part


def test_the_page_of_a_term_has_it() -> None:
    rows = re.findall(
        r"^\| \*\*(.+?)[,*].* \| \[.+\]\((\S+?\.md)(?:#\S+)?\) \|$", text_of("docs/glossary.md"), re.MULTILINE
    )
    assert len(rows) >= 60
    without = [(term, page) for term, page in rows if term.lower() not in expand(text_of(f"docs/{page}")).lower()]
    assert without == []


@pytest.mark.full
def test_the_site_shows_dashes_and_quotation_marks_as_they_are(tmp_path: Path) -> None:
    """``--`` and ``---`` are labels of concepts: a page in which they become dashes has other witnesses."""
    pytest.importorskip("myst_nb", reason="needs sphinx: the extra docs")
    pages = ("claims.md", "finite-proofs.md")
    for file in ("conf.py", "made.py", *pages):
        shutil.copy(DOCS / file, tmp_path)
    arguments = ["-q", "-D", "root_doc=claims", "-D", "html_static_path=", "-D", "html_theme=basic", ".", "html"]
    ran = subprocess.run([sys.executable, "-m", "sphinx", *arguments], cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    for page in pages:
        written, built = (
            expand((tmp_path / page).read_text()),
            (tmp_path / "html" / page).with_suffix(".html").read_text(),
        )
        text = unescape(re.sub(r"<[^>]*>", "", built.partition('class="body"')[2]))
        for mark in "–—“”…":
            assert text.count(mark) <= unescape(written).count(mark), (page, mark)
    assert "C is +++, ++-, +--, ---;" in unescape((tmp_path / "html" / "claims.html").read_text())


def test_the_page_on_rocq_has_every_theorem() -> None:
    page = text_of("docs/proofs.md")
    made = expand("```{theorems}\n" + "\n".join(listed(page, "theorems")) + "\n```\n")
    shown = re.findall(r"^\| `(\w+)`(, with axioms)? \|", made, re.MULTILINE)
    assert {name: bool(axioms) for name, axioms in shown} == {
        one.name: bool(one.assumptions) for one in theorems().values()
    }
    assert {one.file.partition("/")[0] for one in theorems().values() if one.assumptions} == {"reals"}  # as it says


NAMES_OF_OTHERS = {
    *("Q_scope", "R_scope", "sig_forall_dec", "sig_not_dec", "functional_extensionality_dep"),
    *("novikoff_bound_is_sharp", "novikoff_mistake_bound", "optimal_mistake_bound_eq_ldim"),
    "margin_squared",
}
"""What the pages on proofs write like a theorem: names in Rocq's library, theorems elsewhere, a key of a file."""


@pytest.mark.parametrize("page", ["proofs", "margin-proofs", "finite-proofs", "gallery"])
def test_theorems_that_are_named_are_proved(page: str) -> None:
    named = set(re.findall(r"`(\w+_\w+)`", text_of(f"docs/{page}.md"))) - NAMES_OF_OTHERS
    assert len(named) >= 7
    assert named <= theorems().keys()


def test_every_picture_is_shown() -> None:
    shown = {(ROOT / page).parent / link for page in PAGES for link in links(page) if "images/" in link}
    assert shown == set((DOCS / "images").iterdir())


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").splitlines()) < 150


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site."""
    for extra in ("myst_nb", "furo", "axe_playwright_python"):
        pytest.importorskip(extra, reason="needs the extras dev and docs")
    folder = tmp_path_factory.mktemp("site")
    arguments = ["-q", "-W", "--keep-going", "-d", str(folder / "trees"), str(DOCS), str(folder / "site")]
    built = subprocess.run([sys.executable, "-m", "sphinx", *arguments], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder / "site"


@pytest.mark.full
@pytest.mark.parametrize("page", [Path(page).stem for page in (*PAGES, *NOTEBOOKS) if page.startswith("docs/")])
def test_every_page_of_the_site_can_be_read_by_everybody(page: str, site: Path, chromium: Browser) -> None:
    """On a phone, light and dark. Rows of a table, and lines of code, look alike, so that few of them need a look."""
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    alone = {"iframes": False, "preload": False}  # what is in frames has tests of its own, and nothing is fetched again
    with chromium.open(site / f"{page}.html", 390, site=site) as opened:
        opened.page.evaluate(axe)
        opened.page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
        opened.page.wait_for_timeout(100)  # in which they open
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert opened.serious(runOnly=["scrollable-region-focusable"], **alone) == []
        opened.page.evaluate(
            "document.querySelectorAll('tr:nth-child(n+4), pre > :nth-child(n+20), section > section:nth-of-type(n+12)')"
            ".forEach((part) => part.remove())"
        )
        assert opened.serious(runOnly=["wcag2a", "wcag2aa"], **alone) == []
        opened.page.emulate_media(color_scheme="dark")
        assert opened.serious(runOnly=["color-contrast"], **alone) == []
