"""AA fire at the planes of a strike: who can engage whom, whom it takes, what it does (2.3.3.1, 3.2; F3, step 3)."""

from collections.abc import Callable
from fractions import Fraction

from .command_decision_aim import Aim, Firer
from .command_decision_bombing_stands import Place
from .command_decision_shot import Dice, ShotAddress, ShotResult, fire_one_shot
from .command_decision_strike_attack import PRIMARY, losses
from .command_decision_strike_places import bearing
from .command_decision_strike_plan import Plan
from .command_decision_strike_planes import Flight, Stance
from .command_decision_strike_systems import Actor, System, abort_chance, aim_at
from .dice_log import PLACE, threshold

TURN, WINDOW = 1, 5
TARGET = 9  # purpose of the dice


class AirDefenceFire:
    """The fire of all systems. What does not hang on the dice is remembered from trial to trial."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.aims: dict[tuple[int, int, Stance], tuple[Firer, Aim | None]] = {}
        self.chances: dict[tuple[int, int, Stance], Fraction] = {}

    def fire(self, flights: list[Flight], dice: Dice) -> int:
        """All systems in the order of the file; returns the number of shots fired."""
        trial = TrialOfFire(self, flights, dice)
        for system in self.plan.systems:
            trial.system_acts(system)
        return trial.shots

    def aim(self, actor: Actor, flight: Flight) -> tuple[Firer, Aim | None]:
        """The shot of an actor at a plane as it is seen, line of sight given."""
        key = (actor.number, flight.number, flight.seen)
        if key not in self.aims:
            stance, plan = flight.seen, self.plan
            distance = plan.range_in(actor.at, stance.at, stance.target.at)
            angle = bearing(stance.at, stance.heading, actor.at)
            self.aims[key] = aim_at(actor, distance, angle, plan.visual, flight.plane.seen_as, plan.rulings)
        return self.aims[key]

    def chance(self, actor: Actor, flight: Flight) -> Fraction:
        """Chance that one shot of an actor aborts a plane."""
        key = (actor.number, flight.number, flight.seen)
        if key not in self.chances:
            firer, aim = self.aim(actor, flight)
            self.chances[key] = abort_chance(firer, aim, flight.plane.seen_as, self.plan.rulings)
        return self.chances[key]


class TrialOfFire:
    """The AA fire of one trial."""

    def __init__(self, fire: AirDefenceFire, flights: list[Flight], dice: Dice):
        self.lore, self.plan, self.flights, self.dice = fire, fire.plan, flights, dice
        self.rulings, self.strike = fire.plan.rulings, fire.plan.strike
        self.declared = self.rulings.aa_shot_order == "simultaneous_declared"
        self.in_the_air = [flight for flight in flights if flight.arrived and not flight.fate]
        self.shots = 0
        self.sight: dict[tuple[int, int], bool] = {}

    def available(self) -> list[Flight]:
        """Planes that may be shot at (`aa_shot_order`)."""
        return [flight for flight in self.in_the_air if self.declared or not flight.aborted]

    def has_line_of_sight(self, actor: Actor, flight: Flight) -> bool:
        """One number for an actor and a plane (3.2.1a; `los_probability_plane`)."""
        key = (actor.number, flight.number)
        if key not in self.sight:
            u = self.dice.hand(TURN, WINDOW, actor.number, PLACE, flight.number, "upper").number()
            self.sight[key] = u < threshold(self.rulings.los_probability_plane)
        return self.sight[key]

    def can_engage(self, actor: Actor, flight: Flight) -> bool:
        """Whether an actor has a shot at a plane."""
        return self.lore.aim(actor, flight)[1] is not None and self.has_line_of_sight(actor, flight)

    def worth_a_shot(self, candidates: list[Flight], mandatory: bool) -> list[Flight]:
        """A shot that is not mandatory is kept for planes at their primary points (`aa_mandatory_fire`)."""
        if mandatory:
            return candidates
        return [flight for flight in candidates if flight.seen.target.which == PRIMARY]

    def is_mandatory(self, shot: int) -> bool:
        """Whether a system must fire this shot (2.3.3.1a)."""
        ruling = self.strike.aa_mandatory_fire
        return ruling == "all_rof" or (ruling == "at_least_one" and shot == 0)

    def choose(
        self,
        candidates: list[Flight],
        chance: Callable[[Flight], Fraction],
        place: Place,
        actor: Actor,
        nth: int,
    ) -> Flight:
        """The target among the candidates (`aa_target_choice`)."""

        def priority(flight: Flight) -> Fraction | int:
            choice, stance = self.strike.aa_target_choice, flight.seen
            if choice == "best_abort_probability":
                return chance(flight)
            if choice == "nearest":
                return -self.plan.range_squared(place, stance.at, stance.target.at)
            if choice == "highest_value":
                return flight.plane.value
            if choice == "attacker_worst_case":
                attack = self.plan.attack(flight.number, stance.target, flight.plane.load, 0)
                return chance(flight) * losses(attack)[1]
            return 0

        best = max(priority(flight) for flight in candidates)
        equal = [flight for flight in candidates if priority(flight) == best]
        die = self.dice.hand(TURN, WINDOW, actor.number, TARGET, nth, "upper").die(len(equal))
        return equal[die - 1]

    def shoot(self, system: System, actor: Actor, flight: Flight, nth: int) -> ShotResult | None:
        """One shot; None when it is wasted on a plane that is aborted already."""
        self.shots += 1
        if flight.aborted:
            return None
        firer, aim = self.lore.aim(actor, flight)
        assert aim is not None
        at = ShotAddress(self.dice, TURN, WINDOW, actor.number, nth)
        result = fire_one_shot(at, firer, aim, flight.plane.seen_as, self.rulings, flight.countermeasures)
        flight.penalties.take(result.penalty)
        if result.aborted:
            flight.fate, flight.aborted_by = result.fate, system.name
        return result

    def system_acts(self, system: System) -> None:
        """All that one system fires."""
        if len(system.halves) == 2:
            self.combination_acts(system)
            return
        (actor,) = system.halves
        keeps_its_target = actor.firer.is_gun and self.strike.aa_gun_split_fire == "no"
        first: Flight | None = None
        for nth in range(actor.firer.rof):
            candidates = [flight for flight in self.available() if self.can_engage(actor, flight)]
            if first is not None and keeps_its_target:
                candidates = [flight for flight in candidates if flight is first]
            candidates = self.worth_a_shot(candidates, self.is_mandatory(nth))
            if not candidates:
                return
            flight = self.choose(candidates, lambda f: self.lore.chance(actor, f), actor.at, actor, nth)
            first = first or flight
            self.shoot(system, actor, flight, nth)

    def combination_acts(self, system: System) -> None:
        """One engagement by both halves (3.2.7)."""
        missile, gun = system.halves
        blocks = self.rulings.combo_trigger == "raw_abort_blocks_guns"
        order = self.rulings.combo_order
        gun_first = order == "gun_then_sam" or (order == "owner_best" and blocks)
        mandatory = self.is_mandatory(0)

        def chance(flight: Flight) -> Fraction:
            a, b = self.lore.chance(missile, flight), self.lore.chance(gun, flight)
            return a + (1 - a) * b

        candidates = [
            flight for flight in self.available() if self.can_engage(missile, flight) or self.can_engage(gun, flight)
        ]
        candidates = self.worth_a_shot(candidates, mandatory)
        if not candidates:
            return
        target = self.choose(candidates, chance, system.at, missile, 0)
        free = self.strike.combo_gun_free_target == "any_target" and not gun_first
        saved = False
        for half in (gun, missile) if gun_first else (missile, gun):
            if half is gun and (free or (blocks and saved)):
                continue
            results = self.half_fires(system, half, target)
            saved = saved or (half is missile and any(result.saved for result in results))
            if any(result.aborted for result in results):
                break
        if free:
            others = [flight for flight in self.available() if self.can_engage(gun, flight)]
            if blocks and saved:
                others = [flight for flight in others if flight is not target]
            others = self.worth_a_shot(others, mandatory)
            if others:
                own = self.choose(others, lambda f: self.lore.chance(gun, f), gun.at, gun, 0)
                self.half_fires(system, gun, own)

    def half_fires(self, system: System, half: Actor, target: Flight) -> list[ShotResult]:
        """All shots of one half at a target, until one of them aborts it."""
        results: list[ShotResult] = []
        if not self.can_engage(half, target):
            return results
        for nth in range(half.firer.rof):
            result = self.shoot(system, half, target, nth)
            if result is not None:
                results.append(result)
                if result.aborted:
                    break
        return results
