"""Intervals of prices cover the truth as often as they say, in games whose units have a known worth."""

import numpy as np
import pytest

from simlab.analysis.points.duels import duels
from simlab.analysis.points.fit import fit
from simlab.analysis.points.regression import forces_of, worths_of
from simlab.analysis.points.swap import _answer
from simlab.analysis.points.units import Unit
from simlab.analysis.tournament import from_rates

pytestmark = pytest.mark.campaign
TIMES, RESAMPLES = 2_000, 250
EFFECTS = np.array([0.4, 0.8, 0.2, 0.5])
UNITS = [Unit(name, name, most=4) for name in "abcd"]
MARGIN = 0.01  # 95 % is to be 95 +- 1; over 6,000 intervals the standard error is 0.3 points


def coverage(*, lack=0.0, margin=False, pairs=200, trials=10, times=TIMES):
    """Share of intervals that hold the truth. lack: what single prices do not explain, as a spread of the logit."""
    hits = []
    for number in range(times):
        generator = np.random.default_rng([number, 5])
        own, other = forces_of(UNITS, pairs, number)
        line = own @ EFFECTS - own.mean() * EFFECTS.sum() + lack * generator.normal(size=pairs)
        if margin:
            mean = line + 2.0 * generator.normal(size=(pairs, trials)).mean(axis=1)
        else:
            mean = generator.binomial(trials, 1.0 / (1.0 + np.exp(-line))) / trials
        made = fit((own - other).astype(float), mean, np.full(pairs, float(trials)), is_rate=not margin, seed=number,
                   times=RESAMPLES)  # fmt: skip
        worths = worths_of(made, UNITS, 0, 0.95)[1:]
        hits += [one.lo <= truth <= one.hi for one, truth in zip(worths, EFFECTS[1:] / EFFECTS[0], strict=True)]
    return float(np.mean(hits))


@pytest.mark.parametrize(
    "game", [{}, {"margin": True}, {"lack": 0.5, "pairs": 400}], ids=["chance", "margin", "unexplained"]
)
def test_regression_covers_the_known_worth(game):
    assert coverage(**game) == pytest.approx(0.95, abs=MARGIN)


def test_swap_covers_the_known_number():
    """Six numbers of a unit on common dice; the even number lies between 2 and 3."""
    units, hits = [Unit("tank", "a"), Unit("gun", "b", most=5)], []
    logits = -1.5 + 0.5 * np.arange(6)
    wanted = 1.0 / (1.0 + np.exp(0.3))
    rates = 1.0 / (1.0 + np.exp(-logits))
    truth = 2 + (wanted - rates[2]) / (rates[3] - rates[2])
    for number in range(TIMES):
        generator = np.random.default_rng([number, 9])
        luck, own = generator.random((2, 4_000))
        found = {n: (np.where(generator.random(4_000) < 0.5, luck, own) < rate).reshape(400, -1).mean(axis=1)
                 for n, rate in enumerate(rates)}  # fmt: skip
        base = (luck < wanted).reshape(400, -1).mean(axis=1)
        answer = _answer(units, 1, 0, 4.0, None, base, found, None, 1, number, 0.95, 400)
        hits.append(answer.lo <= truth <= answer.hi)
    assert float(np.mean(hits)) == pytest.approx(0.95, abs=2 * MARGIN)  # 2,000 intervals: standard error 0.5 points


def test_duels_cover_the_known_strength():
    strength = np.array([0.0, 0.4, -0.3, 0.9])
    rates = 1.0 / (1.0 + np.exp(-(strength[:, None] - strength[None, :])))
    hits = []
    for number in range(TIMES):
        generator = np.random.default_rng([number, 7])
        drawn = generator.binomial(400, rates)
        met = duels(from_rates(list("abcd"), list("abcd"), drawn, np.full((4, 4), 400)), seed=number, times=100)
        ends = zip(met.frame["lo"][1:], met.frame["hi"][1:], strength[1:], strict=True)
        hits += [lo <= truth <= hi for lo, hi, truth in ends]
    assert float(np.mean(hits)) == pytest.approx(0.95, abs=MARGIN)
