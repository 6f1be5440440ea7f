"""What settings of a scenario win, and how much more others win on the same dice; what was answered is remembered.

Answers are kept by the packed numbers they came from, so that a search that was stopped goes on where it was, and two
settings that pack to the same numbers are played once.
"""

from __future__ import annotations

import json
import math
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simlab.analysis.paired import Metric, exact_share, is_exact, metric_of
from simlab.errors import RunError
from simlab.execute import Prepared, Source, as_scenario, per_trial, prepare, run
from simlab.intervals import normal_quantile

Settings = dict[str, Any]  # key of the scenario -> value
OWN_DICE = 1_000_003  # between the seeds of two pairs
MOST_KEPT = 64  # settings whose trials are kept in memory
LEAST_SPREAD = 1.0  # trials: where no trial differs, one that does is not ruled out


class Gain(NamedTuple):
    """What a metric gains from one setting to another: mean over the cases, interval, standard error, both shares."""

    gain: float
    lo: float
    hi: float
    error: float
    before: float
    after: float
    trials: int


class Duels:
    """Plays settings and remembers the answers. store: a file of JSON lines that keeps them, None for memory alone."""

    def __init__(self, store: str | Path | None = None, data: str | Path | None = None) -> None:
        self.data, self.path = data, None if store is None else Path(store)
        self._known: dict[str, float] = {}
        self._won: OrderedDict[str, np.ndarray] = OrderedDict()  # trials of the settings played last
        self._lock = threading.Lock()
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                name, share = json.loads(line)
                self._known[str(name)] = float(share)
        except (OSError, ValueError, TypeError) as error:
            raise RunError(f"{path}: cannot be read as remembered answers ({error}); name another file") from None

    def prepared(self, case: Source, settings: Mapping[str, Any]) -> Prepared:
        """A case with these settings, checked and packed."""
        scenario = as_scenario(case)
        for key, value in settings.items():
            scenario = scenario.with_value(key, value)
        return prepare(scenario, self.data)

    def share(self, case: Source, settings: Mapping[str, Any], wants: str | None, trials: int, seed: int) -> float:
        """The share of a metric: by the exact law where it is quick, else of so many trials."""
        prepared = self.prepared(case, settings)
        metric = metric_of(prepared, wants)
        if is_exact(prepared, "auto"):
            return exact_share(metric)
        name = _name(metric, trials, seed)
        if name not in self._known:
            found = run(prepared, trials=trials, seed=seed, method="sample", threads=1)
            self._remember(name, float(found.interval(metric.table, *metric.row)[0]))
        return self._known[name]

    def _remember(self, name: str, share: float) -> None:
        with self._lock:
            self._known[name] = share
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([name, share]) + "\n")

    def gain(
        self, pairs: Sequence[tuple[tuple[Source, Settings], tuple[Source, Settings]]], wants: str | None,
        trials: int, seed: int, level: float = 0.95,
    ) -> Gain:  # fmt: skip
        """The mean gain over pairs of (case, settings): exact where the laws are quick, else paired trial by trial.

        Each pair plays ``trials`` trials a side, both on the same numbered dice; no two pairs share theirs, so that
        their errors add up as those of independent samples.
        """
        before, after, squares = [], [], []
        for place, (one, other) in enumerate(pairs):
            a, b = (metric_of(self.prepared(*side), wants) for side in (one, other))
            if is_exact(a.prepared, "auto") and is_exact(b.prepared, "auto"):
                before.append(exact_share(a))
                after.append(exact_share(b))
                squares.append(0.0)
                continue
            x, y = (self._each(metric, trials, seed + OWN_DICE * place) for metric in (a, b))
            change = y - x
            before.append(float(x.mean()))
            after.append(float(y.mean()))
            least = 0.0 if a.prepared.inputs == b.prepared.inputs else LEAST_SPREAD / trials
            spread = max(float(change.var(ddof=1)), least)
            squares.append(spread / trials)
        many = len(pairs)
        gain = (math.fsum(after) - math.fsum(before)) / many
        error = math.sqrt(math.fsum(squares)) / many
        reach = normal_quantile(level) * error
        return Gain(gain, gain - reach, gain + reach, error, math.fsum(before) / many, math.fsum(after) / many,
                    trials * many)  # fmt: skip

    def _each(self, metric: Metric, trials: int, seed: int) -> np.ndarray:
        """Whether each trial adds to the metric: float64[trials]; what is compared with many is played once."""
        if metric.pooled:
            raise RunError(f"{metric.name}: counts several events a trial; a gain needs a metric that is won or lost")
        name = _name(metric, trials, seed)
        if name not in self._won:
            values = per_trial(metric.prepared, metric.table, {metric.row: 1}, seed, 0, trials)
            self._won[name] = values.astype(np.int8)
            if len(self._won) > MOST_KEPT:
                self._won.popitem(last=False)
        self._won.move_to_end(name)
        return self._won[name].astype(np.float64)


def _name(metric: Metric, trials: int, seed: int) -> str:
    """What an answer hangs on: system, kind and their behaviour, packed numbers, metric, trials, dice."""
    prepared = metric.prepared
    return " ".join([prepared.system.name, prepared.kind.name, str(prepared.system.behaviour), prepared.inputs,
                     metric.name, str(trials), str(seed)])  # fmt: skip
