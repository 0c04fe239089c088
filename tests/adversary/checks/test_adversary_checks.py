"""The checks of adversaries find what is wrong with them, and nothing with ours."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from golden_games import GAMES, adversary_of

from adversary.checks import adversary_checks, check_adversary, parametrize_with_adversary_checks
from adversary.checks.__main__ import main
from adversary.strategies.registry import ADVERSARIES
from proofs.exact.errors import InputError

EXAMPLE = ROOT / "examples" / "my_adversary.py"
PLAN, SHORTER, BOASTS = {"rounds": 4, "claims": 4}, {"rounds": 5}, {"claims": 5}
NAMES = [name for name, _ in adversary_checks()]


class Good:
    """Shows the standard basis, each vector labeled against the prediction."""

    plan: Any = PLAN

    def __init__(self, margin_squared: Any) -> None:
        self.labels: list[int] = []
        self.scale = margin_squared

    def next_point(self) -> Any:
        n = len(self.labels)
        return [int(i == n) for i in range(4)] if n < 4 else None

    def label(self, x: Any, predicted: int) -> int:
        self.labels.append(-predicted)
        return -predicted

    def target(self) -> Any:
        return [*self.labels, 0, 0, 0, 0][:4], self.scale


class Floats(Good):
    def next_point(self) -> Any:
        return [0.5] * 4


class Endless(Good):
    plan = None

    def next_point(self) -> Any:
        return [1, 0, 0, 0]

    def label(self, x: Any, predicted: int) -> int:
        return 1

    def target(self) -> Any:
        return [1, 0, 0, 0]


class Long(Good):
    def next_point(self) -> Any:
        x = super().next_point()
        return x and [2 * value for value in x]


class Contradicts(Good):
    def target(self) -> Any:
        return [1, 0, 0, 0]


class LateTarget(Good):
    """Has no target until the game is over."""

    def target(self) -> Any:
        return super().target() if len(self.labels) == 4 else None


class Sharing(Good):
    """Has its labels in its class."""

    shared: list[int] = []  # noqa: RUF012 - which is the bug

    def __init__(self, margin_squared: Any) -> None:
        super().__init__(margin_squared)
        self.labels = self.shared
        self.shared.clear()


class Tossing(Good):
    """Labels by chance."""

    def label(self, x: Any, predicted: int) -> int:
        self.labels.append(random.choice((1, -1)))
        return self.labels[-1]


class Shorter(Good):
    plan: Any = SHORTER


class Boasts(Good):
    plan: Any = BOASTS


class Kind(Good):
    """Agrees with the learner, and claims mistakes all the same."""

    def label(self, x: Any, predicted: int) -> int:
        self.labels.append(predicted)
        return predicted


class NotOblivious(Good):
    oblivious = True


FAILS = {
    Floats: "shows_points_and_gives_labels",
    Endless: "comes_to_an_end",
    Long: "shows_unit_points",
    Contradicts: "explains_its_labels",
    LateTarget: "explains_them_whenever_the_game_ends",
    Tossing: "plays_the_same_game_again",
    Sharing: "shares_no_state_with_others",
    Shorter: "keeps_its_plan",
    Boasts: "proves_what_it_claims",
    Kind: "forces_what_it_claims",
    NotOblivious: "takes_no_notice_of_predictions",
}


@parametrize_with_adversary_checks([Good], margin="1/2", dimension=4)
def test_a_good_one_passes(adversary_check: Callable[[], None]) -> None:
    adversary_check()


@parametrize_with_adversary_checks([str(EXAMPLE)], margin="1/2", dimension=3)
def test_the_example_passes(adversary_check: Callable[[], None]) -> None:
    adversary_check()


@pytest.mark.parametrize("adversary", FAILS)
def test_each_check_finds_what_it_is_for(adversary: Any) -> None:
    results = {found.name: found for found in check_adversary(adversary, margin="1/2", dimension=4)}
    assert list(results) == NAMES
    assert results[FAILS[adversary]].status == "failed"
    assert results[FAILS[adversary]].reason
    if adversary is Floats:
        assert "which comes first" in results["comes_to_an_end"].reason


def test_one_that_fails_is_not_asked_again_for_each_check_that_is_skipped() -> None:
    made = []

    def make(margin_squared: Any) -> Floats:
        made.append(margin_squared)
        return Floats(margin_squared)

    results = check_adversary(make, margin="1/2", dimension=4)
    assert [found.status for found in results] == ["failed", *["skipped"] * (len(NAMES) - 1)]
    assert len(made) == 2  # to see that one can be made, and for the one check


@pytest.mark.full
def test_a_hash_seed_is_found_out(tmp_path: Path) -> None:
    text = EXAMPLE.read_text().replace("y = -predicted", "y = 1 if hash(str(self.shown)) % 2 else -1")
    text = text.replace('"claims"', '"rounds"')
    (tmp_path / "hashed.py").write_text(text)
    results = {found.name: found for found in check_adversary(tmp_path / "hashed.py", margin="1/5", dimension=25)}
    assert results["plays_the_same_game_again"].status == "passed"
    assert results["does_not_depend_on_its_hash_seed"].status == "failed"


@pytest.mark.parametrize("name", ADVERSARIES)
def test_ours_pass(name: str) -> None:
    game = next((game for game in GAMES.values() if adversary_of(game) == name), None)
    assert game is not None, f"{name} has no golden game: see CONTRIBUTING.md"
    options = {option: value for option, value in game.items() if option not in {"learner", "against"}}
    assert [found for found in check_adversary(game["against"], **options) if found.status == "failed"] == []


@pytest.mark.parametrize(
    ("adversary", "options", "says"),
    [
        (Good(1), {"margin": 1, "dimension": 4}, "give a class or a function that makes it, not Good"),
        (7, {"margin": 1, "dimension": 4}, "not int"),
        ("no-such", {"margin": 1}, "unknown adversary 'no-such'"),
        (Good, {}, "Good: "),
        (Good, {"margin": "1/2"}, "give a margin and a dimension"),
        (Good, {"margn": "1/2"}, "unknown option 'margn'; did you mean 'margin'?"),
    ],
)
def test_what_cannot_be_checked(adversary: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        check_adversary(adversary, **options)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([EXAMPLE, "--margin", "1/2", "--dimension", "4"], 0, "10 passed, 0 failed, 2 skipped"),
        ([EXAMPLE, "--margin", "1/2", "--dimension", "x"], 2, "the dimension should be an int, but is 'x'"),
        ([EXAMPLE, "--margn", "1/2"], 2, "unknown option '--margn'"),
        ([EXAMPLE, "--margin"], 2, "the option --margin needs a value"),
        ([EXAMPLE], 2, "my_adversary.py needs a margin"),
        ([], 2, "usage: "),
        (["--help"], 0, "usage: "),
    ],
)
def test_the_program(arguments: list[Any], code: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert says in (out if code == 0 else err)
    assert (err if code == 0 else out) == ""
    assert code == 0 or err.count("\n") == 1


@pytest.mark.full
def test_an_interrupted_program_ends_in_one_line(tmp_path: Path) -> None:
    text = EXAMPLE.read_text().replace("y = -predicted", "open('began', 'w').close()\n        while True: pass")
    (tmp_path / "hangs.py").write_text(text)
    command = [sys.executable, "-m", "adversary.checks", "hangs.py", "--margin", "1/2", "--dimension", "4"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        while running.poll() is None and not (tmp_path / "began").exists():
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        line = running.communicate()[1]
    assert (running.returncode, line) == (130, "interrupted\n")


@pytest.mark.full
def test_one_that_never_repeats_is_not_said_to_use_hashes(tmp_path: Path) -> None:
    text = (
        EXAMPLE.read_text()
        .replace("y = -predicted", "y = 1 if os.urandom(1)[0] % 2 else -1")
        .replace('"claims"', '"rounds"')
    )
    (tmp_path / "tossed.py").write_text(f"import os\n{text}")
    results = {found.name: found for found in check_adversary(tmp_path / "tossed.py", margin="1/5", dimension=25)}
    assert results["plays_the_same_game_again"].status == "failed"
    assert results["does_not_depend_on_its_hash_seed"].status == "skipped"
