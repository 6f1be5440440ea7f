"""From a design of the parent game to a card (section 19), for invented units; and off-table air support (AS-19.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from simlab.systems.alpha_strike.rules.dice import chance

REFERENCE_HEXES = (0, 4, 16, 24)  # ranges at which a weapon counts for Short, Medium, Long, Extreme (AS-19.2)
FULL_RANGE = 12  # hexes; a minimum range costs its share of it at Short
PER_POINT = 10  # points of the parent game to one of damage
ARMOR_PER_POINT = 30
ARMOR_KINDS = {"": Fraction(1), "hardened": Fraction(2), "commercial": Fraction(1, 2), "ferro_lamellor": Fraction(6, 5)}
FREE_HEAT = 4  # that capacity need not carry (AS-19.4)
# Off-table support counters, each used once (AS-19.6): target number, and that of light and heavy air cover against it.
SUPPORT = {
    "light_strike": (5, 3, None), "heavy_strike": (6, 9, 9), "light_bombing": (5, 4, 5), "heavy_bombing": (7, 11, 6),
    "strafing": (7, 11, None),
}  # fmt: skip


class Weapon(NamedTuple):
    """A weapon of the parent game: damage (of missile racks, that of a cluster roll of 7), ranges in hexes."""

    damage: int
    long_range: int
    minimum_range: int = 0
    to_hit: int = 0


Brackets = tuple[Fraction, Fraction, Fraction, Fraction]


def size_of(tons: float, large: bool) -> int:
    """Size class: fighters under 50 t and 75 t, small craft and DropShips under 2,500 t and 10,000 t (AS-1.4).

    >>> size_of(45, False), size_of(75, False), size_of(1900, True), size_of(3600, True)
    (1, 3, 1, 2)
    """
    steps = (2_500, 10_000) if large else (50, 75)
    return 1 + sum(tons >= step for step in steps)


def armor_of(points: int, kind: str = "") -> int:
    """Armor of a card: a thirtieth of the points, halves up (AS-19.1).

    >>> armor_of(225), armor_of(224), armor_of(100, "hardened")
    (8, 7, 7)
    """
    return floor(points * ARMOR_KINDS[kind] / ARMOR_PER_POINT + Fraction(1, 2))


def structure_of(integrity: int) -> int:
    """Structure of a card: half the structural integrity, rounded up (AS-19.1)."""
    return ceil(Fraction(integrity, 2))


def threshold_of(armor: int, four_arcs: bool) -> int:
    """Threshold of a card: a third of its armor, a twelfth with four arcs, rounded up (AS-1.7, AS-19.1)."""
    return ceil(Fraction(armor, 12 if four_arcs else 3))


def weapon_damage(weapon: Weapon) -> Brackets:
    """What a weapon adds at Short, Medium, Long, Extreme (AS-19.2).

    >>> [float(value) for value in weapon_damage(Weapon(10, 18, 3))]     # a PPC
    [0.75, 1.0, 1.0, 0.0]
    """
    full = Fraction(weapon.damage, PER_POINT) * (1 - Fraction(weapon.to_hit, 20))
    short = full * Fraction(FULL_RANGE - weapon.minimum_range, FULL_RANGE)
    values = [full if weapon.long_range >= reference else Fraction(0) for reference in REFERENCE_HEXES[1:]]
    return (short, values[0], values[1], values[2])


def total_damage(weapons: Sequence[Weapon]) -> Brackets:
    """Damage of several weapons before rounding."""
    columns = zip(*(weapon_damage(weapon) for weapon in weapons), strict=True) if weapons else ((),) * 4
    short, medium, long, extreme = (sum(column, Fraction(0)) for column in columns)
    return (short, medium, long, extreme)


def rounded(value: Fraction) -> str:
    """A damage token: up to the next tenth, then below a half ``0*``, else floor(x + 0.9) (AS-19.5).

    >>> rounded(Fraction(0)), rounded(Fraction(31, 100)), rounded(Fraction(101, 100)), rounded(Fraction(311, 100))
    ('0', '0*', '2', '4')
    """
    tenths = Fraction(ceil(value * 10), 10)
    if tenths == 0:
        return "0"
    return "0*" if tenths < Fraction(1, 2) else str(floor(tenths + Fraction(9, 10)))


def heat_share(heat: int, capacity: int) -> Fraction:
    """Share of its damage that a large craft keeps: capacity / (heat - 4) where heat exceeds it (AS-19.4).

    >>> heat_share(34, 20), heat_share(20, 20)
    (Fraction(2, 3), Fraction(1, 1))
    """
    over = heat - FREE_HEAT
    return Fraction(capacity, over) if over > capacity else Fraction(1)


def arc_damage(mounts: Mapping[str, Sequence[Weapon]], spheroid: bool, share: Fraction = Fraction(1)) -> dict[str, str]:
    """Arc card ``front:S/M/L/E`` and so on from weapons by mount (AS-19.3, AS-15.3).

    mounts: of an aerodyne nose, left, right, aft; of a spheroid also left_rear and right_rear for weapons mounted
    backwards on a side. A side's weapons of a spheroid count half for it and half for the nose, or the rear.
    """
    raw = {name: total_damage(weapons) for name, weapons in mounts.items()}
    half = Fraction(1, 2)
    parts: dict[str, list[tuple[str, int | Fraction]]] = {
        "front": [("nose", 1), *([("left", half), ("right", half)] if spheroid else [])],
        "left": [("left", half if spheroid else 1), *([("left_rear", half)] if spheroid else [])],
        "right": [("right", half if spheroid else 1), *([("right_rear", half)] if spheroid else [])],
        "rear": [("aft", 1), *([("left_rear", half), ("right_rear", half)] if spheroid else [])],
    }
    nothing = (Fraction(0),) * len(REFERENCE_HEXES)
    return {
        arc: "/".join(
            rounded(share * sum((part * raw.get(name, nothing)[bracket] for name, part in names), Fraction(0)))
            for bracket in range(len(REFERENCE_HEXES))
        )
        for arc, names in parts.items()
    }


def support_chance(kind: str, cover: str = "") -> Fraction:
    """Chance that a support counter works, against no, light or heavy air cover (AS-19.6).

    The three figures of heavy cover are read as against heavy strikes, light bombing and heavy bombing.

    >>> support_chance("light_strike"), support_chance("heavy_bombing", "heavy")
    (Fraction(5, 6), Fraction(35, 216))
    """
    number, light, heavy = SUPPORT[kind]
    against = {"": None, "light": light, "heavy": heavy}[cover]
    return chance(number) * (1 - (chance(against) if against is not None else 0))
