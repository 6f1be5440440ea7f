"""An attack without a map: `stands_per_template` says how many stands of the same sort lie under each area.

Every place where areas are laid has stands of its own; their number is fixed, or drawn anew for each place.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from simlab.dice import threshold
from simlab.errors import ScenarioError
from simlab.systems.command_decision.attack.shapes import BombingShape, StandShape
from simlab.systems.command_decision.attack.weapons import Dropped
from simlab.systems.command_decision.rules.geometry import thousandths
from simlab.systems.command_decision.rules.loads import split_rof
from simlab.systems.command_decision.rulings.attacks import MaxTargetsScope, RocketTemplateSplit, TemplateHits
from simlab.systems.command_decision.stands import CERTAIN, Book

BY_AREA = "2x2: 2; 1x1: 1"  # the default of the ruling, in its own words
STANDS_BY_AREA = {"bomb_area_standard_in": 2, "bomb_area_light_in": 1}
MOST_STANDS_UNDER_AN_AREA = 6


class Troops(NamedTuple):
    """stands: of all places, those of one place side by side; place: of each; present: hands for which it is there."""

    stands: list[StandShape]
    place: list[int]
    present: list[int]
    places: int


def troops_under(shape: BombingShape, dropped: Dropped, rulings: Any, book: Book, where: str) -> Troops:
    """The stands under the areas of this load (3.1.1.3a, ruling stands_per_template)."""
    law = stands_law(dropped.side, rulings, book, where)
    if len(law) > 1 and rulings.max_targets_scope == MaxTargetsScope.STANDS_ONLY:
        raise ScenarioError(
            f"{where}, rulings.stands_per_template: a law by chance and max_targets_scope = stands_only cannot be "
            "played together; give a number of stands"
        )
    most = max(law)
    if rulings.template_hits == TemplateHits.CAPPED_AT_ROF_STANDS:
        most = min(most, dropped.rof)
    at_least = {number: sum((p for n, p in law.items() if n >= number), Fraction(0)) for number in range(1, most + 1)}
    places = places_of(shape, dropped, rulings, book)
    keys = (shape.troops.model_dump(by_alias=True) if shape.troops else {}) | {"at": shape.point.at}
    stands, place, present = [], [], []
    for where_it_lies in range(places):
        for number, chance in at_least.items():
            stands.append(StandShape(**keys, name=f"area_{where_it_lies + 1}_stand_{number}"))
            place.append(where_it_lies)
            present.append(CERTAIN if chance == 1 else threshold(chance))
    return Troops(stands, place, present, places)


def places_of(shape: BombingShape, dropped: Dropped, rulings: Any, book: Book) -> int:
    """Number of places that get areas: one for superimpose, else as many as ROF and 2.3.4d allow (1.5.6.3b)."""
    if dropped.rof == 0:
        return 0
    rockets = dropped.ordnance.load == "rockets"
    no_split = rockets and rulings.rocket_template_split == RocketTemplateSplit.NO
    if shape.attacker.placement == "superimpose" or no_split:
        return 1
    limited = rockets or rulings.max_targets_scope == MaxTargetsScope.DISTINCT_TEMPLATES_OR_STANDS
    places = min(dropped.rof, int(book.constants["max_targets"])) if limited else dropped.rof
    cost = int(rulings.helicopter_split_cost) if rockets and dropped.ordnance.is_helicopter else 0
    while split_rof(dropped.rof, places, cost) < places:
        places -= 1
    return places


def stands_law(side: int, rulings: Any, book: Book, where: str) -> dict[int, Fraction]:
    """Law of the number of stands under one area: its ruling, {number: chance}; a number for certain is a law too."""
    value = rulings.stands_per_template
    if value == BY_AREA:
        large = side >= thousandths(book.constants["bomb_area_standard_in"])
        return {STANDS_BY_AREA["bomb_area_standard_in" if large else "bomb_area_light_in"]: Fraction(1)}
    if not isinstance(value, str):
        return {int(value): Fraction(1)}
    try:
        chances = [Fraction(part.strip()) for part in value.removeprefix("law:").split(",")]
    except (ValueError, ZeroDivisionError):
        chances = []
    fits = 1 <= len(chances) <= MOST_STANDS_UNDER_AN_AREA + 1 and all(0 <= chance <= 1 for chance in chances)
    if not fits or list(accumulate(chances))[-1] != 1:
        raise ScenarioError(
            f'{where}, rulings.stands_per_template: "{value}"; write law: and the chances of 0, 1, 2, ... up to '
            f"{MOST_STANDS_UNDER_AN_AREA} stands, which add up to 1, such as law:1/4,1/2,1/4"
        )
    return {number: chance for number, chance in enumerate(chances) if chance}
