"""What happens to lanes in a window of a turn: looks, shots, collective fire, the attack. Loops over lanes and no more.

Every loop works out beforehand what does not depend on the lane: the changes by the results of this act, its masks and
the spots of its dice.
"""

from simlab.dice import face, level, rest, spot, upper
from simlab.jit import rule
from simlab.systems.command_decision.addresses import COLLECTIVE, CONFIRM, GROUND, SHOT
from simlab.systems.command_decision.mission.acts import COLUMNS
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    confirmed_effect,
    confirming_dice,
    dice_of_shot,
    effect_of,
    shot_effect,
    shot_outcome,
)
from simlab.systems.command_decision.rules.state import (
    DOWNED,
    FORCED_BACK,
    NEAR_MISS,
    OUT,
    RAW,
    REMOVED,
    SAVED,
    UNPLANNED,
    USES,
    USES_AT,
    WASTED,
    at_stage,
    can_attack,
    change_by,
    engaged_by,
    with_attack,
    with_change,
    with_penalty,
)

# fmt: off
(_K, WINDOW, ACTOR, NTH, SORT, MUST_MASK, MUST_VALUE, SIGHT_FROM, SIGHT_TO, STAGE_OF_ACT, CLEARS, FIRST, SECOND,
 AGAIN_SIDES, SAVE_TO, SECOND_SAVE_TO, POP_UP_FROM, CHOP_FROM, BY_GROUND) = range(len(COLUMNS))
# fmt: on
PARTNER = RAW | DOWNED
EVERYONE = 1 << 32  # a line of sight for every hand


@rule
def _change(packed, result, removed_bits):
    """`change_by` for a result, with the rulings of this scenario."""
    return change_by(
        result,
        removed_bits,
        packed.back_bits,
        packed.back_penalty,
        packed.converted_penalty,
        packed.near_miss,
        packed.near_apart,
    )


@rule
def anyone_in(state, mask, value):
    """Is there a lane in which an act would happen?"""
    found = False
    for lane in range(state.size):
        found |= (state[lane] & mask) == value
    return found


@rule
def look(act, turn, state, where):
    """Somebody sees it: only the stage moves."""
    low, high, mask, value, stage = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], act[STAGE_OF_ACT]
    for lane in range(state.size):
        u = upper(level(turn[lane], where))
        old = state[lane]
        sees = (u >= low) & (u < high) & ((old & mask) == value)
        state[lane] = at_stage(old, stage) if sees else old


@rule
def air_shot(packed, act, turn, state, where, window):
    """One AA shot without confirming dice; ``where`` is the spot of the line of sight.

    A wasted shot changes nothing: one whose attack was lost in this window is engaged already.
    """
    first, second, again_sides, save_to = act[FIRST], act[SECOND], act[AGAIN_SIDES], act[SAVE_TO]
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    forget = ~(mask & PARTNER)  # a second half is silenced by the first, not by itself
    mask |= WASTED
    here, removal, split = spot(window, act[ACTOR], SHOT, act[NTH]), packed.removal, packed.split_first
    stacking, near_apart = packed.stacking, packed.near_apart
    saved, back = _change(packed, SAVED, 0), _change(packed, FORCED_BACK, 0)
    gone = _change(packed, REMOVED, packed.removed_bits)
    always = (low == 0) & (high == EVERYONE)
    for lane in range(state.size):
        word = level(turn[lane], here)
        u = 0 if always else upper(level(turn[lane], where))
        aa_die, save_die, again_die, split_hand = dice_of_shot(word, again_sides)
        effect = shot_effect(aa_die, again_die, first, second)
        outcome = shot_outcome(effect, save_die, save_to, split_hand < removal, split, saved, back, gone)
        old = state[lane] & keep
        new = with_change(old, engaged_by(outcome), stacking, near_apart)
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def full_air_shot(packed, act, turn, state, where, window):
    """One AA shot with confirming dice, a second save and counted uses of countermeasures."""
    first, second, again_sides, save_to = act[FIRST], act[SECOND], act[AGAIN_SIDES], act[SAVE_TO]
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    pop_up_from, chop_from, second_save_to = act[POP_UP_FROM], act[CHOP_FROM], act[SECOND_SAVE_TO]
    forget = ~(mask & PARTNER)
    mask |= WASTED
    here, more = spot(window, act[ACTOR], SHOT, act[NTH]), spot(window, act[ACTOR], CONFIRM, act[NTH])
    removal, split, stacking, near_apart = packed.removal, packed.split_first, packed.stacking, packed.near_apart
    saved, back = _change(packed, SAVED, 0), _change(packed, FORCED_BACK, 0)
    gone = _change(packed, REMOVED, packed.removed_bits)
    for lane in range(state.size):
        word, other, u = level(turn[lane], here), level(turn[lane], more), upper(level(turn[lane], where))
        aa_die, save_die, again_die, split_hand = dice_of_shot(word, again_sides)
        pop_up_die, chop_die, second_die = confirming_dice(other)
        old = state[lane] & keep
        effect = shot_effect(aa_die, again_die, first, second)
        effect = confirmed_effect(effect, pop_up_die, chop_die, pop_up_from, chop_from)
        removed = split_hand < removal
        left = (old & USES) >> USES_AT  # 0 unlimited, 1 none
        saves = (effect == ABORT) & (save_to > 0) & (left != 1) & ((split == 0) | removed)
        die, saves_to = 0 if second_die <= second_save_to else save_die, save_to if saves else -1
        outcome = shot_outcome(effect, die, saves_to, removed, split, saved, back, gone)
        new = with_change(old, engaged_by(outcome), stacking, near_apart)
        new -= (1 << USES_AT) if saves & (left > 1) else 0
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def ground_shot(packed, act, turn, state, where, window):
    """One ground shot at a slow helicopter."""
    first, second = act[FIRST], act[SECOND]
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    forget = ~(mask & PARTNER)
    mask |= WASTED
    here, stacking, near_apart = spot(window, act[ACTOR], GROUND, act[NTH]), packed.stacking, packed.near_apart
    miss, near, back = _change(packed, 0, 0), _change(packed, NEAR_MISS, 0), _change(packed, FORCED_BACK, 0)
    gone = _change(packed, REMOVED, packed.ground_removed_bits)
    for lane in range(state.size):
        hand, u = upper(level(turn[lane], here)), upper(level(turn[lane], where))
        hit_die = face(hand, 10)
        effect_die = face(rest(hand, 10), 10)
        result = shot_effect(hit_die, effect_die, first, second)
        change = near if result == NEAR_MISS else miss
        change = back if result == FORCED_BACK else change
        change = gone if result == REMOVED else change
        old = state[lane] & keep
        new = with_change(old, change, stacking, near_apart)
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def collective_roll(packed, turn, state, window, only_if_attacks):
    """The collective roll (3.2.8): on every helicopter in reach, or on those that attack now."""
    here, card = spot(window, 0, COLLECTIVE, 0), packed.collective_card
    stacking, near_apart = packed.stacking, packed.near_apart
    spared = OUT | UNPLANNED
    for lane in range(state.size):
        old = state[lane]
        die = face(upper(level(turn[lane], here)), 10)
        hit = with_penalty(old, effect_of(card, die), stacking, near_apart)
        falls = can_attack(old) if only_if_attacks == 1 else (old & spared) == 0
        state[lane] = hit if falls else old


@rule
def attack(packed, state):
    """Those that can make their attack."""
    near_apart, cap, felt = packed.near_apart, packed.cap, packed.felt
    rockets_once, clears = packed.rockets_once, packed.clear_by_attack
    for lane in range(state.size):
        old = state[lane]
        state[lane] = with_attack(old, near_apart, cap, felt, rockets_once, clears) if can_attack(old) else old
