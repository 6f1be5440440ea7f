"""One trial of a `duel` told die by die, from the same numbered dice as the kernel (ROUNDS.md 3.2)."""

from __future__ import annotations

import numpy as np

from simlab.dice import face, fill_bases, level, spot, upper
from simlab.systems.alpha_strike.addresses import (
    AIR_TO_AIR,
    ATTACK,
    BREAK_OFF,
    CONTROL,
    END,
    FIRST_SIDE,
    INITIATIVE,
    RANGE,
)
from simlab.systems.alpha_strike.engagement.duel.kernel import (
    APART,
    ARCS_A_SIDE,
    CONDITION,
    DEALT,
    HITS,
    LEVEL,
    UNDECIDED,
    bracket_of_round,
    end_phase,
    play_round,
    result_of,
    volley,
    wants_to_leave,
)
from simlab.systems.alpha_strike.engagement.duel.pack import START, WISH, Packed
from simlab.systems.alpha_strike.engagement.told import state_words, told_damage, told_on
from simlab.systems.alpha_strike.rules.air_to_air import (
    CONTROLS,
    IDLE,
    NEITHER,
    attack_number,
    attack_token,
    control_result,
    position_of,
    tail_after,
)
from simlab.systems.alpha_strike.rules.condition import GONE, HEAT, THREE, part
from simlab.systems.alpha_strike.rules.critical_hits import MOST_ROLLS
from simlab.systems.alpha_strike.rules.dice import SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import (
    BRACKETS,
    BREAK_ROLL,
    ENDS_WITH_TURN,
    ENGAGEMENT_END,
    IMMEDIATE,
    PER_HIT,
    RANDOM_EQUAL,
    RANGE_CHOICE,
    TAILED_FIRE,
)
from simlab.systems.alpha_strike.rules.heat import is_shut_down
from simlab.systems.alpha_strike.rules.thresholds import NOBODY, damage_control_number, engaged_control_number

NAMES = "ab"


def replay(packed: Packed, key: int, trial: int) -> list[str]:
    """The rounds of one trial in words."""
    base, lines = np.empty(1, np.int64), []
    fill_bases(key, trial, base)
    state, damages = np.zeros((2, DEALT + 1), np.int64), np.zeros((2, 2 * ARCS_A_SIDE), np.int64)
    for side in range(2):
        state[side, CONDITION], state[side, LEVEL] = packed.sides[side, START], packed.level
    tail, result, number = NOBODY, UNDECIDED, 0
    while result == UNDECIDED and number < packed.rounds:
        number += 1
        turn, told = level(int(base[0]), number), Told(packed, state.copy())
        told.round(turn, tail)
        _, tail, apart = play_round(packed, state, turn, tail, damages)
        result = result_of(state, apart)
        lines += [f"round {number}: {line}" for line in told.lines]
        lines += [f"round {number} ends: {name}: {state_words(int(state[side, CONDITION]))}"
                  for side, name in enumerate(NAMES)]  # fmt: skip
    if result == APART:
        lines.append(f"round {number} ends: they are apart")
    return lines


class Told:
    """A round played again in plain steps, each written down; ``state`` ends as the kernel leaves it."""

    def __init__(self, packed: Packed, state: np.ndarray) -> None:
        self.packed, self.state, self.lines = packed, state, []  # type: tuple[Packed, np.ndarray, list[str]]
        self.damages = np.zeros((2, 2 * ARCS_A_SIDE), np.int64)

    def round(self, turn: int, tail: int) -> int:
        """The whole round; returns 1 when they are apart."""
        packed, state, settings = self.packed, self.state, self.packed.settings
        state[:, LEVEL + 1 :] = 0
        tail = NOBODY if settings[ENGAGEMENT_END] == ENDS_WITH_TURN else tail
        totals = [two_dice(upper(level(turn, spot(AIR_TO_AIR, side, CONTROL, 0)))) for side in (0, 1)]
        up = [self._controls(side, totals[side], tail) for side in (0, 1)]
        control = control_result(*up)
        tail = tail_after(control, packed.cards[0], packed.cards[1])
        self.lines.append(f"control: {CONTROLS[control].replace('_', ' ')}")
        if control != NEITHER:
            self._attacks(turn, control, totals)
        self._control_rolls(turn)
        self._break_off(turn, tail)
        return int(end_phase(packed, state, turn, tail))

    def _controls(self, side: int, total: int, tail: int) -> bool:
        packed, condition = self.packed, self.state[side, CONDITION]
        if is_shut_down(packed.settings, part(condition, HEAT, THREE)):
            self.lines.append(f"{NAMES[side]} is shut down and fails its Control Roll")
            return False
        number = engaged_control_number(packed.cards[side], packed.settings, condition, side, tail)
        self.lines.append(f"{NAMES[side]}: Control Roll 2d6 = {total} against {number}")
        return bool(total >= number)

    def _attacks(self, turn: int, control: int, totals: list[int]) -> None:
        packed, state, settings = self.packed, self.state, self.packed.settings
        die = face(upper(level(turn, spot(AIR_TO_AIR, 0, RANGE, 0))), 4)
        bracket = int(bracket_of_round(packed, state, control, totals, die))
        rolled = f" (die {die})" if settings[RANGE_CHOICE] == RANDOM_EQUAL else ""
        self.lines.append(f"range {BRACKETS[bracket]}{rolled}")
        first = 0
        if settings[IMMEDIATE] == 1:
            winner = face(upper(level(turn, spot(INITIATIVE, 0, FIRST_SIDE, 0))), 2)
            first = winner % 2
            self.lines.append(f"{NAMES[winner - 1]} wins the initiative, {NAMES[first]} attacks first")
        for side in (first, 1 - first):
            position = position_of(control, side, packed.cards[side], packed.cards[1 - side], settings[TAILED_FIRE])
            if settings[IMMEDIATE] == 1 and state[side, CONDITION] & GONE:
                position = IDLE
            self._rolls(turn, side, position, bracket)
            volley(packed, state, side, position, bracket, turn, self.damages)
            self.lines += [
                f"{NAMES[side]} does {self.damages[side, arc]}" for arc in range(ARCS_A_SIDE) if self.damages[side, arc]
            ]
            if settings[IMMEDIATE] == 1:
                self._suffer(turn, 1 - side)
        if settings[IMMEDIATE] == 0:
            self._suffer(turn, 1)
            self._suffer(turn, 0)

    def _rolls(self, turn: int, side: int, position: int, bracket: int) -> None:
        """The attack dice of one side."""
        packed, condition = self.packed, self.state[side, CONDITION]
        card, settings = packed.cards[side], packed.settings
        number = attack_number(card, settings, condition, packed.cards[1 - side], position, bracket)
        for arc in range(ARCS_A_SIDE):
            token = attack_token(card, settings, condition, position, arc, bracket)
            if token > 0:
                hand = upper(level(turn, spot(AIR_TO_AIR, side, ATTACK, arc)))
                total = two_dice(hand)
                end = "hits" if total >= number else "misses"
                minimal = f" (minimal damage die {face(after_two_dice(hand), SIDES)})" if token == 1 else ""
                self.lines.append(f"{NAMES[side]} attacks: 2d6 = {total} against {number}: {end}{minimal}")

    def _suffer(self, turn: int, side: int) -> None:
        """What the other side's attacks do to this one."""
        packed, state = self.packed, self.state
        for arc in range(ARCS_A_SIDE):
            damage = int(self.damages[1 - side, arc])
            if damage > 0:
                state[side, HITS] |= 1 << arc
                state[side, CONDITION], rolls = told_damage(
                    packed.cards[side], packed.columns, packed.settings, int(state[side, CONDITION]), damage,
                    int(self.damages[1 - side, ARCS_A_SIDE + arc]), turn, AIR_TO_AIR, side, MOST_ROLLS * arc,
                )  # fmt: skip
                self.lines.append(told_on(NAMES[side], damage, rolls, int(state[side, CONDITION])))

    def _control_rolls(self, turn: int) -> None:
        """Damage Control Rolls (AS-14.3)."""
        packed, state = self.packed, self.state
        for side in range(2):
            condition, hits = int(state[side, CONDITION]), int(state[side, HITS])
            if condition & GONE or not hits:
                continue
            number = damage_control_number(packed.cards[side], packed.settings, condition)
            owed = [arc for arc in range(ARCS_A_SIDE) if hits >> arc & 1] if packed.settings[PER_HIT] == 1 else [0]
            for arc in owed:
                total = two_dice(upper(level(turn, spot(END, side, CONTROL, arc))))
                end = "holds" if total >= number else "fails"
                self.lines.append(f"{NAMES[side]}: damage Control Roll 2d6 = {total} against {number}: {end}")

    def _break_off(self, turn: int, tail: int) -> None:
        """Who tries to break off (AS-12.9): asked of who is still engaged after falls and heat."""
        packed, settings = self.packed, self.packed.settings
        if settings[ENGAGEMENT_END] != BREAK_ROLL:
            return
        content, later = packed.sides.copy(), self.state.copy()
        content[:, WISH] = 0
        apart = end_phase(packed._replace(sides=content), later, turn, tail)
        if apart or (later[:, CONDITION] & GONE).any():
            return
        for side in range(2):
            condition, wish = int(later[side, CONDITION]), int(packed.sides[side, WISH])
            wants = wish > 0 and wants_to_leave(packed.cards[side], condition, wish)
            if not wants or is_shut_down(settings, part(condition, HEAT, THREE)):
                continue
            total = two_dice(upper(level(turn, spot(END, side, BREAK_OFF, 0))))
            number = engaged_control_number(packed.cards[side], settings, condition, side, tail)
            self.lines.append(f"{NAMES[side]} breaks off: 2d6 = {total} against {number}")
            if total >= number:
                return
