"""What a player sees and every policy looks at: who is fit, who stands where, what an attack is worth (P26, P33)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.rules.hexes import in_arc
from simlab.systems.continental_siege.rules.layout import (
    ALONE,
    ARC_EXCLUSIVE,
    ARC_FLOWN,
    BIG,
    BOMBER,
    BOXES,
    CHANCES,
    CLASS,
    CP,
    CP_DEFENCE,
    D_KILLS_SQUAD,
    DEFENCE,
    DISABLED,
    FACING,
    FIGHT_BEYOND,
    FIGHTER,
    FLOOR_TOTAL,
    FLOWN,
    FORTRESS,
    GAME_SIZE,
    HEAVY_AA,
    HERE,
    HEX,
    INFANTRY,
    LIGHT_AA,
    LOSS,
    MARKS,
    OFF_MAP,
    OGRE,
    PLACE,
    RANGE,
    RETURNS,
    SECOND_D_AIR,
    SECOND_D_ARMOUR,
    SPENT,
    STAMP,
    UNITS,
    apart,
)
from simlab.systems.continental_siege.rules.odds import NONE, ODDS_1_1, ODDS_1_2, odds_column
from simlab.systems.continental_siege.rules.results import KILLS

NOBODY = -1
NEVER = 1 << 62  # a key that every other comes before
assert STAMP < GAME_SIZE


@rule
def is_here(battle, unit):
    """Does a unit stand or fly on the map?"""
    return battle.units[unit, PLACE] == HERE


@rule
def is_fit(battle, unit):
    """Is a unit on the map and not disabled (B9, 11.09)?"""
    return battle.units[unit, PLACE] == HERE and battle.units[unit, DISABLED] == 0


@rule
def may_fight(battle, unit):
    """May a unit attack or be attacked where it is: on the map, or off it by ruling `offmap_combat` (11.10)?"""
    place = battle.units[unit, PLACE]
    beyond = place == OFF_MAP and battle.numbers[FIGHT_BEYOND] and battle.units[unit, RETURNS] == 0
    return place == HERE or beyond


@rule
def is_able(battle, unit):
    """May a unit attack where it is, and is it not disabled (11.09)?"""
    return may_fight(battle, unit) and battle.units[unit, DISABLED] == 0


@rule
def in_play(battle, unit):
    """Is a unit on the map, off it by 11.10, or not yet entered (P30)?"""
    return battle.units[unit, PLACE] <= OFF_MAP


@rule
def is_aircraft(battle, unit):
    """Is it a bomber, a fighter or a Flying Fortress (11.01)?"""
    return battle.units[unit, CLASS] >= BOMBER


@rule
def is_ground(battle, unit):
    """Is it a unit on the ground (15.01)?"""
    return battle.units[unit, CLASS] < BOMBER


@rule
def squads_in(battle, place):
    """Infantry squads in a hex."""
    return battle.here[place] & 15


@rule
def squads_with(battle, unit):
    """Squads that defend together with a squad of the map, itself among them (B10; ruling `infantry_grouping`)."""
    return 1 if battle.numbers[ALONE] else squads_in(battle, battle.units[unit, HEX])


@rule
def defence_of(battle, unit):
    """Defence of a unit as it stands: a group of squads defends together (B10); a CP by ruling `cp_defence`."""
    sort = battle.units[unit, CLASS]
    if sort == INFANTRY:
        return squads_with(battle, unit)
    return battle.numbers[CP_DEFENCE] if sort == CP else battle.units[unit, DEFENCE]


@rule
def new_mark(battle):
    """A mark that no hex carries yet: groups of squads are looked at once, at their lowest id."""
    battle.game[STAMP] += 1
    return battle.game[STAMP]


@rule
def is_new(battle, unit, mark):
    """Is this unit the first of its hex to be looked at under a mark? Only squads share a hex."""
    if battle.units[unit, CLASS] != INFANTRY or battle.numbers[ALONE]:
        return True
    place = battle.units[unit, HEX]
    if battle.scratch[MARKS + place] == mark:
        return False
    battle.scratch[MARKS + place] = mark
    return True


@rule
def kill_sixths(battle, unit, column):
    """Chance in sixths that an attack in this column destroys the unit as it stands (P33)."""
    x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1]
    sort = battle.units[unit, CLASS]
    if battle.units[unit, DISABLED] == 0 or sort in (CP, OGRE, FORTRESS):
        return x
    second = battle.numbers[SECOND_D_AIR] if sort >= BOMBER else battle.numbers[SECOND_D_ARMOUR]
    return x + d if second == KILLS else x


@rule
def worth(battle, unit, column, by):
    """P(X) x cost of an attack on a unit, sixths of a chance times parts of an armour unit (P26).

    For a group of squads the expected cost destroyed. by: the column of units that holds the cost, COST, or VALUED for
    the weapons of an Ogre or a fortress (W5).
    """
    if battle.units[unit, CLASS] == INFANTRY:
        x, d = battle.numbers[CHANCES + 2 * column], battle.numbers[CHANCES + 2 * column + 1]
        squads = squads_with(battle, unit)
        if squads == 1 and battle.numbers[D_KILLS_SQUAD]:
            return (x + d) * battle.units[unit, by]
        return (x * squads + d * battle.numbers[D_KILLS_SQUAD]) * battle.units[unit, by]
    return kill_sixths(battle, unit, column) * battle.units[unit, by]


@rule
def column_of(battle, halves, defence):
    """Odds column of an attack; the sum is rounded down under ruling `fractional_strength` = floor_total (B5)."""
    return odds_column(halves // 2 * 2 if battle.numbers[FLOOR_TOTAL] else halves, defence)


@rule
def wanted_halves(battle, column, defence):
    """Least strength, in halves, that reaches a column when sums may be rounded down."""
    halves = halves_for(column, defence)
    return (halves + 1) // 2 * 2 if battle.numbers[FLOOR_TOTAL] else halves


@rule
def halves_for(column, defence):
    """Least strength, in halves, that reaches a column against a defence (B5).

    >>> from simlab.systems.continental_siege.rules.odds import AUTOMATIC, ODDS_1_1
    >>> halves_for(AUTOMATIC, 3), halves_for(ODDS_1_2, 3), halves_for(ODDS_1_1, 3), halves_for(AUTOMATIC, 0)
    (30, 3, 6, 1)
    """
    if defence == 0:
        return 1
    return defence if column == ODDS_1_2 else 2 * defence * (column - ODDS_1_2)


@rule
def arc_facing(battle, unit):
    """The facing whose arc counts in the fire phase (13.02; ruling `arc_facing_used`)."""
    return battle.units[unit, FLOWN] if battle.numbers[ARC_FLOWN] else battle.units[unit, FACING]


@rule
def sees(battle, place, facing, reach, there):
    """Does a hex lie in the forward arc from a hex with a facing, out to a range (13.02, 4.4)?"""
    dq, dr = (there >> 7) - (place >> 7), (there & 127) - (place & 127)
    return in_arc(dq, dr, facing, reach, battle.numbers[ARC_EXCLUSIVE])


@part
def aa_faces(battle, unit, there):
    """Does an AA unit have a hex in its arc and range; any other unit may fire all round (15.01, ruling `aa_arc`)?"""
    sort = battle.units[unit, CLASS]
    if sort != LIGHT_AA and sort != HEAVY_AA:
        return True
    return sees(battle, battle.units[unit, HEX], battle.units[unit, FACING], battle.units[unit, RANGE], there)


@rule
def able_boxes(battle, sort):
    """Boxes of a sort that have not fired in the phase."""
    return battle.game[BOXES + sort] - battle.game[SPENT + sort]


@rule
def loss_of(battle, halves):
    """Halves of boxes of treads or propulsion that a hit of this strength takes (B11; `fractional_unit_loss`)."""
    whole = battle.numbers[LOSS]
    total = halves // 2 * 2 if battle.numbers[FLOOR_TOTAL] else halves
    return total if whole == 2 else (total + whole) // 2 * 2


@part
def big_is_here(battle):
    """Is the Ogre or Flying Fortress on the map?"""
    big = battle.game[BIG]
    return big >= 0 and battle.units[big, PLACE] == HERE


@part
def living_cp(battle):
    """The command post, NOBODY once it is destroyed."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, CLASS] == CP and battle.units[unit, PLACE] <= OFF_MAP:
            return unit
    return NOBODY


@part
def lowest_squad(battle, place):
    """The squad of lowest id in a hex, or NOBODY (B10)."""
    for unit in range(battle.numbers[UNITS]):
        if (
            battle.units[unit, PLACE] == HERE
            and battle.units[unit, HEX] == place
            and battle.units[unit, CLASS] == INFANTRY
        ):
            return unit
    return NOBODY


assert (NONE, ODDS_1_1) == (0, 2)
assert apart(0, 129) == 2
assert FIGHTER == BOMBER + 1
