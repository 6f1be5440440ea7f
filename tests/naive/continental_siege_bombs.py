"""Bombs of Continental Siege: what a load does to the units in a hex, how it is split on an Ogre (12, 14.03)."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from .continental_siege_aim import (
    AUTO,
    NONE,
    X,
    boxes_lost,
    chances,
    defence,
    halved,
    odds_column,
    result_of,
)
from .continental_siege_attack import apply_result, lose_boxes
from .continental_siege_dice import BOMB
from .continental_siege_state import Battle, Target, Unit
from .continental_siege_tables import RANK

LOAD, AP_LOAD = "bombload", "ap_bombload"
POINTS = 6
SPLIT_ORDER = ("missile", "main_battery", "secondary_battery", "antipersonnel", "treads")
Split = tuple[tuple[str, int], ...]  # (system, points) of the parts of one load
PLANS: dict[str, list[tuple[str, int]]] = {
    "missiles_3_3": [("missile", 3), ("missile", 3)],
    "ap_sweep": [("antipersonnel", 1)] * 6,
    "main4_plus2": [("main_battery", 4), ("treads", 2)],
    "treads_6": [("treads", 6)],
}


def loads_ready(unit: Unit, system: str) -> int:
    """Loads that may be dropped now; those of a fortress may be silenced (`ff_affected_by_d`)."""
    if unit.kind == "ff":
        return int(unit.boxes[system]) - len(unit.silenced.get(system, ()))
    return unit.loads if system == LOAD else 0


def bomb_strength(battle: Battle, system: str, target: Unit, loads: int) -> Fraction:
    """Strength of loads added up against a target (12.07, 14.031; ruling `ap_bomb_halved`)."""
    each = Fraction(POINTS if system == LOAD else 1)
    if target.kind == "infantry" and (system == LOAD or battle.rulings["ap_bomb_halved"] == "yes"):
        each = halved(int(each), battle.rulings)
    total = each * loads
    if battle.rulings["fractional_strength"] == "floor_total":
        total = Fraction(total.numerator // total.denominator)
    return total


def bomb_defence(battle: Battle, system: str, target: Unit) -> int:
    """Defence against a bomb; ruling `ap_bomb_vs_cp`."""
    printed = defence(battle, Target(target.id))
    if target.kind == "structure" and system == AP_LOAD and battle.rulings["ap_bomb_vs_cp"] == "as_d1":
        return max(1, printed)
    if target.kind == "infantry" and system == LOAD and battle.rulings["bomb_halved_vs_infantry_group"] == "each_squad":
        return 1
    return printed


def bomb_column(battle: Battle, system: str, target: Unit, loads: int = 1) -> str:
    """The odds of loads added up on a unit that is no Ogre."""
    if system == AP_LOAD and target.kind not in ("infantry", "structure"):
        return NONE
    return odds_column(bomb_strength(battle, system, target, loads), bomb_defence(battle, system, target))


def loads_at_once(battle: Battle, system: str, target: Unit, ready: int) -> int:
    """How many loads the policies add up: the fewest at automatic odds, else one, or all where they must."""
    ruling = battle.rulings["bombload_combination" if system == LOAD else "ap_bomb_combination"]
    if ruling == "separate":
        return 1
    if target.kind == "ogre":
        return ready if ruling == "must_combine" else 1
    automatic = (n for n in range(1, ready + 1) if bomb_column(battle, system, target, n) == AUTO)
    return next(automatic, ready if ruling == "must_combine" else 1)


def drop(battle: Battle, unit: Unit, system: str, loads: int, chosen: Unit | None) -> None:
    """Drop loads, added up in one attack on each unit hit, in the hex where the aircraft is (12.03-12.082)."""
    n = battle.drops[unit.id] * 16
    battle.drops[unit.id] += loads
    battle.quiet_since = battle.player_turn
    if unit.kind == "ff":
        unit.boxes[system] -= loads
    else:
        unit.loads -= loads
    battle.log.append(("drop", battle.player_turn, unit.id, system, loads, unit.hex))
    for victim in _victims(battle, unit, chosen):
        if not victim.in_play or not _may_suffer(battle, system, victim):
            continue
        if victim.kind == "ogre":
            targets = parts_on(battle, victim, battle.policy(unit.side, "ogre_loads"), loads)
        elif victim.kind == "infantry" and _squad_by_squad(battle, system):
            squads = [squad for squad in battle.units if squad.kind == "infantry" and squad.side == victim.side]
            force = bomb_strength(battle, system, victim, loads)
            targets = [(Target(squad.id), force) for squad in squads if squad.on_map and squad.hex == victim.hex]
        else:
            targets = [(Target(victim.id), bomb_strength(battle, system, victim, loads))]
        for target, force in targets:
            _bomb_attack(battle, unit, system, target, force, n)
            n += 1
    _emptied(battle, unit)


def _squad_by_squad(battle: Battle, system: str) -> bool:
    """Whether a load attacks the squads of a group one by one (ruling `bomb_halved_vs_infantry_group`)."""
    if battle.rulings["infantry_grouping"] == "each_alone":
        return False  # then every squad is a unit by itself anyway
    return system == LOAD and battle.rulings["bomb_halved_vs_infantry_group"] == "each_squad"


def _victims(battle: Battle, unit: Unit, chosen: Unit | None) -> list[Unit]:
    """The ground units under a bomb, groups of squads by their lowest id, in the order of ids (P17, 12.06)."""
    sides = [battle.other(unit.side)]
    ruling = battle.rulings["bomb_targets_in_hex"]
    if ruling == "every_ground_unit":
        sides.append(unit.side)
    found = [head for side in sides for head in battle.ground_heads(side) if head.hex == unit.hex]
    if ruling == "one_chosen_unit":
        named = [head for head in found if chosen is not None and head.id == chosen.id]
        found = named or found[:1]
    return sorted(found, key=lambda head: head.id)


def _may_suffer(battle: Battle, system: str, victim: Unit) -> bool:
    """Whom a load affects (14.031; ruling `ap_bomb_per_target_limit`)."""
    if system == LOAD:
        return True
    if victim.kind not in ("infantry", "structure"):
        return False
    return may_have_ap_attack(battle, victim)


def may_have_ap_attack(battle: Battle, victim: Unit) -> bool:
    """Whether an AP bomb may still attack this unit in this turn."""
    if battle.rulings["ap_bomb_per_target_limit"] == "unlimited" or victim.kind != "infantry":
        return True
    return (battle.player_turn, battle.group(victim)) not in battle.ap_bombed


def _bomb_attack(battle: Battle, unit: Unit, system: str, target: Target, force: Fraction, n: int) -> None:
    victim = battle.units[target.id]
    if target.system == "treads":
        column = "1-1"
    elif target.system:
        column = odds_column(force, victim.sheet[target.system].defence)
    else:
        column = odds_column(force, bomb_defence(battle, system, victim))
    if system == AP_LOAD:
        battle.ap_bombed.add((battle.player_turn, battle.group(victim)))
    die = 0 if column in (NONE, AUTO) else battle.roll(unit.id, BOMB, n)
    result = result_of(column, die)
    battle.log.append(("bomb", battle.player_turn, unit.id, n, *target, str(force), column, die, result))
    if target.system == "treads":
        if result == X:
            lose_boxes(battle, victim, "treads", boxes_lost(force, victim.boxes["treads"], battle.rulings))
    elif _squad_by_squad(battle, system) and victim.kind == "infantry":
        if result != "NE":
            _apply_to_one_squad(battle, result, victim)
    else:
        apply_result(battle, result, target)
    battle.check_end()


def _apply_to_one_squad(battle: Battle, result: str, squad: Unit) -> None:
    if result == X or battle.rulings["infantry_d_result"] == "lose_one_squad":
        battle.remove(squad, "destroyed")
    elif squad.fit:
        squad.recover = battle.clock_from_now(squad)
        battle.log.append(("disabled", battle.player_turn, squad.id))


def _emptied(battle: Battle, unit: Unit) -> None:
    """What becomes of an aircraft without bombs (12.02, 14.03; rulings `bomber_empty`, `ff_disarmed`)."""
    if unit.kind == "ff":
        armed = any(unit.boxes[system] for system in unit.weapons)
        if not armed and battle.rulings["ff_disarmed"] == "counts_as_destroyed":
            battle.remove(unit, "destroyed")
    elif unit.loads == 0 and battle.rulings["bomber_empty"] != "flies_on":
        battle.remove(unit, "spent" if battle.rulings["bomber_empty"] == "removed_alive" else "destroyed")
    battle.check_end()


# Loads on an Ogre.


def parts_on(battle: Battle, ogre: Unit, plan: Any, loads: int) -> list[tuple[Target, Fraction]]:
    """The attacks of a load (or of loads added up) on the systems of an Ogre, treads last (12.081, 12.082, P18)."""
    wishes = PLANS[plan] if isinstance(plan, str) else best_split(battle, ogre, plan["best_for"])
    by_class = battle.rulings["ogre_system_granularity"] == "weapon_class"
    points: dict[tuple[str, int], int] = {}
    on_treads: list[int] = []
    asked: dict[str, int] = {}
    for system, wish in wishes:
        nth = asked.get(system, 0)
        asked[system] = nth + 1
        if system == "treads" or nth >= ogre.boxes[system]:
            on_treads.append(wish * loads)
        else:
            box = 0 if by_class else nth
            points[system, box] = points.get((system, box), 0) + wish * loads
    if on_treads and not ogre.boxes["treads"]:
        weapons = [system for system in ogre.weapons if ogre.boxes[system]]
        strongest = max(weapons, key=lambda system: ogre.sheet[system].attack)
        points[strongest, 0] = points.get((strongest, 0), 0) + sum(on_treads)
        on_treads = []
    parts = [
        (Target(ogre.id, system), Fraction(force))
        for (system, _), force in sorted(points.items(), key=lambda item: (RANK[item[0][0]], item[0][1]))
    ]
    treads = Target(ogre.id, "treads")
    if battle.rulings["bomb_tread_attacks"] == "one_per_part":
        return parts + [(treads, Fraction(loads)) for force in on_treads for _ in range(force // loads)]
    return parts + ([(treads, Fraction(sum(on_treads)))] if on_treads else [])


def _splits(choices: list[tuple[str, int]], points: int) -> Iterator[Split]:
    """All ways to spend at most so many points on (system, points), each written in the order of the choices."""
    yield ()
    for n, choice in enumerate(choices):
        if choice[1] <= points:
            for rest in _splits(choices[n:], points - choice[1]):
                yield (choice, *rest)


def best_split(battle: Battle, ogre: Unit, given: dict[str, Any]) -> list[tuple[str, int]]:
    """The split of one load with the largest sum of weight x P(X), a tread counting its weight per box (R75).

    Empty if there is nothing to gain.
    """
    systems = [system for system in ogre.boxes if ogre.boxes[system]]
    weights = {system: Fraction(1 if system == "treads" else ogre.sheet[system].attack) for system in ogre.boxes}
    weights |= {system: Fraction(str(weight)) for system, weight in given.items()}

    def value(split: Split) -> Fraction:
        total = Fraction(0)
        for system, k in split:
            if system == "treads":
                total += weights[system] * min(Fraction(k), Fraction(ceil(ogre.boxes["treads"]))) / 3
            else:
                total += weights[system] * chances(odds_column(k, ogre.sheet[system].defence))[X]
        return total

    def fits(split: Split) -> bool:
        one = battle.rulings["ogre_system_granularity"] == "weapon_class"
        exact = battle.rulings["bomb_part_rule"] == "exactly_6"
        total = sum(k for _, k in split)
        room = all(
            sum(name == system for name, _ in split) <= (1 if one or system == "treads" else ogre.boxes[system])
            for system in systems
        )
        return room and (total == POINTS if exact else total > 0)

    splits = [
        split for split in _splits([(system, k) for system in systems for k in range(1, 7)], POINTS) if fits(split)
    ]

    def preference(split: Split) -> tuple[Any, ...]:
        """The greatest value, then the fewest points, then the greatest list of parts by class."""
        parts = [sorted((k for name, k in split if name == system), reverse=True) for system in SPLIT_ORDER]
        return (-value(split), sum(k for _, k in split), [[-k for k in part] + [0] * 6 for part in parts])

    best: Split = min(splits, key=preference, default=())
    return sorted(best, key=lambda part: -part[1]) if value(best) > 0 else []
