"""Part G of the rules page: the worked examples that a strike can play, from scenario to exact value."""

from fractions import Fraction as F

import pytest
from strike_scenarios import BARE, MARKED, aborted, fate, law, mean, penalties, result, strike

ECM_V = (
    "id,name,side,kind,mount,guidance,max_range_in,calibre_mm,has_fire_control,manual_range_in,fc_range_in,quality,cm_ecm,source,"
    "confidence\nold_radar_gun,Old radar gun,WP,GUN,vehicle,,30,23,1,15,30,9-10,V,invented for this test,low\n"
)


def tornado(**more):
    return {"unit": "tornado_ids", **more}


def test_w1_one_gun_with_fire_control():
    assert aborted(strike(BARE, aa=[{"unit": "zsu23_4"}])) == F(2, 9)
    assert aborted(strike(BARE, aa=[{"unit": "zsu23_4"}], rulings={"fc_reroll_recursion": "once"})) == F(11, 50)


def test_w3_countermeasures_rated_v(tmp_path):
    path = tmp_path / "air_defence.csv"
    path.write_text(ECM_V, encoding="utf-8")
    scenario = strike(
        {**BARE, "ecm": True}, aa=[{"unit": "old_radar_gun", "at": [0, 20]}], data={"air_defence": str(path)}
    )
    assert aborted(scenario) == F(1, 9)
    assert penalties(scenario) == {0: F(4, 9), 1: F(1, 9), 2: F(2, 9), 3: F(1, 9)}


def test_w4_sa_9_at_a_tornado_of_any_heading():
    scenario = strike(tornado(), aa=[{"unit": "sa9", "at": [0, 30]}])
    assert aborted(scenario) == F(3, 200)
    assert penalties(scenario)[2] == F(27, 200)


@pytest.mark.parametrize(("range_in", "chance"), [(12, F(2, 9)), (25, F(8, 45)), (31, 0)])
def test_w5_zsu_23_4_at_a_tornado(range_in, chance):
    assert aborted(strike(tornado(), aa=[{"unit": "zsu23_4", "at": [0, -range_in]}])) == chance


def test_w6_mean_penalty_of_one_shot():
    found = penalties(strike(BARE, aa=[{"unit": "zsu23_4"}]))
    total = sum(penalty * p for penalty, p in found.items())
    assert (total, total / sum(found.values())) == (F(2, 3), F(6, 7))


@pytest.mark.parametrize(("stacking", "chance"), [("sum", F(16, 81)), ("worst", F(13, 81))])
def test_w7_two_guns_one_after_the_other(stacking, chance):
    scenario = strike(BARE, aa=[{"unit": "zsu23_4", "count": 2}], rulings={"penalty_stacking": stacking})
    assert aborted(scenario) == F(32, 81)
    assert sum(p for penalty, p in penalties(scenario).items() if penalty >= 3) == chance


def test_w8_w9_gun_missile_combination():
    pair = {"unit": "roland2", "guns": "gepard", "at": [0, 30]}
    assert aborted(strike(BARE, aa=[pair])) == F(17, 45)
    assert aborted(strike({"unit": "mig23bn"}, aa=[pair])) == F(116, 375)


def test_w10_collective_fire():
    heavy, normal = penalties(strike(collective="heavy")), penalties(strike(collective="normal"))
    assert (1 - heavy[0], sum(n * p for n, p in heavy.items())) == (F(1, 5), F(3, 10))
    assert sum(n * p for n, p in normal.items()) == F(1, 10)


LOADS = {"su24": 2, "tornado_ids": 3, "f111f": 4, "su25": 2, "mig21bis": 1, "alphajet": 1, "f104g": 1}


@pytest.mark.parametrize("unit", LOADS)
def test_w14_bomb_rof(unit):
    """All areas on one stand: as many hits as the ROF at most, each with 7/10, or 6/10 for light attack."""
    light = unit in ("mig21bis", "f104g")
    found = law(strike({"unit": unit, "placement": "superimpose"}), "hits")
    assert max(int(hits) for hits in found) == LOADS[unit]
    assert found[LOADS[unit]] == F(6 if light else 7, 10) ** LOADS[unit]


def test_w15_alpha_jet_with_a_fac_through_one_gun():
    assert fate(strike({"fac": True}, aa=[{"unit": "zsu23_4"}], rulings=MARKED))["attacks_primary"] == F(7, 10)


def su24_on_a_platoon():
    """W16: both areas on one infantry stand, through one ZSU-23-4 at 25 in; no other point is marked."""
    return strike(
        {"unit": "su24", "placement": "superimpose", "flares": False, "ecm": True},
        aa=[{"unit": "zsu23_4", "at": [25, 0]}],
    )


def test_w16_expected_hits():
    found = result(su24_on_a_platoon())
    assert mean(su24_on_a_platoon(), "hits") == 1
    assert found["hit"] + found["forced_back"] + found["eliminated"] == F(617, 900)


def test_w17_stand_eliminated():
    assert result(su24_on_a_platoon())["eliminated"] == F(1967, 5625)


def test_w20_cluster_bombs_on_armour():
    """Hit number 8 - 3, one less with the penalty of 1 that the collective die gives on a 1."""
    tank = [{"name": "platoon", "class": "afv", "weight": 3}]
    scenario = strike({"load": "at_cluster"}, stands=tank, collective="normal")
    assert law(scenario, "hits")[1] == F(9, 10) * F(5, 10) + F(1, 10) * F(2, 5)


def test_w24_gun_and_collective_fire():
    found = penalties(strike(BARE, aa=[{"unit": "zsu23_4"}], collective="normal"))
    assert found[0] == F(2, 5)
    assert found[4] == F(1, 90)


@pytest.mark.parametrize(("flares", "chance"), [(False, F(1, 40)), (True, F(1, 200))])
def test_w25_sa_7_at_a_plane_of_any_heading(flares, chance):
    assert aborted(strike({**BARE, "flares": flares}, aa=[{"unit": "sa7b", "at": [30, 0]}])) == chance


def test_w26_own_troops_attacked():
    stands = [{"name": "platoon"}, {"name": "own", "side": "own", "at": [0, -15]}]
    scenario = strike(BARE, aa=[{"unit": "blowpipe", "at": [0, 20]}], stands=stands, rulings=MARKED)
    assert law(scenario, "attacks_own")[1] == F(9, 50)


@pytest.mark.parametrize(("at", "failed", "demoralised"), [([0, 12.001], F(3, 10), 0), ([0, 12], F(5, 10), F(2, 10))])
def test_w27_morale_near_a_strike(at, failed, demoralised):
    found = law(strike(check=[{"at": at}]), "morale:check_1")
    assert 1 - found["good"] == failed
    assert found.get("demoralised", 0) == demoralised
