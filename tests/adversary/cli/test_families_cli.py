"""``adversary families``: what it prints, what it writes, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

from conftest import Ran

Run = Callable[..., Ran]


def test_the_table_with_certificates(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("families", "--only", "symmetric", "-o", "out", "--jobs", 1, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json
    assert [one["values"]["L"] for one in found["families"]] == [2, 3, 4, 5, 6]
    for one in found["families"]:
        checked = adversary("check", one["certificate"], "--json").json
        assert checked["valid"]
        assert {"statement": "universal bound", "mistakes": one["values"]["L"]} in checked["statements"]
    assert all((tmp_path / path).exists() for path in found["files"])
    again = adversary("families", "--only", "symmetric", "-o", "out", "--jobs", 1, "--json")
    for one in found["families"]:
        assert one["stored_not_checked"] == []
        one["stored_not_checked"] = ["VC", "star"]  # the second time they are an earlier run's, without a certificate
    assert again.json == found


def test_what_is_unknown_makes_the_exit_code_1(adversary: Run) -> None:
    ran = adversary("families", "--only", "symmetric", "--states", 3, "--jobs", 1)
    assert ran.code == 1
    assert "symmetric:5, VC: between 1 and 6, as 3 states did not suffice" in ran.out
