"""A strike as one integer a lane: penalties of the planes, who is still there, whom a system shoots at.

Bits: 0-31 running total of penalties, four a plane; 32-39 planes that can be shot at; 40-47 aborted; 48-55 lost; 56-59
the target of the system that fires now (`NOBODY`: none); 60 its target was aborted by it; 61 its missile scored an
abort that was saved. A second integer: 0-47 who aborted a plane, six bits each (1 + entry); 48 and up the shots fired.
What befell stands is kept fifteen to an integer, four bits each.
"""

from simlab.jit import rule
from simlab.systems.command_decision.rules.hitting import SAVED, stacked

PENALTY, AVAILABLE_AT, ABORTED_AT, LOST_AT, TARGET_AT = 15, 32, 40, 48, 56
TARGET, NOBODY, STOPPED, RAW = 15 << 56, 15, 1 << 60, 1 << 61
PLANES = 255
BY_BITS, BY, SHOTS_AT = 6, 63, 48
STANDS_A_WORD = 15
ONES = 0x111111111111111  # one in each of the fifteen fields
HIGHS, EVERY_OTHER = ONES << 3, 0x0F0F0F0F0F0F0F0F
# What the class of a plane means: bits, then the rows of its attacks with its load and with its gun
STARTS, ARRIVED, BLOCKED, HAS_COLLECTIVE, ALTERNATIVE = 1, 2, 4, 8, 16
ATTACK_AT, STRAFE_AT, ROW = 8, 24, (1 << 16) - 1
# Results of a hand: 0 nothing, 1..3 a penalty, SAVED, and aborts: no save was rolled, or it failed
ABORTS, FAILED_SAVE = 5, 6


@rule
def with_shot(state, target, code, lost, converted, stacking, clears, combination):
    """The strike after a shot at a plane that still flies (3.2.4, 3.2.6.2c).

    code: result of the hand; clears: 1 when nobody shoots at an aborted plane any more; combination: 1 for a shot of a
    combination, which stops when it has aborted its target.
    """
    abort = 1 if code >= ABORTS else 0
    place = 4 * target
    total = (state >> place) & PENALTY
    penalty = converted if code == SAVED else (code if code < SAVED else 0)
    changed = stacked(total, penalty, stacking)
    state += (changed - total) << place
    state &= ~((abort * clears) << (AVAILABLE_AT + target))
    state |= (abort << (ABORTED_AT + target)) | ((abort * lost) << (LOST_AT + target))
    state |= STOPPED if (abort & combination) == 1 else 0
    return state | (RAW if code == SAVED else 0)


@rule
def worse(one, other):
    """Of two words of stands, the worse result of each: the greater field, all fields being below 8."""
    ahead = ((one | HIGHS) - other) & HIGHS
    mine = ahead - (ahead >> 3)
    return (one & mine) | (other & ~mine & (ONES * 7))


@rule
def fields_at_least(word, least):
    """One in each field of a word of stands that is at least so high (1..7)."""
    return (((word | HIGHS) - ONES * least) >> 3) & ONES


@rule
def sum_of_fields(ones):
    """How many fields hold a one."""
    pairs = (ones & EVERY_OTHER) + ((ones >> 4) & EVERY_OTHER)
    pairs += pairs >> 8
    pairs += pairs >> 16
    return (pairs + (pairs >> 32)) & 15


assert SAVED == 4
