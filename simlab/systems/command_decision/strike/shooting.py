"""The AA step in lanes: whom a system shoots at, and what a shot does (2.3.3.1, 3.2; F1, F2)."""

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import rule
from simlab.systems.command_decision.addresses import AIR, CONFIRM, PLACE, SHOT, TARGET
from simlab.systems.command_decision.rules.hitting import SAVED
from simlab.systems.command_decision.strike.rows import HANDS, WISH, WISH_BITS, WISHES
from simlab.systems.command_decision.strike.state import (
    ABORTED_AT,
    ABORTS,
    AVAILABLE_AT,
    BY_BITS,
    FAILED_SAVE,
    NOBODY,
    PLANES,
    RAW,
    SHOTS_AT,
    STOPPED,
    TARGET_AT,
    with_shot,
)
from simlab.systems.command_decision.strike.state import TARGET as TARGET_BITS

# columns of Packed.fire, a row a shot
(ACTOR, NTH, CHOICE, TIE_ACTOR, TIE_NTH, TIES, PARTNER, IN_COMBINATION, SILENT, FREE, ENTRY, DRAW, OTHER_DRAW) = range(
    13
)
# of a choice so far: the highest rank, how many planes have it, the first of them
RANK_AT, EQUALS_AT, FIELD = 8, 4, 15


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
def _engageable(packed, turn, classes, actor, draw, seen, within):
    """Add to ``within`` the planes that an actor sees and may shoot at."""
    group, shift = draw // WISHES, WISH_BITS * (draw % WISHES)
    _seen_by(packed, turn, actor, seen)
    for plane in range(classes.shape[0]):
        for lane in range(turn.size):
            card = (packed.card_of[group, classes[plane, lane]] >> shift) & WISH
            within[lane] |= ((1 if card > 0 else 0) << plane) & seen[lane]


@rule
def choose_target(packed, turn, ranks, classes, state, row, open_to, pick, spare):
    """The target of a system: the plane of the highest rank, chance among equals (ruling aa_target_choice).

    open_to, pick: int64[lanes], spare: int64[2, lanes], all written.
    """
    size, shift = turn.size, WISH_BITS * (packed.fire[row, CHOICE] % WISHES)
    for lane in range(size):
        open_to[lane] = (state[lane] >> AVAILABLE_AT) & PLANES
        pick[lane] = NOBODY
    if packed.sight >= 0:
        for lane in range(size):
            spare[1, lane] = 0
        for half in range(2 if packed.fire[row, PARTNER] >= 0 else 1):
            actor, draw = packed.fire[row, ACTOR if half == 0 else PARTNER], DRAW if half == 0 else OTHER_DRAW
            _engageable(packed, turn, classes, actor, packed.fire[row, draw], spare[0], spare[1])
        for lane in range(size):
            open_to[lane] &= spare[1, lane]
    if packed.fire[row, FREE] == 1:
        for lane in range(size):
            target = (state[lane] & TARGET_BITS) >> TARGET_AT
            open_to[lane] &= ~((1 if (state[lane] & RAW) != 0 else 0) << target)
    for plane in range(ranks.shape[0]):
        for lane in range(size):
            rank = ((ranks[plane, lane] >> shift) & WISH) * ((open_to[lane] >> plane) & 1)
            old = pick[lane]
            equal = (1 << EQUALS_AT) if (rank == old >> RANK_AT) & (rank > 0) else 0
            better = rank > old >> RANK_AT
            pick[lane] = (rank << RANK_AT) | (1 << EQUALS_AT) | plane if better else old + equal
    if packed.fire[row, TIES] == 1:
        here, left = spot(AIR, packed.fire[row, TIE_ACTOR], TARGET, packed.fire[row, TIE_NTH]), spare[0]
        for lane in range(size):
            equals = (pick[lane] >> EQUALS_AT) & FIELD
            left[lane] = face(upper(level(turn[lane], here)), max(equals, 1))
        for plane in range(ranks.shape[0]):
            for lane in range(size):
                rank = ((ranks[plane, lane] >> shift) & WISH) * ((open_to[lane] >> plane) & 1)
                equal = (rank == pick[lane] >> RANK_AT) & (rank > 0)
                left[lane] -= 1 if equal else 0
                pick[lane] = (pick[lane] & ~FIELD) | plane if equal & (left[lane] == 0) else pick[lane]
    for lane in range(size):
        state[lane] = (state[lane] & ~(TARGET_BITS | STOPPED | RAW)) | ((pick[lane] & FIELD) << TARGET_AT)


@rule
def shoot(packed, turn, cards, state, record, uses, row, card, code, seen):
    """One shot of an actor at the target of its system. card, code, seen: int64[lanes], written."""
    size, actor, nth, silent = turn.size, packed.fire[row, ACTOR], packed.fire[row, NTH], packed.fire[row, SILENT]
    combination, entry = packed.fire[row, IN_COMBINATION], packed.fire[row, ENTRY] + 1
    shift, here = WISH_BITS * (packed.fire[row, DRAW] % WISHES), spot(AIR, actor, SHOT, nth)
    clears, converted, stacking, removal = packed.clears, packed.converted, packed.stacking, packed.removal
    for lane in range(size):
        card[lane] = 0
    for plane in range(cards.shape[0]):
        for lane in range(size):
            mine = (state[lane] & TARGET_BITS) == plane << TARGET_AT
            card[lane] = (cards[plane, lane] >> shift) & WISH if mine else card[lane]
    if packed.sight >= 0:
        _seen_by(packed, turn, actor, seen)
        for lane in range(size):
            target = (state[lane] & TARGET_BITS) >> TARGET_AT
            card[lane] *= (seen[lane] >> target) & 1
    for lane in range(size):
        word, short = level(turn[lane], here), (card[lane] - 1) & 1
        place = (max(card[lane] - 1, 0) >> 1) * (HANDS + 1) + 1
        hands = HANDS - short * (HANDS // 10) if card[lane] > 0 else HANDS
        code[lane] = 2 * (place + ((upper(word) * hands) >> 32)) + (1 if lower(word) < removal else 0)
    for lane in range(size):
        code[lane] = 2 * packed.cards[code[lane] >> 1] + (code[lane] & 1)
    if packed.second_saves == 1:
        _save_again(packed, turn, row, card, code)
    if packed.uses >= 0:
        _use_up(state, uses, card, code, silent)
    for lane in range(size):
        old, result, lost = state[lane], code[lane] >> 1, code[lane] & 1
        aimed = (old & TARGET_BITS) >> TARGET_AT
        fires = (card[lane] > 0) & (((old >> (AVAILABLE_AT + aimed)) & 1) == 1) & ((old & STOPPED) == 0)
        fires &= (silent == 0) | ((old & RAW) == 0)
        flies = fires & (((old >> (ABORTED_AT + aimed)) & 1) == 0)
        state[lane] = with_shot(old, aimed, result, lost, converted, stacking, clears, combination) if flies else old
        by = entry << (BY_BITS * aimed) if flies & (result >= ABORTS) else 0
        record[lane] += by + ((1 if fires else 0) << SHOTS_AT)


@rule
def _save_again(packed, turn, row, card, code):
    """The second save of those that failed the first (ruling cm_multiple_fits)."""
    elsewhere = spot(AIR, packed.fire[row, ACTOR], CONFIRM, packed.fire[row, NTH])
    for lane in range(turn.size):
        die = face(rest(rest(upper(level(turn[lane], elsewhere)), 10), 10), 10)
        faces = packed.cards[(max(card[lane] - 1, 0) >> 1) * (HANDS + 1)]
        saved = (code[lane] >> 1 == FAILED_SAVE) & (die <= faces)
        code[lane] = 2 * SAVED + (code[lane] & 1) if saved else code[lane]


@rule
def _use_up(state, uses, card, code, silent):
    """Countermeasures run out: an abort asks for one use, without which it cannot be saved (ruling cm_uses)."""
    for lane in range(state.size):
        old, result = state[lane], code[lane] >> 1
        aimed = (old & TARGET_BITS) >> TARGET_AT
        fires = (card[lane] > 0) & (((old >> (AVAILABLE_AT + aimed)) & 1) == 1) & ((old & STOPPED) == 0)
        fires &= ((silent == 0) | ((old & RAW) == 0)) & (((old >> (ABORTED_AT + aimed)) & 1) == 0)
        left = (uses[lane] >> (4 * aimed)) & 15
        asked = (result == SAVED) | (result == FAILED_SAVE)
        uses[lane] -= (1 if asked & (left > 0) & fires else 0) << (4 * aimed)
        code[lane] = 2 * ABORTS + (code[lane] & 1) if asked & (left == 0) else code[lane]
