"""What learners with weights may do wrong: rows for all of them, for all Perceptrons, and about coordinates."""

from collections.abc import Callable
from typing import Any

import numpy as np

from adversary.grading.bugs.rule import ROUNDING, Imitation, Rule, is_short
from adversary.search.spaces.space import Floats
from learners.protocol import Label


def added(m: Imitation) -> Floats:
    """Return w + y·x."""
    w: Floats = m.w + m.y * m.x
    return w


def _by_its_weights(m: Imitation, tie: int | None) -> bool:
    """Tell whether w itself is wrong, where a tie counts as this label, or as wrong if that is 0."""
    return m.wrong if tie is None else bool(m.y * (float(m.w @ m.x) or tie) <= 0)


def nearest(m: Imitation, first: Label) -> Label:
    """Return the label of the nearest point seen, which may also be a number."""
    far = [np.sum(np.square(x - m.point)) for x in m.points]
    return m.labels[int(np.argmin(far))] if far else first


def _compared_with_seen(m: Imitation, x: Floats, how: tuple[bool, bool]) -> Floats:
    """Subtract the mean of the points seen, this one included or not, and perhaps divide by their deviations."""
    this_too, scales = how
    seen = [*[m.rule.lift(m, point) for point in m.points], *([x] if this_too else [])]
    if not seen:
        return x
    deviations = np.std(seen, axis=0)
    centered: Floats = x - np.mean(seen, axis=0)
    return centered / np.where(deviations > 0, deviations, 1) if scales else centered


def _whole(m: Imitation, whole: Callable[[float], float]) -> Floats:
    """Return w·x as a whole number, or a tie where rounding may decide which one that is."""
    value, near = float(m.w @ m.x), ROUNDING * float(np.abs(m.w) @ np.abs(m.x))
    if abs(value - round(value)) <= near and not is_short(m.w * m.x):
        return np.array([1.0, -1.0])
    return np.array([float(whole(value))])


def _size(m: Imitation, _: Any) -> Floats:
    """Return terms that add up to |w·x|; while w is 0 to less than 0, for else it is a learner of one answer."""
    value = float(m.w @ m.x)
    if abs(value) > ROUNDING * float(np.abs(m.w) @ np.abs(m.x)):
        return np.array([abs(value)])
    return np.array([1.0, -1.0]) if m.w.any() else np.array([-1.0])


def gaussian(gamma: float) -> Callable[[Floats, Floats], Floats]:
    """Return exp(-γ‖z − x‖²) as a product of rows z with a point x."""
    return lambda rows, x: np.exp(-gamma * ((rows - x) ** 2).sum(axis=1))


def polynomial(degree: int, constant: float) -> Callable[[Floats, Floats], Floats]:
    """Return (⟨z, x⟩ + constant)^degree as a product of rows z with a point x."""
    return lambda rows, x: (rows @ x + constant) ** degree


BY_W = (0, 1, -1, None)
"""What a learner that predicts by something else than w may learn by: w, with any label for a tie, or its answers."""

RATES = (0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1)
SAME_RATE = "Add y·x to w, always with the same rate."
POWERS = (1, 0.5, -1, 2)
FACTORS = (0.5, 2 / 3, 0.7, 0.75, 0.8, 0.9, 1 / 1.1, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999)
SIZES = (*range(1, 41), 45, 50, 60, 64, 75, 100, 128)
LEVELS = (1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 3, 5, 10, 100)


UNRELATED = (
    Rule(
        "a learner that always gives the same answer",
        "w never changes: does update keep what it computes? If w starts at 0, the condition y(w·x) < 0 never "
        "holds: write <= 0, or compare the prediction with y. Weights that start at 0 and are only multiplied stay 0.",
        values=(1, -1),
        words="here {:+d}",
        says=lambda _, c: c,
    ),
    Rule(
        "a learner that repeats the last label",
        "In predict, return the sign of w·x.",
        values=(1, -1),
        says=lambda m, c: m.labels[-1] if m.labels else c,
    ),
    Rule(
        "a learner that predicts the label it has seen most often",
        "In predict, return the sign of w·x.",
        terms=lambda m, _: np.array([0.0, *m.labels]),
    ),
)
"""Learners that look at labels and points alone, whatever they should compute."""

MEMORIZER = Rule(
    "a learner that remembers the points it has seen, and gives all others the same label",
    "In predict, return the sign of w·x, also for a new point.",
    values=(1, -1),
    says=lambda m, c: next((m.labels[number] for number in m.earlier()), c),
)

FIRST_ANSWER = Rule(
    "{} that repeats its first answer for a point",
    "Do not store predictions: they change when the learner does.",
    says=lambda m, _: next((m.answers[number] for number in m.earlier()), None),
    asked=True,
)

GENERAL = (
    Rule(
        "{} that learns when it is right, and not when it is wrong",
        "The condition in update is the wrong way round: learn only if the prediction differs from y.",
        moves=lambda m, _: not m.wrong,
    ),
    Rule(
        "{} that learns in every round",
        "In update, change the weights only if the prediction was wrong.",
        moves=lambda *_: True,
    ),
    Rule(
        "{} that learns only from points with one of the two labels",
        "Learn from mistakes on points of either label.",
        values=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.wrong and m.y == c,
    ),
    Rule(
        "{} that compares the label with the prediction of the round before",
        "In update, compare y with the prediction for this x: compute it again, or store it in predict.",
        values=(1, -1, 0),
        moves=lambda m, c: (m.answers[-1] if m.answers else c) != m.y,
    ),
    FIRST_ANSWER,
    MEMORIZER,
    *UNRELATED,
    Rule(
        "{} that shares what it learns with all other learners",
        "In the constructor, create everything that your learner changes, as an attribute of self. Do not keep "
        "it in the class body, in a global variable or in a default argument.",
        shared=True,
    ),
)
"""What learners of all these kinds may do."""

GAUSSIAN = Rule(
    "{} with a Gaussian kernel",
    "This kind has another kernel.",
    values=(0.01, 0.1, 0.5, 1, 2, 5, 10, 50, 0.125),
    terms=lambda m, c: m.kernel(gaussian(c)),
)

ANYWHERE = (
    Rule(
        "{} that compares w·x with a number other than 0",
        "In predict, compare w·x with 0.",
        values=[sign * level for level in LEVELS for sign in (1, -1)],
        words="here {:g}",
        terms=lambda m, c: np.append(m.w * m.x, -c),
    ),
    Rule(
        "{} that treats a small w·x as a tie",
        "Compare w·x with 0 itself, without a tolerance: points may be short.",
        values=LEVELS[9:-5],
        words="here |w·x| ≤ {:g}",
        terms=lambda m, c: m.w * m.x * (abs(m.w @ m.x) > c),
        ties_count=True,
    ),
    Rule(
        "{} that rounds w·x to a whole number",
        "In predict, compare w·x itself with 0, without int or round.",
        values=(np.floor, np.trunc, np.round),
        terms=_whole,
    ),
    Rule(
        "{} that adds x on a mistake, whatever the label is",
        "In update, add y·x and not x.",
        step=lambda m, _: m.w + m.x,
    ),
    Rule(
        "{} with a wrong sign",
        "In update, add y·x on a mistake: do not subtract it, and do not add the prediction times x. "
        "If update is right, look at predict: it should return 1 where w·x is above 0.",
        step=lambda m, _: m.w - m.y * m.x,
    ),
    Rule(
        "{} whose predict returns the opposite of the sign of w·x, while update uses w·x",
        "In predict, return 1 where w·x is above 0.",
        terms=lambda m, _: -m.w * m.x,
        moves=_by_its_weights,
    ),
    Rule(
        "{} that adds its own prediction times x in every round",
        "In update, use the label y, and change w only if the prediction was wrong.",
        moves=lambda *_: True,
        step=lambda m, _: m.w + m.said * m.x,
    ),
    Rule(
        "{} that learns from each point once",
        "Learn from a point again whenever there is a mistake on it. If each point has a coefficient, add y to "
        "it: do not overwrite it.",
        moves=lambda m, _: m.wrong and not any(m.answers[number] != m.labels[number] for number in m.earlier()),
    ),
    Rule(
        "{} that also learns when it is right, if y(w·x) is small",
        "Learn only if y(w·x) is at most 0, not if it is below some other number: that is a Perceptron with a "
        "margin, another algorithm with another bound.",
        values=[level for level in LEVELS if level >= 0.01],  # noqa: PLR2004 - smaller ones hardly ever show
        words="here below {:g}",
        moves=lambda m, c: m.y * m.value < c,
    ),
    Rule(
        "{} whose weights shrink in every round, or whose steps grow",
        "Leave out the factor: weights change on mistakes only.",
        values=FACTORS,
        words="so that old weights count about {:.4g} times as much afterwards",
        each=lambda m, c: c * m.w,
    ),
    Rule(
        "{} whose weights shrink with every mistake, or whose steps grow",
        "Add y·x to w, and multiply nothing by a factor: early mistakes count as much as late ones.",
        values=FACTORS,
        words="so that old weights count about {:.4g} times as much afterwards",
        step=lambda m, c: c * m.w + m.y * m.x,
    ),
    Rule(
        "{} whose learning rate depends on the number of mistakes",
        SAME_RATE,
        values=POWERS,
        words="here k^-{:g} at mistake k",
        step=lambda m, c: m.w + m.y * m.x * (1 / m.mistakes**c),
    ),
    Rule(
        "{} whose learning rate depends on the number of rounds",
        SAME_RATE,
        values=POWERS,
        words="here t^-{:g} in round t",
        step=lambda m, c: m.w + m.y * m.x * (1 / m.rounds**c),
    ),
    Rule(
        "{} whose learning rate shrinks by a factor with every mistake",
        SAME_RATE,
        values=FACTORS,
        words="of about {:.4g}",
        step=lambda m, c: m.w + m.y * m.x * c**m.mistakes,
    ),
    Rule(
        "{} whose learning rate shrinks by a factor with every round",
        SAME_RATE,
        values=FACTORS,
        words="of about {:.4g}",
        step=lambda m, c: m.w + m.y * m.x * c**m.rounds,
    ),
    Rule(
        "{} that scales w to length 1",
        "Do not divide w by its length: that makes late mistakes count more than early ones.",
        values=(2, 1, np.inf),
        words="here in the {:g}-norm",
        step=lambda m, c: added(m) / (np.linalg.norm(added(m), c) or 1),
    ),
    Rule(
        "{} that limits the length of w",
        "Let w grow: do not scale it down when it becomes long.",
        values=(0.5, 1, 2, 5, 10),
        words="here of radius {:g}",
        step=lambda m, c: added(m) / max(float(np.linalg.norm(added(m))) / c, 1.0),
    ),
    Rule(
        "{} whose steps depend on the length of x",
        "Add y·x itself to w: neither divide x by its length nor multiply it.",
        values=(-2, -1, 1, 2),
        words="here it adds y·x·‖x‖^{:d}",
        step=lambda m, c: m.w + m.y * m.x * max(np.linalg.norm(m.x), 1e-300) ** c,
    ),
    Rule(
        "an averaged version of {}",
        "Predict by w itself, and not by its average over the rounds.",
        values=[(without, tie) for tie in BY_W for without in (0, 1)],
        terms=lambda m, c: (m.total - c[0] * m.w) * m.x,
        moves=lambda m, c: _by_its_weights(m, c[1]),
    ),
    Rule(
        "a voted version of {}",
        "Predict by w itself, and not by a vote of all w so far.",
        values=BY_W,
        terms=lambda m, _: np.sign([w @ m.x for w in (*m.past, m.w)]),
        moves=_by_its_weights,
    ),
    Rule(
        "{} that predicts by the w of the round before",
        "update should change the same w that predict uses.",
        values=BY_W,
        terms=lambda m, _: (m.past[-1] if m.past else m.w) * m.x,
        moves=_by_its_weights,
    ),
    Rule(
        "{} that learns from several mistakes at once",
        "Change w in the same round in which the mistake is made.",
        values=SIZES[1:],
        words="here from {:d}",
        step=lambda m, c: m.sum_of(m.steps[: len(m.steps) // c * c]),
    ),
    Rule(
        "{} that remembers only its last mistakes",
        "Keep all mistakes: add y·x to w, and never take anything away.",
        values=SIZES,
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[-c:]),
    ),
    Rule(
        "{} that starts again after some mistakes",
        "Set w to 0 only in the constructor.",
        values=SIZES[1:],
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[len(m.steps) // c * c :]),
    ),
    Rule(
        "{} that learns only from its first mistakes",
        "Learn from every mistake, however many there are.",
        values=SIZES,
        words="here {:d}",
        step=lambda m, c: m.sum_of(m.steps[:c]),
    ),
    Rule(
        "{} that skips some of its mistakes",
        "Learn from every mistake.",
        values=range(2, 21),
        words="here every {:d}th",
        step=lambda m, c: m.w + m.y * m.x if m.mistakes % c else m.w,
    ),
    Rule(
        "{} that adds y times the point of the round before",
        "In update, use the argument x.",
        step=lambda m, _: m.w + m.y * m.seen[-1] if m.seen else m.w,
    ),
    Rule(
        "{} that takes longer steps for one label than for the other",
        "Add y·x for both labels.",
        values=(0.5, 2, 0.1, 10, 0.2, 5, 3, 1 / 3),
        words="here {:g} times as long for +1",
        step=lambda m, c: m.w + (c if m.y > 0 else 1) * m.y * m.x,
    ),
    Rule(
        "{} that mixes labels 0 and 1 with labels -1 and 1",
        "Labels are +1 and -1 here, in update as in predict.",
        values=range(3),
        moves=lambda m, c: c < 2 or m.wrong or m.y < 0,  # noqa: PLR2004 - see the steps
        step=lambda m, c: m.w + m.x * ((m.y + 1) / 2 - m.said, m.y - (m.said + 1) / 2, m.y)[c],
    ),
    Rule(
        "least squares (Widrow and Hoff), not {}",
        "The step is y·x on a mistake, and not (y - w·x)·x.",
        values=[(rate, always) for rate in RATES for always in (True, False)],
        moves=lambda m, c: c[1] or m.wrong,
        step=lambda m, c: m.w + c[0] * (m.y - m.value) * m.x,
    ),
    Rule(
        "logistic regression, not {}",
        "The step is y·x on a mistake, and there is no step if the prediction is right.",
        values=RATES[1:],
        words="with the rate {:g}",
        moves=lambda *_: True,
        step=lambda m, c: m.w + c * m.y / (1 + float(np.exp(m.y * m.value))) * m.x,
    ),
    Rule(
        "the passive-aggressive algorithm with a cap on its steps",
        "The step is y·x on a mistake.",
        values=RATES[4:],
        words="here {:g}",
        moves=lambda *_: True,
        step=lambda m, c: m.w + m.y * min(c, max(1 - m.y * m.value, 0.0) / max(float(m.x @ m.x), 1e-300)) * m.x,
    ),
)
"""What a Perceptron may do in its own space and in a kernel's."""

BY_COORDINATES = (
    Rule("{} that ignores the sign of w·x", "Leave out the absolute value, or the square.", terms=_size),
    Rule(
        "{} with a bias term",
        "Leave out the bias, or the 1 that is appended to x: the theorem is about w·x alone.",
        values=(1, 0.1, 0.5, 2, 5, 10),
        sees=lambda _, x, c: np.append(x, c),
    ),
    Rule(
        "{} with a bias term that changes in the wrong direction",
        "Leave out the bias: the theorem is about w·x alone.",
        sees=lambda _, x, __: np.append(x, 1),
        step=lambda m, _: m.w + m.y * np.append(m.x[:-1], -1),
    ),
    Rule(
        "{} that clips its weights",
        "Do not limit the weights.",
        values=(0.5, 1, 2, 3, 5, 10, 20, 50, 100),
        words="here to ±{:g}",
        step=lambda m, c: np.clip(added(m), -c, c),
    ),
    Rule("{} whose weights are never negative", "Weights may be negative.", step=lambda m, _: np.maximum(added(m), 0)),
    Rule(
        "{} that leaves out the last coordinate",
        "Loop over all coordinates: range(d) ends with d - 1.",
        sees=lambda _, x, __: x[:-1],
    ),
    Rule(
        "{} that leaves out the first coordinate", "Coordinates begin with the number 0.", sees=lambda _, x, __: x[1:]
    ),
    Rule(
        "{} that uses only some of the coordinates",
        "Points may have any number of coordinates.",
        values=(1, 2, 3, 5, 10, 20, 50, 100),
        words="here the first {:d}",
        sees=lambda _, x, c: x[:c],
    ),
    Rule(
        "{} whose update is off by one coordinate",
        "In update, change weight i by coordinate i.",
        values=(1, -1),
        step=lambda m, c: m.w + m.y * (np.append(0, m.x[:-1]) if c > 0 else np.append(m.x[1:], 0)),
    ),
    Rule(
        "{} that changes only the weight of the largest coordinate",
        "Change all weights by y·x.",
        step=lambda m, _: m.w + np.where(np.arange(len(m.x)) == np.abs(m.x).argmax(), m.y * m.x, 0),
    ),
    Rule(
        "{} that uses only the signs of coordinates",
        "Use the coordinates themselves, in predict and in update.",
        values=("predict and update", "update", "predict"),
        words="here in {}",
        terms=lambda m, c: m.w * (m.x if c == "update" else np.sign(m.x)),
        step=lambda m, c: m.w + m.y * (m.x if c == "predict" else np.sign(m.x)),
    ),
    Rule("{} that ignores the signs of coordinates", "Leave out the absolute values.", sees=lambda _, x, __: np.abs(x)),
    Rule(
        "{} that rounds coordinates to whole numbers",
        "Use the coordinates as they are: they are floats.",
        values=(np.round, np.trunc, np.floor),
        sees=lambda _, x, c: c(x),
    ),
    Rule(
        "{} whose weights are whole numbers",
        "Begin with floats, np.zeros(dimension), and do not convert them to int.",
        values=[(whole, steps) for whole in (np.trunc, np.round, np.floor) for steps in (False, True)],
        step=lambda m, c: m.w + c[0](m.y * m.x) if c[1] else c[0](added(m)),
        exact=True,
    ),
    Rule(
        "{} that rounds its weights to some decimals",
        "Leave out the rounding.",
        values=range(1, 7),
        words="here {:d}",
        step=lambda m, c: np.round(added(m), c),
        exact=True,
    ),
    Rule(
        "{} in half precision, float16",
        "Take float64, the default, for w: float16 loses small steps and ends at 65,504.",
        step=lambda m, _: added(m).astype(np.float16).astype(np.float64),
        exact=True,
    ),
    Rule(
        "{} in single precision, float32",
        "Take float64, the default, for w.",
        step=lambda m, _: added(m).astype(np.float32).astype(np.float64),
        exact=True,
    ),
    Rule(
        "{} that does not start at w = 0",
        "Start with zeros.",
        values=(1, -1, 0.5, 0.1, 0.01, 0.001, 2, 3, 5, 10),
        words="here all weights are {:g}",
        start=lambda c, _: c,
        any_start=True,
    ),
    Rule(
        "{} that centers or scales points with statistics of the points it has seen",
        "Use x as it is: do not subtract a mean, nor divide by a deviation.",
        values=[(this_too, scales) for this_too in (False, True) for scales in (False, True)],
        sees=_compared_with_seen,
    ),
    Rule(
        "Winnow, not {}",
        "Add y·x to w: do not multiply weights.",
        values=(1, 0.5, 0.1, 0.01, float(np.log(2)), float(np.log(1.1))),
        start=lambda *_: 1.0,
        step=lambda m, c: m.w * np.exp(c * m.y * m.x),
    ),
    Rule(
        "{} with a polynomial kernel",
        "Use the plain product w·x, or ⟨a, b⟩, without a power or a constant.",
        values=[(degree, constant) for degree in (2, 3) for constant in (0, 1)],
        words="here (⟨a, b⟩ + {0[1]})^{0[0]}",
        terms=lambda m, c: m.kernel(polynomial(*c)),
    ),
    GAUSSIAN,
    Rule(
        "a learner that predicts the label of the nearest point it has seen",
        "In predict, return the sign of w·x.",
        values=(1, -1),
        says=nearest,
    ),
)
"""What it may do with coordinates."""
