"""The End Phase of a sortie (section 14; ROUNDS.md 4.7)."""

from simlab.dice import level, lower, spot, upper
from simlab.jit import rule
from simlab.systems.alpha_strike.addresses import AIRCRAFT, BREAK_OFF, CONTROL, END, GROUND
from simlab.systems.alpha_strike.addresses import ENGINE as ENGINE_ROLL
from simlab.systems.alpha_strike.mission.sortie.columns import IN_WATER, OUTSIDE_MOST, SIDE, ZONE
from simlab.systems.alpha_strike.mission.sortie.events import (
    BREAKS_OFF,
    CONTROL_ROLL,
    FELL,
    HEATED,
    WENT_HOME,
    note,
)
from simlab.systems.alpha_strike.mission.sortie.events import ENGINE_ROLL as ENGINE_DIE
from simlab.systems.alpha_strike.mission.sortie.moves import CENTRAL, is_striker
from simlab.systems.alpha_strike.mission.sortie.state import (
    AT,
    ATTACKED,
    CONDITION,
    COUNT,
    ENGAGED,
    HOMEWARD,
    LEVEL,
    NOBODY,
    OUTSIDE,
    TAIL,
    TAKEN,
    TURN,
    USED,
    apply,
    free,
    is_off,
    is_pinned,
    is_present,
)
from simlab.systems.alpha_strike.rules.condition import (
    BY_CRITICAL,
    ENGINE,
    GONE,
    HEAT,
    LEFT,
    THREE,
    TWO,
    lost_by,
    part,
    with_part,
)
from simlab.systems.alpha_strike.rules.dice import HIGHEST, two_dice
from simlab.systems.alpha_strike.rules.end_phase import (
    after_fall,
    falls_without_roll,
    leaves_engagements,
    level_after_fall,
)
from simlab.systems.alpha_strike.rules.fighting_card import (
    BREAK_ROLL,
    CLASS,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    HEAT_SCALE,
    HEAT_TOP,
    IMMEDIATE,
    LOSS,
    MECH,
    PER_HIT,
    RING_INWARD,
    TRAITS,
    WEAK_ENGINE,
)
from simlab.systems.alpha_strike.rules.heat import heat_after
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage
from simlab.systems.alpha_strike.rules.thresholds import damage_control_number, engaged_control_number


@rule(inline=False)
def apply_all(packed, state):
    """All damage of the turn takes effect, aircraft first (AS-14.1)."""
    for unit in range(packed.cards.shape[0]):
        state.unit[unit, TAKEN] = state.unit[unit, COUNT]
        if packed.settings[IMMEDIATE] == 0:
            for instance in range(state.unit[unit, COUNT]):
                apply(packed, state, unit, instance)


@rule(inline=False)
def fall(packed, state, plane):
    """One step down for an aircraft (AS-14.4)."""
    loss = packed.settings[LOSS]
    rings = loss == RING_INWARD
    at = packed.map[state.plane[plane, AT], 2 * packed.map.shape[0]] if rings else state.plane[plane, LEVEL]
    note(state, FELL, plane, at, 0, 0, 0, 0, 0, 0)
    state.unit[plane, CONDITION] = after_fall(state.unit[plane, CONDITION], loss, at)
    if rings and at > 0:
        here = state.plane[plane, AT]
        state.plane[plane, AT] = packed.map[here, packed.map.shape[0] + CENTRAL]
    elif not rings:
        state.plane[plane, LEVEL] = level_after_fall(loss, at)
    if leaves_engagements(loss, at) == 1 or not is_present(state, plane):  # the crashed free the other (AS-12.9)
        free(packed, state, plane)


@rule(inline=False)
def control_rolls(packed, state):
    """Damaged aircraft roll (AS-14.3)."""
    for plane in range(packed.aircraft.shape[0]):
        taken = state.unit[plane, TAKEN]
        rolls = taken if packed.settings[PER_HIT] == 1 else min(taken, 1)
        number = damage_control_number(packed.cards[plane], packed.settings, state.unit[plane, CONDITION])
        for nth in range(rolls):
            total = two_dice(upper(level(state.game[TURN], spot(END, AIRCRAFT + plane, CONTROL, nth))))
            if is_present(state, plane):
                note(state, CONTROL_ROLL, plane, total, number, 0, 0, 0, 0, 0)
                if total < number:
                    fall(packed, state, plane)


@rule(inline=False)
def heat_all(packed, state):
    """Heat of every unit that is still there (section 11)."""
    settings, planes = packed.settings, packed.aircraft.shape[0]
    for unit in range(packed.cards.shape[0]):
        condition = state.unit[unit, CONDITION]
        if packed.cards[unit, TRAITS] & HEAT_SCALE == 0 or not is_present(state, unit):
            continue
        engine = 0
        if packed.cards[unit, CLASS] == MECH and part(condition, ENGINE, TWO) > 0:
            engine = 1 if packed.cards[unit, TRAITS] & WEAK_ENGINE == 0 else 0
        water = packed.ground[unit - planes, IN_WATER] if unit >= planes else 0
        heat = heat_after(
            part(condition, HEAT, THREE), state.unit[unit, USED], engine, state.unit[unit, ATTACKED], water,
            min(state.unit[unit, OUTSIDE], packed.settings[OUTSIDE_MOST]), settings[HEAT_TOP],
        )  # fmt: skip
        state.unit[unit, CONDITION] = with_part(condition, HEAT, THREE, heat)
        if heat != part(condition, HEAT, THREE):
            note(state, HEATED, unit, part(condition, HEAT, THREE), heat, 0, 0, 0, 0, 0)
    for unit in range(packed.ground.shape[0]):
        here = planes + unit
        card, condition = packed.cards[here], state.unit[here, CONDITION]
        weak = card[CLASS] == MECH and card[TRAITS] & WEAK_ENGINE != 0 and part(condition, ENGINE, TWO) > 0
        if weak and state.unit[here, ATTACKED] == 1 and is_present(state, here):
            total = two_dice(upper(level(state.game[TURN], spot(END, GROUND + unit, ENGINE_ROLL, 0))))
            note(state, ENGINE_DIE, here, total, 0, 0, 0, 0, 0, 0)
            if total == HIGHEST:
                state.unit[here, CONDITION] = lost_by(condition, BY_CRITICAL)


@rule(inline=False)
def break_off(packed, state):
    """Engagements end, by themselves or because somebody breaks off (AS-12.9)."""
    settings, planes = packed.settings, packed.aircraft.shape[0]
    for a in range(planes):
        for d in range(planes):
            if state.pair[a, d, ENGAGED] == 0:
                continue
            parted = not is_present(state, a) or not is_present(state, d) or state.plane[a, AT] != state.plane[d, AT]
            parted = parted or settings[ENGAGEMENT_END] == ENDS_WITH_TURN
            if not parted and settings[ENGAGEMENT_END] == BREAK_ROLL:
                word, tail = level(state.game[TURN], spot(END, AIRCRAFT + a, BREAK_OFF, d)), state.pair[a, d, TAIL]
                for side in range(2):
                    plane, total = (a, two_dice(upper(word))) if side == 0 else (d, two_dice(lower(word)))
                    wants = is_striker(packed, plane) or state.plane[plane, HOMEWARD] == 1
                    number = engaged_control_number(
                        packed.cards[plane], settings, state.unit[plane, CONDITION], side, tail
                    )
                    if wants and not is_off(packed, state, plane):
                        note(state, BREAKS_OFF, plane, a + d - plane, total, number, 0, 0, 0, 0)
                        if total >= number:
                            parted = True
            if parted:
                state.pair[a, d, ENGAGED], state.pair[a, d, TAIL] = 0, NOBODY


@rule(inline=False)
def end_phase(packed, state):
    """The whole End Phase."""
    apply_all(packed, state)
    control_rolls(packed, state)
    heat_all(packed, state)
    break_off(packed, state)
    for plane in range(packed.aircraft.shape[0]):
        thrust = thrust_after_damage(packed.cards[plane], packed.settings, state.unit[plane, CONDITION])
        if is_present(state, plane) and falls_without_roll(packed.settings, thrust, state.unit[plane, CONDITION]):
            fall(packed, state, plane)
    for plane in range(packed.aircraft.shape[0]):
        home = state.plane[plane, HOMEWARD] == 1 and state.plane[plane, AT] == packed.aircraft[plane, ZONE]
        if home and is_present(state, plane) and not is_pinned(packed, state, plane):
            state.unit[plane, CONDITION] |= LEFT << 43
            note(state, WENT_HOME, plane, 0, 0, 0, 0, 0, 0, 0)


assert GONE == THREE << 43
assert SIDE == 0
