"""Programs as learners: what they are told, and how a game ends in which they misbehave."""

import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import DATA, ROOT

from adversary.game.play import play
from proofs.exact.errors import InputError

pytestmark = pytest.mark.full


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Return what makes an executable of a Python text that has read the handshake."""

    def write(text: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!{sys.executable}\nimport sys, time\nhello = sys.stdin.readline().split()\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"exec:{path}"

    return write


@pytest.mark.parametrize("name", ["learner_in_c", "learner_in_sh"])
def test_the_examples_play(name: str) -> None:
    for against in ("standard-basis", "orthonormal"):
        game = play(f"exec:{ROOT / 'examples' / name}", against=against, margin="1/6")
        assert game.ok, game.reason
        assert (game.mistakes, game.replayed) == (36, True)


def test_the_program_in_c_is_a_perceptron() -> None:
    names = "perceptron", f"exec:{ROOT / 'examples' / 'learner_in_c'}"
    ours, theirs = [play(name, against=f"scripted:{DATA / 'golden' / 'script.jsonl'}").mistakes for name in names]
    assert ours == theirs


READY, TOLD = "print('ready', flush=True)", "print('ready', flush=True); sys.stdin.readline(); "


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "exited: the learner's process ended with exit code 0 during the handshake"),
        (f"{READY}; sys.exit(3)", "exited: the learner's process ended with exit code 3 during predict"),
        (f"{TOLD}print(0, flush=True); time.sleep(9)", "illegal label: predict was answered with '0', not +1 or -1"),
        (f"{TOLD}print('1.0', flush=True); time.sleep(9)", "illegal label: predict was answered with '1.0'"),
        (f"{TOLD}print('info', flush=True); time.sleep(9)", "timeout: predict gave no answer within 0.5 s"),
        (f"{READY}; time.sleep(9)", "timeout: predict gave no answer within 0.5 s"),
        (f"{READY}\nwhile True: print('info', flush=True)", "timeout: predict gave no answer within 0.5 s"),
        (f"{TOLD}print('x' * 3000000, flush=True); time.sleep(9)", "illegal label: predict was answered with more than 1,048,576 bytes"),
        (f"{TOLD}print('\\x1b[31m', flush=True); time.sleep(9)", "illegal label: predict was answered with '\\x1b[31m'"),
    ],
)  # fmt: skip
def test_a_program_that_misbehaves_forfeits(text: str, fault: str, program: Callable[[str], str]) -> None:
    game = play(program(text), margin="1/3", time_limit=0.5)
    assert str(game.fault).startswith(fault)


def test_a_program_that_says_something_else_in_the_replay_is_found_out(program: Callable[[str], str]) -> None:
    text = "import os\nprint('ready', flush=True)\nfor line in sys.stdin: print('+1' if os.environ['PYTHONHASHSEED'] == '1' else '-1', flush=True)"
    assert play(program(text), margin="1/3").replayed is False


def test_a_program_that_is_none_is_unusable_input(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\x00\x01")
    (tmp_path / "junk").chmod(0o755)
    with pytest.raises(InputError, match="cannot be run: Exec format error"):
        play(f"exec:{tmp_path / 'junk'}", margin="1/3")
