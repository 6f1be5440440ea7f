"""Tournaments whose answers are known: rock-paper-scissors, dominated units, tied ones, the single attacks of C14."""

import numpy as np
import pytest

from simlab import SimlabError
from simlab.analysis.games import alpha_rank, cyclic_part, equilibrium, exploitability
from simlab.analysis.matches import TIE, play_on
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


def test_a_matrix_much_like_another_has_its_equilibrium_found_sooner():
    """The same value as by linear programming, and a mix that nobody can exploit, wherever it comes from."""
    generator = np.random.default_rng(9)
    for _ in range(20):
        game = generator.random((5, 4))
        like = equilibrium(game)
        moved = game + generator.normal(scale=0.01, size=game.shape)
        found = equilibrium(moved, like=like)
        assert found.value == pytest.approx(equilibrium(moved).value, abs=1e-9)
        assert exploitability(moved, found.rows, found.columns) == pytest.approx(0.0, abs=1e-7)
    assert equilibrium(RPS, like=like).value == pytest.approx(0.5)  # one of another shape is no help, and no harm


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


# alpharank.compute of OpenSpiel 2.0.2: matrix, intensity, population, shares
BIASED = [[0.5, 0.3, 0.8, 0.45], [0.7, 0.5, 0.4, 0.6], [0.2, 0.6, 0.5, 0.9], [0.55, 0.4, 0.1, 0.5]]
NEAR = [[0.5, 0.52, 0.49], [0.48, 0.5, 0.53], [0.51, 0.47, 0.5]]
OPEN_SPIEL = [
    (BIASED, 100, 50, [0.20000363, 0.30000091, 0.39999818, 0.09999728]),
    (BIASED, 10, 50, [0.22566886, 0.33272524, 0.36509049, 0.07651542]),
    (BIASED, 1, 20, [0.24719755, 0.47460963, 0.23939651, 0.0387963]),
    (NEAR, 100, 50, [0.36395262, 0.3205684, 0.31547898]),
    (NEAR, 10, 50, [0.51239599, 0.28173925, 0.20586476]),
    (NEAR, 1, 20, [0.38479492, 0.35366854, 0.26153654]),
]


@pytest.mark.parametrize(("matrix", "intensity", "population", "shares"), OPEN_SPIEL)
def test_alpha_rank_is_that_of_open_spiel(matrix, intensity, population, shares):
    assert alpha_rank(matrix, intensity, population).tolist() == pytest.approx(shares, abs=2e-8)


def test_alpha_rank_of_sampled_rates_has_ends():
    n = np.full((3, 3), 400)
    found = from_rates(NAMES, NAMES, np.array(NEAR) * 400, n).alpha_rank(seed=2)
    assert (found["lo"] < found["hi"]).all()
    assert exact(RPS).alpha_rank()["lo"].tolist() == pytest.approx([1 / 3] * 3)


def ladder(rates, budget, seed, first=200):
    """Matches of known rates, played with trials where the order is undecided."""
    generator = np.random.default_rng(seed)
    rates = np.asarray(rates)
    n = np.where(np.eye(len(rates), dtype=bool), 0, first)
    wins = np.where(n > 0, generator.binomial(first, rates), 0.5)
    play = lambda row, column, many, own: float(generator.binomial(many, rates[row, column]))  # noqa: E731
    level = play_on(wins, n, play, mirrored=True, first=first, budget=budget, seed=seed, level=0.95)
    return wins, n, level


CLOSE = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.52], [0.1, 0.48, 0.5]])


def test_trials_go_where_the_order_is_undecided():
    wins, n, level = ladder(CLOSE, 40_000, seed=1)
    assert n[0, 1] == n[1, 0] == n[0, 2] == n[2, 0] == 200  # 90 % is clear at once
    assert n[1, 2] == n[2, 1] > 3_000
    assert n.sum() <= 40_000
    assert level > 0.99  # every look has its part of the error
    found = from_rates(NAMES, NAMES, wins, n, level=level)
    assert found.lo[1, 2] > 0.5 or found.hi[1, 2] - found.lo[1, 2] <= 2 * TIE + 1e-9 or n.sum() > 39_000


def test_a_pair_that_is_even_stops_at_a_tie():
    even = np.full((2, 2), 0.5)
    _, n, _ = ladder(even, 10_000_000, seed=1)
    assert n.sum() < 2_000_000  # known to half a point, which takes some hundred thousand


def test_matches_of_one_seed_are_the_same_and_no_two_share_dice(monkeypatch):
    from simlab.analysis import matches

    scenario = {
        "system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
        "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12},
        "sweep": {"geometry.range_in": [12, 25], "target.ecm": [True, False]},
    }  # fmt: skip
    seeds = []
    whole = matches.seed_of
    monkeypatch.setattr(matches, "seed_of", lambda *words: seeds.append(whole(*words)) or seeds[-1])
    found = [tournament(scenario, "effect:abort", method="sample", trials=500, budget=8_000, seed=3) for _ in range(2)]
    assert (found[0].p == found[1].p).all()
    assert (found[0].n == found[1].n).all()
    assert found[0].n.sum() > 2_000
    assert len(set(seeds)) == len(seeds) // 2
    with pytest.raises(SimlabError, match="budget"):
        tournament(scenario, "effect:abort", budget=3)


@pytest.mark.campaign
def test_adaptive_intervals_hold_what_they_say():
    """2,000 tournaments: all three pairings inside their intervals at least 95 % of the time, looks and all."""
    held = 0
    for seed in range(2_000):
        wins, n, level = ladder(CLOSE, 20_000, seed)
        found = from_rates(NAMES, NAMES, wins, n, level=1 - (1 - level) / 3)
        held += bool(((found.lo <= CLOSE) & (found.hi >= CLOSE)).all())
    print(f"held {held / 20:.2f} %")
    assert held >= 1_880, held


def test_losses_say_the_same_as_gains_turned_round():
    """Whoever counts what the rows lose, and says so, finds the same best units, circles and mixes."""
    generator = np.random.default_rng(5)
    rates, names = generator.uniform(0.1, 0.9, (4, 4)), list("abcd")
    gains = exact(rates, names, mirrored=True)
    losses = exact(1.0 - rates, names, mirrored=True, low_is_good=True)
    assert losses.dominated() == gains.dominated()
    assert losses.cycles() == gains.cycles()
    assert losses.overall()["row"].tolist() == gains.overall()["row"].tolist()
    assert losses.overall()["p"].tolist() == pytest.approx([1.0 - p for p in gains.overall()["p"]])
    assert losses.overall()["group"].tolist() == gains.overall()["group"].tolist()
    assert losses.mix()["share"].tolist() == pytest.approx(gains.mix()["share"].tolist())
    assert losses.alpha_rank()["share"].tolist() == pytest.approx(gains.alpha_rank()["share"].tolist())
    assert losses.value == pytest.approx(1.0 - gains.value)
    assert "wants it low" in losses._repr_html_()


def test_the_columns_want_the_opposite_of_the_rows():
    from simlab.report.matches import dominated_of, overall_of

    rates = np.array([[0.2, 0.5], [0.3, 0.6]])
    for low, best_column, worse in ((False, "x", "y"), (True, "y", "x")):
        found = exact(rates, ["a", "b"], columns=["x", "y"], low_is_good=low)
        assert overall_of(found, 1)["column"].tolist()[0] == best_column
        assert dominated_of(found, 1) == [(worse, best_column)]
        assert overall_of(found, 1)["p"].tolist() == pytest.approx([0.25, 0.55] if not low else [0.55, 0.25])
