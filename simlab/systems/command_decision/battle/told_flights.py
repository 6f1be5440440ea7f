"""Strikes and helicopters of a campaign in words: who comes, who shoots at whom, who attacks what (2, 1.4, 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simlab.dice import face, lower, upper
from simlab.systems.command_decision.addresses import ARRIVE, CONFIRM, SHOT
from simlab.systems.command_decision.battle.kernel import (
    CHOPPERS,
    LEAVE,
    LEAVE_SHAKEN,
    NEAR_MISS,
    PENALTY_ONLY,
    STAY_IN_PLACE,
    STRIKE,
)
from simlab.systems.command_decision.battle.pack import (
    A_POINTS,
    ARRIVES,
    IS_MISSILE,
    NEVER,
    ONE_VOLLEY,
    PLANES_A_TURN,
    PRIMARY_TO,
    ROF,
    SIGHT,
    TAKES,
)
from simlab.systems.command_decision.battle.shapes import SIDES
from simlab.systems.command_decision.battle.state import aircraft_lost
from simlab.systems.command_decision.battle.steps import clock_in, clock_out, target_of
from simlab.systems.command_decision.rules.hitting import FORCED_BACK, REMOVED, ShotCard, penalty_of, stacked
from simlab.systems.command_decision.rules.telling import ShotSetting, ShotTold, chance_in_words, shot_told

if TYPE_CHECKING:
    from simlab.systems.command_decision.battle.told import Battle

LEAVING = ("", "in good order", "shaken")


class Strikes:
    """The strike of a side, step by step: arrival, targets, selection, AA fire, attacks (2.1 to 2.3)."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.setting = ShotSetting(battle.packed.plane_loss, 0, battle.packed.converted, False)

    def play(self, side: int, broken: bool) -> None:
        """The strike of this side."""
        battle, forces = self.battle, self.battle.forces
        planes = [n for n, craft in enumerate(forces.aircraft) if craft.side == side and not craft.is_helicopter]
        if broken and planes:
            battle.say(f"{SIDES[side]} has broken off, its planes stay away")
        if broken or not planes:
            return
        self.target: dict[int, int] = {}
        self.point: dict[int, int] = {}
        self.total, self.aborted = dict.fromkeys(planes, 0), dict.fromkeys(planes, False)
        took, came = np.zeros(max(len(forces.stands), 1), np.int64), 0
        for craft in planes:
            if battle.away[craft] <= battle.turn:
                came += self._arrives(craft, side, took, came)
        if self.target:
            for system in battle.systems_against(side):
                if battle.may_act(system):
                    self._fire(system, side)
        for craft in self.target:
            self._attack(craft, side)

    def _arrives(self, craft: int, side: int, took: np.ndarray, came: int) -> int:
        """Does this plane come (2.2), at which stand (doctrine), to which point (2.3.3)? Returns 1 if it comes."""
        battle, packed = self.battle, self.battle.packed
        aircraft, hands = battle.forces.aircraft[craft], int(packed.aircraft[craft, ARRIVES])
        roll = battle.dice.rolled(battle.turn, STRIKE + side, aircraft.number, ARRIVE, 0)
        chance = f"chance {chance_in_words(upper(roll.word), hands)} {roll.at}"
        name = f"{aircraft.name} ({aircraft.row.name}, {aircraft.load.replace('_', ' ')})"
        if upper(roll.word) >= hands:
            battle.say(f"{name} does not arrive ({chance}; 2.2)")
            return 0
        if came >= packed.sides[side, PLANES_A_TURN]:
            battle.say(f"{name} waits, {came} planes have come (key planes_a_turn)")
            return 0
        battle.uses[craft] = packed.uses
        battle.away[craft] = battle.turn + packed.may_return if packed.may_return > 0 else NEVER
        stand = int(target_of(packed, craft, side, battle.gone, took))
        if stand < 0:
            battle.say(f"{name} arrives ({chance}; 2.2) and finds nothing to attack")
            return 1
        took[stand] += 1
        self.target[craft] = stand
        die, faces, names = int(face(lower(roll.word), 10)), int(packed.sides[side, PRIMARY_TO]), battle.ground.names
        where = f"primary point at {names[stand]}"
        if die <= faces:
            self.point[craft] = stand
        else:
            marked = [int(place) for place in packed.marks[stand] if place >= 0 and battle.gone[place] == 0]
            where = "the opponent marks " + (names[marked[0]] if marked else "empty ground") + " (2.3.3b)"
            if marked:
                self.point[craft] = marked[0]
        battle.say(f"{name} arrives ({chance}; 2.2); selection die {die} against {faces} (2.3.3c): {where}")
        return 1

    def _at(self, craft: int) -> int:
        """The stand over which AA sees it."""
        return self.point.get(craft, self.target[craft])

    def _fire(self, system: int, side: int) -> None:
        """The shots of a system, each at the plane that it most likely aborts (2.3.3.1)."""
        battle, packed, name = self.battle, self.battle.packed, self.battle.ground.names[system]
        said: set[int] = set()
        for nth in range(int(packed.stands[system, ROF])):
            best, rank = -1, -1
            for craft in self.target:
                if self.aborted[craft]:
                    continue
                card = int(packed.shots[craft, system, self._at(craft), battle.suppressed[system]])
                if card < 0 or packed.ranks[card] <= rank:
                    continue
                seen, words = battle.sees(STRIKE + side, system, craft, packed.sight_plane)
                if seen:
                    best, rank = craft, int(packed.ranks[card])
                elif nth == 0:
                    battle.say(f"  {name} has no line of sight to {battle.forces.aircraft[craft].name} ({words})")
            if best < 0:
                return
            if best not in said:
                said.add(best)
                battle.say(
                    f"  {name} at {battle.forces.aircraft[best].name}: {battle.aim(best, system, self._at(best))}"
                )
            self._shot(system, side, nth, best)

    def _shot(self, system: int, side: int, nth: int, craft: int) -> None:
        battle, packed = self.battle, self.battle.packed
        card = int(packed.shots[craft, system, self._at(craft), battle.suppressed[system]])
        done = _shot_at(battle, card, STRIKE + side, system, nth, craft, self.setting)
        battle.fired[system] += 1
        words = f"    {battle.ground.names[system]}, shot {nth + 1}: {done.words}"
        if done.result in (FORCED_BACK, REMOVED):
            self.aborted[craft] = True
            if done.result == REMOVED:
                battle.away[craft] = NEVER
                aircraft_lost(side, packed.aircraft[craft, A_POINTS], 0, battle.game)
        else:
            total = int(stacked(self.total[craft], penalty_of(done.result, packed.converted), packed.stacking))
            words += f"; total -{total}" if total != self.total[craft] else ""
            self.total[craft] = total
        battle.say(words)

    def _attack(self, craft: int, side: int) -> None:
        """Collective fire and attack of a plane that is not aborted; what an aborted one means for morale."""
        battle, packed = self.battle, self.battle.packed
        if self.aborted[craft]:
            if packed.aborted_strike == 1:
                battle.impacts.append((self._at(craft), side))
            return
        total = self.total[craft]
        if packed.aircraft[craft, TAKES] == 1:
            total = battle.collective(STRIKE + side, craft, side, total)
        point = self.point.get(craft, -1)
        if point < 0 or packed.attack_of[craft, point, 0] == 0:
            why = "empty ground" if point < 0 else "the rulings bar it (2.3.2)"
            battle.say(f"  {battle.forces.aircraft[craft].name} makes no attack: {why}")
            return
        battle.attack(craft, point, total)
        battle.impacts.append((point, side))


class Choppers:
    """The helicopters of a side, one after the other: AA fires at each, then it attacks (1.4, 3.2)."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        packed = battle.packed
        self.setting = ShotSetting(packed.removal, packed.split_first, packed.converted, True)

    def play(self, side: int, broken: bool) -> None:
        """The helicopters of this side."""
        battle, packed = self.battle, self.battle.packed
        before = battle.over.copy()
        clock_in(packed, battle.turn, side, int(broken), battle.away, battle.uses, battle.over)
        mine = [n for n, craft in enumerate(battle.forces.aircraft) if craft.side == side and craft.is_helicopter]
        for craft in mine:
            if before[craft] and not battle.over[craft]:
                battle.say(f"{battle.forces.aircraft[craft].name} leaves, its side has broken off")
        if broken:
            return
        self.done = np.zeros(max(len(battle.forces.stands), 1), np.int64)
        self.took = np.zeros_like(self.done)
        for craft in mine:
            if battle.over[craft]:
                self._fly(craft, side)

    def _fly(self, craft: int, side: int) -> None:
        battle, packed, aircraft = self.battle, self.battle.packed, self.battle.forces.aircraft[craft]
        where = f"{aircraft.target.altitude}, at [{aircraft.shape.at[0]:g}, {aircraft.shape.at[1]:g}]"  # type: ignore[union-attr]
        battle.say(f"{aircraft.name} ({aircraft.row.name}), over the table for turn {int(battle.over[craft])}, {where}")
        self.total, self.lost_attack, self.out = 0, False, False
        for system in battle.systems_against(side):
            if battle.may_act(system) and not self.out:
                self._fire(system, side, craft)
        if self.lost_attack:
            return
        stand = int(target_of(packed, craft, side, battle.gone, self.took))
        if stand < 0:
            battle.say("  it finds nothing to attack in its reach")
            return
        self.took[stand] += 1
        if self._collective_falls(craft, side):
            self.total = battle.collective(CHOPPERS + side, craft, side, self.total)
        battle.attack(craft, stand, self.total)
        if packed.aircraft[craft, ONE_VOLLEY] == 1:
            battle.leaving[craft] = 1
            battle.say("  its rockets are spent, it leaves to re-arm (1.5.6.3a)")

    def _collective_falls(self, craft: int, side: int) -> bool:
        """Does the collective roll fall on it (3.2.8a, 3.2.8b)?"""
        battle, packed, met = self.battle, self.battle.packed, 0
        for other in battle.systems_against(side):
            met |= int(packed.exposed[craft, other]) if battle.gone[other] == 0 else 0
        exempt = packed.aircraft[craft, IS_MISSILE] == 1 and not met & 1
        too_far = packed.radius_asked == 1 and not met & 2
        return bool(packed.aircraft[craft, TAKES] == 1 and not exempt and not too_far)

    def _fire(self, system: int, side: int, craft: int) -> None:
        """The shots that a system has left, at this helicopter."""
        battle, packed, name = self.battle, self.battle.packed, self.battle.ground.names[system]
        card = int(packed.shots[craft, system, 0, battle.suppressed[system]])
        before = 0 if packed.per_phase == 1 else int(battle.fired[system])
        rounds = int(packed.stands[system, ROF]) + packed.bonus - before
        if self.done[system] >= rounds:
            battle.say(f"  {name} has used its shots of the turn")
            return
        if card < 0:
            battle.say(f"  {name}: {battle.aim(craft, system, None)}")
            return
        seen, words = battle.sees(CHOPPERS + side, system, craft, int(packed.aircraft[craft, SIGHT]))
        if not seen:
            battle.say(f"  {name} has no line of sight ({words})")
            return
        battle.say(f"  {name}: {battle.aim(craft, system, None)}")
        while not self.out and self.done[system] < rounds:
            nth = int(self.done[system])
            self.done[system] += 1
            done = _shot_at(battle, card, CHOPPERS + side, system, nth, craft, self.setting)
            words = self._suffer(done.result, craft, side)
            battle.say(f"    {name}, shot {nth + 1}: {done.words}{words}")
            if done.result == FORCED_BACK and packed.back_effect == STAY_IN_PLACE:
                return

    def _suffer(self, result: int, craft: int, side: int) -> str:
        """What a result does to the helicopter (ruling chopper_forced_back_effect), in words."""
        battle, packed = self.battle, self.battle.packed
        if result == REMOVED:
            self.out = self.lost_attack = True
            if packed.may_rearm == 1:
                battle.leaving[craft] = 1
                return "; it leaves to re-arm (ruling chopper_removed_meaning)"
            battle.over[craft], battle.away[craft] = 0, NEVER
            aircraft_lost(side, packed.aircraft[craft, A_POINTS], 1, battle.game)
            return "; it is lost"
        if result == FORCED_BACK and packed.back_effect != PENALTY_ONLY:
            self.lost_attack = True
            if packed.back_effect == STAY_IN_PLACE:
                return "; its attack is lost"
            self.out = True
            if packed.back_effect in (LEAVE, LEAVE_SHAKEN):
                battle.leaving[craft] = 1 if packed.back_effect == LEAVE else 2
            return "; its attack is lost, it is out of reach"
        penalty = NEAR_MISS if result == FORCED_BACK else penalty_of(result, packed.converted)
        before, self.total = self.total, int(stacked(self.total, penalty, packed.stacking))
        return f"; total -{self.total}" if self.total != before else ""

    def clock_out(self) -> None:
        """End of the turn: who leaves, and when it is back (1.4.3)."""
        battle, packed = self.battle, self.battle.packed
        before, leaving = battle.over.copy(), battle.leaving.copy()
        clock_out(packed, battle.turn, battle.away, battle.over, battle.leaving)
        for craft in np.flatnonzero((before > 0) & (battle.over == 0)).tolist():
            how = LEAVING[int(leaving[craft])] or LEAVING[1]
            name, back = battle.forces.aircraft[craft].name, int(battle.away[craft])
            battle.say(f"{name} leaves {how}, back in turn {back} (1.4.3)")


def _shot_at(
    battle: Battle, card: int, window: int, system: int, nth: int, craft: int, setting: ShotSetting
) -> ShotTold:
    """One shot of a system at an aircraft; a use of countermeasures is spent."""
    row = ShotCard(*(int(value) for value in battle.packed.cards[card]))
    shot = battle.dice.rolled(battle.turn, window, system, SHOT, nth)
    more = battle.dice.rolled(battle.turn, window, system, CONFIRM, nth)
    done = shot_told(row, shot, more, setting, battle.uses[craft] != 0)
    battle.uses[craft] -= int(done.saves and battle.uses[craft] > 0)
    return done
