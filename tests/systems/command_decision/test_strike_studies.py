"""The two shipped studies of `strike`: hand values, and the sentences that a reader will take home."""

from itertools import pairwise

import pytest

from simlab.analysis.sweep import sweep
from simlab.catalog import data_folder

FOLDER = data_folder() / "scenarios" / "command_decision"
DEFENCES = ("none", "two guns", "guns and missiles", "and radar missiles", "twice all that")
PLANES = (1, 2, 3, 4, 6, 8)


def means(name, **asked):
    """Point of the sweep -> means of its tallies. Points without a quick law are sampled: 20,000 trials of seed 0."""
    found = {}
    for labels, result in sweep(FOLDER / f"{name}.toml", seed=0, trials=20_000, **asked):
        found[tuple(labels.values())] = {row["table"]: row["mean"] for row in result.means()}
    return found


@pytest.fixture(scope="module")
def defence():
    return means("strike_against_defence")


@pytest.fixture(scope="module")
def control():
    return means("strike_control")


def test_without_defence_all_planes_attack(defence):
    for planes in PLANES:
        assert defence[str(planes), "none"]["attacks"] == pytest.approx(planes)


def test_two_guns_at_one_plane_by_hand(defence):
    """Over the position the guns are in manual range, where no countermeasures help: 2/9 a shot.

    2 in 10 planes are diverted to empty ground 24 in away: fire control alone reaches there, and ECM saves 2 in 10.
    """
    near, far = 1 - (7 / 9) ** 2, 1 - (37 / 45) ** 2
    assert defence["1", "two guns"]["aborted"] == pytest.approx(0.8 * near + 0.2 * far, abs=1e-12)
    assert defence["1", "two guns"]["aa_shots"] == pytest.approx(0.8 * (1 + 7 / 9) + 0.2 * (1 + 37 / 45), abs=1e-12)


def test_more_defence_lets_fewer_through(defence):
    for planes in PLANES:
        for table in ("attacks", "eliminated_enemy"):
            values = [defence[str(planes), name][table] for name in DEFENCES]
            assert all(later < earlier for earlier, later in pairwise(values)), (planes, table, values)


def test_defence_saturates(defence):
    """The more planes come, the smaller the share that is aborted: systems have but one shot each."""
    for name in DEFENCES[1:]:
        shares = [defence[str(planes), name]["aborted"] / planes for planes in PLANES]
        assert all(later < earlier for earlier, later in pairwise(shares)), (name, shares)


def test_one_plane_is_all_but_stopped_where_eight_hardly_notice(defence):
    thick = "twice all that"
    assert defence["1", thick]["eliminated_enemy"] < 0.06 * defence["1", "none"]["eliminated_enemy"]
    assert defence["8", thick]["eliminated_enemy"] > 0.8 * defence["8", "none"]["eliminated_enemy"]


@pytest.mark.parametrize("target", ["in the open", "at the edge of a wood"])
def test_how_often_own_troops_are_attacked(control, target):
    """2 in 10; a supporting battery marks on 3 of 10 (veterans, dedicated: on 6) and saves 1 in 10 of the attacks."""
    shares = {
        "nobody": 0.2,
        "smoke, supporting battery": 0.2 - 0.1 * 0.3,
        "smoke, dedicated battery of veterans": 0.2 - 0.1 * 0.6,
        "FAC": 0.1,
        "FAC and smoke": 0.1,
    }
    for name, share in shares.items():
        assert control[name, target]["attacks_own"] == pytest.approx(share)


def test_in_a_wood_a_fac_is_worth_the_attack(control):
    """Without one the stands in the wood are only suppressed (2.3.2c); in the open he adds one attack in ten."""
    wood, field = "at the edge of a wood", "in the open"
    for name in ("nobody", "smoke, supporting battery", "smoke, dedicated battery of veterans"):
        assert control[name, wood]["eliminated_enemy"] == 0
        assert control[name, wood]["suppressed_enemy"] == pytest.approx(control[name, field]["suppressed_enemy"])
    assert control["FAC", wood]["eliminated_enemy"] > 0.7 * control["FAC", field]["eliminated_enemy"]
    gain = control["FAC", field]["eliminated_enemy"] / control["nobody", field]["eliminated_enemy"]
    assert gain == pytest.approx(9 / 8)
