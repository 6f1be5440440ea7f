"""How AA units, and howitzers with no Ogre in range, choose among aircraft (P22, P23, P41).

R-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from .continental_siege_aim import (
    NE,
    NONE,
    Shooter,
    chances,
    defence,
    is_legal,
    odds_column,
    shooters_of,
    strength,
    total_strength,
)
from .continental_siege_air import aim_at_aircraft, bombload_wants_a_shot
from .continental_siege_attack import forces_of
from .continental_siege_groups import smallest_group
from .continental_siege_hexes import distance
from .continental_siege_state import Battle, Target, Unit
from .continental_siege_weighted import aa_sum

Shot = tuple[list[Shooter], Target]
AS_HOWITZER = ("howitzer", "mobile_howitzer", "superheavy")


def aa_guns(battle: Battle, side: str, units_only: bool = False) -> list[Shooter]:
    """The guns of a side that fire at aircraft now (P23, R37); `units_only`: AA units alone."""
    ogre = battle.capital
    found = []
    for unit in battle.of(side):
        if unit.kind == "aa":
            found += shooters_of(battle, unit)
        elif unit.name in AS_HOWITZER and not units_only and unit.on_map:
            in_range = ogre.kind == "ogre" and ogre.on_map and ogre.side != side
            if not (in_range and distance(unit.where, ogre.where) <= unit.type.range):
                found += shooters_of(battle, unit)
    return found


def next_aa_shot(battle: Battle, side: str, units_only: bool = False) -> Shot | None:
    """The next attack of the AA hook of a side; R61: at propulsion all that may, if they may combine."""
    guns = aa_guns(battle, side, units_only)
    shot = _next_shot(battle, side, guns)
    if shot and shot[1].system == "propulsion" and battle.rulings["propulsion_combined_fire"] == "allowed":
        return [gun for gun in guns if is_legal(battle, gun, shot[1])], shot[1]
    return shot


def _next_shot(battle: Battle, side: str, guns: list[Shooter]) -> Shot | None:
    aircraft = [enemy for enemy in battle.of(battle.other(side)) if enemy.flies and enemy.status == "play"]
    if not guns or not aircraft:
        return None
    policy = battle.policy(side, "aa_fire")
    fortresses = [enemy for enemy in aircraft if enemy.kind == "ff"]
    if policy == "weighted":
        return weighted(battle, side, guns, aircraft)
    if policy == "ff_bombs_first":
        for enemy in fortresses:
            if bombload_wants_a_shot(battle, enemy):
                gun = strongest(battle, guns, Target(enemy.id, "bombload"))
                if gun:
                    return [gun], Target(enemy.id, "bombload")
    if policy in ("ff_bombs_first", "ff_pu_only"):
        for enemy in fortresses:
            gun = strongest(battle, guns, Target(enemy.id, "propulsion"))
            if gun:
                return [gun], Target(enemy.id, "propulsion")
    if policy == "pair_to_auto":
        shot = pair_to_auto(battle, guns, aircraft)
        if shot:
            return shot
    if policy == "best_dp":
        shot = best_dp(battle, guns, aircraft)
        if shot:
            return shot
    return bombers_first(battle, guns, aircraft)


def strongest(battle: Battle, guns: list[Shooter], target: Target) -> Shooter | None:
    """The gun of greatest strength against aircraft that may attack a target, the lowest id of several (P41, R48)."""
    able = [gun for gun in guns if is_legal(battle, gun, target) and _odds(battle, [gun], target) != NONE]
    return min(able, key=lambda gun: (-(strength(battle, gun, Target(target.id)) or 0), gun), default=None)


def _odds(battle: Battle, guns: list[Shooter], target: Target) -> str:
    if target.system == "propulsion":
        return "1-1"
    return odds_column(total_strength(forces_of(battle, guns, target), battle.rulings), defence(battle, target))


def bombers_first(battle: Battle, guns: list[Shooter], aircraft: list[Unit]) -> Shot | None:
    """P41, R36: best class, then fewest attacks received, then nearest to the CP; the strongest gun in range."""

    def order(enemy: Unit) -> tuple[Any, ...]:
        received = battle.record.received[enemy.id]
        return (_class(enemy), received, distance(enemy.where, battle.cp_hex), enemy.order())

    for enemy in sorted(aircraft, key=order):
        target = Target(enemy.id, "propulsion" if enemy.kind == "ff" else "")
        gun = strongest(battle, guns, target)
        if gun:
            return [gun], target
    return None


def weighted(battle: Battle, side: str, guns: list[Shooter], aircraft: list[Unit]) -> Shot | None:
    """W6: as bombers_first, in the order of weighted sums."""
    weights = battle.weights(side, "aa_fire")

    def aims(enemy: Unit) -> Target:
        return aim_at_aircraft(battle, side, enemy)

    def order(enemy: Unit) -> tuple[Any, ...]:
        return (-aa_sum(battle, enemy, aims(enemy), _class(enemy), weights), enemy.where, enemy.id)

    for enemy in sorted(aircraft, key=order):
        gun = strongest(battle, guns, aims(enemy))
        if gun:
            return [gun], aims(enemy)
    return None


def _class(enemy: Unit) -> int:
    if enemy.kind == "ff":
        return 3
    if enemy.disabled or (enemy.name == "bomber" and not enemy.loads):
        return 2
    return 0 if enemy.name == "bomber" else 1


def pair_to_auto(battle: Battle, guns: list[Shooter], aircraft: list[Unit]) -> Shot | None:
    """The smallest group with an automatic X, at the most valuable bomber or fighter for which there is one (R47)."""
    single = battle.rulings["combined_fire_on_aircraft"] == "forbidden"
    for enemy in sorted(aircraft, key=lambda enemy: (-battle.cost(enemy), enemy.order())):
        target = Target(enemy.id)
        if enemy.kind == "ff":
            continue
        able = [gun for gun in guns if is_legal(battle, gun, target)]
        group = smallest_group(
            list(zip(able, forces_of(battle, able, target), strict=True)), 5 * Fraction(defence(battle, target))
        )
        if group and not (single and len(group) > 1):
            return group, target
    return None


def best_dp(battle: Battle, guns: list[Shooter], aircraft: list[Unit]) -> Shot | None:
    """The attack with which the chance that a fit bomber within reach is left becomes least.

    Equal guns (strength, bombers within reach) are interchangeable. Ties: fewest guns, then P1 of the target, then ids.
    """
    bombers = [
        enemy for enemy in aircraft if enemy.name == "bomber" and enemy.fit and enemy.loads
        and strongest(battle, guns, Target(enemy.id)) is not None
    ]  # fmt: skip
    sorts: dict[tuple[Fraction, tuple[int, ...]], list[Shooter]] = {}
    for gun in guns:
        reach = tuple(n for n, enemy in enumerate(bombers) if is_legal(battle, gun, Target(enemy.id)))
        if reach:
            force = strength(battle, gun, Target(bombers[reach[0]].id)) or Fraction(0)
            sorts.setdefault((force, reach), []).append(gun)
    if not bombers or not sorts:
        return None
    kinds = list(sorts)
    single = battle.rulings["combined_fire_on_aircraft"] == "forbidden"

    def attacks(left: tuple[int, ...], n: int) -> list[tuple[int, ...]]:
        ranges = [range(number + 1) if n in reach else range(1) for (_, reach), number in zip(kinds, left, strict=True)]
        found = [used for used in product(*ranges) if any(used) and odds(used, n) < 1]
        return [used for used in found if sum(used) == 1] if single else found

    def odds(used: tuple[int, ...], n: int) -> Fraction:
        total = total_strength(
            [force for (force, _), k in zip(kinds, used, strict=True) for _ in range(k)], battle.rulings
        )
        return chances(odds_column(total, defence(battle, Target(bombers[n].id))))[NE]

    @cache
    def least(left: tuple[int, ...], alive: frozenset[int]) -> Fraction:
        if not alive:
            return Fraction(0)
        return min(
            (after(left, alive, n, used) for n in alive for used in attacks(left, n)), default=Fraction(1)
        )  # fmt: skip

    def after(left: tuple[int, ...], alive: frozenset[int], n: int, used: tuple[int, ...]) -> Fraction:
        rest = tuple(a - b for a, b in zip(left, used, strict=True))
        missed = odds(used, n)
        return missed * least(rest, alive) + (1 - missed) * least(rest, alive - {n})

    whole = tuple(len(sorts[kind]) for kind in kinds)
    everyone = frozenset(range(len(bombers)))
    choices = []
    for n, enemy in enumerate(bombers):
        for used in attacks(whole, n):
            chosen = sorted(gun for kind, k in zip(kinds, used, strict=True) for gun in sorts[kind][:k])
            choices.append((after(whole, everyone, n, used), len(chosen), enemy.order(), chosen, enemy.id))
    _, _, _, chosen, target = min(choices)
    return chosen, Target(target)
