"""Naive twin of the Command Decision kind `campaign`: both sides fly over many turns (2, 3, 1.4.3, 2.3.8).

Written from the rules page and the section "Sequence: campaign" of the README of the wing; it imports nothing of
simlab. `Campaign` holds a scenario under its rulings; `Campaign.play` plays one trial of it with numbered dice.
"""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_aim import Aim, Firer, aim_in_range, bears, is_spotted_by, may_fire_from
from .command_decision_bombing import Attack
from .command_decision_bombing_load import RefusedAttack
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import Place, thousandths
from .command_decision_campaign_attack import attack_on, reaches, refuse_attacker
from .command_decision_campaign_battle import Battle
from .command_decision_campaign_forces import Aircraft, Post, posts_of, side_of
from .command_decision_law import shot_law
from .command_decision_rulings import Rulings
from .command_decision_shot import Dice
from .command_decision_strike_places import ROCKETS_FROM, Table, along, bearing, distance_squared, launch_inches
from .command_decision_strike_rulings import StrikeRulings

Outcomes = dict[str, list[tuple[Any, ...]]]
MOST_TURNS, MOST_AWAY = 40, 20


def play_campaign(scenario: dict[str, Any], options: dict[str, object], dice: Dice, data_dir: Path) -> Outcomes:
    """Play one trial of a scenario with these dice."""
    return Campaign(scenario, options, data_dir).play(dice)


class Campaign:
    """A scenario of kind `campaign` under its rulings; what does not hang on the dice is remembered."""

    def __init__(self, scenario: dict[str, Any], options: dict[str, object], data_dir: Path):
        self.data_dir = data_dir
        self.rulings = Rulings.of(options)
        self.bombing = BombingRulings.of(options)
        self.strike = StrikeRulings.of(options)
        self.turns_away = turns_away(options.get("plane_may_return", "no"))
        game = scenario.get("game", {})
        self.turns = int(game.get("turns", 12))
        if not 1 <= self.turns <= MOST_TURNS:
            raise RefusedAttack("1 to 40 turns")
        self.first = ("blue", "red").index(game.get("first", "blue"))
        self.visual = game.get("visibility", "clear") == "clear"
        self.margin = int(game.get("margin", 0))
        self.morale = bool(game.get("morale", True))
        width, depth = game.get("table_in", (72, 48))
        self.table = Table(thousandths(width), thousandths(depth))
        self.posts = posts_of(scenario, data_dir)
        self.stands = [post.stand for post in self.posts]
        if not all(self.table.holds(stand.at) for stand in self.stands):
            raise RefusedAttack("a stand off the table")
        arrival = self.strike.plane_arrival_probability
        self.sides = tuple(side_of(scenario, number, arrival, data_dir) for number in (0, 1))
        self.attacks: dict[tuple[int, int, int, bool, int], Attack | None] = {}
        self.aims: dict[tuple[Any, ...], tuple[Firer, Aim | None, Fraction]] = {}
        aircraft = [one for side in self.sides for one in (*side.planes, *side.helicopters)]
        if not aircraft:
            raise RefusedAttack("nothing flies")
        for one in aircraft:
            refuse_attacker(one.attacker, self.stands, self.bombing, data_dir)

    def play(self, dice: Dice) -> Outcomes:
        """One battle: the tables of the README."""
        return Battle(self, dice).play()

    def attack(self, aircraft: Aircraft, aim: int, primary: bool, penalty: int) -> Attack | None:
        """The attack of an aircraft on a stand, its target or an own stand at an alternative point."""
        key = (aircraft.side, aircraft.number, aim, primary, penalty)
        if key not in self.attacks:
            fac = self.sides[aircraft.side].fac and primary
            self.attacks[key] = attack_on(
                aircraft.attacker, penalty, aim, fac, self.stands, self.bombing, self.data_dir
            )
        return self.attacks[key]

    def may_attack(self, aircraft: Aircraft, post: Post) -> bool:
        """Whether an aircraft may take this stand for its target (2.3.2e, 2.3.2c)."""
        if post.stand.manpads and not aircraft.is_helicopter and not self.sides[aircraft.side].fac:
            return False
        return reaches(self.attack(aircraft, post.number, True, 0), post.number)

    def aim_at_plane(
        self, post: Post, suppressed: bool, plane: Aircraft, point: Place
    ) -> tuple[Firer, Aim | None, Fraction]:
        """The shot of a system at a plane over a point, line of sight given, and the chance that it aborts."""
        key = (post.number, suppressed, plane.side, plane.number, point)
        if key not in self.aims:
            system = post.system
            assert system is not None
            heading = self.sides[plane.side].edge_heading
            at = self.place_of_plane(plane, point, heading)
            from_model, from_point = distance_squared(system.at, at), distance_squared(system.at, point)
            squared = {
                "model_position": from_model,
                "target_point": from_point,
                "closest_of_both": min(from_model, from_point),
            }[self.strike.range_measured_to]
            distance = math.sqrt(squared) / 1000
            firer = Firer(system.firer, distance, system.terrain, suppressed, bearing(at, heading, system.at))
            aim = self.aim(firer, plane)
            if aim is not None and not bears(firer, None, self.rulings):
                aim = None
            self.aims[key] = (firer, aim, self.chance(firer, aim, plane))
        return self.aims[key]

    def aim_at_helicopter(self, post: Post, suppressed: bool, helicopter: Aircraft) -> tuple[Firer, Aim | None]:
        """The shot of a system at a helicopter where it attacks from, line of sight given."""
        key = (post.number, suppressed, helicopter.side, helicopter.number, "helicopter")
        if key not in self.aims:
            system = post.system
            assert system is not None
            distance = math.sqrt(distance_squared(system.at, helicopter.at)) / 1000
            firer = Firer(system.firer, distance, system.terrain, suppressed)
            aim = self.aim(firer, helicopter) if is_spotted_by(firer, helicopter.seen_as, self.rulings) else None
            self.aims[key] = (firer, aim, Fraction(0))
        firer, aim, _ = self.aims[key]
        return firer, aim

    def aim(self, firer: Firer, aircraft: Aircraft) -> Aim | None:
        """Darkness, terrain, suppression, range and ratings (F1)."""
        if not self.visual and not firer.system.radar:
            return None
        if not may_fire_from(firer, self.rulings):
            return None
        return aim_in_range(firer, aircraft.seen_as, self.visual, self.rulings)

    def chance(self, firer: Firer, aim: Aim | None, aircraft: Aircraft) -> Fraction:
        """Chance that one shot aborts, countermeasures never running out."""
        return Fraction(0) if aim is None else shot_law(firer, aim, aircraft.seen_as, self.rulings).stands

    def place_of_plane(self, plane: Aircraft, point: Place, heading: float) -> Place:
        """Where the model of a plane stands, as in a strike."""
        if plane.load == "rockets":
            return along(point, -ROCKETS_FROM, heading)
        if plane.range_in is not None:
            edge = self.table.inches_to_edge(point, heading)
            return along(point, -launch_inches(plane.range_in, edge, self.strike.asm_launch_distance), heading)
        return point


def turns_away(option: object) -> int | None:
    """`plane_may_return`: turns until a plane may come again, None for never."""
    if str(option) == "no":
        return None
    if not 1 <= int(str(option)) <= MOST_AWAY:
        raise ValueError(f"plane_may_return: {option}")
    return int(str(option))
