"""The units of a battle as rows of numbers: ids, strengths after rulings, costs, points (B15, 6e, 11.02)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.continental_siege.battle.shapes import MOST_UNITS, BattleShape, Bought
from simlab.systems.continental_siege.rules.layout import (
    ARMOUR,
    ATTACKER,
    BOMBER,
    CP,
    DEFENDER,
    FIGHTER,
    FORTRESS,
    GEV,
    HEAVY_AA,
    HOWITZER,
    INFANTRY,
    LIGHT_AA,
    OGRE,
)
from simlab.systems.continental_siege.rules.strength import Aim, strength
from simlab.systems.continental_siege.rulings.points import FfVictoryPoints, SurvivingStrengthCountsAir
from simlab.systems.continental_siege.stands import SUPERHEAVY_GUNS, Book

SQUADS_A_GROUP = 3
CP_WORTH = 10  # for policies (6e, `value_first`)
ROUGH_GOING = ("infantry_squad", "superheavy")  # cross rubble, as Ogres do (B3)
FF_COSTS = {"propulsion_ratio": Fraction(25, 60)}  # armour units for each propulsion unit (ruling ff_cost)
OGRE_POINTS = {17: 100, 25: 150}  # victory points by cost, as for Ogres (ruling ff_victory_points)


class Member(NamedTuple):
    """A unit of the battle. sort: its class in the layout."""

    row: Any
    side: int
    sort: int
    cost: Fraction


def sort_of(row: Any) -> int:
    """The class of a unit in the layout of a battle."""
    if row.unit_class == "aa":
        return LIGHT_AA if row.move > 0 else HEAVY_AA
    if row.unit_class == "aircraft":
        return BOMBER if row.loads > 0 else FIGHTER
    if row.unit_class == "armour":
        return HOWITZER if row.may_attack_aircraft else GEV if row.second_move else ARMOUR
    return {"infantry": INFANTRY, "structure": CP, "ogre": OGRE, "ff": FORTRESS}[row.unit_class]


def cost_of(row: Any, rulings: Any) -> Fraction:
    """Price in armour units (11.02; rulings `aircraft_cost`, `aa_cost`, `ff_cost`)."""
    if row.unit_class == "aircraft":
        return Fraction(rulings.aircraft_cost)
    if row.unit_class == "aa":
        if rulings.aa_cost == "heavy_counts_two":
            return Fraction(2 if row.move == 0 else 1)
        return Fraction(rulings.aa_cost)
    return Fraction(row.cost).limit_denominator(60)


def fortress_cost(row: Any, boxes: int, rulings: Any) -> Fraction:
    """Price of a Flying Fortress (ruling `ff_cost`)."""
    if rulings.ff_cost == "ogre_analogy":
        return Fraction(row.cost)
    if rulings.ff_cost in FF_COSTS:
        return FF_COSTS[rulings.ff_cost] * boxes
    return Fraction(rulings.ff_cost)


def roster(shape: BattleShape, scenario: Any, rulings: Any, catalog: Catalog, where: str) -> list[Member]:
    """All units in the order of their ids: CP, squads, bought units; the attacker's Ogre or fortress, bought units."""
    book = Book(catalog)
    members = [_member(book.unit("cp", where), DEFENDER, Fraction(CP_WORTH))]
    squad = book.unit("infantry_squad", where)
    squads = scenario.defender_infantry_points // squad.attack
    members += [_member(squad, DEFENDER, Fraction(squad.attack, SQUADS_A_GROUP))] * squads
    may_buy = scenario.defender_may_buy.split(";")
    budget = _budget(shape.defender.armour_units, scenario.defender_armour_units)
    members += _bought(shape.defender.force, DEFENDER, may_buy, budget, rulings, book, f"{where}, defender.force")
    big = book.unit(scenario.attacker, where)
    cost = Fraction(big.cost)
    if big.unit_class == "ff":
        cost = fortress_cost(big, book.sheet(big, where).boxes.count, rulings)
    members.append(_member(big, ATTACKER, cost))
    air = [name for name in may_buy if name in ("bomber", "fighter")]
    budget = _budget(shape.attacker.armour_units, scenario.attacker_extra_armour_units)
    members += _bought(shape.attacker.force, ATTACKER, air, budget, rulings, book, f"{where}, attacker.force")
    if len(members) > MOST_UNITS:
        raise ScenarioError(f"{where}: {len(members)} units; dice have room for {MOST_UNITS}")
    return members


def _budget(given: float | None, usual: int) -> Fraction:
    """Armour units that a side may spend: its own number, else that of the scenario (B17)."""
    return Fraction(usual) if given is None else Fraction(given).limit_denominator(60)


def _member(row: Any, side: int, cost: Fraction) -> Member:
    return Member(row, side, sort_of(row), cost)


def _bought(
    force: Sequence[Bought], side: int, may_buy: list[str], budget: Fraction, rulings: Any, book: Book, where: str
) -> list[Member]:
    """The units of a force list, in its order; ScenarioError when one may not be bought or the budget is passed."""
    members, spent = [], Fraction(0)
    for number, entry in enumerate(force):
        row = book.unit(entry.unit, f"{where}[{number}].unit")
        if entry.count and row.id not in may_buy:
            options = ", ".join(may_buy) if budget else "none, this scenario gives no armour units to this side"
            raise ScenarioError(f'{where}[{number}].unit: "{row.id}" cannot be bought; options: {options}')
        cost = cost_of(row, rulings)
        spent += cost * entry.count
        members += [_member(row, side, cost)] * entry.count
    if spent > budget:
        raise ScenarioError(f"{where}: costs {float(spent):g} armour units; {float(budget):g} may be spent (B17)")
    return members


def halves_of(member: Member, aim: Aim, rulings: Any, book: Book) -> int:
    """Strength in halves of one attack of a unit without a sheet against such a target; 0 for none."""
    row = member.row
    if not row.attack or member.sort in (CP, BOMBER):
        return 0
    weapon = book.weapon_of(row, row.id)
    if row.id == "superheavy":
        weapon = weapon._replace(attack=weapon.attack // SUPERHEAVY_GUNS)
    return strength(weapon, aim, 1, rulings)


def survives_as(member: Member, rulings: Any) -> int:
    """Strength, in halves, that a surviving unit counts for a complete victory (B17, P32)."""
    if member.sort in (CP, OGRE, FORTRESS):
        return 0
    counted = rulings.surviving_strength_counts_air
    if member.sort in (BOMBER, FIGHTER) and counted != SurvivingStrengthCountsAir.PRINTED:
        return 0
    if member.sort in (LIGHT_AA, HEAVY_AA) and counted == SurvivingStrengthCountsAir.NONE_OF_THE_NEW_UNITS:
        return 0
    return 2 * member.row.attack


def points_of(member: Member, rulings: Any) -> int:
    """Victory points for destroying a unit (6e; ruling `ff_victory_points`)."""
    row = member.row
    if member.sort != FORTRESS:
        return row.victory_points or 0
    if rulings.ff_victory_points == FfVictoryPoints.OGRE_TABLE:
        return OGRE_POINTS[int(row.cost)]
    return int(6 * member.cost)
