"""Dice or cases: of what varies over a ``[sweep]``, how much is luck and how much is what was chosen.

Of the variance of a result over cases that are all as likely, the part within cases is dice, and the part between their
means is the cases (the law of total variance). Means of cases that were rolled scatter by their own dice; that is taken
off the part between.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simlab import display
from simlab.analysis.grid import axes_of, number_of_points, points_of
from simlab.analysis.matches import seed_of
from simlab.analysis.paired import Progress
from simlab.errors import RunError
from simlab.execute import Source, as_scenario, run
from simlab.intervals import normal_quantile
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class DiceShare:
    """How much of what varied was dice.

    frame: a row a case: its axes, mean, deviation (standard deviation within the case); dice: (share, lo, hi) of the
    variance over all cases that is within them; total: standard deviation over all cases and dice together.
    """

    metric: str
    frame: pd.DataFrame
    dice: tuple[float, float, float]
    total: float
    level: float

    @property
    def sentence(self) -> str:
        """The answer in words."""
        share, lo, hi = (100.0 * end for end in self.dice)
        ends = "" if lo == hi else f" ({lo:.1f} to {hi:.1f})"
        return (
            f"{self.metric}: over {len(self.frame)} cases, all as likely, {share:.1f} %{ends} of the variance is dice, "
            f"the other {100.0 - share:.1f} % is the case."
        )

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and the mean and spread of each case."""
        axes = [str(column) for column in self.frame.columns[:-2]]
        rows = [
            [*(row[axis] for axis in axes), f"{row['mean']:.4g}", f"{row['deviation']:.4g}"]
            for row in self.frame.to_dict("records")
        ]
        head = [*axes, "mean", "deviation within"]
        return display.page("", display.line(self.sentence), display.table(head, rows, len(axes)))


@watched("cases")
def dice_share(
    source: Source,
    metric: str | None = None,
    *,
    trials: int | None = None,
    seed: int = 0,
    level: float = 0.95,
    method: str | None = None,
    progress: Progress | None = None,
) -> DiceShare:
    """Split the variance of a result over the cases of a ``[sweep]`` into dice and cases.

    Args:
        source: a scenario with a ``[sweep]``, whose cases (a player's choices, say) count as equally likely.
        metric: "table:outcome", a result of 0 or 1; or the name of a tally, a result that is a number; the headline
            when None.
        trials: of each case that is sampled.
        seed: any integer, 0 included; each case has dice of its own, made from it.
        level: confidence level of the interval.
        method: auto, exact or sample.
        progress: called with (cases, cases in all).

    Raises:
        RunError: an unknown metric, a table that is no partition and no tally.
    """
    import pandas as pd

    checked_level(level)
    scenario = as_scenario(source)
    axes = axes_of(scenario)
    rows: list[dict[str, Any]] = []
    moments = []  # of each case, what chance makes of its mean and of its variance: variances and covariance
    for number, point in enumerate(points_of(scenario, axes), start=1):
        # dice of its own for each case, so that the scatter of their means is known
        result = run(point.scenario, trials=trials, seed=seed_of(seed, number, 0, 0), method=method)
        values, chances, name = _law_of(result, metric)
        mean = float(chances @ values)
        spread = float(chances @ (values - mean) ** 2)
        n = math.inf if result.exact else float(result.trials or 1)
        spread *= 1.0 if math.isinf(n) else n / max(n - 1.0, 1.0)
        third, fourth = (float(chances @ (values - mean) ** power) for power in (3, 4))
        moments.append((spread / n, max(fourth - spread**2, 0.0) / n, third / n))
        shown = {axis.name: axis.shown(point.labels[axis.name]) for axis in axes}
        rows.append({**shown, "mean": mean, "deviation": math.sqrt(spread)})
        if progress is not None:
            progress(number, number_of_points(scenario, axes))
    frame = pd.DataFrame(rows)
    of_mean, of_spread, of_both = np.array(moments).T
    within, noise, many = float((frame["deviation"] ** 2).mean()), float(of_mean.mean()), len(rows)
    # the means scatter by their own errors too, which are dice: taken off
    between = max(float(frame["mean"].var(ddof=0)) - noise * (many - 1) / many, 0.0)
    whole = within + between
    share = within / whole if whole > 0 else math.nan
    ends = (share, share)
    if noise > 0.0 and whole > 0.0:
        # the share moves with each variance by up / whole^2, and with each mean by -down / whole^2 (delta method)
        up = np.full(many, between / many)
        down = within * 2.0 * (frame["mean"] - frame["mean"].mean()).to_numpy() / many
        variance = float(up**2 @ of_spread + down**2 @ of_mean - 2.0 * (up * down) @ of_both)
        variance += 2.0 * (within / many) ** 2 * float(of_mean @ of_mean)  # of means that hardly differ
        reach = normal_quantile(level) * math.sqrt(max(variance, 0.0)) / whole**2
        ends = (max(share - reach, 0.0), min(share + reach, 1.0))
    return DiceShare(name, frame, (share, *ends), math.sqrt(whole), level)


def _law_of(result: Any, metric: str | None) -> tuple[np.ndarray, np.ndarray, str]:
    """(values, chances, name) of a metric: 0 and 1 for an outcome, the numbers of a tally."""
    if metric is not None and metric in result.tables:
        table = result.space.table(metric)
        if table.kind != "tally":
            raise RunError(f'metric "{metric}": no tally; name one of its outcomes as {metric}:OUTCOME')
        chances = np.array([row["p"] for row in result.rows(metric)])
        return np.array([float(str(row[0])) for row in table.rows]), chances, metric
    name = metric or ":".join(result.provenance["headline"])
    for row in result.tidy_rows():
        if f"{row['table']}:{row['outcome']}" == name:
            if result.space.table(row["table"]).kind in ("events", "given"):
                raise RunError(f'metric "{name}": has a denominator of its own; name a result of each game')
            return np.array([0.0, 1.0]), np.array([1.0 - row["p"], row["p"]]), name
    raise RunError(f'metric "{name}": a case has no such outcome')
