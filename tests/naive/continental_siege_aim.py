"""Odds, strengths, and who may attack whom in Continental Siege (B4-B6, 11.08-15.03, section 6a)."""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from .continental_siege_hexes import distance, in_arc
from .continental_siege_rulings import Rulings
from .continental_siege_state import DRIVES, Battle, Target, Unit
from .continental_siege_tables import ONE_SHOT, RANK, combat_results

NE, D, X = "NE", "D", "X"
NONE, AUTO = "none", "auto"
COLUMNS = (NONE, "1-2", "1-1", "2-1", "3-1", "4-1", AUTO)
GUNS = ("main_gun", "secondary_gun")


# Odds (B5, B6).


def odds_column(attack: Fraction | int, defence: int) -> str:
    """The column of an attack.

    >>> odds_column(3, 4), odds_column(8, 3), odds_column(Fraction(3, 2), 3), odds_column(1, 0), odds_column(1, 3)
    ('1-2', '2-1', '1-2', 'auto', 'none')
    """
    if attack <= 0:
        return NONE
    if defence == 0 or Fraction(attack) / defence >= 5:
        return AUTO
    ratio = Fraction(attack) / defence
    if ratio < Fraction(1, 2):
        return NONE
    return "1-2" if ratio < 1 else f"{floor(ratio)}-1"


def result_of(column: str, die: int) -> str:
    """The cell of the table of B6."""
    return {NONE: NE, AUTO: X}.get(column) or combat_results()[column, die]


def chances(column: str) -> dict[str, Fraction]:
    """P(NE), P(D), P(X) of a column."""
    faces = [result_of(column, die) for die in range(1, 7)]
    return {result: Fraction(faces.count(result), 6) for result in (NE, D, X)}


# Attackers.


class Shooter(NamedTuple):
    """One attacker: a unit, half a superheavy, or one weapon of a sheet; sorts as P1 has it."""

    id: int
    rank: int = 0
    nth: int = 0
    weapon: str = ""


def may_fire_at_all(battle: Battle, unit: Unit) -> bool:
    """Able to attack in a fire phase: in play, fit, armed, AA not spent in the enemy turn (P22)."""
    if unit.status != "play" or unit.disabled or unit.name == "bomber" or unit.kind == "structure":
        return False
    return not (unit.id in battle.fired_in_enemy_turn and unit.side == battle.side)


def shooters_of(battle: Battle, unit: Unit) -> list[Shooter]:
    """The attackers of a unit that have not fired in this phase."""
    if not may_fire_at_all(battle, unit):
        return []
    fired = battle.record.fired
    if unit.has_sheet:
        found = []
        for system in unit.weapons:
            if system in ("bombload", "ap_bombload"):
                continue
            ready = int(unit.boxes[system]) - fired[unit.id, system] - len(unit.silenced.get(system, ()))
            found += [Shooter(unit.id, RANK[system], nth, system) for nth in range(ready)]
        return found
    if unit.name == "superheavy":  # two guns of 3 (B15, P28)
        return [Shooter(unit.id, 0, nth, "half") for nth in range(2 - fired[unit.id, "half"])]
    return [] if fired[unit.id, ""] else [Shooter(unit.id)]


def is_used_up(system: str, rulings: Rulings) -> bool:
    """Whether firing removes the weapon (B12; ruling `aam_expended`)."""
    return system in ONE_SHOT and not (system == "aam" and rulings["aam_expended"] == "reusable")


def halved(strength: int, rulings: Rulings) -> Fraction:
    """Half a strength (ruling `fractional_strength`)."""
    half = Fraction(strength, 2)
    rounding = rulings["fractional_strength"]
    return Fraction(floor(half) if rounding == "floor_each" else ceil(half) if rounding == "ceil_each" else half)


def strength(battle: Battle, shooter: Shooter, target: Target) -> Fraction | None:
    """Strength of one attacker against a target; None if it may never attack such a target."""
    rulings = battle.rulings
    unit, enemy = battle.units[shooter.id], battle.units[target.id]
    weapon = shooter.weapon
    full = unit.sheet[weapon].attack if unit.has_sheet else 3 if weapon == "half" else unit.type.attack
    if enemy.flies:
        if unit.kind == "aa":
            half = target.system == "propulsion" and rulings["aa_halving_vs_propulsion"] == "half"
            return halved(full, rulings) if half else Fraction(full)
        if unit.name == "fighter" or weapon in (*GUNS, "aam", "missile", "main_battery"):
            return Fraction(full)
        if unit.name == "howitzer" or (unit.name == "mobile_howitzer" and rulings["mobile_howitzer_vs_air"] != "no"):
            keeps = enemy.kind == "ff" and rulings["howitzer_vs_ff"] == "full"
            return Fraction(full) if keeps else halved(full, rulings)
        if unit.name == "superheavy" and rulings["superheavy_vs_air"] == "superheavy_as_ogre_main":
            return Fraction(full)  # as a main battery may, with its own strength
        return None
    if weapon == "aam" or weapon in DRIVES:
        return None
    if weapon == "antipersonnel":
        return Fraction(full) if enemy.kind == "infantry" or defence(battle, target) == 0 else None
    if unit.kind == "aa" or unit.name == "fighter":
        return halved(full, rulings)
    if weapon in GUNS and rulings["ff_guns_vs_ground"] == "halved":
        return halved(full, rulings)
    return Fraction(full)


def total_strength(strengths: list[Fraction], rulings: Rulings) -> Fraction:
    """Strengths added up for one attack."""
    total = sum(strengths, Fraction(0))
    return Fraction(floor(total)) if rulings["fractional_strength"] == "floor_total" else total


def range_of(battle: Battle, shooter: Shooter) -> int:
    """Range in hexes."""
    unit = battle.units[shooter.id]
    return unit.sheet[shooter.weapon].range if unit.has_sheet else unit.type.range


def needs_arc(battle: Battle, shooter: Shooter) -> bool:
    """Whether the attacker fires into its forward arc only (13.02, 14.05; rulings `aam_arc`, `aa_arc`)."""
    unit = battle.units[shooter.id]
    if unit.kind == "aa":
        return battle.rulings["aa_arc"] == "forward_arc"
    if shooter.weapon == "aam":
        return battle.rulings["aam_arc"] == "forward_arc"
    return unit.flies


def bears_on(battle: Battle, shooter: Shooter, target_hex: tuple[int, int], target_flies: bool) -> bool:
    """Range, arc and own-hex rules for an attack from where the attacker is now."""
    unit, rulings = battle.units[shooter.id], battle.rulings
    gap = distance(unit.where, target_hex)
    if gap > range_of(battle, shooter):
        return False
    forward = unit.name == "fighter" or shooter.weapon in GUNS
    if gap == 0:
        if target_flies and not forward and rulings["aircraft_same_hex_fire"] == "forbidden":
            return False
        if not target_flies and forward and rulings["arc_own_hex_ground"] == "aircraft_only":
            return False
    is_howitzer = unit.name in ("howitzer", "mobile_howitzer")
    if target_flies and is_howitzer and rulings["howitzer_min_range"] == "two" and gap < 2:
        return False
    if needs_arc(battle, shooter):
        facing = unit.facing
        if unit.flies and rulings["arc_facing_used"] == "movement_facing":
            facing = unit.flown
        return in_arc(unit.where, facing, target_hex, rulings["arc_boundary"] == "exclusive")
    return True


def is_legal(battle: Battle, shooter: Shooter, target: Target) -> bool:
    """Whether this attacker may attack this target now (section 6a)."""
    unit, enemy = battle.units[shooter.id], battle.units[target.id]
    if enemy.side == unit.side or enemy.status != "play" or strength(battle, shooter, target) is None:
        return False
    if battle.rulings["offmap_combat"] == "none" and not (unit.on_map and enemy.on_map):
        return False
    if target.system and enemy.boxes[target.system] <= 0:
        return False
    bombs = target.system in ("bombload", "ap_bombload")
    if enemy.kind == "ff" and bombs and battle.rulings["ff_bombs_targetable"] == "no":
        return False
    if shooter.weapon == "antipersonnel" and enemy.kind == "infantry" and battle.group(enemy) in battle.record.ap_at:
        return False
    one_target = shooter.weapon in GUNS and battle.rulings["ff_gun_targets"] == "all_one_target"
    if one_target and battle.record.gun_target.get(unit.id, battle.group(enemy)) != battle.group(enemy):
        return False
    return bears_on(battle, shooter, enemy.where, enemy.flies)


# Targets.


def defence(battle: Battle, target: Target) -> int:
    """Defence strength; treads and propulsion have none."""
    unit = battle.units[target.id]
    if target.system:
        return unit.sheet[target.system].defence
    if unit.kind == "infantry":
        return len(battle.squads_with(unit))
    if unit.kind == "structure":
        return int(battle.rulings["cp_defence"])
    return unit.type.defence


def d_destroys(battle: Battle, target: Target) -> bool:
    """Whether a D would destroy the target as it stands (P33, B8, 11.09)."""
    unit, rulings = battle.units[target.id], battle.rulings
    if target.system or unit.kind == "structure":
        return False
    if unit.kind == "infantry":
        return rulings["infantry_d_result"] == "lose_one_squad" and len(battle.squads_with(unit)) == 1
    ruling = "aircraft_second_d" if unit.flies else "second_d_armor"
    return unit.disabled and rulings[ruling] == "destroyed"


def chance_to_destroy(battle: Battle, column: str, target: Target) -> Fraction:
    """P(X) as policies see it (P33)."""
    law = chances(column)
    return law[X] + (law[D] if d_destroys(battle, target) else 0)


def expected_cost(battle: Battle, column: str, target: Target, worth: Fraction | None = None) -> Fraction:
    """P(X) x cost, for infantry the expected cost destroyed, for a weapon its attack / 6 (P26).

    W5: a worth may stand in place of the cost.
    """
    unit = battle.units[target.id]
    if target.system:
        return chances(column)[X] * unit.sheet[target.system].attack / 6
    if unit.kind == "infantry":
        squads = len(battle.squads_with(unit))
        loss = 1 if battle.rulings["infantry_d_result"] == "lose_one_squad" else 0
        law = chances(column)
        return (law[X] * squads + law[D] * loss) * (battle.cost(unit) if worth is None else worth)
    return chance_to_destroy(battle, column, target) * (battle.worth(unit) if worth is None else worth)


def boxes_lost(force: Fraction, left: Fraction, rulings: Rulings) -> Fraction:
    """Treads or PUs lost to a successful attack (B11, 14.02; ruling `fractional_unit_loss`)."""
    rounding = rulings["fractional_unit_loss"]
    lost = force if rounding == "exact" else Fraction(floor(force) if rounding == "floor" else ceil(force))
    return min(lost, left)
