"""The judge that is proved right, extracted to OCaml, as a third judge: it says what the two checkers in Python say."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT
from rocq import rocq

from adversary.game.judge import MalformedError, UndecidedError, judge_file
from proofs.finite_checker import CERTIFICATE, TRACE
from proofs.formal.generated import not_formalized, statement_about, unread
from proofs.margin_checker import FORMAT as MARGIN
from proofs.values_checker import MODELS, VALUES

pytestmark = pytest.mark.timeout(1_800)  # on a machine that is busy

SCRIPT = ROOT / "tests" / "formal" / "build.sh"

MUTATIONS = 1_000

OTHERS = (*MODELS, "apple tasting")
"""The statements of certificates of values that no theorem is about, and that of randomized learners, which the judge
computes without the table that the checker reads."""

WORDS = r"""
    null true {} [] 0 -0 1 -1 01 2 1.0 1e0 NaN 999999999999999999999 10000000000 "1" "-1" "1/2" "0/1" "2/4" "1/0" "+1" ""
    "\u0031" "\ud800" "x" "claims" "x":1, \t \n
""".split()  # noqa: SIM905 - as a list, they are a word a line
"""What is put in the place of a word of a file."""


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program."""
    if shutil.which("ocamlfind") is None:
        pytest.skip("needs ocamlfind, which comes with coq")
    _, built = rocq()
    folder = tmp_path_factory.mktemp("judge")
    subprocess.run(["/bin/sh", SCRIPT, built, folder], check=True, capture_output=True)
    return folder / "judge"


def verdicts(judge: Path, files: Iterable[Path], *options: str) -> dict[str, str]:
    """Return what the extracted judge says of each file; with ``--print`` it writes FILE.printed beside what it reads."""
    names = "".join(f"{file}\n" for file in files)
    done = subprocess.run([judge, *options], input=names, capture_output=True, text=True, timeout=1_500, check=True)
    return dict(line.split("\t") for line in done.stdout.splitlines())


def checkers(file: Path) -> str | None:
    """Return what the checker in Python says of a file, and "malformed" for what it reads and the judge in Rocq does
    not: unknown keys, certificates on many lines; nothing where it has no verdict, or vectors have probabilities.
    """  # noqa: D205 - one sentence
    try:
        valid = judge_file(file).valid
    except UndecidedError:
        return None
    except MalformedError:
        return "malformed"
    if "tosses coins" in (not_formalized(file.read_bytes()) or ""):
        return None
    return "malformed" if unread(file.read_bytes()) else "valid" if valid else "not valid"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return every trace and certificate that is kept for tests, but for those of kinds that no theorem knows yet. Of
    certificates of values, copies without the entries that no theorem is about.
    """  # noqa: D205 - one sentence
    folder = tmp_path_factory.mktemp("corpus")
    kept = (*(DATA / "golden").rglob("*.json*"), *(DATA / "certificates").rglob("*.json*"))
    files = sorted(file for file in kept if file.name != "expected.json")
    return [known_part(file, folder) for file in files if not not_formalized(file.read_bytes())]


def known_part(file: Path, folder: Path) -> Path:
    """Return a file; where it has entries that no theorem is about, a copy without them."""
    try:
        record = json.loads(file.read_bytes())
        place, others = ("claims", ("upper bound",)) if record["format"] == MARGIN else ("values", OTHERS)
        known = [entry for entry in record[place] if entry["statement"] not in others]
    except (ValueError, KeyError, TypeError, RecursionError):
        return file
    if known == record[place]:
        return file
    record[place] = known
    record.pop("upper", None)  # the witness of the claims that are not there any more
    copy = folder / f"{file.parent.name}_{file.name}"
    copy.write_text(json.dumps(record))
    return copy


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a file with one or two changes: of words, of bytes, or of lines."""
    for _ in range(chance.choice((1, 1, 2))):
        kind = chance.randrange(4) if data else 3
        if kind <= 1:  # a word, by another one of the file or of the list
            words = list(re.finditer(rb'"[^"\n]*"|-?[0-9]+|[{}\[\],:]|null|true|false', data))
            if not words:
                continue
            found, other = chance.choice(words), chance.choice(words)
            word = other[0] if chance.random() < 0.3 else chance.choice(WORDS).encode()
            data = data[: found.start()] + word + data[found.end() :]
        elif kind == 2:
            place, length = chance.randrange(len(data)), chance.randrange(2)
            data = (
                data[:place] + chance.choice((b"", b" ", b"1", b"\xff", b"\x00", b",", b'"')) + data[place + length :]
            )
        else:
            lines = data.split(b"\n")
            one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one : one + 1] = chance.choice(([], [lines[one]] * 2, [lines[two]], [b" " + lines[one] + b"\r"]))
            data = b"\n".join(lines)
    return data


@pytest.mark.rocq
def test_it_agrees_on_every_file_that_is_kept(judge: Path, corpus: list[Path]) -> None:
    assert len(corpus) > 430
    texts = [file.read_bytes().replace(b": ", b":") for file in corpus]
    for kind in (
        "worst order",
        "best order",
        'setting":"hinge',
        'order":[',
        'lies":1',
        "span bound",
        "expected mistakes",
        "at_most",
        "lower",
        'format":"forced-mistakes/margin',
    ):
        assert any(f'"{kind}'.encode() in text for text in texts), kind
    found = verdicts(judge, corpus)
    expected = {str(file): said for file in corpus if (said := checkers(file))}
    assert {name: found[name] for name in expected} == expected
    assert {"valid", "not valid", "malformed"} <= set(expected.values())


@pytest.mark.rocq
def test_what_the_proved_printer_prints_is_the_format_of_the_checkers_in_python(
    judge: Path, corpus: list[Path], tmp_path: Path
) -> None:
    copies = [tmp_path / f"{number}_{file.name}" for number, file in enumerate(corpus)]
    for file, copy in zip(corpus, copies, strict=True):
        copy.write_bytes(file.read_bytes())
    found = verdicts(judge, copies, "--print")
    printed = {copy: copy.with_name(f"{copy.name}.printed") for copy in copies if found[str(copy)] != "malformed"}
    assert {*printed.values()} == {*tmp_path.glob("*.printed")}
    assert len(printed) > 280
    for copy, anew in printed.items():
        assert checkers(anew) == checkers(copy), copy.name
        assert statement_about(anew.read_bytes()) == statement_about(copy.read_bytes()), copy.name


@pytest.mark.rocq
def test_a_file_with_an_unknown_key_is_malformed(judge: Path, tmp_path: Path) -> None:
    game = (DATA / "certificates" / "valid" / "standard_basis.jsonl").read_bytes()
    places = {
        "header": b'"format"',
        "round": b'"predicted"',
        "footer": b'"termination"',
        "claim": b'"statement"',
        "target": b'"direction"',
    }
    for name, key in places.items():
        assert key in game
        (tmp_path / name).write_bytes(game.replace(key, b'"lies": 0, ' + key, 1))
    (tmp_path / "none").write_bytes(game)
    found = {Path(name).name: said for name, said in verdicts(judge, sorted(tmp_path.iterdir())).items()}
    assert found == dict.fromkeys(places, "malformed") | {"none": "valid"}


def deep_files(brackets: int) -> dict[str, list[dict[str, Any]]]:
    """Return files in which so many brackets are nested: in mistake trees, and in what no checker reads."""
    rows = ["-" * row + "+" * (brackets - row) for row in range(brackets + 1)]
    table = {"class": "thresholds", "points": brackets, "concepts": rows}
    certificate = {"format": CERTIFICATE} | table
    header = {"format": TRACE, "setting": "finite", "learner": "", "adversary": ""} | table
    bound = {"statement": "universal bound", "mistakes": 1}
    footer = {"target": {"concept": 0}, "claims": [bound], "termination": "finished"}
    within = brackets - 1  # the line is an object
    tree = lean_tree(within)
    entry = bound | {"tree": lean_tree(brackets - 3)}  # in a list in an object
    return {
        "certificate": [certificate | {"at_least": 1, "tree": tree}],
        "values": [{"format": VALUES} | table | {"values": [entry]}],
        "trace": [header, {"x": 0, "predicted": -1, "label": 1}, footer | {"tree": tree}],
        "names": [certificate | {"at_least": 0, "tree": 0, "point_names": json.loads("[" * within + "]" * within)}],
    }


def lean_tree(levels: int) -> Any:
    """Return a mistake tree of thresholds that has a leaf at each level: the first point that is positive."""
    tree: Any = levels
    for point in reversed(range(levels)):
        tree = [point, tree, point]
    return tree


@pytest.mark.rocq
def test_a_hundred_brackets_may_be_nested_and_a_tree_so_deep_comes_back(judge: Path, tmp_path: Path) -> None:
    for brackets in (99, 100, 101):
        for name, records in deep_files(brackets).items():
            (tmp_path / f"{name}_{brackets}").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    files = sorted(tmp_path.iterdir())
    found = verdicts(judge, files, "--print")
    assert found == {str(file): "malformed" if file.name.endswith("101") else "valid" for file in files}
    assert found == {str(file): checkers(file) for file in files}
    printed = [*tmp_path.glob("*.printed")]
    assert len(printed) == list(found.values()).count("valid")
    assert {checkers(file) for file in printed} == {"valid"}


@pytest.mark.rocq
def test_entries_of_values_that_no_theorem_is_about_are_passed_over(judge: Path, tmp_path: Path) -> None:
    data = (DATA / "certificates" / "values" / "valid" / "intervals.json").read_bytes()
    (tmp_path / "as_kept").write_bytes(data)
    game = b'"apple tasting", "mistakes": '
    assert game in data
    (tmp_path / "wrong_number").write_bytes(data.replace(game, game + b"9"))
    (tmp_path / "unheard_of").write_bytes(data.replace(b"self-directed", b"undirected"))
    (tmp_path / "nothing_else").write_bytes(
        json.dumps(json.loads(data) | {"values": [{"statement": "apple tasting", "mistakes": 4}]}).encode()
    )
    found = {Path(name).name: said for name, said in verdicts(judge, sorted(tmp_path.iterdir())).items()}
    assert found == {
        "as_kept": "valid",
        "wrong_number": "valid",
        "unheard_of": "malformed",
        "nothing_else": "malformed",
    }


@pytest.mark.rocq
def test_upper_bounds_of_the_margin_game_are_passed_over(judge: Path, tmp_path: Path) -> None:
    data = (DATA / "certificates" / "margin" / "valid" / "tree.json").read_bytes()
    upper = b'"upper bound", "mistakes": '
    assert upper in data
    (tmp_path / "as_kept").write_bytes(data)
    (tmp_path / "another_number").write_bytes(data.replace(upper, upper + b"9"))
    (tmp_path / "unheard_of").write_bytes(data.replace(b'"upper bound"', b'"average"'))
    (tmp_path / "nothing_else").write_bytes(data.replace(b'"universal bound"', b'"upper bound"'))
    (tmp_path / "a_key_of_a_tree").write_bytes(data.replace(b'"reflect"', b'"lies": 0, "reflect"'))
    found = {Path(name).name: said for name, said in verdicts(judge, sorted(tmp_path.iterdir())).items()}
    assert found == {
        "as_kept": "valid",
        "another_number": "valid",
        "unheard_of": "malformed",
        "nothing_else": "malformed",
        "a_key_of_a_tree": "malformed",
    }
    assert 'line 1 has the key "lies"' in str(unread((tmp_path / "a_key_of_a_tree").read_bytes()))


@pytest.mark.rocq
def test_values_of_randomized_learners_are_computed_from_the_class(judge: Path, tmp_path: Path) -> None:
    values = DATA / "certificates" / "values"
    right = [file for file in (values / "valid").iterdir() if not not_formalized(file.read_bytes())]
    wrong = [values / "invalid" / f"wrong_randomized_dimension{lies}.json" for lies in ("", "_with_a_lie")]
    expected = {str(file): "valid" if file in right else "not valid" for file in [*right, *wrong]}
    texts = [file.read_bytes() for file in right]
    assert sum(text.count(b"randomized dimension") for text in texts) >= len(texts)
    assert any(b'"lies": 1' in text for text in texts)
    small = (values / "valid" / "intervals.json").read_bytes()
    (tmp_path / "many_lies").write_bytes(small.replace(b'sion", "mis', b'sion", "lies": 99999999, "mis'))
    (tmp_path / "no_list").write_bytes(small.replace(b'"tables": [', b'"tables": 1, "point_names": ['))
    more = {"many_lies": "not valid", "no_list": "malformed"}
    expected |= {str(tmp_path / name): said for name, said in more.items()}
    assert verdicts(judge, map(Path, expected)) == expected


@pytest.mark.rocq
def test_it_agrees_on_a_thousand_mutations(judge: Path, corpus: list[Path], tmp_path: Path) -> None:
    chance = random.Random(13)
    small = [
        data
        for file in corpus
        if 0 < len(data := file.read_bytes()) < 5_000 and checkers(file) in ("valid", "not valid")
    ]
    for number in range(MUTATIONS):
        (tmp_path / f"{number}.jsonl").write_bytes(mutated(chance.choice(small), chance))
    files = sorted(tmp_path.iterdir())
    found = verdicts(judge, files)
    expected = {str(file): said for file in files if (said := checkers(file))}
    differing = {Path(name).read_bytes(): (found[name], said) for name, said in expected.items() if found[name] != said}
    assert differing == {}
    assert min(list(expected.values()).count(said) for said in ("valid", "not valid", "malformed")) > MUTATIONS // 50
