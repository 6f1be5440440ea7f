"""Where bombs come down and what they are worth, counted over every face of every die; from the rules page alone.

A plain check of answers that are no kind and so have no twin: impact density, loads, plans. Floats and loops, with the
tolerance of section 21; nothing of the wing is imported.
"""

import csv
import math
from fractions import Fraction
from itertools import product
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data" / "alpha_strike"
EPSILON = 1e-9
ATTACK_MODIFIER = {"dive": 2, "altitude": 3}  # AS-6.1, to_hit.csv, 2013 edition
FAN = (-60, -60, 0, 0, 60, 60)  # faces of a missed altitude bomb (AS-7.4)
FACES = range(1, 7)


def table(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOMBS = {row["key"]: row for row in table("bombs")}
CARDS = {row["id"]: row for name in ("ground", "aerospace") for row in table(name)}
TOTALS = {total: sum(a + b == total for a, b in product(FACES, FACES)) for total in range(2, 13)}
ROLLS = [
    (total, way, gone, TOTALS[total]) for total in TOTALS for way, gone in product(FACES, FACES)
]  # weights of 1296
WHOLE = sum(weight for *_, weight in ROLLS)


class Run:
    """A flight over a layout. path: (p0, heading) over a table of this size, or None: the layout is the path frame."""

    def __init__(self, attack, skill=4, rulings=None, path=None, size=None):
        self.attack, self.skill, self.rulings = attack, skill, rulings or {}
        self.path, self.size = path, size

    def number(self, type_):
        """TN of one bomb (AS-6.1; ruling cluster_modifier)."""
        own = int(self.rulings.get("cluster_modifier", 0)) if type_ == "cluster" else 0
        return self.skill + ATTACK_MODIFIER[self.attack] + own

    def scatter(self, way, gone, missed_by):
        """(ahead, right) of the point of a bomb that scatters (AS-7.4, AS-7.5, G-7)."""
        bearing = FAN[way - 1] if self.attack == "altitude" else 60 * (way - 1)
        bearing *= -1 if self.rulings.get("scatter_rotation") == "counterclockwise" else 1
        if self.rulings.get("scatter_reference") == "north" and self.path is not None:
            bearing -= self.path[1]
        inches = 2 * (missed_by if self.rulings.get("scatter_distance") == "2xmof" else gone)
        return inches * math.cos(math.radians(bearing)), inches * math.sin(math.radians(bearing))

    def on_table(self, ahead, right):
        """A place of the path frame on the table (G-2)."""
        if self.path is None:
            return ahead, right
        (x, y), heading = self.path
        sine, cosine = math.sin(math.radians(heading)), math.cos(math.radians(heading))
        return x + ahead * sine + right * cosine, y + ahead * cosine - right * sine

    def is_lost(self, ahead, right):
        """Off the table (AS-7.8)?"""
        if self.size is None:
            return False
        across, up = self.on_table(ahead, right)
        return not (-EPSILON <= across <= self.size[0] + EPSILON and -EPSILON <= up <= self.size[1] + EPSILON)

    def falls(self, bombs):
        """For each bomb of (type, inches along): {(ahead, right): chance}, over every roll of the dice.

        Under scatter_grouping = per_attack the missed ones share the scatter of the first miss (AS-7.3), so the rolls
        of the bombs before a bomb are walked through too.
        """
        if self.rulings.get("scatter_grouping") != "per_attack":
            return [self._law([bomb]) for bomb in bombs]
        return [self._law(bombs[: place + 1]) for place in range(len(bombs))]

    def _law(self, bombs):
        """Law of the last of these bombs."""
        type_, along = bombs[-1]
        law, whole = {}, Fraction(WHOLE) ** len(bombs)
        for rolls in product(ROLLS, repeat=len(bombs)):
            weight, shared = 1, None
            for (kind, _), (total, way, gone, ways) in zip(bombs, rolls, strict=True):
                weight *= ways
                if total < self.number(kind) and shared is None:
                    shared = self.scatter(way, gone, self.number(kind) - total)
            hit = rolls[-1][0] >= self.number(type_)
            ahead, right = (0.0, 0.0) if hit else shared
            if not self.is_lost(along + ahead, right):
                at = round(along + ahead, 6) + 0.0, round(right, 6) + 0.0
                law[at] = law.get(at, 0) + weight
        return {at: Fraction(weight) / whole for at, weight in law.items()}

    def density(self, bombs):
        """{(ahead, right): expected number of bombs there} (AS-7.6)."""
        found = {}
        for law in self.falls(bombs):
            for at, chance in law.items():
                found[at] = found.get(at, 0) + chance
        return found

    def expected(self, bombs, targets):
        """(enemy, friend): expected damage on units of (card id, x, y, is it a friend) (AS-8.4, AS-9.1 to AS-9.4)."""
        worth = [0.0, 0.0]
        for (type_, _), law in zip(bombs, self.falls(bombs), strict=True):
            radius = float(BOMBS[type_]["radius_in"]) / (2 if self.rulings.get("aoe_measure") == "diameter" else 1)
            for (ahead, right), chance in law.items():
                x, y = self.on_table(ahead, right)
                for unit, at_x, at_y, friend in targets:
                    away = math.hypot(x - at_x, y - at_y)
                    # places are rounded to a millionth of an inch above, and so is the edge of an area
                    inside = away <= radius + 1e-5
                    if self.rulings.get("aoe_boundary") == "exclusive":
                        inside = away < radius - 1e-5
                    worth[friend] += float(chance) * damage(type_, unit) if inside else 0.0
        return tuple(worth)


def damage(type_, unit):
    """Damage of a bomb to a unit: an inferno hurts only what has no heat scale (AS-9.3)."""
    row = BOMBS[type_]
    if int(row["heat"]) and not int(CARDS[unit]["heat_scale"]):
        return 2
    return int(row["damage"])
