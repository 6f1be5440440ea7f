"""Naive twin of the Command Decision kind `strike`: one plane turn, from arrival to morale (F3; 2.1 to 2.3, 3.2).

Written from the rules page and the section "Sequence: strike" of the README of the wing; it imports nothing of simlab.
`Strike` holds a scenario under its rulings; `Strike.play` plays one trial of it with numbered dice.
"""

from pathlib import Path
from typing import Any

from .command_decision_bombing_load import RefusedAttack
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED, UNTOUCHED, Place
from .command_decision_bombing_weapons import GUIDED, GUNS
from .command_decision_ground import collective_penalty
from .command_decision_penalty import Penalties, penalty_word
from .command_decision_rulings import Rulings
from .command_decision_shot import Countermeasures, Dice
from .command_decision_strike_attack import ALTERNATIVE, PRIMARY, DiceElsewhere, hits_among, touched_by, what_befalls
from .command_decision_strike_fire import AirDefenceFire
from .command_decision_strike_places import is_within
from .command_decision_strike_plan import Plan
from .command_decision_strike_planes import Check, Flight, Plane
from .command_decision_strike_rulings import StrikeRulings
from .command_decision_tables import MORALE_PASS
from .dice_log import COLLECTIVE, MORALE

TURN, WINDOW = 1, 5
ARRIVE, MARK = 8, 10  # purposes of the dice
ATTACK_TURN, STRAFE_TURN = 2, 10  # the dice of an attack lie at these turns + the number of the plane
STRIKE_MORALE, MORALE_RADIUS = 2, 12  # 2.3.8a
DEMORALISED_BY = 4  # D6
MARKING = {"organic": 5, "supporting": 3}
MARKING_QUALITY = {"elite": 1, "veteran": 1, "trained": -1, "green": -1}
DEDICATED, SUPPRESSED_BATTERY = 2, -2
NOT_ARRIVED, BLOCKED = "not_arrived", "blocked"

Outcomes = dict[str, list[tuple[Any, ...]]]


def play_strike(scenario: dict[str, Any], options: dict[str, object], dice: Dice, data_dir: Path) -> Outcomes:
    """Play one trial of a scenario with these dice."""
    return Strike(scenario, options, data_dir).play(dice)


class Strike:
    """A scenario of kind `strike` under its rulings; one that is not allowed raises RefusedAttack."""

    def __init__(self, scenario: dict[str, Any], options: dict[str, object], data_dir: Path):
        self.rulings = Rulings.of(options)
        self.strike = StrikeRulings.of(options)
        self.plan = Plan(scenario, self.rulings, BombingRulings.of(options), self.strike, data_dir)
        self.fire = AirDefenceFire(self.plan)

    def play(self, dice: Dice) -> Outcomes:
        """One plane turn: the tables of the README."""
        return Turn(self, dice).play()


class Turn:
    """One trial of a strike."""

    def __init__(self, strike: Strike, dice: Dice):
        self.plan, self.fire, self.dice = strike.plan, strike.fire, dice
        self.rulings, self.strike = strike.rulings, strike.strike
        self.flights: list[Flight] = []
        self.results = [UNTOUCHED] * len(self.plan.stands)
        self.hits = 0

    def play(self) -> Outcomes:
        """The five steps, and what is counted."""
        marked = self.marking()
        self.flights = [self.placed(number, plane, marked) for number, plane in enumerate(self.plan.planes)]
        shots = self.fire.fire(self.flights, self.dice)
        for flight in self.flights:
            if flight.arrived and not flight.fate:
                self.attack(flight)
        return self.outcomes(shots)

    def marking(self) -> bool:
        """Whether the battery marks the point with smoke (2.3.3g, h; `smoke_marking_success`)."""
        if not any(plane.smoke for plane in self.plan.planes):
            return False
        hand = self.dice.hand(TURN, WINDOW, 0, MARK, 0, "upper")
        if self.strike.smoke_marking_success is not None:
            return hand.chance(self.strike.smoke_marking_success)
        battery = self.plan.scenario.get("marking", {})
        needed = MARKING[battery.get("battery", "supporting")]
        needed += DEDICATED if battery.get("dedicated", False) else 0
        needed += MARKING_QUALITY.get(battery.get("quality", "regular"), 0)
        needed += SUPPRESSED_BATTERY if battery.get("suppressed", False) else 0
        return hand.die(10) <= needed

    def placed(self, number: int, plane: Plane, marked: bool) -> Flight:
        """Arrival and placement of one plane (2.2, 2.3.3)."""
        flight = Flight(number, plane, Penalties(self.rulings), Countermeasures(self.rulings.cm_uses))
        flight.arrived = self.dice.hand(TURN, WINDOW, number, ARRIVE, 0, "upper").chance(plane.arrives)
        if not flight.arrived:
            flight.fate = NOT_ARRIVED
            return flight
        hand = self.dice.hand(TURN, WINDOW, number, ARRIVE, 0, "lower")
        selection, heading_die, alternative_die = hand.die(10), hand.die(36), hand.die(12)
        smoke = plane.smoke and marked
        primary_to = 9 if plane.fac or smoke else 8
        if plane.fac and smoke and self.strike.fac_and_smoke_together == "yes":
            primary_to = 10
        left_alone = self.strike.alternative_declined == "yes" and plane.alternative is None
        which = PRIMARY if selection <= primary_to or left_alone else ALTERNATIVE
        flight.attacked = self.plan.stance(number, which, heading_die, alternative_die)
        flight.seen = flight.attacked
        if self.strike.selection_before_aa == "no":
            flight.seen = self.plan.stance(number, PRIMARY, heading_die, alternative_die)
        if self.plan.is_blocked(flight.seen.target.at):
            flight.fate = BLOCKED
        return flight

    def collective_roll(self, flight: Flight, nth: int) -> int:
        """The penalty of collective ground fire (3.2.8)."""
        plane, plan = flight.plane, self.plan
        if plan.collective == "none" or plane.load in GUIDED:
            return 0
        if plane.fighter and self.strike.strafing_exposure == "no":
            return 0
        radius = self.rulings.collective_fire_radius
        if radius is not None and not any(is_within(flight.attacked.at, at, radius) for at in plan.enemy_places):
            return 0
        face = self.dice.hand(TURN, WINDOW, flight.number, COLLECTIVE, nth, "upper").die(10)
        return collective_penalty(face, plan.collective)

    def attack(self, flight: Flight) -> None:
        """The attack of a plane that AA has let through, and its strafe (3.2.8, 2.3)."""
        if self.plan.is_blocked(flight.attacked.target.at):
            flight.fate = BLOCKED
            return
        flight.fate = f"attacks_{flight.attacked.target.which}"
        flight.penalties.take(self.collective_roll(flight, 0))
        total = flight.penalties.total()
        plane = flight.plane
        flight.penalty = total if self.plan.feels(plane.load) else 0
        self.deliver(flight, plane.load, total, ATTACK_TURN + flight.number)
        if not plane.strafes_besides:
            return
        if self.rulings.penalty_duration == "next_attack_only":
            flight.penalties.clear()
        if self.rulings.collective_fire_frequency == "per_attack":
            flight.penalties.take(self.collective_roll(flight, 1))
        self.deliver(flight, GUNS, flight.penalties.total(), STRAFE_TURN + flight.number)

    def deliver(self, flight: Flight, load: str, penalty: int, turn: int) -> None:
        """Resolve one attack on the ground."""
        attack = self.plan.attack(flight.number, flight.attacked.target, load, penalty)
        if attack is None:
            return
        flight.touched |= touched_by(attack)
        flight.impacts += [template.centre for template in attack.templates]
        for number, befell in enumerate(what_befalls(attack, DiceElsewhere(self.dice, turn))):
            if self.plan.stands[number].is_enemy:
                self.hits += hits_among(befell)
            self.results[number] = max([self.results[number], *befell], key=RESULTS.index)

    def impact_points(self, flight: Flight) -> list[Place]:
        """Where an air strike is felt by those who check morale (2.3.8b; `morale_centre`, `morale_aborted_strike`)."""
        if flight.aborted:
            return [flight.seen.target.at] if self.strike.morale_aborted_strike == "yes" else []
        if flight.impacts and self.strike.morale_centre == "target_counter":
            return [flight.attacked.target.at]
        return flight.impacts

    def strikes_near(self, check: Check) -> int:
        """How many planes bear on a morale check (2.3.8a; `morale_stacking`, `morale_own_side`)."""
        if not check.is_enemy and self.strike.morale_own_side == "no":
            return 0
        near = sum(
            any(is_within(point, check.at, MORALE_RADIUS) for point in self.impact_points(flight))
            for flight in self.flights
        )
        return min(near, 1) if self.strike.morale_stacking == "once" else near

    def outcomes(self, shots: int) -> Outcomes:
        """All tables of the README."""
        flights, plan = self.flights, self.plan
        tables: Outcomes = {}
        for flight in flights:
            name = flight.plane.name
            penalty = "none" if flight.penalty is None else penalty_word("penalty", flight.penalty)
            tables[f"plane:{name}"] = [(flight.fate, flight.aborted_by, penalty)]
            tables[f"fate:{name}"] = [(flight.fate,)]
            tables[f"by:{name}"] = [(flight.aborted_by,)]
            tables[f"penalty:{name}"] = [(penalty,)] if flight.penalty is not None else []
        fates = [flight.fate for flight in flights]
        own_stands = {number for number, stand in enumerate(plan.stands) if not stand.is_enemy}
        tables["arrived"] = [(sum(flight.arrived for flight in flights),)]
        tables["aborted"] = [(sum(flight.aborted for flight in flights),)]
        tables["lost"] = [(fates.count("lost"),)]
        tables["attacks"] = [(sum(fate.startswith("attacks") for fate in fates),)]
        tables["attacks_alternative"] = [(fates.count("attacks_alternative"),)]
        tables["attacks_own"] = [(sum(bool(flight.touched & own_stands) for flight in flights),)]
        tables["aa_shots"] = [(shots,)]
        tables["hits"] = [(self.hits,)]
        near = []
        for number, check in enumerate(plan.checks):
            strikes = self.strikes_near(check)
            near.append(strikes > 0)
            die = self.dice.hand(TURN, WINDOW, number, MORALE, 0, "upper").die(10)
            failed_by = die - (MORALE_PASS[check.quality] + check.modifier - STRIKE_MORALE * strikes)
            morale = "good" if failed_by <= 0 else "shaken" if failed_by < DEMORALISED_BY else "demoralised"
            tables[f"check:{check.name}"] = [(strikes, morale)]
            tables[f"morale:{check.name}"] = [(morale,)]
        if plan.checks:
            tables["checks_near"] = [(sum(near),)]
        return {**tables, **self.of_stands()}

    def of_stands(self) -> Outcomes:
        """What befell the stands, one by one, by side and by class."""
        stands = self.plan.stands
        tables: Outcomes = {
            f"result:{stand.name}": [(result,)] for stand, result in zip(stands, self.results, strict=True)
        }
        enemy = [result for stand, result in zip(stands, self.results, strict=True) if stand.is_enemy]
        own = [result for stand, result in zip(stands, self.results, strict=True) if not stand.is_enemy]
        tables["joint"] = [(enemy.count(ELIMINATED), own.count(ELIMINATED))]
        tables["any_eliminated"] = [("yes" if enemy.count(ELIMINATED) else "no",)]
        tables["eliminated_enemy"] = [(enemy.count(ELIMINATED),)]
        tables["eliminated_own"] = [(own.count(ELIMINATED),)]
        tables["forced_back_enemy"] = [(enemy.count(FORCED_BACK),)]
        tables["suppressed_enemy"] = [(suppressed_or_worse(enemy),)]
        for class_ in {stand.class_ for stand in stands if stand.is_enemy}:
            of_class = [
                result
                for stand, result in zip(stands, self.results, strict=True)
                if stand.is_enemy and stand.class_ == class_
            ]
            tables[f"eliminated:{class_}"] = [(of_class.count(ELIMINATED),)]
            tables[f"forced_back:{class_}"] = [(of_class.count(FORCED_BACK),)]
            tables[f"suppressed:{class_}"] = [(suppressed_or_worse(of_class),)]
        return tables


def suppressed_or_worse(results: list[str]) -> int:
    """How many results are suppressed or worse."""
    return sum(RESULTS.index(result) >= RESULTS.index(SUPPRESSED) for result in results)


__all__ = ["RefusedAttack", "Strike", "play_strike"]
