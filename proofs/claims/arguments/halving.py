"""The arguments about Halving and Randomized Halving, for every finite class: Notes 3, sections 3 and 4."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

HALF = sp.Rational(1, 2)

INSTANCE = {
    **dict.fromkeys(("few", "more", "M", "i", "left", "a"), 1),
    **dict.fromkeys(("slack", "others", "below", "rest", "less"), 0),
    **dict.fromkeys(("N", "T", "f", "gap"), HALF),
    **dict.fromkeys(("k", "q"), 2),
    "r": 3,
    "x": 5 * HALF,
    **dict.fromkeys(("P", "m"), sp.Rational(5, 6)),
    "H": 11 * HALF / 3,
}
"""Three concepts: a mistake removes two of them, or the first sample that eliminates any eliminates one."""

a, q = sp.symbols("a q", positive=True)


def log2() -> list[Step]:
    """Return why Halving makes at most log₂|C| mistakes on labels from C."""
    few, more, mistakes, slack, others = sp.symbols("few more M slack others", integer=True, nonnegative=True)
    left = few + (few + more)
    over = 2**mistakes * more + slack
    return [
        Step(
            "after M mistakes |C| = 2^M·|K| + slack with slack ≥ 0; one more keeps few of K and removes few + more, "
            "half or more, whichever way ties go: |C| = 2^(M + 1)·few + (2^M·more + slack)",
            2**mistakes * left + slack,
            2 ** (mistakes + 1) * few + over,
            (over,),
        ),
        Step(
            "the concept that labels stays in K, which has 1 + others: |C| ≥ 2^M",
            2**mistakes * (1 + others) + slack,
            2**mistakes + (2**mistakes * others + slack),
            (2**mistakes * others + slack,),
        ),
    ]


def harmonic() -> list[Step]:
    """Return why Randomized Halving is expected to make at most H_|C| − 1 mistakes."""
    total, rest = sp.symbols("P rest", nonnegative=True)
    i, left = sp.symbols("i left", integer=True, nonnegative=True)
    r = i + 1 + left  # 0 ≤ i < a < r
    return [
        Step(
            "where r concepts are left and a of them err, a mistake has the chance a/r, whatever happened before; and "
            "a/r ≤ 1/r + 1/(r − 1) + … + 1/(r − a + 1) = H_r − H_{r−a}, term by term",
            1 / (r - i) - 1 / r,
            i / (r * (r - i)),
            (i / (r * (r - i)),),
        ),
        Step(
            "over all rounds these sum to H_|C| − H_r with the r that are left in the end (P = H_|C| − 1, "
            "rest = H_r − 1): at least one concept is left, and H_r − 1 ≥ 0, so that it is at most H_|C| − 1",
            total - (total - rest),
            rest,
            (rest,),
        ),
    ]


def below_ln() -> list[Step]:
    """Return why H_r − 1 ≤ ln r: 1/(k + 1) is at most the integral of 1/x over [k, k + 1]."""
    k = sp.Symbol("k", integer=True, positive=True)
    x, gap = sp.symbols("x gap", positive=True)
    slack = gap / (x * (x + gap))
    return [
        Step("1/x ≥ 1/(k + 1) for x from k to k + 1, with k + 1 = x + gap", 1 / x - 1 / (x + gap), slack, (slack,)),
        Step(
            "so 1/(k + 1) is at most the integral of 1/x from k to k + 1, ln(k + 1) − ln k; these sum to ln r for "
            "k = 1, …, r − 1, as ln 1 = 0: H_r − 1 ≤ ln r",
            sp.integrate(1 / x, (x, k, k + 1)),
            sp.log(k + 1) - sp.log(k),
        ),
    ]


def near_ln() -> list[Step]:
    """Return why ln r ≤ H_r ≤ ln r + 1."""
    k, gap = sp.symbols("k gap", positive=True)
    slack = gap / (k * (k + gap))
    return [
        *below_ln(),
        Step(
            "1/x ≤ 1/k there, with x = k + gap, so that ln(k + 1) − ln k ≤ 1/k; these sum to ln(r + 1) for "
            "k = 1, …, r: ln r ≤ ln(r + 1) ≤ H_r",
            1 / k - 1 / (k + gap),
            slack,
            (slack,),
        ),
    ]


def at_most_ln() -> list[Step]:
    """Return why Randomized Halving is expected to make at most ln|C| mistakes."""
    return [*harmonic(), *below_ln()]


def keeping() -> list[Step]:
    """Return why a concept that is kept until it errs is expected to err as often as one drawn every round."""
    f = sp.Symbol("f", positive=True)
    return [
        Step(
            "the next sample that eliminates any concept eliminates a and leaves q; from then on f mistakes are "
            "expected. One that is kept until it errs is one of the a + q, with equal chances: "
            "(a/(a + q))(1 + f) + (q/(a + q))f; if one is drawn in every round: a/(a + q) + f",
            (a / (a + q)) * (1 + f) + (q / (a + q)) * f,
            a / (a + q) + f,
        )
    ]


def one_more() -> list[Step]:
    """Return why M_r grows with r, by at most 1/r: one more concept goes with a others, and q stay, c among them."""
    r = a + 1 + q
    return [
        Step(
            "r = a + 1 + q concepts, of which one sample eliminates a + 1 and leaves q; M_{r−1} is without one of the "
            "a + 1: M_r − M_{r−1} = (a + 1)/r − a/(r − 1) = q/(r(r − 1)) ≥ 0",
            (a + 1) / r - a / (r - 1),
            q / (r * (r - 1)),
            (q / (r * (r - 1)),),
        ),
        Step("so that r(M_r − M_{r−1}) = q/(r − 1) ≤ 1", 1 - q / (r - 1), a / (r - 1), (a / (r - 1),)),
    ]


def recurrence() -> list[Step]:
    """Return why r·M_r ≤ r − 1 + M_1 + … + M_{r−1} for what is expected from the last s concepts, by induction."""
    r = sp.Symbol("r", integer=True, positive=True)
    total, last, slack, less = sp.symbols("T m slack less", nonnegative=True)
    return [
        *one_more(),
        Step(
            "if r·M_r = r − 1 + T − slack, with T = M_1 + … + M_{r−1}, slack ≥ 0 and m = M_r, then, as "
            "(r + 1)(M_{r+1} − M_r) = 1 − less with less ≥ 0: (r + 1)M_{r+1} = r + T + m − (slack + less)",
            (1 - less) + (r - 1 + total - slack) + last,
            r + total + last - (slack + less),
            (slack + less,),
        ),
    ]


def repaired() -> list[Step]:
    """Return why every M with r·M_r ≤ r − 1 + M_1 + … + M_{r−1} has M_r ≤ N_r = H_r − 1: by strong induction."""
    r = sp.Symbol("r", integer=True, positive=True)
    h = sp.Symbol("H", real=True)  # H_r
    total, slack, below = sp.symbols("N slack below", nonnegative=True)  # N = N_1 + … + N_{r−1}
    return [
        Step(
            "N_r = H_r − 1 solves the equations: N_1 + … + N_{r−1} = r(H_r − 1) − (r − 1), and, with N_r more, this is "
            "(r + 1)(H_{r+1} − 1) − r",
            r * (h - 1) - (r - 1) + (h - 1),
            (r + 1) * (h + 1 / (r + 1) - 1) - r,
        ),
        Step(
            "if N_s ≥ M_s for s < r, the sum of N_1, …, N_{r−1}, N, is that of M_1, …, M_{r−1} and below ≥ 0; with "
            "r·M_r = r − 1 + (N − below) − slack it follows that r(N_r − M_r) = below + slack ≥ 0",
            (r - 1 + total) - (r - 1 + (total - below) - slack),
            below + slack,
            (below + slack,),
        ),
    ]
