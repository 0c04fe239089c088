"""The self-contained HTML page: no network, no other file, and no text that can act as code.

It is one template. Its style and its script stand in it, and the content security policy names them by their digests,
so that nothing else runs and nothing is fetched. The data is JSON in which no character can end its element; the script
reads it, and shows every text of it by ``textContent`` alone.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec

from adversary.views.game.files import VIEWS
from adversary.views.game.view import PageData
from adversary.views.template import fill_in

_OF_VIEWS = dict.fromkeys(view.script for view in VIEWS.values())
SCRIPT_PARTS = ("frame", "chart", "cone", "plane", *_OF_VIEWS, "challenge", "start")
"""The parts of the script, in this order: they are one script."""

UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
"""What could end a script element or begin a comment; in JSON it stands in strings alone, and may be escaped."""


def html_page(title: str, data: PageData | dict[str, Any], about: str = "") -> str:
    """Return the page of a game, or of a challenge; ``about`` names its source in the page's head."""
    plain = msgspec.to_builtins(data)
    values: dict[str, Any] = {
        "title": title,
        "about": about,
        "rounds": len(plain["rounds"]),
        "told": _without_script(plain),
    }
    return page_of("page.html", styles=("page",), scripts=SCRIPT_PARTS, island=island(plain), **values)


def page_of(
    template: str,
    /,
    *,
    styles: Sequence[str] = ("page", "report"),
    scripts: Sequence[str] = (),
    images: bool = False,
    **values: Any,
) -> str:
    """Return a page from a template of HTML, with parts of ours as its style and as its one script, if it has one.

    It may have ``images``, which stand in it: nothing of them runs.
    """
    style, script = "".join(_part(f"{name}.css") for name in styles), "\n".join(_part(f"{name}.js") for name in scripts)
    allowed = f"script-src {_digest(script)}; " if script else ""
    allowed += "img-src data:; " if images else ""
    policy = f"default-src 'none'; {allowed}style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    return fill_in(template, policy=policy, style=style, script=script, **values)


def island(data: Any) -> str:
    """Return JSON, in ASCII, that can stand in a script element."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    for character, escape in UNSAFE.items():
        text = text.replace(character, escape)
    return text


def _without_script(data: dict[str, Any]) -> list[str]:
    """Return the text for readers without scripts: the proved statements, or the rules."""
    if (verdict := data.get("verdict")) is None:
        return [*data["lines"], *data["rules"], *data["why"]]
    proved = [f"Proved: {text}." for text in verdict["statements"]] or ["Nothing is proved."]
    reason = f": {verdict['reason']}" if verdict["reason"] else ""
    return [f"The trusted checker says: {verdict['word']}{reason}.", *proved, f"Check it yourself: {verdict['how']}"]


def _part(name: str) -> str:
    return files("adversary.views").joinpath("templates", "page", name).read_text("utf-8")


def _digest(text: str) -> str:
    """Return the digest of a style or script for a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
