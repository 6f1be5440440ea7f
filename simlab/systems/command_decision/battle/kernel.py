"""The kernel of `campaign`: one battle after another, turn by turn, step by step (see the README, "campaign")."""

import numpy as np

from simlab.dice import face, level, lower, spot, upper
from simlab.jit import lanes, rule
from simlab.systems.command_decision.addresses import ARRIVE, COLLECTIVE, CONFIRM, PLACE, SHOT
from simlab.systems.command_decision.battle.pack import (
    A_POINTS,
    A_SIDE,
    ARRIVES,
    BREAK_AT,
    COLLECTIVE_CARD,
    ENTRY,
    FELT,
    FIRST_STAND,
    HELI,
    IS_MISSILE,
    IS_SYSTEM,
    LAST_STAND,
    NEVER,
    NUMBER,
    ONE_VOLLEY,
    PLANES_A_TURN,
    PRIMARY_TO,
    ROF,
    SIGHT,
    TAKES,
)
from simlab.systems.command_decision.battle.state import (
    ATTACKS,
    LEAD,
    LOST_AIR,
    LOST_POINTS,
    MOST_ATTACKS,
    SIDES_OF,
    add_counts,
    aircraft_lost,
    resolve_shot,
    spent,
)
from simlab.systems.command_decision.battle.steps import (
    attack_takes_effect,
    check_morale,
    clock_in,
    clock_out,
    is_over,
    target_of,
)
from simlab.systems.command_decision.rules.hitting import FORCED_BACK as BACK
from simlab.systems.command_decision.rules.hitting import REMOVED, effect_of, penalty_of, stacked

STRIKE, CHOPPERS, BOMBS, MISSILES = 8, 10, 12, 14  # windows, of the first side; one more for the other
STAY_IN_PLACE, LEAVE, LEAVE_SHAKEN, PENALTY_ONLY = 1, 2, 3, 4  # ruling chopper_forced_back_effect
NEAR_MISS = 3


@rule(inline=False)
def _strike(packed, base, turn_word, turn, side, gone, shaken, suppressed, backed, fired, away, uses, total, target,
            point, aborted, took, impacts, game):  # fmt: skip
    """The strike of a side: arrival, targets, selection, AA fire, attacks. Returns the number of impact points."""
    window, enemy = STRIKE + side, 1 - side
    planes = packed.aircraft.shape[0]
    came = 0
    for craft in range(planes):
        target[craft], point[craft], aborted[craft], total[craft] = -1, -1, 0, 0
        if packed.aircraft[craft, A_SIDE] != side or packed.aircraft[craft, HELI] == 1 or away[craft] > turn:
            continue
        word = level(turn_word, spot(window, packed.aircraft[craft, NUMBER], ARRIVE, 0))
        if upper(word) >= packed.aircraft[craft, ARRIVES] or came >= packed.sides[side, PLANES_A_TURN]:
            continue
        came += 1
        uses[craft] = packed.uses  # those of a helicopter last its whole sortie, strikes or not
        away[craft] = turn + packed.may_return if packed.may_return > 0 else NEVER
        stand = target_of(packed, craft, side, gone, took)
        if stand < 0:
            continue
        took[stand] += 1
        target[craft] = stand
        if face(lower(word), 10) <= packed.sides[side, PRIMARY_TO]:
            point[craft] = stand
        else:
            for place in range(packed.marks.shape[1]):
                marked = packed.marks[stand, place]
                if marked < 0:
                    break
                if gone[marked] == 0:
                    point[craft] = marked
                    break
    for system in range(packed.sides[enemy, FIRST_STAND], packed.sides[enemy, LAST_STAND]):
        if packed.stands[system, IS_SYSTEM] == 0 or gone[system] == 1 or shaken[system] == turn:
            continue
        for nth in range(packed.stands[system, ROF]):
            best, rank = -1, -1
            for craft in range(planes):
                if target[craft] < 0 or aborted[craft] == 1 or packed.aircraft[craft, HELI] == 1:
                    continue
                at = point[craft] if point[craft] >= 0 else target[craft]
                card = packed.shots[craft, system, at, suppressed[system]]
                if card < 0 or packed.ranks[card] <= rank:
                    continue
                place = spot(window, system, PLACE, packed.aircraft[craft, NUMBER])
                if upper(level(turn_word, place)) < packed.sight_plane:
                    best, rank = craft, packed.ranks[card]
            if best < 0:
                break
            at = point[best] if point[best] >= 0 else target[best]
            word = level(turn_word, spot(window, system, SHOT, nth))
            more = level(turn_word, spot(window, system, CONFIRM, nth))
            card = packed.shots[best, system, at, suppressed[system]]
            code = resolve_shot(packed.cards, card, word, more, uses[best], packed.plane_loss, 0)
            uses[best] -= spent(code)
            result = code & 15
            fired[system] += 1
            if result in (BACK, REMOVED):
                aborted[best] = 1
                if result == REMOVED:
                    away[best] = NEVER
                    aircraft_lost(side, packed.aircraft[best, A_POINTS], 0, game)
            else:
                total[best] = stacked(total[best], penalty_of(result, packed.converted), packed.stacking)
    many = 0
    for craft in range(planes):
        if target[craft] < 0 or packed.aircraft[craft, HELI] == 1:
            continue
        at = point[craft] if point[craft] >= 0 else target[craft]
        if aborted[craft] == 1:
            if packed.aborted_strike == 1:
                impacts[many, 0], impacts[many, 1] = at, side
                many += 1
            continue
        if packed.aircraft[craft, TAKES] == 1:
            word = level(turn_word, spot(window, packed.aircraft[craft, NUMBER], COLLECTIVE, 0))
            penalty = effect_of(packed.sides[side, COLLECTIVE_CARD], face(upper(word), 10))
            total[craft] = stacked(total[craft], penalty, packed.stacking)
        if point[craft] < 0 or packed.attack_of[craft, point[craft], 0] == 0:
            continue
        felt = min(total[craft], packed.cap) * packed.aircraft[craft, FELT]
        attack_takes_effect(packed, base, turn, BOMBS + side, craft, point[craft], felt, gone, suppressed, backed, game)
        game[side, ATTACKS] += 1
        impacts[many, 0], impacts[many, 1] = point[craft], side
        many += 1
    return many


@rule(inline=False)
def _choppers(packed, base, turn_word, turn, side, gone, shaken, suppressed, backed, fired, away, uses, over, leaving,
              took, done, game):  # fmt: skip
    """The helicopters of a side: air defence fires at each, then it attacks (1.4, 3.2)."""
    window, enemy = CHOPPERS + side, 1 - side
    for system in range(packed.stands.shape[0]):
        done[system], took[system] = 0, 0
    for craft in range(packed.aircraft.shape[0]):
        if packed.aircraft[craft, A_SIDE] != side or packed.aircraft[craft, HELI] == 0 or over[craft] == 0:
            continue
        number = packed.aircraft[craft, NUMBER]
        total, lost_attack, out = 0, 0, 0
        for system in range(packed.sides[enemy, FIRST_STAND], packed.sides[enemy, LAST_STAND]):
            if packed.stands[system, IS_SYSTEM] == 0 or gone[system] == 1 or shaken[system] == turn or out == 1:
                continue
            card = packed.shots[craft, system, 0, suppressed[system]]
            sight = upper(level(turn_word, spot(window, system, PLACE, number)))
            if card < 0 or sight >= packed.aircraft[craft, SIGHT]:
                continue
            before = 0 if packed.per_phase == 1 else fired[system]
            while out == 0 and before + done[system] < packed.stands[system, ROF] + packed.bonus:
                word = level(turn_word, spot(window, system, SHOT, done[system]))
                more = level(turn_word, spot(window, system, CONFIRM, done[system]))
                done[system] += 1
                code = resolve_shot(packed.cards, card, word, more, uses[craft], packed.removal, packed.split_first)
                uses[craft] -= spent(code)
                result = code & 15
                if result == REMOVED:
                    out, lost_attack = 1, 1
                    if packed.may_rearm == 1:
                        leaving[craft] = 1
                    else:
                        over[craft], away[craft] = 0, NEVER
                        aircraft_lost(side, packed.aircraft[craft, A_POINTS], 1, game)
                elif result == BACK and packed.back_effect == PENALTY_ONLY:
                    total = stacked(total, NEAR_MISS, packed.stacking)
                elif result == BACK:
                    lost_attack = 1
                    if packed.back_effect == STAY_IN_PLACE:
                        break
                    out = 1
                    if packed.back_effect == LEAVE:
                        leaving[craft] = 1
                    if packed.back_effect == LEAVE_SHAKEN:
                        leaving[craft] = 2
                else:
                    total = stacked(total, penalty_of(result, packed.converted), packed.stacking)
        if lost_attack == 1:
            continue
        stand = target_of(packed, craft, side, gone, took)
        if stand < 0:
            continue
        took[stand] += 1
        met = 0
        for other in range(packed.sides[enemy, FIRST_STAND], packed.sides[enemy, LAST_STAND]):
            met |= packed.exposed[craft, other] if gone[other] == 0 else 0
        exempt = packed.aircraft[craft, IS_MISSILE] == 1 and (met & 1) == 0
        too_far = packed.radius_asked == 1 and (met & 2) == 0
        if packed.aircraft[craft, TAKES] == 1 and not exempt and not too_far:
            word = level(turn_word, spot(window, number, COLLECTIVE, 0))
            penalty = effect_of(packed.sides[side, COLLECTIVE_CARD], face(upper(word), 10))
            total = stacked(total, penalty, packed.stacking)
        felt = min(total, packed.cap) * packed.aircraft[craft, FELT]
        attack_takes_effect(packed, base, turn, MISSILES + side, craft, stand, felt, gone, suppressed, backed, game)
        game[side, ATTACKS] += 1
        if packed.aircraft[craft, ONE_VOLLEY] == 1:
            leaving[craft] = 1


@lanes
def campaign(packed, base, counts):
    """Play whole campaigns, one lane a trial; see `space_of` for the cells."""
    n, m = max(packed.stands.shape[0], 1), packed.aircraft.shape[0]
    gone, shaken, suppressed = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    backed, fired, done, took = (
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )
    away, uses, total, target = (
        np.empty(m, np.int64),
        np.empty(m, np.int64),
        np.empty(m, np.int64),
        np.empty(m, np.int64),
    )
    point, aborted, over, leaving = (
        np.empty(m, np.int64),
        np.empty(m, np.int64),
        np.empty(m, np.int64),
        np.empty(m, np.int64),
    )
    impacts, game = np.empty((2 * m, 2), np.int64), np.empty((2, SIDES_OF), np.int64)
    part = np.empty((m, 2), np.int64)
    leads = np.empty(packed.turns + 1, np.int64)
    for lane in range(base.size):
        gone[:], shaken[:] = 0, 0
        over[:], leaving[:], game[:] = 0, 0, 0
        for craft in range(m):
            away[craft], uses[craft] = packed.aircraft[craft, ENTRY], packed.uses
        ended = packed.turns
        for turn in range(1, packed.turns + 1):
            turn_word = level(base[lane], turn)
            leads[turn] = game[1, LOST_POINTS] - game[0, LOST_POINTS]
            suppressed[:], backed[:], fired[:] = 0, 0, 0
            many = 0
            for phase in range(4):
                side = packed.first if phase % 2 == 0 else 1 - packed.first
                broken = 1 if game[side, LOST_AIR] >= packed.sides[side, BREAK_AT] else 0
                if phase < 2:
                    if broken == 0:
                        took[:] = 0
                        more = _strike(packed, base[lane], turn_word, turn, side, gone, shaken, suppressed, backed,
                                       fired, away, uses, total, target, point, aborted, took, part, game)  # fmt: skip
                        for place in range(more):
                            impacts[many, 0], impacts[many, 1] = part[place, 0], part[place, 1]
                            many += 1
                else:
                    clock_in(packed, turn, side, broken, away, uses, over)
                    if broken == 0:
                        _choppers(packed, base[lane], turn_word, turn, side, gone, shaken, suppressed, backed, fired,
                                  away, uses, over, leaving, took, done, game)  # fmt: skip
            if packed.morale == 1:
                check_morale(packed, turn_word, turn, gone, shaken, backed, impacts, many, game)
            clock_out(packed, turn, away, over, leaving)
            if is_over(packed, gone) == 1:
                ended = turn
                break
        margin = game[1, LOST_POINTS] - game[0, LOST_POINTS]
        winner = 0 if margin > packed.margin else (1 if margin < -packed.margin else 2)
        decided = ended
        if winner < 2:
            decided = 0
            for turn in range(1, ended + 1):
                ahead = leads[turn] if winner == 0 else -leads[turn]
                decided = turn if ahead <= 0 else decided
        game[0, LEAD] = decided
        game[0, ATTACKS] = min(game[0, ATTACKS], MOST_ATTACKS)
        game[1, ATTACKS] = min(game[1, ATTACKS], MOST_ATTACKS)
        add_counts(packed, game, winner, ended, counts)
