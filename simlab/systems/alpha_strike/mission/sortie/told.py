"""One trial of a `sortie` told die by die: the kernel plays it in the interpreter and writes down what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from simlab.dice import fill_bases
from simlab.systems.alpha_strike.attack.run.pack import names_in
from simlab.systems.alpha_strike.engagement.told import state_words, told_damage, told_on
from simlab.systems.alpha_strike.mission.sortie import events as e
from simlab.systems.alpha_strike.mission.sortie.columns import NAME, START
from simlab.systems.alpha_strike.mission.sortie.kernel import anybody_flies, objective_lost, play_turn
from simlab.systems.alpha_strike.mission.sortie.pack import Packed
from simlab.systems.alpha_strike.mission.sortie.plans import AIM, KIND, KINDS
from simlab.systems.alpha_strike.mission.sortie.state import (
    AT,
    CONDITION,
    INSTANCES_A_WINDOW,
    ROLLS_AN_INSTANCE,
    TURN,
    State,
    actor_of,
    begin,
    telling_state,
)
from simlab.systems.alpha_strike.rules.condition import GONE
from simlab.systems.alpha_strike.rules.end_phase import RINGS
from simlab.systems.alpha_strike.rules.fighting_card import BRACKETS
from simlab.systems.alpha_strike.rules.scatter import FACES

SIDES = ("attacker", "defender")


def turns_of(packed: Packed, key: int, trial: int) -> Iterator[tuple[int, State]]:
    """(number, state after it) of every turn of one trial; the rows of ``state.log`` are those of the turn."""
    base = np.empty(1, np.int64)
    fill_bases(key, trial, base)
    state = telling_state(packed)
    begin(packed, state)
    for number in range(1, packed.turns + 1):
        state.game[e.EVENTS] = 0
        play_turn(packed, state, int(base[0]), number)
        yield number, state
        if objective_lost(packed, state) or not anybody_flies(packed, state):
            return


class Turn(NamedTuple):
    """A turn that was played: its number, its lines, the state at its end (written over in the next turn)."""

    number: int
    lines: list[str]
    state: State


def replay(packed: Packed, key: int, trial: int) -> list[str]:
    """The turns of one trial in words: moves, every die, what it does, and how who changed stands at a turn's end."""
    return [line for turn in told_by_turn(packed, key, trial) for line in turn.lines]


def told_by_turn(packed: Packed, key: int, trial: int) -> Iterator[Turn]:
    """The same turn by turn, with the state as each ends."""
    before: dict[int, str] = {unit: "" for unit in range(packed.aircraft.shape[0])}
    for unit in range(packed.aircraft.shape[0], packed.cards.shape[0]):
        before[unit] = state_words(int(packed.cards[unit, START]))
    for number, state in turns_of(packed, key, trial):
        teller = Teller(packed, int(state.game[TURN]))
        told = [teller.line(row) for row in state.log[: state.game[e.EVENTS]].tolist()]
        lines = [f"turn {number}: {line}" for line in told if line]
        for unit, name in enumerate(teller.names):
            where = f" in {teller.zone(int(state.plane[unit, AT]))}" if unit < teller.planes else ""
            words = f"{where}: {state_words(int(state.unit[unit, CONDITION]))}"
            if not before[unit].endswith(words.removeprefix(": ")):
                lines.append(f"turn {number} ends: {name}{words}")
            before[unit] = words
        yield Turn(number, lines, state)


class Teller:
    """Words for the events of one turn; turn: its base of dice."""

    def __init__(self, packed: Packed, turn: int) -> None:
        self.packed, self.turn = packed, turn
        self.names, self.planes = names_in(packed.cards[:, NAME:]), packed.aircraft.shape[0]
        self.words: dict[int, Callable[..., str]] = {
            e.INITIATIVE: self._initiative,
            e.MOVED: self._moved,
            e.PLANNED: self._planned,
            e.CONTROLS: self._controls,
            e.RANGE_SET: self._range,
            e.VOLLEY: self._volley,
            e.BOMB: self._bomb,
            e.SHOT: self._shot,
            e.FLAK: self._flak,
            e.SUFFERED: self._suffered,
            e.CONTROL_ROLL: self._control_roll,
            e.FELL: self._fell,
            e.HEATED: self._heated,
            e.ENGINE_ROLL: self._engine,
            e.BREAKS_OFF: self._breaks_off,
            e.WENT_HOME: self._home,
        }

    def line(self, row: list[int]) -> str:
        """One event in words, "" for one that needs none."""
        return self.words[row[0]](*row[1:])

    def zone(self, zone: int) -> str:
        """A zone in words: its ring and its number in zones.csv, from 0."""
        return f"{RINGS[int(self.packed.map[zone, -1])]} zone {zone}"

    def _initiative(self, winner: int, *_: int) -> str:
        return f"the {SIDES[winner]} wins the initiative"

    def _moved(self, plane: int, before: int, after: int, *_: int) -> str:
        return f"{self.names[plane]}: {self.zone(before)} to {self.zone(after)}" if before != after else ""

    def _planned(self, plane: int, plan: int, *_: int) -> str:
        if plan < 0:
            return f"{self.names[plane]} finds nothing worth an attack"
        row = self.packed.plans[plan]
        return f"{self.names[plane]} has a plan to {KINDS[row[KIND]]} at {self.names[self.planes + int(row[AIM])]}"

    def _controls(self, a: int, d: int, *rolls: int) -> str:
        first, number, second, other, control, _ = rolls
        who = ("both control it", f"{self.names[a]} tails", f"{self.names[d]} tails", "neither controls it")[control]
        return (
            f"{self.names[a]} (2d6 = {first} against {number}) and {self.names[d]} (2d6 = {second} against {other}) "
            f"engage: {who}"
        )

    def _range(self, a: int, d: int, bracket: int, *_: int) -> str:
        return f"{self.names[a]} and {self.names[d]} fight at {BRACKETS[bracket]}"

    def _volley(self, plane: int, other: int, arc: int, total: int, number: int, die: int, damage: int, _: int) -> str:
        end = f"{damage} damage" if total >= number else "misses"
        minimal = self._minimal(die) if total >= number else ""
        arcs = ("", ", left arc", ", right arc")[arc]
        return f"{self.names[plane]} at {self.names[other]}{arcs}: 2d6 = {total} against {number}: {end}{minimal}"

    def _bomb(self, plane: int, bomb: int, _: int, total: int, number: int, way: int, gone: int, place: int) -> str:
        where = "on its point"
        if place:
            face, steps = divmod(place - 1, self.packed.steps)
            where = f"scatters by face {face + 1}, {steps + 1} steps (dice {way} and {gone})"
        return f"{self.names[plane]}, bomb {bomb + 1}: 2d6 = {total} against {number}: {where}"

    def _shot(self, plane: int, unit: int, total: int, number: int, die: int, damage: int, *_: int) -> str:
        end = f"hits, {damage} damage{self._minimal(die)}" if total >= number else "misses"
        return f"{self.names[plane]} at {self.names[unit]}: 2d6 = {total} against {number}: {end}"

    def _minimal(self, die: int) -> str:
        return f" (minimal damage die {die})" if die else ""

    def _flak(self, unit: int, plane: int, total: int, number: int, die: int, damage: int, *_: int) -> str:
        end = "hits" if total >= number else "grazes by flak" if damage else "misses"
        did = f", {damage} damage{self._minimal(die)}" if damage or total >= number else ""
        return f"{self.names[unit]} fires at {self.names[plane]}: 2d6 = {total} against {number}: {end}{did}"

    def _suffered(self, unit: int, instance: int, damage: int, extra: int, before: int, *_: int) -> str:
        if before & GONE:
            return ""
        packed: Any = self.packed
        after, rolls = told_damage(
            packed.cards[unit], packed.effects, packed.settings, before, damage, extra, self.turn,
            instance // INSTANCES_A_WINDOW, actor_of(packed, unit), ROLLS_AN_INSTANCE * (instance % INSTANCES_A_WINDOW),
        )  # fmt: skip
        return told_on(self.names[unit], damage, rolls, after)

    def _control_roll(self, plane: int, total: int, number: int, *_: int) -> str:
        end = "holds" if total >= number else "fails"
        return f"{self.names[plane]}: damage Control Roll 2d6 = {total} against {number}: {end}"

    def _fell(self, plane: int, *_: int) -> str:
        return f"{self.names[plane]} falls one step"

    def _heated(self, unit: int, before: int, after: int, *_: int) -> str:
        return f"{self.names[unit]}: heat {before} to {after}"

    def _engine(self, unit: int, total: int, *_: int) -> str:
        return f"{self.names[unit]}: engine 2d6 = {total}{' of 12: destroyed' if total == 2 * FACES else ''}"

    def _breaks_off(self, plane: int, enemy: int, total: int, number: int, *_: int) -> str:
        end = "free" if total >= number else "still engaged"
        return f"{self.names[plane]} breaks off from {self.names[enemy]}: 2d6 = {total} against {number}: {end}"

    def _home(self, plane: int, *_: int) -> str:
        return f"{self.names[plane]} has gone home"
