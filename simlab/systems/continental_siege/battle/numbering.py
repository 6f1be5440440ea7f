"""The rules of a battle as one array of numbers: rulings, tables of a few cells, policies, places of the counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.errors import ScenarioError
from simlab.systems.continental_siege.battle.board import Board, ground_width, hex_number
from simlab.systems.continental_siege.battle.board import column_of as column_on_map
from simlab.systems.continental_siege.battle.orders import Orders
from simlab.systems.continental_siege.battle.roster import Member
from simlab.systems.continental_siege.battle.shapes import MaAtMost
from simlab.systems.continental_siege.doctrine import names
from simlab.systems.continental_siege.doctrine.weights import THRIFT
from simlab.systems.continental_siege.rules import fortress, odds, results
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import SIDES
from simlab.systems.continental_siege.rules.strength import Aim, defence_against, strength
from simlab.systems.continental_siege.rulings import (
    ONE_WAY_IN_BATTLES,
    air_defence,
    attacks,
    bombs,
    fortresses,
    movement,
    points,
)
from simlab.systems.continental_siege.stands import Book

# Boxes of a sheet by their place in the layout.
SYSTEMS = {
    "antipersonnel": at.AP, "secondary_battery": at.SECONDARY, "main_battery": at.MAIN, "missile": at.MISSILE,
    "treads": at.BODY, "ap_bombload": at.AP, "secondary_gun": at.SECONDARY, "main_gun": at.MAIN, "aam": at.MISSILE,
    "bombload": at.BOMBLOAD, "propulsion": at.BODY,
}  # fmt: skip
MOVES = {
    at.MOVE_ARMOUR: "ground_move", at.MOVE_INFANTRY: "infantry_move", at.MOVE_GEV: "gev_move",
    at.MOVE_GEV_AGAIN: "gev_second_move", at.MOVE_AA: "aa_move",
}  # fmt: skip
WEIGHTED = {word: hook for hook, word in MOVES.items()} | {
    "ground_fire": at.GROUND_FIRE, "aa_fire": at.AA_FIRE, "bomber": at.BOMBER_PATH, "ogre_move": at.BIG_MOVE,
    "ogre_fire": at.BIG_FIRE,
}  # fmt: skip
NORTH_FACINGS, SOUTH_FACINGS, WEST_FACING, EAST_FACING = (2, 3), (0, 5), 1, 4  # inward (11.03)
MIDDLE_HEX, MOST_TURNS = "0811", 125


def refuse_other_readings(rulings: Any, where: str) -> None:
    """ScenarioError for a ruling that battles know one reading of only."""
    changed = rulings.changed()
    for name in ONE_WAY_IN_BATTLES:
        if name in changed:
            raise ScenarioError(f"{where}, rulings.{name}: kind battle plays its default only; leave it out")


@dataclass
class NumberBook:
    """What the numbers are made from."""

    board: Board
    members: list[Member]
    orders: tuple[Orders, Orders]
    scenario: Any
    rulings: Any
    book: Book
    where: str

    def numbers(self, scale: int, offsets: dict[tuple[str, int], int], width: int) -> np.ndarray:
        """int64[NUMBERS], by the places of the layout."""
        refuse_other_readings(self.rulings, self.where)
        self.table = np.zeros(at.NUMBERS, np.int64)
        self._scenario(scale, width)
        self._rulings()
        self._combat_table()
        self._sheet()
        self._policies()
        self._entries()
        for (name, allowance), place in offsets.items():
            first = {
                "back": at.BACK,
                "over": at.OVER_HEX,
                "until": at.UNTIL,
                "until_ground": at.UNTIL_GROUND,
                "south": at.LEAVE,
                "north": at.LEAVE_NORTH,
            }[name]
            self.table[first + allowance] = place
        return self.table

    def _put(self, **values: Any) -> None:
        for name, value in values.items():
            self.table[getattr(at, name)] = int(value)

    def _scenario(self, scale: int, width: int) -> None:
        limit = self.rulings.turn_limit
        self._put(
            UNITS=len(self.members),
            FIRST_ATTACKER=next(n for n, member in enumerate(self.members) if member.side == at.ATTACKER),
            HAS_OGRE=any(member.sort == at.OGRE for member in self.members),
            SCALE=scale,
            MISSILE_WORTH=at.SIXTHS * scale // 2,  # P(X) x cost of at least 1/2 (6e, value_first)
            TURN_LIMIT=MOST_TURNS if limit == "none" else limit,
            WIDTH=ground_width(self.board),
            PLACES=width,
            HEXES_ON_MAP=len(self.board.order),
            FIRST_PLAYER=self.rulings.first_player,
            RAID=self.scenario.victory_table == "ff_levels",
            MIDDLE=hex_number(MIDDLE_HEX),
            COMPLETE=self.scenario.complete_defence_strength or 0,
        )

    def _rulings(self) -> None:
        r = self.rulings
        howitzer_from = 2 if r.howitzer_min_range == air_defence.HowitzerMinRange.TWO else 0
        self._put(
            SECOND_D_AIR=results.second_d_on_aircraft(r),
            SECOND_D_ARMOUR=results.second_d_on_armour(r),
            D_KILLS_SQUAD=results.d_kills_squad(r),
            RAM_FROM=r.ogre_ram_roll,
            CP_DEFENCE=r.cp_defence,
            NO_TURN_DISABLED=r.disabled_aircraft_movement == attacks.DisabledAircraftMovement.FULL_MOVE_NO_TURN,
            COMBINED_ON_AIR=r.combined_fire_on_aircraft == attacks.CombinedFireOnAircraft.ALLOWED,
            SAME_HEX_AIR=r.aircraft_same_hex_fire == attacks.AircraftSameHexFire.ALLOWED,
            EMPTY_LOST=r.bomber_empty == bombs.BomberEmpty.COUNTS_AS_LOST,
            ARC_EXCLUSIVE=r.arc_boundary == movement.ArcBoundary.EXCLUSIVE,
            ARC_GROUND_OWN_HEX=r.arc_own_hex_ground == movement.ArcOwnHexGround.ALLOWED,
            ARC_FLOWN=r.arc_facing_used == movement.ArcFacingUsed.MOVEMENT_FACING,
            ENTRY_COST=r.aircraft_entry_cost == movement.AircraftEntryCost.ONE,
            SHORT_TURNS=r.fighter_turn_when_5 == movement.FighterTurnWhen_5.YES,
            LAST_UNIT=r.last_unit_rule == points.LastUnitRule.YES,
            NEAR_HOWITZER=howitzer_from,
            AAM_AGAIN=r.aam_expended == fortresses.AamExpended.REUSABLE,
            AAM_ARC=r.aam_arc == fortresses.AamArc.FORWARD_ARC,
            FF_LATE=fortress.ma_drops_late(r),
            WITHDRAWAL=r.ff_withdrawal,
            LOSS=r.fractional_unit_loss,
            AA_ON_BODY=2 if r.aa_halving_vs_propulsion == air_defence.AaHalvingVsPropulsion.HALF else 1,
            HOWITZER_ON_FF=2 if r.howitzer_vs_ff == air_defence.HowitzerVsFf.FULL else 1,
            FLOOR_TOTAL=r.fractional_strength == attacks.FractionalStrength.FLOOR_TOTAL,
            AA_TIMING=r.aa_fire_timing,
            FLIES_ON=r.bomber_empty == bombs.BomberEmpty.FLIES_ON,
            DISARMED=r.ff_disarmed,
            BOMBS_SAFE=r.ff_bombs_targetable == fortresses.FfBombsTargetable.NO,
            RELEASE=r.bomb_release_hexes,
            BOMBED_ONES=r.bomb_targets_in_hex,
            TREAD_PARTS=r.bomb_tread_attacks == bombs.BombTreadAttacks.ONE_PER_PART,
            BY_CLASS=r.ogre_system_granularity == bombs.OgreSystemGranularity.WEAPON_CLASS,
            FF_POINTS=r.ff_victory_points == points.FfVictoryPoints.PARTIAL_DAMAGE,
        )
        for own in (0, 1):  # the clock of B9 runs alike in every turn
            self.table[at.RECOVER + own] = results.armour_recovers(0, bool(own), r)
            self.table[at.RECOVER + 2 + own] = results.aircraft_recovers(0, bool(own), r)

    def _combat_table(self) -> None:
        crt = self.book.crt
        for column in range(len(odds.COLUMNS)):
            for die in odds.FACES:
                self.table[at.CRT + 7 * column + die] = crt[column][die]
            _, d, x = odds.result_law(crt, column)
            self.table[at.CHANCES + 2 * column] = x * at.SIXTHS
            self.table[at.CHANCES + 2 * column + 1] = d * at.SIXTHS

    def _sheet(self) -> None:
        """The sheet of the attacker's Ogre or fortress, and the bombs of bombers and fortresses (B13, 12.03)."""
        big = next(member for member in self.members if member.sort in (at.OGRE, at.FORTRESS))
        sheet = self.book.sheet(big.row, self.where)
        for row in [*sheet.weapons, sheet.boxes]:
            sort = SYSTEMS[row.system]
            self.table[at.START_BOXES + sort] = row.count * (2 if sort == at.BODY else 1)
            if sort == at.BODY:
                continue
            weapon = self.book.armed(f"{big.row.id}.{row.system}", self.where).weapon
            self.table[at.REACH + sort], self.table[at.TOUGH + sort] = row.range, row.defence
            if "bombload" not in row.system:
                aim = Aim.INFANTRY if row.system == "antipersonnel" else Aim.ARMOUR
                self.table[at.STRENGTH + sort] = strength(weapon, aim, 1, self.rulings)
                self.table[at.STRENGTH_AIR + sort] = strength(weapon, Aim.AIRCRAFT, 1, self.rulings)
            elif row.system == "ap_bombload":
                self.table[at.AP_HALVES] = strength(weapon, Aim.INFANTRY, 1, self.rulings)
                defence = defence_against(weapon, Aim.CP, int(self.rulings.cp_defence), self.rulings)
                column = odds.odds_column(strength(weapon, Aim.CP, defence, self.rulings), defence)
                self.table[at.AP_ON_CP] = column
        self._put(INITIAL=self.table[at.START_BOXES + at.BODY], ROWS=big.row.move)
        load = self.book.weapon_of(self.book.unit("bomber", self.where), self.where)
        self._put(
            LOADS_DROP=strength(load, Aim.ARMOUR, 1, self.rulings),
            HALVED_LOAD=strength(load, Aim.INFANTRY, 1, self.rulings),
        )

    def _policies(self) -> None:
        defender, attacker = (orders.policies for orders in self.orders)
        for side, given in ((at.DEFENDER, defender), (at.ATTACKER, attacker)):
            self._policy(side, at.BOMBER_TARGET, names.BomberTarget, given.bomber_target)
            self._policy(side, at.BOMBER_PATH, names.BomberPath, given.bomber)
            self._policy(side, at.SPLIT, names.Split, given.ogre_loads)
            self._policy(side, at.FIGHTER_HOOK, names.Fighters, given.fighter)
        for hook, word in MOVES.items():
            self._policy(at.DEFENDER, hook, names.GroundMove, getattr(defender, word))
        self._policy(at.DEFENDER, at.GROUND_FIRE, names.GroundFire, defender.ground_fire)
        self._policy(at.DEFENDER, at.AA_FIRE, names.AaFire, defender.aa_fire)
        self._policy(at.ATTACKER, at.BIG_MOVE, names.BigMove, attacker.ogre_move)
        self._policy(at.ATTACKER, at.BIG_FIRE, names.BigFire, attacker.ogre_fire)
        self._policy(at.ATTACKER, at.FORTRESS_TARGET, names.FortressTarget, attacker.ff_move)
        withdrawal = attacker.ff_withdrawal
        if isinstance(withdrawal, MaAtMost):
            self.table[at.POLICY + at.HOOKS * at.ATTACKER + at.WITHDRAW_AT] = withdrawal.ma_at_most
            withdrawal_name = "ma_at_most"
        else:
            withdrawal_name = withdrawal
        self._policy(at.ATTACKER, at.WITHDRAW, names.Withdrawal, withdrawal_name)
        for side, orders in enumerate(self.orders):
            for word, weights in orders.weights.items():
                first = at.WEIGHTS + at.WEIGHT_ROOM * (at.HOOKS * side + WEIGHTED[word])
                self.table[first : first + len(weights)] = weights
        if "ogre_fire" in self.orders[at.ATTACKER].weights:
            self._put(MISSILE_WORTH=self.orders[at.ATTACKER].weights["ogre_fire"][THRIFT])

    def _policy(self, side: int, hook: int, options: Any, word: str) -> None:
        self.table[at.POLICY + at.HOOKS * side + hook] = options[word.upper()]

    def _entries(self) -> None:
        """Hexes and facings of entry by side, and the last-row hexes (11.03, P8, B16)."""
        own_only = self.rulings.aircraft_entry_edge == movement.AircraftEntryEdge.OWN_SETUP_EDGE
        any_facing = self.rulings.aircraft_entry_facing == movement.AircraftEntryFacing.ANY
        north = {(number, facing) for number in self.board.north_edge() for facing in NORTH_FACINGS}
        south = {(number, facing) for number in self.board.south_edge() for facing in SOUTH_FACINGS}
        columns = [column_on_map(number) for number in self.board.order]
        sides = {
            (number, WEST_FACING if column == min(columns) else EAST_FACING)
            for number, column in zip(self.board.order, columns, strict=True)
            if column in (min(columns), max(columns))
        }
        for side, own in ((at.DEFENDER, north), (at.ATTACKER, south)):
            entries = own if own_only else north | south | sides
            if any_facing:
                entries = {(number, facing) for number, _ in entries for facing in range(SIDES)}
            first = at.ENTRIES + at.ENTRY_ROOM * side
            self.table[first] = len(entries)
            for place, (number, facing) in enumerate(sorted(entries)):
                self.table[first + 1 + 2 * place], self.table[first + 2 + 2 * place] = number, facing
        last = sorted(self.board.south_edge())
        self.table[at.ENTRIES_SOUTH : at.ENTRIES_SOUTH + len(last) + 1] = [len(last), *last]
