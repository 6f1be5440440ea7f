"""Naive twin of the kind `attack` of Continental Siege: one phase of fire or bombs at one target (section 6a)."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .continental_siege_aim import AUTO, NONE, D, X, odds_column, result_of
from .continental_siege_drill import (
    Attacker,
    NumberedDice,
    Rows,
    added,
    attackers_of,
    boxes_taken,
    in_forward_arc,
    movement_left,
    reaches,
    strength_at,
)
from .continental_siege_rulings import Rulings
from .continental_siege_tables import sheet_of, unit_types

DRIVES = ("propulsion", "treads")


@dataclass
class Prey:
    """The one target: a unit, a group of squads, or a system of a sheet."""

    unit: str
    system: str
    rulings: Rulings
    disabled: bool = False
    destroyed: bool = False
    squads: list[str] = field(default_factory=list)  # ok, disabled or gone, in order
    boxes: Fraction = Fraction(0)

    @property
    def kind(self) -> str:
        """Class of the unit."""
        return unit_types()[self.unit].kind

    @property
    def left(self) -> int:
        """Squads left."""
        return sum(squad != "gone" for squad in self.squads)

    def defence(self, bomb: str = "") -> int:
        """Defence strength of the whole target against fire or a sort of bomb."""
        if self.system:
            return sheet_of(self.unit)[self.system].defence
        if self.kind == "structure":
            printed = int(self.rulings["cp_defence"])
            return max(1, printed) if bomb == "ap_bombload" and self.rulings["ap_bomb_vs_cp"] == "as_d1" else printed
        return self.left if self.kind == "infantry" else unit_types()[self.unit].defence

    def suffer(self, result: str) -> None:
        """What NE, D or X does to a target that is one unit, one weapon or one group."""
        if result not in (D, X):
            return
        if self.kind == "infantry":
            self._group_suffers(result)
        elif self.system:
            self.destroyed = self.destroyed or result == X
            self._silence(result)
        elif self.kind == "structure":
            self.destroyed = self.destroyed or result == X
        else:
            ruling = "aircraft_second_d" if self.kind == "aircraft" else "second_d_armor"
            if result == X or (self.disabled and self.rulings[ruling] == "destroyed"):
                self.destroyed = True
            self.disabled = True

    def _silence(self, result: str) -> None:
        if self.kind == "ff" and result == D:
            ruling = self.rulings["ff_affected_by_d"]
            weapon = ruling == "weapon_cannot_fire" and self.system != "propulsion"
            self.disabled = self.disabled or weapon or ruling == "fortress_cannot_attack"

    def _group_suffers(self, result: str) -> None:
        if result == X:
            self.squads = ["gone"] * len(self.squads)
        elif self.rulings["infantry_d_result"] == "disabled":
            self.squads = [squad if squad == "gone" else "disabled" for squad in self.squads]
        else:
            last = max(n for n, squad in enumerate(self.squads) if squad != "gone")
            self.squads[last] = "gone"
        self.destroyed = self.left == 0

    def squad_suffers(self, n: int, result: str) -> None:
        """What a result does to one squad that stands for itself."""
        if result == X or (result == D and self.rulings["infantry_d_result"] == "lose_one_squad"):
            self.squads[n] = "gone"
        elif result == D:
            self.squads[n] = "disabled"
        self.destroyed = self.left == 0

    def drive_suffers(self, result: str, force: Fraction) -> None:
        """An attack on propulsion or treads."""
        if result == X:
            self.boxes -= min(self.boxes, boxes_taken(force, self.rulings))
            self.destroyed = self.boxes == 0
        else:
            self._silence(result)

    @property
    def fate(self) -> str:
        """none, disabled or destroyed."""
        if self.destroyed:
            return "destroyed"
        return "disabled" if self.disabled or "disabled" in self.squads else "none"


@dataclass
class Numbered:
    """Rolls the attacks of a player-turn in their numbers."""

    dice: NumberedDice
    turn: int = 1
    number: int = 0

    def roll(self, column: str) -> str:
        """The result of the next attack."""
        number, self.number = self.number, self.number + 1
        return result_of(column, 0 if column in (NONE, AUTO) else self.dice.attack(self.turn, number))


def attack_prey(prey: Prey, bomb: str, force: Fraction, numbered: Numbered) -> None:
    """One attack: `bomb` is bombload, ap_bombload, or empty for fire."""
    if prey.system in DRIVES:
        prey.drive_suffers(numbered.roll("1-1"), force)
        return
    rulings = prey.rulings
    if prey.kind != "infantry":
        prey.suffer(numbered.roll(odds_column(force, prey.defence(bomb))))
        return
    alone = rulings["infantry_grouping"] == "each_alone"
    every = alone if bomb == "ap_bombload" else alone or rulings["bomb_halved_vs_infantry_group"] == "each_squad"
    if bomb and every:
        first = numbered.number
        for n in range(len(prey.squads)):
            numbered.number = first + n
            if prey.squads[n] != "gone":
                prey.squad_suffers(n, numbered.roll(odds_column(force, 1)))
        numbered.number = first + len(prey.squads)
    elif alone:
        n = next(n for n, squad in enumerate(prey.squads) if squad != "gone")
        prey.squad_suffers(n, numbered.roll(odds_column(force, 1)))
    else:
        prey.suffer(numbered.roll(odds_column(force, prey.left)))


def play_attack(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> Rows:
    """One trial: table -> rows counted."""
    return play_attack_with(scenario, Rulings(rulings), NumberedDice(key, trial))


def play_attack_with(scenario: dict[str, Any], rulings: Rulings, dice: NumberedDice) -> Rows:
    """One trial with these dice."""
    prey = prey_of(scenario, rulings)
    whole = prey.boxes
    used = 0
    numbered = Numbered(dice)
    for group in formed(prey, able_attackers(scenario, prey), bool(scenario.get("combine", False))):
        bomb = group[0].family if group[0].family != "other" else ""
        if prey.destroyed:
            ruling, stubborn = (
                ("bomb_decision_timing", "preplotted") if bomb else ("attack_sequencing", "declare_all_first")
            )
            used += len(group) if rulings[ruling] == stubborn else 0
            continue
        used += len(group)
        forces = [strength_at(one, prey.unit, prey.system, prey.defence(), rulings) for one in group]
        attack_prey(prey, bomb, added(forces, rulings), numbered)
    rows: Rows = {"result": [(prey.fate,)], "attackers_used": [(used,)]}
    if prey.kind == "infantry":
        rows["squads_left"] = [(prey.left,)]
    if prey.system in DRIVES:
        rows["boxes_lost"] = [(_plain(whole - prey.boxes),)]
        rows["movement_left"] = [(movement_left(prey.unit, prey.boxes, rulings),)]
    return rows


def _plain(number: Fraction) -> Any:
    return int(number) if number.denominator == 1 else float(number)


def prey_of(scenario: dict[str, Any], rulings: Rulings) -> Prey:
    """The target of a scenario."""
    prey = Prey(scenario["target"], scenario.get("system_attacked", ""), rulings, scenario.get("disabled", False))
    if prey.kind == "infantry":
        prey.squads = ["ok"] * scenario.get("squads", 3)
    if prey.system in DRIVES:
        prey.boxes = Fraction(sheet_of(prey.unit)[prey.system].count)
    return prey


def able_attackers(scenario: dict[str, Any], prey: Prey) -> list[Attacker]:
    """The attackers that are not passed over."""
    rulings, gap, arc = prey.rulings, scenario.get("range_hexes", 1), scenario.get("arc", "inside")
    flies = prey.kind in ("aircraft", "ff")
    return [
        one
        for one in attackers_of(scenario["attackers"])
        if strength_at(one, prey.unit, prey.system, prey.defence(), rulings) > 0
        and reaches(one, flies, gap, rulings)
        and in_forward_arc(one, arc, gap, rulings)
    ]


def formed(prey: Prey, attackers: list[Attacker], combine: bool) -> list[list[Attacker]]:
    """The attacks, each at the place of its first attacker."""
    rulings = prey.rulings
    groups: dict[Any, list[Attacker]] = {}
    seen: dict[Attacker, int] = {}
    for n, one in enumerate(attackers):
        nth = seen[one] = seen.get(one, -1) + 1
        key: Any = n
        if prey.system in DRIVES:
            if prey.system == "propulsion" and combine and rulings["propulsion_combined_fire"] == "allowed":
                key = "all"
            elif rulings["one_unit_many_weapons_vs_propulsion"] == "one_roll_per_unit" and _weapons_like(one):
                key = (one.unit, nth // _weapons_like(one))
        elif _together(prey, one, combine):
            key = one.family if one.system != "antipersonnel" or combine else "antipersonnel"
        groups.setdefault(key, []).append(one)
    made = list(groups.values())
    if prey.kind == "infantry" and rulings["ap_bomb_per_target_limit"] == "one_attack_per_turn":
        first = next((group for group in made if group[0].family == "ap_bombload"), None)
        made = [group for group in made if group is first or group[0].family != "ap_bombload"]
    return made


def _weapons_like(one: Attacker) -> int:
    """How many weapons of this sort its unit has; 0 for a unit that is one weapon."""
    if one.kind in ("ogre", "ff"):
        return sheet_of(one.unit)[one.system].count
    return 2 if one.unit == "superheavy" and one.system else 0


def _together(prey: Prey, one: Attacker, combine: bool) -> bool:
    rulings = prey.rulings
    if one.family == "bombload":
        ruling = rulings["bombload_combination"]
        return ruling == "must_combine" or (combine and ruling == "combinable")
    if one.family == "ap_bombload":
        return combine and rulings["ap_bomb_combination"] == "combinable"
    if one.system == "antipersonnel" and prey.kind == "infantry":
        return True
    on_aircraft = prey.kind in ("aircraft", "ff")
    return combine and not (on_aircraft and rulings["combined_fire_on_aircraft"] == "forbidden")
