"""The files under ``templates``, filled in."""

import shlex
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


def fill_in(template: str, /, **values: Any) -> str:
    """Fill in a template. In SVG and HTML every value is escaped; elsewhere filters quote one for Python and sh."""
    return _environment().get_template(f"{template}.j2").render(values)


def docstring(text: str) -> str:
    """Return a text as it may stand in a docstring of three quotes."""
    return text.replace("\\", "\\\\").replace('"""', r"\"\"\"")


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader("adversary.views"),
        autoescape=select_autoescape(enabled_extensions=("svg.j2", "html.j2")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{#-",  # bash has ${#array[@]}
    )
    environment.filters.update(py=ascii, sh=shlex.quote, code="`{}`".format, docstring=docstring)
    return environment
