"""Movement on the Radar Map and the choice of a plan (section 4; ROUNDS.md 4.3, 4.4, 4.5)."""

from simlab.jit import rule
from simlab.systems.alpha_strike.mission.sortie.columns import (
    ARC,
    AT_ATTACK,
    BOMBS,
    ESCORT,
    FIRST_BRACKET,
    FIRST_KIND,
    INTERCEPTOR,
    ONE_PASS,
    ROLE,
    SIDE,
    SPEED_TABLE,
    THEN_BRACKET,
    THEN_KIND,
    ZONE,
)
from simlab.systems.alpha_strike.mission.sortie.events import MOVED, PLANNED, note
from simlab.systems.alpha_strike.mission.sortie.plans import ALTITUDE, COUNT, DIVE, KIND, NO_MODE, STRIKE, WEIGHT
from simlab.systems.alpha_strike.mission.sortie.plans import LINE as PLAN_LINE
from simlab.systems.alpha_strike.mission.sortie.plans import SIDE as PLAN_SIDE
from simlab.systems.alpha_strike.mission.sortie.state import (
    AT,
    CONDITION,
    HAS_ATTACKED,
    HOMEWARD,
    LINE,
    NONE,
    PLAN,
    bombs_left,
    is_off,
    is_pinned,
    is_present,
    is_tired,
    plane_thrust,
    same_side,
)
from simlab.systems.alpha_strike.rules.critical_hits import token_now
from simlab.systems.alpha_strike.rules.radar_map import zone_steps

CENTRAL = 0


@rule
def mode_kind(packed, plane, mode):
    """Kind of attack of a mode: 0 the first, 1 what it does then."""
    return packed.aircraft[plane, FIRST_KIND if mode == 0 else THEN_KIND]


@rule
def mode_bracket(packed, plane, mode):
    """Range bracket of a mode (AS-5.7)."""
    return packed.aircraft[plane, FIRST_BRACKET if mode == 0 else THEN_BRACKET]


@rule
def is_own_plan(packed, plane, plan, kind):
    """May this aircraft follow this plan?"""
    fits = packed.plans[plan, PLAN_SIDE] == packed.aircraft[plane, SIDE] and packed.plans[plan, KIND] == kind
    return fits and (kind != ALTITUDE or packed.plans[plan, COUNT] == packed.aircraft[plane, BOMBS])


@rule(inline=False)
def can_do(packed, state, plane, mode):
    """Can it attack in this mode: bombs or a value left, and plans to follow?"""
    kind = mode_kind(packed, plane, mode)
    if kind == NO_MODE:
        return False
    bombs = bombs_left(packed, state, plane)
    if (kind == DIVE and bombs < 1) or (kind == ALTITUDE and bombs < max(packed.aircraft[plane, BOMBS], 1)):
        return False
    if kind >= STRIKE:
        arc = packed.aircraft[plane, ARC] if kind == STRIKE else 0  # a strafe takes the front arc (AS-8.6)
        bracket = mode_bracket(packed, plane, mode)
        if token_now(packed.cards[plane], packed.settings, state.unit[plane, CONDITION], arc, bracket) == 0:
            return False
    plans = 0
    for plan in range(packed.plans.shape[0]):
        plans += 1 if is_own_plan(packed, plane, plan, kind) else 0
    return plans > 0


@rule
def mode_of(packed, state, plane):
    """The mode of attack that is left to it: 0, 1, or NONE."""
    if can_do(packed, state, plane, 0):
        return 0
    return 1 if can_do(packed, state, plane, 1) else NONE


@rule(inline=False)
def best_plan(packed, state, plane):
    """The plan of its mode with the largest weight on units that stand, NONE when no weight is above 0."""
    mode = mode_of(packed, state, plane)
    if mode == NONE:
        return NONE
    kind, planes = mode_kind(packed, plane, mode), packed.aircraft.shape[0]
    best, most = NONE, 0
    for plan in range(packed.plans.shape[0]):
        if is_own_plan(packed, plane, plan, kind):
            total = 0
            for unit in range(packed.ground.shape[0]):
                if is_present(state, planes + unit):
                    total += packed.plans[plan, WEIGHT + plane * packed.ground.shape[0] + unit]
            if total > most:
                best, most = plan, total
    return best


@rule
def is_striker(packed, plane):
    """Is it a strike aircraft?"""
    return packed.aircraft[plane, ROLE] != ESCORT and packed.aircraft[plane, ROLE] != INTERCEPTOR


@rule(inline=False)
def wants_home(packed, state, plane):
    """Does it want to go home (ROUNDS.md 4.3)? Once it does, it always will."""
    if state.plane[plane, HOMEWARD] == 1 or is_tired(packed, state, plane):
        return 1
    if is_striker(packed, plane):
        if packed.settings[ONE_PASS] == 1 and state.plane[plane, HAS_ATTACKED] == 1:
            return 1
        return 1 if mode_of(packed, state, plane) == NONE else 0
    for other in range(packed.aircraft.shape[0]):
        if not same_side(packed, plane, other) and is_present(state, other):
            return 0
    return 1


@rule(inline=False)
def goal_of(packed, state, plane):
    """The zone that it flies to (ROUNDS.md 4.3)."""
    if state.plane[plane, HOMEWARD] == 1:
        return packed.aircraft[plane, ZONE]
    if is_striker(packed, plane):
        return CENTRAL
    sought = INTERCEPTOR if packed.aircraft[plane, ROLE] == ESCORT else 0
    here, best, least = state.plane[plane, AT], NONE, 1000
    for other in range(packed.aircraft.shape[0]):
        if not same_side(packed, plane, other) and is_present(state, other):
            apart = packed.map[here, state.plane[other, AT]]
            apart += 0 if packed.aircraft[other, ROLE] == sought else 100
            if apart < least:
                best, least = other, apart
    return here if best == NONE else state.plane[best, AT]


@rule(inline=False)
def move(packed, state, plane):
    """Move one aircraft, and draw its line if it is to attack (AS-4.3, AS-4.5, AS-4.6)."""
    state.plane[plane, HOMEWARD] = wants_home(packed, state, plane)
    if is_off(packed, state, plane):
        return
    if not is_pinned(packed, state, plane):
        steps, goal = (
            zone_steps(packed.settings, SPEED_TABLE, plane_thrust(packed, state, plane)),
            goal_of(packed, state, plane),
        )
        start = state.plane[plane, AT]
        for _ in range(steps):
            here = state.plane[plane, AT]
            state.plane[plane, AT] = packed.map[here, packed.map.shape[0] + goal]
        note(state, MOVED, plane, start, state.plane[plane, AT], 0, 0, 0, 0, 0)
    if packed.settings[AT_ATTACK] == 0:
        draw_line(packed, state, plane)


@rule(inline=False)
def draw_line(packed, state, plane):
    """Choose the best plan and draw its line, over the table alone: only there may it be declared (AS-3.4)."""
    if state.plane[plane, AT] == CENTRAL and is_striker(packed, plane) and state.plane[plane, HOMEWARD] == 0:
        plan = best_plan(packed, state, plane)
        state.plane[plane, PLAN] = plan
        state.plane[plane, LINE] = NONE if plan == NONE else packed.plans[plan, PLAN_LINE]
        note(state, PLANNED, plane, plan, 0, 0, 0, 0, 0, 0)


@rule(inline=False)
def move_all(packed, state, loser):
    """All aircraft, alternating, the loser of the initiative first (AS-3.1)."""
    planes = packed.aircraft.shape[0]
    place_0, place_1, turn_of = 0, 0, loser
    for _ in range(2 * planes):
        place = place_0 if turn_of == 0 else place_1
        while place < planes and (packed.aircraft[place, SIDE] != turn_of or not is_present(state, place)):
            place += 1
        if place < planes:
            move(packed, state, place)
            place += 1
        if turn_of == 0:
            place_0 = place
        else:
            place_1 = place
        turn_of = 1 - turn_of
