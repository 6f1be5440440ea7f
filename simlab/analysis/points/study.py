"""The ``[points]`` block of a scenario: which units, in what they are paid, what is measured, how much is played.

::

    [points]
    reference = "heavy_tank"          # the unit that the others are paid in; the first one when left out
    metric = "winner:defender"        # a chance, a tally, or one less another; the headline when left out
    method = "regression"             # swap, exchange
    budget = [6, 12]                  # least and most total cost of a random force; left out: numbers on their own
    pairs = 2000                      # random pairs of forces
    trials = 20                       # of each
    scale = 1                         # points that the reference unit shall cost
    cost = "max(attack, 0.5) * range" # what units without a cost of their own cost: a column or a formula

    [points.units]
    heavy_tank = {key = "defender.force.heavy_tank", most = 8, cost = 1}
    bomber = {key = "defender.force.bomber", most = 6, cost = 1}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.points.check import LISTS, MARGIN, Check, check_margin
from simlab.analysis.points.exchange import Exchange, exchange
from simlab.analysis.points.field import Field, check_trials, costs_of
from simlab.analysis.points.fit import check_pairs
from simlab.analysis.points.forces import Progress
from simlab.analysis.points.formula import with_costs
from simlab.analysis.points.lists import checked
from simlab.analysis.points.prices import PriceList, Worth
from simlab.analysis.points.regression import PAIRS, Regression, regression
from simlab.analysis.points.regression import TRIALS as PAIR_TRIALS
from simlab.analysis.points.swap import TRIALS as SWAP_TRIALS
from simlab.analysis.points.swap import Swap, leaving, swap
from simlab.analysis.points.units import Unit, checked_units
from simlab.errors import RunError, ScenarioError, nearest
from simlab.execute import Source, as_scenario, prepare
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

    from simlab.scenario import Scenario

METHODS = ("regression", "swap", "exchange")
KEYS = ("reference", "metric", "method", "budget", "pairs", "trials", "scale", "cost", "replace", "even", "margin",
        "lists", "units")  # fmt: skip
UNIT_KEYS = ("key", "least", "most", "cost", "mirror", "enemy", "loss")


@dataclass(frozen=True)
class Asked:
    """What a ``[points]`` block (and the shell) asks for; None where nobody said."""

    units: tuple[Unit, ...]
    reference: str | None = None
    metric: str | None = None
    method: str = "regression"
    budget: tuple[float, float] | None = None
    pairs: int = PAIRS
    trials: int | None = None
    scale: float = 1.0
    cost: str | None = None
    replaced: int | None = None
    even: float | None = None
    margin: float = MARGIN
    lists: int = LISTS


@dataclass(frozen=True, repr=False)
class PointsStudy:
    """Prices of a scenario's units, and what stands behind them.

    prices: the list; regression, swaps or exchanges: how it was found; check: lists of equal price against each other;
    matches: what no price expresses (only where both sides buy from one list): frame, cyclic share, share of noise,
    circle.
    """

    scenario: Scenario
    asked: Asked
    metric: str
    prices: PriceList
    regression: Regression | None = None
    swaps: tuple[Swap, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    check: Check | None = None
    matches: tuple[pd.DataFrame, float, float, list[str]] | None = None
    interrupted: bool = False
    seed: int = 0

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, self.prices.sentence)

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the prices, and whether they hold."""
        checked = "" if self.check is None else self.check._repr_html_()
        return display.page(f"{self.scenario.title}: {self.metric}", self.prices._repr_html_(), checked)


def asked_of(scenario: Scenario) -> Asked | None:
    """What the ``[points]`` block asks, None where the scenario has none; ScenarioError names a key that is wrong."""
    block, where = scenario.points, f"{scenario.where}, points"
    if not block:
        return None
    for key in block:
        if key not in KEYS:
            raise ScenarioError(f"{where}.{key}: no such key; nearest: {nearest(key, KEYS)}")
    named = block.get("units")
    if not isinstance(named, Mapping) or not named:
        raise ScenarioError(f'{where}.units: missing; write [points.units] and below it name = {{key = "..."}}')
    units = tuple(_unit(name, given, f"{where}.units.{name}") for name, given in named.items())
    method = block.get("method", "regression")
    if method not in METHODS:
        raise ScenarioError(f'{where}.method: "{method}"; options: {", ".join(METHODS)}')
    budget = block.get("budget")
    return Asked(
        units, _text(block, "reference", where), _text(block, "metric", where), method,
        None if budget is None else _budget(budget, f"{where}.budget"), _whole(block, "pairs", PAIRS, where),
        _whole(block, "trials", None, where), _number(block, "scale", 1.0, where), _text(block, "cost", where),
        _whole(block, "replace", None, where), _number(block, "even", None, where),
        _number(block, "margin", MARGIN, where), _whole(block, "lists", LISTS, where),
    )  # fmt: skip


def _unit(name: str, given: Any, where: str) -> Unit:
    if isinstance(given, str):
        given = {"key": given}
    if not isinstance(given, Mapping) or not isinstance(given.get("key"), str):
        raise ScenarioError(f'{where}: {given!r}; write {{key = "where.its.number.stands", most = 6, cost = 1}}')
    for key in given:
        if key not in UNIT_KEYS:
            raise ScenarioError(f"{where}.{key}: no such key; nearest: {nearest(key, UNIT_KEYS)}")
    least, most = _whole(given, "least", 0, where), _whole(given, "most", 4, where)
    enemy = given.get("enemy", False)
    if not isinstance(enemy, bool):
        raise ScenarioError(f"{where}.enemy: {enemy!r}; true or false")
    cost = _number(given, "cost", None, where)
    mirror, loss = (_text(given, key, where) or "" for key in ("mirror", "loss"))
    return Unit(name, given["key"], least, most, cost, mirror, enemy, loss)


def _text(block: Mapping[str, Any], key: str, where: str) -> str | None:
    value = block.get(key)
    if value is not None and not isinstance(value, str):
        raise ScenarioError(f"{where}.{key}: {value!r} is no text")
    return value


def _whole(block: Mapping[str, Any], key: str, usual: Any, where: str) -> Any:
    value = block.get(key, usual)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise ScenarioError(f"{where}.{key}: {value!r} is no whole number from 0 on")
    return value


def _number(block: Mapping[str, Any], key: str, usual: Any, where: str) -> Any:
    value = block.get(key, usual)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ScenarioError(f"{where}.{key}: {value!r} is no number")
    return value if value is None else float(value)


def _budget(value: Any, where: str) -> tuple[float, float]:
    ends = value if isinstance(value, list | tuple) else [value, value]
    if len(ends) != 2 or any(isinstance(end, bool) or not isinstance(end, int | float) for end in ends):
        raise ScenarioError(f"{where}: {value!r}; give the least and the most total cost, such as [6, 12]")
    return float(ends[0]), float(ends[1])


@watched("forces")
def points(
    source: Source, asked: Asked | None = None, *, seed: int = 0, level: float = 0.95, method: str = "auto",
    check: bool = True, threads: int | None = None, data: str | None = None,
    progress: Progress | None = None, note: Callable[[str], None] | None = None,
) -> PointsStudy:  # fmt: skip
    """What the units of a scenario are worth.

    Args:
        source: a Scenario, a mapping, or the path of a file.
        asked: what is asked; that of the scenario's ``[points]`` block when None.
        seed: of forces, dice and resampling, any integer; equal seeds give equal prices.
        level: confidence level of every interval.
        method: of playing: auto, exact or sample.
        check: also play lists of equal price against each other.
        threads: worker threads; they change no number.
        data: another data folder than the shipped one.
        progress: called with (forces finished, forces at most).
        note: called with one line that says how long it will take, before anything else is played.

    Raises:
        SimlabError: no ``[points]`` block, a unit, metric or budget that is wrong.
    """
    scenario = as_scenario(source)
    asked = asked_of(scenario) if asked is None else asked
    if asked is None:
        raise RunError(f"{scenario.where}, points: missing; write a [points] block, or name units with --unit")
    checked_level(level)
    prepared = prepare(replace(scenario, points={}, sweep={}), data)
    least = 1 if asked.method == "exchange" else 2
    units, reference = checked_units(asked.units, asked.reference, f"{scenario.where}, points", least)
    if asked.cost is not None:
        if all(unit.cost is not None for unit in units):
            raise RunError(
                f'cost "{asked.cost}": every unit has a cost of its own in {scenario.where}, so it changes nothing'
            )
        units = with_costs(prepared, units, asked.cost)
    field = Field(prepared, units, asked.metric, seed, method)
    _check_before(field, asked, units, reference, check)
    if note is not None:
        from simlab.analysis.points.timing import foretold

        note(foretold(field, asked, units, seed, check, threads))
    made = {"swap": _by_swap, "exchange": _by_exchange}.get(asked.method, _by_regression)
    found = made(field, units, reference, asked, seed, level, threads, progress)
    study = replace(found, scenario=scenario, asked=replace(asked, units=units), seed=seed)
    if not check or study.interrupted or asked.method == "exchange":  # a list of even exchanges has no even battle
        return study
    return checked(field, study, units, reference, seed, level, threads, progress)


def _check_before(field: Field, asked: Asked, units: Sequence[Unit], reference: int, check: bool) -> None:
    """RunError for numbers that make no sense, before anything is played."""
    if asked.method == "regression":
        check_pairs(asked.pairs, len(units))
    if asked.method == "swap":
        leaving(field.base_counts()[0], units, reference, asked.replaced, asked.even)
    if check and asked.method != "exchange":
        check_margin(asked.margin)


def _by_regression(
    field: Field, units: Sequence[Unit], reference: int, asked: Asked, seed: int, level: float,
    threads: int | None, progress: Progress | None,
) -> PointsStudy:  # fmt: skip
    trials = PAIR_TRIALS if asked.trials is None else asked.trials
    check_trials(trials)
    found = regression(
        field, units, reference, pairs=asked.pairs, trials=trials, seed=seed, budget=asked.budget, scale=asked.scale,
        level=level, threads=threads, progress=progress,
    )  # fmt: skip
    return PointsStudy(
        field.base.scenario, asked, field.measure.name, found.prices, regression=found, interrupted=found.interrupted
    )


def _by_swap(
    field: Field, units: Sequence[Unit], reference: int, asked: Asked, seed: int, level: float,
    threads: int | None, progress: Progress | None,
) -> PointsStudy:  # fmt: skip
    trials = SWAP_TRIALS if asked.trials is None else asked.trials
    check_trials(trials)
    base = field.base_counts()
    swaps: list[Swap] = []
    stopped = False
    others = [place for place in range(len(units)) if place != reference]
    for done, place in enumerate(others):
        try:
            swaps.append(swap(field, units, base, place, reference, replaced=asked.replaced, even=asked.even,
                              trials=trials, seed=seed, level=level))  # fmt: skip
        except KeyboardInterrupt:
            if not swaps:
                raise
            stopped = True
            break
        if progress is not None:
            progress(done + 1, len(others))
    played = {one.unit: one.worth for one in swaps}
    kept = [unit for place, unit in enumerate(units) if place == reference or unit.name in played]
    worths = [played.get(unit.name, Worth(unit.name, 1.0, 1.0, 1.0)) for unit in kept]
    costs = costs_of(kept)
    notes = tuple(one.sentence for one in swaps if one.worth.worth != one.worth.worth)
    listed = PriceList(
        tuple(worths), units[reference].name, asked.scale, None if costs is None else tuple(costs), level, notes
    )
    return PointsStudy(field.base.scenario, asked, field.measure.name, listed, swaps=tuple(swaps), interrupted=stopped)


def _by_exchange(
    field: Field,
    units: Sequence[Unit],
    reference: int,
    asked: Asked,
    seed: int,
    level: float,
    threads: int | None,
    progress: Progress | None,
) -> PointsStudy:
    trials = SWAP_TRIALS if asked.trials is None else asked.trials
    check_trials(trials)
    base, found, stopped = field.base_counts(), [], False
    for place, unit in enumerate(units):
        if not unit.loss:
            raise RunError(f"points, {unit.name}, loss: missing; name the tally that counts how many of it are lost")
        losses = Field(field.base, units, unit.loss, seed, "sample")
        try:
            found.append(exchange(field, losses, units, base, place, trials=trials, seed=seed, level=level))
        except KeyboardInterrupt:
            if not found:
                raise
            stopped = True
            break
        if progress is not None:
            progress(place + 1, len(units))
    costs = tuple(one.cost for one in found)
    notes = tuple(one.sentence for one in found)
    listed = PriceList(tuple(one.worth for one in found), "", 1.0, costs, level, notes)
    return PointsStudy(
        field.base.scenario, asked, field.measure.name, listed, exchanges=tuple(found), interrupted=stopped
    )
