"""What a fighter flies at: the kind it looks for, its targets, its key of an end state (P27, R24 to R27)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.fighters import (
    SEEK_BOMBERS,
    SEEK_FIGHTERS,
    SEEK_FORTRESS,
    SEEK_GROUND,
    fighter_kind,
    is_kind,
    listed_here,
    strafe_value,
    value_listed,
)
from simlab.systems.continental_siege.doctrine.guns import enemy_arcs
from simlab.systems.continental_siege.doctrine.names import Fighters
from simlab.systems.continental_siege.doctrine.seen import NEVER, is_here, is_new, new_mark, sees
from simlab.systems.continental_siege.rules.layout import (
    ARC_GROUND_OWN_HEX,
    BOMBER,
    CLASS,
    FAR,
    FIGHTER_HOOK,
    FIGHTER_MA,
    HEX,
    HOOKS,
    LISTS,
    ON_MAP,
    PLACES,
    POLICY,
    RANGE,
    SIDE,
    STATE,
    UNITS,
    UNTIL,
    UNTIL_GROUND,
    apart,
    byte_of,
)

TARGETS_AT, VALUES_AT, OWN_AT = LISTS, LISTS + 512, LISTS + 1024


@part
def seek_key(battle, unit, kind, end, to, flown, on_map, targets, own, best):
    """Sort key of an end state of a fighter (P27, R25, R27); smaller is better."""
    count, value = 0, 0
    reach = battle.units[unit, RANGE]
    if on_map:
        for i in range(targets):
            there = battle.scratch[TARGETS_AT + i]
            if sees(battle, end, flown, reach, there):
                if kind != SEEK_GROUND:
                    count += 1
                elif there != end or battle.numbers[ARC_GROUND_OWN_HEX]:
                    value = max(value, battle.scratch[VALUES_AT + i])
    side = battle.units[unit, SIDE]
    if own > 0:  # escort: near its own bombers first
        near = FAR
        for i in range(own):
            near = min(near, apart(end, battle.scratch[OWN_AT + i]))
        liked = value if kind == SEEK_GROUND else count  # as `strafe` where ground targets are all there is (P27)
        return (0 if on_map else 1) << 60 | near << 50 | ((1 << 30) - 1 - liked) << 20
    if kind != SEEK_GROUND and count > 0:
        key = (FAR - count) << 50
        if key >> 50 <= best >> 50:
            key |= enemy_arcs(battle, side, end) << 40
        return key
    if kind == SEEK_GROUND and value > 0:
        key = ((1 << 34) - value) << 26
        if key >> 26 <= best >> 26:
            key |= enemy_arcs(battle, side, end) << 18
        return key
    if best < 1 << 60:
        return NEVER - 1
    turns, near = FAR, FAR
    state = battle.hexes[end, STATE + to]
    first = battle.numbers[(UNTIL_GROUND if kind == SEEK_GROUND else UNTIL) + FIGHTER_MA]
    for i in range(targets):
        there = battle.scratch[TARGETS_AT + i]
        if state >= 0:
            place = battle.hexes[there, ON_MAP] * battle.numbers[PLACES] + state
            turns = min(turns, byte_of(battle.flight, first + place))
        near = min(near, apart(end, there))
    if targets == 0:
        turns, near = 0, 0
    return 1 << 60 | turns << 50 | (0 if on_map else 1) << 48 | near << 40


@part
def list_targets(battle, unit, kind):
    """Write hexes (and values) of the targets of a fighter into the lists; how many there are."""
    count = 0
    mark = new_mark(battle)
    listed = kind == SEEK_GROUND and listed_here(battle, battle.units[unit, SIDE])
    for target in range(battle.numbers[UNITS]):
        if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_here(battle, target):
            continue
        if is_kind(battle, target, kind) and (kind != SEEK_GROUND or is_new(battle, target, mark)):
            value = 1
            if kind == SEEK_GROUND:
                value = value_listed(battle, target, strafe_value(battle, unit, target), listed)
            if value > 0:
                battle.scratch[TARGETS_AT + count] = battle.units[target, HEX]
                battle.scratch[VALUES_AT + count] = value
                count += 1
    return count


@part
def list_own_bombers(battle, unit):
    """Write hexes of a fighter's own bombers on the map into the lists; how many there are."""
    count = 0
    for other in range(battle.numbers[UNITS]):
        if (
            battle.units[other, SIDE] == battle.units[unit, SIDE]
            and battle.units[other, CLASS] == BOMBER
            and is_here(battle, other)
        ):
            battle.scratch[OWN_AT + count] = battle.units[other, HEX]
            count += 1
    return count


@rule
def seeks(policy, place):
    """The kinds that a fighter looks for, in its order (R24)."""
    if policy == Fighters.INTERCEPT_BOMBERS:
        return (SEEK_BOMBERS, SEEK_FORTRESS, SEEK_FIGHTERS, SEEK_GROUND)[place]
    if policy == Fighters.ESCORT:
        return (SEEK_FIGHTERS, SEEK_FORTRESS, SEEK_BOMBERS, SEEK_GROUND)[place]
    return SEEK_GROUND


@part
def kind_sought(battle, unit):
    """The kind of target that a fighter looks for now (R24)."""
    policy = battle.numbers[POLICY + HOOKS * battle.units[unit, SIDE] + FIGHTER_HOOK]
    return fighter_kind(battle, unit, seeks(policy, 0), seeks(policy, 1), seeks(policy, 2), seeks(policy, 3))
