"""From the words of a `battle` scenario to units, tables and numbers."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.systems.continental_siege.battle import roster as people
from simlab.systems.continental_siege.battle.board import Board, ground_table, hex_table, ogre_map
from simlab.systems.continental_siege.battle.counts import NAME_LETTERS, Packed, number_cells
from simlab.systems.continental_siege.battle.flight import Flight, Rules, flight_of
from simlab.systems.continental_siege.battle.mixing import mixed_numbers
from simlab.systems.continental_siege.battle.numbering import NumberBook
from simlab.systems.continental_siege.battle.off_map import touching
from simlab.systems.continental_siege.battle.orders import Orders, mix_of, orders_of
from simlab.systems.continental_siege.battle.placing import place_defence
from simlab.systems.continental_siege.battle.replay import new_battle
from simlab.systems.continental_siege.battle.roster import Member
from simlab.systems.continental_siege.battle.shapes import AttackerShape, BattleShape, DefenderShape
from simlab.systems.continental_siege.doctrine.seen import NOBODY
from simlab.systems.continental_siege.doctrine.weights import OGRE_FIRE_WEIGHTS
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import SIDES
from simlab.systems.continental_siege.rules.strength import Aim
from simlab.systems.continental_siege.rulings.air_defence import AaArc
from simlab.systems.continental_siege.rulings.attacks import DisabledAircraftMovement
from simlab.systems.continental_siege.rulings.bombs import BomberEmpty
from simlab.systems.continental_siege.rulings.movement import (
    ArcBoundary,
    ArcFacingUsed,
    ArcOwnHexGround,
    FighterTurnWhen_5,
)
from simlab.systems.continental_siege.stands import SUPERHEAVY_GUNS, Book

MOST_PLACED = 64
_PLACED: dict[bytes, np.ndarray] = {}  # set-up -> where each unit stands
FACING_OF_AA = 2  # south-east, as aircraft face that enter from the north (R68)


def pack_battle(shape: BattleShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `battle` scenario: units, set-up, tables of the map, rules as numbers."""
    scenario = scenario_row(shape, catalog, where)
    board = ogre_map(catalog.rows("map_ogre"))
    roster = people.roster(shape, scenario, rulings, catalog, where)
    types = [member for _, member in roster.types]
    book = Book(catalog)
    scale = lcm(at.SIXTHS, *(member.cost.denominator for member in [*roster.given, *types]))
    kinds = kinds_of([*roster.given, *types])
    sides: tuple[tuple[DefenderShape | AttackerShape, str], ...] = (
        (shape.defender, "defender"),
        (shape.attacker, "attacker"),
    )
    mixes = tuple(mix_of(given, side, catalog, where) for given, side in sides)
    each = tuple(
        [orders_of(given, name, side, catalog, where) for name in mix]
        for (given, side), mix in zip(sides, mixes, strict=True)
    )
    flight = _flight(board, [*roster.given, *types], rulings)
    hexes = hex_table(board)
    hexes[:, at.STATE : at.STATE + SIDES] = flight.numbers
    table, offsets, width = flight_bytes(flight)

    def numbers_of(one: Orders, other: Orders) -> np.ndarray:
        orders = (one, other)
        return NumberBook(board, roster, kinds, shape, orders, scenario, rulings, book, where).numbers(
            scale, offsets, width
        )

    rows = [_unit(member, kinds, scale, rulings, book) for member in [*roster.given, *types]]
    worth = [values_of_kinds(rows, [*roster.given, *types], orders, len(kinds)) for orders in each[at.ATTACKER]]
    for row in rows:
        row[at.VALUED] = worth[0][row[at.KIND]]
    numbers = mixed_numbers(each, [list(mix.values()) for mix in mixes], worth, numbers_of)
    units = np.zeros((roster.room + len(types), at.UNIT_COLUMNS), np.int64)
    units[: len(roster.given)] = rows[: len(roster.given)]
    if types:
        units[roster.room :] = rows[len(roster.given) :]
    many = [[side, _most(roster, name, side), *_letters(name)] for name, side in kinds]
    names = [
        [side, share, *_letters(name)]
        for side, mix in enumerate(mixes) for name, share in mix.items() if len(mix) > 1
    ]  # fmt: skip
    packed = Packed(
        units,
        hexes,
        ground_table(board),
        table,
        numbers,
        np.array(many, np.int64),
        np.array(names, np.int64).reshape(-1, 2 + NAME_LETTERS),
    )
    numbers[at.MOST_POINTS : at.MOST_POINTS + 2] = [_most_points(roster, side, rulings) for side in (0, 1)]
    if not numbers[at.ROOM]:
        units[:] = placed(packed, where)
        numbers[at.PLACING] = 0
    number_cells(packed)
    return packed


def _most(roster: people.Roster, name: str, side: int) -> int:
    """How many of a kind there can be at most."""
    given = sum((member.row.id, member.side) == (name, side) for member in roster.given)
    drawn = roster.drawn[side]
    costs = [member.cost for member, _ in drawn.types if member.row.id == name] if drawn else []
    return given + sum(int(drawn.budget / cost) for cost in costs if drawn)


def _most_points(roster: people.Roster, side: int, rulings: Any) -> int:
    """Victory points of all units of a side together, at most."""
    points = sum(people.points_of(member, rulings) for member in roster.given if member.side == side)
    drawn = roster.drawn[side]
    if drawn and drawn.types:
        dearest = max(Fraction(people.points_of(member, rulings)) / member.cost for member, _ in drawn.types)
        points += int(dearest * drawn.budget)
    return points


def placed(packed: Packed, where: str) -> np.ndarray:
    """The units with the defender's ground units on the hexes of his set-up policy (P2 to P4).

    A search for weights packs one set-up thousands of times: where only weights differ it is remembered.
    """
    units, numbers = packed.units.copy(), packed.numbers.copy()
    units[:, at.VALUED] = 0
    numbers[at.WEIGHTS : at.WEIGHTS + 2 * at.HOOKS * at.WEIGHT_ROOM] = numbers[at.MISSILE_WORTH] = 0
    key = b"".join(array.tobytes() for array in (units, numbers, packed.hexes[:, [at.ON_MAP, at.CRATER, at.ROW]]))
    if key not in _PLACED:
        battle = new_battle(packed, 0)
        battle.units[:] = packed.units
        left = place_defence(battle)
        if left != NOBODY:
            raise ScenarioError(f"{where}: no free legal hex is left for unit {left} (P2)")
        if len(_PLACED) >= MOST_PLACED:
            _PLACED.clear()
        _PLACED[key] = battle.units[:, [at.PLACE, at.HEX]].copy()
    units[:, at.VALUED] = packed.units[:, at.VALUED]
    units[:, [at.PLACE, at.HEX]] = _PLACED[key]
    return units


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
    columns[at.AREA] = people.area_of(member, rulings)
    if member.row.unit_class == "aa" and rulings.aa_arc == AaArc.FORWARD_ARC:
        columns[at.FACING] = FACING_OF_AA
    return columns


def values_of_kinds(rows: list[list[int]], members: list[Member], attacker: Orders, kinds: int) -> list[int]:
    """What a unit of each kind is worth to the weapons of an Ogre or a fortress: its cost, or by weights (W5)."""
    weights = attacker.weights.get("ogre_fire")
    found = [0] * kinds
    for row, member in zip(rows, members, strict=True):
        found[row[at.KIND]] = row[at.COST] if weights is None else target_value(member, weights)
    return found


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
        follows=rulings.offmap_tracking == "virtual_grid",
        touch=touching(rulings),
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
