"""Rocq files about traces and certificates: the file's bytes are in them, and say nothing to Rocq."""

import re
from pathlib import Path

import pytest
from conftest import DATA, ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from rocq import rocq

from proofs.formal.coqc import Coqc, Ran
from proofs.formal.generated import (
    CHUNK,
    check_file,
    file_definition,
    not_formalized,
    rocq_file,
    statement_about,
)

NASTY = b'"). Qed. (* *) "" " \\ \x00\r\n\xff\xc3' + bytes(range(256)) + "“δ²” 😀".encode()

GAME = b"""\
{"format":"forced-mistakes/1","setting":"halfspaces","learner":"l","adversary":"a","margin_squared":"2/8","dimension":1}
{"x":[[0,"1"]],"predicted":1,"label":-1}
{"target":{"direction":[[0,"-1"]],"scale_squared":"1/4"},"claims":[{"statement":"realizable"},{"statement":"run bound","mistakes":1}],"termination":"finished"}
"""


def literals(text: bytes) -> tuple[bytes, list[bytes]]:
    """Read a text as Rocq does; return it without its comments and with its literals empty, and the literals."""
    code, found, at, depth = b"", [], 0, 0
    while at < len(text):
        if text[at : at + 1] == b'"':
            end = at + 1
            while text[end : end + 1] != b'"' or text[end + 1 : end + 2] == b'"':
                end += 2 if text[end : end + 1] == b'"' else 1
                assert end < len(text), "a literal does not end"
            if not depth:
                code += b'""'
                found.append(text[at + 1 : end].replace(b'""', b'"'))
            at = end + 1
        elif text[at : at + 2] in (b"(*", b"*)"):
            depth += 1 if text[at : at + 2] == b"(*" else -1
            at += 2
        else:
            code += text[at : at + 1] if not depth else b""
            at += 1
    assert depth == 0
    return code, found


@given(st.binary() | st.text(alphabet='"(*). \\\n', max_size=200).map(str.encode) | st.text().map(str.encode))
@example(NASTY * 30)
@example(b'"' * (2 * CHUNK + 1))
@example("δ".encode() * CHUNK)
@example(b"\x80" * (CHUNK + 3))
@example(b"")
def test_the_literals_are_the_bytes_and_all_else_is_ours(data: bytes) -> None:
    code, found = literals(rocq_file(data, "proves file nothing"))
    assert b"".join(found) == data
    assert all(0 < len(literal) <= CHUNK for literal in found)
    plain, _ = literals(rocq_file(b"x" * CHUNK * len(found), "proves file nothing"))
    assert code == plain


def test_no_literal_ends_within_a_character() -> None:
    _, found = literals(rocq_file(b"a" + "😀".encode() * CHUNK, "proves file nothing"))
    for literal in found:
        literal.decode()


@pytest.mark.rocq
def test_the_pages_example_of_a_file_that_uses_the_theorems_is_checked(tmp_path: Path) -> None:
    section = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8").partition("## Use the theorems")[2]
    text = section.partition("```coq\n")[2].partition("```")[0]
    coqc, built = rocq()
    (tmp_path / "Sample.v").write_text(f"{text}Print Assumptions at_most_5.\n", encoding="utf-8")
    ran = coqc.run(tmp_path / "Sample.v", built, 200)
    assert ran.code == 0, ran.errors
    assert ran.output == "Closed under the global context\n"


@pytest.mark.rocq
def test_rocq_reads_the_very_bytes(tmp_path: Path) -> None:
    coqc, built = rocq()
    data = NASTY * 20
    ask = b"From Coq Require Import Strings.Byte List.\nFrom ForcedMistakes Require Import TextBytes.\nSet Printing Width 1000000.\nSet Printing Depth 1000000.\n"
    text = ask + file_definition(data) + b"Eval vm_compute in map Byte.to_nat (file_bytes file).\n"
    (tmp_path / "Bytes.v").write_bytes(text)
    ran = coqc.run(tmp_path / "Bytes.v", built, 200)
    assert ran.code == 0, ran.errors
    assert [int(number) for number in re.findall(r"\d+", ran.output.partition("]")[0])] == list(data)


@pytest.mark.parametrize(
    ("data", "statement"),
    [
        (GAME, "proves file (Halfspaces 1 (1 # 4) 1 [Realizable; RunBound 1])"),
        (
            GAME.replace(b"{", b'{"unit_norm":false,', 1),
            "proves file (LiftedHalfspaces 1 (1 # 4) 1 [Realizable; RunBound 1])",
        ),
        (GAME[:-1], "proves file (Halfspaces 1 (1 # 4) 1 [Realizable; RunBound 1])"),
        (GAME.replace(b"2/8", b"7"), "proves file (Halfspaces 1 (7 # 1) 1 [Realizable; RunBound 1])"),
        (
            b'{"format":"forced-mistakes/1","setting":"finite","points":2,"concepts":["++","+-"]}\n{}\n{}\n{"claims":[{"statement":"expected mistakes","mistakes":"6/4"},{"statement":"upper bound","mistakes":2}]}',
            "proves file (FiniteGame 2 2 2 [ExpectedMistakes (3 # 2); UpperBound 2])",
        ),
        (
            b'{"format":"forced-mistakes/littlestone/1","points":2,"concepts":["++","+-"],"at_most":1,"at_least":0}',
            "proves file (Dimension 2 2 [UniversalBound 0; UpperBound 1])",
        ),
        (
            b' {"format":"forced-mistakes/littlestone/1","points":2,"concepts":["++","+-"],"at_most":1} \n',
            "proves file (Dimension 2 2 [UpperBound 1])",
        ),
        (
            b'{"format":"forced-mistakes/littlestone/1","points":2,"concepts":["++","+-"],"at_most":1,"lies":2}',
            "proves file (LyingDimension 2 2 2 [UpperBound 1])",
        ),
        (
            b'{"format":"forced-mistakes/1","setting":"finite","points":2,"concepts":["++","+-"],"order":[1,0]}\n{}\n{"claims":[{"statement":"announced order","mistakes":1}]}',
            "proves file (OrderedGame [1%N; 0%N] 2 2 1 [AnnouncedOrder 1])",
        ),
        (
            b'{"format":"forced-mistakes/1","setting":"hinge","dimension":2,"hinge":"2/4","norm_squared":"3"}\n{}\n{"claims":[{"statement":"span bound","mistakes":1}]}',
            "proves file (WithHinge 2 (1 # 2) (3 # 1) 1 [SpanBound 1])",
        ),
        (
            GAME.replace(b'"finished"', b'"finished","lower":{"axes":1,"trees":[]}'),
            "proves file (HalfspacesWithTrees 1 (1 # 4) 1 [Realizable; RunBound 1])",
        ),
        (
            b'{"format":"forced-mistakes/margin/1","dimension":2,"margin_squared":"2/8","claims":[{"statement":"upper bound","mistakes":2},{"statement":"universal bound","mistakes":1}]}',
            "proves file (MarginBounds 2 (1 # 4) [UniversalBound 1])",
        ),
    ],
)
def test_the_statement_has_the_numbers_of_the_file(data: bytes, statement: str) -> None:
    assert statement_about(data) == statement


def test_every_game_that_is_kept_has_a_statement() -> None:
    kept = [path for path in (DATA / "golden").glob("*.jsonl") if not path.stem.endswith("script")]  # which is no trace
    games = [path for path in kept if not not_formalized(path.read_bytes())]
    assert len(games) > 20
    for path in games:
        assert re.fullmatch(
            r"proves file \(((?:Lifted)?Halfspaces(?:WithTrees)?|FiniteGame|WithHinge|LyingGame|OrderedGame \[[0-9%N; ]+\]) [0-9 #()]+ \[Realizable(; \w+ [0-9 #()]+)*\]\)",
            statement_about(path.read_bytes()),
        )


def test_what_coqc_shows_has_to_be_the_theorem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statement = statement_about(GAME)
    closed = "Closed under the global context"
    shows = {
        f"this_file\n     : {statement}\n{closed}\n": (True, ()),
        f"this_file\n     : {statement.replace('(1 # 4)', '0.25')}\n{closed}\n": (True, ()),
        f"this_file\n     : {statement.replace('RunBound 1', 'RunBound 0')}\n{closed}\n": (None, None),
        f"other\n     : {statement}\n{closed}\n": (None, None),
        f"this_file\n     : {statement}\nAxioms:\na : False\n": (None, ("a",)),
        f"this_file\n     : {statement}\n": (None, None),
        f"one\n     : True\n{closed}\nthis_file\n     : {statement}\n{closed}\n": (None, None),
        f"{closed}\n": (None, None),
        "": (None, None),
    }
    coqc, built = Coqc("coqc", "8.16.1", ""), tmp_path
    for text, expected in shows.items():
        monkeypatch.setattr(Coqc, "run", lambda *_, text=text: Ran(0, text, "", 0.0))
        found = check_file(GAME, statement, coqc, built)
        assert (found.checked, found.assumptions) == expected, text
        assert (found.reason is None) == (found.checked is True)


@pytest.mark.rocq
def test_rocq_refuses_what_is_not_so() -> None:
    coqc, built = rocq()
    assert check_file(GAME, statement_about(GAME), coqc, built).checked
    wrong = GAME.replace(b'"mistakes":1', b'"mistakes":0')
    refused = check_file(wrong, statement_about(wrong), coqc, built)
    assert (refused.checked, refused.reason) == (
        False,
        "Rocq computes that judge file = NotValid: this file does not show it",
    )
    assert check_file(b"{", statement_about(GAME), coqc, built).reason == (
        "Rocq computes that judge file = Malformed: this file does not show it"
    )
    other = check_file(GAME, statement_about(wrong), coqc, built)
    assert other.checked is None
    assert str(other.reason).startswith("Rocq finds the file valid, but does not accept the theorem: ")
