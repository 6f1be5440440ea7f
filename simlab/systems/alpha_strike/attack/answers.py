"""Answers about a bombing run beside its tables (P-b): where bombs come down, and which mix of types is best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.attack.areas import landings
from simlab.systems.alpha_strike.attack.best import Plan, best_plan, moved
from simlab.systems.alpha_strike.attack.drops import Drop, drops_of
from simlab.systems.alpha_strike.attack.expected import Areas
from simlab.systems.alpha_strike.attack.layout import path_of, placed_units
from simlab.systems.alpha_strike.attack.shapes import BombShape
from simlab.systems.alpha_strike.rules.geometry import INCH, Path, Point
from simlab.systems.alpha_strike.rules.scatter import HITS, landing_laws, most_steps
from simlab.systems.alpha_strike.rulings import RULINGS


class Impact(NamedTuple):
    """A place where bombs can come down: inches ahead and to the right, expected number of bombs there."""

    ahead: float
    right: float
    bombs: Fraction


class Mix(NamedTuple):
    """A load, and what is expected of it: worth on enemies and on friends."""

    types: tuple[str, ...]
    enemy: float
    friend: float


def impact_density(shape: Any, rulings: Any, catalog: Catalog, where: str = "impacts") -> list[Impact]:
    """Where the bombs of a run come down, most likely places first; those lost off the table are left out (AS-7.6).

    shape: of a `bombing_run` (or an `attack` with bombs) whose bombs have their points.
    """
    path = path_of(shape.path, rulings, where)
    drops = drops_of(shape, path, placed_units(shape.target, path, catalog, where), rulings, catalog, where)
    step = round({row.name: row.value for row in catalog.rows("constants")}["scatter_step_in"] * INCH)
    steps = max(most_steps(drop.target, rulings) for drop in drops)
    laws = landing_laws([drop.target for drop in drops], steps, rulings)
    found: dict[tuple[float, float], Fraction] = {}
    for drop, law in zip(drops, laws, strict=True):
        places = landings(drop.point, shape.attack, steps, step, path, rulings)
        for at, chance in _one_bomb(drop, places, law):
            found[at] = found.get(at, Fraction(0)) + chance
    impacts = [Impact(*at, bombs) for at, bombs in found.items()]
    return sorted(impacts, key=lambda one: (-one.bombs, one.ahead, one.right))


def _one_bomb(
    drop: Drop, places: Sequence[Point | None], law: Mapping[int, Fraction]
) -> Iterator[tuple[tuple[float, float], Fraction]]:
    for number, chance in law.items():
        impact = places[number]
        if impact is not None and (drop.bomb.scatters or number == HITS):  # a torpedo that misses is gone
            ahead, right = impact.inches()
            yield (round(ahead, 9) + 0.0, round(right, 9) + 0.0), chance


def mixes(
    shape: Any, slots: int, types: Sequence[str], rulings: Any, catalog: Catalog, where: str = "mixes"
) -> list[Mix]:
    """Every mix of bombs that fills so many slots, the best first (P-b: best split of HE, cluster, inferno).

    shape: of a `bombing_run`. With ``placement`` each mix flies the best path found for it; else all bombs of a dive
    fall on the one point that the shape names, and those of an altitude run on its points in turn.
    """
    found = []
    for mix in combinations_with_replacement(types, slots):
        if shape.placement is not None:
            loaded = shape.model_copy(update={"bombs": [BombShape(type=one) for one in mix]})
            plan = best_plan(loaded, rulings, catalog, where)
            found.append(Mix(mix, plan.enemy, plan.friend))
            continue
        points = [bomb.at for bomb in shape.bombs if bomb.at is not None] or list(shape.points or [])
        if not points:
            raise ScenarioError(f"{where}, points: say where the bombs of a mix fall, or placement")
        bombs = [BombShape(type=one, at=points[number % len(points)]) for number, one in enumerate(mix)]
        found.append(_expected(shape.model_copy(update={"bombs": bombs, "points": None}), mix, rulings, catalog, where))
    weight = shape.friend_weight
    return sorted(found, key=lambda mix: (-round(mix.enemy - weight * mix.friend, 9), mix.types))


def _expected(shape: Any, mix: tuple[str, ...], rulings: Any, catalog: Catalog, where: str) -> Mix:
    path = path_of(shape.path, rulings, where)
    units = moved(placed_units(shape.target, Path(), catalog, where), shape, path)
    drops, areas = drops_of(shape, path, units, rulings, catalog, where), Areas(shape, units, rulings, catalog, where)
    areas.fly(path)
    gain = areas.run([drop.bomb.key for drop in drops], [drop.point.inches()[0] for drop in drops])
    return Mix(mix, *gain)


class Reading(NamedTuple):
    """The best plan under one option of a ruling."""

    ruling: str
    option: str
    plan: Plan


def best_by_reading(
    shape: Any, given: Mapping[str, Any], names: Sequence[str], catalog: Catalog, where: str = "readings"
) -> list[Reading]:
    """How the best path changes with the rulings (P-b): every option of each named ruling, all others as given.

    The option in force stands first for each ruling; options under which the attack cannot be made are left out.
    """
    known = {ruling.name: ruling for ruling in RULINGS}
    found = []
    for name in names:
        in_force = known[name].spell(getattr(Rulings(RULINGS, given), name))
        others = [option for option in known[name].alternatives if str(option) != str(in_force)]
        for option in [in_force, *others]:
            rulings = Rulings(RULINGS, {**given, name: option})
            try:
                plan = best_plan(shape, rulings, catalog, where)
            except ScenarioError:
                continue
            found.append(Reading(name, str(option), plan))
    return found
