"""Naive twin of the kind `attrition` of Continental Siege: a battery against a whole Flying Fortress (section 6b).

All priorities but `best_dp` are played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Any

from .continental_siege_aim import AUTO, NONE, D, X, chances, odds_column, result_of
from .continental_siege_drill import (
    Attacker,
    NumberedDice,
    Rows,
    added,
    boxes_taken,
    movement_left,
    reaches,
    strength_at,
)
from .continental_siege_rulings import Rulings
from .continental_siege_tables import sheet_of, unit_types

PROPULSION = "propulsion"
GREEDY_ORDER = (PROPULSION, "bombload", "aam", "main_gun", "secondary_gun", "ap_bombload")
Plan = tuple[str, list[Attacker]]


@dataclass
class Fortress:
    """A Flying Fortress under fire."""

    unit: str
    rulings: Rulings
    boxes: dict[str, Fraction] = field(default_factory=dict)
    silent: bool = False
    silenced: dict[str, int] = field(default_factory=dict)

    @property
    def movement(self) -> int:
        """MA of the moment."""
        return movement_left(self.unit, self.boxes[PROPULSION], self.rulings)

    @property
    def flies(self) -> bool:
        """Whether it has not crashed."""
        return self.boxes[PROPULSION] > 0

    @property
    def any_silence(self) -> bool:
        """Whether all of it or some box is silenced."""
        return self.silent or any(self.silenced.values())

    def bombs_fit(self) -> int:
        """Bombloads fit for use."""
        return 0 if self.silent else int(self.boxes["bombload"]) - self.silenced.get("bombload", 0)

    def open_to_attack(self, system: str) -> bool:
        """Whether a system has boxes left that may be attacked."""
        shut = system in ("bombload", "ap_bombload") and self.rulings["ff_bombs_targetable"] == "no"
        return self.boxes[system] > 0 and not shut

    def suffer(self, system: str, result: str, force: Fraction) -> None:
        """What the result of an attack does."""
        if result == X:
            lost = boxes_taken(force, self.rulings) if system == PROPULSION else Fraction(1)
            self.boxes[system] -= min(lost, self.boxes[system])
            self.silenced[system] = min(self.silenced.get(system, 0), int(self.boxes[system]))
        elif result == D and self.rulings["ff_affected_by_d"] == "fortress_cannot_attack":
            self.silent = True
        elif result == D and self.rulings["ff_affected_by_d"] == "weapon_cannot_fire" and system != PROPULSION:
            self.silenced[system] = min(self.silenced.get(system, 0) + 1, int(self.boxes[system]))

    def copy(self) -> "Fortress":
        """The same fortress, to plan with."""
        return Fortress(self.unit, self.rulings, dict(self.boxes), self.silent, dict(self.silenced))


class Battery:
    """The guns that take part, and how they choose."""

    def __init__(self, scenario: dict[str, Any], rulings: Rulings):
        self.scenario = scenario
        self.rulings = rulings
        self.unit = scenario["fortress"]
        named = [(place, unit, count) for place, (unit, count) in enumerate(scenario["battery"].items())]
        able = [(place, unit, count) for place, unit, count in named if self.force(Attacker(unit), PROPULSION) > 0]
        able.sort(key=lambda entry: (-self.force(Attacker(entry[1]), "main_gun"), entry[0]))
        self.guns = [Attacker(unit) for _, unit, count in able for _ in range(count)]
        self.longest = max((gun.range for gun in self.guns), default=0)
        self.hands = ceil(len(self.guns) / 4)

    def force(self, gun: Attacker, system: str) -> Fraction:
        """Strength of one gun against a system."""
        return strength_at(gun, self.unit, system, 0, self.rulings)

    def together(self, guns: list[Attacker], system: str) -> Fraction:
        """Strength of one attack."""
        return added([self.force(gun, system) for gun in guns], self.rulings)

    def column(self, guns: list[Attacker], system: str) -> str:
        """Odds of one attack on a weapon."""
        return odds_column(self.together(guns, system), sheet_of(self.unit)[system].defence)

    def plan(self, fortress: Fortress, guns: list[Attacker]) -> Plan:
        """What the policy attacks next, and with which of the guns left."""
        policy = self.scenario.get("priority", "pu_only")
        alone = guns[:1]
        if policy == "bombs_first_combined" and self.rulings["combined_fire_on_aircraft"] == "forbidden":
            policy = "bombs_first"
        if policy == "bombs_first_combined":
            group = self.smallest(guns) if fortress.open_to_attack("bombload") else None
            return ("bombload", group) if group else self.at_propulsion(guns)
        if policy == "greedy_value":
            return self.greedy(fortress, guns)
        first: tuple[str, ...] = {"bombs_first": ("bombload",), "guns_first": ("main_gun", "secondary_gun")}.get(
            policy, ()
        )
        if policy == "until_ma" and fortress.movement <= self.scenario.get("until_ma", 2):
            first = ("bombload", "main_gun", "secondary_gun")
        for system in first:
            if fortress.open_to_attack(system):
                return system, alone
        return self.at_propulsion(guns)

    def at_propulsion(self, guns: list[Attacker]) -> Plan:
        """The next gun alone, or all of them (ruling `propulsion_combined_fire`)."""
        allowed = self.rulings["propulsion_combined_fire"] == "allowed"
        return PROPULSION, list(guns) if allowed else guns[:1]

    def smallest(self, guns: list[Attacker]) -> list[Attacker] | None:
        """The smallest group at 5-1 on a bombload: fewest, least strength, most guns of the first types."""
        return smallest_group(
            guns, lambda group: self.together(group, "bombload"), sheet_of(self.unit)["bombload"].defence
        )

    def greedy(self, fortress: Fortress, guns: list[Attacker]) -> Plan:
        """The system of the greatest value."""
        best: tuple[Fraction, Plan] | None = None
        for system in GREEDY_ORDER:
            if not fortress.open_to_attack(system):
                continue
            plan = self.at_propulsion(guns) if system == PROPULSION else (system, guns[:1])
            if system == PROPULSION:
                hit = min(boxes_taken(self.together(guns[:1], system), self.rulings), fortress.boxes[system])
                value = Fraction(str(self.scenario.get("pu_weight", "1/3"))) * hit / 3
            else:
                value = sheet_of(self.unit)[system].attack * chances(self.column(plan[1], system))[X]
            if best is None or value > best[0]:
                best = value, plan
        assert best is not None
        return best[1]


def smallest_group(
    guns: list[Attacker], force: Callable[[list[Attacker]], Fraction], defence: int
) -> list[Attacker] | None:
    """Fewest guns at automatic odds, then least strength, then most guns of the first types in firing order."""
    for members in range(1, len(guns) + 1):
        reaching = [
            list(group) for group in combinations(guns, members) if odds_column(force(list(group)), defence) == AUTO
        ]
        if reaching:  # combinations come in firing order, so the first of equals has most guns of the first types
            return min(reaching, key=force)
    return None


def play_attrition(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> Rows:
    """One trial: table -> rows counted."""
    return Attrition(scenario, Rulings(rulings), NumberedDice(key, trial)).run()


class Attrition:
    """One trial under way."""

    def __init__(self, scenario: dict[str, Any], rulings: Rulings, dice: NumberedDice):
        self.rulings = rulings
        self.dice = dice
        self.battery = Battery(scenario, rulings)
        sheet = sheet_of(scenario["fortress"])
        boxes = {system: Fraction(line.count) for system, line in sheet.items()}
        self.fortress = Fortress(scenario["fortress"], rulings, boxes)
        self.turns = scenario.get("turns", 20)
        self.approach = "approach" in scenario
        self.position = scenario["approach"]["start_hexes"] if self.approach else 0
        self.noted: Any = "not_reached"
        self.number = 0

    def run(self) -> Rows:
        """Play all turns and count."""
        rows: Rows = {"crashed_by": [], "movement": [], "silenced": []}
        fate, flown = "flies", self.turns
        for turn in range(1, self.turns + 1):
            if fate == "flies":
                fate = self.one_turn(turn)
                if fate != "flies":
                    flown = turn
            if fate == "crashed":
                rows["crashed_by"].append((turn,))
            rows["movement"].append((turn, self.fortress.movement))
            if fate == "flies" and self.fortress.any_silence:
                rows["silenced"].append((turn,))
        rows |= {
            "fate": [(fate,)],
            "crash_turn": [(flown if fate == "crashed" else "never",)],
            "turns_flown": [(flown,)],
            "boxes_left": [(_plain(self.fortress.boxes[PROPULSION]),)],
            "bombs_at_target": [(self.noted,)],
        }
        for system in self.fortress.boxes:
            if system != PROPULSION:
                rows[f"{system}_left"] = [(int(self.fortress.boxes[system]),)]
        return rows

    def one_turn(self, turn: int) -> str:
        """One turn of the battery; returns flies, crashed or left."""
        self.number = 0
        guns = self.battery.guns
        fortress = self.fortress
        if not self.approach:
            self.lift_silence()
            return self.fire(turn, guns)
        before = self.position
        self.position -= fortress.movement
        gone = self.position < -self.battery.longest
        reaction = self.rulings["aa_fire_timing"] == "reaction_on_entry"
        if reaction:
            self.lift_silence()
            entered = range(before - 1, self.position - 1, -1)
            meeting = [gun for gun in guns if _is_aa(gun) and any(self.reach(gun, p) for p in entered)]
            if self.fire(turn, meeting) == "crashed":
                return "crashed"
            guns = [gun for gun in guns if not _is_aa(gun)]
        if before > 0 >= self.position:
            self.noted = fortress.bombs_fit()
        if gone:
            return "left"
        if not reaction:
            self.lift_silence()
        return self.fire(turn, [gun for gun in guns if self.reach(gun, self.position)])

    def reach(self, gun: Attacker, position: int) -> bool:
        """Whether a gun reaches a place on the line."""
        return reaches(gun, True, abs(position), self.rulings)

    def lift_silence(self) -> None:
        """Silence lasts until the battery's next turn."""
        self.fortress.silent = False
        self.fortress.silenced = {}

    def fire(self, turn: int, guns: list[Attacker]) -> str:
        """All these guns fire, as the policy wants."""
        if self.rulings["attack_sequencing"] == "declare_all_first":
            return self.declared(turn, guns)
        guns = list(guns)
        while guns and self.fortress.flies:
            system, group = self.battery.plan(self.fortress, guns)
            for gun in group:
                guns.remove(gun)
            self.attack(turn, system, group)
        return "flies" if self.fortress.flies else "crashed"

    def declared(self, turn: int, guns: list[Attacker]) -> str:
        """All attacks are named before the first is rolled."""
        guns, imagined, plans = list(guns), self.fortress.copy(), []
        while guns:
            system, group = self.battery.plan(imagined, guns)
            for gun in group:
                guns.remove(gun)
            plans.append((system, group))
            if system != PROPULSION and self.battery.column(group, system) == AUTO:
                imagined.boxes[system] -= 1
        for system, group in plans:
            if self.fortress.flies:
                self.attack(turn, system, group)
        return "flies" if self.fortress.flies else "crashed"

    def attack(self, turn: int, system: str, group: list[Attacker]) -> None:
        """One attack with the next number of the turn."""
        number, self.number = self.number, self.number + 1
        if not self.fortress.boxes[system]:
            return
        column = "1-1" if system == PROPULSION else self.battery.column(group, system)
        die = 0
        if column not in (NONE, AUTO):
            die = self.dice.die_of_hand(1, (turn - 1) * self.battery.hands + number // 4, number % 4)
        self.fortress.suffer(system, result_of(column, die), self.battery.together(group, system))


def _is_aa(gun: Attacker) -> bool:
    return unit_types()[gun.unit].kind == "aa"


def _plain(number: Fraction) -> Any:
    return int(number) if number.denominator == 1 else float(number)
