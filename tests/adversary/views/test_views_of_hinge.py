"""What views show of games with a hinge budget: the numbers of the definition, exactly, and no bound for everybody."""

import json
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from shown_files import changed, drawn_of, lines_of, shown

from adversary.game.play import play
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import CHARTS, caption, chart_of, read_games
from adversary.views.game.files import view_file
from adversary.views.words import statement_text
from proofs.exact.errors import InputError
from proofs.solvers.budget import Budget, OutOfBudget

Run = Callable[..., Any]
MISTAKES, SCALE = 10, Fraction(2, 5)
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\\input{x}"

SCRIPT: list[dict[str, Any]] = [
    {"setting": "hinge", "dimension": 2, "hinge": "2", "norm_squared": "4"},
    {"x": [[0, "3/5"], [1, "4/5"]], "label": 1},
    {"x": [[0, "-4/5"], [1, "3/5"]], "label": 1},
    {"x": [[0, "5/13"], [1, "-12/13"]], "label": -1},
    {"x": [[0, "1"]], "label": -1},
    {"target": {"direction": [[1, "1"]], "scale_squared": "9/4"}},
]
PRODUCTS = [Fraction(6, 5), Fraction(9, 10), Fraction(-18, 13), Fraction(0)]
LOSSES = [Fraction(0), Fraction(1, 10), Fraction(0), Fraction(1)]  # max(0, 1 − y⟨u,x⟩) with u = (0, 3/2)


@pytest.fixture
def forced(tmp_path: Path) -> Path:
    play("perceptron", against="hinge", mistakes=MISTAKES, scale=SCALE, output=tmp_path / "forced.jsonl")
    return tmp_path / "forced.jsonl"


@pytest.fixture
def scripted(tmp_path: Path) -> Path:
    return told(tmp_path, "perceptron", SCRIPT)


def told(folder: Path, learner: str, script: list[dict[str, Any]]) -> Path:
    """Let a learner play a script."""
    (folder / "script.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in script))
    play(learner, against=f"scripted:{folder / 'script.jsonl'}", output=folder / f"{learner}.jsonl")
    return folder / f"{learner}.jsonl"


def squares(pair: list[str]) -> tuple[Fraction, Fraction]:
    return Fraction(pair[0]), Fraction(pair[1])


def test_the_game_of_the_bound_meets_it_in_the_last_round_alone(forced: Path) -> None:
    data, hinge, norm = view_file(forced, 60).data, (1 - SCALE) * MISTAKES, SCALE**2 * MISTAKES
    assert data.kind == "hinge"
    assert (data.parameters["hinge"], data.parameters["norm_squared"]) == (str(hinge), str(norm))
    assert [Fraction(entry.text) for entry in data.target.spent] == [(1 - SCALE) * t for t in range(MISTAKES + 1)]
    assert Fraction(data.target.norm.text) == norm
    for t, entry in enumerate(data.rounds, 1):
        assert Fraction(entry.product) == entry.label * SCALE
        assert Fraction(entry.loss) == 1 - SCALE
        left, right = squares(data.allowed_so_far[t].squares)
        assert (left, right) == ((SCALE * t) ** 2, norm * t)
        assert (left == right) == (t == MISTAKES)
        chain = data.moments[t]
        assert list(map(Fraction, chain.squares)) == [left, left, right, right]
        assert chain.broken == []
    assert data.most == MISTAKES
    left, right = squares(data.squares)
    assert (left, right) == ((MISTAKES + 1 - hinge) ** 2, norm * (MISTAKES + 1))
    assert left > right


def test_losses_are_those_of_the_definition(scripted: Path) -> None:
    found = view_file(scripted, 60)
    rounds, target = found.data.rounds, found.data.target
    assert [Fraction(entry.product) for entry in rounds] == PRODUCTS
    assert [Fraction(entry.loss) for entry in rounds] == LOSSES
    assert [Fraction(entry.text) for entry in target.spent] == [sum(LOSSES[:t]) for t in range(5)]
    assert found.findings.target["hinge"] == sum(LOSSES)
    assert target.direction == [(1, "3/2", 1.5)]
    assert [Fraction(now.squares[0]) for now in found.data.moments] == [
        Fraction(0),
        Fraction(0),
        -Fraction(1, 100),
        Fraction(81, 100),  # (1 − 1/10)²
        -Fraction(1, 100),  # 1 − 11/10, squared, with its sign
    ]
    assert [entry.squares is None for entry in found.data.allowed_so_far] == [True, True, True, False, True]
    assert found.data.verdict.statements == [
        statement_text(said, "the recorded learner", kind="hinge") for said in found.findings.statements
    ]


def test_a_learner_that_is_no_perceptron_may_err_more(tmp_path: Path, chromium: Browser) -> None:
    header = {"setting": "hinge", "dimension": 1, "hinge": "0", "norm_squared": "1"}
    target = {"target": {"direction": [[0, "-1"]], "scale_squared": "1"}}
    path = told(tmp_path, "always-plus", [header, *[{"x": [[0, "1"]], "label": -1}] * 3, target])
    data = view_file(path, 60).data
    assert data.verdict.valid
    assert [(entry.squares, entry.broken) for entry in data.allowed_so_far] == [
        (None, False),
        (["1", "1"], False),
        (["4", "2"], True),
        (["9", "3"], True),
    ]
    assert (data.moments, data.most, data.squares) == (None, 1, ["4", "2"])
    with chromium.open(shown(path)) as opened:
        opened.press("End")
        assert "(M − H)² = 9 ≰ ‖u‖²·M = 3" in opened.text()
        assert "From round 2 on, the learner made more mistakes than the Perceptron can make." in opened.text()
        assert "No w is drawn: its file has none, and its learner is not one" in opened.text()


def test_a_page_has_the_numbers_of_every_round(forced: Path, chromium: Browser) -> None:
    hinge, norm = (1 - SCALE) * MISTAKES, SCALE**2 * MISTAKES
    with chromium.open(shown(forced)) as opened:
        assert opened.state == (MISTAKES, MISTAKES, str(MISTAKES))
        opened.press("Home")
        assert f"length at most N = √({norm}) and hinge losses of at most H = {hinge}" in opened.text()
        assert "trusted checker: the game is valid" in opened.text()
        for t in range(1, MISTAKES + 1):
            opened.press("ArrowRight")
            assert opened.state == (MISTAKES, t, str(t))
            assert (
                f"Round {t} of {MISTAKES} shows e{t}: predicted +1, the truth is −1, mistake {t}" in opened.sentence()
            )
            assert f"hinge loss {1 - SCALE}" in opened.sentence()
            text = opened.text()
            assert f"(M − H)² = {(SCALE * t) ** 2} ≤ ‖u‖²·M = {norm * t}" in text
            row = opened.page.locator("tr[aria-current]").inner_text().split("\t")
            assert row[1:] == [f"e{t}", "+1", "−1 ✗", f"−{SCALE}", str(1 - SCALE), str((1 - SCALE) * t)]
            assert f"so far sum to {(1 - SCALE) * t}, of H = {hinge}." in text
        left, right = (MISTAKES + 1 - hinge) ** 2, norm * (MISTAKES + 1)
        assert f"{MISTAKES} times, and not once more, as {left} > {right}" in text
        for statement in view_file(forced, 60).data.verdict.statements:
            assert statement in text
        assert f"makes at least {MISTAKES} mistakes, within this hinge budget" in text
        assert "⟨w,v⟩" not in text  # the target is u here


@pytest.mark.parametrize("scale", ["0", "1"])
def test_the_stated_cases_have_a_page(scale: str, tmp_path: Path, chromium: Browser) -> None:
    play("perceptron", against="hinge", mistakes=4, scale=scale, output=tmp_path / "end.jsonl")
    with chromium.open(shown(tmp_path / "end.jsonl"), width=360, dark=True) as opened:
        opened.press("End")
        assert opened.state == (4, 4, "4")
        says = "M ≤ H: the losses alone allow this many mistakes." if scale == "0" else "(M − H)² = 16 ≤ ‖u‖²·M = 16"
        assert says in opened.text()
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_who_is_over_a_budget_is_not_valid(scripted: Path, chromium: Browser, adversary: Run) -> None:
    changed(scripted, 0, hinge="1", norm_squared="2")
    data = view_file(scripted, 60).data
    assert [entry.over for entry in data.target.spent] == [False] * 4 + [True]
    assert data.target.norm.over
    assert not data.verdict.valid
    ran = adversary("show", str(scripted), "-o", "over.html")
    assert ran.code == 1
    with chromium.open(Path("over.html").resolve()) as opened:
        opened.press("End")
        assert "trusted checker: the game is not valid".upper() in opened.text().upper()
        assert "so far sum to 11/10, above the budget, of H = 1." in opened.text()
        assert "has length 3/2, above what it may be, of N = √2." in opened.text()
    assert adversary("show", str(scripted), "-o", "over.svg").code == 1
    assert not Path("over.svg").exists()


def test_a_game_without_a_target_has_a_page(tmp_path: Path, chromium: Browser) -> None:
    class Silent:
        def predict(self, x: Any) -> int:
            return 0

        def update(self, x: Any, y: int) -> None:
            """Learn nothing."""

    play(Silent, against="hinge", mistakes=3, output=tmp_path / "silent.jsonl")
    with chromium.open(shown(tmp_path / "silent.jsonl")) as opened:
        assert opened.state == (0, 0, "0")
        assert "There is no target." in opened.text()
    with pytest.raises(InputError):
        drawn_of(tmp_path / "silent.jsonl", chart="plane")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a budget of 20 seconds run out before all losses are added."""

    def spend(self: Budget, states: int = 1) -> None:
        self.used += 1 + states
        if self.used > 2:
            raise OutOfBudget("20 seconds")

    monkeypatch.setattr(Budget, "spend", spend)


@pytest.mark.usefixtures("slow")
def test_losses_that_take_too_long_are_left_out(forced: Path, chromium: Browser) -> None:
    data = view_file(forced, 20).data
    assert data.verdict.valid
    assert (data.target, data.allowed_so_far, data.moments) == (None, None, None)
    assert data.no_losses == "20 seconds did not suffice to add them"
    with chromium.open(shown(forced)) as opened:
        assert "Hinge losses are left out: 20 seconds did not suffice to add them." in opened.text()
        assert "there is no target" not in opened.text().lower()


@pytest.mark.usefixtures("slow")
def test_charts_and_tables_say_that_losses_were_left_out_for_time(scripted: Path) -> None:
    games = read_games([scripted], 20)
    with pytest.raises(InputError, match=r"its hinge losses are left out.*: 20 seconds did not suffice to add them"):
        chart_of(games, "plane")
    table = tex_table(games, 20)
    assert table["left_out"] == ["Left out: ⟨u,x⟩ and the hinge losses; 20 seconds did not suffice to add them."]
    assert "20 seconds did not suffice" in table["tex"]
    (note,) = chart_of(games).notes
    assert note.startswith("Not drawn: H + ‖u‖√M so far")
    assert note.endswith("as the hinge losses are left out: 20 seconds did not suffice to add them.")


# ------------------------------------------------------------------------------------------------ figures and tables


def test_mistakes_stand_beside_what_the_budget_allows(forced: Path) -> None:
    games = read_games([forced], 60)
    drawn = chart_of(games)
    assert drawn.name == "mistakes"
    lines = lines_of(drawn)
    assert lines[f"{MISTAKES}: M ≤ H + N√M, the Perceptron never makes more"][1] == [MISTAKES, MISTAKES]
    assert lines[f"{MISTAKES}: perceptron"][1] == list(range(MISTAKES + 1))
    so_far = lines["H + ‖u‖√M so far, the Perceptron's bound"][1]
    assert so_far == pytest.approx([t * 0.6 + 0.4 * sqrt(MISTAKES * t) for t in range(MISTAKES + 1)], rel=1e-12)
    says = caption(games, drawn.shows, drawn.notes)
    assert "halfspaces with hinge losses of at most 6 and ‖u‖² ≤ 8/5 (10 rounds, 10 mistakes)" in says
    assert "explains every label" not in says


def test_the_plane_has_u_and_where_its_losses_end(scripted: Path) -> None:
    drawn = drawn_of(scripted, chart="plane")
    assert "the target u" in drawn.shows
    lines = lines_of(drawn)
    assert lines["hinge loss 0 of u"][1] == pytest.approx([2 / 3, 2 / 3])  # where ⟨u,x⟩ = 1
    assert not any("v" in label.split() or "v," in label.split() for label in lines)


def test_other_charts_are_refused(forced: Path) -> None:
    reasons = {
        "plane": "two dimensions",
        "rounds": "two dimensions",
        "sphere": "three dimensions",
        "squeeze": "there is no δ",
    }
    assert reasons.keys() == CHARTS.keys() - {"mistakes"}
    games = read_games([forced], 60)
    for chart, why in reasons.items():
        with pytest.raises(InputError, match=why):
            chart_of(games, chart)


def test_games_share_a_chart_only_with_the_same_budget(forced: Path, scripted: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    play("averaging", against="hinge", mistakes=MISTAKES, scale=SCALE, output=other)
    games = read_games([forced, other], 60)
    drawn = chart_of(games)
    assert len(lines_of(drawn)) == 3
    assert "(1: the target is legal and its hinge losses are within the budget;" in caption(games, drawn.shows, [])
    assert "at least the given number of mistakes, within this hinge budget.)" in caption(games, drawn.shows, [])
    margin = tmp_path / "margin.jsonl"
    play("perceptron", margin="1/3", output=margin)
    for wrong in (scripted, margin):
        with pytest.raises(InputError, match="games are compared in one setting"):
            read_games([forced, wrong], 60)


def test_a_table_has_the_losses(scripted: Path) -> None:
    found = tex_table(read_games([scripted], 60), 60)
    rows = [line.removesuffix(r" \\").split(" & ") for line in found["tex"].splitlines() if line.startswith("{}")]
    assert [r"\ensuremath{-}" in row[5] for row in rows] == [product < 0 for product in PRODUCTS]
    plain = [[cell.replace(r"\ensuremath{-}", "-") for cell in row[5:]] for row in rows]
    spent = [sum(LOSSES[: t + 1]) for t in range(4)]
    assert plain == [[str(value) for value in row] for row in zip(PRODUCTS, LOSSES, spent, strict=True)]
    assert r"$\langle u,x\rangle$ & loss & losses so far" in found["tex"]


def test_long_losses_are_left_out_of_a_table_and_it_is_said(tmp_path: Path) -> None:
    play("perceptron", against="hinge", mistakes=2, scale=f"1/{10**30}", output=tmp_path / "long.jsonl")
    found = tex_table(read_games([tmp_path / "long.jsonl"], 60), 60)
    assert found["left_out"] == ["Left out: ⟨u,x⟩ and the hinge losses, which are long numbers."]
    assert "losses so far" not in found["tex"]
