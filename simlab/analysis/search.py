"""Balance search: which few changes bring chosen numbers where a designer wants them, and what each further one buys.

A knob is a key of the scenario (or a ruling) with the values that the designer is willing to take. For no, one, two...
changes the best settings are sought; the answer is that trade-off, not one point. Every candidate is answered by its
exact law or by the same numbered dice, so the search is deterministic and dice do not lead it astray; what it found is
then answered again, on new dice, and that answer is the one given. Targets may lie in several files (see `candidates`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.candidates import Candidates, Setting
from simlab.analysis.knobs import Knob, check_values, value_at
from simlab.analysis.paired import as_prepared
from simlab.analysis.search_cases import CHECK, How, Target, cases_of
from simlab.errors import RunError, nearest
from simlab.execute import Prepared, Source
from simlab.intervals import format_rates
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHECK", "BalanceSearch", "Knob", "Setting", "Target", "balance_search", "value_at"]
BUDGET = 2_000  # candidates that are answered
TRIALS = 20_000  # of each that is sampled
MOST_CHANGES = 3
REFUSED = 1e3  # the miss of settings that a file refuses, for the optimiser
POPULATION = 8  # of the optimiser, times the number of knobs


@dataclass(frozen=True, repr=False)
class BalanceSearch:
    """The trade-off: the best settings with no change, one change, two... ; answered: how many candidates were.

    names: of the targets, behind the name of their file where there are several; means: those that are no shares.
    """

    targets: tuple[Target, ...]
    names: tuple[str, ...]
    best: tuple[Setting, ...]
    answered: int
    means: tuple[bool, ...]

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
        values = ", ".join(f"{name} {value}" for name, value in zip(self.names, self.told(found), strict=True))
        return f"Every target is met with {with_what} ({values})."

    def told(self, setting: Setting) -> list[str]:
        """The number of each target as people write it."""
        numbers = zip(setting.shares, self.means, strict=True)
        return ["none" if p != p else f"{p:.3f}" if mean else f"{100 * p:.2f} %" for p, mean in numbers]

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
            rows_of = zip(setting.shares, setting.ends, self.means, self.told(setting), strict=True)
            chances = [
                f"{told} ({lo:.3f} to {hi:.3f})" if mean else format_rates([(p, lo, hi)])[0]
                for p, (lo, hi), mean, told in rows_of
            ]
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
    also: Mapping[str, Source | Prepared] | None = None,
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
        also: further files by name, for targets over several at once; the first is called by the name of its file.
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
    check_values(knobs, "knob")
    if len({knob.name for knob in knobs}) < len(knobs):
        raise RunError("balance search: each knob is a key of its own")
    if budget < 1:
        raise RunError(f"budget: {budget}; give 1 or more candidates")
    checked_level(level)
    sources = _named(as_prepared(source), also or {})
    for knob in knobs:
        if knob.case and knob.case not in sources:
            raise RunError(f'knob {knob.name}: no file is called "{knob.case}"; nearest: {nearest(knob.case, sources)}')
    cases = cases_of(sources, targets, How(trials, seed, method, level))
    field = Candidates(cases, targets, knobs, budget, progress)
    start = field.answer({})
    assert start is not None  # every file was packed as it stands, and the budget has room for one
    best = [start]
    alone = {knob.name: _best_of([knob], field, seed) for knob in knobs}
    if all(setting is None for setting in alone.values()):
        raise RunError(f"balance search: the scenario refuses every value of every knob{field.refused}")
    order = sorted(knobs, key=lambda knob: found.distance if (found := alone[knob.name]) else math.inf)
    singles = [setting for setting in alone.values() if setting is not None]
    best.append(min([start, *singles], key=_rank))
    for many in range(2, min(most_changes, len(knobs)) + 1):
        if best[-1].distance <= 0.0:
            break
        found = [_best_of(part, field, seed) for part in _parts(order, many, field)]
        better = [setting for setting in found if setting is not None]
        best.append(min([best[-1], *better], key=_rank))
    kept = [field.checked(setting) for number, setting in enumerate(best) if setting not in best[:number]]
    names, means = [""] * len(targets), [False] * len(targets)
    for case in cases:
        for place, (number, _) in enumerate(case.targets):
            names[number], means[number] = case.names[place], case.is_mean(place)
    return BalanceSearch(tuple(targets), tuple(names), tuple(kept), field.answered, tuple(means))


def _named(first: Prepared, also: Mapping[str, Source | Prepared]) -> dict[str, Prepared]:
    """The files of a search by name."""
    name = PurePath(first.scenario.where).stem
    if name in also:
        raise RunError(f'balance search: two files are called "{name}"')
    return {name: first, **{other: as_prepared(source) for other, source in also.items()}}


def _rank(setting: Setting) -> tuple[float, int, str]:
    return round(setting.distance, 12), len(setting.changes), str(setting.changes)


def _parts(order: Sequence[Knob], many: int, field: Candidates) -> list[tuple[Knob, ...]]:
    """Sets of knobs to be tried together: all of them where the budget reaches, else those that helped most alone."""
    parts = list(itertools.combinations(order, many))
    while len(parts) > 1 and sum(math.prod(len(knob.values) for knob in part) for part in parts) > field.left:
        parts.pop()
    return parts


def _best_of(part: Sequence[Knob], field: Candidates, seed: int) -> Setting | None:
    """The best settings of a few knobs: by all combinations, or by an optimiser where they are too many."""
    many = math.prod(len(knob.values) for knob in part)
    if many <= field.left:
        combinations = itertools.product(*(knob.values for knob in part))
        names = [knob.name for knob in part]
        tried = [field.answer(dict(zip(names, values, strict=True))) for values in combinations]
        return min((setting for setting in tried if setting is not None), key=_rank, default=None)
    return _evolved(part, field, seed)


def _evolved(part: Sequence[Knob], field: Candidates, seed: int) -> Setting | None:
    from scipy.optimize import differential_evolution

    best: list[Setting] = []

    def miss(places: Sequence[float]) -> float:
        chosen = {knob.name: knob.values[round(place)] for knob, place in zip(part, places, strict=True)}
        setting = field.answer(chosen)
        if setting is None:
            return REFUSED
        best.append(setting)
        return setting.distance

    differential_evolution(
        miss, [(0, len(knob.values) - 1) for knob in part], integrality=[True] * len(part), popsize=POPULATION,
        maxiter=max(field.left // (POPULATION * len(part)) - 1, 1), rng=abs(seed), polish=False,
    )  # fmt: skip
    return min(best, key=_rank, default=None)
