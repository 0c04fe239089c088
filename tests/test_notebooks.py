"""The notebooks run from the first cell to the last, and what they say is what they compute."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

pytestmark = [pytest.mark.full, pytest.mark.xdist_group("notebooks")]  # one worker runs them for all tests

NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"), key=lambda path: path.name)


def cells(path: Path, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == kind]


@pytest.fixture(scope="module")
def executed(request: pytest.FixtureRequest) -> dict[str, list[dict[str, Any]]]:
    """Run every notebook in its folder, as Jupyter does; return the outputs of each, and with --write-golden keep them."""
    nbformat = pytest.importorskip("nbformat", reason="needs nbclient and ipykernel: the extra dev")
    nbclient = pytest.importorskip("nbclient", reason="needs nbclient and ipykernel: the extra dev")
    pytest.importorskip("ipykernel", reason="needs nbclient and ipykernel: the extra dev")
    found = {}
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, 4)
        nbformat.validate(notebook)
        client = nbclient.NotebookClient(notebook, timeout=250, record_timing=False, coalesce_streams=True)
        client.execute(cwd=str(path.parent))
        if request.config.getoption("--write-golden"):
            notebook.metadata.pop("language_info", None)  # it names a version of Python
            nbformat.write(notebook, path)
        found[path.stem] = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return found


def printed(outputs: list[dict[str, Any]]) -> str:
    assert {output["output_type"] for output in outputs} == {"stream"}
    assert not [output for output in outputs if output.get("name") == "stderr"]
    return "".join(output.get("text", "") for output in outputs)


def steady(outputs: list[dict[str, Any]]) -> list[str]:
    """Return what is printed, without seconds and counts of games, and the titles of the pages that are shown."""
    text = "".join("".join(output.get("text", "")) for output in outputs)
    text = re.sub(r"[\d,]+ games?, [\d,]+ rounds", "…", re.sub(r",\d+\.\d+,", ",…,", text))
    return [re.sub(r"bubblewrap.*|limits.*", "…", text), *re.findall(r'<iframe [^>]*title="([^"]*)"', str(outputs))]


def test_they_keep_their_outputs(executed: dict[str, list[dict[str, Any]]]) -> None:
    """Kept by --write-golden: a code host shows them, and the site is built from them."""
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        kept = [output for cell in json.loads(path.read_text())["cells"] for output in cell.get("outputs", [])]
        assert len(kept) >= 6
        assert steady(kept) == steady(executed[path.stem])


def test_the_lecture_computes_what_it_says(executed: dict[str, list[dict[str, Any]]]) -> None:
    text = printed(executed["lecture"])
    assert "failed after 5 mistakes, where 4 are allowed\n" in text
    assert "textbook  0  -33/65  32/65  32/65  32/65  32/65\nstudent  0  -33/65  -1/130  -" in text
    assert "δ² = 16/65  and 1/δ² = 65/16\n" in text
    assert text.count("9 mistakes in 9 rounds; forced on everybody: 9\n") == 4
    assert "2 mistakes, but the target's norm² is 4/3, above 1\n" in text
    assert re.findall(r"^(refuted|proved): ", text, re.MULTILINE) == ["refuted", "proved", "proved"]
    rows = [line.split() for line in text.split("⌊1/δ²⌋  mistakes   ⌈1/δ²⌉\n")[1].splitlines()]
    assert rows == [
        ["1"] * 4,
        ["2/3", "1", "1", "2"],
        ["1/2", "2", "2", "2"],
        ["2/7", "3", "3", "4"],
        ["1/10", *["10"] * 3],
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_fraction_in_the_text_is_computed_with(path: Path) -> None:
    code = "\n".join(cells(path, "code"))
    prose = re.sub(r"`[^`]*`", "", "\n".join(cells(path, "markdown")), flags=re.DOTALL)
    for numerator, denominator in re.findall(r"(?<![\d/])(\d+)/(\d+)", prose):
        assert re.search(rf"{numerator}/{denominator}|Fraction\({numerator}, {denominator}\)", code)
