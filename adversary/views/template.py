"""The templates of pages and files, rendered by jinja2 with escaping."""

import re
import shlex
from functools import cache, partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def fill_in(template: str, /, **values: Any) -> str:
    """Fill in a template. In HTML every value is escaped; elsewhere filters quote one for Python, sh and Markdown."""
    return _environment().get_template(f"{template}.j2").render(values)


def docstring(text: str) -> str:
    """Return a text as it may stand in a docstring of three quotes."""
    return text.replace("\\", "\\\\").replace('"""', r"\"\"\"")


def breakable(text: str) -> "Markup":
    """Return a text as HTML in which a line may end after the separators of a name, and not inside its words."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([_./-])(?=\w)", r"\1<wbr>", str(escape(text))))  # noqa: S704 - it is escaped


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    from adversary.views.cells import MAX_CELL
    from adversary.views.markup import inline, markdown_table

    environment = Environment(
        loader=PackageLoader("adversary.views"),
        autoescape=select_autoescape(enabled_extensions=("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{#-",  # bash has ${#array[@]}
    )
    environment.filters.update(py=ascii, sh=shlex.quote, code="`{}`".format, docstring=docstring, breakable=breakable)
    environment.filters.update(inline=partial(inline, most=MAX_CELL), markdown_table=markdown_table)
    return environment
