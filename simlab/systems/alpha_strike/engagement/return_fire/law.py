"""The exact law of `return_fire`: pass by pass over (condition, altitude), shot by shot over their damage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from simlab.exact import sum_laws
from simlab.systems.alpha_strike.engagement.harm import HarmLaw, mixed
from simlab.systems.alpha_strike.engagement.return_fire.kernel import CREEP_STEP, CREEPS, creep_of, fall_level
from simlab.systems.alpha_strike.engagement.return_fire.pack import FLAK, NUMBER, POINTS, TOKEN, Packed
from simlab.systems.alpha_strike.rules.condition import BYTE, CAUSE, GONE, LEFT, STRUCTURE, THREE, part
from simlab.systems.alpha_strike.rules.critical_hits import is_disarmed
from simlab.systems.alpha_strike.rules.dice import WAYS, chance
from simlab.systems.alpha_strike.rules.end_phase import after_fall, falls_without_roll, level_after_fall
from simlab.systems.alpha_strike.rules.fighting_card import (
    ARMOR_POINTS,
    FLAK_MARGIN,
    LOSS,
    MINIMAL_ROLL,
    PER_HIT,
    STRUCTURE_POINTS,
    TWELVE_COUNTS,
)
from simlab.systems.alpha_strike.rules.ground_to_air import fire_damage
from simlab.systems.alpha_strike.rules.radar_map import thrust_after_damage
from simlab.systems.alpha_strike.rules.thresholds import damage_control_number

Flight = tuple[int, int]  # condition, altitude


def shot_law(shot: Sequence[int], settings: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """Law of (damage, 1 for a natural 12 that hits) of one shot; the 12 only where it matters."""
    law: dict[tuple[int, int], Fraction] = {}
    for total in range(2, 13):
        for die in range(1, 7):
            damage = fire_damage(
                total, die, shot[NUMBER], shot[TOKEN], shot[POINTS], shot[FLAK], settings[FLAK_MARGIN],
                settings[MINIMAL_ROLL],
            )  # fmt: skip
            twelve = int(total == 12 and total >= shot[NUMBER] and damage > 0) * settings[TWELVE_COUNTS]
            law[damage, twelve] = law.get((damage, twelve), Fraction(0)) + Fraction(WAYS[total], 216)
    return law


class FireLaw:
    """The law of one packed scenario, in Fractions or floats."""

    def __init__(self, packed: Packed, number: type) -> None:
        self.packed, self.number = packed, number
        self.settings, self.card = packed.settings.tolist(), packed.card.tolist()
        self.shots = packed.shots.tolist()
        self.harm = HarmLaw(self.card, packed.columns, self.settings, number)
        self._shots: dict[tuple[int, ...], dict[tuple[int, int], Any]] = {}

    def shot(self, altitude: int, number: int, defender: int) -> dict[tuple[int, int], Any]:
        """Law of one shot."""
        key = tuple(self.shots[altitude][number][defender])
        if key not in self._shots:
            self._shots[key] = {seen: self.number(p) for seen, p in shot_law(key, self.settings).items()}
        return self._shots[key]

    def one_pass(self, flight: Flight, number: int) -> dict[tuple[Flight, int], Any]:
        """Law of ((condition, altitude) after the pass, hits) of an aircraft that flies it."""
        condition, altitude = flight
        most = len(self.shots[0][0]) if self.settings[PER_HIT] else 1
        law: dict[tuple[int, int], Any] = {(condition, 0): self.number(1)}
        for defender in range(len(self.shots[0][0])):
            shot = self.shot(altitude, number, defender)

            def fired(at: tuple[int, int], shot=shot) -> dict[tuple[int, int], Any]:
                after: dict[tuple[int, int], Any] = {}
                for (damage, twelve), p in shot.items():
                    hits = min(at[1] + (damage > 0), most)
                    for state, share in self.harm.after(at[0], damage, twelve).items():
                        after[state, hits] = after.get((state, hits), 0) + p * share
                return after

            law = mixed(law, fired)
        return mixed(law, lambda at: self._end(at[0], altitude, at[1]))

    def _end(self, condition: int, altitude: int, hits: int) -> dict[tuple[Flight, int], Any]:
        loss = self.settings[LOSS]

        def fall(at: Flight) -> Flight:
            return after_fall(at[0], loss, fall_level(self.settings, at[1])), level_after_fall(loss, at[1])

        fails = 1 - self.number(chance(damage_control_number(self.card, self.settings, condition)))
        law: dict[Flight, Any] = {(condition, altitude): self.number(1)}
        for _ in range(hits):
            law = mixed(law, lambda at: {at: 1} if at[0] & GONE else _two(at, 1 - fails, fall(at), fails))
        ends: dict[tuple[Flight, int], Any] = {}
        for at, p in law.items():
            thrust = thrust_after_damage(self.card, self.settings, at[0])
            final = fall(at) if not at[0] & GONE and falls_without_roll(self.settings, thrust, at[0]) else at
            ends[final, hits] = ends.get((final, hits), 0) + p
        return ends

    def cells(self) -> list[Any]:
        """The flat vector, in the order of `space_of`."""
        packed, passes = self.packed, self.packed.shots.shape[1]
        fates, kills = [self.number(0)] * (2 + 3 * passes), [self.number(0)] * 2
        points = self.card[ARMOR_POINTS] + self.card[STRUCTURE_POINTS]
        survivors = [self.number(0)] * (1 + points * CREEPS)

        def ended(state: int, away: bool, lost: bool, p: Any) -> None:
            disarmed = is_disarmed(self.card, self.settings, state)
            kills[0 if lost or away or disarmed else 1] += p
            if lost:
                survivors[0] += p
            else:
                fates[1 if away else 0] += p
                gone = points - part(state, 0, BYTE) - part(state, STRUCTURE, BYTE)
                survivors[1 + gone * CREEPS + min(creep_of(self.settings, state) // CREEP_STEP, CREEPS - 1)] += p

        coming: dict[Flight, Any] = {(packed.condition, packed.altitude): self.number(1)}
        for number in range(passes):
            after: dict[Flight, Any] = {}
            for flight, p in coming.items():
                for (at, hits), share in self.one_pass(flight, number).items():
                    cause = part(at[0], CAUSE, THREE)
                    if 0 < cause < LEFT:
                        fates[2 + (cause - 1) * passes + number] += p * share
                        ended(at[0], False, True, p * share)
                    elif cause == LEFT or (packed.leaves and hits):
                        ended(at[0], True, False, p * share)
                    else:
                        after[at] = after.get(at, 0) + p * share
            coming = after
        for (state, _), p in coming.items():
            ended(state, False, False, p)
        return [*fates, *kills, *self._damage(), *survivors]

    def _damage(self) -> list[Any]:
        laws = []
        for defender in range(len(self.shots[0][0])):
            law: dict[int, Any] = {}
            for (damage, _), p in self.shot(self.packed.altitude, 0, defender).items():
                law[damage] = law.get(damage, 0) + p
            laws.append(law)
        total = sum_laws(*laws)
        return [total.get(damage, self.number(0)) for damage in range(self.packed.damage_most + 1)]


def _two(first: Any, p: Any, second: Any, q: Any) -> dict[Any, Any]:
    return {first: p + q} if first == second else {first: p, second: q}


def exact_fractions(packed: Packed) -> list[Fraction]:
    """The exact law of the flat vector in rationals."""
    return [Fraction(p) for p in FireLaw(packed, Fraction).cells()]


def exact(packed: Packed) -> np.ndarray:
    """The exact law of the flat vector: float64[cells]."""
    return np.array(FireLaw(packed, float).cells(), float)
