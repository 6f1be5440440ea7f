"""Whole battles: a Mark III against 36 units with aircraft on both sides, and beside it other scenarios.

Nothing else plays these battles fast, so there is no ratio to another program; what is checked first is that the kernel
counts what the same functions count in the interpreter, and the yardstick is battles a minute on two cores.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from measuring import Row

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


def battles_a_minute(ready: Any, battles: int) -> float:
    """Battles a minute with a block on each core; the best of three rounds."""
    kernel, packed, cells = ready.kind.kernel, ready.packed, ready.space.size
    best = 0.0
    with ThreadPoolExecutor(CORES) as pool:
        for _ in range(3):
            start = time.perf_counter()
            blocks = [
                pool.submit(kernel.play, packed, KEY, first, first + battles // CORES, np.zeros(cells, np.int64))
                for first in range(0, battles, battles // CORES)
            ]
            for block in blocks:
                block.result()
            best = max(best, 60 * battles / (time.perf_counter() - start))
    return best


def report(battles: int) -> list[Row]:
    """Check, then measure. battles: of each round."""
    rows = []
    for name, body, wanted in (
        ("Mark III, 37 units, aircraft on both sides", BOTH_AIR, WANTED),
        ("Mark III, no aircraft", GROUND, None),
        ("CSA-15 raid", RAID, None),
    ):
        ready = job(body)
        check_plain(name, ready)
        rate = battles_a_minute(ready, battles)
        target = "" if wanted is None else f">= {wanted:,}"
        met = None if wanted is None else rate >= wanted
        rows.append(Row(f"{name}: battles a minute on {CORES} cores", f"{rate:,.0f}", target, met))
    return rows
