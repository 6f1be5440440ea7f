"""Which ground units fire together at an Ogre: lists of attackers, the smallest group that reaches a strength (P25)."""

from simlab.jit import part, rule
from simlab.systems.continental_siege.doctrine.seen import aa_faces, big_is_here, is_fit, is_ground
from simlab.systems.continental_siege.rules.layout import (
    AA_FORWARD,
    ATTACK,
    BIG,
    CLASS,
    DEFENDER,
    FIRE_AA,
    FIRE_GEV,
    FIRE_HOWITZER,
    FIRE_INFANTRY,
    FIRED,
    FORTRESS,
    GEV,
    GROUND_FIRE,
    GUNS,
    HEAVY_AA,
    HEX,
    HOOKS,
    HOWITZER,
    INFANTRY,
    LIGHT_AA,
    LISTS,
    POLICY,
    RANGE,
    SIDE,
    UNITS,
    apart,
)

IDS, HALVES_AT, SUMS = LISTS, LISTS + 1024, LISTS + 2048  # attackers of a plan, their strengths, sums of sets
MOST_MEMBERS = 16


@rule
def fire_policy(battle, unit):
    """The policy by which a ground unit fires at an Ogre (6e, R77)."""
    sort = battle.units[unit, CLASS]
    hook = GROUND_FIRE
    if sort == INFANTRY:
        hook = FIRE_INFANTRY
    elif sort == GEV:
        hook = FIRE_GEV
    elif sort in (LIGHT_AA, HEAVY_AA):
        hook = FIRE_AA
    elif sort == HOWITZER:
        hook = FIRE_HOWITZER
    return battle.numbers[POLICY + HOOKS * DEFENDER + hook]


@part
def list_attackers(battle, policy):
    """Write the ground units that can fire at the Ogre by a policy into lists, by id, a superheavy twice (P28, R32).

    Returns how many there are.
    """
    count = 0
    if not big_is_here(battle) or battle.units[battle.game[BIG], CLASS] == FORTRESS:
        return 0
    there = battle.units[battle.game[BIG], HEX]
    for unit in range(battle.numbers[UNITS]):
        if battle.units[unit, SIDE] != DEFENDER or not is_fit(battle, unit) or not is_ground(battle, unit):
            continue
        if battle.units[unit, ATTACK] == 0 or apart(battle.units[unit, HEX], there) > battle.units[unit, RANGE]:
            continue
        if battle.units[unit, FIRED] >= battle.units[unit, GUNS] or fire_policy(battle, unit) != policy:
            continue
        if battle.numbers[AA_FORWARD] and not aa_faces(battle, unit, there):
            continue
        for _ in range(battle.units[unit, GUNS] - battle.units[unit, FIRED]):
            battle.scratch[IDS + count] = unit
            battle.scratch[HALVES_AT + count] = battle.units[unit, ATTACK]
            count += 1
    return count


@part
def fewest_members(battle, count, wanted):
    """How many of the listed attackers at least reach ``wanted`` halves together; 0 if all of them do not."""
    total, members, limit = 0, 0, 1 << 20
    while True:
        most, same = 0, 0
        for i in range(count):
            halves = battle.scratch[HALVES_AT + i]
            if halves < limit:
                if halves > most:
                    most, same = halves, 1
                elif halves == most:
                    same += 1
        if most == 0:
            return 0
        for _ in range(same):
            total += most
            members += 1
            if total >= wanted:
                return members
        limit = most


@part
def pick_group(battle, count, wanted):
    """Move the best group that reaches ``wanted`` halves to the front of the lists; its size, 0 without one (P25, R33).

    Fewest attackers, then least strength, then lowest ids. Sums of sets are bits of integers, from the last one on.
    """
    members = fewest_members(battle, count, wanted)
    if members == 0 or members > MOST_MEMBERS:
        return 0
    row = members + 1
    for c in range(row):
        battle.scratch[SUMS + count * row + c] = 1 if c == 0 else 0
    for i in range(count - 1, -1, -1):
        halves = battle.scratch[HALVES_AT + i]
        for c in range(row):
            sums = battle.scratch[SUMS + (i + 1) * row + c]
            if c > 0:
                sums |= battle.scratch[SUMS + (i + 1) * row + c - 1] << halves
            battle.scratch[SUMS + i * row + c] = sums
    total = wanted
    while not (battle.scratch[SUMS + members] >> total) & 1:
        total += 1
    left, chosen = members, 0
    for i in range(count):
        halves = battle.scratch[HALVES_AT + i]
        if left > 0 and halves <= total and (battle.scratch[SUMS + (i + 1) * row + left - 1] >> (total - halves)) & 1:
            unit = battle.scratch[IDS + i]
            for j in range(i, chosen, -1):  # the others keep their order
                battle.scratch[IDS + j] = battle.scratch[IDS + j - 1]
                battle.scratch[HALVES_AT + j] = battle.scratch[HALVES_AT + j - 1]
            battle.scratch[IDS + chosen], battle.scratch[HALVES_AT + chosen] = unit, halves
            chosen += 1
            left -= 1
            total -= halves
    return members
