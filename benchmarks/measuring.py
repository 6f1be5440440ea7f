"""How the benchmarks measure: runners side by side in one process, laws before speeds, ratios before times."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

Runner = Callable[[int], object]  # plays so many trials


@dataclass(frozen=True)
class Row:
    """One line of the report: what was compared, what was measured, what it was to be (blank: for information)."""

    what: str
    measured: str
    target: str = ""
    met: bool | None = None


def at_least(what: str, measured: float, target: float, unit: str = "x", note: str = "") -> Row:
    """A ratio that should reach a target."""
    return Row(what, f"{measured:.2f} {unit}{note}", f">= {target:g} {unit}", measured >= target)


def at_most(what: str, measured: float, target: float, unit: str, note: str = "") -> Row:
    """A time that should stay under a target."""
    return Row(what, f"{measured:.3g} {unit}{note}", f"< {target:g} {unit}", measured < target)


def rates(runners: Mapping[str, Runner], trials: int, rounds: int = 15) -> dict[str, float]:
    """Best rate of each runner in million trials a second of processor time, all played in turn in every round.

    Processor time, because others may use the machine too; in turn, so that a slower minute meets them all.
    """
    best = dict.fromkeys(runners, math.inf)
    for _ in range(rounds):
        for name, play in runners.items():
            begun = time.process_time()
            play(trials)
            best[name] = min(best[name], time.process_time() - begun)
    return {name: trials / seconds / 1e6 for name, seconds in best.items()}


def best_seconds(action: Callable[[], object], rounds: int = 7) -> float:
    """Best wall time of an action."""
    best = math.inf
    for _ in range(rounds):
        begun = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - begun)
    return best


def check_law(name: str, counts: np.ndarray, law: np.ndarray) -> float:
    """P-value of counts against the exact law of a partition; raises when it is below 1e-6 or the impossible happened.

    Cells in which fewer than five trials are expected are pooled.
    """
    from scipy.stats import chi2

    if (counts[law <= 0] != 0).any():
        raise SystemExit(f"{name}: an outcome of probability zero was counted")
    expected = counts.sum() * law
    large = expected >= 5
    seen = np.append(counts[large], counts[~large].sum())
    wanted = np.append(expected[large], expected[~large].sum())
    seen, wanted = seen[wanted > 0], wanted[wanted > 0]
    p = float(chi2.sf(((seen - wanted) ** 2 / wanted).sum(), len(seen) - 1))
    if p < 1e-6:
        raise SystemExit(f"{name}: these counts do not follow the exact law (p = {p:.1e})")
    return p


def machine() -> str:
    """What the figures were measured on, and whether it was busy."""
    import numba

    cpu = numba.config.CPU_NAME or __import__("llvmlite.binding", fromlist=["binding"]).get_host_cpu_name()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan
    versions = f"numba {numba.__version__}, numpy {np.__version__}"
    return f"{cpu}, {os.cpu_count()} cores, load {load:.1f} at the start, {versions}"


def table(title: str, rows: list[Row]) -> str:
    """The rows as Markdown."""
    lines = [f"### {title}", "", "| | measured | target | |", "| --- | ---: | ---: | --- |"]
    for row in rows:
        lines.append(f"| {row.what} | {row.measured} | {row.target} | {_word(row.met)} |")
    return "\n".join([*lines, ""])


def _word(met: bool | None) -> str:
    return "" if met is None else "met" if met else "missed"
