"""What the documents show is what the program does: their examples in Python, and the files that they quote."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from test_readme import commands

DOCUMENTS = ["adversaries.md", "classes.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_python_examples_print_what_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / name).read_text()
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert len(examples.examples) >= 3
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_commands_print_what_is_shown(name: str) -> None:
    text = (ROOT / "docs" / name).read_text()
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, output in commands(block):
            runnable = re.sub(r"^(adversary|python -m) ", lambda found: RUNS[found[1]], command)
            done = subprocess.run(runnable, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
            assert (done.stdout, done.stderr) == (output.rstrip("\n") + "\n", ""), command


RUNS = {"adversary": f"{sys.executable} -m adversary ", "python -m": f"{sys.executable} -m "}


def test_the_example_is_the_file() -> None:
    shown = re.findall(r"```python\n(class .*?)```", (ROOT / "docs" / "adversaries.md").read_text(), re.DOTALL)[0]
    assert Path(ROOT, "examples", "my_adversary.py").read_text().endswith(shown)


def test_the_citation_has_this_version() -> None:
    project = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    cited = re.search(r"^version: (.*)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert project is not None
    assert cited is not None
    assert project[1] == cited[1]


def test_every_key_of_a_game_is_documented() -> None:
    from adversary import play

    text = (ROOT / "docs" / "json.md").read_text()
    named = {key for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}
    vectors = play("perceptron", margin="1/2", watch=True, steps=True).to_json()
    concepts = play("halving", concept_class="thresholds:3").to_json()
    assert {*vectors, *concepts} == named
    assert concepts["json_version"] == 1
