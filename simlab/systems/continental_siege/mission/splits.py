"""How a bombload is divided over the systems of an Ogre (12.08 to 12.082, P18): named plans and the best split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from simlab.systems.continental_siege.rules.odds import ODDS_1_1, X, odds_column, result_law
from simlab.systems.continental_siege.rulings.bombs import BombPartRule, BombTreadAttacks, OgreSystemGranularity
from simlab.systems.continental_siege.stands import Sheet

SYSTEMS = ("missile", "main_battery", "secondary_battery", "antipersonnel", "treads")
MISSILE, MAIN, SECONDARY, AP, TREADS = range(5)
POINTS, MOST_PARTS = 6, 6  # of one bombload (12.081)
PLANS: dict[str, tuple[tuple[int, int], ...]] = {  # (system, points) for each box
    "missiles_3_3": ((MISSILE, 3), (MISSILE, 3)),
    "ap_sweep": ((AP, 1),) * 6,
    "main4_plus2": ((MAIN, 4), (TREADS, 2)),
    "treads_6": ((TREADS, 6),),
}


class Part(NamedTuple):
    """Points of one bombload on one box of a system, or on the treads."""

    system: int
    points: int


class Splitter:
    """Divides bombloads over what is left of an Ogre, by a plan or by weights."""

    def __init__(
        self, sheet: Sheet, crt: Sequence[Sequence[int]], rulings: Any, plan: str, weights: Mapping[str, Fraction]
    ) -> None:
        rows = [sheet.rows.get(system) for system in SYSTEMS]
        self.boxes = tuple(row.count if row is not None else 0 for row in rows)
        self.defences = [row.defence if row is not None and row.defence is not None else 0 for row in rows]
        self.attacks = [(row.attack or 0) if row is not None else 0 for row in rows]
        self.crt, self.plan = crt, plan
        self.by_class = rulings.ogre_system_granularity == OgreSystemGranularity.WEAPON_CLASS
        self.one_by_one = rulings.bomb_tread_attacks == BombTreadAttacks.ONE_PER_PART
        self.all_points = rulings.bomb_part_rule == BombPartRule.EXACTLY_6
        usual = [*(Fraction(points) for points in self.attacks[:TREADS]), Fraction(1)]
        self._known: dict[tuple[int, ...], list[Part]] = {}
        self.weights = [weights.get(name, usual[place]) for place, name in enumerate(SYSTEMS)]

    def column(self, part: Part) -> int:
        """Odds column of a part: treads are always at 1-1 (B11)."""
        return ODDS_1_1 if part.system == TREADS else int(odds_column(2 * part.points, self.defences[part.system]))

    def parts(self, left: tuple[int, ...]) -> tuple[Part, ...]:
        """The attacks of the next bombload on what is left, in the order in which they are made."""
        parts = self._best(left) if self.plan == "best_for" else self._planned(left)
        ordered = sorted(parts, key=lambda part: (part.system, -part.points))
        if not self.one_by_one:
            return tuple(ordered)
        return tuple(
            one for part in ordered for one in ([Part(TREADS, 1)] * part.points if part.system == TREADS else [part])
        )

    def _planned(self, left: tuple[int, ...]) -> list[Part]:
        """A named plan; points whose box is gone go to the treads, then to the strongest weapon left (P18)."""
        boxes = list(left)
        points: dict[tuple[int, int], int] = {}  # (system, box) -> points
        for system, share in PLANS[self.plan]:
            if system == TREADS or boxes[system] == 0:
                if left[TREADS] > 0:
                    place = (TREADS, 0)
                elif any(left[:TREADS]):
                    strongest = max((one for one in range(TREADS) if left[one]), key=lambda one: self.attacks[one])
                    place = (strongest, left[strongest])
                else:
                    continue
            else:
                place = (system, boxes[system])
                boxes[system] -= 1
            if self.by_class:
                place = (place[0], 0)
            points[place] = points.get(place, 0) + share
        return [Part(system, share) for (system, _), share in points.items()]

    def gain(self, part: Part, left: tuple[int, ...]) -> Fraction:
        """Weight times P(X); of treads times the treads that an X takes."""
        law = result_law(self.crt, self.column(part))
        taken = min(part.points, left[TREADS]) if part.system == TREADS else 1
        return self.weights[part.system] * law[X] * taken

    def _best(self, left: tuple[int, ...]) -> list[Part]:
        """The split with the greatest gain (`best_split`)."""
        if left not in self._known:
            self._known[left] = list(best_split(self, left))
        return self._known[left]

    def all_splits(self, left: tuple[int, ...]) -> Iterator[tuple[Part, ...]]:
        """Every way to divide the points; the parts of a class from great to small."""

        def of_class(system: int, points: int, most: int, boxes: int) -> Iterator[tuple[Part, ...]]:
            yield ()
            if boxes == 0:
                return
            for share in range(min(most, points), 0, -1):
                for more in of_class(system, points - share, share, boxes - 1):
                    yield (Part(system, share), *more)

        def all_of(system: int, points: int, parts: int) -> Iterator[tuple[Part, ...]]:
            if system > TREADS:
                yield ()
                return
            one = self.by_class or system == TREADS
            boxes = min(left[system], 1) if one else min(left[system], parts)
            for mine in of_class(system, points, points, boxes):
                spent = sum(part.points for part in mine)
                for others in all_of(system + 1, points - spent, parts - len(mine)):
                    yield (*mine, *others)

        yield from all_of(MISSILE, POINTS, MOST_PARTS)


@cache
def _ranks(parts: tuple[Part, ...]) -> tuple[tuple[int, ...], ...]:
    """Parts class by class, for comparing splits."""
    by_class = [tuple(part.points for part in parts if part.system == system) for system in range(len(SYSTEMS))]
    return tuple((*mine, *[0] * (MOST_PARTS - len(mine))) for mine in by_class)


def best_split(splitter: Splitter, left: tuple[int, ...]) -> tuple[Part, ...]:
    """The split of one bombload with the greatest sum of weight times P(X) over what is left of an Ogre (12.081).

    Ties: the fewest points, then the greatest parts in the order of `SYSTEMS`.
    """
    best: tuple[Any, tuple[Part, ...]] | None = None
    gains = {
        Part(system, points): splitter.gain(Part(system, points), left)
        for system in range(len(SYSTEMS))
        for points in range(1, POINTS + 1)
    }
    for parts in splitter.all_splits(left):
        spent = sum(part.points for part in parts)
        if splitter.all_points and spent != POINTS:
            continue
        gain = sum((gains[part] for part in parts), Fraction(0))
        rank = (gain, -spent, _ranks(parts))
        if best is None or rank > best[0]:
            best = (rank, parts)
    return best[1] if best is not None else ()


def most_gained(splitter: Splitter, left: tuple[int, ...] | None = None) -> Fraction:
    """The mean gain of the best split on a whole Ogre, or on what is left of it."""
    there = splitter.boxes if left is None else left
    return sum((splitter.gain(part, there) for part in best_split(splitter, there)), Fraction(0))
