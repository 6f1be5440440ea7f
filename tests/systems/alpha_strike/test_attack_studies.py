"""Shipped studies of attacks (alpha_strike): each asks and answers, and its answers are those found by hand."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest

from simlab.analysis.paths import paths
from simlab.analysis.sweep import axes_of, check, expand, sweep
from simlab.catalog import data_folder
from simlab.execute import run
from simlab.scenario import load_scenario
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.value import price_at_skill

FOLDER = data_folder() / "scenarios" / "alpha_strike"
NAMES = (
    "bomb_slot", "strafe_strike_bombs", "price_of_skill", "friendly_fire_by_spacing", "readings_of_bombing",
    "strafe_mixed_column", "best_path",
)  # fmt: skip


def mean(result, table):
    values = np.array(result.space.values(result.values, table))
    return float((values * np.arange(len(values))).sum())


def grid(name):
    return {tuple(labels.values()): result for labels, result in sweep(FOLDER / f"{name}.toml")}


@pytest.mark.parametrize("name", NAMES)
def test_a_study_asks_and_answers(name):
    scenario = load_scenario(FOLDER / f"{name}.toml")
    assert scenario.question.endswith("?")
    assert run(scenario).exact
    if scenario.sweep:
        check(scenario, axes_of(scenario))
        digests = [point.scenario.digest for point in expand(scenario)]
        assert digests.count(replace(scenario, sweep={}).digest) == 1
        assert len(set(digests)) == len(digests)


def test_bomb_slots_pay_for_themselves_only_against_what_is_light():
    """A slot is 1 PV: three HE bombs destroy more than that of each light unit, and no Atlas in one dive."""
    found = grid("bomb_slot")
    worth = {"foot platoons (7 PV)": 7, "Scorpions (11 PV)": 11, "Locusts (18 PV)": 18, "Atlases (52 PV)": 52}
    destroyed = {key: mean(result, "pv_lost_enemy") for key, result in found.items()}
    for key, result in found.items():
        assert destroyed[key] == pytest.approx(mean(result, "lost_enemy") * worth[key[2]])
    for lance in list(worth)[:3]:
        assert destroyed["3", "he", lance] > 3
    assert destroyed["3", "he", "Atlases (52 PV)"] == 0
    assert destroyed["1", "he", "Scorpions (11 PV)"] == 0  # 4 points of armor and structure
    assert destroyed["2", "he", "Scorpions (11 PV)"] > 2
    assert all(destroyed["3", "cluster", lance] < destroyed["3", "he", lance] for lance in list(worth)[1:3])
    assert mean(found["3", "inferno", "Atlases (52 PV)"], "damage_enemy") == 0


def test_strafe_strike_or_bomb():
    """A strike needs 7, a strafe 9: a strafe is ahead from five Manticores on, three bombs everywhere."""
    found = {key: mean(result, "damage_enemy") for key, result in grid("strafe_strike_bombs").items()}
    strike, strafe = float(4 * chance(7)), float(2 * chance(9))
    for number in range(1, 6):
        assert found[str(number), "strike"] == pytest.approx(strike)
        assert found[str(number), "strafe"] == pytest.approx(number * strafe)
        assert found[str(number), "3 HE, dive"] > max(strike, number * strafe)
    assert 4 * strafe < strike < 5 * strafe
    assert found["1", "3 HE, dive"] == pytest.approx(float(F(83, 18)))
    assert found["1", "3 cluster, dive"] == pytest.approx(float(F(31, 12)))
    assert found["5", "3 cluster, dive"] > found["5", "3 HE, dive"]


def test_the_price_of_skill():
    """A level costs 9 PV of 47, a fifth; it adds 24 % to a strike, 13 % to a dive that hits often anyway."""
    found = {key: mean(result, "damage_enemy") for key, result in grid("price_of_skill").items()}
    assert [price_at_skill(47, skill) for skill in (4, 3, 2)] == [47, 56, 65]
    for way in ("strike", "strafe", "3 HE, dive", "3 HE, altitude"):
        by_skill = [found[str(skill), way] for skill in range(8)]
        assert by_skill == sorted(by_skill, reverse=True)
    assert found["3", "strike"] / found["4", "strike"] == pytest.approx(float(chance(6) / chance(7)))
    assert found["3", "3 HE, dive"] / found["4", "3 HE, dive"] == pytest.approx(1.134, abs=1e-3)


def test_friends_are_safe_beyond_fourteen_and_eighteen_inches():
    found = {key: result.p("friend_hit", "yes") for key, result in grid("friendly_fire_by_spacing").items()}
    for attack in ("dive", "altitude"):
        for side in ("ahead", "behind", "beside"):
            assert found[attack, "he", f"16 in {side}"] == 0
            assert found[attack, "cluster", f"20 in {side}"] == 0
    assert found["dive", "he", "14 in ahead"] > 0
    assert found["dive", "cluster", "18 in behind"] > 0
    assert found["altitude", "he", "4 in behind"] == found["altitude", "he", "6 in behind"] == 0
    miss = 1 - chance(6)
    once = miss / 36 * 3  # ahead, 2, 4 or 6 in: one of six ways, three of six distances
    assert found["dive", "he", "4 in ahead"] == pytest.approx(float(1 - (1 - once) ** 3))
    assert found["dive", "he", "4 in behind"] == pytest.approx(found["dive", "he", "4 in ahead"])


def test_readings_of_bombing_move_it():
    """The large rulings: an edge left out, a diameter, scatter by margin each move the damage by a tenth and more."""
    found = {key: mean(result, "damage_enemy") for key, result in grid("readings_of_bombing").items()}
    default = found["inclusive", "radius", "1d6x2", "4/2/3/2"]
    assert found["exclusive", "radius", "1d6x2", "4/2/3/2"] < 0.9 * default
    assert found["inclusive", "diameter", "1d6x2", "4/2/3/2"] < 0.7 * default
    assert abs(found["inclusive", "radius", "2xmof", "4/2/3/2"] / default - 1) > 0.05
    assert found["inclusive", "radius", "1d6x2", "3/1/0/0"] > 1.1 * default


def test_the_mixed_column_of_we_7():
    assert mean(run(FOLDER / "strafe_mixed_column.toml"), "damage_enemy") == pytest.approx(155 / 36)


def test_what_sparing_friends_costs():
    """Claims of best_path: a dive cannot spare friends, an altitude run can, for a quarter of its damage."""
    curve = paths(FOLDER / "best_path.toml").curve()
    dive, altitude, strike = (curve[curve["attack"] == word] for word in ("dive", "altitude", "strike"))
    assert dive["friend"].min() > 0.5
    assert altitude["friend"].min() == 0
    spared = altitude["enemy"].iloc[0]
    assert 0.7 < spared / altitude["enemy"].max() < 0.8
    assert dive["enemy"].max() > altitude["enemy"].max()
    assert 0.2 < strike["enemy"].max() / dive["enemy"].max() < 0.3
