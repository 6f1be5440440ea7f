"""Random small battles under the readings R59 to R82 of BATTLE.md, for comparing two implementations trial by trial."""

from random import Random
from typing import Any

from .continental_siege_random import OF_ATTACKER, OF_DEFENDER

Force = list[tuple[str, int]]
# Per group of readings: rulings with their options (all, or some of them), of which each scenario turns one or more.
GROUPS: dict[str, dict[str, tuple[Any, ...]]] = {
    "fortress_hit": {"ff_affected_by_d": ("fortress_cannot_attack", "weapon_cannot_fire")},  # R62
    "added_up": {  # R65
        "bombload_combination": ("combinable", "must_combine"),
        "ap_bomb_combination": ("combinable",),
    },
    "stacked": {"aircraft_stack_defence": ("spillover",)},  # R63
    "alone": {"infantry_grouping": ("each_alone",)},  # R64
    "together": {  # R59, R61
        "propulsion_combined_fire": ("allowed",),
        "one_unit_many_weapons_vs_propulsion": ("one_roll_per_unit",),
    },
    "declared": {"attack_sequencing": ("declare_all_first",)},  # R60
    "off_the_map": {  # R70 to R72
        "offmap_tracking": ("fixed_delay", "removed", 2, 5),
        "offmap_combat": ("normal",),
        "offmap_return_test": ("enters_map",),
    },
    "entry": {"aircraft_entry_turn": ("any_own_turn", "scenario_turn")},  # R73
    "planned": {"bomb_decision_timing": ("preplotted",)},  # R66
    "aimed": {  # R67 to R69
        "ff_gun_targets": ("all_one_target",),
        "aa_arc": ("forward_arc",),
        "ground_units_and_aircraft": ("enemy_hex_blocked",),
    },
    "bombs": {  # R78 to R80
        "ap_bomb_per_target_limit": ("one_attack_per_turn",),
        "bomb_halved_vs_infantry_group": ("each_squad",),
        "superheavy_vs_air": ("superheavy_as_ogre_main",),
    },
    "policies": {},  # R74 to R77
    "drawn": {},  # R81, R82
}
OTHERS: dict[str, tuple[Any, ...]] = {
    "fractional_strength": ("floor_each", "ceil_each", "floor_total"), "aircraft_second_d": ("no_extra", "extends"),
    "aircraft_recovery": ("own_turn_only", "until_next_fire_phase_start"), "cp_defence": ("1", "3"),
    "aa_fire_timing": ("enemy_turn_after_movement", "reaction_on_entry"), "bomber_empty": ("flies_on",),
    "bomb_targets_in_hex": ("one_chosen_unit", "enemy_units_only"), "ap_bomb_halved": ("yes",),
    "bomb_release_hexes": ("include_start", "exclude_last"), "aircraft_entry_cost": ("zero",),
    "bomb_tread_attacks": ("one_per_part",), "ogre_system_granularity": ("weapon_class",),
    "infantry_d_result": ("disabled",), "disabled_aircraft_movement": ("full_move_no_turn",),
    "combined_fire_on_aircraft": ("forbidden",), "arc_facing_used": ("movement_facing",),
    "ff_disarmed": ("withdraws", "counts_as_destroyed"), "ap_bomb_vs_cp": ("as_d1",), "howitzer_vs_ff": ("full",),
}  # fmt: skip
LISTS: dict[str, tuple[Force, ...]] = {
    "csa10_raid": (
        [("heavy_aa", 3), ("light_aa", 3), ("fighter", 3), ("howitzer", 1)],
        [("heavy_aa", 2), ("superheavy", 2), ("fighter", 2), ("bomber", 2), ("light_aa", 2)],
        [("gev", 4), ("heavy_aa", 2), ("fighter", 5)],
    ),
    "mk3_attack_air": (
        [("bomber", 5), ("fighter", 2), ("gev", 3), ("heavy_tank", 2)],
        [("bomber", 6), ("gev", 2), ("superheavy", 1), ("missile_tank", 2)],
        [("fighter", 5), ("bomber", 2), ("howitzer", 1), ("gev", 3)],
    ),
    "mk3_both_air": (
        [("heavy_aa", 3), ("light_aa", 2), ("bomber", 2), ("fighter", 3), ("gev", 2)],
        [("superheavy", 2), ("heavy_aa", 2), ("light_aa", 1), ("bomber", 2), ("howitzer", 1), ("gev", 1)],
        [("light_aa", 4), ("mobile_howitzer", 1), ("fighter", 4), ("gev", 2)],
    ),
}
EXTRA: tuple[Force, ...] = ([("bomber", 3)], [("bomber", 2), ("fighter", 1)], [("fighter", 3)])
FIRE = ("main_then_treads", "treads_only", "best_marginal", "weighted")
LOADS = (
    {"best_for": {}}, {"best_for": {"missile": 0, "main_battery": 8, "treads": 1}}, {"best_for": {"treads": 0}},
    {"best_for": {"antipersonnel": 3, "secondary_battery": "1/2", "treads": 2}},
    {"best_for": {"antipersonnel": 0, "secondary_battery": 0, "treads": 0, "main_battery": 0}},
)  # fmt: skip


def random_ruled_battle(group: str, chooser: Random) -> dict[str, Any]:
    """A scenario with the rulings or policies of a group of readings, now and then with other rulings too."""
    name = chooser.choice(list(LISTS))
    if group in ("fortress_hit", "together"):
        name = "csa10_raid"
    if group == "entry":
        name = chooser.choice(["mk3_attack_air", "mk3_both_air"])
    body: dict[str, Any] = {"scenario": name, "defender": _side(chooser.choice(LISTS[name])), "attacker": _side([])}
    if name == "mk3_both_air":
        body["attacker"] = _side(chooser.choice(EXTRA))
    for side, hooks in (("defender", OF_DEFENDER), ("attacker", OF_ATTACKER)):
        chosen = {hook: chooser.choice(options) for hook, options in hooks.items() if chooser.random() < 0.25}
        body[side]["policies"] = chosen
    if group == "policies":
        _newer_policies(body, chooser)
    if group == "drawn":
        _drawn_forces(body, chooser)
    rulings = {ruling: chooser.choice(options) for ruling, options in OTHERS.items() if chooser.random() < 0.1}
    own = GROUPS[group]
    for ruling in chooser.sample(list(own), chooser.randint(1, len(own)) if own else 0):
        rulings[ruling] = chooser.choice(own[ruling])
    if rulings.get("aircraft_entry_turn") and chooser.random() < 0.8:
        body["entry_turn"] = chooser.randint(1, 4)
    if rulings.get("aircraft_entry_turn") == "any_own_turn":
        body["defender"]["entry_turn"] = chooser.randint(1, 4)
    return {**body, "rulings": rulings}


def _side(force: Force) -> dict[str, Any]:
    return {"force": [{"unit": unit, "count": count} for unit, count in force]}


def _newer_policies(body: dict[str, Any], chooser: Random) -> None:
    """R74 to R77."""
    chosen = body["defender"]["policies"]
    if body["scenario"] != "mk3_attack_air":
        chosen["aa_fire"] = "best_dp"
    for hook in ("ground_fire", "infantry_fire", "gev_fire", "howitzer_fire", "aa_ground_fire"):
        if chooser.random() < 0.6:
            chosen[hook] = chooser.choice(FIRE)
    for side in ("defender", "attacker"):
        if chooser.random() < 0.6:
            body[side]["policies"]["ogre_loads"] = chooser.choice(LOADS)
        if chooser.random() < 0.6:
            listed = chooser.sample(["cp", "howitzer", "gev", "light_aa", "infantry_squad", "ogre_mk3"], 2)
            body[side]["policies"]["fighter"] = {"strafe": listed}


def _drawn_forces(body: dict[str, Any], chooser: Random) -> None:
    """R81, R82."""
    body["defender"]["policies"]["setup"] = chooser.choice(["random_legal", "standard_rear"])
    mix = {"mix": {"gev": 2, "heavy_aa": 1, "light_aa": 1, "fighter": 1, "superheavy": 1}}
    body["defender"]["force"] = chooser.choice(["random_mix", mix])
    if body["scenario"] == "mk3_both_air":
        body["attacker"]["force"] = chooser.choice(["random_mix", {"mix": {"bomber": 3, "fighter": 1}}])
