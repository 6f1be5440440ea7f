"""Who is still there by the end of each turn, what killed the others, and what they did before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab.errors import RunError
from simlab.intervals import mean_interval, ratio_interval, wilson
from simlab.result import Result

if TYPE_CHECKING:
    import pandas as pd

Estimate = tuple[float, float, float]


def rows_of(result: Result, table: str) -> list[dict[str, Any]]:
    """The rows of a table; RunError names the tables there are where it is not one of them."""
    if table not in result.tables:
        kind = result.provenance.get("kind")
        raise RunError(f"kind {kind} has no table {table}; it has {', '.join(result.tables)}")
    return result.rows(table)


def survival(result: Result, **labels: Any) -> pd.DataFrame:
    """Chance of not being lost by the end of each turn, from turn 0 (before the game) on.

    Args:
        result: of a kind with a table ``survival``.
        labels: columns to put in front, such as ``profile="pop-up"``, to tell curves apart.

    Returns:
        Columns of the labels, then turn, p, p_lo, p_hi, method. The band holds turn by turn, not for the whole curve.
    """
    import pandas as pd

    start = {"turn": 0, "p": 1.0, "p_lo": 1.0, "p_hi": 1.0}
    rows = [start, *({key: row[key] for key in start} for row in rows_of(result, "survival"))]
    return pd.DataFrame([{**labels, **row, "method": result.method} for row in rows])


def losses(result: Result, **labels: Any) -> pd.DataFrame:
    """Chance of being lost in each turn, by cause: columns of the labels, turn, cause, p, p_lo, p_hi, method.

    All of them and the survivors at the end sum to 1.
    """
    import pandas as pd

    kept = ("turn", "cause", "p", "p_lo", "p_hi")
    rows = [{key: row[key] for key in kept} for row in rows_of(result, "losses")]
    return pd.DataFrame([{**labels, **row, "method": result.method} for row in rows])


class MedianLife(NamedTuple):
    """First turn by whose end half are lost, and the same of both ends of the band; inf: not in this game."""

    turn: float
    lo: float
    hi: float


def median_life(result: Result) -> MedianLife:
    """The turn by whose end half of the helicopters are lost, with its interval from the band of the survival curve."""
    rows = rows_of(result, "survival")

    def first(column: str) -> float:
        return next((float(row["turn"]) for row in rows if row[column] <= 0.5), math.inf)

    return MedianLife(first("p"), first("p_lo"), first("p_hi"))


def exchange(result: Result, **labels: Any) -> pd.DataFrame:
    """What a helicopter gives for its life, over one game of one helicopter.

    Rows: attacks_per_loss (mean attacks over the chance of loss, infinite where nothing is lost), attacks, losses,
    survivors (their sum is 1), attacks_if_survives and attacks_if_lost (nan where it never happened).

    Returns:
        Columns of the labels, then measure, value, lo, hi, method. Exact values have lo = hi = value. The interval of
        attacks_per_loss is skewed, as ratios with few losses are; without a loss its upper end is infinite.
    """
    import pandas as pd

    rows = rows_of(result, "attacks_and_fate")
    numbers = sorted({row["attacks"] for row in rows})
    weights = {(row["attacks"], row["fate"]): row["p" if result.exact else "count"] for row in rows}
    survive = [weights[number, "survives"] for number in numbers]
    lost = [weights[number, "lost"] for number in numbers]
    both = [a + b for a, b in zip(survive, lost, strict=True)]
    found = {
        "attacks_per_loss": _per_loss(numbers, survive, lost, result),
        "attacks": _mean(numbers, both, result),
        "losses": _rate(sum(lost), sum(both), result),
        "survivors": _rate(sum(survive), sum(both), result),
        "attacks_if_survives": _mean(numbers, survive, result),
        "attacks_if_lost": _mean(numbers, lost, result),
    }
    return pd.DataFrame(
        {**labels, "measure": measure, "value": value, "lo": lo, "hi": hi, "method": result.method}
        for measure, (value, lo, hi) in found.items()
    )


def _mean(numbers: Sequence[int], weights: Sequence[float], result: Result) -> Estimate:
    """Mean of a number with these counts (or chances), nan where there are none."""
    whole = sum(weights)
    if not whole:
        return math.nan, math.nan, math.nan
    mean = math.fsum(number * weight for number, weight in zip(numbers, weights, strict=True)) / whole
    return (mean, mean, mean) if result.exact else (mean, *mean_interval(numbers, weights, result.interval_level))


def _rate(count: float, whole: float, result: Result) -> Estimate:
    p = count / whole
    return (p, p, p) if result.exact else (p, *wilson(count, whole, result.interval_level))


def _per_loss(numbers: Sequence[int], survive: Sequence[float], lost: Sequence[float], result: Result) -> Estimate:
    if not result.exact:
        joint = list(zip(survive, lost, strict=True))
        found = ratio_interval(joint, numbers, [0, 1], result.interval_level)
        return found.ratio, found.lo, found.hi
    attacks = math.fsum(number * (a + b) for number, a, b in zip(numbers, survive, lost, strict=True))
    chance = math.fsum(lost)
    ratio = attacks / chance if chance else math.inf if attacks else math.nan
    return ratio, ratio, ratio
