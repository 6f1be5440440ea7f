"""Balance search: which few changes bring chosen numbers where a designer wants them, and what each further one buys.

A knob is a key of the scenario (or a ruling) with the values that the designer is willing to take. For no, one, two...
changes the best settings are sought; the answer is that trade-off, not one point. Every candidate is answered by its
exact law or by the same numbered dice, so the search is deterministic and dice do not lead it astray; what it found is
then answered again, on new dice, and that answer is the one given.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab import display
from simlab.analysis.paired import Metric, as_prepared, is_exact, metric_of
from simlab.errors import RunError, ScenarioError
from simlab.execute import Prepared, Source, prepare, run
from simlab.intervals import format_rates
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

BUDGET = 2_000  # candidates that are answered
TRIALS = 20_000  # of each that is sampled
MOST_CHANGES = 3
CHECK = 4  # times the trials of a candidate decide, on new dice, what the settings found are worth
POPULATION = 8  # of the optimiser, times the number of knobs


class Target(NamedTuple):
    """What shall lie in low .. high: a metric ("table:outcome", None for the headline) as a share of 1, or a mean.

    A metric without an outcome is the mean of that tally.
    """

    metric: str | None
    low: float
    high: float

    def miss(self, value: float, mean: bool = False) -> float:
        """How far a share lies outside; of a mean, in parts of the middle of its bounds."""
        outside = max(self.low - value, value - self.high, 0.0)
        return outside / max(abs(self.low + self.high) / 2.0, 1e-9) if mean else outside


class Knob(NamedTuple):
    """A key of the scenario, such as ``air_defence.0.range_in`` or ``rulings.pop_up_penalty_mode``, and its values."""

    key: str
    values: tuple[Any, ...]


class Setting(NamedTuple):
    """Settings that were answered. changes: key -> value; distance: root mean square miss of the targets."""

    changes: tuple[tuple[str, Any], ...]
    shares: tuple[float, ...]
    ends: tuple[tuple[float, float], ...]
    distance: float


@dataclass(frozen=True, repr=False)
class BalanceSearch:
    """The trade-off: the best settings with no change, one change, two... ; answered: how many candidates were."""

    targets: tuple[Target, ...]
    names: tuple[str, ...]
    best: tuple[Setting, ...]
    answered: int

    def __repr__(self) -> str:
        """The answer in one line."""
        return f"<BalanceSearch: {self.sentence}>"

    @property
    def found(self) -> Setting | None:
        """The settings with the fewest changes that meet every target, None where none do."""
        return next((setting for setting in self.best if setting.distance <= 0.0), None)

    @property
    def sentence(self) -> str:
        """The answer in words."""
        found = self.found
        if found is None:
            near = min(self.best, key=lambda setting: setting.distance)
            return (
                f"No settings within these bounds meet every target; the nearest miss by {100 * near.distance:.2f} "
                f"points (root mean square): {_words(near)}."
            )
        many = len(found.changes)
        with_what = f"{many} change{'' if many == 1 else 's'}: {_words(found)}" if many else "as it stands"
        told = zip(self.names, found.shares, strict=True)
        values = ", ".join(f"{name} {100 * p:.2f} %" if ":" in name else f"{name} {p:.3f}" for name, p in told)
        return f"Every target is met with {with_what} ({values})."

    def frame(self) -> pd.DataFrame:
        """A row for each number of changes: changes, settings, distance, met, and share and interval of each target."""
        import pandas as pd

        rows = []
        for setting in self.best:
            row: dict[str, Any] = {"changes": len(setting.changes), "settings": _words(setting)}
            row |= {"distance": setting.distance, "met": setting.distance <= 0.0}
            for name, p, (lo, hi) in zip(self.names, setting.shares, setting.ends, strict=True):
                row |= {name: p, f"{name} lo": lo, f"{name} hi": hi}
            rows.append(row)
        return pd.DataFrame(rows)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the sentence, and the best settings for each number of changes."""
        rows = []
        for setting in self.best:
            chances = format_rates((p, lo, hi) for p, (lo, hi) in zip(setting.shares, setting.ends, strict=True))
            met = "yes" if setting.distance <= 0.0 else f"misses by {100 * setting.distance:.2f} points"
            rows.append([len(setting.changes), _words(setting), *chances, met])
        head = ["changes", "settings", *self.names, "met"]
        return display.page("", display.line(self.sentence), display.table(head, rows, 2))


def _words(setting: Setting) -> str:
    return ", ".join(f"{key} = {value}" for key, value in setting.changes) or "nothing changed"


@watched("candidates")
def balance_search(
    source: Source | Prepared,
    targets: Sequence[Target],
    knobs: Sequence[Knob],
    *,
    most_changes: int = MOST_CHANGES,
    budget: int = BUDGET,
    trials: int = TRIALS,
    seed: int = 0,
    method: str = "auto",
    level: float = 0.95,
    progress: Callable[[int, int], None] | None = None,
) -> BalanceSearch:
    """Find settings that bring every target into its bounds with as few changes as possible.

    With few combinations all are answered; with more, scipy's differential evolution looks for the best of each number
    of changes, on the knobs that helped most alone.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned; its values are the start.
        targets: what shall hold.
        knobs: what may be changed, and to what.
        most_changes: changes at most.
        budget: candidates that are answered at most.
        trials: of each that is sampled.
        seed: of the dice and of the optimiser, any integer; equal seeds give equal answers.
        method: auto, exact or sample.
        level: confidence level of the intervals.
        progress: called with (candidates answered, budget).

    Raises:
        SimlabError: no target or knob, bounds that make no sense, a knob whose every value the scenario refuses.
    """
    if not targets or not knobs:
        raise RunError("balance search: give at least one target and one knob")
    for target in targets:
        if not target.low <= target.high:
            raise RunError(f"target {target.metric}: {target.low:g}..{target.high:g}; give bounds that go up")
    if any(not knob.values for knob in knobs) or len({knob.key for knob in knobs}) < len(knobs):
        raise RunError("balance search: each knob is a key of its own with at least one value")
    if budget < 1:
        raise RunError(f"budget: {budget}; give 1 or more candidates")
    checked_level(level)
    field = _Field(as_prepared(source), targets, knobs, budget, trials, seed, method, level, progress)
    start = field.answer({})
    if start is None:
        raise RunError(f"balance search: the scenario itself cannot be played{field.refused}")
    best = [start]
    alone = {knob.key: field.best_of([knob]) for knob in knobs}
    if all(setting is None for setting in alone.values()):
        raise RunError(f"balance search: the scenario refuses every value of every knob{field.refused}")
    order = sorted(knobs, key=lambda knob: found.distance if (found := alone[knob.key]) else math.inf)
    singles = [setting for setting in alone.values() if setting is not None]
    best.append(min([start, *singles], key=_rank))
    for many in range(2, min(most_changes, len(knobs)) + 1):
        if best[-1].distance <= 0.0:
            break
        found = [field.best_of(part) for part in _parts(order, many, field)]
        better = [setting for setting in found if setting is not None]
        best.append(min([best[-1], *better], key=_rank))
    kept = [field.checked(setting) for number, setting in enumerate(best) if setting not in best[:number]]
    return BalanceSearch(tuple(targets), field.names, tuple(kept), field.answered)


def _rank(setting: Setting) -> tuple[float, int, str]:
    return round(setting.distance, 12), len(setting.changes), str(setting.changes)


def _parts(order: Sequence[Knob], many: int, field: _Field) -> list[tuple[Knob, ...]]:
    """Sets of knobs to be tried together: all of them where the budget reaches, else those that helped most alone."""
    parts = list(itertools.combinations(order, many))
    while len(parts) > 1 and sum(math.prod(len(knob.values) for knob in part) for part in parts) > field.left:
        parts.pop()
    return parts


class _Field:
    """Answers candidates, each once."""

    def __init__(
        self, base: Prepared, targets: Sequence[Target], knobs: Sequence[Knob], budget: int, trials: int, seed: int,
        method: str, level: float, progress: Callable[[int, int], None] | None,
    ) -> None:  # fmt: skip
        self.base, self.targets, self.budget, self.trials = base, tuple(targets), budget, trials
        self.seed, self.method, self.level, self.progress = seed, method, level, progress
        self.means = tuple(_is_tally(base, target.metric) for target in targets)
        both = zip(targets, self.means, strict=True)
        self.names = tuple(str(t.metric) if mean else metric_of(base, t.metric).name for t, mean in both)
        for name, target, mean in zip(self.names, targets, self.means, strict=True):
            if not mean and not 0.0 <= target.low <= target.high <= 1.0:
                raise RunError(f"target {name}: {target.low:g}..{target.high:g}; give bounds between 0 and 1")
        self.data = base.catalog.folder.parent
        self.stands = {knob.key: value_at(base, knob.key) for knob in knobs}
        self.refused = ""  # why the last candidate was refused, for a message
        self._known: dict[tuple[tuple[str, str], ...], Setting | None] = {}

    @property
    def answered(self) -> int:
        """Candidates answered so far."""
        return len(self._known)

    @property
    def left(self) -> int:
        """Candidates that the budget still has room for."""
        return max(self.budget - self.answered, 0)

    def answer(self, changes: Mapping[str, Any]) -> Setting | None:
        """The answer of a candidate; None where the scenario refuses it or the budget is spent."""
        made = {key: value for key, value in changes.items() if value != self.stands[key]}
        name = tuple(sorted((key, repr(value)) for key, value in made.items()))
        if name not in self._known:
            if not self.left:
                return None
            self._known[name] = self._play(made)
            if self.progress is not None:
                self.progress(self.answered, self.budget)
        return self._known[name]

    def _play(self, made: Mapping[str, Any]) -> Setting | None:
        scenario = self.base.scenario
        try:
            for key, value in made.items():
                scenario = scenario.with_value(key, value)
            prepared = prepare(scenario, self.data)
        except ScenarioError as error:
            self.refused = f"; {error}"
            return None
        return self._setting(prepared, made, self.trials, self.seed)

    def _setting(self, prepared: Prepared, made: Mapping[str, Any], trials: int, seed: int) -> Setting:
        values, ends = _values(prepared, self.names, self.means, self.method, trials, seed, self.level)
        rows = zip(self.targets, values, self.means, strict=True)
        misses = [target.miss(value, mean) for target, value, mean in rows]
        distance = math.sqrt(sum(miss * miss for miss in misses) / len(misses))
        return Setting(tuple(sorted(made.items())), tuple(values), tuple(ends), distance)

    def checked(self, setting: Setting) -> Setting:
        """Settings answered again on dice that the search has not seen: the best of many were partly the luckiest."""
        scenario = self.base.scenario
        for key, value in setting.changes:
            scenario = scenario.with_value(key, value)
        prepared = prepare(scenario, self.data)
        if is_exact(prepared, self.method):
            return setting
        return self._setting(prepared, dict(setting.changes), CHECK * self.trials, self.seed + 1)

    def best_of(self, part: Sequence[Knob]) -> Setting | None:
        """The best settings of a few knobs: by all combinations, or by an optimiser where they are too many."""
        many = math.prod(len(knob.values) for knob in part)
        if many <= self.left:
            combinations = itertools.product(*(knob.values for knob in part))
            keys = [knob.key for knob in part]
            tried = [self.answer(dict(zip(keys, values, strict=True))) for values in combinations]
            return min((setting for setting in tried if setting is not None), key=_rank, default=None)
        return self._evolved(part)

    def _evolved(self, part: Sequence[Knob]) -> Setting | None:
        from scipy.optimize import differential_evolution

        best: list[Setting] = []

        def miss(places: Sequence[float]) -> float:
            chosen = {knob.key: knob.values[round(place)] for knob, place in zip(part, places, strict=True)}
            setting = self.answer(chosen)
            if setting is None:
                return 1.0
            best.append(setting)
            return setting.distance

        differential_evolution(
            miss, [(0, len(knob.values) - 1) for knob in part], integrality=[True] * len(part), popsize=POPULATION,
            maxiter=max(self.left // (POPULATION * len(part)) - 1, 1), rng=abs(self.seed), polish=False,
        )  # fmt: skip
        return min(best, key=_rank, default=None)


def value_at(base: Prepared, key: str) -> Any:
    """The value of a key as the scenario stands: for a ruling the option in force, for a cell what its table says."""
    section, _, rest = key.partition(".")
    if section == "rulings":
        return base.rulings.in_force(base.kind.name).get(rest)
    if section == "data" and rest.startswith("cells."):
        _, table, *row, column = rest.split(".")
        return getattr(base.catalog.row(table, ".".join(row), base.scenario.where), column, None)
    value: Any = base.scenario.body
    for part in key.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list | tuple) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _is_tally(base: Prepared, metric: str | None) -> bool:
    """Does a metric name a tally, whose mean is meant?"""
    return metric in {table.name for table in base.space.tables if table.kind == "tally"}


def _values(
    prepared: Prepared, names: Sequence[str], means: Sequence[bool], method: str, trials: int, seed: int, level: float
) -> tuple[list[float], list[tuple[float, float]]]:
    """The share or mean of each target, and its interval."""
    exact = is_exact(prepared, method)
    result = run(prepared, trials=trials, seed=seed, method="exact" if exact else "sample", level=level)
    tallies = {row["table"]: row for row in result.means()}
    values, ends = [], []
    for name, mean in zip(names, means, strict=True):
        if mean:
            row = tallies[name]
            values.append(float(row["mean"]))
            ends.append((float(row["lo"]), float(row["hi"])))
        else:
            metric: Metric = metric_of(prepared, name)
            p, lo, hi = result.interval(metric.table, *metric.row)
            values.append(p)
            ends.append((lo, hi))
    return values, ends
