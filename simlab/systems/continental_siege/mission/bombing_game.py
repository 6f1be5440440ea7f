"""The game of the kind `bombing_run`: a straight flight through fire, then bombs (section 6 (c), abstract form)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from simlab.systems.continental_siege.mission.bomb_drop import Drop, Step
from simlab.systems.continental_siege.mission.flak import Flak, Guns, Shot
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, faces_of
from simlab.systems.continental_siege.rules.results import (
    DESTROYED,
    DISABLED,
    FIT,
    aircraft_recovers,
    disabled_anew,
    moment_before_fire,
    moment_of_end,
    second_d_on_aircraft,
    status_after,
)
from simlab.systems.continental_siege.rules.strength import Aim, Arc, Sort, reaches
from simlab.systems.continental_siege.rulings.air_defence import AaFireTiming
from simlab.systems.continental_siege.rulings.attacks import AttackSequencing
from simlab.systems.continental_siege.rulings.bombs import BomberEmpty, BombReleaseHexes


class Bomber(NamedTuple):
    """A bomber: status, attacks received in this player-turn, moment of its recovery, loads."""

    status: int
    received: int
    moment: int
    loads: int


class At(NamedTuple):
    """Where the game stands.

    turn: player-turn; target: what is left of it; waiting: bombers that have not moved in this player-turn (in the
    enemy's: all); flown: those that have; current: the one in flight; asked: has its fitness been noted; steps: attacks
    of bombs under way; committed: loads that fall whatever happens; guns: those that still fire now; spent_guns: AA
    guns that fired in the bombers' turn; fit: most bombers fit in a drop turn; now_fit: of this turn; spent: bombers
    taken off empty; plan: attacks declared.
    """

    turn: int
    target: tuple[int, ...]
    waiting: tuple[Bomber, ...]
    flown: tuple[Bomber, ...]
    current: Bomber | None
    asked: int
    steps: tuple[Step, ...]
    committed: int
    guns: Guns
    spent_guns: Guns
    fit: int
    now_fit: int
    spent: int
    plan: tuple[Shot, ...]


class BombingGame:
    """Bombers fly at a target through the fire of its guns."""

    def __init__(
        self, bombers: int, loads: int, speed: int, distance: int, drop: Drop, flak: Flak, policy: str, rulings: Any
    ) -> None:
        self.bombers, self.loads, self.speed, self.distance = bombers, loads, speed, distance
        self.drop, self.flak, self.rulings = drop, flak, rulings
        self.empty_flies_on = rulings.bomber_empty == BomberEmpty.FLIES_ON
        self.empty_is_lost = rulings.bomber_empty == BomberEmpty.COUNTS_AS_LOST
        self.second_d = second_d_on_aircraft(rulings)
        self.reacts = rulings.aa_fire_timing == AaFireTiming.REACTION_ON_ENTRY
        self.after_movement = rulings.aa_fire_timing == AaFireTiming.ENEMY_TURN_AFTER_MOVEMENT
        self.declares = rulings.attack_sequencing == AttackSequencing.DECLARE_ALL_FIRST
        self.names = ("result", "fit_at_target", "lost", "bombers_disabled", "bombers_spent", "loads_left", *drop.names)
        self.choose: Callable[[At], Shot] = lambda at: flak.choose(policy, self.best_class(at), at.guns)
        release, stops = rulings.bomb_release_hexes, distance % speed == 0
        moves = -(-distance // speed)
        last = 2 * moves - 1
        self.drop_turns: tuple[int, ...] = () if stops and release == BombReleaseHexes.EXCLUDE_LAST else (last,)
        if stops and release == BombReleaseHexes.INCLUDE_START:
            self.drop_turns += (last + 2,)
        self.turns = max((last, *self.drop_turns))

    @property
    def start(self) -> At:
        """Before anything happens in player-turn 1."""
        ready = tuple(Bomber(FIT, 0, 0, self.loads) for _ in range(self.bombers))
        nobody = self.flak.nobody
        return self._begin(At(0, self.drop.start, ready, (), None, 0, (), 0, nobody, nobody, 0, 0, 0, ()))

    def place(self, turn: int) -> int:
        """Distance to the target at the end of a player-turn; below 0 behind it."""
        return self.distance - self.speed * ((turn + 1) // 2)

    # ----- turns

    def _begin(self, at: At) -> At:
        """The next player-turn: recovery, movement, and who may fire."""
        turn = at.turn + 1
        own, now = turn % 2 == 1, moment_of_end(turn - 1)
        everyone = self._recovered((*at.waiting, *at.flown), now if own else moment_before_fire(turn))
        at = at._replace(turn=turn, waiting=everyone, flown=(), current=None, asked=0, now_fit=0, plan=())
        nobody, place = self.flak.nobody, self.place(turn)
        if own:
            guns = nobody
            if self.reacts:
                guns = self.flak.counts
            elif self.after_movement and turn != self.turns:
                guns = self.flak.in_range(abs(place), aa=True)
            at = at._replace(guns=guns, spent_guns=nobody)
        elif self.after_movement:
            at = at._replace(guns=self.flak.in_range(abs(place), aa=False))
        else:
            able = self.flak.in_range(abs(place))
            at = at._replace(guns=tuple(max(a - b, 0) for a, b in zip(able, at.spent_guns, strict=True)))
        return self._settled(at)

    def _recovered(self, bombers: Sequence[Bomber], now: int) -> tuple[Bomber, ...]:
        """Bombers sorted, the disabled ones whose moment has come fit again, received attacks forgotten."""
        fresh = [
            one._replace(status=FIT, moment=0, received=0)
            if one.status == DISABLED and one.moment <= now
            else one._replace(received=0)
            for one in bombers
        ]
        return tuple(sorted(fresh))

    def flies_singly(self, turn: int) -> bool:
        """Do bombers act one after another in this player-turn: to drop, or because guns react?"""
        return turn % 2 == 1 and (turn in self.drop_turns or self.reacts)

    def _settled(self, at: At) -> At:
        """Go on to the next attack, or to the end of the player-turn."""
        while self.flies_singly(at.turn) and not at.steps:
            if at.current is None:
                if not at.waiting:
                    return at
                at = at._replace(current=at.waiting[0], waiting=at.waiting[1:], asked=0, committed=0)
                continue
            one = at.current
            if one.status == DESTROYED:
                at = at._replace(current=None)
                continue
            if not at.asked and self._reacting(at) is not None:
                return at
            if not at.asked:
                fit = int(one.status == FIT and at.turn in self.drop_turns)
                now_fit = at.now_fit + fit
                at = at._replace(asked=1 if fit else 2, now_fit=now_fit, fit=max(at.fit, now_fit))
            released = self.drop.release(at.target, one.loads, at.committed) if at.asked == 1 else None
            if released is None:
                gone = one.loads == 0 and not self.empty_flies_on
                at = at._replace(current=None, spent=at.spent + gone, flown=at.flown if gone else (*at.flown, one))
                continue
            at = at._replace(
                current=one._replace(loads=one.loads - released.loads),
                steps=released.steps,
                committed=released.committed,
            )
        if not self.flies_singly(at.turn) and self.declares and not at.plan and any(at.guns):
            return at._replace(plan=self._plan(at))
        return at

    def _reacting(self, at: At) -> int | None:
        """The type of the gun that reacts next to the bomber in flight (15.01; ruling `aa_fire_timing`)."""
        before = self.place(at.turn) + self.speed
        best: tuple[int, int] | None = None
        for kind, weapon in enumerate(self.flak.weapons):
            if at.guns[kind] == 0 or weapon.sort != Sort.AA or not self.reacts:
                continue
            for step in range(1, self.speed + 1):
                if reaches(weapon, Aim.AIRCRAFT, abs(before - step), Arc.INSIDE, self.rulings):
                    best = min(best, (step, kind)) if best is not None else (step, kind)
                    break
        return None if best is None else best[1]

    def best_class(self, at: At) -> int:
        """The best class of targets that has a bomber in it."""
        return min(one.status for one in at.waiting)

    def _plan(self, at: At) -> tuple[Shot, ...]:
        """All attacks of a fire phase, named first (ruling `attack_sequencing`); bombers keep their places."""
        plan: list[Shot] = []
        bombers = list(at.waiting)
        while any(at.guns) and any(one.status != DESTROYED for one in bombers):
            alive = [place for place, one in enumerate(bombers) if one.status != DESTROYED]
            shot = self.choose(at._replace(waiting=tuple(bombers[place] for place in alive)))
            chosen = min(
                (place for place in alive if bombers[place].status == shot.at),
                key=lambda place: bombers[place].received,
            )
            sure = self.flak.column(shot.guns) == AUTOMATIC
            hit = bombers[chosen]
            bombers[chosen] = hit._replace(received=hit.received + 1, status=DESTROYED if sure else hit.status)
            plan.append(Shot(chosen, shot.guns))
            at = at._replace(guns=_less(at.guns, shot.guns))
        return tuple(plan)

    # ----- attacks

    def attack(self, at: At) -> Sequence[At] | None:
        """The next attack by face of its die."""
        if at.steps:
            step, rest = at.steps[0], at.steps[1:]
            return [
                self._settled(at._replace(target=target, steps=rest)) for target in self.drop.after(at.target, step)
            ]
        if self.flies_singly(at.turn):
            kind = None if at.current is None or at.asked else self._reacting(at)
            return None if kind is None else self._reaction(at, kind)
        if not any(at.guns) or not (at.waiting if not self.declares else at.plan):
            return None
        shot = at.plan[0] if self.declares else self.choose(at)
        return self.fire(at, shot)

    def fire(self, at: At, shot: Shot) -> list[At]:
        """An attack of guns by face; a declared one names the place of its bomber."""
        faces = faces_of(self.flak.crt, self.flak.column(shot.guns))
        met = {result: self.after(at, shot, result) for result in set(faces)}
        return [met[result] for result in faces]

    def after(self, at: At, shot: Shot, result: int) -> At:
        """The state after an attack of guns with this result."""
        bombers = list(at.waiting)
        places = (place for place, one in enumerate(bombers) if one.status == shot.at)
        place = shot.at if self.declares else next(places)
        if bombers[place].status != DESTROYED:
            bombers[place] = self._hit(bombers[place], result, at.turn)
        guns = _less(at.guns, shot.guns)
        if self.declares:  # they keep their places until all declared attacks are made
            plan = at.plan[1:]
            left = tuple(bombers) if plan else tuple(sorted(one for one in bombers if one.status != DESTROYED))
            return at._replace(waiting=left, guns=guns if plan else self.flak.nobody, plan=plan)
        left = tuple(sorted(one for one in bombers if one.status != DESTROYED))
        return at._replace(waiting=left, guns=guns)

    def _reaction(self, at: At, kind: int) -> list[At]:
        """One AA gun at the bomber in flight."""
        assert at.current is not None
        one_gun = self.flak.single(at.guns, kind)
        met = []
        for result in faces_of(self.flak.crt, self.flak.column(one_gun)):
            hit = self._hit(at.current, result, at.turn)
            used = tuple(a + b for a, b in zip(at.spent_guns, one_gun, strict=True))
            met.append(self._settled(at._replace(current=hit, guns=_less(at.guns, one_gun), spent_guns=used)))
        return met

    def _hit(self, one: Bomber, result: int, turn: int) -> Bomber:
        """A result on a bomber (B7, B9, 11.09)."""
        status = int(status_after(one.status, result, self.second_d))
        moment = one.moment
        if disabled_anew(one.status, result, self.second_d):
            moment = aircraft_recovers(turn, turn % 2 == 1, self.rulings)
        return one._replace(status=status, moment=moment, received=one.received + 1)

    def next_turn(self, at: At) -> At:
        """The next player-turn; after the last one nothing more happens."""
        return at if at.turn == self.turns else self._begin(at)

    # ----- what is counted

    def is_over(self, at: At) -> bool:
        """No bomber in play, or the end of the last player-turn."""
        in_play = at.waiting or at.flown or at.current is not None
        return not in_play and not at.steps

    def mark(self, at: At) -> int:
        """No block of turns."""
        return -1

    def fate(self, at: At) -> int:
        """No block of the end."""
        return -1

    def ends(self, at: At) -> tuple[int, ...]:
        """Target, bombers, loads."""
        left = [
            one for one in (*at.waiting, *at.flown, *([at.current] if at.current else [])) if one.status != DESTROYED
        ]
        lost = self.bombers - len(left) - (0 if self.empty_is_lost else at.spent)
        disabled = sum(one.status == DISABLED for one in left)
        loads = sum(one.loads for one in left)
        spent = at.spent + sum(one.loads == 0 for one in left)
        return self.drop.result(at.target), at.fit, lost, disabled, spent, loads, *self.drop.left(at.target)


def _less(guns: Guns, used: Guns) -> Guns:
    return tuple(have - gone for have, gone in zip(guns, used, strict=True))
