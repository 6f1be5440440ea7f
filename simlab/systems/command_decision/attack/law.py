"""The exact law of `bombing`: given the areas all rolls are independent, so stands are, and totals are sums.

Without a map the stands of one place are there or not together, which mixes the totals place by place.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from simlab.dice import chance_of
from simlab.exact import Roll, enumerate_law, poisson_binomial, sum_laws
from simlab.systems.command_decision.attack.pack import (
    AT_LEAST,
    EFFECTS,
    FIRST,
    HE_ON,
    HITS_ON,
    LAST,
    OWN,
    PRESENT,
    WHERE,
    Packed,
)
from simlab.systems.command_decision.rules.attacks import (
    ELIMINATED,
    EVERY_FACE,
    FORCED_BACK,
    RESULTS,
    SUPPRESSED,
    UNTOUCHED,
    roll_result,
)


def roll_law(hits_on: int, effects: int, he_on: int) -> list[Fraction]:
    """Chance that one roll does at most that, in the order of `RESULTS`; a miss does nothing (`UNTOUCHED`)."""

    def result(roll: Roll) -> int:
        hit_die = roll(10)
        if not hits_on >> hit_die & 1:
            return UNTOUCHED
        if he_on != EVERY_FACE and not he_on >> roll(10) & 1:
            return UNTOUCHED
        return int(roll_result(hit_die, roll(10), hits_on, effects))

    law = enumerate_law(result)
    return list(accumulate(Fraction(law.get(code, 0)) for code in range(len(RESULTS))))


def stand_laws(packed: Packed, rational: bool) -> list[list[Any]]:
    """Law of the worst that befalls each stand that is there, in the order of `RESULTS`; Fractions or floats."""
    number = Fraction if rational else float
    known: dict[tuple[int, int, int], list[Any]] = {}
    laws = []
    for stand in packed.stands.tolist():
        at_most = [number(code >= stand[AT_LEAST]) for code in range(len(RESULTS))]
        for row in packed.rolls[stand[FIRST] : stand[LAST]].tolist():
            card = (row[HITS_ON], row[EFFECTS], row[HE_ON])
            if card not in known:
                known[card] = [number(chance) for chance in roll_law(*card)]
            at_most = [all_before * this for all_before, this in zip(at_most, known[card], strict=True)]
        laws.append([at_most[0], *(b - a for a, b in pairwise(at_most))])
    return laws


def how_many(packed: Packed, chances: list[Any], own: bool, rational: bool) -> list[Any]:
    """Law of the number of own or enemy stands to which something happens, each with its own chance if it is there.

    Stands of one place are there or not together: of those with chances a >= b >= ... just the first n with the chance
    that n and no more are there. Places are independent.
    """
    number = Fraction if rational else float
    by_place: dict[int, list[tuple[int, Any]]] = {}
    for stand, chance in zip(packed.stands.tolist(), chances, strict=True):
        if stand[OWN] == own:
            by_place.setdefault(stand[WHERE], []).append((stand[PRESENT], chance))
    laws = []
    for stands in by_place.values():
        there = [Fraction(1), *(chance_of(hands) for hands, _ in stands), Fraction(0)]
        weights = [number(more - fewer) for more, fewer in pairwise(there)]
        law: dict[int, Any] = {}
        for present, weight in enumerate(weights):
            if weight:
                for count, chance in poisson_binomial([chance for _, chance in stands[:present]]).items():
                    law[count] = law.get(count, 0) + weight * chance
        laws.append(law)
    total = sum_laws(*laws)
    stands_in_all = sum(len(stands) for stands in by_place.values())
    return [total.get(count, 0) for count in range(stands_in_all + 1)]


def law_of_cells(packed: Packed, rational: bool) -> list[Any]:
    """The flat vector: stands, (eliminated enemies, own stands), enemies forced back, enemies suppressed or worse."""
    laws = stand_laws(packed, rational)
    cells: list[Any] = []
    for stand, law in zip(packed.stands.tolist(), laws, strict=True):
        there = chance_of(stand[PRESENT]) if rational else float(chance_of(stand[PRESENT]))
        cells += [there * law[0] + (1 - there), *(there * chance for chance in law[1:])]
    lost, own_lost = (how_many(packed, [law[ELIMINATED] for law in laws], own, rational) for own in (False, True))
    cells += [a * b for a in lost for b in own_lost]
    cells += how_many(packed, [law[FORCED_BACK] for law in laws], False, rational)
    suppressed = [min(sum(law[SUPPRESSED:]), 1) for law in laws]  # a float sum may end a hair above 1
    return cells + how_many(packed, suppressed, False, rational)


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
