"""One instance of damage with its critical and motive rolls (AS-8.7): played with numbered dice, and as a law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from simlab.dice import HALF, face, level, lower, rest, spot, upper
from simlab.jit import rule
from simlab.systems.alpha_strike.addresses import CRITICAL, MOTIVE
from simlab.systems.alpha_strike.rules.condition import GONE, ROLL_SPARED, marked, part, spill_of
from simlab.systems.alpha_strike.rules.critical_hits import (
    MOST_ROLLS,
    WEAPON_HIT,
    after_motive,
    applicable_total,
    applicable_ways,
    effect_at,
    is_applicable,
    more_rolls,
    rolls_owed,
    ways_of,
    with_critical,
    with_inapplicable,
)
from simlab.systems.alpha_strike.rules.dice import WAYS, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import (
    ARC_COUNT,
    CLASS,
    INAPPLICABLE,
    LARGE_CRAFT,
    MOTIVE_MODIFIER,
    ONE_ARC,
    REROLL,
    VEHICLE,
)


@rule(inline=False)
def critical_roll(card, columns, settings, condition, total, hand):
    """One critical roll: (condition after it, rolls that it adds) (AS-10.2 to AS-10.4, AS-8.8).

    total: 2D6; hand: for the arc that suffers, or the draw among applicable falls (ROUNDS.md 1.2, 1.3).
    """
    effect = effect_at(card, columns, settings, total)
    if not is_applicable(card, settings, condition, effect):
        if settings[INAPPLICABLE] != REROLL:
            return with_inapplicable(settings, condition), 0
        ways = applicable_ways(card, columns, settings, condition)
        if ways == 0:
            return condition, 0
        total = applicable_total(card, columns, settings, condition, face(hand, ways))
        hand = rest(hand, ways)
        effect = effect_at(card, columns, settings, total)
    after = with_critical(card, settings, condition, effect, face(hand, card[ARC_COUNT]) - 1)
    return after, more_rolls(card, condition, after, effect)


@rule(inline=False)
def take_damage(card, columns, settings, condition, damage, twelve, turn, window, actor, first):
    """The condition after one instance of damage, its rolls lying at (turn, window, actor, first ...).

    turn: base of the turn; twelve: 1 when the attack's own 2D6 came to 12.
    """
    if damage <= 0 or (condition & GONE) != 0:
        return condition
    owed = rolls_owed(card, settings, damage, spill_of(condition, damage), twelve)
    condition = marked(condition, damage)
    done = 0
    while done < owed and done < MOST_ROLLS and (condition & GONE) == 0:
        if part(condition, ROLL_SPARED, 1) == 1:  # ARM (AS-10.2)
            condition -= 1 << ROLL_SPARED
        else:
            word = level(turn, spot(window, actor, CRITICAL, first + done))
            condition, more = critical_roll(card, columns, settings, condition, two_dice(upper(word)), lower(word))
            owed += more
        done += 1
    if card[CLASS] == VEHICLE and (condition & GONE) == 0:
        word = level(turn, spot(window, actor, MOTIVE, first))
        condition = after_motive(card, columns, settings, condition, two_dice(upper(word)) + card[MOTIVE_MODIFIER])
    return condition


Law = dict[int, Any]


class HarmLaw:
    """The law of the condition of one unit after instances of damage; every question is answered once.

    card: int[CARD_COLUMNS]; columns: int64[7, COLUMN_WIDTH]; settings: int[SETTING_COLUMNS]; number: Fraction or float.
    """

    def __init__(self, card: Sequence[int], columns: Any, settings: Sequence[int], number: type = Fraction) -> None:
        self.card, self.columns, self.settings, self.number = list(card), _EffectTable(columns), list(settings), number
        self._known: dict[tuple[int, int, int], Law] = {}
        self._rolls: dict[int, list[tuple[int, int, Fraction]]] = {}

    def after(self, condition: int, damage: int, twelve: int = 0) -> Law:
        """Law of the condition after one instance of damage."""
        key = (condition, damage, twelve * (damage > 0))
        if key not in self._known:
            law = self._after(*key)
            self._known[key] = {state: self.number(chance) for state, chance in law.items()}
        return self._known[key]

    def _after(self, condition: int, damage: int, twelve: int) -> Law:
        if damage <= 0 or condition & GONE:
            return {condition: Fraction(1)}
        owed = rolls_owed(self.card, self.settings, damage, spill_of(condition, damage), twelve)
        running = {(marked(condition, damage), owed): Fraction(1)}
        ended: Law = {}
        for _ in range(MOST_ROLLS):
            running = self._one_roll(running, ended)
        for (state, _), chance in running.items():
            ended[state] = ended.get(state, Fraction(0)) + chance
        return self._with_motive(ended) if self.card[CLASS] == VEHICLE else ended

    def _one_roll(self, running: dict[tuple[int, int], Fraction], ended: Law) -> dict[tuple[int, int], Fraction]:
        later: dict[tuple[int, int], Fraction] = {}
        for (state, owed), chance in running.items():
            if owed == 0 or state & GONE:
                ended[state] = ended.get(state, Fraction(0)) + chance
            elif part(state, ROLL_SPARED, 1) == 1:
                _add(later, (state - (1 << ROLL_SPARED), owed - 1), chance)
            else:
                for after, more, share in self.critical(state):
                    _add(later, (after, owed - 1 + more), chance * share)
        return later

    def critical(self, state: int) -> list[tuple[int, int, Fraction]]:
        """(condition, added rolls, chance) of one critical roll."""
        if state not in self._rolls:
            found: dict[tuple[int, int], Fraction] = {}
            for total in range(2, 13):
                hands = self._hands(state, total)
                for hand in hands:
                    result = critical_roll(self.card, self.columns, self.settings, state, total, hand)
                    _add(found, result, Fraction(ways_of(total), 36 * len(hands)))
            self._rolls[state] = [(after, more, chance) for (after, more), chance in found.items()]
        return self._rolls[state]

    def _hands(self, state: int, total: int) -> list[int]:
        """Hands that show every face of the second draw, where this total needs one."""
        effect = effect_at(self.card, self.columns, self.settings, total)
        by_arc = self.card[CLASS] == LARGE_CRAFT and self.settings[ONE_ARC] == 1
        arcs = self.card[ARC_COUNT] if by_arc else 1
        if not is_applicable(self.card, self.settings, state, effect):
            ways = applicable_ways(self.card, self.columns, self.settings, state)
            if self.settings[INAPPLICABLE] == REROLL and ways > 0:
                return [hand_showing(place, ways * arcs) for place in range(1, ways * arcs + 1)]
            return [0]
        return [hand_showing(arc, arcs) for arc in range(1, (arcs if effect == WEAPON_HIT else 1) + 1)]

    def _with_motive(self, law: Law) -> Law:
        after: Law = {}
        for state, chance in law.items():
            if state & GONE:
                _add(after, state, chance)
                continue
            for total in range(2, 13):
                moved = after_motive(self.card, self.columns, self.settings, state, total + self.card[MOTIVE_MODIFIER])
                _add(after, moved, chance * Fraction(WAYS[total], 36))
        return after

    def after_all(self, law: Law, instances: Sequence[tuple[int, int]]) -> Law:
        """The law after several instances (damage, twelve), one after the other."""
        for damage, twelve in instances:
            after: Law = {}
            for state, chance in law.items():
                for following, share in self.after(state, damage, twelve).items():
                    _add(after, following, chance * share)
            law = after
        return law


class _EffectTable:
    """The table of effects for plain Python: read as ``columns[row, total]``, gives whole numbers."""

    def __init__(self, columns: Any) -> None:
        self._rows = columns.tolist()

    def __getitem__(self, place: tuple[int, int]) -> int:
        return self._rows[place[0]][place[1]]


def hand_showing(number: int, sides: int) -> int:
    """A hand whose first die of so many sides shows this face.

    >>> face(hand_showing(5, 26), 26), face(hand_showing(26, 26), 26)
    (5, 26)
    """
    return -(-((number - 1) << HALF) // sides)


def mixed(law: dict[Any, Any], step: Callable[[Any], dict[Any, Any]]) -> dict[Any, Any]:
    """The law after a step: state -> law of what follows."""
    after: dict[Any, Any] = {}
    for state, chance in law.items():
        for following, share in step(state).items():
            _add(after, following, chance * share)
    return after


def _add(law: dict[Any, Any], state: Any, chance: Any) -> None:
    law[state] = law.get(state, 0) + chance
