"""What a file imports, as its text says."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from learners.loading.needs import needs_of_code, own_folder, require_versions
from proofs.exact.errors import InputError


def test_files_beside_it_are_found_through_one_another(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    for name, text in {
        "student.py": "import os, one\nfrom kit import tools\ndef f():\n    import two as t\n",
        "one.py": "import student, three.deep\n",
        "two.py": "def (",
        "unasked.py": "",
        "kit/__init__.py": "from .inner import x\n",
        "kit/inner.py": "import numpy.linalg\n",
        "kit/tools.py": "from . import other\n",
        "kit/other.py": "",
    }.items():
        (tmp_path / name).write_text(text)
    files, packages = needs_of_code(tmp_path / "student.py")
    names = sorted(str(path.relative_to(tmp_path)) for path in files)
    assert names == [
        "kit/__init__.py",
        "kit/inner.py",
        "kit/other.py",
        "kit/tools.py",
        "one.py",
        "student.py",
        "two.py",
    ]
    assert packages == (("numpy", version("numpy")),)
    assert [own_folder(tmp_path / name) for name in ("student.py", "two.py")] == [tmp_path, tmp_path / "two.py"]


def test_a_notebook_is_read_cell_by_cell(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": text} for text in ("%matplotlib inline\nimport helper", "1 + 1")]
    (tmp_path / "n.ipynb").write_text(json.dumps({"nbformat": 4, "cells": cells}))
    (tmp_path / "helper.py").write_text("")
    assert sorted(path.name for path in needs_of_code(tmp_path / "n.ipynb").files) == ["helper.py", "n.ipynb"]


def test_what_is_not_installed_has_no_version() -> None:
    with pytest.raises(InputError, match="a worker has no-such-package None, and the run began with 1"):
        require_versions({"no-such-package": "1"})
