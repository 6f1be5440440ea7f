"""The units of a battle as rows of numbers: ids, strengths after rulings, costs, points (B15, 6e, 11.02)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.continental_siege.battle.placing import RANKS_OF_FORWARD, RANKS_OF_REAR
from simlab.systems.continental_siege.battle.shapes import MOST_UNITS, BattleShape, Bought, Mix
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
from simlab.systems.continental_siege.rulings.points import (
    AaStrengthInAreaLimit,
    FfVictoryPoints,
    SurvivingStrengthCountsAir,
)
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


class Drawn(NamedTuple):
    """Types that are drawn for a side until nothing can be paid (P5, P6): one of each with its weight, the budget."""

    types: list[tuple[Member, int]]
    budget: Fraction

    def most(self) -> int:
        """How many units can be drawn at most."""
        return int(self.budget / min(member.cost for member, _ in self.types)) if self.types else 0


class Roster(NamedTuple):
    """The given units of both sides in the order of their ids, and what is drawn after each (none: a list is given)."""

    defenders: list[Member]
    attackers: list[Member]
    drawn: tuple[Drawn | None, Drawn | None]

    @property
    def given(self) -> list[Member]:
        """All units that are there in every battle."""
        return [*self.defenders, *self.attackers]

    @property
    def types(self) -> list[tuple[int, Member]]:
        """(side, unit) of every type that may be drawn."""
        return [(side, member) for side, drawn in enumerate(self.drawn) if drawn for member, _ in drawn.types]

    @property
    def room(self) -> int:
        """The greatest number of units."""
        return len(self.given) + sum(drawn.most() for drawn in self.drawn if drawn)


def roster(shape: BattleShape, scenario: Any, rulings: Any, catalog: Catalog, where: str) -> Roster:
    """All units in the order of their ids: CP, squads, bought units; the attacker's Ogre or fortress, bought units."""
    book = Book(catalog)
    defenders = [_member(book.unit("cp", where), DEFENDER, Fraction(CP_WORTH))]
    squad = book.unit("infantry_squad", where)
    squads = scenario.defender_infantry_points // squad.attack
    defenders += [_member(squad, DEFENDER, Fraction(squad.attack, SQUADS_A_GROUP))] * squads
    may_buy = scenario.defender_may_buy.split(";")
    big = book.unit(scenario.attacker, where)
    cost = Fraction(big.cost)
    if big.unit_class == "ff":
        cost = fortress_cost(big, book.sheet(big, where).boxes.count, rulings)
    attackers = [_member(big, ATTACKER, cost)]
    raid = scenario.victory_table == "ff_levels"
    options = (may_buy, [name for name in may_buy if name in ("bomber", "fighter")])
    budgets = (
        _budget(shape.defender.armour_units, scenario.defender_armour_units),
        _budget(shape.attacker.armour_units, scenario.attacker_extra_armour_units),
    )
    drawn: list[Drawn | None] = [None, None]
    for side, force in ((DEFENDER, shape.defender.force), (ATTACKER, shape.attacker.force)):
        place = f"{where}, {('defender', 'attacker')[side]}.force"
        if isinstance(force, tuple):
            mine = _bought(force, side, options[side], budgets[side], rulings, book, place)
            (defenders if side == DEFENDER else attackers).extend(mine)
        else:
            drawn[side] = _drawn(force, side, options[side], budgets[side], raid, rulings, book, place)
    made = Roster(defenders, attackers, (drawn[DEFENDER], drawn[ATTACKER]))
    if made.room > MOST_UNITS:
        raise ScenarioError(f"{where}: {made.room} units; dice have room for {MOST_UNITS}")
    return made


def _drawn(
    force: Mix | str, side: int, may_buy: list[str], budget: Fraction, raid: bool, rulings: Any, book: Book, where: str
) -> Drawn:
    """The types of `random_mix` and `mix` (P5): in raids only those that can attack aircraft."""
    weights = force.mix if isinstance(force, Mix) else dict.fromkeys(may_buy, 1)
    types = []
    for name in weights:
        if name not in may_buy:
            raise ScenarioError(f'{where}.mix: "{name}" cannot be bought; options: {", ".join(may_buy)}')
    for name in may_buy:
        row = book.unit(name, where)
        member = _member(row, side, cost_of(row, rulings))
        if weights.get(name) and not (raid and not may_fire_at_aircraft(member, rulings, book)):
            types.append((member, weights[name]))
    if budget > 0 and not types:
        raise ScenarioError(f"{where}: no type can be drawn; in a raid only those that may attack aircraft are (P5)")
    return Drawn(types if budget > 0 else [], budget)


def may_fire_at_aircraft(member: Member, rulings: Any, book: Book) -> bool:
    """May a unit attack aircraft (11.08)? A bomber may not."""
    return halves_of(member, Aim.AIRCRAFT, rulings, book) > 0


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


def area_of(member: Member, rulings: Any) -> int:
    """Strength, in halves, that counts towards the limit of the central area (B17; `aa_strength_in_area_limit`)."""
    ground = rulings.aa_strength_in_area_limit == AaStrengthInAreaLimit.GROUND
    halved = member.row.unit_class == "aa" and ground
    return (member.row.attack or 0) * (1 if halved else 2)


def points_of(member: Member, rulings: Any) -> int:
    """Victory points for destroying a unit (6e; ruling `ff_victory_points`)."""
    row = member.row
    if member.sort != FORTRESS:
        return row.victory_points or 0
    if rulings.ff_victory_points == FfVictoryPoints.OGRE_TABLE:
        return OGRE_POINTS[int(row.cost)]
    return int(6 * member.cost)


def place_in_order(member: Member, first: Sequence[str] = ()) -> int:
    """The place of a unit in the order of P3, or of R83 with these types first; -1 for one that is not placed by it."""
    if member.side != DEFENDER or member.sort == CP or member.sort >= OGRE:
        return -1
    name = "aa" if member.row.unit_class == "aa" else member.row.id
    if name in RANKS_OF_REAR:
        return RANKS_OF_REAR.index(name)
    forward = [*dict.fromkeys([*first, *RANKS_OF_FORWARD])]
    return len(RANKS_OF_REAR) + forward.index(name if name in forward else "other")
