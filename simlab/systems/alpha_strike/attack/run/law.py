"""The exact law of `bombing_run`: bombs are independent, so what they do adds up by convolution (P-b, AS-7.6).

With ``scatter_grouping = per_attack`` bombs share the scatter of the first miss: a mixture over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from simlab.exact import sum_laws
from simlab.systems.alpha_strike.attack.run.pack import FALLS, MASK, MOST, SHIFT, WORD, Packed

Law = dict[int, Any]


def landing_laws(landing: np.ndarray, rows: Sequence[int]) -> list[dict[int, Fraction]]:
    """Law of the landing place of each bomb by itself; landing: int64[target numbers, 1296]; rows: of the bombs."""
    laws = []
    for row in rows:
        places, ways = np.unique(landing[row], return_counts=True)
        laws.append({int(place): Fraction(int(n), FALLS) for place, n in zip(places, ways, strict=True)})
    return laws


def total_law(laws: Sequence[Law], adds: np.ndarray, shared: bool) -> Law:
    """Law of the sum of what each bomb adds from where it lands.

    laws: of the landing place of each bomb; adds: int64[bombs, places]; shared: do misses share
    the first one's scatter?
    """
    values = adds.tolist()
    if shared:
        return _shared_law(laws, values)
    return sum_laws(*[_image(law, mine) for law, mine in zip(laws, values, strict=True)])


def _image(law: Law, values: Sequence[int]) -> Law:
    """Law of what a bomb adds; values: by landing place."""
    image: Law = {}
    for place, chance in law.items():
        image[values[place]] = image.get(values[place], 0) + chance
    return image


def _given_scatter(law: Law, values: Sequence[int], place: int) -> Law:
    """Law of what a later bomb adds when every miss goes to this landing place."""
    hit = law.get(0, 0)
    image: Law = {values[0]: hit}
    image[values[place]] = image.get(values[place], 0) + (sum(law.values()) - hit)
    return image


def _shared_law(laws: Sequence[Law], values: Sequence[Sequence[int]]) -> Law:
    """All bombs before the first miss are on their points, all later misses go the way of the first."""
    found: Law = {}
    straight: Any = 1  # chance that all bombs so far were on their points
    so_far = 0
    for bomb, law in enumerate(laws):
        for place, chance in law.items():
            if place == 0:
                continue
            others = zip(laws[bomb + 1 :], values[bomb + 1 :], strict=True)
            later = sum_laws(*[_given_scatter(other, mine, place) for other, mine in others])
            for total, share in later.items():
                key = so_far + values[bomb][place] + total
                found[key] = found.get(key, 0) + straight * chance * share
        straight = straight * law.get(0, 0)
        so_far += values[bomb][0]
        if straight == 0:
            return found
    found[so_far] = found.get(so_far, 0) + straight
    return found


def law_of_cells(packed: Packed, rational: bool) -> list[Any]:
    """The flat vector: fields of all units in order, then (enemy damage, friendly damage)."""
    number = Fraction if rational else float
    exact_laws = landing_laws(packed.landing, packed.row.tolist())
    laws = [{place: number(chance) for place, chance in law.items()} for law in exact_laws]
    cells: list[Any] = []
    for field in packed.fields.tolist():  # the joint table is the last of them
        values = (packed.effects[:, :, field[WORD]] >> field[SHIFT]) & field[MASK]
        law = total_law(laws, values, packed.shared == 1)
        cells += [law.get(amount, 0) for amount in range(field[MOST] + 1)]
    return cells


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(chance) for chance in law_of_cells(packed, rational=True)]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array([float(chance) for chance in law_of_cells(packed, rational=False)])
