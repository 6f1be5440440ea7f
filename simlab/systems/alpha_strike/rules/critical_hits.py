"""Critical hits and motive damage (section 10, AS-8.7, AS-8.8): what one roll does to a condition.

The columns are data (crits.csv); here are their effects. All functions are of dice already rolled.
"""

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.condition import (
    BY_CRASH,
    BY_CRITICAL,
    BYTE,
    CREW,
    ENGINE,
    FALLEN,
    FIRE_CONTROL,
    FOUR,
    GONE,
    MOVE,
    SEVEN,
    STUNNED,
    THREE,
    THRUSTER,
    TMM,
    TWO,
    WEAPON,
    WEAPON_AFTER,
    lost_by,
    marked,
    one_more,
    part,
    with_part,
)
from simlab.systems.alpha_strike.rules.fighting_card import (
    AEROSPACE,
    ARC_COUNT,
    ASCE,
    BAR,
    CASE,
    CASE_2,
    CASE_DAMAGE,
    CLASS,
    CR_SHIFT,
    CRASH_DAMAGE,
    CRITICAL_RESISTANT,
    FIGHTER,
    FLIES_LOW,
    HALVED_LEAST,
    IGNORE,
    INAPPLICABLE,
    INAPPLICABLE_DAMAGE,
    INDUSTRIAL,
    INFANTRY,
    LARGE_CRAFT,
    MECH,
    MINOR_MOTIVE,
    MOTIVE_ROW,
    ONE_ARC,
    ONE_ROLL,
    REACHES,
    THRESHOLD,
    TOKENS,
    TRAITS,
    TWELVE_COUNTS,
    VEHICLE,
    WEAK_ENGINE,
)
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage

# Effects (AS-10.4). KF Boom, Docking Collar and Door do nothing here.
(
    NO_EFFECT, AMMO, ENGINE_HIT, FIRE_CONTROL_HIT, WEAPON_HIT, MP_HIT, DESTROYED, CREW_STUNNED, CREW_KILLED, FUEL_HIT,
    THRUSTER_HIT, CREW_HIT,
) = range(12)  # fmt: skip
NO_MOTIVE, MINUS_INCHES, HALF_MOVE, IMMOBILIZED = range(4)  # motive damage (AS-10.5)
EFFECTS = {
    "none": NO_EFFECT, "kf_boom": NO_EFFECT, "docking_collar": NO_EFFECT, "door": NO_EFFECT, "ammo": AMMO,
    "engine": ENGINE_HIT, "fire_control": FIRE_CONTROL_HIT, "weapon": WEAPON_HIT, "mp": MP_HIT, "destroyed": DESTROYED,
    "crew_stunned": CREW_STUNNED, "crew_killed": CREW_KILLED, "fuel": FUEL_HIT, "thruster": THRUSTER_HIT,
    "crew": CREW_HIT,
}  # fmt: skip
MOTIVE_EFFECTS = {
    "nothing": NO_MOTIVE, "minus_2": MINUS_INCHES, "half": HALF_MOVE, "immobilized": IMMOBILIZED,
}  # fmt: skip
MOST_ROLLS = 8  # critical rolls that one instance has dice for


@rule
def ways_of(total):
    """Ways out of 36 to roll this total of 2D6 (AS-2.1)."""
    return 6 - abs(total - 7)


@rule(inline=False)
def rolls_owed(card, settings, damage, spill, twelve):
    """Critical rolls that one instance of damage owes (AS-8.7 steps 1, 4, 5; AS-10.1).

    card: int64[CARD_COLUMNS]; settings: int64[SETTING_COLUMNS]; twelve: 1 when the attack's own 2D6 came to 12.
    Infantry and battle armor never roll. Rulings threshold_compare, threshold_and_structure, natural_12_crit.
    """
    if damage <= 0 or card[CLASS] == INFANTRY:
        return 0
    traits = card[TRAITS]
    by_structure = 0
    if spill > 0:
        by_structure = 2 if traits & INDUSTRIAL else 1
    passed = traits & AEROSPACE != 0 and damage > card[THRESHOLD] - settings[REACHES]
    by_threshold = 1 if passed or traits & BAR != 0 else 0
    both = max(by_structure, by_threshold) if settings[ONE_ROLL] == 1 else by_structure + by_threshold
    return both + twelve * settings[TWELVE_COUNTS]


@rule
def effect_at(card, columns, settings, total):
    """Effect of a total of 2D6 on the column of the unit's class; `CR` takes 2 off, below 2 is nothing (AS-10.2).

    columns: int64[7, COLUMN_WIDTH], see `fighting_card`.
    """
    seen = total - settings[CR_SHIFT] if card[TRAITS] & CRITICAL_RESISTANT else total
    return columns[card[CLASS], seen] if seen >= 2 else NO_EFFECT


@rule
def weapon_hits(card, settings, condition, arc):
    """Weapon Hits that this arc feels (AS-10.4; ruling weapon_hit_large)."""
    if card[CLASS] == LARGE_CRAFT and settings[ONE_ARC] == 1:
        return part(condition, WEAPON + 2 * arc, TWO)
    return part(condition, WEAPON, FOUR)


@rule(inline=False)
def token_after(card, settings, condition, token, arc):
    """What the hits taken so far leave of a damage token (AS-10.4: Weapon Hits, a vehicle's Engine Hit)."""
    hits = weapon_hits(card, settings, condition, arc)
    if card[CLASS] == LARGE_CRAFT:
        for _ in range(hits):
            value = token - 1
            value = value >> 1 if settings[ONE_ARC] == 1 else (3 * value) >> 2
            token = value + 1 if value > 0 else 0
        return token
    keeps = settings[ASCE]
    for _ in range(hits):
        token = max(token - 1, 0) if keeps == 1 or token > 2 else 0
    if card[CLASS] == VEHICLE and part(condition, ENGINE, TWO) > 0:
        value = max(token - 1, 0) >> 1
        token = value + 1 if value > 0 else 0
        for _ in range(part(condition, WEAPON_AFTER, FOUR)):
            token = max(token - 1, 0) if keeps == 1 or token > 2 else 0
    return token


@rule
def token_now(card, settings, condition, arc, bracket):
    """The damage token of an arc at a range bracket, hits included."""
    return token_after(card, settings, condition, card[TOKENS + 4 * arc + bracket], arc)


@rule(inline=False)
def is_disarmed(card, settings, condition):
    """Is every damage value at every range 0 by now?"""
    for arc in range(card[ARC_COUNT]):
        for bracket in range(4):
            if token_now(card, settings, condition, arc, bracket) > 0:
                return False
    return True


@rule(inline=False)
def is_applicable(card, settings, condition, effect):
    """Can this effect apply (AS-8.8)? Not a Weapon Hit without values left, not MP or an Engine Hit at Move 0."""
    if effect == WEAPON_HIT:
        return not is_disarmed(card, settings, condition)
    if effect == MP_HIT:
        return part(condition, MOVE, SEVEN) > 0
    if effect == ENGINE_HIT and card[CLASS] == VEHICLE and part(condition, ENGINE, TWO) == 0:
        return part(condition, MOVE, SEVEN) > 0
    return True


@rule(inline=False)
def applicable_ways(card, columns, settings, condition):
    """How many of the 36 falls of 2D6 have an effect that can apply now (ruling inapplicable_crit = reroll)."""
    ways = 0
    for total in range(2, 13):
        if is_applicable(card, settings, condition, effect_at(card, columns, settings, total)):
            ways += ways_of(total)
    return ways


@rule(inline=False)
def applicable_total(card, columns, settings, condition, number):
    """The total on which the number-th applicable fall lies, counted from 1 over the totals in order."""
    for total in range(2, 13):
        if is_applicable(card, settings, condition, effect_at(card, columns, settings, total)):
            number -= ways_of(total)
            if number <= 0:
                return total
    return 0


@rule
def slowed(condition, loss):
    """The condition with this much less Move, never below 0."""
    return with_part(condition, MOVE, SEVEN, max(part(condition, MOVE, SEVEN) - loss, 0))


@rule
def less_agile(condition, loss):
    """The condition with this much less TMM; only the Commander's Edition keeps it apart from Move (AS-6.6)."""
    return with_part(condition, TMM, THREE, max(part(condition, TMM, THREE) - loss, 0))


@rule(inline=False)
def halved_move(settings, condition):
    """Move halved, rounded down, at least 2 in lost; TMM halved, at least 1 lost (AS-10.4 MP Hit, AS-10.5)."""
    move, tmm = part(condition, MOVE, SEVEN), part(condition, TMM, THREE)
    return less_agile(slowed(condition, max(move - (move >> 1), settings[HALVED_LEAST])), max(tmm - (tmm >> 1), 1))


@rule(inline=False)
def landed_by_force(card, settings, condition):
    """A VTOL or WiGE at Move 0 crashes: 1 damage and immobile, once (AS-10.5)."""
    falls = card[TRAITS] & FLIES_LOW != 0 and part(condition, MOVE, SEVEN) == 0 and part(condition, FALLEN, 1) == 0
    return marked(condition | (1 << FALLEN), settings[CRASH_DAMAGE]) if falls else condition


@rule(inline=False)
def with_engine_hit(card, settings, condition):
    """One Engine Hit (AS-10.4): by class; the last one that a unit can take loses it."""
    condition = one_more(condition, ENGINE, TWO)
    hits, kind = part(condition, ENGINE, TWO), card[CLASS]
    if kind == MECH:
        if hits == 2 and card[TRAITS] & WEAK_ENGINE == 0:
            condition = lost_by(condition, BY_CRITICAL)
    elif kind == VEHICLE:
        if hits == 1:
            move, tmm = part(condition, MOVE, SEVEN), part(condition, TMM, THREE)
            condition = less_agile(slowed(condition, move - (move >> 1)), tmm - (tmm >> 1))
            condition = landed_by_force(card, settings, condition)
        else:
            condition = lost_by(condition, BY_CRITICAL)
    elif (kind == FIGHTER and hits == 2) or (kind == LARGE_CRAFT and hits == 3):
        condition = lost_by(condition, BY_CRASH)
    return condition


@rule
def with_weapon_hit(card, settings, condition, arc):
    """One Weapon Hit, at this arc where only one suffers."""
    if card[CLASS] == LARGE_CRAFT and settings[ONE_ARC] == 1:
        return one_more(condition, WEAPON + 2 * arc, TWO)
    if card[CLASS] == VEHICLE and part(condition, ENGINE, TWO) > 0:
        return one_more(condition, WEAPON_AFTER, FOUR)
    return one_more(condition, WEAPON, FOUR)


@rule(inline=False)
def with_critical(card, settings, condition, effect, arc):
    """The condition after one critical effect that can apply (AS-10.4)."""
    if effect == AMMO:
        if card[TRAITS] & CASE_2 != 0:
            return condition
        return marked(condition, settings[CASE_DAMAGE]) if card[TRAITS] & CASE != 0 else lost_by(condition, BY_CRITICAL)
    if effect == ENGINE_HIT:
        return with_engine_hit(card, settings, condition)
    if effect == FIRE_CONTROL_HIT:
        return one_more(condition, FIRE_CONTROL, FOUR)
    if effect == WEAPON_HIT:
        return with_weapon_hit(card, settings, condition, arc)
    if effect == MP_HIT:
        return landed_by_force(card, settings, halved_move(settings, condition))
    if effect == CREW_STUNNED:
        return condition | (1 << STUNNED)
    if effect == THRUSTER_HIT:
        condition = condition | (1 << THRUSTER)
        return lost_by(condition, BY_CRASH) if thrust_after_damage(card, settings, condition) == 0 else condition
    if effect == CREW_HIT:
        condition = one_more(condition, CREW, TWO)
        return lost_by(condition, BY_CRITICAL) if part(condition, CREW, TWO) >= 2 else condition
    if effect in (DESTROYED, CREW_KILLED, FUEL_HIT):
        return lost_by(condition, BY_CRITICAL)
    return condition


@rule
def with_inapplicable(settings, condition):
    """The condition after an effect that cannot apply: 1 more damage without a roll, or nothing (AS-8.8)."""
    return condition if settings[INAPPLICABLE] == IGNORE else marked(condition, settings[INAPPLICABLE_DAMAGE])


@rule
def more_rolls(card, before, after, effect):
    """Rolls that an effect adds: an Ammo Hit softened by CASE rolls again when its damage marked structure."""
    softened = effect == AMMO and card[TRAITS] & CASE != 0 and card[TRAITS] & CASE_2 == 0
    return 1 if softened and (before & BYTE) == 0 and (after & GONE) == 0 else 0


@rule(inline=False)
def after_motive(card, columns, settings, condition, total):
    """Motive damage of a vehicle by 2D6 plus its modifier (AS-10.5). total: 1 to 15."""
    effect = columns[MOTIVE_ROW, total]
    if effect == IMMOBILIZED:
        condition = less_agile(slowed(condition, SEVEN), THREE)
    elif effect == HALF_MOVE:
        condition = halved_move(settings, condition)
    elif effect == MINUS_INCHES:
        condition = less_agile(slowed(condition, settings[MINOR_MOTIVE]), 1)
    return landed_by_force(card, settings, condition)
