"""The preset of *Alpha Strike: Commander's Edition* (section 0.4): where it moves the defaults of other rulings.

The default preset, `as2013`, moves none. `zone_speed` and `altitude_split` keep their values where `asce` has no zones.
"""

ASCE: dict[str, str | int] = {
    "path_min_length": 24,
    "strafe_inside_test": "any_base",
    "spheroid_strike_arc": "front",
    "altitude_min_pois": 1,
    "altitude_bombs_per_poi": "exactly_1",
    "altitude_split": "explicit_list",
    "attack_mods": "3/1/0/0",
    "area_effect_modifier": 1,
    "jump_capable_tmm": "if_jumped",
    "airborne_mod_air_to_air": "applied",
    "grounded_dropship_type": "-1",
    "drone_form": "skill_+1",
    "scatter_distance": "2xmof",
    "aoe_measure": "diameter",
    "aoe_inside_test": "any_base",
    "inferno_dropship": "yes",
    "strafe_energy_full": "yes",
    "strafe_minimal": "zero",
    "natural_12_crit": "yes",
    "start_zone": "home_edge",
    "engagement_end": "end_phase",
    "air_range_choice": "paths",
    "g2a_altitude_add": "6/12/30/48",
    "damage_control_loss": "altitude_track",
}
