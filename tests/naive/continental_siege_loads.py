"""What bombers and fortresses drop, and where, in a battle of Continental Siege (12.04, P17, P20, R19, R20)."""

from fractions import Fraction
from typing import Any

from .continental_siege_aim import AUTO, NONE, D, X, chance_to_destroy, chances, odds_column
from .continental_siege_bombs import (
    AP_LOAD,
    LOAD,
    best_split,
    bomb_column,
    drop,
    loads_at_once,
    loads_ready,
    may_have_ap_attack,
)
from .continental_siege_flight import Move
from .continental_siege_hexes import Hex
from .continental_siege_state import Battle, Target, Unit

BOMBED_BY_FORTRESS = ("howitzer", "mobile_howitzer", "light_aa", "heavy_aa")


def chance_with_loads(battle: Battle, target: Unit, loads: int) -> Fraction:
    """P(destroyed with so many bombloads), dropped one by one where they are not added up (R20)."""
    if loads == 0:
        return Fraction(0)
    each_squad = battle.rulings["bomb_halved_vs_infantry_group"] == "each_squad"  # R79
    if battle.rulings["bombload_combination"] != "separate":
        if target.kind == "infantry" and each_squad:
            law = chances(bomb_column(battle, LOAD, target, loads))
            fatal = law[X] + (law[D] if battle.rulings["infantry_d_result"] == "lose_one_squad" else 0)
            return Fraction(fatal) ** len(battle.squads_with(target))
        return chance_to_destroy(battle, bomb_column(battle, LOAD, target, loads), Target(target.id))
    if target.kind == "infantry" and not each_squad:
        squads = battle.squads_with(target)
        return _group_dies(battle, len(squads), loads)
    law = chances(bomb_column(battle, LOAD, target))
    if target.kind == "infantry" and each_squad:
        fatal = law[X] + (law[D] if battle.rulings["infantry_d_result"] == "lose_one_squad" else 0)
        return Fraction(1 - (1 - fatal) ** loads) ** len(battle.squads_with(target))
    ok, down, dead = (
        (Fraction(0), Fraction(1), Fraction(0)) if target.disabled else (Fraction(1), Fraction(0), Fraction(0))
    )
    second = battle.rulings["second_d_armor"] == "destroyed"
    for _ in range(loads):
        if target.kind == "structure":
            ok, dead = ok * (1 - law[X]), dead + ok * law[X]
            continue
        killed = ok * law[X] + down * (law[X] + (law[D] if second else 0))
        ok, down, dead = (
            ok * (1 - law[X] - law[D]),
            ok * law[D] + down - down * (law[X] + law[D] * second),
            dead + killed,
        )
    return dead


def _group_dies(battle: Battle, squads: int, loads: int) -> Fraction:
    if squads == 0:
        return Fraction(1)
    if loads == 0:
        return Fraction(0)
    law = chances(odds_column(3, squads))
    fewer = squads - 1 if battle.rulings["infantry_d_result"] == "lose_one_squad" else squads
    rest = 1 - law[X] - law[D]
    return (
        law[X]
        + law[D] * _group_dies(battle, fewer, loads - 1)
        + rest * _group_dies(battle, squads, loads - 1)
    )  # fmt: skip


# Bombs on the way.


def next_bomb(
    battle: Battle, unit: Unit, victim: Unit, target: Unit | None, planned: dict[str, int] | None = None
) -> tuple[str, int, int] | None:
    """(system, loads, loads that may be dropped) of what an aircraft drops next on a unit (P20, R19), or None.

    Loads that are planned already are left out (R66).
    """
    if unit.disabled or not victim.in_play:
        return None
    planned = planned or {LOAD: 0, AP_LOAD: 0}
    if unit.kind != "ff":
        if target is None or victim.id != target.id or not unit.loads:
            return None
        plan = battle.policy(unit.side, "ogre_loads")
        if victim.kind == "ogre" and isinstance(plan, dict) and not best_split(battle, victim, plan["best_for"]):
            return None  # R75
        ready = unit.loads - planned[LOAD]
        return (LOAD, loads_at_once(battle, LOAD, victim, ready), ready) if ready > 0 else None
    for system in _fortress_systems(battle, unit, victim, target):
        ready = loads_ready(unit, system) - planned[system] - _kept(battle, unit, victim, system, planned)
        if ready <= 0 or (system == AP_LOAD and not may_have_ap_attack(battle, victim)):
            continue
        loads = loads_at_once(battle, system, victim, ready)
        if bomb_column(battle, system, victim, loads) != NONE:
            return system, loads, ready
    return None


def _fortress_systems(battle: Battle, unit: Unit, victim: Unit, target: Unit | None) -> list[str]:
    if victim.kind == "structure":
        sure = bomb_column(battle, AP_LOAD, victim) == "auto"
        return [AP_LOAD, LOAD] if sure else [LOAD, AP_LOAD]
    is_target = target is not None and victim.id == target.id
    if victim.kind == "infantry":
        return [AP_LOAD, LOAD] if is_target else [AP_LOAD]
    return [LOAD] if is_target or victim.name in BOMBED_BY_FORTRESS else []


def _kept(battle: Battle, unit: Unit, victim: Unit, system: str, planned: dict[str, int]) -> int:
    """How many bombs of a sort may not be dropped on this unit, so that one that hurts the CP is kept (P20)."""
    cp = battle.command_post
    if unit.kind != "ff" or victim is cp or not cp.in_play:
        return 0
    hurting = [sort for sort in (LOAD, AP_LOAD) if bomb_column(battle, sort, cp) != NONE]
    if system not in hurting:
        return 0
    return 0 if any(unit.boxes[sort] > planned[sort] for sort in hurting if sort != system) else 1


def can_hurt(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether a fortress has a bomb aboard that can hurt an enemy (R42)."""
    return unit.boxes[LOAD] > 0 or ap_works(battle, unit, enemy)


def ap_works(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether an antipersonnel bomb is aboard that reaches 1-2 on an enemy."""
    ready = loads_ready(unit, AP_LOAD)
    loads = loads_at_once(battle, AP_LOAD, enemy, ready) if ready else 0
    return loads > 0 and bomb_column(battle, AP_LOAD, enemy, loads) != NONE


def may_bomb(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether a fortress counts an enemy among those it may bomb on a path (R43)."""
    if enemy.kind in ("infantry", "structure"):
        return ap_works(battle, unit, enemy)
    return enemy.name in BOMBED_BY_FORTRESS and unit.boxes[LOAD] > 0


def victims_at(battle: Battle, unit: Unit, a: Hex | None) -> list[Unit]:
    """The enemy ground units in a hex, groups by their lowest id."""
    return [head for head in battle.ground_heads(battle.other(unit.side)) if head.hex == a]


def bomb_here(battle: Battle, unit: Unit, target: Unit | None, plan: dict[int, Any] | None, n: int) -> None:
    """Drop what is wanted in the hex where the aircraft is."""
    if plan is not None:
        for system, loads, chosen in plan.get(n, []):
            if unit.fit and unit.in_play and loads_ready(unit, system) >= loads:
                drop(battle, unit, system, loads, chosen)
        return
    dropped: set[str] = set()
    for victim in victims_at(battle, unit, unit.hex):
        goal = target
        while unit.in_play:
            if victim.kind == "infantry":  # the group goes on under its next lowest id
                present = victims_at(battle, unit, unit.hex)
                heir = next((head for head in present if head.kind == "infantry"), victim)
                if target is not None and target.id == victim.id:
                    goal = target = heir
                victim = heir
            bomb = next_bomb(battle, unit, victim, goal)
            if bomb is None or (bomb[0] in dropped and _once_per_pass(battle, bomb[0])):
                break
            dropped.add(bomb[0])
            drop(battle, unit, bomb[0], bomb[1], victim)


def _once_per_pass(battle: Battle, system: str) -> bool:
    return system == LOAD and battle.rulings["bombload_combination"] == "must_combine"


def plotted(
    battle: Battle, unit: Unit, move: Move, places: list[int], target: Unit | None
) -> dict[int, list[tuple[str, int, Unit]]] | None:
    """Position -> (system, loads, victim) fixed before the move; None if bombs are decided on the way (12.04).

    Ruling `bomb_decision_timing`: for each unit it would bomb, the fewest loads that are certain to destroy it if each
    is rolled for, as far as they go.
    """
    if battle.rulings["bomb_decision_timing"] == "adaptive":
        return None
    plan: dict[int, list[tuple[str, int, Unit]]] = {}
    planned = {LOAD: 0, AP_LOAD: 0}
    for n in places if unit.fit else []:
        for victim in victims_at(battle, unit, move.start if n < 0 else move.path[n]):
            bomb = next_bomb(battle, unit, victim, target, planned)
            if bomb is None:
                continue
            system, together, ready = bomb
            wanted = _loads_until_certain(battle, system, victim, together, ready)
            planned[system] += wanted
            plan.setdefault(n, []).extend([(system, together, victim)] * (wanted // together))
    return plan


def _loads_until_certain(battle: Battle, system: str, victim: Unit, together: int, ready: int) -> int:
    """R66: with loads added up one automatic sum; else the fewest with which the chance is 1, or all."""
    if victim.kind == "ogre":
        return ready // together * together
    sure = bomb_column(battle, system, victim, together) == AUTO
    ruling = battle.rulings["bombload_combination" if system == LOAD else "ap_bomb_combination"]
    if system == AP_LOAD or ruling != "separate":
        return together if sure else ready
    return next((n for n in range(1, ready + 1) if chance_with_loads(battle, victim, n) == 1), ready)
