"""The definitions that the statements of the theorems use, down to those of the standard library and of numbers.

The meaning of a theorem depends on its definitions, so the audit also compares these. Each is shown as its own file
writes it, for people, and with a digest of how Rocq prints it without any notation. So no notation can hide another
meaning.
"""

import hashlib
import re
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from proofs.formal.coqc import BrokenError, Coqc
from proofs.formal.theorems import FOLDER, LIBRARY, RocqFile, theorems

DEFINITIONS = FOLDER / "definitions.expected"
"""The definitions that a person has read, and which of them each theorem is about."""

SECONDS = 600.0

_MARK = "@@@"
_MODULE = re.compile(r"^Module\s+\S+\s+:= Struct\b", re.MULTILINE)
_ITEM = re.compile(
    r"^ {5}(?P<kind>Definition|Parameter|Axiom|Record|Inductive|Variant|CoInductive)\s+(?P<name>[\w']+)", re.MULTILINE
)
_NAME = re.compile(r"(?<![\w'.])(?:[^\W\d][\w']*\.)+[^\s()\[\]{},;|:@.]+")  # a letter may be any, also δ
_PART = re.compile(r"(?::=|[|{;])\s+([\w']+)(?=\s*[:{])|^ {7}with\s+([\w']+)", re.MULTILINE)
_HEADER = re.compile(r"^(?P<name>[\w'.]+) (?P<digest>[0-9a-f]{16})(?P<rests>(?: [\w'.]+)*)$", re.MULTILINE)
_OPAQUE = ("Parameter", "Axiom")  # of which only the types matter
_PLAIN = "Set Printing All.\nSet Printing Width 110.\nSet Printing Depth 1000000.\n"


@dataclass(frozen=True)
class Meaning:
    """A definition as Rocq shows it, or a theorem and the definitions that it ``rests`` on, not by way of others."""

    name: str
    digest: str
    shown: str = ""
    rests: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return what definitions.expected has of it."""
        return "".join(f"{line}\n" for line in (" ".join([self.name, self.digest, *self.rests]), self.shown) if line)


def read_meanings(text: str) -> dict[str, Meaning]:
    """Return what definitions.expected says, by name."""
    heads = list(_HEADER.finditer(text))
    ends = [*(head.start() for head in heads), len(text)][1:]
    return {
        head["name"]: Meaning(
            head["name"], head["digest"], text[head.end() : end].strip(), tuple(head["rests"].split())
        )
        for head, end in zip(heads, ends, strict=True)
    }


def meanings(coqc: Coqc, built: Path, files: Sequence[RocqFile]) -> dict[str, Meaning]:
    """Return all definitions that the theorems of these files unfold to, and then the theorems. Raises BrokenError."""
    required = "".join(f"From {LIBRARY} Require {file.module}.\n" for file in files)
    paths = {file.module: f"{LIBRARY}.{file.name.removesuffix('.v').replace('/', '.')}" for file in files}
    kinds, owners = _kinds(coqc, built, required, paths)
    ask = {name: _ask(name, f"{paths[_module(name)]}.{name.partition('.')[2]}", kind) for name, kind in kinds.items()}
    plain = _answers(coqc, built, required + _PLAIN + "".join(ask.values()))
    direct = {name: {*_ours(plain[name], owners, paths)} - {name} for name in kinds}
    theorems = {f"{file.module}.{theorem.name}": theorem.name for file in files for theorem in file.theorems}
    reached, waiting = set[str](), [rest for name in theorems for rest in direct[name]]
    while waiting:
        if (name := waiting.pop()) not in reached:
            reached.add(name)
            waiting += direct[name]
    contexts = {file.module: file.context for file in files}
    asked = ["Set Printing Width 110.\nSet Printing Depth 1000.\n"]
    for module, names in groupby([name for name in kinds if name in reached], _module):
        parts = [f"Module Shown_{module}.", *contexts[module], *(ask[name] for name in names)]
        asked += ["\n".join(parts), f"End Shown_{module}.\n"]
    answers = _answers(coqc, built, "\n".join(asked))
    every = [Meaning(name, _digest(plain[name]), text) for name, text in answers.items()]
    every += [Meaning(short, _digest(plain[name]), "", (*sorted(direct[name]),)) for name, short in theorems.items()]
    return {meaning.name: meaning for meaning in every}


def differing_meanings(computed: Mapping[str, Meaning], expected: Mapping[str, Meaning], *, exact: bool) -> list[str]:
    """Return how definitions differ from those that are expected, a line each; of their texts only if ``exact``."""
    lines = [
        f"{name} is in definitions.expected, and no theorem unfolds to it" for name in expected if name not in computed
    ]
    for name, now in computed.items():
        then = expected.get(name)
        if then is None:
            lines.append(f"{name} is not in definitions.expected{_used_by(name, computed)}")
        elif now.rests != then.rests:
            lines.append(f"{name} rests on other definitions than definitions.expected says: {', '.join(now.rests)}")
        elif exact and now.shown != then.shown:
            text = " ".join(now.shown.split())
            lines.append(f"{name} is not what definitions.expected says, but {text}{_used_by(name, computed)}")
        elif exact and now.digest != then.digest:
            lines.append(f"{name} looks as definitions.expected says, and means something else: a notation has changed")
    return lines


def _used_by(name: str, computed: Mapping[str, Meaning]) -> str:
    users = [meaning.name for meaning in computed.values() if name in meaning.rests]
    return f" (used by {', '.join(users[:3])}{', …' if len(users) > 3 else ''})" if users else ""  # noqa: PLR2004


def _kinds(coqc: Coqc, built: Path, required: str, paths: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return what each name of ours is to Rocq, and what it is a part of, as a constructor or a field: or itself."""
    ask = "Set Printing Width 30.\n"  # so that each item has its own lines
    ask += "".join(f"Print Module {path}.\n" for path in paths.values())
    kinds, owners = dict[str, str](), dict[str, str]()
    for module, text in zip(paths, _MODULE.split(printed(coqc, built, required + ask))[1:], strict=True):
        items = list(_ITEM.finditer(text))
        ends = [*(item.start() for item in items), len(text)][1:]
        for item, end in zip(items, ends, strict=True):
            kinds[name := f"{module}.{item['name']}"] = item["kind"]
            parts = [] if item["kind"] in ("Definition", *_OPAQUE) else _PART.findall(text[item.start() : end])
            owners |= {name: owners.get(name, name)} | {f"{module}.{''.join(part)}": name for part in parts}
    return kinds, owners


def _ask(name: str, path: str, kind: str) -> str:
    """Return what has Rocq show a definition; of what is opaque, its type."""
    ask = f"Check @{path}" if kind in _OPAQUE else f"Print {path}"
    return f'Goal True. idtac "{_MARK} {name}". Abort.\n{ask}.\n'


def _answers(coqc: Coqc, built: Path, text: str) -> dict[str, str]:
    """Return what Rocq says to each ``_ask``, by the name."""
    parts = printed(coqc, built, text).split(f"{_MARK} ")[1:]
    split = [part.partition("\n") for part in parts]
    return {name: re.split(r"\n\nArguments |\nArguments ", answer)[0].strip() for name, _, answer in split}


def printed(coqc: Coqc, built: Path, text: str, fails: str = "does not show the definitions") -> str:
    """Return what Rocq prints of a text. Raises BrokenError, which says what coqc ``fails`` to do."""
    with tempfile.TemporaryDirectory(prefix="adversary-") as folder:
        place = Path(folder, "Asked.v")
        place.write_text(text, encoding="utf-8")
        ran = coqc.run(place, built, SECONDS)
    if ran.code:
        raise BrokenError(f"coqc {coqc.version} {fails}: {ran.error}")
    return ran.output


def _ours(text: str, owners: Mapping[str, str], modules: Collection[str]) -> Iterable[str]:
    """Yield the definitions of ours that a text without notations names. Raises BrokenError: one is not known."""
    for name in _NAME.findall(text):
        module, short = name.split(".")[-2:]
        if owner := owners.get(f"{module}.{short}"):
            yield owner
        elif module in modules:
            raise BrokenError(f"the audit does not find what defines {name}, which a theorem uses")


def _module(name: str) -> str:
    return name.partition(".")[0]


def _digest(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


# ------------------------------------------------------------------------------- numbers

Field = Literal["real", "rational", "finite"]
"""``real``: the real numbers, or every ordered field in which each element lies between two integers. ``finite``: no
numbers but integers."""

EVERY_FIELD = "OrderedField.field"
"""The type of ordered fields. A theorem whose type names it, and no field in particular, is about each of them."""

_ONE_FIELD = {"RealField.real_field", "RationalField.rational_field"}
_REAL = re.compile(r"(?<![\w.'])(?:R|INR|IZR|ln|sqrt)(?![\w'])")
_RATIONAL = re.compile(r"(?<![\w.'])(?:Q|Qeq|inject_Z)(?![\w'])")


@cache
def field_of(name: str) -> Field:
    """Return the field of a theorem that Rocq has checked."""
    expected = _expected()
    reached, waiting = set[str](), [name]
    while waiting:
        if (definition := waiting.pop()) not in reached and definition in expected:
            reached.add(definition)
            waiting += expected[definition].rests
    if EVERY_FIELD in reached and not reached & _ONE_FIELD:
        return "real"
    texts = [theorems()[name].statement, *(expected[definition].shown for definition in reached)]
    if any(_REAL.search(text) for text in texts):
        return "real"
    return "rational" if any(_RATIONAL.search(text) for text in texts) else "finite"


_expected = cache(lambda: read_meanings(DEFINITIONS.read_text(encoding="utf-8")))
