"""A helicopter's turn as one integer: what a result does to it, its attack, the end of its turn.

Clauses 1.4.2d, 1.4.3, 1.4.6, 1.5.6.3a, 3.2.3d, 3.2.4a, 3.2.4f, 3.2.6.2c, 3.2.8. One integer a lane, because kernels
keep eight lanes in a vector register that way; all functions select instead of branching. The exact law calls the same.

Bits: 0-3 running total of penalties; 4 a near miss kept apart; 8 has fired; 9-12 its attack (0 none, 1 + penalty);
13 attack lost; 14 out of reach; 15 later shots of this window are wasted; 16 the missile's abort was saved; 17 a forced
back result; 18 total reached 2; 19-20 removed (1 AA, 2 ground fire); 21-22 leaves (1 good, 2 shaken, 3 demoralised);
23-27 countermeasure uses left + 1 (0: unlimited); 28 rockets spent; 29 fired in the turn before; 30 out of reach at the
end of the turn before; 31 no attack is planned this turn; 32 a shot of this group brought it down; 33-38 stages of the
turn, a bit for each that was reached, so that the further of two is a plain "or".
"""

from simlab.jit import rule
from simlab.systems.command_decision.rules.hitting import effect_of, stacked

TOTAL, NEAR = 15, 1 << 4
FIRED, ATTACK_AT, ATTACK, LOST, OUT, WASTED, RAW = 1 << 8, 9, 15, 1 << 13, 1 << 14, 1 << 15, 1 << 16
BACKED, TWO, REMOVED_AT, REMOVED_BITS, LEAVES_AT, LEAVES = 1 << 17, 1 << 18, 19, 3 << 19, 21, 3 << 21
USES_AT, USES, SPENT, FIRED_BEFORE, OUT_BEFORE = 23, 31 << 23, 1 << 28, 1 << 29, 1 << 30
UNPLANNED, DOWNED, STAGE_AT, STAGE = 1 << 31, 1 << 32, 33, 63
STAGES = ("unseen", "spotted", "in_range", "engaged", "penalised", "aborted", "removed")
ENGAGED, PENALISED, ABORTED = 7 << STAGE_AT, 15 << STAGE_AT, 31 << STAGE_AT
ONLY_ABORTED = ABORTED & ~PENALISED
# Results of a shot: 0 nothing, 1..3 penalty, and these (4 to 6 as in `hitting`):
SAVED, FORCED_BACK, REMOVED, NEAR_MISS = 4, 5, 6, 7


@rule
def at_stage(state, stage):
    """The state with its stage raised to at least ``stage``."""
    return state | (((1 << stage) - 1) << STAGE_AT)


def stage_of(state: int) -> int:
    """The furthest stage of the turn, a place in `STAGES`."""
    return ((state >> STAGE_AT) & STAGE).bit_count()


@rule
def with_penalty(state, penalty, stacking, near_apart):
    """Add one hit penalty to the running total (3.2.4a; rulings penalty_stacking, near_miss_in_stack)."""
    total = stacked(state & TOTAL, penalty, stacking)
    counts = NEAR if near_apart >= 2 else 0  # a near miss kept apart has reached 2 for it
    reaches = (total >= 2) | ((state & counts) != 0)
    return (state & ~TOTAL) | total | (TWO if (penalty > 0) & reaches else 0)


@rule
def change_by(result, removed_bits, back_bits, back_penalty, converted, near_miss, near_apart):
    """What the result of a shot does to any helicopter (3.2.3d, 3.2.4, 3.2.6.2c): a penalty, and bits to be set.

    removed_bits, back_bits: bits that a removal by this firer and a forced back set; back_penalty: penalty that a
    forced back gives (ruling minus_3_penalty_only, else 0); near_miss: the penalty of a near miss; near_apart: the
    same when near misses are kept apart (ruling near_miss_in_stack), else 0.
    """
    if result == REMOVED:
        return removed_bits | DOWNED | (63 << STAGE_AT)
    if result == FORCED_BACK:
        return back_penalty | back_bits | DOWNED | (ABORTED if (back_bits & LOST) != 0 else PENALISED)
    if result == NEAR_MISS:
        apart = NEAR | (TWO if near_apart >= 2 else 0)
        return PENALISED | (apart if near_apart > 0 else near_miss)
    if result == SAVED:
        return engaged_by(converted) | RAW
    return engaged_by(result)


@rule
def engaged_by(change):
    """A change, or a mere penalty, with the stage that it makes at least: engaged, or penalised by a penalty."""
    return change | ENGAGED | (PENALISED if (change & TOTAL) > 0 else 0)


@rule
def with_change(state, change, stacking, near_apart):
    """The helicopter after a change by a result.

    An attack can be lost only if it was planned and has been neither made nor lost before.
    """
    spared = ((change & BACKED) != 0) & ((state & (FIRED | LOST | UNPLANNED)) != 0)
    change = change & ~(LOST | WASTED | ONLY_ABORTED) if spared else change
    return with_penalty(state, change & TOTAL, stacking, near_apart) | (change & ~TOTAL)


@rule
def with_result(state, result, removed_bits, back_bits, back_penalty, converted, stacking, near_miss, near_apart):
    """What the result of one shot does to a helicopter: `change_by` and `with_change`.

    One whose attack was lost to a shot declared together with this one is only engaged (`WASTED`).
    """
    result = 0 if (state & WASTED) != 0 else result
    change = change_by(result, removed_bits, back_bits, back_penalty, converted, near_miss, near_apart)
    return with_change(state, change, stacking, near_apart)


@rule
def at_start(state, fire_window, rockets_once):
    """The state at the start of a turn: no attack is planned without a window, or with the rockets spent (1.5.6.3a)."""
    spent = ((state & SPENT) != 0) & (rockets_once == 1)
    return state | (UNPLANNED if (fire_window < 0) | spent else 0)


@rule
def can_attack(state):
    """May it make its attack now: planned, not made, not lost, not out of reach."""
    return (state & (LOST | OUT | FIRED | UNPLANNED)) == 0


@rule
def with_attack(state, near_apart, cap, felt, rockets_once, cleared):
    """The attack is made: carries the total penalty (near miss kept apart, cap, and whether the weapon feels it).

    felt: 1 when this weapon feels penalties (ruling penalty_applies_to); cleared: 1 when the penalty ends with the
    attack (ruling penalty_duration next_attack_only).
    """
    near = near_apart if (state & NEAR) != 0 else 0
    total = min(max(state & TOTAL, near), cap) * felt
    state = (state & ~(TOTAL | NEAR)) if cleared == 1 else state
    return (state & ~(ATTACK << ATTACK_AT)) | ((total + 1) << ATTACK_AT) | FIRED | (SPENT if rockets_once == 1 else 0)


@rule
def after_window(state, hides, hides_if_lost, clears):
    """End of a window: after its own it hides (1.4.6a, 1.4.2d); what only this window's shots need is forgotten.

    hides: 1 after the window of its attack when it hides; hides_if_lost: 1 when one whose attack was lost does so too;
    clears: 1 when penalties end with the window (ruling penalty_duration this_phase).
    """
    goes = (FIRED if hides == 1 else 0) | (LOST if hides_if_lost == 1 else 0)
    state = state | (OUT if (state & goes) != 0 else 0)
    return state & ~(WASTED | RAW | DOWNED | (TOTAL | NEAR if clears == 1 else 0))


@rule
def next_turn_state(state, keeps_penalty):
    """The state at the start of its next turn over the table: uses and rockets are kept, the turn's own bits not."""
    kept = state & (USES | SPENT | (TOTAL | NEAR if keeps_penalty == 1 else 0))
    return kept | (FIRED_BEFORE if (state & FIRED) != 0 else 0) | (OUT_BEFORE if (state & OUT) != 0 else 0)


@rule
def leaves_with(state, morale_die, check, card, last):
    """How it leaves at the end of this turn: 0 it stays, 1 good, 2 shaken, 3 demoralised (1.4.3).

    check: ruling chopper_morale_trigger; last: 1 when its time over the table is up.
    """
    going = (state & LEAVES) >> LEAVES_AT
    asked = (check == 3) | ((check == 1) & ((state & BACKED) != 0)) | ((check == 2) & ((state & TWO) != 0))
    failed = effect_of(card, morale_die) if asked else 0
    return going if going > 0 else (failed if failed > 0 else last)
