"""What a user waits for, threads against one, and memory: processes of their own, wall time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measuring import Row, at_least, at_most

from simlab import prepare
from simlab import run as answer

SCENARIOS = Path(__file__).parents[1] / "data" / "scenarios" / "command_decision"
SHOT, SORTIE = SCENARIOS / "shot_zsu_tornado.toml", SCENARIOS / "sortie_popup_ah1s.toml"


def seconds_of(words: Sequence[str], rounds: int = 3, **environment: str) -> float:
    """Best wall time of a command line of simlab."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "simlab", *words],
            check=True,
            capture_output=True,
            env={**os.environ, **environment},
        )
        best = min(best, time.perf_counter() - begun)
    return best


def report() -> list[Row]:
    """Waiting times of whole processes."""
    sampled = ["run", str(SORTIE), "--method", "sample", "--trials", "1000000", "--seed", "1"]
    with tempfile.TemporaryDirectory() as empty:
        cold = seconds_of(sampled, rounds=1, SIMLAB_CACHE_DIR=empty)
        warm = seconds_of(sampled, SIMLAB_CACHE_DIR=empty)
    return [
        at_most("simlab --help", seconds_of(["--help"]), 0.3, "s"),
        at_most("exact shot, whole process", seconds_of(["run", str(SHOT)]), 1, "s"),
        at_most("sampled sortie of 10^6 trials, warm cache", warm, 2, "s"),
        at_most("sampled sortie of 10^6 trials, very first run", cold, 10, "s"),
    ]


def threads(trials: int) -> list[Row]:
    """Two threads against one, best of twelve rounds in turn."""
    ready = prepare(SORTIE)
    best: dict[int, float] = {1: float("inf"), 2: float("inf")}
    wanted: Any = None
    for _ in range(12):
        for number in best:
            begun = time.perf_counter()
            result = answer(ready, method="sample", trials=trials, seed=1, threads=number)
            best[number] = min(best[number], time.perf_counter() - begun)
            wanted = result.values if wanted is None else wanted
            assert (result.values == wanted).all(), "threads changed the counts"
    note = f" (load {os.getloadavg()[0]:.1f}: only an idle machine shows it)"
    return [at_least("two threads against one", best[1] / best[2], 1.8, note=note)]


def memory(largest: int) -> list[Row]:
    """Peak memory of this process before and after ever more trials."""
    rows, trials, ready = [], 10**6, prepare(SORTIE)
    while trials <= largest:
        answer(ready, method="sample", trials=trials, seed=1)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows.append(Row(f"peak memory after {trials:.0e} trials", f"{peak:.0f} MiB"))
        trials *= 10
    return rows
