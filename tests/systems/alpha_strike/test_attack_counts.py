"""Exact laws against counts, plain against compiled code, and every ruling on scenarios where it can matter."""

import numpy as np
import pytest
from scipy.stats import chisquare

from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.systems import system_named

KEY = key_from_seed(20131)
P_LIMIT = 1e-7  # a test here fails by chance once in some hundred thousand keys

UNITS = [
    {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 0], "armor_left": 2, "structure_left": 4},
    {"name": "tank", "unit": "manticore_heavy_tank", "at": [2, 0], "armor_left": 1},
    {"name": "hover", "unit": "saracen_medium_hover_tank", "at": [3, 1], "armor_left": 1},
    {"name": "heli", "unit": "warrior_attack_helicopter_h_7", "at": [4, 2]},
    {"name": "squad", "unit": "foot_platoon_mg", "at": [1, 2], "side": "friend", "base_radius": 1},
    {"name": "support", "unit": "merkava_heavy_tank_mk_vi", "at": [1, -3], "side": "friend"},
    {"name": "diver", "unit": "locust_lct_1v", "at": [-1, 1], "depth": 0.5},
    {"name": "fighter", "unit": "corsair_csr_v12", "at": [-2, -1], "armor_left": 1},
]
HE_AND_MORE = [
    {"type": "he", "at": [0, 0], "count": 2},
    {"type": "inferno", "at": [2, 0]},
    {"type": "cluster", "at": [2, 0]},
]


def scenario(kind, attack, rulings=None, **keys):
    return {"system": "alpha_strike", "kind": kind, "attack": attack, "target": UNITS, "rulings": rulings or {}, **keys}


def counted(prepared, trials, plainly=False, first=0):
    vector = np.zeros(prepared.space.size, np.int64)
    play = prepared.kind.kernel.play_plainly if plainly else prepared.kind.kernel.play
    play(prepared.packed, KEY, first, first + trials, vector)
    return vector


def follow(prepared, trials):
    law, seen = np.asarray(prepared.kind.exact(prepared.packed)), counted(prepared, trials)
    assert seen[law == 0].sum() == 0
    for block in prepared.space.counted:
        cells = slice(prepared.space.offset(block.name), prepared.space.offset(block.name) + len(block.rows))
        expected, found = law[cells] * trials, seen[cells].astype(float)
        assert law[cells].sum() == pytest.approx(1)
        common = expected >= 10
        if common.sum() > 1:
            expected = np.append(expected[common], max(expected[~common].sum(), 1e-9))
            found = np.append(found[common], found[~common].sum())
            if expected[-1] < 1:
                expected, found = expected[:-1], found[:-1]
            assert chisquare(found, expected * found.sum() / expected.sum()).pvalue > P_LIMIT, block.name


ALTITUDE = scenario("attack", "altitude", bombs=HE_AND_MORE)
STRAFER = {"skill": 2, "short": "0*", "ov": 3, "overheat": 2}
STRAFE = scenario("attack", "strafe", attacker=STRAFER, strafe={"start": -3})
RUN = {**ALTITUDE, "kind": "bombing_run"}


@pytest.mark.parametrize("source", [ALTITUDE, STRAFE, RUN], ids=["bombs", "lane", "run"])
def test_counts_follow_the_exact_law(source):
    if source["kind"] == "bombing_run":
        plain = ("name", "unit", "at", "side", "depth", "base_radius")
        source = {**source, "target": [{k: v for k, v in unit.items() if k in plain} for unit in UNITS]}
    follow(prepare(source), 100_000)


@pytest.mark.parametrize("rulings", [
    {"bomb_instances": "pooled"},
    {"scatter_grouping": "per_attack"},
    {"natural_12_crit": "yes", "attack_mods": "custom:4/2/0/0"},
    {"inapplicable_crit": "reroll"},
    {"inapplicable_crit": "ignore", "threshold_and_structure": "one", "threshold_compare": "reach"},
    {"ruleset": "asce", "altitude_bombs_per_poi": "at_least_1", "aoe_airborne": "yes"},
], ids=str)  # fmt: skip
def test_counts_follow_the_law_under_rulings(rulings):
    follow(prepare({**ALTITUDE, "rulings": rulings}), 40_000)


@pytest.mark.parametrize("rulings", [{"strafe_rolls": "single_roll"}, {"minimal_damage_roll": 3}], ids=str)
def test_strafes_follow_the_law_under_rulings(rulings):
    follow(prepare({**STRAFE, "rulings": rulings}), 40_000)


@pytest.mark.parametrize("source", [ALTITUDE, STRAFE], ids=["bombs", "lane"])
def test_plain_code_counts_the_same(source):
    prepared = prepare(source)
    assert (counted(prepared, 300) == counted(prepared, 300, plainly=True)).all()


# For every ruling on attacks: a scenario in which each of its other options changes the law.
BOMBS = {"attack": "altitude", "bombs": HE_AND_MORE}
DIVE = {"attack": "dive", "bombs": [{"type": "he", "at": [0, 0], "count": 3}]}
LANE = {"attack": "strafe", "attacker": {"unit": "stuka_stu_k5"}, "strafe": {"start": -3}}
STRIKE = {"attack": "strike", "attacker": {"unit": "stuka_stu_k5"}}
WOODS = [{"name": "w", "unit": "atlas_as7_d", "terrain": ["woods"]}]
BETWEEN = [{"name": "w", "unit": "atlas_as7_d", "terrain": ["woods_between"]}]
UNION = [{"name": "union", "unit": "union_2708"}]
TABLE = {"path": {"p0": [2, 0], "table": [10, 10]}}
NEAR_EDGE = [{"name": "edge", "unit": "atlas_as7_d", "at": [1, 4]}, {"name": "middle", "at": [2, 4], "side": "friend"}]
CASES = {
    "ruleset": {**STRIKE, "target": WOODS},
    "los_text_error": LANE,
    "strafe_inside_test": {**LANE, "target": [{"name": "x", "at": [0, 1.5], "base_radius": 1}]},
    "strafe_friendly": {**LANE, "target": [{"name": "x", "side": "friend"}]},
    "strafe_rolls": {**LANE, "target": [{"name": "x"}, {"name": "y"}]},
    "spheroid_strike_arc": {**STRIKE, "attacker": {"unit": "union_2708"}, "target": WOODS},
    "max_bombs_per_attack": {**DIVE, "bombs": [{"type": "he", "at": [0, 0], "count": 5}]},
    "attack_mods": {**LANE, "target": [{"name": "x"}]},
    "area_effect_modifier": DIVE,
    "cluster_modifier": BOMBS,
    "bombing_immobile": {**DIVE, "target": [{"name": "x", "immobile": True}]},
    "jump_capable_tmm": {**STRIKE, "target": [{"name": "x", "unit": "griffin_grf_1n"}]},
    "partial_cover_from_air": {**STRIKE, "target": [{"name": "x", "terrain": ["partial_cover"]}]},
    "grounded_dropship_type": {**STRIKE, "target": [{"name": "x", "unit": "avenger_2816"}]},
    "crew_hit_scope": {**DIVE, "attacker": {"crew_hits": 1}},
    "scatter_reference": {**DIVE, "bombs": [{"type": "he", "at": [2, 4]}], "target": NEAR_EDGE[:1],
                          "path": {"p0": [0, 4], "heading": 90, "table": [10, 10]}},
    "scatter_rotation": {**DIVE, "bombs": [{"type": "he", "at": [0, 0]}],
                         "target": [{"name": "x", "at": [2, 3.4]}, {"name": "y", "at": [4, 0], "side": "friend"}]},
    "altitude_scatter_map": {**BOMBS, "target": [{"name": "right", "at": [6, 10.4]}, {"name": "back", "at": [-12, 0]}]},
    "scatter_distance": DIVE,
    "scatter_grouping": DIVE,
    "scattered_bomb_hits_friends": {**DIVE, "target": [{"name": "x", "side": "friend"}]},
    "scatter_off_map": {**DIVE, **TABLE, "bombs": [{"type": "he", "at": [2, 4]}], "target": NEAR_EDGE},
    "aoe_measure": BOMBS,
    "aoe_boundary": DIVE,
    "aoe_inside_test": {**DIVE, "target": [{"name": "x", "at": [2.5, 0], "base_radius": 1}]},
    "aoe_airborne": {**DIVE, "target": [{"name": "x", "unit": "warrior_attack_helicopter_h_7"}]},
    "bomb_instances": {**DIVE, "target": [{"name": "x", "unit": "atlas_as7_d", "armor_left": 0}]},
    "inferno_heat_cap": {**DIVE, "bombs": [{"type": "inferno", "at": [0, 0], "count": 2}], "target": WOODS},
    "inferno_non_heat": {**DIVE, "bombs": [{"type": "inferno", "at": [0, 0]}], "target": [{"name": "x"}]},
    "inferno_dropship": {**DIVE, "bombs": [{"type": "inferno", "at": [0, 0]}], "target": UNION},
    "strafe_rounding": {**LANE, "attacker": {"short": 3}},
    "strafe_ov": {**LANE, "attacker": {"short": 3, "ov": 2, "overheat": 2}},
    "strafe_energy_full": {**LANE, "attacker": {"unit": "eagle_egl_r6"}},
    "strafe_minimal": {**LANE, "attacker": {"short": "0*"}},
    "minimal_damage_roll": {**LANE, "attacker": {"short": "0*"}},
    "natural_12_crit": {**STRIKE, "target": WOODS},
    "threshold_compare": {**STRIKE, "attacker": {"short": 3}, "target": [{"name": "x", "unit": "corsair_csr_v12"}]},
    "threshold_and_structure": {**STRIKE, "target": [{"name": "x", "unit": "corsair_csr_v12", "armor_left": 2}]},
    "underwater_rounding": {**DIVE, "bombs": [{"type": "he", "at": [0, 0]}],
                            "target": [{"name": "x", "depth": 1, "unit": "elemental_battle_armor_mg_sqd5"}]},
    "inapplicable_crit": {**STRIKE, "target": [{"name": "x", "unit": "lrm_carrier", "armor_left": 0,
                                                "structure_left": 2, "move_lost_in": 6}], "attacker": {"short": "1"}},
}  # fmt: skip


def law_of(rulings, body):
    prepared = prepare({"system": "alpha_strike", "kind": "attack", "target": UNITS, "rulings": rulings, **body})
    law, found = prepared.kind.exact(prepared.packed), {}
    for table in prepared.space.tables:
        values = prepared.space.values(law, table.name)
        found |= {(table.name, row): p for row, p in zip(table.rows, values, strict=True) if p > 0}
    return found


def options():
    for name, body in CASES.items():
        ruling = system_named("alpha_strike").ruling(name)
        for option in ruling.alternatives[1:]:
            yield pytest.param(name, option, body, id=f"{name}={option}")


SAME_BY_MEANING = {
    ("aoe_inside_test", "half_base"),  # G-5, G-8: the centre test
    ("strafe_inside_test", "half_base"),
    ("scatter_rotation", "counterclockwise"),  # faces change places, all of them equally likely: other trials, one law
    ("strafe_rounding", "up"),  # half of a whole number has no other part than a half
    ("underwater_rounding", "down_min_1"),  # 2 and 1 points give 1 either way (AS-8.5)
}


@pytest.mark.parametrize(("name", "option", "body"), list(options()))
def test_every_option_changes_the_law(name, option, body):
    default, turned = law_of({}, body), law_of({name: option}, body)
    if name == "inferno_heat_cap":  # beside the default, two infernos count for 4
        assert default != turned
    else:
        assert (default == turned) == ((name, option) in SAME_BY_MEANING)


def test_counterclockwise_scatter_plays_other_trials():
    body = {**RUN, "target": [{"name": "right", "at": [1, 1.7]}]}
    one, other = (counted(prepare({**body, "rulings": {"scatter_rotation": word}}), 2000, plainly=True)
                  for word in ("clockwise", "counterclockwise"))  # fmt: skip
    assert (one != other).any()


@pytest.mark.parametrize(("damage", "rounded", "down"), [(3, 2, 1), (5, 3, 2), (1, 1, 1)])
def test_underwater_rounding_of_a_bomb_of_your_own(damage, rounded, down, tmp_path):
    header = "key,name,slots,damage,heat,radius_in,asce_diameter_in,attack,scatters,expended"
    (tmp_path / "bombs.csv").write_text(f"{header}\nhe,Big,1,{damage},0,2,2,dive,1,1\n", encoding="utf-8")
    body = {**CASES["underwater_rounding"], "data": {"bombs": str(tmp_path / "bombs.csv")}}
    for option, points in (("half_up_min_1", rounded), ("down_min_1", down)):
        law = law_of({"underwater_rounding": option}, body)
        assert max(row[0] for table, row in law if table == "damage:x") == points


def test_uncapped_and_two_per_attack_differ_where_a_bomb_has_more_heat(tmp_path):
    rows = (system_named("alpha_strike"), tmp_path / "bombs.csv")
    header = "key,name,slots,damage,heat,radius_in,asce_diameter_in,attack,scatters,expended"
    rows[1].write_text(f"{header}\ninferno,Hot,1,0,3,2,2,dive,1,1\n", encoding="utf-8")
    body = {**CASES["inferno_heat_cap"], "bombs": [{"type": "inferno", "at": [0, 0]}], "data": {"bombs": str(rows[1])}}
    laws = [law_of({"inferno_heat_cap": option}, body) for option in ("2_per_turn", "2_per_attack", "uncapped")]
    assert laws[1] != laws[2]


WOODS_LAWS = {
    ("target_position_only", True): "+2", ("target_position_only", False): "0", ("ignored", True): "0",
    ("ignored", False): "0", ("any_intervening", True): "+2", ("any_intervening", False): "+2",
}  # fmt: skip


@pytest.mark.parametrize(("option", "inside"), WOODS_LAWS)
def test_woods_from_air(option, inside):
    law = law_of({"woods_from_air": option}, {**STRIKE, "target": WOODS if inside else BETWEEN})
    clear = law_of({}, {**STRIKE, "target": [{"name": "w", "unit": "atlas_as7_d"}]})
    assert (law == clear) == (WOODS_LAWS[option, inside] == "0")


def refused(rulings, body):
    from simlab.errors import ScenarioError

    try:
        law_of(rulings, body)
    except ScenarioError:
        return True
    return False


@pytest.mark.parametrize(("name", "option", "body", "by_default", "turned"), [
    ("path_min_length", 24, {**DIVE, "path": {"length_in": 20}}, False, True),
    ("strafe_length", "up_to_10", {**LANE, "strafe": {"start": 0, "length_in": 4}}, True, False),
    ("strike_lane", "any_on_table", {**STRIKE, "target": [{"name": "x", "at": [0, 5]}]}, True, False),
    ("altitude_min_pois", 1, {**BOMBS, "bombs": [{"type": "he", "at": [0, 0]}]}, True, False),
    ("altitude_poi_spacing", "at_least_2", {**BOMBS, "points": [[0, 0], [3, 0]],
                                            "bombs": [{"type": "he", "count": 2}]}, True, False),
    ("altitude_poi_spacing", "at_most_2", {**BOMBS, "points": [[0, 0], [1, 0]],
                                           "bombs": [{"type": "he", "count": 2}]}, True, False),
    ("altitude_bombs_per_poi", "exactly_1", BOMBS, False, True),
    ("altitude_split", "explicit_list", {**BOMBS, "points": [[0, 0], [2, 0]],
                                         "bombs": [{"type": "he", "count": 3}]}, False, True),
    ("small_craft_arcs", "one", {**STRIKE, "attacker": {"unit": "own_boat"}, "target": [{"name": "x"}],
                                 "strikes": [{"target": "x"}, {"target": "x"}]}, False, True),
])  # fmt: skip
def test_rulings_that_allow_or_forbid(name, option, body, by_default, turned, tmp_path):
    if name == "small_craft_arcs":
        arcs = "front:2/2/0/0|left:1/1/0/0|right:1/1/0/0|rear:0/0/0/0"
        row = ("id,name,type,size,thrust,move_mode,dmg_s,dmg_m,dmg_l,armor,structure,arcs\n"
               f"own_boat,Own Boat,SC,1,4,a,2,2,0,5,3,{arcs}\n")  # fmt: skip
        (tmp_path / "boats.csv").write_text(row, encoding="utf-8")
        body = {**body, "data": {"aerospace": str(tmp_path / "boats.csv")}}
    assert refused({}, body) == by_default
    assert refused({name: option}, body) == turned


def test_shares_of_points():
    body = {**BOMBS, "points": [[0, 0], [2, 0]], "bombs": [{"type": "he", "count": 5}],
            "target": [{"name": "a", "at": [0, 0]}, {"name": "b", "at": [2, 0]}]}  # fmt: skip
    even, first = law_of({}, body), law_of({"altitude_split": "all_extra_on_first"}, body)
    assert even != first


def test_every_ruling_on_attacks_is_tried_somewhere():
    """Each ruling that bears on `attack` stands in one of the lists of this file."""
    elsewhere = {
        "path_min_length", "strafe_length", "strike_lane", "altitude_min_pois", "altitude_poi_spacing",
        "altitude_bombs_per_poi", "altitude_split", "small_craft_arcs", "woods_from_air",
    }  # fmt: skip
    bearing = {one.name for one in system_named("alpha_strike").rulings if "attack" in one.bears_on}
    assert bearing == set(CASES) | elsewhere
