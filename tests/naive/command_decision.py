"""Naive twin of the Command Decision wing: one trial at a time, plain Python.

Written from the rules page and from simlab/systems/command_decision/README.md; it imports nothing of simlab. Clause
numbers, part letters and procedure numbers (F1, F2, F4) are those of the rules page.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_aim import (
    Aim,
    Firer,
    Target,
    aim_in_range,
    bears,
    has_line_of_sight,
    is_spotted_by,
    may_fire_from,
)
from .command_decision_bombing import play_bombing
from .command_decision_campaign import play_campaign
from .command_decision_law import OrderedShot, chance_of_abort, shot_law
from .command_decision_penalty import Penalties, penalty_word
from .command_decision_rulings import Rulings
from .command_decision_shot import ABORT, Countermeasures, Dice, ShotAddress, ShotResult, fire_one_shot
from .command_decision_sortie import play_sortie
from .command_decision_strike import play_strike
from .command_decision_tables import air_defence_called, aircraft_called, ruling_names
from .dice_log import PLACE, DiceLog

Outcomes = dict[str, list[tuple[Any, ...]]]

TURN, WINDOW = 1, 1  # in `shot` and `combo` all is turn 1, window 1


def play(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int, data_dir: Path) -> Outcomes:
    """Play one trial of a scenario with the numbered dice of (key, trial).

    `rulings` holds those that differ from the default. Returns table name -> outcomes counted in this trial.
    """
    return play_with_dice(scenario, rulings, DiceLog(key, trial), data_dir)


def play_with_dice(scenario: dict[str, Any], rulings: dict[str, object], dice: Dice, data_dir: Path) -> Outcomes:
    """Play one trial with these dice."""
    unknown = set(rulings) - ruling_names(data_dir)
    if unknown:
        raise ValueError(f"no such ruling: {', '.join(sorted(unknown))}")
    if scenario["kind"] == "bombing":
        return play_bombing(scenario, rulings, dice, data_dir)
    if scenario["kind"] == "campaign":
        return play_campaign(scenario, rulings, dice, data_dir)
    if scenario["kind"] == "strike":
        return play_strike(scenario, rulings, dice, data_dir)
    in_force = Rulings.of(rulings)
    kind = {"shot": play_shot, "combo": play_combo, "sortie": play_sortie}[scenario["kind"]]
    return kind(scenario, in_force, dice, data_dir)


@dataclass
class Engagement:
    """One aircraft under the fire of `shot` or `combo`, and what it has suffered so far."""

    scenario: dict[str, Any]
    rulings: Rulings
    dice: Dice
    target: Target
    countermeasures: Countermeasures
    penalties: Penalties
    fate: str = ""

    def aim_of(self, actor: int, firer: Firer) -> Aim | None:
        """The shot this firer has at the target, or None: eligibility of F1, the order of its tests included."""
        geometry = self.scenario.get("geometry", {})
        line_of_sight = geometry.get("line_of_sight", True)
        if line_of_sight is False:
            return None
        if line_of_sight == "ruling":
            u = self.dice.hand(TURN, 0, actor, PLACE, 0, "upper").number()
            if not has_line_of_sight(u, self.target, self.rulings, self.scenario.get("terrain", {})):
                return None
        visual = geometry.get("visibility", "clear") == "clear"
        if not visual and not firer.system.radar:  # 3.2.2b: darkness stops the eye, not the radar
            return None
        if not may_fire_from(firer, self.rulings) or not is_spotted_by(firer, self.target, self.rulings):
            return None
        if not self.target.is_helicopter:
            v = None
            if firer.system.guidance in ("TCIR", "IAIR") and firer.bearing_deg is None:
                v = self.dice.hand(TURN, 0, actor, PLACE, 0, "lower").number()
            if not bears(firer, v, self.rulings):
                return None
        return aim_in_range(firer, self.target, visual, self.rulings)

    def fire(self, actor: int, firer: Firer, aim: Aim, shots: int) -> list[ShotResult]:
        """Fire the shots of one firer until one of them aborts the target."""
        results = []
        for nth in range(shots):
            at = ShotAddress(self.dice, TURN, WINDOW, actor, nth)
            result = fire_one_shot(at, firer, aim, self.target, self.rulings, self.countermeasures)
            results.append(result)
            self.penalties.take(result.penalty)
            if result.aborted:
                self.fate = result.fate
                break
        return results

    def outcomes(self) -> Outcomes:
        """The tables that `shot` and `combo` have in common."""
        unharmed = "stays" if self.target.is_helicopter else "flies_on"
        total = penalty_word("minus", self.penalties.total())
        effect = ABORT if self.fate else "none" if total == "minus_0" else total
        return {"effect": [(effect,)], "fate": [(self.fate or unharmed,)]}


def target_of(entry: dict[str, Any], data_dir: Path) -> Target:
    """The `[target]` of a scenario."""
    unit = aircraft_called(entry["unit"], data_dir)
    return Target(
        is_helicopter=unit.is_helicopter,
        altitude=entry.get("altitude", "low") if unit.is_helicopter else "",
        flares=bool(entry.get("flares", unit.flares)),
        ecm=bool(entry.get("ecm", unit.ecm)),
        irs=bool(entry.get("irs", unit.irs)),
        sight=unit.sight,
        hovering=bool(entry.get("hovering", False)),
        behind_cover=bool(entry.get("behind_cover", True)),
        artillery_spotter=bool(entry.get("artillery_spotter", False)),
    )


def firer_of(entry: dict[str, Any], geometry: dict[str, Any], data_dir: Path) -> Firer:
    """One `[firer]`; its own range and bearing go before those of `[geometry]`."""
    return Firer(
        system=air_defence_called(entry["unit"], data_dir),
        range_in=entry["range_in"] if "range_in" in entry else geometry["range_in"],
        terrain=entry.get("terrain", "open"),
        suppressed=bool(entry.get("suppressed", False)),
        bearing_deg=entry.get("bearing_deg", geometry.get("bearing_deg")),
    )


def engagement_of(scenario: dict[str, Any], rulings: Rulings, dice: Dice, data_dir: Path) -> Engagement:
    """Set up the target of `shot` or `combo`."""
    target = target_of(scenario["target"], data_dir)
    return Engagement(scenario, rulings, dice, target, Countermeasures(rulings.cm_uses), Penalties(rulings))


def play_shot(scenario: dict[str, Any], rulings: Rulings, dice: Dice, data_dir: Path) -> Outcomes:
    """One system fires one shot, or a series, at one aircraft (F1)."""
    engagement = engagement_of(scenario, rulings, dice, data_dir)
    geometry = scenario.get("geometry", {})
    firer = firer_of(scenario["firer"], geometry, data_dir)
    aim = engagement.aim_of(0, firer)
    before_save = "not_engaged"
    if aim is not None:
        first = engagement.fire(0, firer, aim, scenario.get("shots", 1))[0].before_save
        before_save = ABORT if first == ABORT else f"minus_{first}" if first else "none"
    return {**engagement.outcomes(), "before_save": [(before_save,)]}


def play_combo(scenario: dict[str, Any], rulings: Rulings, dice: Dice, data_dir: Path) -> Outcomes:
    """Several systems, or the two halves of a combination, fire at one aircraft (F2; 3.2.7)."""
    engagement = engagement_of(scenario, rulings, dice, data_dir)
    geometry = scenario.get("geometry", {})
    firers = [firer_of(entry, geometry, data_dir) for entry in scenario["firer"]]
    aims = [engagement.aim_of(actor, firer) for actor, firer in enumerate(firers)]
    is_combination = sorted(firer.system.is_gun for firer in firers) == [False, True]
    order = list(range(len(firers)))
    if is_combination:
        order = combination_order(firers, aims, engagement)

    aborted_by = "nobody"
    missile_was_saved = False
    for actor in order:
        firer, aim = firers[actor], aims[actor]
        if aim is None:
            continue
        if firer.system.is_gun and missile_was_saved and rulings.combo_trigger == "raw_abort_blocks_guns":
            continue
        results = engagement.fire(actor, firer, aim, firer.system.rof)
        if is_combination and not firer.system.is_gun:
            missile_was_saved = any(result.saved for result in results)
        if engagement.fate:
            aborted_by = f"firer_{actor + 1}"
            break
    return {**engagement.outcomes(), "abort_by": [(aborted_by,)]}


def combination_order(firers: list[Firer], aims: list[Aim | None], engagement: Engagement) -> list[int]:
    """Which half of a combination fires first (`combo_order`): places in the file."""
    rulings = engagement.rulings
    missile = 0 if firers[1].system.is_gun else 1
    sam_then_gun, gun_then_sam = [missile, 1 - missile], [1 - missile, missile]
    if rulings.combo_order == "sam_then_gun":
        return sam_then_gun
    if rulings.combo_order == "gun_then_sam":
        return gun_then_sam

    def chance(order: list[int]) -> Fraction:
        shots = []
        for actor in order:
            firer, aim = firers[actor], aims[actor]
            if aim is None:
                continue
            with_save = shot_law(firer, aim, engagement.target, rulings)
            without_save = shot_law(firer, aim, engagement.target, rulings, may_save=False)
            shots += [OrderedShot(with_save, without_save, firer.system.is_gun)] * firer.system.rof
        return chance_of_abort(shots, rulings.cm_uses, rulings)

    return gun_then_sam if chance(gun_then_sam) > chance(sam_then_gun) else sam_then_gun
