"""Naive twin of the Alpha Strike kind `bombing_run`: where the bombs of one run come down, and what they hit.

Written from the rules page (sections 5 to 9, 21; P-b) and the README of the wing; it imports nothing of simlab.
"""

from typing import Any

from .alpha_strike_bombs import bombs_of, drop, effect, heat_that_counts
from .alpha_strike_layout import path_of
from .alpha_strike_rulings import RefusedAttack, rulings_in_force
from .alpha_strike_units import BOMBS, Target, attacker_of, targets_of
from .dice_log import DiceLog

Outcomes = dict[str, list[tuple[Any, ...]]]


def play_bombing_run(scenario: dict[str, Any], given: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial of a scenario whose bombs have places; a run that is not allowed raises RefusedAttack."""
    rulings = rulings_in_force(given)
    attack = scenario.get("attack", "dive")
    if attack not in BOMBS:
        raise RefusedAttack(f"{attack} is no bombing run")
    path = path_of(scenario.get("path"), float(rulings["path_min_length"]))
    attacker = attacker_of(scenario, rulings, path)
    targets = targets_of(scenario, path)
    bombs = bombs_of(scenario, rulings, attacker, path)
    fallen = drop(bombs, attack, rulings, attacker, targets, path, dice)
    done = {target.name: [effect(bomb, target, rulings) for bomb in fallen] for target in targets}
    damage = {name: sum(points for points, _ in effects) for name, effects in done.items()}
    heat = {name: heat_that_counts([dose for _, dose in effects], rulings) for name, effects in done.items()}
    tables: Outcomes = {f"damage:{target.name}": [(damage[target.name],)] for target in targets}
    tables |= {f"heat:{target.name}": [(heat[target.name],)] for target in targets}
    return tables | sums_over_sides(targets, damage)


def sums_over_sides(targets: list[Target], damage: dict[str, int]) -> Outcomes:
    """Damage points by side, and the words that follow from them."""
    enemy = sum(damage[target.name] for target in targets if target.enemy)
    friend = sum(damage[target.name] for target in targets if not target.enemy)
    hurt = {(True, True): "both", (True, False): "enemy_only", (False, True): "friend_only", (False, False): "nobody"}
    return {
        "joint": [(enemy, friend)],
        "hurt": [(hurt[enemy > 0, friend > 0],)],
        "damage_enemy": [(enemy,)],
        "damage_friend": [(friend,)],
        "enemy_hit": [("yes" if enemy else "no",)],
        "friend_hit": [("yes" if friend else "no",)],
    }
