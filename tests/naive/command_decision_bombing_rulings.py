"""The rulings of part C that bear on kind `bombing`, with their defaults.

A ruling keeps its name and its options as the rules page spells them.
"""

from dataclasses import dataclass, fields
from fractions import Fraction

# Options of every ruling that is a choice of words (part C2).
OPTIONS: dict[str, tuple[str, ...]] = {
    "hit_number_floor": ("zero_no_chance", "natural_1_always_hits"),
    "hit_number_ceiling": ("auto_hit", "natural_10_always_misses"),
    "penalty_in_area_attacks": ("hit_rolls_only", "no_suppression_if_hit_number_below_1"),
    "manpads_as_plane_target": ("yes", "no"),
    "light_attack_basis": ("usable", "maximum"),
    "superimposed_templates": ("independent_rolls", "single_roll_best"),
    "template_hits": ("all_touching", "capped_at_rof_stands"),
    "standard_area_hits": ("all_touching", "stands_fully_inside"),
    "max_targets_scope": ("distinct_templates_or_stands", "stands_only", "not_for_area_weapons"),
    "rocket_rof_method": ("total_formula_floor", "pod_sum_floor", "pod_floor_sum"),
    "plane_rocket_rof": ("pod_formula", "bomb_rof"),
    "rocket_template_split": ("yes", "no"),
    "at_cluster_area": ("same_as_he_bombs", "2x2_always"),
    "at_cluster_weight_modifier": ("apply", "ignore"),
    "heat_modifier_scope": ("he_hit_number", "penetration"),
    "suppression_rule": ("automatic_all_touched", "on_hit_only"),
    "cover_attack_without_fac": ("suppress_and_morale_only", "forbidden"),
    "edge_of_cover_modifier": ("none", "medium_cover_-2", "hard_cover_-3"),
    "afv_he_kill": ("on_10_only", "as_hit_results_table", "never"),
    "woods_vs_he_bombs": ("with_cover_modifier", "suppress_only"),
    "penalty_applies_to": ("all_attacks", "unguided_only", "guns_and_missiles_only"),
    "missile_on_move_scope": ("all_missiles", "fire_and_forget_only"),
    "fire_and_forget_set": ("as_printed", "unified"),
    "gps_moved_window": ("this_turn", "since_previous_strike_phase"),
    "gun_with_ordnance": ("exclusive", "additional"),
    "low_move_hasty": ("over_30_in", "never"),
}

# Whole numbers of a closed range, and numbers of a closed range.
WHOLE_NUMBERS: dict[str, tuple[int, int]] = {
    "rocket_min_rof": (0, 1),
    "helicopter_split_cost": (0, 2),
    "at_cluster_light_he": (6, 8),
    "weak_afv_weight": (0, 2),
    "armed_pivot_guns_hasty": (0, 4),
}
NUMBERS: dict[str, tuple[Fraction, Fraction]] = {
    "bomb_load_usable_fraction": (Fraction(1, 4), Fraction(1)),
    "light_attack_threshold_kg": (Fraction(250), Fraction(3000)),
}


@dataclass(frozen=True)
class BombingRulings:
    """One option for each ruling; the values here are the defaults of part C."""

    hit_number_floor: str = "zero_no_chance"
    hit_number_ceiling: str = "auto_hit"
    penalty_in_area_attacks: str = "hit_rolls_only"
    manpads_as_plane_target: str = "yes"
    bomb_load_usable_fraction: Fraction = Fraction(1, 2)
    light_attack_basis: str = "usable"
    light_attack_threshold_kg: Fraction = Fraction(1000)
    superimposed_templates: str = "independent_rolls"
    template_hits: str = "all_touching"
    standard_area_hits: str = "all_touching"
    max_targets_scope: str = "distinct_templates_or_stands"
    rocket_rof_method: str = "total_formula_floor"
    rocket_min_rof: int = 0
    plane_rocket_rof: str = "pod_formula"
    helicopter_split_cost: int = 1
    rocket_template_split: str = "yes"
    at_cluster_area: str = "same_as_he_bombs"
    at_cluster_light_he: int = 8
    at_cluster_weight_modifier: str = "apply"
    heat_modifier_scope: str = "he_hit_number"
    suppression_rule: str = "automatic_all_touched"
    cover_attack_without_fac: str = "suppress_and_morale_only"
    edge_of_cover_modifier: str = "medium_cover_-2"
    afv_he_kill: str = "on_10_only"
    weak_afv_weight: int = 1
    woods_vs_he_bombs: str = "with_cover_modifier"
    penalty_applies_to: str = "all_attacks"
    missile_on_move_scope: str = "all_missiles"
    fire_and_forget_set: str = "as_printed"
    gps_moved_window: str = "this_turn"
    gun_with_ordnance: str = "exclusive"
    low_move_hasty: str = "over_30_in"
    armed_pivot_guns_hasty: int = 2
    stands_per_template: str = "2x2: 2; 1x1: 1"

    @classmethod
    def of(cls, options: dict[str, object]) -> "BombingRulings":
        """Read the rulings that differ from the default; names without bearing on `bombing` are passed over.

        >>> BombingRulings.of({"weak_afv_weight": "2", "cm_uses": 3}).weak_afv_weight
        2
        """
        ours = {field.name for field in fields(cls)}
        return cls(**{name: read_option(name, option) for name, option in options.items() if name in ours})  # type: ignore[arg-type]


def read_option(name: str, option: object) -> object:
    """One option as the twin holds it; an option that part C does not offer raises ValueError."""
    word = str(option)
    if name == "stands_per_template":
        return word
    if name in OPTIONS:
        if word not in OPTIONS[name]:
            raise ValueError(f"{name}: {word!r}; options: {', '.join(OPTIONS[name])}")
        return word
    number = Fraction(word)
    lowest, highest = WHOLE_NUMBERS[name] if name in WHOLE_NUMBERS else NUMBERS[name]
    if not lowest <= number <= highest:
        raise ValueError(f"{name}: {word} lies outside {lowest}..{highest}")
    if name not in WHOLE_NUMBERS:
        return number
    if number.denominator != 1:
        raise ValueError(f"{name}: {word} is no whole number")
    return int(number)
