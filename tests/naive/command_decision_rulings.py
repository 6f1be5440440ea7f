"""The rulings of part C that bear on the kinds `shot`, `combo` and `sortie`, with their defaults.

A ruling keeps its name and its options as the rules page spells them. Numbers are read into int or Fraction, "none" and
"unlimited" into None.
"""

from dataclasses import dataclass, fields
from fractions import Fraction

YES_NO = ("yes", "no")

# Options of every ruling that is a choice of words (part C2).
OPTIONS: dict[str, tuple[str, ...]] = {
    "penalty_from_roll": ("die_value", "flat_1", "flat_2", "inverse"),
    "penalty_stacking": ("sum", "worst", "first_only"),
    "penalty_duration": ("this_turn", "next_attack_only", "this_phase"),
    "penalty_applies_to": ("all_attacks", "unguided_only", "guns_and_missiles_only"),
    "default_quality": ("9-10", "10"),
    "fc_reroll_recursion": ("recursive", "once"),
    "fc_reroll_scope": ("any_shot", "beyond_manual_only", "radar_guns_only"),
    "spotter_abort": YES_NO,
    "aa_shot_order": ("sequential_stop_on_abort", "simultaneous_declared"),
    "aa_shots_per_turn": ("once_per_turn", "once_per_phase", "once_per_target_event"),
    "half_rating_combination": ("multiply", "single_halving"),
    "chop_half_meaning": ("halve_max_range", "halve_abort_faces"),
    "halving_includes_min_range": YES_NO,
    "irs_scope": ("all_ir", "tcir_and_iair_only"),
    "guns_noe_chop": ("full", "half", "none"),
    "range_boundaries": ("inclusive", "exclusive"),
    "hiw_meaning": ("shoulder_fired_column", "any_infantry_team"),
    "pop_up_penalty_mode": ("none", "abort_band", "die_modifier", "halve_range", "re_roll_abort"),
    "pop_up_penalty_scope": ("noe_incapable_only", "all_aa"),
    "noe_half_vs_pop_up": ("full_range_penalised_beyond_half", "full_range_no_penalty", "half_range_only"),
    "pop_down_if_not_fired": ("end_of_general_fire", "end_of_turn", "start_of_next_move"),
    "pop_up_fire_phase": ("opportunity_if_not_moved_else_general", "general_only"),
    "pop_up_is_slow": YES_NO,
    "pop_up_spotting": ("always_spotted", "as_hovering"),
    "chopper_removed_meaning": ("destroyed", "off_table_may_rearm"),
    "chopper_forced_back_effect": (
        "lose_attack_and_withdraw",
        "lose_attack_stay_in_place",
        "leave_table",
        "leave_table_shaken",
        "minus_3_penalty_only",
    ),
    "chopper_fire_order": ("aa_first", "simultaneous", "chopper_first"),
    "aa_engagement_phases": ("opportunity_or_general", "opportunity_only", "any_phase_in_los"),
    "move_after_fire_altitude_budget": YES_NO,
    "move_after_fire_if_aborted": YES_NO,
    "slow_threshold": ("le_30", "lt_30"),
    "slow_at_low": ("yes", "noe_only"),
    "near_miss_trigger": ("hit_then_no_effect", "any_shot_without_kill"),
    "near_miss_in_stack": ("yes", "worst_of"),
    "ground_vs_air_choice": ("firer_best_removal", "firer_best_any_effect", "both_methods"),
    "chopper_ground_profile": ("soft_vehicle_hit_results", "light_armour"),
    "endurance_arrival_turn_counts": YES_NO,
    "endurance_landed_counts": YES_NO,
    "rearm_partial_turn_counts": YES_NO,
    "voluntary_departure": YES_NO,
    "cm_applies_to_rerolled_abort": YES_NO,
    "cm_multiple_fits": ("best_single", "each_in_turn"),
    "cm_manual_immunity": ("range_and_visual_los", "range_only"),
    "cm_for_choppers": YES_NO,
    "cm_order_vs_split": ("before_split", "after_split_on_removal_only"),
    "combo_order": ("sam_then_gun", "gun_then_sam", "owner_best"),
    "combo_trigger": ("abort_after_cm", "raw_abort_blocks_guns"),
    "collective_fire_frequency": ("per_aircraft_per_turn", "per_attack", "per_phase"),
    "collective_standoff_distance": ("20_in", "20_cm"),
    "collective_vs_noe": ("no", "yes"),
    "rocket_expended": ("per_sortie", "per_turn"),
    "missile_on_move_scope": ("all_missiles", "fire_and_forget_only"),
    "landed_chopper_target": ("ground_target_only", "as_noe"),
    "chopper_morale_trigger": ("none", "when_forced_back", "when_penalised_2_or_more", "every_turn"),
}

# Options that stand beside a number; the number's range is closed.
NUMBERS: dict[str, tuple[str | None, int, int]] = {
    "penalty_cap": ("none", 1, 9),
    "cm_uses": ("unlimited", 1, 12),
    "collective_fire_radius": ("none", 1, 60),
    "aa_opportunity_bonus": (None, 0, 1),
    "pop_up_penalty_size": (None, 0, 3),
    "pop_up_abort_floor": (None, 0, 1),
    "aa_suppressed_penalty": ("cannot_fire", 0, 2),
    "heavy_mg_year": (None, 1973, 1977),
    "heavy_mg_israel_year": ("any", 1900, 2100),
}
CHANCES = (
    "plane_abort_loss_fraction",
    "chopper_abort_removed_fraction",
    "los_probability_noe",
    "los_probability_low",
    "los_probability_plane",
)

# (p_rear, p_not_front) of 3.2.3j and k when no bearing is given.
ASPECT_MODELS: dict[str, tuple[Fraction, Fraction]] = {
    "uniform_bearing": (Fraction(1, 4), Fraction(3, 4)),
    "head_on": (Fraction(0), Fraction(0)),
    "beam": (Fraction(0), Fraction(1)),
    "tail": (Fraction(1), Fraction(1)),
}


@dataclass(frozen=True)
class Rulings:
    """One option for each ruling; the values here are the defaults of part C."""

    penalty_from_roll: str = "die_value"
    penalty_stacking: str = "sum"
    penalty_cap: int | None = None
    penalty_duration: str = "this_turn"
    penalty_applies_to: str = "all_attacks"
    default_quality: str = "9-10"
    plane_abort_loss_fraction: Fraction = Fraction(0)
    fc_reroll_recursion: str = "recursive"
    fc_reroll_scope: str = "any_shot"
    spotter_abort: str = "yes"
    aa_shot_order: str = "sequential_stop_on_abort"
    aa_shots_per_turn: str = "once_per_turn"
    aa_opportunity_bonus: int = 0
    aspect_model: str = "uniform_bearing"
    half_rating_combination: str = "multiply"
    chop_half_meaning: str = "halve_max_range"
    halving_includes_min_range: str = "no"
    irs_scope: str = "all_ir"
    guns_noe_chop: str = "full"
    range_boundaries: str = "inclusive"
    los_probability_noe: Fraction = Fraction(35, 100)
    los_probability_low: Fraction | str = Fraction(1)
    los_probability_plane: Fraction = Fraction(1)
    hiw_meaning: str = "shoulder_fired_column"
    pop_up_penalty_mode: str = "abort_band"
    pop_up_penalty_size: int = 1
    pop_up_penalty_scope: str = "noe_incapable_only"
    pop_up_abort_floor: int = 0
    noe_half_vs_pop_up: str = "full_range_penalised_beyond_half"
    pop_down_if_not_fired: str = "end_of_general_fire"
    pop_up_fire_phase: str = "opportunity_if_not_moved_else_general"
    pop_up_is_slow: str = "yes"
    pop_up_spotting: str = "always_spotted"
    chopper_abort_removed_fraction: Fraction = Fraction(1, 2)
    chopper_removed_meaning: str = "destroyed"
    chopper_forced_back_effect: str = "lose_attack_and_withdraw"
    chopper_fire_order: str = "aa_first"
    aa_engagement_phases: str = "opportunity_or_general"
    move_after_fire_altitude_budget: str = "yes"
    move_after_fire_if_aborted: str = "no"
    slow_threshold: str = "le_30"
    slow_at_low: str = "yes"
    near_miss_trigger: str = "hit_then_no_effect"
    near_miss_in_stack: str = "yes"
    ground_vs_air_choice: str = "firer_best_removal"
    chopper_ground_profile: str = "soft_vehicle_hit_results"
    endurance_arrival_turn_counts: str = "yes"
    endurance_landed_counts: str = "yes"
    rearm_partial_turn_counts: str = "no"
    voluntary_departure: str = "yes"
    cm_applies_to_rerolled_abort: str = "yes"
    cm_multiple_fits: str = "best_single"
    cm_manual_immunity: str = "range_and_visual_los"
    cm_for_choppers: str = "yes"
    cm_order_vs_split: str = "before_split"
    cm_uses: int | None = None
    combo_order: str = "sam_then_gun"
    combo_trigger: str = "abort_after_cm"
    collective_fire_frequency: str = "per_aircraft_per_turn"
    collective_fire_radius: int | None = None
    collective_standoff_distance: str = "20_in"
    collective_vs_noe: str = "no"
    heavy_mg_year: int = 1975
    heavy_mg_israel_year: int | None = None
    rocket_expended: str = "per_sortie"
    missile_on_move_scope: str = "all_missiles"
    aa_suppressed_penalty: int | str = 1
    landed_chopper_target: str = "ground_target_only"
    chopper_morale_trigger: str = "none"

    @classmethod
    def of(cls, options: dict[str, object]) -> "Rulings":
        """Read the rulings that differ from the default; names without bearing on these kinds are passed over."""
        ours = {field.name for field in fields(cls)}
        return cls(**{name: read_option(name, option) for name, option in options.items() if name in ours})  # type: ignore[arg-type]


def read_option(name: str, option: object) -> object:
    """One option as the twin holds it; an option that part C does not offer raises ValueError."""
    word = str(option)
    if name in OPTIONS:
        if word not in OPTIONS[name]:
            raise ValueError(f"{name}: {word!r}; options: {', '.join(OPTIONS[name])}")
        return word
    if name in NUMBERS:
        beside, lowest, highest = NUMBERS[name]
        if beside is not None and word == beside:
            return word if name == "aa_suppressed_penalty" else None
        if not lowest <= int(word) <= highest:
            raise ValueError(f"{name}: {word} lies outside {lowest}..{highest}")
        return int(word)
    if name in CHANCES:
        if name == "los_probability_low" and word == "geometric_dead_zone":
            return word
        if not 0 <= Fraction(word) <= 1:
            raise ValueError(f"{name}: {word} is no probability")
        return Fraction(word)
    if name == "aspect_model" and (word in ASPECT_MODELS or word == "geometric" or word.startswith("custom:")):
        return word
    raise ValueError(f"{name}: {word!r} is no option")


def aspect_chances(rulings: Rulings) -> tuple[Fraction, Fraction]:
    """(p_rear, p_not_front) for a plane whose bearing nobody knows (3.2.3j, k; `aspect_model`)."""
    model = rulings.aspect_model
    if model == "geometric":
        raise ValueError("aspect_model geometric demands a bearing_deg")
    if model.startswith("custom:"):
        p_rear, p_not_front = model.removeprefix("custom:").split(",")
        return Fraction(p_rear.strip()), Fraction(p_not_front.strip())
    return ASPECT_MODELS[model]
