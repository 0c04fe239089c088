"""Commands and options that earlier versions had, and what to type instead."""

from collections.abc import Sequence

from proofs.exact.errors import InputError

RETIRED = {
    ("worst-case", ""): "type `adversary compare LEARNER --class CLASS`, with --lies, --count and --states as before",
    ("compare", "--against"): "type `adversary tournament --learners A,B --against NAME --dimensions 4,8,16 -o DIR`",
    ("compare", "--dimensions"): "type `adversary tournament --learners A,B --against NAME --dimensions 4,8,16 -o DIR`",
    ("atlas", "--families"): "the table of families is `adversary families`",
    ("atlas", "--only"): "it belongs to `adversary families --only NAME`",
    ("atlas", "--states"): "it belongs to `adversary families --states N`",
    ("tournament", "--classes"): "name each class by itself, as in --class intervals:5 --class thresholds:7",
}
"""By a command, and one of its options, or an empty text for the whole command."""


def refuse_retired(arguments: Sequence[str]) -> None:
    """Raise InputError, which says what to type instead, if a retired command or option is given.

    An option may have its value behind it or with ``=``, or be a flag with a value, as ``--chart tree``.
    """
    command, *options = [*arguments, ""]
    given = options[: options.index("--")] if "--" in options else options
    words = [word for text in given for word in (text.split("=", 1) if text.startswith("--") else [text])]
    for (name, option), instead in RETIRED.items():
        if name != command:
            continue
        if not option:
            raise InputError(f"{name} is no command any more: {instead}")
        wanted = option.split()
        if any(words[start : start + len(wanted)] == wanted for start in range(len(words))):
            raise InputError(f"{name} takes no {option} any more: {instead}")
