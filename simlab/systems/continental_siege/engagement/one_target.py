"""The game of the kind `attack`: some attacks, one after another, on one target (section 6 (a) of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simlab.systems.continental_siege.engagement.groups import Strike
from simlab.systems.continental_siege.rules.fortress import (
    boxes_after,
    boxes_lost,
    d_silences_fortress,
    d_silences_weapon,
)
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, ODDS_1_1, D, X, faces_of, odds_column
from simlab.systems.continental_siege.rules.results import (
    DESTROYED,
    DISABLED,
    FIT,
    KILLS,
    d_kills_squad,
    second_d_on_aircraft,
    second_d_on_armour,
    status_after,
)
from simlab.systems.continental_siege.rules.strength import FORTRESS, Aim
from simlab.systems.continental_siege.rulings.base_game import InfantryGrouping


class At(NamedTuple):
    """Where the phase stands: next step, what is left of the target, attackers that have fired.

    target: (status,) of a unit or weapon; (halves of boxes left, silenced) of propulsion or treads; the status of each
    squad of infantry.
    """

    step: int
    target: tuple[int, ...]
    used: int


class OneTarget:
    """A phase of attacks on one target."""

    def __init__(
        self,
        made: Sequence[Strike],
        aim: Aim,
        target: tuple[int, ...],
        crt: Sequence[Sequence[int]],
        rulings: Any,
    ) -> None:
        self.aim, self.crt, self.rulings = aim, crt, rulings
        # An attack on every squad is one step for each; (strike, squad) with squad -1 for an attack on the whole.
        self.steps = [
            (strike, squad) for strike in made for squad in (range(len(target)) if strike.each_squad else (-1,))
        ]
        self.start = At(0, target, 0)
        self.names: tuple[str, ...] = ("result", "attackers_used")
        if aim == Aim.INFANTRY:
            self.names += ("squads_left",)
        if aim in (Aim.PROPULSION, Aim.TREADS):
            self.names += ("boxes_left",)
        self.one_by_one = rulings.infantry_grouping == InfantryGrouping.EACH_ALONE
        self.second_d = second_d_on_aircraft(rulings) if aim == Aim.AIRCRAFT else second_d_on_armour(rulings)
        self.silenced_by_d = aim in FORTRESS and (
            d_silences_fortress(rulings) or (d_silences_weapon(rulings) and aim != Aim.PROPULSION)
        )

    def attack(self, at: At) -> Sequence[At] | None:
        """The next attack of the phase by face of its die."""
        if at.step == len(self.steps):
            return None
        strike, squad = self.steps[at.step]
        begun = squad <= 0  # its attackers fire with its first step
        gone = self.destroyed(at.target)
        fires = strike.declared or not gone
        used = at.used + (strike.attackers if begun and fires else 0)
        if gone:
            return [At(at.step + 1, at.target, used)] * 6
        return [At(at.step + 1, target, used) for target in self.after(at.target, strike, squad)]

    def after(self, target: tuple[int, ...], strike: Strike, squad: int) -> list[tuple[int, ...]]:
        """What is left of the target after each face."""
        if self.aim in (Aim.PROPULSION, Aim.TREADS):
            loss = boxes_lost(strike.halves, self.rulings)
            return [self._boxes(target, loss, result) for result in faces_of(self.crt, ODDS_1_1)]
        if self.aim == Aim.INFANTRY:
            return self._infantry(target, strike, squad)
        column = odds_column(strike.halves, strike.defence)
        return [(self._status(target[0], result),) for result in faces_of(self.crt, column)]

    def _boxes(self, target: tuple[int, ...], loss: int, result: int) -> tuple[int, ...]:
        """B11, 14.02: an X takes boxes; a D may silence a fortress."""
        left, silenced = target
        if result == X:
            return boxes_after(left, loss), silenced
        return left, 1 if result == D and self.silenced_by_d else silenced

    def _status(self, status: int, result: int) -> int:
        """B7, B8, 11.09, 14.06: units by their status; CP and single weapons fall to an X only."""
        if self.aim in (Aim.AIRCRAFT, Aim.ARMOUR):
            return int(status_after(status, result, self.second_d))
        if result == X:
            return DESTROYED
        return DISABLED if result == D and self.silenced_by_d else status

    def _infantry(self, squads: tuple[int, ...], strike: Strike, squad: int) -> list[tuple[int, ...]]:
        """B7, B10: a group of squads, or one squad of it."""
        left = [place for place, status in enumerate(squads) if status != DESTROYED]
        d_kills = d_kills_squad(self.rulings)
        if squad >= 0 or self.one_by_one:
            place = squad if squad >= 0 else left[0]
            if squads[place] == DESTROYED:
                return [squads] * 6
            column = odds_column(strike.halves, 1)
            return [
                _with(squads, [place], _squad_after(squads[place], result, d_kills))
                for result in faces_of(self.crt, column)
            ]
        column = odds_column(strike.halves, len(left))
        met = []
        for result in faces_of(self.crt, column):
            if result == X:
                met.append(_with(squads, left, DESTROYED))
            elif result == D:
                met.append(_with(squads, left[-1:], DESTROYED) if d_kills else _with(squads, left, DISABLED))
            else:
                met.append(squads)
        return met

    def destroyed(self, target: tuple[int, ...]) -> bool:
        """Is nothing of the target left?"""
        if self.aim in (Aim.PROPULSION, Aim.TREADS):
            return target[0] == 0
        return all(status == DESTROYED for status in target)

    def next_turn(self, at: At) -> At:
        """There is one turn only."""
        return at

    def is_over(self, at: At) -> bool:
        """The phase is over when no attack is left."""
        return at.step == len(self.steps)

    def mark(self, at: At) -> int:
        """No block of turns."""
        return -1

    def fate(self, at: At) -> int:
        """No block of the end."""
        return -1

    def ends(self, at: At) -> tuple[int, ...]:
        """Result, attackers used, and what is left of squads or boxes."""
        if self.destroyed(at.target):
            result = DESTROYED
        elif self.aim in (Aim.PROPULSION, Aim.TREADS):
            result = DISABLED if at.target[1] else FIT
        else:
            result = DISABLED if DISABLED in at.target else FIT
        rest: tuple[int, ...] = ()
        if self.aim == Aim.INFANTRY:
            rest = (sum(status != DESTROYED for status in at.target),)
        elif self.aim in (Aim.PROPULSION, Aim.TREADS):
            rest = (at.target[0],)
        return result, at.used, *rest


def _with(squads: tuple[int, ...], places: Sequence[int], status: int) -> tuple[int, ...]:
    return tuple(status if place in places else old for place, old in enumerate(squads))


def _squad_after(status: int, result: int, d_kills: bool) -> int:
    """A squad of its own: D kills it, or disables it with no more to come."""
    if result == X or (result == D and d_kills):
        return DESTROYED
    return DISABLED if result == D else status


assert (AUTOMATIC, KILLS) == (6, 0)
