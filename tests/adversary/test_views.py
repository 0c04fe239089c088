"""Results in notebooks: each finds its view, whatever has been imported."""

import subprocess
import sys

import pytest

from proofs import views
from proofs.classes.catalog import find_class
from proofs.solvers.dimensions import dimensions


@pytest.mark.full
@pytest.mark.parametrize(
    "code",
    [
        "import adversary; shown = adversary.play('perceptron', margin='1/2')",
        "from adversary.search.attack import Attack; shown = Attack('l', 'M <= 1', None, 0, 0, {}, 0.0, ())",
        "from adversary.grading.result import Grade; shown = Grade('l', 'k', (), None, 0, 0, 0.0, ())",
        "import adversary; shown = adversary.dimension('cube:3')",
    ],
)
def test_a_result_shows_itself_when_nothing_else_is_imported(code: str) -> None:
    script = f"import sys; {code}; assert not any('report' in name for name in sys.modules); print(shown._repr_html_())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("<table>", "<p>"))


def test_without_views_a_result_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_homes", [])
    shown = dimensions(find_class("cube:1"), ("vc",))
    assert repr(shown) == f"Dimensions({shown.to_json()})"
    for method in (shown._repr_html_, shown.show, shown.to_dict):
        with pytest.raises(NotImplementedError):
            method()
