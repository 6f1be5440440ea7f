"""Naive twin of the Alpha Strike kinds `bombing_run` and `attack`: one trial at a time, plain Python.

Written from the rules page and the README of the wing; it imports nothing of simlab.
"""

from typing import Any

from .alpha_strike_air_attack import play_attack
from .alpha_strike_bombing_run import Outcomes, play_bombing_run
from .dice_log import DiceLog


def play(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> Outcomes:
    """Play one trial of a scenario with the numbered dice of (key, trial).

    `rulings` holds those that differ from the default. Returns table name -> outcomes counted in this trial.
    """
    return play_with_dice(scenario, rulings, DiceLog(key, trial))


def play_with_dice(scenario: dict[str, Any], rulings: dict[str, object], dice: DiceLog) -> Outcomes:
    """Play one trial with these dice."""
    kind = {"attack": play_attack, "bombing_run": play_bombing_run}[scenario["kind"]]
    return kind(scenario, rulings, dice)
