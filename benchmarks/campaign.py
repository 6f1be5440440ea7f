"""Kind `campaign`: battles of twelve turns a minute, on two threads."""

from __future__ import annotations

import time
import tomllib

from measuring import Row, at_least

from simlab.execute import prepare, run
from simlab.systems.command_decision.battle.kinds import EXAMPLE

ASKED = 100_000  # battles a minute on two cores


def report(trials: int) -> list[Row]:
    """Battles a minute of the example: eight planes and helicopters, nineteen stands and systems."""
    prepared = prepare(tomllib.loads(EXAMPLE))
    run(prepared, trials=1_000, seed=0, threads=2)  # compiles, or loads from the cache
    battles = min(trials, 500_000)
    begun = time.perf_counter()
    run(prepared, trials=battles, seed=1, threads=2)
    rate = battles / (time.perf_counter() - begun) * 60
    return [at_least("campaigns of 12 turns, two threads", rate, ASKED, "a minute")]
