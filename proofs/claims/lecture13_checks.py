"""What contradicts a statement of Lecture 13, 1.1, about linear prediction: recomputed from a candidate.

Cesa-Bianchi, Lecture 13; see ``lecture13_samples`` for the form of candidates.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from proofs.claims import labeled_samples as ls
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import Point, dot, margin
from proofs.claims.labeled_samples import shortest as best
from proofs.claims.lecture13_samples import Check, Sample, errors, opt, sample_of, separated, weights, with_w
from proofs.exact.errors import InputError
from proofs.exact.margins import Inseparable, Separable
from proofs.exact.rationals import read_rational


def by_argument(name: str, says: str) -> Check:
    """Make a check of a candidate whose violation is itself an argument: its steps, for the candidate's values."""

    def violated(candidate: Candidate) -> str | None:
        from proofs.claims import lecture13_arguments

        steps = getattr(lecture13_arguments, name)(candidate)
        return says if steps and all(step.holds for step in steps) else None

    return violated


# ---------------------------------------------------------------------------------------------------- linear prediction


def tie_is_an_error(candidate: Candidate) -> str | None:
    """The printed loss against sign⟨w, x⟩ ≠ y with sign(0) = +1."""
    x, y = ls.read_point(candidate["x"]), candidate["y"]
    w = weights(candidate, "w", len(x))
    if y not in (1, -1):
        return None
    loss, wrong = y * dot(w, x) <= 0, (1 if dot(w, x) >= 0 else -1) != y
    return None if loss == wrong else f"w·x = {dot(w, x)}, y = {y}: the loss is {loss:d}, the prediction sign(0) = {y}"


def loss_by_sign(conventions: Sequence[int], *, at_ties: bool) -> Check:
    """I{y·s ≤ 0} against s ≠ y, for s = sign(w·x): equal (at ties, too, or only elsewhere), and never smaller."""

    def violated(candidate: Candidate) -> str | None:
        sign, y = candidate["sign of w·x"], candidate["y"]
        if sign not in (0, 1, -1) or y not in (1, -1):
            return None
        loss = y * sign <= 0
        for at_zero in conventions:
            wrong = (sign or at_zero) != y
            if loss < wrong or (loss != wrong and (sign or at_ties)):
                return f"sign(w·x) = {sign}, sign(0) = {at_zero}, y = {y}: the loss is {loss:d}, not {wrong:d}"
        return None

    return violated


def signs() -> Iterator[Candidate]:
    """Yield all signs of w·x with both labels: there are no other cases."""
    return ({"sign of w·x": sign, "y": y} for sign in (0, 1, -1) for y in (1, -1))


def printed_brackets(sample: Sample, w: Point) -> str | None:
    """A w that minimizes the mean of I{y⟨w, x⟩ is not 0}, and has not the least training error."""
    if any(dot(w, x) for x, _ in sample) or errors(w, sample) == opt(sample)[0]:
        return None
    return f"every y⟨w, x⟩ is 0, the least there is, but w errs on {errors(w, sample)}, the best on {opt(sample)[0]}"


def two_minimizers(candidate: Candidate) -> str | None:
    """Two weight vectors of least training error that label the point ``x`` differently."""
    sample = sample_of(candidate)
    v, w, x = [weights(candidate, name, len(sample[0][0])) for name in "vwx"]
    if not errors(v, sample) == errors(w, sample) == opt(sample)[0] or dot(v, x) * dot(w, x) >= 0:
        return None
    return f"both err on {opt(sample)[0]} of {len(sample)}, and give x = ({', '.join(map(str, x))}) different labels"


def rational_optimum(candidate: Candidate) -> str | None:
    """The rational w found must err as often as Opt(S) says."""
    least, w = opt(sample := sample_of(candidate))
    return None if errors(w, sample) == least else f"w errs on {errors(w, sample)}, Opt(S) = {least}"


# ------------------------------------------------------------------------------------------------------------ MinDisOpt


def binary_sample(candidate: Candidate) -> Sample:
    """Read a sample of the printed instance: coordinates and labels are 0 or 1."""
    entries = [(ls.read_point(x), y) for x, y in candidate["binary"]]
    if not entries or not all({*x, y} <= {0, 1} and x for x, y in entries) or len({len(x) for x, _ in entries}) > 1:
        raise InputError("an instance has examples of one dimension, with coordinates and labels 0 or 1")
    return tuple(entries)


def signed(sample: Sample) -> Sample:
    """Return the sample with the labels 0 written as -1."""
    return tuple([(x, 1 if y else -1) for x, y in sample])


def zero_labels_count(candidate: Candidate) -> str | None:
    """Examples that w labels rightly (1 iff w·x > 0), and that the printed count has as mistakes."""
    sample = binary_sample(candidate)
    w = weights(candidate, "w", len(sample[0][0]))
    counted, wrong = errors(w, sample), sum([(dot(w, x) > 0) != y for x, y in sample])
    return None if counted == wrong else f"y⟨w, x⟩ ≤ 0 counts {counted}, w mislabels {wrong}"


def ones_are_beaten(candidate: Candidate) -> str | None:
    """A w with fewer counted mistakes than (1, …, 1), or than there are labels 0 and zero vectors."""
    sample = binary_sample(candidate)
    w = weights(candidate, "w", len(sample[0][0]))
    counted, ones = errors(w, sample), errors((1,) * len(w), sample)
    formula = sum([not y or not any(x) for x, y in sample])
    return None if counted >= ones == formula else f"w has {counted}, the ones {ones}, the formula {formula}"


def literal_opt_is_no_error(candidate: Candidate) -> str | None:
    """The printed Opt(S) of labels {0, 1} over m against the least share of mislabeled examples."""
    sample = binary_sample(candidate)
    literal, least = errors((1,) * len(sample[0][0]), sample), opt(signed(sample))[0]
    # The threshold 0 with ties as 0: what a w mislabels then is at most what it gets wrong with ties as errors.
    m = len(sample)
    return f"the printed Opt(S)/m is {literal}/{m}, the ERM's error at most {least}/{m}" if literal > least else None


def threshold_helps(candidate: Candidate) -> str | None:
    """A w and a threshold b with fewer mistakes than Opt(S)."""
    sample, b = sample_of(candidate), ls.read_point([candidate["b"]])
    w = weights(candidate, "w", len(sample[0][0]))
    with_b = errors((*w, *b), [((*x, 1), y) for x, y in sample])
    return f"w·x + b errs on {with_b}, Opt(S) = {opt(sample)[0]}" if with_b < opt(sample)[0] else None


def opt_against_error(equal: Callable[[int, int], bool]) -> Check:
    """Make a check that Opt(S) equals the ERM's training error exactly where ``equal(Opt, m)`` says so."""

    def violated(candidate: Candidate) -> str | None:
        least, w = opt(sample := sample_of(candidate))
        error = Fraction(errors(w, sample), len(sample))
        if (error == least) is equal(least, len(sample)):
            return None
        return f"Opt(S) = {least}, the ERM's training error is {error}, m = {len(sample)}"

    return violated


def error_is_share(candidate: Candidate) -> str | None:
    """Some w of the grid, or the ERM, with a training error below Opt(S)/m."""
    least, w = opt(sample := sample_of(candidate))
    grid = [(w, *product((-1, 0, 1, 2), repeat=len(w)))]
    error = min([Fraction(errors(v, sample), len(sample)) for vs in grid for v in vs])
    share = Fraction(least, len(sample))
    return None if error == share else f"the ERM's training error is {error}, Opt(S)/m = {share}"


def separable_iff_zero(candidate: Candidate) -> str | None:
    """Opt(S) = 0 against the separating U, each from its own certificate."""
    sample = sample_of(candidate)
    zero, shown = opt(sample)[0] == 0, isinstance(best(sample), Separable)
    return None if zero == shown else f"Opt(S) = {opt(sample)[0]}, separable: {shown}"


def display_excludes(*, strict: bool) -> Check:
    """Make a check that the exact ERM does not satisfy the display: error ≥ C·error for C > 1, or > for C ≥ 1."""

    def violated(candidate: Candidate) -> str | None:
        sample, times = sample_of(candidate), read_rational(candidate["C"])
        error = Fraction(opt(sample)[0], len(sample))
        satisfied = error > times * error if strict else error >= times * error
        if times < 1 or (times == 1 and not strict) or not satisfied:
            return None
        return f"A = ERM satisfies it: {error} {'>' if strict else '≥'} {times}·{error}"

    return violated


# -------------------------------------------------------------------------------------------------------------- margins


def distance_squared(w: Point, x: Point) -> Fraction:
    """Return the squared distance of x from the points z with ⟨w, z⟩ = 0, by its foot there."""
    step = Fraction(dot(w, x)) / dot(w, w)
    from_foot = tuple([step * value for value in w])
    return Fraction(dot(from_foot, from_foot))


def margin_is_no_distance(*, separators: bool) -> Check:
    """Make a check that γ(U)/‖U‖ is the least distance of an example, for separators or for every U but 0."""

    def finds(sample: Sample, w: Point) -> str | None:
        least = margin(w, sample)
        if not any(w) or (separators and least <= 0):
            return None
        distance = min([distance_squared(w, x) for x, _ in sample])
        if least >= 0 and least**2 == distance * dot(w, w):
            return None
        return f"γ(U) = {least}, ‖U‖² = {dot(w, w)}, but the least distance² is {distance}"

    return with_w(finds)


def rescaling(*, normalized: bool) -> Check:
    """Make a check that doubling a separator doubles γ(U), or that it makes γ(U)/‖U‖ bigger."""

    def finds(sample: Sample, w: Point) -> str | None:
        least, doubled = margin(w, sample), tuple([2 * value for value in w])
        if least <= 0:
            return None
        before, after = Fraction(least**2) / dot(w, w), Fraction(margin(doubled, sample) ** 2) / dot(doubled, doubled)
        if normalized:
            return None if after > before else f"(γ/‖·‖)² is {before} for U, and {after} for 2U"
        return None if margin(doubled, sample) == 2 * least else f"γ(2U) = {margin(doubled, sample)}, γ(U) = {least}"

    return with_w(finds)


def shorter_margin(sample: Sample, w: Point) -> str | None:
    """A V with γ(V)/‖V‖ above 1/‖U⋆‖."""
    found, least = best(sample), margin(w, sample)
    if isinstance(found, Inseparable) or least <= 0 or Fraction(least**2) / dot(w, w) <= found.margin_squared:
        return None
    return f"(γ(V)/‖V‖)² = {Fraction(least**2) / dot(w, w)}, above 1/‖U⋆‖² = {found.margin_squared}"


def weak_system(sample: Sample, w: Point) -> str | None:
    """A solution of y⟨w, x⟩ ≥ 0 that separates nothing, though the sample is separable."""
    if margin(w, sample) < 0 or margin(w, sample) > 0 or isinstance(best(sample), Inseparable):
        return None
    return f"y⟨w, x⟩ ≥ 0 throughout, but w errs on {errors(w, sample)} of {len(sample)}"


def unit_system(candidate: Candidate) -> str | None:
    """A sample that is separable, though y⟨w, x⟩ ≥ 1 has no solution, or the other way round."""
    found = separated(candidate)
    return None if found is None or margin(found.shortest, found.sample) >= 1 else "the margin is below 1"
