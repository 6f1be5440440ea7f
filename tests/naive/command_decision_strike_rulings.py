"""The rulings of part C that bear on kind `strike` alone, with their defaults.

A ruling keeps its name and its options as the rules page spells them.
"""

from dataclasses import dataclass, fields
from fractions import Fraction

YES_NO = ("yes", "no")

# Options of every ruling that is a choice of words (part C2).
OPTIONS: dict[str, tuple[str, ...]] = {
    "selection_before_aa": YES_NO,
    "aa_target_choice": ("best_abort_probability", "nearest", "random", "highest_value", "attacker_worst_case"),
    "aa_mandatory_fire": ("all_rof", "at_least_one", "optional"),
    "aa_gun_split_fire": YES_NO,
    "range_measured_to": ("model_position", "target_point", "closest_of_both"),
    "attack_heading": ("random", "owner_best", "from_own_edge"),
    "combo_gun_free_target": ("same_target_only", "any_target"),
    "asm_launch_distance": ("min_edge_both", "edge_caps_80_only"),
    "strafing_exposure": YES_NO,
    "alternative_point_policy": (
        "attacker_stands_if_possible",
        "empty_ground",
        "least_own_loss",
        "random_within_24",
    ),
    "alternative_declined": YES_NO,
    "fac_and_smoke_together": YES_NO,
    "template_centre_limit": ("attacked_point", "primary_point"),
    "friendly_fire": YES_NO,
    "morale_aborted_strike": YES_NO,
    "morale_stacking": ("once", "per_strike"),
    "morale_centre": ("any_template", "target_counter"),
    "morale_own_side": YES_NO,
}


@dataclass(frozen=True)
class StrikeRulings:
    """One option for each ruling; the values here are the defaults of part C.

    `smoke_marking_success`: None is base_artillery_response; `fighter_patrol`: None is not_modelled.
    """

    selection_before_aa: str = "yes"
    aa_target_choice: str = "best_abort_probability"
    aa_mandatory_fire: str = "all_rof"
    aa_gun_split_fire: str = "no"
    range_measured_to: str = "model_position"
    attack_heading: str = "random"
    combo_gun_free_target: str = "same_target_only"
    asm_launch_distance: str = "min_edge_both"
    strafing_exposure: str = "yes"
    alternative_point_policy: str = "attacker_stands_if_possible"
    alternative_declined: str = "no"
    fac_and_smoke_together: str = "no"
    template_centre_limit: str = "attacked_point"
    friendly_fire: str = "yes"
    morale_aborted_strike: str = "no"
    morale_stacking: str = "once"
    morale_centre: str = "any_template"
    morale_own_side: str = "yes"
    plane_arrival_probability: Fraction = Fraction(1, 2)
    smoke_marking_success: Fraction | None = None
    fighter_patrol: int | None = None

    @classmethod
    def of(cls, options: dict[str, object]) -> "StrikeRulings":
        """Read the rulings that differ from the default; names without bearing on `strike` alone are passed over.

        >>> StrikeRulings.of({"fighter_patrol": 12, "cm_uses": 3}).fighter_patrol
        12
        """
        ours = {field.name for field in fields(cls)}
        return cls(**{name: read_option(name, option) for name, option in options.items() if name in ours})  # type: ignore[arg-type]


def read_option(name: str, option: object) -> object:
    """One option as the twin holds it; an option that part C does not offer raises ValueError."""
    word = str(option)
    if name in OPTIONS:
        if word not in OPTIONS[name]:
            raise ValueError(f"{name}: {word!r}; options: {', '.join(OPTIONS[name])}")
        return word
    if name == "fighter_patrol":
        if word == "not_modelled":
            return None
        if not 6 <= int(word) <= 24:
            raise ValueError(f"{name}: {word} lies outside 6..24")
        return int(word)
    if name == "smoke_marking_success" and word == "base_artillery_response":
        return None
    if not 0 <= Fraction(word) <= 1:
        raise ValueError(f"{name}: {word} is no probability")
    return Fraction(word)
