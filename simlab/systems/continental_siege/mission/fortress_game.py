"""The game of the kind `attrition`: a battery against a Flying Fortress, turn by turn (section 6 (b) of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from simlab.systems.continental_siege.mission.battery import BOMBLOAD, PROPULSION, SYSTEMS, Battery, Order, View
from simlab.systems.continental_siege.rules.fortress import boxes_after, d_silences_fortress, d_silences_weapon
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, D, X, faces_of
from simlab.systems.continental_siege.rules.results import weapon_after
from simlab.systems.continental_siege.rules.strength import Aim, Arc, Sort, Weapon, reaches
from simlab.systems.continental_siege.rulings.air_defence import AaFireTiming
from simlab.systems.continental_siege.rulings.attacks import AttackSequencing

CRASHED, LEFT, FLIES = range(3)
FATES = ("crashed", "left", "flies")
NOT_REACHED = -1
HERE, LEAVING, GONE = range(3)
NO_SILENCE = (0,) * (1 + len(SYSTEMS))  # the fortress, then boxes of each weapon


class At(NamedTuple):
    """Where the game stands.

    boxes: halves of propulsion left; weapons: boxes of each; silenced; guns: those of each type that still fire in this
    turn; late: those that fire after them; place: hexes before the guns; due: is the target passed when the guns have
    fired; noted: bombloads fit for use over the target; away: `HERE`, `LEAVING`, `GONE`; turn: counted only where a
    policy asks; plan: orders declared.
    """

    boxes: int
    weapons: tuple[int, ...]
    silenced: tuple[int, ...]
    guns: tuple[int, ...]
    late: tuple[int, ...]
    place: int
    due: int
    noted: int
    away: int
    turn: int
    plan: tuple[Order, ...]


Chooser = Callable[[At], Order]


class FortressGame:
    """A battery wears down a Flying Fortress.

    start_hexes: None when all guns are in range all the time; last_turn: of the game, for a policy that asks which turn
    it is, else None.
    """

    def __init__(self, battery: Battery, start_hexes: int | None, rulings: Any, last_turn: int | None = None) -> None:
        self.battery, self.start_hexes, self.last_turn = battery, start_hexes, last_turn
        self.reacts = rulings.aa_fire_timing == AaFireTiming.REACTION_ON_ENTRY
        self.declares = rulings.attack_sequencing == AttackSequencing.DECLARE_ALL_FIRST
        self.silences_all, self.silences_one = d_silences_fortress(rulings), d_silences_weapon(rulings)
        self.on_sheet = [system for system in range(len(SYSTEMS)) if battery.at_start[system] > 0]
        self.names = ("boxes_left", *[f"{SYSTEMS[system]}_left" for system in self.on_sheet])
        if start_hexes is not None:
            self.names += ("bombs_at_target",)
        self.nobody = (0,) * len(battery.weapons)
        self.choose: Chooser = lambda at: battery.at_the_propulsion(self.view(at))

    @property
    def start(self) -> At:
        """The state in which the guns of turn 1 may fire."""
        whole = At(
            boxes=self.battery.whole,
            weapons=self.battery.at_start,
            silenced=NO_SILENCE,
            guns=self.battery.counts,
            late=self.nobody,
            place=self.start_hexes or 0,
            due=0,
            noted=NOT_REACHED,
            away=HERE,
            turn=0,
            plan=(),
        )
        return self._begin(whole)

    def view(self, at: At) -> View:
        """What a policy sees."""
        return View(at.boxes, at.weapons, at.guns)

    # ----- a turn

    def _begin(self, at: At) -> At:
        """Movement, then everything is ready for fire."""
        turn = 0 if self.last_turn is None else at.turn + 1
        at = at._replace(guns=self.battery.counts, turn=turn)
        if self.start_hexes is not None:
            at = self._move(at)
        return self._ready(at._replace(silenced=NO_SILENCE))

    def _ready(self, at: At) -> At:
        """Guns that fire later take over when nobody else is left; attacks are declared where they must be."""
        if not any(at.guns) and any(at.late) and at.boxes > 0:
            at = self._note(at)._replace(guns=at.late, late=self.nobody)
        return at._replace(plan=self._plan(at)) if self.declares and not at.plan else at

    def _move(self, at: At) -> At:
        """The FF flies its MA along the line (11.07, 14.02); which guns can then fire."""
        before, place = at.place, at.place - self.battery.movement(at.boxes)
        longest = max((weapon.range for weapon in self.battery.weapons), default=0)
        away = LEAVING if place < -longest else HERE
        at = at._replace(place=place, away=away, due=int(before > 0 >= place))
        if not self.reacts:
            return self._note(at)._replace(guns=self._reaching((place,)))
        first, late = self._reaching(range(place, before), aa=True), self._reaching((place,), aa=False)
        return at._replace(guns=first, late=late)

    def _reaching(self, hexes: Sequence[int], aa: bool | None = None) -> tuple[int, ...]:
        """Guns that reach any of these places on the line; ``aa``: AA units only, or only others."""

        def reach(weapon: Weapon) -> bool:
            rulings = self.battery.rulings
            return any(reaches(weapon, Aim.FF_WEAPON, abs(place), Arc.INSIDE, rulings) for place in hexes)

        return tuple(
            count if (aa is None or (weapon.sort == Sort.AA) == aa) and reach(weapon) else 0
            for weapon, count in zip(self.battery.weapons, self.battery.counts, strict=True)
        )

    def _note(self, at: At) -> At:
        """Over the target: the bombloads that can be dropped (11.09, 14.03)."""
        if not at.due:
            return at
        fortress, silenced = at.silenced[0], at.silenced[1 + BOMBLOAD]
        fit = NOT_REACHED if at.boxes == 0 else 0 if fortress else at.weapons[BOMBLOAD] - silenced
        return at._replace(due=0, noted=fit)

    def _plan(self, at: At) -> tuple[Order, ...]:
        """All attacks of the turn, named before the first is rolled (ruling `attack_sequencing`)."""
        plan: list[Order] = []
        while any(at.guns):
            order = self.choose(at)
            plan.append(order)
            sure = order.system != PROPULSION and self.battery.column(order) == AUTOMATIC
            at = self._spent(at, order)
            if sure:
                at = self._hit(at, order, X)
        return tuple(plan)

    def _spent(self, at: At, order: Order) -> At:
        guns = tuple(left - used for left, used in zip(at.guns, order.guns, strict=True))
        return at._replace(guns=guns)

    def _hit(self, at: At, order: Order, result: int) -> At:
        """What a result does (14.02, 14.06; ruling `ff_affected_by_d`)."""
        silenced = list(at.silenced)
        if result == D and self.silences_all:
            silenced[0] = 1
        if order.system == PROPULSION:
            boxes = boxes_after(at.boxes, self.battery.loss(order)) if result == X else at.boxes
            return at._replace(boxes=boxes, silenced=tuple(silenced))
        weapons, place = list(at.weapons), 1 + order.system
        if weapons[order.system] == 0:
            return at
        if result == D and self.silences_one:
            silenced[place] = min(silenced[place] + 1, weapons[order.system])
        if result == X:
            weapons[order.system] = weapon_after(weapons[order.system], X)
            silenced[place] = min(silenced[place], weapons[order.system])
        return at._replace(weapons=tuple(weapons), silenced=tuple(silenced))

    def after(self, at: At, order: Order, result: int) -> At:
        """The state after an attack with this result."""
        at = self._hit(self._spent(at, order), order, result)
        return at._replace(guns=self.nobody, late=self.nobody, plan=()) if at.boxes == 0 else self._ready(at)

    def attack(self, at: At) -> Sequence[At] | None:
        """The next attack by face of its die."""
        if at.boxes == 0 or not any(at.guns):
            return None
        if self.declares:
            order, at = at.plan[0], at._replace(plan=at.plan[1:])
        else:
            order = self.choose(at)
        faces = faces_of(self.battery.crt, self.battery.column(order))
        met = {result: self.after(at, order, result) for result in set(faces)}
        return [met[result] for result in faces]

    def next_turn(self, at: At) -> At:
        """The end of a turn and the movement of the next one."""
        if self.last_turn is not None and at.turn == self.last_turn:
            return at
        if at.away != HERE:
            return self._note(at)._replace(away=GONE, silenced=NO_SILENCE)
        return self._begin(self._note(at) if self.reacts else at)

    # ----- what is counted

    def is_over(self, at: At) -> bool:
        """Crashed, or out of the reach of all guns for good."""
        return at.boxes == 0 or at.away == GONE

    def mark(self, at: At) -> int:
        """MA at the end of the turn, and whether anything is silenced."""
        silent = any(at.silenced) and at.boxes > 0 and at.away == HERE
        return 2 * self.battery.movement(at.boxes) + int(silent)

    def fate(self, at: At) -> int:
        """How it ended."""
        return CRASHED if at.boxes == 0 else FLIES if at.away == HERE else LEFT

    def ends(self, at: At) -> tuple[int, ...]:
        """Boxes of the sheet that are left, and bombloads fit for use over the target."""
        counts = (at.boxes, *[at.weapons[system] for system in self.on_sheet])
        return counts if self.start_hexes is None else (*counts, self._note(at).noted)
