"""Laws of whole numbers as dense float arrays, and absorbing chains as matrices: the fast path in float64.

An array holds the probability of outcome `first + index` at each index.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.errors import SimlabError
from simlab.exact.laws import MASS_TOLERANCE, Probability, whole

FloatArray = NDArray[np.float64]

MAX_CELLS = 100_000_000
"""Largest array of laws over time that is kept (800 MB)."""


def to_array(law: Mapping[Any, Probability], size: int | None = None, first: int = 0) -> FloatArray:
    """Law of whole numbers -> float64[size], the probability of `first + index` at each index.

    size: as many cells as the greatest outcome needs if not given.

    >>> to_array({1: 0.25, 3: 0.75}).tolist()
    [0.0, 0.25, 0.0, 0.75]

    Raises SimlabError if an outcome is no whole number or lies outside the array.
    """
    for outcome in law:
        if not isinstance(outcome, (int, np.integer)) or outcome < first:
            raise SimlabError(f"to_array: outcome {outcome!r} is no whole number from {first} up")
    needed = max(law, default=first - 1) - first + 1
    array = np.zeros(needed if size is None else size)
    if needed > array.size:
        raise SimlabError(f"to_array: outcome {max(law)} does not fit into {array.size} cells from {first}")
    for outcome, p in law.items():
        array[outcome - first] = p
    return array


def from_array(array: ArrayLike, first: int = 0) -> dict[int, float]:
    """float[n] -> law of `first + index`, zeros left out.

    >>> from_array([0.5, 0.0, 0.5], first=2)
    {2: 0.5, 4: 0.5}
    """
    return {first + index: p for index, p in enumerate(np.asarray(array, dtype=np.float64).tolist()) if p}


def convolve(left: ArrayLike, right: ArrayLike) -> FloatArray:
    """Law of the sum of two independent outcomes: float64[n] and float64[m] -> float64[n + m - 1].

    Summed directly, not by Fourier transform, which would drown small tail probabilities in rounding.

    >>> convolve([0.5, 0.5], [0.5, 0.5]).tolist()
    [0.25, 0.5, 0.25]
    """
    return np.convolve(np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64))


def convolve_power(array: ArrayLike, n: int) -> FloatArray:
    """Law of the sum of n independent outcomes of one law, by squaring: float64[m] -> float64[n * (m - 1) + 1].

    >>> convolve_power([0.5, 0.5], 3).tolist()
    [0.125, 0.375, 0.375, 0.125]

    Raises SimlabError if n is no whole number from 0 up.
    """
    n = whole(n, 0, "convolve_power, n")
    base, result = np.asarray(array, dtype=np.float64), np.ones(1)
    for bit in reversed(range(n.bit_length())):
        result = np.convolve(result, result)
        if n >> bit & 1:
            result = np.convolve(result, base)
    return result


class MatrixAbsorption(NamedTuple):
    """How a matrix chain runs over a fixed number of steps."""

    laws: FloatArray  # float64[steps + 1, states]: law of the state after each step
    time: FloatArray  # float64[steps + 1]: chance to be absorbed exactly at each step
    unfinished: float  # chance not to be absorbed after the last step


def absorb_matrix(matrix: ArrayLike, start: ArrayLike | int, steps: int) -> MatrixAbsorption:
    """Follow a chain given as a matrix for a fixed number of steps, in float64.

    matrix: float[states, states], row i the law of the next state from state i; a state whose row holds 1 on the
    diagonal is absorbed. start: float[states], law of the first state, or its number. steps: how many, from 0 up.

    >>> absorb_matrix([[0.5, 0.5], [0.0, 1.0]], start=0, steps=3).time.tolist()
    [0.0, 0.5, 0.25, 0.125]

    Raises SimlabError if shapes disagree, a row or the start is no law, or the answer would not fit in memory.
    """
    table = np.ascontiguousarray(matrix, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not table.size:
        raise SimlabError(f"absorb_matrix: the matrix must be square and have a state, not {table.shape}")
    states, steps = table.shape[0], whole(steps, 0, "absorb_matrix, steps")
    if (steps + 1) * states > MAX_CELLS:
        raise SimlabError(f"absorb_matrix: {steps:,} steps of {states:,} states are more than {MAX_CELLS:,} cells")
    wrong = np.flatnonzero((table.min(axis=1) < 0) | ~(np.abs(table.sum(axis=1) - 1) <= MASS_TOLERANCE))
    if wrong.size:
        raise SimlabError(f"absorb_matrix: row {wrong[0]} is no law: its entries must be >= 0 and add up to 1")
    laws = np.zeros((steps + 1, states))
    if isinstance(start, (int, np.integer)):
        if not 0 <= start < states:
            raise SimlabError(f"absorb_matrix: start {start} is no state of 0..{states - 1}")
        laws[0, start] = 1.0
    else:
        first = np.asarray(start, dtype=np.float64)
        if first.shape != (states,) or first.min() < 0 or abs(first.sum() - 1) > MASS_TOLERANCE:
            raise SimlabError(f"absorb_matrix: start is no law of {states} states")
        laws[0] = first
    for step in range(steps):
        np.dot(laws[step], table, out=laws[step + 1])
    ended = table.diagonal() == 1.0
    # Newly absorbed mass is pushed over from the running states; differences of cumulated sums would cancel.
    arriving = table[:, ended].sum(axis=1) * ~ended
    time = np.concatenate(([laws[0, ended].sum()], laws[:-1] @ arriving))
    return MatrixAbsorption(laws, time, float(laws[-1, ~ended].sum()))
