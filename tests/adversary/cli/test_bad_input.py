"""Bad input: one clear line and exit code 2, and no file is written, changed or removed."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import DATA, ROOT, Ran

from adversary.views.export.exporters import EXPORTERS, FOLDER, TRACE

STUDENT = ROOT / "examples" / "student.py"
CERTIFICATES = DATA / "certificates"

BAD = {
    "play perceptron --margin 11/10": "the margin should be at most 1, but its square is 121/100",
    "play perceptron --margin abc": "'abc' is not a margin; write it like 1/10, 0.1, sqrt(1/7) or 1/sqrt(7)",
    "play perceptron --margin 1/1000000": "this game would have 1,000,000,000,000 rounds, and at most 100,000,000 are played: the smallest margin is 1/10000",
    "play perceptron": "standard-basis needs a margin, like --margin 1/10",
    "play perceptron --margin 1/3 --dimension x": "Invalid value for '--dimension'",
    "play . --margin 1/3": ". is a folder, not a learner: name a file in it, or type adversary grade . --as KIND",
    "play perceptrom --margin 1/3": "unknown learner 'perceptrom'; did you mean 'perceptron'?",
    "play perceptron --margn 1/3": "--margn",
    "play perceptron --margin 1/3 --limit call=nans": "--limit takes call=Ns, game=Ns, with commas between, not 'call=nans'",
    "play": "Missing argument 'learner'",
    "ply perceptron": "ply",
    "play nosuch.py --margin 1/3": "there is no file nosuch.py",
    "play perceptron --margin 1/3 -o no/such/t.jsonl": "cannot write no/such/t.jsonl: there is no folder",
    "play perceptron --against scripted:no.jsonl": "no.jsonl cannot be read: No such file or directory",
    "play soa --class halfspaces:9 -o x.jsonl": "halfspaces:5",
    "play soa --margin 1/3 -o x.jsonl": "soa: it learns finite classes",
    "play perceptron --against littlestone --margin 1/3 -o x.jsonl": "littlestone takes no --margin",
    "play halving": "halving: it learns finite classes; give it one, like --class intervals:11",
    "play halving --against halving-worst-case:negative --class cube:2 -o x.jsonl": "halving-worst-case takes no :FILE",
    "play soa --class my.csv -o my.csv": "my.csv: play writes a trace, like -o trace.jsonl",
    "value perceptron": "perceptron: value is about all learners, or a file of points; what one learner errs at",
    "value student.py": "student.py: value is about all learners, or a file of points",
    "show x": "x is a folder: name a file in it",
    "show student.py": "student.py is code, which shows nothing yet: `adversary play student.py` has -o for a game",
    "tournament perceptron --margin 1/2 --against all,plane": "--against: all stands alone, because it names every",
    "tournament all perceptron --margin 1/2": "learners: all stands alone",
    'attack perceptron --bound "log d"': "position 5 of log d: this is not an expression; write log2(d)",
    'attack perceptron --bound "2*sqrt d"': "this is not an expression; write sqrt(d)",
    "play no_update.py --margin 1/2": "class Coin has no update",
    "play perceptron --margin 1/3 -o t.xls": "t.xls: play writes a trace, like -o trace.jsonl",
    "play perceptron --margin 1/3 -o a.jsonl -o b.jsonl": "--output is given 2 times, and play takes it once",
    "play perceptron -m 1/3 --margin 1/2": "--margin is given 2 times, and play takes it once",
    "play soa --against scripted:game.jsonl -o game.jsonl": "that is the input",
    "check no.jsonl": "no.jsonl: No such file or directory",
    "check .": ".: Is a directory",
    "list learnrs": "unknown kind 'learnrs'; did you mean 'learners'?",
    "list hadamard": "hadamard is not a kind, but one of the adversaries: type adversary list adversaries",
    "list intervals": "intervals is not a kind, but one of the classes: type adversary list classes",
    "list theorem": "unknown kind 'theorem'; did you mean 'theorems'?",
    "dimension interval:8": "did you mean 'intervals'?",
    "dimension margin-halfspace:3": "did you mean 'margin-halfspaces'?",
    "dimension intervals": "intervals",
    "dimension cube:2 --only litlestone": "did you mean 'littlestone'?",
    "dimension cube:2 --seconds 0": "--seconds should be above 0 and at most 3600, not 0",
    "dimension nothing.csv": "nothing.csv",
    "dimension margin-halfspaces:points.csv": "write it like margin-halfspaces:points.csv?margin=1/3",
    "dimension margin-halfspaces:no.csv?margin=1/3": "no.csv: there is no such file of points",
    "dimension margin-halfspaces:labels.csv?margin=1/3": "labels.csv, line 1: 'a' is not a rational number",
    "dimension cube:2 --models": "dimension takes no --models any more: type --only all",
    "dimension cube:2 --only all --lies 2": "all is not computed with lies; with lies there are littlestone, vc,",
    "dimension cube:3..2": "cube:3..2: a range goes up, as in cube:3..11, and has at most 1,000 classes",
    "dimension cube:1..2 -o c.json": "c.json would be the certificate of one class; for several, type -o DIR/",
    "dimension cube:2 --only vc,star -o c.json": "no certificate has vc, star; add --only littlestone",
    "attack halving --relation L>VC": "attack takes a learner and --bound, or --relation alone",
    "attack": "attack takes a learner and --bound, or --relation alone",
    "dimension my.csv -o my.csv": "that is the input",
    "value /dev/null": "/dev/null: it is not a regular file",
    "show cube:2 --chart halfing": "did you mean 'halving'?",
    "show cube:2 -o t.jpg": "known endings are .html, .svg, .pdf, .png, .tex, .dot",
    "show cube:2 -o t.tex": "a .tex has a table of a game",
    "show cube:2 cube:3 -o t.svg": "and cube:2 is a class",
    "show cube:2 --depth 0": "--depth is a number of levels, at least 1, but is 0",
    "show one.jsonl": "one.jsonl",
    "show my.csv -o ./my.csv": "that is the input",
    "show game.jsonl -o f.jpg": "cannot write f.jpg: known endings",
    "show game.jsonl -o game.jsonl": "that is the input",
    "show game.jsonl -o f.tex --chart mistakes": "--chart is about a figure: name its file",
    "show game.jsonl -o f.pdf --depth 2": "--depth is about a tree",
    "show game.jsonl game.jsonl": "a page and a tree are of one game",
    "show passed.json": "is an attack that found no counterexample to the bound R2/gamma2",
    "show broken.json": "looks like an attack, but is none",
    "show game.jsonl --seconds 0": "above 0",
    "show game.jsonl --chart": "requires an argument",
    "show": "Missing argument",
    "challenge": "challenge is no command any more: type `adversary play --me -o page.html`",
    "play --me -o p.html": "a page for --me takes --margin",
    "play perceptron --margin 1/3 -o p.html": "p.html: play writes a trace, like -o trace.jsonl",
    "play --me -o p.html --margin 1/5 --class thresholds:3": "a page for --me takes --margin",
    "play --me -o p.html --margin 1/5 --dimension 0": "the dimension should be at least 1",
    "play --me -o p.html --class thresholds:3 --lies 1": "leave out --lies, or -o to play at the prompt",
    "play --me -o p.html --class thresholds:3 --dimension 2": "a page for --me takes --margin",
    f"show {CERTIFICATES}/margin/valid/axes.json -o a.html": "is a certificate of the margin game, which has no picture",
    "show empty.json": "is not a trace, a certificate or a grade",
    "show list.json": "list.json is none of a trace, a certificate, or one grade with its game, and no table of labels: ",
    "play perceptron --me --margin 1/3": "with --me you predict in the learner's place: leave out perceptron, or --me",
    "play perceptron --me --margin 1/3 -o page.html": "leave out perceptron, or --me",
    "play perceptron --margin 1e999999999": "'1e999999999' takes more than 1000 digits to write exactly",
    "dimension cube:2 --only foo": "unknown quantity 'foo'; known: L, RL, VC, all, announced,",
    "check t.jsonl -o T.v": "-o writes the theorem for Rocq: give --rocq too",
    "check --rocq missing.jsonl": "missing.jsonl: No such file or directory",
    f"check --rocq {'x' * 300}": f"{'x' * 300}: File name too long",
    "check --rocq other": "other is neither a trace nor a certificate: line 1: not JSON",
    "check --rocq t.jsonl -o t.jsonl": "cannot write t.jsonl: the name of a Rocq file is letters, digits and _",
    "check --rocq t.jsonl -o my-file.v": "cannot write my-file.v: the name of a Rocq file is letters, digits and _",
    "check --rocq t.jsonl -o nowhere/T.v": "cannot write nowhere/T.v: there is no folder",
    "check --rocq same.v -o same.v": "cannot write same.v: that is the input",
    f"check --rocq {CERTIFICATES}/margin/valid/cap.json": "claims no universal bound, and the judge in Rocq reads no upper",
    **dict.fromkeys(
        [f"check --rocq {CERTIFICATES}/{place}valid/a_note_with_another_setting.jsonl" for place in ("", "finite/")],
        'line 1 has the key "note", which means nothing to the checkers in Python',
    ),
    "value": "value needs a --dimension, or a file of points",
    "value p.csv --dimension 3": "p.csv has a margin of its own",
    "value --dimension 3,4 --margin 1/3 -o c.json": "-o writes the certificate of one dimension and one margin",
    "value --dimension 4": "give a margin, like --margin 1/3, or a number of mistakes",
    "value --dimension 4 --margin 1/3 --mistakes 3": "--mistakes goes with one --dimension, and without a --margin",
    "value --dimension 4 --margin 1/3 --search": "--search needs a number of mistakes",
    "value --dimension 0 --margin 1/2": "the dimension should be from 1 to 1,000,000, not 0",
    "value --dimension 2 --mistakes 0": "--mistakes at least 1, not 2 and 0",
    "value --dimension 4 --mistakes 600": "no tree is known that forces 600",
    "value --dimension 2 --mistakes 5 --search": "trees of dimension 3 to 14",
    "value --dimension 1000000000 --mistakes 3": "--dimension should be from 1 to 1,000,000",
    "value --dimension 3 --mistakes 5 --search -o other": "is not the certificate of a search",
    "tournament perceptron": "a tournament needs settings: margins, like --margin 1/2..1/6, or classes",
    "tournament perceptron --against orthonormal": "no adversary fits a setting: orthonormal: it needs a setting",
    "tournament percepton --margin 1/3": "did you mean 'perceptron'?",
    "tournament perceptron --margin 1/3..x": "is not a range of margins",
    "tournament perceptron --class nothing:3": "--class: unknown class",
    "tournament perceptron --margin 1/3 -o c.gif": "cannot write c.gif: -o takes the name of a file that ends in .csv",
    "tournament perceptron --margin 1/3 -o c.svg -o d.svg": "-o names c.svg and d.svg: give one .svg",
    "tournament perceptron --class intervals:9..2": "--class intervals:9..2 is not a range of classes like intervals:3..11",
    "tournament perceptron --margin 1/3 --limit call=5s,states=few": "--limit takes states=N, call=Ns, game=Ns, with commas between, not 'states=few'",
    "tournament nobody --margin 1/2 --cache new": "learners: unknown learner 'nobody'",
    "tournament perceptron --margin 1/2 --cache other": "cannot write to other: it exists and is not a folder",
    "tournament nothing.toml -o out/": "the specification nothing.toml cannot be read: No such file or directory\n",
    **{
        f"tournament perceptron winnow --margin 1/2 {option}": "loop.svg: its symbolic links lead in a circle"
        for option in ("-o loop.svg", "--cache loop.svg")
    },
    "claims tight-sao": "unknown claim 'tight-sao'; did you mean 'tight-soa'?",
    "claims no.py": "no.py: there is no such file",
    "claims noted.py": "noted.py defines no Claim",
    "claims syntax.py": "syntax.py, line 1",
    "atlas --points 6": "the atlas has the classes on 1 to 5 points, and not on 6",
    "atlas --points 4 --where 'L > vc' -o out": "position 5 of L > vc: unknown name 'vc'; did you mean 'VC'?",
    "atlas --points 4 --largest 'L > 1' -o out": "L > 1 is a condition, not a number",
    "atlas --points 4 --only L,lies -o out": "unknown quantity 'lies'; did you mean 'lies_1'?",
    "atlas --points 4 --only halving_negative": "the atlas does not have halving_negative; it has L, RL,",
    "atlas --points 4 --limit -1 -o out": "--limit takes classes=N, with commas between, not '-1'",
    "atlas --points 3 --limit classes=3": "--limit is how many classes to show, and without --where or --largest",
    "grade nobody.py --as perceptron": "there is no file nobody.py",
    "attack perceptron --bound 1 -o page.html": "page.html: attack writes a trace, like -o trace.jsonl",
    "grade hw3/ --as perceptron": "there is no file or folder hw3/",
    "grade nope --as perceptron": "there is no file or folder nope; unknown learner 'nope'; known: ",
    f"grade {STUDENT} --as halving?x=1": "the kind halving takes no parameters",
    f"grade {STUDENT} --as nobody.toml": "the kind nobody.toml cannot be read",
    f"grade {STUDENT} --as perceptron -o {STUDENT}": "that is the input",
    **{
        f"grade {STUDENT} --as perceptron -o /nowhere/file{ending}": f"cannot write /nowhere/file{ending}: there is no folder"
        for ending in (TRACE, *(ending for ending in EXPORTERS if ending != FOLDER))
    },
    **{
        f"grade {ROOT}/examples --as perceptron -o a{ending}": "is for one submission; name a folder, as in -o out/"
        for ending in (TRACE, ".py", ".json")
    },
    f"grade {ROOT}/docs/schemas --as perceptron": "schemas has no submissions",
    f"grade {ROOT}/examples --as perceptron --visible {ROOT}": "is a folder",
    f"grade {STUDENT} nobody.py --as perceptron": "there is no file nobody.py: of several learners, each is a file",
    f"grade {STUDENT} {STUDENT} --as perceptron --visible {ROOT}": "is one of several: --visible is for one",
    f"grade {STUDENT} --as perceptron -o other/": "cannot write to other: it exists and is not a folder",
    f"grade {STUDENT} --as perceptron -o other/deep/reports/": "cannot write to other/deep/reports: Not a directory",
    f"grade {STUDENT} --as perceptron -o grades.txt": "-o takes the name of a file that ends in .jsonl, .py, .json, .xml, .csv",
    f"grade {STUDENT} --as any --isolation strict": "the checks of the kind any have no sandbox",
    "grade --as halving": "name the learner to grade",
    "grade '' --as halving": "name the learner to grade",
    f"grade {STUDENT} --as halving --jobs tcp://127.0.0.1:1": "is one submission: a scheduler, as in --jobs tcp://host:8786, is for many",
    "grade exec:true --as perceptron --isolation strict": "a program has no sandbox",
    "grade exec:./t.csv --as perceptron -o t.csv": "that is the input",
    "grade exec:./student.py --as perceptron -o t.py": "a test is for a learner in a .py file",
    f"grade {STUDENT} --as perceptron --visible loop.svg": "--visible should be a folder",
    f"grade {STUDENT} --as perceptron -o loop.svg/": "its symbolic links lead in a circle",
    f"attack {STUDENT}?bias=true --bound T": "?bias=true: a file takes no parameters; write Name = functools.partial(Class",
    "attack perceptron --bound floor(log2(C)) --class nothing:3": "unknown class 'nothing'",
    f"grade --gradescope {ROOT}/docs --as perceptron": "docs is not empty",
    f"grade {STUDENT} --gradescope x --as perceptron": "--gradescope grades nothing: leave out",
    "grade --gradescope loop.svg --as perceptron": "its symbolic links lead in a circle",
}  # fmt: skip
"""Commands, and what the line says."""

ATTACK: dict[str, object] = {"learner": "l", "bound": "R2/gamma2", "exhaustive": {}, "counterexample": None}
FILES: dict[str, str | bytes] = {
    "game.jsonl": (CERTIFICATES / "finite" / "valid" / "halving_on_thresholds.jsonl").read_bytes(),
    **dict.fromkeys(("t.jsonl", "same.v"), (CERTIFICATES / "valid" / "standard_basis.jsonl").read_bytes()),
    "empty.json": "{}",
    "list.json": "[1, 2, 3]",
    "passed.json": json.dumps(ATTACK),
    "broken.json": json.dumps(ATTACK | {"counterexample": {"why": 1}}),
    "my.csv": "+,-\n-,+\n",
    "labels.csv": "a,b\n1,2\n",
    "syntax.py": "class Learner(:",
    "noted.py": "class Other: pass",
    "no_update.py": "class Coin:\n    def probability(self, x): return 1\n",
    "other": "This is not JSON.",
}


def contents(folder: Path) -> dict[str, bytes]:
    """Return what is in a folder: of files their bytes, and of anything else nothing."""
    return {path.name: path.read_bytes() if path.is_file() else b"" for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder in which the commands are run, with the files."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "x").mkdir()
    (tmp_path / "loop.svg").symlink_to("loop.svg")
    return tmp_path


def graded(*_: object, **__: object) -> None:
    raise AssertionError("nothing is to be graded")


@pytest.mark.parametrize("command", [*BAD, pytest.param("attack exec:true --bound 1/gamma2", marks=pytest.mark.full)])
def test_bad_input_gets_one_clear_line(
    command: str, adversary: Callable[..., Ran], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--isolation" not in command:  # of which the grader itself says what is wrong
        monkeypatch.setattr("adversary.grading.grade.grade", graded)
        monkeypatch.setattr("adversary.grading.folder.grade", graded)
    before = contents(folder)
    assert BAD.get(command, "exec:true does not answer the handshake") in adversary(*shlex.split(command)).refusal
    assert contents(folder) == before


@pytest.mark.parametrize("command", {command.split()[0]: command for command in BAD}.values())
def test_with_json_the_line_is_in_an_object(command: str, adversary: Callable[..., Ran], folder: Path) -> None:
    ran = adversary(*shlex.split(command), "--json")
    assert (ran.code, ran.json["exit_code"], ran.err) == (2, 2, f"adversary: {ran.json['error']}\n")
    assert BAD[command] in ran.json["error"]


def test_behind_two_hyphens_json_is_a_name(adversary: Callable[..., Ran]) -> None:
    ran = adversary("play", "--", "perceptron", "--json")
    assert (ran.code, ran.out) == (2, "")


def test_a_caret_stands_below_what_is_wrong_in_a_bound(adversary: Callable[..., Ran]) -> None:
    ran = adversary("attack", "perceptron", "--bound", "R2 + 1/gama2")
    assert ran.refusal.endswith("unknown name 'gama2'; did you mean 'gamma2'?\n")
    assert ran.err.splitlines()[1:] == ["  R2 + 1/gama2", "         ^"]
