"""Worth of units from many random pairs of forces: the metric explained by the numbers of units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simlab import display
from simlab.analysis.points import fit as models
from simlab.analysis.points.field import Game, costs_of
from simlab.analysis.points.forces import Played, Progress, drawn_forces, play_forces
from simlab.analysis.points.prices import PriceList, Worth, check_scale, number, ratio_interval
from simlab.analysis.points.units import Unit
from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

PAIRS, TRIALS = 2_000, 20
SURE = 0.05  # chance of a single false alarm among all interactions


@dataclass(frozen=True, repr=False)
class Regression:
    """Prices by regression, and what stands behind them.

    prices: the list; fit: the model; played: the pairs; calibration: forecasts of pairs left out; explained: share of
    the differences between forces that prices explain; interactions: pairs of units worth more or less together; even:
    worth, in reference units, of a force that wins every other battle (only of a chance; nan where none does).
    """

    prices: PriceList
    fit: models.Fit
    played: Played
    units: tuple[Unit, ...]
    calibration: pd.DataFrame
    explained: float
    interactions: pd.DataFrame
    trials: int
    even: Worth

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.prices.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the prices."""
        return self.prices._repr_html_()

    @property
    def interrupted(self) -> bool:
        """Fewer pairs than were asked for."""
        return self.played.interrupted


def forces_of(
    units: Sequence[Unit], pairs: int, seed: int, budget: tuple[float, float] | None = None,
    costs: Sequence[float] | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """(own, other) random lists, int64[pairs, units] each; 0 for a side that does not buy from the list."""
    import numpy as np

    own = drawn_forces(units, pairs, seed, budget, costs)
    mirror = np.array([bool(unit.mirror) for unit in units])
    if not mirror.any():
        return own, np.zeros_like(own)
    other = drawn_forces(units, pairs, seed + 1_000_003, budget, costs)
    return own, np.where(mirror, other, 0)


def regression(
    game: Game, units: Sequence[Unit], reference: int = 0, *, pairs: int = PAIRS, trials: int = TRIALS, seed: int = 0,
    budget: tuple[float, float] | None = None, scale: float = 1.0, level: float = 0.95,
    times: int = models.BOOTSTRAP, threads: int | None = None, progress: Progress | None = None,
) -> Regression:  # fmt: skip
    """Play random pairs of forces and price the units.

    Args:
        game: what is played, see `Field`.
        units: whose worth is asked.
        reference: place of the one that the others are paid in.
        pairs: how many pairs of forces.
        trials: of each pair.
        seed: of forces and resampling, any integer.
        budget: least and most total cost of a random force; numbers are drawn on their own without one.
        scale: points that a reference unit shall cost.
        level: of the intervals.
        times: resampled fits.
        threads: worker threads; they change no number.
        progress: called with (pairs finished, pairs).

    Raises:
        SimlabError: a force that cannot be played, a budget that makes no sense, too few pairs.
    """
    check_scale(scale)
    own, other = forces_of(units, pairs, seed, budget)
    played = play_forces(game, own, other, trials, threads=threads, progress=progress)
    if played.interrupted and len(played) < models.fewest(len(units)):
        raise KeyboardInterrupt  # nothing can be said yet
    return priced(played, game.is_rate, units, reference, trials, seed=seed, scale=scale, level=level, times=times)


def priced(
    played: Played, is_rate: bool, units: Sequence[Unit], reference: int, trials: int, *, seed: int = 0,
    scale: float = 1.0, level: float = 0.95, times: int = models.BOOTSTRAP,
) -> Regression:  # fmt: skip
    """Prices from pairs that were played already."""
    import numpy as np

    if (played.mean == played.mean[0]).all():
        raise RunError(f"the metric is {played.mean[0]:g} for every force, so nothing is worth anything in it; take "
                       "another metric, other forces or another budget")  # fmt: skip
    costs = costs_of(units)
    prior = None if costs is None else np.array([cost * unit.sign for cost, unit in zip(costs, units, strict=True)])
    made = models.fit(played.apart, played.mean, played.n, is_rate=is_rate, costs=prior, seed=seed, times=times)
    worths = worths_of(made, units, reference, level)
    foretold = models.forecasts(
        played.apart, played.mean, played.n, is_rate=is_rate, shrink=made.shrink, costs=prior, seed=seed
    )
    share = models.explained(foretold, played.mean, played.variance, played.n)
    flagged = interactions(played, is_rate, units, made.effects[reference] * units[reference].sign)
    notes = _notes(made, units, reference, share, played, flagged)
    listed = PriceList(worths, units[reference].name, scale, None if costs is None else tuple(costs), level, notes)
    calibrated = models.calibration(foretold, played.mean)
    even = even_force(made, units, reference, level)
    return Regression(listed, made, played, tuple(units), calibrated, share, flagged, trials, even)


def worths_of(made: models.Fit, units: Sequence[Unit], reference: int, level: float) -> tuple[Worth, ...]:
    """Effects over that of the reference, each with its bootstrap interval."""
    base = made.effects[reference] * units[reference].sign
    drawn = made.drawn[:, reference] * units[reference].sign
    found = []
    for place, unit in enumerate(units):
        if place == reference:
            found.append(Worth(unit.name, 1.0, 1.0, 1.0))
            continue
        worth = float(made.effects[place] * unit.sign / base) if base > 0 else math.nan
        low, high = ratio_interval(made.drawn[:, place] * unit.sign, drawn, worth, made.tail(level))
        if not (math.isfinite(low) and math.isfinite(high)):
            worth = math.nan
        found.append(Worth(unit.name, worth, low, high))
    return tuple(found)


def even_force(made: models.Fit, units: Sequence[Unit], reference: int, level: float) -> Worth:
    """What a force must be worth, in reference units, for a chance of one half; nan where the line never gets there."""
    base, name = made.effects[reference] * units[reference].sign, units[reference].name
    if not made.is_rate or made.starts is None or base <= 0:
        return Worth(name, math.nan, -math.inf, math.inf)
    point = -made.start / base
    low, high = ratio_interval(-made.starts, made.drawn[:, reference] * units[reference].sign, point, made.tail(level))
    return Worth(name, point if math.isfinite(low + high) else math.nan, low, high)


def _notes(
    made: models.Fit, units: Sequence[Unit], reference: int, share: float, played: Played, flagged: pd.DataFrame
) -> tuple[str, ...]:
    notes = []
    if (made.drawn[:, reference] * units[reference].sign <= 0).mean() > 0.025:
        notes.append(
            f"{units[reference].name} itself moves the metric by no more than the noise, so nothing can be paid in it"
        )
    if made.shrink:
        notes.append(
            f"prices are drawn towards those so far (ridge {made.shrink:g}): that foretells forces left out better"
        )
    notes.append(f"single prices explain {100 * share:.0f} % of the differences between forces")
    if len(flagged):
        notes.append(f"{len(flagged)} pairs of units are worth more or less together than alone")
    if played.interrupted:
        notes.append(f"interrupted after {len(played):,} pairs")
    return tuple(notes)


def interactions(played: Played, is_rate: bool, units: Sequence[Unit], base: float) -> pd.DataFrame:
    """Pairs of units that are worth more or less together than alone.

    A row a pair that the data tell apart from 0: unit, with_unit, worth (that comes on top, in reference units), p
    (adjusted for the number of pairs, Holm). A unit with itself: a further one is worth more or less than the one
    before. None is looked for where there are fewer than five pairs of forces a term.
    """
    import numpy as np
    import pandas as pd

    columns = ["unit", "with_unit", "worth", "p"]
    apart, many = played.apart, len(units)
    pairs = [(i, j) for i in range(many) for j in range(i, many)]
    if len(apart) < 5 * (len(pairs) + many + 1) or not base > 0:
        return pd.DataFrame(columns=columns)
    from statsmodels.stats.multitest import multipletests

    own, other = played.own.astype(float), played.other.astype(float)
    products = np.column_stack([_product(own, i, j) - _product(other, i, j) for i, j in pairs])
    moving = products.std(axis=0) > 1e-9
    plain = np.c_[np.ones(len(apart)), apart]
    weights = np.where(played.n > 0, played.n, 1.0)
    kept = [place for place, moves in enumerate(moving) if moves]
    whole = np.hstack([plain, products[:, kept]])
    if np.linalg.matrix_rank(whole) < whole.shape[1]:
        return pd.DataFrame(columns=columns)
    found = models.glm(whole, played.mean, weights, is_rate, cov_type="HC1")
    effects, chances = np.asarray(found.params)[many + 1 :], np.asarray(found.pvalues)[many + 1 :]
    usable = np.isfinite(chances)
    if not usable.any():
        return pd.DataFrame(columns=columns)
    adjusted = np.ones(len(chances))
    adjusted[usable] = multipletests(chances[usable], SURE, method="holm")[1]
    rows = [
        {"unit": units[pairs[kept[k]][0]].name, "with_unit": units[pairs[kept[k]][1]].name,
         "worth": float(effects[k] / base), "p": float(adjusted[k])}
        for k in np.argsort(adjusted, kind="stable") if adjusted[k] < SURE
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def _product(numbers: np.ndarray, i: int, j: int) -> np.ndarray:
    """Couples of one of each; of a unit with itself the pairs that can be formed."""
    return numbers[:, i] * (numbers[:, i] - 1.0) / 2.0 if i == j else numbers[:, i] * numbers[:, j]


def with_note(found: Regression, note: str) -> Regression:
    """The same with one more note."""
    return replace(found, prices=replace(found.prices, notes=(*found.prices.notes, note)))


def interaction_words(flagged: pd.DataFrame) -> list[str]:
    """Flagged pairs in words."""
    told = []
    for row in flagged.to_dict("records"):
        more = "more" if row["worth"] > 0 else "less"
        size = number(abs(float(row["worth"])))
        if row["unit"] == row["with_unit"]:
            told.append(f"each further {row['unit']} is worth {size} {more} than the one before")
        else:
            told.append(f"a {row['unit']} and a {row['with_unit']} together are worth {size} {more} than alone")
    return told
