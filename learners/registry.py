"""The registered learners: a line for each, so that to add one touches its own file and this one.

They are imported when they are wanted: ``learners.loading.sources`` finds them by name, and lists their cards.
"""

LEARNERS = {
    "perceptron": "learners.algorithms.perceptron:Perceptron",
    "perceptron-ties": "learners.algorithms.perceptron:OnlinePerceptron",
    "perceptron-half-step": "learners.algorithms.perceptron:HalfStepPerceptron",
    "perceptron-half-step-plus": "learners.algorithms.perceptron:HalfStepPlus",
    "perceptron-half-step-minus": "learners.algorithms.perceptron:HalfStepMinus",
    "batch-perceptron": "learners.algorithms.batch:BatchPerceptron",
    "dual-perceptron": "learners.algorithms.kernel:DualPerceptron",
    "kernel-perceptron": "learners.algorithms.kernel:KernelPerceptron",
    "dense-perceptron": "learners.algorithms.dense:DensePerceptron",
    "averaging": "learners.algorithms.averaging:Averaging",
    "averaged-perceptron": "learners.algorithms.averaging:AveragedPerceptron",
    "voted-perceptron": "learners.algorithms.averaging:VotedPerceptron",
    "passive-aggressive": "learners.algorithms.large_margin:PassiveAggressive",
    "winnow": "learners.algorithms.dense:Winnow",
    "p-norm-perceptron": "learners.algorithms.dense:PNormPerceptron",
    "balanced-winnow": "learners.algorithms.multiplicative:BalancedWinnow",
    "exponentiated-gradient": "learners.algorithms.multiplicative:ExponentiatedGradient",
    "exact-p-norm-perceptron": "learners.algorithms.multiplicative:ExactPNormPerceptron",
    "second-order-perceptron": "learners.algorithms.dense:SecondOrderPerceptron",
    "hard-margin-svm": "learners.algorithms.dense:HardMarginSVM",
    "hinge-descent": "learners.algorithms.large_margin:HingeDescent",
    "halving": "learners.algorithms.halving:Halving",
    "randomized-halving": "learners.algorithms.halving:RandomizedHalving",
    "soa": "learners.algorithms.optimal:StandardOptimalAlgorithm",
    "optimal-randomized": "learners.algorithms.optimal:OptimalRandomized",
    "weighted-majority": "learners.algorithms.experts:WeightedMajority",
    "binomial-weights": "learners.algorithms.experts:BinomialWeights",
    "first-consistent": "learners.algorithms.experts:FirstConsistent",
    "nearest-neighbor": "learners.algorithms.baselines:NearestNeighbor",
    "memorizer": "learners.algorithms.baselines:Memorizer",
    "last-label": "learners.algorithms.baselines:LastLabel",
    "always-plus": "learners.algorithms.baselines:AlwaysPlus",
    "always-minus": "learners.algorithms.baselines:AlwaysMinus",
}
"""Every registered learner: its name, and the class, imported when it is wanted."""

REDUCTIONS = ("homogeneous", "normalized")
"""Wrappers around any of the named learners: ``normalized:dense-perceptron``."""

LEARNER_PLUGINS = "forced_mistakes.learners"
"""The group of entry points by which installed packages add learners."""
