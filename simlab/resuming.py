"""Going on with a run that was stopped: its counts are taken as they are, so that no trial is played twice.

Trials are numbered and their dice depend on their number alone, so a run that goes on ends with the counts of one that
was never stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simlab.errors import RunError
from simlab.result import Result, load_result

SAME = ("system", "kind", "behaviour", "inputs")


def earlier_run(given: Result | str | Path, now: Mapping[str, Any], seed: int | None, method: str) -> Result:
    """The result to go on with: of the same scenario, rules, readings and seed.

    Args:
        given: a result, or the file of one that was saved.
        now: provenance of the run that goes on with it.
        seed: the seed asked for, None for that of the result.
        method: asked for; an exact answer has no trials to add to.

    Raises:
        RunError: it was made of another scenario, version or seed, or it is exact.
    """
    result, name = (given, "the result") if isinstance(given, Result) else (load_result(given), str(given))
    if method == "exact":
        raise RunError("resume: goes on rolling dice; leave one of it and the method exact out")
    if result.exact or result.trials is None:
        raise RunError(f"resume: {name} is an exact answer, which nothing is to be added to")
    for key in SAME:
        if result.provenance.get(key) != now[key]:
            was = result.provenance.get(key)
            raise RunError(f"resume: {name} was made with another scenario or version ({key} {was}, now {now[key]})")
    if seed is not None and seed != result.provenance["seed"]:
        raise RunError(f"resume: {name} was rolled with seed {result.provenance['seed']}, not {seed}")
    return result


def taken_up(begun: Result, stops: Sequence[int]) -> tuple[np.ndarray, int, tuple[int, ...]]:
    """(counts, trials finished, stops still ahead) of a run that goes on with an earlier one; RunError without any."""
    done = int(begun.trials or 0)
    ahead = tuple(stop for stop in stops if stop >= done)
    if not ahead:
        raise RunError(f"resume: it has {done:,} trials already; ask for more than that")
    return begun.values.astype(np.int64), done, ahead
