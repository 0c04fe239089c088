"""Results in notebooks: each finds its view, whatever has been imported."""

import subprocess
import sys

import pytest

from proofs.views import Viewable


@pytest.mark.full
@pytest.mark.parametrize(
    "code",
    [
        "from adversary import play; shown = play('perceptron', margin='1/2', replay=False, second_opinion=False)",
        "from adversary.search.attack import Attack; shown = Attack('l', 'M <= 1', None, 0, 0, {}, 0.0, ())",
        "from adversary.grading.result import Grade; shown = Grade('l', 'k', (), None, 0, 0, 0.0, ())",
        "from proofs.dimensions import dimensions; from proofs.classes.catalog import find_class as f; shown = dimensions(f('cube:3'))",
    ],
)
def test_a_result_shows_itself_when_nothing_else_is_imported(code: str) -> None:
    script = f"import sys; {code}; assert not any('report' in name for name in sys.modules); print(shown._repr_html_())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<table>")


def test_a_result_without_a_view_says_so() -> None:
    with pytest.raises(NotImplementedError):
        Viewable()._repr_html_()
    with pytest.raises(NotImplementedError):
        Viewable().show()
