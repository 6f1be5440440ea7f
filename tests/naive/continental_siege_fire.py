"""Fire policies of Continental Siege: who fires at what, and in which order (P23-P28, P40, P41).

R-numbers are those of simlab/systems/continental_siege/BATTLE.md. A policy is asked anew after every attack.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from .continental_siege_aa import next_aa_shot
from .continental_siege_aim import (
    COLUMNS,
    NONE,
    Shooter,
    chances,
    defence,
    expected_cost,
    is_legal,
    odds_column,
    shooters_of,
    strength,
    total_strength,
)
from .continental_siege_attack import forces_of
from .continental_siege_fighters import WEAPONS_BY_P25
from .continental_siege_fighters import next_shot as next_fighter_shot
from .continental_siege_groups import smallest_group
from .continental_siege_hexes import distance
from .continental_siege_state import DRIVES, Battle, Target, Unit
from .continental_siege_weighted import at_the_ogre, last_attack, worth_to_a_sheet

Shot = tuple[list[Shooter], Target]
MISSILES = ("missile", "aam")
PLANS = ("main_then_treads", "treads_only", "best_marginal", "weighted")  # R77: the order of the plans


def next_attack(battle: Battle, side: str) -> Shot | None:
    """The first entry of a side's plan (P40): Ogre or FF, AA, fighters, then the ground plan; None = it is empty."""
    capital = battle.capital
    if capital.side == side and capital.in_play:
        policy = battle.policy(side, "ogre_fire")
        shot = nearest_first(battle, capital) if policy == "nearest_first" else value_first(battle, capital)
        if shot:
            return shot
    shot = next_aa_shot(battle, side) or next_fighter_shot(battle, side) or next_ground_shot(battle, side)
    return _with_both_guns(battle, shot) if shot else None


def _with_both_guns(battle: Battle, shot: Shot) -> Shot:
    """R59: a superheavy alone at treads or propulsion takes both its guns if neither has fired."""
    shooters, target = shot
    if (
        target.system in DRIVES
        and len(shooters) == 1
        and shooters[0].weapon == "half"
        and battle.rulings["one_unit_many_weapons_vs_propulsion"] == "one_roll_per_unit"
    ):
        able = [gun for gun in shooters_of(battle, battle.units[shooters[0].id]) if is_legal(battle, gun, target)]
        return able, target
    return shot


# Ogre and Flying Fortress.


def ready_weapons(battle: Battle, unit: Unit, target: Target) -> dict[str, list[Shooter]]:
    """The weapons of a sheet that may attack a target now: system -> boxes."""
    found: dict[str, list[Shooter]] = {}
    for shooter in shooters_of(battle, unit):
        if is_legal(battle, shooter, target):
            found.setdefault(shooter.weapon, []).append(shooter)
    return found


def value_first(battle: Battle, unit: Unit) -> Shot | None:
    """The attack with the largest P(X) x cost per strength point (P26, R30)."""
    best: tuple[Any, Shot] | None = None
    weights = None
    if battle.policy(unit.side, "ogre_fire") == "weighted":
        weights = battle.weights(unit.side, "ogre_fire")
    for enemy in battle.heads(battle.other(unit.side)):
        target = Target(enemy.id)
        weapons = ready_weapons(battle, unit, target)
        if not weapons:
            continue
        names = tuple(sorted(weapons, key=lambda name: weapons[name][0].rank))
        forces = tuple(forces_of(battle, [weapons[name][0]], target)[0] for name in names)
        ready, least, thrift = tuple(len(weapons[name]) for name in names), 1, Fraction(1, 2)
        worth = None
        if weights is not None:  # W5
            worth, thrift = worth_to_a_sheet(enemy, weights), Fraction(weights.get("thrift", 0), 6)
            least = min(6, max(1, weights.get("odds", 0)))
            if battle.command_post.in_play and enemy is not battle.command_post:
                kept = max(0, weights.get("reserve", 0))
                ready = tuple(max(0, n - kept) if name in MISSILES else n for name, n in zip(names, ready, strict=True))
        values = tuple(expected_cost(battle, column, target, worth) for column in COLUMNS)
        single = enemy.flies and battle.rulings["combined_fire_on_aircraft"] == "forbidden"
        sets = best_sets(
            names, ready, forces, defence(battle, target), values, single,
            battle.rulings["fractional_strength"] == "floor_total", thrift, least,
        )  # fmt: skip
        for counts, value, used in sets:
            key = (-value / used, used, enemy.order())
            if value > 0 and (best is None or key < best[0]):
                chosen = [box for name, n in zip(names, counts, strict=True) for box in weapons[name][:n]]
                best = key, (chosen, target)
    return best[1] if best else None


@cache
def best_sets(
    names: tuple[str, ...],
    ready: tuple[int, ...],
    forces: tuple[Fraction, ...],
    defence_strength: int,
    values: tuple[Fraction, ...],
    single: bool,
    floor_total: bool,
    thrift: Fraction,
    least: int,
) -> list[tuple[tuple[int, ...], Fraction, Fraction]]:
    """For each odds column the weapons of least total strength that reach it: (numbers, value, strength)."""
    found: list[tuple[Any, int, tuple[int, ...], Fraction, Fraction]] = []
    for counts in product(*(range(n + 1) for n in ready)):
        members = sum(counts)
        if not members or (single and members > 1):
            continue
        used = sum((force * n for force, n in zip(forces, counts, strict=True)), Fraction(0))
        column = COLUMNS.index(odds_column(Fraction(int(used)) if floor_total else used, defence_strength))
        value = values[column]
        with_missile = any(n and name in MISSILES for name, n in zip(names, counts, strict=True))
        if with_missile and value < thrift:
            continue
        ranks = [rank for rank, n in enumerate(counts) for _ in range(n)]
        found.append(((used, members, ranks), column, counts, value, used))
    chosen = []
    for needed in range(least, len(COLUMNS)):
        reaching = [entry for entry in found if entry[1] >= needed]
        if reaching:
            chosen.append(min(reaching)[2:])
    return chosen


def nearest_first(battle: Battle, unit: Unit) -> Shot | None:
    """Weapons one by one, each at the nearest unit that it may attack with odds of at least 1-2 (R31)."""
    for shooter in shooters_of(battle, unit):
        found = [
            enemy for enemy in battle.heads(battle.other(unit.side))
            if is_legal(battle, shooter, Target(enemy.id)) and _odds(battle, [shooter], Target(enemy.id)) != NONE
        ]  # fmt: skip
        if found:
            nearest = min(found, key=lambda enemy: (distance(unit.where, enemy.where), enemy.order()))
            return [shooter], Target(nearest.id)
    return None


def _odds(battle: Battle, shooters: list[Shooter], target: Target) -> str:
    total = total_strength(forces_of(battle, shooters, target), battle.rulings)
    return odds_column(total, defence(battle, target))


# The ground plan: everything else, at the Ogre (P23, P25).


def next_ground_shot(battle: Battle, side: str) -> Shot | None:
    """The next attack of a side's ground units on the Ogre."""
    ogre = battle.capital
    if ogre.kind != "ogre" or ogre.side == side or not ogre.on_map:
        return None
    ready = list(_ground_shooters(battle, side, ogre))
    for policy in PLANS:
        able = [shooter for shooter in ready if _fire_policy(battle, battle.units[shooter.id]) == policy]
        shot = _planned(battle, side, ogre, able, policy) if able else None
        if shot:
            return shot
    return None


def _fire_policy(battle: Battle, unit: Unit) -> Any:
    """R77: fire at an Ogre by class."""
    hook = {"infantry": "infantry_fire", "aa": "aa_ground_fire"}.get(unit.kind, "ground_fire")
    hook = {"gev": "gev_fire", "howitzer": "howitzer_fire", "mobile_howitzer": "howitzer_fire"}.get(unit.name, hook)
    return battle.policy(unit.side, hook)


def _planned(battle: Battle, side: str, ogre: Unit, ready: list[Shooter], policy: Any) -> Shot | None:
    """The next attack of the units of one policy."""
    if policy == "best_marginal":
        return _best_marginal(battle, ogre, ready)
    if policy == "weighted":
        return at_the_ogre(battle, ogre, ready, battle.weights(side, "ground_fire")) or last_attack(battle, ogre, ready)
    treads = Target(ogre.id, "treads")
    if policy == "treads_only":
        return ([ready[0]], treads) if ogre.boxes["treads"] else _at_weapons(battle, ogre, ready, WEAPONS_BY_P25)
    shot = _grouped(battle, ogre, ready, ("main_battery",))
    if shot:
        return shot
    return ([ready[0]], treads) if ogre.boxes["treads"] else _at_weapons(battle, ogre, ready, WEAPONS_BY_P25)


def _ground_shooters(battle: Battle, side: str, ogre: Unit) -> Iterator[Shooter]:
    """By id, those that may attack the Ogre now; fighters have had their turn."""
    systems = [system for system in ogre.boxes if ogre.boxes[system]]
    for unit in battle.of(side):
        if unit.flies:
            continue
        for shooter in shooters_of(battle, unit):
            if is_legal(battle, shooter, Target(ogre.id, systems[0])):
                yield shooter


def _grouped(battle: Battle, ogre: Unit, ready: list[Shooter], systems: tuple[str, ...]) -> Shot | None:
    """The smallest group that reaches 2-1 on the first of these systems where one does."""
    for system in systems:
        if ogre.boxes[system]:
            target = Target(ogre.id, system)
            group = smallest_group(
                list(zip(ready, forces_of(battle, ready, target), strict=True)), 2 * Fraction(defence(battle, target))
            )
            if group:
                return group, target
    return None


def _at_weapons(battle: Battle, ogre: Unit, ready: list[Shooter], systems: tuple[str, ...]) -> Shot | None:
    """With no tread left: groups at 2-1 by kind of weapon, then all the rest in one attack (P25, R34)."""
    shot = _grouped(battle, ogre, ready, systems)
    if shot:
        return shot
    return last_attack(battle, ogre, ready)


def _best_marginal(battle: Battle, ogre: Unit, ready: list[Shooter]) -> Shot | None:
    """Each attacker at the system where it removes most: attack strength + treads / 3 (R35)."""
    for shooter in ready:
        best: tuple[Fraction, str] | None = None
        for system in [*ogre.weapons, "treads"]:
            force = strength(battle, shooter, Target(ogre.id, system))
            if not ogre.boxes[system] or force is None:
                continue
            if system in DRIVES:
                value = min(force, ogre.boxes[system]) / 9
            else:
                column = _odds(battle, [shooter], Target(ogre.id, system))
                value = ogre.sheet[system].attack * chances(column)["X"]
            if value > 0 and (best is None or value > best[0]):
                best = value, system
        if best:
            return [shooter], Target(ogre.id, best[1])
    return None
