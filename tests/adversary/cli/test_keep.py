"""The book of claims, ended at any moment: what was done is not done again, and the end is the same."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import Ran
from processes import kill_when_kept

from adversary.tasks.task import NOT_CHECKED

pytestmark = pytest.mark.full

Run = Callable[..., Ran]


def test_the_book_goes_on_where_it_was_killed(adversary: Run, tmp_path: Path) -> None:
    asked = ["claims", "tight", "--json"]
    undisturbed = adversary(*asked)
    for number in (1, 4):
        kill_when_kept(number, tmp_path / "kept", *asked, "--keep", "kept", "--jobs", 2)
    done = len(stores.keys(tmp_path / "kept"))
    again = adversary(*asked, "--keep", "kept")
    assert again.err == f"adversary: {done} readings of an earlier run taken from kept\n"
    assert (again.code, [row["verdict"] for row in again.json]) == (
        undisturbed.code,
        [row["verdict"] for row in undisturbed.json],
    )
    assert len(stores.keys(tmp_path / "kept")) == len(set(stores.keys(tmp_path / "kept"))) == len(again.json)
    stored = adversary(*asked, "--keep", "kept").out
    assert stored.replace(f" ({NOT_CHECKED})", "") == again.out.replace(f" ({NOT_CHECKED})", "")
    alone = adversary("claims", "tight-soa", "--json", "--keep", "kept")
    assert alone.err == "adversary: 1 reading of an earlier run taken from kept\n"


@pytest.mark.parametrize(
    ("arguments", "change", "why"),
    [
        (["claims", "tight-soa"], lambda v: v.update(verdict="certain"), "Invalid enum value 'certain'"),
        (["claims", "tight-soa"], lambda v: v.update(evidence=3), "Expected `str`, got `int` - at `$.evidence`"),
        (["claims", "tight-soa"], lambda v: v.clear(), "Object missing required field `id`"),
        (["claims", "tight-soa"], lambda v: v.update(verdict="refuted"), "by the theorem littlestone, not refuted"),
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


def test_a_stored_verdict_is_said_everywhere_not_to_be_checked(adversary: Run, tmp_path: Path) -> None:
    asked = ["claims", "tight", "--keep", "kept"]
    assert NOT_CHECKED not in adversary(*asked).out
    stores.edit(tmp_path / "kept", lambda row: row.update(reading="1 = 2"))
    rows = adversary(*asked, "--json").json
    assert not any(row["reading"] == "1 = 2" for row in rows), "what the book says is taken from the book"
    shown = [row["theorem"] and row["evidence"] == f"theorem {row['theorem']}" for row in rows]
    assert [NOT_CHECKED in row["evidence"] for row in rows] == [not one for one in shown]
    assert any(shown)
    assert not all(shown)
    many = f"{NOT_CHECKED}: {shown.count(False)} readings"
    assert many in adversary(*asked).out
    assert many in adversary(*asked, "--errata").out
