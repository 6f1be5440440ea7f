"""Naive twin of the Alpha Strike kind `attack`: one air-to-ground attack, with its criticals and motive damage.

Written from the rules page (sections 5 to 11, 21; P-a), the README of the wing and 1.1 to 1.4 of its ROUNDS.md; it
imports nothing of simlab.
"""

from dataclasses import dataclass, replace
from typing import Any

from .alpha_strike_bombing_run import Outcomes, sums_over_sides
from .alpha_strike_bombs import bombs_of, drop, effect, heat_that_counts, slots_of
from .alpha_strike_damage import Condition
from .alpha_strike_layout import Path, path_of
from .alpha_strike_rulings import RefusedAttack, rulings_in_force
from .alpha_strike_shots import damage_of, heat_of, shots_of, to_hit
from .alpha_strike_units import BOMBS, Attacker, Target, attacker_of, targets_of
from .dice_log import DiceLog

TURN, WINDOW, ATTACK, RIDERS = 1, 4, 1, 10
RIDERS_TAKE_IT = 5  # face of the riders' die, and 6 (AS-8.9)
ROOM_FOR_TARGETS = 64  # actor of a target: this plus its number
WHOLE_LANE = 255  # actor of the one roll of a lane


@dataclass(frozen=True)
class Instance:
    """One attack's damage and heat on one target; `number` says where the dice of its effects lie."""

    target: Target
    damage: int
    heat: int
    number: int
    natural_12: bool
    automatic: int = 0  # a torpedo's critical roll


def play_attack(scenario: dict[str, Any], given: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial of a scenario; an attack that is not allowed raises RefusedAttack."""
    rulings = rulings_in_force(given)
    path = path_of(scenario.get("path"), float(rulings["path_min_length"]))
    attacker = attacker_of(scenario, rulings, path)
    targets = targets_of(scenario, path)
    instances = []
    bombs = 0
    if scenario["attack"] in BOMBS:
        instances, bombs = bomb_instances(scenario, rulings, attacker, targets, path, dice)
    instances += shot_instances(scenario, rulings, attacker, targets, path, dice, bombs)
    conditions = {target.name: Condition(target, rulings, dice) for target in targets}
    for instance in instances:
        condition = conditions[instance.target.name]
        condition.take(instance.damage, instance.number, instance.natural_12, instance.automatic)
    for target in targets:
        if target.aboard is not None:
            conditions[target.name].lost = conditions[target.aboard].lost

    damage = {target.name: 0 for target in targets}
    doses: dict[str, list[int]] = {target.name: [] for target in targets}
    for instance in instances:
        damage[instance.target.name] += instance.damage
        doses[instance.target.name].append(instance.heat)
    heat = {name: heat_that_counts(found, rulings) for name, found in doses.items()}
    hit, lost, price = [0, 0], [0, 0], [0, 0]
    tables: Outcomes = {}
    for target in targets:
        side = 0 if target.enemy else 1
        condition = conditions[target.name]
        tables[f"damage:{target.name}"] = [(damage[target.name],)]
        tables[f"heat:{target.name}"] = [(heat[target.name],)]
        tables[f"fate:{target.name}"] = [(condition.fate(),)]
        hit[side] += bool(damage[target.name] or heat[target.name])
        lost[side] += bool(condition.lost)
        price[side] += target.card.pv if condition.lost and target.card else 0
    tables |= sums_over_sides(targets, damage)
    del tables["hurt"]  # a table of `bombing_run` alone
    tables |= {"units": [(hit[0], hit[1])], "hits": [(sum(hit),)], "losses": [(lost[0], lost[1])]}
    tables |= {"lost_enemy": [(lost[0],)], "lost_friend": [(lost[1],)]}
    tables |= {"pv_lost_enemy": [(price[0],)], "pv_lost_friend": [(price[1],)]}
    return tables | {"enemy_lost": [("yes" if lost[0] else "no",)]}


def bomb_instances(
    scenario: dict[str, Any],
    rulings: dict[str, str],
    attacker: Attacker,
    targets: list[Target],
    path: Path,
    dice: DiceLog,
) -> tuple[list[Instance], int]:
    """What the bombs of a run do, target by target, and how many they are."""
    if attacker.entry.get("overheat", 0) or attacker.entry.get("pods", 0):
        raise RefusedAttack("bombs go with neither overheat nor pods")
    bombs = bombs_of(scenario, rulings, attacker, path)
    fallen = drop(bombs, scenario["attack"], rulings, attacker, targets, path, dice)
    instances = []
    for target in targets:
        found = []
        for number, bomb in enumerate(fallen):
            damage, heat = effect(bomb, target, rulings)
            if damage or heat:
                automatic = int(bomb.bomb.row["automatic_critical"])
                found.append(Instance(target, damage, heat, number, bomb.roll == 12, automatic))
        if rulings["bomb_instances"] == "pooled":
            whole = sum(one.damage for one in found)
            any_12 = any(one.natural_12 and one.damage for one in found)
            automatic = max((one.automatic for one in found), default=0)
            instances.append(Instance(target, whole, 0, 0, any_12, automatic))
            found = [Instance(target, 0, one.heat, 0, False) for one in found]
        instances += found
    return instances, len(bombs)


def shot_instances(
    scenario: dict[str, Any],
    rulings: dict[str, str],
    attacker: Attacker,
    targets: list[Target],
    path: Path,
    dice: DiceLog,
    bombs: int,
) -> list[Instance]:
    """What a strafe and strikes do, in the order of the rolls; they are numbered behind the bombs."""
    slots = slots_of(scenario, attacker) if scenario["attack"] in BOMBS else 0
    shots = shots_of(scenario, rulings, attacker, targets, path, slots)
    lane_roll = None
    if any(shot.attack == "strafe" for shot in shots) and rulings["strafe_rolls"] == "single_roll":
        hand = dice.hand(TURN, WINDOW, WHOLE_LANE, ATTACK, 0, "upper")
        lane_roll = hand.die(6) + hand.die(6)
    riders = {target.rides: target for target in targets if target.rides is not None}
    rolled: dict[str, int] = {}
    instances = []
    for shot in shots:
        number = rolled.get(shot.target.name, bombs)
        rolled[shot.target.name] = number + 1
        hand = dice.hand(TURN, WINDOW, ROOM_FOR_TARGETS + shot.target.number, ATTACK, number, "upper")
        roll = hand.die(6) + hand.die(6)
        if shot.attack == "strafe" and lane_roll is not None:
            roll = lane_roll
        if roll >= to_hit(shot, attacker, rulings):
            minimal_die = hand.die(6) if shot.token == 1 else 0  # 0*
            if shot.target.name in riders:
                actor = ROOM_FOR_TARGETS + shot.target.number
                if dice.hand(TURN, WINDOW, actor, RIDERS, number, "upper").die(6) >= RIDERS_TAKE_IT:
                    shot = replace(shot, target=riders[shot.target.name])
            damage = damage_of(shot, attacker, rulings, minimal_die)
            instances.append(Instance(shot.target, damage, heat_of(shot, attacker, rulings), number, roll == 12))
    return instances
