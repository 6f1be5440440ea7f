"""No option that does nothing: each option of each ruling that bears on sorties changes what 4,000 trials count.

Both readings play the same numbered dice, so equal counts mean that no trial went another way.
"""

import numpy as np
import pytest
from alpha_strike_rounds import prepared
from test_sortie_clauses import STUKA, raid

from simlab.dice import key_from_seed
from simlab.systems import system_named

SYSTEM, KEY, TRIALS = system_named("alpha_strike"), key_from_seed(1), 4000
HURT = {"damage_control_loss": "none"}
GUNS = [
    {"unit": "partisan_air_defense_tank", "name": "flak", "at": [22, 24]},
    {"unit": "rifleman_rfl_3n", "name": "rifleman", "at": [24, 26], "overheat": 1},
]
SOFT = [
    {"unit": "foot_platoon_mg", "name": "platoon", "at": [24, 24]},
    {"unit": "scorpion_light_tank", "name": "tank", "at": [26, 24], "base_radius": 0.625},
    {"unit": "stinger_stg_3r", "name": "stinger", "at": [24, 28], "terrain": ["woods"]},
]
RAID = raid(STUKA, ground=[*GUNS, *SOFT])
OVER = {"start_zone": "central"}


def with_units(*more, **keys):
    return raid({**STUKA, **keys}, ground=[*more, SOFT[1]])


def bombing(*types, attack="dive", ground=SOFT, **keys):
    return raid({**STUKA, "skill": 5, "bombs": list(types), "attack": attack, "then": "leave", **keys}, ground=ground)


def dogfight(unit="stuka_stu_k5", enemy="corsair_csr_v12", **keys):
    return raid(
        {"unit": unit, "role": "escort", **keys}, {"unit": enemy, "side": "defender", "zone": "outer_7"},
        ground=[SOFT[0]], turns=5,
    )  # fmt: skip


ONE_ZONE = {"start_zone": "central", **HURT}
VTOL = {"unit": "warrior_attack_helicopter_h_7", "name": "vtol", "at": [24, 26]}
SUNK = {"unit": "atlas_as7_d", "name": "sunk", "at": [24, 26], "depth": 1}
HIDDEN = {"unit": "rifleman_rfl_3n", "name": "hidden", "at": [24, 26], "concealed": True}
LANDED = {"unit": "leopard_2537", "name": "leopard", "at": [24, 26], "fires": False}
FRIEND = {"unit": "foot_platoon_srm", "name": "friend", "at": [24, 27], "side": "attacker"}
HEAVY = {"unit": "atlas_as7_d", "name": "atlas", "at": [24, 24], "fires": False}
AWAY = {"unit": "rifleman_rfl_3n", "name": "away", "at": [10, 24], "facing": 270}
BESIDE = [HEAVY, HEAVY | {"name": "b", "at": [24, 30]}, SOFT[0] | {"at": [25.5, 27], "base_radius": 1}]
CASES = {  # ruling -> scenario, and rulings that must stand around it; the others are seen in RAID
    "los_text_error": (with_units(HIDDEN, attack="strike", bombs=[]), OVER),
    "flight_path_timing": (RAID, OVER),
    "path_min_length": (raid(STUKA, ground=[HEAVY | {"at": [9, 9]}], table=[20, 20]), OVER),
    "strafe_inside_test": (raid({**STUKA, "attack": "strafe", "bombs": []}, ground=BESIDE), OVER),
    "strafe_friendly": (with_units(FRIEND | {"at": [24, 24]}, HEAVY, attack="strafe", bombs=[]), OVER),
    "strafe_rolls": (with_units(HEAVY, attack="strafe", bombs=[]), OVER),
    "spheroid_strike_arc": (raid({"unit": "union_2708", "attack": "strike"}, ground=[HEAVY]), OVER),
    "altitude_min_pois": (bombing("he", attack="altitude"), OVER),
    "max_bombs_per_attack": (raid({"unit": "test_bomber", "bombs": ["he"] * 6}, ground=[HEAVY]), OVER),
    "attack_mods": (RAID, OVER),
    "area_effect_modifier": (bombing("he", "he"), OVER),
    "cluster_modifier": (bombing("cluster", "cluster"), OVER),
    "bombing_immobile": (bombing("he", "he", ground=[{**HEAVY, "immobile": True}]), OVER),
    "jump_capable_tmm": (with_units({**SOFT[2], "jumped": False}, attack="strike", bombs=[]), OVER),
    "woods_from_air": (
        raid({**STUKA, "attack": "strike", "bombs": []}, ground=[{**HEAVY, "terrain": ["woods"]}]),
        OVER,
    ),
    "partial_cover_from_air": (
        raid({**STUKA, "attack": "strike", "bombs": []}, ground=[{**HEAVY, "terrain": ["partial_cover"]}]),
        OVER,
    ),
    "airborne_mod_air_to_air": (dogfight(), ONE_ZONE),
    "small_craft_stack": (raid({"unit": "test_pinnace", "attack": "strike"}, ground=[*GUNS]), OVER),
    "grounded_dropship_type": (raid({**STUKA, "attack": "strike", "bombs": []}, ground=[LANDED]), OVER),
    "crew_hit_scope": (
        raid({"unit": "test_pinnace", "attack": "strike"}, ground=[HEAVY, *GUNS], turns=8),
        {**OVER, **HURT},
    ),
    "drone_form": (raid({"unit": "test_drone", "attack": "strike"}, ground=[HEAVY, *GUNS]), OVER),
    "scatter_reference": (bombing("he", "he", ground=[SOFT[0], SOFT[1]]), OVER),
    "scatter_rotation": (bombing("he", "he", attack="altitude"), OVER),
    "altitude_scatter_map": (bombing("he", "he", attack="altitude"), OVER),
    "scatter_distance": (bombing("he", "he"), OVER),
    "scatter_grouping": (bombing("cluster", "he"), OVER),
    "scattered_bomb_hits_friends": (bombing("he", "he", ground=[SOFT[0], HEAVY | {"at": [24, 28]}, FRIEND]), OVER),
    "scatter_off_map": (bombing("cluster", "cluster", ground=[{**SOFT[0], "at": [24, 1]}]), OVER),
    "aoe_measure": (bombing("he", "cluster"), OVER),
    "aoe_boundary": (bombing("he", "he", ground=[SOFT[0], SOFT[1]]), OVER),
    "aoe_inside_test": (bombing("he", "he", ground=[SOFT[0], {**SOFT[1], "at": [24, 26.5]}]), OVER),
    "aoe_airborne": (bombing("he", "he", ground=[VTOL]), OVER),
    "bomb_instances": (bombing("he", "he", "he", ground=[SOFT[1] | {"unit": "vedette_medium_tank"}]), OVER),
    "inferno_heat_cap": (
        raid({**STUKA, "bombs": ["inferno"] * 2}, ground=[{**HEAVY, "fires": True}], turns=4),
        OVER,
    ),
    "inferno_non_heat": (bombing("inferno", "inferno", ground=[SOFT[1]]), OVER),
    "inferno_dropship": (bombing("inferno", "inferno", ground=[{**LANDED, "unit": "test_lander"}]), OVER),
    "strafe_rounding": (raid({"unit": "test_odd", "attack": "strafe", "skill": 0}, ground=[SOFT[1]]), OVER),
    "strafe_ov": (
        raid({"unit": "chippewa_chp_w5", "attack": "strafe", "overheat": 3, "skill": 0}, ground=[HEAVY]),
        OVER,
    ),
    "strafe_energy_full": (raid({"unit": "eagle_egl_r6", "attack": "strafe", "skill": 0}, ground=[SOFT[1]]), OVER),
    "strafe_minimal": (raid({"unit": "test_minimal", "attack": "strafe", "skill": 0}, ground=[SOFT[0]]), OVER),
    "minimal_damage_roll": (raid({"unit": "test_minimal", "attack": "strike", "skill": 0}, ground=[SOFT[0]]), OVER),
    "damage_timing": (RAID, OVER),
    "natural_12_crit": (RAID, OVER),
    "threshold_compare": (RAID, OVER),
    "threshold_and_structure": (raid({"unit": "test_drone", "attack": "strike"}, ground=GUNS), OVER),
    "weapon_hit_large": (raid({"unit": "test_launch", "attack": "strike"}, ground=[HEAVY, *GUNS]), {**OVER, **HURT}),
    "engine_hit_fighter_rounding": (dogfight("test_swift"), ONE_ZONE),
    "underwater_rounding": (bombing("cluster", "he", ground=[SUNK]), OVER),
    "inapplicable_crit": (raid({"unit": "test_minimal", "attack": "strike"}, ground=[HEAVY, *GUNS]), {**OVER, **HURT}),
    "bombing_and_cooling": (
        raid(
            {"unit": "test_tough", "bombs": ["he"], "then": "strike", "overheat": 2},
            {"unit": "sparrowhawk_spr_h5", "side": "defender", "zone": "outer_7"},
            ground=[HEAVY],
            turns=8,
        ),
        HURT,
    ),
    "heat_thrust": (dogfight("chippewa_chp_w5", overheat=3), ONE_ZONE),
    "bomb_thrust_timing": (
        raid({**STUKA, "bombs": ["he"] * 3}, {"unit": "corsair_csr_v12", "side": "defender"}, ground=[SOFT[1]]),
        ONE_ZONE,
    ),
    "bomb_thrust_order": (dogfight("test_swift", bombs=["he", "he"]), ONE_ZONE),
    "zone_speed": (raid({"unit": "test_drone", "attack": "strike"}, ground=[HEAVY]), {}),
    "start_zone": (raid({**STUKA, "zone": "outer_2"}, ground=[HEAVY, *GUNS]), {}),
    "loiter": (raid({**STUKA}, ground=[HEAVY], turns=6), OVER),
    "engagement_end": (
        raid(STUKA, {"unit": "sparrowhawk_spr_h5", "side": "defender", "zone": "outer_7"}, ground=[HEAVY], turns=6),
        {},
    ),
    "air_range_choice": (dogfight(), ONE_ZONE),
    "engagements_per_unit": (
        raid(STUKA, {"unit": "sparrowhawk_spr_h5", "side": "defender", "count": 2}, ground=[HEAVY]),
        ONE_ZONE,
    ),
    "tailed_return_fire": (dogfight(), ONE_ZONE),
    "g2a_altitude_add": (RAID, OVER),
    "g2a_arc": (raid(STUKA, ground=[SOFT[2], AWAY]), OVER),
    "g2a_budget": (raid(STUKA, ground=[{**GUNS[0], "engaged_on_ground": True}]), OVER),
    "flak_margin": (RAID, OVER),
    "damage_control_loss": (raid({**STUKA, "altitude": "middle"}, ground=[HEAVY, *GUNS]), OVER),
    "control_roll_once": (RAID, OVER),
    "small_craft_arcs": (dogfight("test_pinnace"), ONE_ZONE),
    "ruleset": (RAID, {}),
}
STRAFING = (raid({**STUKA, "attack": "strafe", "bombs": []}, ground=[HEAVY]), OVER)
BETWEEN = (raid({**STUKA, "attack": "strike", "bombs": []}, ground=[{**HEAVY, "terrain": ["woods_between"]}]), OVER)
OWN = {  # for one option
    ("attack_mods", "custom:2/2/3/2"): STRAFING,
    ("woods_from_air", "any_intervening"): BETWEEN,
}
SAME = {  # options that the rules page itself makes equal to the default, or that other tests see
    ("strafe_inside_test", "half_base"): "is the centre test (G-5)",
    ("aoe_inside_test", "half_base"): "is the centre test (G-8)",
    ("strafe_rounding", "up"): "halves of whole numbers are rounded up either way (AS-8.2)",
    ("underwater_rounding", "down_min_1"): "gives 1 like the default for all printed bombs (AS-8.5)",
    ("start_zone", "scenario"): "asks for zones that the default refuses (test_sortie_clauses)",
}
TURNED = [
    (ruling.name, option)
    for ruling in SYSTEM.rulings
    for option in ruling.alternatives[1:]
    if "sortie" in ruling.bears_on and (ruling.name, option) not in SAME
]


def counted(tree, rulings):
    ready = prepared("sortie", tree, **rulings)
    vector = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play(ready.packed, KEY, 0, TRIALS, vector)
    return vector


def test_every_ruling_has_a_case():
    assert {name for name, _ in TURNED} <= set(CASES)


@pytest.mark.parametrize(("name", "option"), TURNED)
def test_every_option_changes_a_sortie(name, option):
    tree, around = OWN.get((name, option), CASES[name])
    default, turned = counted(tree, around), counted(tree, {**around, name: option})
    assert default.size != turned.size or (default != turned).any()
