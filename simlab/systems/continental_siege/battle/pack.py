"""From the words of a `battle` scenario to units, tables and numbers."""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.continental_siege.battle import roster as people
from simlab.systems.continental_siege.battle.board import Board, ground_table, hex_table, ogre_map
from simlab.systems.continental_siege.battle.counts import NAME_LETTERS, Packed, number_cells
from simlab.systems.continental_siege.battle.flight import Flight, Rules, flight_of
from simlab.systems.continental_siege.battle.numbering import NumberBook
from simlab.systems.continental_siege.battle.orders import Orders, orders_of
from simlab.systems.continental_siege.battle.placing import Group, standard_rear
from simlab.systems.continental_siege.battle.roster import Member
from simlab.systems.continental_siege.battle.shapes import AaRing, BattleShape
from simlab.systems.continental_siege.doctrine.weights import OGRE_FIRE_WEIGHTS
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import SIDES
from simlab.systems.continental_siege.rules.strength import Aim
from simlab.systems.continental_siege.rulings.attacks import DisabledAircraftMovement
from simlab.systems.continental_siege.rulings.bombs import BomberEmpty
from simlab.systems.continental_siege.rulings.movement import (
    ArcBoundary,
    ArcFacingUsed,
    ArcOwnHexGround,
    FighterTurnWhen_5,
)
from simlab.systems.continental_siege.stands import SUPERHEAVY_GUNS, Book


def pack_battle(shape: BattleShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `battle` scenario: units, set-up, tables of the map, rules as numbers."""
    scenario = scenario_row(shape, catalog, where)
    board = ogre_map(catalog.rows("map_ogre"))
    members = people.roster(shape, scenario, rulings, catalog, where)
    book = Book(catalog)
    orders = (
        orders_of(shape.defender, "defender", catalog, where),
        orders_of(shape.attacker, "attacker", catalog, where),
    )
    scale = lcm(at.SIXTHS, *(member.cost.denominator for member in members))
    kinds = kinds_of(members)
    units = np.array([_unit(member, kinds, scale, rulings, book) for member in members], np.int64)
    value_targets(units, members, orders[at.ATTACKER])
    places = placed(board, members, scenario, orders[at.DEFENDER].of("setup"), rulings, where)
    for unit, number in places.items():
        units[unit, at.PLACE], units[unit, at.HEX] = at.HERE, number
    flight = _flight(board, members, rulings)
    hexes = hex_table(board)
    hexes[:, at.STATE : at.STATE + SIDES] = flight.numbers
    table, offsets, width = flight_bytes(flight)
    numbers = NumberBook(board, members, orders, scenario, rulings, book, where).numbers(scale, offsets, width)
    rows = [[side, sum((m.row.id, m.side) == (name, side) for m in members), *_letters(name)] for name, side in kinds]
    packed = Packed(units, hexes, ground_table(board), table, numbers, np.array(rows, np.int64))
    number_cells(packed)
    return packed


def scenario_row(shape: BattleShape, catalog: Catalog, where: str) -> Any:
    """The row of scenarios.csv; ScenarioError names the nearest battle."""
    rows = {row.id: row for row in catalog.rows("scenarios") if row.map == "ogre_map"}
    if shape.scenario not in rows:
        raise ScenarioError(
            f'{where}, scenario: no battle "{shape.scenario}"; nearest: {nearest(shape.scenario, rows)}'
        )
    return rows[shape.scenario]


def kinds_of(members: list[Member]) -> list[tuple[str, int]]:
    """(id, side) of every kind of unit, in the order of the first of each."""
    return list(dict.fromkeys((member.row.id, member.side) for member in members))


def _letters(name: str) -> list[int]:
    return [ord(letter) for letter in name[:NAME_LETTERS].ljust(NAME_LETTERS, "\0")]


def _unit(member: Member, kinds: list[tuple[str, int]], scale: int, rulings: Any, book: Book) -> list[int]:
    """The row of a unit before it is placed."""
    row = member.row
    columns = [0] * at.UNIT_COLUMNS
    columns[at.KIND], columns[at.SIDE], columns[at.HEX] = kinds.index((row.id, member.side)), member.side, at.NOWHERE
    columns[at.PLACE], columns[at.CLASS] = at.WAITING, member.sort
    if member.sort not in (at.OGRE, at.FORTRESS):
        columns[at.ATTACK] = people.halves_of(member, Aim.ARMOUR, rulings, book)
        columns[at.ATTACK_AIR] = people.halves_of(member, Aim.AIRCRAFT, rulings, book)
        columns[at.RANGE], columns[at.DEFENCE] = row.range or 0, row.defence or 0
    columns[at.MOVE] = row.move
    columns[at.SECOND] = int(rulings.gev_second_move) if row.second_move else 0
    columns[at.COST], columns[at.POINTS] = int(member.cost * scale), people.points_of(member, rulings)
    columns[at.ROUGH] = int(row.id in people.ROUGH_GOING or member.sort == at.OGRE)
    columns[at.GUNS] = SUPERHEAVY_GUNS if row.id == "superheavy" else 1
    printed = row.treads_cost if member.sort != at.CP else None  # a CP is rammed only when it has a defence (B14)
    columns[at.RAM_COST] = 1 if printed is None else printed
    columns[at.PRINTED] = row.attack or 0
    columns[at.SURVIVES] = people.survives_as(member, rulings)
    columns[at.LOADS] = row.loads
    return columns


def value_targets(units: np.ndarray, members: list[Member], attacker: Orders) -> None:
    """Write what each unit is worth to the weapons of an Ogre or a fortress: its cost, or by weights (W5)."""
    units[:, at.VALUED] = units[:, at.COST]
    if "ogre_fire" in attacker.weights:
        for unit, member in enumerate(members):
            units[unit, at.VALUED] = target_value(member, attacker.weights["ogre_fire"])


def target_value(member: Member, weights: tuple[int, ...]) -> int:
    """What a unit is worth by weights; never below 0 (W5)."""
    by_name = dict(zip(OGRE_FIRE_WEIGHTS, weights, strict=True))
    if member.sort == at.CP:
        return max(by_name["cp"], 0)
    if member.sort == at.INFANTRY:
        return max(by_name["squad"], 0)
    row = member.row
    total = by_name["attack"] * (row.attack or 0) + by_name["range"] * (row.range or 0) + by_name["move"] * row.move
    return max(total, 0)


def placed(board: Board, members: list[Member], scenario: Any, policy: Any, rulings: Any, where: str) -> dict[int, int]:
    """Unit -> hex of the defender's ground units by the set-up policy (P2 to P4).

    AA units stand in the north, so ruling `aa_strength_in_area_limit` has nothing to say.
    """
    ground = [n for n, m in enumerate(members) if m.side == at.DEFENDER and m.sort < at.OGRE]
    squads = [n for n in ground if members[n].sort == at.INFANTRY]
    groups = [Group([0], "cp", 0)]
    for first in range(0, len(squads), people.SQUADS_A_GROUP):
        ids = squads[first : first + people.SQUADS_A_GROUP]
        groups.append(Group(ids, "infantry_squad", sum(members[n].row.attack for n in ids)))
    for n in ground:
        row = members[n].row
        if members[n].sort not in (at.CP, at.INFANTRY):
            groups.append(Group([n], "aa" if row.unit_class == "aa" else row.id, row.attack))
    ring = policy.aa_ring if isinstance(policy, AaRing) else None
    limit = scenario.central_area_attack_strength_limit
    return standard_rear(board, groups, limit, int(rulings.map_north_last_row), ring, where)


def _flight(board: Board, members: list[Member], rulings: Any) -> Flight:
    """The tables of flight for the aircraft of this battle."""
    flying = [member for member in members if member.sort >= at.BOMBER]
    bombers = {(member.row.move,) for member in flying if member.sort == at.BOMBER}
    fighters = {(member.row.move - 1, member.row.move) for member in flying if member.sort == at.FIGHTER}
    leaving = set()
    for member in flying:
        if member.sort == at.BOMBER and rulings.bomber_empty == BomberEmpty.FLIES_ON:
            leaving.add(((member.row.move,), "south" if member.side == at.ATTACKER else "north"))
        if member.sort == at.FORTRESS:
            allowances = {(steps,) for steps in range(1, member.row.move + 1)}
            bombers |= allowances
            leaving |= {(each, "south" if member.side == at.ATTACKER else "north") for each in allowances}
    reach = max([member.row.range for member in flying if member.sort == at.FIGHTER], default=3)
    rules = Rules(
        entry_cost=1 - int(rulings.aircraft_entry_cost),
        reach=reach,
        exclusive=rulings.arc_boundary == ArcBoundary.EXCLUSIVE,
        release=int(rulings.bomb_release_hexes),
        short_turns=rulings.fighter_turn_when_5 == FighterTurnWhen_5.YES,
        straight=rulings.disabled_aircraft_movement == DisabledAircraftMovement.FULL_MOVE_NO_TURN,
        flown_arc=rulings.arc_facing_used == ArcFacingUsed.MOVEMENT_FACING,
        ground_here=rulings.arc_own_hex_ground == ArcOwnHexGround.ALLOWED,
    )
    return flight_of(board, tuple(sorted(bombers)), tuple(sorted(fighters)), tuple(sorted(leaving)), rules)


def flight_bytes(flight: Flight) -> tuple[np.ndarray, dict[tuple[str, int], int], int]:
    """The tables of flight as bytes in int64 words; (table, allowance) -> its first byte; bytes for one target."""
    states = int(flight.numbers.max()) + 1
    width = -(-max(states, 1) // 8) * 8
    parts: list[np.ndarray] = []
    offsets: dict[tuple[str, int], int] = {}
    place = 0
    by_moves = [("back", flight.back), ("over", flight.over), ("until", flight.until)]
    if flight.until_ground is not flight.until:
        by_moves.append(("until_ground", flight.until_ground))
    for name, tables in by_moves:
        for lengths, table in tables.items():
            rows = np.full((1 if table.ndim == 1 else len(table), width), at.FAR, np.ubyte)
            rows[:, :states] = table
            allowance = at.FIGHTER_MA if len(lengths) > 1 else lengths[0]
            offsets[name, allowance] = place
            parts.append(rows.reshape(-1))
            place += rows.size
    if flight.until_ground is flight.until:
        offsets |= {("until_ground", moves): first for (name, moves), first in offsets.items() if name == "until"}
    for (lengths, edge), table in flight.leave.items():
        row = np.full(width, at.FAR, np.ubyte)
        row[:states] = table
        offsets[edge, lengths[0]] = place
        parts.append(row)
        place += width
    if not parts:
        return np.zeros(1, np.int64), offsets, width
    return np.concatenate(parts).view(np.int64), offsets, width
