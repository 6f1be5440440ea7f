"""A helicopter's turn as one integer: what a result does to it, its attack, the end of its turn.

Clauses 1.4.2d, 1.4.3, 1.4.6, 1.5.6.3a, 3.2.3d, 3.2.4a, 3.2.4f, 3.2.6.2c, 3.2.8. One integer a lane, because kernels keep eight lanes in a
vector register that way; all functions select instead of branching. The exact law calls the same functions.

    bits 0-3 running total of penalties    4 a near miss kept apart        5-7 stage of the turn
    8 has fired          9-12 penalty of the attack     13 attack lost       14 out of reach
    15 later shots of this window are wasted            16 the missile's abort was saved
    17 a forced back result              18 total reached 2            19-20 removed (1 AA, 2 ground fire)
    21-22 leaves (1 good, 2 shaken, 3 demoralised)      23-27 countermeasure uses left + 1 (0: unlimited)
    28 rockets spent     29 fired in the turn before    30 out of reach at the end of the turn before
    31 no attack is planned this turn                   32 a shot of this group brought it down
"""

from simlab.jit import rule

TOTAL, NEAR, STAGE_AT, STAGE = 15, 1 << 4, 5, 7 << 5
FIRED, ATTACK_AT, ATTACK, LOST, OUT, WASTED, RAW = 1 << 8, 9, 15 << 9, 1 << 13, 1 << 14, 1 << 15, 1 << 16
BACKED, TWO, REMOVED_AT, REMOVED_BITS, LEAVES_AT, LEAVES = 1 << 17, 1 << 18, 19, 3 << 19, 21, 3 << 21
USES_AT, USES, SPENT, FIRED_BEFORE, OUT_BEFORE = 23, 31 << 23, 1 << 28, 1 << 29, 1 << 30
UNPLANNED, DOWNED = 1 << 31, 1 << 32
# Stages: unseen 0, spotted 1, in_range 2, engaged 3, penalised 4, aborted 5, removed 6.
STAGES = ("unseen", "spotted", "in_range", "engaged", "penalised", "aborted", "removed")
# Results of a shot: 0 nothing, 1..3 penalty, and these (4 to 6 as in `hitting`):
SAVED, FORCED_BACK, REMOVED, NEAR_MISS = 4, 5, 6, 7


@rule
def at_stage(state, stage):
    """The state with its stage raised to at least ``stage``."""
    old = (state >> 5) & 7
    return (state & ~224) | (max(old, stage) << 5)


@rule
def with_penalty(state, penalty, stacking, near_apart):
    """Add one hit penalty to the running total (3.2.4a; rulings penalty_stacking, near_miss_in_stack)."""
    total = state & 15
    summed = total + penalty
    worst = max(total, penalty)
    first = total if total > 0 else penalty
    new = min(summed if stacking == 0 else (worst if stacking == 1 else first), 10)
    near = near_apart if (state & 16) != 0 else 0
    two = (1 << 18) if (penalty > 0) & (max(new, near) >= 2) else 0
    return (state & ~15) | new | two


@rule
def with_result(state, result, removed_bits, back_bits, back_penalty, converted, stacking, near_miss, near_apart):
    """What the result of one shot does to the helicopter (3.2.3d, 3.2.4, 3.2.6.2c).

    removed_bits, back_bits: bits that a removal by this firer and a forced back set; back_penalty: penalty that a
    forced back gives (ruling minus_3_penalty_only, else 0); near_miss: the penalty of a near miss; near_apart: the
    same when near misses are kept apart (ruling near_miss_in_stack), else 0.
    """
    result = 0 if (state & 32768) != 0 else result  # wasted: declared together with the shot that aborted it
    near = result == 7
    penalty = result if result < 4 else (converted if result == 4 else 0)
    penalty = back_penalty if result == 5 else penalty
    penalty = near_miss if near & (near_apart == 0) else penalty
    state = state | (16 if near & (near_apart > 0) else 0)
    state = with_penalty(state, penalty, stacking, near_apart)
    state = state | ((1 << 18) if near & (near_apart >= 2) else 0)
    # an attack can be lost that was planned and neither made nor lost before: FIRED, LOST, UNPLANNED
    costs_attack = ((back_bits & 8192) != 0) & ((state & (256 | 8192 | (1 << 31))) == 0)
    back_stage = 5 if costs_attack else 4
    back = back_bits if costs_attack else back_bits & ~(8192 | 32768)
    stage = 4 if (penalty > 0) | near else 3
    stage = back_stage if result == 5 else stage
    stage = 6 if result == 6 else stage
    bits = back if result == 5 else 0
    bits = removed_bits if result == 6 else bits
    bits = 65536 if result == 4 else bits
    bits = bits | ((1 << 32) if (result == 5) | (result == 6) else 0)
    return at_stage(state | bits, stage)


@rule
def at_start(state, fire_window, rockets_once):
    """The state at the start of a turn: no attack is planned without a window, or when the rockets are spent (1.5.6.3a)."""
    spent = ((state >> 28) & 1) & rockets_once
    unplanned = 1 if fire_window < 0 else spent
    return state | (unplanned << 31)


@rule
def can_attack(state):
    """May it make its attack now: planned, not made, not lost, not out of reach."""
    return (state & (8192 | 16384 | 256 | (1 << 31))) == 0


@rule
def with_attack(state, near_apart, cap, felt, rockets_once, cleared):
    """The attack is made: carries the total penalty (near miss kept apart, cap, and whether the weapon feels it).

    felt: 1 when this weapon feels penalties (ruling penalty_applies_to); cleared: 1 when the penalty ends with the
    attack (ruling penalty_duration next_attack_only).
    """
    near = near_apart if (state & 16) != 0 else 0
    total = min(max(state & 15, near), cap) * felt
    state = (state & ~31) if cleared == 1 else state
    return (state & ~(15 << 9)) | (total << 9) | 256 | (rockets_once << 28)


@rule
def after_window(state, hides, hides_if_lost, clears):
    """End of a window: wasted shots and the memory of a saved abort end; after its own window it hides (1.4.6a, 1.4.2d); this_phase clears penalties.

    hides: 1 after the window of its attack when it hides; hides_if_lost: 1 when one whose attack was lost does so too.
    """
    fired, lost = (state >> 8) & 1, (state >> 13) & 1
    state = state | (((fired & hides) | (lost & hides_if_lost)) << 14)
    state = (state & ~31) if clears == 1 else state
    return state & ~(98304 | (1 << 32))


@rule
def next_turn_state(state, keeps_penalty):
    """The state at the start of its next turn over the table: uses and rockets are kept, the turn's own bits are not."""
    kept = state & ((31 << 23) | (1 << 28) | (31 if keeps_penalty == 1 else 0))
    return kept | (((state >> 8) & 1) << 29) | (((state >> 14) & 1) << 30)
