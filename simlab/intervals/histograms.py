"""Histograms over trials as the other chapters take them: checked, as float64, with their moments."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from simlab.errors import SimlabError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike


class JointMoments(NamedTuple):
    """Moments of two numbers per trial: means, sample variances (divisor n - 1) and covariance."""

    n: float
    mean_a: float
    mean_b: float
    variance_a: float
    variance_b: float
    covariance: float


def checked_histogram(values: ArrayLike, counts: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Values and counts as float64[cells], once they are known to be a histogram with at least one trial."""
    import numpy as np

    numbers, weights = np.asarray(values, np.float64), np.asarray(counts, np.float64)
    if numbers.ndim != 1 or numbers.shape != weights.shape:
        raise SimlabError(f"values and counts: one count for each value, not {numbers.shape} and {weights.shape}")
    if not np.isfinite(numbers).all():
        raise SimlabError("values: each value is a finite number")
    if not (np.isfinite(weights).all() and (weights >= 0.0).all()):
        raise SimlabError("counts: each count is 0 or more")
    if not weights.sum() > 0.0:
        raise SimlabError("counts: no trial at all, so there is nothing to average")
    return numbers, weights


def checked_joint(
    counts: ArrayLike, row_values: ArrayLike | None, column_values: ArrayLike | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Joint histogram float64[rows, columns] and the values of its rows and columns, once they fit each other."""
    import numpy as np

    table = np.asarray(counts, np.float64)
    if table.ndim != 2 or table.size == 0:
        raise SimlabError(f"counts: a joint histogram has rows and columns, not the shape {table.shape}")
    rows = np.arange(table.shape[0], dtype=np.float64) if row_values is None else np.asarray(row_values, np.float64)
    columns = (
        np.arange(table.shape[1], dtype=np.float64) if column_values is None else np.asarray(column_values, np.float64)
    )
    if rows.shape != table.shape[:1] or columns.shape != table.shape[1:]:
        raise SimlabError(f"values: {rows.shape} and {columns.shape} do not fit counts of shape {table.shape}")
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        raise SimlabError("values: each value is a finite number")
    if not (np.isfinite(table).all() and (table >= 0.0).all()):
        raise SimlabError("counts: each count is 0 or more")
    if not table.sum() > 0.0:
        raise SimlabError("counts: no trial at all, so there is nothing to compare")
    return table, rows, columns


def mean_of_cells(numbers: np.ndarray, weights: np.ndarray) -> float:
    """Mean of the numbers, weighted by trials."""
    return float(weights @ numbers / weights.sum())


def variance_of_cells(numbers: np.ndarray, weights: np.ndarray) -> float:
    """Sample variance (divisor trials - 1); infinite for one trial, exactly 0 where one number alone was seen."""
    size = float(weights.sum())
    if size <= 1.0:
        return math.inf
    seen = numbers[weights > 0.0]
    if seen.min() == seen.max():
        # Said outright: rounding in the mean would otherwise leave a tiny width that looks like knowledge.
        return 0.0
    return float(weights @ (numbers - mean_of_cells(numbers, weights)) ** 2 / (size - 1.0))


def joint_moments(table: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> JointMoments:
    """Means, variances and covariance of the row number (a) and the column number (b) of a joint histogram."""
    n = float(table.sum())
    by_row, by_column = table.sum(axis=1), table.sum(axis=0)
    mean_a, mean_b = mean_of_cells(rows, by_row), mean_of_cells(columns, by_column)
    covariance = float((rows - mean_a) @ table @ (columns - mean_b)) / (n - 1.0) if n > 1.0 else math.nan
    return JointMoments(
        n, mean_a, mean_b, variance_of_cells(rows, by_row), variance_of_cells(columns, by_column), covariance
    )
