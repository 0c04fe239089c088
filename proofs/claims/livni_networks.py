"""The claims of Livni, Lecture 8, about intersections of halfspaces and networks: Theorem 8.2 and Corollary 8.3.

A candidate has ``weights`` and ``biases``: halfspace j is x ↦ sgn(w⁽ʲ⁾·x − bⱼ − ½), on x in {±1}ⁿ. All of a cube are
tried at once, in integers, as 2w·x − 2b − 1.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from proofs.claims.claim import Candidate, Claim, Reading
from proofs.claims.labeled_samples import Example
from proofs.claims.later import later
from proofs.claims.livni_runs import MOST_PASSES, Run, Sample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SOURCE = "Livni, Lecture 8"

MOST_INPUTS = 14
"""Inputs up to which all 2ⁿ points are compared."""

MOST_WEIGHT = 10**6
"""Size up to which integers are read, so that no sum leaves 64 bits."""

SMALL = 6
"""Inputs of a halfspace in the checks that look at pairs of points, or run a learner."""

ASSUMED = "a cryptographic assumption on finding short vectors of lattices (Klivans and Sherstov, 2009)"


@cache
def cube(n: int) -> "NDArray[np.int64]":
    """Return the points of {±1}ⁿ, of shape (2ⁿ, n)."""
    import numpy as np

    return (np.arange(1 << n)[:, None] >> np.arange(n) & 1) * 2 - 1


def _read(candidate: Candidate, most: int = MOST_INPUTS) -> "tuple[NDArray[np.int64], NDArray[np.int64]] | None":
    """Return weights of shape (k, n) and biases of shape (k,), or ``None`` if the candidate gives none such."""
    import numpy as np

    weights, biases = candidate.get("weights"), candidate.get("biases")
    if not isinstance(weights, list) or not isinstance(biases, list) or len(weights) != len(biases) or not weights:
        return None
    if not all(isinstance(row, list) and len(row) == len(weights[0]) for row in weights):
        return None
    numbers = [*biases, *(value for row in weights for value in row)]
    if not all(type(value) is int and abs(value) <= MOST_WEIGHT for value in numbers):
        return None
    if not 1 <= len(weights[0]) <= most:
        return None
    return np.array(weights, dtype=np.int64), np.array(biases, dtype=np.int64)


def _positive(weights: Any, biases: Any) -> Any:
    """Return the halfspaces' values on the cube, of shape (2ⁿ, k): true where sgn is +1."""
    return 2 * (cube(weights.shape[1]) @ weights.T) - 2 * biases - 1 > 0


def _single(candidate: Candidate, *, natural: bool) -> "tuple[NDArray[np.int64], int] | None":
    """Return w and b of a candidate of one halfspace, with few inputs."""
    found = _read(candidate, SMALL)
    if found is None or len(found[1]) != 1:
        return None
    weights, biases = found
    return None if natural and (weights.min() < 0 or biases.min() < 0) else (weights[0], int(biases[0]))


def _never_zero(candidate: Candidate) -> str | None:
    if (found := _read(candidate)) is None:
        return None
    weights, biases = found
    doubled = 2 * (cube(weights.shape[1]) @ weights.T) - 2 * biases - 1
    return None if doubled.all() else "w·x − b − ½ is 0 on a point"


def not_in_class(candidate: Candidate, *, natural: bool) -> str | None:
    """Say why a halfspace is none with natural w and b: those are monotone, and −1 on (−1, …, −1)."""
    if (found := _single(candidate, natural=natural)) is None:
        return None
    weights, bias = found
    values = _positive(weights[None], bias)[:, 0]
    if values[0]:  # bit i of a point's number says whether xᵢ = +1
        return "it is +1 on (−1, …, −1), where natural weights and a natural b give at most −½"
    for number, i in product(range(len(values)), range(len(weights))):
        if values[number] and not values[number | 1 << i]:
            x = cube(len(weights))[number].tolist()
            return f"it is +1 on {x}, and −1 where x_{i + 1} is +1 instead: natural weights give no less there"
    return None


def not_doubled(candidate: Candidate) -> str | None:
    """Compare a halfspace with the natural one on 2n + 1 inputs at (x, −x, 1)."""
    import numpy as np

    if (found := _single(candidate, natural=False)) is None:
        return None
    weights, bias = found
    points = cube(len(weights))
    doubled = np.hstack([points, -points, np.ones((len(points), 1), dtype=np.int64)])
    natural = np.concatenate([np.maximum(weights, 0), np.maximum(-weights, 0), [max(-bias, 0)]])
    same = np.array_equal(2 * points @ weights - 2 * bias, 2 * doubled @ natural - 2 * max(bias, 0))
    size = int(np.abs(weights).sum()) + abs(bias)
    if same and int(natural.sum()) + max(bias, 0) == size:
        return None
    return f"w = {weights.tolist()}, b = {bias} and its natural double differ"


def slow_single(candidate: Candidate) -> str | None:
    """Run the Perceptron on all (x, 1), labeled by one halfspace, until a pass is without a mistake."""
    if (found := _single(candidate, natural=True)) is None:
        return None
    weights, bias = found
    n, size = len(weights), int(weights.sum()) + bias
    values = _positive(weights[None], bias)[:, 0]
    examples: list[Example] = [
        ((*x, 1), 1 if value else -1) for x, value in zip(cube(n).tolist(), values.tolist(), strict=True)
    ]
    run = Run(Sample(tuple(examples), (0,) * (n + 1)), 1)
    mistakes, most = 0, (n + 1) * (2 * size + 1) ** 2
    for _ in range(MOST_PASSES):
        now = sum([r.said != r.label for r in run.rounds()])
        mistakes += now
        if mistakes > most:
            return f"mistakes: {mistakes}, more than (n + 1)(2p + 1)² = {most}"
        if not now:
            return None
    return f"no pass in {MOST_PASSES} is without a mistake"


@dataclass(frozen=True)
class Neuron:
    """A neuron's values are ``low`` and 1; at 0 it is 1 iff ``zero``. One that passes a value on has ``bias``/2."""

    low: int = -1
    zero: bool = True
    bias: int = 0

    def of(self, doubled: Any) -> Any:
        """Return the values, of sums that come doubled, to be integers."""
        import numpy as np

        return np.where((doubled > 0) | (self.zero & (doubled == 0)), 1, self.low)


def network_differs(
    candidate: Candidate, *, neuron: Neuron, layers: int = 1, bias_of: Callable[[int], int] = lambda j: j
) -> str | None:
    """Compare the network of the printed proof with the intersection, on all of {±1}ⁿ.

    ``layers`` are the hidden ones; those after the first pass f on with weight 1. Neuron j of the first has the bias
    of halfspace ``bias_of(j)``.
    """
    import numpy as np

    if (found := _read(candidate)) is None:
        return None
    weights, biases = found
    intersection = _positive(weights, biases).all(axis=1)
    used = biases[[bias_of(j) for j in range(len(biases))]]
    hidden = np.where(_positive(weights, used), 1, neuron.low)
    value = neuron.of(2 * hidden.sum(axis=1) - 2 * len(biases) + 1)
    for _ in range(layers - 1):
        value = neuron.of(2 * value + neuron.bias)
    wrong = np.flatnonzero((value == 1) != intersection)
    if not len(wrong):
        return None
    x = cube(weights.shape[1])[wrong[0]].tolist()
    return f"on x = {x} the intersection is {'+' if intersection[wrong[0]] else '−'}1 and the network is not"


def _even_somewhere(candidate: Candidate) -> str | None:
    """Say where f(x) = f(−x): a network without biases and with sgn(0) = 0 is an odd function, whatever its weights."""
    if (found := _read(candidate)) is None:
        return None
    values = _positive(*found).all(axis=1)
    for number in range(len(values)):
        if values[number] == values[-1 - number]:  # −x has all bits of x reversed
            x = cube(found[0].shape[1])[number].tolist()
            return f"f is the same on x = {x} and on −x, and an odd function is not"
    return None


def _halfspaces() -> Iterator[Candidate]:
    """Yield all single halfspaces with few inputs and small integers, those with the least integers first."""
    for n, most in ((1, 2), (2, 2), (3, 1)):
        numbers = sorted(range(-most, most + 1), key=abs)
        for b, w in product(numbers, product(numbers, repeat=n)):
            yield {"weights": [list(w)], "biases": [b]}


@cache
def _intersections() -> tuple[Candidate, ...]:
    """Return small intersections, all of two halfspaces on one input, then seeded ones with up to 14 inputs."""
    small = list(_halfspaces())
    found = small[:25] + [
        {"weights": [first["weights"][0], second["weights"][0]], "biases": [first["biases"][0], second["biases"][0]]}
        for first, second in product(small[:25], repeat=2)
    ]
    random = Random(8)  # noqa: S311 - reproducible, not secret
    for n, k in product((2, 3, 5, 8, 11, 14), (1, 2, 3, 5, 14, 40)):
        weights = [[random.randint(0, 3) for _ in range(n)] for _ in range(k)]
        found.append({"weights": weights, "biases": [random.randint(0, sum(row) // 2) for row in weights]})
    return tuple(found)


_SINGLE = partial(Reading, candidates=_halfspaces)
_SEVERAL = partial(Reading, candidates=_intersections)


def _argument(name: str) -> Any:
    return later("livni_network_arguments", name)


NETWORK_CLAIMS = (
    Claim(
        "livni-8.2",
        SOURCE,
        "Theorem 8.2, Remarks 1 and 2",
        "intersections of k = d^c halfspaces with small natural weights on {±1}ⁿ are not efficiently learnable",
        (
            Reading("d = n and c > 0: in the realizable case, by any hypothesis", assumes=ASSUMED),
            Reading("so in the agnostic case, too, of which the realizable one is a case", assumes=ASSUMED),
            Reading(
                "d as printed, which nothing defines", assumes="a meaning for d: if it does not grow with n, nor does k"
            ),
            Reading("c = 0, so k = 1", assumes="a premise that is false: livni-8.2-single shows this case to be easy"),
        ),
    ),
    Claim(
        "livni-8.2-single",
        SOURCE,
        "Theorem 8.2, the case k = 1",
        "one halfspace with natural weights is easy: by Theorem 8.1 on the points (x, 1)",
        (
            _SINGLE(
                "the Perceptron makes at most (n + 1)(2p + 1)² mistakes, p = b + ‖w‖₁ (in 8.2 a polynomial in n)",
                _argument("single_halfspace"),
                violated=slow_single,
            ),
        ),
    ),
    Claim(
        "livni-8.2-class",
        SOURCE,
        "Theorem 8.2, the definition of the class",
        "the halfspaces x ↦ sgn(w·x − b − ½) on {±1}ⁿ with natural w and b",
        (
            _SINGLE(
                "sgn is never taken of 0",
                _argument("half_integers"),
                violated=_never_zero,
                theorem="product_is_no_threshold",
            ),
            _SINGLE(
                "they are the halfspaces with integer weights and bias of the theorem that is cited",
                violated=partial(not_in_class, natural=False),
                instead="integer w and b; or natural ones on the points (x, −x, 1)",
                theorem="integer_weights_say_more",
            ),
            _SINGLE(
                "each is monotone in every variable, and −1 on (−1, …, −1)",
                _argument("natural_weights"),
                violated=partial(not_in_class, natural=True),
                theorem="natural_weights_are_monotone",
            ),
            _SINGLE(
                "each with integer w and b is one with natural ones at (x, −x, 1), with the same |b| + ‖w‖₁: "
                "so hardness carries over",
                _argument("doubled"),
                violated=not_doubled,
            ),
        ),
    ),
    Claim(
        "livni-8.3-network",
        SOURCE,
        "proof of Corollary 8.3, one hidden layer",
        "sgn(Σ vⱼ − k + ½) of the k halfspaces' values vⱼ is their intersection",
        (
            _SEVERAL(
                "neurons are ±1",
                _argument("conjunction"),
                violated=partial(network_differs, neuron=Neuron()),
                theorem="intersection_is_a_neuron",
            ),
            _SEVERAL(
                "neurons are 0 or 1",
                _argument("conjunction"),
                violated=partial(network_differs, neuron=Neuron(0)),
                theorem="intersection_is_a_neuron",
            ),
            _SEVERAL(
                "every neuron has the bias −bᵢ − ½, with the printed i the same for all (i = 1)",
                violated=partial(network_differs, neuron=Neuron(), bias_of=lambda _: 0),
                instead="neuron j has the bias −bⱼ − ½",
            ),
            _SEVERAL(
                "networks have no biases, and sgn(0) = 0",
                violated=_even_somewhere,
                instead="every neuron has a bias, or an input that is always 1",
            ),
        ),
    ),
    Claim(
        "livni-8.3-deep",
        SOURCE,
        "proof of Corollary 8.3, several hidden layers",
        "a neuron with the single weight 1 passes on the value of the neuron below",
        (
            _SEVERAL(
                "neurons are ±1",
                _argument("passed_on"),
                violated=partial(network_differs, neuron=Neuron(), layers=4),
                theorem="signs_are_passed_on",
            ),
            _SEVERAL(
                "neurons are 0 or 1, and 1 iff their sum is at least 0",
                violated=partial(network_differs, neuron=Neuron(0), layers=2),
                instead="such a neuron needs the bias −½",
                theorem="bits_are_not_passed_on",
            ),
            _SEVERAL(
                "neurons are 0 or 1, and 1 iff their sum is at least 0, with the bias −½",
                _argument("passed_on_lower"),
                violated=partial(network_differs, neuron=Neuron(0, bias=-1), layers=4),
                theorem="bits_are_passed_on",
            ),
            _SEVERAL(
                "neurons are 0 or 1, and 1 iff their sum is above 0",
                _argument("passed_on_above"),
                violated=partial(network_differs, neuron=Neuron(0, zero=False), layers=4),
                theorem="bits_are_passed_on",
            ),
        ),
    ),
    Claim(
        "livni-8.3",
        SOURCE,
        "Corollary 8.3",
        "networks with a hidden layer of k = d^c neurons are not efficiently learnable",
        (Reading("d = n and c > 0", assumes=f"Theorem 8.2, and so {ASSUMED}"),),
    ),
)
"""The claims about intersections and networks."""
