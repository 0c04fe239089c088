"""The figures of how costs grow, from what was measured; benchmarks/growth.py measures."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # its programs are no package

from growth import GROWTHS, Growth, Measured, drawn, fitted, read, table

FIGURES = ROOT / "benchmarks" / "figures"

LINEAR = [Measured(10, (0.6, 0.51)), Measured(100, (0.6,)), Measured(1_000, (1.5,)), Measured(10_000, (10.5,))]
"""Half a loop, and 1/1000 for each."""


def texts(svg: bytes) -> list[str]:
    """Return the texts of a figure: its legend, with what was fitted, and the numbers at its axes."""
    return [text.strip() for text in ET.fromstring(svg).itertext() if text.strip() and "atplotlib" not in text]  # noqa: S314 - our own


def measured(growth: Growth) -> dict[str, list[Measured]]:
    return read(FIGURES / f"{growth.file}.json")


def test_a_fit_has_a_start_and_a_slope() -> None:
    assert fitted(LINEAR) == pytest.approx((0.5, 1e-3, 1), rel=1e-3)
    assert fitted(LINEAR[::-1]) == pytest.approx((0.5, 1e-3, 1), rel=1e-3)
    assert fitted(LINEAR).loops(10**7) == pytest.approx(10_000, rel=1e-2)
    squares = fitted([Measured(n, (3.0 * n * n,)) for n in (2, 8, 30, 100)])
    assert (squares.slope, squares.loops(1_000)) == pytest.approx((2, 3e6), rel=1e-2)


@pytest.mark.full
@pytest.mark.parametrize("growth", GROWTHS, ids=lambda growth: growth.file)
def test_the_figures_show_what_was_measured(growth: Growth) -> None:
    found = measured(growth)
    assert list(found) == [family.name for family in growth.families]
    assert all(len(sizes) >= 3 and max(sizes).size < growth.target for sizes in found.values())
    assert texts((FIGURES / f"{growth.file}.svg").read_bytes()) == texts(drawn(growth, found))


def test_the_page_has_the_table_and_the_figures() -> None:
    page = Path(ROOT / "benchmarks" / "README.md").read_text()
    for row in table({growth.file: measured(growth) for growth in GROWTHS}):
        assert f"\n{row}\n" in page
    for growth in GROWTHS:
        assert f"](figures/{growth.file}.svg)" in page
    assert {path.stem for path in FIGURES.iterdir()} == {growth.file for growth in GROWTHS}
