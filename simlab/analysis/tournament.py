"""Everybody against everybody: the matrix of match-ups, who is dominated, who beats whom in a circle, what to bring.

The match-ups are a scenario whose ``[sweep]`` has two axes, the units of the row side and those of the column side, or
a frame or matrix of one's own. Every rate carries its interval, and so does everything that is made of rates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.games import alpha_rank, cycles, dominated, equilibrium
from simlab.errors import RunError, SimlabError
from simlab.execute import Source, as_scenario
from simlab.intervals import wilson
from simlab.progress import watched

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import pandas as pd

BOOTSTRAP = 400  # resampled matrices behind the interval of a mix
SURE = 0.95


@dataclass(frozen=True, repr=False)
class Tournament:
    """A matrix of match-ups.

    rows, columns: names; p, lo, hi: float64[rows, columns], how often the row side has what was asked for, with the
    ends of its interval; n: int64[rows, columns], trials, 0 where exact; metric: what was asked for; mirrored: the same
    units on both sides, so that A against B and B against A are one match; low_is_good: the row side wants the metric
    low, such as a loss, and all that says who is better goes by that.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    p: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    n: np.ndarray
    metric: str = ""
    level: float = SURE
    mirrored: bool = False
    axes: tuple[str, str] = field(default=("row", "column"))
    low_is_good: bool = False

    def __repr__(self) -> str:
        """One line: what was asked for, how many units on each side."""
        return f"<Tournament {self.metric}: {len(self.rows)} {self.axes[0]} by {len(self.columns)} {self.axes[1]}>"

    def frame(self) -> pd.DataFrame:
        """A row a match: the two axes, p, p_lo, p_hi, n. Plotted as a heat map."""
        import pandas as pd

        cells = [
            {
                self.axes[0]: row, self.axes[1]: column, "p": self.p[i, j], "p_lo": self.lo[i, j],
                "p_hi": self.hi[i, j], "n": int(self.n[i, j]),
            }
            for i, row in enumerate(self.rows)
            for j, column in enumerate(self.columns)
        ]  # fmt: skip
        return pd.DataFrame(cells)

    def matrix(self) -> pd.DataFrame:
        """The rates with names of rows and columns, as a spreadsheet shows them."""
        import pandas as pd

        return pd.DataFrame(self.p, index=list(self.rows), columns=list(self.columns))

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the matrix in per cent."""
        head = [f"{self.axes[0]} \\ {self.axes[1]}", *self.columns]
        rates = [[f"{100.0 * share:.1f} %" for share in shares] for shares in self.p.tolist()]
        rows = [[name, *shares] for name, shares in zip(self.rows, rates, strict=True)]
        widest = 50.0 * float((self.hi - self.lo).max())
        made = f"{self.wants}; " + (f"at most {widest:.1f} points to either side" if widest else "exact")
        return display.page(self.metric, display.table(head, rows), display.line(made))

    def gained(self) -> Tournament:
        """The same with what the row side wants as the rate, so that high is good."""
        if not self.low_is_good:
            return self
        return replace(self, p=1.0 - self.p, lo=1.0 - self.hi, hi=1.0 - self.lo, low_is_good=False)

    @property
    def wants(self) -> str:
        """Which way is up, in words."""
        row, column = ("low", "high") if self.low_is_good else ("high", "low")
        return f"who stands in a row wants it {row}, who stands in a column {column}"

    def overall(self) -> pd.DataFrame:
        """A row a unit, best first: mean rate over all columns with the interval of a mean of independent rates.

        In a mirrored tournament a unit's match against itself does not count. The ends add up as those of independent
        rates do (MOVER, G. Zou and A. Donner 2008). group: units of one group are statistically tied with its best.
        """
        import numpy as np
        import pandas as pd

        if self.low_is_good:
            over = self.gained().overall()
            return over.assign(p=1.0 - over["p"], p_lo=1.0 - over["p_hi"], p_hi=1.0 - over["p_lo"])
        counted = ~np.eye(len(self.rows), dtype=bool) if self.mirrored and len(self.rows) > 1 else self.p >= -1
        many = counted.sum(axis=1)
        p = np.where(counted, self.p, 0.0).sum(axis=1) / many
        below = np.sqrt((np.where(counted, self.p - self.lo, 0.0) ** 2).sum(axis=1)) / many
        above = np.sqrt((np.where(counted, self.hi - self.p, 0.0) ** 2).sum(axis=1)) / many
        order = np.argsort(-p, kind="stable")
        groups, group, best = {}, 0, -1
        for place in order:
            if best < 0 or p[best] - p[place] > np.hypot(below[best], above[place]) + 1e-12:
                group, best = group + 1, place
            groups[place] = group
        rows = [
            {self.axes[0]: self.rows[i], "p": p[i], "p_lo": p[i] - below[i], "p_hi": p[i] + above[i],
             "group": groups[i]} for i in order
        ]  # fmt: skip
        return pd.DataFrame(rows)

    def dominated(self) -> list[tuple[str, str]]:
        """(unit, better unit): never better against anybody, and surely worse against somebody."""
        found = self.gained()
        return [(self.rows[a], self.rows[b]) for a, b in dominated(found.p, found.lo, found.hi)]

    def cycles(self) -> list[tuple[str, str, str]]:
        """Triples of which each surely beats the next and the last the first. Only of a mirrored tournament."""
        self._need_mirrored("cycles")
        found = self.gained()
        return [(self.rows[a], self.rows[b], self.rows[c]) for a, b, c in cycles(found.p, found.lo)]

    def mix(self, seed: int = 0, times: int = BOOTSTRAP) -> pd.DataFrame:
        """The mix of each side that nobody can exploit, with bootstrap intervals: axis, name, share, lo, hi.

        seed: of the resampling, any integer; times: resampled matrices. Without sampled rates the ends are the shares.
        """
        import numpy as np
        import pandas as pd

        if self.low_is_good:
            return self.gained().mix(seed, times)
        found = equilibrium(self.p)
        shares = np.r_[found.rows, found.columns]
        drawn = [shares]
        if self.n.any():
            generator = np.random.default_rng(abs(int(seed)))
            for _ in range(times):
                again = self._resampled(generator)
                once = equilibrium(again, like=found)
                drawn.append(np.r_[once.rows, once.columns])
        ends = np.quantile(drawn[1:] or drawn, [(1 - self.level) / 2, (1 + self.level) / 2], axis=0)
        names = [(self.axes[0], name) for name in self.rows] + [(self.axes[1], name) for name in self.columns]
        return pd.DataFrame(
            [
                {"axis": axis, "name": name, "share": share, "lo": min(lo, share), "hi": max(hi, share)}
                for (axis, name), share, lo, hi in zip(names, shares, *ends, strict=True)
            ]
        )

    @property
    def value(self) -> float:
        """The metric when both sides bring their optimal mix."""
        value = equilibrium(self.gained().p).value
        return 1.0 - value if self.low_is_good else value

    def alpha_rank(self, seed: int = 0, times: int = BOOTSTRAP) -> pd.DataFrame:
        """Share of time that evolution spends with each unit, with bootstrap ends; only of a mirrored tournament."""
        import numpy as np
        import pandas as pd

        self._need_mirrored("alpha-rank")
        if self.low_is_good:
            return self.gained().alpha_rank(seed, times)
        share = alpha_rank(self.p)
        drawn = [share]
        if self.n.any():
            generator = np.random.default_rng(abs(int(seed)))
            drawn += [alpha_rank(self._resampled(generator)) for _ in range(times)]
        tail = (1.0 - self.level) / 2.0
        lo, hi = np.quantile(drawn[1:] or drawn, [tail, 1.0 - tail], axis=0)
        return pd.DataFrame({self.axes[0]: self.rows, "share": share, "lo": lo, "hi": hi})

    def distance(self, wanted: object) -> pd.DataFrame:
        """How far a wanted matrix is away: a row a match with p, wanted, difference and whether the interval holds it.

        wanted: float[rows, columns] in the order of the names; nan where nothing is wanted.
        """
        import numpy as np

        target = np.asarray(wanted, np.float64)
        if target.shape != self.p.shape:
            raise SimlabError(f"wanted: a matrix of {target.shape}; the tournament has {self.p.shape}")
        frame = self.frame()
        frame["wanted"] = target.reshape(-1)
        frame["difference"] = frame["p"] - frame["wanted"]
        frame["held"] = (frame["p_lo"] - 1e-12 <= frame["wanted"]) & (frame["wanted"] <= frame["p_hi"] + 1e-12)
        return frame[frame["wanted"].notna()].reset_index(drop=True)

    def _need_mirrored(self, what: str) -> None:
        if not self.mirrored:
            raise RunError(f"{what}: rows and columns are different units; it is for units that meet one another")

    def _resampled(self, generator: Any) -> np.ndarray:
        """The matrix as another run of as many trials might have found it."""
        import numpy as np

        drawn = np.where(self.n > 0, generator.binomial(np.maximum(self.n, 1), np.clip(self.p, 0, 1)), 0)
        again = np.where(self.n > 0, drawn / np.maximum(self.n, 1), self.p)
        if self.mirrored:
            upper = np.triu(again, 1)
            again = upper + np.tril(1.0 - upper.T, -1) + np.diag(np.diag(self.p))
        return again


def from_rates(
    rows: Sequence[str],
    columns: Sequence[str],
    wins: object,
    trials: object,
    *,
    metric: str = "",
    level: float = SURE,
    mirrored: bool | None = None,
    axes: tuple[str, str] = ("row", "column"),
    low_is_good: bool = False,
) -> Tournament:
    """A tournament from one's own counts.

    Args:
        rows: names of the row side.
        columns: of the column side.
        wins: float[rows, columns], trials that the row side won (a draw may count a half).
        trials: int[rows, columns], trials of each match; 0 says that ``wins`` is an exact rate.
        metric: what "won" means.
        level: confidence level of the Wilson intervals.
        mirrored: the same units on both sides; None: when the names are the same. A against B and B against A are then
            added up, and a unit against itself is even.
        axes: what the two sides are called.
        low_is_good: the row side wants ``wins`` low.

    >>> found = from_rates(["a", "b"], ["a", "b"], [[50, 80], [30, 50]], [[100, 100], [100, 100]])
    >>> found.matrix().loc["a", "b"].item(), int(found.n[0, 1])
    (0.75, 200)
    """
    import numpy as np

    counts, n = np.asarray(wins, np.float64), np.asarray(trials, np.int64)
    shape = (len(rows), len(columns))
    if counts.shape != shape or n.shape != shape:
        raise SimlabError(f"wins and trials: give matrices of {shape}, not {counts.shape} and {n.shape}")
    mirrored = list(rows) == list(columns) if mirrored is None else mirrored
    if mirrored:
        played = n + n.T
        exact = np.where(played > 0, 0.0, (counts + 1.0 - counts.T) / 2.0)
        counts = np.where(played > 0, counts + n.T - counts.T, exact)
        n = played
        np.fill_diagonal(counts, np.where(np.diag(n) > 0, np.diag(n) / 2.0, 0.5))
    p = np.where(n > 0, counts / np.maximum(n, 1), counts)
    lo, hi = wilson(np.where(n > 0, counts, 0.0), n, level)
    lo, hi = np.where(n > 0, lo, p), np.where(n > 0, hi, p)
    return Tournament(tuple(rows), tuple(columns), p, lo, hi, n, metric, level, bool(mirrored), axes, low_is_good)


@watched("matches")
def tournament(
    source: Source,
    metric: str | None = None,
    *,
    mirrored: bool | None = None,
    trials: int | None = None,
    budget: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    level: float = SURE,
    threads: int | None = None,
    data: str | Path | None = None,
    low_is_good: bool = False,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Tournament:
    """Play a scenario whose ``[sweep]`` has two axes: the row side first, then the column side.

    Args:
        source: a Scenario, a mapping, or the path of a file.
        metric: "table:outcome" that the row side wants; the kind's headline when None.
        mirrored: as in `from_rates`; None: when both axes have the same labels. The metric must then be the chance that
            the row side wins, draws split evenly, for A against B and B against A to add up to 1; a unit does not play
            against itself.
        trials: of each match that is sampled; with a budget, at the start (2,000).
        budget: trials of all matches together. Those beyond the first go to matches whose order is still undecided,
            until none is; the intervals then allow for every look.
        seed: any integer, 0 included; each match has dice of its own, made from it.
        method: auto, exact or sample.
        level: confidence level of every interval.
        threads: worker threads.
        data: another data folder than the shipped one.
        low_is_good: the row side wants the metric low, as one that flies wants its losses.
        progress: called with (matches finished, matches), then with (trials, budget).
        note: called with one-line remarks.

    Raises:
        RunError: not exactly two axes, or an unknown metric.
    """
    from simlab.analysis.grid import axes_of, check, points_of
    from simlab.analysis.matches import play_all
    from simlab.analysis.paired import metric_of
    from simlab.execute import check_asked, check_budget, choose_seed, prepare

    scenario = as_scenario(source)
    axes = axes_of(scenario)
    if len(axes) != 2:
        raise RunError(f"{scenario.where}, sweep: a tournament has two axes, rows and columns; here are {len(axes)}")
    check_budget(scenario)
    check(scenario, axes, data)
    rows, columns = (tuple(axis.cases) for axis in axes)
    twice = list(rows) == list(columns) if mirrored is None else mirrored
    asked = scenario.run
    check_asked(trials, None, None, level, method or "auto", threads, seed)
    if budget is not None and budget < len(rows) * len(columns):
        raise RunError(f"budget: {budget:,}; give at least a trial for each of {len(rows) * len(columns):,} matches")
    points = list(points_of(scenario, axes))
    prepared = [
        [
            None if twice and i == j else prepare(points[i * len(columns) + j].scenario, data)
            for j in range(len(columns))
        ]
        for i in range(len(rows))
    ]
    chosen = seed if seed is not None else asked.get("seed", choose_seed())
    wins, sizes, shown = play_all(
        prepared, metric, method=method or asked.get("method", "auto"), trials=trials or asked.get("trials"),
        seed=int(chosen), threads=threads, mirrored=twice, budget=budget, level=level, progress=progress, note=note,
    )  # fmt: skip
    some = next(match for row in prepared for match in row if match is not None)
    named = (axes[0].name, axes[1].name)
    return from_rates(
        rows, columns, wins, sizes, metric=metric_of(some, metric).name, level=shown, mirrored=mirrored, axes=named,
        low_is_good=low_is_good,
    )  # fmt: skip
