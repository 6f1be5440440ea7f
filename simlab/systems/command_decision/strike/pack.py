"""From the words of a `strike` scenario to arrays: classes of planes, shots of the AA step, attacks, checks."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.dice import HALF, threshold
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.shapes import NAME_LETTERS
from simlab.systems.command_decision.rules.cards import feels_penalty
from simlab.systems.command_decision.rules.geometry import point_at, thousandths
from simlab.systems.command_decision.rules.helicopters import morale_card
from simlab.systems.command_decision.rules.strikes import (
    checks_near,
    marking_succeeds_to,
    primary_faces,
)
from simlab.systems.command_decision.rulings import AaShotOrder, CollectiveFireFrequency, PenaltyDuration
from simlab.systems.command_decision.rulings.strike import (
    MoraleAbortedStrike,
    MoraleOwnSide,
    MoraleStacking,
)
from simlab.systems.command_decision.stands import CERTAIN, Book, collective_card
from simlab.systems.command_decision.strike.attacks import Attacks
from simlab.systems.command_decision.strike.classes import Classes
from simlab.systems.command_decision.strike.fire import MOST_SHOTS, Defence, Draw, Wish
from simlab.systems.command_decision.strike.places import Places, Plane
from simlab.systems.command_decision.strike.rows import Cells
from simlab.systems.command_decision.strike.shapes import MOST_PLANES, StrikeShape

NO_MARKING, ALWAYS = -1, -1


class Packed(NamedTuple):
    """A packed strike; columns are named in `kernel`.

    planes: int64[planes, 6]; sites: int64[planes, 1 + 13 * 36], class by point and heading die; classes: int64[classes,
    2], what a class means, and the checks near its point; fire: int64[shots, 13]; ranks: int64[groups, classes], by
    wish, 0 where it may not be chosen; card_of: likewise by draw, 0 where it may not be shot at; cards: int64[cards *
    (1 + hands)]; attack_of: int64[attack rows, 11], attack by penalty; heads: int64[attacks, 2 + words], stage, checks
    near and own stands touched, the least that befalls stands; hits_on: int64[attacks, groups], faces that hit by slot;
    slots: int64[slots, 2], roll and effects; stages: int64[2 * planes, 2 + words], turn of its dice, first slot, slots
    of each word; tallies: int64[tallies, 2 + words]; checks: int64[checks, 9], morale card by strikes near; names:
    int64[names, 40], letters of planes, systems, stands, checks, one after another.
    """

    planes: np.ndarray
    sites: np.ndarray
    classes: np.ndarray
    fire: np.ndarray
    ranks: np.ndarray
    card_of: np.ndarray
    cards: np.ndarray
    attack_of: np.ndarray
    heads: np.ndarray
    hits_on: np.ndarray
    slots: np.ndarray
    stages: np.ndarray
    tallies: np.ndarray
    checks: np.ndarray
    names: np.ndarray
    marking: int  # hands out of 2**32 for which marking succeeds; -1: none is asked for
    marking_faces: int  # faces of a d10 that these hands are; -1: they are a chance
    sight: int  # hands for which a system sees a plane; -1: always
    clears: int  # 1 when nobody shoots at an aborted plane
    converted: int
    stacking: int
    removal: int
    uses: int  # -1 unlimited
    second_saves: int
    collective: int  # card of the collective die
    collective_each: int  # 1 when a strafe has a roll of its own
    cap: int
    aborts_near: int  # 1 when an aborted strike has an impact point (ruling morale_aborted_strike)
    strafes: int  # 1 when planes strafe as well
    next_attack_only: int
    most_strikes: int
    entries: int  # entries of air defence
    stands: int
    owns: int
    words: int  # of stands
    sums_at: int  # first cells of what is counted
    shots_at: int
    hits_at: int
    results_at: int
    checks_at: int
    classes_of_stands: int  # bits of the classes of enemy stands
    most_shots: int
    most_hits: int


def pack_strike(shape: StrikeShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `strike` scenario. ScenarioError names the key that does not fit."""
    return Packer(shape, rulings, catalog, where).packed()


class Packer:
    """The parts of packing and what they share."""

    def __init__(self, shape: StrikeShape, rulings: Any, catalog: Catalog, where: str) -> None:
        self.shape, self.rulings, self.catalog, self.where = shape, rulings, catalog, where
        self.book = Book(catalog)
        self.attacks = Attacks(shape, rulings, catalog, self.book, where)
        self.places = Places(shape, rulings, self.book, self.attacks, where)
        self.planes = self.places.planes()
        self.defence = Defence(shape, rulings, self.book, where)
        if any(actor.rof > MOST_SHOTS for actor in self.defence.actors):
            raise ScenarioError(f"{where}, air_defence: a ROF above {MOST_SHOTS} cannot be played")
        self.shots = self.defence.shots()
        self.wishes: list[Wish] = list(dict.fromkeys(shot.wish for shot in self.shots if shot.wish is not None))
        self.draws: list[Draw] = list(dict.fromkeys(shot.draw for shot in self.shots))
        self.checks = [point_at(check.at) for check in shape.check]
        self.counted_checks = (1 << len(self.checks)) - 1
        if rulings.morale_own_side == MoraleOwnSide.NO:
            self.counted_checks = sum(1 << n for n, check in enumerate(shape.check) if check.side == "enemy")
        self.check_radius = thousandths(self.book.constants["strike_morale_radius_in"])
        self.classes = Classes(
            shape, rulings, self.attacks, self.places, self.planes, self.defence, self.wishes, self.draws, self.near
        )

    def packed(self) -> Packed:
        """All arrays."""
        rulings, shape, constants = self.rulings, self.shape, self.book.constants
        found = self.classes.found()
        table, cards = self.classes.table, self.classes.cards
        words = table.words
        cells = Cells(shape, len(self.planes), len(self.shots), table.most_hits)
        names = [*(plane.name for plane in self.planes), *shape.system_names(), *shape.stand_names(),
                 *shape.check_names()]  # fmt: skip
        letters = [[ord(letter) for letter in name.ljust(NAME_LETTERS, "\0")] for name in names]
        sight = threshold(rulings.los_probability_plane)
        marking, faces = self._marking()
        once = rulings.morale_stacking == MoraleStacking.ONCE
        return Packed(
            planes=np.array([self._plane_row(plane, cells) for plane in self.planes], np.int64),
            sites=found.sites,
            classes=found.classes,
            fire=np.array([self._fire_row(shot, found.ties) for shot in self.shots], np.int64).reshape(-1, 13),
            ranks=found.ranks,
            card_of=found.card_of,
            cards=cards.array(self.where).reshape(-1),
            **table.arrays(len(self.planes)),
            tallies=cells.tallies(words),
            checks=np.array([self._check_row(n) for n in range(len(self.checks))], np.int64).reshape(
                -1, MOST_PLANES + 1
            ),
            names=np.array(letters, np.int64),
            marking=marking,
            marking_faces=faces,
            sight=ALWAYS if sight == CERTAIN else sight,
            clears=int(rulings.aa_shot_order == AaShotOrder.SEQUENTIAL_STOP_ON_ABORT),
            converted=int(constants["cm_converted_penalty"]),
            stacking=int(rulings.penalty_stacking),
            removal=threshold(rulings.plane_abort_loss_fraction),
            uses=-1 if rulings.cm_uses == "unlimited" else int(rulings.cm_uses),
            second_saves=int(cards.second_saves),
            collective=collective_card(shape.ground, self.book, rulings, f"{self.where}, ground"),
            collective_each=int(rulings.collective_fire_frequency == CollectiveFireFrequency.PER_ATTACK),
            cap=10 if rulings.penalty_cap == "none" else int(rulings.penalty_cap),
            aborts_near=int(rulings.morale_aborted_strike == MoraleAbortedStrike.YES),
            strafes=int(any(self.classes.strafes(plane) for plane in self.planes)),
            next_attack_only=int(rulings.penalty_duration == PenaltyDuration.NEXT_ATTACK_ONLY),
            most_strikes=1 if once else MOST_PLANES,
            entries=len(shape.air_defence),
            stands=len(shape.stand),
            owns=sum(stand.side == "own" for stand in shape.stand),
            words=words,
            most_shots=len(self.shots),
            most_hits=table.most_hits,
            **cells.places(),
        )

    def _marking(self) -> tuple[int, int]:
        """Hands for which the marking battery marks, and faces of a d10 (2.3.3h); it marks one point (2.3.3g)."""
        points = {point_at(plane.at) for plane in self.shape.plane if plane.smoke}
        if not points:
            return NO_MARKING, -1
        if len(points) > 1:
            raise ScenarioError(f"{self.where}, plane.smoke: one battery marks one point, not {len(points)} (2.3.3g)")
        chance, marking = self.rulings.smoke_marking_success, self.shape.marking
        if chance != "base_artillery_response":
            return threshold(chance), -1
        response = {row.item: row.value for row in self.catalog.rows("artillery_response")}
        faces = marking_succeeds_to(marking.battery, marking.dedicated, marking.quality, marking.suppressed, response)
        return math.ceil(Fraction(faces << HALF, 10)), faces  # a d10 shows at most so many for just these hands

    def near(self, impacts: Any) -> int:
        """Bits of the checks that count and lie near these impact points (2.3.8)."""
        return checks_near(impacts, self.checks, self.check_radius) & self.counted_checks

    def _plane_row(self, plane: Plane, cells: Any) -> list[int]:
        shape, constants = plane.shape, self.book.constants
        chance = self.rulings.plane_arrival_probability if shape.arrives == "ruling" else Fraction(repr(shape.arrives))
        faces = [primary_faces(shape.fac, smoke, self.rulings, constants) for smoke in (False, shape.smoke)]
        if len(plane.points) == 1:  # no other point is marked (ruling alternative_declined)
            faces = [10, 10]
        felt, guns_felt = feels_penalty(shape.load, self.rulings), feels_penalty("guns", self.rulings)
        return [threshold(chance), *faces, int(felt), int(guns_felt), cells.plane(plane.number)]

    def _fire_row(self, shot: Any, ties: list[bool]) -> list[int]:
        choice = -1 if shot.wish is None else self.wishes.index(shot.wish)
        partner, other = -1, -1
        if shot.wish is not None and len(shot.wish.actors) > 1:
            partner = next(actor for actor in shot.wish.actors if actor != shot.actor)
            other = self.draws.index(Draw(partner, shot.draw.primary_only))
        return [
            shot.actor, shot.nth, choice, *shot.tie, int(choice >= 0 and ties[choice]), partner,
            int(shot.in_combination), int(shot.silent), int(shot.free), shot.entry, self.draws.index(shot.draw), other,
        ]  # fmt: skip

    def _check_row(self, number: int) -> list[int]:
        """Morale card of a check by the number of strikes near it (2.3.8a, part D6)."""
        check = self.shape.check[number]
        pass_on = self.catalog.row("morale", check.quality, f"{self.where}, check[{number}].quality").pass_on
        limits = {row.name: int(row.value) for row in self.catalog.rows("morale_thresholds")}
        strike = int(self.book.constants["strike_morale"])
        return [
            morale_card(
                pass_on + check.modifier + strike * strikes,
                limits["shaken_from_fail_by"],
                limits["demoralised_from_fail_by"],
            )
            for strikes in range(MOST_PLANES + 1)
        ]
