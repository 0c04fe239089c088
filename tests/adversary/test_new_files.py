"""Files that appear complete, or not at all."""

import errno
from pathlib import Path

import pytest

from adversary.files import made_folder, new_file, refuse_overwrite, without_folder, write_new
from proofs.exact.errors import InputError, ResourceError, refusal_of


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    with new_file(tmp_path / "new") as partial:
        partial.write_text("all of it")
        assert not (tmp_path / "new").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    write_new(tmp_path / "new", "something else\r\n")
    assert (tmp_path / "new").read_bytes() == b"something else\r\n"


def test_what_was_there_stays_if_something_is_raised(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "old") as partial:
        partial.write_text(f"half, {1 // 0}")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_a_file_for_which_there_is_no_room_is_named(tmp_path: Path) -> None:
    for output, named in ((tmp_path / "out", str(tmp_path / "out")), (None, "trace.jsonl")):
        with (
            pytest.raises(ResourceError, match=rf"^cannot write .*{named}: No space left on device$"),
            new_file(output),
            Path("/dev/full").open("wb") as file,
        ):
            file.write(b"text")
    with pytest.raises(BrokenPipeError), new_file(tmp_path / "out"):
        raise BrokenPipeError(errno.EPIPE, "of another file")
    assert list(tmp_path.iterdir()) == []
    assert type(refusal_of("a", OSError(errno.EACCES, "no"))) is InputError  # not the machine's fault


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_new(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("", "a file without a name"),
        ("-", "cannot write to -: an output is a file here"),
        ("a\0b", "no file has such a name"),
        ("folder", "it exists and is not a regular file"),
        ("no/such", "there is no folder"),
        ("x" * 250, "File name too long"),
    ],
)
def test_what_cannot_be_written_is_said_before(
    output: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    with pytest.raises(InputError, match=says):
        write_new(output, "text")
    with pytest.raises(InputError, match="an output is a file here"):
        made_folder("-")
    assert list(Path().iterdir()) == [Path("folder")]


def test_inputs_are_kept(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("")
    (tmp_path / "link").symlink_to("in")
    refuse_overwrite(None, "anything")
    refuse_overwrite(tmp_path / "out", tmp_path / "in", None, "", "a\0b", object())
    with pytest.raises(InputError, match="that is the input"):
        refuse_overwrite(tmp_path / "link", "other", tmp_path / "in")


@pytest.mark.parametrize(
    "given", ["in.py:Name", "in.py:", "scripted:in.py", "margin-halfspaces:in.py?margin=1/5", "in.py?a=b"]
)
def test_an_input_is_kept_wherever_its_name_stands(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.py").write_text("")
    with pytest.raises(InputError, match=r"cannot write \./in.py: that is the input"):
        refuse_overwrite("./in.py", given)


@pytest.mark.parametrize("name", ["mine.py", "mine.ipynb", "course.toml", "mine.C"])
def test_source_code_is_replaced_by_source_code_alone(name: str, tmp_path: Path) -> None:
    write_new(tmp_path / name, "mine")
    with pytest.raises(InputError, match=r"it exists, and looks like source code; name another file$"):
        write_new(tmp_path / name, "a trace")
    assert (tmp_path / name).read_text() == "mine"
    write_new(tmp_path / name, "a new test", code=True)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["a new test"]


def test_a_text_names_what_is_in_a_folder_without_its_place(tmp_path: Path) -> None:
    place = tmp_path / "sub"
    found = {"why": [f"no '{place}' and no {place}/a.py, {place}: but {place}2, {place}.py and /x{place}/a", 3]}
    assert without_folder(place, found) == {
        "why": [f"no '.' and no a.py, .: but {place}2, {place}.py and /x{place}/a", 3]
    }
