"""One load of an attack as areas on the table or attacks on stands: what it touches, whom it rolls at, with which card.

An attack is one salvo, or several where weapons are fired together (1.5.3, ruling gun_with_ordnance).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.errors import ScenarioError, nearest
from simlab.systems.command_decision.attack.shapes import BombingShape, StandShape
from simlab.systems.command_decision.attack.troops import Troops
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.doctrine import (
    Area,
    Seen,
    candidates,
    choose_stands,
    enemy_places,
    place_areas,
    stands_touched,
)
from simlab.systems.command_decision.rules.attacks import (
    AttackCard,
    GroundRules,
    GroundStand,
    fully_attackable,
    is_affected,
    is_rolled_at,
)
from simlab.systems.command_decision.rules.cards import STAND_WEAPONS, card_of, may_be_chosen, suppresses
from simlab.systems.command_decision.rules.geometry import Point, point_at, thousandths, within
from simlab.systems.command_decision.rules.loads import shares, split_rof
from simlab.systems.command_decision.rulings.attacks import (
    CoverAttackWithoutFac,
    ManpadsAsPlaneTarget,
    MaxTargetsScope,
    PenaltyInAreaAttacks,
    RocketTemplateSplit,
    StandardAreaHits,
    SuperimposedTemplates,
    SuppressionRule,
    TemplateHits,
)
from simlab.systems.command_decision.stands import Book


class Salvo(NamedTuple):
    """areas: centre and rolls of each; touched: numbers of the stands under each; cards, rolled, suppressed: by stand.

    rolled: is it rolled at; suppressed: touched, and that whatever the dice; first_only: a stand takes the rolls of the
    first area alone; limited: all of it only suppresses (2.3.2c); by_stands: attacks on stands, not areas.
    """

    areas: list[tuple[Point, int]]
    touched: list[list[int]]
    cards: list[AttackCard]
    rolled: list[bool]
    suppressed: list[bool]
    first_only: bool
    limited: bool
    by_stands: bool


class Table(NamedTuple):
    """What an attack is laid on: the scenario, its stands, the rulings and rulebook values, the name of the file.

    centres_near: areas are laid near this counter as well as near the point, or on the point itself (ruling
    template_centre_limit in a strike); None: near the point alone. known: what was found out of the stands for a load,
    kept for further attacks on the same stands under the same rulings.
    """

    shape: BombingShape
    stands: Sequence[StandShape]
    grounds: Sequence[GroundStand]
    rulings: Any
    book: Book
    rules: GroundRules
    where: str
    centres_near: Point | None = None
    known: dict[Dropped, tuple[list[AttackCard], list[bool], list[Seen]]] | None = None


def salvo_of(
    dropped: Dropped, table: Table, own_choice: bool, only: Sequence[int] | None = None, troops: Troops | None = None
) -> Salvo:
    """Lay out one load.

    own_choice: the player's own templates or targets apply to it; only: numbers of the stands it may choose (guns fired
    with rockets: at the same target, 1.5.3a); troops: stands that lie under the areas wherever these fall.
    """
    by_stands = dropped.ordnance.load in STAND_WEAPONS
    cards, rolled, seen = _looked_at(dropped, by_stands, table)
    if troops is not None:
        areas, touched = _without_map(dropped, table, troops)
    elif by_stands:
        areas, touched = _attacks(dropped, table, seen, own_choice, only)
    else:
        areas, touched = _laid(dropped, table, seen)
    met = sorted({stand for under in touched for stand in under if seen[stand].affected})
    limited = bool(met) and not any(fully_attackable(table.grounds[stand], dropped.ordnance) for stand in met)
    if limited and table.rulings.cover_attack_without_fac == CoverAttackWithoutFac.FORBIDDEN:
        raise ScenarioError(
            f"{table.where}, point: no stand that the attack touches stands in the open or at an edge with fac = true, "
            "and cover_attack_without_fac = forbidden (2.3.2a); move the point, or allow suppress_and_morale_only"
        )
    rolled = [False] * len(rolled) if limited else rolled
    suppressed = [False] * len(cards)
    for number in met:
        suppressed[number] = _suppressed(cards[number], rolled[number], dropped, by_stands, table.rulings)
    return Salvo(
        areas,
        touched,
        cards,
        rolled,
        suppressed,
        not by_stands and table.rulings.superimposed_templates == SuperimposedTemplates.SINGLE_ROLL_BEST,
        limited,
        by_stands,
    )


def _looked_at(dropped: Dropped, by_stands: bool, table: Table) -> tuple[list[AttackCard], list[bool], list[Seen]]:
    """For each stand its card, whether it may be rolled at, and how a choice of areas or targets sees it."""
    if table.known is not None and dropped in table.known:
        return table.known[dropped]
    alike = {ground: card_of(ground, dropped.ordnance, table.rulings, table.rules) for ground in set(table.grounds)}
    cards = [alike[ground] for ground in table.grounds]
    rolled = [_may_roll(ground, dropped, by_stands, table.rulings) for ground in table.grounds]
    seen = [
        _seen(stand, ground, card, dropped, roll, table.rulings)
        for stand, ground, card, roll in zip(table.stands, table.grounds, cards, rolled, strict=True)
    ]
    if table.known is not None:
        table.known[dropped] = (cards, rolled, seen)
    return cards, rolled, seen


def _may_roll(ground: GroundStand, dropped: Dropped, by_stands: bool, rulings: Any) -> bool:
    """Is it rolled at, if the attack is not limited? Attacks on single stands fall under 2.3.2c one by one."""
    if by_stands and not fully_attackable(ground, dropped.ordnance):
        return False
    return is_rolled_at(ground, dropped.ordnance, rulings) and may_be_chosen(ground, dropped.ordnance, rulings)


def _seen(
    stand: StandShape, ground: GroundStand, card: AttackCard, dropped: Dropped, rolled: bool, rulings: Any
) -> Seen:
    hidden = stand.manpads and not dropped.ordnance.fac and not dropped.ordnance.is_helicopter  # 2.3.2e, 2.0a
    return Seen(
        place=point_at(stand.at),
        side=thousandths(stand.size_in),
        own=stand.side == "own",
        affected=is_affected(ground, dropped.ordnance) and may_be_chosen(ground, dropped.ordnance, rulings),
        chance=card.chance() if rolled else Fraction(0),
        target=not hidden,
        spared=hidden and rulings.manpads_as_plane_target == ManpadsAsPlaneTarget.NO,
    )


def _suppressed(card: AttackCard, rolled: bool, dropped: Dropped, by_stands: bool, rulings: Any) -> bool:
    """Is a stand that is touched suppressed whatever the dice (3.1.1.4c, 3.1.1.5d, 2.3.7.3e, 1.5.6.4e, 2.3.6e)?

    One that is not rolled at is (2.3.2c names nothing else); suppression_rule = on_hit_only is about hit rolls.
    """
    spoilt = rulings.penalty_in_area_attacks == PenaltyInAreaAttacks.NO_SUPPRESSION_IF_HIT_NUMBER_BELOW_1
    if spoilt and not by_stands and card.number < 1:
        return False
    automatic = suppresses(dropped.ordnance) and rulings.suppression_rule == SuppressionRule.AUTOMATIC_ALL_TOUCHED
    return not rolled or automatic


# Guns and guided weapons: stands


def _attacks(
    dropped: Dropped, table: Table, seen: Sequence[Seen], own_choice: bool, only: Sequence[int] | None
) -> tuple[list[tuple[Point, int]], list[list[int]]]:
    """The stand of each attack, within 6 in of the point (2.3.4a), by the player's own list or a policy."""
    point, radius = point_at(table.shape.point.at), thousandths(table.book.constants["attack_radius_in"])
    most = int(table.book.constants["max_targets"])
    in_reach = [number for number, stand in enumerate(seen) if within(stand.place, point, radius) and stand.target]
    named = table.shape.attacker.targets
    if named is not None and own_choice:
        chosen = _named(named, dropped, table, seen, in_reach, most)
    else:
        open_to = [number for number in in_reach if seen[number].affected and not seen[number].own]
        if only is not None:
            open_to = [number for number in open_to if number in only]
        full = [number for number in open_to if fully_attackable(table.grounds[number], dropped.ordnance)]
        chosen = choose_stands(table.shape.attacker.placement, dropped.rof, seen, full or open_to, most)
    return [(seen[number].place, 1) for number in chosen], [[number] for number in chosen]


def _named(
    named: Sequence[str], dropped: Dropped, table: Table, seen: Sequence[Seen], in_reach: Sequence[int], most: int
) -> list[int]:
    names, here = table.shape.names(), f"{table.where}, attacker.targets"
    chosen = []
    for place, name in enumerate(named):
        if name not in names:
            raise ScenarioError(f'{here}[{place}]: no stand "{name}"; nearest: {nearest(name, names)}')
        number = names.index(name)
        if number not in in_reach:
            raise ScenarioError(
                f"{here}[{place}]: {name} lies more than 6 in from point.at (2.3.4a), or is a man-portable SAM that no "
                "FAC has spotted (2.3.2e)"
            )
        if seen[number].own or not may_be_chosen(table.grounds[number], dropped.ordnance, table.rulings):
            raise ScenarioError(f"{here}[{place}]: {name} may not be attacked with this load (own, moved or no radar)")
        chosen.append(number)
    if len(chosen) > dropped.rof or len(set(chosen)) > most:
        raise ScenarioError(
            f"{here}: {len(chosen)} attacks on {len(set(chosen))} stands; ROF {dropped.rof}, at most {most} stands "
            "(2.3.4a, 2.3.4d)"
        )
    return chosen


# Bombs, cluster bombs and rockets: areas


def _laid(dropped: Dropped, table: Table, seen: Sequence[Seen]) -> tuple[list[tuple[Point, int]], list[list[int]]]:
    """Centres and rolls of the areas, and the stands under each."""
    rulings, book = table.rulings, table.book
    standard = dropped.side == thousandths(book.constants["bomb_area_standard_in"])
    inside_only = rulings.standard_area_hits == StandardAreaHits.STANDS_FULLY_INSIDE
    area = Area(
        side=dropped.side,
        fully_inside=dropped.ordnance.load != "rockets" and standard and inside_only,
        most_stands=dropped.rof if rulings.template_hits == TemplateHits.CAPPED_AT_ROF_STANDS else 0,
    )
    areas = _areas(dropped, area, seen, table)
    return areas, _on_few_stands([stands_touched(centre, area, seen) for centre, _ in areas], table)


def _on_few_stands(touched: list[list[int]], table: Table) -> list[list[int]]:
    """Of all stands touched only the first four count with max_targets_scope = stands_only (2.3.4d)."""
    if table.rulings.max_targets_scope != MaxTargetsScope.STANDS_ONLY:
        return touched
    most = int(table.book.constants["max_targets"])
    allowed = sorted({stand for under in touched for stand in under})[:most]
    return [[stand for stand in under if stand in allowed] for under in touched]


def _without_map(
    dropped: Dropped, table: Table, troops: Troops
) -> tuple[list[tuple[Point, int]], list[list[int]]]:  # fmt: skip
    """Areas dealt out over the places of the troops, each of which has stands of its own."""
    if dropped.rof == 0:
        return [], []
    centre = point_at(table.shape.point.at)
    if dropped.ordnance.load == "rockets":
        cost = int(table.rulings.helicopter_split_cost) if dropped.ordnance.is_helicopter else 0
        rolls = shares(split_rof(dropped.rof, troops.places, cost), troops.places)
    else:
        rolls = [1] * dropped.rof
    under = [
        [stand for stand, place in enumerate(troops.place) if place == area % troops.places]
        for area in range(len(rolls))
    ]
    return [(centre, count) for count in rolls], _on_few_stands(under, table)


def _areas(dropped: Dropped, area: Area, seen: Sequence[Seen], table: Table) -> list[tuple[Point, int]]:
    """Centres of the areas and the rolls of each, by the player's own list or a policy."""
    shape, rulings, book, where = table.shape, table.rulings, table.book, table.where
    point, radius = point_at(shape.point.at), thousandths(book.constants["attack_radius_in"])
    most, rockets = int(book.constants["max_targets"]), dropped.ordnance.load == "rockets"
    unlimited = not rockets and rulings.max_targets_scope != MaxTargetsScope.DISTINCT_TEMPLATES_OR_STANDS
    most_places = 0 if unlimited else most
    if dropped.rof == 0:
        return []
    places = candidates(point, radius, seen)
    if (near := table.centres_near) is not None:
        places = [place for place in places if place == point or within(place, near, radius)]
    own_list = shape.attacker.templates
    cost = int(rulings.helicopter_split_cost) if dropped.ordnance.is_helicopter else 0  # 2.3.4b
    if own_list is not None:
        laid = _own_areas(own_list, point, radius, most_places, where)
        if rockets and len(laid) > 1 and rulings.rocket_template_split == RocketTemplateSplit.NO:
            raise ScenarioError(f"{where}, attacker.templates: rocket_template_split = no allows one")
        rof = split_rof(dropped.rof, len(laid), cost) if rockets else dropped.rof
        if len(laid) > rof:
            raise ScenarioError(f"{where}, attacker.templates: {len(laid)} areas; ROF {dropped.rof} is not enough")
        return list(zip(laid, shares(rof, len(laid)) if rockets else [1] * len(laid), strict=True))
    rolls = [1] * dropped.rof
    if rockets:
        parts = 1
        if shape.attacker.placement != "superimpose" and rulings.rocket_template_split == RocketTemplateSplit.YES:
            parts = max(1, min(dropped.rof, most, enemy_places(places, area, seen)))
            while split_rof(dropped.rof, parts, cost) < parts:
                parts -= 1
        rolls = shares(split_rof(dropped.rof, parts, cost), parts)
    one_roll_each = rulings.superimposed_templates == SuperimposedTemplates.SINGLE_ROLL_BEST
    centres = place_areas(shape.attacker.placement, rolls, places, area, seen, most_places, one_roll_each)
    return list(zip(centres, rolls, strict=True))


def _own_areas(
    own_list: Sequence[tuple[float, float]], point: Point, radius: int, most_places: int, where: str
) -> list[Point]:
    laid = [point_at(place) for place in own_list]
    for number, centre in enumerate(laid):
        if not within(centre, point, radius):
            raise ScenarioError(
                f"{where}, attacker.templates[{number}]: {list(own_list[number])} lies more than {radius / 1000:g} in "
                "from point.at (3.1.1.3c)"
            )
    if most_places and len(set(laid)) > most_places:
        raise ScenarioError(
            f"{where}, attacker.templates: {len(set(laid))} different places; at most {most_places} (2.3.4d)"
        )
    return laid
