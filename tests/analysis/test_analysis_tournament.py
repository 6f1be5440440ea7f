"""Tournaments whose answers are known: rock-paper-scissors, dominated units, tied ones, the single attacks of C14."""

import numpy as np
import pytest

from simlab import SimlabError
from simlab.analysis.games import alpha_rank, cyclic_part, equilibrium, exploitability
from simlab.analysis.tournament import from_rates, tournament

RPS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
NAMES = ["rock", "paper", "scissors"]


def exact(matrix, names=NAMES, **more):
    return from_rates(names, more.pop("columns", names), matrix, np.zeros(np.shape(matrix), int), **more)


def test_rock_paper_scissors():
    found = exact(RPS)
    assert found.mirrored
    assert found.cycles() == [("rock", "scissors", "paper")]
    assert found.dominated() == []
    assert found.value == pytest.approx(0.5)
    mix = found.mix()
    assert mix["share"].tolist() == pytest.approx([1 / 3] * 6)
    assert (mix["lo"] == mix["share"]).all()
    assert found.alpha_rank()["share"].tolist() == pytest.approx([1 / 3] * 3)
    assert found.overall()["p"].tolist() == pytest.approx([0.5] * 3)
    assert found.overall()["group"].tolist() == [1, 1, 1]


def test_a_single_number_says_all_of_odds_that_are_ratios_and_nothing_of_a_circle():
    worth = np.array([1.0, 0.2, -1.2])
    found, rest, share = cyclic_part(worth[:, None] - worth[None, :])
    assert found.tolist() == pytest.approx(worth.tolist())
    assert abs(rest).max() < 1e-12
    assert share < 1e-20
    circle = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0.0]])
    mixed, _, part = cyclic_part(worth[:, None] - worth[None, :] + circle)
    assert mixed.tolist() == pytest.approx(worth.tolist())
    assert part == pytest.approx(6 / (6 + ((worth[:, None] - worth[None, :]) ** 2).sum()))


def test_mixes_of_a_game_that_is_not_even():
    """Matching pennies with a prize of 3 for heads-heads: heads 1/4... by hand: rows (1/4, 3/4), value 3/4."""
    game = np.array([[3.0, 0.0], [0.0, 1.0]])
    found = equilibrium(game)
    assert found.rows.tolist() == pytest.approx([0.25, 0.75])
    assert found.columns.tolist() == pytest.approx([0.25, 0.75])
    assert found.value == pytest.approx(0.75)
    assert exploitability(game, found.rows, found.columns) == pytest.approx(0.0, abs=1e-9)
    generator = np.random.default_rng(3)
    for _ in range(20):  # every game has an equilibrium, and nobody can exploit it
        game = generator.normal(size=generator.integers(1, 9, 2))
        found = equilibrium(game)
        assert exploitability(game, found.rows, found.columns) == pytest.approx(0.0, abs=1e-7)


def test_the_unit_that_wins_every_match_takes_over():
    matrix = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    assert alpha_rank(matrix).round(6).tolist() == [1, 0, 0]
    found = exact(matrix)
    assert found.cycles() == []
    assert found.mix()["share"].tolist() == pytest.approx([1, 0, 0, 1, 0, 0])
    assert found.overall()["row"].tolist() == ["rock", "paper", "scissors"]


def test_counts_of_both_sides_of_a_match_are_one_match():
    wins = np.array([[0, 60, 0], [50, 0, 0], [0, 0, 0]])
    trials = np.array([[0, 100, 0], [100, 0, 0], [0, 0, 0]])
    found = from_rates(NAMES, NAMES, wins, trials)
    assert found.p[0, 1] == pytest.approx(110 / 200)
    assert found.p[1, 0] == pytest.approx(90 / 200)
    assert found.n[0, 1] == 200
    assert np.allclose(found.p + found.p.T, 1)
    assert np.allclose(found.lo + found.hi.T, 1)


def test_a_difference_within_the_noise_is_a_tie_and_dominates_nobody():
    columns = ["x", "y"]
    few = from_rates(["a", "b"], columns, [[30, 31], [28, 30]], [[50, 50], [50, 50]])
    assert few.overall()["group"].tolist() == [1, 1]
    assert few.dominated() == []
    many = from_rates(["a", "b"], columns, [[30_000, 31_000], [28_000, 30_000]], [[50_000] * 2] * 2)
    assert many.overall()["group"].tolist() == [1, 2]
    assert many.dominated() == [("b", "a")]


def test_the_overall_interval_covers_the_mean_of_several_rates():
    """2,000 tournaments of known rates: 95 % +- 1.5 (about three standard errors of 0.5) of the intervals hold it."""
    rates, n, held = np.array([[0.1, 0.5, 0.8]]), np.full((1, 3), 200), 0
    generator = np.random.default_rng(11)
    for _ in range(2000):
        row = from_rates(["a"], ["x", "y", "z"], generator.binomial(n, rates), n).overall().iloc[0]
        held += row["p_lo"] <= rates.mean() <= row["p_hi"]
    assert 0.935 <= held / 2000 <= 0.965


def test_a_mix_of_sampled_rates_has_an_interval_that_holds_the_true_one():
    generator = np.random.default_rng(5)
    true = np.array([[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]])
    n = np.full((3, 3), 2_000)
    found = from_rates(NAMES, NAMES, generator.binomial(n, true), n, level=0.999)
    mix = found.mix(seed=1, times=1000)  # 6 ends of which each misses once in a thousand
    assert ((mix["lo"] <= 1 / 3) & (mix["hi"] >= 1 / 3)).all()
    assert (mix["hi"] - mix["lo"] > 0.02).all()


def test_a_wanted_matrix_is_compared_match_by_match():
    found = exact([[0.2, 0.4], [0.3, 0.4]], ["a", "b"], columns=["x", "y"])
    wanted = found.distance([[0.2, 0.5], [np.nan, 0.4]])
    assert wanted["difference"].tolist() == pytest.approx([0, -0.1, 0])
    assert wanted["held"].tolist() == [True, False, True]
    with pytest.raises(SimlabError, match="a matrix of"):
        found.distance([[1.0]])


def test_guns_against_planes_played():
    """A sweep with two axes: the ZSU-23-4 by range against planes with and without ECM, exact (W5)."""
    scenario = {
        "system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
        "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12},
        "sweep": {"geometry.range_in": [12, 25, 31], "target.ecm": [True, False]},
    }  # fmt: skip
    found = tournament(scenario, "effect:abort")
    assert found.matrix().to_numpy() == pytest.approx(np.array([[2 / 9, 2 / 9], [8 / 45, 2 / 9], [0, 0]]))
    assert not found.mirrored
    assert ("31", "12") in found.dominated()
    assert found.mix()["share"].tolist() == pytest.approx([1, 0, 0, *found.mix()["share"].tolist()[3:]])
    with pytest.raises(SimlabError, match="different units"):
        found.cycles()
    with pytest.raises(SimlabError, match="two axes"):
        tournament({**scenario, "sweep": {"target.ecm": [True, False]}})
