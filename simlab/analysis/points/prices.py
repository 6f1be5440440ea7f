"""A price list: what each unit is worth in reference units, with its interval, beside what it costs so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

ROUND = (1.0, 0.5, 0.2)  # steps of round numbers, times a power of ten
COLUMNS = ("unit", "worth", "lo", "hi", "price", "price_lo", "price_hi", "suggested", "cost", "worth_per_point",
           "wpp_lo", "wpp_hi", "verdict")  # fmt: skip


@dataclass(frozen=True)
class Worth:
    """What one unit is worth in reference units. lo, hi: its interval, infinite where nothing bounds it."""

    unit: str
    worth: float
    lo: float
    hi: float


@dataclass(frozen=True, repr=False)
class PriceList:
    """Prices found, beside the costs so far.

    scale: points that one reference unit costs; costs: so far, in points, None where nobody said; level: of the
    intervals; notes: what a reader must know, a sentence each.
    """

    worths: tuple[Worth, ...]
    reference: str
    scale: float = 1.0
    costs: tuple[float, ...] | None = None
    level: float = 0.95
    notes: tuple[str, ...] = field(default=())

    def cost_of_reference(self) -> float:
        """What the reference unit costs so far; the scale where nobody said, or no unit is the measure."""
        if self.costs is None or not self.reference:
            return self.scale
        return self.costs[[worth.unit for worth in self.worths].index(self.reference)]

    def rows(self) -> list[dict[str, Any]]:
        """A row a unit, see `frame`."""
        base, found = self.cost_of_reference(), []
        for place, one in enumerate(self.worths):
            row: dict[str, Any] = {"unit": one.unit, "worth": one.worth, "lo": one.lo, "hi": one.hi}
            row |= {"price": one.worth * self.scale, "price_lo": one.lo * self.scale, "price_hi": one.hi * self.scale}
            row["suggested"] = suggested(row["price"], row["price_lo"], row["price_hi"])
            if self.costs is None:
                row |= {"cost": None, "worth_per_point": None, "wpp_lo": None, "wpp_hi": None, "verdict": ""}
            else:
                share = self.costs[place] / base
                row |= {"cost": self.costs[place], "worth_per_point": one.worth / share, "wpp_lo": one.lo / share,
                        "wpp_hi": one.hi / share, "verdict": self._verdict(one, share)}  # fmt: skip
            found.append(row)
        return found

    def _verdict(self, one: Worth, share: float) -> str:
        if one.unit == self.reference:
            return "reference"
        if not math.isfinite(one.worth):
            return "no price"
        if one.lo > share:
            return "too cheap"
        if one.hi < share:
            return "too dear"
        return "not told apart"

    def frame(self) -> pd.DataFrame:
        """A row a unit.

        Columns: unit; worth, lo, hi in reference units; price, price_lo, price_hi in points; suggested, the roundest
        number in the interval; cost, so far; worth_per_point, wpp_lo, wpp_hi, 1 being the reference; verdict:
        reference, too cheap, too dear (the interval says so), not told apart, no price.
        """
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=list(COLUMNS))

    def prices(self, rounded: bool = False) -> list[float]:
        """Price of each unit in points, in order."""
        rows = self.rows()
        return [float(row["suggested"] if rounded and row["suggested"] is not None else row["price"]) for row in rows]

    @property
    def sentence(self) -> str:
        """What stands out, in words."""
        rows = self.rows()
        parts = []
        for verdict in ("too cheap", "too dear", "no price"):
            named = [row["unit"] for row in rows if row["verdict"] == verdict]
            if named:
                parts.append(f"{verdict}: {', '.join(named)}")
        measure = f" ({self.reference} is the measure)" if self.reference else ""
        if self.costs is None:
            told = ", ".join(f"{row['unit']} {number(row['price'])}" for row in rows)
            return f"Worth in {self.reference}: {told}."
        if not parts:
            return f"At {100 * self.level:g} % no unit is told apart from its cost so far."
        return f"At {100 * self.level:g} %, {'; '.join(parts)}{measure}."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence and the list."""
        costs = self.costs is not None
        head = ["unit", "worth", "interval", *(["cost", "worth per point"] if costs else []), "round number", ""]
        rows = []
        for row in self.rows():
            ends = f"{number(row['price_lo'])} to {number(row['price_hi'])}"
            own = [f"{row['cost']:g}", number(row["worth_per_point"])] if costs else []
            near = "" if row["suggested"] is None else f"{row['suggested']:g}"
            rows.append([row["unit"], number(row["price"]) or "none", ends, *own, near, row["verdict"]])
        notes = [display.line(f"{note[:1].upper()}{note[1:].rstrip('.')}.") for note in self.notes]
        return display.page("", display.line(self.sentence), display.table(head, rows), *notes)


def suggested(price: float, low: float, high: float) -> float | None:
    """The roundest number in the inner half of an interval (at least 2.5 % to each side); None without a price.

    >>> suggested(1.93, 1.7, 2.2), suggested(0.62, 0.58, 0.66), suggested(37.3, 35.1, 39.9)
    (2.0, 0.6, 38.0)
    """
    if not (math.isfinite(price) and price > 0):
        return None
    low, high = (price * 0.9 if not math.isfinite(low) else low), (price * 1.1 if not math.isfinite(high) else high)
    low, high = (low + price) / 2.0, (high + price) / 2.0  # round, but not at the very end of what may be
    low, high = min(low, 0.975 * price), max(high, 1.025 * price)
    power = 10.0 ** math.floor(math.log10(price))
    for step in (part * power * ten for ten in (10.0, 1.0, 0.1, 0.01) for part in ROUND):
        near = round(price / step) * step
        if near > 0 and low <= near <= high:
            return float(f"{near:.12g}")
    return float(f"{price:.3g}")


def number(value: float | None) -> str:
    """A price as people write it.

    >>> number(1.234), number(0.0512), number(45.67), number(math.inf), number(None)
    ('1.23', '0.051', '45.7', 'without bound', '')
    """
    if value is None or math.isnan(value):
        return ""
    if not math.isfinite(value):
        return "without bound"
    digits = 1 if abs(value) >= 10 else 2 if abs(value) >= 0.1 else 3
    return f"{value:.{digits}f}"


def ratio_interval(effects: np.ndarray, reference: np.ndarray, point: float, tail: float) -> tuple[float, float]:
    """Interval of effect over reference effect from resamples: infinite ends where the reference may be worth nothing.

    Args:
        effects: float64[resamples].
        reference: float64[resamples], of the same resamples, signed so that more is better.
        point: the ratio as found.
        tail: share of resamples beyond each end.
    """
    import numpy as np

    if (reference <= 0).mean() > tail:
        return -math.inf, math.inf
    fair = reference > 0
    low, high = np.quantile(effects[fair] / reference[fair], [tail, 1.0 - tail], method="weibull")
    return min(float(low), point), max(float(high), point)


def check_scale(scale: float) -> None:
    """RunError unless a reference unit can cost so much."""
    if isinstance(scale, bool) or not math.isfinite(scale) or scale <= 0:
        raise RunError(f"scale: {scale!r}; the reference unit costs some points, a number above 0")


def named_sum(numbers: Sequence[float], names: Sequence[str]) -> str:
    """A force in words: 2 heavy_tank, 1 bomber."""
    return ", ".join(f"{int(n)} {name}" for n, name in zip(numbers, names, strict=True) if n) or "nothing"
