"""Bombs on the target of a run: how many loads are released, and what each of their attacks does (12.03 to 12.082)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from simlab.systems.continental_siege.engagement.groups import Strike, strike_of
from simlab.systems.continental_siege.engagement.one_target import OneTarget
from simlab.systems.continental_siege.mission.splits import SYSTEMS, TREADS, Part, Splitter
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, X, faces_of, odds_column
from simlab.systems.continental_siege.rules.results import DESTROYED, DISABLED, FIT
from simlab.systems.continental_siege.rules.strength import Aim
from simlab.systems.continental_siege.rulings.base_game import InfantryGrouping
from simlab.systems.continental_siege.rulings.bombs import BombDecisionTiming, BombloadCombination
from simlab.systems.continental_siege.stands import Armed

Target = tuple[int, ...]


class Step(NamedTuple):
    """One attack of bombs: a strike on a unit (squad -1: on the whole of it), or a part of a load on an Ogre."""

    strike: Strike | None
    squad: int
    part: Part | None


class Release(NamedTuple):
    """Loads that leave the bomber now, their attacks, and loads that will follow whatever happens."""

    loads: int
    steps: tuple[Step, ...]
    committed: int


class Drop(Protocol):
    """The bombs of one scenario on its target."""

    @property
    def start(self) -> Target:
        """The target before anything falls."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of what `left` counts."""

    def release(self, target: Target, loads: int, committed: int) -> Release | None:
        """What a fit bomber with so many loads lets fall next; None: nothing more."""

    def after(self, target: Target, step: Step) -> Sequence[Target]:
        """The target after an attack, by face of the die."""

    def result(self, target: Target) -> int:
        """`FIT`, `DISABLED` or `DESTROYED`."""

    def left(self, target: Target) -> tuple[int, ...]:
        """Squads or boxes left."""


class DropOnUnit:
    """Bombs on an ordinary unit: undivided attacks of one or several loads (12.08; ruling `bombload_combination`)."""

    def __init__(
        self, armed: Armed, aim: Aim, defence: int, start: Target, all_at_once: bool, crt: Any, rulings: Any
    ) -> None:
        self.armed, self.aim, self.defence, self.start, self.rulings = armed, aim, defence, start, rulings
        self.game = OneTarget([], aim, start, crt, rulings)
        self.names: tuple[str, ...] = ("squads_left",) if aim == Aim.INFANTRY else ()
        self.all_at_once = all_at_once or rulings.bomb_decision_timing == BombDecisionTiming.PREPLOTTED
        self.adds_up = rulings.bombload_combination != BombloadCombination.SEPARATE
        self.must_add = rulings.bombload_combination == BombloadCombination.MUST_COMBINE
        self.alone = rulings.infantry_grouping == InfantryGrouping.EACH_ALONE

    def release(self, target: Target, loads: int, committed: int) -> Release | None:
        """12.04: any number of loads in one hex."""
        if committed > 0:
            return Release(1, self._steps(1), committed - 1)
        if loads == 0 or self.game.destroyed(target):
            return None
        if self.all_at_once:
            return Release(loads, self._steps(loads), 0) if self.adds_up else Release(1, self._steps(1), loads - 1)
        if self.adds_up:
            sure = next((count for count in range(1, loads + 1) if self._is_sure(target, count)), None)
            count = sure if sure is not None else loads if self.must_add else 1
            return Release(count, self._steps(count), 0)
        return Release(1, self._steps(1), 0)

    def _strike(self, loads: int) -> Strike:
        return strike_of([self.armed] * loads, self.aim, self.defence, self.rulings)

    def _steps(self, loads: int) -> tuple[Step, ...]:
        strike = self._strike(loads)
        return tuple(Step(strike, squad, None) for squad in (range(len(self.start)) if strike.each_squad else (-1,)))

    def _is_sure(self, target: Target, loads: int) -> bool:
        """Do so many loads, added up, destroy the target without a die?"""
        strike = self._strike(loads)
        if self.aim != Aim.INFANTRY:
            return bool(odds_column(strike.halves, strike.defence) == AUTOMATIC)
        squads = sum(status != DESTROYED for status in target)
        return bool(odds_column(strike.halves, 1 if strike.each_squad else squads) == AUTOMATIC)

    def after(self, target: Target, step: Step) -> Sequence[Target]:
        """B7, B8: the target's state; nothing happens to one that is gone."""
        assert step.strike is not None
        if self.game.destroyed(target):
            return [target] * 6
        return self.game.after(target, step.strike, step.squad)

    def result(self, target: Target) -> int:
        """What became of it."""
        if self.game.destroyed(target):
            return DESTROYED
        return DISABLED if DISABLED in target else FIT

    def left(self, target: Target) -> tuple[int, ...]:
        """Squads left of infantry."""
        return (sum(status != DESTROYED for status in target),) if self.names else ()


class DropOnOgre:
    """Bombs on an Ogre: every load divided by a plan on what is left (12.08 to 12.082)."""

    def __init__(self, splitter: Splitter, all_at_once: bool, crt: Any, rulings: Any) -> None:
        self.splitter, self.crt, self.start = splitter, crt, splitter.boxes
        self.all_at_once = all_at_once or rulings.bomb_decision_timing == BombDecisionTiming.PREPLOTTED
        self.on_sheet = [system for system, count in enumerate(splitter.boxes) if count > 0]
        self.names = tuple(f"{SYSTEMS[system]}_left" for system in self.on_sheet)

    def release(self, target: Target, loads: int, committed: int) -> Release | None:
        """One load after another, each divided anew."""
        if committed > 0:
            return Release(1, self._steps(target), committed - 1)
        if loads == 0 or not any(target):
            return None
        steps = self._steps(target)
        if self.all_at_once:
            return Release(1, steps, loads - 1)
        return Release(1, steps, 0) if steps else None

    def _steps(self, target: Target) -> tuple[Step, ...]:
        return tuple(Step(None, -1, part) for part in self.splitter.parts(target))

    def after(self, target: Target, step: Step) -> Sequence[Target]:
        """An X takes a box, or as many treads as the part has points (B11)."""
        assert step.part is not None
        system, points = step.part
        taken = points if system == TREADS else 1
        hit = tuple(max(have - taken, 0) if place == system else have for place, have in enumerate(target))
        return [hit if result == X else target for result in faces_of(self.crt, self.splitter.column(step.part))]

    def result(self, target: Target) -> int:
        """Destroyed when every box is gone (B13)."""
        return FIT if any(target) else DESTROYED

    def left(self, target: Target) -> tuple[int, ...]:
        """Boxes left of each line of the sheet."""
        return tuple(target[system] for system in self.on_sheet)
