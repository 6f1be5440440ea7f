"""Short scenarios for the tests of the naive twin, and the exact law of what it plays."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from .command_decision import play_with_dice
from .every_face import law_of

DATA = Path(__file__).parents[2] / "data" / "command_decision"
BARE: dict[str, Any] = {"flares": False, "ecm": False, "irs": False}


def shot(system: str, aircraft: str, range_in: float, **target: Any) -> dict[str, Any]:
    """A scenario of one shot."""
    return {
        "kind": "shot",
        "firer": {"unit": system},
        "target": {"unit": aircraft, **target},
        "geometry": {"range_in": range_in},
    }


def combo(systems: list[str], aircraft: str, range_in: float, **target: Any) -> dict[str, Any]:
    """A scenario of several systems."""
    return {
        "kind": "combo",
        "firer": [{"unit": system} for system in systems],
        "target": {"unit": aircraft, **target},
        "geometry": {"range_in": range_in},
    }


def sortie(
    altitude: str, inches: float, air_defence: list[dict[str, Any]], turns: int = 1, **changes: Any
) -> dict[str, Any]:
    """A scenario of kind `sortie` with a bare Cobra."""
    return {
        "kind": "sortie",
        "helicopter": {"unit": "ah1s_mc", **BARE, **changes.pop("helicopter", {})},
        "profile": {"altitude": altitude, "inches_moved": inches, **changes.pop("profile", {})},
        "game": {"turns": turns, **changes.pop("game", {})},
        "air_defence": air_defence,
        "ground": {"nearest_enemy_in": 25, **changes.pop("ground", {})},
        **changes,
    }


def law(scenario: dict[str, Any], rulings: dict[str, object], table: str) -> dict[Any, Fraction]:
    """The exact law of one table of a scenario that adds one outcome a trial to it."""
    found = law_of(lambda walk: play_with_dice(scenario, rulings, walk, DATA)[table][0])
    return {outcome[0] if len(outcome) == 1 else outcome: p for outcome, p in found.items()}  # type: ignore[index, arg-type]


def law_of_turns(scenario: dict[str, Any], rulings: dict[str, object]) -> dict[Any, Fraction]:
    """The exact law of all turns of a sortie together: tuples of (turn, stage, attack)."""
    return law_of(lambda walk: tuple(play_with_dice(scenario, rulings, walk, DATA)["turns"]))


def outcomes_of_turn(scenario: dict[str, Any], rulings: dict[str, object]) -> dict[tuple[str, str], Fraction]:
    """Law of (stage, attack) of a sortie of one turn."""
    return {rows[0][1:]: p for rows, p in law_of_turns(scenario, rulings).items()}
