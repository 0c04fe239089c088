"""What earlier versions had, and what to type instead."""

from collections.abc import Callable

import pytest
import typer
from conftest import ROOT, Ran

from adversary.cli.main import COMMANDS, RETIRED, command_line

HERE = {
    (command, option)
    for command, node in typer.main.get_group(command_line()).commands.items()
    for parameter in node.params
    for option in (*parameter.opts, *parameter.secondary_opts)
} | {(command, "") for command in COMMANDS}
"""Every command, and every option of each."""


@pytest.mark.parametrize(("command", "option"), RETIRED)
def test_a_retired_spelling_is_one_line_that_says_what_to_type(
    adversary: Callable[..., Ran], command: str, option: str
) -> None:
    assert (command, option) not in HERE
    line = f" any more: {RETIRED[command, option]}\n"
    assert adversary(command, *option.split(), "value", "--rounds").refusal.endswith(line)
    assert adversary(command, "value", f"{option}=2").refusal.endswith(line)


def test_an_option_of_another_command_and_a_value_are_not_retired(adversary: Callable[..., Ran]) -> None:
    assert "any more" not in adversary("check", "trace.jsonl", "--keep").refusal
    assert "any more" not in adversary("claims", "--", "--keep").refusal


def test_the_changelog_says_the_same() -> None:
    rows = (ROOT / "CHANGELOG.md").read_text().partition("\n## 1.0.0 ")[0].splitlines()

    def is_said(command: str, option: str, text: str) -> bool:
        starts = f"| `{command} " if option else f"| `{command}` "
        return any(row.startswith(starts) and f"{option}`" in row and row.endswith(f" | {text} |") for row in rows)

    assert [name for name, text in RETIRED.items() if not is_said(*name, text)] == []
