"""Attacks on the ground and fire from the ground in a sortie (sections 6 to 9, 13; ROUNDS.md 4.5, 4.6)."""

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import rule
from simlab.systems.alpha_strike.addresses import (
    AIR_TO_GROUND,
    AIRCRAFT,
    ATTACK,
    DROP,
    GROUND,
    GROUND_TO_AIR,
)
from simlab.systems.alpha_strike.mission.sortie.columns import (
    ARC,
    BOMB_BASE,
    BOMB_DAMAGE,
    BOMB_HEAT,
    BOMB_TYPES,
    BOMBING_FIRES,
    BUSY,
    BY_MARGIN,
    DISTANCE,
    DOUBLED,
    ENERGY,
    FIRE_BASE,
    FIRES,
    FIRST_BASE,
    G_SIDE,
    GRAZES,
    IMMOBILE,
    IMMOBILE_HELPS,
    IMMOBILE_MODIFIER,
    JUMP,
    JUMP_MODIFIER,
    LATE_THRUST,
    MECH,
    MOST_DROPPED,
    MOST_TYPES,
    NATURAL,
    PER_ATTACK,
    POLICY,
    POOLED,
    REACH,
    SIDE,
    SINGLE_ROLL,
    STILL,
    STOOD,
    STRAFE_POINTS,
    STRAFE_TABLE,
    STRAFE_TOKENS,
    SUBMERGED,
    THEN_BASE,
    TMM_TABLE,
    VALUES,
    WANTED,
    WORTH,
)
from simlab.systems.alpha_strike.mission.sortie.events import BOMB, FLAK, SHOT, note
from simlab.systems.alpha_strike.mission.sortie.lines import NO_SHOT
from simlab.systems.alpha_strike.mission.sortie.moves import mode_bracket, mode_kind, mode_of
from simlab.systems.alpha_strike.mission.sortie.plans import AIM, ALTITUDE, COUNT, DIVE, KIND, LANE, POINT, STRIKE
from simlab.systems.alpha_strike.mission.sortie.state import (
    ATTACKED,
    CONDITION,
    DROPPED,
    FIRST_ATTACK,
    HAS_ATTACKED,
    LATE,
    LEVEL,
    LINE,
    NONE,
    OUTSIDE,
    PLAN,
    SHOT_AT,
    TURN,
    USED,
    WAS_STUNNED,
    bombs_left,
    is_off,
    is_present,
    strike_with,
)
from simlab.systems.alpha_strike.rules.air_to_air import ways_to_reach
from simlab.systems.alpha_strike.rules.condition import (
    CREW,
    FIRE_CONTROL,
    FOUR,
    HEAT,
    MOVE,
    SEVEN,
    THREE,
    TMM,
    TWO,
    part,
)
from simlab.systems.alpha_strike.rules.critical_hits import token_after, token_now
from simlab.systems.alpha_strike.rules.dice import HIGHEST, SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import (
    AEROSPACE,
    ASCE,
    CREW_ATTACKS,
    CREW_EACH,
    FIRE_CONTROL_EACH,
    FLAK_MARGIN,
    HEAT_MOVE,
    MINIMAL_ROLL,
    RANGE_MODIFIERS,
    TRAITS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import fire_damage, value_of
from simlab.systems.alpha_strike.rules.heat import overheat_counts, points_used
from simlab.systems.alpha_strike.rules.scatter import landing_place

BEST_VALUE, NEAREST, FIRST, SPREAD = range(4)
WHOLE_LANE_NTH = 63


@rule
def hits_modifier(packed, condition):
    """What a unit's hits and heat add to its attack rolls (AS-6.9)."""
    settings = packed.settings
    number = settings[FIRE_CONTROL_EACH] * part(condition, FIRE_CONTROL, FOUR) + part(condition, HEAT, THREE)
    return number + settings[CREW_EACH] * settings[CREW_ATTACKS] * part(condition, CREW, TWO)


@rule
def is_immobile(packed, state, unit):
    """Is a ground unit immobile now (AS-6.6)?"""
    here = packed.aircraft.shape[0] + unit
    walks = packed.cards[here, TRAITS] & AEROSPACE == 0  # landed aerospace has TMM 0, no more (AS-13.7)
    stands = (walks and part(state.unit[here, CONDITION], MOVE, SEVEN) == 0) or packed.ground[unit, IMMOBILE] == 1
    return stands or state.unit[here, WAS_STUNNED] == 1 or is_off(packed, state, here)


@rule(inline=False)
def target_modifier(packed, state, unit):
    """Movement, type, terrain and stealth of a ground unit against strafes and strikes (AS-6.3, AS-6.6)."""
    number, condition = packed.ground[unit, STILL], state.unit[packed.aircraft.shape[0] + unit, CONDITION]
    if is_immobile(packed, state, unit):
        return number + packed.settings[IMMOBILE_MODIFIER]
    heat = part(condition, HEAT, THREE) if packed.ground[unit, MECH] == 1 else 0
    if packed.settings[ASCE] == 1:
        tmm = max(part(condition, TMM, THREE) - (1 if heat >= 2 else 0), 0) * (1 - packed.ground[unit, STOOD])
    else:
        move = max(part(condition, MOVE, SEVEN) - packed.settings[HEAT_MOVE] * heat, 0)
        tmm = packed.settings[TMM_TABLE + move]
    return number + tmm + packed.settings[JUMP_MODIFIER] * packed.ground[unit, JUMP]


@rule(inline=False)
def drop_bombs(packed, state, plane, plan, mode):
    """A bombing run (AS-7.3 to AS-8.5, section 9)."""
    planes, units = packed.aircraft.shape[0], packed.ground.shape[0]
    altitude = mode_kind(packed, plane, mode) == ALTITUDE
    count = min(bombs_left(packed, state, plane), packed.settings[MOST_DROPPED])
    count = min(count, packed.plans[plan, COUNT]) if altitude else count
    point, aim, first_miss = packed.plans[plan, POINT], packed.plans[plan, AIM], 0
    added = hits_modifier(packed, state.unit[plane, CONDITION])
    if packed.settings[IMMOBILE_HELPS] == 1 and is_immobile(packed, state, aim):
        added += packed.settings[IMMOBILE_MODIFIER]
    first = BOMB_TYPES + state.plane[plane, DROPPED]
    for sweep in range(2):  # pooled damage is added up by unit; else each bomb is applied by itself
        if sweep == 1 and packed.settings[POOLED] == 0:
            break
        for unit in range(units if sweep == 1 else 1):
            pool, pool_twelve, first_miss = 0, 0, 0
            for bomb in range(count):
                type_ = packed.aircraft[plane, first + bomb]
                word = level(state.game[TURN], spot(AIR_TO_GROUND, AIRCRAFT + plane, DROP, bomb // 2))
                hand = upper(word) if bomb % 2 == 0 else lower(word)
                total, after = two_dice(hand), after_two_dice(hand)
                target = packed.aircraft[plane, BOMB_BASE + mode * MOST_TYPES + type_] + added
                if packed.settings[BY_MARGIN] == 1:
                    target = min(target, total + packed.steps)
                way, gone = face(after, SIDES), face(rest(after, SIDES), SIDES)
                place = landing_place(total, target, way, gone, packed.steps, packed.settings[BY_MARGIN])
                if packed.settings[PER_ATTACK] == 1 and place > 0:
                    first_miss = place if first_miss == 0 else first_miss
                    place = first_miss
                if sweep == 0:
                    note(state, BOMB, plane, bomb, type_, total, target, way, gone, place)
                twelve = 1 if total == HIGHEST else 0
                mask = packed.covers[point + (bomb if altitude else 0), type_, place]
                if sweep == 1:
                    if (mask >> unit) & 1 == 1:
                        pool += packed.ground[unit, BOMB_DAMAGE + type_]
                        pool_twelve |= twelve if packed.ground[unit, BOMB_DAMAGE + type_] > 0 else 0
                else:
                    _bomb(packed, state, mask, type_, twelve)
            if sweep == 1:
                extra = packed.ground[unit, SUBMERGED] + pool_twelve * packed.settings[NATURAL]
                strike_with(packed, state, planes + unit, pool, extra)
    state.plane[plane, DROPPED] += count
    if packed.settings[LATE_THRUST] == 1:
        state.plane[plane, LATE] += count
    if packed.settings[BOMBING_FIRES] == 1:
        state.unit[plane, ATTACKED] = 1


@rule
def _bomb(packed, state, mask, type_, twelve):
    """One bomb on all units in its area; with pooled damage only its heat."""
    planes = packed.aircraft.shape[0]
    for unit in range(packed.ground.shape[0]):
        if (mask >> unit) & 1 == 1 and is_present(state, planes + unit):
            state.unit[planes + unit, OUTSIDE] += packed.ground[unit, BOMB_HEAT + type_]
            if packed.settings[POOLED] == 0:
                extra = packed.ground[unit, SUBMERGED] + twelve * packed.settings[NATURAL]
                strike_with(packed, state, planes + unit, packed.ground[unit, BOMB_DAMAGE + type_], extra)


@rule(inline=False)
def shoot(packed, state, plane, plan, mode):
    """A strafe or a strike (AS-5.3, AS-5.4, AS-7.1, AS-7.2, AS-8.2, AS-8.3)."""
    planes, settings, condition = packed.aircraft.shape[0], packed.settings, state.unit[plane, CONDITION]
    card, kind, bracket = packed.cards[plane], mode_kind(packed, plane, mode), mode_bracket(packed, plane, mode)
    arc = packed.aircraft[plane, ARC] if kind == STRIKE else 0  # a strafe takes the front arc (AS-8.6)
    token = token_now(card, settings, condition, arc, bracket)
    points = points_used(settings, packed.cards[plane, WANTED], part(condition, HEAT, THREE))
    points = points if overheat_counts(card, bracket) else 0
    base = packed.aircraft[plane, FIRST_BASE if mode == 0 else THEN_BASE] + hits_modifier(packed, condition)
    lane_hand = upper(level(state.game[TURN], spot(AIR_TO_GROUND, AIRCRAFT + plane, ATTACK, WHOLE_LANE_NTH)))
    for unit in range(packed.ground.shape[0]):
        if (packed.plans[plan, LANE] >> unit) & 1 == 0 or not is_present(state, planes + unit):
            continue
        hand = upper(level(state.game[TURN], spot(AIR_TO_GROUND, AIRCRAFT + plane, ATTACK, unit)))
        single = packed.settings[SINGLE_ROLL] == 1 and kind != STRIKE
        total = two_dice(lane_hand) if single else two_dice(hand)
        number, die, damage = base + target_modifier(packed, state, unit), face(after_two_dice(hand), SIDES), 0
        if total >= number:
            if kind == STRIKE:
                damage = value_of(token, die, settings[MINIMAL_ROLL]) + points
            else:
                place = (packed.aircraft[plane, ENERGY] * STRAFE_TOKENS + token) * STRAFE_POINTS + points
                sure = packed.settings[STRAFE_TABLE + place]
                rolled = sure < 0
                sure = -sure - 1 if rolled else sure
                damage = sure + (1 if rolled and die >= settings[MINIMAL_ROLL] else 0)
            if packed.ground[unit, DOUBLED] == 1 and damage > 0:  # RFA (section 17)
                damage = max(damage - 1 if kind == STRIKE else damage // 2, 1)
        note(state, SHOT, plane, planes + unit, total, number, die if token == 1 else 0, damage, kind, 0)
        if total >= number:
            extra = packed.ground[unit, SUBMERGED] + (packed.settings[NATURAL] if total == HIGHEST else 0)
            strike_with(packed, state, planes + unit, damage, extra)
    state.unit[plane, ATTACKED] = 1
    state.unit[plane, USED] += points


@rule(inline=False)
def attack_ground(packed, state, plane, number):
    """An attack on the ground by the plan that the aircraft has (ROUNDS.md 4.6). number: of the turn."""
    mode = mode_of(packed, state, plane)
    plan = state.plane[plane, PLAN]
    if mode == NONE or packed.plans[plan, KIND] != mode_kind(packed, plane, mode):
        return  # hits of this turn took what the plan needs
    kind = mode_kind(packed, plane, mode)
    if kind in (DIVE, ALTITUDE):
        drop_bombs(packed, state, plane, plan, mode)
    else:
        shoot(packed, state, plane, plan, mode)
    state.plane[plane, HAS_ATTACKED] = 1
    if packed.aircraft[plane, SIDE] == 0 and state.game[FIRST_ATTACK] == 0:
        state.game[FIRST_ATTACK] = number


@rule
def fire_number(packed, state, unit, plane, bracket):
    """TN of ground fire (AS-13.4)."""
    condition = state.unit[packed.aircraft.shape[0] + unit, CONDITION]
    return (
        packed.ground[unit, FIRE_BASE + plane]
        + packed.settings[RANGE_MODIFIERS + bracket]
        + hits_modifier(packed, condition)
    )


@rule
def worth_of_token(packed, token):
    """Six times the expected value of a token on a hit."""
    return 7 - packed.settings[MINIMAL_ROLL] if token == 1 else 6 * max(token - 1, 0)


@rule(inline=False)
def aim_of(packed, state, unit):
    """The aircraft at which a ground unit fires, NONE for nobody (doctrine ground_fire; ROUNDS.md 4.5)."""
    planes, here = packed.aircraft.shape[0], packed.aircraft.shape[0] + unit
    card, settings, condition = packed.cards[here], packed.settings, state.unit[here, CONDITION]
    policy = packed.settings[POLICY]
    best, most, fewest = NONE, 0, 0
    for plane in range(planes):
        line = state.plane[plane, LINE]
        if line == NONE or packed.aircraft[plane, SIDE] == packed.ground[unit, G_SIDE] or not is_present(state, plane):
            continue
        bracket = packed.lines[line, unit, REACH + state.plane[plane, LEVEL]]
        if bracket == NO_SHOT:
            continue
        token = token_after(card, settings, condition, packed.lines[line, unit, VALUES + bracket], 0)
        if token == 0:
            continue
        points = points_used(settings, packed.cards[here, WANTED], part(condition, HEAT, THREE))
        points = points if overheat_counts(card, bracket) else 0
        number = fire_number(packed, state, unit, plane, bracket)
        flak = token_after(card, settings, condition, packed.lines[line, unit, GRAZES + bracket], 0)
        hit, graze = ways_to_reach(number), ways_to_reach(number - settings[FLAK_MARGIN])
        score = hit * (worth_of_token(packed, token) + 6 * points) + (graze - hit) * worth_of_token(packed, flak)
        score *= packed.cards[plane, WORTH]
        if policy == NEAREST:
            score = -packed.lines[line, unit, DISTANCE]
        shots = state.unit[plane, SHOT_AT] if policy == SPREAD else 0
        better = best == NONE or shots < fewest or (shots == fewest and score > most)
        if better and (policy != FIRST or best == NONE):
            best, most, fewest = plane, score, shots
    return best


@rule(inline=False)
def fire_from_ground(packed, state, unit):
    """The fire of one ground unit (section 13)."""
    here = packed.aircraft.shape[0] + unit
    silent = state.unit[here, WAS_STUNNED] == 1 or packed.ground[unit, FIRES] == 0 or packed.ground[unit, BUSY] == 1
    if silent or not is_present(state, here) or is_off(packed, state, here):
        return
    plane = aim_of(packed, state, unit)
    if plane == NONE:
        return
    card, settings, condition = packed.cards[here], packed.settings, state.unit[here, CONDITION]
    line = state.plane[plane, LINE]
    bracket = packed.lines[line, unit, REACH + state.plane[plane, LEVEL]]
    points = points_used(settings, packed.cards[here, WANTED], part(condition, HEAT, THREE))
    points = points if overheat_counts(card, bracket) else 0
    hand = upper(level(state.game[TURN], spot(GROUND_TO_AIR, GROUND + unit, ATTACK, 0)))
    total, die = two_dice(hand), face(after_two_dice(hand), SIDES)
    number = fire_number(packed, state, unit, plane, bracket)
    token = token_after(card, settings, condition, packed.lines[line, unit, VALUES + bracket], 0)
    flak = token_after(card, settings, condition, packed.lines[line, unit, GRAZES + bracket], 0)
    damage = fire_damage(
        total, die, number, token, points, flak, settings[FLAK_MARGIN], settings[MINIMAL_ROLL]
    )  # fmt: skip
    note(state, FLAK, here, plane, total, number, die if token == 1 or flak == 1 else 0, damage, 0, 0)
    natural = packed.settings[NATURAL] if total == HIGHEST and total >= number else 0
    strike_with(packed, state, plane, damage, natural)
    state.unit[plane, SHOT_AT] += 1
    state.unit[here, ATTACKED] = 1
    state.unit[here, USED] += points
