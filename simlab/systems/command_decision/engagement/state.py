"""An engagement as one integer a lane: what a result does to it, and the cell in which it ends.

Bits 0-3 total penalty; 4 aborted; 5 removed; 6 an abort was saved; 7-11 countermeasure uses left + 1 (0: unlimited);
12-14 what the first shot was before the save: 1 + its penalty, or 5 for an abort; 15-20 who aborted it + 1.
"""

from simlab.jit import rule
from simlab.systems.command_decision.rules.hitting import REMOVED, SAVED, penalty_of, stacked

TOTAL, DOWN, RAW, USES_AT, USES, FIRST_AT, FIRST, BY_AT = 15, 1 << 4, 1 << 6, 7, 31, 12, 7, 15


@rule
def add_result(state, result, converted, stacking, actor, shown):
    """The state of an aircraft that flies on after the result of another shot (3.2.4, 3.2.6.2c).

    shown: 1 for the first shot of a series, which is shown as it was before the save.
    """
    total = stacked(state & 15, penalty_of(result, converted), stacking)
    down = 16 + ((result == REMOVED) << 5) + ((actor + 1) << 15) if result > SAVED else 0
    before = 5 if result >= SAVED else result + 1
    return (state & ~15) | total | down | ((result == SAVED) << 6) | (shown * (before << 12))


@rule
def cell_of(state, single, most_penalty, cap):
    """The cell of the flat vector that a lane in this state adds to; see `kinds.space_of`."""
    code = min(state & 15, cap)
    code = most_penalty + 1 + ((state >> 5) & 1) if (state & 16) != 0 else code
    other = (state >> 12) & 7 if single == 1 else state >> 15
    return other * (most_penalty + 3) + code
