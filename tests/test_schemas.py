"""The schemas in docs/schemas: made by the program, true of its files and of what it prints, and with words on each key."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import DATA, ROOT, Ran
from made import expand
from sampled_kinds import KIND

from adversary.views.keys import KEYS
from adversary.views.schemas import schemas, write_schemas

WRITTEN = schemas()
SCHEMAS = {name: jsonschema.Draft202012Validator(schema) for name, schema in WRITTEN.items()}
FOLDER = ROOT / "docs" / "schemas"
CERTIFICATES = DATA / "certificates"
Run = Callable[..., Ran]


def test_the_files_are_what_the_program_writes(tmp_path: Path) -> None:
    # If they are not, run: python -m adversary.views.schemas docs/schemas
    write_schemas(tmp_path)
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_text() == (FOLDER / path.name).read_text(), path.name


def test_each_is_a_schema() -> None:
    for name in SCHEMAS:
        jsonschema.Draft202012Validator.check_schema(WRITTEN[name])


# ------------------------------------------------------------------------------------------------ files


def complaints(path: Path) -> Iterator[str]:
    """Yield what the schemas have against a file: its only line, or its first, those between, and its last."""
    lines = path.read_bytes().decode().removesuffix("\n").split("\n")
    values = [json.loads(line) for line in lines]
    if len(values) == 1 and "littlestone" in str(values[0].get("format")):
        names = ["dimension-certificate"]
    elif "margin" in str(values[0].get("format")) and len(values) == 1:
        names = ["margin-certificate"]
    else:
        names = ["trace-header", *["trace-round"] * (len(values) - 2), "trace-footer"]
    for name, value in zip(names, values, strict=False):
        yield from (error.message for error in SCHEMAS[name].iter_errors(value))
    if len(values) < len(names):
        yield "a trace has a first and a last line"


def files(verdict: str) -> list[Path]:
    every = [*(CERTIFICATES / verdict).iterdir(), *(CERTIFICATES / "finite" / verdict).iterdir()]
    every += [*(CERTIFICATES / "margin" / verdict).iterdir(), *(CERTIFICATES / "cover" / verdict).iterdir()]
    if verdict == "valid":
        every += [path for path in (DATA / "golden").glob("*.jsonl") if "script" not in path.stem.split("_")[0]]
    return sorted(path for path in every if path.stem != "finite_script")


@pytest.mark.parametrize("verdict", ["valid", "invalid"])
def test_what_a_checker_reads_is_as_the_schemas_say(verdict: str) -> None:
    assert {path: found for path in files(verdict) if (found := list(complaints(path)))} == {}


def test_most_of_what_is_malformed_is_not_as_the_schemas_say() -> None:
    """A key twice, a number beyond another one, 1.0 for 1, or a newline at an end: only the checkers see these."""
    unseen = []
    for path in files("malformed"):
        try:
            unseen += [] if list(complaints(path)) else [path]
        except (ValueError, AttributeError, RecursionError):
            continue  # no JSON, no objects, or a tree that is far too deep
    assert len(unseen) <= 68 < len(files("malformed")) / 2


# ------------------------------------------------------------------------------------------------ what is printed


MADE: dict[str, bytes] = {}
"""Files that the commands below read, made by the first test that wants them: each is a game with its replay."""


@pytest.fixture
def prepared(adversary: Run, tmp_path: Path) -> Run:
    (tmp_path / "p.csv").write_text("1,1,1\n-1,-1,-1\n")
    (tmp_path / "q.csv").write_text("1,1,1\n1,1,-1\n")
    (tmp_path / "small.toml").write_text(KIND)
    (tmp_path / "course.toml").write_text('[[parts]]\nkind = "small.toml"\n')
    if not MADE:
        assert adversary("play", "perceptron", "--margin", "1/2", "-o", "t.jsonl").code == 0
        assert adversary("play", "perceptron", "--against", "hinge?mistakes=3", "-o", "h.jsonl").code == 0
        assert adversary("dimension", "thresholds:3", "--only", "all", "-o", "v.json").code == 0
        MADE.update({name: (tmp_path / name).read_bytes() for name in ("t.jsonl", "h.jsonl", "v.json")})
    for name, content in MADE.items():
        (tmp_path / name).write_bytes(content)
    return adversary


COMMANDS: list[tuple[str, str]] = [
    ("game", "play perceptron --margin 1/2 --watch --steps"),
    ("game", "play halving --class thresholds:3 --steps"),
    ("game", "play perceptron --against hinge?mistakes=3 --steps"),
    ("game", "play perceptron --against hadamard --dimension 4"),
    ("game", "play soa --class thresholds:3 --lies 1"),
    ("game", "play soa --class intervals:4 --against announced-order?order=2,4"),
    ("game", "play randomized-halving --against worst-sequence --class singletons:4"),
    ("game", "play always-minus --margin sqrt(2/3) --against standard-basis?as-printed"),
    ("check", "check t.jsonl"),
    ("check", "check h.jsonl"),
    ("check", "check v.json"),
    ("check", "check nothing.jsonl"),
    ("dimension", "dimension intervals:4 -o c.json"),
    ("dimension", "dimension intervals:4 --only all -o c.json"),
    ("dimension", "dimension intervals:4 --only all --limit states=3"),
    ("dimension", "dimension intervals:4 --lies 1"),
    ("dimension", "dimension thresholds:3 --only vc"),
    ("dimension", "dimension halfspaces:3 --limit states=5"),
    ("dimensions", "dimension symmetric:1..3 --only all -o symmetric/"),
    ("dimensions", "dimension monotone:1..3 --only L,VC --limit states=3 --where L>2"),
    ("tree", "show thresholds:3"),
    ("tree", "show thresholds:3 -o t.svg"),
    ("list", "list"),
    ("list", "list classes"),
    ("autograder", "grade --gradescope build --as perceptron"),
    ("margin", "value p.csv"),
    ("margin", "value q.csv"),
    ("value", "value --dimension 2 --margin 1/3"),
    ("value", "value --dimension 3 --mistakes 4"),
    ("claims", "claims notes3-1.2"),
    ("grade", f"grade {ROOT}/examples/broken/wrong_sign.py --as perceptron"),
    ("grade", f"grade {ROOT}/examples/broken/first_consistent.py --as halving"),
    ("course", f"grade {ROOT}/examples/broken/first_consistent.py --as course.toml"),
    ("attack", "attack halving --bound floor(log2(C))-1 --seconds 5"),
    ("attack", "attack always-plus --bound T --seconds 0.5"),
    ("relation", "attack --relation VC==L --points 3"),
    ("relation", "attack --relation VC<=L --points 2"),
    ("atlas", "atlas --points 2"),
    ("atlas", "atlas --points 3 --where L>VC"),
    ("atlas", "atlas --points 3 --largest RL/size -o atlas"),
    ("tournament", "tournament halving --class thresholds:3 --lies 1"),
    ("tournament", "tournament perceptron --class halfspaces:2 --count updates"),
    ("tournament", "tournament halving first-consistent randomized-halving --class thresholds:3 --margin 1/2"),
    ("tournament", "tournament perceptron --margin 1/2 --against standard-basis,hinge --jobs 1 -o out/"),
    ("show", "show h.jsonl -o h.svg"),
    ("show", "show t.jsonl t.jsonl -o t.tex"),
    ("show", "show h.jsonl -o h.html"),
    ("show", "show v.json -o v.html"),
    ("show", "show t.jsonl -o t.html"),
    ("challenge", "play --me --margin 1/2 -o c.html"),
    ("error", "play perceptron"),
    ("error", "play perceptrn --margin 1/2"),
]


OF_SEVERAL = ("grade", "course", "value")
"""What is a list where a folder is graded, or several values are asked for."""


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[command.replace(str(ROOT), "") for _, command in COMMANDS])
def test_what_commands_print_is_as_the_schemas_say(name: str, command: str, prepared: Run) -> None:
    found = prepared(*command.split(), "--json").json
    SCHEMAS[name].validate(found)
    if name in OF_SEVERAL:
        SCHEMAS[name].validate([found])
    for one in found if isinstance(found, list) else [found]:
        assert one["json_version"] == 2
        assert set(one) <= set(keys_of(name))


def keys_of(name: str) -> dict[str, Any]:
    schema = WRITTEN[name]
    one = next(one for one in schema["anyOf"] if "$ref" in one) if name in OF_SEVERAL else schema.get("items", schema)
    one = schema["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
    found: dict[str, Any] = one["properties"]
    return found


def test_a_schema_refuses_another_commands_json(prepared: Run) -> None:
    found = {name: prepared(*command.split(), "--json").json for name, command in dict(CHEAP).items()}
    for name, value in found.items():
        assert [other for other in found if SCHEMAS[other].is_valid(value)] == [name]


def test_only_a_check_and_a_dimension_state_values(prepared: Run) -> None:
    game, checked = (prepared(*dict(COMMANDS)[name].split(), "--json").json for name in ("game", "check"))
    values = [{"statement": "don't know", "fewest": [1, 0]}, {"statement": "best order", "mistakes": 1}]
    assert SCHEMAS["check"].is_valid(checked | {"statements": values})
    assert not any(SCHEMAS["game"].is_valid(game | {"statements": [value]}) for value in values)


CHEAP = [
    (name, command)
    for name, command in COMMANDS
    if name in ("game", "dimension", "margin", "challenge", "error", "show")
]


# ------------------------------------------------------------------------------------------------ documents


def test_every_key_is_described_and_shown() -> None:
    """Of files and of what is printed, at any depth; tests/test_site.py says that docs/formats.md has every schema."""
    defined = {name: definition for schema in WRITTEN.values() for name, definition in schema["$defs"].items()}
    keys = {
        name: set(found["properties"]) - {"json_version"} for name, found in defined.items() if "properties" in found
    }
    assert {name: set(texts) for name, texts in KEYS.items()} == keys
    made = expand("```{keys}\n" + "\n".join(WRITTEN) + "\n```\n")
    rows = set(re.findall(r"^\| `([\w-]+)`\?? \| .+ \| (.+) \|$", made, re.MULTILINE))
    assert {(key, text) for texts in KEYS.values() for key, text in texts.items()} <= rows
