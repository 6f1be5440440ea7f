"""What may be asked of a run: trials, precision, verdict, level, method, threads, seed; by argument or in ``[run]``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from simlab.errors import RunError
from simlab.scenario import Scenario

MOST_TRIALS = 10**11
METHODS = ("auto", "exact", "sample")


def check_budget(scenario: Scenario) -> None:
    """Refuse a ``[run]`` section whose values make no sense; RunError says which. `run` does it by itself."""
    asked = scenario.run
    trials, precision, level = asked.get("trials"), asked.get("precision"), asked.get("level")
    try:
        check_asked(
            trials, precision, None, level, asked.get("method", "auto"), asked.get("threads"), asked.get("seed")
        )
    except RunError as error:
        raise RunError(f"{scenario.where}, run.{error}") from None


def picked(given: Any, asked: Mapping[str, Any], key: str, default: Any = None) -> Any:
    """The argument that was given, else what ``[run]`` asks for, else the default."""
    return given if given is not None else asked.get(key, default)


def check_asked(trials: Any, precision: Any, verdict: Any, level: Any, method: Any, threads: Any, seed: Any) -> None:
    """Refuse budgets that make no sense, with one line each."""
    whole = {"trials": trials, "threads": threads, "seed": seed}
    for name, value in whole.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | np.integer)):
            raise RunError(f"{name}: {value!r} is no whole number")
    if trials is not None and not 1 <= trials <= MOST_TRIALS:
        most = f"at most {MOST_TRIALS:,}: the interval is then narrower than a millionth; --precision stops in time"
        raise RunError(f"trials: {trials:,}; give 1 or more, {most}")
    if threads is not None and not 1 <= threads <= 1024:
        raise RunError(f"threads: {threads}; give 1 or more (this machine has {os.cpu_count()} cores)")
    for name, value in {"precision": precision, "verdict": verdict, "level": level}.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1):
            raise RunError(f"{name}: {value!r}; give a share between 0 and 1, such as 0.01 for one percentage point")
    if method not in METHODS:
        raise RunError(f'method: "{method}"; options: {", ".join(METHODS)}')
    if precision is not None and verdict is not None:
        raise RunError("precision and verdict: a run stops by one rule; give one of them")
