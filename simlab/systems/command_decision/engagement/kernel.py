"""The kernel of `shot` and `combo`: lanes side by side, one integer of state each, shots in the order of the list.

A short list without confirming dice is played by tables (`engagement.tables`): they are written with the same rules,
and a long run reads in them what it would else work out again for every lane.
"""

import numpy as np

from simlab.dice import level, lower, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import CONFIRM, OPPORTUNITY, PLACE, PREPARATORY, SHOT
from simlab.systems.command_decision.engagement.pack import (
    ACTOR,
    AGAIN_SIDES,
    BEARING,
    BLOCKED,
    CHOP_FROM,
    FIRST,
    NTH,
    POP_UP_FROM,
    SAVE_TO,
    SECOND,
    SECOND_SAVE_TO,
    SIGHT,
)
from simlab.systems.command_decision.engagement.state import DOWN, RAW, USES, USES_AT, add_result, cell_of
from simlab.systems.command_decision.engagement.tables import HANDS, is_short, write_tables
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    confirmed_effect,
    confirming_dice,
    dice_of_shot,
    shot_effect,
    shot_result,
)


@rule
def _plain_shot(packed, turn, state, row):
    """A shot without confirming dice, line of sight, counted uses or blocked guns."""
    stacking, converted, split, removal = packed.stacking, packed.converted_penalty, packed.split_first, packed.removal
    actor, nth, save_to = packed.shots[row, ACTOR], packed.shots[row, NTH], packed.shots[row, SAVE_TO]
    first, second, again_sides = packed.shots[row, FIRST], packed.shots[row, SECOND], packed.shots[row, AGAIN_SIDES]
    here, shown = spot(OPPORTUNITY, actor, SHOT, nth), 1 if packed.single == 1 and row == 0 else 0
    for lane in range(state.size):
        word = level(turn[lane], here)
        aa_die, save_die, again_die, split_hand = dice_of_shot(word, again_sides)
        effect = shot_effect(aa_die, again_die, first, second)
        result = shot_result(effect, save_die, save_to, 1 if split_hand < removal else 0, split)
        old = state[lane]
        new = add_result(old, result, converted, stacking, actor, shown)
        state[lane] = old if (old & DOWN) != 0 else new


@rule
def _shot(packed, turn, state, row):
    """Any shot."""
    stacking, converted, split, removal = packed.stacking, packed.converted_penalty, packed.split_first, packed.removal
    actor, nth, blocked = packed.shots[row, ACTOR], packed.shots[row, NTH], packed.shots[row, BLOCKED]
    first, second, again_sides = packed.shots[row, FIRST], packed.shots[row, SECOND], packed.shots[row, AGAIN_SIDES]
    save_to, second_save_to = packed.shots[row, SAVE_TO], packed.shots[row, SECOND_SAVE_TO]
    pop_up_from, chop_from = packed.shots[row, POP_UP_FROM], packed.shots[row, CHOP_FROM]
    sight, bearing = packed.shots[row, SIGHT], packed.shots[row, BEARING]
    here, elsewhere = spot(OPPORTUNITY, actor, SHOT, nth), spot(OPPORTUNITY, actor, CONFIRM, nth)
    place, shown = spot(PREPARATORY, actor, PLACE, 0), 1 if packed.single == 1 and row == 0 else 0
    for lane in range(state.size):
        word, more, where = level(turn[lane], here), level(turn[lane], elsewhere), level(turn[lane], place)
        aa_die, save_die, again_die, split_hand = dice_of_shot(word, again_sides)
        pop_up_die, chop_die, second_save_die = confirming_dice(more)
        old = state[lane]
        effect = shot_effect(aa_die, again_die, first, second)
        effect = confirmed_effect(effect, pop_up_die, chop_die, pop_up_from, chop_from)
        removed = 1 if split_hand < removal else 0
        can_save = (effect == ABORT) & (save_to > 0) & ((split == 0) | (removed == 1))
        left = (old >> USES_AT) & USES
        allowed = save_to if left != 1 else 0  # 0 unlimited, 1 none left
        saved_by_second = (second_save_die <= second_save_to) & (left != 1)
        result = shot_result(effect, 0 if saved_by_second else save_die, allowed, removed, split)
        seen = (upper(where) < sight) & (lower(where) < bearing)
        fires = seen & ((old & DOWN) == 0) & ((blocked == 0) | ((old & RAW) == 0))
        new = add_result(old, result, converted, stacking, actor, shown)
        new -= (1 << USES_AT) if can_save & (left > 1) else 0
        state[lane] = new if fires else old


@lanes
def engagement(packed, base, counts):
    """Play the list of shots, one lane a trial; see `space_of` for the cells."""
    size = base.size
    turn = np.empty(size, np.int64)
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    state = np.full(size, (packed.uses + 1) << USES_AT, np.int64)
    simple = packed.confirms == 0 and packed.placed == 0 and packed.uses < 0
    for row in range(packed.shots.shape[0]):
        if simple and packed.shots[row, BLOCKED] == 0:
            _plain_shot(packed, turn, state, row)
        else:
            _shot(packed, turn, state, row)
    single, most_penalty, cap = packed.single, packed.most_penalty, packed.cap
    for lane in range(size):
        state[lane] = cell_of(state[lane], single, most_penalty, cap)
    for lane in range(size):
        counts[state[lane]] += 1


@engagement.by_tables(fits=is_short, prepare=write_tables)
def short_list(tables, base, counts):
    """Play a short list: the hand of a shot is a place in its table, and the results together one in ``cells``."""
    size, shots, removal = base.size, tables.spots.size, tables.removal
    turn, place = np.empty(size, np.int64), np.empty((shots, size), np.int64)
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    for row in range(shots):
        here, hands = tables.spots[row], tables.hands[row]
        for lane in range(size):
            word = level(turn[lane], here)
            # Dice read from one hand are the digits of this product, so it is their place in the table.
            place[row, lane] = ((upper(word) * hands) >> 32) + (HANDS if lower(word) < removal else 0)
    # Written out for three, a shot that is not there has a table of zeros; the masks say that no place is negative.
    table_1, table_2, table_3 = tables.results[0], tables.results[1], tables.results[2]
    place_1, place_2, place_3 = place[0], place[min(1, shots - 1)], place[shots - 1]
    tally = np.zeros(tables.cells.size, np.int64)
    for lane in range(size):
        results = table_1[place_1[lane] & 2047] + table_2[place_2[lane] & 2047] + table_3[place_3[lane] & 2047]
        tally[results & 511] += 1
    for results in range(tally.size):
        counts[tables.cells[results]] += tally[results]
