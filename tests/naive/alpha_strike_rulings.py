"""Rulings of Alpha Strike that bear on `bombing_run` and `attack`, by edition, for the naive twin.

Defaults are those of rulings.csv: column `default` for the edition of 2013, column `asce` for the Commander's Edition
(0.4). A ruling named in a scenario stands as named.
"""

import csv
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "alpha_strike"

# Options of every ruling that bears on bombs (table of rulings in the README of the wing).
BOMB_OPTIONS: dict[str, tuple[str, ...]] = {
    "altitude_poi_spacing": ("exactly_2", "at_least_2", "at_most_2"),
    "altitude_bombs_per_poi": ("at_least_1", "exactly_1"),
    "altitude_split": ("even_front_loaded", "explicit_list", "all_extra_on_first"),
    "max_bombs_per_attack": ("all_carried", "1", "2", "3", "60"),
    "altitude_min_pois": ("1", "2", "3"),
    "attack_mods": ("4/2/3/2", "3/1/0/0", "custom:1/0/2/5"),
    "area_effect_modifier": ("-1", "1", "2"),
    "cluster_modifier": ("-1", "0", "3"),
    "bombing_immobile": ("no", "yes"),
    "crew_hit_scope": ("attacks_and_control", "control_only"),
    "scatter_reference": ("flight", "north"),
    "scatter_rotation": ("clockwise", "counterclockwise"),
    "altitude_scatter_map": ("forward_fan", "three_axes", "line", "six"),
    "scatter_distance": ("1d6x2", "2xmof"),
    "scatter_grouping": ("per_bomb", "per_attack"),
    "scattered_bomb_hits_friends": ("yes", "no"),
    "scatter_off_map": ("lost", "clamp_to_edge"),
    "aoe_measure": ("radius", "diameter"),
    "aoe_boundary": ("inclusive", "exclusive"),
    "aoe_inside_test": ("centre", "any_base", "half_base"),
    "aoe_airborne": ("no", "yes"),
    "inferno_heat_cap": ("2_per_turn", "2_per_attack", "uncapped"),
    "inferno_non_heat": ("2_damage", "none"),
    "inferno_dropship": ("no", "yes"),
    "underwater_rounding": ("half_up_min_1", "down_min_1"),
    "path_min_length": ("0", "12", "24"),
}

# And of those that bear on `attack` alone.
ATTACK_OPTIONS: dict[str, tuple[str, ...]] = {
    "los_text_error": ("submerged_hidden", "literal"),
    "strafe_length": ("exactly_10", "up_to_10"),
    "strafe_inside_test": ("centre", "any_base", "half_base"),
    "strafe_friendly": ("yes", "attacker_may_skip"),
    "strafe_rolls": ("per_unit", "single_roll"),
    "strike_lane": ("within_1in", "any_on_table"),
    "spheroid_strike_arc": ("rear", "front"),
    "jump_capable_tmm": ("always", "if_jumped", "never"),
    "woods_from_air": ("target_position_only", "ignored", "any_intervening"),
    "partial_cover_from_air": ("ignored", "applies"),
    "grounded_dropship_type": ("-2", "-1", "-3"),
    "bomb_instances": ("per_bomb", "pooled"),
    "strafe_rounding": ("half_up", "down", "up"),
    "strafe_ov": ("after", "before"),
    "strafe_energy_full": ("no", "yes"),
    "strafe_minimal": ("roll_4plus_for_1", "always_1", "zero"),
    "minimal_damage_roll": ("1", "3", "5", "7"),
    "natural_12_crit": ("no", "yes"),
    "threshold_compare": ("exceed", "reach"),
    "threshold_and_structure": ("two", "one"),
    "inapplicable_crit": ("plus_1_damage_no_roll", "reroll", "ignore"),
    "small_craft_arcs": ("yes", "one"),
}


class RefusedAttack(ValueError):
    """The rules, or the keys of the scenario, do not allow this attack."""


def rulings_in_force(given: dict[str, object]) -> dict[str, str]:
    """Every ruling as a word: what the scenario names, else the default of its edition.

    >>> rulings_in_force({"ruleset": "asce", "aoe_boundary": "exclusive"})["scatter_distance"]
    '2xmof'
    """
    defaults = defaults_of("asce" if given.get("ruleset") == "asce" else "default")
    unknown = set(given) - set(defaults)
    if unknown:
        raise ValueError(f"no such ruling: {', '.join(sorted(unknown))}")
    return defaults | {name: str(option) for name, option in given.items()}


@cache
def defaults_of(column: str) -> dict[str, str]:
    """The defaults of an edition by name of the ruling."""
    with (DATA / "rulings.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row[column] for row in csv.DictReader(file)}


def attack_modifier(rulings: dict[str, str], attack: str) -> int:
    """Modifier of the attack type (AS-6.4)."""
    numbers = rulings["attack_mods"].removeprefix("custom:").split("/")
    return int(numbers[("strafe", "strike", "altitude", "dive").index(attack)])
