"""The naive twin of Command Decision bombing: hit numbers, warheads, effects and cover, exactly."""

from fractions import Fraction as F

import pytest

from .command_decision_bombing import attack_of
from .command_decision_bombing_load import RefusedAttack
from .command_decision_bombing_rulings import OPTIONS
from .command_decision_bombing_scenarios import (
    DATA,
    bombing,
    chance_of_a_hit,
    law_of_one,
    results_law,
    with_heavy_rockets,
)

# Hit numbers.


@pytest.mark.parametrize(
    ("stand", "rulings", "hit_number"),
    [
        ({}, {}, 7),
        ({"cover": "medium"}, {}, 5),
        ({"class": "gun", "cover": "hard"}, {}, 4),
        ({"cover": "fortification"}, {}, 2),
        ({"dug_in": True}, {}, 7),
        ({"class": "gun", "dug_in": True}, {}, 5),
        ({"class": "gun", "dug_in": True, "cover": "hard"}, {}, 4),
        ({"class": "soft_vehicle", "cover": "hard"}, {}, 7),
        ({"class": "soft_vehicle", "dug_in": True}, {}, 5),
        ({"class": "weak_afv"}, {}, 7),
        ({"class": "weak_afv"}, {"weak_afv_weight": 0}, 8),
        ({"class": "weak_afv", "dug_in": True}, {"weak_afv_weight": 2}, 4),
        ({"class": "afv"}, {}, 4),
        ({"class": "afv", "weight": 6, "cover": "hard"}, {}, 1),
        ({"class": "afv", "weight": 4, "dug_in": True}, {}, 1),
        ({"terrain": "woods", "edge": True}, {}, 5),
        ({"terrain": "bua", "edge": True}, {}, 5),
        ({"terrain": "bua", "edge": True}, {"edge_of_cover_modifier": "none"}, 7),
        ({"terrain": "woods", "edge": True}, {"edge_of_cover_modifier": "hard_cover_-3"}, 4),
        ({"terrain": "woods", "edge": True, "class": "afv"}, {}, 4),
    ],
)
def test_hit_numbers_of_standard_bombs(stand, rulings, hit_number):
    scenario = bombing("mig23bn", stand, fac=True)
    assert chance_of_a_hit(scenario, rulings) == F(hit_number, 10)


@pytest.mark.parametrize(
    ("stand", "hit_number"),
    [
        ({"class": "gun", "cover": "fortification", "dug_in": True}, 8),
        ({"class": "soft_vehicle", "dug_in": True}, 8),
        ({"class": "weak_afv"}, 8),
        ({"class": "afv", "weight": 5, "dug_in": True}, 3),
        ({"terrain": "bua", "edge": True, "class": "gun"}, 8),
    ],
)
def test_hit_numbers_of_cluster_bombs(stand, hit_number):
    assert chance_of_a_hit(bombing("mig23bn", stand, fac=True, load="at_cluster")) == F(hit_number, 10)


@pytest.mark.parametrize("stand", [{}, {"class": "afv", "terrain": "woods", "edge": True}])
def test_cluster_bombs_leave_personnel_and_woods_alone(stand):
    scenario = bombing("mig23bn", stand, {"class": "gun"}, fac=True, load="at_cluster", penalty=1)
    assert law_of_one(scenario) == {"touched": 1}
    assert law_of_one(scenario, number=1)["suppressed"] == F(3, 10)


def test_light_cluster_attacks():
    scenario = bombing("mig21bis", {"class": "gun"}, load="at_cluster")
    assert chance_of_a_hit(scenario, {"at_cluster_light_he": 6}) == F(6, 10)
    assert attack_of(scenario, {"at_cluster_area": "2x2_always"}, DATA).exposures[0].weapon.square == 2000


@pytest.mark.parametrize(
    ("warhead", "stand", "law"),
    [  # MiG-17F: 2 x ORO-57K, ROF 2, hit number 2; one area
        ("heat", {}, {"eliminated": F(4, 100)}),
        ("heat", {"class": "afv", "weight": 2}, {"eliminated": F(3, 100), "hit": F(27, 100)}),
        ("flechette", {}, {"eliminated": F(16, 100)}),
        ("flechette", {"class": "gun", "cover": "hard"}, {"eliminated": F(4, 100)}),
        ("flechette", {"cover": "fortification"}, {"suppressed": F(1)}),
        ("flechette", {"class": "weak_afv", "dug_in": True}, {"eliminated": F(5, 100), "hit": F(45, 100)}),
        ("flechette", {"class": "soft_vehicle"}, {"eliminated": F(8, 100)}),
        ("flechette", {"class": "afv", "weight": 1}, {"touched": F(1)}),
    ],
)
def test_warheads(warhead, stand, law):
    scenario = bombing("mig17f", stand, load="rockets", warhead=warhead)
    found = law_of_one(scenario, {"plane_rocket_rof": "bomb_rof"})  # one roll
    assert {result: found[result] for result in law} == law
    twice = law_of_one(scenario).get("eliminated", F(0))
    assert twice == 1 - (1 - law.get("eliminated", F(0))) ** 2


def test_flechettes_find_nobody_in_a_built_up_area():
    """80 mm: 3, less 2 for the edge of cover; the +2 is for the edge of a wood only."""
    for terrain, hit_number in (("woods", 3), ("bua", 1)):
        stand = {"terrain": terrain, "edge": True}
        scenario = bombing("su25", stand, fac=True, load="rockets", warhead="flechette")
        assert chance_of_a_hit(scenario, {"plane_rocket_rof": "bomb_rof"}) == 1 - F(10 - hit_number, 10) ** 2


def test_heat_by_penetration():
    rulings: dict[str, object] = {"heat_modifier_scope": "penetration", "plane_rocket_rof": "bomb_rof"}
    for stand, eliminated in (({"class": "weak_afv"}, F(2 * 7, 100)), ({"class": "afv", "weight": 1}, F(7, 100))):
        scenario = bombing("mig17f", stand, load="rockets", warhead="heat")
        assert law_of_one(scenario, rulings)["eliminated"] == eliminated
        assert law_of_one(scenario, {**rulings, "afv_he_kill": "never"})["eliminated"] == eliminated


def test_floor_of_the_hit_number():
    heavy = bombing("mig23bn", {"class": "afv", "weight": 6}, penalty=3)  # hit number -2
    assert law_of_one(heavy) == {"suppressed": 1}
    floor = law_of_one(heavy, {"hit_number_floor": "natural_1_always_hits"})
    assert floor == {"suppressed": F(9, 10), "hit": F(9, 100), "eliminated": F(1, 100)}
    unpinned: dict[str, object] = {"penalty_in_area_attacks": "no_suppression_if_hit_number_below_1"}
    assert law_of_one(heavy, unpinned) == {"touched": 1}
    for penalty, result in ((1, "touched"), (0, "suppressed")):  # hit numbers 0 and 1
        scenario = bombing("mig23bn", {"class": "afv", "weight": 6}, penalty=penalty)
        assert result in law_of_one(scenario, unpinned)


def test_ceiling_of_the_hit_number(tmp_path):
    """8 for 240 mm, +3 for HEAT, +1 for a weak AFV without weight: 12, less the penalty."""
    data = with_heavy_rockets(tmp_path)
    heavy: dict[str, object] = {"weak_afv_weight": 0, "rocket_min_rof": 1}
    for ceiling, penalty, hitting in (
        ("auto_hit", 2, 10),
        ("natural_10_always_misses", 2, 9),
        ("auto_hit", 3, 9),
        ("natural_10_always_misses", 3, 9),
    ):
        scenario = bombing("su24", {"class": "weak_afv"}, load="rockets", warhead="heat", penalty=penalty)
        exposure = attack_of(scenario, {**heavy, "hit_number_ceiling": ceiling}, data).exposures[0]
        assert exposure.hit_number == 12 - penalty
        assert [die for die in range(1, 11) if exposure.hits(die)] == list(range(1, hitting + 1))


def test_effects_on_armour():
    tank = bombing("mig23bn", {"class": "afv", "weight": 2, "quality": "veteran"})  # hit number 5
    assert law_of_one(tank) == {"suppressed": F(1, 2), "hit": F(45, 100), "eliminated": F(5, 100)}
    assert law_of_one(tank, {"afv_he_kill": "never"}) == {"suppressed": F(1, 2), "hit": F(1, 2)}
    as_troops = law_of_one(tank, {"afv_he_kill": "as_hit_results_table"})
    assert as_troops == {"suppressed": F(1, 2), "hit": F(1, 4), "forced_back": F(1, 10), "eliminated": F(15, 100)}


def test_suppression_only_of_those_hit():
    found = law_of_one(bombing("mig23bn", {}), {"suppression_rule": "on_hit_only"})
    assert found == {"touched": F(3, 10), "hit": F(21, 100), "forced_back": F(21, 100), "eliminated": F(28, 100)}


# Cover.

WOODS, BUA = {"terrain": "woods"}, {"terrain": "bua"}


@pytest.mark.parametrize("stand", [WOODS, BUA, {**WOODS, "edge": True}])
def test_an_attack_into_cover_only_suppresses(stand):
    scenario = bombing("su24", stand)
    for rule in OPTIONS["suppression_rule"]:
        assert law_of_one(scenario, {"suppression_rule": rule}) == {"suppressed": 1}
    with pytest.raises(RefusedAttack, match="forbidden"):
        attack_of(scenario, {"cover_attack_without_fac": "forbidden"}, DATA)


def test_a_stand_in_the_open_opens_the_cover_beside_it():
    scenario = bombing("mig23bn", WOODS, BUA, {"class": "afv", "weight": 6})
    assert [chance_of_a_hit(scenario, number=number) for number in range(3)] == [F(5, 10), F(4, 10), F(1, 10)]
    sparing: dict[str, object] = {"woods_vs_he_bombs": "suppress_only", "suppression_rule": "on_hit_only"}
    assert law_of_one(scenario, sparing, 0) == {"suppressed": 1}
    assert law_of_one(scenario, sparing, 1)["touched"] == F(6, 10)
    spotted = bombing("mig23bn", {**WOODS, "edge": True}, BUA, fac=True)
    assert chance_of_a_hit(spotted, sparing, 0) == F(5, 10)
    assert chance_of_a_hit(spotted, sparing, 1) == F(4, 10)


def test_a_fortification_in_the_open_blocks_nothing():
    scenario = bombing("mig23bn", {"cover": "fortification"})
    assert chance_of_a_hit(scenario, {"cover_attack_without_fac": "forbidden"}) == F(2, 10)


def test_cluster_bombs_into_a_built_up_area_only_suppress():
    scenario = bombing("mig23bn", {**BUA, "class": "afv"}, {}, load="at_cluster")
    assert results_law(scenario) == {("suppressed", "touched"): 1}
    bare = bombing("mig23bn", {}, load="at_cluster")  # nothing to hit, but no cover that forbids it
    assert results_law(bare, {"cover_attack_without_fac": "forbidden"}) == {("touched",): 1}


def test_manpads_may_be_passed_over():
    scenario = bombing("mig23bn", {"manpads": True}, {"at": [0.5, 0]})
    found = results_law(scenario, {"manpads_as_plane_target": "no"})
    assert {results[0] for results in found} == {"untouched"}
    assert chance_of_a_hit(scenario) == F(7, 10)
