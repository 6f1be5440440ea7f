"""The rules of a battle as one array of numbers: rulings, tables of a few cells, policies, places of the counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from simlab.errors import ScenarioError
from simlab.systems.continental_siege.battle.board import Board, ground_width, hex_number
from simlab.systems.continental_siege.battle.board import column_of as column_on_map
from simlab.systems.continental_siege.battle.cards import split_cards
from simlab.systems.continental_siege.battle.off_map import touching, tracked
from simlab.systems.continental_siege.battle.orders import CLASSES_OF_FIRE, Orders
from simlab.systems.continental_siege.battle.roster import Roster, place_in_order
from simlab.systems.continental_siege.battle.shapes import AaRing, BattleShape, BestFor, Forward, MaAtMost, Strafe
from simlab.systems.continental_siege.doctrine import names
from simlab.systems.continental_siege.doctrine.weights import THRIFT
from simlab.systems.continental_siege.mission.splits import POINTS
from simlab.systems.continental_siege.rules import fortress, odds, results
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import SIDES
from simlab.systems.continental_siege.rules.strength import Aim, defence_against, strength
from simlab.systems.continental_siege.rulings import (
    NO_CASE_IN_BATTLES,
    air_defence,
    attacks,
    base_game,
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
FIRES = (at.GROUND_FIRE, at.FIRE_INFANTRY, at.FIRE_GEV, at.FIRE_HOWITZER, at.FIRE_AA)
WEIGHTED = {word: hook for hook, word in MOVES.items()} | {
    "ground_fire": at.GROUND_FIRE, "aa_fire": at.AA_FIRE, "bomber": at.BOMBER_PATH, "ogre_move": at.BIG_MOVE,
    "ogre_fire": at.BIG_FIRE,
}  # fmt: skip
NORTH_FACINGS, SOUTH_FACINGS, WEST_FACING, EAST_FACING = (2, 3), (0, 5), 1, 4  # inward (11.03)
MIDDLE_HEX, MOST_TURNS = "0811", 125


def refuse_other_readings(rulings: Any, where: str) -> None:
    """ScenarioError for a ruling that has nothing to decide in a battle."""
    changed = rulings.changed()
    for name, why in NO_CASE_IN_BATTLES.items():
        if name in changed:
            raise ScenarioError(f"{where}, rulings.{name}: {why}; leave it out")


@dataclass
class NumberBook:
    """What the numbers are made from."""

    board: Board
    roster: Roster
    kinds: list[tuple[str, int]]
    shape: BattleShape
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
        self._lists()
        self._set_up(scale)
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
            UNITS=len(self.roster.given),
            FIRST_ATTACKER=len(self.roster.defenders),
            HAS_OGRE=any(member.sort == at.OGRE for member in self.roster.attackers),
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
        self._put(
            DECLARE=r.attack_sequencing == attacks.AttackSequencing.DECLARE_ALL_FIRST,
            JOINT_PROPULSION=r.propulsion_combined_fire == attacks.PropulsionCombinedFire.ALLOWED,
            ONE_ROLL=r.one_unit_many_weapons_vs_propulsion == attacks.OneUnitManyWeaponsVsPropulsion.ONE_ROLL_PER_UNIT,
            D_ON_FORTRESS=r.ff_affected_by_d,
            SPILLOVER=r.aircraft_stack_defence == attacks.AircraftStackDefence.SPILLOVER,
            SPILL_UP=r.fractional_strength == attacks.FractionalStrength.CEIL_EACH,
            SPILL_DOWN=r.fractional_strength
            in (attacks.FractionalStrength.FLOOR_EACH, attacks.FractionalStrength.FLOOR_TOTAL),
            JOINT_LOADS=r.bombload_combination,
            PLOTTING=r.bomb_decision_timing == bombs.BombDecisionTiming.PREPLOTTED,
            JOINT_AP=r.ap_bomb_combination,
            AP_ONCE=r.ap_bomb_per_target_limit == bombs.ApBombPerTargetLimit.ONE_ATTACK_PER_TURN,
            ALL_POINTS=r.bomb_part_rule == bombs.BombPartRule.EXACTLY_6,
            EACH_SQUAD=r.bomb_halved_vs_infantry_group == bombs.BombHalvedVsInfantryGroup.EACH_SQUAD,
            ONE_GUN_TARGET=r.ff_gun_targets == fortresses.FfGunTargets.ALL_ONE_TARGET,
            AA_FORWARD=r.aa_arc == air_defence.AaArc.FORWARD_ARC,
            FIGHT_BEYOND=r.offmap_combat == movement.OffmapCombat.NORMAL,
            TOUCH=touching(r),
            BLOCKED=r.ground_units_and_aircraft == movement.GroundUnitsAndAircraft.ENEMY_HEX_BLOCKED,
            ALONE=r.infantry_grouping == base_game.InfantryGrouping.EACH_ALONE,
        )
        self._put(**tracked(r))
        for side, turn in enumerate(self._entry_turns()):
            self.table[at.ENTRY_TURN + side] = turn
        for own in (0, 1):  # the clock of B9 runs alike in every turn
            self.table[at.RECOVER + own] = results.armour_recovers(0, bool(own), r)
            self.table[at.RECOVER + 2 + own] = results.aircraft_recovers(0, bool(own), r)

    def _entry_turns(self) -> list[int]:
        """The own player-turn in which the aircraft of each side enter (11.03; ruling `aircraft_entry_turn`)."""
        shape, ruling = self.shape, self.rulings.aircraft_entry_turn
        by_side = [shape.defender.entry_turn, shape.attacker.entry_turn]
        if ruling != movement.AircraftEntryTurn.ANY_OWN_TURN and any(by_side):
            raise ScenarioError(f"{self.where}: entry_turn of a side needs ruling aircraft_entry_turn = any_own_turn")
        if ruling == movement.AircraftEntryTurn.FIRST_OWN_TURN and shape.entry_turn:
            raise ScenarioError(f"{self.where}: entry_turn needs aircraft_entry_turn = any_own_turn or scenario_turn")
        return [turn or shape.entry_turn or 1 for turn in by_side]

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
        big = self.roster.attackers[0]
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
                self.table[at.AP_CP_DEFENCE] = defence
                self.table[at.AP_CP_HALVES] = strength(weapon, Aim.CP, defence, self.rulings)
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
            split = "best_for" if isinstance(given.ogre_loads, BestFor) else given.ogre_loads
            self._policy(side, at.SPLIT, names.Split, split)
            fighter = "strafe" if isinstance(given.fighter, Strafe) else given.fighter
            self._policy(side, at.FIGHTER_HOOK, names.Fighters, fighter)
        for hook, word in MOVES.items():
            self._policy(at.DEFENDER, hook, names.GroundMove, getattr(defender, word))
        for hook, word in zip(FIRES, CLASSES_OF_FIRE, strict=True):
            self._policy(at.DEFENDER, hook, names.GroundFire, getattr(defender, word))
            self.table[at.FIRE_POLICIES] |= 1 << names.GroundFire[getattr(defender, word).upper()]
        self._policy(at.DEFENDER, at.AA_FIRE, names.AaFire, defender.aa_fire)
        if defender.aa_fire == "best_dp" and self.table[at.DECLARE]:
            raise ScenarioError(
                f"{self.where}, defender.policies.aa_fire: best_dp looks at one attack before the next is declared; "
                "not with attack_sequencing = declare_all_first"
            )
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

    def _lists(self) -> None:
        """The lists of `strafe` and the cards of `best_for` (R75, R76)."""
        for side, given in enumerate(orders.policies for orders in self.orders):
            if isinstance(given.fighter, Strafe):
                where = f"{self.where}, {('defender', 'attacker')[side]}.policies.fighter.strafe"
                listed = [self.book.unit(name, where).id for name in given.fighter.strafe]
                self.table[at.LISTED] |= 1 << side
                for kind, (name, owner) in enumerate(self.kinds):
                    if owner != side and name in listed:
                        self.table[at.RANKS + kind] = len(listed) - listed.index(name)
            if isinstance(given.ogre_loads, BestFor) and self.table[at.HAS_OGRE]:
                if self.table[at.LOADS_DROP] != at.HALVES * POINTS:
                    raise ScenarioError(f"{self.where}: best_for divides bombloads of {POINTS}")
                first = at.BEST_PARTS + at.BEST_ROOM * side
                cards = split_cards(given.ogre_loads.best_for, self.book, self.roster.attackers[0], self.rulings)
                self.table[first : first + len(cards)] = cards

    def _set_up(self, scale: int) -> None:
        """How the defender is placed, and what is drawn (P2 to P6)."""
        setup = self.orders[at.DEFENDER].of("setup")
        forward = setup.forward if isinstance(setup, Forward) else ()
        word = "aa_ring" if isinstance(setup, AaRing) else "standard_rear" if isinstance(setup, Forward) else setup
        self._put(
            PLACING=1 + names.SetUp[word.upper()],
            RING=setup.aa_ring if isinstance(setup, AaRing) else 0,
            LIMIT=2 * (self.scenario.central_area_attack_strength_limit or 0),
            NORTH_ROW=self.rulings.map_north_last_row,
            DEFENDERS=len(self.roster.defenders),
            ATTACKERS=len(self.roster.attackers),
        )
        for kind in range(len(self.kinds)):
            self.table[at.PLACES_OF_KINDS + kind] = -1
        types = [(member.side, member) for member in self.roster.given] + self.roster.types
        for side, member in types:
            kind = self.kinds.index((member.row.id, side))
            self.table[at.PLACES_OF_KINDS + kind] = place_in_order(member, forward)
        if any(self.roster.drawn) or setup == "random_legal":
            self._put(ROOM=self.roster.room)
        row = self.roster.room
        for side, drawn in enumerate(self.roster.drawn):
            first = at.DRAWS + at.DRAW_ROOM * side
            if drawn is None:
                continue
            self.table[first], self.table[first + 1] = len(drawn.types), int(drawn.budget * scale)
            for place, (member, weight) in enumerate(drawn.types):
                cell = first + 2 + 3 * place
                self.table[cell : cell + 3] = row, int(member.cost * scale), weight
                row += 1

    def _policy(self, side: int, hook: int, options: Any, word: str) -> None:
        self.table[at.POLICY + at.HOOKS * side + hook] = options[word.upper()]

    def _entries(self) -> None:
        """Hexes and facings of entry by side, and the last-row hexes (11.03, P8, B16)."""
        own_only = self.rulings.aircraft_entry_edge == movement.AircraftEntryEdge.OWN_SETUP_EDGE
        any_facing = self.rulings.aircraft_entry_facing == movement.AircraftEntryFacing.ANY
        for side, entries in enumerate(_entries_of(self.board, own_only, any_facing)):
            first = at.ENTRIES + at.ENTRY_ROOM * side
            self.table[first] = len(entries)
            for place, (number, facing) in enumerate(entries):
                self.table[first + 1 + 2 * place], self.table[first + 2 + 2 * place] = number, facing
        last = sorted(self.board.south_edge())
        self.table[at.ENTRIES_SOUTH : at.ENTRIES_SOUTH + len(last) + 1] = [len(last), *last]


@lru_cache(maxsize=8)
def _entries_of(board: Board, own_only: bool, any_facing: bool) -> tuple[list[tuple[int, int]], ...]:
    """(hex, facing) of the entries of the defender and of the attacker, in order."""
    north = {(number, facing) for number in board.north_edge() for facing in NORTH_FACINGS}
    south = {(number, facing) for number in board.south_edge() for facing in SOUTH_FACINGS}
    columns = [column_on_map(number) for number in board.order]
    sides = {
        (number, WEST_FACING if column == min(columns) else EAST_FACING)
        for number, column in zip(board.order, columns, strict=True)
        if column in (min(columns), max(columns))
    }
    found = []
    for own in (north, south):
        entries = own if own_only else north | south | sides
        if any_facing:
            entries = {(number, facing) for number, _ in entries for facing in range(SIDES)}
        found.append(sorted(entries))
    return tuple(found)
