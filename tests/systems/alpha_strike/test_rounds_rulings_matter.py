"""No option that does nothing: each option of each ruling changes the exact law of a scenario made for it."""

import numpy as np
import pytest
from alpha_strike_rounds import fight, fire, prepared

from simlab.errors import ScenarioError
from simlab.systems import system_named

SYSTEM = system_named("alpha_strike")
PARTISAN, PATTON = "partisan_air_defense_tank", "patton_tank"
CORSAIR, LEOPARD = "corsair_csr_v12", "leopard_2537"
AWAY = {"unit": "rifleman_rfl_3n", "at": [20, 24], "facing": 270}
OVER = {"path": {"p0": [24, 0], "heading": 0}}
RETURN_FIRE = {  # ruling -> scenario, and rulings that must stand around it
    "ruleset": (fire((PARTISAN, 3)), {}),
    "los_text_error": (fire((PARTISAN, 3)), {}),
    "small_craft_stack": (fire((PARTISAN, 3), unit="test_pinnace"), {}),
    "crew_hit_scope": (fire(("schrek_ppc_carrier", 3), ("schrek_ppc_carrier", 3), unit="test_pinnace"), {}),
    "drone_form": (fire((PARTISAN, 3), unit="test_drone"), {}),
    "minimal_damage_roll": (fire((PATTON, 30)), {}),
    "natural_12_crit": (fire((PARTISAN, 3)), {}),
    "threshold_compare": (fire(("schrek_ppc_carrier", 3)), {}),
    "threshold_and_structure": (fire(("demolisher_heavy_tank_gauss", 3), unit="test_drone"), {}),
    "weapon_hit_large": (fire(("schrek_ppc_carrier", 3), unit="battle_taxi_nl_42"), {}),
    "inapplicable_crit": (fire(("schrek_ppc_carrier", 3), ("schrek_ppc_carrier", 3), unit="test_minimal"), {}),
    "g2a_altitude_add": (fire((PARTISAN, 3)), {}),
    "g2a_arc": ({**fire(AWAY), **OVER}, {}),
    "g2a_budget": (fire({"unit": PARTISAN, "range_in": 3, "engaged_on_ground": True}), {}),
    "flak_margin": (fire((PARTISAN, 3)), {}),
    "damage_control_loss": (fire((PARTISAN, 3), passes=2, altitude="middle"), {"g2a_altitude_add": "6/12/30/48"}),
    "control_roll_once": (fire((PARTISAN, 3), (PARTISAN, 3)), {}),
}
TWO = fight(CORSAIR, "stuka_stu_k5", 2)
DUEL = {
    "ruleset": (TWO, {}),
    "airborne_mod_air_to_air": (TWO, {}),
    "small_craft_stack": (fight(CORSAIR, "test_pinnace"), {"airborne_mod_air_to_air": "applied"}),
    "crew_hit_scope": (fight("test_swift", "test_launch", 2), {"damage_control_loss": "none"}),
    "drone_form": (fight(CORSAIR, "test_drone"), {}),
    "minimal_damage_roll": (fight("test_minimal", CORSAIR), {}),
    "damage_timing": (fight("stuka_stu_k5", "test_drone"), {}),
    "natural_12_crit": (TWO, {}),
    "threshold_compare": (TWO, {}),
    "threshold_and_structure": (fight("stuka_stu_k5", "test_drone"), {}),
    "weapon_hit_large": (fight("test_swift", "test_launch", 2), {"damage_control_loss": "none"}),
    "engine_hit_fighter_rounding": (fight("test_swift", "stuka_stu_k5", 2), {"damage_control_loss": "none"}),
    "inapplicable_crit": (fight("stuka_stu_k5", "test_minimal"), {"damage_control_loss": "none"}),
    "heat_thrust": (
        fight({"unit": "chippewa_chp_w5", "overheat": 3}, "test_tough", 2),
        {"damage_control_loss": "none"},
    ),
    "bomb_thrust_order": (
        fight("stuka_stu_k5", {"unit": "test_swift", "bombs": 2}, 2),
        {"damage_control_loss": "none"},
    ),
    "engagement_end": (fight(CORSAIR, {"unit": CORSAIR, "breaks_off": "when_damaged"}, 2, zone="outer"), {}),
    "air_range_choice": (fight(CORSAIR, "stuka_stu_k5", range="long"), {}),
    "tailed_return_fire": (fight(CORSAIR, CORSAIR), {"air_range_choice": "short"}),
    "damage_control_loss": (fight(CORSAIR, CORSAIR, 2, zone="outer", altitude="high"), {}),
    "control_roll_once": (fight("test_pinnace", CORSAIR), {"air_range_choice": "short"}),
    "small_craft_arcs": (fight("test_pinnace", CORSAIR), {}),
}
IN_CENTRAL = (fight(CORSAIR, CORSAIR), {})
OWN = {("duel", "damage_control_loss", option): IN_CENTRAL for option in ("leave_zone", "none")}  # for one option
MADE = {"return_fire": RETURN_FIRE, "duel": DUEL}
REFUSED = {"path_min_length"}
TURNED = [
    (kind, ruling.name, option)
    for kind in MADE
    for ruling in SYSTEM.rulings
    if kind in ruling.bears_on and ruling.name not in REFUSED
    for option in ruling.alternatives[1:]
]


def law_of(kind, tree, rulings):
    ready = prepared(kind, tree, **rulings)
    return ready.kind.exact(ready.packed)


@pytest.mark.parametrize(("kind", "name", "option"), TURNED)
def test_every_option_changes_a_law(kind, name, option):
    tree, around = OWN.get((kind, name, option), MADE[kind][name])
    default = law_of(kind, tree, around)
    turned = law_of(kind, tree, {**around, name: option})
    assert default.size != turned.size or np.abs(default - turned).max() > 1e-9


def test_a_path_that_is_too_short_is_refused():
    """AS-4.6, ruling path_min_length: a corner of the table is cut off over 17 in."""
    tree = {**fire({"unit": PARTISAN, "at": [10, 10]}), "path": {"p0": [12, 0], "heading": 315}}
    assert law_of("return_fire", tree, {}).sum() > 0
    with pytest.raises(ScenarioError, match="path_min_length"):
        prepared("return_fire", tree, path_min_length=24)
