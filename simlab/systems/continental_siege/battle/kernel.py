"""The kernel of `battle`: one battle after another, and what is counted of each."""

import numpy as np

from simlab.jit import lanes, part
from simlab.systems.continental_siege.battle.course import big_is_destroyed, game_turns, level_of, play, points_lost
from simlab.systems.continental_siege.rules.layout import (
    ATTACKER,
    BIG,
    BODY,
    BOXES,
    DEFENDER,
    DESTROYED,
    EVENT_WIDTH,
    GAME_SIZE,
    HEXES,
    KIND,
    KINDS,
    LISTS,
    OUT,
    OUT_BODY,
    OUT_END,
    OUT_LEVEL,
    OUT_LOSSES,
    OUT_POINTS,
    OUT_TURNS,
    OUT_WEAPONS,
    OVER,
    PLACE,
    SCRATCH,
    UNITS,
    WEAPONS,
    ZERO_POINTS,
    Battle,
)


@part
def count_battle(battle, counts):
    """Add what came of a battle to the counts; the blocks of `space_of` lie where the numbers say."""
    counts[battle.numbers[OUT + OUT_LEVEL] + level_of(battle) - 1] += 1
    counts[battle.numbers[OUT + OUT_END] + battle.game[OVER] - 1] += 1
    counts[battle.numbers[OUT + OUT_TURNS] + game_turns(battle) - 1] += 1
    difference = points_lost(battle, ATTACKER) - points_lost(battle, DEFENDER)
    counts[battle.numbers[OUT + OUT_POINTS] + battle.numbers[OUT + ZERO_POINTS] + difference] += 1
    counts[battle.numbers[OUT + OUT_BODY] + (battle.game[BOXES + BODY] + 1) // 2] += 1
    for sort in range(WEAPONS):
        counts[battle.numbers[OUT + OUT_WEAPONS + sort] + battle.game[BOXES + sort]] += 1
    for kind in range(battle.numbers[OUT + KINDS]):
        battle.scratch[LISTS + kind] = 0
    for unit in range(battle.numbers[UNITS]):
        destroyed = battle.units[unit, PLACE] == DESTROYED
        if destroyed or (unit == battle.game[BIG] and big_is_destroyed(battle)):
            battle.scratch[LISTS + battle.units[unit, KIND]] += 1
    for kind in range(battle.numbers[OUT + KINDS]):
        counts[battle.numbers[OUT + OUT_LOSSES + kind] + battle.scratch[LISTS + kind]] += 1


@lanes
def battles(packed, base, counts):
    """Play a battle for each dice base; see `space_of` for the cells."""
    battle = Battle(
        np.zeros_like(packed.units),
        np.zeros(GAME_SIZE, np.int64),
        np.zeros(HEXES, np.int64),
        np.zeros(SCRATCH, np.int64),
        np.zeros((0, EVENT_WIDTH), np.int64),
        packed.hexes,
        packed.ground,
        packed.flight,
        packed.numbers.copy(),  # forces that are drawn change how many units there are
    )
    for lane in range(base.size):
        play(battle, packed.units, base[lane])
        count_battle(battle, counts)
