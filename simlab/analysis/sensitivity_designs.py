"""Designs of settings and what their answers say: Sobol's shares of the variance, Morris's mean changes (SALib).

Nothing here knows games: a setting is a row of numbers between 0 and 1, an answer two numbers, one by each half of the
dice. What the halves agree on is effect; what they do not is noise, and does not pass for interaction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simlab.analysis.paired import NEGLIGIBLE as NO_POINTS

if TYPE_CHECKING:
    import pandas as pd

SAMPLES = {"sobol": 64, "morris": 20}  # settings of the base design; trajectories
RESAMPLES = 400
NEGLIGIBLE = 0.01  # of the variance: a factor that surely has less than this share does not matter
ROUNDING = 1e-12  # two exact laws that differ by less differ by float arithmetic alone
JUMP = 2.0 / 3.0  # of Morris on four levels


class Factor(NamedTuple):
    """What may move: a key of the scenario and its values, that of the scenario first."""

    key: str
    values: tuple[Any, ...]


def design_of(problem: Mapping[str, Any], way: str, samples: int, seed: int) -> np.ndarray:
    """float64[settings, factors] between 0 and 1, by SALib."""
    if way == "sobol":
        from SALib.sample.sobol import sample as sobol

        return sobol(problem, samples, calc_second_order=False, seed=seed)
    from SALib.sample.morris import sample as morris

    return morris(problem, samples, num_levels=4, seed=seed)


def places_of(design: np.ndarray, factors: Sequence[Factor]) -> np.ndarray:
    """int64[settings, factors]: which value each number of the design stands for, each with the same chance.

    >>> places_of(np.array([[0.0], [0.34], [0.5], [1.0]]), [Factor("key", ("a", "b", "c"))]).ravel().tolist()
    [0, 1, 1, 2]
    """
    sizes = np.array([len(factor.values) for factor in factors])
    return np.minimum((design * sizes).astype(np.int64), sizes - 1)


def shares_of_variance(
    problem: Mapping[str, Any], design: np.ndarray, halves: np.ndarray, factors: Sequence[Factor], level: float,
    seed: int, exact: bool,
) -> tuple[pd.DataFrame, float, float]:  # fmt: skip
    """Shares of the variance, alone and with interactions.

    The estimators are those of SALib (A. Saltelli and others 2010, table 2 b and f), with the product of both halves
    in place of each square: its expectation has no noise in it. Ends by the bootstrap over the settings.
    """
    import pandas as pd

    many = len(factors)
    y = halves.reshape(2, -1, many + 2)  # [half, sample, A then A with one column of B, then B]
    a, b, mixed = y[:, :, 0], y[:, :, -1], y[:, :, 1:-1]

    def indices(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, float, float]:
        every = np.concatenate([a[:, rows], b[:, rows]], axis=1)
        centred = every - every.mean(axis=1, keepdims=True)
        agreed = float((centred[0] * centred[1]).mean())
        seen = float((centred**2).mean())
        middle = y[:, rows].mean(axis=(1, 2))
        moved = mixed[:, rows] - a[:, rows, None]
        one, other = b[0, rows] - middle[0], b[1, rows] - middle[1]  # centred over all settings, as SALib does
        # each half's effect is weighed with the other half's answer, so that no noise meets itself
        first = 0.5 * ((one[:, None] * moved[1]).mean(axis=0) + (other[:, None] * moved[0]).mean(axis=0))
        total = 0.5 * (moved[0] * moved[1]).mean(axis=0)
        return (first / agreed, total / agreed, agreed, seen) if agreed > 0.0 else (0 * first, 0 * total, 0.0, seen)

    everything = np.arange(y.shape[1])
    first, total, agreed, seen = indices(everything)
    generator = np.random.default_rng(seed)
    drawn = [indices(generator.choice(everything, everything.size)) for _ in range(RESAMPLES)]
    ends = [0.5 - level / 2.0, 0.5 + level / 2.0]
    # a share of the variance lies between 0 and 1, whatever resamples make of it
    first_ends, total_ends = (np.clip(np.quantile([d[k] for d in drawn], ends, axis=0), 0.0, 1.0) for k in (0, 1))
    rows = []
    for place in np.argsort(-total, kind="stable"):
        lo, hi = (float(end) for end in total_ends[:, place])
        flat = float(np.abs(mixed[:, :, place] - a).max()) < ROUNDING  # it never changed an answer
        sure = y.shape[1] >= SAMPLES["sobol"]  # of few settings the bootstrap does not see what they missed
        word = "no" if (flat or hi < NEGLIGIBLE) and sure else "yes" if lo > 0.0 else "unclear"
        rows.append({
            **_about(factors[place]), "first": float(first[place]), "first_lo": float(first_ends[0, place]),
            "first_hi": float(first_ends[1, place]), "total": float(total[place]), "total_lo": lo, "total_hi": hi,
            "matters": word,
        })  # fmt: skip
    noise = 0.0 if exact or seen <= 0.0 else min(max(1.0 - agreed / seen, 0.0), 1.0)
    return pd.DataFrame(rows), math.sqrt(max(agreed, 0.0)), noise


def mean_changes(
    problem: Mapping[str, Any], design: np.ndarray, halves: np.ndarray, factors: Sequence[Factor], level: float,
    seed: int, exact: bool,
) -> tuple[pd.DataFrame, float, float]:  # fmt: skip
    """Mean absolute change by one move (M. Morris 1991; F. Campolongo and others 2007), by SALib."""
    import pandas as pd
    from SALib.analyze.morris import analyze

    mean = halves.mean(axis=0)
    found = analyze(problem, design, mean, conf_level=level, num_resamples=RESAMPLES, num_levels=4, seed=seed)
    # noise of one change: half the difference of the two halves' changes is its error
    apart = analyze(problem, design, halves[0] - halves[1], num_resamples=10, num_levels=4, seed=seed)
    rows = []
    for place in np.argsort(-np.asarray(found["mu_star"]), kind="stable"):
        change, reach = JUMP * float(found["mu_star"][place]), JUMP * float(found["mu_star_conf"][place])
        floor = 0.5 * JUMP * float(apart["mu_star"][place])
        lo, hi = max(change - reach, 0.0), change + reach
        word = "no" if hi <= NO_POINTS else "yes" if lo > floor else "unclear"
        bend = JUMP * float(found["sigma"][place])
        rows.append({
            **_about(factors[place]), "change": change, "change_lo": lo, "change_hi": hi, "bend": bend,
            "noise": floor, "matters": word,
        })  # fmt: skip
    centred = halves - halves.mean(axis=1, keepdims=True)
    agreed, seen = float((centred[0] * centred[1]).mean()), float((centred**2).mean())
    noise = 0.0 if exact or seen <= 0.0 else min(max(1.0 - agreed / seen, 0.0), 1.0)
    return pd.DataFrame(rows), math.sqrt(max(agreed, 0.0)), noise


def _about(factor: Factor) -> dict[str, Any]:
    name, sort = factor.key.removeprefix("rulings."), "ruling" if factor.key.startswith("rulings.") else "value"
    return {"factor": name, "sort": sort, "values": ", ".join(map(str, factor.values))}
