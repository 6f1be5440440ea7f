"""From the words of a `campaign` to arrays: who may shoot at whom with which card, who may attack what and how.

Everything that does not hang on the course of play is decided here; what does (who is still there, suppressed, shaken,
away) is the kernel's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.dice import threshold
from simlab.systems.command_decision.attack.pack import (
    ACTOR,
    AT_LEAST,
    EFFECTS,
    FIRST,
    HE_ON,
    HITS_ON,
    LAST,
    NTH,
)
from simlab.systems.command_decision.battle.fire import Fire
from simlab.systems.command_decision.battle.forces import Aircraft, Forces, Stand
from simlab.systems.command_decision.battle.shapes import SIDES, CampaignShape
from simlab.systems.command_decision.battle.state import MOST_ATTACKS
from simlab.systems.command_decision.rules.attacks import UNTOUCHED
from simlab.systems.command_decision.rules.cards import feels_penalty
from simlab.systems.command_decision.rules.geometry import Point, thousandths, within
from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.rules.helicopters import turns_away, turns_over_table
from simlab.systems.command_decision.rules.hitting import removal_threshold, split_first
from simlab.systems.command_decision.rules.strikes import primary_faces
from simlab.systems.command_decision.rulings import (
    AaShotsPerTurn,
    ChopperRemovedMeaning,
    CollectiveVsNoe,
    RocketExpended,
)
from simlab.systems.command_decision.rulings.strike import (
    AlternativePointPolicy,
    MoraleAbortedStrike,
    MoraleOwnSide,
    MoraleStacking,
)
from simlab.systems.command_decision.stands import collective_card

# columns of Packed.stands
SIDE, POINTS, ROF, PASS_ON, IS_SYSTEM = range(5)
# columns of Packed.aircraft; NUMBER is that within its side; TAKES: the collective roll may fall on it;
# ONE_VOLLEY: it leaves to re-arm when it has attacked
A_SIDE, HELI, A_POINTS, NUMBER, ARRIVES, ENTRY, FELT, TAKES, STAYS, SIGHT, IS_MISSILE, ONE_VOLLEY = range(12)
# columns of Packed.sides
BREAK_AT, PLANES_A_TURN, CONCENTRATE, PRIMARY_TO, COLLECTIVE_CARD, FIRST_STAND, LAST_STAND, TOTAL_POINTS = range(8)
PENALTIES = 11
NEVER = 1_000_000


class Packed(NamedTuple):
    """A packed campaign.

    n stands, m aircraft, both sides. stands: int64[n, 5]; aircraft: int64[m, 12]; sides: int64[2, 8]; order: int64[2,
    n], the enemy's stands as a side prefers them, -1 behind; may: int64[m, n], may it take this stand for its target;
    marks: int64[n, n], own stands that the opponent may mark in place of a primary one, nearest first, -1 behind;
    shots: int64[m, n, n, 2], card of a system (second) at an aircraft that attacks a stand (third; helicopters: 0),
    suppressed or not, -1 none; cards: int64[k, 7], a `ShotCard` a row; ranks: int64[k], higher for a higher chance of
    an abort; attack_of: int64[m, n, 11], attack of an aircraft on a stand by penalty, 0 none; attacks: int64[a, 2],
    its first and last row of touches; touches: int64[b, 4], stand, least result, first and last row of rolls; rolls:
    int64[c, 5], actor, nth, hits on, effects, HE on; near: int64[n, n], are two stands within the morale radius;
    exposed: int64[m, n], 1 for an enemy stand whose presence costs a helicopter with missiles its exemption from
    collective fire, 2 for one within the collective radius, 3 for both.
    """

    stands: np.ndarray
    aircraft: np.ndarray
    sides: np.ndarray
    order: np.ndarray
    may: np.ndarray
    marks: np.ndarray
    shots: np.ndarray
    cards: np.ndarray
    ranks: np.ndarray
    attack_of: np.ndarray
    attacks: np.ndarray
    touches: np.ndarray
    rolls: np.ndarray
    near: np.ndarray
    exposed: np.ndarray
    sizes: np.ndarray  # int64[2, 6], cells of points, planes, helicopters, systems, stands lost and of attacks
    turns: int
    first: int
    margin: int
    morale: int
    once: int  # 1: two strikes near count as one (ruling morale_stacking)
    own_side: int
    aborted_strike: int
    strike_morale: int  # what one strike takes from the pass number
    shaken_by: int
    demoralised_by: int
    sight_plane: int
    per_phase: int
    bonus: int
    stacking: int
    cap: int
    converted: int
    uses: int
    plane_loss: int
    removal: int
    split_first: int
    back_effect: int
    may_rearm: int
    may_return: int  # turns after which a plane comes back, 0 never
    away_good: int
    away_shaken: int
    radius_asked: int  # 1 when collective fire needs an enemy within the radius


def pack_campaign(shape: CampaignShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `campaign` scenario."""
    forces = Forces(shape, rulings, catalog, where)
    constants = forces.book.constants
    n, m = len(forces.stands), len(forces.aircraft)
    fire = Fire(forces, shape, rulings)
    may = np.zeros((m, max(n, 1)), np.int64)
    shots = np.full((m, max(n, 1), max(n, 1), 2), -1, np.int64)
    attacks = AttackRows()
    attack_of = np.zeros((m, max(n, 1), PENALTIES), np.int64)
    exposed = np.zeros((m, max(n, 1)), np.int64)
    marks = _marks(forces, rulings)
    for a, aircraft in enumerate(forces.aircraft):
        enemies = [stand for stand in forces.stands if stand.side != aircraft.side]
        reached = [stand for stand in enemies if fire.in_reach(aircraft, stand) and forces.may_attack(aircraft, stand)]
        may[a, [stand.number for stand in reached]] = 1
        points = _points(aircraft, reached, forces, marks)
        for stand in points:
            for penalty in range(PENALTIES):
                attack_of[a, stand.number, penalty] = attacks.number(forces.attack(aircraft, stand, penalty))
        for system in (stand for stand in enemies if stand.firer is not None):
            for point in [None] if aircraft.is_helicopter else points:
                for suppressed in (0, 1):
                    place = 0 if point is None else point.number
                    shots[a, system.number, place, suppressed] = fire.card(aircraft, system, point, bool(suppressed))
        exposed[a, :n] = [fire.exposes(aircraft, stand) for stand in forces.stands]
    thresholds = {row.name: int(row.value) for row in catalog.rows("morale_thresholds")}
    helicopters = [each for each in forces.aircraft if each.is_helicopter]
    return Packed(
        stands=_stand_rows(forces),
        aircraft=np.array([_aircraft_row(each, shape, rulings, forces, fire) for each in forces.aircraft], np.int64),
        sides=_side_rows(shape, forces, rulings, where),
        order=_order(shape, forces),
        may=may,
        marks=marks,
        shots=shots,
        cards=fire.card_rows(),
        ranks=fire.ranks(),
        attack_of=attack_of,
        attacks=attacks.attacks(),
        touches=attacks.touches(),
        rolls=attacks.rolls(),
        near=_near(forces, thousandths(constants["strike_morale_radius_in"])),
        exposed=exposed,
        sizes=_sizes(shape, forces),
        turns=shape.game.turns,
        first=SIDES.index(shape.game.first),
        margin=shape.game.margin,
        morale=int(shape.game.morale),
        once=int(rulings.morale_stacking == MoraleStacking.ONCE),
        own_side=int(rulings.morale_own_side == MoraleOwnSide.YES),
        aborted_strike=int(rulings.morale_aborted_strike == MoraleAbortedStrike.YES),
        strike_morale=-int(constants["strike_morale"]),
        shaken_by=thresholds["shaken_from_fail_by"],
        demoralised_by=thresholds["demoralised_from_fail_by"],
        sight_plane=threshold(rulings.los_probability_plane),
        per_phase=int(rulings.aa_shots_per_turn == AaShotsPerTurn.ONCE_PER_PHASE),
        bonus=int(rulings.aa_opportunity_bonus),
        stacking=int(rulings.penalty_stacking),
        cap=10 if rulings.penalty_cap == "none" else int(rulings.penalty_cap),
        converted=int(constants["cm_converted_penalty"]),
        uses=-1 if rulings.cm_uses == "unlimited" else int(rulings.cm_uses),
        plane_loss=threshold(rulings.plane_abort_loss_fraction),
        removal=removal_threshold(helicopters[0].target, rulings) if helicopters else 0,
        split_first=split_first(helicopters[0].target, rulings) if helicopters else 0,
        back_effect=int(rulings.chopper_forced_back_effect),
        may_rearm=int(rulings.chopper_removed_meaning == ChopperRemovedMeaning.OFF_TABLE_MAY_REARM),
        may_return=0 if rulings.plane_may_return == "no" else int(rulings.plane_may_return),
        away_good=turns_away("good", rulings, constants),
        away_shaken=turns_away("shaken", rulings, constants),
        radius_asked=int(rulings.collective_fire_radius != "none"),
    )


def _points(aircraft: Aircraft, reached: list[Stand], forces: Forces, marks: np.ndarray) -> list[Stand]:
    """Stands that it may come to attack: its targets, and for planes own stands that the opponent may mark (2.3.3d)."""
    if aircraft.is_helicopter:
        return reached
    own = {int(number) for stand in reached for number in marks[stand.number] if number >= 0}
    return [*reached, *(forces.stands[number] for number in sorted(own))]


def _marks(forces: Forces, rulings: Any) -> np.ndarray:
    """int64[n, n]: for a stand as primary point, the other side's stands within 24 in of it, nearest first (2.3.3b)."""
    n = len(forces.stands)
    table = np.full((max(n, 1), max(n, 1)), -1, np.int64)
    policies = (AlternativePointPolicy.ATTACKER_STANDS_IF_POSSIBLE, AlternativePointPolicy.LEAST_OWN_LOSS)
    if rulings.alternative_point_policy not in policies:
        return table
    radius = thousandths(forces.book.constants["alternative_radius_in"])
    for stand in forces.stands:
        others = [each for each in forces.stands if each.side != stand.side and within(each.place, stand.place, radius)]
        others.sort(key=lambda each: (_squared(each.place, stand.place), each.number))
        table[stand.number, : len(others)] = [each.number for each in others]
    return table


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _near(forces: Forces, radius: int) -> np.ndarray:
    n = len(forces.stands)
    table = np.zeros((max(n, 1), max(n, 1)), np.int64)
    for one in forces.stands:
        for other in forces.stands:
            table[one.number, other.number] = int(within(one.place, other.place, radius))
    return table


def _stand_rows(forces: Forces) -> np.ndarray:
    rows = []
    for stand in forces.stands:
        pass_on = forces.book.catalog.row(
            "morale", stand.shape.quality, f"{forces.where}, {stand.name}.quality"
        ).pass_on
        rof = int(stand.firer.row.rof) if stand.firer is not None else 0
        rows.append([stand.side, stand.shape.points, rof, pass_on, int(stand.firer is not None)])
    return np.array(rows, np.int64).reshape(-1, 5)


def _aircraft_row(aircraft: Aircraft, shape: CampaignShape, rulings: Any, forces: Forces, fire: Fire) -> list[int]:
    entry, load = aircraft.shape, aircraft.load
    arrives, entry_turn, stays, one_volley = 0, 1, 0, False
    takes = int(load not in ("asm", "arm", "gb"))
    if aircraft.is_helicopter:
        altitude = aircraft.target.altitude or "low"
        entry_turn = entry.entry_turn  # type: ignore[union-attr]
        endurance = int(forces.book.constants["endurance_turns"])
        stays = turns_over_table([altitude] * shape.game.turns, 0, rulings, endurance)
        one_volley = load == "rockets" and rulings.rocket_expended == RocketExpended.PER_SORTIE  # 1.5.6.3a
        takes = int(not (altitude == "noe" and rulings.collective_vs_noe == CollectiveVsNoe.NO))
    else:
        chance = entry.arrives  # type: ignore[union-attr]
        arrives = threshold(rulings.plane_arrival_probability if chance == "ruling" else chance)
    return [
        aircraft.side, int(aircraft.is_helicopter), entry.points, aircraft.number, arrives, entry_turn,
        int(feels_penalty(load, rulings)), takes, stays, fire.sight(aircraft), int(load in GUIDED),
        int(one_volley),
    ]  # fmt: skip


def _side_rows(shape: CampaignShape, forces: Forces, rulings: Any, where: str) -> np.ndarray:
    rows = []
    for side, word in enumerate(SIDES):
        mine, other = getattr(shape, word), getattr(shape, SIDES[1 - side])
        many = sum(aircraft.side == side for aircraft in forces.aircraft)
        # the least losses that are the share break_off of its aircraft, at least one (never, for a side without any)
        break_at = next((lost for lost in range(1, many + 1) if lost >= mine.break_off * many), NEVER)
        stands = [stand.number for stand in forces.stands if stand.side == side]
        points = sum(stand.shape.points for stand in forces.stands if stand.side == side)
        points += sum(aircraft.shape.points for aircraft in forces.aircraft if aircraft.side == side)
        rows.append([
            break_at, mine.planes_a_turn, int(mine.concentrate),
            primary_faces(mine.fac, False, rulings, forces.book.constants),
            collective_card(other, forces.book, rulings, f"{where}, {SIDES[1 - side]}"),
            stands[0] if stands else 0, stands[-1] + 1 if stands else 0, points,
        ])  # fmt: skip
    return np.array(rows, np.int64)


def _sizes(shape: CampaignShape, forces: Forces) -> np.ndarray:
    """Cells that the numbers of a side need: each from 0 to the most it can be."""
    rows = []
    for side in (0, 1):
        crafts = [aircraft for aircraft in forces.aircraft if aircraft.side == side]
        stands = [stand for stand in forces.stands if stand.side == side]
        systems = sum(stand.firer is not None for stand in stands)
        helicopters = sum(aircraft.is_helicopter for aircraft in crafts)
        points = sum(each.shape.points for each in crafts) + sum(each.shape.points for each in stands)
        most = [points, len(crafts) - helicopters, helicopters, systems, len(stands) - systems]
        rows.append([size + 1 for size in (*most, min(len(crafts) * shape.game.turns, MOST_ATTACKS))])
    return np.array(rows, np.int64)


def _order(shape: CampaignShape, forces: Forces) -> np.ndarray:
    """int64[2, n]: the enemy's stands in the order in which a side's doctrine prefers them."""
    width, depth = (thousandths(inches) for inches in shape.game.table_in)
    table = np.full((2, max(len(forces.stands), 1)), -1, np.int64)
    for side, word in enumerate(SIDES):
        mine = getattr(shape, word)
        edge = mine.edge or ("south", "north")[side]
        middle = {
            "south": (0, -(depth // 2)), "north": (0, depth - depth // 2),
            "west": (-(width // 2), 0), "east": (width - width // 2, 0),
        }[edge]  # fmt: skip

        def key(stand: Stand, mine: Any = mine, middle: Point = middle) -> tuple[int, ...]:
            if mine.targets == "nearest_first":
                return _squared(stand.place, middle), stand.number
            system = int(stand.firer is None) if mine.targets == "air_defence_first" else 0
            return system, -stand.shape.points, stand.number

        enemies = sorted((stand for stand in forces.stands if stand.side != side), key=key)
        table[side, : len(enemies)] = [stand.number for stand in enemies]
    return table


class AttackRows:
    """The attacks that occur, as rows. Attack 0 does nothing."""

    def __init__(self) -> None:
        self._attacks: list[list[int]] = [[0, 0]]
        self._touches: list[list[int]] = []
        self._rolls: list[list[int]] = []
        self._known: dict[Any, int] = {}

    def number(self, attack: Any) -> int:
        """Its number; 0 for none."""
        if attack is None:
            return 0
        key = (attack.stands.tobytes(), attack.rolls.tobytes())
        if key not in self._known:
            self._known[key] = len(self._attacks)
            first = len(self._touches)
            for stand, row in enumerate(attack.stands.tolist()):
                if row[AT_LEAST] == UNTOUCHED:
                    continue
                start = len(self._rolls)
                for roll in attack.rolls[row[FIRST] : row[LAST]].tolist():
                    self._rolls.append([roll[ACTOR], roll[NTH], roll[HITS_ON], roll[EFFECTS], roll[HE_ON]])
                self._touches.append([stand, row[AT_LEAST], start, len(self._rolls)])
            self._attacks.append([first, len(self._touches)])
        return self._known[key]

    def attacks(self) -> np.ndarray:
        """int64[attacks, 2]."""
        return np.array(self._attacks, np.int64)

    def touches(self) -> np.ndarray:
        """int64[touches, 4]."""
        return np.array(self._touches, np.int64).reshape(-1, 4)

    def rolls(self) -> np.ndarray:
        """int64[rolls, 5]."""
        return np.array(self._rolls, np.int64).reshape(-1, 5)
