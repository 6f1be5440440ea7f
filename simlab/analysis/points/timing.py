"""How long a study of prices will take here: a few forces are packed and played against the clock, then multiplied."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from simlab.analysis.plan import duration
from simlab.analysis.points.field import Field
from simlab.analysis.points.forces import workers
from simlab.analysis.points.lists import CHECK_TRIALS, MOST_CHECK_TRIALS
from simlab.analysis.points.regression import TRIALS as PAIR_TRIALS
from simlab.analysis.points.regression import forces_of
from simlab.analysis.points.swap import TRIALS as SWAP_TRIALS
from simlab.analysis.points.swap import WHOLE_CURVE
from simlab.analysis.points.units import Unit
from simlab.errors import SimlabError

if TYPE_CHECKING:
    from simlab.analysis.points.study import Asked

SAMPLE = 3  # forces that are timed, beside the one that compiles
LEAST_CLOCK = 0.05  # seconds of play that a clock tells apart from nothing
MOST_TIMED = 20_000  # trials of one force


class Pace(NamedTuple):
    """Seconds that a force takes to be packed, and a trial to be played on one core (0 where the law is exact)."""

    packing: float
    trial: float

    def seconds(self, forces: float, trials: float, threads: int) -> float:
        """So many forces, so many trials each: packing goes one after another, play on all threads."""
        return forces * (self.packing + trials * self.trial / threads)


def pace_of(field: Field, forces: Sequence[tuple[list[int], list[int]]]) -> Pace:
    """Time a few forces: the first compiles and is not counted, the others tell the pace."""
    field.seen(*forces[0], 0, 2)
    packing = trial = 0.0
    for own, other in forces[1:]:
        begun = time.perf_counter()
        field.seen(own, other, 0, 2)  # packs, or works out the exact law
        packing += time.perf_counter() - begun
        if field.exact:
            continue
        trials, took = 8, 0.0
        while took < LEAST_CLOCK and trials < MOST_TIMED:
            trials *= 4
            begun = time.perf_counter()
            field.seen(own, other, 0, trials)  # packed already
            took = time.perf_counter() - begun
        trial += took / trials
    many = len(forces) - 1
    return Pace(packing / many, trial / many)


def foretold(
    field: Field, asked: Asked, units: Sequence[Unit], seed: int, check: bool, threads: int | None = None
) -> str:
    """What will be played and about how long that takes, in one line; the cheap resampling at the end is not in it."""
    base = [(list(own), list(other)) for own, other in [field.base_counts()]]
    if asked.method == "regression":
        own, other = forces_of(units, SAMPLE + 1, seed, asked.budget)
        base = [(a.tolist(), b.tolist()) for a, b in zip(own, other, strict=True)]
    else:
        base = base * 2
    try:
        pace = pace_of(field, base)
    except SimlabError as error:  # the study itself says so, with the force
        return f"how long it takes cannot be told: {error}"
    many, trials, words, threads = _work(asked, units, workers(threads))
    seconds = pace.seconds(many, 0 if field.exact else trials, threads)
    told = f"{words}{'' if field.exact else f', {trials:,} trials each'}: {duration(seconds)} here"
    if check and asked.method != "exchange":
        each = max(CHECK_TRIALS, min(asked.trials or CHECK_TRIALS, MOST_CHECK_TRIALS))
        most = pace.seconds(len(units) * 2 * asked.lists * 2, each, workers(None))
        told += f", the check by lists of equal price at most {duration(most).removeprefix('about ')} more"
    return told


def _work(asked: Asked, units: Sequence[Unit], threads: int) -> tuple[float, int, str, int]:
    """(forces, trials of each, both in words, threads that share them)."""
    if asked.method == "regression":
        trials = PAIR_TRIALS if asked.trials is None else asked.trials
        return asked.pairs, trials, f"{asked.pairs:,} pairs of forces", threads
    trials = SWAP_TRIALS if asked.trials is None else asked.trials
    if asked.method == "exchange":
        return 3 * len(units), trials, f"{_counted(len(units), 'unit')} with and without", 1
    steps = [unit.most + 1 if unit.most <= WHOLE_CURVE else 2 * math.ceil(math.log2(unit.most)) + 3 for unit in units]
    return sum(steps), trials, f"{_counted(len(units) - 1, 'swap')}, up to {sum(steps)} forces", 1


def _counted(many: int, word: str) -> str:
    return f"{many:,} {word}" + ("" if many == 1 else "s")
