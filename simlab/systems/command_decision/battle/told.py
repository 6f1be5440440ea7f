"""One trial of a `campaign` told turn by turn, die by die, on the dice that the kernel reads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.dice import face, upper
from simlab.moments import Moment
from simlab.systems.command_decision.addresses import ATTACK, COLLECTIVE, MORALE, PLACE
from simlab.systems.command_decision.attack.words import OnTheGround, layout_in_words, struck_by
from simlab.systems.command_decision.battle.fire import Fire
from simlab.systems.command_decision.battle.forces import Forces
from simlab.systems.command_decision.battle.kernel import BOMBS, MISSILES
from simlab.systems.command_decision.battle.pack import (
    BREAK_AT,
    COLLECTIVE_CARD,
    ENTRY,
    FELT,
    FIRST_STAND,
    HELI,
    IS_SYSTEM,
    LAST_STAND,
    PASS_ON,
    POINTS,
    SIDE,
    Packed,
)
from simlab.systems.command_decision.battle.scene import Picture
from simlab.systems.command_decision.battle.shapes import SIDES
from simlab.systems.command_decision.battle.state import (
    ATTACKS,
    LOST_AIR,
    LOST_HELICOPTERS,
    LOST_PLANES,
    LOST_POINTS,
    LOST_STANDS,
    LOST_SYSTEMS,
    MOST_ATTACKS,
    SIDES_OF,
    stand_lost,
)
from simlab.systems.command_decision.battle.steps import ATTACK_TURN, CHECKS, TURN_STEP, check_morale, is_over
from simlab.systems.command_decision.battle.told_flights import Choppers, Strikes
from simlab.systems.command_decision.engagement.words import aim_in_words
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, SUPPRESSED
from simlab.systems.command_decision.rules.hitting import effect_of, stacked
from simlab.systems.command_decision.rules.telling import (
    WHERE_DICE_LIE,
    Told,
    TrialDice,
    chance_in_words,
    collective_in_words,
)

COUNTED = (
    ("points_lost", LOST_POINTS), ("planes_lost", LOST_PLANES), ("helicopters_lost", LOST_HELICOPTERS),
    ("air_defence_lost", LOST_SYSTEMS), ("stands_lost", LOST_STANDS), ("attacks", ATTACKS),
)  # fmt: skip


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """The turns of a battle as moments (`Kind.moments`)."""
    return told(shape, rulings, catalog, where, packed, key, trial).moments


def told(shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int) -> Told:
    """A battle turn by turn, and what it counts."""
    return Battle(Forces(shape, rulings, catalog, where), shape, rulings, packed, TrialDice(key, trial)).told()


class Battle:
    """The state of a battle and its lines; strikes and helicopters are played by `told_flights`."""

    def __init__(self, forces: Forces, shape: Any, rulings: Any, packed: Packed, dice: TrialDice) -> None:
        self.forces, self.rulings, self.packed, self.dice = forces, rulings, packed, dice
        self.fire = Fire(forces, shape, rulings)
        self.ground = OnTheGround([stand.name for stand in forces.stands], forces.grounds, rulings, forces.rules)
        many, crafts = max(len(forces.stands), 1), len(forces.aircraft)
        self.gone, self.shaken, self.suppressed, self.backed, self.fired = (np.zeros(many, np.int64) for _ in range(5))
        self.away = packed.aircraft[:, ENTRY].copy()
        self.uses = np.full(crafts, packed.uses, np.int64)
        self.over, self.leaving = np.zeros(crafts, np.int64), np.zeros(crafts, np.int64)
        self.game = np.zeros((2, SIDES_OF), np.int64)
        self.impacts: list[tuple[int, int]] = []
        self.turn, self.lines = 0, [WHERE_DICE_LIE]
        self.picture = Picture(self)

    def told(self) -> Told:
        """The battle."""
        packed, moments, leads = self.packed, [], []
        strikes, choppers = Strikes(self), Choppers(self)
        for turn in range(1, packed.turns + 1):
            self.turn, self.impacts = turn, []
            leads.append(int(self.game[1, LOST_POINTS] - self.game[0, LOST_POINTS]))
            for array in (self.suppressed, self.backed, self.fired):
                array[:] = 0
            for phase in range(4):
                side = packed.first if phase % 2 == 0 else 1 - packed.first
                broken = bool(self.game[side, LOST_AIR] >= packed.sides[side, BREAK_AT])
                (strikes if phase < 2 else choppers).play(side, broken)
            if packed.morale == 1:
                self._morale()
            choppers.clock_out()
            score = ", ".join(f"{word} {int(self.game[side, LOST_POINTS])}" for side, word in enumerate(SIDES))
            self.lines.append(f"turn {turn} ends; losses in points so far: {score}")
            moments.append(Moment(f"Turn {turn}", self.lines, [self.picture.drawing()]))
            self.lines = []
            if is_over(packed, self.gone) == 1:
                moments[-1].lines.append("over: a side has nothing left on the ground")
                break
        return Told(moments, self._records(leads, moments))

    def say(self, line: str) -> None:
        """A line of this turn."""
        self.lines.append(f"turn {self.turn}: {line}" if not line.startswith(" ") else line)

    def may_act(self, system: int) -> bool:
        """Is this an AA system that may fire?"""
        there = self.packed.stands[system, IS_SYSTEM] == 1 and self.gone[system] == 0
        return bool(there and self.shaken[system] != self.turn)

    def systems_against(self, side: int) -> range:
        """Stands of the other side, its AA systems among them."""
        return range(int(self.packed.sides[1 - side, FIRST_STAND]), int(self.packed.sides[1 - side, LAST_STAND]))

    def sees(self, window: int, system: int, craft: int, hands: int) -> tuple[bool, str]:
        """Line of sight of a system to an aircraft, and its words."""
        place = self.dice.rolled(self.turn, window, system, PLACE, self.forces.aircraft[craft].number)
        u = upper(place.word)
        return bool(u < hands), f"{chance_in_words(u, hands)} {place.at}"

    def aim(self, craft: int, system: int, point: int | None) -> str:
        """Range, modifiers and faces of a system at an aircraft."""
        aircraft, stand = self.forces.aircraft[craft], self.forces.stands[system]
        assert stand.firer is not None
        firer = replace(stand.firer, suppressed=bool(self.suppressed[system]))
        at = None if point is None else self.forces.stands[point]
        distance = self.fire.distance(aircraft, stand, at)
        return aim_in_words(self.forces.book, firer, aircraft.target, self.rulings, distance, self.fire.visual)

    def collective(self, window: int, craft: int, side: int, total: int) -> int:
        """The total penalty after the collective roll (3.2.8)."""
        aircraft = self.forces.aircraft[craft]
        roll = self.dice.rolled(self.turn, window, aircraft.number, COLLECTIVE, 0)
        die = int(face(upper(roll.word), 10))
        penalty = int(effect_of(self.packed.sides[side, COLLECTIVE_CARD], die))
        after = int(stacked(total, penalty, self.packed.stacking))
        self.say(f"  {aircraft.name}: {collective_in_words(die, penalty, roll.at, after)}")
        return after

    def attack(self, craft: int, point: int, total: int) -> None:
        """An attack, which takes effect at once on the stands that are still there (3.1, D4)."""
        packed, forces, aircraft = self.packed, self.forces, self.forces.aircraft[craft]
        felt = min(total, packed.cap) * int(packed.aircraft[craft, FELT])
        stand, side = forces.stands[point], aircraft.side
        attack, laid = forces.attack(aircraft, stand, felt), forces.laid(aircraft, stand, felt)
        self.game[side, ATTACKS] += 1
        self.say(f"  {aircraft.name} attacks {stand.name} with penalty {felt}")
        if attack is None or laid is None:
            return
        dropped, salvo = laid
        window = (MISSILES if packed.aircraft[craft, HELI] == 1 else BOMBS) + side
        number = ATTACK_TURN + TURN_STEP * self.turn + aircraft.number
        struck = struck_by(
            attack, [dropped], [salvo], self.ground,
            lambda actor, nth: self.dice.rolled(number, window, actor, ATTACK, nth),
            lambda other: self.gone[other] == 0,
        )  # fmt: skip
        self.picture.attacked(aircraft, dropped, salvo)
        for line in (*layout_in_words(dropped, salvo, self.ground), *struck.lines):
            self.say(f"    {line}")
        for other, worst in enumerate(struck.worst):
            if worst == ELIMINATED:
                self._lose(other)
            elif worst >= SUPPRESSED:
                self.suppressed[other] = 1
                self.backed[other] |= worst == FORCED_BACK

    def _lose(self, stand: int) -> None:
        self.gone[stand] = 1
        row = self.packed.stands[stand]
        stand_lost(row[SIDE], row[POINTS], row[IS_SYSTEM], self.game)

    def _morale(self) -> None:
        """Stands that were forced back check their morale (2.3.8)."""
        packed, before = self.packed, (self.gone.copy(), self.shaken.copy())
        rows = np.array(self.impacts, np.int64).reshape(-1, 2)
        word = self.dice.turn(self.turn)
        check_morale(packed, word, self.turn, self.gone, self.shaken, self.backed, rows, len(rows), self.game)
        for stand in range(len(self.forces.stands)):
            if before[0][stand] or not self.backed[stand]:
                continue
            near = sum(
                int(packed.near[stand, place]) for place, side in self.impacts
                if packed.own_side == 1 or side != packed.stands[stand, SIDE]
            )  # fmt: skip
            strikes = min(near, 1) if packed.once == 1 else near
            roll = self.dice.rolled(self.turn, CHECKS, stand, MORALE, 0)
            passes = int(packed.stands[stand, PASS_ON]) - packed.strike_morale * strikes
            end = "holds"
            if self.gone[stand]:
                end = "demoralised, lost"
            elif self.shaken[stand] == self.turn + 1:
                end = "shaken, it does not fire in the next turn"
            self.say(
                f"{self.forces.stands[stand].name}: morale die {int(face(upper(roll.word), 10))} {roll.at} against "
                f"{passes} ({strikes} strikes within 12 in; 2.3.8a): {end}"
            )

    def _records(self, leads: list[int], moments: list[Moment]) -> dict[str, list[tuple]]:
        """What the battle counts, and its last line."""
        packed, game, ended = self.packed, self.game, len(leads)
        margin = int(game[1, LOST_POINTS] - game[0, LOST_POINTS])
        winner = "blue" if margin > packed.margin else "red" if margin < -packed.margin else "draw"
        decided = ended
        if winner != "draw":
            behind = [turn for turn, lead in enumerate(leads, start=1) if (lead if winner == "blue" else -lead) <= 0]
            decided = max(behind, default=0)
        moments[-1].lines.append(f"winner: {winner} (margin {margin:+d}, needed above {packed.margin})")
        records: dict[str, list[tuple]] = {"winner": [(winner,)], "ended": [(ended,)], "decided": [(decided,)]}
        for side, word in enumerate(SIDES):
            for name, column in COUNTED:
                number = int(game[side, column])
                records[f"{name}_{word}"] = [(min(number, MOST_ATTACKS) if column == ATTACKS else number,)]
        return records
