"""A study of prices: 5,000 random forces of full battles, packed, played and explained.

A battle can buy thirteen types of unit, eleven for the defender and two for the attacker; the fit is timed with 15.
What is timed is a share of the forces, scaled up, for each costs the same; processor time, because others may use the
machine too. On two cores the interpreter packs one force at a time, while kernels play on both.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from measuring import Row, at_most

from simlab.analysis.points.field import Field
from simlab.analysis.points.fit import fit
from simlab.analysis.points.forces import drawn_forces, play_forces
from simlab.analysis.points.units import Unit

FORCES, BATTLES, TYPES = 5_000, 20, 15
SHORT = {"howitzer": 2, "mobile_howitzer": 2, "superheavy": 2, "light_tank": 0.5}
DEFENDER = ("heavy_tank", "missile_tank", "gev", "light_tank", "howitzer", "mobile_howitzer", "superheavy", "light_aa",
            "heavy_aa", "bomber", "fighter")  # fmt: skip
BATTLE: dict[str, Any] = {
    "system": "continental_siege", "kind": "battle", "scenario": "mk3_both_air",
    "defender": {"armour_units": 60, "force": [{"unit": "heavy_tank", "count": 8}]},
    "attacker": {"armour_units": 20, "force": [{"unit": "bomber", "count": 2}, {"unit": "fighter", "count": 1}]},
}  # fmt: skip


def units() -> list[Unit]:
    """Every unit that either side can buy."""
    own = [Unit(name, f"defender.force.{name}", most=6, cost=SHORT.get(name, 1)) for name in DEFENDER]
    enemy = [Unit(f"attacking_{name}", f"attacker.force.{name}", most=3, cost=1, enemy=True) for name in
             ("bomber", "fighter")]  # fmt: skip
    return [*own, *enemy]


def report(trials: float) -> list[Row]:
    """Time a share of the forces, then the fit of all. trials: one in 10,000 of it is a force that is timed."""
    several = units()
    field = Field(BATTLE, several)
    many = max(100, int(trials) // 10_000)
    own = drawn_forces(several, many + 1, 1, (8, 32))
    nobody = np.zeros_like(own)
    play_forces(field, own[:1], nobody[:1], BATTLES)  # compiles
    began = time.process_time()
    for force in own[1:]:
        field.prepared(force.tolist(), nobody[0].tolist())
    packing = (time.process_time() - began) / many
    began = time.process_time()
    play_forces(field, own[1:], nobody[1:], BATTLES)
    played = (time.process_time() - began) / many
    generator = np.random.default_rng(1)
    apart = generator.integers(0, 5, (FORCES, TYPES)).astype(float)
    chance = 1.0 / (1.0 + np.exp(-0.2 * (apart - 2.0).sum(axis=1)))
    began = time.process_time()
    fit(apart, generator.binomial(BATTLES, chance) / BATTLES, np.full(FORCES, float(BATTLES)), is_rate=True)
    fitted = time.process_time() - began
    whole = (max(packing, played / 2) * FORCES + fitted) / 60
    return [
        Row("packing a force", f"{1e3 * packing:.1f} ms"),
        Row(f"packing and playing a force, {BATTLES} battles, on one core", f"{1e3 * played:.1f} ms"),
        Row(f"fit of {FORCES:,} forces of {TYPES} types, with 400 resamples", f"{fitted:.1f} s"),
        at_most(f"{FORCES:,} forces, {BATTLES} battles each, played and priced on two cores", whole, 10, "minutes"),
    ]
