"""What the README and docs/ show is what the program does: their commands, Python, pictures and quoted files."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, Ran
from documents import DOCS, PAGES, blocks, commands, is_shown, steady, text_of

NOT_RUN = {
    ("README.md", "python3 -m venv .venv && .venv/bin/pip install -q '.[dev]' && .venv/bin/pytest -q"): (
        "it runs these tests; .ci/run does it"
    ),
    ("CONTRIBUTING.md", "pytest tests/proofs/formats/test_trace.py --write-golden"): "it changes the tests",
    ("CONTRIBUTING.md", "python -m proofs.formal.audit"): "it compiles all theorems, and writes into the sources",
    ("CONTRIBUTING.md", 'pytest tests/test_docs.py tests/test_site.py -m "" --write-golden'): "it changes the pictures",
}
"""The commands that are not run here, each with the reason."""

SHELLS_OWN = set("|&;<>$`*?[]{}~#!\n")
"""Characters that a shell reads in a way of its own, where they are not quoted."""

PROGRAMS = {"adversary": "-m adversary", "python": "", "pytest": "-m pytest"}


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the programs that pages call, as this Python has them."""
    folder = tmp_path_factory.mktemp("programs")
    for name, arguments in PROGRAMS.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def marks(page: str) -> list[pytest.MarkDecorator]:
    """Return what a page needs."""
    return [pytest.mark.rocq] if any("--rocq" in command.line for command in commands(page)) else []


@pytest.mark.full
@pytest.mark.timeout(1_200)  # some pages play a hundred games
@pytest.mark.parametrize("page", [pytest.param(page, marks=marks(page)) for page in PAGES if commands(page)])
def test_the_commands_print_what_is_shown(
    page: str, programs: Path, adversary: Callable[..., Ran], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The commands of a page run in order, in one folder with a copy of examples/."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    surroundings = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}

    def run(line: str) -> Ran:
        """Run it in a shell; in this process if it is ours and means nothing to a shell, for to start one takes long."""
        if line.startswith("adversary ") and not set(line) & SHELLS_OWN:
            return adversary(*shlex.split(line)[1:])
        done = subprocess.run(
            line, shell=True, cwd=tmp_path, capture_output=True, text=True, env=surroundings, check=False
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    for command in commands(page):
        if (page, command.line) in NOT_RUN:
            continue
        runnable = command.line.rpartition(".venv/bin/")[2]  # what comes before installs, and .ci/run runs it
        done = run(runnable)
        assert re.sub(r"note: this took [\d.]+ s\n", "", done.err) == "", command.line
        assert done.code in {0, 1}, command.line
        if not is_shown(done.out, command.output):
            assert steady(done.out) == steady(command.output), command.line
    for picture in pictures(page):
        drawn, kept = tmp_path / Path(picture).name, (ROOT / page).parent / picture
        if request.config.getoption("--write-golden"):
            shutil.copyfile(drawn, kept)
        assert same_picture(drawn.read_bytes(), kept.read_bytes()), f"{page}: {picture} is not what its command draws"


def pictures(page: str) -> list[str]:
    """Return the pictures of a page that its commands draw; what leads to another page is a thumbnail of that page."""
    return re.findall(r"^!\[[^]]*\]\(((?:docs/)?images/[^/)]+)\)$", text_of(page), re.MULTILINE)


def test_every_picture_is_drawn_by_a_page() -> None:
    drawn = {Path(picture).name for page in PAGES if commands(page) for picture in pictures(page)}
    assert drawn == {file.name for file in (DOCS / "images").iterdir()}


def same_picture(drawn: bytes, kept: bytes) -> bool:
    """Say whether two pictures are the same file; of what another version of matplotlib drew, whether texts are."""
    versions = [re.findall(rb"Matplotlib v[\d.]+", picture) for picture in (drawn, kept)]
    return drawn == kept or (all(versions) and versions[0] != versions[1] and texts(drawn) == texts(kept))


def texts(picture: bytes) -> list[str]:
    """Return the texts in an SVG."""
    drawn = ET.fromstring(picture)  # noqa: S314 - our own
    return sorted("".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text"))


def test_what_is_not_run_is_still_shown() -> None:
    assert {(page, command.line) for page in PAGES for command in commands(page)} >= NOT_RUN.keys()


def test_commands_are_found_and_show_something() -> None:
    shown = {page: [command for command in commands(page) if command.output.strip(" …\n")] for page in PAGES}
    assert len(shown["README.md"]) >= 4
    assert sum(len(found) for found in shown.values()) >= 30
    for page in PAGES:  # nobody would run a dollar that is no command, or another kind of block
        assert not blocks(text_of(page), "(?:sh|bash|shell|shell-session)"), page
        assert len(commands(page)) == len(re.findall(r"^\$ ", text_of(page), re.MULTILINE)), page


@pytest.mark.full
@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in text_of(page)])
def test_the_python_examples_print_what_is_shown(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    shown = "\n".join(blocks(text_of(page), "python"))  # docstrings are blocks of text
    examples = doctest.DocTestParser().get_doctest(shown, {}, page, page, 0)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.DocTestRunner(optionflags=flags).run(examples) == (0, len(examples.examples))


@pytest.mark.parametrize("page", PAGES)
def test_python_that_is_shown_without_output_is_python(page: str) -> None:
    for block in blocks(text_of(page), "python"):
        if not block.startswith(">>> "):
            compile(block, page, "exec")


@pytest.mark.parametrize(
    ("page", "file"),
    [
        ("tutorial.md", "broken/fades.py"),
        ("extend.md", "my_adversary.py"),
        ("extend.md", "my_learner.py"),
        ("grading-reference.md", "one_lie.toml"),
        ("classes.md", "my_class.csv"),
        ("tutorial-learner.md", "student_halving.py"),
        ("tutorial-classes.md", "my_class.csv"),
    ],
)
def test_a_file_that_is_shown_is_the_file(page: str, file: str) -> None:
    shown = blocks((DOCS / page).read_text(), "(?:python|toml|text)")
    assert any((ROOT / "examples" / file).read_text().endswith(block) for block in shown if len(block) > 150)


@pytest.mark.parametrize(("page", "files"), [("formats.md", 6), ("finite-proofs.md", 2)])
def test_the_files_on_a_page_are_valid(page: str, files: int, tmp_path: Path) -> None:
    from adversary.game.judge import judge_file

    shown = [block for block in blocks((DOCS / page).read_text(), "json") if block.startswith('{"format"')]
    assert len(shown) == files
    for text in shown:
        (tmp_path / "shown.jsonl").write_text(text)
        assert judge_file(tmp_path / "shown.jsonl").valid


def test_the_citation_has_this_version() -> None:
    project = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    cited = re.search(r"^version: (.*)\ndate-released: (.*)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    changed = re.findall(r"^## (\S+) \((.*)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert project is not None
    assert cited is not None
    assert project[1] == cited[1]
    assert cited.groups() == changed[0]
    page = (ROOT / "docs" / "questions.md").read_text()
    assert re.search(r"version = \{(.*)\},\n +date    = \{(.*)\}", page, re.MULTILINE).groups() == changed[0]  # type: ignore[union-attr]
