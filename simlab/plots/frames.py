"""What every picture asks of its frame: the columns, the order in which values came, shares in per cent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from simlab.errors import SimlabError, nearest

if TYPE_CHECKING:
    import pandas as pd


def need(frame: pd.DataFrame, *columns: str | None) -> None:
    """SimlabError unless the frame has rows and all of the columns (None is passed over)."""
    for column in columns:
        if column is not None and column not in frame.columns:
            known = [str(name) for name in frame.columns]
            raise SimlabError(f'frame: no column "{column}"; nearest: {nearest(column, known)}')
    if frame.empty:
        raise SimlabError("frame: no rows, so there is nothing to draw")


def in_order(values: Iterable[Any]) -> list[Any]:
    """Each value once, in the order in which they first come."""
    return list(dict.fromkeys(values))


def groups(frame: pd.DataFrame, column: str | None) -> list[tuple[str, pd.DataFrame]]:
    """(name, rows) of each value of a column, in order; without a column one nameless group."""
    if column is None:
        return [("", frame)]
    return [(str(value), frame[frame[column] == value]) for value in in_order(frame[column])]


def interval_ends(frame: pd.DataFrame) -> tuple[list[float], list[float]]:
    """p_lo and p_hi in per cent; p itself where the frame has none."""
    low = frame["p_lo"] if "p_lo" in frame.columns else frame["p"]
    high = frame["p_hi"] if "p_hi" in frame.columns else frame["p"]
    return [100.0 * float(v) for v in low], [100.0 * float(v) for v in high]


def is_exact(frame: pd.DataFrame) -> bool:
    """True when every interval of the frame has no width."""
    low, high = interval_ends(frame)
    return low == high


def per_cent(share: float, decimals: int = 0) -> str:
    """A share as people read it; a chance that is neither 0 nor 1 never prints as if it were.

    >>> per_cent(0.6891), per_cent(0.004), per_cent(0.9996), per_cent(1.0), per_cent(0.12345, 1)
    ('69 %', '< 1 %', '> 99 %', '100 %', '12.3 %')
    """
    value, step = 100.0 * share, 10.0**-decimals
    text = f"{value:.{decimals}f}"
    if share > 0.0 and float(text) == 0.0:
        return f"< {step:.{decimals}f} %"
    if share < 1.0 and float(text) == 100.0:
        return f"> {100.0 - step:.{decimals}f} %"
    return f"{text} %"


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame of unlike things: each with those columns only in which it has a value."""
    return [
        {str(key): value for key, value in row.items() if value is not None and value == value}
        for row in frame.to_dict("records")
    ]
