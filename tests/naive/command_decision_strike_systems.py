"""Air defence on the map of a strike: systems and their halves, and what one of them can do to a plane (F1; 3.2)."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_aim import Aim, Firer, Target, aim_in_range, bears, may_fire_from
from .command_decision_bombing_load import RefusedAttack
from .command_decision_bombing_stands import Place, place_of
from .command_decision_law import shot_law
from .command_decision_rulings import Rulings
from .command_decision_tables import AirDefence, air_defence_called

MOST_SYSTEMS = 32


@dataclass(frozen=True)
class Actor:
    """A system, or one half of a combination, with its number among the dice."""

    number: int
    firer: AirDefence
    at: Place
    terrain: str
    suppressed: bool


@dataclass(frozen=True)
class System:
    """One AA system where it stands; a combination has two halves, missile and gun."""

    name: str
    at: Place
    halves: tuple[Actor, ...]


def systems_of(scenario: dict[str, Any], data_dir: Path) -> list[System]:
    """Every AA system; the `count` of an entry share its name. Actors are numbered through all of them."""
    systems: list[System] = []
    names = [entry.get("name", f"aa_{n}") for n, entry in enumerate(scenario.get("air_defence", []), start=1)]
    if len(set(names)) < len(names):
        raise RefusedAttack("two systems of one name")
    actors = 0
    for name, entry in zip(names, scenario.get("air_defence", []), strict=True):
        units = [entry["unit"]]
        if entry.get("guns", "none") != "none":
            units.append(entry["guns"])
        for _ in range(entry.get("count", 1)):
            halves = tuple(
                Actor(
                    number=actors + half,
                    firer=air_defence_called(unit, data_dir),
                    at=place_of(entry["at"]),
                    terrain=entry.get("terrain", "open"),
                    suppressed=bool(entry.get("suppressed", False)),
                )
                for half, unit in enumerate(units)
            )
            actors += len(halves)
            systems.append(System(name, place_of(entry["at"]), halves))
    if len(systems) > MOST_SYSTEMS:
        raise RefusedAttack("at most 32 systems")
    return systems


def aim_at(
    actor: Actor, distance: float, bearing: float | None, visual: bool, target: Target, rulings: Rulings
) -> tuple[Firer, Aim | None]:
    """The shot that an actor has at a plane this far away (F1), line of sight given; no bearing: any arc will do."""
    firer = Firer(actor.firer, distance, actor.terrain, actor.suppressed, bearing)
    if not visual and not actor.firer.radar:  # 3.2.2b
        return firer, None
    if not may_fire_from(firer, rulings):
        return firer, None
    if bearing is not None and not bears(firer, None, rulings):
        return firer, None
    return firer, aim_in_range(firer, target, visual, rulings)


def abort_chance(firer: Firer, aim: Aim | None, target: Target, rulings: Rulings) -> Fraction:
    """Chance that one shot aborts a plane, countermeasures never running out; 0 without a shot."""
    return Fraction(0) if aim is None else shot_law(firer, aim, target, rulings).stands
