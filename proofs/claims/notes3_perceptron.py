"""The Perceptron's mistake bound; with it, all claims of Chan, CSCI4230 Notes 3, sections 1 and 2."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.later import later
from proofs.claims.notes3_kernel import DUAL_AND_KERNELS
from proofs.claims.notes3_lower import LOWER_BOUNDS
from proofs.claims.notes3_normalizations import NORMALIZATIONS, UPDATE
from proofs.claims.notes3_runs import (
    FULL_STEPS,
    INSTANCE,
    SOURCE,
    UNIT,
    Game,
    Rule,
    add,
    dot,
    exceeds_bound,
    game,
    games,
    games_in_passes,
    games_of_lengths,
    norm_squared,
    rational,
    read_game,
    read_vec,
    show,
    step_on,
    write_vec,
)

# ------------------------------------------------------------------------------------------------ Theorem 1.1


def _never_stops(candidate: Candidate) -> str | None:
    """Say that w comes back to what it was before the samples from number ``again`` on, with mistakes between."""
    known = read_game(candidate)
    if known is None or type(again := candidate.get("again")) is not int or not 0 <= again < len(known.points):
        return None
    made = known.run()
    repeated = [mistake for mistake in made if mistake.number >= again]
    if not repeated or repeated[-1].after != repeated[0].before:
        return None
    return (
        f"rounds {again + 1} to {len(known.points)} have {len(repeated)} mistakes and leave w = "
        f"{show(repeated[-1].after)} as it was: repeated, they make mistakes forever (δ² = {known.margin_squared})"
    )


def _cycles() -> Iterator[Candidate]:
    """Yield a sample, and two that are then repeated."""
    for points in product(UNIT[2], repeat=3):
        yield game((1, 0), points, again=1)


def _final(known: Game) -> tuple[int, ...]:
    """Return the labels that the last w gives to the samples."""
    made = known.run()
    return tuple([1 if not made or dot(made[-1].after, x) >= 0 else -1 for x in known.points])


def _differs_elsewhere(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None or "test" not in candidate or not known.margin_squared:
        return None
    test, made = read_vec(candidate["test"]), known.run()
    if norm_squared(test) != 1:
        return None
    h, c = not made or dot(made[-1].after, test) >= 0, dot(known.u, test) >= 0
    return None if h == c else f"at {show(test)}, h is {h:d} and c is {c:d}"


def _differs_on_the_sample(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None or not known.margin_squared:
        return None
    wrong = [n + 1 for n, (h, c) in enumerate(zip(_final(known), known.labels, strict=True)) if h != c]
    return f"the last w is wrong on the samples of rounds {wrong}" if wrong else None


def _fails_in_passes(candidate: Candidate) -> str | None:
    known = read_game(candidate)
    if known is None or not known.margin_squared:
        return None
    passes = 1 / known.margin_squared // 1 + 1
    w = (Fraction(0),) * len(known.u)
    for _ in range(passes):
        start = w
        for x, label in zip(known.points, known.labels, strict=True):
            w = add(w, x, step_on(dot(w, x), label, known.rule))
        if w == start:  # w·v has grown if there was a mistake
            return None
    return f"each of {passes} passes has a mistake, at δ² = {known.margin_squared}"


def _is_not_extremal(candidate: Candidate) -> str | None:
    """Say that w is not v/δ after 1/δ² mistakes: v/δ = c·u with c > 0 and length² 1/δ²."""
    known = read_game(candidate)
    if known is None or known.rule == "halves" or not (margin := known.margin_squared):
        return None
    made = known.run()
    if len(made) * margin != 1:
        return None
    w = made[-1].after
    factor = dot(w, known.u) / norm_squared(known.u)
    same = factor > 0 and w == tuple([factor * value for value in known.u]) and norm_squared(w) * margin == 1
    return None if same else f"{len(made)} mistakes at δ² = {margin}, but w = {show(w)} is not v/δ"


def _tight() -> Iterator[Candidate]:
    """Yield the games that attain 1/δ² = n: the i-th of n basis vectors, labeled against the prediction 1."""
    for n in range(1, 7):
        yield game([-1] * n, [[int(i == j) for j in range(n)] for i in range(n)])


def _by(*rules: Rule) -> Callable[[], Iterator[Candidate]]:
    return lambda: (candidate for rule in rules for candidate in (*games(rule), *games_in_passes(rule)))


def _short_samples() -> Iterator[Candidate]:
    """Yield games of which every second sample has length 1/2."""
    for candidate in games():
        halved = [[str(rational(value) / (1 + n % 2)) for value in x] for n, x in enumerate(candidate["points"])]
        yield {**candidate, "points": halved}


def _pairs() -> Iterator[Candidate]:
    for points in product(UNIT[2], repeat=2):
        yield game((1, 2), points)


CONVERGENCE = Claim(
    "notes3-1.1",
    SOURCE,
    "section 1, Theorem 1.1",
    "On unit samples that a unit v labels with margin δ, the Perceptron learns it with at most 1/δ² mistakes.",
    (
        Reading(
            "M ≤ 1/δ², for δ > 0 and w·x = 0 predicted 1, as printed",
            argument=later("notes3_arguments", "theorem_1_1"),
            instance=INSTANCE,
            violated=exceeds_bound,
            candidates=lambda: (*_tight(), *games(), *games_in_passes()),
            theorem="perceptron_margin_bound",
        ),
        Reading(
            "M ≤ 1/δ² also where w·x = 0 is predicted 0, or is a mistake whatever the label",
            argument=later("notes3_arguments", "theorem_1_1"),
            instance=INSTANCE,
            violated=exceeds_bound,
            candidates=_by(*FULL_STEPS),
            theorem="perceptron_margin_bound",
        ),
        Reading(
            "M ≤ 1/δ² on samples of any length, δ the least |v·x|",
            violated=lambda candidate: exceeds_bound(candidate, unit=False),
            candidates=games_of_lengths,
            instead="M ≤ R²/δ², for samples of length at most R",
            theorem="long_points_exceed",
        ),
        Reading(
            "M ≤ R²/δ² on samples of length at most R (divide them and δ by R: Claim 1.3 needs ‖x‖ ≤ 1 only)",
            argument=later("notes3_arguments", "theorem_1_1"),
            instance=INSTANCE,
            violated=lambda candidate: exceeds_bound(candidate, unit=False, longest=True),
            candidates=lambda: (*games_of_lengths(), *_short_samples()),
            theorem="perceptron_margin_bound",
        ),
        Reading(
            "δ = 0 is allowed, and leaves finitely many mistakes",
            violated=_never_stops,
            candidates=_cycles,
            instead="the margin δ is above 0; samples with v·x = 0 can make w go round in circles",
            theorem="margin_0_errs_forever",
        ),
        Reading(
            "it learns c: after the samples h equals c on the whole sphere",
            violated=_differs_elsewhere,
            candidates=lambda: (game(u, [x], test=write_vec(z)) for u in UNIT[1] for x in UNIT[1] for z in UNIT[1]),
            instead="it learns c on the samples, if they are repeated: after ⌊1/δ²⌋ + 1 passes at the latest",
            theorem="elsewhere_it_may_differ",
        ),
        Reading(
            "it learns c on the samples: after them h equals c on each",
            violated=_differs_on_the_sample,
            candidates=_pairs,
            instead="it learns c on the samples, if they are repeated: after ⌊1/δ²⌋ + 1 passes at the latest",
            theorem="one_pass_is_not_enough",
        ),
        Reading(
            "one of ⌊1/δ²⌋ + 1 passes over the samples is without mistakes, and h then equals c on each of them",
            argument=later("notes3_arguments", "theorem_1_1_in_passes"),
            violated=_fails_in_passes,
            candidates=games,
            theorem="passes_with_margin",
        ),
        Reading(
            "if there were exactly 1/δ² mistakes, then w = v/δ, and h equals c everywhere",
            argument=later("notes3_arguments", "extremal_w"),
            violated=_is_not_extremal,
            candidates=_tight,
            theorem="extremal_weights",
        ),
    ),
    hypotheses="‖v‖ = 1; every sample has length 1; δ = min |v·x| over the samples, of which there is at least one",
)


# ------------------------------------------------------------------------------------------------ Claims 1.2 and 1.3


def _falls_behind(candidate: Candidate, *, halved: bool = False) -> str | None:
    """Compare w·v with δM (or δM/2) after every mistake, in squares: w·u < 0, or (w·u)² < δ²M²‖u‖²."""
    known = read_game(candidate)
    if known is None:
        return None
    margin, length = known.margin_squared, norm_squared(known.u)
    for number, mistake in enumerate(known.run(), 1):
        along, least = dot(mistake.after, known.u), margin * number**2 / (4 if halved else 1)
        if along < 0 or along**2 / length < least:
            return f"M = {number}: (w·v)² = {along**2 / length}, but δ²M² = {margin * number**2}"
    return None


def _grows_too_long(candidate: Candidate, *, unit: bool = True, longest: bool = False) -> str | None:
    known = read_game(candidate, unit=unit)
    if known is None:
        return None
    for number, mistake in enumerate(known.run(), 1):
        square, most = norm_squared(mistake.after), number * (known.longest if longest else 1)
        if square > most:
            return f"M = {number}: ‖w‖² = {square} > {most}"
    return None


GROWTH = (
    Claim(
        "notes3-1.2",
        SOURCE,
        "section 1, Claim 1.2",
        "After M mistakes w·v is at least δM.",
        (
            Reading(
                "w·x = 0 is predicted 1, as printed",
                argument=later("notes3_arguments", "claim_1_2"),
                instance=INSTANCE,
                violated=_falls_behind,
                candidates=games,
                theorem="claim_1_2",
            ),
            Reading(
                "w·x = 0 is predicted 0, or is a mistake whatever the label",
                argument=later("notes3_arguments", "claim_1_2"),
                instance=INSTANCE,
                violated=_falls_behind,
                candidates=_by(*FULL_STEPS),
                theorem="claim_1_2",
            ),
            Reading(
                "w·x = 0 is a mistake whatever the label, and moves w by half the sample",
                violated=_falls_behind,
                candidates=_by("halves"),
                instead="w·v ≥ δM/2; a mistake that moves w by half a sample counts half",
                theorem="half_step_is_not_enough",
            ),
            Reading(
                "w·v ≥ δM/2, where w·x = 0 is a mistake and moves w by half the sample",
                argument=later("notes3_arguments", "claim_1_2_halves"),
                violated=lambda candidate: _falls_behind(candidate, halved=True),
                candidates=_by("halves"),
                theorem="half_steps_claim_1_2",
            ),
        ),
        hypotheses=CONVERGENCE.hypotheses,
    ),
    Claim(
        "notes3-1.3",
        SOURCE,
        "section 1, Claim 1.3",
        "After M mistakes the squared length of w is at most M.",
        (
            Reading(
                "w·x = 0 is predicted 1, as printed",
                argument=later("notes3_arguments", "claim_1_3"),
                instance=INSTANCE,
                violated=_grows_too_long,
                candidates=games,
                theorem="claim_1_3",
            ),
            Reading(
                "w·x = 0 is predicted 0, or is a mistake whatever the label",
                argument=later("notes3_arguments", "claim_1_3"),
                instance=INSTANCE,
                violated=_grows_too_long,
                candidates=_by(*FULL_STEPS),
                theorem="claim_1_3",
            ),
            Reading(
                "w·x = 0 is a mistake whatever the label, and moves w by half the sample",
                argument=later("notes3_arguments", "claim_1_3_halves"),
                violated=_grows_too_long,
                candidates=_by("halves"),
                theorem="half_steps_claim_1_3",
            ),
            Reading(
                "for samples of any length",
                violated=lambda candidate: _grows_too_long(candidate, unit=False),
                candidates=games_of_lengths,
                instead="‖w‖² ≤ R²M, for samples of length at most R",
                theorem="long_points_lengthen",
            ),
            Reading(
                "‖w‖² ≤ R²M for samples of length at most R (divide them, and w, by R)",
                argument=later("notes3_arguments", "claim_1_3"),
                violated=lambda candidate: _grows_too_long(candidate, unit=False, longest=True),
                candidates=lambda: (*games_of_lengths(), *_short_samples()),
                theorem="claim_1_3",
            ),
        ),
        hypotheses="every sample has length 1, but where a reading says otherwise",
    ),
)

CLAIMS: tuple[Claim, ...] = (*NORMALIZATIONS, UPDATE, CONVERGENCE, *GROWTH, *LOWER_BOUNDS, *DUAL_AND_KERNELS)
