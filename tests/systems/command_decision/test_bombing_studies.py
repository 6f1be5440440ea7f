"""The two shipped studies of `bombing`: hand values, and the sentences that a reader will take home."""

from fractions import Fraction as F
from itertools import pairwise

import pytest
from bombing_scenarios import bombing

from simlab.analysis.sensitivity import tornado
from simlab.analysis.summary import assumptions
from simlab.analysis.sweep import sweep
from simlab.catalog import data_folder
from simlab.execute import prepare

FOLDER = data_folder() / "scenarios" / "command_decision"
USABLE_KG = {"mig21bis": 750, "alphajet": 1250, "su25": 2200, "tornado_ids": 4500, "f111f": 7150}


def eliminated(name):
    """Point of the sweep -> expected eliminations of enemy stands."""
    found = {}
    for labels, result in sweep(FOLDER / f"{name}.toml"):
        mean = next(row["mean"] for row in result.means() if row["table"] == "eliminated_enemy")
        found[tuple(labels.values())] = mean
    return found


@pytest.fixture(scope="module")
def by_load():
    return eliminated("bombing_by_load")


@pytest.fixture(scope="module")
def rockets():
    return eliminated("rockets_against_bombs")


def test_by_load_by_hand(by_load):
    # One area of 1 in, HE 6, on one stand, regular troops: 4 of 10 hits eliminate
    assert by_load["mig21bis", "bombs", "optimal", "0"] == pytest.approx(6 * 4 / 100)
    assert by_load["mig21bis", "bombs", "optimal", "2"] == pytest.approx(4 * 4 / 100)
    # trucks 1 and 2 at 7 and carriers at 7, killed on a 10 only
    assert by_load["alphajet", "bombs", "optimal", "0"] == pytest.approx(2 * 0.28 + 0.07)
    twice = 2 * (1 - (1 - F(28, 100)) ** 2) + (1 - (1 - F(7, 100)) ** 2)
    assert by_load["su25", "bombs", "superimpose", "0"] == pytest.approx(float(twice))


def test_each_further_load_adds_but_less_each_time(by_load):
    for load in ("bombs", "at_cluster"):
        for penalty in ("0", "2"):
            values = [by_load[unit, load, "optimal", penalty] for unit in USABLE_KG]
            assert values == sorted(values)
            gains = [b - a for a, b in pairwise(values[1:])]  # ROF 1 to 2, 2 to 3, 3 to 4
            assert gains == sorted(gains, reverse=True)


def test_the_best_placement_is_never_worse(by_load):
    for (unit, load, policy, penalty), value in by_load.items():
        assert by_load[unit, load, "optimal", penalty] >= value - 1e-12, (unit, load, policy)


def test_a_step_just_begun_pays_best(by_load):
    """The Su-25 begins its second 2000 kg with 2200; per tonne it beats both its neighbours above."""
    per_tonne = {unit: by_load[unit, "bombs", "optimal", "0"] / (kg / 1000) for unit, kg in USABLE_KG.items()}
    assert per_tonne["su25"] > per_tonne["tornado_ids"] > per_tonne["f111f"]
    assert per_tonne["mig21bis"] < per_tonne["alphajet"]  # light attack wastes its load


@pytest.mark.parametrize(
    ("case", "value"),
    [
        (("infantry", "bombs", "0", "total_formula_floor"), 3 * (1 - 0.72**2)),
        (("infantry", "HE rockets", "0", "total_formula_floor"), 3 * (1 - 0.88**4)),
        (("infantry", "flechette rockets", "0", "total_formula_floor"), 3 * (1 - 0.80**4)),
        (("infantry", "HE rockets", "0", "pod_sum_floor"), 3 * (1 - 0.88**9)),
        (("infantry", "cluster bombs", "0", "total_formula_floor"), 0),
        (("carriers", "flechette rockets", "2", "total_formula_floor"), 3 * (1 - 0.97**4)),
        (("tanks", "bombs", "0", "total_formula_floor"), 3 * (1 - 0.96**2)),
        (("tanks", "HEAT rockets", "0", "total_formula_floor"), 3 * (1 - 0.97**4)),
        (("tanks", "flechette rockets", "0", "total_formula_floor"), 0),
        (("bunkers", "bombs", "0", "total_formula_floor"), 3 * (1 - 0.92**2)),
    ],
)
def test_rockets_by_hand(rockets, case, value):
    assert rockets[case] == pytest.approx(value, abs=1e-12)


def test_a_penalty_hurts_rockets_more_than_bombs(rockets):
    def kept(weapon):
        both = [rockets["infantry", weapon, penalty, "total_formula_floor"] for penalty in ("0", "2")]
        return both[1] / both[0]

    assert kept("HE rockets") < kept("flechette rockets") < kept("bombs")


def test_the_analysis_lives_with_options_that_refuse_an_attack():
    """In the woods `forbidden` refuses the attack; a smaller usable load refuses two areas of one's own."""
    woods = bombing({"terrain": "woods"})
    turned = tornado(woods)
    assert "forbidden" not in set(turned["option"])
    assert (turned["p_default"] == 0).all()
    listed = tornado(bombing({}, templates=[[0, 0], [0, 0]]))
    smaller = listed[listed["ruling"] == "bomb_load_usable_fraction"]["option"]
    assert set(smaller) == {"0.75", "1"}


def test_what_an_answer_assumes():
    rockets = bombing({"class": "gun", "dug_in": True}, load="rockets", placement="superimpose")  # hit number 3 - 2
    texts = "\n".join(assumptions(prepare(rockets))["text"])
    for named in ("HE factors of rockets, 60", "results of a hit, regular", "he gun medium", "a dug-in gun"):
        assert named in texts, named
    assert "helicopter_split_cost" not in texts  # an assumed ruling that this plane never meets
    assert "dug-in" not in "\n".join(assumptions(prepare(bombing({})))["text"])
