"""The two pages of reference that are written by the program: its commands, and its Python names."""

import inspect
import re
from collections.abc import Iterator
from pkgutil import resolve_name
from types import FunctionType
from typing import Any

from typer.main import get_command

from adversary.cli.main import COMMANDS, command_line

COMMANDS_INTRODUCTION = """# Commands

This is what `adversary COMMAND --help` prints. [Exit codes and `--json`](tools.md#exit-codes-and-json) are the same for all commands.
"""


def commands_page() -> str:
    """Return docs/commands.md: the help of each command, in 80 columns."""
    program = get_command(command_line())
    parts = [COMMANDS_INTRODUCTION]
    for name in COMMANDS:
        command = program.commands[name]  # type: ignore[attr-defined]
        context = command.make_context(
            f"adversary {name}", [], resilient_parsing=True, terminal_width=80, max_content_width=80
        )
        parts.append(f"## {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def api_page(text: str) -> str:
    """Return docs/api.md with what stands below each heading that is a name written anew; the rest stays."""
    return (
        re.sub(
            r"^### `([\w.]+)`\n.*?(?=^#{2,3} |\Z)",
            lambda found: f"### `{found[1]}`\n\n```text\n{_shown(resolve_name(found[1]))}\n```\n\n",
            text,
            flags=re.DOTALL | re.MULTILINE,
        ).rstrip()
        + "\n"
    )


def api_names(text: str) -> list[str]:
    """Return the names that docs/api.md has headings for."""
    return re.findall(r"^### `([\w.]+)`$", text, re.MULTILINE)


def _shown(value: Any) -> str:
    """Return the signature and the docstring of a function or class, and those of the members of a class."""
    kind = "class" if inspect.isclass(value) else "def"
    members = "\n\n".join(_members(value)) if inspect.isclass(value) else ""
    return f"{kind} {value.__name__}{_signature(value)}\n{_documented(value)}" + (f"\n\n{members}" if members else "")


def _members(owner: type) -> Iterator[str]:
    for name, value in vars(owner).items():
        if name.startswith("_") or not getattr(value, "__doc__", None):
            continue
        if isinstance(value, property):
            yield f"    @property\n    def {name}\n{_documented(value, 8)}"
        elif isinstance(value, FunctionType | classmethod | staticmethod):
            function = value if isinstance(value, FunctionType) else value.__func__
            yield f"    def {name}{_signature(function)}\n{_documented(function, 8)}"


def _signature(value: Any) -> str:
    """Return the signature, where it is long with a parameter a line; names are without their modules."""
    signature = inspect.signature(value)
    if len(short := _short(str(signature))) <= 90:
        return short
    lines, starred = ["("], False
    for one in signature.parameters.values():
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            lines.append("    *,")
        starred |= one.kind in {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL}
        lines.append(f"    {_short(str(one))},")
    return "\n".join([*lines, short[short.rindex(")", 0, short.rfind(" -> ") + 1 or None) :]])


def _short(annotation: str) -> str:
    annotation = re.sub(r"<function .*? at 0x\w+>", "...", annotation)
    without = re.sub(r"\*<class '(?:\w+\.)*(\w+)'>", r"Unpack[\1]", annotation)
    without = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])", "", without)
    return re.sub(r"\bOptional\[((?:[^][]|\[[^][]*\])*)\]", r"\1 | None", without)  # as Python 3.14 writes it


def _documented(value: Any, indent: int = 4) -> str:
    lines = (inspect.getdoc(value) or "").splitlines()
    return "\n".join(" " * indent + line if line else "" for line in lines)
