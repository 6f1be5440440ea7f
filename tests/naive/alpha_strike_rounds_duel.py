"""Naive twin of the Alpha Strike kind `duel`: one trial at a time (section 3 of ROUNDS.md)."""

from typing import Any

from .alpha_strike_rounds_air import (
    AIR_WINDOW,
    CONTROL,
    FIRST_SIDE,
    FREE,
    RANGE,
    TAILED,
    TAILING,
    attacks_of,
    control,
    picked_range,
    positions,
    roll_attack,
    tail_modifier,
)
from .alpha_strike_rounds_damage import Address, Flight, fall, level_at_start, suffer
from .alpha_strike_rounds_return_fire import END_WINDOW, THRUSTER_MODIFIER, Outcomes
from .alpha_strike_rounds_units import BRACKETS, SHUT_DOWN, Card, Unit, rows, two_dice
from .alpha_strike_rulings import rulings_in_force
from .dice_log import DiceLog

INITIATIVE_WINDOW = 0
BREAK_OFF = 5
RINGS = ("central", "inner", "middle", "outer")
Hit = tuple[int, int, bool]  # arc, damage, natural 12


def play_duel(scenario: dict[str, Any], given: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial of a scenario that is in order."""
    duel = Duel(scenario, rulings_in_force(given), dice)
    last = scenario.get("rounds", 6)
    for turn in range(1, last + 1):
        duel.play_round(turn)
        if duel.parted or any(unit.lost for unit in duel.units):
            break
    return duel.outcomes(turn)


class Duel:
    """Two aircraft, a and b, in one zone."""

    def __init__(self, scenario: dict[str, Any], rulings: dict[str, str], dice: DiceLog):
        self.scenario, self.rulings, self.dice = scenario, rulings, dice
        known = rows(scenario.get("data", {}))
        self.entries = (scenario["a"], scenario["b"])
        self.units = tuple(
            Unit(Card(known[entry["unit"]]), entry.get("skill", 4), rulings, bombs=entry.get("bombs", 0))
            for entry in self.entries
        )
        ring = RINGS.index(scenario.get("zone", "central"))
        level = level_at_start(rulings, ring, scenario.get("altitude", "low"))
        self.flights = (Flight(level), Flight(level))
        self.wanted = tuple(entry.get("overheat", 0) for entry in self.entries)
        self.tails = (FREE, FREE)
        self.parted = False
        self.first_control = ""
        self.first_damage = (0, 0)

    def hand(self, turn: int, window: int, actor: int, purpose: int, nth: int = 0) -> Any:
        """An upper hand."""
        return self.dice.hand(turn, window, actor, purpose, nth, "upper")

    def play_round(self, turn: int) -> None:
        """One round: initiative, control, range, attacks, End Phase."""
        a_wins = self.hand(turn, INITIATIVE_WINDOW, 0, FIRST_SIDE).die(2) == 1
        order = (1, 0) if a_wins else (0, 1)
        self.hits: list[list[Hit]] = [[], []]  # by attacker
        self.points = [0, 0]
        self.attacked = [False, False]
        if self.rulings["engagement_end"] == "end_phase":
            self.tails = (FREE, FREE)
        success, totals = self.control_rolls(turn)
        place = positions(self.units, success)
        self.tails = tuple(state if state in (TAILING, TAILED) else FREE for state in place)
        if any(success):
            self.fight(turn, order, place, success, totals)
        self.end_phase(turn)
        if turn == 1:
            self.first_damage = tuple(sum(points for _, points, _ in hits) for hits in self.hits)
            names = {(True, True): "both", (True, False): "a_tails", (False, True): "b_tails"}
            self.first_control = names.get(success, "neither")

    def control_rolls(self, turn: int) -> Any:
        """Both Control Rolls: ((success, success), (total, total))."""
        rolls = []
        for side, unit in enumerate(self.units):
            rolls.append(control(unit, self.tails[side], lambda side=side: self.hand(turn, AIR_WINDOW, side, CONTROL)))
        return tuple(done for done, _ in rolls), tuple(total for _, total in rolls)

    def bracket(self, turn: int, place: Any, success: Any, totals: Any) -> int:
        """Range of this round."""
        ruling = self.rulings["air_range_choice"]
        if ruling == "winner_picks_tie_medium":
            return picked_range(self.units, place, success, totals, self.wanted)
        if ruling == "random_equal":
            return self.hand(turn, AIR_WINDOW, 0, RANGE).die(4) - 1
        if ruling == "paths":
            return BRACKETS.index(self.scenario.get("range", "medium"))
        return BRACKETS.index(ruling)

    def fight(self, turn: int, order: tuple[int, int], place: Any, success: Any, totals: Any) -> None:
        """Both attack, and the damage is applied now or after both."""
        bracket = self.bracket(turn, place, success, totals)
        for side in order:
            unit = self.units[side]
            if unit.lost:
                continue
            attacks = attacks_of(unit, self.units[1 - side], place[side], bracket, self.wanted[side])
            for attack in attacks:
                points, natural_12 = roll_attack(attack, turn, side, self.rulings, self.dice)
                self.hits[side].append((attack.arc, points, natural_12))
                self.points[side] += attack.points
            self.attacked[side] = bool(attacks)
            if self.rulings["damage_timing"] == "immediate":
                self.apply(turn, side)
        if self.rulings["damage_timing"] != "immediate":
            for side in (0, 1):
                self.apply(turn, side)

    def apply(self, turn: int, attacker: int) -> None:
        """The instances of one attacker on the other."""
        struck = 1 - attacker
        for arc, points, natural_12 in self.hits[attacker]:
            suffer(self.units[struck], points, natural_12, Address(turn, AIR_WINDOW, struck, 8 * arc), self.dice)

    def end_phase(self, turn: int) -> None:
        """Step 6, a then b in each step."""
        for side in (0, 1):
            self.damage_control_rolls(turn, side)
        for side, unit in enumerate(self.units):
            if not unit.lost:
                unit.end_of_turn_heat(self.points[side], self.attacked[side])
        for side in (0, 1):
            self.break_off(turn, side)
        for side, unit in enumerate(self.units):
            if not unit.lost and (unit.without_thrust() or unit.heat >= SHUT_DOWN):
                self.fall(side)

    def fall(self, side: int) -> None:
        """A step down; a slip to another ring, or leaving, parts them."""
        fall(self.units[side], self.flights[side])
        if self.flights[side].slipped or self.flights[side].left:
            self.parted = True

    def damage_control_rolls(self, turn: int, side: int) -> None:
        """AS-14.3 for one of them."""
        unit = self.units[side]
        arcs = [arc for arc, points, _ in self.hits[1 - side] if points > 0]
        if arcs and self.rulings["control_roll_once"] == "once":
            arcs = [0]
        for arc in arcs:
            if unit.lost or self.flights[side].left:
                return
            number = unit.control_number() + (THRUSTER_MODIFIER if unit.thruster else 0)
            if unit.heat >= SHUT_DOWN or two_dice(self.hand(turn, END_WINDOW, side, CONTROL, arc)) < number:
                self.fall(side)

    def break_off(self, turn: int, side: int) -> None:
        """One of them tries to get away, if it wants to (AS-12.9)."""
        unit = self.units[side]
        if self.parted or any(one.lost for one in self.units) or not self.wants_away(side):
            return
        ruling = self.rulings["engagement_end"]
        if unit.heat >= SHUT_DOWN or ruling == "until_destroyed":
            return
        if ruling == "end_phase":
            self.parted = True
            return
        number = unit.control_number() + tail_modifier(self.tails[side])
        if two_dice(self.hand(turn, END_WINDOW, side, BREAK_OFF)) >= number:
            self.parted = True

    def wants_away(self, side: int) -> bool:
        """`breaks_off`."""
        unit, wish = self.units[side], self.entries[side].get("breaks_off", "never")
        if wish == "when_damaged":
            return unit.marked_off() > 0
        return wish == "when_structure" and unit.structure < unit.card.structure

    def outcomes(self, length: int) -> Outcomes:
        """What is counted (section 3.4)."""
        lost = tuple(unit.lost is not None for unit in self.units)
        result = {(False, True): "a_wins", (True, False): "b_wins", (True, True): "both_lost"}.get(
            lost, "apart" if self.parted else "undecided"
        )
        found: Outcomes = {"result": [(result,)], "length": [(length,)]}
        for name, unit in zip("ab", self.units, strict=True):
            found[f"fate_{name}"] = [(unit.lost or "flies_on",)]
            found[f"points_lost_{name}"] = [] if unit.lost else [(unit.marked_off(),)]
        found["control_first_round"] = [(self.first_control,)]
        for name, damage in zip("ab", self.first_damage, strict=True):
            found[f"damage_by_{name}_first_round"] = [(damage,)]
        return found
