"""Guns that fire at bombers: types, ranges, strengths, and the policies of whom to fire at (P23, P41)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from simlab.systems.continental_siege.rules.odds import AUTOMATIC, odds_column
from simlab.systems.continental_siege.rules.strength import (
    Aim,
    Arc,
    Sort,
    Weapon,
    may_combine,
    reaches,
    strength,
    total_strength,
)

Guns = tuple[int, ...]  # guns of each type


class Shot(NamedTuple):
    """One attack: at a bomber of a class (`FIT` or `DISABLED` of rules.results), by these guns."""

    at: int
    guns: Guns


class Flak:
    """Guns by type in firing order, against aircraft of one defence."""

    def __init__(
        self, types: Sequence[tuple[Weapon, int]], defence: int, crt: Sequence[Sequence[int]], rulings: Any
    ) -> None:
        self.rulings, self.defence, self.crt = rulings, defence, crt
        able = [one for one in types if one[1] > 0 and strength(one[0], Aim.AIRCRAFT, defence, rulings) > 0]
        able.sort(key=lambda one: -strength(one[0], Aim.AIRCRAFT, defence, rulings))
        self.weapons = [weapon for weapon, _ in able]
        self.counts: Guns = tuple(count for _, count in able)
        self.halves = [strength(weapon, Aim.AIRCRAFT, defence, rulings) for weapon in self.weapons]
        self.combine = may_combine(Sort.AA, Aim.AIRCRAFT, rulings)
        self.nobody: Guns = (0,) * len(able)

    def in_range(self, distance: int, aa: bool | None = None) -> Guns:
        """Guns that reach so far; ``aa``: only AA units, or only others."""
        return tuple(
            count
            if reaches(weapon, Aim.AIRCRAFT, distance, Arc.INSIDE, self.rulings)
            and (aa is None or (weapon.sort == Sort.AA) == aa)
            else 0
            for weapon, count in zip(self.weapons, self.counts, strict=True)
        )

    def column(self, guns: Guns) -> int:
        """Odds column of an attack by these guns."""
        each = [self.halves[place] for place, count in enumerate(guns) for _ in range(count)]
        return int(odds_column(total_strength(each, self.rulings), self.defence))

    def single(self, guns: Guns, place: int | None = None) -> Guns:
        """The next gun in firing order, or one of a type."""
        chosen = next(one for one, count in enumerate(guns) if count) if place is None else place
        return tuple(int(one == chosen) for one in range(len(guns)))

    def groups(self, guns: Guns) -> Iterator[Guns]:
        """All groups: fewest guns first, then least strength, then most of the first types."""
        chosen = [some for some in product(*(range(count + 1) for count in guns)) if any(some)]
        if not self.combine:
            chosen = [some for some in chosen if sum(some) == 1]

        def rank(some: Guns) -> tuple[int, int, list[int]]:
            total = sum(count * halves for count, halves in zip(some, self.halves, strict=True))
            return sum(some), total, [-count for count in some]

        return iter(sorted(chosen, key=rank))

    def sure_group(self, guns: Guns) -> Guns | None:
        """The smallest group that destroys without a die, None where no group does or may combine."""
        if not self.combine:
            return None
        return next((some for some in self.groups(guns) if self.column(some) == AUTOMATIC), None)

    def choose(self, policy: str, best_class: int, guns: Guns) -> Shot:
        """The next attack of a named policy: `bombers_first` or `pair_to_auto`, at the best class there is."""
        group = self.sure_group(guns) if policy == "pair_to_auto" else None
        return Shot(best_class, self.single(guns) if group is None else group)
