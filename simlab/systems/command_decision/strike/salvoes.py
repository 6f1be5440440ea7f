"""The rolls of attacks in lanes: slot by slot, each lane with the faces that hit in its own attack."""

from simlab.dice import face, level, rest, upper
from simlab.jit import rule
from simlab.systems.command_decision.rules.attacks import EVERY_FACE, roll_result
from simlab.systems.command_decision.rules.guided import guided_result
from simlab.systems.command_decision.strike.rows import (
    ENEMY_AT,
    FACES_A_FIELD,
    FIELDS,
    HE_AT,
    SHIFT_AT,
    SPOT_BITS,
)
from simlab.systems.command_decision.strike.state import worse

# columns of Packed.stages, a row for each plane and attack (its load, then its strafe)
TURN, FIRST_SLOT, SLOTS = 0, 1, 2
ROLL, EFFECTS = 0, 1  # columns of Packed.slots
LEAST = 2  # column of Packed.heads: the least that befalls the stands of the first word
FACES = (1 << FACES_A_FIELD) - 1


@rule
def roll_attack(packed, base, stage, attack, spare, worst, hits):
    """The worst that befalls stands after the attacks of a stage (kind bombing); hits on enemies are counted."""
    size, slot, first = base.size, 0, packed.stages[stage, FIRST_SLOT]
    number, turn, faces = packed.stages[stage, TURN], spare[0], spare[1]
    for lane in range(size):
        turn[lane] = level(base[lane], number)
    for word in range(worst.shape[0]):
        for lane in range(size):
            faces[lane] = packed.heads[attack[lane], LEAST + word]
        for lane in range(size):
            worst[word, lane] = worse(worst[word, lane], faces[lane])
    group = -1
    for word in range(worst.shape[0]):
        for _ in range(packed.stages[stage, SLOTS + word]):
            if slot // FIELDS != group:
                group = slot // FIELDS
                for lane in range(size):
                    faces[lane] = packed.hits_on[attack[lane], group]
            roll, effects = packed.slots[first + slot, ROLL], packed.slots[first + slot, EFFECTS]
            field = FACES_A_FIELD * (slot % FIELDS)
            if ((roll >> HE_AT) & FACES) == EVERY_FACE:
                _roll(turn, faces, field, roll, effects, word, worst, hits)
            else:
                _roll_guided(turn, faces, field, roll, effects, word, worst, hits)
            slot += 1


@rule
def _roll(turn, faces, field, roll, effects, word, worst, hits):
    """One slot: a hit die and an effect die at one stand."""
    here, shift, enemy = roll & SPOT_BITS, (roll >> SHIFT_AT) & 63, (roll >> ENEMY_AT) & 1
    for lane in range(hits.size):
        hand = upper(level(turn[lane], here))
        hit_die = face(hand, 10)
        effect_die = face(rest(hand, 10), 10)
        result = roll_result(hit_die, effect_die, (faces[lane] >> field) & FACES, effects)
        hits[lane] += enemy if result > 0 else 0
        worst[word, lane] = worse(worst[word, lane], result << shift)


@rule
def _roll_guided(turn, faces, field, roll, effects, word, worst, hits):
    """One slot of a guided weapon with HE: a third die lets the hit take effect (2.3.6c)."""
    here, shift, enemy = roll & SPOT_BITS, (roll >> SHIFT_AT) & 63, (roll >> ENEMY_AT) & 1
    he_on = (roll >> HE_AT) & FACES
    for lane in range(hits.size):
        hand = upper(level(turn[lane], here))
        hit_die = face(hand, 10)
        hand = rest(hand, 10)
        effect_die = face(hand, 10)
        he_die = face(rest(hand, 10), 10)
        result = guided_result(hit_die, effect_die, he_die, (faces[lane] >> field) & FACES, effects, he_on)
        hits[lane] += enemy if result > 0 else 0
        worst[word, lane] = worse(worst[word, lane], result << shift)
