"""P(A better than B) against laws by hand, and on dice that both share."""

import pytest

from simlab.analysis.better import all_tallies, better, worth_of_outcome, worth_of_tally
from simlab.errors import RunError
from simlab.execute import prepare, run

SORTIE = {
    "system": "command_decision", "kind": "sortie", "helicopter": {"unit": "ah1s_mc"}, "game": {"turns": 4},
    "profile": {"altitude": "popup"}, "air_defence": [{"unit": "zsu23_4", "range_in": 25}],
}  # fmt: skip
NOE = {**SORTIE, "profile": {"altitude": "noe"}}
ROW = ("survives",)


def both(how, **more):
    a, b = prepare(SORTIE), prepare(NOE)
    worths = worth_of_outcome(a, "fate", ROW), worth_of_outcome(b, "fate", ROW)
    return better(a, b, "fate:survives", *worths, trials=20_000, method=how, **more)


def test_two_separate_games_by_their_laws():
    p, q = (run(scenario, method="exact").p("fate", "survives") for scenario in (SORTIE, NOE))
    found = both("exact")
    assert not found.same_dice
    assert found.b_more[0] == pytest.approx(q * (1 - p))
    assert found.a_more[0] == pytest.approx(p * (1 - q))
    assert found.alike[0] == pytest.approx(p * q + (1 - p) * (1 - q))
    assert found.difference == pytest.approx(q - p)
    assert "In two separate games" in found.sentence


def test_the_same_dice():
    """Equal dice never kill the NOE helicopter where the other lives more often than the two laws would by chance."""
    exact, found = both("exact"), both("sample", seed=4)
    assert found.same_dice
    assert sum(share[0] for share in (found.a_more, found.b_more, found.alike)) == pytest.approx(1.0)
    assert found.b_more[0] - found.a_more[0] == pytest.approx(found.difference)
    assert found.lo < exact.difference < found.hi
    assert found.alike[0] > exact.alike[0]  # what is common to both games comes out alike


def test_means_of_every_tally():
    frame = all_tallies(prepare(SORTIE), prepare(NOE), trials=20_000, method="exact")
    for row in frame.to_dict("records"):
        for side, scenario in (("mean_a", SORTIE), ("mean_b", NOE)):
            (mean,) = [m["mean"] for m in run(scenario, method="exact").means() if m["table"] == row["name"]]
            assert row[side] == pytest.approx(mean)
        assert row["a_more"] + row["b_more"] + row["alike"] == pytest.approx(1.0)
    assert len(frame) >= 1
    with pytest.raises(RunError, match="no tally"):
        worth_of_tally(prepare(SORTIE), "fate")


def test_equal_scenarios_are_alike_in_every_game():
    a = prepare(SORTIE)
    worth = worth_of_outcome(a, "fate", ROW)
    found = better(a, prepare(SORTIE), "fate:survives", worth, worth, trials=100, method="sample")
    assert (found.alike[0], found.difference, found.lo, found.hi) == (1.0, 0.0, 0.0, 0.0)
    assert found.method == "same inputs"
