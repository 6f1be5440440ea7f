"""The kernel of `strike`: lanes side by side, one integer of state each; planes, systems and rolls outside.

What a plane does depends on where it came to stand: point, heading, whether it arrived. Packing has written that down
as a *class* of the plane; the rest is read from tables by class, so that lanes never part.
"""

import numpy as np

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import (
    AIR,
    ARRIVE,
    COLLECTIVE,
    CONFIRM,
    MARK,
    MORALE,
    PLACE,
    SHOT,
    TARGET,
)
from simlab.systems.command_decision.rules.guided import guided_result
from simlab.systems.command_decision.rules.hitting import SAVED, effect_of, stacked
from simlab.systems.command_decision.strike.rows import ENEMY_AT, HE_AT, HITS_AT, SHIFT_AT, SPOT_BITS
from simlab.systems.command_decision.strike.shapes import MOST_PLANES
from simlab.systems.command_decision.strike.state import (
    ABORTED_AT,
    ABORTS,
    AVAILABLE_AT,
    BY,
    BY_BITS,
    FAILED_SAVE,
    LOST_AT,
    NOBODY,
    PENALTY,
    PLANES,
    RAW,
    SHOTS_AT,
    STANDS_A_WORD,
    STOPPED,
    TARGET_AT,
    fields_at_least,
    sum_of_fields,
    with_shot,
    worse,
)
from simlab.systems.command_decision.strike.state import TARGET as TARGET_BITS

# columns of Packed.planes
ARRIVES, UNMARKED, MARKED, FELT, GUNS_FELT, CELLS = range(6)
# columns of Packed.classes
STARTS, ARRIVED, BLOCKED, HAS_COLLECTIVE, ATTACK, STRAFE, ALTERNATIVE, ABORT_NEAR = range(8)
# columns of Packed.fire, a row a shot
ACTOR, NTH, CHOICE, TIE_ACTOR, TIE_NTH, TIES, PARTNER, IN_COMBINATION, SILENT, FREE, ENTRY = range(11)
# columns of Packed.cards, before the results of the hands
HANDS, SECOND_SAVE, FIRST_RESULT = 0, 1, 2
# columns of Packed.stages, a row for each plane and attack (its load, then its strafe), followed by slots by word
TURN, SLOTS = 0, 1
# rows of Packed.tallies: what is counted, its first cell, then a mask for each word of stands
WHAT, CELL, FIRST_MASK = 0, 1, 2
FACES = (1 << 11) - 1


@rule
def _arrive(packed, turn, classes, state, marked):
    """Who comes, to which point and on which heading: the class of every plane (2.2, 2.3.3)."""
    size = turn.size
    where = spot(AIR, 0, MARK, 0)
    if packed.marking >= 0:
        for lane in range(size):
            marked[lane] = 1 if upper(level(turn[lane], where)) < packed.marking else 0
    for plane in range(packed.planes.shape[0]):
        here, arrives = spot(AIR, plane, ARRIVE, 0), packed.planes[plane, ARRIVES]
        unmarked, with_smoke = packed.planes[plane, UNMARKED], packed.planes[plane, MARKED]
        for lane in range(size):
            word = level(turn[lane], here)
            hand = lower(word)
            selection_die = face(hand, 10)
            hand = rest(hand, 10)
            heading_die = face(hand, 36)
            alternative_die = face(rest(hand, 36), 12)
            primary = selection_die <= (with_smoke if marked[lane] == 1 else unmarked)
            point = 0 if primary else alternative_die
            here_class = packed.sites[plane, point * 36 + heading_die - 1]
            here_class = here_class if upper(word) < arrives else 0
            classes[plane, lane] = here_class
            state[lane] |= packed.classes[here_class, STARTS] << (AVAILABLE_AT + plane)


@rule
def _seen_by(packed, turn, actor, seen):
    """Planes to which an actor has line of sight, a bit each (ruling los_probability_plane)."""
    for lane in range(turn.size):
        seen[lane] = 0
    for plane in range(packed.planes.shape[0]):
        here = spot(AIR, actor, PLACE, plane)
        for lane in range(turn.size):
            seen[lane] |= (1 if upper(level(turn[lane], here)) < packed.sight else 0) << plane


@rule
def _choose(packed, turn, classes, state, row, best, mask, seen, others):
    """The target of a system: the plane of the highest priority, chance among equals (ruling aa_target_choice)."""
    size = turn.size
    actor, choice, partner = packed.fire[row, ACTOR], packed.fire[row, CHOICE], packed.fire[row, PARTNER]
    free = packed.fire[row, FREE]
    for lane in range(size):
        best[lane] = 0
        mask[lane] = 0
    if packed.sight >= 0:
        _seen_by(packed, turn, actor, seen)
        if partner >= 0:
            _seen_by(packed, turn, partner, others)
    for plane in range(packed.planes.shape[0]):
        for lane in range(size):
            here_class = classes[plane, lane]
            rank = packed.ranks[choice, here_class] * ((state[lane] >> (AVAILABLE_AT + plane)) & 1)
            if packed.sight >= 0:
                can = (packed.card_of[actor, here_class] >= 0) & (((seen[lane] >> plane) & 1) == 1)
                if partner >= 0:
                    can |= (packed.card_of[partner, here_class] >= 0) & (((others[lane] >> plane) & 1) == 1)
                rank = rank if can else 0
            if free == 1:
                kept = ((state[lane] & RAW) != 0) & (((state[lane] & TARGET_BITS) >> TARGET_AT) == plane)
                rank = 0 if kept else rank
            bit = (1 if rank > 0 else 0) << plane
            before = mask[lane]
            mask[lane] = bit if rank > best[lane] else (before | bit if rank == best[lane] else before)
            best[lane] = max(best[lane], rank)
    ties, here = packed.fire[row, TIES], spot(AIR, packed.fire[row, TIE_ACTOR], TARGET, packed.fire[row, TIE_NTH])
    for lane in range(size):
        place = mask[lane] * (MOST_PLANES + 1)
        nth = 1
        if ties == 1:
            nth = face(upper(level(turn[lane], here)), max(packed.bits[place], 1))
        target = packed.bits[place + nth]
        state[lane] = (state[lane] & ~(TARGET_BITS | STOPPED | RAW)) | (target << TARGET_AT)


@rule
def _shoot(packed, turn, classes, state, record, uses, row, seen):
    """One shot of an actor at the target of its system (F1, F2)."""
    actor, nth, silent = packed.fire[row, ACTOR], packed.fire[row, NTH], packed.fire[row, SILENT]
    combination, entry = packed.fire[row, IN_COMBINATION], packed.fire[row, ENTRY] + 1
    here, elsewhere = spot(AIR, actor, SHOT, nth), spot(AIR, actor, CONFIRM, nth)
    clears, converted, stacking, removal = packed.clears, packed.converted, packed.stacking, packed.removal
    if packed.sight >= 0:
        _seen_by(packed, turn, actor, seen)
    for lane in range(turn.size):
        old = state[lane]
        aimed = (old & TARGET_BITS) >> TARGET_AT
        target = aimed if aimed < NOBODY else 0
        card = packed.card_of[actor, classes[target, lane]]
        fires = (aimed < NOBODY) & (((old >> (AVAILABLE_AT + target)) & 1) == 1) & (card >= 0) & ((old & STOPPED) == 0)
        fires &= (silent == 0) | ((old & RAW) == 0)
        if packed.sight >= 0:
            fires &= ((seen[lane] >> target) & 1) == 1
        card = max(card, 0)
        word = level(turn[lane], here)
        hands = packed.cards[card, HANDS]
        code = packed.cards[card, FIRST_RESULT + ((upper(word) * hands) >> 32)]
        if packed.second_saves == 1:
            hand = rest(rest(upper(level(turn[lane], elsewhere)), 10), 10)
            code = SAVED if (code == FAILED_SAVE) & (face(hand, 10) <= packed.cards[card, SECOND_SAVE]) else code
        lost = 1 if lower(word) < removal else 0
        flies = fires & (((old >> (ABORTED_AT + target)) & 1) == 0)
        if packed.uses >= 0:
            left = (uses[lane] >> (4 * target)) & 15
            asked = (code == SAVED) | (code == FAILED_SAVE)
            code = ABORTS if asked & (left == 0) else code
            uses[lane] -= (1 if asked & (left > 0) & flies else 0) << (4 * target)
        new = with_shot(old, target, code, lost, converted, stacking, clears, combination)
        state[lane] = new if flies else old
        by = entry << (BY_BITS * target) if flies & (code >= ABORTS) else 0
        record[lane] += by + ((1 if fires else 0) << SHOTS_AT)


@rule
def _total(packed, turn, classes, state, plane, nth, total):
    """The total penalty of a plane after another collective roll (3.2.8)."""
    here, card, stacking = spot(AIR, plane, COLLECTIVE, nth), packed.collective, packed.stacking
    for lane in range(turn.size):
        die = face(upper(level(turn[lane], here)), 10)
        penalty = effect_of(card, die) * packed.classes[classes[plane, lane], HAS_COLLECTIVE]
        total[lane] = stacked(total[lane], penalty, stacking)


@rule
def _attack(packed, base, attack, stage, worst, hits, near, owns):
    """The rolls of one attack of a plane, each lane its own: by point and penalty (kind bombing)."""
    size, slot = base.size, 0
    number = packed.stages[stage, TURN]
    for lane in range(size):
        row = attack[lane]
        near[lane] |= packed.attacks[row, 0]
        owns[lane] |= packed.attacks[row, 1]
    for word in range(worst.shape[0]):
        for lane in range(size):
            worst[word, lane] = worse(worst[word, lane], packed.attacks[attack[lane], 2 + word])
        for place in range(slot, slot + packed.stages[stage, SLOTS + word]):
            for lane in range(size):
                roll, effects = packed.rolls[attack[lane], 2 * place], packed.rolls[attack[lane], 2 * place + 1]
                hand = upper(level(level(base[lane], number), roll & SPOT_BITS))
                hit_die = face(hand, 10)
                hand = rest(hand, 10)
                effect_die = face(hand, 10)
                he_die = face(rest(hand, 10), 10)
                hits_on, he_on = (roll >> HITS_AT) & FACES, (roll >> HE_AT) & FACES
                result = guided_result(hit_die, effect_die, he_die, hits_on, effects, he_on)
                hits[lane] += (1 if result > 0 else 0) * ((roll >> ENEMY_AT) & 1)
                worst[word, lane] = worse(worst[word, lane], result << ((roll >> SHIFT_AT) & 63))
        slot += packed.stages[stage, SLOTS + word]


@lanes
def strike(packed, base, counts):
    """Play a strike turn, one lane a trial; see `space_of` for the cells."""
    size, planes = base.size, packed.planes.shape[0]
    turn = np.empty(size, np.int64)
    for lane in range(size):
        turn[lane] = level(base[lane], 1)
    classes, marked = np.zeros((planes, size), np.int64), np.zeros(size, np.int64)
    state, record = np.full(size, NOBODY << TARGET_AT, np.int64), np.zeros(size, np.int64)
    one, two = np.zeros(size, np.int64), np.zeros(size, np.int64)
    three, four = np.zeros(size, np.int64), np.zeros(size, np.int64)
    uses = np.full(size, packed.uses * 0x11111111, np.int64)
    _arrive(packed, turn, classes, state, marked)
    for row in range(packed.fire.shape[0]):
        if packed.fire[row, CHOICE] >= 0:
            _choose(packed, turn, classes, state, row, one, two, three, four)
        _shoot(packed, turn, classes, state, record, uses, row, three)

    words = packed.words
    worst, near = np.zeros((words, size), np.int64), np.zeros((planes, size), np.int64)
    hits, sums = np.zeros(size, np.int64), np.zeros(size, np.int64)
    total, attack, owns = one, two, three
    for plane in range(planes):
        felt, guns_felt = packed.planes[plane, FELT], packed.planes[plane, GUNS_FELT]
        cells = packed.planes[plane, CELLS]
        for lane in range(size):
            total[lane] = (state[lane] >> (4 * plane)) & PENALTY
            owns[lane] = 0
        if packed.collective != 0:
            _total(packed, turn, classes, state, plane, 0, total)
        for lane in range(size):
            here_class = classes[plane, lane]
            aborted = (state[lane] >> (ABORTED_AT + plane)) & 1
            lost = (state[lane] >> (LOST_AT + plane)) & 1
            arrived, blocked = packed.classes[here_class, ARRIVED], packed.classes[here_class, BLOCKED]
            alternative = packed.classes[here_class, ALTERNATIVE]
            attacks = arrived * (1 - aborted) * (1 - blocked)
            penalty = min(total[lane], packed.cap) * felt
            attack[lane] = packed.attack_of[packed.classes[here_class, ATTACK], penalty] * attacks
            near[plane, lane] = packed.classes[here_class, ABORT_NEAR] * aborted
            down = 1 + ((record[lane] >> (BY_BITS * plane)) & BY) + lost * packed.entries
            flown = 2 + 2 * packed.entries + alternative * 11 + penalty
            code = flown if attacks == 1 else (down if aborted == 1 else blocked)
            four[lane] = cells + code
            sums[lane] += arrived | (aborted << 4) | (lost << 8) | (attacks << 12) | ((attacks * alternative) << 16)
        for lane in range(size):
            counts[four[lane]] += 1
        _attack(packed, base, attack, 2 * plane, worst, hits, near[plane], owns)
        if packed.strafes == 1:
            if packed.next_attack_only == 1:
                for lane in range(size):
                    total[lane] = 0
            if packed.collective != 0 and packed.collective_each == 1:
                _total(packed, turn, classes, state, plane, 1, total)
            for lane in range(size):
                here_class = classes[plane, lane]
                aborted = (state[lane] >> (ABORTED_AT + plane)) & 1
                arrived, blocked = packed.classes[here_class, ARRIVED], packed.classes[here_class, BLOCKED]
                attacks = arrived * (1 - blocked) * (1 - aborted)
                penalty = min(total[lane], packed.cap) * guns_felt
                attack[lane] = packed.attack_of[packed.classes[here_class, STRAFE], penalty] * attacks
            _attack(packed, base, attack, 2 * plane + 1, worst, hits, near[plane], owns)
        for lane in range(size):
            sums[lane] += owns[lane] << 20
    _count(packed, turn, worst, near, hits, sums, record, counts, one, two)


@rule
def _count(packed, turn, worst, near, hits, sums, record, counts, one, two):
    """Add a lane to the cells of planes, shots, hits, stands and checks."""
    size, planes = turn.size, near.shape[0]
    for sort in range(6):
        first = packed.sums_at + sort * (planes + 1)
        for lane in range(size):
            counts[first + ((sums[lane] >> (4 * sort)) & 15)] += 1
    for lane in range(size):
        counts[packed.shots_at + (record[lane] >> SHOTS_AT)] += 1
    for lane in range(size):
        counts[packed.hits_at + hits[lane]] += 1
    for stand in range(packed.stands):
        word, shift = stand // STANDS_A_WORD, 4 * (stand % STANDS_A_WORD)
        first = packed.results_at + 6 * stand
        for lane in range(size):
            counts[first + ((worst[word, lane] >> shift) & 7)] += 1
    for row in range(packed.tallies.shape[0]):
        what, first = packed.tallies[row, WHAT], packed.tallies[row, CELL]
        for lane in range(size):
            one[lane] = 0
        for word in range(worst.shape[0]):
            mask = packed.tallies[row, FIRST_MASK + word]
            for lane in range(size):
                chosen = fields_at_least(worst[word, lane], 5 if what == 0 else (4 if what == 1 else 2))
                more = fields_at_least(worst[word, lane], 5) if what == 1 else 0
                one[lane] += sum_of_fields(chosen & ~more & mask)
        if row == 0:
            for lane in range(size):
                two[lane] = one[lane] * (packed.owns + 1)
        if row == 1:
            for lane in range(size):
                counts[first + two[lane] + one[lane]] += 1
        if row > 1:
            for lane in range(size):
                counts[first + one[lane]] += 1
    for lane in range(size):
        two[lane] = 0
    for check in range(packed.checks.shape[0]):
        here, first = spot(AIR, check, MORALE, 0), packed.checks_at + check * 3 * (planes + 1)
        for lane in range(size):
            one[lane] = 0
        for plane in range(planes):
            for lane in range(size):
                one[lane] += (near[plane, lane] >> check) & 1
        for lane in range(size):
            strikes = min(one[lane], packed.most_strikes)
            failed = effect_of(packed.checks[check, strikes], face(upper(level(turn[lane], here)), 10))
            one[lane] = strikes * 3 + max(failed - 1, 0)
            two[lane] += 1 if strikes > 0 else 0
        for lane in range(size):
            counts[first + one[lane]] += 1
    first = packed.checks_at + packed.checks.shape[0] * 3 * (planes + 1)
    for lane in range(size):
        counts[first + two[lane]] += 1


assert PLANES == (1 << MOST_PLANES) - 1
