"""Whole battles: a Mark III, 36 units with aircraft on both sides, and beside it other scenarios.

Nothing else plays these battles fast, so there is no ratio to another program; what is checked first is that the kernel
counts what the same functions count in the interpreter, and the yardstick is battles a minute on two cores: twice what
one core plays in a minute of processor time, so that a busy machine measures the same; and once by the clock.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from measuring import Row, rates

from simlab import prepare

KEY, CORES, PLAIN = 1, 2, 10
WANTED = 200_000  # battles a minute on two cores
BOTH_AIR = {
    "scenario": "mk3_both_air",
    "defender": {
        "force": [
            {"unit": "howitzer", "count": 1}, {"unit": "heavy_tank", "count": 3}, {"unit": "gev", "count": 2},
            {"unit": "light_aa", "count": 1}, {"unit": "heavy_aa", "count": 1}, {"unit": "bomber", "count": 2},
            {"unit": "fighter", "count": 1},
        ]
    },
    "attacker": {"force": [{"unit": "bomber", "count": 2}, {"unit": "fighter", "count": 1}]},
}  # fmt: skip
GROUND = {
    "scenario": "mk3_attack",
    "defender": {
        "force": [
            {"unit": "howitzer", "count": 2}, {"unit": "heavy_tank", "count": 3}, {"unit": "missile_tank", "count": 2},
            {"unit": "gev", "count": 3},
        ]
    },
}  # fmt: skip
RAID = {
    "scenario": "csa15_raid",
    "defender": {
        "force": [
            {"unit": "heavy_aa", "count": 6}, {"unit": "light_aa", "count": 4}, {"unit": "fighter", "count": 5},
            {"unit": "gev", "count": 5},
        ]
    },
}  # fmt: skip

ASKED = "Mark III, 36 units, aircraft on both sides"
BATTLES = {ASKED: BOTH_AIR, "Mark III, no aircraft": GROUND, "CSA-15 raid": RAID}


def job(body: dict[str, Any]) -> Any:
    """A prepared battle."""
    return prepare({"system": "continental_siege", "kind": "battle", **body})


def check_plain(name: str, ready: Any) -> None:
    """The kernel counts what its functions count in the interpreter."""
    kernel, packed = ready.kind.kernel, ready.packed
    fast, slow = np.zeros(ready.space.size, np.int64), np.zeros(ready.space.size, np.int64)
    kernel.play(packed, KEY, 0, PLAIN, fast)
    kernel.play_plainly(packed, KEY, 0, PLAIN, slow)
    if not (fast == slow).all():
        raise SystemExit(f"{name}: compiled and plain battles differ")


def by_the_clock(ready: Any, battles: int) -> float:
    """Battles a minute with a block on each core, as the clock on the wall shows them; the best of three rounds."""
    kernel, packed, cells, share = ready.kind.kernel, ready.packed, ready.space.size, battles // CORES
    best = 0.0
    with ThreadPoolExecutor(CORES) as pool:
        for _ in range(3):
            start = time.perf_counter()
            blocks = [
                pool.submit(kernel.play, packed, KEY, core * share, (core + 1) * share, np.zeros(cells, np.int64))
                for core in range(CORES)
            ]
            for block in blocks:
                block.result()
            best = max(best, 60 * CORES * share / (time.perf_counter() - start))
    return best


def report(battles: int) -> list[Row]:
    """Check, then measure. battles: of each round."""
    jobs = {name: job(body) for name, body in BATTLES.items()}
    for name, ready in jobs.items():
        check_plain(name, ready)
    of_a_core = rates({name: _player(ready) for name, ready in jobs.items()}, battles, rounds=5)
    rows = []
    for name, ready in jobs.items():
        rate = CORES * 60e6 * of_a_core[name]
        asked = name == ASKED
        what = f"{name}: battles a minute on {CORES} cores"
        rows.append(Row(what, f"{rate:,.0f}", f">= {WANTED:,}" if asked else "", rate >= WANTED if asked else None))
        if asked:
            rows.append(Row(f"{what}, by the clock beside all else that runs", f"{by_the_clock(ready, battles):,.0f}"))
    return rows


def _player(ready: Any) -> Any:
    kernel, packed, counts = ready.kind.kernel, ready.packed, np.zeros(ready.space.size, np.int64)
    return lambda battles: kernel.play(packed, KEY, 0, battles, counts)
