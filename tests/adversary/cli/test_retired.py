"""What earlier versions had, and what to type instead."""

from collections.abc import Callable

import pytest
from conftest import Ran

from adversary.cli.main import COMMANDS, RETIRED, refuse_retired
from proofs.exact.errors import InputError


@pytest.mark.parametrize(("command", "option"), RETIRED)
def test_a_retired_spelling_is_one_line_that_says_what_to_type(
    adversary: Callable[..., Ran], command: str, option: str
) -> None:
    assert adversary(command, *option.split(), "value").refusal.endswith(f" any more: {RETIRED[command, option]}\n")
    assert bool(option) == (command in COMMANDS)


def test_an_option_is_found_with_its_value_and_not_as_a_value() -> None:
    with pytest.raises(InputError, match="tournament takes no --classes any more"):
        refuse_retired(["tournament", "t.toml", "--classes=cube:2"])
    refuse_retired(["tournament", "--against", "a --classes b"])
    refuse_retired(["tournament", "--", "--classes"])
    refuse_retired(["tournament", "--class", "cube:2"])
    refuse_retired([])
