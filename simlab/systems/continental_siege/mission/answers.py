"""Questions over many scenarios: how many guns a battery needs, what a bombing run costs and what it destroys."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.systems.continental_siege.engagement.law import exact_fractions
from simlab.systems.continental_siege.mission.attrition import pack_attrition
from simlab.systems.continental_siege.mission.attrition import space_of as attrition_space
from simlab.systems.continental_siege.mission.bombing_run import pack_bombing_run
from simlab.systems.continental_siege.mission.bombing_run import space_of as bombing_space
from simlab.systems.continental_siege.mission.bombing_shapes import BombingRunShape
from simlab.systems.continental_siege.mission.shapes import MOST_GUNS, AttritionShape
from simlab.systems.continental_siege.stands import Book


class Exchange(NamedTuple):
    """A bombing run in armour units: means of what it destroys and loses, and the first for each unit of the second.

    per_loss is None where nothing is ever lost.
    """

    destroyed: Fraction
    lost: Fraction
    per_loss: Fraction | None


def guns_needed(
    keys: Mapping[str, Any], gun: str, by_turn: int, chance: Fraction, rulings: Any, catalog: Catalog
) -> int | None:
    """The fewest guns of a type, beside the rest of a battery, that crash the fortress by a turn with that chance.

    keys: those of an `attrition` scenario; None when 40 guns in all are not enough (section 6 (b)).
    """
    others = {name: count for name, count in keys.get("battery", {}).items() if name != gun}
    for count in range(1, MOST_GUNS + 1 - sum(others.values())):
        shape = AttritionShape.model_validate({**keys, "battery": {**others, gun: count}, "turns": by_turn})
        packed = pack_attrition(shape, rulings, catalog, "guns_needed")
        space = attrition_space(packed)
        crashed = space.values(exact_fractions(packed), "crashed_by")[by_turn - 1]
        if crashed >= chance:
            return count
    return None


def exchange_of(shape: BombingRunShape, rulings: Any, catalog: Catalog) -> Exchange:
    """Mean price of the target destroyed, and of the bombers lost, in armour units (section 6 (c))."""
    book = Book(catalog)
    packed = pack_bombing_run(shape, rulings, catalog, "exchange")
    space, law = bombing_space(packed), exact_fractions(packed)
    target, bomber = book.unit(shape.target, "exchange, target"), book.unit(shape.bomber, "exchange, bomber")
    price = Fraction(target.cost).limit_denominator(1000)
    if "squads_left" in [table.name for table in space.tables]:
        squads = shape.squads or 3
        left = space.values(law, "squads_left")
        destroyed = price * sum((squads - count) * share for count, share in enumerate(left))
    else:
        rows = space.table("result").rows
        destroyed = price * space.values(law, "result")[rows.index(("destroyed",))]
    losses = space.values(law, "bombers_lost")
    lost = Fraction(bomber.cost).limit_denominator(1000) * sum(count * share for count, share in enumerate(losses))
    return Exchange(Fraction(destroyed), Fraction(lost), destroyed / lost if lost else None)
