"""The kernel of `sortie`: turns, windows and acts outside, lanes innermost, two integers of state a lane.

One holds the turn (see `rules.state`), the other the game (`mission.game`). This plays every sortie; plain ones, which
are the most common, are played by `mission.plain` with the same dice and the same counts.
"""

import numpy as np

from simlab.dice import face, level, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import END, MORALE, OPPORTUNITY, PLACE, PREPARATORY
from simlab.systems.command_decision.mission.acts import AIR, LOOK
from simlab.systems.command_decision.mission.ends import is_plain, write_ends
from simlab.systems.command_decision.mission.game import (
    ATTACKS,
    ATTACKS_AT,
    AWAY,
    BYTE,
    COPIES,
    EVENTS,
    HERE,
    LOSS_AT,
    SORTIES_AT,
    TURNS_AT,
    add_games,
)
from simlab.systems.command_decision.mission.pack import COLLECTIVE, FIRE_WINDOW, HIDES, HIDES_IF_LOST
from simlab.systems.command_decision.mission.plain import play_plain
from simlab.systems.command_decision.mission.shots import (
    ACTOR,
    CHOP_FROM,
    MUST_MASK,
    MUST_VALUE,
    PARTNER,
    POP_UP_FROM,
    SECOND_SAVE_TO,
    SORT,
    air_shot,
    anyone_in,
    attack,
    collective_roll,
    full_air_shot,
    ground_shot,
    look,
)
from simlab.systems.command_decision.rules.state import (
    ATTACK,
    ATTACK_AT,
    FIRED,
    OUT,
    REMOVED_AT,
    REMOVED_BITS,
    STAGE,
    STAGE_AT,
    STAGES,
    USES_AT,
    after_window,
    at_start,
    leaves_with,
    next_turn_state,
)

# Tally of a turn: 16 places for each set of stages; the last one is for lanes that are away.
TALLY, NOWHERE = (STAGE + 1) << 4, ((STAGE + 1) << 4) - 1


@rule
def _acts(packed, turn, state, k, window):
    """All acts of one window of the k-th turn over the table; acts that nobody can suffer are passed over."""
    mask, value, anyone = 0, 1, False
    for row in range(packed.act_starts[k - 1, window], packed.act_starts[k - 1, window + 1]):
        act = packed.acts[row]
        if act[MUST_MASK] != mask or act[MUST_VALUE] != value:
            mask, value = act[MUST_MASK], act[MUST_VALUE]
            anyone = anyone_in(state, mask & ~PARTNER, value)
        if not anyone:
            continue
        where = spot(PREPARATORY, act[ACTOR], PLACE, 0)
        full = act[POP_UP_FROM] > 1 or act[CHOP_FROM] > 1 or act[SECOND_SAVE_TO] > 0 or packed.uses >= 0
        if act[SORT] == LOOK:
            look(act, turn, state, where)
        elif act[SORT] == AIR and full:
            full_air_shot(packed, act, turn, state, where, window)
        elif act[SORT] == AIR:
            air_shot(packed, act, turn, state, where, window)
        else:
            ground_shot(packed, act, turn, state, where, window)


@rule
def _windows(packed, turn, state, k):
    """The windows of the k-th turn over the table, in order."""
    plan = packed.plans[k - 1]
    exposed = plan[COLLECTIVE] == 1
    for window in range(END):
        mine = plan[FIRE_WINDOW] == window
        has_acts = packed.act_starts[k - 1, window] < packed.act_starts[k - 1, window + 1]
        for step in range(2):
            if mine and step == 1 - packed.fires_first:
                if exposed and packed.collective_card != 0:
                    collective_roll(packed, turn, state, window, 1)
                attack(packed, state)
            if has_acts and step == packed.fires_first:
                _acts(packed, turn, state, k, window)
        if exposed and packed.collective_each_phase == 1 and OPPORTUNITY <= window < plan[FIRE_WINDOW]:
            collective_roll(packed, turn, state, window, 0)
        if has_acts or mine or packed.clear_by_window == 1:
            hides = plan[HIDES] if mine else 0
            hides_if_lost = plan[HIDES_IF_LOST] if mine else 0
            clears = packed.clear_by_window
            for lane in range(state.size):
                state[lane] = after_window(state[lane], hides, hides_if_lost, clears)


@rule
def end_of_turn(packed, turn, state, game, cells, now, k):
    """Morale, endurance and the clock; ``cells`` gets the place of each lane in the tally of the turn."""
    here, last = spot(END, 0, MORALE, 0), 1 if k == packed.plans.shape[0] else 0
    check, card, keeps = packed.morale_check, packed.morale_card, packed.clear_by_attack
    good, shaken, demoralised = packed.away[1], packed.away[2], packed.away[3]
    for lane in range(state.size):
        old, clock = state[lane], game[lane]
        die = face(upper(level(turn[lane], here)), 10) if check > 0 else 1
        leaves = leaves_with(old, die, check, card, last)
        removed = (old & REMOVED_BITS) >> REMOVED_AT
        place = (((old >> STAGE_AT) & STAGE) << 4) | ((old >> ATTACK_AT) & ATTACK)
        away = demoralised if leaves == 3 else (shaken if leaves == 2 else good)
        entry = 0 if removed > 0 else (now + away) & BYTE
        lost = (2 * (now - 1) + removed) << LOSS_AT if removed > 0 else 0
        played = clock + ((1 << ATTACKS_AT) if (old & FIRED) != 0 else 0) + (1 << TURNS_AT) + lost
        stays = (leaves == 0) & (removed == 0)
        after = played + (1 << HERE) if stays else (played & ~0xFFFF) | entry
        mine = (old & AWAY) == 0
        cells[lane] = (place if mine else NOWHERE) + (lane & (COPIES - 1)) * TALLY
        game[lane] = after if mine else clock
        state[lane] = next_turn_state(old, keeps) if stays & mine else AWAY | OUT


@rule
def _add_turn(tally, counts, now):
    """Move the tally of a turn to its cells."""
    for stage in range(len(STAGES)):
        for made in range(ATTACKS):
            place = (((1 << stage) - 1) << 4) + made
            for copy in range(COPIES):
                counts[(now - 1) * EVENTS + stage * ATTACKS + made] += tally[copy * TALLY + place]
                tally[copy * TALLY + place] = 0


@lanes
def sortie(packed, base, counts):
    """Play whole games, one lane a trial; the cells are those of `kinds.space_of`."""
    size, turns, length = base.size, packed.turns, packed.plans.shape[0]
    turn, cells, spare = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
    state, game = np.full(size, AWAY | OUT, np.int64), np.full(size, packed.entry_turn, np.int64)
    tally = np.zeros(COPIES * TALLY, np.int64)
    fresh, rockets_once = (packed.uses + 1) << USES_AT, packed.rockets_once
    for now in range(1, turns + 1):
        possible = 0
        for k in range(1, length + 1):
            possible += packed.possible[now, k]
        if possible == 0:
            continue
        for lane in range(size):
            turn[lane] = level(base[lane], now)
            enters = (game[lane] & 0xFFFF) == now
            state[lane] = fresh if enters else state[lane]
            game[lane] = ((game[lane] & ~BYTE) + (1 << HERE) + (1 << SORTIES_AT)) if enters else game[lane]
        for k in range(length, 0, -1):
            if packed.possible[now, k] == 0:
                continue
            planned = packed.plans[k - 1, FIRE_WINDOW]
            for lane in range(size):
                begun = at_start(state[lane], planned, rockets_once)
                spare[lane] = begun if ((game[lane] >> HERE) & BYTE) == k else AWAY | OUT
            _windows(packed, turn, spare, k)
            end_of_turn(packed, turn, spare, game, cells, now, k)
            for lane in range(size):
                tally[cells[lane] & (COPIES * TALLY - 1)] += 1
            if possible == 1:
                state, spare = spare, state
            else:
                for lane in range(size):
                    mine = (cells[lane] & (TALLY - 1)) != NOWHERE
                    state[lane] = spare[lane] if mine else state[lane]
        _add_turn(tally, counts, now)
    add_games(game, turns, packed.most, counts)


sortie.by_tables(fits=is_plain, prepare=write_ends)(play_plain)
