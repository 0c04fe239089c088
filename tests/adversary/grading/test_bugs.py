"""Known bugs: every bug of a table is named as itself, and nobody else is."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

import pytest
from conftest import ROOT
from made import expand, listed

from adversary.grading.bugs.rule import KnownBugs, Make, makes
from adversary.grading.diagnosis import MIN_ANSWERS, likenesses, telling_games
from adversary.grading.grade import grade
from adversary.grading.hints import hints
from adversary.grading.kinds.find import find_kind
from adversary.grading.kinds.registry import GRADE_KINDS
from adversary.grading.result import Likeness, read_grade
from adversary.search.counterexample import unplayed
from adversary.search.grader import Grader
from adversary.search.shrink import Shrinker
from adversary.search.spaces.halfspaces import THRESHOLD, HalfspaceSpace
from learners.loading.sources import find
from learners.protocol import Label
from learners.runner.runner import LocalRunner
from proofs.classes.concepts import class_of_table
from proofs.exact.vectors import polynomial_features
from proofs.settings import Finite, Halfspaces, SearchSetting

pytestmark = [
    pytest.mark.usefixtures("local_learners"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),  # weights may grow without end
]

CORPUS = ROOT / "benchmarks" / "submissions"
WITH_BIAS = "perceptron?bias=true"
KNOWN: dict[str, KnownBugs] = {
    name: known_bugs for name in (*GRADE_KINDS, WITH_BIAS) if (known_bugs := find_kind(name).known_bugs)
}


def learner_of(make: Make, *, shared: bool, on_class: bool) -> type:
    """Return the class of learners with a bug; ties are +1."""
    made: list[Any] = []

    class Imitating:
        def begin(self, setting: SearchSetting) -> None:
            self.imitation = made[0] if shared and made else make(setting)
            made.append(self.imitation)

        def predict(self, x: Any) -> Label:
            self.answer: Label = self.imitation.answer(x) or 1
            return self.answer

        def update(self, x: Any, y: Label) -> None:
            self.imitation.learn(y, self.answer)

    class OnPoints(Imitating):
        def __init__(self, dimension: int, margin_squared: Fraction = Fraction(1, 4)) -> None:
            self.begin(Halfspaces(dimension, margin_squared, unit_norm=False))

    class OnClass(Imitating):
        def __init__(self, concepts: Any) -> None:
            self.begin(Finite(class_of_table("the class", concepts)))

    return OnClass if on_class else OnPoints


class Here:
    """A grader that has played no games, whose learners play in this process."""

    def __init__(self, learner: object) -> None:
        self.learner = learner

    @contextmanager
    def another(self, _seed: int) -> Iterator[LocalRunner]:
        yield LocalRunner(find(self.learner))


def named(learner: object, known_bugs: KnownBugs, *, shares: bool = False) -> tuple[Likeness, ...]:
    grader = cast("Grader", Here(learner))
    return likenesses(grader, known_bugs, [], telling_games(grader, known_bugs), shares=shares)


def name_of(found: Likeness) -> str:
    """Return the name without the value of the parameter."""
    return re.split(r", (?:here|of about|so that|by a factor|with the rate) ", found.name)[0]


CONSTANT = "a learner that always gives the same answer"
"""What some learners are that never leave w = 0, for one way to treat ties."""

# In the games that tell bugs apart these are still the textbook's learner; the games of a grade show what they are.
LATE = {
    ("halving", "too few bits"),
    ("optimal", "Halving, not SOA"),
    ("optimal", "⌊log₂⌋"),
}
ALIKE = "kernel-perceptron", "batch-perceptron", WITH_BIAS
"""Kinds of which some bugs are the same: features are never short, or negative, or no score is a tie.

So is one that rounds w·x to a whole number: where 0 ≤ w·x < 1 it has a tie, as others have at a threshold.
"""
FIRST_TIER = "halving", "winnow"
CASES = [
    pytest.param(kind, bug, alone, id=f"{kind}: {bug}{', alone' * alone}", marks=[pytest.mark.long] * full)
    for kind, known_bugs in KNOWN.items()
    for bug in known_bugs.learners
    if not any(kind == late and words in bug for late, words in LATE)
    for alone, full in ([(False, False)] if kind in FIRST_TIER else []) + [(True, True)]
]


@pytest.mark.parametrize(("kind", "bug", "alone"), CASES)
def test_every_bug_is_named_as_itself_alone(kind: str, bug: str, *, alone: bool) -> None:
    """With a bug it may be the textbook's learner in these games for one value of its parameter, but not for all.

    To compare it with all others, too, takes several times as long.
    """
    learners = KNOWN[kind].learners[bug]
    known_bugs = KNOWN[kind] if alone else replace(KNOWN[kind], learners={bug: learners})
    for _, make in makes(learners, known_bugs.imitation):
        shared = learners[0].shared
        likely = named(learner_of(make, shared=shared, on_class=known_bugs.sees == "index"), known_bugs, shares=shared)
        if [one.name for one in likely if not one.name.startswith(CONSTANT) or bug == CONSTANT]:
            break
    assert all(one.rounds >= MIN_ANSWERS and one.unlike > 0 for one in likely)
    names = [name_of(one) for one in likely]
    if kind in ALIKE or "whole number" in bug:
        assert bug in names
    else:
        assert names == [bug]


@pytest.mark.parametrize("kind", KNOWN)
def test_the_textbooks_learner_has_no_bug_in_any_of_its_ways(kind: str) -> None:
    known_bugs = KNOWN[kind]
    for _, make in makes(known_bugs.textbooks, known_bugs.imitation):
        assert named(learner_of(make, shared=False, on_class=known_bugs.sees == "index"), known_bugs) == ()


FILES = {
    ("perceptron", "without_last_coordinate"): "leaves out the last coordinate",
    ("perceptron", "forgets_the_label"): "adds x on a mistake",
    ("perceptron", "bias_one"): "a bias term",
    ("perceptron", "random_start"): "does not start at w = 0",
    ("perceptron", "always_plus"): "always gives the same answer",
    (
        "perceptron",
        "weight_decay",
    ): "shrink in every round, or whose steps grow, so that old weights count about 0.9 times as much afterwards",
    ("perceptron", "half_precision"): "half precision",
    ("perceptron", "threshold_three"): "compares w·x with a number other than 0, here 3",
    ("perceptron", "global_weights"): "shares what it learns",
    ("halving", "first_consistent"): "follows one consistent concept, not Halving, here the first",
    ("halving", "never_eliminates"): "never removes a concept",
    ("halving", "eliminates_the_wrong_side"): "keeps the concepts that are wrong",
}
"""Submissions of the benchmark as students write them, with words of the bug that each has."""

KERNEL = """class Student:
    def __init__(self): self.seen = []
    def predict(self, x): return 1 if sum({term} for z, y in self.seen) > 0 else -1
    def update(self, x, y):
        if self.predict(x) != y: self.seen.append((x.copy(), y))
"""
WINNOW = """import numpy as np
class Student:
    def __init__(self, dimension): self.w = np.ones(dimension)
    def predict(self, x): return 1 if self.w @ x >= len(x) / 2 else -1
    def update(self, x, y):
        if self.predict(x) != y: {step}
"""
VOTES = """import numpy as np
class Student:
    def __init__(self, concepts): self.left = self.all = concepts
    def count(self, x, y): return (self.left[:, x] == y).sum({how})
    def bits(self, x, y): return int(self.count(x, y)).bit_length()
    def predict(self, x): return 1 if {says} else -1
    def update(self, x, y): self.left = self.{those}[self.{those}[:, x] == y]
"""
WRITTEN = {
    "without_labels": KERNEL.format(term="(z @ x + 1) ** 2"),
    "cubic": KERNEL.format(term="y * (z @ x + 1) ** 3"),
    "adds": WINNOW.format(step="self.w += y * x"),
    "indices": WINNOW.format(step="self.w[x.astype(int)] *= 2 * (y > 0)"),
    "last_label": VOTES.format(how="", says="self.left[0, x] > 0", those="all"),
    "uint8": VOTES.format(how="dtype=np.uint8", says="self.count(x, 1) > self.count(x, -1)", those="left"),
    "majority": VOTES.format(how="", says="self.count(x, 1) >= self.count(x, -1)", those="left"),
    "bits": VOTES.format(how="", says="self.bits(x, 1) > self.bits(x, -1)", those="left"),
}
"""Submissions of other kinds."""

FILES |= {
    ("kernel-perceptron", "without_labels"): "adds x on a mistake",
    ("kernel-perceptron", "cubic"): "another degree or constant, here (⟨a, b⟩ + 1)^3",
    ("winnow", "adds"): "a Perceptron, not Winnow",
    ("winnow", "indices"): "the coordinates 0 and 1 as indices",
    ("consistent", "last_label"): "remembers only its last examples, here 1",
}
OF_A_GRADE = {
    ("halving", "uint8"): "too few bits",
    ("optimal", "majority"): "Halving, not SOA",
    ("optimal", "bits"): "⌊log₂⌋",
}
"""Those that only the games of a grade show: they are the ``LATE`` ones."""

SLOW = "random_start", "global_weights", "uint8", "bits"
REPORTED = [
    pytest.param(kind, name, marks=[pytest.mark.long] * (name in SLOW))
    for kind, name in [*FILES, *OF_A_GRADE]
    if name in {*SLOW, *WRITTEN, "without_last_coordinate", "first_consistent"}
]
FIRST_FILES = {*WRITTEN, "forgets_the_label", "bias_one", "never_eliminates"}
TOLD_APART = [pytest.param(*case, marks=[pytest.mark.long] * (case[1] not in FIRST_FILES)) for case in FILES]


@pytest.fixture
def submission(learner_file: Callable[[str], str]) -> Callable[[str, str], str]:
    """Return what finds a submission of the benchmark by its name, or writes one of a text."""

    def find_or_write(kind: str, name: str) -> str:
        return learner_file(WRITTEN[name]) if name in WRITTEN else str(CORPUS / kind / "wrong" / f"{name}.py")

    return find_or_write


@pytest.mark.parametrize(("kind", "name"), REPORTED)
def test_the_report_names_the_bug(
    kind: str, name: str, submission: Callable[[str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shrinker, "shrunk", lambda _, found: found)  # which is tested elsewhere
    found = grade(submission(kind, name), kind, isolation="plain", seconds=120)
    assert found.verdict == "failed"
    first, *_ = hints(found)
    likely = max(found.likenesses, key=lambda likeness: likeness.rounds)
    sure = (
        r"Your learner answered all [\d,]+ rounds of its test games as a learner with this bug would\."
        r"( Rounds that a tie or rounding decides are not counted\.)?"
    )
    assert re.fullmatch(f"Probable bug: {re.escape(f'{likely.told}. {likely.advice}')} {sure}", first)
    assert (FILES | OF_A_GRADE)[kind, name] in likely.name
    assert len(found.likenesses) == (3 if name == "without_labels" else 1)  # no square is negative
    assert read_grade(found.to_json()).likenesses == found.likenesses
    lacking = "the textbook's learner does"
    assert not any(lacking in hint for hint in hints(found))  # no optional property is held against it


@pytest.mark.parametrize(("kind", "name"), TOLD_APART)
def test_the_games_that_tell_bugs_apart_name_the_bug(
    kind: str, name: str, submission: Callable[[str, str], str]
) -> None:
    likely = named(submission(kind, name), KNOWN[kind], shares=name == "global_weights")
    assert FILES[kind, name] in likely[0].name


RIGHT = {
    "perceptron": "bias_that_stays_zero gram_matrix mirrored_labels tie_in_turn updates_on_ties",
    "halving": "learns_from_mistakes_only median tie_by_first tie_in_turn zero_one_weights",
}
MORE_RIGHT = "learning_rate romma rehearses two_scores passive_aggressive rotated tie_by_last_label"
RIGHT_FILES = [
    *((kind, stem) for kind, stems in RIGHT.items() for stem in stems.split()),
    *(pytest.param("perceptron", stem, marks=pytest.mark.long) for stem in MORE_RIGHT.split()),
]


@pytest.mark.parametrize(("kind", "stem"), RIGHT_FILES)
def test_no_right_learner_is_like_a_bug(kind: str, stem: str) -> None:
    assert named(CORPUS / kind / "right" / f"{stem}.py", KNOWN[kind]) == ()


OTHERS = "centroids pocket"
MORE_OTHERS = "noisy_weights projection_only seven_neighbors sign_patterns"
OTHER_FILES = [*OTHERS.split(), *(pytest.param(stem, marks=pytest.mark.long) for stem in MORE_OTHERS.split())]


@pytest.mark.parametrize("stem", OTHER_FILES)
def test_a_bug_that_is_not_known_has_no_name(stem: str) -> None:
    assert named(CORPUS / "perceptron" / "wrong" / f"{stem}.py", KNOWN["perceptron"]) == ()


@pytest.mark.parametrize("kind", KNOWN)
def test_the_games_that_tell_bugs_apart_are_legal(kind: str) -> None:
    for space, rounds in KNOWN[kind].games():
        if isinstance(space, HalfspaceSpace) and kind in ("kernel-perceptron", WITH_BIAS):
            features = THRESHOLD if kind == WITH_BIAS else partial(polynomial_features, degree=2, constant=1)
            space = replace(space, features=features)  # noqa: PLW2901 - where its targets are
        found = space.explained("it", unplayed(rounds))
        assert found is not None
        margin = getattr(space.setting, "margin_squared", None)
        assert margin is None or found[1]["gamma2"] >= margin


def test_a_few_answers_name_no_bug() -> None:
    known_bugs = KNOWN["halving"]
    few = replace(known_bugs, games=lambda: [*known_bugs.games()][:1])
    never = CORPUS / "halving" / "wrong" / "never_eliminates.py"
    assert named(never, few) == ()
    assert [name_of(one) for one in named(never, known_bugs)] == ["Halving that never removes a concept"]


def test_the_documentation_lists_the_bugs_of_all_kinds() -> None:
    page = (ROOT / "docs" / "grading-reference.md").read_text()
    assert sorted(listed(page, "bugs")) == sorted(KNOWN)
    tables = expand(page).partition("<details>")[2].partition("## The sandbox")[0]
    rows = re.findall(r"^\| (.*) \| .* \|$", tables, re.MULTILINE)
    assert len(rows) == sum(len(known.learners) + 1 for known in KNOWN.values())
