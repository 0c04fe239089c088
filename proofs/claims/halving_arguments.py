"""Arguments, for every finite class, about Halving and Randomized Halving: Chan, CSCI4230 Notes 3, sections 3 and 4."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.exact.steps import Step


def halves() -> list[Step]:
    """Return the proof that a mistake of the majority removes at least half, whichever way ties go."""
    few, more = sp.symbols("few more", integer=True, nonnegative=True)
    return [
        Step(
            "of r = few + (few + more) concepts a mistake removes few + more ≥ r/2",
            2 * (few + more) - (few + few + more),
            more,
            (more,),
        )
    ]


def log2() -> list[Step]:
    """Return the proof that Halving makes at most log₂|C| mistakes on labels from C."""
    few, more, mistakes, slack, others = sp.symbols("few more M slack others", integer=True, nonnegative=True)
    left = few + (few + more)
    return [
        *halves(),
        Step(
            "|C| = 2^M·|K| + slack: a mistake leaves few, so |C| = 2^(M+1)·few + (2^M·more + slack)",
            2**mistakes * left + slack,
            2 ** (mistakes + 1) * few + (2**mistakes * more + slack),
            (2**mistakes * more + slack,),
        ),
        Step(
            "the concept that labels stays in K, so |C| ≥ 2^M",
            2**mistakes * (1 + others) + slack - 2**mistakes,
            2**mistakes * others + slack,
            (2**mistakes * others + slack,),
        ),
    ]


def on_cubes() -> list[Step]:
    """Return the proof that Halving can be made to err n = log₂|C| times on all labelings of n points."""
    n = sp.Symbol("n", integer=True, nonnegative=True)
    return [
        Step("a new point divides the 2^(n+1) labelings evenly, and every label is possible", 2 ** (n + 1) / 2, 2**n),
        Step("one mistake a point: log₂ 2^(n+1) = log₂ 2^n + 1", sp.log(2 ** (n + 1), 2), sp.log(2**n, 2) + 1),
    ]


def harmonic() -> list[Step]:
    """Return the proof that N_1 = 0, rN_r = r − 1 + N_1 + … + N_{r−1} has the solution N_r = H_r − 1."""
    r = sp.Symbol("r", integer=True, positive=True)
    h = sp.Symbol("H", real=True)  # H_r
    after = h + 1 / (r + 1)
    return [
        Step("H_1 − 1 = 0", sp.harmonic(1) - 1, sp.Integer(0)),
        Step("H_1 + … + H_{r−1} = r(H_r − 1): so for r = 1", 1 * (sp.harmonic(1) - 1), sp.Integer(0)),
        Step("and from r to r + 1: r(H_r − 1) + H_r = (r + 1)(H_{r+1} − 1)", r * (h - 1) + h, (r + 1) * (after - 1)),
        Step("(1/r)·Σ over t < r of (1 + N_{r−t}) = (1/r)(H_1 + … + H_{r−1}) = H_r − 1", (r * (h - 1)) / r, h - 1),
    ]


def repaired() -> list[Step]:
    """Return the proof that every M with rM_r ≤ r − 1 + M_1 + … + M_{r−1} has M_r ≤ H_r − 1: by strong induction."""
    r = sp.Symbol("r", integer=True, positive=True)
    total, slack, below = sp.symbols("N slack below", nonnegative=True)  # N = N_1 + … + N_{r−1}
    return [
        *harmonic(),
        Step(
            "with N_s − M_s ≥ 0 for s < r, below in all: r(N_r − M_r) = below + slack ≥ 0",
            (r - 1 + total) - (r - 1 + (total - below) - slack),
            below + slack,
            (below + slack,),
        ),
    ]


def kept() -> list[Step]:
    """Return the proof that a concept drawn at random and kept until it errs errs as often as one drawn every round.

    By induction on the batches: a are eliminated by the next sample that eliminates any, q are left; f is what either
    algorithm is expected to err from then on. A concept that was kept is uniform on those that are left.
    """
    a, q, f = sp.symbols("a q f", positive=True)
    return [
        Step(
            "kept: (a/(a + q))(1 + f) + (q/(a + q))f, the same as fresh: a/(a + q) + f",
            (a / (a + q)) * (1 + f) + (q / (a + q)) * f,
            a / (a + q) + f,
        )
    ]


def monotone() -> list[Step]:
    """Return the proof that M_s grows with s, by at most 1/s: to the a of a batch, before q others, comes one more."""
    a, q = sp.symbols("a q", nonnegative=True)
    others = q + 1  # the labeling concept is among them
    size = a + 1 + others
    step = (a + 1) / size - a / (size - 1)
    return [
        Step(
            "M_s − M_{s−1} = q/(s(s − 1)) ≥ 0",
            step,
            others / (size * (size - 1)),
            (others / (size * (size - 1)),),
        ),
        Step("s(M_s − M_{s−1}) = q/(s − 1) ≤ 1", 1 - size * step, a / (size - 1), (a / (size - 1),)),
    ]


def recurrence() -> list[Step]:
    """Return the proof that rM_r ≤ r − 1 + M_1 + … + M_{r−1} for the expectations on every sequence."""
    gain, rest = sp.symbols("gain M", nonnegative=True)  # M = M_{r − t − more}, where c_t's batch ends at t + more
    return [
        *kept(),
        *monotone(),
        Step(
            "kept until it errs, c_t leaves r − t − more concepts, and M_{r−t} = M_{r−t−more} + gain: the sum over t "
            "of the 1 + M_{r−t} is no less",
            (1 + rest + gain) - (1 + rest),
            gain,
            (gain,),
        ),
    ]


def no_more_than_harmonic() -> list[Step]:
    """Return the proof that Randomized Halving is expected to err at most H_m − 1 times: H_|K| − 1 pays for each round.

    Where r concepts are left and a of them err, the next draw errs with chance a/r, whatever happened before.
    """
    i, left = sp.symbols("i left", integer=True, nonnegative=True)
    r = i + 1 + left  # 0 ≤ i < a < r
    return [
        Step(
            "a/r ≤ 1/r + 1/(r − 1) + … + 1/(r − a + 1) = H_r − H_{r−a}, term by term",
            1 / (r - i) - 1 / r,
            i / (r * (r - i)),
            (i / (r * (r - i)),),
        ),
        Step("one concept, which labels, is left in the end: H_1 − 1 = 0", sp.harmonic(1) - 1, sp.Integer(0)),
    ]


def below_ln() -> list[Step]:
    """Return the proof that H_m − 1 ≤ ln m: 1/k is at most the integral of 1/x over [k − 1, k]."""
    k = sp.Symbol("k", integer=True, positive=True)
    x, gap = sp.symbols("x gap", positive=True)
    return [
        Step("1/x ≥ 1/k for x = k − gap", 1 / x - 1 / (x + gap), gap / (x * (x + gap)), (gap / (x * (x + gap)),)),
        Step(
            "so 1/(k + 1) ≤ ln(k + 1) − ln k",
            sp.integrate(1 / x, (x, k, k + 1)) - sp.log(k + 1) + sp.log(k),
            sp.Integer(0),
        ),
        Step("these sum to ln m, from ln 1 = 0", sp.log(1), sp.Integer(0)),
    ]


def ln_without_constant() -> list[Step]:
    """Return the proof that the expectation is at most ln|C|."""
    return [*no_more_than_harmonic(), *below_ln()]


def on_singletons() -> list[Step]:
    """Return the proof that on m singletons Randomized Halving can be expected to err H_m − 1 times."""
    m = sp.Symbol("m", integer=True, positive=True)
    return [
        Step("one concept: H_1 − 1 = 0", sp.harmonic(1) - 1, sp.Integer(0)),
        Step(
            "the label − at a point eliminates one of m + 1, which is drawn with chance 1/(m + 1)",
            sp.harmonic(m) - 1 + 1 / (m + 1),
            sp.expand_func(sp.harmonic(m + 1)) - 1,
        ),
    ]


def unbounded() -> list[Step]:
    """Return the proof that on m = 2ᵏ singletons Halving errs once at most, and Randomized Halving k/2 times."""
    k = sp.Symbol("k", integer=True, positive=True)
    more = sp.Symbol("more", integer=True, nonnegative=True)
    terms = 2 ** (k - 1)
    return [
        *on_singletons(),
        Step("2^(k−1) terms of at least 1/2ᵏ each add ½ to H_m − 1 as m doubles", terms / 2**k, sp.Rational(1, 2)),
        Step(
            "of m ≥ 3 singletons the majority at a point is −, and a mistake there leaves one concept",
            (3 + more - 1) - 1,
            1 + more,
            (1 + more,),
        ),
        Step("of two, either mistake leaves one", sp.Integer(2) - 1, sp.Integer(1)),
        Step("and k/2 is above any c, at k = 2c + 1", sp.Gt((2 * k + 1) / sp.Integer(2), k), sp.true),
    ]


def factor() -> list[Step]:
    """Return the proof that log₂ m / ln m = log₂ e = 1.44… for m ≥ 2."""
    m = sp.Symbol("m", integer=True, positive=True)
    ln2 = sp.log(2)
    return [
        Step("log₂ m / ln m = 1/ln 2 where ln m is not 0", (sp.log(m) / ln2) / sp.log(m), 1 / ln2),
        Step(
            "1.44 ≤ 1/ln 2 ≤ 1.45",
            ln2 * (1 / ln2),
            sp.Integer(1),
            (1 - sp.Rational(144, 100) * ln2, sp.Rational(145, 100) * ln2 - 1),
        ),
    ]


def blocks() -> list[Step]:
    """Return the proof that H_m − 1 ≤ ⌊log₂ m⌋: 1/2ʲ + … + 1/(2ʲ⁺¹ − 1) ≤ 1."""
    j = sp.Symbol("j", integer=True, positive=True)
    x = sp.Symbol("x", nonnegative=True)
    first = 2**j
    return [
        Step(
            "none of them is above 1/2ʲ",
            1 / first - 1 / (first + x),
            x / (first * (first + x)),
            (x / (first * (first + x)),),
        ),
        Step("2ʲ⁺¹ − 2ʲ terms of 1/2ʲ are 1", (2 ** (j + 1) - first) / first, sp.Integer(1)),
        Step("and m < 2^(L+1) has the L blocks j = 1, …, L at most", 2 ** (j + 1) / first, sp.Integer(2)),
    ]
