"""The lines of a trace that a checker has read: its header, rounds and footer."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from proofs.exact.errors import InputError
from proofs.formats.trace import RecordedRound


@dataclass(frozen=True, slots=True)
class Recording:
    """The lines of a trace: the first, those between, and the last."""

    header: dict[str, Any]
    rounds: list[RecordedRound]
    footer: dict[str, Any]


def read_recording(trace: str | Path) -> Recording:
    """Read the lines of a trace of which a checker says what it proves. Raises InputError."""
    decode, number = msgspec.json.Decoder(RecordedRound).decode, 1
    try:
        first, *between, last = Path(trace).read_bytes().removesuffix(b"\n").split(b"\n")
        header, rounds = msgspec.json.decode(first, type=dict[str, Any]), []
        for number, line in enumerate(between, 2):  # noqa: B007 - for the message
            rounds.append(decode(line))
        return Recording(header, rounds, msgspec.json.decode(last, type=dict[str, Any]))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # a key that is not text, for example
        raise InputError(f"{trace}, line {number}: {error}") from None
    except OSError as error:
        raise InputError(f"{trace} cannot be read: {error.strerror}") from None
