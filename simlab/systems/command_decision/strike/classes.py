"""The classes of planes: all that follows from where a plane came to stand, written down once (2.1b, 2.3.3, 3.2).

Two sites of a plane are one class when AA sees the same in them and the same attack follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from simlab.systems.command_decision.rules.geometry import point_at, thousandths, within
from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.rules.guns import strafer_takes_collective
from simlab.systems.command_decision.rules.strikes import HEADINGS, patrols_left
from simlab.systems.command_decision.rulings.strike import AaTargetChoice, MoraleAbortedStrike, SelectionBeforeAa
from simlab.systems.command_decision.rulings.weapons import GunWithOrdnance
from simlab.systems.command_decision.strike.attacks import Attacks
from simlab.systems.command_decision.strike.fire import Defence, Draw, Wish
from simlab.systems.command_decision.strike.places import Places, Plane, Site
from simlab.systems.command_decision.strike.rows import AttackTable, CardTable, in_fields
from simlab.systems.command_decision.strike.shapes import MOST_PLANES, StrikeShape
from simlab.systems.command_decision.strike.state import (
    ALTERNATIVE,
    ARRIVED,
    ATTACK_AT,
    BLOCKED,
    HAS_COLLECTIVE,
    STARTS,
    STRAFE_AT,
)

ALTERNATIVES = 12  # faces of the alternative die


class Found(NamedTuple):
    """The arrays that speak of classes, as in a packed strike; ties: by wish, can two planes have the same rank?"""

    sites: np.ndarray
    classes: np.ndarray
    ranks: np.ndarray
    card_of: np.ndarray
    ties: list[bool]


class Classes:
    """Works out the classes of all planes, and with them the attacks and cards that occur.

    near: impact points -> bits of the checks near them.
    """

    def __init__(
        self, shape: StrikeShape, rulings: Any, attacks: Attacks, places: Places, planes: Sequence[Plane],
        defence: Defence, wishes: Sequence[Wish], draws: Sequence[Draw], near: Callable[[Sequence[Any]], int],
    ) -> None:  # fmt: skip
        self.shape, self.rulings, self.attacks, self.places = shape, rulings, attacks, places
        self.planes, self.defence, self.wishes, self.draws, self.near = planes, defence, wishes, draws, near
        self.table, self.cards = AttackTable(shape, near), CardTable()
        self.blocked = self._patrols()

    def found(self) -> Found:
        """All classes. Class 0 is that of a plane that does not arrive; so is place 0 of a plane's sites."""
        classes: list[tuple[int, int]] = [(0, 0)]
        likings: list[tuple[Any, ...]] = [(None,) * len(self.wishes)]
        card_rows: list[tuple[int, ...]] = [(0,) * len(self.draws)]
        owner = [-1]
        sites = np.zeros((len(self.planes), 1 + (1 + ALTERNATIVES) * HEADINGS), np.int64)
        for plane in self.planes:
            known: dict[Any, int] = {}
            for place, here in enumerate(self._classes_of(plane)):
                if here not in known:
                    known[here] = len(classes)
                    classes.append(here[0])
                    card_rows.append(here[1])
                    likings.append(here[2])
                    owner.append(plane.number)
                sites[plane.number, 1 + place] = known[here]
            if len(plane.points) == 2:  # one alternative, whatever its die shows
                alternative = sites[plane.number, 1 + HEADINGS : 1 + 2 * HEADINGS]
                sites[plane.number, 1 + HEADINGS :] = np.tile(alternative, ALTERNATIVES)
        ranks = _ranks(likings, len(self.wishes))
        return Found(
            sites=sites,
            classes=np.array(classes, np.int64),
            ranks=in_fields(ranks, len(classes)),
            card_of=in_fields([list(row) for row in zip(*card_rows, strict=True)], len(classes)),
            ties=[_can_tie(row, owner) for row in ranks],
        )

    def _patrols(self) -> dict[tuple[int, int], bool]:
        """(plane, choice) -> is it blocked there by an enemy fighter (ruling fighter_patrol)?"""
        radius_in = self.rulings.fighter_patrol
        left: list[Any] = []
        radius = 0
        if radius_in != "not_modelled":
            radius = thousandths(radius_in)
            sides = {side: [point_at(f.at) for f in self.shape.fighter if f.side == side] for side in ("enemy", "own")}
            left = patrols_left(sides["enemy"], sides["own"], radius)
        return {
            (plane.number, choice): any(within(point, enemy, radius) for enemy in left)
            for plane in self.planes
            for choice, point in enumerate(plane.points)
        }

    def strafes(self, plane: Plane) -> bool:
        """Does it attack with its gun as well (ruling gun_with_ordnance)?"""
        additional = self.rulings.gun_with_ordnance == GunWithOrdnance.ADDITIONAL
        return bool(additional and plane.shape.load not in ("guns", *GUIDED) and plane.row.gun_rof > 0)

    def _classes_of(self, plane: Plane) -> list[tuple[Any, ...]]:
        """Its class by point and heading die: columns of `classes`, cards of the draws, likings of the wishes."""
        sites = [self.places.sites(plane, choice, self.defence.danger) for choice in range(len(plane.points))]
        before = self.rulings.selection_before_aa == SelectionBeforeAa.YES
        worth = [Fraction(0)] * len(sites)
        if self.rulings.aa_target_choice == AaTargetChoice.ATTACKER_WORST_CASE:
            worth = [self.attacks.losses(plane.shape, point, n == 0).enemy for n, point in enumerate(plane.points)]
        aborts_count = self.rulings.morale_aborted_strike == MoraleAbortedStrike.YES
        found = []
        for choice, here in enumerate(sites):
            rows = self._attack_rows(plane, choice)
            aimed = choice if before else 0
            for die in range(HEADINGS):
                final, seen = here[die % len(here)], sites[aimed][die % len(sites[aimed])]
                out = self.blocked[plane.number, aimed]
                blocked = out or self.blocked[plane.number, choice]
                means = (0 if out else STARTS) | ARRIVED | (BLOCKED if blocked else 0)
                means |= HAS_COLLECTIVE if self.collective_reaches(plane, final) else 0
                means |= (ALTERNATIVE if choice > 0 else 0) | rows[0] << ATTACK_AT | rows[1] << STRAFE_AT
                columns = (means, self.near([seen.point]) if aborts_count else 0)
                drawn = tuple(self.cards.number(self.defence.drawn(draw, plane, seen)) for draw in self.draws)
                likes = tuple(self.defence.priority(wish, plane, seen, worth[aimed]) for wish in self.wishes)
                found.append((columns, drawn, likes))
        return found

    def _attack_rows(self, plane: Plane, choice: int) -> tuple[int, int]:
        """Rows of ``attack_of`` for its load and its strafe at a point."""
        point, shape = plane.points[choice], plane.shape
        made = [[self.attacks.at(shape, shape.load, point, choice == 0, penalty) for penalty in range(11)]]
        made.append([])
        if self.strafes(plane):
            made[1] = [self.attacks.at(shape, "guns", point, choice == 0, penalty) for penalty in range(11)]
        return (
            self.table.row(2 * plane.number, plane.number + 2, made[0]),
            self.table.row(2 * plane.number + 1, plane.number + 2 + MOST_PLANES, made[1]),
        )

    def collective_reaches(self, plane: Plane, site: Site) -> bool:
        """Does the collective roll fall on it (3.2.8a, 3.2.8b)?"""
        if plane.shape.load in GUIDED or (plane.shape.fighter and not strafer_takes_collective(self.rulings)):
            return False
        if self.rulings.collective_fire_radius == "none":
            return True
        radius = thousandths(self.rulings.collective_fire_radius)
        enemies = [point_at(stand.at) for stand in self.shape.stand if stand.side == "enemy"]
        enemies += [actor.place for actor in self.defence.actors]
        return any(within(enemy, site.place, radius) for enemy in enemies)


def _ranks(likings: list[tuple[Any, ...]], wishes: int) -> list[list[int]]:
    """For each wish and class its rank among the priorities that occur, from 1; 0 where it may not be chosen."""
    rows = []
    for wish in range(wishes):
        order = sorted({liking[wish] for liking in likings if liking[wish] is not None})
        place = {priority: rank + 1 for rank, priority in enumerate(order)}
        rows.append([0 if liking[wish] is None else place[liking[wish]] for liking in likings])
    return rows


def _can_tie(row: list[int], owner: list[int]) -> bool:
    """Can two planes have the same rank?"""
    planes: dict[int, set[int]] = {}
    for rank, plane in zip(row, owner, strict=True):
        if rank:
            planes.setdefault(rank, set()).add(plane)
    return any(len(found) > 1 for found in planes.values())
