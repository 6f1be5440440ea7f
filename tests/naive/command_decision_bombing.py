"""Naive twin of the Command Decision kind `bombing`: one attack on a layout of ground stands, without air defence.

Written from the rules page (3.1, 1.5.6, 2.3; procedure `attack` of F3) and, where that leaves a choice, the readings in
the README of the wing; it imports nothing of simlab.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision_bombing_load import ROCKETS, RefusedAttack, Weapon, aircraft_row, weapon_of
from .command_decision_bombing_placement import MOST_TARGETS, Placement, Template, dealt_out
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
from .command_decision_bombing_weapons import (
    DOOR_GUNS,
    GUIDED,
    GUNS,
    WeaponExposure,
    attacks_on_stands,
    felt_penalty,
    refuse_combination,
    stand_weapon_of,
)
from .command_decision_shot import Dice
from .dice_log import PLACE, threshold

ATTACK = 7  # purpose of the dice
TURN, WINDOW = 1, 4  # all is turn 1, end of turn
ROOM_FOR_STANDS, ROOM_FOR_TEMPLATES = 64, 8
ROLLS_IN_A_ROW = 8  # of one area at a stand; further rolls lie at another actor
ROOM_FOR_BOMBS, ROOM_FOR_ROCKETS = 8, 32  # the ROF that the dice have room for

Outcomes = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Attack:
    """An attack whose areas lie on the ground, before the dice. `limited`: suppression only (2.3.2c).

    `further`: what is fired besides; `places`: without a map, the place of each stand and the chance that it is there.
    """

    exposures: list[Exposure]
    templates: list[Template]
    limited: bool
    rulings: BombingRulings
    further: list["Attack"] = field(default_factory=list)
    places: list[tuple[int, Fraction]] = field(default_factory=list)


def play_bombing(scenario: dict[str, Any], options: dict[str, object], dice: Dice, data_dir: Path) -> Outcomes:
    """Play one trial of a scenario with these dice."""
    return resolve(attack_of(scenario, options, data_dir), dice)


def attack_of(scenario: dict[str, Any], options: dict[str, object], data_dir: Path) -> Attack:
    """Lay out a scenario; an attack that is not allowed raises RefusedAttack."""
    rulings = BombingRulings.of(options)
    attacker, point = scenario["attacker"], scenario.get("point", {})
    load, also = attacker.get("load", "bombs"), list(attacker.get("also", []))
    _, is_helicopter = aircraft_row(attacker["unit"], data_dir)
    refuse_combination(attacker, is_helicopter, rulings)
    refuse_words(attacker, load)
    if "troops" in scenario:
        return attack_without_map(scenario, rulings, data_dir)
    stands = [stand_of(entry, number) for number, entry in enumerate(scenario["stand"])]
    if len({stand.name for stand in stands}) < len(stands):
        raise RefusedAttack("two stands have the same name")
    if len(stands) > ROOM_FOR_STANDS:
        raise RefusedAttack(f"no dice for {len(stands)} stands")
    fac, at = bool(point.get("fac", False)), place_of(point.get("at", (0, 0)))

    def attack_on_stands(load: str, named: bool, only: set[int] | None) -> Attack:
        weapon = stand_weapon_of(load, attacker, rulings, data_dir)
        exposures = [WeaponExposure(stand, weapon, fac, rulings) for stand in stands]
        templates = attacks_on_stands(exposures, at, attacker, named, only)
        return Attack(list(exposures), templates, is_limited(list(exposures), templates, rulings), rulings)

    if load in (GUNS, DOOR_GUNS, *GUIDED):
        first = attack_on_stands(load, True, None)
    else:
        weapon = area_weapon_of(attacker, rulings, data_dir)
        exposures = [Exposure(stand, weapon, fac, rulings) for stand in stands]
        placement = Placement(exposures, at, weapon, rulings)
        own_centres = attacker.get("templates")
        if weapon.rof == 0:
            templates = []
        elif own_centres is not None:
            templates = placement.place_at([place_of(pair) for pair in own_centres])
        else:
            templates = placement.place(attacker.get("placement", "spread"))
        if rulings.max_targets_scope == "stands_only":
            templates = on_the_first_stands(templates)
        first = Attack(exposures, templates, is_limited(exposures, templates, rulings), rulings)
    for name in also:
        # Guns beside rockets fire at the same target (1.5.3a); door guns and the guns of a plane choose their own.
        beside = is_helicopter and name == GUNS and load == ROCKETS
        only = {number for template in first.templates for number in template.touched} if beside else None
        first.further.append(attack_on_stands(name, False, only))
    if sum(len(attack.templates) for attack in [first, *first.further]) > ROOM_FOR_TEMPLATES:
        raise RefusedAttack("no dice for so many attacks")
    return first


def area_weapon_of(attacker: dict[str, Any], rulings: BombingRulings, data_dir: Path) -> Weapon:
    """Bombs, cluster bombs or rockets, with the penalty that they feel."""
    weapon = weapon_of(attacker, rulings, data_dir)
    if weapon.rof > (ROOM_FOR_ROCKETS if weapon.load == ROCKETS else ROOM_FOR_BOMBS):
        raise RefusedAttack(f"no dice for ROF {weapon.rof} of {weapon.load}")
    return replace(weapon, penalty=felt_penalty(weapon.load, attacker, rulings))


def refuse_words(attacker: dict[str, Any], load: str) -> None:
    """Keys of `[attacker]` that do not go with its load."""
    by_stands = load in (GUNS, DOOR_GUNS, *GUIDED)
    own_centres, named = attacker.get("templates"), attacker.get("targets")
    for own_list in (own_centres, named):
        if own_list is not None and not 1 <= len(own_list) <= ROOM_FOR_TEMPLATES:
            raise RefusedAttack(f"no dice for {len(own_list)} areas, or nothing to roll for")
    if (own_centres is not None and by_stands) or (named is not None and not by_stands):
        raise RefusedAttack("templates are for areas, targets for stands")
    if attacker.get("warhead", "he") != "he" and load != ROCKETS:
        raise RefusedAttack("a warhead of rockets")
    if attacker.get("guidance") and load not in GUIDED:
        raise RefusedAttack("guidance is for guided weapons")
    if attacker.get("face", "flank") != "flank" and load != "atgm":
        raise RefusedAttack("a face is for anti-tank missiles")


def attack_without_map(scenario: dict[str, Any], rulings: BombingRulings, data_dir: Path) -> Attack:
    """Areas that have stands of their own, wherever they fall (`stands_per_template`)."""
    attacker = scenario["attacker"]
    weapon = area_weapon_of(attacker, rulings, data_dir)
    word = rulings.stands_per_template
    if word.startswith("law:"):
        chances = [Fraction(part) for part in word[4:].split(",")]
    else:
        count = (2 if weapon.square == 2000 else 1) if ";" in word else int(word)
        chances = [Fraction(0)] * count + [Fraction(1)]
    if (
        word.startswith("law:")
        and sum(chance > 0 for chance in chances) > 1
        and rulings.max_targets_scope == "stands_only"
    ):
        raise RefusedAttack("stands by chance, and only four of them")
    most = max(number for number, chance in enumerate(chances) if chance)
    if rulings.template_hits == "capped_at_rof_stands":
        most = min(most, weapon.rof)
    rockets = weapon.load == ROCKETS
    places = weapon.rof
    if rockets or rulings.max_targets_scope == "distinct_templates_or_stands":
        places = min(places, MOST_TARGETS)
    if attacker.get("placement") == "superimpose" or (rockets and rulings.rocket_template_split == "no"):
        places = min(places, 1)
    cost = rulings.helicopter_split_cost if rockets and weapon.is_helicopter else 0
    while weapon.rof - cost * (places - 1) < places:
        places -= 1
    stands, where = [], []
    fac = bool(scenario.get("point", {}).get("fac", False))
    for place in range(places):
        for number in range(1, most + 1):
            entry = {**scenario["troops"], "at": (0, 0), "name": f"area_{place + 1}_stand_{number}"}
            stands.append(Exposure(stand_of(entry, 0), weapon, fac, rulings))
            where.append((place, sum(chances[number:], Fraction(0))))
    rolls = dealt_out(weapon.rof - cost * (places - 1), places) if rockets and places else [1] * weapon.rof
    templates = [
        Template((0, 0), count, tuple(n for n, (place, _) in enumerate(where) if place == area % places))
        for area, count in enumerate(rolls)
    ]
    if rulings.max_targets_scope == "stands_only":
        templates = on_the_first_stands(templates)
    return Attack(stands, templates, is_limited(stands, templates, rulings), rulings, places=where)


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
    there = stands_there(attack, dice)
    results = [
        result_of(attack, number, dice) if there[number] else UNTOUCHED for number in range(len(attack.exposures))
    ]
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


def stands_there(attack: Attack, dice: Dice) -> list[bool]:
    """Without a map: which stands the numbers of their places let be there."""
    if not attack.places:
        return [True] * len(attack.exposures)
    drawn = {
        place: dice.hand(TURN, WINDOW, place, PLACE, 0, "upper").number()
        for place in sorted({place for place, chance in attack.places if chance < 1})
    }
    return [chance == 1 or drawn[place] < threshold(chance) for place, chance in attack.places]


def result_of(attack: Attack, number: int, dice: Dice) -> str:
    """The worst that befalls one stand from everything that is dropped and fired."""
    befell, earlier = [UNTOUCHED], 0
    for part in (attack, *attack.further):
        befell += befalls(part, number, earlier, dice)
        earlier += len(part.templates)
    return max(befell, key=RESULTS.index)


def befalls(attack: Attack, number: int, earlier: int, dice: Dice) -> list[str]:
    """All that one weapon does to one stand. `earlier`: areas of the weapons before it."""
    exposure = attack.exposures[number]
    touching = [nth for nth, template in enumerate(attack.templates) if number in template.touched]
    if not touching:
        return []
    befell = [TOUCHED]
    rolled_against = exposure.takes_rolls and not attack.limited
    # A stand that the attack may only suppress is suppressed without a hit, whatever others need (2.3.2c).
    if exposure.suppressed_without_a_hit and (
        attack.rulings.suppression_rule == "automatic_all_touched" or not rolled_against
    ):
        befell.append(SUPPRESSED)
    if rolled_against:
        areas = not isinstance(exposure, WeaponExposure)
        if areas and attack.rulings.superimposed_templates == "single_roll_best":
            touching = touching[:1]
        befell += [effect for nth in touching for effect in hits_by(attack, nth, number, earlier, dice)]
    return befell


def hits_by(attack: Attack, nth: int, number: int, earlier: int, dice: Dice) -> list[str]:
    """What the hits of one area do to one stand."""
    exposure = attack.exposures[number]
    effects = []
    for roll in range(attack.templates[nth].rolls):
        actor = number + ROOM_FOR_STANDS * (roll // ROLLS_IN_A_ROW)
        place = (earlier + nth) * ROLLS_IN_A_ROW + roll % ROLLS_IN_A_ROW
        hand = dice.hand(TURN, WINDOW, actor, ATTACK, place, "upper")
        if exposure.hits(hand.die(10)):
            effect = exposure.effect(hand.die(10))
            if (
                isinstance(exposure, WeaponExposure)
                and exposure.weapon.he_factor
                and not exposure.he_hits(hand.die(10))
            ):
                continue
            effects.append(effect)
    return effects
