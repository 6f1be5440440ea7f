"""What players choose: where an attacker lays the areas of an attack (3.1.1.3b, 3.1.1.3c, 2.3.4a-d).

Pure functions of what the player sees: where stands are, whose they are, and the chance that a roll eliminates them.
All values are exact fractions, so that ties are ties; the first candidate wins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from simlab.systems.command_decision.rules.geometry import Point, square_inside, squares_touch, within


class Seen(NamedTuple):
    """A stand as the attacker sees it.

    place, side: centre and side of its square base, in thousandths of an inch; own: is it the attacker's; affected: can
    this attack do anything to it; chance: that one roll eliminates it (0 where it is not rolled at); target: may areas
    be aimed at it (2.3.2e); spared: areas do not touch it (ruling manpads_as_plane_target).
    """

    place: Point
    side: int
    own: bool
    affected: bool
    chance: Fraction
    target: bool
    spared: bool


class Area(NamedTuple):
    """A square template.

    side: thousandths of an inch; fully_inside: it hits only stands wholly inside (ruling standard_area_hits);
    most_stands: it hits at most so many, 0 for no limit (ruling template_hits).
    """

    side: int
    fully_inside: bool
    most_stands: int


def stands_touched(centre: Point, area: Area, stands: Sequence[Seen]) -> list[int]:
    """Numbers of the stands that an area touches, in the order of the list (3.1.1.4a, 3.1.1.4b, 1.5.6.2a).

    Where ROF limits them, those that a roll most likely eliminates, the first of equals (ruling template_hits).
    """
    reaches = square_inside if area.fully_inside else squares_touch
    touched = [
        number
        for number, stand in enumerate(stands)
        if not stand.spared and reaches(stand.place, stand.side, centre, area.side)
    ]
    if area.most_stands and len(touched) > area.most_stands:
        best = sorted(touched, key=lambda number: (-stands[number].chance, number))[: area.most_stands]
        touched = sorted(best)
    return touched


def candidates(point: Point, radius: int, stands: Sequence[Seen]) -> list[Point]:
    """Where a centre may be worth laying (3.1.1.3c), each place once.

    On the centre of each stand within reach of the point that may be a target (2.3.2e), then on the point itself.
    """
    places = [stand.place for stand in stands if stand.target and within(stand.place, point, radius)]
    return list(dict.fromkeys([*places, point]))


def value_of(touched: Sequence[int], rolls: int, stands: Sequence[Seen], standing: Sequence[Fraction]) -> Fraction:
    """Expected eliminations of enemy stands that an area of so many rolls adds, less those of own stands.

    standing: chance of each stand that earlier areas left it for this one to eliminate.
    """
    value = Fraction(0)
    for number in touched:
        stand = stands[number]
        eliminated = standing[number] * (1 - (1 - stand.chance) ** rolls)
        value += -eliminated if stand.own else eliminated
    return value


def hits_an_enemy(touched: Sequence[int], stands: Sequence[Seen]) -> bool:
    """Does an area touch an enemy stand that the attack can affect?"""
    return any(stands[number].affected and not stands[number].own for number in touched)


def place_areas(
    policy: str, rolls: Sequence[int], places: Sequence[Point], area: Area, stands: Sequence[Seen], most_places: int,
    one_roll_each: bool,
) -> list[Point]:  # fmt: skip
    """Centres of the areas of an attack, one for each entry of ``rolls`` (how often it rolls at each stand).

    superimpose: all on the place that is worth most for the first area. spread: each on the place with the fewest areas
    so far, then that of the highest value of this area alone; places that touch no enemy only if there is no other.
    optimal: each on the place where it adds most to those before it.

    places: the candidates; most_places: at most so many different ones, 0 for no limit (2.3.4d); one_roll_each: a stand
    takes the rolls of the first area alone (ruling superimposed_templates).
    """
    touched = {place: stands_touched(place, area, stands) for place in places}
    fresh = [Fraction(1)] * len(stands)
    if policy == "superimpose":
        best = max(places, key=lambda place: value_of(touched[place], rolls[0], stands, fresh))
        return [best] * len(rolls)
    pool = list(places)
    if policy == "spread":
        pool = [place for place in places if hits_an_enemy(touched[place], stands)] or pool
    used = dict.fromkeys(pool, 0)
    standing, laid = list(fresh), []
    for count in rolls:
        taken = [place for place in pool if used[place]]
        open_places = taken if most_places and len(taken) >= most_places else pool
        left = fresh if policy == "spread" else standing
        worth = {place: value_of(touched[place], count, stands, left) for place in open_places}
        if policy == "spread":
            fewest = min(used[place] for place in open_places)
            worth = {place: value for place, value in worth.items() if used[place] == fewest}
        best = max(worth, key=worth.__getitem__)
        used[best] += 1
        laid.append(best)
        for number in touched[best]:
            standing[number] *= 0 if one_roll_each else (1 - stands[number].chance) ** count
    return laid


def enemy_places(places: Sequence[Point], area: Area, stands: Sequence[Seen]) -> int:
    """Number of candidates where an area touches an enemy stand that the attack can affect."""
    return sum(hits_an_enemy(stands_touched(place, area, stands), stands) for place in places)


def choose_stands(policy: str, attacks: int, stands: Sequence[Seen], open_to: Sequence[int], most: int) -> list[int]:
    """The stand of each attack of guns or guided weapons, which attack stands one by one (2.3.4a-d).

    superimpose: all on the stand that one attack most likely eliminates. spread: each on the one with the fewest
    attacks so far, there that of the highest chance. optimal: each on the one where it adds most to those before it.

    open_to: numbers of the stands that may be chosen; most: at most so many different ones (2.3.4d).
    """
    if not open_to:
        return []
    if policy == "superimpose":
        return [max(open_to, key=lambda number: stands[number].chance)] * attacks
    used, left = dict.fromkeys(open_to, 0), dict.fromkeys(open_to, Fraction(1))
    chosen: list[int] = []
    for _ in range(attacks):
        taken = [number for number in open_to if used[number]]
        pool = taken if len(taken) >= most else list(open_to)
        worth = {number: stands[number].chance * (1 if policy == "spread" else left[number]) for number in pool}
        if policy == "spread":
            fewest = min(used[number] for number in pool)
            worth = {number: value for number, value in worth.items() if used[number] == fewest}
        best = max(worth, key=worth.__getitem__)
        used[best] += 1
        left[best] *= 1 - stands[best].chance
        chosen.append(best)
    return chosen
