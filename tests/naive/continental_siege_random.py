"""Random scenarios and rulings of the kinds of Continental Siege, for comparing two implementations trial by trial.

Each function takes a `random.Random` and returns (scenario without kind, rulings that differ from the default). A
scenario may be one that an implementation has good reasons to refuse.
"""

from fractions import Fraction
from random import Random
from typing import Any

from .continental_siege_rulings import OPTIONS
from .continental_siege_tables import scenario_rows, unit_types

Drawn = tuple[dict[str, Any], dict[str, object]]

SHARED = (
    "fractional_strength", "attack_sequencing", "combined_fire_on_aircraft", "aircraft_same_hex_fire",
    "howitzer_min_range", "mobile_howitzer_vs_air",
)  # fmt: skip
ON_FORTRESS = (
    "fractional_unit_loss", "propulsion_combined_fire", "ff_affected_by_d", "ff_ma_threshold", "ff_bombs_targetable",
    "aa_halving_vs_propulsion", "howitzer_vs_ff", "superheavy_vs_air",
)  # fmt: skip
OF_BOMBS = (
    "bombload_combination", "bomb_decision_timing", "bomb_halved_vs_infantry_group", "infantry_d_result",
    "infantry_grouping", "second_d_armor", "cp_defence",
)  # fmt: skip
IN_ATTACK = (*SHARED, *ON_FORTRESS, *OF_BOMBS, "one_unit_many_weapons_vs_propulsion", "aircraft_second_d",
    "ap_bomb_combination", "ap_bomb_halved", "ap_bomb_vs_cp", "ap_bomb_per_target_limit", "ap_bomb_other_targets",
    "ff_guns_vs_ground", "aam_arc", "aa_arc", "arc_boundary", "arc_own_hex_ground",
)  # fmt: skip
IN_RUN = (*SHARED, *OF_BOMBS, "aircraft_second_d", "aircraft_recovery", "bomb_release_hexes", "bomb_part_rule",
    "bomb_tread_attacks", "ogre_system_granularity", "bomber_empty", "aa_fire_timing",
)  # fmt: skip
IN_BATTLE = (
    "fractional_strength", "fractional_unit_loss", "combined_fire_on_aircraft", "aircraft_second_d",
    "aircraft_recovery", "disabled_aircraft_movement", "aircraft_same_hex_fire", "bomb_release_hexes",
    "bomb_targets_in_hex", "bomb_tread_attacks", "ogre_system_granularity", "bomber_empty", "ap_bomb_halved",
    "ap_bomb_vs_cp", "ff_ma_threshold", "ff_guns_vs_ground", "aam_expended", "aam_arc", "ff_bombs_targetable",
    "ff_disarmed", "ff_withdrawal", "aa_fire_timing", "aa_halving_vs_propulsion", "howitzer_vs_ff",
    "howitzer_min_range", "mobile_howitzer_vs_air", "aircraft_entry_cost", "aircraft_entry_facing",
    "aircraft_entry_edge", "fighter_turn_when_5", "arc_facing_used", "arc_boundary", "arc_own_hex_ground",
    "infantry_d_result", "second_d_armor", "disabled_recovery", "ogre_ram_roll", "gev_second_move",
    "map_north_last_row", "cp_defence", "ff_victory_points", "aa_strength_in_area_limit",
    "surviving_strength_counts_air", "last_unit_rule", "first_player",
)  # fmt: skip
WORDS = (
    "heavy_aa", "light_aa", "fighter", "bomber", "howitzer", "mobile_howitzer", "superheavy", "superheavy.gun",
    "heavy_tank", "missile_tank", "gev", "infantry_squad", "csa15.main_gun", "csa15.secondary_gun", "csa15.aam",
    "csa15.bombload", "csa15.ap_bombload", "csa10.main_gun", "csa10.ap_bombload", "ogre_mk3.missile",
    "ogre_mk3.main_battery", "ogre_mk3.secondary_battery", "ogre_mk3.antipersonnel", "ogre_mk5.antipersonnel",
)  # fmt: skip
TARGETS = (
    ("heavy_tank", ""), ("gev", ""), ("superheavy", ""), ("howitzer", ""), ("light_aa", ""), ("heavy_aa", ""),
    ("infantry_squad", ""), ("cp", ""), ("bomber", ""), ("fighter", ""), ("csa10", "bombload"), ("csa10", "aam"),
    ("csa10", "main_gun"), ("csa10", "ap_bombload"), ("csa10", "propulsion"), ("csa15", "propulsion"),
    ("ogre_mk3", "treads"), ("ogre_mk3", "main_battery"), ("ogre_mk3", "missile"), ("ogre_mk5", "antipersonnel"),
)  # fmt: skip
FLAK = ("heavy_aa", "light_aa", "howitzer", "mobile_howitzer")
POLICIES: dict[str, list[Any]] = {
    "bomber": ["straight_to_target", "avoid_aa"],
    "bomber_target": ["ogre", "cp", "howitzers", "aa", "best_value"],
    "ogre_loads": ["missiles_3_3", "ap_sweep", "main4_plus2", "treads_6"],
    "fighter": ["intercept_bombers", "escort", "strafe"],
}
OF_DEFENDER: dict[str, list[Any]] = POLICIES | {
    "setup": ["standard_rear", {"aa_ring": 2}, {"aa_ring": 5}],
    "ground_move": ["close_to_range", "hold", "gev_hit_and_run", "screen_cp"],
    "ground_fire": ["main_then_treads", "treads_only", "best_marginal"],
    "aa_fire": ["bombers_first", "pair_to_auto", "ff_pu_only", "ff_bombs_first"],
}
OF_ATTACKER: dict[str, list[Any]] = POLICIES | {
    "ogre_move": ["beeline_cp", "hunter"],
    "ogre_fire": ["value_first", "nearest_first"],
    "ff_move": ["beeline_cp", "kill_aa_first"],
    "ff_withdrawal": ["cp_dead", "never", {"ma_at_most": 3}, {"ma_at_most": 2}],
}


def drawn_rulings(chooser: Random, names: tuple[str, ...], chance: float = 0.2) -> dict[str, object]:
    """Each of these rulings at a random option with some chance."""
    return {name: chooser.choice(OPTIONS[name]) for name in names if chooser.random() < chance}


def drawn_guns(chooser: Random, types: tuple[str, ...], kinds: int, most: int) -> dict[str, int]:
    """Unit -> count."""
    return {unit: chooser.randint(1, most) for unit in chooser.sample(types, chooser.randint(1, kinds))}


def random_attack(chooser: Random) -> Drawn:
    """A scenario of `attack`."""
    target, system = chooser.choice(TARGETS)
    body: dict[str, Any] = {"target": target}
    if system:
        body["system_attacked"] = system
    if target == "infantry_squad":
        body["squads"] = chooser.randint(1, 3)
    if target in ("heavy_tank", "light_aa", "bomber", "fighter") and chooser.random() < 0.4:
        body["disabled"] = True
    body["attackers"] = [
        (f"{chooser.randint(2, 4)} " if chooser.random() < 0.4 else "") + chooser.choice(WORDS)
        for _ in range(chooser.randint(1, 4))
    ]
    body |= {
        "combine": chooser.random() < 0.5,
        "range_hexes": chooser.choice([0, 0, 1, 1, 1, 2, 3, 5, 6]),
        "arc": chooser.choice(["inside", "inside", "boundary", "outside"]),
    }
    return body, drawn_rulings(chooser, IN_ATTACK)


def random_attrition(chooser: Random) -> Drawn:
    """A scenario of `attrition`; never `best_dp`."""
    body: dict[str, Any] = {
        "fortress": chooser.choice(["csa10", "csa15"]),
        "battery": drawn_guns(chooser, (*FLAK, "fighter", "superheavy"), 3, 5),
        "turns": chooser.randint(1, 8),
        "priority": chooser.choice(
            ["pu_only", "bombs_first", "bombs_first_combined", "guns_first", "until_ma", "greedy_value"]
        ),
    }
    if body["priority"] == "until_ma":
        body["until_ma"] = chooser.randint(0, 3)
    if body["priority"] == "greedy_value":
        body["pu_weight"] = chooser.choice(["1/3", "1/2", "1/7", 1, 2])
    if chooser.random() < 0.6:
        body["approach"] = {"start_hexes": chooser.randint(1, 20)}
    return body, drawn_rulings(chooser, (*SHARED, *ON_FORTRESS, "aa_fire_timing"))


def random_bombing_run(chooser: Random) -> Drawn:
    """A scenario of `bombing_run`; never `best_dp`."""
    targets = [
        "heavy_tank",
        "gev",
        "heavy_aa",
        "infantry_squad",
        "cp",
        "superheavy",
        "howitzer",
        "ogre_mk3",
        "ogre_mk5",
    ]
    body: dict[str, Any] = {
        "target": chooser.choice(targets),
        "bombers": chooser.randint(1, 4),
        "distance_hexes": chooser.choice([1, 3, 4, 5, 5, 6, 7, 10, 10, 11, 15, 16, 21]),
        "fire": chooser.choice(["bombers_first", "pair_to_auto"]),
        "drop": chooser.choice(["until_destroyed", "all_on_first"]),
    }
    if chooser.random() < 0.8:
        body["guns"] = drawn_guns(chooser, FLAK, 2, 5)
    if body["target"] == "infantry_squad":
        body["squads"] = chooser.randint(1, 3)
    if body["target"].startswith("ogre"):
        body["split"] = chooser.choice([*POLICIES["ogre_loads"], "best_for"])
        if body["split"] == "best_for":
            systems = ("missile", "main_battery", "secondary_battery", "antipersonnel", "treads")
            body["weights"] = {system: chooser.choice([0, 0, 1, 2, 8]) for system in systems}
    return body, drawn_rulings(chooser, IN_RUN)


def random_interception(chooser: Random) -> Drawn:
    """A scenario of `interception`."""
    body: dict[str, Any] = {
        "bombers": chooser.randint(0, 5),
        "escorts": chooser.randint(0, 5),
        "interceptors": chooser.randint(0, 5),
        "turns_to_target": chooser.randint(1, 5),
        "contact": chooser.choice([1, 1, "1/2", "1/3", 0.25, 0.9]),
        "first": chooser.choice(["bombers", "defenders"]),
        "intercept": chooser.choice(["bombers_first", "escorts_first", "focus"]),
        "escort": chooser.choice(["disabled_first", "fit_first"]),
    }
    if chooser.random() < 0.4:
        body["guns"] = drawn_guns(chooser, FLAK, 2, 3)
    return body, drawn_rulings(chooser, (*SHARED, "aircraft_second_d", "aircraft_recovery"))


def random_battle(chooser: Random, policies: bool = True, rulings: bool = True) -> Drawn:
    """A scenario of `battle` with a force list that spends the budget."""
    names = [name for name, row in scenario_rows().items() if row["victory_table"] in ("ogre_levels", "ff_levels")]
    name = chooser.choice(names)
    row = scenario_rows()[name]
    may_buy = row["defender_may_buy"].split(";")
    if "raid" in name and chooser.random() < 0.7:
        may_buy = [unit for unit in may_buy if unit in (*FLAK, "fighter")]
    types = chooser.sample(may_buy, min(len(may_buy), chooser.randint(2, 5)))
    body: dict[str, Any] = {
        "scenario": name,
        "defender": {"force": _spent(chooser, types, Fraction(row["defender_armour_units"]))},
        "attacker": {},
    }
    extra = Fraction(row["attacker_extra_armour_units"])
    if extra:
        body["attacker"]["force"] = _spent(chooser, ["bomber", "fighter"], extra)
    if policies:
        for side, hooks in (("defender", OF_DEFENDER), ("attacker", OF_ATTACKER)):
            chosen = {hook: chooser.choice(options) for hook, options in hooks.items() if chooser.random() < 0.4}
            body[side]["policies"] = chosen
    return body, drawn_rulings(chooser, IN_BATTLE, 0.1) if rulings else {}


def _spent(chooser: Random, types: list[str], budget: Fraction) -> list[dict[str, Any]]:
    counts: dict[str, int] = {}
    while fitting := [unit for unit in types if unit_types()[unit].cost <= budget]:
        unit = chooser.choice(fitting)
        counts[unit] = counts.get(unit, 0) + 1
        budget -= unit_types()[unit].cost
    return [{"unit": unit, "count": count} for unit, count in counts.items()]
