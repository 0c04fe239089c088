"""Figures for papers show the pages' numbers, and texts as they are."""

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from shown_files import certificate, changed, drawn_of, lines_of, svg_texts, trace

from adversary.game.play import play
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import CHARTS, MAX_FILES, caption, chart_of, read_games
from adversary.views.figures.figure import COLUMN, figure_bytes
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError

HOSTILE = "_$\\frac{$ <script>alert(1)</script> & \\input{x} %# 点🧪"


def plane_trace(folder: Path) -> Path:
    points = [("3/5", "4/5", 1), ("5/13", "-12/13", -1), ("-4/5", "3/5", 1), ("12/13", "-5/13", -1), ("3/5", "4/5", 1)]
    rounds: list[dict[str, Any]] = [{"x": [[0, a], [1, b]], "label": label} for a, b, label in points]
    target = {"target": {"direction": [[1, "1"]], "scale_squared": "1"}}
    script = [{"dimension": 2, "margin_squared": "1/100"}, *rounds, target]
    (folder / "script.jsonl").write_text("".join(f"{json.dumps(entry)}\n" for entry in script))
    return trace(folder, "perceptron", "plane", against=f"scripted:{folder / 'script.jsonl'}")


# ------------------------------------------------------------------------------------------------ what is drawn


def test_the_squeeze_is_drawn_against_m(tmp_path: Path) -> None:
    drawn = drawn_of(trace(tmp_path, "perceptron", margin="1/4"))
    assert drawn.name == "squeeze"
    assert drawn.notes == []
    lines = lines_of(drawn)
    assert lines["‖w‖"] == (list(range(17)), [sqrt(m) for m in range(17)])
    assert lines["⟨w,v⟩"] == (list(range(17)), [m / 4 for m in range(17)])
    assert {"√M", "δM"} <= lines.keys()


def test_a_chain_that_breaks_and_rounds_that_change_nothing_are_told(tmp_path: Path) -> None:
    half = trace(tmp_path, "perceptron-half-step", margin="1/3")
    assert drawn_of(half).notes == ["perceptron-half-step: the chain breaks in round 1."]
    quiet = drawn_of(plane_trace(tmp_path), chart="squeeze")
    changed = len(lines_of(quiet)["‖w‖"][0]) - 1
    assert 0 < changed < 5
    assert quiet.notes == [f"Not drawn: {5 - changed} rounds in which no w changes."]
    both = lines_of(drawn_of(half, trace(tmp_path, "perceptron", "whole", margin="1/3"), chart="squeeze"))
    assert both["‖w‖, perceptron-half-step"][1][1] == 1 / 2
    assert both["‖w‖, perceptron"][1][1] == 1


def test_mistakes_stand_beside_what_the_theorems_say(tmp_path: Path) -> None:
    halving = trace(tmp_path, "halving", against="halving-worst-case", concept_class="intervals:5")
    best = trace(tmp_path, "soa", concept_class="intervals:5")
    lines = lines_of(drawn_of(halving, best))
    count = play("halving", against="halving-worst-case", concept_class="intervals:5").mistakes
    assert lines[f"{count}: halving"][1][-1] == count
    assert lines["3: soa"] == ([0, 1, 2, 3], [0, 1, 2, 3])
    assert set(lines["3: L(C), forced on every deterministic learner"][1]) == {3}
    assert set(lines["4: ⌊log₂|C|⌋, Halving never makes more"][1]) == {4}


def test_the_perceptron_is_allowed_half_as_much_in_the_plane(tmp_path: Path) -> None:
    """The bounds of the plane, in the setting and on rounds with points of any length, and the others above it."""
    unit = trace(tmp_path, "perceptron", margin="1/4", dimension=2, against="mistake-tree")
    assert "9: ⌊1/(2δ²)⌋ + 1, the Perceptron never makes more" in lines_of(drawn_of(unit, chart="mistakes"))
    swings = trace(tmp_path, "perceptron", "plane", margin="1/4", dimension=2, against="plane")
    on_rounds = "⌊R²‖v‖²/(2γ²)⌋ + 1, the Perceptron never makes more on these rounds"
    assert f"8: {on_rounds}" in lines_of(drawn_of(swings, chart="mistakes"))
    space = trace(tmp_path, "perceptron", "space", margin="1/4", dimension=3, against="mistake-tree")
    assert "16: ⌊1/δ²⌋, the Perceptron never makes more" in lines_of(drawn_of(space, chart="mistakes"))


def test_what_a_learner_is_expected_to_do_is_no_run_bound(tmp_path: Path) -> None:
    names = "half-margin", "perceptron"
    coins, none = read_games([trace(tmp_path, name, margin="1/sqrt(2)") for name in names], 30.0)
    alone = caption([coins], "", [])
    assert "2 rounds, 1 expected mistake)" in alone
    assert "2 expected mistakes: the recorded learner is expected to make 1 mistake on this sequence;" in alone
    assert "run bound" not in alone
    assert "on this sequence, or is expected to;" in caption([coins, none], "", [])
    assert "expected" not in caption([none, none], "", [])


def test_a_learner_that_tosses_coins_has_its_own_bound(tmp_path: Path) -> None:
    coins, none = (trace(tmp_path, name, margin="1/3") for name in ("half-margin", "perceptron"))
    for game in (drawn_of(coins, chart="mistakes"), drawn_of(coins, none), drawn_of(none, coins)):
        lines = lines_of(game)
        assert set(lines["4.5: half-margin is never expected to make more"][1]) == {4.5}
        assert set(lines["9: ⌊1/δ²⌋, the Perceptron never makes more"][1]) == {9}
    assert not any("expected" in name for name in lines_of(drawn_of(none, chart="mistakes")))


def test_expected_mistakes_are_drawn(tmp_path: Path) -> None:
    random = trace(tmp_path, "randomized-halving", against="worst-sequence", concept_class="singletons:4")
    [(_, values)] = [
        line
        for name, line in lines_of(drawn_of(random, chart="mistakes")).items()
        if name.endswith("randomized-halving")
    ]
    assert values[-1] == float(
        play("randomized-halving", against="worst-sequence", concept_class="singletons:4").mistakes
    )
    assert values[-1] != int(values[-1])


def test_a_certificate_is_what_it_does_to_halving(tmp_path: Path) -> None:
    drawn = drawn_of(certificate(tmp_path, find_class("intervals:5")))
    assert drawn.name == "mistakes"
    assert lines_of(drawn)["3: Halving"][1] == [0, 1, 2, 3]
    assert drawn.shows.endswith("of Halving, which is led down the tree of the certificate")


def test_the_legend_of_the_plane_has_room_for_wider_fonts(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    drawn = drawn_of(plane_trace(tmp_path))
    figure = Figure(figsize=(COLUMN, drawn.height), layout="constrained")
    drawn.draw(figure)
    figure.draw_without_rendering()
    (legend,) = [axes.get_legend() for axes in figure.axes]
    assert legend is not None
    box, width = legend.get_window_extent(), figure.bbox.width
    assert box.width < 0.75 * width
    assert min(box.x0, width - box.x1) > 0.1 * width


def test_the_plane_has_v_and_the_last_w(tmp_path: Path) -> None:
    drawn = drawn_of(plane_trace(tmp_path))
    assert drawn.name == "plane"
    assert any(name.startswith("w") for name in lines_of(drawn))
    other = drawn_of(changed(plane_trace(tmp_path), 0, learner="student.py"), chart="plane")
    assert "Not drawn: w, for its file has none, and its learner is not one of this program's" in other.notes[0]
    assert not any(name.startswith("w") for name in lines_of(other))
    with pytest.raises(InputError, match="not a game of halfspaces in two dimensions"):
        drawn_of(trace(tmp_path, "perceptron", "three", margin="1/2"), chart="plane")


def test_the_sphere_is_seen_along_v(tmp_path: Path) -> None:
    """All points of Theorem P have about the same distance from v, and w comes back to it: ‖w‖² ≈ 1/δ², ⟨w,v⟩ ≈ 1/δ."""
    from matplotlib.figure import Figure

    drawn = drawn_of(trace(tmp_path, "perceptron", "turns", margin="3/10", against="three-dimensions"))
    assert drawn.name == "sphere"
    axes = Figure().subplots()
    drawn.fill(axes)
    points: list[list[float]] = axes.collections[1].get_offsets().tolist()  # type: ignore[union-attr]
    assert len(points) == 11
    distances = [x * x + y * y for x, y in points]
    assert max(distances) - min(distances) < 1e-3
    assert abs(max(distances) - (1 - Fraction(9, 100))) < 0.01
    (way,) = [line for name, line in lines_of(drawn).items() if name.startswith("w after each round")]
    lengths = [x * x + y * y for x, y in zip(*way, strict=True)]
    assert len(lengths) == 12
    assert lengths[0] == 0
    assert lengths[-1] < lengths[1] < lengths[6] == max(lengths)
    with pytest.raises(InputError, match="not a game of halfspaces in three dimensions"):
        drawn_of(plane_trace(tmp_path), chart="sphere")
    other = changed(tmp_path / "turns.jsonl", 0, learner="student.py")
    with pytest.raises(InputError, match="its w is not known: its file has none"):
        drawn_of(other, chart="sphere")


def test_the_first_rounds_are_drawn_one_by_one(tmp_path: Path) -> None:
    """Of each round what it shows and what is said; an arrow a round where w is not 0."""
    drawn = drawn_of(plane_trace(tmp_path), chart="rounds")
    rounds = [json.loads(line) for line in plane_trace(tmp_path).read_text().splitlines()[1:-1]]
    texts = svg_texts(figure_bytes("svg", drawn.draw, COLUMN, drawn.height))
    said = [f"says {entry['predicted']:+d} {'✓' if entry['predicted'] == entry['label'] else '✗'}" for entry in rounds]
    assert [text for text in texts if text.startswith("says")] == [text.replace("-", "−") for text in said[:6]]
    assert [text[:8] for text in texts if ": shows" in text] == [f"{n + 1}: shows" for n in range(min(6, len(rounds)))]
    assert drawn.notes == ([f"Not drawn: the {len(rounds) - 6} rounds after these."] if len(rounds) > 6 else [])
    assert {"w", "⟨w, x⟩ above 0"} <= set(texts)
    with pytest.raises(InputError, match=r"no rounds of .*not a game of halfspaces in two dimensions"):
        drawn_of(trace(tmp_path, "perceptron", "three", margin="1/2"), chart="rounds")
    with pytest.raises(InputError, match=r"no rounds of .*its w is not known"):
        drawn_of(changed(plane_trace(tmp_path), 0, learner="student.py"), chart="rounds")


def test_rounds_of_a_learner_that_tosses_coins_have_its_probabilities(tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(
        "from fractions import Fraction\n"
        "class Coin:\n    def __init__(self):\n        self.weights = {}\n"
        "    def probability(self, x):\n        return Fraction(1, 3)\n"
        "    def update(self, x, y):\n        self.weights[0] = self.weights.get(0, 0) + 1\n"
    )
    game = trace(tmp_path, str(tmp_path / "coin.py"), "coin", margin="1/2", against="plane")
    drawn = drawn_of(game, chart="rounds")
    texts = svg_texts(figure_bytes("svg", drawn.draw, COLUMN, drawn.height))
    assert [text for text in texts if text.startswith("says")] == ["says +1 with 1/3"] * 2
    squeezed = drawn_of(game, chart="squeeze")  # no round is surely a mistake
    labels = svg_texts(figure_bytes("svg", squeezed.draw, COLUMN, squeezed.height))
    assert "M, the rounds in which w has changed so far" in labels


def test_a_forfeit_is_told(tmp_path: Path) -> None:
    (tmp_path / "tired.py").write_text(
        "class L:\n    n = 0\n    def predict(self, x):\n        self.n += 1\n        return 1 if self.n < 3 else 1 // 0\n"
        "    def update(self, x, y):\n        pass\n"
    )
    play(str(tmp_path / "tired.py"), margin="1/3", output=tmp_path / "t.jsonl")
    drawn = drawn_of(tmp_path / "t.jsonl", chart="mistakes")
    assert "then forfeits: " in drawn.notes[0]
    assert "ZeroDivisionError" in drawn.notes[0]
    table = tex_table(read_games([tmp_path / "t.jsonl"], 60), 60)
    assert table["caption"].endswith(drawn.notes[0])


# ------------------------------------------------------------------------------------------------ which files


def test_files_share_a_chart_only_in_one_setting(tmp_path: Path) -> None:
    a, b = trace(tmp_path, "perceptron", margin="1/2"), trace(tmp_path, "perceptron", "b", margin="1/3")
    h = trace(tmp_path, "halving", concept_class="thresholds:3")
    with pytest.raises(InputError, match=r"halfspaces with δ² = 1/4 and .*b\.jsonl about halfspaces with δ² = 1/9"):
        read_games([a, b], 60)
    with pytest.raises(InputError, match="about the class thresholds:3"):
        read_games([a, h], 60)
    with pytest.raises(InputError, match="is a certificate; several files"):
        read_games([h, certificate(tmp_path, find_class("cube:2"))], 60)
    with pytest.raises(InputError, match=f"at most {MAX_FILES} files, and these are {MAX_FILES + 1}"):
        read_games([a] * (MAX_FILES + 1), 60)
    with pytest.raises(InputError, match="this chart shows one file"):
        drawn_of(a, a, chart="plane")
    with pytest.raises(InputError, match="did you mean 'squeeze'"):
        drawn_of(a, chart="squeese")
    with pytest.raises(InputError, match="a finite class, which has no w"):
        drawn_of(h, chart="squeeze")
    with pytest.raises(InputError, match="its w is not known: its file has none, and its learner is not one"):
        drawn_of(changed(a, 0, learner="x.py"), chart="squeeze")


def test_a_name_makes_no_setting(tmp_path: Path) -> None:
    tables = {"a": "x,y\n+,-\n-,+\n-,-\n", "b": "x,y\n+,-\n-,+\n+,+\n"}
    games = []
    for folder, table in tables.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "c.csv").write_text(table)
        games.append(trace(tmp_path / folder, "halving", concept_class=tmp_path / folder / "c.csv"))
    with pytest.raises(
        InputError, match=r"is about the class c\.csv and .*halving\.jsonl about another one that is called"
    ):
        read_games(games, 60)
    assert len(read_games([games[0], games[0]], 60)) == 2
    unit = trace(tmp_path, "perceptron", margin="1/2")
    long = tmp_path / "long.jsonl"
    long.write_bytes(unit.read_bytes())
    changed(long, 0, unit_norm=False)
    with pytest.raises(InputError, match=r"δ² = 1/4 and .*long\.jsonl about .* and points of any norm"):
        read_games([unit, long], 60)


def test_the_same_learner_twice_is_told_apart_by_the_adversary(tmp_path: Path) -> None:
    a = trace(tmp_path, "perceptron", "a", margin="1/2")
    b = trace(tmp_path, "perceptron", "b", margin="1/2", against="orthonormal")
    games = read_games([a, b], 60)
    assert {"4: perceptron vs standard-basis", "4: perceptron vs orthonormal"} <= lines_of(chart_of(games)).keys()
    says = caption(games, "Mistakes", [])
    assert "perceptron against orthonormal: 4 rounds, 4 mistakes, proved 1, 2, 3 (at least 4)" in says


# ------------------------------------------------------------------------------------------------ files of figures


@pytest.mark.full
def test_every_chart_is_a_figure_and_names_stay_text(tmp_path: Path) -> None:
    a = changed(trace(tmp_path, "perceptron", margin="1/2"), 0, learner=HOSTILE)
    b = trace(tmp_path, "perceptron", "b", margin="1/2")
    cases = [
        ([plane_trace(tmp_path)], "plane"),
        ([plane_trace(tmp_path)], "rounds"),
        ([trace(tmp_path, "perceptron", "turns", margin="2/5", against="three-dimensions")], "sphere"),
        ([b], "squeeze"),
        ([a, b], "mistakes"),
    ]
    assert [chart for _, chart in cases] == [*CHARTS]
    contents = dict[str, bytes]()
    for files, chart in cases:
        drawn = drawn_of(*files, chart=chart)
        for ending in ("svg", "pdf") if chart == "mistakes" else ("svg",):
            content = figure_bytes(ending, drawn.draw, COLUMN, drawn.height)
            if chart == "mistakes":
                assert figure_bytes(ending, drawn.draw, COLUMN, drawn.height) == content, "one figure is one file"
                contents[ending] = content
    found = svg_texts(contents["svg"])
    assert any(text.startswith("4: _$\\frac{$ <") for text in found), found
    assert b"<script>" not in contents["svg"]


def test_what_the_font_lacks_is_an_escape_where_no_reader_has_another_font() -> None:
    titles = []

    def draw(figure: Any) -> None:
        titles.append(figure.subplots().set_title("a 点 $x$ δ ≤ ‖w‖"))

    assert "a 点 $x$ δ ≤ ‖w‖" in svg_texts(figure_bytes("svg", draw, COLUMN, 3))
    figure_bytes("pdf", draw, COLUMN, 3)
    assert [title.get_text() for title in titles] == ["a 点 $x$ δ ≤ ‖w‖", r"a \u70b9 $x$ δ ≤ ‖w‖"]


def test_span_bounds_are_named_and_are_not_statement_3(tmp_path: Path) -> None:
    games = [trace(tmp_path, name, against="hadamard", dimension=8) for name in ("perceptron", "balanced-winnow")]
    read = read_games(games, 60)
    said = caption(read, "Mistakes", [])
    assert "8 rounds, 4 mistakes, proved 1, 2, span bound;" in said
    assert "Span bound: every learner that predicts sign⟨w,x⟩, w in the span of past points" in said
    assert "at least" not in said.partition("(1:")[0]
    assert "1, 2, span bound" in tex_table(read, 60)["tex"]
    broken = drawn_of(games[0], chart="squeeze").notes
    assert broken[:2] == [
        "perceptron: the chain breaks in round 2.",
        "The proof is about points of norm 1; here they may have any norm.",
    ]
