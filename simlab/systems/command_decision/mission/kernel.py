"""The kernel of `sortie`: turns and acts outside, lanes innermost, two integers of state a lane.

One holds the turn (see `rules.state`), the other the game: bits 0-7 the turn in which it enters next, 8-15 its turn over the
table (0: off), 16-23 attacks, 24-31 turns over the table, 32-39 sorties, 40-49 how it was lost (0: not; 1 + 2 * (turn - 1) + 1 when by
ground fire).
"""

import numpy as np

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import (
    COLLECTIVE,
    CONFIRM,
    END,
    GENERAL,
    GROUND,
    MORALE,
    OPPORTUNITY,
    PLACE,
    PREPARATORY,
    SHOT,
)
from simlab.systems.command_decision.mission.acts import AIR, COLUMNS, LOOK
from simlab.systems.command_decision.mission.pack import COLLECTIVE as COLLECTIVE_APPLIES
from simlab.systems.command_decision.mission.pack import FIRE_WINDOW, HIDES, HIDES_IF_LOST
from simlab.systems.command_decision.rules.hitting import ABORT, confirmed_effect, effect_of, shot_effect, shot_result
from simlab.systems.command_decision.rules.state import (
    DOWNED,
    OUT,
    RAW,
    UNPLANNED,
    after_window,
    at_stage,
    at_start,
    can_attack,
    next_turn_state,
    with_attack,
    with_penalty,
    with_result,
)

(_K, _WINDOW, ACTOR, NTH, SORT, MUST_MASK, MUST_VALUE, SIGHT_FROM, SIGHT_TO, STAGE, CLEARS, FIRST, SECOND, AGAIN_SIDES,
 SAVE_TO, SECOND_SAVE_TO, POP_UP_FROM, CHOP_FROM, BY_GROUND) = range(len(COLUMNS))  # fmt: skip
PARTNER = RAW | DOWNED
EVERYONE = 1 << 32  # a line of sight for every hand


@rule
def _look(act, turn, state, where):
    """Somebody sees it: only the stage moves."""
    low, high, mask, value = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE]
    for lane in range(state.size):
        u = upper(level(turn[lane], where))
        old = state[lane]
        sees = (u >= low) & (u < high) & ((old & mask) == value)
        state[lane] = at_stage(old, act[STAGE]) if sees else old


@rule
def _air_shot(packed, act, turn, state, where, window):
    """One AA shot without confirming dice; ``where`` is the spot of the line of sight."""
    first, second, again_sides, save_to = act[FIRST], act[SECOND], act[AGAIN_SIDES], act[SAVE_TO]
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    forget = ~(mask & PARTNER)  # a second half is silenced by the first, not by itself
    here, removal, split = spot(window, act[ACTOR], SHOT, act[NTH]), packed.removal, packed.split_first
    removed_bits, back_bits, back_penalty = packed.removed_bits, packed.back_bits, packed.back_penalty
    converted, stacking, near_miss, near_apart = packed.converted_penalty, packed.stacking, packed.near_miss, packed.near_apart
    always = (low == 0) & (high == EVERYONE)
    for lane in range(state.size):
        word = level(turn[lane], here)
        u = 0 if always else upper(level(turn[lane], where))
        hand = upper(word)
        aa_die = face(hand, 10)
        hand = rest(hand, 10)
        save_die = face(hand, 10)
        again_die = face(rest(hand, 10), again_sides)
        effect = shot_effect(aa_die, again_die, first, second)
        result = shot_result(effect, save_die, save_to, 1 if lower(word) < removal else 0, split)
        old = state[lane] & keep
        new = with_result(old, result, removed_bits, back_bits, back_penalty, converted, stacking, near_miss, near_apart)
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def _full_air_shot(packed, act, turn, state, where, window):
    """One AA shot with confirming dice, a second save and counted uses of countermeasures."""
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    forget = ~(mask & PARTNER)  # a second half is silenced by the first, not by itself
    here, more = spot(window, act[ACTOR], SHOT, act[NTH]), spot(window, act[ACTOR], CONFIRM, act[NTH])
    split = packed.split_first
    for lane in range(state.size):
        word, other, u = level(turn[lane], here), level(turn[lane], more), upper(level(turn[lane], where))
        hand = upper(word)
        aa_die = face(hand, 10)
        hand = rest(hand, 10)
        save_die = face(hand, 10)
        again_die = face(rest(hand, 10), act[AGAIN_SIDES])
        hand = upper(other)
        pop_up_die = face(hand, 10)
        hand = rest(hand, 10)
        chop_die = face(hand, 10)
        second_die = face(rest(hand, 10), 10)
        old = state[lane] & keep
        effect = shot_effect(aa_die, again_die, act[FIRST], act[SECOND])
        effect = confirmed_effect(effect, pop_up_die, chop_die, act[POP_UP_FROM], act[CHOP_FROM])
        removed = 1 if lower(word) < packed.removal else 0
        left = (old >> 23) & 31  # 0 unlimited, 1 none
        saves = (effect == ABORT) & (act[SAVE_TO] > 0) & (left != 1) & ((split == 0) | (removed == 1))
        by_second = second_die <= act[SECOND_SAVE_TO]
        result = shot_result(effect, 0 if by_second else save_die, act[SAVE_TO] if saves else -1, removed, split)
        new = with_result(
            old, result, packed.removed_bits, packed.back_bits, packed.back_penalty, packed.converted_penalty,
            packed.stacking, packed.near_miss, packed.near_apart,
        )  # fmt: skip
        wasted = (old & 32768) != 0
        new -= (1 << 23) if saves & (left > 1) & (not wasted) else 0
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def _ground_shot(packed, act, turn, state, where, window):
    """One ground shot at a slow helicopter."""
    low, high, mask, value, keep = act[SIGHT_FROM], act[SIGHT_TO], act[MUST_MASK], act[MUST_VALUE], ~act[CLEARS]
    forget = ~(mask & PARTNER)  # a second half is silenced by the first, not by itself
    here = spot(window, act[ACTOR], GROUND, act[NTH])
    for lane in range(state.size):
        hand, u = upper(level(turn[lane], here)), upper(level(turn[lane], where))
        hit_die = face(hand, 10)
        effect_die = face(rest(hand, 10), 10)
        result = shot_effect(hit_die, effect_die, act[FIRST], act[SECOND])
        old = state[lane] & keep
        new = with_result(
            old, result, packed.ground_removed_bits, packed.back_bits, packed.back_penalty, packed.converted_penalty,
            packed.stacking, packed.near_miss, packed.near_apart,
        )  # fmt: skip
        acts = ((old & mask) == value) & (u >= low) & (u < high)
        state[lane] = new & forget if acts else old


@rule
def _collective(packed, turn, state, window, only_if_attacks):
    """The collective roll (3.2.8): on every helicopter in reach, or on those that attack now."""
    here, card = spot(window, 0, COLLECTIVE, 0), packed.collective_card
    for lane in range(state.size):
        old = state[lane]
        die = face(upper(level(turn[lane], here)), 10)
        hit = with_penalty(old, effect_of(card, die), packed.stacking, packed.near_apart)
        falls = can_attack(old) if only_if_attacks == 1 else (old & (OUT | UNPLANNED)) == 0
        state[lane] = hit if falls else old


@rule
def _attack(packed, state):
    """Those that can make their attack."""
    for lane in range(state.size):
        old = state[lane]
        new = with_attack(old, packed.near_apart, packed.cap, packed.felt, packed.rockets_once, packed.clear_by_attack)
        state[lane] = new if can_attack(old) else old


@rule
def _fire(packed, plan, turn, state, window):
    """The attack with its collective roll."""
    if plan[COLLECTIVE_APPLIES] == 1 and packed.collective_card != 0:
        _collective(packed, turn, state, window, 1)
    _attack(packed, state)


@rule
def _acts(packed, turn, state, k, window):
    """All acts of one window of the k-th turn over the table."""
    for row in range(packed.act_starts[k - 1, window], packed.act_starts[k - 1, window + 1]):
        act = packed.acts[row]
        where = spot(PREPARATORY, act[ACTOR], PLACE, 0)
        full = act[POP_UP_FROM] > 1 or act[CHOP_FROM] > 1 or act[SECOND_SAVE_TO] > 0 or packed.uses >= 0
        if act[SORT] == LOOK:
            _look(act, turn, state, where)
        elif act[SORT] == AIR and full:
            _full_air_shot(packed, act, turn, state, where, window)
        elif act[SORT] == AIR:
            _air_shot(packed, act, turn, state, where, window)
        else:
            _ground_shot(packed, act, turn, state, where, window)


@rule
def _windows(packed, turn, state, k):
    """The windows of the k-th turn over the table, in order."""
    plan = packed.plans[k - 1]
    for window in range(END):
        mine = plan[FIRE_WINDOW] == window
        has_acts = packed.act_starts[k - 1, window] < packed.act_starts[k - 1, window + 1]
        if mine and packed.fires_first == 1:
            _fire(packed, plan, turn, state, window)
        if has_acts:
            _acts(packed, turn, state, k, window)
        if mine and packed.fires_first == 0:
            _fire(packed, plan, turn, state, window)
        earlier = (window == OPPORTUNITY or window == GENERAL) and window < plan[FIRE_WINDOW]
        if earlier and plan[COLLECTIVE_APPLIES] == 1 and packed.collective_each_phase == 1:
            _collective(packed, turn, state, window, 0)
        if has_acts or mine or packed.clear_by_window == 1:
            hides = plan[HIDES] if mine else 0
            hides_if_lost = plan[HIDES_IF_LOST] if mine else 0
            for lane in range(state.size):
                state[lane] = after_window(state[lane], hides, hides_if_lost, packed.clear_by_window)


@rule
def leaves_with(state, morale_die, check, card, last):
    """How it leaves at the end of this turn: 0 it stays, 1 good, 2 shaken, 3 demoralised (1.4.3).

    check: ruling chopper_morale_trigger; last: 1 when its time over the table is up.
    """
    going = (state >> 21) & 3
    asked = (check == 3) | ((check == 1) & ((state >> 17) & 1 == 1)) | ((check == 2) & ((state >> 18) & 1 == 1))
    failed = effect_of(card, morale_die) if asked else 0
    failed = failed if going == 0 else 0
    return going if going > 0 else (failed if failed > 0 else last)


@rule
def _end_of_turn(packed, turn, state, game, tally, now, k, attacks):
    """Morale, endurance and the clock; tally the turn. attacks: number of outcomes of an attack in the table."""
    here, last = spot(END, 0, MORALE, 0), 1 if k == packed.plans.shape[0] else 0
    trash = tally.size - 1
    for lane in range(state.size):
        old, clock = state[lane], game[lane]
        mine = ((clock >> 8) & 255) == k
        die = face(upper(level(turn[lane], here)), 10) if packed.morale_check > 0 else 1
        leaves = leaves_with(old, die, packed.morale_check, packed.morale_card, last)
        fired, removed = (old >> 8) & 1, (old >> 19) & 3
        attack = 1 + ((old >> 9) & 15) if fired == 1 else 0
        cell = ((now - 1) * 7 + ((old >> 5) & 7)) * attacks + attack
        tally[cell if mine else trash] += 1
        lost = (2 * (now - 1) + removed) << 40 if removed > 0 else 0
        away = packed.away[leaves]
        stays = (leaves == 0) & (removed == 0)
        entry = 0 if removed > 0 else (now + away) & 255
        clock = clock + (fired << 16) + (1 << 24) + lost
        gone = (clock & ~0xFFFF) | entry
        clock = clock + (1 << 8) if stays else gone
        game[lane] = clock if mine else game[lane]
        state[lane] = next_turn_state(old, packed.clear_by_attack) if mine else old


@lanes
def sortie(packed, base, counts):
    """Play whole games, one lane a trial; the cells are those of `kinds.space_of`, with 12 outcomes of an attack."""
    size, turns, length = base.size, packed.turns, packed.plans.shape[0]
    attacks = 12
    turn, state, spare = np.empty(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    game = np.full(size, packed.entry_turn, np.int64)
    tally = np.zeros(turns * 7 * attacks + 1, np.int64)
    fresh = (packed.uses + 1) << 23
    for now in range(1, turns + 1):
        any_turn = 0
        for k in range(1, length + 1):
            any_turn += packed.possible[now, k]
        if any_turn == 0:
            continue
        for lane in range(size):
            turn[lane] = level(base[lane], now)
            enters = (game[lane] & 0xFFFF) == now
            state[lane] = fresh if enters else state[lane]
            game[lane] = ((game[lane] & ~0xFF) + (1 << 8) + (1 << 32)) if enters else game[lane]
        for k in range(length, 0, -1):
            if packed.possible[now, k] == 0:
                continue
            planned = packed.plans[k - 1, FIRE_WINDOW]
            for lane in range(size):
                begun = at_start(state[lane], planned, packed.rockets_once)
                spare[lane] = begun if ((game[lane] >> 8) & 255) == k else OUT
            _windows(packed, turn, spare, k)
            _end_of_turn(packed, turn, spare, game, tally, now, k, attacks)
            for lane in range(size):  # a state at the start of a turn is never OUT
                state[lane] = spare[lane] if spare[lane] != OUT else state[lane]
    joint, cells = turns * 7 * attacks, 2 * turns + 1
    for cell in range(joint):
        counts[cell] += tally[cell]
    most = packed.most + 1
    for lane in range(size):
        clock = game[lane]
        counts[joint + ((clock >> 40) & 1023) * most + ((clock >> 16) & 255)] += 1
        counts[joint + cells * most + ((clock >> 24) & 255) * most + ((clock >> 32) & 255)] += 1
