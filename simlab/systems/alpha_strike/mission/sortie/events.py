"""What happens in a sortie as rows of integers: the kernel writes them while it plays, a replay reads them.

A batch run has a log of no rows, so nothing is written there. Dice stand in the rows as they were read.
"""

from simlab.jit import rule

EVENT_COLUMNS = 9  # what happened, then up to eight numbers
MOST_EVENTS = 20_000  # of a game that is told: more than 20 turns of 28 units can bring forth
EVENTS = 2  # place in State.game of the number of rows written
# What happened, and the numbers that go with it (aircraft and units by their place among all units).
INITIATIVE = 0  # winner
MOVED = 1  # aircraft, zone before, zone after
PLANNED = 2  # aircraft, plan
CONTROLS = 3  # a, d, 2D6 and number of a, of d, result
RANGE_SET = 4  # a, d, bracket
VOLLEY = 5  # shooter, target, arc, 2D6, number, minimal die, damage
BOMB = 6  # aircraft, bomb, type, 2D6, number, direction, distance, landing place
SHOT = 7  # aircraft, ground unit, 2D6, number, minimal die, damage
FLAK = 8  # ground unit, aircraft, 2D6, number, minimal die, damage
SUFFERED = 9  # unit, instance, damage, rolls owed besides, condition before, after
CONTROL_ROLL = 10  # aircraft, 2D6, number
FELL = 11  # aircraft, level before
HEATED = 12  # unit, heat before, after
ENGINE_ROLL = 13  # ground unit, 2D6
BREAKS_OFF = 14  # aircraft, enemy, 2D6, number
WENT_HOME = 15  # aircraft


@rule(inline=False)
def note(state, what, a, b, c, d, e, f, g, h):
    """Write a row, while there is room for one."""
    row = state.game[EVENTS]
    if row < state.log.shape[0]:
        log = state.log
        log[row, 0], log[row, 1], log[row, 2], log[row, 3], log[row, 4] = what, a, b, c, d
        log[row, 5], log[row, 6], log[row, 7], log[row, 8] = e, f, g, h
        state.game[EVENTS] = row + 1
