"""The exact law of `bombing`: given the areas all rolls are independent, so stands are, and totals are sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from simlab.exact import Roll, enumerate_law, poisson_binomial
from simlab.systems.command_decision.attack.pack import AT_LEAST, EFFECTS, FIRST, HITS_ON, LAST, OWN, Packed
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED, roll_result


def roll_law(hits_on: int, effects: int) -> list[Fraction]:
    """Chance that one roll does at most that, in the order of `RESULTS`; a miss does nothing (`UNTOUCHED`)."""

    def result(roll: Roll) -> int:
        hit_die = roll(10)
        return int(roll_result(hit_die, roll(10) if hits_on >> hit_die & 1 else 1, hits_on, effects))

    law = enumerate_law(result)
    return list(accumulate(Fraction(law.get(code, 0)) for code in range(len(RESULTS))))


def stand_laws(packed: Packed, rational: bool) -> list[list[Any]]:
    """Law of the worst that befalls each stand, in the order of `RESULTS`; Fractions or floats."""
    number = Fraction if rational else float
    known: dict[tuple[int, int], list[Any]] = {}
    laws = []
    for stand in packed.stands.tolist():
        at_most = [number(code >= stand[AT_LEAST]) for code in range(len(RESULTS))]
        for row in packed.rolls[stand[FIRST] : stand[LAST]].tolist():
            card = (row[HITS_ON], row[EFFECTS])
            if card not in known:
                known[card] = [number(chance) for chance in roll_law(*card)]
            at_most = [all_before * this for all_before, this in zip(at_most, known[card], strict=True)]
        laws.append([at_most[0], *(b - a for a, b in pairwise(at_most))])
    return laws


def how_many(chances: list[Any]) -> list[Any]:
    """Law of the number of stands to which something happens, each with its own chance."""
    law = poisson_binomial(chances)
    return [law.get(count, 0) for count in range(len(chances) + 1)]


def law_of_cells(packed: Packed, rational: bool) -> list[Any]:
    """The flat vector: stands, (eliminated enemies, own stands), enemies forced back, enemies suppressed or worse."""
    laws, own = stand_laws(packed, rational), packed.stands[:, OWN].tolist()
    enemies = [law for law, mine in zip(laws, own, strict=True) if not mine]
    owns = [law for law, mine in zip(laws, own, strict=True) if mine]
    lost, own_lost = how_many([law[ELIMINATED] for law in enemies]), how_many([law[ELIMINATED] for law in owns])
    cells = [chance for law in laws for chance in law]
    cells += [a * b for a in lost for b in own_lost]
    cells += how_many([law[FORCED_BACK] for law in enemies])
    cells += how_many([min(sum(law[SUPPRESSED:]), 1) for law in enemies])  # a float sum may end a hair above 1
    return cells


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
