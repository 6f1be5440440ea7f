"""The exact law of `strike`: where planes come to stand, then shot by shot a law over states, then attacks and checks.

Given the point and the penalty of every attack all rolls are independent, so stands are, and totals are sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from simlab.dice import chance_of
from simlab.systems.command_decision.rules.hitting import SAVED, effect_of, stacked
from simlab.systems.command_decision.rules.strikes import HEADINGS
from simlab.systems.command_decision.strike.kernel import (
    ABORT_NEAR,
    ARRIVES,
    CELLS,
    FELT,
    GUNS_FELT,
    MARKED,
    MEANS,
    UNMARKED,
)
from simlab.systems.command_decision.strike.outcomes import Outcomes
from simlab.systems.command_decision.strike.pack import Packed
from simlab.systems.command_decision.strike.rows import HANDS, from_fields
from simlab.systems.command_decision.strike.shooting import (
    ACTOR,
    CHOICE,
    DRAW,
    ENTRY,
    FREE,
    IN_COMBINATION,
    OTHER_DRAW,
    PARTNER,
    SILENT,
)
from simlab.systems.command_decision.strike.state import (
    ABORTED_AT,
    ABORTS,
    ALTERNATIVE,
    ARRIVED,
    ATTACK_AT,
    AVAILABLE_AT,
    BLOCKED,
    BY,
    BY_BITS,
    FAILED_SAVE,
    HAS_COLLECTIVE,
    LOST_AT,
    NOBODY,
    PENALTY,
    RAW,
    ROW,
    SHOTS_AT,
    STARTS,
    STOPPED,
    STRAFE_AT,
    TARGET,
    TARGET_AT,
    with_shot,
)

Law = dict[Any, Any]


def added(law: Law, key: Any, weight: Any) -> None:
    """Add to the weight of a key."""
    law[key] = law.get(key, 0) + weight


class Step:
    """The parts of the law of one packed strike."""

    def __init__(self, packed: Packed, rational: bool) -> None:
        self.packed, self.number = packed, (Fraction if rational else float)
        self.planes, self.classes = packed.planes.tolist(), packed.classes.tolist()
        self.sites, self.fire = packed.sites.tolist(), packed.fire.tolist()
        self.ranks, self.card_of, self.cards = packed.ranks.tolist(), packed.card_of.tolist(), packed.cards.tolist()
        self.attack_of = packed.attack_of.tolist()
        self.results = lru_cache(maxsize=None)(self._results)

    def arrivals(self) -> Law:
        """Law of the classes of all planes, one tuple a strike (2.2, 2.3.3)."""
        marking = [(0, self.number(1))]
        if self.packed.marking >= 0:
            faces = self.packed.marking_faces
            success = self.number(Fraction(faces, 10) if faces >= 0 else chance_of(self.packed.marking))
            marking = [(0, 1 - success), (1, success)]
        law: Law = {}
        for marked, weight in marking:
            if weight:
                each = [self._class_law(plane, marked) for plane in range(len(self.planes))]
                for classes in product(*each):
                    chance = prod((each[plane][here] for plane, here in enumerate(classes)), start=weight)
                    added(law, classes, chance)
        return law

    def _class_law(self, plane: int, marked: int) -> Law:
        row, sites = self.planes[plane], self.sites[plane]
        arrives = self.number(chance_of(row[ARRIVES]))
        primary = self.number(Fraction(row[MARKED if marked else UNMARKED], 10))
        law: Law = {}
        if arrives < 1:
            added(law, 0, 1 - arrives)
        for part, chance in ((sites[1 : 1 + HEADINGS], primary), (sites[1 + HEADINGS :], 1 - primary)):
            for here in set(part) if arrives * chance > 0 else ():
                added(law, here, arrives * chance * self.number(Fraction(part.count(here), len(part))))
        return law

    def after_fire(self, classes: tuple[int, ...]) -> Law:
        """Law of (state, record) after the AA step, for planes of these classes (F1, F2, 2.3.3.1)."""
        start = NOBODY << TARGET_AT
        for plane, here in enumerate(classes):
            start |= (self.classes[here][MEANS] & STARTS) << (AVAILABLE_AT + plane)
        uses = 0 if self.packed.uses < 0 else self.packed.uses * 0x11111111
        law: Law = {(start, 0, uses): self.number(1)}
        for system in self._systems():
            seen: Mapping[int, Any] = {0: self.number(1)}
            actors = sorted({self.fire[row][ACTOR] for row in system})
            if self.packed.sight >= 0:
                seen = self._sights(len(actors) * len(classes))
            total: Law = {}
            for mask, weight in seen.items():
                views = {actor: mask >> (n * len(classes)) for n, actor in enumerate(actors)}
                part = {key: chance * weight for key, chance in law.items()}
                for row in system:
                    if self.fire[row][CHOICE] >= 0:
                        part = self._choose(part, classes, self.fire[row], views)
                    part = self._shoot(part, classes, self.fire[row], views)
                for (state, record, left), chance in part.items():
                    added(total, ((state & ~(TARGET | STOPPED | RAW)) | NOBODY << TARGET_AT, record, left), chance)
            law = total
        ends: Law = {}
        for (state, record, _), chance in law.items():
            added(ends, (state, record), chance)
        return ends

    def _systems(self) -> list[list[int]]:
        """Rows of fire of each system: the two halves of a combination belong together."""
        found: list[list[int]] = []
        last: tuple[int, ...] = ()
        for row, shot in enumerate(self.fire):
            halves = (shot[ACTOR], shot[PARTNER]) if shot[IN_COMBINATION] else (shot[ACTOR],)
            if not last or shot[ACTOR] not in last:
                found.append([])
                last = halves
            found[-1].append(row)
        return found

    def _sights(self, bits: int) -> Law:
        chance = self.number(chance_of(self.packed.sight))
        return {
            mask: weight
            for mask in range(1 << bits)
            if (weight := chance ** mask.bit_count() * (1 - chance) ** (bits - mask.bit_count()))
        }

    def _can(self, actor: int, draw: int, here: int, plane: int, views: Mapping[int, int]) -> bool:
        seen = self.packed.sight < 0 or bool(views[actor] >> plane & 1)
        return seen and from_fields(self.card_of, draw, here) > 0

    def _choose(self, law: Law, classes: tuple[int, ...], shot: list[int], views: Mapping[int, int]) -> Law:
        """Each state with its target chosen (ruling aa_target_choice)."""
        after: Law = {}
        for (state, record, uses), weight in law.items():
            ranked: dict[int, list[int]] = {}
            for plane, here in enumerate(classes):
                rank = from_fields(self.ranks, shot[CHOICE], here)
                can = self._can(shot[ACTOR], shot[DRAW], here, plane, views)
                if shot[PARTNER] >= 0:
                    can = can or self._can(shot[PARTNER], shot[OTHER_DRAW], here, plane, views)
                kept = shot[FREE] and state & RAW and (state & TARGET) >> TARGET_AT == plane
                if rank and can and not kept and state >> (AVAILABLE_AT + plane) & 1:
                    ranked.setdefault(rank, []).append(plane)
            targets = ranked[max(ranked)] if ranked else [NOBODY]
            for target in targets:
                new = (state & ~(TARGET | STOPPED | RAW)) | target << TARGET_AT
                added(after, (new, record, uses), weight / len(targets))
        return after

    def _results(self, card: int, can_save: bool) -> Law:
        """Law of (result, a save was rolled) of a shot with this card."""
        first, law = (card - 1) // 2 * (HANDS + 1), dict[Any, Any]()
        hands = HANDS - (card - 1) % 2 * (HANDS // 10)
        second = Fraction(self.cards[first], 10)
        for code in self.cards[first + 1 : first + 1 + hands]:
            asked = code in (SAVED, FAILED_SAVE)
            if asked and not can_save:
                added(law, (ABORTS, False), Fraction(1, hands))
            elif code == FAILED_SAVE and second:
                added(law, (SAVED, True), second / hands)
                added(law, (FAILED_SAVE, True), (1 - second) / hands)
            else:
                added(law, (code, asked), Fraction(1, hands))
        return {key: self.number(chance) for key, chance in law.items()}

    def _shoot(self, law: Law, classes: tuple[int, ...], shot: list[int], views: Mapping[int, int]) -> Law:
        """Each state after a shot at its target."""
        packed, after = self.packed, dict[Any, Any]()
        lost_chance = self.number(chance_of(packed.removal))
        for (state, record, uses), weight in law.items():
            target = (state & TARGET) >> TARGET_AT
            fires = target < NOBODY and state >> (AVAILABLE_AT + target) & 1 and not state & STOPPED
            fires = fires and self._can(shot[ACTOR], shot[DRAW], classes[target], target, views)
            if not fires or (shot[SILENT] and state & RAW):
                added(after, (state, record, uses), weight)
                continue
            fired = record + (1 << SHOTS_AT)
            if state >> (ABORTED_AT + target) & 1:
                added(after, (state, fired, uses), weight)
                continue
            left = uses >> (4 * target) & 15
            card = from_fields(self.card_of, shot[DRAW], classes[target])
            for (code, asked), chance in self.results(card, packed.uses < 0 or left > 0).items():
                spent = uses - (1 << (4 * target)) if asked and packed.uses >= 0 else uses
                by = (shot[ENTRY] + 1) << (BY_BITS * target) if code >= ABORTS else 0
                fates = [(0, 1 - lost_chance), (1, lost_chance)] if code >= ABORTS else [(0, 1)]
                for lost, share in fates:
                    if share:
                        new = with_shot(
                            state, target, code, lost, packed.converted, packed.stacking, packed.clears,
                            shot[IN_COMBINATION],
                        )  # fmt: skip
                        added(after, (new, fired + by, spent), weight * chance * share)
        return after

    def flights(self, plane: int, here: int, state: int, record: int) -> Law:
        """Law of (cell, attack, strafe, checks near if aborted, marks of sums) of one plane at the end."""
        packed, means = self.packed, self.classes[here][MEANS]
        cells, entries = self.planes[plane][CELLS], packed.entries
        aborted, lost = state >> (ABORTED_AT + plane) & 1, state >> (LOST_AT + plane) & 1
        arrived, blocked, other = (int(bool(means & bit)) for bit in (ARRIVED, BLOCKED, ALTERNATIVE))
        sums = arrived | aborted << 4 | lost << 8
        if aborted:
            by = record >> (BY_BITS * plane) & BY
            return {(cells + 1 + by + lost * entries, 0, 0, self.classes[here][ABORT_NEAR], sums): self.number(1)}
        if blocked or not arrived:
            return {(cells + blocked, 0, 0, 0, sums): self.number(1)}
        sums |= 1 << 12 | other << 16
        law: Law = {}
        for total, weight in self._collective(state >> (4 * plane) & PENALTY, means).items():
            penalty = min(total, packed.cap) * self.planes[plane][FELT]
            cell = cells + 2 + 2 * entries + other * 11 + penalty
            attack = self.attack_of[means >> ATTACK_AT & ROW][penalty]
            carried = {(0 if packed.next_attack_only else total): self.number(1)}
            if packed.strafes and packed.collective_each:
                carried = self._collective(next(iter(carried)), means)
            for later, chance in carried.items():
                strafe = self.attack_of[means >> STRAFE_AT & ROW][
                    min(later, packed.cap) * self.planes[plane][GUNS_FELT]
                ]
                added(law, (cell, attack, strafe * packed.strafes, 0, sums), weight * chance)
        return law

    def _collective(self, total: int, means: int) -> Law:
        """Law of the total penalty after a collective roll (3.2.8)."""
        law: Law = {}
        if not means & HAS_COLLECTIVE or not self.packed.collective:
            return {total: self.number(1)}
        for die in range(1, 11):
            penalty = effect_of(self.packed.collective, die)
            added(law, stacked(total, penalty, self.packed.stacking), self.number(Fraction(1, 10)))
        return law


def law_of_cells(packed: Packed, rational: bool) -> list[Any]:
    """The law of the flat vector, Fractions or floats."""
    step, outcomes = Step(packed, rational), Outcomes(packed, rational)
    for classes, chance in step.arrivals().items():
        for (state, record), weight in step.after_fire(classes).items():
            each = [
                step.flights(plane, here, state, record).items() for plane, here in enumerate(classes)
            ]  # fmt: skip
            for flown in product(*each):
                share = prod((part for _, part in flown), start=chance * weight)
                outcomes.add([flight for flight, _ in flown], record >> SHOTS_AT, share)
    return outcomes.cells()


def work(packed: Packed) -> int:
    """Roughly how many states the exact law goes through."""
    planes = packed.planes.shape[0]
    tuples = prod(1 + len(set(row)) for row in packed.sites.tolist())
    views = 1 << planes if packed.sight >= 0 else 1
    return int(tuples * (1 + packed.fire.shape[0]) * (6**planes) * views * (5 if packed.strafes else 1))


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
