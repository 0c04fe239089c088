"""Certificates written only with what the trusted checker finds proved, and without what is too much work for it."""

import json
from contextlib import suppress
from itertools import chain, combinations
from pathlib import Path
from typing import Any

from adversary.files import new_file
from adversary.game.judge import UndecidedError, judge_file
from proofs.exact.errors import InputError

HARD_TO_CHECK = ("worst order", "best order", "apple tasting")
"""Statements that a certificate has no evidence for, so that the checker may have to work long."""


class RefusedError(InputError):
    """The trusted checker disagrees with a certificate of ours: it was changed, or this program has made a mistake."""


def write_certified(
    path: str | Path | None, certificate: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]], list[str]]:
    """Write a certificate, without what is too much work for the trusted checker; nothing if that is everything.

    Without a ``path`` it is only judged. Returns the certificate that is left (an empty one if none is), what the
    checker finds proved, and the statements that were left out.

    Raises:
        InputError: it cannot be written.
        RefusedError: the trusted checker finds it wrong; then nothing is written.

    """
    values = certificate.get("values", [])
    hard = [value for value in values if value["statement"] in HARD_TO_CHECK]
    for dropped in chain.from_iterable(combinations(hard, count) for count in range(len(hard) + 1)):
        kept = certificate | ({"values": [value for value in values if value not in dropped]} if values else {})
        with suppress(UndecidedError):
            statements = _judged(path, kept) if kept.get("values", kept) else []
            return kept if statements else {}, statements, [value["statement"] for value in dropped]
    return {}, [], ["everything"]


def _judged(path: str | Path | None, certificate: dict[str, Any]) -> list[dict[str, Any]]:
    with new_file(path) as partial:
        partial.write_text(json.dumps(certificate) + "\n")
        verdict = judge_file(partial)
        if not verdict.valid:
            raise RefusedError(f"the trusted checker refuses a certificate that was made here: {verdict.reason}")
    return verdict.statements
