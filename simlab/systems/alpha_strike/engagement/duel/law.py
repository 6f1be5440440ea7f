"""The exact law of `duel`: round by round over the conditions of both and who tails."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from simlab.systems.alpha_strike.engagement.duel.kernel import (
    APART,
    RESULTS,
    UNDECIDED,
    bracket_of_round,
    cells_of,
    points_lost,
    result_of,
    wants_to_leave,
)
from simlab.systems.alpha_strike.engagement.duel.pack import ARCS_A_SIDE, START, WANTED, WISH, Packed
from simlab.systems.alpha_strike.engagement.harm import HarmLaw
from simlab.systems.alpha_strike.rules.air_to_air import (
    BOTH,
    FIRST_TAILS,
    IDLE,
    NEITHER,
    SECOND_TAILS,
    attack_number,
    attack_token,
    heat_points,
    position_of,
    rear_bonus,
    tail_after,
)
from simlab.systems.alpha_strike.rules.condition import CAUSE, GONE, HEAT, LEFT, THREE, part, with_part
from simlab.systems.alpha_strike.rules.dice import WAYS, chance
from simlab.systems.alpha_strike.rules.end_phase import (
    after_fall,
    falls_without_roll,
    leaves_engagements,
    level_after_fall,
)
from simlab.systems.alpha_strike.rules.fighting_card import (
    BREAK_ROLL,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    HEAT_SCALE,
    HEAT_TOP,
    IMMEDIATE,
    LOSS,
    MINIMAL_ROLL,
    PER_HIT,
    RANDOM_EQUAL,
    RANGE_CHOICE,
    TAILED_FIRE,
    TRAITS,
    TWELVE_COUNTS,
    WINNER_PICKS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import value_of
from simlab.systems.alpha_strike.rules.heat import heat_after, is_shut_down
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage
from simlab.systems.alpha_strike.rules.thresholds import NOBODY, damage_control_number, engaged_control_number

Conditions = tuple[int, int]
Volley = tuple[tuple[tuple[int, int, Fraction], ...], ...]  # for each arc: (damage, natural 12, chance)


class _Plain(list):
    """Rows of whole numbers read as ``rows[i, j]``, as kernels read their arrays."""

    def __getitem__(self, place: Any) -> Any:
        return list.__getitem__(self, place[0])[place[1]] if isinstance(place, tuple) else list.__getitem__(self, place)


class DuelLaw:
    """The law of one packed duel, in Fractions or floats."""

    def __init__(self, packed: Packed, number: type) -> None:
        self.cards, self.settings = _Plain(packed.cards.tolist()), packed.settings.tolist()
        self.sides, self.number = _Plain(packed.sides.tolist()), number
        self.packed = packed._replace(cards=self.cards, settings=self.settings, sides=self.sides)  # type: ignore[arg-type]
        self.sizes = cells_of(packed)
        self.harm = [HarmLaw(card, packed.columns, self.settings, number) for card in self.cards]
        self.volley, self.suffered = lru_cache(None)(self._volley), lru_cache(None)(self._suffered)
        self.ended, self.contexts = lru_cache(None)(self._ended), lru_cache(None)(self._contexts)

    def succeeds(self, side: int, condition: int, tail: int) -> Fraction:
        """Chance of a Control Roll of the engagement."""
        if is_shut_down(self.settings, part(condition, HEAT, THREE)):
            return Fraction(0)
        return chance(engaged_control_number(self.cards[side], self.settings, condition, side, tail))

    def _contexts(self, first: int, second: int, tail: int) -> list[tuple[int, int, Any]]:
        """(control result, bracket, chance) of a round, by the conditions at its start."""
        found: dict[tuple[int, int], Fraction] = {}
        numbers = [
            99 if self.succeeds(side, condition, tail) == 0
            else engaged_control_number(self.cards[side], self.settings, condition, side, tail)
            for side, condition in ((0, first), (1, second))
        ]  # fmt: skip
        state = _Plain([[first, 0], [second, 0]])
        for a in range(2, 13):
            for b in range(2, 13):
                up = (a >= numbers[0], b >= numbers[1])
                control = BOTH if all(up) else FIRST_TAILS if up[0] else SECOND_TAILS if up[1] else NEITHER
                p = Fraction(WAYS[a] * WAYS[b], 1296)
                if control == NEITHER:
                    found[control, 0] = found.get((control, 0), Fraction(0)) + p
                    continue
                dice = (1, 2, 3, 4) if self.settings[RANGE_CHOICE] == RANDOM_EQUAL else (1,)
                for die in dice:
                    bracket = self._bracket(state, control, (a, b), die)
                    found[control, bracket] = found.get((control, bracket), Fraction(0)) + p / len(dice)
        return [(control, bracket, self.number(p)) for (control, bracket), p in found.items()]

    def _bracket(self, state: Any, control: int, totals: tuple[int, int], die: int) -> int:
        if self.settings[RANGE_CHOICE] != WINNER_PICKS or control != BOTH:
            totals = (0, 0)
        key = (state[0, 0], state[1, 0], control, totals, die)
        if key not in self._brackets:
            self._brackets[key] = bracket_of_round(self.packed, state, control, totals, die)
        return self._brackets[key]

    _brackets: dict[Any, int]

    def _volley(self, side: int, condition: int, position: int, bracket: int) -> tuple[Volley, int, int]:
        """Laws of the attacks of a side, whether it attacks at all, and the overheat points that takes."""
        card, settings = self.cards[side], self.settings
        target = self.cards[1 - side]
        number = attack_number(card, settings, condition, target, position, bracket)
        points = heat_points(card, settings, condition, self.sides[side, WANTED], bracket)
        bonus, used = rear_bonus(settings, position), 0
        arcs: list[tuple[tuple[int, int, Fraction], ...]] = []
        for arc in range(ARCS_A_SIDE):
            token = attack_token(card, settings, condition, position, arc, bracket)
            if token == 0:
                arcs.append(((0, 0, Fraction(1)),))
                continue
            law: dict[tuple[int, int], Fraction] = {}
            for total in range(2, 13):
                for die in range(1, 7):
                    damage = value_of(token, die, settings[MINIMAL_ROLL]) + bonus + points if total >= number else 0
                    twelve = settings[TWELVE_COUNTS] if damage > 0 and total == 12 else 0
                    law[damage, twelve] = law.get((damage, twelve), Fraction(0)) + Fraction(WAYS[total], 216)
            arcs.append(tuple((damage, twelve, p) for (damage, twelve), p in law.items()))
            used, points = used + points, 0
        attacked = int(
            any(len(arc) > 1 or arc[0][0] > 0 for arc in arcs) or self._shoots(side, condition, position, bracket)
        )
        return tuple(arcs), attacked, used

    def _shoots(self, side: int, condition: int, position: int, bracket: int) -> bool:
        card = self.cards[side]
        return any(attack_token(card, self.settings, condition, position, arc, bracket) for arc in range(ARCS_A_SIDE))

    def _suffered(self, side: int, condition: int, volley: Volley) -> list[tuple[int, int, int, Any]]:
        """(condition, hits, damage rolled, chance) of one side after a volley; hits: how many damaged it."""
        running: dict[tuple[int, int, int], Any] = {(condition, 0, 0): self.number(1)}
        for arc in volley:
            after: dict[tuple[int, int, int], Any] = {}
            for (state, hits, dealt), p in running.items():
                for damage, twelve, share in arc:
                    q = p * self.number(share)
                    for following, chance_of in self.harm[side].after(state, damage, twelve).items():
                        key = (following, hits + (damage > 0), dealt + damage)
                        after[key] = after.get(key, 0) + q * chance_of
            running = after
        return [(*key, p) for key, p in running.items()]

    def exchange(self, first: int, second: int, control: int, bracket: int) -> dict[tuple[int, ...], Any]:
        """Law of (condition, hits, damage dealt, attacked, points used) of both after the attacks of a round."""
        if control == NEITHER:
            return {(first, 0, 0, 0, 0, second, 0, 0, 0, 0): self.number(1)}
        cards, fire = self.cards, self.settings[TAILED_FIRE]
        positions = [position_of(control, side, cards[side], cards[1 - side], fire) for side in (0, 1)]
        law: dict[tuple[int, ...], Any] = {}
        if self.settings[IMMEDIATE] == 0:
            (by_a, a_did, a_used), (by_b, b_did, b_used) = (
                self.volley(side, condition, positions[side], bracket) for side, condition in ((0, first), (1, second))
            )
            for b_now, b_hits, a_dealt, p in self.suffered(1, second, by_a):
                for a_now, a_hits, b_dealt, q in self.suffered(0, first, by_b):
                    key = (a_now, a_hits, a_dealt, a_did, a_used, b_now, b_hits, b_dealt, b_did, b_used)
                    law[key] = law.get(key, 0) + p * q
            return law
        for side in (0, 1):  # attacks first
            states = (first, second)
            volley, did, used = self.volley(side, states[side], positions[side], bracket)
            for now, hits, dealt, p in self.suffered(1 - side, states[1 - side], volley):
                position = IDLE if now & GONE else positions[1 - side]
                answer, did_2, used_2 = self.volley(1 - side, now, position, bracket)
                for own, own_hits, dealt_2, q in self.suffered(side, states[side], answer):
                    mine, other = (own, own_hits, dealt, did, used), (now, hits, dealt_2, did_2, used_2)
                    key = (*mine, *other) if side == 0 else (*other, *mine)
                    law[key] = law.get(key, 0) + p * q / 2
        return law

    def _ended(
        self, side: int, condition: int, level: int, hits: int, attacked: int, used: int
    ) -> list[tuple[int, int, int, Any]]:
        """(condition, level, apart, chance) of a side after its damage Control Rolls and its heat."""
        settings, loss = self.settings, self.settings[LOSS]
        fails = 1 - self.number(chance(damage_control_number(self.cards[side], settings, condition)))
        law: dict[tuple[int, int, int], Any] = {(condition, level, 0): self.number(1)}
        for _ in range(hits if settings[PER_HIT] else min(hits, 1)):
            after: dict[tuple[int, int, int], Any] = {}
            for (state, at, apart), p in law.items():
                fallen = (after_fall(state, loss, at), level_after_fall(loss, at), apart | leaves_engagements(loss, at))
                for key, q in ((((state, at, apart), 1 - fails), (fallen, fails)) if not state & GONE
                               else (((state, at, apart), 1),)):  # fmt: skip
                    after[key] = after.get(key, 0) + p * q
            law = after
        ends = []
        for (state, at, apart), p in law.items():
            if self.cards[side][TRAITS] & HEAT_SCALE:
                heat = heat_after(part(state, HEAT, THREE), used, 0, attacked, 0, 0, settings[HEAT_TOP])
                state = with_part(state, HEAT, THREE, heat)
            if p:
                ends.append((state, at, apart, p))
        return ends

    def parting(self, conditions: Conditions, apart: int, tail: int) -> Any:
        """Chance that they are apart after breaking off."""
        if apart or any(condition & GONE for condition in conditions):
            return self.number(apart)
        stays = self.number(1)
        for side, condition in enumerate(conditions):
            wish = self.sides[side, WISH]
            if wish == 0 or not wants_to_leave(self.cards[side], condition, wish):
                continue
            if self.settings[ENGAGEMENT_END] == ENDS_WITH_TURN:
                stays = self.number(0)
            elif self.settings[ENGAGEMENT_END] == BREAK_ROLL:
                stays *= 1 - self.number(self.succeeds(side, condition, tail))
        return 1 - stays

    def last_fall(self, side: int, condition: int, level: int) -> tuple[int, int, int]:
        """(condition, level, apart) after the step of Thrust 0 or a shutdown (AS-14.5)."""
        thrust, loss = thrust_after_damage(self.cards[side], self.settings, condition), self.settings[LOSS]
        if condition & GONE or not falls_without_roll(self.settings, thrust, condition):
            return condition, level, 0
        return after_fall(condition, loss, level), level_after_fall(loss, level), leaves_engagements(loss, level)

    def cells(self) -> list[Any]:
        """The flat vector, in the order of `space_of`."""
        self._brackets = {}
        *_, controls, damage_a, damage_b = self.sizes
        packed = self.packed
        cells = [self.number(0)] * (damage_b + int(packed.most[1]) + 1)
        begun = (self.sides[0, START], self.sides[1, START])
        going: dict[tuple[int, int, int, int, int], Any] = {
            (*begun, NOBODY, packed.level, packed.level): self.number(1)
        }
        for number in range(packed.rounds):
            later: dict[tuple[int, int, int, int, int], Any] = {}
            for (first, second, old_tail, *levels), p in going.items():
                tail_before = NOBODY if self.settings[ENGAGEMENT_END] == ENDS_WITH_TURN else old_tail
                for control, bracket, share in self.contexts(first, second, tail_before):
                    if number == 0:
                        cells[controls + control] += share
                    tail = tail_after(control, *self.cards)
                    for key, q in self.exchange(first, second, control, bracket).items():
                        if number == 0:
                            cells[damage_a + key[2]] += share * q
                            cells[damage_b + key[7]] += share * q
                        for ends, chance_of in self.ends(key, levels, tail):
                            self._count(
                                cells, later, (*ends[:2], tail, *ends[2:4]), ends[4], number, p * share * q * chance_of
                            )
            going = later
        return cells

    def ends(self, key: Sequence[int], levels: Sequence[int], tail: int) -> list[tuple[tuple[int, ...], Any]]:
        """((condition a, condition b, level a, level b, apart), chance) at the end of a round."""
        found: list[tuple[tuple[int, ...], Any]] = []
        for a, level_a, apart_a, p in self.ended(0, key[0], levels[0], key[1], key[3], key[4]):
            for b, level_b, apart_b, q in self.ended(1, key[5], levels[1], key[6], key[8], key[9]):
                parted = self.parting((a, b), apart_a | apart_b, tail)
                last = self.last_fall(0, a, level_a), self.last_fall(1, b, level_b)
                for apart, r in ((1, parted), (0, 1 - parted)):
                    if r:
                        end = (last[0][0], last[1][0], last[0][1], last[1][1], apart | last[0][2] | last[1][2])
                        found.append((end, p * q * r))
        return found

    def _count(self, cells: list[Any], later: dict[Any, Any], state: Any, apart: int, number: int, p: Any) -> None:
        result = result_of(_Plain([[state[0]], [state[1]]]), apart)
        if result == UNDECIDED and number + 1 < self.packed.rounds:
            later[state] = later.get(state, 0) + p
            return
        fates, points_a, points_b, *_ = self.sizes
        cells[result * self.packed.rounds + number] += p
        causes = [part(condition, CAUSE, THREE) % LEFT for condition in state[:2]]
        cells[fates + causes[0] * 4 + causes[1]] += p
        for side, start in ((0, points_a), (1, points_b)):
            gone = 1 + points_lost(self.cards[side], state[side])
            cells[start + (gone if causes[side] == 0 else 0)] += p


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(p) for p in DuelLaw(packed, Fraction).cells()]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array(DuelLaw(packed, float).cells(), float)


assert RESULTS[APART] == "apart"
