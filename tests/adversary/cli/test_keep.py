"""What a store of comparisons says that is not checked, or was changed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import Ran

from adversary.tasks.task import NOT_CHECKED

pytestmark = pytest.mark.full

Run = Callable[..., Ran]


@pytest.mark.parametrize(
    ("arguments", "change", "why"),
    [
        (
            ["compare", "averaging", "--margins", "1/2"],
            lambda v: v.update(mistakes=99),
            "mistakes should be 4, but is 99",
        ),
    ],
)
def test_an_edited_store_is_refused_in_one_line(
    adversary: Run, tmp_path: Path, arguments: list[str], change: Callable[[Any], object], why: str
) -> None:
    asked = [*arguments, "--keep", "kept"]
    adversary(*asked)
    assert stores.edit(tmp_path / "kept", change) > 0
    ran = adversary(*asked)
    assert re.match(r"adversary: kept, line \d+, has been changed: ", ran.refusal)
    assert why in ran.err
    assert ran.err.endswith("; remove that line, and its result is found again\n")


def test_what_no_trace_shows_is_said_everywhere_not_to_be_checked(adversary: Run, tmp_path: Path) -> None:
    asked = ["compare", "averaging", "perceptron", "--margins", "1/2", "--csv", "c.csv", "--keep", "kept"]
    fresh = adversary(*asked)
    assert NOT_CHECKED not in fresh.out + (tmp_path / "c.csv").read_text()
    stored = adversary(*asked)
    told = f"averaging: what its search says of larger numbers: {NOT_CHECKED}"
    assert told in stored.out
    assert [NOT_CHECKED in row for row in (tmp_path / "c.csv").read_text().splitlines()] == [False, True, False]
    notes = [cell["note"] for cell in adversary(*asked, "--json").json["cells"]]
    assert [NOT_CHECKED in (note or "") for note in notes] == [True, False], "of the perceptron a theorem says the rest"
