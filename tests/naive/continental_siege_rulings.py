"""The 71 rulings of section 3 as plain words; the first option of each is the default."""

from fractions import Fraction

OPTIONS: dict[str, tuple[str, ...]] = {
    # A. Attack arithmetic and results
    "fractional_strength": ("exact", "floor_each", "ceil_each", "floor_total"),
    "fractional_unit_loss": ("floor", "ceil", "exact"),
    "attack_sequencing": ("sequential", "declare_all_first"),
    "combined_fire_on_aircraft": ("allowed", "forbidden"),
    "propulsion_combined_fire": ("forbidden", "allowed"),
    "one_unit_many_weapons_vs_propulsion": ("each_weapon", "one_roll_per_unit"),
    "aircraft_second_d": ("destroyed", "no_extra", "extends"),
    "aircraft_recovery": ("armor_standard", "own_turn_only", "until_next_fire_phase_start"),
    "disabled_aircraft_movement": ("full_move_and_turn", "full_move_no_turn"),
    "ff_affected_by_d": ("none", "fortress_cannot_attack", "weapon_cannot_fire"),
    "aircraft_stack_defence": ("separately", "spillover"),
    "aircraft_same_hex_fire": ("allowed", "forbidden"),
    # B. Bombs
    "bombload_combination": ("separate", "combinable", "must_combine"),
    "bomb_release_hexes": ("entered_hexes", "include_start", "exclude_last"),
    "bomb_targets_in_hex": ("every_ground_unit", "one_chosen_unit", "enemy_units_only"),
    "bomb_decision_timing": ("adaptive", "preplotted"),
    "bomb_part_rule": ("at_most_6", "exactly_6"),
    "bomb_tread_attacks": ("one_attack", "one_per_part"),
    "ogre_system_granularity": ("individual_weapon", "weapon_class"),
    "bomb_halved_vs_infantry_group": ("group", "each_squad"),
    "bomber_empty": ("removed_alive", "counts_as_lost", "flies_on"),
    "ap_bomb_combination": ("separate", "combinable"),
    "ap_bomb_halved": ("no", "yes"),
    "ap_bomb_vs_cp": ("auto_x", "as_d1"),
    "ap_bomb_per_target_limit": ("unlimited", "one_attack_per_turn"),
    "ap_bomb_other_targets": ("none", "ogre_ap_guns"),
    # C. Flying Fortresses
    "ff_ma_threshold": ("at_quarter", "after_quarter"),
    "ff_gun_targets": ("independent", "all_one_target"),
    "ff_guns_vs_ground": ("halved", "full"),
    "aam_expended": ("one_shot", "reusable"),
    "aam_arc": ("all_round", "forward_arc"),
    "ff_bombs_targetable": ("yes", "no"),
    "ff_disarmed": ("stays_in_play", "withdraws", "counts_as_destroyed"),
    "ff_withdrawal": ("own_edge_when_declared", "never", "when_out_of_bombs"),
    # D. AA units and other ground fire
    "aa_fire_timing": ("own_fire_phase", "enemy_turn_after_movement", "reaction_on_entry"),
    "aa_arc": ("all_round", "forward_arc"),
    "aa_halving_vs_propulsion": ("full", "half"),
    "howitzer_vs_ff": ("halved", "full"),
    "howitzer_min_range": ("none", "two"),
    "mobile_howitzer_vs_air": ("yes_halved", "no"),
    "superheavy_vs_air": ("no", "superheavy_as_ogre_main"),
    # E. Movement, facing, entry
    "hex_numbering": ("even_low", "odd_low"),
    "aircraft_entry_turn": ("first_own_turn", "any_own_turn", "scenario_turn"),
    "aircraft_entry_cost": ("one", "zero"),
    "aircraft_entry_facing": ("two_inward_vertices", "any"),
    "aircraft_entry_edge": ("own_setup_edge", "any_edge"),
    "fighter_turn_when_5": ("yes", "only_after_6"),
    "arc_facing_used": ("final_facing", "movement_facing"),
    "arc_boundary": ("inclusive", "exclusive"),
    "arc_own_hex_ground": ("allowed", "aircraft_only"),
    "offmap_tracking": ("virtual_grid", "fixed_delay", "removed"),
    "offmap_combat": ("none", "normal"),
    "offmap_return_test": ("ends_on_map", "enters_map"),
    "ground_units_and_aircraft": ("no", "enemy_hex_blocked"),
    # F. Infantry, ground and base-game editions
    "infantry_d_result": ("lose_one_squad", "disabled"),
    "infantry_grouping": ("up_to_three", "each_alone"),
    "second_d_armor": ("destroyed", "no_extra"),
    "disabled_recovery": ("after_next_enemy_turn", "before_next_enemy_fire"),
    "ogre_ram_roll": ("4_to_6", "5_to_6"),
    "gev_second_move": ("3", "2"),
    "map_north_last_row": ("7", "8"),
    "cp_defence": ("0", "1", "2", "3"),
    # G. Points, victory, end of game
    "aircraft_cost": ("1", "free_parameter"),
    "aa_cost": ("1", "heavy_counts_two", "free_parameter"),
    "ff_cost": ("ogre_analogy", "propulsion_ratio", "free_parameter"),
    "ff_victory_points": ("six_per_cost", "ogre_table", "partial_damage"),
    "aa_strength_in_area_limit": ("printed", "ground"),
    "surviving_strength_counts_air": ("printed", "ground_only", "none_of_the_new_units"),
    "last_unit_rule": ("yes", "no"),
    "first_player": ("attacker", "defender", "random"),
    "turn_limit": ("40", "none", "20"),
}
FIXED_DELAY = 3  # where no number stands in its place; offmap_tracking = fixed_delay: own player-turns until the return


class Rulings(dict[str, str]):
    """Name -> option in force. Where an option is `free_parameter` a number may stand in its place."""

    def __init__(self, changed: dict[str, object] | None = None):
        super().__init__({name: options[0] for name, options in OPTIONS.items()})
        for name, option in (changed or {}).items():
            text = str(option)
            options = OPTIONS.get(name)
            if options is None:
                raise ValueError(f"no such ruling: {name}")
            number = name in ("turn_limit", "offmap_tracking") or "free_parameter" in options
            if text not in options and not (number and Fraction(text) > 0):
                raise ValueError(f"{name} has no option {text}")
            self[name] = text

    def number(self, name: str) -> Fraction | None:
        """The number given in place of `free_parameter`, or None."""
        text = self[name]
        return Fraction(text) if text.replace("/", "").replace(".", "").isdigit() else None
