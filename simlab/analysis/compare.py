"""Is B better than A: the same numbered dice under both, or the exact laws of both.

Dice are addressed by trial, turn, system and purpose, so two scenarios that differ in one rule or one unit roll the
same faces everywhere else, and chance cancels out of the difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab import display
from simlab.analysis.paired import (
    PAIRED_TRIALS,
    Difference,
    Memory,
    Metric,
    Progress,
    as_prepared,
    difference,
    metric_like,
    metric_of,
)
from simlab.analysis.summary import outcome_words
from simlab.execute import Prepared, Source
from simlab.intervals.wording import EXACT_DECIMALS, decimals_for
from simlab.progress import watched
from simlab.result import label

if TYPE_CHECKING:
    import pandas as pd


PAIRING_HELPS = 1.1  # times the trials that independent dice would need; below it there is nothing to speak of


@dataclass(frozen=True, repr=False)
class Comparison:
    """Two scenarios compared by one metric; `sentence` says it in words, `frame` as one row."""

    name_a: str
    name_b: str
    metric: str
    phrase: str
    result: Difference
    place: tuple[str, str] = ("", "")  # table and outcome
    alike: bool = True  # of one kind, so that equal addresses of dice mean the same

    def __repr__(self) -> str:
        """The comparison in one line."""
        return f"<Comparison: {self.sentence}>"

    @property
    def sentence(self) -> str:
        """The comparison in one plain sentence."""
        found = self.result
        change, lo, hi = (100.0 * value for value in (found.difference, found.lo, found.hi))
        places = EXACT_DECIMALS if lo == hi else max(1, decimals_for((hi - lo) / 4.0))
        a, b = (f"{100.0 * p:.{places}f} %" for p in (found.p_a, found.p_b))
        verdict = {
            "yes": f"{'more' if change > 0 else 'less'} often under B, by {abs(change):.{places}f} points",
            "no": "no difference worth the name",
            "unclear": "the dice do not tell them apart",
        }[found.matters]
        sentence = f"{self.phrase}: {a} under A ({self.name_a}), {b} under B ({self.name_b}); {verdict}"
        if lo == hi:
            return f"{sentence} (exact)." if found.n is None else f"{sentence} (both play the same game)."
        ends = f"{lo:+.{places}f} to {hi:+.{places}f} points at {100 * found.level:g} %"
        return f"{sentence} ({ends}; {found.n:,} trials on common dice; {self.pairing})."

    @property
    def pairing(self) -> str:
        """What common dice have saved, or why they cannot help."""
        saved = self.result.variance_ratio
        if self.result.n is None:
            return "no dice, so nothing to pair"
        if not self.alike:
            return "the two are different kinds, whose dice have nothing in common, so pairing cannot help"
        if saved >= PAIRING_HELPS:
            times = "without end more" if math.isinf(saved) else f"{saved:.1f} times as many"
            return f"independent dice would need {times}"
        if math.isnan(saved):
            return "nothing varies, so there is nothing that pairing could save"
        return "the two play so differently that common dice do not help"

    def frame(self) -> pd.DataFrame:
        """One row: a, b, metric and the fields of the difference, with ``matters``."""
        import pandas as pd

        names = {"a": self.name_a, "b": self.name_b, "metric": self.metric}
        return pd.DataFrame([{**names, **self.result._asdict(), "matters": self.result.matters}])

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence."""
        return display.page(self.metric, display.line(self.sentence))


@dataclass(frozen=True, repr=False)
class Comparisons:
    """Two scenarios compared by many metrics, each on the same dice."""

    name_a: str
    name_b: str
    level: float
    comparisons: tuple[Comparison, ...]

    def __repr__(self) -> str:
        """One line: who is compared, by how many metrics."""
        return f"<Comparisons of {self.name_a} with {self.name_b}: {len(self.comparisons)} metrics>"

    def frame(self) -> pd.DataFrame:
        """A row a metric: table, outcome, p_a, p_b, difference, lo, hi, matters, variance_ratio, n, method."""
        import pandas as pd

        rows = []
        for one in self.comparisons:
            table, outcome = one.place
            found = {**one.result._asdict(), "matters": one.result.matters}
            rows.append({"table": table, "outcome": outcome, **found})
        return pd.DataFrame(rows)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: every metric under both, with the difference in points."""
        rows = []
        for one in self.comparisons:
            found = one.result
            places = EXACT_DECIMALS if found.lo == found.hi else max(1, decimals_for(25.0 * (found.hi - found.lo)))
            shares = [f"{100.0 * p:.{places}f} %" for p in (found.p_a, found.p_b)]
            ends = [f"{100.0 * value:+.{places}f}" for value in (found.difference, found.lo, found.hi)]
            points = ends[0] if found.lo == found.hi else f"{ends[0]} ({ends[1]} to {ends[2]})"
            rows.append([*one.place, *shares, points, found.matters])
        head = ("table", "outcome", "A", "B", "B - A, points", "matters")
        return display.page(f"A: {self.name_a}; B: {self.name_b}", display.table(head, rows, 2))


@watched("metrics")
def compare_all(
    a: Source | Prepared,
    b: Source | Prepared,
    metrics: Iterable[str | None] | None = None,
    trials: int = PAIRED_TRIALS,
    seed: int = 0,
    *,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> Comparisons:
    """Compare scenario B with scenario A by several metrics, or by every outcome of every table that both have.

    Args:
        a: as in `compare`, as are b, trials, seed, level and method.
        b: the other one.
        metrics: names such as "fate:survives" (None in the list: the headline); all outcomes when None.
        trials: trials under each, on the same dice.
        seed: any integer, 0 included.
        level: confidence level of each interval, one at a time.
        method: auto, exact or sample.
        progress: called with (metrics finished, metrics).

    Raises:
        SimlabError: a metric that one of the two does not have, a budget or method that makes no sense.
    """
    one, other = as_prepared(a), as_prepared(b)
    wanted = list(_every_metric(one, other)) if metrics is None else [metric_of(one, name) for name in metrics]
    names = _names(one, other)
    found = []
    for number, metric in enumerate(wanted, start=1):
        memory: Memory = {}
        result = difference(metric, metric_like(metric, other), trials, seed, level, method, memory=memory)
        words = outcome_words(metric.table, metric.row)
        place = (metric.table, label(metric.row))
        found.append(Comparison(names[0], names[1], metric.name, words, result, place, one.kind is other.kind))
        if progress is not None:
            progress(number, len(wanted))
    return Comparisons(names[0], names[1], level, tuple(found))


def _every_metric(one: Prepared, other: Prepared) -> Iterable[Metric]:
    """Every row of every table of A that B has too; tallies are counted by their number, so each row is a share."""
    shared = {table.name for table in other.space.tables}
    for table in one.space.tables:
        if table.name in shared:
            for row in table.rows:
                yield Metric(one, table.name, row, table.kind in ("events", "given"))


@watched("trials")
def compare(
    a: Source | Prepared,
    b: Source | Prepared,
    metric: str | None = None,
    trials: int = PAIRED_TRIALS,
    seed: int = 0,
    *,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> Comparison:
    """Compare scenario B with scenario A.

    Args:
        a: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        b: the other one.
        metric: "table:outcome", such as "fate:survives"; the headline of A's kind when None. A share of pooled events
            (tables ``chain``, ``penalty_at_fire``) is a ratio and its interval a linearised one.
        trials: trials played under each, on the same dice.
        seed: any integer, 0 included.
        level: confidence level of the interval of the difference.
        method: auto takes the exact laws where both are offered and quick; sample rolls dice; exact demands the laws.
        progress: called with (trials finished, trials).

    Raises:
        SimlabError: a metric that one of the two does not have, a budget or method that makes no sense.
    """
    one, other = as_prepared(a), as_prepared(b)
    first = metric_of(one, metric)
    found = difference(first, metric_like(first, other), trials, seed, level, method, progress)
    names = _names(one, other)
    words = outcome_words(first.table, first.row)
    place = (first.table, label(first.row))
    return Comparison(names[0], names[1], first.name, words, found, place, one.kind is other.kind)


def _names(one: Prepared, other: Prepared) -> list[str]:
    """What the two sides are called: their titles, with the files behind where both bear the same title."""
    titles = [prepared.scenario.title or prepared.scenario.where for prepared in (one, other)]
    wheres = [prepared.scenario.where for prepared in (one, other)]
    if titles[0] == titles[1] and wheres[0] != wheres[1]:
        return [f"{title}, {where}" for title, where in zip(titles, wheres, strict=True)]
    return titles
