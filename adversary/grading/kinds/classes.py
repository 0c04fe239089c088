"""The kinds on finite classes: learners that keep the bounds of Halving, of the optimal algorithm and of Winnow1."""

from adversary.grading.bugs import classes
from adversary.grading.bugs import winnow as bugs
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import class_games
from proofs.exact.errors import InputError

HALVING = Kind(
    "halving",
    "at most ⌊log₂|C|⌋ mistakes on every class",
    "Chan, CSCI4230 Notes 3, section 3, Claim; Littlestone 1988",
    (
        Requirement(
            "finite classes",
            "M ≤ ⌊log₂|C|⌋ mistakes on every sequence that a concept of the class explains",
            class_games.halving_games,
            lambda: class_games.searched(class_games.halving_spaces()),
        ),
    ),
    known_bugs=classes.HALVING_BUGS,
)

OPTIMAL = Kind(
    "optimal",
    "at most L mistakes, the Littlestone dimension of the class",
    "Littlestone 1988, the Standard Optimal Algorithm",
    (
        Requirement(
            "finite classes",
            "M ≤ L mistakes on every sequence that a concept of the class explains",
            lambda seed: class_games.games_in(class_games.optimal_spaces(), seed),
            class_games.optimal_spaces,
        ),
    ),
    known_bugs=classes.OPTIMAL_BUGS,
)

CONSISTENT = Kind(
    "consistent",
    "repeats the label that it was told when a point is shown again, on any class. "
    "On a new point it may predict anything",
    "Chan, CSCI4230 Notes 3, section 3",
    (
        Requirement(
            "points seen before",
            "repeats the last label that it was told of a point",
            class_games.consistent_games,
            lambda: class_games.searched(class_games.consistent_spaces()),
        ),
    ),
    known_bugs=classes.CONSISTENT_BUGS,
    consistent=True,
)

WINNOW = Kind(
    "winnow",
    "at most 2k·log₂ n + 2 mistakes on disjunctions of k of n variables, points in {0,1}ⁿ: the bound of Winnow1, which "
    "doubles weights or sets them to 0, with the threshold n/2; ?variant=2 for Winnow2, which halves them",
    "Littlestone 1988, Winnow1 with α = 2 and threshold n/2",
    (
        Requirement(
            "disjunctions",
            "M ≤ 2k·log₂ n + 2 mistakes on every sequence that a monotone disjunction of k variables explains",
            class_games.winnow_games,
            class_games.winnow_spaces,
        ),
    ),
    known_bugs=bugs.KNOWN_BUGS,
)


def winnow(variant: int = 1, *, name: str = "winnow") -> Kind:
    """Return the kind. Winnow2 doubles and halves weights, and has the threshold n.

    Its p promotions are at most k⌈log₂ n⌉: each doubles the weight of a relevant variable, which is below n before. The
    weights add up to n + pn − mn/2 at most after m demotions, which is above 0: so M ≤ p + m ≤ 3k⌈log₂ n⌉ + 1.

    Raises:
        InputError: there is no such variant.

    """
    if variant == 1:
        return WINNOW
    if variant != 2:  # noqa: PLR2004 - there are two
        raise InputError(f"winnow: variant is 1, which sets weights to 0, or 2, which halves them, not {variant}")
    requirement = Requirement(
        "disjunctions",
        "M ≤ 3k⌈log₂ n⌉ + 1 mistakes on every sequence that a monotone disjunction of k variables explains",
        lambda seed: class_games.winnow_games(seed, variant),
        lambda: class_games.winnow_spaces(variant=variant),
    )
    summary = "at most 3k⌈log₂ n⌉ + 1 mistakes on disjunctions of k of n variables: the bound of Winnow2"
    source = "Littlestone 1988, Winnow2 with α = 2 and threshold n"
    return Kind(name, summary, source, (requirement,), known_bugs=bugs.OF_WINNOW2)


def conjunctions(monotone: bool = False, *, name: str = "conjunctions") -> Kind:  # noqa: FBT001, FBT002 - as in ?monotone=true
    """Return the kind of learners of conjunctions: Find-S, elimination of literals, cautious candidate elimination."""
    targets = "conjunction of variables" if monotone else "conjunction of literals"
    requirement = Requirement(
        "conjunctions",
        f"M ≤ n + 1 mistakes on every sequence in {{0,1}}ⁿ that a {targets} explains",
        lambda seed: class_games.games_in(class_games.conjunction_spaces(monotone=monotone), seed),
        lambda: class_games.searched(class_games.conjunction_spaces(monotone=monotone)),
    )
    summary = (
        f"at most n + 1 mistakes on points in {{0,1}}ⁿ that a {targets} explains; ?monotone=true for variables alone"
    )
    return Kind(name, summary, "Mitchell, Machine Learning, chapter 2: Find-S; Littlestone 1988", (requirement,))
