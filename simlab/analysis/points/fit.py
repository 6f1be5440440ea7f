"""Worth by regression: a generalised linear model of the metric on numbers of units, its bootstrap, its calibration.

A chance is explained by a logit, a mean by a straight line (statsmodels GLM). The bootstrap resamples pairs of forces,
so its intervals carry what the model does not explain as well as the dice; all resampled fits are solved together by
Newton's method, which gives what statsmodels gives for each alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simlab.errors import RunError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

BOOTSTRAP = 400
FOLDS = 5
BINS = 10
SHRINK = (0.0, 1e-4, 1e-3, 1e-2, 1e-1)  # penalties that are tried, each times the weight of a pair
THIN = 10  # fewer pairs of forces for each parameter than so many are thin
STEPS, STEP_MOST = 25, 4.0
AT_A_TIME = 4_000_000  # numbers of a block of resampled fits


@dataclass(frozen=True)
class Fit:
    """A fitted model.

    effects: float64[units], change of the logit (of the mean) for one unit more; start: without any unit; drawn:
    float64[resamples, units]; shrink: penalty on what prices do not explain, 0 for none; is_rate: logit or straight
    line; pairs: of forces; starts: float64[resamples].
    """

    effects: np.ndarray
    start: float
    drawn: np.ndarray
    shrink: float
    is_rate: bool
    pairs: int = 0
    starts: np.ndarray | None = None

    def tail(self, level: float) -> float:
        """Share of resamples to leave out at each end of an interval, a little less than (1 - level) / 2.

        Resamples spread too little by the degrees of freedom that the fit takes (T. Hesterberg 2015, The American
        Statistician 69, 371: expanded percentile).
        """
        from scipy.stats import norm, t

        free = max(self.pairs - len(self.effects) - 1, 1)
        return float(norm.cdf(-((self.pairs / free) ** 0.5) * t.ppf(0.5 + level / 2.0, free)))

    def predicted(self, apart: np.ndarray) -> np.ndarray:
        """The metric of force lists: float64[pairs]."""
        line = self.start + apart @ self.effects
        return _response(line) if self.is_rate else line


def fit(
    apart: np.ndarray, mean: np.ndarray, n: np.ndarray, *, is_rate: bool, costs: np.ndarray | None = None,
    seed: int = 0, times: int = BOOTSTRAP,
) -> Fit:  # fmt: skip
    """Explain the metric of pairs of forces by the numbers of units.

    Where the data are thin the effects are drawn towards the prices so far (towards equal effects where there are
    none): a penalty is used only when it foretells pairs left out better than none by more than the noise of that.

    Args:
        apart: float64[pairs, units], own numbers less those of the other side.
        mean: float64[pairs], the metric of each.
        n: float64[pairs], trials of each, 0 where exact.
        is_rate: the metric is a chance.
        costs: price so far of each unit.
        seed: of folds and resampling.
        times: resampled fits.

    Raises:
        RunError: fewer pairs than three a unit, a unit whose number never changes, or forces that say nothing apart.
    """
    import numpy as np

    pairs, units = apart.shape
    check_pairs(pairs, units)
    if np.linalg.matrix_rank(np.c_[np.ones(pairs), apart]) <= units:
        raise RunError("units: the numbers of some units rise and fall together in every force, so their worth cannot "
                       "be told apart; give a budget a range, or wider bounds")  # fmt: skip
    weights = np.where(n > 0, n, 1.0)
    prior = np.ones(units) if costs is None else np.asarray(costs, float)
    shrink = _best_shrink(apart, mean, weights, prior, _folds(pairs, seed), is_rate)
    params = _statsmodels(_columns(apart, prior, shrink), mean, weights, _penalty(units, shrink, weights), is_rate)
    generator = np.random.default_rng([abs(seed), 11])
    drawn = resampled(apart, mean, weights, prior, shrink, params, is_rate, generator, times)
    effects = _effects(drawn, prior, shrink)
    return Fit(_effects(params, prior, shrink), float(params[0]), effects, shrink, is_rate, pairs, drawn[:, 0])


def check_pairs(pairs: int, units: int) -> None:
    """RunError where the pairs are too few to price so many units."""
    if pairs < fewest(units):
        raise RunError(f"pairs: {pairs} pairs of forces for {units} units; give {fewest(units)} or more")


def fewest(units: int) -> int:
    """Pairs of forces that a fit needs: three for each of its parameters."""
    return 3 * (units + 1)


def resampled(
    apart: np.ndarray, mean: np.ndarray, weights: np.ndarray, prior: np.ndarray, shrink: float, start: np.ndarray,
    is_rate: bool, generator: Any, times: int,
) -> np.ndarray:  # fmt: skip
    """Parameters of fits to resampled pairs: float64[times, columns]."""
    import numpy as np

    columns, pairs = _columns(apart, prior, shrink), len(apart)
    penalty = _penalty(apart.shape[1], shrink, weights)
    found, block = [], max(1, AT_A_TIME // pairs)
    for first in range(0, times, block):
        many = min(block, times - first)
        chosen = generator.multinomial(pairs, np.full(pairs, 1.0 / pairs), many).astype(float)
        found.append(newton(columns, mean, chosen * weights, penalty, np.tile(start, (many, 1)), is_rate))
    return np.concatenate(found) if found else np.zeros((0, columns.shape[1]))


def newton(
    columns: np.ndarray, mean: np.ndarray, weights: np.ndarray, penalty: np.ndarray, start: np.ndarray, is_rate: bool
) -> np.ndarray:
    """Penalised fits to many sets of weights at once: float64[sets, columns].

    weights: float64[sets, pairs]; penalty: float64[columns]; start: float64[sets, columns].
    """
    import numpy as np

    products = (columns[:, :, None] * columns[:, None, :]).reshape(len(columns), -1)
    found, size = start.copy(), columns.shape[1]
    for _ in range(STEPS if is_rate else 2):
        fitted = found @ columns.T
        if is_rate:
            fitted = _response(fitted)
            curve = weights * fitted * (1.0 - fitted)
        else:
            curve = weights
        slope = (weights * (mean - fitted)) @ columns - penalty * found
        bend = (curve @ products).reshape(-1, size, size) + np.diag(penalty)
        bend += np.eye(size) * (1e-9 * np.trace(bend, axis1=1, axis2=2)[:, None, None] + 1e-12)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        if is_rate:  # a resample that a plane separates runs off to infinity; it may go there in small steps
            step /= np.maximum(1.0, abs(step).max(axis=1, keepdims=True) / STEP_MOST)
        found += step
        if abs(step).max() < 1e-8:
            break
    return found


def _response(line: np.ndarray) -> np.ndarray:
    import numpy as np

    return 1.0 / (1.0 + np.exp(-np.clip(line, -30.0, 30.0)))


def _columns(apart: np.ndarray, prior: np.ndarray, shrink: float) -> np.ndarray:
    """One, then the units; under a penalty also the total price, from which the units may depart at a cost."""
    import numpy as np

    ones = np.ones((len(apart), 1))
    return np.hstack([ones, apart @ prior[:, None], apart]) if shrink else np.hstack([ones, apart])


def _penalty(units: int, shrink: float, weights: np.ndarray) -> np.ndarray:
    import numpy as np

    total = shrink * weights.sum()
    return np.r_[0.0, 0.0, np.full(units, total)] if shrink else np.zeros(units + 1)


def _effects(params: np.ndarray, prior: np.ndarray, shrink: float) -> np.ndarray:
    return params[..., 1:2] * prior + params[..., 2:] if shrink else params[..., 1:]


def _statsmodels(
    columns: np.ndarray, mean: np.ndarray, weights: np.ndarray, penalty: np.ndarray, is_rate: bool
) -> np.ndarray:
    """The parameters by statsmodels' GLM; under a penalty by the same Newton steps as its resamples."""
    import numpy as np

    if penalty.any():
        return newton(columns, mean, weights[None], penalty, np.zeros((1, columns.shape[1])), is_rate)[0]
    found = glm(columns, mean, weights, is_rate)
    return np.asarray(found.params)


def glm(columns: np.ndarray, mean: np.ndarray, weights: np.ndarray, is_rate: bool, **how: Any) -> Any:
    """Statsmodels' GLM of a chance (logit) or a mean (straight line)."""
    import warnings

    import statsmodels.api as sm

    family = sm.families.Binomial() if is_rate else sm.families.Gaussian()
    with warnings.catch_warnings():  # forces that always win are told by the interval, not by a warning of the library
        warnings.simplefilter("ignore")
        return sm.GLM(mean, columns, family=family, var_weights=weights).fit(**how)


def loss(fitted: np.ndarray, mean: np.ndarray, is_rate: bool) -> np.ndarray:
    """What a forecast misses, for each pair: minus the log likelihood of a trial, or the square."""
    import numpy as np

    if not is_rate:
        return (mean - fitted) ** 2
    safe = np.clip(fitted, 1e-9, 1.0 - 1e-9)
    return -(mean * np.log(safe) + (1.0 - mean) * np.log(1.0 - safe))


def left_out(
    apart: np.ndarray, mean: np.ndarray, weights: np.ndarray, prior: np.ndarray, shrink: float, folds: np.ndarray,
    is_rate: bool,
) -> np.ndarray:  # fmt: skip
    """The metric of each pair, foretold by a fit to the folds without it: float64[pairs]."""
    import numpy as np

    columns = _columns(apart, prior, shrink)
    kept = np.array([folds != fold for fold in range(FOLDS)], float) * weights
    penalty = _penalty(apart.shape[1], shrink, weights)
    found = newton(columns, mean, kept, penalty, np.zeros((FOLDS, columns.shape[1])), is_rate)
    line = (columns * found[folds]).sum(axis=1)
    return _response(line) if is_rate else line


def _best_shrink(
    apart: np.ndarray, mean: np.ndarray, weights: np.ndarray, prior: np.ndarray, folds: np.ndarray, is_rate: bool
) -> float:
    """No penalty, unless the data are thin and one foretells the pairs left out better by more than noise.

    Where there are data enough a penalty may still foretell better, because single prices are not the whole truth; but
    it would then hand the prices so far back as if they had been found.
    """
    import numpy as np

    if len(apart) >= THIN * (apart.shape[1] + 1):
        return 0.0
    misses = [
        weights * loss(left_out(apart, mean, weights, prior, shrink, folds, is_rate), mean, is_rate)
        for shrink in SHRINK
    ]
    best = int(np.argmin([miss.sum() for miss in misses]))
    gain = misses[0] - misses[best]
    return SHRINK[best] if gain.sum() > gain.std() * len(gain) ** 0.5 else 0.0


def forecasts(
    apart: np.ndarray, mean: np.ndarray, n: np.ndarray, *, is_rate: bool, shrink: float = 0.0,
    costs: np.ndarray | None = None, seed: int = 0,
) -> np.ndarray:  # fmt: skip
    """The metric of each pair, foretold without it: float64[pairs]; arguments as in `fit`."""
    import numpy as np

    prior = np.ones(apart.shape[1]) if costs is None else np.asarray(costs, float)
    weights = np.where(n > 0, n, 1.0)
    return left_out(apart, mean, weights, prior, shrink, _folds(len(apart), seed), is_rate)


def _folds(pairs: int, seed: int) -> np.ndarray:
    import numpy as np

    return np.random.default_rng([abs(seed), 7]).permutation(np.arange(pairs) % FOLDS)


def calibration(foretold: np.ndarray, mean: np.ndarray) -> pd.DataFrame:
    """Forecasts against what came: a row a group of pairs with ``foretold``, ``came``, lo, hi, pairs.

    Well calibrated prices foretell what comes, all along the scale.
    """
    import numpy as np
    import pandas as pd

    rows = []
    for part in np.array_split(np.argsort(foretold, kind="stable"), max(1, min(BINS, len(foretold) // 5))):
        came, spread = float(mean[part].mean()), float(mean[part].std(ddof=1)) if len(part) > 1 else 0.0
        reach = 1.96 * spread / len(part) ** 0.5
        rows.append({"foretold": float(foretold[part].mean()), "came": came, "lo": came - reach, "hi": came + reach,
                     "pairs": len(part)})  # fmt: skip
    return pd.DataFrame(rows)


def explained(foretold: np.ndarray, mean: np.ndarray, variance: np.ndarray, n: np.ndarray) -> float:
    """Share of the differences between forces that the prices explain, what dice add taken off: 1 for all of it."""
    import numpy as np

    noise = float((variance / np.maximum(n - 1.0, 1.0))[n > 1].sum()) if (n > 1).any() else 0.0
    whole = float(((mean - mean.mean()) ** 2).sum()) - noise
    missed = float(((mean - foretold) ** 2).sum()) - noise
    return max(0.0, min(1.0, 1.0 - missed / whole)) if whole > 0 else 0.0
