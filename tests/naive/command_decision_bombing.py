"""Naive twin of the Command Decision kind `bombing`: one attack on a layout of ground stands, without air defence.

Written from the rules page (3.1, 1.5.6, 2.3; procedure `attack` of F3) and, where that leaves a choice, the readings in
the README of the wing; it imports nothing of simlab.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .command_decision_bombing_load import ROCKETS, RefusedAttack, weapon_of
from .command_decision_bombing_placement import MOST_TARGETS, Placement, Template
from .command_decision_bombing_rulings import BombingRulings
from .command_decision_bombing_stands import (
    ELIMINATED,
    FORCED_BACK,
    RESULTS,
    SUPPRESSED,
    TOUCHED,
    UNTOUCHED,
    Exposure,
    place_of,
    stand_of,
)
from .command_decision_shot import Dice

ATTACK = 7  # purpose of the dice
TURN, WINDOW = 1, 4  # all is turn 1, end of turn
ROOM_FOR_STANDS, ROOM_FOR_TEMPLATES = 64, 8
ROLLS_IN_A_ROW = 8  # of one area at a stand; further rolls lie at another actor
ROOM_FOR_BOMBS, ROOM_FOR_ROCKETS = 8, 32  # the ROF that the dice have room for

Outcomes = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Attack:
    """An attack whose areas lie on the ground, before the dice. `limited`: suppression only (2.3.2c)."""

    exposures: list[Exposure]
    templates: list[Template]
    limited: bool
    rulings: BombingRulings


def play_bombing(scenario: dict[str, Any], options: dict[str, object], dice: Dice, data_dir: Path) -> Outcomes:
    """Play one trial of a scenario with these dice."""
    return resolve(attack_of(scenario, options, data_dir), dice)


def attack_of(scenario: dict[str, Any], options: dict[str, object], data_dir: Path) -> Attack:
    """Lay out a scenario; an attack that is not allowed raises RefusedAttack."""
    rulings = BombingRulings.of(options)
    attacker, point = scenario["attacker"], scenario.get("point", {})
    weapon = weapon_of(attacker, rulings, data_dir)
    stands = [stand_of(entry, number) for number, entry in enumerate(scenario["stand"])]
    if len({stand.name for stand in stands}) < len(stands):
        raise RefusedAttack("two stands have the same name")
    exposures = [Exposure(stand, weapon, bool(point.get("fac", False)), rulings) for stand in stands]

    placement = Placement(exposures, place_of(point.get("at", (0, 0))), weapon, rulings)
    own_centres = attacker.get("templates")
    if len(stands) > ROOM_FOR_STANDS:
        raise RefusedAttack(f"no dice for {len(stands)} stands")
    if own_centres is not None and not 1 <= len(own_centres) <= ROOM_FOR_TEMPLATES:
        raise RefusedAttack(f"no dice for {len(own_centres)} areas, or nothing to roll for")
    if weapon.rof > (ROOM_FOR_ROCKETS if weapon.load == ROCKETS else ROOM_FOR_BOMBS):
        raise RefusedAttack(f"no dice for ROF {weapon.rof} of {weapon.load}")
    if weapon.rof == 0:
        templates = []
    elif own_centres is not None:
        templates = placement.place_at([place_of(pair) for pair in own_centres])
    else:
        templates = placement.place(attacker.get("placement", "spread"))
    if rulings.max_targets_scope == "stands_only":
        templates = on_the_first_stands(templates)
    return Attack(exposures, templates, is_limited(exposures, templates, rulings), rulings)


def on_the_first_stands(templates: list[Template]) -> list[Template]:
    """Of all stands touched only the first four of the file count as touched (`max_targets_scope` = stands_only)."""
    first = sorted({number for template in templates for number in template.touched})[:MOST_TARGETS]
    return [
        Template(template.centre, template.rolls, tuple(number for number in template.touched if number in first))
        for template in templates
    ]


def is_limited(exposures: list[Exposure], templates: list[Template], rulings: BombingRulings) -> bool:
    """Whether cover keeps every stand touched from being attacked in full (2.3.2c; `cover_attack_without_fac`).

    Stands that the weapon cannot affect have no say. An attack that touches no other is played, and nothing happens.
    """
    touched = {number for template in templates for number in template.touched}
    met = [exposures[number] for number in touched if exposures[number].affected]
    if not met or any(exposure.in_full for exposure in met):
        return False
    if rulings.cover_attack_without_fac == "forbidden":
        raise RefusedAttack("no stand touched may be attacked in full, and attacks into cover are forbidden")
    return True


def resolve(attack: Attack, dice: Dice) -> Outcomes:
    """Roll the dice of an attack."""
    results = [result_of(attack, number, dice) for number in range(len(attack.exposures))]
    enemy: list[str] = []
    own: list[str] = []
    for exposure, result in zip(attack.exposures, results, strict=True):
        (enemy if exposure.stand.is_enemy else own).append(result)
    eliminated = (enemy.count(ELIMINATED), own.count(ELIMINATED))
    at_least_suppressed = sum(RESULTS.index(result) >= RESULTS.index(SUPPRESSED) for result in enemy)
    tables: Outcomes = {
        f"result:{exposure.stand.name}": [(result,)] for exposure, result in zip(attack.exposures, results, strict=True)
    }
    return {
        **tables,
        "eliminated_enemy": [(eliminated[0],)],
        "eliminated_own": [(eliminated[1],)],
        "forced_back_enemy": [(enemy.count(FORCED_BACK),)],
        "suppressed_enemy": [(at_least_suppressed,)],
        "joint": [eliminated],
        "any_eliminated": [("yes" if eliminated[0] else "no",)],
    }


def result_of(attack: Attack, number: int, dice: Dice) -> str:
    """The worst that befalls one stand."""
    exposure = attack.exposures[number]
    touching = [nth for nth, template in enumerate(attack.templates) if number in template.touched]
    if not touching:
        return UNTOUCHED
    befell = [TOUCHED]
    rolled_against = exposure.takes_rolls and not attack.limited
    # A stand that the attack may only suppress is suppressed without a hit, whatever others need (2.3.2c).
    if exposure.suppressed_without_a_hit and (
        attack.rulings.suppression_rule == "automatic_all_touched" or not rolled_against
    ):
        befell.append(SUPPRESSED)
    if rolled_against:
        if attack.rulings.superimposed_templates == "single_roll_best":
            touching = touching[:1]
        befell += [effect for nth in touching for effect in hits_by(attack, nth, number, dice)]
    return max(befell, key=RESULTS.index)


def hits_by(attack: Attack, nth: int, number: int, dice: Dice) -> list[str]:
    """What the hits of one area do to one stand."""
    exposure = attack.exposures[number]
    effects = []
    for roll in range(attack.templates[nth].rolls):
        actor = number + ROOM_FOR_STANDS * (roll // ROLLS_IN_A_ROW)
        hand = dice.hand(TURN, WINDOW, actor, ATTACK, nth * ROLLS_IN_A_ROW + roll % ROLLS_IN_A_ROW, "upper")
        if exposure.hits(hand.die(10)):
            effects.append(exposure.effect(hand.die(10)))
    return effects
