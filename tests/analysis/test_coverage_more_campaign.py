"""Campaign: the laboratory's other intervals on known laws, each made at least 2,000 times (95 % intended).

Beside those of test_coverage_campaign, test_analysis_points_coverage, test_intervals and test_stopping: see the table
in DECISIONS.md, section 37, for what measures which, and for the figures.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from simlab.analysis import paired as paired_room
from simlab.analysis.diff import Number, _compare, _ends
from simlab.analysis.duels import Duels
from simlab.analysis.games import alpha_rank
from simlab.analysis.points.check import _row
from simlab.analysis.points.exchange import exchange
from simlab.analysis.points.fit import calibration
from simlab.analysis.points.regression import forces_of
from simlab.analysis.points.units import Unit
from simlab.analysis.tournament import from_rates
from simlab.intervals import mean_interval, paired_difference, wilson

pytestmark = pytest.mark.campaign
TIMES = 2_000


def told(name, share, times=TIMES):
    print(f"{name}: held {100 * share:.2f} % of {times:,}")  # pytest -rP shows it
    return share


def within(name, share, times=TIMES, level=0.95):
    """A coverage of ``level`` +- 1 point, and what chance makes of the count itself (three standard errors)."""
    reach = 0.01 + 3 * math.sqrt(level * (1 - level) / times)
    assert level - reach <= told(name, share, times) <= level + reach, share


def at_least(name, share, times=TIMES, level=0.95):
    """No fewer than ``level`` - 1 point; for intervals whose docstring says that they are wide."""
    assert told(name, share, times) >= level - 0.01 - 3 * math.sqrt(level * (1 - level) / times), share


# Pairs of trials --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gain", "loss"), [(0.0, 0.01), (0.03, 0.01), (0.2, 0.15)])
def test_paired_difference_of_rates(gain, loss):
    law = np.array([0.6 - gain, gain, loss, 0.4 - loss])
    tables = np.random.default_rng(1).multinomial(1_000, law, size=2 * TIMES).reshape(-1, 2, 2)
    found = [paired_difference(table) for table in tables]
    share = float(np.mean([one.lo <= gain - loss <= one.hi for one in found]))
    at_least(f"paired rates {gain} {loss}", share, 2 * TIMES)
    assert share <= 0.98  # and not idly wide


def test_paired_difference_of_numbers():
    """Three losses at most under either rule, most of them alike."""
    generator = np.random.default_rng(2)
    law = generator.dirichlet(np.full(16, 0.5)).reshape(4, 4) * 0.3 + np.diag([0.4, 0.2, 0.07, 0.03])
    true = float(law.sum(axis=0) @ np.arange(4) - law.sum(axis=1) @ np.arange(4))
    tables = generator.multinomial(1_000, law.ravel(), size=2 * TIMES).reshape(-1, 4, 4)
    found = [paired_difference(table, range(4), range(4)) for table in tables]
    within("paired numbers", float(np.mean([one.lo <= true <= one.hi for one in found])), 2 * TIMES)


def test_paired_difference_of_shares_of_pooled_events(monkeypatch):
    """Shots of a game share its weather: a good game has more of them and hits more often, under both rules."""
    trials, held, generator = 600, 0, np.random.default_rng(3)
    rates = {"a": np.array([0.2, 0.5]), "b": np.array([0.25, 0.6])}
    shots = np.array([2, 4])
    true = float(np.diff([(shots * 0.5 * rates[side]).sum() / (shots * 0.5).sum() for side in "ab"])[0])
    drawn = {}

    def per_trial(prepared, table, weights, seed, first, last):
        return drawn[prepared.side, len(weights)][first:last]

    monkeypatch.setattr(paired_room, "per_trial", per_trial)
    monkeypatch.setattr(paired_room, "same_inputs", lambda a, b: False)
    space = SimpleNamespace(table=lambda name: SimpleNamespace(rows=[("hit",), ("miss",)]))
    sides = [
        SimpleNamespace(prepared=SimpleNamespace(side=side, space=space), table="t", row=("hit",)) for side in "ab"
    ]
    for _ in range(TIMES):
        sort, dice = generator.integers(0, 2, trials), generator.random((trials, 4))
        for side in "ab":
            drawn[side, 2] = shots[sort]
            drawn[side, 1] = ((dice < rates[side][sort][:, None]) & (np.arange(4) < shots[sort][:, None])).sum(axis=1)
        found = paired_room._pooled_difference(*sides, trials, 0, 0.95, None, {})
        held += found.lo <= true <= found.hi
    within("pooled events, paired", held / TIMES)


def test_gain_of_a_deviation(monkeypatch):
    """Two cases with dice of their own; what `tune`, `deviations` and `polish` judge by."""
    generator, held = np.random.default_rng(4), 0
    true = 0.5 * ((0.45 - 0.4) + (0.72 - 0.7))
    rates = [(0.4, 0.45), (0.7, 0.72)]
    values = iter(())
    monkeypatch.setattr(Duels, "prepared", lambda self, case, settings: SimpleNamespace(inputs=settings))
    monkeypatch.setattr("simlab.analysis.duels.metric_of", lambda prepared, wants: SimpleNamespace(prepared=prepared))
    monkeypatch.setattr("simlab.analysis.duels.is_exact", lambda prepared, method: False)
    monkeypatch.setattr(Duels, "_each", lambda self, metric, trials, seed: next(values))
    for _ in range(TIMES):
        common = generator.random((2, 800))
        values = iter([(common[k] < p).astype(float) for k in range(2) for p in rates[k]])
        found = Duels().gain([((k, "x"), (k, "y")) for k in range(2)], None, 800, 0)
        held += found.lo <= true <= found.hi
    within("gain of a deviation", held / TIMES)


# Two versions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "q", "n"), [(0.3, 0.3, 500), (0.02, 0.04, 500), (0.95, 0.9, 200)])
def test_difference_of_two_versions(p, q, n):
    """Newcombe's interval from two Wilson intervals, on dice of their own."""
    generator, held = np.random.default_rng(5), 0
    for one, other in zip(generator.binomial(n, p, 2 * TIMES), generator.binomial(n, q, 2 * TIMES), strict=True):
        a, b = (Number(count / n, *wilson(count, n), 0.95) for count in (one, other))
        below, above = _ends(a, b, 0.95)
        held += b.p - a.p - below <= q - p <= b.p - a.p + above
    within(f"diff {p} {q}", held / (2 * TIMES), 2 * TIMES)


def test_versions_that_are_alike_are_left_alone():
    """Thirty numbers of two runs of one law: nothing at all is reported in 95 % of the comparisons or more."""
    generator, quiet, n = np.random.default_rng(6), 0, 2_000
    rates = np.linspace(0.02, 0.9, 30)
    for _ in range(TIMES):
        sides = [
            {("f", "", "t", str(k)): Number(count / n, *wilson(count, n), 0.95) for k, count in enumerate(counts)}
            for counts in generator.binomial(n, rates, (2, 30))
        ]
        quiet += not any(row["change"] == "moved" for row in _compare(*sides, 0.95).rows)
    at_least("diff of thirty numbers", quiet / TIMES)


# Tournaments ------------------------------------------------------------------------------------------------------


def test_shares_of_alpha_rank():
    true = np.array([[0.5, 0.35, 0.7], [0.65, 0.5, 0.4], [0.3, 0.6, 0.5]])
    shares, n = alpha_rank(true), np.full((3, 3), 1_000)
    np.fill_diagonal(n, 0)
    generator, held = np.random.default_rng(7), np.zeros(3)
    for number in range(TIMES):
        upper = np.triu(generator.binomial(1_000, true), 1)
        wins = upper + np.tril(1_000 - upper.T, -1) + np.diag([0.5] * 3)
        found = from_rates(list("abc"), list("abc"), wins, n, mirrored=True).alpha_rank(seed=number, times=100)
        held += (found["lo"].to_numpy() <= shares + 1e-9) & (shares <= found["hi"].to_numpy() + 1e-9)
    for name, share in zip("abc", held / TIMES, strict=True):
        at_least(f"alpha-rank {name}", share)


# Prices -----------------------------------------------------------------------------------------------------------


def test_cost_of_an_even_exchange():
    """Three come; each is lost with a chance of its own die, and what they destroy hangs on who is left."""
    unit, generator, held = [Unit("bomber", "b", most=3, cost=4.0)], np.random.default_rng(9), 0
    chance, each = 0.3, 2.0
    true = 3 * ((1 - chance) * each - chance * 4.0) / (3 * chance) + 4.0
    for number in range(TIMES):
        dice = generator.random((2_000, 3))
        lost = (dice < chance).sum(axis=1).astype(float)
        margin = (generator.random((2_000, 3)) < 0.5) * 2.0 * each * (dice >= chance)
        played = margin.sum(axis=1) - 4.0 * lost
        game = SimpleNamespace(values=lambda own, other, first, last, p=played: p if own[0] else np.zeros(len(p)))
        losses = SimpleNamespace(values=lambda own, other, first, last, x=lost: x)
        worth = exchange(game, losses, unit, ([3], [0]), 0, trials=2_000, seed=number, times=200).worth
        held += worth.lo <= true <= worth.hi
    within("cost of an even exchange", held / TIMES)


UNITS = [Unit(name, name, most=4) for name in "abcd"]
EFFECTS = np.array([0.4, 0.8, 0.2, 0.5])


def drawn_pairs(number, pairs, trials):
    generator = np.random.default_rng([number, 31])
    own, _ = forces_of(UNITS, pairs, number)
    chance = 1.0 / (1.0 + np.exp(-(own @ EFFECTS - 3.8)))
    return own.astype(float), chance, generator.binomial(trials, chance) / trials


def test_calibration_bands():
    held = []
    for number in range(TIMES):
        _, chance, mean = drawn_pairs(number, 200, 10)
        rows = calibration(chance, mean)
        parts = np.array_split(np.argsort(chance, kind="stable"), len(rows))
        held += [row.lo <= chance[part].mean() <= row.hi for row, part in zip(rows.itertuples(), parts, strict=True)]
    at_least("calibration", float(np.mean(held)), TIMES)


def test_lists_of_equal_price():
    """Forty pairs whose true shares differ; the mean over all pairs that could be drawn is 52 %."""
    generator, held = np.random.default_rng(11), 0
    for _ in range(2 * TIMES):
        won = generator.binomial(100, generator.beta(0.52 * 20, 0.48 * 20, 40)) / 100
        row = _row(won, np.arange(40), 0.05, 0.95)
        held += row["lo"] <= 0.52 <= row["hi"]
    within("lists of equal price", held / (2 * TIMES), 2 * TIMES)


def test_few_lists_of_equal_price_played_again():
    """Five pairs are all there are, eight times each: the mean over these five, with the error of their dice."""
    generator, held, shares = np.random.default_rng(12), 0, np.array([0.3, 0.45, 0.5, 0.6, 0.7])
    number = np.tile(np.arange(5), 8)
    for _ in range(2 * TIMES):
        row = _row(generator.binomial(100, shares[number]) / 100, number, 0.05, 0.95)
        held += row["lo"] <= shares.mean() <= row["hi"]
    within("few lists, again", held / (2 * TIMES), 2 * TIMES)


# Luck and survival ------------------------------------------------------------------------------------------------


def test_means_given_that_something_happened():
    """Attacks of those who survive, of those who are lost: the number of either is left to the dice."""
    generator, held = np.random.default_rng(13), np.zeros(2)
    law = np.array([[0.05, 0.1, 0.05, 0.02], [0.08, 0.2, 0.3, 0.2]])
    true = law @ np.arange(4) / law.sum(axis=1)
    for _ in range(2 * TIMES):
        table = generator.multinomial(500, law.ravel()).reshape(2, 4)
        for place in range(2):
            lo, hi = mean_interval(range(4), table[place])
            held[place] += lo <= true[place] <= hi
    for share in held / (2 * TIMES):
        within("conditional mean", float(share), 2 * TIMES)
