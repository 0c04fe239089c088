"""Classes from files and from functions: what is read, what is said about it, and what is refused."""

import json
import os
import re
import threading
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from proofs.classes import files as class_files
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import class_of_array, load_class, read_class
from proofs.classes.functions import class_of_functions
from proofs.exact.errors import InputError
from proofs.exact.samples import MAX_BYTES

EXAMPLES = ROOT / "examples"
ZEROS = "labels 0 and 1 were read as -1 and +1"
Table = list[list[int]]

tables = st.integers(1, 9).flatmap(
    lambda points: st.lists(
        st.lists(st.sampled_from((1, -1)), min_size=points, max_size=points), min_size=1, max_size=9, unique_by=tuple
    )
)
words = st.from_regex(r"[a-zé][a-zé ,;\"']{0,6}[a-z]", fullmatch=True)


def labels(found: ConceptClass) -> Table:
    return [[found.label(concept, x) for x in range(found.points)] for concept in range(found.size)]


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# ------------------------------------------------------------------------------------------------ CSV


@pytest.mark.parametrize(
    ("text", "points", "concepts", "rows"),
    [
        ("1,-1\n-1,1\n", ["1", "2"], None, ["+-", "-+"]),
        ("+,-\n-,+", ["1", "2"], None, ["+-", "-+"]),
        ("+1;−1\n-;+1\n", ["1", "2"], None, ["+-", "-+"]),
        ("1\t-1\n\n \n-1\t1\n", ["1", "2"], None, ["+-", "-+"]),
        (" 1 , -1\r\n-1 , 1\r\n", ["1", "2"], None, ["+-", "-+"]),
        ("1\n-1\n", ["1"], None, ["+", "-"]),
        ("a,b\n1,-1\n-1,1", ["a", "b"], None, ["+-", "-+"]),
        ("a\n1\n-1", ["a"], None, ["+", "-"]),
        ("bat,1,-1\nfox,-1,1", ["1", "2"], ["bat", "fox"], ["+-", "-+"]),
        ("animal,a,b\nbat,1,-1\nfox,-1,1", ["a", "b"], ["bat", "fox"], ["+-", "-+"]),
        (",a,b\nbat,1,-1\nfox,-1,1", ["a", "b"], ["bat", "fox"], ["+-", "-+"]),
        (",1,2\n1,1,-1\n2,-1,1", ["1", "2"], ["1", "2"], ["+-", "-+"]),
        (",1,-1\n0,1,-1\n1,-1,1", ["1", "-1"], ["0", "1"], ["+-", "-+"]),
        ("\ufeffa,b\n1,-1\n-1,1", ["a", "b"], None, ["+-", "-+"]),
        ('"a,b";"c,d";e\n1;-1;1\n', ["a,b", "c,d", "e"], None, ["+-+"]),
        ('"two\nlines",b\n1,-1\n', ["two lines", "b"], None, ["+-"]),
        ("point, 1.5, 2.5\nbat,1,-1", ["1.5", "2.5"], ["bat"], ["+-"]),
        ("inf,nan\n1,-1", ["inf", "nan"], None, ["+-"]),
    ],
)
def test_csv(tmp_path: Path, text: str, points: list[str], concepts: list[str] | None, rows: list[str]) -> None:
    for suffix in ("csv", "tsv", "CSV"):
        found = read_class(written(tmp_path, f"t.{suffix}", text))
        assert found.name == f"t.{suffix}"
        assert list(found.point_names) == points
        assert found.concept_names == (tuple(concepts) if concepts else None)
        assert [found.row_text(concept) for concept in range(found.size)] == rows
        assert ZEROS not in found.notes


def test_zeros_are_noted(tmp_path: Path) -> None:
    for name, content in (("t.csv", "1,0\n0,1"), ("t.json", "[[1, 0], [0, 1]]"), ("u.json", '["10", "01"]')):
        found = read_class(written(tmp_path, name, content))
        assert labels(found) == [[1, -1], [-1, 1]]
        assert found.notes == (ZEROS,)


def test_a_first_row_that_might_be_labels_is_noted(tmp_path: Path) -> None:
    note = "the first row was read as the names of the points"
    assert note in read_class(written(tmp_path, "t.csv", "1,l,-1\n-1,1,1")).notes
    assert note in read_class(written(tmp_path, "t.csv", "concept,1,2,3\nbat,1,-1,1")).notes
    assert note not in read_class(written(tmp_path, "t.csv", "a,b\n1,-1")).notes
    assert note not in read_class(written(tmp_path, "t.csv", ",1,2\nbat,1,-1")).notes


def test_what_is_odd_is_noted(tmp_path: Path) -> None:
    found = read_class(written(tmp_path, "t.csv", "bat,1,-1\nfox,1,1\nowl,1,-1\n"))
    assert found.concept_names == ("bat", "fox")
    assert found.notes == (
        "1 concept left out: each agrees with an earlier one on all points",
        "1 point of 2: all concepts agree there",
    )
    assert "only one concept" in read_class(written(tmp_path, "t.csv", "1,-1")).notes[0]


@given(tables, st.data())
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, table: Table, data: st.DataObject) -> None:
    folder = tmp_path_factory.getbasetemp()
    points = data.draw(st.none() | st.lists(words, min_size=len(table[0]), max_size=len(table[0]), unique=True))
    concepts = data.draw(st.none() | st.lists(words, min_size=len(table), max_size=len(table), unique=True))
    low = data.draw(st.sampled_from((0, -1)))
    delimiter = data.draw(st.sampled_from(class_files.DELIMITERS))

    def quoted(name: str) -> str:
        return '"' + name.replace('"', '""') + '"'

    cells = [[str(1 if label == 1 else low) for label in row] for row in table]
    cells = [[quoted(name), *row] for name, row in zip(concepts, cells, strict=True)] if concepts else cells
    head = [[*(["what"] if concepts else []), *map(quoted, points)]] if points else []
    comma = written(folder, "t.csv", "\n".join(delimiter.join(row) for row in head + cells))
    record: dict[str, Any] = {
        "points": points or [str(x + 1) for x in range(len(table[0]))],
        "concepts": dict(zip(concepts, table, strict=True)) if concepts else table,
    }
    array = np.array(table)
    np.save(folder / "t.npy", array > 0 if low else array)
    for path in (comma, written(folder, "t.json", json.dumps(record)), folder / "t.npy"):
        found = read_class(path)
        assert labels(found) == table
        if path.suffix != ".npy":
            assert list(found.point_names) == [" ".join(name.split()) for name in record["points"]]
            assert found.concept_names == (tuple(" ".join(name.split()) for name in concepts) if concepts else None)


# ------------------------------------------------------------------------------------------------ JSON and NumPy


@pytest.mark.parametrize(
    "text",
    [
        '{"concepts": {"1": [1, -1], "2": "-+"}}',
        '{"points": [1, 2], "concepts": {"1": "+-", "2": ["-", "+1"]}}',
        '\ufeff{"concepts": [[1, -1], "-+"]}',
        '["+-", "−+"]',
        "[[1, -1], [-1, 1]]",
    ],
)
def test_json(tmp_path: Path, text: str) -> None:
    found = read_class(written(tmp_path, "t.json", text))
    assert (found.name, found.point_names, labels(found)) == ("t.json", ("1", "2"), [[1, -1], [-1, 1]])
    assert found.concept_names == (("1", "2") if '"1"' in text else None)


@pytest.mark.parametrize("kind", ["int8", "uint8", "int64", ">i4", "bool"])
def test_npy(tmp_path: Path, kind: str) -> None:
    array = np.array([[1, 0, 1], [0, 0, 1]]).astype(kind)
    for order in (array, np.asfortranarray(array)):
        np.save(tmp_path / "t.npy", order)
        found = read_class(str(tmp_path / "t.npy"))
        assert labels(found) == [[1, -1, 1], [-1, -1, 1]]
        assert (ZEROS in found.notes) == (kind != "bool")


def test_the_examples() -> None:
    animals, signs = read_class(EXAMPLES / "my_class.csv"), read_class(EXAMPLES / "my_class.json")
    assert (animals.size, animals.points, animals.notes) == (8, 5, ())
    assert animals.concept_names is not None
    penguin = labels(animals)[animals.concept_names.index("penguin")]
    assert dict(zip(animals.point_names, penguin, strict=True))["flies"] == -1
    assert (signs.name, signs.size, signs.points, signs.notes) == ("traffic signs", 7, 6, ())


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", "", "t.csv is empty; a row of labels for each concept"),
        ("t.csv", "a,b\n", "t.csv: there are no concepts; a class needs at least one"),
        ("t.csv", "1,-1\n1,1,1\n", "t.csv, line 2 has 3 cells, but the first row has 2"),
        ("t.csv", "0 1 1\n1 0 1\n", "t.csv, line 2, column 1: '1 0 1' is not a label; a label is 1 or -1 (or + or -), or else 1 or 0; * stands where a concept is undefined; write commas between them"),
        ("t.csv", "a,b\n\n1,2\n", "t.csv, line 3, column 2: '2' is not a label; a label is 1 or -1 (or + or -), or else 1"),
        ("t.csv", "1,2,3\n1,1,-1", "t.csv, line 1, column 2: '2' is not a label"),
        ("t.csv", "n,a,b\n1,1,-1\n2,1,1", "t.csv, line 3, column 1: '2' is not a label; a label is 1 or -1 (or + or -), or else 1 or 0; * stands where a concept is undefined; for a column of names, leave the cell above them empty"),
        ("t.csv", "1,0\n1,1\n-1,1\n", "t.csv, line 3: both 0 and -1 are used as labels"),
        ("t.csv", "a,b,a\n1,1,1\n", "t.csv: two points are called 'a'; their names should be different"),
        ("t.csv", "a,,b\n1,1,1\n", "t.csv: point 2 has an empty name; name all points or none"),
        ("t.csv", "bat,1\nbat,-1\n", "t.csv: two concepts are called 'bat'"),
        ("t.csv", 'a,"b\n1,1\n', "t.csv, line 2: unexpected end of data"),
        ("t.csv", b"a,b\n1,1\n\xff,1", "t.csv, line 3: not UTF-8; save the file as UTF-8 text"),
        ("t.csv", "7" * 200_000 + "x,1\n1,1", "t.csv, line 1: field larger than field limit"),
        ("t.csv", "1," * 200_000 + "1", "t.csv: there are 200,001 points, but a class has at most 200,000"),
        ("t.csv", "1," * 200_001 + "1", "t.csv: there are more than 200,000 points, the most that a class has"),
        ("t.csv", "1\n" * 200_001, "t.csv, line 200001: a class has at most 200,000 concepts and 10,000,000 labels"),
        ("t.json", "", "t.json: not JSON: Expecting value"),
        ("t.json", "9" * 10_000, "t.json: not JSON: "),
        ("t.json", "3", 't.json: expected {"points": […], "concepts": {"name": [1, -1, …]}}, or a list of rows'),
        ("t.json", '{"concepts": "+-"}', "t.json: expected "),
        (
            "t.json",
            '{"format": "forced-mistakes/values/1", "points": 1, "concepts": ["+"]}',
            "t.json is a certificate, which `adversary check`",
        ),
        ("t.json", '{"concepts": [], "point": []}', "t.json: unknown key 'point'; did you mean 'points'?"),
        ("t.json", '{"concepts": [], "concepts": []}', "t.json: the key 'concepts' appears twice in one object"),
        ("t.json", '{"concepts": {"a": "+", "a": "-"}}', "t.json: the key 'a' appears twice in one object"),
        ("t.json", "[]", "t.json: there are no concepts"),
        ("t.json", "[[]]", "t.json: there are no points; each concept needs a label for at least one"),
        ("t.json", '{"points": [], "concepts": [[1]]}', "t.json: there are no points"),
        ("t.json", "[1, -1]", 't.json, concept 1: expected labels, like [1, -1] or "+-", but found 1'),
        ("t.json", '[[1], {"a": 1}]', 't.json, concept 2: expected labels, like [1, -1] or "+-", but found an object'),
        ("t.json", '{"concepts": {"bat": [1, 2]}}', "t.json, concept 'bat', label 2: 2 is not a label"),
        ("t.json", "[[1, true]]", "t.json, concept 1, label 2: True is not a label"),
        ("t.json", "[[1, [1]]]", "t.json, concept 1, label 2: a list is not a label"),
        ("t.json", '["+1-1"]', "t.json, concept 1: '+1-1' has both signs and digits; write it like '+-+' or '101'"),
        ("t.json", "[[1, 1], [1]]", "t.json, concept 2 has 1 label, but there should be 2, one for each point"),
        ("t.json", '{"points": ["a"], "concepts": {"b": "++"}}', "t.json, concept 'b' has 2 labels, but there should be 1"),
        ("t.json", "[[1, 0], [1, -1]]", "t.json, concept 2: both 0 and -1 are used as labels"),
        ("t.json", '{"points": "ab", "concepts": ["++"]}', 't.json: "points" should be a list of names or of vectors, but'),
        ("t.json", '{"points": [true], "concepts": ["+"]}', 't.json: "points" should be a list of names or of vectors'),
        ("t.json", '{"name": 3, "concepts": ["+"]}', 't.json: "name" should be a string, but is 3'),
        ("t.json", "[" * 100_000, "t.json: too deeply nested"),
        ("t.json", "[" + "[]," * 10**6 + "[]]", "t.json: a class has at most 200,000 concepts"),
        ("t.json", b'{"concepts": ["\xe9"]}', "t.json, line 1: not UTF-8"),
        ("t.npy", "", "t.npy: not a readable .npy file of numbers: "),
        ("t.npy", b"\x80\x04]\x94.", "t.npy: not a readable .npy file of numbers: "),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_unusable_content(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(InputError) as caught:
        read_class(path)
    text = str(caught.value)
    assert "\n" not in text
    shown = str(path) if len(str(path)) <= class_files.MAX_OF_PATH else "…" + str(path)[-class_files.MAX_OF_PATH :]
    assert text.replace(shown, name).startswith(message)


def test_labels_are_counted_while_a_table_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_files, "MAX_LABELS", 12)
    assert read_class(written(tmp_path, "t.csv", "1,1,1,1\n1,1,-1,-1\n-1,1,1,1\n")).size == 3
    with pytest.raises(InputError, match=r"t\.csv, line 4: a class has at most 200,000 concepts and 10,000,000 labels"):
        read_class(written(tmp_path, "t.csv", "1,1,1,1\n1,1,-1,-1\n-1,1,1,1\n-1,-1,1,1\n"))


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([[1.0, -1.0]]), "has entries of type float64; an integer array of 1 and -1 is needed"),
        (np.array([1, -1]), "has shape (2,); an array of shape (concepts, points) is needed"),
        (np.array([[1, -1], [1, 3]]), "row 2, column 2: 3 is not a label"),
        (np.array([[1, -1], [1, 0]]), "row 2: both 0 and -1 are used as labels"),
        (np.ones((0, 3), dtype=int), "there are no concepts"),
        (np.ones((3, 0), dtype=int), "there are no points"),
        (np.ones((1, 200_001), dtype=bool), "there are 200,001 points"),
    ],
)
def test_unusable_arrays(tmp_path: Path, array: Any, message: str) -> None:
    np.save(tmp_path / "t.npy", array)
    with pytest.raises(InputError, match=rf"t\.npy[,:]? {re.escape(message)}"):
        read_class(tmp_path / "t.npy")
    with pytest.raises(InputError, match=rf"^mine[,:]? {re.escape(message)}"):
        class_of_array("mine", array)


def test_an_array_of_objects_is_not_read(tmp_path: Path) -> None:
    np.save(tmp_path / "t.npy", np.array([[None]], dtype=object))
    with pytest.raises(InputError, match=r"not a readable \.npy file of numbers: Object arrays cannot be loaded"):
        read_class(tmp_path / "t.npy")


def test_an_array_that_promises_more_than_is_there(tmp_path: Path) -> None:
    np.save(tmp_path / "t.npy", np.ones((11, 11), dtype=np.int8))
    data = (tmp_path / "t.npy").read_bytes()
    for shape in (b"(10**11, 1)", b"(99999, 99)", b"(9999999999999999, 1)", b"(-1, 11)", b"'no shape'", b"((((((((((("):
        assert b"(11, 11)" in data
        with pytest.raises(InputError, match=r"not a readable \.npy file"):
            read_class(written(tmp_path, "u.npy", data.replace(b"(11, 11)", shape)))
        with pytest.raises(InputError, match=r"not a readable \.npy file"):
            read_class(written(tmp_path, "u.npy", data[: -len(shape)]))


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    for path, message in (
        (tmp_path / "no.csv", "no.csv: No such file or directory"),
        (tmp_path / "folder.csv", "folder.csv is a directory; a file of labels is needed"),
        (tmp_path / "pipe.csv", "pipe.csv is not a regular file; "),
        (tmp_path / "a\0.csv", "a\\x00.csv: "),
        (tmp_path / ("a" * 5_000 + ".csv"), "aaa.csv: File name too long"),
        (Path("/dev/zero"), "/dev/zero is not a regular file; "),
        (written(tmp_path, "t.cvs", "1,1"), "unknown suffix '.cvs'; did you mean '.csv'?"),
        (written(tmp_path, "t", "1,1"), "unknown suffix ''; known: .csv, .json, .npy, .tsv"),
    ):
        for read in (read_class, lambda path: load_class(str(path))):
            outcome: list[str] = []

            def run(
                path: Path = path, read: Callable[[Path], ConceptClass] = read, outcome: list[str] = outcome
            ) -> None:
                with pytest.raises(InputError) as caught:
                    read(path)
                outcome.append(str(caught.value))

            thread = threading.Thread(target=run, daemon=True)  # a pipe would wait for ever
            thread.start()
            thread.join(20)
            assert outcome, path
            assert message in outcome[0]


def test_a_file_without_permission(tmp_path: Path) -> None:
    path = written(tmp_path, "t.csv", "1,-1")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("nothing is forbidden to this user")
    with pytest.raises(InputError, match=r"t\.csv: Permission denied"):
        read_class(path)


def test_large_files_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("t.csv", "t.json", "t.npy"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(10**9)  # a hole: it takes no room
    monkeypatch.setattr(Path, "open", None)
    for name in ("t.csv", "t.json", "t.npy"):
        with pytest.raises(InputError, match="is larger than 64 MiB"):
            read_class(tmp_path / name)
    assert MAX_BYTES == 64 * 2**20


def test_names_are_printable(tmp_path: Path) -> None:
    path = written(tmp_path, "t.json", '{"name": "a\\u001b[2J", "points": ["\\ud800"], "concepts": {"\\n b": "+"}}')
    found = read_class(path)
    assert (found.name, found.point_names, found.concept_names) == ("a\\x1b[2J", ("\\ud800",), ("b",))


contents = st.binary(max_size=60) | st.text('+-01,;\t\n"x[]{}: ', max_size=60).map(str.encode)


@given(contents, st.sampled_from(list(class_files.READERS)), st.sampled_from([b"", b"\x93NUMPY\x01\x00"]))
def test_any_bytes_are_a_class_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, suffix: str, start: bytes
) -> None:
    path = written(tmp_path_factory.getbasetemp(), f"any{suffix}", start + content)
    try:
        found = read_class(path)
    except InputError as error:
        text = str(error)
    else:
        text = " ".join([*found.notes, *found.point_names])
        assert found.size > 0
    assert text.isprintable()


# ------------------------------------------------------------------------------------------------ file or catalog


def test_load_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "t.csv", "1,-1")
    written(tmp_path, "thresholds:3", "1,-1")
    for text in ("t.csv", "./t.csv", str(tmp_path / "t.csv")):
        assert load_class(text).name == "t.csv"
    assert load_class("thresholds:2").name == "thresholds:2"
    for text, message in (
        ("thresholds:3", "thresholds:3: unknown suffix"),
        ("no.json", "no.json: No such file"),
        ("no/thresholds:2", "no/thresholds:2: No such file"),
        ("tresholds:2", "unknown class 'tresholds'; did you mean 'thresholds'"),
        ("a" * 10**5, "unknown class"),
        ("a\0", "unknown class"),
        ("", "unknown class ''"),
    ):
        with pytest.raises(InputError, match=f"^{re.escape(message)}"):
            load_class(text)


# ------------------------------------------------------------------------------------------------ from Python


def even(x: int) -> bool:
    return x % 2 == 0


def large(x: int) -> int:
    return 1 if x > 2 else -1


def test_functions() -> None:
    found = class_of_functions("mine", [even, large], range(1, 5))
    assert labels(found) == [[-1, 1, -1, 1], [-1, -1, 1, 1]]
    assert (found.name, found.point_names, found.concept_names) == ("mine", ("1", "2", "3", "4"), ("even", "large"))
    assert found.vectors == ((1,), (2,), (3,), (4,))
    named = class_of_functions("mine", {"is even": even, "is large": large, "again": even}, iter(range(1, 5)))
    assert named.concept_names == ("is even", "is large")
    assert "1 concept left out" in named.notes[0]
    assert class_of_functions("mine", [lambda x: x > 1, lambda x: x < 1], [1, 2]).concept_names is None


def test_labels_of_numpy_are_labels() -> None:
    line: Any = np.array([-1, 1, 1])
    found = class_of_functions("mine", [lambda x: line[x] < 0, lambda x: line[x], lambda x: line[x : x + 1]], range(3))
    assert labels(found) == [[1, -1, -1], [-1, 1, 1]]


@given(tables)
def test_functions_are_their_tables(table: Table) -> None:
    functions = [row.__getitem__ for row in table]
    assert labels(class_of_functions("mine", functions, range(len(table[0])))) == table


@pytest.mark.parametrize(
    ("domain", "vectors"),
    [
        ([(0, 1), (Fraction(1, 2), 0)], ((0, 1), (Fraction(1, 2), 0))),
        ([1, Fraction(1, 3)], ((1,), (Fraction(1, 3),))),
        ([(0, 1), (1,)], None),
        ([1, (2,)], None),
        ([0.5, 1], None),
        ([True, False], None),
        (["a", "b"], None),
        ([()], None),
    ],
)
def test_vectors(domain: list[Any], vectors: Any) -> None:
    assert class_of_functions("mine", [lambda x: x == domain[0]], domain).vectors == vectors


def fails(x: int) -> int:
    return 1 // x


@pytest.mark.parametrize(
    ("functions", "domain", "message"),
    [
        ([], [1], "the class mine is empty"),
        ([even], [], "the class mine has no points"),
        ([even], [1, "1"], "mine: two points of the domain are called 1; their names should be different"),
        ([even], count(), "mine: the domain has more than 200,000 points"),
        ((even for _ in count()), [1], "mine: there are more than 200,000 functions, the most for 1 points"),
        ([fails], [1, 0], "mine: fails on the point 0 raised ZeroDivisionError: "),
        ([lambda x: x], [1, 0], "mine: a function on the point 0 returned 0; a label is 1 or -1, or else True or False, or * for none"),
        ({"h": float}, [1], "mine: h on the point 1 returned 1.0; a label is"),
        ({"h": lambda x: None}, [1], "mine: h on the point 1 returned None"),
        ({"h": lambda x: np.ones(2)}, [1], "mine: h on the point 1 returned array([1., 1.])"),
    ],
)  # fmt: skip
def test_unusable_functions(functions: Any, domain: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        class_of_functions("mine", functions, domain)


def test_arrays() -> None:
    array = np.array([[1, -1, -1], [1, 1, -1], [1, -1, -1]])
    found = class_of_array("mine", array)
    assert labels(found) == [[1, -1, -1], [1, 1, -1]]
    assert (found.name, found.point_names, found.concept_names) == ("mine", ("1", "2", "3"), None)
    assert "1 concept left out" in found.notes[0]
    named = class_of_array("mine", array[:2] > 0, ["a", "b", "c"], ["one", "two"])
    assert (labels(named), named.point_names, named.concept_names) == (labels(found), ("a", "b", "c"), ("one", "two"))
    assert "labels 0 and 1 were read" in class_of_array("mine", np.eye(3, dtype=np.uint8)).notes[0]


@pytest.mark.parametrize(
    ("array", "names", "message"),
    [
        ([[1, -1]], {}, "mine: a numpy array is needed, not list"),
        (np.eye(2, dtype=int), {"point_names": ["a"]}, "mine has 2 points, but 1 names for them"),
        (np.eye(2, dtype=int), {"concept_names": ["a", "a"]}, "mine: two concepts are called 'a'"),
    ],
)  # fmt: skip
def test_arrays_that_are_no_class(array: Any, names: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        class_of_array("mine", array, **names)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", "1 0,1/2 1,-1 0.5\n+,-,-\n-,-,+\n"),
        ("t.csv", "concept,1 0,1/2  1,-1 0.5\na,+,-,-\nb,-,-,+\n"),
        ("t.json", '{"points": [[1, 0], ["1/2", 1], [-1, 0.5]], "concepts": ["+--", "--+"]}'),
    ],
)
def test_points_named_by_their_coordinates_are_vectors(tmp_path: Path, name: str, content: str) -> None:
    half = Fraction(1, 2)
    assert read_class(written(tmp_path, name, content)).vectors == ((1, 0), (half, 1), (-1, half))


@pytest.mark.parametrize("points", [",2,3", "a,1 0,0 1", "x 1,x 2,x 3", "01.02.2024 8,1 1,2 2", "1 0,1 1/0,0 1"])
def test_other_names_are_names(tmp_path: Path, points: str) -> None:
    assert read_class(written(tmp_path, "t.csv", f"{points}\n+,-,-\n")).vectors is None


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ("1 0,1 0 1", "t.csv: the point '1 0 1' has 3 coordinates, and '1 0' has another number"),
        ("1 0,2", "t.csv: the point '2' has 1 coordinate, and '1 0' has another number"),
        ("1 0,1.0 0", "t.csv: '1 0' and '1.0 0' are the same point"),
        ("1 0,1 0", "t.csv: two points are called '1 0'"),
    ],
)
def test_points_that_are_no_vectors_of_one_space(tmp_path: Path, points: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_class(written(tmp_path, "t.csv", f"{points}\n+,-\n"))
    assert message in str(caught.value)
