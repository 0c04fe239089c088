"""The options of a game on the command line, made of their declarations."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from adversary.strategies.options import OPTIONS


def with_game_options(*, before: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command all options of a game, in place of its ``**options``, in front of one of its own options."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [one for one in inspect.signature(command).parameters.values() if one.kind is not one.VAR_KEYWORD]
        place = [one.name for one in own].index(before)
        parameters = [*own[:place], *map(_parameter, OPTIONS), *own[place:]]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

    return decorate


def _parameter(name: str) -> inspect.Parameter:
    option = OPTIONS[name]
    hint: Any = Annotated[option.kind | None, typer.Option(option.flag, help=option.help)]
    default = None
    if option.kind is bool:
        hint, default = Annotated[bool, typer.Option(help=option.help)], False
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
