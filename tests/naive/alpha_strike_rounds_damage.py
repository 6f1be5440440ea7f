"""One instance of damage, and falls, for the naive twin of Alpha Strike rounds (sections 1.3 and 1.5 of ROUNDS.md)."""

from dataclasses import dataclass

from .alpha_strike_cards import critical_column
from .alpha_strike_rounds_units import MOST_FIRE_CONTROL, Unit, two_dice
from .dice_log import DiceLog

CRITICAL, MOTIVE = 6, 8  # purposes of dice
MOST_ROLLS = 8
COLUMNS = {
    "mech": "mech",
    "protomech": "protomech",
    "vehicle": "vehicle",
    "fighter": "aerospace",
    "large": "dropship_small_craft",
}
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


@dataclass(frozen=True)
class Address:
    """Where the critical rolls of an instance lie; the motive roll of a vehicle lies at the first `nth`."""

    turn: int
    window: int
    actor: int
    nth: int


def suffer(unit: Unit, points: int, natural_12: bool, where: Address, dice: DiceLog, more_rolls: int = 0) -> None:
    """Apply one instance of damage to a unit that is not lost."""
    if points == 0 or unit.lost:
        return
    spill = mark(unit, points)
    if unit.lost or unit.card.kind == "infantry":
        return
    owed = rolls_owed(unit, points, spill) + more_rolls
    if natural_12 and unit.rulings["natural_12_crit"] == "yes":
        owed += 1
    done = 0
    while done < min(owed, MOST_ROLLS) and not unit.lost:
        if unit.card.has("ARM") and not unit.armored_roll_used:
            unit.armored_roll_used = True
        else:
            owed += critical_roll(unit, where, where.nth + done, dice)
        done += 1
    if unit.card.kind == "vehicle" and not unit.lost:
        motive_roll(unit, two_dice(dice.hand(where.turn, where.window, where.actor, MOTIVE, where.nth, "upper")))


def rolls_owed(unit: Unit, points: int, spill: int) -> int:
    """Critical rolls for structure and for the threshold (AS-8.7)."""
    by_structure = (2 if unit.card.type == "IM" else 1) if spill else 0
    by_threshold = int(unit.card.has("BAR"))
    if unit.card.aerospace:
        reach = unit.rulings["threshold_compare"] == "reach"
        passed = points >= unit.card.threshold if reach else points > unit.card.threshold
        by_threshold = int(by_threshold or passed)
    if unit.rulings["threshold_and_structure"] == "one":
        return max(by_structure, by_threshold)
    return by_structure + by_threshold


def mark(unit: Unit, points: int) -> int:
    """Mark points off armor, then structure; returns what structure took."""
    from_armor = min(unit.armor, points)
    unit.armor -= from_armor
    spill = points - from_armor
    unit.structure = max(unit.structure - spill, 0)
    if unit.structure == 0:
        unit.lost = unit.lost or "structure"
    return spill


def effect_of(unit: Unit, total: int) -> str:
    """Effect of a total of 2D6 on this unit."""
    if unit.card.has("CR"):
        total -= 2
    return critical_column(COLUMNS[unit.card.kind]).get(total, "none")


def applicable(unit: Unit, effect: str) -> bool:
    """Whether an effect can apply now (AS-8.8)."""
    if effect == "weapon":
        return unit.armed()
    if effect == "mp":
        return unit.move > 0
    if effect == "engine" and unit.card.kind == "vehicle" and unit.engine == 0:
        return unit.move > 0
    return True


def critical_roll(unit: Unit, where: Address, nth: int, dice: DiceLog) -> int:
    """One critical roll; returns how many more are owed for it."""
    effect = effect_of(unit, two_dice(dice.hand(where.turn, where.window, where.actor, CRITICAL, nth, "upper")))
    if not applicable(unit, effect):
        ruling = unit.rulings["inapplicable_crit"]
        if ruling == "plus_1_damage_no_roll":
            mark(unit, 1)
        if ruling != "reroll":
            return 0
        lower = dice.hand(where.turn, where.window, where.actor, CRITICAL, nth, "lower")
        others = [
            total for total in range(2, 13) if applicable(unit, effect_of(unit, total)) for _ in range(WAYS[total])
        ]
        effect = effect_of(unit, others[lower.die(len(others)) - 1])
    if effect == "weapon" and unit.card.kind == "large" and unit.rulings["weapon_hit_large"] == "one_arc_minus_50pct":
        lower = dice.hand(where.turn, where.window, where.actor, CRITICAL, nth, "lower")
        arc = list(unit.card.arcs)[lower.die(len(unit.card.arcs)) - 1]
        unit.arc_hits[arc] += 1
        return 0
    return apply_effect(unit, effect)


def apply_effect(unit: Unit, effect: str) -> int:
    """What a critical effect does (AS-10.4); returns how many more rolls are owed."""
    card = unit.card
    if effect == "ammo":
        if card.has("CASEII") or card.has("ENE"):
            return 0
        if card.has("CASE"):
            return 1 if mark(unit, 1) else 0
        unit.lost = "critical"
    elif effect == "engine":
        engine_hit(unit)
    elif effect == "fire_control":
        unit.fire_control = min(unit.fire_control + 1, MOST_FIRE_CONTROL)
    elif effect == "weapon":
        if card.kind == "vehicle" and unit.engine:
            unit.weapon_after_engine += 1
        else:
            unit.weapon_before_engine += 1
    elif effect == "mp":
        slow(unit, "half_or_two")
    elif effect == "crew_stunned":
        unit.stunned_by_hit = True
    elif effect in ("destroyed", "crew_killed", "fuel"):
        unit.lost = "critical"
    elif effect == "thruster":
        unit.thruster = True
        if unit.without_thrust():
            unit.lost = "crash"
    elif effect == "crew":
        unit.crew += 1
        if unit.crew == 2:
            unit.lost = "critical"
    return 0


def engine_hit(unit: Unit) -> None:
    """An Engine Hit by class."""
    unit.engine += 1
    kind = unit.card.kind
    if kind == "vehicle":
        if unit.engine == 1:
            slow(unit, "half")
        else:
            unit.lost = "critical"
    elif kind == "mech":
        if unit.engine == 2 and not (unit.card.has("EE") or unit.card.has("FC")):
            unit.lost = "critical"
    elif unit.engine == (3 if kind == "large" else 2):
        unit.lost = "crash"


def slow(unit: Unit, how: str) -> None:
    """Take Move from a ground unit; a VTOL or WiGE without any falls."""
    before = unit.move
    taken = {"two": 2, "half": before - before // 2, "half_or_two": max(before - before // 2, 2), "all": before}[how]
    unit.move = max(before - taken, 0)
    unit.mp_hits.append(how)
    if unit.card.kind == "vehicle" and unit.card.motive in ("v", "g") and unit.move == 0 and not unit.fallen_to_ground:
        unit.fallen_to_ground = True
        mark(unit, 1)


def motive_roll(unit: Unit, total: int) -> None:
    """Motive damage of a vehicle (AS-10.5)."""
    total += {"w": 1, "h": 1, "v": 2, "g": 2}.get(unit.card.motive, 0)
    total -= unit.card.has("ARS")
    if total >= 12:
        slow(unit, "all")
    elif total == 11:
        slow(unit, "half_or_two")
    elif total >= 9:
        slow(unit, "two")


@dataclass
class Flight:
    """Where an aircraft may fall from: its level, and whether it has left or slipped to another place."""

    level: int
    left: bool = False
    slipped: bool = False


def fall(unit: Unit, flight: Flight) -> None:
    """One step down (section 1.5, `damage_control_loss`)."""
    if unit.lost or flight.left:
        return
    ruling = unit.rulings["damage_control_loss"]
    if ruling == "leave_zone":
        flight.left = True
    elif ruling != "none":
        if flight.level == 0:
            unit.lost = "crash"
        else:
            flight.level -= 1
            flight.slipped = ruling == "ring_inward_crash_in_central" or flight.slipped


def level_at_start(rulings: dict[str, str], ring: int, altitude: str) -> int:
    """Level of an aircraft: its altitude under `altitude_track`, else its ring."""
    if rulings["damage_control_loss"] == "altitude_track":
        return ("low", "middle", "high", "extreme").index(altitude)
    return ring
