"""Six dive bombs (four HE, two cluster) on a layout of twelve units, friends among them: `bombing_run` of Alpha Strike.

Beside the kernel: NumPy twins that fill the same flat vector, and the exact law. *Byte dice*: uint8 dice drawn as they
are needed, scatter only for the bombs that missed, distances in the open; *tables*, the collapsed form: the four dice
of a bomb in one draw into the table of what it does to all units at once, in one integer, counted unit by unit;
*groups*: the same, neighbouring units counted together, as the kernel has it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from measuring import Row, at_least, at_most, best_seconds, check_law, rates

from simlab import prepare
from simlab.systems.alpha_strike.attack.run.pack import FALLS, FIRST, MASK, MOST, SHIFT, UNIT, WORD

BLOCKS = (1 << 13, 1 << 14, 1 << 15, 1 << 16)
PLACES = [
    (0, 0), (1.5, 1), (2, 0), (3, -2), (-2, 1), (4, 3), (0, 5), (-4, -4), (6, 0), (8, 2), (-5, 0), (2, -6),
]  # fmt: skip


def job() -> tuple[Any, Any]:
    """The kind and its packed scenario."""
    ready = prepare(
        {
            "system": "alpha_strike",
            "kind": "bombing_run",
            "attack": "dive",
            "bombs": [{"type": "he", "at": [0, 0], "count": 4}, {"type": "cluster", "at": [0, 0], "count": 2}],
            "target": [
                {"name": f"unit {number}", "at": list(at), "side": "friend" if number % 3 == 2 else "enemy"}
                for number, at in enumerate(PLACES)
            ],
        }
    )
    return ready.kind, ready.packed


class NumpyRun:
    """The same runs in NumPy, for scenarios like this one: damage only, every bomb scattering by itself."""

    def __init__(self, packed: Any) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        self.packed = packed
        assert packed.shared == 0
        assert packed.effects.shape[2] == 1  # all units fit into one integer
        assert (packed.fields[:-1, UNIT] == np.arange(12)).all()
        self.falls = [packed.falls[kind, 0] for kind in packed.which]
        self.ends = int(packed.fields[-1, FIRST])
        self.at = np.array(PLACES, float)
        self.reach = np.where(np.arange(6) < 4, 2.0, 6.0) + 1e-9
        self.points = np.where(np.arange(6) < 4, 2, 1)
        angles = np.radians(60 * np.arange(6))
        self.ahead, self.right = np.cos(angles), np.sin(angles)

    def tables(self, trials: int, block: int, grouped: bool = False) -> np.ndarray:
        """Collapsed: one draw a bomb into the table of all it does."""
        counts = np.zeros(self.ends + self._joint_size(), np.int64)
        for start in range(0, trials, block):
            size = min(block, trials - start)
            total = np.zeros(size, np.int64)
            for bomb in range(6):
                total += self.falls[bomb].take(self.rng.integers(0, FALLS, size, np.uint16))
            if grouped:
                self._count_groups(total, counts)
                continue
            for field in self.packed.fields:
                value = (total >> field[SHIFT]) & field[MASK]
                counts[field[FIRST] : field[FIRST] + field[MOST] + 1] += np.bincount(value, minlength=field[MOST] + 1)
        return counts

    def _count_groups(self, total: np.ndarray, counts: np.ndarray) -> None:
        """Neighbouring fields in one histogram, taken apart afterwards."""
        for _, shift, mask, _, first, last in self.packed.groups.tolist():
            seen = np.bincount((total >> shift) & mask, minlength=mask + 1)
            for field in self.packed.fields[first:last]:
                value = (np.arange(mask + 1) >> (field[SHIFT] - shift)) & field[MASK]
                counts[field[FIRST] : field[FIRST] + field[MOST] + 1] += np.bincount(
                    value, weights=seen, minlength=field[MOST] + 1
                ).astype(np.int64)[: field[MOST] + 1]

    def byte_dice(self, trials: int, block: int) -> np.ndarray:
        """Dice as they are needed; units touched found by distance; damage of all units in a matrix of bytes."""
        counts = np.zeros(self.ends + self._joint_size(), np.int64)
        friends = self.packed.friends.astype(bool)
        on_point = np.hypot(self.at[:, 0], self.at[:, 1])
        for start in range(0, trials, block):
            size = min(block, trials - start)
            damage = np.zeros((12, size), np.uint8)
            for bomb in range(6):
                attack = self.rng.integers(1, 7, (2, size), np.uint8)
                missed = np.flatnonzero(attack[0] + attack[1] < self.packed.targets[bomb])
                hit = (on_point <= self.reach[bomb]).astype(np.uint8) * np.uint8(self.points[bomb])
                damage += hit[:, None]
                direction = self.rng.integers(0, 6, missed.size, np.uint8)
                distance = 2.0 * self.rng.integers(1, 7, missed.size, np.uint8)
                s, t = distance * self.ahead[direction], distance * self.right[direction]
                for unit in range(12):
                    apart = (s - self.at[unit, 0]) ** 2 + (t - self.at[unit, 1]) ** 2
                    near = (apart <= self.reach[bomb] ** 2).astype(np.uint8) * np.uint8(self.points[bomb])
                    damage[unit, missed] += near - hit[unit]
            for unit, field in enumerate(self.packed.fields[:-1]):
                counts[field[FIRST] : field[FIRST] + field[MOST] + 1] += np.bincount(
                    damage[unit], minlength=field[MOST] + 1
                )
            enemy, friend = damage[~friends].sum(axis=0, dtype=np.int64), damage[friends].sum(axis=0, dtype=np.int64)
            joint = enemy * (self.packed.friend_most + 1) + friend
            counts[self.ends :] += np.bincount(joint, minlength=counts.size - self.ends)
        return counts

    def _joint_size(self) -> int:
        return (self.packed.enemy_most + 1) * (self.packed.friend_most + 1)


def report(trials: int) -> list[Row]:
    """Rates and ratios; the law of each form is checked first."""
    kind, packed = job()
    assert (packed.fields[:, WORD] == 0).all()
    law, twin = kind.exact(packed), NumpyRun(packed)

    def kernel(count: int) -> np.ndarray:
        counts = np.zeros(law.size, np.int64)
        kind.kernel.play(packed, 1, 0, count, counts)
        return counts

    forms = {"kernel": kernel}
    for block in BLOCKS:
        forms[f"tables {block}"] = lambda count, block=block: twin.tables(count, block)
        forms[f"groups {block}"] = lambda count, block=block: twin.tables(count, block, grouped=True)
        forms[f"byte dice {block}"] = lambda count, block=block: twin.byte_dice(count, block)
    edges = [*packed.fields[:, FIRST].tolist(), law.size]
    for name, play in forms.items():
        counts = play(200_000)
        for first, last in pairwise(edges):
            check_law(name, counts[first:last], law[first:last])
    found = rates(forms, trials, rounds=7)
    ways = ("tables", "groups", "byte dice")
    best = {form: max(rate for name, rate in found.items() if name.startswith(form)) for form in ways}
    fast = found["kernel"]
    return [
        Row("NumPy, byte dice, M trials/s", f"{best['byte dice']:.2f}"),
        Row("NumPy, tables of all that a bomb does, M trials/s", f"{best['tables']:.2f}"),
        Row("NumPy, tables, neighbours counted together, M trials/s", f"{best['groups']:.2f}"),
        Row("kernel, M trials/s", f"{fast:.1f}"),
        at_least("kernel to NumPy with tables", fast / best["tables"], 4),
        at_least("kernel to NumPy with byte dice", fast / best["byte dice"], 4),
        Row("kernel to NumPy with its own way of counting", f"{fast / best['groups']:.2f} x"),
        at_most("exact law", 1e3 * best_seconds(lambda: kind.exact(packed)), 100, "ms"),
    ]
