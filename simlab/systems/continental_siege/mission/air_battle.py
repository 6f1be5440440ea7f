"""The game of the kind `interception`: bombers, escorts, interceptors, turn by turn (section 6 (d), abstract form)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simlab.systems.continental_siege.engagement.automaton import Chance
from simlab.systems.continental_siege.mission.flak import Flak
from simlab.systems.continental_siege.rules.odds import faces_of
from simlab.systems.continental_siege.rules.results import (
    DESTROYED,
    DISABLED,
    FIT,
    aircraft_recovers,
    disabled_anew,
    moment_of_end,
    second_d_on_aircraft,
    status_after,
)
from simlab.systems.continental_siege.rulings.attacks import AttackSequencing

BOMBERS, ESCORTS, INTERCEPTORS = range(3)
FIGHTER = -1  # a shooter that is a fighter; others are types of guns
ALWAYS = 1 << 32  # hands of a certain contact
# Classes of targets in order of preference: (group, status).
PREFERENCES: dict[str, tuple[tuple[int, int], ...]] = {
    "bombers_first": ((BOMBERS, FIT), (BOMBERS, DISABLED), (ESCORTS, FIT), (ESCORTS, DISABLED)),
    "escorts_first": ((ESCORTS, FIT), (ESCORTS, DISABLED), (BOMBERS, FIT), (BOMBERS, DISABLED)),
    "focus": ((BOMBERS, DISABLED), (BOMBERS, FIT), (ESCORTS, DISABLED), (ESCORTS, FIT)),
    "disabled_first": ((INTERCEPTORS, DISABLED), (INTERCEPTORS, FIT)),
    "fit_first": ((INTERCEPTORS, FIT), (INTERCEPTORS, DISABLED)),
}


class Plane(NamedTuple):
    """An aircraft: status, attacks received in this phase, moment of recovery counted from this player-turn."""

    status: int
    received: int
    moment: int


class Named(NamedTuple):
    """An attack: who makes it, on which aircraft of which group."""

    shooter: int
    group: int
    place: int


class At(NamedTuple):
    """Where the game stands: whose phase it is, the aircraft of each group, who has still to fire, contact, plan."""

    bombers_turn: int
    groups: tuple[tuple[Plane, ...], ...]
    shooters: tuple[int, ...]
    contact: int
    plan: tuple[Named, ...]


class AirBattle:
    """Fighters and guns against bombers and their escorts."""

    def __init__(
        self, counts: Sequence[int], at_bombers: Flak, at_fighters: Flak, fighter_columns: Sequence[int],
        contact_hands: int, bombers_begin: bool, intercept: str, escort: str, rulings: Any,
    ) -> None:  # fmt: skip
        self.counts, self.rulings, self.contact_hands = tuple(counts), rulings, contact_hands
        self.flak, self.fighter_columns = (at_bombers, at_fighters), fighter_columns
        self.bombers_begin, self.intercept, self.escort = bombers_begin, intercept, escort
        self.second_d = second_d_on_aircraft(rulings)
        self.declares = rulings.attack_sequencing == AttackSequencing.DECLARE_ALL_FIRST
        self.recovers = aircraft_recovers(0, False, rulings)
        self.names = ("arriving", "disabled", "destroyed", "escorts_left", "interceptors_left", "duel")

    @property
    def start(self) -> At:
        """The beginning of player-turn 1."""
        groups = tuple((Plane(FIT, 0, 0),) * count for count in self.counts)
        return self._begin(At(int(self.bombers_begin), groups, (), 0, ()))

    def _begin(self, at: At) -> At:
        """A fire phase: who fires, and, declared first, at whom."""
        side = ESCORTS if at.bombers_turn else INTERCEPTORS
        fighters = sum(one.status == FIT for one in at.groups[side]) if self.contact_hands > 0 else 0
        shooters = [FIGHTER] * fighters
        if not at.bombers_turn:
            shooters += [kind for kind, count in enumerate(self.flak[0].counts) for _ in range(count)]
        at = at._replace(shooters=tuple(shooters), contact=0)
        if not self.declares:
            return self._settled(at)
        plan: list[Named] = []
        groups = [list(group) for group in at.groups]
        for shooter in shooters:
            found = self._target(tuple(tuple(group) for group in groups), shooter, at.bombers_turn)
            if found is None:
                break
            group, place = found
            plan.append(Named(shooter, group, place))
            groups[group][place] = groups[group][place]._replace(received=groups[group][place].received + 1)
        return self._settled(at._replace(shooters=(), plan=tuple(plan)))

    def _target(self, groups: Sequence[Sequence[Plane]], shooter: int, bombers_turn: int) -> tuple[int, int] | None:
        """The target of a shooter: the best class, in it the fewest attacks received (`focus`: the most)."""
        policy = self.escort if bombers_turn else self.intercept if shooter == FIGHTER else "bombers_first"
        for group, status in PREFERENCES[policy]:
            places = [place for place, one in enumerate(groups[group]) if one.status == status]
            if places:
                sign = -1 if policy == "focus" else 1
                return group, min(places, key=lambda place: sign * groups[group][place].received)
        return None

    def _settled(self, at: At) -> At:
        """Pass over shooters without a target; put aircraft in order."""
        if self.declares:
            plan = at.plan
            while plan and not at.contact and at.groups[plan[0].group][plan[0].place].status == DESTROYED:
                plan = plan[1:]
            at = at._replace(plan=plan)
            return at if plan else at._replace(groups=_in_order(at.groups))
        at = at._replace(groups=_in_order(at.groups))
        if at.shooters and self._target(at.groups, at.shooters[0], at.bombers_turn) is None:
            return at._replace(shooters=(), contact=0)  # nobody has one: all see the same groups
        return at

    def _next(self, at: At) -> Named | None:
        if self.declares:
            return at.plan[0] if at.plan else None
        if not at.shooters:
            return None
        found = self._target(at.groups, at.shooters[0], at.bombers_turn)
        assert found is not None
        return Named(at.shooters[0], *found)

    def _fired(self, at: At) -> At:
        return at._replace(shooters=at.shooters[1:], plan=at.plan[1:], contact=0)

    def attack(self, at: At) -> Sequence[At] | Chance | None:
        """Contact, then the attack by face of its die."""
        named = self._next(at)
        if named is None:
            return None
        if named.shooter == FIGHTER and self.contact_hands < ALWAYS and not at.contact:
            return Chance(self.contact_hands, at._replace(contact=1), self._settled(self._fired(at)))
        met = []
        for result in faces_of(self.flak[0].crt, self._column(named)):
            group = list(at.groups[named.group])
            one = group[named.place]
            moment = self.recovers if disabled_anew(one.status, result, self.second_d) else one.moment
            status = int(status_after(one.status, result, self.second_d))
            group[named.place] = Plane(status, one.received + 1, moment)
            groups = tuple(tuple(group) if place == named.group else old for place, old in enumerate(at.groups))
            met.append(self._settled(self._fired(at._replace(groups=groups))))
        return met

    def _column(self, named: Named) -> int:
        at_fighter = int(named.group != BOMBERS)
        if named.shooter == FIGHTER:
            return self.fighter_columns[at_fighter]
        flak = self.flak[at_fighter]
        return flak.column(flak.single(flak.counts, named.shooter))

    def next_turn(self, at: At) -> At:
        """The other side's player-turn; who has recovered by its fire is fit."""
        groups = tuple(
            tuple(
                Plane(FIT, 0, 0)
                if one.status == DISABLED and one.moment - 2 <= 0
                else Plane(one.status, 0, one.moment - 2 if one.status == DISABLED else 0)
                for one in group
            )
            for group in at.groups
        )
        return self._begin(at._replace(bombers_turn=1 - at.bombers_turn, groups=_in_order(groups), plan=()))

    # ----- what is counted

    def is_over(self, at: At) -> bool:
        """Nobody is left to be shot at, or to shoot."""
        bombers, escorts, interceptors = at.groups
        return not at.plan and not bombers and not (escorts and (interceptors or any(self.flak[0].counts)))

    def mark(self, at: At) -> int:
        """No block of turns."""
        return -1

    def fate(self, at: At) -> int:
        """No block of the end."""
        return -1

    def ends(self, at: At) -> tuple[int, ...]:
        """Bombers that arrive fit, disabled, destroyed; fighters left."""
        left = [[one for one in group if one.status != DESTROYED] for group in at.groups]
        disabled = sum(one.status == DISABLED and one.moment > moment_of_end(0) for one in left[BOMBERS])
        fit = len(left[BOMBERS]) - disabled
        escorts, interceptors = len(left[ESCORTS]), len(left[INTERCEPTORS])
        destroyed = self.counts[BOMBERS] - len(left[BOMBERS])
        return fit, disabled, destroyed, escorts, interceptors, escorts * (self.counts[INTERCEPTORS] + 1) + interceptors


def _in_order(groups: Sequence[Sequence[Plane]]) -> tuple[tuple[Plane, ...], ...]:
    """Aircraft of a group are alike, so their order is free; the destroyed ones are left out."""
    return tuple(tuple(sorted(one for one in group if one.status != DESTROYED)) for group in groups)
