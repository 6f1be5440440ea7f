"""A designer's own cost: a column of the table of units, or a formula of its columns, for each unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simlab.analysis.points.units import Unit
from simlab.errors import RunError, ScenarioError, nearest

if TYPE_CHECKING:
    from simlab.execute import Prepared

LONGEST = 400


def columns_of(prepared: Prepared, unit: Unit) -> dict[str, float]:
    """The numbers in the row of a unit, blank cells as 0; ScenarioError when no table has such a unit.

    The unit is that of the last part of its key, or of the entry that its key leads to.
    """
    tables = [name for name, schema in prepared.system.tables.items() if schema.units]
    word = _unit_word(prepared, unit)
    row = prepared.catalog.unit(word, tables, f"{prepared.scenario.where}, points.{unit.name}")
    numbers: dict[str, float] = {}
    for name, value in row.model_dump().items():
        if value is None or isinstance(value, bool | int | float):
            numbers[name] = float(value or 0)
        elif isinstance(value, str):
            try:
                numbers[name] = float(value) if value else 0.0
            except ValueError:
                continue
    return numbers


def _unit_word(prepared: Prepared, unit: Unit) -> str:
    entry = prepared.scenario.value(unit.key)
    if isinstance(entry, Mapping) and "unit" in entry:
        return str(entry["unit"])
    holder, _, last = unit.key.rpartition(".")
    entries = prepared.scenario.value(holder) if holder else None
    for item in entries if isinstance(entries, list | tuple) else ():
        if isinstance(item, Mapping) and last in (item.get("name"), item.get("unit")):
            return str(item["unit"])
    return last


def own_cost(formula: str, columns: Mapping[str, float], where: str = "cost") -> float:
    """The value of a formula of columns: numbers, + - * / **, comparisons, ``a if b else c``, max, min, sqrt, round.

    Raises:
        RunError: a formula that cannot be read or names no column; a cost that is not above 0.

    >>> own_cost("max(attack, 0.5) * max(range, 0.5) + move * defence", dict(attack=4, range=2, move=3, defence=3))
    17.0
    """
    from simpleeval import EvalWithCompoundTypes, InvalidExpression, NameNotDefined

    if len(formula) > LONGEST:
        raise RunError(f"{where}: a formula of more than {LONGEST} characters")
    functions = {"max": max, "min": min, "abs": abs, "round": round, "sqrt": math.sqrt}
    try:
        value = float(EvalWithCompoundTypes(names=dict(columns), functions=functions).eval(formula))
    except NameNotDefined as error:
        raise RunError(f'{where}: no column "{error.name}"; nearest: {nearest(error.name, columns)}') from None
    except (InvalidExpression, SyntaxError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        raise RunError(f'{where}: "{formula}": {error}') from None
    if not (math.isfinite(value) and value > 0):
        raise RunError(f'{where}: "{formula}" gives {value:g}; a cost is above 0')
    return value


def with_costs(prepared: Prepared, units: Sequence[Unit], formula: str) -> tuple[Unit, ...]:
    """The units with what a formula says they cost; units that have a price of their own keep it.

    A formula may be the name of a column alone.
    """
    priced: list[Unit] = []
    for unit in units:
        if unit.cost is not None:
            priced.append(unit)
            continue
        try:
            numbers: dict[str, Any] = columns_of(prepared, unit)
        except ScenarioError as error:
            raise RunError(f"cost: {error}") from None
        priced.append(replace(unit, cost=own_cost(formula, numbers, f"cost of {unit.name}")))
    return tuple(priced)
