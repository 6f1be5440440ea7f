"""The swap method: how many of one unit do as much as so many reference units, on the same numbered dice.

The reference units are taken out and n of the other put in; the metric as n grows is a curve. Where it passes what the
reference force achieves (or a rate that is asked for), n is even. A curve that never gets there has no even number, and
that is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab import display
from simlab.analysis.points.field import Field, Game
from simlab.analysis.points.forces import Progress
from simlab.analysis.points.prices import Worth, number
from simlab.analysis.points.units import Unit
from simlab.errors import RunError
from simlab.intervals import normal_quantile

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

TRIALS, BATCHES, TIMES = 20_000, 400, 1_000
WHOLE_CURVE = 8  # up to so many units every number is played


@dataclass(frozen=True, repr=False)
class Swap:
    """How many of a unit equal ``replaced`` reference units.

    even: that number, nan where none does; lo, hi: its interval, hi infinite where the curve may never get there;
    wanted: the metric to reach; curve: a row a number that was played (number, metric, lo, hi); reaches: share of
    resamples whose curve gets there; most: the greatest number tried; useless: the reference units themselves change
    nothing that the dice can show.
    """

    unit: str
    reference: str
    replaced: float
    even: float
    lo: float
    hi: float
    wanted: float
    curve: pd.DataFrame
    reaches: float
    most: int
    level: float
    useless: bool = False

    @property
    def worth(self) -> Worth:
        """The same as a worth in reference units."""
        if self.useless or not math.isfinite(self.even) or self.even <= 0:
            return Worth(
                self.unit, math.nan, 0.0, math.inf if self.useless or self.lo <= 0 else self.replaced / self.lo
            )
        low = 0.0 if not math.isfinite(self.hi) else self.replaced / self.hi
        return Worth(self.unit, self.replaced / self.even, low, self.replaced / self.lo if self.lo > 0 else math.inf)

    @property
    def sentence(self) -> str:
        """The answer in words."""
        count = f"{self.replaced:g} {self.reference}"
        if self.useless:
            return (
                f"{count}: taking them out changes nothing that the dice can show, so no number of {self.unit} is even."
            )
        if not math.isfinite(self.even):
            best = self.curve["metric"].iloc[-1]
            return (f"No number of {self.unit} up to {self.most} equals {count}: {self.most} give {best:.4g}, "
                    f"{self.wanted:.4g} is wanted.")  # fmt: skip
        high = number(self.hi) if math.isfinite(self.hi) else f"more than {self.most}"
        return (f"{number(self.even)} {self.unit} equal {count} ({number(self.lo)} to {high} at "
                f"{100 * self.level:g} %): one is worth {number(self.worth.worth)}.")  # fmt: skip

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and the metric with so many of the unit."""
        rows = [
            [f"{row['number']:g}", f"{row['metric']:.4g}", f"{row['lo']:.4g} to {row['hi']:.4g}"]
            for row in self.curve.to_dict("records")
        ]
        return display.page("", display.line(self.sentence), display.table([self.unit, "metric", "interval"], rows))


def swap(
    game: Game, units: Sequence[Unit], base: tuple[Sequence[int], Sequence[int]], unit: int, reference: int = 0, *,
    replaced: int | None = None, even: float | None = None, trials: int = TRIALS, seed: int = 0, level: float = 0.95,
    times: int = TIMES, progress: Progress | None = None,
) -> Swap:  # fmt: skip
    """How many of ``units[unit]`` equal so many of the reference.

    Args:
        game: what is played, see `Field`.
        units: names and bounds; ``most`` is where the search ends.
        base: (own, other) numbers of the units before the swap.
        unit: place of the unit that comes in.
        reference: place of the one that goes out.
        replaced: how many go out; all that the base has when None.
        even: metric to reach, such as 0.5; what the base itself achieves when None. With a rate that is asked for, the
            number of reference units that reaches it is found the same way, and the worth is the ratio of both.
        trials: at each number, the same dice for all.
        seed: of the resampling.
        level: of the interval.
        times: resamples.
        progress: called with (numbers played, numbers at most).

    Raises:
        RunError: the base has too few reference units.
    """
    own, other = list(base[0]), list(base[1])
    out = leaving(own, units, reference, replaced, even)
    rise = units[reference].sign
    curve = _Curve(game, own, other, trials, progress)
    if even is None:
        wanted = curve.batches([])
        left = list(own)
        left[reference] -= out
        found = curve.climb(left, unit, units[unit].most, wanted.mean(), rise)
        level_of = wanted
    else:
        out_curve = curve.climb(_with(own, reference, 0, unit, 0), reference, units[reference].most, even, rise)
        found = curve.climb(_with(own, reference, 0, unit, 0), unit, units[unit].most, even, rise)
        level_of = None
    return _answer(units, unit, reference, float(out), even, level_of, found, None if even is None else out_curve, rise,
                   seed, level, times)  # fmt: skip


def leaving(own: Sequence[int], units: Sequence[Unit], reference: int, replaced: int | None, even: float | None) -> int:
    """How many reference units go out; RunError where there are none."""
    out = own[reference] if replaced is None else replaced
    if even is None and not 1 <= out <= own[reference]:
        raise RunError(f"replace: the scenario has {own[reference]} {units[reference].name}, so {out} cannot go out")
    return out


def _with(own: list[int], first: int, one: int, second: int, two: int) -> list[int]:
    made = list(own)
    made[first], made[second] = one, two
    return made


class _Curve:
    """Plays numbers of a unit, each once; what is kept of the trials are means of batches."""

    def __init__(self, game: Game, own: list[int], other: list[int], trials: int, progress: Progress | None) -> None:
        self.game, self.own, self.other, self.trials, self.progress = game, own, other, trials, progress
        self.exact = isinstance(game, Field) and game.exact
        self.played = 0

    def batches(self, own: Sequence[int]) -> np.ndarray:
        """Means of the metric by batches of trials: float64[batches], one number where exact."""
        import numpy as np

        force = list(own) or self.own
        self.played += 1
        if self.exact:
            return np.array([self.game.seen(force, self.other, 0, 2).mean])
        values = self.game.values(force, self.other, 0, self.trials)
        many = min(BATCHES, self.trials)
        return values[: self.trials // many * many].reshape(many, -1).mean(axis=1)

    def climb(self, left: list[int], unit: int, most: int, wanted: float, rise: int) -> dict[int, np.ndarray]:
        """Number -> batches: all numbers where they are few, else by doubling and halving towards what is wanted."""
        start, found = left[unit], {}

        def play(many: int) -> float:
            if many not in found:
                force = list(left)
                force[unit] = start + many
                found[many] = self.batches(force)
                if self.progress is not None:
                    self.progress(len(found), most + 1)
            return float(found[many].mean())

        if most <= WHOLE_CURVE:
            for many in range(most + 1):
                play(many)
            return found
        low, high = 0, 1
        play(0)
        while rise * (play(high) - wanted) < 0 and high < most:
            low, high = high, min(2 * high, most)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if rise * (play(middle) - wanted) < 0 else (low, middle)
        for many in (high + 1, low - 1):  # neighbours, for resamples that pass a little earlier or later
            if 0 <= many <= most:
                play(many)
        return found


def crossing(numbers: np.ndarray, heights: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Where rising curves pass a height: float64[curves], 0 at or before the first number, inf where they never do.

    Curves are made monotone first (pools of neighbours, `scipy.optimize.isotonic_regression`).

    Args:
        numbers: float64[points], rising.
        heights: float64[curves, points].
        wanted: float64[curves].

    >>> import numpy as np
    >>> crossing(np.array([0.0, 1, 2]), np.array([[0.2, 0.4, 0.6], [0.2, 0.3, 0.3]]), np.array([0.5, 0.5])).tolist()
    [1.5, inf]
    """
    import numpy as np
    from scipy.optimize import isotonic_regression

    found = np.empty(len(heights))
    for place, (curve, height) in enumerate(zip(heights, wanted, strict=True)):
        risen = isotonic_regression(curve).x
        above = risen >= height - 1e-12
        if not above.any():
            found[place] = math.inf
            continue
        first = int(above.argmax())
        if first == 0:
            found[place] = numbers[0]
            continue
        low, high = risen[first - 1], risen[first]
        found[place] = numbers[first - 1] + (numbers[first] - numbers[first - 1]) * (height - low) / (high - low)
    return found


def _answer(
    units: Sequence[Unit], unit: int, reference: int, out: float, even: float | None, wanted: np.ndarray | None,
    found: dict[int, np.ndarray], other: dict[int, np.ndarray] | None, rise: int, seed: int, level: float, times: int,
) -> Swap:  # fmt: skip
    """The even number with its interval, from batches."""
    import numpy as np
    import pandas as pd

    numbers = np.array(sorted(found), float)
    batches = np.column_stack([found[int(n)] for n in numbers])
    size = len(batches)
    weights = np.ones((1, size)) / size
    if size > 1:
        generator = np.random.default_rng([abs(seed), 13])
        drawn = generator.multinomial(size, np.full(size, 1.0 / size), times) / size
        weights = np.vstack([weights, drawn])
    heights = weights @ batches
    goal = np.full(len(weights), even) if wanted is None else weights @ wanted
    roots = crossing(numbers, rise * heights, rise * goal)
    taken = np.full(len(weights), out)
    if other is not None:
        places = np.array(sorted(other), float)
        taken = crossing(places, rise * (weights @ np.column_stack([other[int(n)] for n in places])), rise * goal)
        out = float(taken[0])
    tail = (1.0 - level) / 2.0
    even_at = float(roots[0])
    scaled = roots if other is None else np.where(taken > 0, roots / np.maximum(taken, 1e-12) * out, math.inf)
    low, high = np.quantile(scaled[1:] if size > 1 else scaled, [tail, 1.0 - tail], method="inverted_cdf")
    useless = wanted is not None and bool((rise * (goal - heights[:, 0]) <= 0).mean() > tail)
    useless |= other is not None and not (math.isfinite(out) and out > 0)
    reach = normal_quantile(level) * batches.std(axis=0, ddof=1) / size**0.5 if size > 1 else np.zeros(len(numbers))
    curve = pd.DataFrame({"number": numbers.astype(int), "metric": heights[0], "lo": heights[0] - reach,
                          "hi": heights[0] + reach})  # fmt: skip
    return Swap(
        units[unit].name, units[reference].name, out, even_at if math.isfinite(even_at) else math.nan,
        min(float(low), even_at), max(float(high), even_at) if math.isfinite(even_at) else math.inf, float(goal[0]),
        curve, float(np.isfinite(roots).mean()), int(numbers[-1]), level, useless,
    )  # fmt: skip
