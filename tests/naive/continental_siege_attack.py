"""Attacks of Continental Siege: what a result does, one attack from declaration to effect (B7-B12, 11.09, 14.06)."""

from fractions import Fraction
from math import ceil, floor

from .continental_siege_aim import (
    AUTO,
    GUNS,
    NE,
    NONE,
    D,
    Shooter,
    X,
    boxes_lost,
    d_destroys,
    defence,
    is_legal,
    is_used_up,
    odds_column,
    result_of,
    strength,
    total_strength,
)
from .continental_siege_dice import ATTACK, SPILL
from .continental_siege_state import DRIVES, Battle, Target, Unit

# Effects.


def disable(battle: Battle, unit: Unit) -> None:
    """A D that disables."""
    unit.recover = battle.clock_from_now(unit)
    battle.log.append(("disabled", battle.player_turn, unit.id))


def apply_result(battle: Battle, result: str, target: Target) -> None:
    """What a result does to a target (B7, B8, 11.09, 14.06)."""
    unit, rulings = battle.units[target.id], battle.rulings
    if result == NE:
        return
    if target.system:
        if result == X:
            battle.record.lost[target] += 1
            lose_boxes(battle, unit, target.system, Fraction(1))
        elif unit.kind == "ff":
            _silence(battle, unit, target.system)
    elif unit.kind == "structure":
        if result == X:
            battle.remove(unit, "destroyed")
    elif unit.kind == "infantry":
        squads = battle.squads_with(unit)
        if result == D and rulings["infantry_d_result"] == "disabled":
            for squad in squads:
                if squad.fit:
                    disable(battle, squad)
        else:
            for squad in squads if result == X else squads[:1]:
                battle.remove(squad, "destroyed")
    elif result == X or d_destroys(battle, target):
        battle.remove(unit, "destroyed")
    elif unit.fit or (unit.flies and rulings["aircraft_second_d"] == "extends"):
        disable(battle, unit)


def _silence(battle: Battle, unit: Unit, system: str) -> None:
    """A D on a weapon of a Flying Fortress (ruling `ff_affected_by_d`)."""
    ruling = battle.rulings["ff_affected_by_d"]
    if ruling == "fortress_cannot_attack":
        disable(battle, unit)
    elif ruling == "weapon_cannot_fire":
        silenced = unit.silenced.setdefault(system, [])
        if len(silenced) < unit.boxes[system]:
            silenced.append(battle.clock_from_now(unit))


def lose_boxes(battle: Battle, unit: Unit, system: str, number: Fraction) -> None:
    """Strike boxes off a sheet; the unit may be destroyed by that (B13, 14.02; ruling `ff_disarmed`)."""
    unit.boxes[system] -= number
    battle.log.append(("boxes", battle.player_turn, unit.id, system, str(unit.boxes[system])))
    silenced = unit.silenced.get(system, [])
    del silenced[int(unit.boxes[system]) :]
    check_sheet(battle, unit)


def check_sheet(battle: Battle, unit: Unit) -> None:
    """Whether a sheet is beyond use."""
    unarmed = not any(unit.boxes[system] for system in unit.weapons)
    if unit.kind == "ogre":
        gone = unarmed and not unit.boxes["treads"]
    else:
        gone = not unit.boxes["propulsion"] or (unarmed and battle.rulings["ff_disarmed"] == "counts_as_destroyed")
    if gone and unit.in_play:
        battle.remove(unit, "destroyed")


# One attack.


def mark_fired(battle: Battle, shooters: list[Shooter], target: Target) -> None:
    """Note that these attackers have fired at this target; one-shot weapons are gone."""
    enemy = battle.units[target.id]
    for shooter in shooters:
        unit = battle.units[shooter.id]
        if unit.has_sheet and is_used_up(shooter.weapon, battle.rulings):
            unit.boxes[shooter.weapon] -= 1
        else:
            battle.record.fired[unit.id, shooter.weapon] += 1
        if shooter.weapon == "antipersonnel" and enemy.kind == "infantry":
            battle.record.ap_at.add(battle.group(enemy))
        if shooter.weapon in GUNS:
            battle.record.gun_target[unit.id] = battle.group(enemy)


def attack(battle: Battle, shooters: list[Shooter], target: Target) -> None:
    """Make one attack, or at treads and propulsion one for each attacker (section 6a)."""
    for shooter in shooters:
        if not is_legal(battle, shooter, target):
            raise ValueError(f"{shooter} may not attack {target}")
    forces = forces_of(battle, shooters, target)
    mark_fired(battle, shooters, target)
    resolve(battle, shooters, target, forces)


def forces_of(battle: Battle, shooters: list[Shooter], target: Target) -> list[Fraction]:
    """The strengths of these attackers, in their order."""
    found = [strength(battle, shooter, target) for shooter in shooters]
    return [force for force in found if force is not None]


def resolve(battle: Battle, shooters: list[Shooter], target: Target, forces: list[Fraction]) -> None:
    """Roll for attackers that have been marked and apply the results."""
    battle.quiet_since = battle.player_turn
    if target.system in DRIVES:
        for together in _rolls_at_drive(battle, shooters, forces, target.system):
            _attack_drive(battle, together, target)
    else:
        total = total_strength(forces, battle.rulings)
        column = odds_column(total, defence(battle, target))
        result = _roll_attack(battle, min(shooter.id for shooter in shooters), target, total, column, shooters)
        where = battle.units[target.id].hex
        apply_result(battle, result, target)
        _spill(battle, target, where, total)
    for shooter in shooters:
        if battle.units[shooter.id].has_sheet:
            check_sheet(battle, battle.units[shooter.id])
    battle.check_end()


def _roll_attack(
    battle: Battle, actor: int, target: Target, total: Fraction, column: str, shooters: list[Shooter]
) -> str:
    record = battle.record
    n = record.carried[actor]
    record.carried[actor] += 1
    record.received[target.id] += 1
    record.on_system[target] += 1
    die = 0 if column in (NONE, AUTO) else battle.roll(actor, ATTACK, n)
    result = result_of(column, die)
    firers = tuple((shooter.id, shooter.weapon) for shooter in sorted(shooters))
    battle.log.append(
        ("attack", battle.player_turn, battle.phase, firers, target.id, target.system, str(total), column, die, result)
    )
    return result


def _rolls_at_drive(
    battle: Battle, shooters: list[Shooter], forces: list[Fraction], drive: str
) -> list[list[tuple[Shooter, Fraction]]]:
    """Who rolls together at a drive (`propulsion_combined_fire`, `one_unit_many_weapons_vs_propulsion`)."""
    pairs = list(zip(shooters, forces, strict=True))
    if drive == "propulsion" and battle.rulings["propulsion_combined_fire"] == "allowed":
        return [pairs]
    if battle.rulings["one_unit_many_weapons_vs_propulsion"] == "one_roll_per_unit":
        return [[pair for pair in pairs if pair[0].id == n] for n in sorted({shooter.id for shooter in shooters})]
    return [[pair] for pair in pairs]


def _attack_drive(battle: Battle, together: list[tuple[Shooter, Fraction]], target: Target) -> None:
    """One roll at treads or propulsion, always at 1-1 (B11, 14.02)."""
    unit = battle.units[target.id]
    if not unit.in_play or not unit.boxes[target.system]:
        return
    shooters = [shooter for shooter, _ in together]
    force = total_strength([force for _, force in together], battle.rulings)
    result = _roll_attack(battle, min(shooter.id for shooter in shooters), target, force, "1-1", shooters)
    if result == X:
        lose_boxes(battle, unit, target.system, boxes_lost(force, unit.boxes[target.system], battle.rulings))
    elif result == D and unit.kind == "ff" and battle.rulings["ff_affected_by_d"] == "fortress_cannot_attack":
        disable(battle, unit)
    _spill(battle, target, unit.hex, force)


def _spill(battle: Battle, target: Target, where: tuple[int, int] | None, total: Fraction) -> None:
    """Half the strength, one step down, on every other bomber and fighter there (`aircraft_stack_defence`)."""
    if battle.rulings["aircraft_stack_defence"] == "separately" or not battle.units[target.id].flies:
        return
    half = total / 2
    if battle.rulings["fractional_strength"] != "exact":
        half = Fraction(ceil(half) if battle.rulings["fractional_strength"] == "ceil_each" else floor(half))
    for unit in battle.units:
        if unit.id == target.id or unit.kind != "aircraft" or unit.status != "play" or unit.hex != where:
            continue
        column = odds_column(half, unit.type.defence)
        n = battle.record.spilled[unit.id]
        battle.record.spilled[unit.id] += 1
        die = 0 if column in (NONE, AUTO) else battle.roll(unit.id, SPILL, n)
        result = {NE: NE, D: NE, X: D}[result_of(column, die)]
        battle.log.append(("spillover", battle.player_turn, battle.phase, unit.id, str(half), column, die, result))
        apply_result(battle, result, Target(unit.id))
