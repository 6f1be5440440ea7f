"""Columns of the card that a unit fights with, and of the settings: what kernels read in place of words.

Settings are what rulings and the table of printed constants decide once for all units.

A damage *token* is 0 for no value, 1 for ``0*``, v + 1 for the whole value v (AS-1.5).
"""

# Classes: which critical column, which effects (AS-1.3, AS-10.3).
MECH, PROTOMECH, VEHICLE, FIGHTER, LARGE_CRAFT, INFANTRY = range(6)
CLASSES = ("mech", "protomech", "vehicle", "fighter", "large", "infantry")

SHORT, MEDIUM, LONG, EXTREME = range(4)
BRACKETS = ("short", "medium", "long", "extreme")
ARCS = 4  # front, left, right, rear: the order of the tokens

# Columns of a card.
(
    CLASS, SKILL, ARMOR_POINTS, STRUCTURE_POINTS, THRESHOLD, THRUST, PRINTED_MOVE, OVERHEAT_VALUE, TRAITS,
    ATTACK_MODIFIER, AIR_TARGET, MOTIVE_MODIFIER, POINT_VALUE, ARC_COUNT, FORWARD_ARCS, TOKENS,
) = range(16)  # fmt: skip
REAR_TOKENS, FLAK_TOKENS = TOKENS + 4 * ARCS, TOKENS + 4 * ARCS + 4
CARD_COLUMNS = FLAK_TOKENS + 4

# Traits, one bit each.
(
    BAR, AEROSPACE, INDUSTRIAL, CASE, CASE_2, ARMORED, CRITICAL_RESISTANT, WEAK_ENGINE, OVERHEAT_LONG, HEAT_SCALE,
    DROPSHIP, FLIES_LOW,
) = (1 << bit for bit in range(12))  # fmt: skip

# Columns of the settings: by rulings, then printed constants.
(
    ASCE, MINIMAL_ROLL, TWELVE_COUNTS, REACHES, ONE_ROLL, ONE_ARC, ENGINE_CEIL, INAPPLICABLE, CREW_ATTACKS,
    HEAT_SLOWS, BOMBS_FIRST, LOSS, PER_HIT, IMMEDIATE, ENGAGEMENT_END, RANGE_CHOICE, TAILED_FIRE, FLAK_MARGIN,
    OUTSIDE_CAP, HEAT_TOP, HEAT_MOVE, MINOR_MOTIVE, HALVED_LEAST, CR_SHIFT, CRASH_DAMAGE, CASE_DAMAGE,
    INAPPLICABLE_DAMAGE, ATMOSPHERE, CONTROL_CREW, CONTROL_THRUSTER, CONTROL_TAILED, CONTROL_TAILING, REAR_BONUS,
    FIRE_CONTROL_EACH, CREW_EACH, TAILING_ATTACK, REAR_ATTACK,
    RANGE_MODIFIERS,
) = range(38)  # fmt: skip
SETTING_COLUMNS = RANGE_MODIFIERS + 4  # one for each bracket
MOTIVE_ROW, COLUMN_WIDTH = 6, 16  # in the table of effects: int64[7, 16], by class (motive damage last) and total

# What an inapplicable critical does (ruling inapplicable_crit).
PLUS_ONE, REROLL, IGNORE = range(3)
# What a failed damage Control Roll does (ruling damage_control_loss).
RING_INWARD, ALTITUDE_TRACK, LEAVE_ZONE, NO_LOSS = range(4)
# When an engagement ends, who sets its range, what a tailed unit may do (rulings of section 12).
BREAK_ROLL, ENDS_WITH_TURN, UNTIL_DESTROYED = range(3)
WINNER_PICKS, ALWAYS_SHORT, ALWAYS_MEDIUM, RANDOM_EQUAL, BY_PATHS = range(5)
REAR_WEAPONS, NO_RETURN, NORMAL_RETURN = range(3)
