"""Scenarios of battles that meet every policy, every sort of unit, both kinds of attacker."""

from simlab.execute import prepare


def battle(scenario, defender, attacker=(), defending=None, attacking=None):
    """A scenario of kind `battle`: forces as (unit, count), policies as mappings."""
    return {
        "system": "continental_siege",
        "kind": "battle",
        "scenario": scenario,
        "defender": {"force": [{"unit": u, "count": n} for u, n in defender], "policies": defending or {}},
        "attacker": {"force": [{"unit": u, "count": n} for u, n in attacker], "policies": attacking or {}},
    }


BASE = [("howitzer", 2), ("heavy_tank", 3), ("missile_tank", 2), ("gev", 3)]
LATER = [("superheavy", 2), ("mobile_howitzer", 1), ("light_tank", 4), ("howitzer", 1), ("gev", 2)]
MIXED = [("heavy_aa", 2), ("light_aa", 2), ("bomber", 3), ("fighter", 2), ("gev", 3)]
SCENARIOS = {
    "mark_3": battle("mk3_attack", BASE),
    "later_units": battle("mk3_attack", LATER),
    "mark_5": battle("mk5_attack", [("howitzer", 4), ("heavy_tank", 5), ("missile_tank", 3), ("gev", 4)]),
    "air_defence": battle("mk3_attack_air", [("bomber", 6), ("fighter", 2), ("gev", 2), ("howitzer", 1)]),
    "mark_5_air": battle("mk5_attack_air", [("bomber", 4), ("fighter", 4), *BASE], (), {"bomber_target": "cp"}),
    "both_air": battle(
        "mk3_both_air",
        [("howitzer", 1), ("heavy_aa", 2), ("light_aa", 2), ("fighter", 3), ("gev", 3)],
        [("bomber", 2), ("fighter", 1)],
    ),
    "at_double_prices": battle(  # within its points even when aircraft and AA cost twice as much
        "mk3_both_air", [("heavy_aa", 2), ("light_aa", 1), ("bomber", 2), ("gev", 1)], [("bomber", 1)]
    ),
    "other_policies": battle(
        "mk3_both_air", MIXED, [("fighter", 3)],
        {"fighter": "escort", "bomber": "avoid_aa", "ogre_loads": "main4_plus2", "ground_fire": "treads_only",
         "aa_fire": "pair_to_auto", "ground_move": "screen_cp"},
        {"ogre_move": "hunter", "ogre_fire": "nearest_first"},
    ),
    "more_policies": battle(
        "mk3_both_air", [("heavy_aa", 4), ("light_aa", 2), ("bomber", 3), ("gev", 3)], [("bomber", 3)],
        {"ground_fire": "best_marginal", "aa_fire": "pair_to_auto", "ground_move": "gev_hit_and_run",
         "ogre_loads": "ap_sweep", "setup": {"aa_ring": 3}},
        {"bomber_target": "best_value", "ogre_move": "hunter"},
    ),
    "yet_other_policies": battle(
        "mk3_both_air", [("heavy_aa", 1), ("light_aa", 2), ("bomber", 3), ("fighter", 3), ("gev", 3)],
        [("bomber", 2), ("fighter", 1)],
        {"ogre_loads": "treads_6", "fighter": "strafe", "ground_move": "hold"},
        {"bomber_target": "aa", "fighter": "escort", "bomber": "avoid_aa"},
    ),
    "csa10": battle("csa10_raid", [("heavy_aa", 4), ("light_aa", 3), ("fighter", 3), ("howitzer", 1)]),
    "csa10_other": battle(
        "csa10_raid", [("heavy_aa", 3), ("light_aa", 3), ("fighter", 2), ("howitzer", 1), ("bomber", 2)], (),
        {"aa_fire": "ff_bombs_first", "setup": {"aa_ring": 5}, "fighter": "strafe"},
        {"ff_move": "kill_aa_first", "ff_withdrawal": {"ma_at_most": 2}},
    ),
    "csa15": battle("csa15_raid", [("heavy_aa", 6), ("light_aa", 4), ("fighter", 5), ("howitzer", 1), ("gev", 3)]),
    "csa15_other": battle(
        "csa15_raid", [("heavy_aa", 2), ("fighter", 1), ("gev", 3), ("heavy_tank", 6)], (),
        {"aa_fire": "ff_pu_only"}, {"ff_withdrawal": "never", "ogre_fire": "nearest_first"},
    ),
    "weights_and_lists": battle(
        "mk3_both_air", [("heavy_aa", 1), ("light_aa", 2), ("bomber", 3), ("fighter", 3), ("gev", 3)],
        [("bomber", 2), ("fighter", 1)],
        {"ogre_loads": {"best_for": {"missile": 6, "main_battery": 8, "secondary_battery": 3, "antipersonnel": 1,
                                     "treads": 1}},
         "fighter": {"strafe": ["ogre_mk3"]}},
        {"fighter": {"strafe": ["heavy_aa", "gev", "infantry_squad"]}},
    ),
    "best_fire": battle(
        "mk3_both_air", [("heavy_aa", 4), ("light_aa", 3), ("howitzer", 2), ("gev", 1)], [("bomber", 3)],
        {"aa_fire": "best_dp", "setup": "random_legal"},
    ),
}  # fmt: skip
# Forces drawn anew in every battle.
DRAWN = {
    "drawn": SCENARIOS["both_air"] | {"defender": {"force": "random_mix"}, "attacker": {"force": "random_mix"}},
    "drawn_by_weight": SCENARIOS["both_air"]
    | {
        "defender": {"force": {"mix": {"gev": 3, "heavy_aa": 1, "bomber": 2}}, "policies": {"setup": {"aa_ring": 4}}},
        "attacker": {"force": {"mix": {"bomber": 5, "fighter": 1}}},
    },
    "drawn_raid": SCENARIOS["csa10"] | {"defender": {"force": "random_mix", "policies": {"setup": "random_legal"}}},
}


def packed(name, **rulings):
    """The packed battle of a scenario above."""
    return prepare({**(SCENARIOS | DRAWN)[name], "rulings": rulings}).packed
