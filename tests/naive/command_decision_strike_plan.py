"""What a strike scenario lays down before the dice: planes, points, places, headings, attacks (F3; 2.3.3 to 2.3.6)."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_aim import Target as SeenAircraft
from .command_decision_bombing import Attack
from .command_decision_bombing_load import AT_CLUSTER, BOMBS, ROCKETS, RefusedAttack, aircraft_row
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import Place, place_of, stand_of, thousandths
from .command_decision_bombing_weapons import DOOR_GUNS, GUIDED, GUNS, felt_penalty
from .command_decision_ground import collective_army
from .command_decision_rulings import Rulings
from .command_decision_strike_attack import ALTERNATIVE, PRIMARY, Target, lay_out, losses
from .command_decision_strike_places import (
    OWN_EDGE_HEADING,
    ROCKETS_FROM,
    Table,
    along,
    direction,
    distance_squared,
    is_within,
    launch_inches,
)
from .command_decision_strike_planes import Plane, Stance, check_of, patrols_left
from .command_decision_strike_rulings import StrikeRulings
from .command_decision_strike_systems import Actor, abort_chance, aim_at, systems_of
from .command_decision_tables import aircraft_called

ALTERNATIVE_RADIUS = 24  # 2.3.3b
MOST_PLANES, MOST_PENALTY = 8, 10


class Plan:
    """A scenario of kind `strike` under its rulings, before the dice."""

    def __init__(
        self,
        scenario: dict[str, Any],
        rulings: Rulings,
        bombing: BombingRulings,
        strike: StrikeRulings,
        data_dir: Path,
    ):
        self.scenario, self.data_dir = scenario, data_dir
        self.rulings, self.bombing, self.strike = rulings, bombing, strike
        self.visual = scenario.get("visibility", "clear") == "clear"
        table = scenario.get("table", {})
        width, depth = table.get("size_in", (72, 48))
        self.table = Table(thousandths(width), thousandths(depth))
        self.own_edge = table.get("own_edge", "south")
        self.collective = collective_army(scenario.get("ground", {}), rulings)
        self.stands = [stand_of(entry, number) for number, entry in enumerate(scenario["stand"])]
        self.systems = systems_of(scenario, data_dir)
        self.actors = [actor for system in self.systems for actor in system.halves]
        self.checks = [check_of(entry, number) for number, entry in enumerate(scenario.get("check", []))]
        self.barring = patrols_left(scenario.get("fighter", []), strike.fighter_patrol)
        self.planes = self.planes_of(scenario["plane"])
        self.enemy_places = [stand.at for stand in self.stands if stand.is_enemy]
        self.enemy_places += [system.at for system in self.systems]
        self.attacks: dict[tuple[int, Target, str, int], Attack | None] = {}
        self.stances: dict[tuple[int, str, int, int], Stance] = {}
        self.marks: dict[int, Place] = {}
        self.refuse()

    def planes_of(self, entries: list[dict[str, Any]]) -> list[Plane]:
        """Every plane of the roster, `count` of each."""
        planes: list[Plane] = []
        for entry in entries:
            count = entry.get("count", 1)
            for nth in range(1, count + 1):
                name = f"plane_{len(planes) + 1}"
                if "name" in entry:
                    name = f"{entry['name']}_{nth}" if count > 1 else entry["name"]
                planes.append(self.plane_of(entry, name))
        if not 1 <= len(planes) <= MOST_PLANES or len({plane.name for plane in planes}) < len(planes):
            raise RefusedAttack("one to eight planes of different names")
        return planes

    def plane_of(self, entry: dict[str, Any], name: str) -> Plane:
        """One plane."""
        unit = aircraft_called(entry["unit"], self.data_dir)
        row, is_helicopter = aircraft_row(entry["unit"], self.data_dir)
        load = entry.get("load", BOMBS)
        if is_helicopter or load == DOOR_GUNS:
            raise RefusedAttack("planes alone fly strikes")
        range_in = None
        if load in GUIDED:
            written = entry.get("range_in", row["asm_range_in"])
            if written == "":
                raise RefusedAttack("a guided weapon without a range")
            range_in = Fraction(str(written))
        arrives = entry.get("arrives", "ruling")
        alternative = entry.get("alternative")
        return Plane(
            name=name,
            entry=entry,
            load=load,
            seen_as=SeenAircraft(
                is_helicopter=False,
                flares=bool(entry.get("flares", unit.flares)),
                ecm=bool(entry.get("ecm", unit.ecm)),
                irs=bool(entry.get("irs", unit.irs)),
            ),
            primary=place_of(entry.get("at", (0, 0))),
            alternative=None if alternative is None else place_of(alternative),
            fac=bool(entry.get("fac", False)),
            smoke=bool(entry.get("smoke", False)),
            fighter=bool(entry.get("fighter", False)),
            arrives=self.strike.plane_arrival_probability if arrives == "ruling" else Fraction(str(arrives)),
            value=int(entry.get("value", 1)),
            range_in=range_in,
            strafes_besides=(
                self.bombing.gun_with_ordnance == "additional"
                and load in (BOMBS, AT_CLUSTER, ROCKETS)
                and int(row["gun_rof"]) > 0
            ),
        )

    def refuse(self) -> None:
        """What the README refuses; a primary point that `cover_attack_without_fac` bars is found at any penalty."""
        marked = {plane.primary for plane in self.planes if plane.smoke}
        if len(marked) > 1:
            raise RefusedAttack("one battery marks one point")
        for number, plane in enumerate(self.planes):
            places = [plane.primary] + ([] if plane.alternative is None else [plane.alternative])
            if not all(self.table.holds(place) for place in places):
                raise RefusedAttack("a point off the table")
            if plane.alternative is not None and not is_within(plane.alternative, plane.primary, ALTERNATIVE_RADIUS):
                raise RefusedAttack("the alternative point lies more than 24 in away")
            if plane.fighter:
                self.refuse_fighter(plane)
            loads = [plane.load] + ([GUNS] if plane.strafes_besides else [])
            for load in loads:
                for penalty in range(MOST_PENALTY + 1):
                    self.attack(number, self.target(number, PRIMARY, plane.primary), load, penalty)

    def refuse_fighter(self, plane: Plane) -> None:
        """When a fighter may not strafe (2.3.5.1a)."""
        row, _ = aircraft_row(plane.entry["unit"], self.data_dir)
        enemy_fighters = any(entry.get("side", "enemy") == "enemy" for entry in self.scenario.get("fighter", []))
        enemy_up = self.scenario.get("ground", {}).get("enemy_aircraft", False)
        if plane.load != GUNS or int(row["gun_rof"]) == 0 or enemy_up or enemy_fighters:
            raise RefusedAttack("a fighter strafes with a gun, and with no enemy in the air")

    def is_blocked(self, place: Place) -> bool:
        """Whether enemy fighters bar an attack here (`fighter_patrol`)."""
        radius = self.strike.fighter_patrol
        return radius is not None and any(is_within(place, fighter, radius) for fighter in self.barring)

    def feels(self, load: str) -> bool:
        """Whether an attack with this load feels penalties (`penalty_applies_to`)."""
        return felt_penalty(load, {"penalty": 1}, self.bombing) == 1

    def target(self, number: int, which: str, place: Place) -> Target:
        """A point as a target of a plane."""
        plane = self.planes[number]
        return Target(place, which, plane.primary, plane.fac and which == PRIMARY)

    def attack(self, number: int, target: Target, load: str, penalty: int) -> Attack | None:
        """The attack of a plane at a point with this penalty (README, step 4)."""
        key = (number, target, load, penalty)
        if key not in self.attacks:
            entry = self.planes[number].entry
            attacker = {"unit": entry["unit"], "load": load, "penalty": penalty}
            attacker["placement"] = entry.get("placement", "spread")
            if load == ROCKETS and "warhead" in entry:
                attacker["warhead"] = entry["warhead"]
            if load in GUIDED and "guidance" in entry:
                attacker["guidance"] = entry["guidance"]
            centre_limit, friendly_fire = self.strike.template_centre_limit, self.strike.friendly_fire
            self.attacks[key] = lay_out(
                attacker, target, self.stands, self.bombing, centre_limit, friendly_fire, self.data_dir
            )
        return self.attacks[key]

    def stance(self, number: int, which: str, heading_die: int, alternative_die: int) -> Stance:
        """A plane over its primary or its alternative point, with these dice of its placement."""
        key = (number, which, heading_die, alternative_die)
        if key not in self.stances:
            place = self.planes[number].primary
            if which == ALTERNATIVE:
                place = self.alternative_point(number, alternative_die)
            heading = self.heading(number, place, heading_die)
            target = self.target(number, which, place)
            self.stances[key] = Stance(target, heading, self.place_of_plane(number, place, heading))
        return self.stances[key]

    def place_of_plane(self, number: int, point: Place, heading: float) -> Place:
        """Where the model of a plane stands that attacks a point (2.3.3k, 2.3.6a, b, 2.3.7.1a)."""
        plane = self.planes[number]
        if plane.load == ROCKETS:
            return along(point, -ROCKETS_FROM, heading)
        if plane.range_in is not None:
            edge = self.table.inches_to_edge(point, heading)
            return along(point, -launch_inches(plane.range_in, edge, self.strike.asm_launch_distance), heading)
        return point

    def heading(self, number: int, point: Place, die: int) -> float:
        """Heading of a plane over a point (3.2.3j; `attack_heading`)."""
        plane = self.planes[number]
        if "heading_deg" in plane.entry:
            return plane.entry["heading_deg"]
        if self.strike.attack_heading == "from_own_edge":
            return OWN_EDGE_HEADING[self.own_edge]
        if self.strike.attack_heading == "owner_best":
            best, towards = Fraction(0), None
            for actor in self.actors:
                if actor.firer.guidance not in ("TCIR", "IAIR") or actor.at == point:
                    continue
                heading = round(direction(point, actor.at) % 360, 6)
                danger = self.danger(number, actor, point, heading)
                if danger > best:
                    best, towards = danger, heading
            if towards is not None:
                return towards
        return 2.5 + 10 * (die - 1)

    def danger(self, number: int, actor: Actor, point: Place, heading: float) -> Fraction:
        """Chance that one shot of an actor aborts a plane under this heading, arc and line of sight not asked."""
        plane = self.planes[number]
        at = self.place_of_plane(number, point, heading)
        distance = self.range_in(actor.at, at, point)
        firer, aim = aim_at(actor, distance, None, self.visual, plane.seen_as, self.rulings)
        return abort_chance(firer, aim, plane.seen_as, self.rulings)

    def range_squared(self, system: Place, plane: Place, point: Place) -> int:
        """Square of the range in thousandths (`range_measured_to`)."""
        from_model, from_point = distance_squared(system, plane), distance_squared(system, point)
        if self.strike.range_measured_to == "model_position":
            return from_model
        if self.strike.range_measured_to == "target_point":
            return from_point
        return min(from_model, from_point)

    def range_in(self, system: Place, plane: Place, point: Place) -> float:
        """The range in inches."""
        return math.sqrt(self.range_squared(system, plane, point)) / 1000

    def alternative_point(self, number: int, die: int) -> Place:
        """The point that the opponent marks (2.3.3b; `alternative_point_policy`)."""
        plane, policy = self.planes[number], self.strike.alternative_point_policy
        if plane.alternative is not None:
            return plane.alternative
        if policy == "random_within_24":
            inches = Fraction(12) if die % 2 else Fraction(math.sqrt(3) * 12)
            return self.table.nearest(along(plane.primary, inches, 30 * (die - 1) + 15))
        if number not in self.marks:
            self.marks[number] = self.table.nearest(self.mark(number))
        return self.marks[number]

    def mark(self, number: int) -> Place:
        """The point of a policy that asks no die."""
        plane, policy = self.planes[number], self.strike.alternative_point_policy
        circle = [
            self.table.nearest(along(plane.primary, Fraction(ALTERNATIVE_RADIUS), 10 * step)) for step in range(36)
        ]
        own = [
            self.table.nearest(stand.at)
            for stand in self.stands
            if not stand.is_enemy and is_within(stand.at, plane.primary, ALTERNATIVE_RADIUS)
        ]

        def lost_at(place: Place) -> tuple[Fraction, Fraction]:
            return losses(self.attack(number, self.target(number, ALTERNATIVE, place), plane.load, 0))

        if policy == "attacker_stands_if_possible" and own:
            return max(own, key=lambda place: lost_at(place)[0] - lost_at(place)[1])
        if policy == "least_own_loss":
            return min([*own, *circle], key=lambda place: (lost_at(place)[1], -lost_at(place)[0]))
        return max(circle, key=lambda place: min(distance_squared(place, stand.at) for stand in self.stands))
