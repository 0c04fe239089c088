"""Samples on which the Perceptron needs exponentially many updates, in whatever order it meets the examples.

Lecture 13 (27-04-2020) remarks that the number of updates may be exponential in the size of the sample. Known since
Hampson and Volper (Linear function neurons: structure and training, 1986) for nested Boolean functions; see also
Anthony and Shawe-Taylor (Using the Perceptron algorithm to find consistent hypotheses, 1993). Here with exact numbers:

Let z = y·x be integer for every example, and v ≥ 0 multipliers such that w' = Σ vᵢzᵢ has ⟨w',zᵢ⟩ ≤ 1 for all i. A
Perceptron that has started from 0 and updated nᵢ times with example i has w = Σ nᵢzᵢ. If it separates, the integers
⟨w,zᵢ⟩ are at least 1, so Σ nᵢ ≥ Σ nᵢ⟨w',zᵢ⟩ = ⟨w',w⟩ = Σ vᵢ⟨w,zᵢ⟩ ≥ Σ vᵢ: a bound on the updates of every run. If the
shortest w* with ⟨w*,z⟩ ≥ 1 has ⟨w*,z⟩ = 1 on all examples, it is a w', and the bound is ‖w*‖². No run needs more than
max ‖x‖² times as many. On the two families here, ``nested`` and ``odd_max_bit``, every run makes exactly ‖w*‖² updates:
a weight grows in size, by 1, only where it is at most a sum of earlier ones, and so never gets beyond that of w*. That
there are no fewer say the theorems ``nested_exponential`` and ``odd_max_bit_exponential`` of ``proofs/formal``.
"""

from proofs.exact.margins import Example
from proofs.exact.vectors import vector


def nested(n: int) -> list[Example]:
    """Return n examples in dimension n, with entries −1, 0 and 1, labeled by the sign of the last nonzero coordinate.

    y·x has −1 in all earlier coordinates, 1 in its own, and 0 in later ones; labels alternate. Every run makes exactly
    ``nested_updates(n)`` updates.
    """
    labels = [1 - 2 * (k % 2) for k in range(n)]
    return [(vector({**dict.fromkeys(range(k), -label), k: label}), label) for k, label in enumerate(labels)]


def nested_updates(n: int) -> int:
    """Return ‖w*‖² = (4ⁿ − 1)/3 for ``nested(n)``; w* has 2ᵏ in coordinate k, from 0."""
    return int((4**n - 1) // 3)


def odd_max_bit(n: int) -> list[Example]:
    """Return n examples from {0, 1}ⁿ, labeled by whether the largest index of a 1 is even (+1) or odd (−1), from 1.

    Example i has its ones at i and at the smaller indices of the other parity. The function is known as ODD-MAX-BIT
    (Beigel, Perceptrons, PP, and the polynomial hierarchy); it is a decision list. Every run makes exactly
    ``odd_max_bit_updates(n)`` updates.
    """
    return [
        (vector({j - 1: 1 for j in range(1, i + 1) if j == i or (i - j) % 2}), 1 - 2 * (i % 2)) for i in range(1, n + 1)
    ]


def odd_max_bit_updates(n: int) -> int:
    """Return ‖w*‖² = Fₙ₊₁Fₙ₊₂ − 1 ≥ φ²ⁿ⁻¹ − 1 for ``odd_max_bit(n)``; w* is made of Fibonacci numbers, ±F₂ to ±Fₙ₊₁."""
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    return a * b - 1
