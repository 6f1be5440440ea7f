"""Worth where units meet one against one: strengths from a matrix of match-ups (Bradley and Terry 1952, by choix)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab import display
from simlab.analysis.games import cyclic_part
from simlab.analysis.points.prices import PriceList, Worth
from simlab.analysis.tournament import Tournament
from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

TIMES = 400
EXACT_AS = 1_000_000  # trials that an exact rate counts as, for a fit that wants wins


@dataclass(frozen=True, repr=False)
class Duels:
    """Strengths of units that meet one against one.

    frame: unit, strength (log odds against the reference), lo, hi, cost, fair (the cost at which strength would be
    what it is), fair_lo, fair_hi, verdict; slope: log odds that a point of cost stands for, nan without costs; share:
    of the matrix that no strength expresses (cyclic); noise: the share that noise alone reaches once in twenty times;
    circle: the strongest.
    """

    frame: pd.DataFrame
    slope: float
    share: float
    noise: float
    circle: tuple[str, ...]
    prices: PriceList

    @property
    def sentence(self) -> str:
        """The answer in words."""
        cheap = self.frame[self.frame["verdict"] == "too cheap"]["unit"].tolist()
        dear = self.frame[self.frame["verdict"] == "too dear"]["unit"].tolist()
        parts = [f"{word}: {', '.join(names)}" for word, names in (("too cheap", cheap), ("too dear", dear)) if names]
        told = "; ".join(parts) or "no unit is told apart from its cost"
        rest = f"{100 * self.share:.0f} % of the matrix is a circle that no price expresses"
        if self.share <= self.noise:
            rest += " (no more than noise gives)"
        elif self.circle:
            rest += f", above all {' over '.join((*self.circle, self.circle[0]))}"
        return f"{told}; {rest}."

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: strengths, and fair costs beside those so far."""
        costs, rows = self.prices.costs is not None, []
        for row in self.frame.to_dict("records"):
            fair = f"{row['fair']:.1f} ({row['fair_lo']:.1f} to {row['fair_hi']:.1f})" if costs else ""
            own = [f"{row['cost']:g}", fair] if costs else []
            strength = f"{row['strength']:+.2f} ({row['lo']:+.2f} to {row['hi']:+.2f})"
            rows.append([row["unit"], strength, *own, row["verdict"]])
        head = ["unit", "strength, log odds", *(["cost", "fair cost"] if costs else []), ""]
        return display.page("", display.line(self.sentence), display.table(head, rows))


def duels(
    matches: Tournament, costs: Sequence[float] | None = None, reference: int = 0, *, level: float = 0.95,
    seed: int = 0, times: int = TIMES, scale: float = 1.0,
) -> Duels:  # fmt: skip
    """Strengths and fair costs from a mirrored tournament whose metric is the chance to win, draws split.

    A cost is fair when strengths rise with it in a straight line: the line is fitted to all units, and a unit's fair
    cost is where its strength lies on it; half a point is left for rounding. Interval ends come from tournaments drawn
    again.

    Args:
        matches: from `simlab.analysis.tournament`.
        costs: what each costs so far.
        reference: place of the unit whose strength is 0.
        level: of the intervals.
        seed: of the resampling.
        times: resampled tournaments.
        scale: price of the reference where there are no costs.

    Raises:
        RunError: rows and columns are different units.
    """
    import numpy as np
    import pandas as pd

    if not matches.mirrored:
        raise RunError("pairs: rows and columns are different units; strengths are for units that meet one another")
    names = list(matches.rows)
    generator = np.random.default_rng([abs(seed), 23])
    first = _strengths(matches.p, matches.n, reference)
    again = [_strengths(_resampled(matches, generator), matches.n, reference) for _ in range(times)]
    drawn = np.array(again) if matches.n.any() else first[None]
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(drawn, [tail, 1.0 - tail], axis=0, method="weibull")
    low, high = np.minimum(low, first), np.maximum(high, first)
    frame = pd.DataFrame({"unit": names, "strength": first, "lo": low, "hi": high})
    slope = math.nan
    frame["verdict"] = ""
    if costs is not None:
        money = np.asarray(costs, float)
        slope, fair = _fair(first, money)
        many = [_fair(one, money) for one in drawn]
        ends = np.quantile(np.array([one for _, one in many]), [tail, 1 - tail], axis=0, method="weibull")
        frame["cost"], frame["fair"] = money, fair
        frame["fair_lo"], frame["fair_hi"] = np.minimum(ends[0], fair), np.maximum(ends[1], fair)
        sure = slope > 0 and float(np.mean([one > 0 for one, _ in many])) > 1 - tail
        whole = 0.5 if (money == money.round()).all() else 0.0  # whole numbers can be no nearer than that
        frame["verdict"] = [
            _verdict(lo - whole, hi + whole, cost) if sure else "no price"
            for lo, hi, cost in zip(frame["fair_lo"], frame["fair_hi"], money, strict=True)
        ]
    share, noise, circle = _cyclic(matches, generator, times, names)
    return Duels(frame, slope, share, noise, circle, _listed(frame, names[reference], scale, costs, level))


def _verdict(low: float, high: float, cost: float) -> str:
    return "too cheap" if low > cost else "too dear" if high < cost else "not told apart"


def _listed(
    frame: pd.DataFrame, reference: str, scale: float, costs: Sequence[float] | None, level: float
) -> PriceList:
    """Fair costs as a price list (without costs: odds against the reference)."""
    import numpy as np

    if costs is None:
        worths = tuple(
            Worth(str(name), float(np.exp(one)), float(np.exp(lo)), float(np.exp(hi)))
            for name, one, lo, hi in zip(frame["unit"], frame["strength"], frame["lo"], frame["hi"], strict=True)
        )
        note = ("worth is the odds to win against the reference; without costs there is no scale of points",)
        return PriceList(worths, reference, scale, None, level, note)
    base = float(frame[frame["unit"] == reference]["cost"].iloc[0])
    worths = tuple(
        Worth(str(name), fair / base, lo / base, hi / base)
        for name, fair, lo, hi in zip(frame["unit"], frame["fair"], frame["fair_lo"], frame["fair_hi"], strict=True)
    )
    note = ("fair costs lie on the straight line of strength against cost; no unit is the measure of the others",)
    return PriceList(worths, "", base, tuple(float(cost) for cost in costs), level, note)


def _strengths(rates: np.ndarray, n: np.ndarray, reference: int) -> np.ndarray:
    """Log odds of each against the reference, by choix on the dense matrix of wins."""
    import choix
    import numpy as np

    many = np.where(n > 0, n, EXACT_AS).astype(float)
    wins = rates * many
    np.fill_diagonal(wins, 0.0)
    found = choix.ilsr_pairwise_dense(wins, alpha=0.5)  # half a win each way, so that none is infinitely strong
    return found - found[reference]


def _resampled(matches: Tournament, generator: np.random.Generator) -> np.ndarray:
    import numpy as np

    drawn = generator.binomial(np.maximum(matches.n, 1), np.clip(matches.p, 0, 1)) / np.maximum(matches.n, 1)
    upper = np.triu(np.where(matches.n > 0, drawn, matches.p), 1)
    return upper + np.tril(1.0 - upper.T, -1) + 0.5 * np.eye(len(upper))


def _fair(strengths: np.ndarray, costs: np.ndarray) -> tuple[float, np.ndarray]:
    """(slope of strength on cost, the cost at which each strength lies on the line)."""
    import numpy as np

    slope, start = np.polyfit(costs, strengths, 1)
    if abs(slope) < 1e-12:
        return 0.0, np.full(len(costs), math.nan)
    return float(slope), (strengths - start) / slope


def _cyclic(
    matches: Tournament, generator: np.random.Generator, times: int, names: Sequence[str]
) -> tuple[float, float, tuple[str, ...]]:
    """(cyclic share of the log odds, the share that noise alone reaches once in twenty, the strongest circle)."""
    import numpy as np

    n = np.where(matches.n > 0, matches.n, EXACT_AS).astype(float)
    odds = _odds(matches.p, n)
    worth, rest, share = cyclic_part(odds)
    noise = 0.0
    if matches.n.any():
        flat = 1.0 / (1.0 + np.exp(-(worth[:, None] - worth[None, :])))
        shares = []
        for _ in range(times):
            upper = np.triu(generator.binomial(n.astype(int), flat) / n, 1)
            shares.append(cyclic_part(_odds(upper + np.tril(1.0 - upper.T, -1) + 0.5 * np.eye(len(n)), n))[2])
        noise = float(np.quantile(shares, 0.95))
    size = range(len(names))
    triples = [(min(rest[a, b], rest[b, c], rest[c, a]), (names[a], names[b], names[c]))
               for a in size for b in size for c in size if a < b and a < c and b != c]  # fmt: skip
    force, circle = max(triples, default=(0.0, ()))
    return share, noise, circle if force > 0 else ()


def _odds(rates: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Log odds with half a win added to both sides, skew-symmetric."""
    import numpy as np

    odds = np.log((rates * n + 0.5) / ((1.0 - rates) * n + 0.5))
    return (odds - odds.T) / 2.0
