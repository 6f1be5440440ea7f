"""Finite laws: sums, mixtures, enumeration of a rule over its dice; absorbing chains.

A law is a plain dict, outcome -> probability. It names only what can happen, so an outcome of probability zero has no
entry: read with ``law.get(outcome, 0)``. Probabilities stay `fractions.Fraction` as long as all that went in was
rational (Fraction or int); one float among them makes the answer float.

`laws` makes and mixes laws, `sums` adds and ranks independent outcomes, `summaries` asks a law for numbers, `counts`
knows how many of n shots hit, `enumeration` walks a rule through all its dice, `chains` follows a process to its end
(solved in `chain_solver`), `dense` holds the float arrays.
"""

from simlab.exact.chains import Absorption, absorb, iterate
from simlab.exact.counts import at_least_k, binomial_law, poisson_binomial
from simlab.exact.dense import MatrixAbsorption, absorb_matrix, convolve, convolve_power, from_array, to_array
from simlab.exact.enumeration import Roll, enumerate_law, enumerate_table
from simlab.exact.laws import (
    Law,
    Probability,
    condition,
    die,
    map_law,
    mixture,
    normalise,
    total,
)
from simlab.exact.summaries import at_least, mean, quantile, variance
from simlab.exact.sums import best_of, n_fold_sum, sum_laws, worst_of

__all__ = [
    "Absorption",
    "Law",
    "MatrixAbsorption",
    "Probability",
    "Roll",
    "absorb",
    "absorb_matrix",
    "at_least",
    "at_least_k",
    "best_of",
    "binomial_law",
    "condition",
    "convolve",
    "convolve_power",
    "die",
    "enumerate_law",
    "enumerate_table",
    "from_array",
    "iterate",
    "map_law",
    "mean",
    "mixture",
    "n_fold_sum",
    "normalise",
    "poisson_binomial",
    "quantile",
    "sum_laws",
    "to_array",
    "total",
    "variance",
    "worst_of",
]
