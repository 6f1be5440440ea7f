"""Matrix games: who dominates whom, who beats whom in a circle, which mix nobody can exploit.

A payoff matrix holds what the row player gains, here a rate between 0 and 1; the column player loses it. Everything
works on plain float64 arrays, so that a designer's own matrix serves as well as one that was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simlab.errors import SimlabError

if TYPE_CHECKING:
    import numpy as np

TOLERANCE = 1e-9


class Equilibrium(NamedTuple):
    """Optimal mixes of a zero-sum game: rows, columns: shares that sum to 1; value: what the row player gains."""

    rows: np.ndarray
    columns: np.ndarray
    value: float


def checked(payoff: object, square: bool = False) -> np.ndarray:
    """The matrix as float64[rows, columns]; SimlabError when it is none, or not square where it must be."""
    import numpy as np

    matrix = np.asarray(payoff, np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise SimlabError("payoff: give a matrix of finite numbers, a row for each choice of the first player")
    if square and matrix.shape[0] != matrix.shape[1]:
        raise SimlabError(f"payoff: {matrix.shape[0]} rows and {matrix.shape[1]} columns; both must be the same units")
    return matrix


def equilibrium(payoff: object, like: Equilibrium | None = None) -> Equilibrium:
    """The mix of each side that nobody can exploit (J. von Neumann 1928), by linear programming (scipy's HiGHS).

    Args:
        payoff: float[rows, columns], what the row player gains and the column player loses.
        like: the equilibrium of a matrix much like it: where one with the same choices played is one here too, it is
            found by linear equations, a hundred times sooner.

    >>> import numpy as np
    >>> found = equilibrium([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])  # rock, paper, scissors
    >>> found.value, np.round(found.rows, 6).tolist()
    (0.5, [0.333333, 0.333333, 0.333333])
    """
    matrix = checked(payoff)
    if like is not None and (near := _on_support(matrix, like)) is not None:
        return near
    rows, value = _best_mix(matrix)
    columns, _ = _best_mix(-matrix.T)
    return Equilibrium(rows, columns, value)


def _on_support(matrix: np.ndarray, like: Equilibrium) -> Equilibrium | None:
    """The equilibrium of one choice each, or that in which the same choices are played; None where there is none."""
    import numpy as np

    row, column = int(matrix.min(axis=1).argmax()), int(matrix.max(axis=0).argmin())
    if matrix[row].min() == matrix[:, column].max():  # one choice of each that neither would leave
        pure = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
        pure[0][row], pure[1][column] = 1.0, 1.0
        return Equilibrium(*pure, float(matrix[row, column]))
    played, answered = (np.flatnonzero(np.asarray(mix) > TOLERANCE) for mix in (like.rows, like.columns))
    size = len(played)
    if size != len(answered) or matrix.shape != (len(like.rows), len(like.columns)):
        return None
    inner, right = matrix[np.ix_(played, answered)], np.r_[np.zeros(size), 1.0]
    ones = np.ones((size, 1))
    try:
        # each choice of the other side that is played gives the same, and the shares sum to 1
        mine, theirs = (np.linalg.solve(np.block([[part, -ones], [ones.T, np.zeros((1, 1))]]), right)
                        for part in (inner.T, inner))  # fmt: skip
    except np.linalg.LinAlgError:
        return None
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    rows[played], columns[answered] = mine[:-1], theirs[:-1]
    if min(rows.min(), columns.min()) < 0.0 or (matrix @ columns).max() - (rows @ matrix).min() > TOLERANCE:
        return None
    return Equilibrium(rows, columns, round(float(mine[-1]), 12) + 0.0)


def _best_mix(matrix: np.ndarray) -> tuple[np.ndarray, float]:
    """The mix of rows with the greatest gain for sure, and that gain."""
    import numpy as np
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    # variables: the share of each row, then the gain v; maximise v under v <= mix @ matrix[:, j] for every j
    found = linprog(
        c=np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0.0][None],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        method="highs",
    )
    if not found.success:
        raise SimlabError(f"payoff: the linear program found no mix ({found.message})")
    mix = np.maximum(found.x[:-1], 0.0)
    return mix / mix.sum(), round(float(found.x[-1]), 12) + 0.0  # no -0.0


def exploitability(payoff: object, rows: Sequence[float], columns: Sequence[float]) -> float:
    """What both players together could gain by leaving their mixes; 0 at an equilibrium.

    >>> exploitability([[0.5, 0.0], [1.0, 0.5]], [1.0, 0.0], [1.0, 0.0])
    1.0
    """
    import numpy as np

    matrix, x, y = checked(payoff), np.asarray(rows, np.float64), np.asarray(columns, np.float64)
    return float((matrix @ y).max() - (x @ matrix).min())


def dominated(payoff: object, lower: object | None = None, upper: object | None = None) -> list[tuple[int, int]]:
    """Pairs (row, better row): never better against any column, and surely worse against one.

    Args:
        payoff: float[rows, columns].
        lower: lower ends of intervals of the payoffs; the payoffs themselves when None (exact).
        upper: upper ends; "never better" asks for the payoffs, "surely worse" for ends that do not overlap.

    >>> dominated([[0.2, 0.4], [0.3, 0.4], [0.1, 0.9]])
    [(0, 1)]
    """
    matrix = checked(payoff)
    low = matrix if lower is None else checked(lower)
    high = matrix if upper is None else checked(upper)
    found = []
    for row in range(len(matrix)):
        for other in range(len(matrix)):
            never_better = (matrix[row] <= matrix[other] + TOLERANCE).all()
            if other != row and never_better and (high[row] < low[other] - TOLERANCE).any():
                found.append((row, other))
    return found


def cycles(payoff: object, lower: object | None = None, draw: float = 0.5) -> list[tuple[int, int, int]]:
    """Rock-paper-scissors: triples in which each surely beats the next one and the last beats the first.

    Args:
        payoff: float[units, units], how often the row unit beats the column unit.
        lower: lower ends of intervals; "surely" means that the lower end lies above ``draw``.
        draw: the rate of an even match.

    >>> cycles([[0.5, 0.2, 0.9], [0.8, 0.5, 0.3], [0.1, 0.7, 0.5]])
    [(0, 2, 1)]
    """
    low = checked(payoff, square=True) if lower is None else checked(lower, square=True)
    beats = low > draw + TOLERANCE
    size = len(low)
    return [
        (a, b, c)
        for a in range(size)
        for b in range(size)
        for c in range(size)
        if a < b and a < c and b != c and beats[a, b] and beats[b, c] and beats[c, a]
    ]


def alpha_rank(payoff: object, intensity: float = 100.0, population: int = 50) -> np.ndarray:
    """Share of time that evolution spends with each unit (S. Omidshafiei and others 2019, Scientific Reports 9, 9937).

    One population plays one unit after another; a mutant that plays another takes over by the Fermi rule of a Moran
    process. The higher the intensity of selection, the more only wins count; where there is a cycle, its members share
    the time.

    Args:
        payoff: float[units, units], how often the row unit beats the column unit.
        intensity: of selection.
        population: size of the population.

    Returns:
        float64[units], shares that sum to 1.

    >>> alpha_rank([[0.5, 0.9], [0.1, 0.5]]).round(6).tolist()
    [1.0, 0.0]
    """
    import numpy as np

    matrix = checked(payoff, square=True)
    size = len(matrix)
    if size == 1:
        return np.ones(1)
    moves = np.zeros((size, size))
    for here in range(size):
        for mutant in range(size):
            if mutant != here:
                # they meet each other: the mutant gains its rate against the resident, and the other way round
                edge = intensity * (matrix[mutant, here] - matrix[here, mutant])
                moves[here, mutant] = _fixation(edge, population) / (size - 1)
        moves[here, here] = 1.0 - moves[here].sum()
    # stationary: pi (M - 1) = 0 with shares that sum to 1, as least squares over one equation too many
    system = np.r_[moves.T - np.eye(size), np.ones((1, size))]
    shares = np.linalg.lstsq(system, np.r_[np.zeros(size), 1.0], rcond=None)[0]
    shares = np.maximum(shares, 0.0)
    return shares / shares.sum()


def _fixation(edge: float, population: int) -> float:
    """Chance that one mutant takes over; 1 / population when neither has the edge."""
    import math

    if abs(edge) < TOLERANCE:
        return 1.0 / population
    if edge < -700.0 / population:
        return math.exp(edge * population) if edge * population > -745.0 else 0.0
    return math.expm1(-edge) / math.expm1(-edge * population)


def cyclic_part(strength: object) -> tuple[np.ndarray, np.ndarray, float]:
    """What single numbers express of a skew matrix, and what they cannot (combinatorial Hodge, X. Jiang 2011).

    Args:
        strength: float[units, units], skew-symmetric: log odds that the row unit beats the column unit.

    Returns:
        (worth float64[units] that sums to 0, rest float64[units, units] = strength - differences of worth, share of
        the sum of squares that is rest: 0 where single numbers say it all, 1 where they say nothing).

    >>> worth, rest, share = cyclic_part([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    >>> worth.tolist(), share
    ([0.0, 0.0, 0.0], 1.0)
    """
    import numpy as np

    matrix = checked(strength, square=True)
    if not np.allclose(matrix, -matrix.T, atol=1e-6):
        raise SimlabError("strength: not skew-symmetric; the entry of B against A must be minus that of A against B")
    worth = matrix.mean(axis=1)  # least squares over all pairs, each seen equally often
    rest = matrix - (worth[:, None] - worth[None, :])
    whole = float((matrix**2).sum())
    return worth, rest, float((rest**2).sum()) / whole if whole > 0.0 else 0.0
