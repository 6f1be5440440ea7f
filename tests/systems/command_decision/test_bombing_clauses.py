"""Clauses of 1.5.6, 2.3.2, 2.3.7 and 3.1 that `bombing` plays, one by one, from scenario to answer."""

from fractions import Fraction as F

import pytest
from bombing_scenarios import areas, bombing, certain, hit_chance, hit_number, law, result

from simlab.errors import SimlabError
from simlab.execute import prepare

GUN, TRUCK = {"class": "gun"}, {"class": "soft_vehicle"}
WEAK, TANK = {"class": "weak_afv"}, {"class": "afv", "weight": 5}
WOODS, TOWN = {"terrain": "woods"}, {"terrain": "bua"}
LIGHT, STANDARD, HELICOPTER = "mig21bis", "alphajet", "mi24d"  # ROF 1 each
FAC = {"fac": True}
ROCKETS = {"load": "rockets", "placement": "superimpose"}  # Su-24: four pods of 20 at 80 mm: ROF 4, HE 3


# 3.1.1.2 and 3.1.1.3: how many areas, how large


def test_3_1_1_2a_each_2000_kg_or_part_of_it_is_an_area():
    """3.1.1.2a."""
    for unit, rof in ((STANDARD, 1), ("su25", 2), ("tornado_ids", 3), ("f111f", 4)):
        assert len(areas(bombing({}, unit=unit))) == rof  # usable 1250, 2200, 4500, 7150 kg


def test_3_1_1_2b_3_1_1_2c_light_attack_has_rof_1():
    """3.1.1.2b, 3.1.1.2c."""
    assert hit_number(bombing({}, unit="su7bmk")) == 6  # usable 1000 kg: still light
    assert hit_number(bombing({}, unit="super_etendard")) == 7  # 1050 kg
    assert len(areas(bombing({}, unit="su7bmk"))) == 1


def test_3_1_1_2d_a_chopper_with_bombs_is_light_attack():
    """3.1.1.2d."""
    rulings = {"light_attack_threshold_kg": 250, "bomb_load_usable_fraction": 1}  # 1500 kg would be standard
    assert hit_number(bombing({}, unit=HELICOPTER, rulings=rulings)) == 6
    assert hit_number(bombing({}, unit=LIGHT, rulings=rulings)) == 7


@pytest.mark.parametrize(("unit", "reach"), [(LIGHT, 1.0), (STANDARD, 1.5)])
def test_3_1_1_3a_3_1_1_3d_areas_of_2_in_and_1_in(unit, reach):
    """3.1.1.3a, 3.1.1.3d: a square of 2 (1) in reaches stands of 1 in up to 1.5 (1) in away, edges included."""
    for at, met in (([reach, 0], True), ([reach + 0.001, 0], False), ([reach, reach], True), ([0, -reach], True)):
        scenario = bombing({"at": at}, unit=unit, templates=[[0, 0]])
        assert (certain(scenario) != "untouched") == met, at


def test_3_1_1_3b_areas_on_one_target_roll_each_and_may_be_spread():
    """3.1.1.3b."""
    pair = [{}, {"at": [4, 0]}]
    assert areas(bombing(*pair, placement="superimpose")) == [(0, 0, 1), (0, 0, 1)]
    assert areas(bombing(*pair, placement="spread")) == [(0, 0, 1), (4, 0, 1)]
    assert hit_chance(bombing(*pair, placement="superimpose")) == 1 - F(3, 10) ** 2
    assert hit_chance(bombing(*pair, placement="spread")) == F(7, 10)


def test_3_1_1_3c_centres_lie_within_6_in_of_the_counter():
    """3.1.1.3c."""
    assert areas(bombing({}, templates=[[3.6, 4.8], [6, 0]]))  # both just 6 in away
    with pytest.raises(SimlabError, match=r"templates\[1\].*6 in"):
        prepare(bombing({}, templates=[[0, 0], [3.6, 4.81]]))
    far = bombing({"at": [6.1, 0]}, {"at": [0, 6]}, placement="optimal")  # no policy goes there either
    assert {(x, y) for x, y, _ in areas(far)} == {(0, 6)}
    moved = bombing({"at": [6.1, 0]}, point={"at": [0.1, 0]})
    assert {(x, y) for x, y, _ in areas(moved)} == {(6.1, 0)}


# 3.1.1.4: HE bombs


def test_3_1_1_4a_3_1_1_4b_he_factor_6_and_7_against_every_stand_touched():
    """3.1.1.4a, 3.1.1.4b."""
    for unit, factor in ((LIGHT, 6), (STANDARD, 7)):
        scenario = bombing({}, {"at": [1, 0]}, {"at": [-1, 0]}, unit=unit, templates=[[0, 0]])
        assert [hit_number(scenario, stand) for stand in range(3)] == [factor] * 3


def test_3_1_1_4c_bombs_suppress_also_without_a_hit():
    """3.1.1.4c."""
    scenario = bombing({}, unit=STANDARD)
    assert result(scenario)["suppressed"] == F(3, 10)
    assert law(scenario, "suppressed_enemy")[1] == 1
    assert result(bombing({}, unit=STANDARD, rulings={"suppression_rule": "on_hit_only"}))["touched"] == F(3, 10)


# part D2 and D4 as 3.1.1.4b uses them


@pytest.mark.parametrize(
    ("stand", "number"),
    [
        ({}, 7), ({"cover": "medium"}, 5), ({"cover": "hard"}, 4), ({"cover": "fortification"}, 2),
        (GUN, 7), ({**GUN, "dug_in": True}, 5), ({**GUN, "dug_in": True, "cover": "hard"}, 4),
        (TRUCK, 7), ({**TRUCK, "dug_in": True}, 5), ({**TRUCK, "cover": "hard"}, 7), ({"dug_in": True}, 7),
        (WEAK, 7), (TANK, 2), ({**TANK, "dug_in": True}, 0), ({**TANK, "weight": 1}, 6),
    ],
)  # fmt: skip
def test_modifiers_of_bombs(stand, number):
    assert hit_number(bombing(stand)) == number


@pytest.mark.parametrize(
    ("quality", "law_of_a_hit"),
    [
        ("green", (1, 4, 5)), ("trained", (2, 4, 4)), ("regular", (3, 3, 4)), ("experienced", (4, 3, 3)),
        ("veteran", (5, 2, 3)), ("elite", (6, 2, 2)),
    ],
)  # fmt: skip
def test_d4_hit_results(quality, law_of_a_hit):
    for stand in ({}, GUN, TRUCK):
        found = result(bombing({**stand, "quality": quality}, unit=STANDARD))
        assert [found[name] for name in ("hit", "forced_back", "eliminated")] == [F(7 * n, 100) for n in law_of_a_hit]


def test_d4_an_afv_dies_on_a_10():
    found = result(bombing(WEAK, unit=STANDARD))
    assert (found["hit"], found["forced_back"], found["eliminated"]) == (F(63, 100), 0, F(7, 100))


# 3.1.1.5: anti-tank cluster bombs

CLUSTER = {"unit": STANDARD, "load": "at_cluster"}


def test_3_1_1_5a_factor_8_against_vehicles_and_towed_guns():
    """3.1.1.5a."""
    for stand, number in ((GUN, 8), (TRUCK, 8), (WEAK, 8), (TANK, 3)):
        assert hit_number(bombing(stand, **CLUSTER)) == number


def test_3_1_1_5b_personnel_are_not_affected_gun_crews_are():
    """3.1.1.5b."""
    assert certain(bombing({}, **CLUSTER)) == "touched"  # neither hit nor suppressed
    assert result(bombing(GUN, **CLUSTER))["eliminated"] == F(8 * 4, 100)


def test_3_1_1_5c_stands_in_woods_are_not_affected():
    """3.1.1.5c."""
    for edge in (False, True):
        scenario = bombing({**TRUCK, **WOODS, "edge": edge}, point=FAC, **CLUSTER)
        assert certain(scenario) == "touched"


def test_3_1_1_5d_cluster_suppresses_what_it_can_affect():
    """3.1.1.5d."""
    scenario = bombing(TRUCK, {"at": [1, 0]}, {**GUN, **WOODS, "at": [-1, 0]}, templates=[[0, 0]], **CLUSTER)
    assert law(scenario, "suppressed_enemy")[1] == 1
    assert [certain(scenario, f"s{n}") for n in (1, 2)] == ["touched"] * 2


def test_3_1_1_5e_cover_of_dug_in_guns_and_vehicles_is_ignored():
    """3.1.1.5e."""
    for stand, number in ((GUN, 8), (TRUCK, 8), (WEAK, 8), (TANK, 3)):
        assert hit_number(bombing({**stand, "dug_in": True, "cover": "fortification"}, **CLUSTER)) == number


# 2.3.2: what a plane may attack, and who else


def test_2_3_2a_targets_in_the_open_are_attacked_in_full():
    """2.3.2a."""
    assert hit_number(bombing({})) == 7


def test_2_3_2b_a_target_at_the_edge_that_a_fac_has_spotted_too():
    """2.3.2b."""
    edge = {**WOODS, "edge": True}
    assert hit_number(bombing(edge, point=FAC)) == 5  # medium cover by edge_of_cover_modifier
    assert hit_number(bombing({**TOWN, "edge": True}, point=FAC)) == 5  # in place of hard cover
    assert hit_number(bombing(edge, point=FAC, rulings={"edge_of_cover_modifier": "hard_cover_-3"})) == 4
    for scenario in (bombing(edge), bombing(WOODS, point=FAC)):  # not spotted; not at the edge
        assert hit_number(scenario) is None


def test_2_3_2c_in_cover_without_fac_suppression_is_all():
    """2.3.2c."""
    for terrain in (WOODS, TOWN):
        scenario = bombing(terrain, {**terrain, "at": [1, 0]})
        assert [certain(scenario, name) for name in ("s0", "s1")] == ["suppressed"] * 2
        assert prepare(scenario).packed.limited
        with pytest.raises(SimlabError, match="cover_attack_without_fac"):
            prepare(bombing(terrain, rulings={"cover_attack_without_fac": "forbidden"}))


def test_2_3_2c_one_stand_in_the_open_opens_the_attack_for_all():
    """2.3.2c."""
    scenario = bombing(WOODS, {**TOWN, "at": [1, 0]}, {"at": [-1, 0]}, templates=[[0, 0]])
    assert [hit_number(scenario, stand) for stand in range(3)] == [5, 4, 7]
    spared = bombing(WOODS, {"at": [1, 0]}, templates=[[0, 0]], rulings={"woods_vs_he_bombs": "suppress_only"})
    assert certain(spared) == "suppressed"
    assert hit_number(spared, 1) == 7


def test_2_3_2c_a_stand_that_cannot_be_affected_opens_nothing():
    """2.3.2c."""
    scenario = bombing({}, {**TRUCK, **TOWN, "at": [1, 0]}, templates=[[0, 0]], load="at_cluster")
    assert (certain(scenario, "s0"), certain(scenario, "s1")) == ("touched", "suppressed")


def test_2_3_2d_a_fortification_in_the_open_is_attacked_with_its_cover():
    """2.3.2d."""
    assert hit_number(bombing({"cover": "fortification"})) == 2
    assert hit_number(bombing({"cover": "fortification"}, rulings={"cover_attack_without_fac": "forbidden"})) == 2


def test_2_3_2e_a_manpads_stand_is_aimed_at_only_with_a_fac():
    """2.3.2e."""
    far = {"manpads": True, "at": [3, 0]}
    assert areas(bombing(far, unit=STANDARD)) == [(0, 0, 1)]  # the point itself is left
    assert areas(bombing(far, unit=STANDARD, point=FAC)) == [(3, 0, 1)]
    near = [{"at": [-1, 0]}, {"manpads": True}]
    assert hit_number(bombing(*near, templates=[[-1, 0]]), 1) == 7  # areas hit what they touch
    assert certain(bombing(*near, templates=[[-1, 0]], rulings={"manpads_as_plane_target": "no"}), "s1") == "untouched"


def test_2_3_2f_spotting_ranges_of_the_base_game_do_not_count():
    """2.3.2f: no key of the scenario asks for them: a stand at rest in the open, 6 in from the point, is attacked."""
    assert hit_number(bombing({"at": [0, 6]})) == 7


def test_2_0a_section_2_is_not_about_helicopters():
    """2.0a."""
    helicopter = {"unit": HELICOPTER}
    assert hit_number(bombing(WOODS, **helicopter)) == 4  # in full, with medium cover: 6 - 2
    assert hit_number(bombing({**TOWN, "edge": True}, point=FAC, **helicopter)) == 3  # its own, hard cover
    assert areas(bombing({"manpads": True, "at": [3, 0]}, **helicopter)) == [(3, 0, 1)]


# 2.3.4: number of attacks


def test_2_3_4a_2_3_4b_2_3_4c_rof_over_several_targets_or_on_one():
    """2.3.4a, 2.3.4b, 2.3.4c."""
    far_apart = [{"at": [4 * x - 4, 0]} for x in range(3)]
    assert areas(bombing(*far_apart, unit="tornado_ids")) == [(-4, 0, 1), (0, 0, 1), (4, 0, 1)]
    assert len(set(areas(bombing(*far_apart, unit="tornado_ids", placement="superimpose")))) == 1


def test_2_3_4d_at_most_four_different_targets():
    """2.3.4d."""
    five = [{"at": [2 * x - 4, 0], "size_in": 0.1} for x in range(5)]
    rockets = bombing(*five, unit="mi24d", load="rockets", rulings={"helicopter_split_cost": 0})
    assert [rolls for _, _, rolls in areas(rockets)] == [2, 1, 1, 1]
    with pytest.raises(SimlabError, match="at most 4"):
        prepare(bombing(*five, unit="mi24d", load="rockets", templates=[[2 * x, 0] for x in range(-2, 3)],
                        rulings={"helicopter_split_cost": 0}))  # fmt: skip


# 1.5.6 and 2.3.7: rockets


def test_1_5_6_2a_each_stand_touched_takes_as_many_rolls_as_the_rof():
    """1.5.6.2a."""
    scenario = bombing({}, {"at": [1.5, 0]}, unit=HELICOPTER, **ROCKETS)  # ROF 5, HE 2 (57 mm)
    for stand in ("s0", "s1"):
        assert hit_chance(scenario, stand) == 1 - F(8, 10) ** 5


def test_1_5_6_2b_2_3_7_2a_the_area_is_always_2_by_2():
    """1.5.6.2b, 2.3.7.2a."""
    for unit in (HELICOPTER, LIGHT):  # whatever the class of the attacker
        scenario = bombing({"at": [1.5, 1.5]}, {"at": [1.501, 0]}, unit=unit, load="rockets", templates=[[0, 0]])
        assert certain(scenario, "s0") != "untouched"
        assert certain(scenario, "s1") == "untouched"


def test_1_5_6_3a_1_5_6_3e_1_5_6_3f_all_rockets_of_all_pods_in_one_volley():
    """1.5.6.3a, 1.5.6.3e, 1.5.6.3f."""
    assert areas(bombing({}, unit=HELICOPTER, **ROCKETS)) == [(0, 0, 5)]  # f(128) = 5.19
    assert areas(bombing({}, unit="ah1s_mc", **ROCKETS)) == [(0, 0, 3)]  # f(38) = 3.23


def test_1_5_6_3b_a_helicopter_pays_for_each_target_beyond_the_first():
    """1.5.6.3b."""
    three = [{"at": [4 * x - 4, 0]} for x in range(3)]
    split = {"unit": HELICOPTER, "load": "rockets"}
    assert [rolls for _, _, rolls in areas(bombing(*three, **split))] == [1, 1, 1]  # 5 - 2
    assert [rolls for _, _, rolls in areas(bombing(*three[:2], **split))] == [2, 2]
    free = {"helicopter_split_cost": 0}
    assert [rolls for _, _, rolls in areas(bombing(*three, rulings=free, **split))] == [2, 2, 1]
    dear = {"helicopter_split_cost": 2}
    assert [rolls for _, _, rolls in areas(bombing(*three, rulings=dear, **split))] == [2, 1]
    plane = bombing(*three, load="rockets")  # 2.3.4b
    assert [rolls for _, _, rolls in areas(plane)] == [2, 1, 1]


def test_1_5_6_3c_1_5_6_3d_nothing_is_added_or_taken_for_when_and_how_it_flies():
    """1.5.6.3c, 1.5.6.3d: opportunity fire and a hasty advance change nothing, so a scenario has no key for them."""
    for key in ("phase", "hasty"):
        with pytest.raises(SimlabError, match="no such key"):
            prepare(bombing({}, unit=HELICOPTER, **{key: "yes"}, **ROCKETS))


@pytest.mark.parametrize(("unit", "factor"), [("mi24d", 2), ("ah1s_mc", 3), ("su24", 3), ("a6e", 5)])
def test_1_5_6_4a_2_3_7_3a_he_factor_by_calibre(unit, factor):
    """1.5.6.4a, 2.3.7.3a."""
    assert hit_number(bombing({}, unit=unit, **ROCKETS)) == factor  # 57, 70, 80 and 127 mm


def test_1_5_6_4b_2_3_7_3b_heat():
    """1.5.6.4b, 2.3.7.3b."""
    heat = {"warhead": "heat", **ROCKETS}
    for stand, number in (({}, 2), (GUN, 2), (TRUCK, 3), (WEAK, 6), ({**TANK, "weight": 2}, 4)):
        assert hit_number(bombing(stand, **heat)) == number
    pierced = bombing({**TANK, "weight": 2}, rulings={"heat_modifier_scope": "penetration"}, **heat)
    assert hit_number(pierced) == 1
    assert result(pierced)["eliminated"] == 1 - (1 - F(1, 10) * F(5 + 3 - 2, 10)) ** 4


def test_1_5_6_4c_2_3_7_3c_flechette_against_personnel_outside_towns_and_bunkers():
    """1.5.6.4c, 2.3.7.3c."""
    flechette = {"warhead": "flechette", **ROCKETS}
    assert hit_number(bombing({}, **flechette)) == 5
    assert hit_number(bombing({"cover": "medium"}, **flechette)) == 3
    assert hit_number(bombing({"cover": "fortification"}, {"at": [1, 0]}, **flechette)) == 0  # 3 - 5
    assert hit_number(bombing({**TOWN, "cover": "none"}, {"at": [1, 0]}, **flechette)) == 3
    assert hit_number(bombing(TRUCK, **flechette)) == 3


def test_1_5_6_4d_2_3_7_3d_flechettes_are_small_arms_to_weak_afvs_and_nothing_to_others():
    """1.5.6.4d, 2.3.7.3d."""
    flechette = {"warhead": "flechette", "penalty": 1, **ROCKETS}
    assert hit_number(bombing(WEAK, **flechette)) == 4  # 5 - 1
    assert result(bombing(WEAK, **flechette))["eliminated"] == 1 - (1 - F(4, 100)) ** 4
    assert certain(bombing(TANK, **flechette)) == "touched"


def test_1_5_6_4e_2_3_7_3e_rocket_fire_suppresses():
    """1.5.6.4e, 2.3.7.3e."""
    for unit in (HELICOPTER, "su24"):
        assert certain(bombing({"cover": "fortification"}, unit=unit, **ROCKETS)) == "suppressed"  # n < 1


# 3.2.4a: the penalty


def test_3_2_4a_the_penalty_comes_off_every_roll_and_leaves_suppression():
    """3.2.4a."""
    assert hit_number(bombing({}, penalty=3)) == 4
    assert certain(bombing({}, penalty=7)) == "suppressed"
    spoilt = {"penalty_in_area_attacks": "no_suppression_if_hit_number_below_1"}
    assert certain(bombing({}, penalty=7, rulings=spoilt)) == "touched"
    assert hit_number(bombing({}, penalty=10, rulings={"hit_number_floor": "natural_1_always_hits"})) == 1


# 2.3.1: loads


def test_2_3_1a_2_3_1b_2_3_1d_2_3_1e_one_load_by_choice():
    """2.3.1a, 2.3.1b, 2.3.1d, 2.3.1e."""
    for load in ("bombs", "rockets", "at_cluster"):
        assert areas(bombing(TRUCK, load=load))
    for unit, load, missing in (("f15e", "rockets", "no rockets"), ("ah1s_mc", "bombs", "no bombs")):
        with pytest.raises(SimlabError, match=missing):
            prepare(bombing({}, unit=unit, load=load))
    with pytest.raises(SimlabError, match="rockets only"):
        prepare(bombing({}, warhead="heat"))
