"""The kernel of `shot` and `combo`: lanes side by side, one integer of state each, shots in the order of the list."""

import numpy as np

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import lanes
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
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    REMOVED,
    SAVED,
    confirmed_effect,
    penalty_of,
    shot_effect,
    shot_result,
    stacked,
)


# State of a lane: bits 0-3 total penalty, 4 aborted, 5 removed, 6 an abort was saved, 7-11 uses left + 1,
# 12-14 what the first shot was before the save (1 + effect, ABORT as 4), 15-20 who aborted it + 1.
@lanes
def engagement(packed, base, counts):
    """Play the list of shots, one lane a trial; see `space_of` for the cells."""
    size = base.size
    turn, state = np.empty(size, np.int64), np.zeros(size, np.int64)
    stacking, converted, split, removal = packed.stacking, packed.converted_penalty, packed.split_first, packed.removal
    fresh = (packed.uses + 1) << 7
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
        state[lane] = fresh
    for row in range(packed.shots.shape[0]):
        actor, nth, blocked = packed.shots[row, ACTOR], packed.shots[row, NTH], packed.shots[row, BLOCKED]
        first, second, again_sides = packed.shots[row, FIRST], packed.shots[row, SECOND], packed.shots[row, AGAIN_SIDES]
        save_to, second_save_to = packed.shots[row, SAVE_TO], packed.shots[row, SECOND_SAVE_TO]
        pop_up_from, chop_from = packed.shots[row, POP_UP_FROM], packed.shots[row, CHOP_FROM]
        sight, bearing = packed.shots[row, SIGHT], packed.shots[row, BEARING]
        here = spot(OPPORTUNITY, actor, SHOT, nth)
        track = 1 if packed.single == 1 and nth == 0 else 0  # the first shot of a series is shown before its save
        if packed.confirms == 0 and packed.placed == 0 and packed.uses < 0 and blocked == 0:
            for lane in range(size):
                word = level(turn[lane], here)
                hand = upper(word)
                aa_die = face(hand, 10)
                hand = rest(hand, 10)
                save_die = face(hand, 10)
                again_die = face(rest(hand, 10), again_sides)
                effect = shot_effect(aa_die, again_die, first, second)
                result = shot_result(effect, save_die, save_to, 1 if lower(word) < removal else 0, split)
                old = state[lane]
                total = stacked(old & 15, penalty_of(result, converted), stacking)
                down = 16 + ((result == REMOVED) << 5) + ((actor + 1) << 15) if result > SAVED else 0
                before = 4 if effect >= ABORT else effect
                new = (old & ~15) | total | down | ((result == SAVED) << 6) | (track * ((before + 1) << 12))
                state[lane] = old if (old & 16) != 0 else new
        else:
            elsewhere, place = spot(OPPORTUNITY, actor, CONFIRM, nth), spot(PREPARATORY, actor, PLACE, 0)
            for lane in range(size):
                word, more, where = level(turn[lane], here), level(turn[lane], elsewhere), level(turn[lane], place)
                hand = upper(word)
                aa_die = face(hand, 10)
                hand = rest(hand, 10)
                save_die = face(hand, 10)
                again_die = face(rest(hand, 10), again_sides)
                hand = upper(more)
                pop_up_die = face(hand, 10)
                hand = rest(hand, 10)
                chop_die = face(hand, 10)
                second_save_die = face(rest(hand, 10), 10)
                old = state[lane]
                effect = shot_effect(aa_die, again_die, first, second)
                effect = confirmed_effect(effect, pop_up_die, chop_die, pop_up_from, chop_from)
                removed = 1 if lower(word) < removal else 0
                can_save = (effect == ABORT) & (save_to > 0) & ((split == 0) | (removed == 1))
                left = (old >> 7) & 31
                uses = can_save & (left > 1)
                allowed = save_to if left != 1 else 0  # 0 unlimited, 1 none left
                saved_by_second = (second_save_die <= second_save_to) & (left != 1)
                result = shot_result(effect, 0 if saved_by_second else save_die, allowed, removed, split)
                seen = (upper(where) < sight) & (lower(where) < bearing)
                fires = seen & ((old & 16) == 0) & ((blocked == 0) | ((old & 64) == 0))
                before = 4 if effect >= ABORT else effect
                total = stacked(old & 15, penalty_of(result, converted), stacking)
                down = 16 + ((result == REMOVED) << 5) + ((actor + 1) << 15) if result > SAVED else 0
                new = (old & ~15) | total | down | ((result == SAVED) << 6)
                new -= (1 << 7) if uses else 0
                new += track * ((before + 1) << 12)
                state[lane] = new if fires else old
    codes = packed.most_penalty + 3
    for lane in range(size):
        end = state[lane]
        code = min(end & 15, packed.cap)
        code = packed.most_penalty + 1 + ((end >> 5) & 1) if end & 16 else code
        other = (end >> 12) & 7 if packed.single == 1 else end >> 15
        counts[other * codes + code] += 1
