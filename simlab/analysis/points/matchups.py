"""What no price can express: lists of one unit alone, of equal price, against each other, and the circle in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.analysis.games import cyclic_part
from simlab.analysis.points.check import FIRST, better
from simlab.analysis.points.field import Game
from simlab.analysis.points.units import Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def matchups(
    game: Game, units: Sequence[Unit], prices: Sequence[float], budget: float, *, reference: int = 0,
    trials: int = 2_000, times: int = 400, seed: int = 0,
) -> tuple[pd.DataFrame, float, float, list[str]]:  # fmt: skip
    """What no price can express: lists of one unit alone, of equal price, against each other.

    Only where both sides buy from one list.

    Args:
        game: what is played.
        units: whose lists meet.
        prices: of the units.
        budget: total of a list, in reference units.
        reference: place of the reference unit.
        trials: of each match from each side.
        times: resampled matrices, for what noise alone gives.
        seed: of the resampling.

    Returns:
        (frame unit, against, won; cyclic share of the matrix of log odds; the share that noise alone would give at
        its 95 % point; the strongest circle, each unit doing better against the next).
    """
    import numpy as np
    import pandas as pd

    total, many = budget * prices[reference], len(units)
    lots = [max(1, round(total / price)) for price in prices]
    rates = np.full((many, many), 0.5)
    rows = []
    for i in range(many):
        for j in range(i + 1, many):
            a, b = ([lots[k] if k == place else 0 for k in range(many)] for place in (i, j))
            rates[i, j] = better(game, a, b, FIRST + 10**9 + (i * many + j) * trials, trials)
            rates[j, i] = 1.0 - rates[i, j]
            rows += [{"unit": units[i].name, "against": units[j].name, "won": rates[i, j]}]
    strength = _log_odds(rates, trials)
    worth, rest, share = cyclic_part(strength)
    flat = 1.0 / (1.0 + np.exp(-(worth[:, None] - worth[None, :])))
    generator = np.random.default_rng([abs(seed), 19])
    shares = []
    for _ in range(times):
        upper = np.triu(generator.binomial(2 * trials, flat) / (2.0 * trials), 1)
        again = upper + np.tril(1.0 - upper.T, -1) + 0.5 * np.eye(many)
        shares.append(cyclic_part(_log_odds(again, trials))[2])
    triples = [
        (min(rest[a, b], rest[b, c], rest[c, a]), (a, b, c))
        for a in range(many) for b in range(many) for c in range(many) if a < b and a < c and b != c
    ]  # fmt: skip
    force, circle = max(triples, default=(0.0, ()))
    named = [units[k].name for k in circle] if force > 0 else []
    return pd.DataFrame(rows), share, float(np.quantile(shares, 0.95)) if shares else 0.0, named


def _log_odds(rates: np.ndarray, trials: int) -> np.ndarray:
    """Log odds with half a win added to both, so that a match that was always won counts as finite."""
    import numpy as np

    wins = rates * 2.0 * trials
    return np.log((wins + 0.5) / (2.0 * trials - wins + 0.5))
