"""What contradicts a statement of Lecture 13, 1.2, about the Perceptron: the printed loop is run, and looked at.

Cesa-Bianchi, Lecture 13; see ``lecture13_samples`` for the loop and the form of candidates.
"""

from collections.abc import Callable
from itertools import product

from proofs.claims import labeled_samples as ls
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import Point, coordinates, dot, margin
from proofs.claims.labeled_samples import shortest as best
from proofs.claims.lecture13_samples import (
    MOST_READS,
    Check,
    Sample,
    Separated,
    errors,
    loop,
    sample_of,
    two_points,
)
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable
from proofs.solvers.nested import nested, nested_updates, odd_max_bit, odd_max_bit_updates

# ------------------------------------------------------------------------------------------------------------- the loop


def positive_margin_somewhere(found: Separated) -> str | None:
    """A w of the run with γ(w) > 0: the last one."""
    least = [margin(w, found.sample) for w in found.run.states]
    return next((f"after {k} updates γ(w) = {value} > 0" for k, value in enumerate(least) if value > 0), None)


def positive_margin_at_update(found: Separated) -> str | None:
    """A w with γ(w) > 0 that was updated nevertheless."""
    least = [margin(w, found.sample) for w in found.run.states[:-1]]
    return next((f"update {k + 1} at γ(w) = {value}" for k, value in enumerate(least) if value > 0), None)


def one_pass_is_short(found: Separated) -> str | None:
    """A run that has to read some example once more."""
    reads, m = found.run.reads, len(found.sample)
    return (
        None if reads <= m else f"m = {m} examples, and the loop halts after {reads} reads, {found.run.updates} updates"
    )


def reads_above_bound(found: Separated) -> str | None:
    """A run that reads more examples than the theorem bounds the updates by."""
    if found.run.reads <= found.bound:
        return None
    return f"{found.run.reads} reads for {found.run.updates} updates, ‖U‖²·max‖x‖² = {found.bound}"


def too_many_reads(found: Separated) -> str | None:
    """A run with fewer reads than updates, or with more than m(M − 1) + 1."""
    reads, updates, m = found.run.reads, found.run.updates, len(found.sample)
    fits = found.run.halted and updates <= reads <= m * (updates - 1) + 1
    return None if fits else f"m = {m}: {updates} updates, {reads} reads, halted: {found.run.halted}"


def halting_is_wrong(candidate: Candidate) -> str | None:
    """A run that halts on an inseparable sample."""
    sample = sample_of(candidate)
    if isinstance(best(sample), Separable):
        return None
    run = loop(sample, MOST_READS)
    return f"the loop halts after {run.updates} updates" if run.halted else None


# ------------------------------------------------------------------------------------------------------------ averaging


def average(sample: Sample) -> Point:
    """Return m·U = Σ y·x: the factor 1/m changes no sign."""
    return tuple([sum([label * x[i] for x, label in sample]) for i in range(len(sample[0][0]))])


def average_errs(*, allowed: Callable[[int, int], bool], dimension: int | None = None) -> Check:
    """Make a check that on separable S (of that dimension) the number of examples U errs on, of m, is ``allowed``."""

    def violated(candidate: Candidate) -> str | None:
        sample = sample_of(candidate)
        total = average(sample)
        wrong = errors(total, sample)
        if (
            (dimension or len(total)) != len(total)
            or allowed(wrong, len(sample))
            or not isinstance(best(sample), Separable)
        ):
            return None
        return f"mU = {_shown(total)} errs on {wrong} of m = {len(sample)} examples of a separable sample"

    return violated


def sum_of_causes(found: Separated) -> str | None:
    """A w that is not the sum of y·x over the examples that caused the updates."""
    total = average(tuple([found.sample[place] for place in found.run.causes]))
    return None if total == found.run.states[-1] else f"w = {found.run.states[-1]}, the sum is {total}"


# -------------------------------------------------------------------------------------------------------------- updates


def step_leaves_it(sample: Sample, w: Point) -> str | None:
    """A single violated example, x ≠ 0, that is violated after the update, too."""
    example, value = sample[0], margin(w, sample[:1])
    after = margin(ls.moved(w, example), [example])
    return f"y⟨w, x⟩ = {value}, then {after}" if any(example[0]) and value <= 0 and after <= 0 else None


def step_in_a_run_leaves_it(found: Separated) -> str | None:
    """An update of the run after which its own example is still violated."""
    for number, place in enumerate(found.run.causes):
        before, after = [margin(w, [found.sample[place]]) for w in found.run.states[number : number + 2]]
        if after <= 0:
            return f"update {number + 1}, by example {place + 1}: y⟨w, x⟩ = {before}, then {after}"
    return None


def step_is_not_the_square(sample: Sample, w: Point) -> str | None:
    """A change of y⟨w, x⟩ by something else than ‖x‖²."""
    example = sample[0]
    change = margin(ls.moved(w, example), [example]) - margin(w, [example])
    return None if change == dot(example[0], example[0]) else f"it changes by {change}"


def step_changes_nothing(sample: Sample, w: Point) -> str | None:
    """A violated example whose update does not increase y⟨w, x⟩."""
    example = sample[0]
    before, after = margin(w, [example]), margin(ls.moved(w, example), [example])
    return f"x = {_shown(example[0])}: y⟨w, x⟩ = {before}, then {after}" if before <= 0 and after <= before else None


def margin_falls(found: Separated) -> str | None:
    """An update of the run that lowers γ(w)."""
    least = [margin(w, found.sample) for w in found.run.states]
    falls = [k for k in range(found.run.updates) if least[k + 1] < least[k]]
    return f"update {falls[0] + 1}: γ(w) = {least[falls[0]]}, then {least[falls[0] + 1]}" if falls else None


def steps_do_not_fix(sample: Sample, w: Point) -> str | None:
    """A number of updates on one example, other than ⌊−y⟨w, x⟩/‖x‖²⌋ + 1, after which it first has y⟨w, x⟩ > 0."""
    example, square = sample[0], dot(sample[0][0], sample[0][0])
    value = margin(w, [example])
    if value > 0 or not square:
        return None
    steps = 0
    while margin(w, [example]) <= 0:
        w, steps = ls.moved(w, example), steps + 1
    return None if steps == -value // square + 1 else f"y⟨w, x⟩ = {value} takes {steps} updates"


# ---------------------------------------------------------------------------------------------------------- convergence


def updates_above_bound(found: Separated) -> str | None:
    """More updates than ‖U⋆‖²R²: in the printed order, or whichever violated example is taken."""
    most = max(found.run.updates, ls.most_updates(found.sample, int(found.bound) + 1))
    return f"M = {most} > {found.bound} = ‖U‖²·max‖x‖²" if most > found.bound else None


def updates_below_bound(found: Separated) -> str | None:
    """Fewer updates than ‖U⋆‖²R², so that the last display's equality fails."""
    updates = found.run.updates
    return f"M = {updates} < {found.bound} = ‖U‖²·max‖x‖²" if updates < found.bound else None


def unscaled_bound(sample: Sample, w: Point) -> str | None:
    """A separator U, not rescaled to γ(U) ≥ 1, with ‖U‖²R² below the number of updates."""
    if margin(w, sample) <= 0:
        return None
    bound, updates = dot(w, w) * ls.longest_squared(sample), loop(sample, MOST_READS).updates
    return f"γ(U) = {margin(w, sample)}: M = {updates} > {bound} = ‖U‖²·max‖x‖²" if updates > bound else None


def shorter_with_more_margin(sample: Sample, w: Point) -> str | None:
    """A U with γ(U) ≥ 1 that is shorter than all with γ(U) = 1."""
    found = best(sample)
    if not isinstance(found, Separable) or margin(w, sample) < 1:
        return None
    shortest = coordinates(found.w, len(w))
    if margin(shortest, sample) == 1 and dot(w, w) >= found.norm_squared:
        return None
    return f"‖U‖² = {dot(w, w)}, the shortest at γ = 1 has {found.norm_squared}"


def product_too_small(found: Separated) -> str | None:
    """A w of the run with W_M·U below M, for the shortest U."""
    products = [dot(w, found.shortest) for w in found.run.states]
    return next((f"W·U = {value} after {k} updates" for k, value in enumerate(products) if value < k), None)


def norm_too_large(*, printed_index: bool) -> Check:
    """Make a check of ‖W_M‖² ≤ Σ ‖x‖² over the causes of the updates (and ≤ MR²), or over the first M examples."""

    def violated(candidate: Candidate) -> str | None:
        sample = sample_of(candidate)
        run, longest = loop(sample, MOST_READS), ls.longest_squared(sample)
        squares = [dot(x, x) for x, _ in sample]
        for k, w in enumerate(run.states):
            terms = squares[:k] if printed_index else [squares[place] for place in run.causes[:k]]
            if k <= len(sample) and dot(w, w) > sum(terms):
                return f"‖W‖² = {dot(w, w)} after M = {k} updates, the sum is {sum(terms)}"
            if not printed_index and dot(w, w) > k * longest:
                return f"‖W‖² = {dot(w, w)} > {k * longest} after M = {k} updates"
        return None

    return violated


# -------------------------------------------------------------------------------------------------- exponentially often


def barely_separable_and_easy(found: Separated) -> str | None:
    """Points of one length with (‖U⋆‖R)² ≥ 2^(md), and fewer than 2^(md) updates, whichever example is taken."""
    power = 2 ** (len(found.sample) * len(found.shortest))
    if len({dot(x, x) for x, _ in found.sample}) > 1 or found.bound < power:
        return None
    most = max(found.run.updates, ls.most_updates(found.sample, power))
    return f"(‖U‖R)² = {found.bound} ≥ {power} = 2^(md), but M = {most}" if most < power else None


def above_power(found: Separated) -> str | None:
    """More updates than 2^(md)."""
    md = len(found.sample) * len(found.shortest)
    return f"m·d = {md}: M = {found.run.updates} > {2**md} = 2^(md)" if found.run.updates > 2**md else None


def never_as_many(candidate: Candidate) -> str | None:
    """Numbers m and d for which the loop makes fewer than 2^(md) updates on every sample from {0, 1}^d."""
    m, d = candidate["m"], candidate["d"]
    if m not in (1, 2) or d not in (1, 2):
        raise InputError(f"m and d should be 1 or 2, to try all samples, but are {m!r} and {d!r}")
    examples = [(x, y) for x in product((0, 1), repeat=d) if any(x) for y in (1, -1)]
    most = 0
    for sample in product(examples, repeat=m):
        if isinstance(best(sample), Separable):
            most = max(most, ls.most_updates(sample, 2 ** (m * d)))
    return f"m = {m}, d = {d}: M is at most {most} < {2 ** (m * d)} = 2^(md)" if most < 2 ** (m * d) else None


def above_binary_bound(found: Separated) -> str | None:
    """A sample from {−1, 0, 1}^d with more than r²·d^r updates, r = min(m, d)."""
    m, d = len(found.sample), len(found.shortest)
    r = min(m, d)
    if not all(value in (-1, 0, 1) for x, _ in found.sample for value in x) or found.run.updates <= r**2 * d**r:
        return None
    return f"m = {m}, d = {d}: M = {found.run.updates} > {r**2 * d**r} = r²dʳ"


def other_than_two_points(candidate: Candidate) -> str | None:
    """A k for which the loop does not make exactly (k + 1)² + 1 updates on the two points."""
    k = candidate["k"]
    if type(k) is not int or k < 0:
        raise InputError(f"k should be an integer, at least 0, but is {k!r}")
    sample = sample_of(two_points(k))
    run = loop(sample, 2 * (k + 2) ** 2 + 2)
    return None if run.halted and run.updates == (k + 1) ** 2 + 1 else f"k = {k}: M = {run.updates}"


def too_few_nested(*, binary: bool) -> Check:
    """Make a check that the nested points, or those from {0, 1}ⁿ, take as many updates as is proved."""

    def violated(candidate: Candidate) -> str | None:
        n = candidate["n"]
        points, least = (odd_max_bit(n), odd_max_bit_updates(n)) if binary else (nested(n), nested_updates(n))
        sample = tuple([(coordinates(x, n), label) for x, label in points])
        run = loop(sample, n * least)  # enough for fewer than the least number of updates
        return f"n = {n}: M = {run.updates} < {least}" if run.halted and run.updates < least else None

    return violated


def _shown(point: Point) -> str:
    return f"({', '.join(map(str, point))})"
