"""The difference of one number between two scenarios: by their exact laws, or trial by trial on the same dice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from simlab.errors import RunError, nearest
from simlab.execute import Prepared, Source, metric_row, per_trial, prepare
from simlab.intervals import normal_quantile, paired_difference, wilson
from simlab.intervals.rates import checked_level
from simlab.result import label

PAIRED_TRIALS = 200_000
MOST_PAIRED = 10**9
CHUNK = 1 << 18  # trials whose numbers are held at a time
REMEMBERED = 4 * CHUNK  # at most so many trials of A are kept for the next comparison
NEGLIGIBLE = 0.0005  # half a tenth of a percentage point
ROUNDING = 1e-12  # two exact laws that differ by less differ by float arithmetic alone
METHODS = ("auto", "exact", "sample")
Progress = Callable[[int, int], None]
Memory = dict[Any, Any]


class Metric(NamedTuple):
    """One row of one table of a prepared scenario. pooled: its table counts several events a trial."""

    prepared: Prepared
    table: str
    row: tuple
    pooled: bool

    @property
    def name(self) -> str:
        """Its name as ``table:outcome``."""
        return f"{self.table}:{label(self.row)}"


class Difference(NamedTuple):
    """What a metric is under A and under B, and B - A with its interval.

    n: trials, None when exact; paired: both rolled the same dice; variance_ratio: variance that independent dice would
    give over that of the shared ones (nan when exact); method: "exact", "same inputs" (both pack to the same numbers),
    or how the interval was made.
    """

    p_a: float
    p_b: float
    difference: float
    lo: float
    hi: float
    level: float
    n: int | None
    paired: bool
    variance_ratio: float
    method: str

    @property
    def matters(self) -> str:
        """Is there one: yes; no (none, or surely below 0.05 points); unclear (within the noise of the dice)."""
        if self.lo > 0.0 or self.hi < 0.0:
            return "yes"
        return "no" if max(-self.lo, self.hi) <= NEGLIGIBLE else "unclear"

    def columns(self) -> dict[str, Any]:
        """What a frame shows of it beside p_a and p_b."""
        shown = {name: getattr(self, name) for name in ("difference", "lo", "hi")}
        return {**shown, "matters": self.matters, "paired": self.paired, "method": self.method}


def as_prepared(source: Source | Prepared) -> Prepared:
    """The prepared scenario of anything that `simlab.run` takes."""
    return source if isinstance(source, Prepared) else prepare(source)


def metric_of(prepared: Prepared, metric: str | None) -> Metric:
    """A metric by its name, the headline of the kind when None; RunError names the nearest."""
    name, place = metric_row(prepared, metric)
    table = prepared.space.table(name)
    return Metric(prepared, name, table.rows[place], table.kind in ("events", "given"))


def metric_like(metric: Metric, prepared: Prepared) -> Metric:
    """The same metric of another scenario: RunError without its table, share 0 for a row that cannot happen there."""
    names = [table.name for table in prepared.space.tables]
    if metric.table not in names:
        where, near = prepared.scenario.where, nearest(metric.table, names)
        raise RunError(f'metric "{metric.name}": {where} has no table {metric.table}; nearest: {near}')
    return metric._replace(prepared=prepared)


def is_exact(prepared: Prepared, method: str) -> bool:
    """Does ``method`` take the exact law here? RunError where it is demanded and not offered."""
    if method not in METHODS:
        raise RunError(f'method: "{method}"; options: {", ".join(METHODS)}')
    offered = prepared.kind.exact is not None
    if method == "exact" and not offered:
        raise RunError(f"method: kind {prepared.kind.name} has no exact law; use method sample")
    return method == "exact" or (method == "auto" and offered and prepared.kind.cheap(prepared.packed))


def exact_share(metric: Metric) -> float:
    """The metric by the exact law; 0 where its table holds no event at all."""
    assert metric.prepared.kind.exact is not None
    space = metric.prepared.space
    values = space.values(metric.prepared.kind.exact(metric.prepared.packed), metric.table)
    whole = math.fsum(values) if metric.pooled else 1.0
    share = dict(zip(space.table(metric.table).rows, values, strict=True)).get(metric.row, 0.0)
    return float(share / whole) if whole else 0.0


def difference(
    a: Metric,
    b: Metric,
    trials: int = PAIRED_TRIALS,
    seed: int = 0,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
    memory: Memory | None = None,
) -> Difference:
    """B - A of a metric: exact where both have a quick exact law, else on common dice.

    Args:
        a: the metric of A.
        b: that of B, from `metric_like`.
        trials: trials under each when dice are rolled.
        seed: any integer, 0 included.
        level: confidence level.
        method: auto, exact or sample.
        progress: called with (trials finished, trials).
        memory: a dictionary that carries what is known of A from call to call, where A is compared with many.

    Raises:
        SimlabError: trials, level or method make no sense, be they needed here or not.
    """
    check_trials(trials)
    checked_level(level)
    memory = {} if memory is None else memory
    if not (is_exact(a.prepared, method) and is_exact(b.prepared, method)):
        play = _pooled_difference if a.pooled else _paired_rates
        return play(a, b, trials, seed, level, progress, memory)
    if "exact" not in memory:
        memory["exact"] = exact_share(a)
    share, same = memory["exact"], same_inputs(a.prepared, b.prepared)
    other = share if same else exact_share(b)
    change = other - share if abs(other - share) > ROUNDING else 0.0
    way = "same inputs" if same else "exact"
    return Difference(share, other, change, change, change, level, None, False, math.nan, way)


def same_inputs(a: Prepared, b: Prepared) -> bool:
    """Are the packed numbers of both the same, so that no trial can differ?"""
    return (a.system.name, a.kind.name, a.inputs) == (b.system.name, b.kind.name, b.inputs)


def check_trials(trials: Any) -> None:
    """RunError unless this is a number of paired trials that can be played."""
    if isinstance(trials, bool) or not isinstance(trials, int | np.integer):
        raise RunError(f"trials: {trials!r} is no whole number")
    if not 2 <= trials <= MOST_PAIRED:
        raise RunError(f"trials: {trials:,}; give 2 to {MOST_PAIRED:,} for a paired comparison")


def _chunks(trials: int, progress: Progress | None) -> Iterator[tuple[int, int]]:
    for first in range(0, trials, CHUNK):
        last = min(trials, first + CHUNK)
        yield first, last
        if progress is not None:
            progress(last, trials)


def _paired_rates(
    a: Metric, b: Metric, trials: int, seed: int, level: float, progress: Progress | None, memory: Memory
) -> Difference:
    joint = np.zeros((2, 2), np.int64)
    same = same_inputs(a.prepared, b.prepared)
    for first, last in _chunks(trials, progress):
        one = memory.get((first, last))
        if one is None:
            one = per_trial(a.prepared, a.table, {a.row: 1}, seed, first, last)
            if trials <= REMEMBERED:
                memory[first, last] = one
        other = one if same else per_trial(b.prepared, b.table, {b.row: 1}, seed, first, last)
        joint += np.bincount(2 * one + other, minlength=4).reshape(2, 2)
    found = paired_difference(joint, level=level)
    lo, hi, way = (0.0, 0.0, "same inputs") if same else (found.lo, found.hi, found.method)
    rates = found.mean_a, found.mean_b, found.difference
    return Difference(*rates, lo, hi, level, trials, True, found.variance_ratio, way)


def _pooled_difference(
    a: Metric, b: Metric, trials: int, seed: int, level: float, progress: Progress | None, memory: Memory
) -> Difference:
    """Difference of two shares of pooled events, linearised (W. G. Cochran 1977, section 6.3) and paired by trial.

    A share r = sum x / sum n of events x among n moves with trial i by (x_i - r n_i) / mean n; the difference of those
    of B and A, trial by trial, carries what the dice have in common.
    """
    sums, squares = np.zeros(4), np.zeros((4, 4))
    for first, last in _chunks(trials, progress):
        columns = [
            per_trial(metric.prepared, metric.table, weights, seed, first, last)
            for metric in (a, b)
            for weights in ({metric.row: 1}, dict.fromkeys(metric.prepared.space.table(metric.table).rows, 1))
        ]
        block = np.stack(columns).astype(np.float64)  # numbers of events: exact in float64 far beyond any game
        sums += block.sum(axis=1)
        squares += block @ block.T
    means, products = sums / trials, squares / trials
    covariance = (products - np.outer(means, means)) * trials / (trials - 1)
    share_a, share_b = (float(means[i] / means[i + 1]) if means[i + 1] else 0.0 for i in (0, 2))
    pull_a = np.array([1.0, -share_a, 0.0, 0.0]) / (means[1] or 1.0)
    pull_b = np.array([0.0, 0.0, 1.0, -share_b]) / (means[3] or 1.0)
    together, alone_a, alone_b = (float(pull @ covariance @ pull) for pull in (pull_b - pull_a, pull_a, pull_b))
    change, spread = share_b - share_a, together if together > 1e-18 else 0.0
    same = same_inputs(a.prepared, b.prepared)
    if same:
        reach, way = 0.0, "same inputs"
    elif spread:
        reach, way = normal_quantile(level) * math.sqrt(spread / trials), "paired_linearised"
    else:  # no trial differs, so there is no spread to go by: what `wilson` leaves open at 0 of n is left open
        reach, way = float(wilson(0, trials, level)[1]), "paired_linearised"
    ratio = (alone_a + alone_b) / spread if spread else math.inf
    return Difference(share_a, share_b, change, change - reach, change + reach, level, trials, True, ratio, way)
