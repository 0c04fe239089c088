"""What the site has of the program: its help, docstrings, keys, kinds, known bugs, cards, claims and theorems.

A page lists what it wants in a fenced block, which a reader of the file sees as it is. The site has the text instead.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from pkgutil import resolve_name
from types import FunctionType
from typing import Any

WIDTH = 90
"""Of a signature on one line."""


def listed(text: str, block: str) -> list[str]:
    """Return the lines of all blocks of a kind on a page."""
    return [
        line
        for found in re.findall(rf"^```{{{block}}}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        for line in found.split("\n")
        if line
    ]


def expand(text: str) -> str:
    """Return a page with a section for each line of its blocks."""
    for block, section in SECTIONS.items():
        text = re.sub(
            rf"^```{{{block}}}\n(.*?)^```$",
            lambda found, section=section: "\n".join(section(line) for line in found[1].split("\n") if line),  # type: ignore[misc]
            text,
            flags=re.DOTALL | re.MULTILINE,
        )
    return text


def _command(name: str) -> str:
    """Return the help of a command, in 80 columns."""
    from typer.main import get_command

    from adversary.cli.main import command_line

    command = get_command(command_line()).commands[name]  # type: ignore[attr-defined]
    sizes = {"terminal_width": 80, "max_content_width": 80}
    context = command.make_context(f"adversary {name}", [], resilient_parsing=True, **sizes)
    return f"### {name}\n\n```text\n{command.get_help(context)}\n```\n"


def _name(name: str) -> str:
    """Return what Python says of a name."""
    shown = _shown(resolve_name(name), name.rpartition(".")[2])
    return f"### `{name}`\n\n```text\n{shown}\n```\n"


def _kind(name: str) -> str:
    """Return what a kind requires, and where its bound is from."""
    from adversary.grading.kinds.find import find_kind

    kind = find_kind(name)
    checks = "".join(f"- {one.name}: {one.expected}\n" for one in kind.requirements)
    return f"**`{name}`**: {_literal(kind.summary)} ({kind.source}).\n\n{_literal(checks)}"


def _bugs(name: str) -> str:
    """Return the known bugs of a kind, each with its advice."""
    from adversary.grading.kinds.find import find_kind

    bugs = find_kind(name).known_bugs
    rows = {bug: learners[0].fix for bug, learners in bugs.learners.items()} if bugs else {}
    table = "".join(f"| {_literal(bug)} | {_literal(fix)} |\n" for bug, fix in rows.items())
    folded = f"<details><summary>{len(rows)} known bugs of {name}</summary>"
    return f"{folded}\n\n| answers like | what to do |\n|-|-|\n{table}\n</details>\n"


def _cards(line: str) -> str:
    """Return a table of the registered learners, adversaries or classes, or of some: ``classes from cube to dnf``."""
    from adversary import list_of

    kind, *ends = re.split(" from | to ", line)
    cards: list[dict[str, str]] = list_of(kind).to_dict()[kind]
    if ends:
        first, last = ([card["name"] for card in cards].index(end) for end in ends)
        cards = cards[first : last + 1]
    if kind == "classes":
        rows = [(card["name"], card["definition"], *_size_l_vc(card["example"])) for card in cards]
        return _table(("class", "concepts", "example", "size", "L", "VC"), rows)
    return _table(
        (kind, "what it does", "theorem"),
        ((card["name"], card["summary"], card["theorem"] or "none") for card in cards),
    )


@cache
def _size_l_vc(example: str) -> tuple[str, str, str, str]:
    """Return a class, its size, its Littlestone and its VC dimension; of one that needs a file, its name alone."""
    from adversary import dimension, find_class

    if ".csv" in example:
        return example, "", "", ""
    found = dimension(example, only=["L", "VC"])
    return example, f"{find_class(example).size:,}", str(found.littlestone), str(found.vc)


@cache
def _atlas(line: str) -> str:
    """Return how far quantities are apart at most on all classes of some points: ``4 points: L - VC, L - RL``."""
    from proofs.atlas.bitsets import classes, rows, sizes
    from proofs.atlas.quantities import values

    points, _, differences = line.partition(" points: ")
    among = classes(int(points))
    by_size = list(zip(map(int, sizes(among)), map(int, among), strict=True))
    shown = []
    for difference in differences.split(", "):
        pairs = zip(*(values(name, among, int(points)) for name in difference.split(" - ")), strict=True)
        apart = [one - other for one, other in pairs]
        most = max(apart)
        smallest = min(which for which, gap in zip(by_size, apart, strict=True) if gap == most)[1]
        shown.append((difference, most, apart.count(most), " ".join(rows(smallest, int(points)))))
    return _table(("difference", "at most", f"in how many of {len(among)}", "a smallest class with it"), shown)


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    shown = [f"| {' | '.join(_literal(str(cell)) for cell in line)} |" for line in (heads, *rows)]
    return "\n".join([shown[0], f"|{'-|' * len([*heads])}", *shown[1:]]) + "\n"


def _keys(name: str) -> str:
    """Return the keys of a schema, a table for each object in it that no schema before has shown."""
    title, tables = _tables()[name]
    heading = re.sub(r"What `adversary (.*) --json` prints", r"`\1`", title)
    parts = [f"### {heading}\n\n<details><summary>the keys of {name}</summary>"]
    parts.append(f"[JSON Schema](schemas/{name}.schema.json)")
    for label, rows in tables:
        parts += [label] if label else []
        parts.append("| key | type | what it holds |\n|-|-|-|\n" + "\n".join(rows))
    return "\n\n".join([*parts, "</details>"]) + "\n"


@cache
def _tables() -> dict[str, tuple[str, list[tuple[str, list[str]]]]]:
    from adversary.views.schemas import schemas

    shown: list[set[str]] = []
    made = {}
    for name, schema in schemas().items():
        outside = json.dumps({key: value for key, value in schema.items() if key != "$defs"})
        tables = []
        for one, definition in schema["$defs"].items():
            rows = [_row(key, kind, definition) for key, kind in definition.get("properties", {}).items()]
            if not rows or any(set(rows) <= before for before in shown):
                continue
            shown.append(set(rows))
            reference = f'"#/$defs/{one}"'
            holders = [
                key
                for other in schema["$defs"].values()
                for key, kind in other.get("properties", {}).items()
                if reference in json.dumps(kind)
            ]
            holders = [f"`{key}`" for key in dict.fromkeys(holders)]
            top = outside.count("#/$defs/") == 1 or "array" in outside
            label = f"{', '.join(holders)} ({one}):" if holders else "" if top else f"{one}:"
            tables.append((label, rows))
        made[name] = (schema["title"], tables)
    return made


def _row(key: str, kind: dict[str, Any], definition: dict[str, Any]) -> str:
    optional = "" if key in definition["required"] else "?"
    return f"| `{key}`{optional} | {_type(kind)} | {kind['description']} |"


def _type(kind: dict[str, Any]) -> str:
    """Return in words what a schema allows."""
    if kind.get("$ref") == "#/$defs/tree":
        return "tree"
    if "anyOf" in kind:
        return ", ".join(dict.fromkeys(map(_type, kind["anyOf"])))
    if "enum" in kind or "const" in kind:
        return ", ".join(f"`{json.dumps(value)}`" for value in kind.get("enum", [kind.get("const")]))
    if kind.get("type") == "array":
        items = re.sub(r"^\w+", r"\g<0>s", _type(kind["items"])) if kind.get("items") else ""
        return f"list of {items}" if items else "list"
    if kind.get("type") == "string" and "[0-9]" in kind.get("pattern", ""):
        return "rational"
    name: str = kind.get("type", "object")
    return {"boolean": "true or false", "number": "float"}.get(name, name)


@cache
def _claims(part: str) -> str:
    """Return the errata of the book of claims, or the table of all its statements."""
    from adversary.book import chosen, judge_claims

    judged = judge_claims(chosen([]), 1)
    return {"errata": _errata, "statements": _statements}[part](judged)


def _errata(judged: Any) -> str:
    from adversary.views.cells import MAX_CELL
    from adversary.views.markup import inline, paragraphs
    from adversary.views.terminal.claims_table import errata
    from proofs.formal.theorems import theorems

    def item(title: str, text: str) -> str:
        if title == "proved" and re.split(": |, ", text)[0] in theorems():
            named, colon, says = text.partition(": ")
            name, comma, over = named.partition(", ")
            return f"- **proved**: `{name}`{comma}{over}{colon}{inline(says, MAX_CELL)}"
        return f"- **{title}**: {inline(text, MAX_CELL)}"

    blocks = []
    for source, group in groupby(errata(judged), itemgetter(0)):
        blocks.append(f"### {inline(source)}")
        for _, place, details in group:
            blocks.append(f"#### {inline(place)}")
            blocks.append("\n".join(item(*detail) for detail in details))
    return paragraphs(*blocks) + "\n"


def _statements(judged: Any) -> str:
    from adversary.views.cells import MAX_CELL
    from adversary.views.markup import inline, paragraphs
    from adversary.views.terminal.claims_table import counts_of

    blocks = [". ".join(one[0].upper() + one[1:] for one in counts_of(judged)) + "."]
    for source, group in groupby(judged, lambda one: one[0].source):
        rows = [
            f"| `{claim.id}` | {rows[0].printed} | {inline(claim.statement, MAX_CELL)} | {inline(claim.where)} |"
            for claim, rows in group
        ]
        blocks.append(f"### All of {inline(source)}")
        blocks.append("\n".join(["| claim | verdict | statement | place |", "|-|-|-|-|", *rows]))
    return paragraphs(*blocks) + "\n"


@cache
def _theorems(folder: str) -> str:
    """Return the theorems in a folder of proofs/formal, folded."""
    from adversary.views.cells import MAX_CELL
    from adversary.views.markup import inline
    from proofs.formal.theorems import theorems

    found = [one for one in theorems().values() if one.file.startswith(f"{folder}/")]
    rows = "".join(
        f"| `{one.name}`{', with axioms' * bool(one.assumptions)} | {inline(one.says, MAX_CELL)} | {one.file} |\n"
        for one in found
    )
    table = f"| theorem | statement and source | file |\n|-|-|-|\n{rows}"
    return f"<details><summary>{len(found)} theorems in {folder}</summary>\n\n{table}\n</details>\n"


def _literal(text: str) -> str:
    """Return text in which nothing is Markdown."""
    return re.sub(r"([|*_<\[\]^])", r"\\\1", text)


SECTIONS: dict[str, Callable[[str], str]] = {
    "commands": _command,
    "names": _name,
    "keys": _keys,
    "kinds": _kind,
    "bugs": _bugs,
    "cards": _cards,
    "atlas": _atlas,
    "claims": _claims,
    "theorems": _theorems,
}


def _shown(value: Any, name: str) -> str:
    """Return the signature and the docstring of a function or class by this name, and those of a class's members."""
    kind = "class" if inspect.isclass(value) else "def"
    members = "\n\n".join(_members(value)) if inspect.isclass(value) else ""
    return f"{kind} {name}{_signature(value)}\n{_documented(value)}" + (f"\n\n{members}" if members else "")


def _members(owner: type) -> Iterator[str]:
    for name, value in vars(owner).items():
        if name.startswith("_") or not getattr(value, "__doc__", None):
            continue
        if isinstance(value, property | cached_property):
            yield f"    @property\n    def {name}\n{_documented(value, 8)}"
        elif isinstance(value, FunctionType | classmethod | staticmethod):
            function = value if isinstance(value, FunctionType) else value.__func__
            yield f"    def {name}{_signature(function)}\n{_documented(function, 8)}"


def _signature(value: Any) -> str:
    """Return the signature, where it is long with a parameter a line; names are without their modules."""
    signature = inspect.signature(value)
    if len(short := _short(str(signature))) <= WIDTH:
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
