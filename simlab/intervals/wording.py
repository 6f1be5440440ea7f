"""Rates in print: as many decimals as the error supports, and the same number down a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from simlab.errors import SimlabError

MOST_DECIMALS = 8
EXACT_DECIMALS = 4
"""Decimals of a percentage that carries no error because it was calculated, not rolled."""


def decimals_for(standard_error: float) -> int:
    """Decimals up to the first digit that the standard error touches; later ones would be noise.

    Args:
        standard_error: in the unit that is printed (percentage points for a percentage).

    Returns:
        0..8; 0 where nothing is known (infinite or nan), 8 where the error is too small to matter.

    Raises:
        SimlabError: a negative standard error.

    >>> decimals_for(3.5), decimals_for(0.2), decimals_for(0.035)
    (0, 1, 2)
    """
    if standard_error < 0.0:
        raise SimlabError(f"standard_error: {standard_error!r} is negative")
    if not math.isfinite(standard_error):
        return 0
    if standard_error < 10.0**-MOST_DECIMALS:
        return MOST_DECIMALS
    return max(0, -math.floor(math.log10(standard_error)))


def format_rate(p: float, lo: float, hi: float, decimals: int | None = None) -> str:
    """A rate and its interval as a percentage.

    Args:
        p: rate, a share of 1.
        lo: lower end of its interval.
        hi: upper end; equal to `lo` only where the rate was calculated exactly.
        decimals: of the percentages; by default as many as a quarter of the interval's width (about the standard error
            of a 95 % interval) supports.

    Returns:
        For instance "12.3 % (11.9 to 12.7)", or "0.1372 % (exact)".

    Raises:
        SimlabError: unless 0 <= lo <= p <= hi <= 1.

    >>> format_rate(0.123, 0.119, 0.127)
    '12.3 % (11.9 to 12.7)'
    >>> format_rate(1 / 729, 1 / 729, 1 / 729)
    '0.1372 % (exact)'
    """
    if not 0.0 <= lo <= p <= hi <= 1.0:
        raise SimlabError(f"rate: {p!r} with interval {lo!r} to {hi!r}; expected 0 <= lo <= p <= hi <= 1")
    places = rate_decimals(lo, hi) if decimals is None else decimals
    # Adding 0.0 turns a -0.0 of the caller's into 0.0.
    rate, low, high = (f"{100.0 * share + 0.0:.{places}f}" for share in (p, lo, hi))
    return f"{rate} % (exact)" if lo == hi else f"{rate} % ({low} to {high})"


def format_rates(rates: Iterable[tuple[float, float, float]]) -> list[str]:
    """Rates of one table, all with the same number of decimals: those of the row that is known best.

    Fewer would print a rare event as a plain 0 %; where the row cannot fill them, the interval beside it says so.
    Exact rows take the decimals of the sampled ones, and decide only where they are alone.

    Args:
        rates: (p, lo, hi) of each row, as for `format_rate`.

    Returns:
        One text for each row, in order.

    >>> format_rates([(0.8, 0.739, 0.850), (0.005, 0.001, 0.028)])
    ['80.0 % (73.9 to 85.0)', '0.5 % (0.1 to 2.8)']
    """
    rows = list(rates)
    sampled = [row for row in rows if row[1] != row[2]]
    decimals = max((rate_decimals(lo, hi) for _, lo, hi in sampled or rows), default=0)
    return [format_rate(p, lo, hi, decimals) for p, lo, hi in rows]


def rate_decimals(lo: float, hi: float) -> int:
    """Decimals of the percentages of a rate with this interval."""
    return EXACT_DECIMALS if lo == hi else decimals_for(100.0 * (hi - lo) / 4.0)
