"""The exact law of how a `duel` goes: who is ahead after each round, and who wins."""

from __future__ import annotations

from typing import Any

from simlab.standing import Course
from simlab.systems.alpha_strike.engagement.duel.kernel import A_WINS, B_WINS, UNDECIDED, points_lost, result_of
from simlab.systems.alpha_strike.engagement.duel.law import DuelLaw, _Plain
from simlab.systems.alpha_strike.engagement.duel.pack import START, Packed
from simlab.systems.alpha_strike.rules.air_to_air import tail_after
from simlab.systems.alpha_strike.rules.condition import CAUSE, LEFT, THREE, part
from simlab.systems.alpha_strike.rules.fighting_card import (
    ARMOR_POINTS,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    STRUCTURE_POINTS,
)
from simlab.systems.alpha_strike.rules.thresholds import NOBODY

# A duel under way: its state, who led so far, and the margin after the round that is asked for.
Key = tuple[tuple[int, int, int, int, int], tuple[int, ...], int]


class _CourseLaw(DuelLaw):
    """The law of a duel with its history: who led after each round."""

    def courses(self, after: int) -> list[Course]:
        """Every course with its chance; margin: after round ``after``."""
        self._brackets = {}
        begun = (self.sides[0, START], self.sides[1, START])
        start = (*begun, NOBODY, self.packed.level, self.packed.level)
        going: dict[Key, Any] = {(start, (), 0): self.number(1)}
        ended: dict[tuple[tuple[int, ...], int, int, int], Any] = {}
        for number in range(1, self.packed.rounds + 1):
            later: dict[Key, Any] = {}
            for (state, leads, margin), p in going.items():
                for new, result, q in self._round(state):
                    ahead = self._margin(new[:2])
                    led = (*leads, (ahead > 0) - (ahead < 0))
                    at = ahead if number <= after else margin  # a duel that is over keeps its last margin
                    if result == UNDECIDED and number < self.packed.rounds:
                        key = (new, led, at)
                        later[key] = later.get(key, 0) + p * q
                    else:
                        rest = led + led[-1:] * (self.packed.rounds - number)
                        won = {A_WINS: 1, B_WINS: -1}.get(result, 0)
                        course = (rest, at, won, number)
                        ended[course] = ended.get(course, 0) + p * q
            going = later
        return [Course(*course, float(p)) for course, p in ended.items()]

    def _round(self, state: tuple[int, ...]) -> list[tuple[tuple[int, int, int, int, int], int, Any]]:
        """(state, result, chance) after one more round."""
        if state not in self._rounds:
            first, second, old_tail, *levels = state
            tail_before = NOBODY if self.settings[ENGAGEMENT_END] == ENDS_WITH_TURN else old_tail
            found: dict[tuple[tuple[int, int, int, int, int], int], Any] = {}
            for control, bracket, share in self.contexts(first, second, tail_before):
                tail = tail_after(control, *self.cards)
                for key, q in self.exchange(first, second, control, bracket).items():
                    for (a, b, level_a, level_b, apart), chance_of in self.ends(key, levels, tail):
                        new = ((a, b, tail, level_a, level_b), result_of(_Plain([[a], [b]]), apart))
                        found[new] = found.get(new, 0) + share * q * chance_of
            self._rounds[state] = [(new, result, p) for (new, result), p in found.items()]
        return self._rounds[state]

    def _margin(self, conditions: tuple[int, ...]) -> int:
        """Share of its points that a has left less that of b, in parts of the product of both."""
        whole = [int(card[ARMOR_POINTS] + card[STRUCTURE_POINTS]) for card in self.cards]
        left = [
            0 if part(condition, CAUSE, THREE) % LEFT else whole[side] - points_lost(self.cards[side], condition)
            for side, condition in enumerate(conditions)
        ]
        return int(left[0] * whole[1] - left[1] * whole[0])

    _rounds: dict[tuple[int, ...], list[tuple[tuple[int, int, int, int, int], int, Any]]]


def courses(packed: Packed, after: int) -> list[Course]:
    """The exact law of courses of a duel, with the margin after a round (1 to its last)."""
    law = _CourseLaw(packed, float)
    law._rounds = {}
    return law.courses(after)
