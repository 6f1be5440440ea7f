"""No option that does nothing: for every option of every ruling a scenario whose exact law it changes, kind by kind.

`battle` has tests of its own. A ruling that matters only under another one is tried with that one turned on both sides.
"""

import csv

import pytest
from siege_scenarios import attack, attrition, bombing_run, interception, laws

from simlab.catalog import data_folder
from simlab.contract import Quantity
from simlab.systems.continental_siege.rulings import RULINGS
from simlab.systems.continental_siege.system import SYSTEM

HEAVY = {"heavy_aa": 4}
TREADS, PROPULSION = {"system_attacked": "treads"}, {"system_attacked": "propulsion"}
OVER = {"approach": {"start_hexes": 5}}
START = {"rulings": {"bomb_release_hexes": "include_start"}}
SCENARIOS = {
    "attack": {
        "fractional_strength": [
            attack("heavy_tank", "csa10.secondary_gun"),
            attack("heavy_tank", "2 csa15.main_gun", "6 csa15.secondary_gun", combine=True),
        ],
        "fractional_unit_loss": [attack("ogre_mk3", "csa10.secondary_gun", **TREADS)],
        "attack_sequencing": [attack("bomber", "2 heavy_aa")],
        "combined_fire_on_aircraft": [attack("bomber", "2 heavy_aa", combine=True)],
        "propulsion_combined_fire": [attack("csa10", "2 heavy_aa", combine=True, **PROPULSION)],
        "one_unit_many_weapons_vs_propulsion": [attack("csa10", "2 ogre_mk3.missile", **PROPULSION)],
        "aircraft_second_d": [attack("bomber", "2 heavy_aa")],
        "ff_affected_by_d": [attack("csa10", "heavy_aa", system_attacked="main_gun")],
        "aircraft_same_hex_fire": [attack("bomber", "heavy_aa", range_hexes=0)],
        "bombload_combination": [attack("heavy_tank", "2 bomber", combine=True)],
        "bomb_decision_timing": [attack("heavy_tank", "2 bomber")],
        "bomb_halved_vs_infantry_group": [attack("infantry_squad", "bomber")],
        "ap_bomb_combination": [attack("infantry_squad", "4 csa10.ap_bombload", combine=True)],
        "ap_bomb_halved": [attack("infantry_squad", "csa10.ap_bombload", squads=1)],
        "ap_bomb_vs_cp": [attack("cp", "csa10.ap_bombload")],
        "ap_bomb_per_target_limit": [attack("infantry_squad", "2 csa10.ap_bombload", squads=1)],
        "ap_bomb_other_targets": [attack("ogre_mk3", "csa10.ap_bombload", system_attacked="antipersonnel")],
        "ff_ma_threshold": [attack("csa10", "2 light_aa", **PROPULSION)],
        "ff_guns_vs_ground": [attack("heavy_tank", "csa10.main_gun")],
        "aam_arc": [attack("bomber", "csa10.aam", arc="outside")],
        "ff_bombs_targetable": [attack("csa10", "heavy_aa", system_attacked="bombload")],
        "aa_arc": [attack("bomber", "heavy_aa", arc="outside")],
        "aa_halving_vs_propulsion": [attack("csa10", "heavy_aa", **PROPULSION)],
        "howitzer_vs_ff": [attack("csa10", "howitzer", **PROPULSION)],
        "howitzer_min_range": [attack("bomber", "howitzer", range_hexes=1)],
        "mobile_howitzer_vs_air": [attack("bomber", "mobile_howitzer")],
        "superheavy_vs_air": [attack("bomber", "superheavy")],
        "arc_boundary": [attack("bomber", "fighter", arc="boundary")],
        "arc_own_hex_ground": [attack("heavy_tank", "fighter", range_hexes=0)],
        "infantry_d_result": [attack("infantry_squad", "howitzer")],
        "infantry_grouping": [attack("infantry_squad", "howitzer")],
        "second_d_armor": [attack("heavy_tank", "2 bomber")],
        "cp_defence": [attack("cp", "fighter")],
    },
    "attrition": {
        "attack_sequencing": [attrition("csa10", HEAVY, 3, priority="bombs_first")],
        "combined_fire_on_aircraft": [attrition("csa10", HEAVY, 3, priority="bombs_first_combined")],
        "propulsion_combined_fire": [attrition("csa10", HEAVY, 3)],
        "ff_affected_by_d": [attrition("csa10", HEAVY, 3, priority="guns_first")],
        "ff_ma_threshold": [attrition("csa10", {"light_aa": 2}, 2)],
        "ff_bombs_targetable": [attrition("csa10", HEAVY, 3, priority="bombs_first")],
        "aa_fire_timing": [attrition("csa10", HEAVY, 8, priority="bombs_first", **OVER)],
        "aa_halving_vs_propulsion": [attrition("csa10", HEAVY, 3)],
        "howitzer_vs_ff": [attrition("csa10", {"howitzer": 2}, 3)],
        "howitzer_min_range": [attrition("csa10", {"howitzer": 2}, 3, **OVER)],
        "mobile_howitzer_vs_air": [attrition("csa10", {"heavy_aa": 1, "mobile_howitzer": 1}, 3)],
        "aircraft_same_hex_fire": [attrition("csa10", HEAVY, 3, approach={"start_hexes": 4})],
    },
    "bombing_run": {
        "attack_sequencing": [bombing_run("cp", bombers=2, guns={"heavy_aa": 3})],
        "combined_fire_on_aircraft": [bombing_run("cp", bombers=2, guns={"heavy_aa": 2}, fire="pair_to_auto")],
        "aircraft_second_d": [bombing_run("cp", guns={"heavy_aa": 2})],
        "aircraft_recovery": [bombing_run("cp", guns={"heavy_aa": 1}, distance_hexes=11)],
        "aircraft_same_hex_fire": [bombing_run("heavy_tank", guns={"heavy_aa": 1}, **START)],
        "bombload_combination": [bombing_run("heavy_tank")],
        "bomb_release_hexes": [bombing_run("heavy_tank", guns={"heavy_aa": 1})],
        "bomb_decision_timing": [bombing_run("heavy_tank")],
        "bomb_part_rule": [
            bombing_run("ogre_mk3", split="best_for", weights={"missile": 0, "secondary_battery": 0, "treads": 0})
        ],
        "bomb_tread_attacks": [bombing_run("ogre_mk3", split="treads_6")],
        "ogre_system_granularity": [bombing_run("ogre_mk3", split="missiles_3_3")],
        "bomb_halved_vs_infantry_group": [bombing_run("infantry_squad")],
        "bomber_empty": [bombing_run("heavy_tank", drop="all_on_first", guns={"heavy_aa": 1}, **START)],
        "aa_fire_timing": [bombing_run("heavy_tank", bombers=2, guns={"heavy_aa": 2})],
        "howitzer_min_range": [bombing_run("cp", guns={"howitzer": 1}, distance_hexes=11)],
        "mobile_howitzer_vs_air": [bombing_run("cp", guns={"mobile_howitzer": 1})],
        "infantry_d_result": [bombing_run("infantry_squad")],
        "infantry_grouping": [bombing_run("infantry_squad")],
        "second_d_armor": [bombing_run("heavy_tank")],
        "cp_defence": [bombing_run("cp")],
    },
    "interception": {
        "attack_sequencing": [interception(2, 3, turns_to_target=2)],
        "aircraft_second_d": [interception(1, 1)],
        "aircraft_recovery": [interception(1, 1)],
    },
}
SAME_LAW = {
    ("attrition", "aa_fire_timing", "enemy_turn_after_movement"): "its guns fire once a turn, after the move, anyway",
    ("bombing_run", "cp_defence", "1"): "6 against 1 is automatic as well",
}
PAIRS = [
    (kind, ruling.name, str(option))
    for ruling in RULINGS
    for kind in ruling.bears_on
    if kind in SCENARIOS
    for option in ruling.alternatives[1:]
]


@pytest.mark.parametrize(("kind", "name", "option"), PAIRS)
def test_every_option_changes_some_law(kind, name, option):
    changed = []
    for body in SCENARIOS[kind][name]:
        around = body.get("rulings", {})
        changed.append(laws(body) != laws({**body, "rulings": {**around, name: option}}))
    assert any(changed) is ((kind, name, option) not in SAME_LAW)


def test_the_scenarios_are_about_the_rulings_that_bear():
    for kind, scenarios in SCENARIOS.items():
        assert set(scenarios) == {ruling.name for ruling in RULINGS if kind in ruling.bears_on}


def test_rulings_are_those_of_the_rules_page():
    """Names, defaults and options of all 71, as data/continental_siege/rulings.csv has them."""
    with (data_folder() / "continental_siege" / "rulings.csv").open(encoding="utf-8", newline="") as file:
        written = {row["name"]: row for row in csv.DictReader(file)}
    assert {ruling.name for ruling in RULINGS} == set(written)
    assert len(RULINGS) == 71
    for ruling in RULINGS:
        row = written[ruling.name]
        assert str(ruling.spell(ruling.default)).removesuffix(".0") == row["default"], ruling.name
        if not isinstance(ruling, Quantity):
            others = [part.split(" = ")[0].strip() for part in row["alternatives"].split("; ") if " = " in part]
            assert ruling.choices == [row["default"], *others], ruling.name


def test_every_ruling_is_free_or_stands_fixed():
    """Those that bear on the kinds of this file can be turned."""
    free, fixed = {ruling.name for ruling in SYSTEM.rulings}, set(SYSTEM.fixed_rulings)
    assert free | fixed == {ruling.name for ruling in RULINGS}
    assert not free & fixed
    assert {name for scenarios in SCENARIOS.values() for name in scenarios} <= free
