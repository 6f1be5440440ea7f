"""From laws of attacks to the flat vector of `strike`: planes, sums, shots, hits, stands and checks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

from simlab.exact import poisson_binomial
from simlab.systems.command_decision.rules.attacks import DIE_FACES, ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED
from simlab.systems.command_decision.rules.hitting import effect_of
from simlab.systems.command_decision.strike.kernel import HEAD, LEAST, STAGE
from simlab.systems.command_decision.strike.pack import Packed
from simlab.systems.command_decision.strike.rows import (
    BACK,
    ENEMY_AT,
    FACES_A_FIELD,
    FIELDS,
    HE_AT,
    LOST_STAND,
    NEAR_BITS,
    OWN_AT,
    SHIFT_AT,
    SUMS,
)
from simlab.systems.command_decision.strike.salvoes import FACES, FIRST_SLOT, SLOTS
from simlab.systems.command_decision.strike.state import STANDS_A_WORD


def convolved(one: list[Any], other: list[Any]) -> list[Any]:
    """Law of the sum of two counts."""
    law = [one[0] * 0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, q in enumerate(other):
            law[a + b] += p * q
    return law


def how_many(chances: list[Any]) -> list[Any]:
    """Law of the number of stands to which something happens, each with its own chance."""
    law = poisson_binomial(chances)
    return [law.get(count, 0) for count in range(len(chances) + 1)]


class Outcomes:
    """Gathers ends of a strike, and spreads them over the cells."""

    def __init__(self, packed: Packed, rational: bool) -> None:
        self.packed, self.number = packed, (Fraction if rational else float)
        self.heads, self.hits_on = packed.heads.tolist(), packed.hits_on.tolist()
        self.slots, self.stages = packed.slots.tolist(), packed.stages.tolist()
        self.vector: list[Any] = [0] * self._size()
        self._struck: dict[tuple[int, ...], Any] = {}
        self._near: dict[tuple[int, ...], Any] = {}
        self._laws: dict[int, Any] = {}

    def _size(self) -> int:
        packed = self.packed
        checks = packed.checks.shape[0]
        return int(packed.checks_at + checks * 3 * (packed.planes.shape[0] + 1) + checks + 1)

    def add(self, flights: list[tuple[int, int, int, int, int]], shots: int, weight: Any) -> None:
        """A strike that ends with these flights of its planes: see `law.Step.flights`."""
        packed, planes = self.packed, self.packed.planes.shape[0]
        sums, near, struck = [0] * len(SUMS), [], []
        for cell, attack, strafe, aborted_near, marks in flights:
            self.vector[cell] += weight
            for sort in range(len(SUMS) - 1):
                sums[sort] += marks >> (4 * sort) & 15
            head = self.heads[attack][HEAD] | self.heads[strafe][HEAD]
            sums[-1] += head >> OWN_AT
            near.append(aborted_near | head & NEAR_BITS)
            struck += [number for number in (attack, strafe) if number]
        for sort, count in enumerate(sums):
            self.vector[packed.sums_at + sort * (planes + 1) + count] += weight
        self.vector[packed.shots_at + shots] += weight
        key = tuple(sorted(struck))
        self._struck[key] = self._struck.get(key, 0) + weight
        counts = tuple(sum(mask >> check & 1 for mask in near) for check in range(packed.checks.shape[0]))
        self._near[counts] = self._near.get(counts, 0) + weight

    def cells(self) -> list[Any]:
        """The flat vector."""
        for struck, weight in self._struck.items():
            self._spread_stands(struck, weight)
        for counts, weight in self._near.items():
            self._spread_checks(counts, weight)
        return self.vector

    def _attack_law(self, attack: int) -> tuple[list[list[Any]], list[Any]]:
        """(for each stand the chance of at most each result, law of the hits on enemies) of one attack."""
        if attack not in self._laws:
            number, head = self.number, self.heads[attack]
            least = [
                head[LEAST + stand // STANDS_A_WORD] >> (4 * (stand % STANDS_A_WORD)) & 15
                for stand in range(self.packed.stands)
            ]
            at_most = [[number(code >= low) for code in range(len(RESULTS))] for low in least]
            hits = []
            for stand, faces_on, (roll, effects) in self._rolls_of(attack):
                hit = Fraction(faces_on.bit_count() * (roll >> HE_AT & FACES).bit_count(), 100)
                faces = [effects >> (4 * die) & 15 for die in range(1, DIE_FACES + 1)]
                for code in range(len(RESULTS)):
                    below = Fraction(sum(effect <= code for effect in faces), DIE_FACES)
                    at_most[stand][code] *= number(1 - hit + hit * below)
                if roll >> ENEMY_AT & 1:
                    hits.append(number(hit))
            self._laws[attack] = at_most, how_many(hits) if hits else [number(1)]
        return self._laws[attack]

    def _rolls_of(self, attack: int) -> Iterator[tuple[int, int, list[int]]]:
        """Stand, faces that hit, and (roll, effects) of each roll of an attack."""
        stage = self.stages[self.heads[attack][STAGE]]
        word_of = [word for word, slots in enumerate(stage[SLOTS:]) for _ in range(slots)]
        for place, word in enumerate(word_of if attack else []):
            group, field = divmod(place, FIELDS)
            faces_on = self.hits_on[attack][group] >> (FACES_A_FIELD * field) & FACES
            slot = self.slots[stage[FIRST_SLOT] + place]
            if faces_on:
                yield word * STANDS_A_WORD + (slot[0] >> SHIFT_AT & 63) // 4, faces_on, slot

    def _spread_stands(self, struck: tuple[int, ...], weight: Any) -> None:
        """Stands, totals and hits when these attacks are made; the worst of all attacks counts."""
        packed, number = self.packed, self.number
        laws, hits = [], [number(1)]
        parts = [self._attack_law(attack) for attack in struck]
        for part in parts:
            hits = convolved(hits, part[1])
        for stand in range(packed.stands):
            at_most = [prod((part[0][stand][code] for part in parts), start=number(1)) for code in range(len(RESULTS))]
            laws.append([at_most[0], *(b - a for a, b in pairwise(at_most))])
        for count, chance in enumerate(hits):
            self.vector[packed.hits_at + count] += weight * chance
        for stand, law in enumerate(laws):
            for code, chance in enumerate(law):
                self.vector[packed.results_at + len(RESULTS) * stand + code] += weight * chance
        totals = [self._total(row, laws) for row in packed.tallies.tolist()]
        joint = int(packed.tallies[0, 1])
        for enemies, p in enumerate(totals[0]):
            for owns, q in enumerate(totals[1]):
                self.vector[joint + enemies * (packed.owns + 1) + owns] += weight * p * q
        for row, total in zip(packed.tallies.tolist()[2:], totals[2:], strict=True):
            for count, chance in enumerate(total):
                self.vector[row[1] + count] += weight * chance

    def _total(self, row: list[int], laws: list[list[Any]]) -> list[Any]:
        """Law of the number of stands that a row of tallies counts."""
        members = [
            stand for stand in range(len(laws)) if row[2 + stand // STANDS_A_WORD] >> 4 * (stand % STANDS_A_WORD) & 1
        ]
        if row[0] == LOST_STAND:
            return how_many([laws[stand][ELIMINATED] for stand in members])
        if row[0] == BACK:
            return how_many([laws[stand][FORCED_BACK] for stand in members])
        return how_many([min(sum(laws[stand][SUPPRESSED:]), self.number(1)) for stand in members])

    def _spread_checks(self, counts: tuple[int, ...], weight: Any) -> None:
        """Morale checks with so many strikes near each (2.3.8)."""
        packed, planes = self.packed, self.packed.planes.shape[0]
        near = 0
        for check, count in enumerate(counts):
            strikes = min(count, packed.most_strikes)
            near += strikes > 0
            card, first = int(packed.checks[check, strikes]), packed.checks_at + check * 3 * (planes + 1) + strikes * 3
            for die in range(1, DIE_FACES + 1):
                self.vector[first + max(effect_of(card, die) - 1, 0)] += weight * self.number(Fraction(1, DIE_FACES))
        self.vector[packed.checks_at + len(counts) * 3 * (planes + 1) + near] += weight
