"""``adversary families``: what it prints, what it writes, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]


def test_the_table_with_certificates(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("families", "--only", "symmetric", "--only", "polynomials", "-o", "out", "--jobs", 1, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json
    assert [one["values"]["L"] for one in found["families"]] == [4, 7, 8, 2, 3, 4, 5, 6]
    for one in found["families"]:
        checked = adversary("check", one["certificate"], "--json").json
        assert checked["valid"]
        assert {"statement": "universal bound", "mistakes": one["values"]["L"]} in checked["statements"]
    assert all((tmp_path / path).exists() for path in found["files"])
    again = adversary("families", "--only", "symmetric", "--only", "polynomials", "-o", "out", "--jobs", 1, "--json")
    for one in found["families"]:
        assert one["stored_not_checked"] == []
        one["stored_not_checked"] = ["VC", "star"]  # the second time they are an earlier run's, without a certificate
    assert again.json == found


def test_what_is_unknown_makes_the_exit_code_1(adversary: Run) -> None:
    ran = adversary("families", "--only", "symmetric", "--states", 3, "--jobs", 1)
    assert ran.code == 1
    assert "symmetric:5, VC: between 1 and 6, as 3 states did not suffice" in ran.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("families --only symetric", "unknown family 'symetric'; did you mean 'symmetric'?"),
        ("families --only dnf,juntas", "--only takes one family: type --only dnf --only juntas"),
        ("families --states 0", "a budget of states should be above 0, but is 0"),
        ("families -o file", "cannot write to file: it exists and is not a folder"),
        ("atlas --families", "atlas takes no --families any more: the table of families is `adversary families`"),
        ("atlas --points 3 --only dnf", "atlas takes no --only any more: it belongs to `adversary families"),
        ("atlas --points 3 --states=3", "atlas takes no --states any more: it belongs to `adversary families"),
    ],
)
def test_what_is_refused(adversary: Run, tmp_path: Path, command: str, said: str) -> None:
    (tmp_path / "file").write_text("mine")
    assert adversary(*command.split()).refusal.startswith(f"adversary: {said}")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert json.loads(adversary(*command.split(), "--json").out)["exit_code"] == 2
