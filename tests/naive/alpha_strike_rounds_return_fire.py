"""Naive twin of the Alpha Strike kind `return_fire`: one trial at a time (section 2 of ROUNDS.md)."""

from typing import Any

from .alpha_strike_layout import Path, path_of
from .alpha_strike_rounds_damage import Address, Flight, fall, level_at_start, suffer
from .alpha_strike_rounds_fire import ALTITUDES, Firer, fire, overheat_allowed, overheat_points, shot_at
from .alpha_strike_rounds_units import Card, Unit, rows, two_dice
from .alpha_strike_rulings import rulings_in_force
from .dice_log import DiceLog

Outcomes = dict[str, list[tuple[Any, ...]]]
GROUND_WINDOW, END_WINDOW = 3, 5
CONTROL = 3
AIRCRAFT_ACTOR, FIRST_DEFENDER = 0, 64
THRUSTER_MODIFIER = 4
MOST_CREEP = 8


def play_return_fire(scenario: dict[str, Any], given: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial of a scenario that is in order."""
    rulings = rulings_in_force(given)
    known = rows(scenario.get("data", {}))
    entry = scenario["aircraft"]
    aircraft = Unit(Card(known[entry["unit"]]), entry.get("skill", 4), rulings)
    altitude = entry.get("altitude", "low")
    flight = Flight(level_at_start(rulings, 0, altitude))
    path = path_of({"table": [48, 48], **scenario["path"]}, 0) if "path" in scenario else None
    firers = defenders(scenario, known, rulings)
    game = ReturnFire(aircraft, altitude, flight, path, firers, rulings, dice)
    passes = scenario.get("passes", 1)
    damage_first_pass, lost_in = 0, None
    for number in range(1, passes + 1):
        damage = game.play_pass(number)
        if number == 1:
            damage_first_pass = damage
        if aircraft.lost:
            lost_in = number
        if not aircraft.lost and damage and entry.get("leave_when_damaged", False):
            flight.left = True
        if aircraft.lost or flight.left:
            break
    return outcomes(aircraft, flight, damage_first_pass, lost_in)


def defenders(scenario: dict[str, Any], known: dict[str, dict[str, str]], rulings: dict[str, str]) -> list[Firer]:
    """All defenders, counts written out."""
    firers = []
    for entry in scenario["defender"]:
        for _ in range(entry.get("count", 1)):
            unit = Unit(Card(known[entry["unit"]]), entry.get("skill", 4), rulings, heat=entry.get("heat", 0))
            unit.fire_control = entry.get("fire_control_hits", 0)
            firers.append(Firer(unit, entry))
    return firers


class ReturnFire:
    """One aircraft under fire, pass after pass."""

    def __init__(
        self,
        aircraft: Unit,
        altitude: str,
        flight: Flight,
        path: Path | None,
        firers: list[Firer],
        rulings: dict[str, str],
        dice: DiceLog,
    ):
        self.aircraft, self.first_altitude, self.flight, self.path = aircraft, altitude, flight, path
        self.firers, self.rulings, self.dice = firers, rulings, dice

    def altitude(self) -> str:
        """Altitude now; only `altitude_track` changes it."""
        if self.rulings["damage_control_loss"] == "altitude_track":
            return ALTITUDES[self.flight.level]
        return self.first_altitude

    def play_pass(self, turn: int) -> int:
        """Everybody fires, then the aircraft takes it; returns the damage rolled."""
        hits = [self.fire_of(firer, turn, FIRST_DEFENDER + place) for place, firer in enumerate(self.firers)]
        for place, (points, natural_12) in enumerate(hits):
            suffer(
                self.aircraft, points, natural_12, Address(turn, GROUND_WINDOW, FIRST_DEFENDER + place, 0), self.dice
            )
        instances = [place for place, (points, _) in enumerate(hits) if points > 0]
        if instances and self.rulings["control_roll_once"] == "once":
            instances = [0]
        for place in instances:
            self.control_roll(turn, place)
        if self.aircraft.without_thrust():
            fall(self.aircraft, self.flight)
        return sum(points for points, _ in hits)

    def fire_of(self, firer: Firer, turn: int, actor: int) -> tuple[int, bool]:
        """One defender fires, or not; its heat follows what it would do at the first altitude."""
        aircraft, unit = self.aircraft.card, firer.unit
        shot = shot_at(firer, aircraft, self.altitude(), self.path, self.rulings)
        planned = shot_at(firer, aircraft, self.first_altitude, self.path, self.rulings)
        points = 0
        if planned and overheat_allowed(firer.card, planned.bracket):
            points = overheat_points(unit, firer.entry.get("overheat", 0))
        result = (0, False)
        if shot:
            counting = points if overheat_allowed(firer.card, shot.bracket) else 0
            result = fire(shot, counting, turn, actor, self.rulings, self.dice)
        unit.end_of_turn_heat(points, planned is not None, firer.entry.get("in_water", False))
        return result

    def control_roll(self, turn: int, place: int) -> None:
        """The damage Control Roll (AS-14.3)."""
        if self.aircraft.lost or self.flight.left:
            return
        number = self.aircraft.control_number() + (THRUSTER_MODIFIER if self.aircraft.thruster else 0)
        if two_dice(self.dice.hand(turn, END_WINDOW, AIRCRAFT_ACTOR, CONTROL, place, "upper")) < number:
            fall(self.aircraft, self.flight)


def outcomes(aircraft: Unit, flight: Flight, damage_first_pass: int, lost_in: int | None) -> Outcomes:
    """What is counted (section 2.5)."""
    lost = aircraft.lost is not None
    creep = 2 * aircraft.fire_control
    if aircraft.rulings["crew_hit_scope"] != "control_only":
        creep += 2 * aircraft.crew
    return {
        "fate": [(aircraft.lost or ("left" if flight.left else "flies_on"),)],
        "lost": [("yes" if lost else "no",)],
        "lost_in_pass": [(lost_in or "never",)],
        "mission_kill": [("yes" if lost or flight.left or not aircraft.armed() else "no",)],
        "damage_first_pass": [(damage_first_pass,)],
        "damaged_first_pass": [("yes" if damage_first_pass else "no",)],
        "points_lost": [] if lost else [(aircraft.marked_off(),)],
        "to_hit_creep": [] if lost else [(min(creep, MOST_CREEP),)],
    }
