"""Naive twin of the kind `interception` of Continental Siege: bombers, escorts, interceptors, guns (section 6d)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .continental_siege_aim import D, X, odds_column
from .continental_siege_drill import Attacker, NumberedDice, Rows, added, strength_at
from .continental_siege_kind_attack import Numbered
from .continental_siege_kind_bombing_run import Flak, disabled_until
from .continental_siege_rulings import Rulings
from .continental_siege_tables import unit_types

# Classes of targets from best to worst: (role, fit).
BOMBERS_FIRST = [("bomber", True), ("bomber", False), ("escort", True), ("escort", False)]
ORDERS = {
    "bombers_first": BOMBERS_FIRST,
    "escorts_first": [("escort", True), ("escort", False), ("bomber", True), ("bomber", False)],
    "focus": [("bomber", False), ("bomber", True), ("escort", False), ("escort", True)],
    "disabled_first": [("interceptor", False), ("interceptor", True)],
    "fit_first": [("interceptor", True), ("interceptor", False)],
}


@dataclass
class Plane:
    """One aircraft."""

    role: str
    alive: bool = True
    recover: tuple[int, str] | None = None
    received: int = 0

    @property
    def fit(self) -> bool:
        """Whether it is neither destroyed nor disabled."""
        return self.alive and self.recover is None

    @property
    def unit(self) -> str:
        """Its unit type."""
        return "bomber" if self.role == "bomber" else "fighter"


def play_interception(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> Rows:
    """One trial: table -> rows counted."""
    return Interception(scenario, Rulings(rulings), NumberedDice(key, trial)).run()


class Interception:
    """One trial under way."""

    def __init__(self, scenario: dict[str, Any], rulings: Rulings, dice: NumberedDice):
        self.scenario = scenario
        self.rulings = rulings
        self.dice = dice
        self.planes = [
            Plane(role)
            for role, key in (("bomber", "bombers"), ("escort", "escorts"), ("interceptor", "interceptors"))
            for _ in range(scenario.get(key, 0))
        ]
        self.guns = Flak(scenario.get("guns", {}), "bomber", rulings).guns
        self.contact = Fraction(str(scenario.get("contact", 1)))
        self.turn = 0
        self.numbered = Numbered(dice)

    def run(self) -> Rows:
        """Play to the drop and count."""
        turns = self.scenario.get("turns_to_target", 3)
        bombers_begin = self.scenario.get("first", "bombers") == "bombers"
        last = 2 * turns if bombers_begin else 2 * turns - 1
        for self.turn in range(1, last + 1):
            self.numbered = Numbered(self.dice, self.turn)
            for plane in self.planes:
                plane.received = 0
            self.clear("fire")
            self.fire(escorts=(self.turn % 2 == 1) == bombers_begin)
            self.clear("end")
        bombers = self.of("bomber")
        arriving = sum(bomber.fit for bomber in bombers)
        left = [sum(plane.alive for plane in self.of(role)) for role in ("escort", "interceptor")]
        lost = [len(self.of(role)) - n for role, n in zip(("escort", "interceptor"), left, strict=True)]
        return {
            "arrived": [("yes" if arriving else "no",)],
            "bombers_arriving": [(arriving,)],
            "bombers_disabled": [(sum(bomber.alive and not bomber.fit for bomber in bombers),)],
            "bombers_destroyed": [(sum(not bomber.alive for bomber in bombers),)],
            "escorts_lost": [(lost[0],)],
            "interceptors_lost": [(lost[1],)],
            "duel": [tuple(left)],
        }

    def of(self, role: str) -> list[Plane]:
        """The aircraft of a role."""
        return [plane for plane in self.planes if plane.role == role]

    def clear(self, moment: str) -> None:
        """Make fit again those whose time has come."""
        for plane in self.planes:
            if plane.recover == (self.turn, moment):
                plane.recover = None

    def fire(self, escorts: bool) -> None:
        """One fire phase: the fighters fit at its beginning, then the defenders' guns."""
        role = "escort" if escorts else "interceptor"
        fighters = [Attacker("fighter") for plane in self.of(role) if plane.fit and self.contact > 0]
        policy = (
            self.scenario.get("escort", "disabled_first")
            if escorts
            else self.scenario.get("intercept", "bombers_first")
        )
        firers = [(fighter, policy) for fighter in fighters]
        if not escorts:
            firers += [(gun, "bombers_first") for gun in self.guns]
        if self.rulings["attack_sequencing"] == "declare_all_first":
            self.declared(firers)
            return
        for firer, order in firers:
            if self.choose(order) is None:
                return
            if self.finds(firer):
                target = self.choose(order)
                assert target is not None
                target.received += 1
                self.attack(firer, target)

    def declared(self, firers: list[tuple[Attacker, str]]) -> None:
        """All targets are named first; then contact and attack follow in this order."""
        named = []
        for firer, order in firers:
            target = self.choose(order)
            if target is not None:
                target.received += 1
                named.append((firer, target))
        for firer, target in named:
            if target.alive and self.finds(firer):
                self.attack(firer, target)

    def finds(self, firer: Attacker) -> bool:
        """Whether a fighter has contact; guns always have."""
        if firer.unit != "fighter" or self.contact == 1:
            return True
        number, self.numbered.number = self.numbered.number, self.numbered.number + 1
        return self.dice.contact(self.turn, number, self.contact)

    def choose(self, order: str) -> Plane | None:
        """The target of a policy."""
        for role, fit in ORDERS[order]:
            there = [plane for plane in self.of(role) if plane.alive and plane.fit == fit]
            if there:
                sign = -1 if order == "focus" else 1
                # Of several the one whose D runs out first.
                return min(there, key=lambda plane: (sign * plane.received, plane.recover or (0, "")))
        return None

    def attack(self, firer: Attacker, target: Plane) -> None:
        """One attack on an aircraft (11.09)."""
        force = added([strength_at(firer, target.unit, "", 0, self.rulings)], self.rulings)
        result = self.numbered.roll(odds_column(force, unit_types()[target.unit].defence))
        ruling = self.rulings["aircraft_second_d"]
        if result == X or (result == D and target.recover is not None and ruling == "destroyed"):
            target.alive = False
        elif result == D and (target.recover is None or ruling == "extends"):
            target.recover = disabled_until(self.turn, False, self.rulings)
