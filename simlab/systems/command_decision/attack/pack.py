"""From the words of a `bombing` scenario to areas on the table, and a card for every stand that they touch."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.ordnance import MOST_ROLLS, Dropped, ground_rules, load_of
from simlab.systems.command_decision.attack.shapes import MOST_TEMPLATES, NAME_LETTERS, BombingShape, StandShape
from simlab.systems.command_decision.doctrine import (
    Area,
    Seen,
    candidates,
    enemy_places,
    place_areas,
    stands_touched,
)
from simlab.systems.command_decision.rules.attacks import (
    SUPPRESSED,
    TOUCHED,
    UNTOUCHED,
    AttackCard,
    GroundStand,
    attack_card,
    fully_attackable,
    is_affected,
    is_rolled_at,
)
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

FIRST, LAST, AT_LEAST, OWN = range(4)  # columns of Packed.stands
ACTOR, NTH, HITS_ON, EFFECTS = range(4)  # columns of Packed.rolls
ROLLS_A_SPOT, ACTORS_A_SET = 8, 64  # nth = area * 8 + roll % 8, actor = stand + 64 * (roll // 8)


class Packed(NamedTuple):
    """A packed attack.

    stands: int64[n, 4], for each stand its rolls FIRST .. LAST - 1, the least that befalls it, and whether it is own;
    rolls: int64[m, 4], where its dice lie (ACTOR, NTH) and its cards; areas: int64[k, 3], x and y of their centres in
    thousandths of an inch and their rolls; names: int64[n, 40], the letters of the stands' names, for the tables.
    """

    stands: np.ndarray
    rolls: np.ndarray
    areas: np.ndarray
    names: np.ndarray
    enemies: int
    owns: int
    limited: int  # 1 when the whole attack only suppresses (2.3.2c)


def names_of(packed: Packed) -> list[str]:
    """The names of the stands."""
    return ["".join(chr(letter) for letter in row if letter) for row in packed.names.tolist()]


def pack_bombing(shape: BombingShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `bombing` scenario: load, areas, stands touched, their cards."""
    book = Book(catalog)
    row = catalog.unit(shape.attacker.unit, ("aircraft", "helicopters"), f"{where}, attacker.unit")
    dropped = load_of(row, shape, rulings, catalog, book.constants, where)
    tables = ground_rules(catalog, book)
    covers = {entry.terrain: entry.cover for entry in catalog.rows("terrain_cover")}
    grounds = [_ground(stand, covers) for stand in shape.stand]
    cards = [attack_card(ground, dropped.ordnance, rulings, tables) for ground in grounds]
    seen = [
        _seen(stand, ground, card, dropped, rulings)
        for stand, ground, card in zip(shape.stand, grounds, cards, strict=True)
    ]
    area = Area(
        side=dropped.side,
        fully_inside=_wholly(dropped, rulings, book),
        most_stands=dropped.rof if rulings.template_hits == TemplateHits.CAPPED_AT_ROF_STANDS else 0,
    )
    areas = _areas(shape, dropped, area, seen, rulings, book, where)
    touched = [stands_touched(centre, area, seen) for centre, _ in areas]
    if rulings.max_targets_scope == MaxTargetsScope.STANDS_ONLY:  # 2.3.4d
        allowed = sorted({stand for under in touched for stand in under})[: int(book.constants["max_targets"])]
        touched = [[stand for stand in under if stand in allowed] for under in touched]
    met = sorted({stand for under in touched for stand in under if seen[stand].affected})
    limited = bool(met) and not any(fully_attackable(grounds[stand], dropped.ordnance) for stand in met)
    if limited and rulings.cover_attack_without_fac == CoverAttackWithoutFac.FORBIDDEN:
        raise ScenarioError(
            f"{where}, point: no stand that the attack touches stands in the open or at an edge with fac = true, and "
            "cover_attack_without_fac = forbidden (2.3.2a); move the point, or allow suppress_and_morale_only"
        )
    return _packed(shape, grounds, cards, seen, areas, touched, limited, dropped, rulings)


def _ground(stand: StandShape, covers: dict[str, str]) -> GroundStand:
    cover = covers[stand.terrain] if stand.cover is None else "open" if stand.cover == "none" else stand.cover
    return GroundStand(stand.target, stand.weight, stand.terrain, stand.edge, cover, stand.dug_in, stand.quality)


def _seen(stand: StandShape, ground: GroundStand, card: AttackCard, dropped: Dropped, rulings: Any) -> Seen:
    rolled = is_rolled_at(ground, dropped.ordnance, rulings)
    hidden = stand.manpads and not dropped.ordnance.fac and not dropped.ordnance.is_helicopter  # 2.3.2e, 2.0a
    return Seen(
        place=point_at(stand.at),
        side=thousandths(stand.size_in),
        own=stand.side == "own",
        affected=is_affected(ground, dropped.ordnance),
        chance=card.chance() if rolled else Fraction(0),
        target=not hidden,
        spared=hidden and rulings.manpads_as_plane_target == ManpadsAsPlaneTarget.NO,
    )


def _wholly(dropped: Dropped, rulings: Any, book: Book) -> bool:
    """Does this area hit only stands wholly inside: the standard area of bombs, under ruling standard_area_hits?"""
    standard = dropped.side == thousandths(book.constants["bomb_area_standard_in"])
    inside_only = rulings.standard_area_hits == StandardAreaHits.STANDS_FULLY_INSIDE
    return dropped.ordnance.load != "rockets" and standard and inside_only


def _areas(
    shape: BombingShape, dropped: Dropped, area: Area, seen: Sequence[Seen], rulings: Any, book: Book, where: str
) -> list[tuple[Point, int]]:
    """Centres of the areas and the rolls of each, by the player's own list or a policy."""
    point, radius = point_at(shape.point.at), thousandths(book.constants["attack_radius_in"])
    most, rockets = int(book.constants["max_targets"]), dropped.ordnance.load == "rockets"
    unlimited = not rockets and rulings.max_targets_scope != MaxTargetsScope.DISTINCT_TEMPLATES_OR_STANDS
    most_places = 0 if unlimited else most
    if dropped.rof == 0:
        return []
    places = candidates(point, radius, seen)
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


def _packed(
    shape: BombingShape, grounds: Sequence[GroundStand], cards: Sequence[AttackCard], seen: Sequence[Seen],
    areas: Sequence[tuple[Point, int]], touched: Sequence[Sequence[int]], limited: bool, dropped: Dropped, rulings: Any,
) -> Packed:  # fmt: skip
    single = rulings.superimposed_templates == SuperimposedTemplates.SINGLE_ROLL_BEST
    stands: list[list[int]] = []
    rolls: list[list[int]] = []
    for number, (ground, card) in enumerate(zip(grounds, cards, strict=True)):
        under = [area for area, met in enumerate(touched) if number in met]
        rolled = not limited and is_rolled_at(ground, dropped.ordnance, rulings)
        first = len(rolls)
        for area in (under[:1] if single else under) if rolled else []:
            rolls += [
                [
                    number + ACTORS_A_SET * (roll // ROLLS_A_SPOT),
                    area * ROLLS_A_SPOT + roll % ROLLS_A_SPOT,
                    card.hits_on,
                    card.effects,
                ]
                for roll in range(areas[area][1])
            ]
        least = UNTOUCHED
        if under:
            suppressed = seen[number].affected and _suppresses(card, rolled, rulings)
            least = SUPPRESSED if suppressed else TOUCHED
        stands.append([first, len(rolls), least, int(seen[number].own)])
    names = [[ord(letter) for letter in name.ljust(NAME_LETTERS, "\0")] for name in shape.names()]
    owns = sum(stand.own for stand in seen)
    return Packed(
        stands=np.array(stands, np.int64).reshape(-1, 4),
        rolls=np.array(rolls, np.int64).reshape(-1, 4),
        areas=np.array([[*centre, count] for centre, count in areas], np.int64).reshape(-1, 3),
        names=np.array(names, np.int64),
        enemies=len(seen) - owns,
        owns=owns,
        limited=int(limited),
    )


def _suppresses(card: AttackCard, rolled: bool, rulings: Any) -> bool:
    """Is a stand that is touched suppressed whatever the dice (3.1.1.4c, 3.1.1.5d, 2.3.7.3e, 1.5.6.4e)?

    One that is not rolled at is (2.3.2c names nothing else); suppression_rule = on_hit_only is about hit rolls.
    """
    spoilt = rulings.penalty_in_area_attacks == PenaltyInAreaAttacks.NO_SUPPRESSION_IF_HIT_NUMBER_BELOW_1
    if spoilt and card.number < 1:
        return False
    return not rolled or rulings.suppression_rule == SuppressionRule.AUTOMATIC_ALL_TOUCHED


assert MOST_TEMPLATES * ROLLS_A_SPOT == 64
assert MOST_ROLLS == 4 * ROLLS_A_SPOT
