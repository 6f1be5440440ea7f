"""What happens to units: results, losses, the end of a battle; dice and events (B7 to B11, B17, 14.02, P30, P31)."""

from simlab.dice import face, level, upper
from simlab.jit import part, rule
from simlab.systems.continental_siege.addresses import ATTACK as ATTACK_DIE
from simlab.systems.continental_siege.addresses import SIDES, spot
from simlab.systems.continental_siege.addresses import SPILLOVER as SPILLOVER_DIE
from simlab.systems.continental_siege.doctrine.seen import is_ground, loss_of, may_fight
from simlab.systems.continental_siege.rules.fortress import boxes_after
from simlab.systems.continental_siege.rules.layout import (
    ALONE,
    AP,
    BIG,
    BIG_DESTROYED,
    BIG_LEFT,
    BODY,
    BOMB_SHOTS,
    BOMBER,
    BOMBLOAD,
    BOXES,
    CARRIED,
    CLASS,
    CP,
    CRT,
    D_KILLS_SQUAD,
    D_ON_FORTRESS,
    DEFENCE,
    DEFENDER,
    DESTROYED,
    DISABLED,
    DISARMED,
    EVENT_WIDTH,
    EVENTS,
    FIGHTER,
    FLOOR_TOTAL,
    FORTRESS,
    HERE,
    HEX,
    IN_PLAY,
    INFANTRY,
    LAST_ACTION,
    LAST_UNIT,
    LEFT,
    MISSILE,
    NO_DEFENDER,
    OFF_MAP,
    OGRE,
    OVER,
    PHASE,
    PLACE,
    RECEIVED,
    RECOVER,
    SECOND_D_AIR,
    SECOND_D_ARMOUR,
    SIDE,
    SILENCED,
    SILENT,
    SPILL_DOWN,
    SPILL_UP,
    SPILLED,
    TURN,
    TURN_SIDE,
    TURN_WORD,
    UNITS,
    WAITING,
    WEAPONS,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, NE, NONE, D, X, odds_column
from simlab.systems.continental_siege.rules.ogre import ogre_is_destroyed
from simlab.systems.continental_siege.rules.results import KILLS, STARTS_ANEW

# Events of a replay: what happened, then up to six numbers (see `replay`).
(MOVED, FLOWN_STEP, TURNED_TO, ENTERED, ATTACKED, SHEET_ATTACKED, DIE, DISABLED_UNIT, LOST_UNIT, LOST_BOXES,
 DROPPED_LOAD, RAMMED, LEFT_MAP, RECOVERED, PLAYER_TURN, ENDED, JOINED, BOMBED, WEAPONS_USED, SPILLED_OVER,
 SILENCED_BOX, LOST_ATTACK, PLACED, AIMED, DREW) = range(1, 26)  # fmt: skip
THIS_FORTRESS, THIS_WEAPON = 1, 2  # options of ruling ff_affected_by_d but for the default


@rule
def tell(battle, what, a, b, c, d, e):
    """Write an event down, if somebody wants to read it."""
    number = battle.game[EVENTS]
    if number < battle.events.shape[0]:
        battle.events[number, 0] = what
        battle.events[number, 1] = a
        battle.events[number, 2] = b
        battle.events[number, 3] = c
        battle.events[number, 4] = d
        battle.events[number, 5] = e
        battle.game[EVENTS] = number + 1


@part
def roll(battle, actor, purpose, n):
    """The d6 of this player-turn and phase at an address (table of purposes, 6e)."""
    word = level(battle.game[TURN_WORD], spot(battle.game[PHASE], actor, purpose, n))
    die = face(upper(word), SIDES)
    tell(battle, DIE, die, actor, purpose, n, 0)
    return die


@part
def attack_result(battle, actor, column):
    """Result of one attack on the CRT; it counts for its actor whether it needs a die or not (B6, purpose 3)."""
    n = battle.units[actor, CARRIED]
    battle.units[actor, CARRIED] = n + 1
    battle.game[LAST_ACTION] = battle.game[TURN]
    if column == AUTOMATIC:
        return X
    if column == NONE:
        return NE
    return battle.numbers[CRT + 7 * column + roll(battle, actor, ATTACK_DIE, n)]


@part
def start_phase(battle, phase):
    """A new phase of a player-turn: attacks carried and received are counted anew."""
    battle.game[PHASE] = phase
    battle.game[BOMB_SHOTS] = battle.game[BOXES + BOMBLOAD]
    for unit in range(battle.numbers[UNITS]):
        battle.units[unit, CARRIED] = 0
        battle.units[unit, RECEIVED] = 0
        battle.units[unit, SPILLED] = 0


@part
def out_of_play(battle, unit, place):
    """Take a unit out of the game: DESTROYED, or LEFT for good; the battle may end with it (P30, P31)."""
    if is_ground(battle, unit) and battle.units[unit, PLACE] == HERE and battle.units[unit, CLASS] != OGRE:
        battle.here[battle.units[unit, HEX]] -= 1 if battle.units[unit, CLASS] == INFANTRY else 16
    battle.units[unit, PLACE] = place
    tell(battle, LOST_UNIT if place == DESTROYED else LEFT_MAP, unit, battle.units[unit, HEX], 0, 0, 0)
    if battle.units[unit, SIDE] == DEFENDER and (battle.numbers[LAST_UNIT] or is_ground(battle, unit)):
        battle.game[IN_PLAY] -= 1
        if battle.game[IN_PLAY] == 0:
            end_with(battle, NO_DEFENDER)
    if unit == battle.game[BIG]:
        end_with(battle, BIG_DESTROYED if place == DESTROYED else BIG_LEFT)


@rule
def end_with(battle, how):
    """The battle is over; the first reason stands."""
    if battle.game[OVER] == 0:
        battle.game[OVER] = how


@rule
def moment_of_recovery(battle, unit):
    """The moment at which a unit disabled now recovers (B9, 11.09)."""
    turn = battle.game[TURN]
    side = battle.units[unit, SIDE]
    own = 1 if side == battle.game[TURN_SIDE] else 0
    air = 2 if battle.units[unit, CLASS] >= BOMBER else 0
    return 2 * turn + battle.numbers[RECOVER + air + own]


@part
def disable(battle, unit):
    """A D that disables; the clock of B9 starts (anew)."""
    battle.units[unit, DISABLED] = moment_of_recovery(battle, unit)
    tell(battle, DISABLED_UNIT, unit, battle.units[unit, HEX], 0, 0, 0)


@part
def apply_to_unit(battle, unit, result):
    """A result on an armour unit, AA unit, bomber, fighter, CP or group of squads (B7, B8)."""
    battle.units[unit, RECEIVED] += 1
    hurt(battle, unit, result)


@part
def hurt(battle, unit, result):
    """The same of an effect that is no attack of its own: spillover (11.06)."""
    if result == NE:
        return
    sort = battle.units[unit, CLASS]
    if sort == INFANTRY:
        if battle.numbers[ALONE]:
            hurt_squad(battle, unit, result)
        else:
            apply_to_squads(battle, battle.units[unit, HEX], result)
        return
    if sort == CP:
        if result == X:
            out_of_play(battle, unit, DESTROYED)
        return
    second = battle.numbers[SECOND_D_AIR] if sort >= BOMBER else battle.numbers[SECOND_D_ARMOUR]
    disabled = battle.units[unit, DISABLED] > 0
    if result == X or (disabled and second == KILLS):
        out_of_play(battle, unit, DESTROYED)
    elif not disabled or second == STARTS_ANEW:
        disable(battle, unit)


@part
def apply_to_squads(battle, place, result):
    """A result on the squads in a hex: an X all of them, a D the one of lowest id, or a turn (B7, B10)."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, PLACE] != HERE or battle.units[unit, HEX] != place:
            continue
        if battle.units[unit, CLASS] == INFANTRY:
            hurt_squad(battle, unit, result)
            if result == D and battle.numbers[D_KILLS_SQUAD]:
                return


@part
def hurt_squad(battle, unit, result):
    """A D or an X on one squad (B7; ruling `infantry_d_result`)."""
    if result == X or battle.numbers[D_KILLS_SQUAD]:
        out_of_play(battle, unit, DESTROYED)
    elif battle.units[unit, DISABLED] == 0:
        disable(battle, unit)


@part
def apply_to_weapon(battle, sort, result):
    """A result on one weapon of the sheet: only an X takes it off (B7, B11, 14.06; `ff_affected_by_d`)."""
    big = battle.game[BIG]
    battle.units[big, RECEIVED] += 1
    if result == X and battle.game[BOXES + sort] > 0:
        battle.game[BOXES + sort] -= 1
        tell(battle, LOST_BOXES, sort, 1, battle.game[BOXES + sort], 0, 0)
        if sort == BOMBLOAD:
            battle.game[SILENT] = min(battle.game[SILENT], battle.game[BOXES + sort])
        check_sheet(battle)
    elif result == D and battle.units[big, CLASS] == FORTRESS:
        if battle.numbers[D_ON_FORTRESS] == THIS_FORTRESS:
            disable(battle, big)
        elif battle.numbers[D_ON_FORTRESS] == THIS_WEAPON:
            silence(battle, sort)


@part
def silence(battle, sort):
    """One more bombload may not be used until the clock of 11.09 has run out; policies attack no other weapon (6e)."""
    count = battle.game[SILENT]
    if sort == BOMBLOAD and count < battle.game[BOXES + sort]:
        battle.scratch[SILENCED + count] = moment_of_recovery(battle, battle.game[BIG])
        battle.game[SILENT] = count + 1
        tell(battle, SILENCED_BOX, sort, count + 1, 0, 0, 0)


@part
def apply_to_body(battle, result, halves):
    """A result on treads or propulsion: an X takes as many boxes as the attacker's strength (B11, 14.02)."""
    big = battle.game[BIG]
    battle.units[big, RECEIVED] += 1
    if result == X:
        lose_body(battle, loss_of(battle, halves))
    elif result == D and battle.units[big, CLASS] == FORTRESS and battle.numbers[D_ON_FORTRESS] == THIS_FORTRESS:
        disable(battle, big)


@part
def spill_over(battle, target, place, halves):
    """Half the strength of an attack, one step down, on every other bomber and fighter in the hex, by id (11.06).

    Ruling `aircraft_stack_defence`; half a strength is rounded by `fractional_strength`.
    """
    total = halves // 2 * 2 if battle.numbers[FLOOR_TOTAL] else halves
    if battle.numbers[SPILL_UP]:
        total = -(-total // 4) * 4
    elif battle.numbers[SPILL_DOWN]:
        total = total // 4 * 4
    for unit in range(battle.numbers[UNITS]):
        sort = battle.units[unit, CLASS]
        if unit == target or (sort != BOMBER and sort != FIGHTER):
            continue
        if not may_fight(battle, unit) or battle.units[unit, HEX] != place:
            continue
        column = odds_column(total, 2 * battle.units[unit, DEFENCE])  # half the strength
        n = battle.units[unit, SPILLED]
        battle.units[unit, SPILLED] = n + 1
        result = NE
        if column == AUTOMATIC:
            result = X
        elif column != NONE:
            result = battle.numbers[CRT + 7 * column + roll(battle, unit, SPILLOVER_DIE, n)]
        tell(battle, SPILLED_OVER, unit, total, column, result, 0)
        if result == X:
            hurt(battle, unit, D)


@part
def lose_body(battle, loss):
    """Boxes of treads or propulsion go (in halves); a fortress without propulsion crashes (14.02)."""
    left = boxes_after(battle.game[BOXES + BODY], loss)
    tell(battle, LOST_BOXES, BODY, battle.game[BOXES + BODY] - left, left, 0, 0)
    battle.game[BOXES + BODY] = left
    check_sheet(battle)


@part
def check_sheet(battle):
    """Is the Ogre destroyed, has the fortress crashed (B13, 14.02)?"""
    big = battle.game[BIG]
    if battle.units[big, PLACE] > OFF_MAP:
        return
    weapons = 0
    for sort in range(WEAPONS):
        weapons += battle.game[BOXES + sort]
    gone = battle.game[BOXES + BODY] <= 0
    if battle.units[big, CLASS] == FORTRESS:
        gone = gone or (weapons == 0 and battle.numbers[DISARMED] == 2)
    elif gone:
        gone = ogre_is_destroyed(battle.game[BOXES + BODY], weapons)
    if gone:
        out_of_play(battle, big, DESTROYED)


@part
def recover(battle, moment):
    """Units whose disablement has run out are fit again (B9)."""
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, DISABLED] and battle.units[unit, DISABLED] <= moment:
            battle.units[unit, DISABLED] = 0
            if battle.units[unit, PLACE] <= OFF_MAP:
                tell(battle, RECOVERED, unit, battle.units[unit, HEX], 0, 0, 0)
    left = 0
    for box in range(battle.game[SILENT]):
        if battle.scratch[SILENCED + box] > moment:
            battle.scratch[SILENCED + left] = battle.scratch[SILENCED + box]
            left += 1
    battle.game[SILENT] = left


assert (AP, MISSILE, D, WAITING, LEFT) == (0, 3, 1, 0, 3)
assert EVENT_WIDTH > 6
