"""Cesa-Bianchi, Lecture 13 (27-04-2020): linear prediction, MinDisOpt, and the convergence of the Perceptron."""

from proofs.claims.claim import Claim
from proofs.claims.lecture13_perceptron import PERCEPTRON
from proofs.claims.lecture13_prediction import PREDICTION

CLAIMS: tuple[Claim, ...] = (*PREDICTION, *PERCEPTRON)
