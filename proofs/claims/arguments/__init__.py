"""Arguments, which explain why theorems hold: steps that sympy decides one by one. Rocq has the proofs.

An argument is a function of a module here that returns steps. ``INSTANCE`` of the module has values for its symbols, or
``INSTANCES`` by the function's name. sympy is slow to import, so a module is imported only when an argument is shown.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.steps import Step

BY_THEOREM = {
    "perceptron_margin_bound": "perceptron.mistake_bound",
    "perceptron_bound": "perceptron.mistake_bound",
    "loop_updates": "perceptron.mistake_bound",
    "loop_halts": "perceptron.mistake_bound",
    "loop_below": "perceptron.lower",
    "loop_above": "perceptron.upper",
    "loop_cosine": "perceptron.cosine",
    "rescaled_bound_in_any_order": "perceptron.mistake_bound",
    "claim_1_3": "perceptron.upper",
    "update_grows": "perceptron.corrected",
    "update_gains": "perceptron.corrected",
    "margin_scale": "lecture13.distance",
    "margin_1_is_distance": "lecture13.distance",
    "real_margin_is_distance": "lecture13.distance",
    "largest_margin_exists": "lecture13.widest",
    "hinge_step": "perceptron.lower_by_losses",
    "hinge_progress": "perceptron.lower_by_losses",
    "hinge_bound": "perceptron.hinge_bound",
    "hinge_bound_root": "perceptron.hinge_bound",
    "real_root_loosened": "perceptron.loosened",
    "real_footnote_chain": "perceptron.footnote",
    "real_inner_at_most_lengths": "perceptron.cauchy_schwarz",
    "updates_that_fix": "lecture13.repeated",
    "two_points_loop": "lecture13.two_points",
    "barely_separable_takes_two": "lecture13.mirrored",
    "claim_1_2": "notes3.claim_1_2",
    "real_claim_1_2": "notes3.claim_1_2",
    "real_claim_1_3": "notes3.claim_1_3",
    "real_perceptron_margin_bound": "notes3.theorem_1_1",
    "real_chain": "notes3.theorem_1_1",
    "real_value_1_4": "notes3.value",
    "no_other_kernel": "notes3.converse",
    "halving_log2": "halving.log2",
    "randomized_halving": "halving.harmonic",
    "randomized_halving_fixed_ln": "halving.at_most_ln",
    "harmonic_is_ln": "halving.near_ln",
    "keeping_changes_nothing": "halving.keeping",
    "one_more_concept": "halving.one_more",
    "recurrence": "halving.recurrence",
    "inequalities_suffice": "halving.repaired",
}
"""The argument, ``module.function``, that explains a theorem of ``proofs/formal``."""


def argument(name: str) -> "tuple[list[Step], dict[str, Any]]":
    """Return the steps of the argument ``module.function``, and values for its symbols."""
    module, _, function = name.partition(".")
    found = import_module(f"proofs.claims.arguments.{module}")
    return getattr(found, function)(), getattr(found, "INSTANCES", {}).get(function, found.INSTANCE)
