"""Campaign: the intervals of the laboratory hold what they say, on laws that are known (95 % +- 1 point).

Each is made anew at least 2,000 times from played-out laws (total effects of exact designs 1,000), and counted for how
often it holds the truth. Rates, means, ratios, pairs and stopping rules have campaigns of their own (test_intervals,
test_stopping). Measured: overall rate 95.1 %; shares of the best mix 93.8, 94.4 and 93.8 % (of 200 resamples); settled
by turn 94.0 and 94.5 %; share of the dice 94.1 %; difference of two curves 95.6 %; logrank rejects 5.5 % of equal ones;
the band of the median holds it 99.8 % of the time (whole turns); total effects of exact Sobol designs always (the
bootstrap does not know how evenly they are spread), with noise of the dice 100.0, 99.9 and 96.4 % for factors from the
strongest to the weakest; all pairings of an adaptive tournament at once 99.2 %.
"""

import itertools
import math

import numpy as np
import pytest

from simlab.analysis import dice_share as dice_room
from simlab.analysis import luck
from simlab.analysis.games import equilibrium
from simlab.analysis.lifetimes import Lifetimes, _differences, _logrank
from simlab.analysis.sensitivity_designs import Factor, design_of, places_of, shares_of_variance
from simlab.analysis.tournament import from_rates

pytestmark = pytest.mark.campaign
TIMES = 2_000


def within(share, times, level=0.95):
    """A coverage of ``level`` +- 1 point, and what chance makes of the count itself (three standard errors)."""
    reach = 0.01 + 3 * math.sqrt(level * (1 - level) / times)
    print(f"held {100 * share:.2f} % of {times:,}")  # pytest -rP shows it
    assert level - reach <= share <= level + reach, share


def test_overall_rate_of_a_unit():
    rates, n = np.array([[0.05, 0.5, 0.9, 0.3]]), np.full((1, 4), 150)
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(4 * TIMES):
        row = from_rates(["a"], list("wxyz"), generator.binomial(n, rates), n).overall().iloc[0]
        held += row["p_lo"] <= rates.mean() <= row["p_hi"]
    within(held / (4 * TIMES), 4 * TIMES)


def test_shares_of_the_best_mix():
    """An equilibrium inside, where all three are played: rock, paper, scissors with unequal stakes."""
    true = np.array([[0.5, 0.35, 0.7], [0.65, 0.5, 0.4], [0.3, 0.6, 0.5]])
    shares, n = equilibrium(true).rows, np.full((3, 3), 1_000)
    np.fill_diagonal(n, 0)
    generator, held = np.random.default_rng(2), np.zeros(3)
    for number in range(TIMES):
        wins = np.where(n > 0, generator.binomial(1_000, true), 0.5)
        mix = from_rates(list("abc"), list("abc"), wins, n).mix(seed=number, times=200)
        mine = mix.iloc[:3]
        held += (mine["lo"].to_numpy() <= shares) & (shares <= mine["hi"].to_numpy())
    for share in held / TIMES:
        within(share, TIMES)


COINS = np.array(list(itertools.product((1, -1), repeat=5)))


def test_what_is_settled_of_a_game_of_five_coins():
    sums = COINS.cumsum(axis=1)
    won, equal = np.sign(sums[:, -1]), np.full(32, 1 / 32)
    for turn in (0, 2):
        true = luck._settled(sums[:, turn], won, equal)
        generator, held = np.random.default_rng(3 + turn), 0
        for _ in range(TIMES):
            drawn = generator.integers(0, 32, 400)
            _, lo, hi = luck._settled_with_ends(sums[drawn, turn], won[drawn], 0.95, generator)
            held += lo <= true <= hi
        within(held / TIMES, TIMES)


def test_share_of_the_dice(monkeypatch):
    """Three cases of known rates; the share of the variance that is dice."""
    rates = np.array([0.2, 0.5, 0.7])
    true = (rates * (1 - rates)).mean() / ((rates * (1 - rates)).mean() + rates.var())
    generator, trials = np.random.default_rng(7), 500

    class Rolled:
        exact, trials = False, 500

    monkeypatch.setattr(dice_room, "run", lambda *words, **more: Rolled())
    drawn = iter(())
    monkeypatch.setattr(
        dice_room, "_law_of", lambda result, metric: (np.array([0.0, 1.0]), np.array([1 - (p := next(drawn)), p]), "x")
    )
    scenario = {"system": "command_decision", "kind": "shot", "sweep": {"geometry.range_in": [1, 2, 3]}}
    held = 0
    for _ in range(TIMES):
        drawn = iter((generator.binomial(trials, rates) / trials).tolist())
        _, lo, hi = dice_room.dice_share(scenario).dice
        held += lo <= true <= hi
    within(held / TIMES, TIMES)


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_shares_of_the_variance(noise):
    """Total effects of Sobol designs of 256, each of two factors that act together and one that acts alone."""
    factors = [Factor("a", (0, 1)), Factor("b", (0, 1, 2)), Factor("c", (0, 1))]
    problem = {"num_vars": 3, "names": list("abc"), "bounds": [[0.0, 1.0]] * 3}
    value = lambda x: 0.2 * x[..., 0] * (1 + x[..., 1]) + 0.15 * x[..., 2]  # noqa: E731
    grid = np.array(list(itertools.product(range(2), range(3), range(2))))
    whole = value(grid).var()
    true = []
    for i in range(3):
        others = np.delete(grid, i, axis=1)
        true.append(
            np.mean([value(grid[(others == row).all(axis=1)]).var() for row in np.unique(others, axis=0)]) / whole
        )
    generator, held = np.random.default_rng(11), np.zeros(3)
    times = TIMES if noise else TIMES // 2  # exact designs take three times as long and hold always
    for number in range(times):
        design = design_of(problem, "sobol", 256, number)
        y = value(places_of(design, factors))
        halves = np.stack([y + noise * generator.normal(size=y.size) for _ in range(2)])
        frame, _, _ = shares_of_variance(problem, design, halves, factors, 0.95, number, noise == 0.0)
        for place, name in enumerate("abc"):
            row = frame[frame["factor"] == name].iloc[0]
            held[place] += row["total_lo"] <= true[place] <= row["total_hi"]
    # scrambled designs spread more evenly than the bootstrap knows: it may hold more than it says, never less
    print("held", 100 * held / times)
    assert (held / times >= 0.94 - 3 * math.sqrt(0.05 * 0.95 / times)).all(), held / times


def lives(generator, chances, n):
    """Sampled lifetimes of turns with these chances of being lost."""
    counts = generator.multinomial(n, [*chances, 1 - sum(chances)])
    return Lifetimes(np.arange(1, len(chances) + 1), counts[:-1] / n, n, "t")


def test_difference_of_two_curves_and_the_size_of_logrank():
    a, b, n = [0.1, 0.2, 0.05], [0.15, 0.1, 0.2], 200
    generator, held, rejected = np.random.default_rng(13), 0, 0
    true = (1 - sum(b)) - (1 - sum(a))
    for _ in range(2 * TIMES):
        row = _differences("b", lives(generator, a, n), lives(generator, b, n), 0.95)[-1]
        held += row["lo"] <= true <= row["hi"]
        rejected += _logrank(lives(generator, a, n), lives(generator, a, n))["p_value"] < 0.05
    within(held / (2 * TIMES), 2 * TIMES)
    within(1 - rejected / (2 * TIMES), 2 * TIMES)


def test_median_life():
    """The band of the curve, turned on its side: it holds the median at least as often as it says."""
    chances, n = [0.1, 0.1, 0.1, 0.15, 0.2, 0.1], 60
    generator, held = np.random.default_rng(17), 0
    for _ in range(TIMES):
        median = lives(generator, chances, n).median()
        held += median.lo <= 5 <= median.hi  # half are lost by the end of turn 5 (0.65)
    print(f"held {100 * held / TIMES:.2f} %")
    assert held / TIMES >= 0.94, held / TIMES
