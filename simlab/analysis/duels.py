"""What settings of a scenario win, and how much more others win on the same dice; what was answered is remembered.

Answers are kept by the packed numbers they came from, so that a search that was stopped goes on where it was, and two
settings that pack to the same numbers are played once.
"""

from __future__ import annotations

import hashlib
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
MOST_KEPT = 512  # settings whose trials are kept in memory, a byte each trial
MOST_PREPARED = 160  # settings that are kept packed
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
    """Plays settings and remembers the answers.

    Args:
        store: a file of JSON lines that keeps the answers, None for memory alone.
        data: another data folder than the shipped one.
        only: beginning of keys -> (key, value): these keys are set only while that key has that value. So the weights
            of a policy wait while another policy is tried in its place.
    """

    def __init__(
        self, store: str | Path | None = None, data: str | Path | None = None,
        only: Mapping[str, tuple[str, Any]] | None = None,
    ) -> None:  # fmt: skip
        self.data, self.path = data, None if store is None else Path(store)
        self.only = dict(only or {})
        self._known: dict[str, float] = {}
        self._gained: dict[str, Gain] = {}
        self._won: OrderedDict[str, np.ndarray] = OrderedDict()  # trials of the settings played last
        self._prepared: OrderedDict[tuple[int, str], Prepared] = OrderedDict()
        self._lock = threading.Lock()
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                name, found = json.loads(line)
                if isinstance(found, list):
                    gain, lo, hi, error, before, after = (float(one) for one in found[:-1])
                    self._gained[str(name)] = Gain(gain, lo, hi, error, before, after, int(found[-1]))
                else:
                    self._known[str(name)] = float(found)
        except (OSError, ValueError, TypeError) as error:
            raise RunError(f"{path}: cannot be read as remembered answers ({error}); name another file") from None

    def prepared(self, case: Source, settings: Mapping[str, Any]) -> Prepared:
        """A case with these settings, checked and packed."""
        name = json.dumps([str(getattr(case, "where", case)), settings], sort_keys=True, default=str)
        with self._lock:
            if (known := self._prepared.get((id(case), name))) is not None:
                self._prepared.move_to_end((id(case), name))
                return known
        scenario = as_scenario(case)
        idle = tuple(f"{begin}." for begin, (key, value) in self.only.items() if settings.get(key, value) != value)
        for key, value in settings.items():
            if not (idle and key.startswith(idle)):
                scenario = scenario.with_value(key, value)
        found = prepare(scenario, self.data)
        with self._lock:
            self._prepared[id(case), name] = found
            if len(self._prepared) > MOST_PREPARED:
                self._prepared.popitem(last=False)
        return found

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
            self._write(name, share)

    def _write(self, name: str, found: float | Gain) -> None:
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, found]) + "\n")

    def gain(
        self, pairs: Sequence[tuple[tuple[Source, Settings], tuple[Source, Settings]]], wants: str | None,
        trials: int, seed: int, level: float = 0.95, weights: Sequence[float] | None = None,
    ) -> Gain:  # fmt: skip
        """The mean gain over pairs of (case, settings): exact where the laws are quick, else paired trial by trial.

        Each pair plays ``trials`` trials a side, both on the same numbered dice; no two pairs share theirs, so that
        their errors add up as those of independent samples. With weights that sum to 1 the mean is weighted, and
        ``trials`` are those of all pairs together, shared out by weight.
        """
        metrics = [tuple(metric_of(self.prepared(*side), wants) for side in pair) for pair in pairs]
        whole = _name_of_gain(metrics, trials, seed, level, weights)
        if whole in self._gained:
            return self._gained[whole]
        before, after, squares = [], [], []
        parts = [1.0 / len(pairs)] * len(pairs) if weights is None else list(weights)
        trials_of = [trials if weights is None else max(round(trials * part), 2) for part in parts]
        for place, ((a, b), trials) in enumerate(zip(metrics, trials_of, strict=True)):
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
        was, now = (math.fsum(part * x for part, x in zip(parts, each, strict=True)) for each in (before, after))
        error = math.sqrt(math.fsum(part**2 * square for part, square in zip(parts, squares, strict=True)))
        reach = normal_quantile(level) * error
        gain = now - was
        found = Gain(gain, gain - reach, gain + reach, error, was, now, sum(trials_of))
        with self._lock:
            self._gained[whole] = found
            self._write(whole, found)
        return found

    def _each(self, metric: Metric, trials: int, seed: int) -> np.ndarray:
        """Whether each trial adds to the metric: float64[trials]; what is compared with many is played once."""
        if metric.pooled:
            raise RunError(f"{metric.name}: counts several events a trial; a gain needs a metric that is won or lost")
        name = _name(metric, trials, seed)
        with self._lock:
            won = self._won.get(name)
        if won is None:
            won = per_trial(metric.prepared, metric.table, {metric.row: 1}, seed, 0, trials).astype(np.int8)
        with self._lock:
            self._won[name] = won
            self._won.move_to_end(name)
            if len(self._won) > MOST_KEPT:
                self._won.popitem(last=False)
        return won.astype(np.float64)


def _name_of_gain(metrics: Sequence[tuple[Metric, ...]], *asked: Any) -> str:
    """What a gain hangs on, as a digest."""
    told = [[_name(one, 0, 0) for one in pair] for pair in metrics]
    return "gain " + hashlib.sha256(json.dumps([told, *asked]).encode()).hexdigest()


def _name(metric: Metric, trials: int, seed: int) -> str:
    """What an answer hangs on: system, kind and their behaviour, packed numbers, metric, trials, dice."""
    prepared = metric.prepared
    return " ".join([prepared.system.name, prepared.kind.name, str(prepared.system.behaviour), prepared.inputs,
                     metric.name, str(trials), str(seed)])  # fmt: skip
