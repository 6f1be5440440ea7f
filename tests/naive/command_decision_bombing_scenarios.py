"""Short scenarios for the tests of the naive twin of `bombing`, and the exact law of what it plays."""

import shutil
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from .command_decision_bombing import attack_of, resolve, result_of
from .command_decision_bombing_stands import RESULTS
from .every_face import law_of
from .scenarios import DATA


def bombing(unit: str, *stands: dict[str, Any], fac: bool = False, **attacker: Any) -> dict[str, Any]:
    """A scenario of one attack on the point [0, 0]."""
    return {
        "kind": "bombing",
        "attacker": {"unit": unit, **attacker},
        "point": {"fac": fac},
        "stand": [{"at": [0, 0], **stand} for stand in stands],
    }


def results_law(scenario: dict[str, Any], rulings: dict[str, object] | None = None) -> dict[Any, F]:
    """The exact law of the results of all stands together, by walking every face."""
    attack = attack_of(scenario, rulings or {}, DATA)

    def results(walk: Any) -> tuple[str, ...]:
        tables = resolve(attack, walk)
        return tuple(tables[f"result:{exposure.stand.name}"][0][0] for exposure in attack.exposures)

    return law_of(results)


def law_of_one(scenario: dict[str, Any], rulings: dict[str, object] | None = None, number: int = 0) -> dict[str, F]:
    """The exact law of the result of one stand."""
    attack = attack_of(scenario, rulings or {}, DATA)
    return law_of(lambda walk: result_of(attack, number, walk))  # type: ignore[return-value]


def chance_of_a_hit(scenario: dict[str, Any], rulings: dict[str, object] | None = None, number: int = 0) -> F:
    """Chance that at least one roll hits a stand."""
    law = law_of_one(scenario, rulings, number)
    return sum((p for result, p in law.items() if result in RESULTS[3:]), F(0))


def centres(scenario: dict[str, Any], rulings: dict[str, object] | None = None) -> list[tuple[float, float]]:
    """Where the areas lie, in inches."""
    attack = attack_of(scenario, rulings or {}, DATA)
    return [(template.centre[0] / 1000, template.centre[1] / 1000) for template in attack.templates]


def rolls(scenario: dict[str, Any], rulings: dict[str, object] | None = None) -> list[int]:
    """Rolls of each area."""
    return [template.rolls for template in attack_of(scenario, rulings or {}, DATA).templates]


def with_heavy_rockets(folder: Path) -> Path:
    """The data with two S-24 of 240 mm on the Su-24; no shipped fit has so few rockets or so large."""
    shutil.copytree(DATA, folder / "data")
    path = folder / "data" / "aircraft.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("4xB-8M1,80,80", "2xS-24,2,240"), encoding="utf-8")
    return folder / "data"
