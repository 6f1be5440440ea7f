"""Options that change a battle: for each a scenario and a trial that is played otherwise on the same dice.

Options of rare effect (such as `last_unit_rule`) are held by the twin alone; what `aircraft_entry_turn` and
`bomb_part_rule` need beside them is in test_battle_readings.py.
"""

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems.continental_siege.battle.counts import space_of
from simlab.systems.continental_siege.battle.kernel import count_battle
from simlab.systems.continental_siege.battle.replay import played
from simlab.systems.continental_siege.rulings import NO_CASE_IN_BATTLES, RULINGS
from tests.systems.continental_siege.battle_scenarios import SCENARIOS as USUAL
from tests.systems.continental_siege.battle_scenarios import battle

SCENARIOS = USUAL | {
    "superheavies": battle("csa10_raid", [("superheavy", 4), ("heavy_aa", 4)], (), {"ground_move": "hold"})
}
KEY = key_from_seed(7)
FOUND = [
    ("aa_cost", 0.5, "both_air", 0),
    ("aa_fire_timing", "enemy_turn_after_movement", "both_air", 2),
    ("aa_fire_timing", "reaction_on_entry", "both_air", 2),
    ("aa_halving_vs_propulsion", "half", "csa10_other", 0),
    ("aam_arc", "forward_arc", "csa10_other", 0),
    ("aam_expended", "reusable", "csa10_other", 0),
    ("aircraft_cost", 0.5, "both_air", 0),
    ("aircraft_entry_cost", "zero", "both_air", 1),
    ("aircraft_entry_edge", "any_edge", "both_air", 0),
    ("aircraft_entry_facing", "any", "csa10_other", 0),
    ("aircraft_same_hex_fire", "forbidden", "csa10_other", 1),
    ("aircraft_second_d", "extends", "both_air", 2),
    ("aircraft_second_d", "no_extra", "both_air", 2),
    ("ap_bomb_vs_cp", "as_d1", "csa10_other", 2),
    ("arc_boundary", "exclusive", "both_air", 0),
    ("arc_facing_used", "movement_facing", "both_air", 0),
    ("bomb_release_hexes", "exclude_last", "both_air", 0),
    ("bomb_release_hexes", "include_start", "yet_other_policies", 5),
    ("bomb_tread_attacks", "one_per_part", "more_policies", 0),
    ("bomber_empty", "counts_as_lost", "more_policies", 0),
    ("combined_fire_on_aircraft", "forbidden", "more_policies", 0),
    ("cp_defence", "1", "both_air", 0),
    ("cp_defence", "2", "both_air", 0),
    ("cp_defence", "3", "both_air", 0),
    ("disabled_aircraft_movement", "full_move_no_turn", "both_air", 1),
    ("ff_bombs_targetable", "no", "csa10_other", 0),
    ("ff_cost", "propulsion_ratio", "csa10", 0),
    ("ff_cost", 10, "csa10", 0),
    ("ff_guns_vs_ground", "full", "csa10_other", 0),
    ("ff_ma_threshold", "after_quarter", "csa10", 3),
    ("ff_victory_points", "ogre_table", "csa10", 0),
    ("ff_withdrawal", "never", "csa10_other", 1),
    ("ff_withdrawal", "when_out_of_bombs", "csa10_other", 1),
    ("fighter_turn_when_5", "only_after_6", "both_air", 0),
    ("first_player", "defender", "both_air", 0),
    ("first_player", "random", "both_air", 3),
    ("fractional_strength", "ceil_each", "csa10_other", 1),
    ("fractional_strength", "floor_each", "csa10", 1),
    ("fractional_strength", "floor_total", "csa10", 1),
    ("gev_second_move", "2", "both_air", 0),
    ("howitzer_min_range", "two", "csa10", 2),
    ("howitzer_vs_ff", "full", "csa10_other", 1),
    ("infantry_d_result", "disabled", "both_air", 0),
    ("ogre_system_granularity", "weapon_class", "more_policies", 0),
    ("second_d_armor", "no_extra", "both_air", 1),
    ("turn_limit", 20, "air_defence", 0),
    ("propulsion_combined_fire", "allowed", "csa10", 0),
    ("attack_sequencing", "declare_all_first", "both_air", 0),
    ("one_unit_many_weapons_vs_propulsion", "one_roll_per_unit", "later_units", 2),
    ("ff_affected_by_d", "fortress_cannot_attack", "csa10", 0),
    ("ff_affected_by_d", "weapon_cannot_fire", "csa10_other", 0),
    ("aircraft_stack_defence", "spillover", "both_air", 3),
    ("bombload_combination", "combinable", "yet_other_policies", 3),
    ("bombload_combination", "must_combine", "more_policies", 0),
    ("bomb_halved_vs_infantry_group", "each_squad", "csa15_other", 2),
    ("ap_bomb_combination", "combinable", "csa15_other", 0),
    ("ff_gun_targets", "all_one_target", "csa10_other", 0),
    ("aa_arc", "forward_arc", "both_air", 0),
    ("offmap_tracking", "removed", "csa10_other", 0),
    ("offmap_tracking", "fixed_delay", "csa10_other", 0),
    ("offmap_tracking", 5, "csa10_other", 0),
    ("offmap_combat", "normal", "csa10", 2),
    ("ground_units_and_aircraft", "enemy_hex_blocked", "other_policies", 2),
    ("infantry_grouping", "each_alone", "both_air", 0),
    ("aa_strength_in_area_limit", "ground", "best_fire", 1),
    ("bomb_decision_timing", "preplotted", "csa15_other", 0),
    ("ap_bomb_per_target_limit", "one_attack_per_turn", "csa15_other", 0),
    ("superheavy_vs_air", "superheavy_as_ogre_main", "superheavies", 0),
    ("offmap_return_test", "enters_map", "yet_other_policies", 0),
]
TOO_DEAR = [("aircraft_cost", 2), ("aa_cost", 2), ("aa_cost", "heavy_counts_two")]


def what_came_of_it(ready, trial):
    """The counts of one trial."""
    counts = np.zeros(space_of(ready).size, np.int64)
    count_battle(played(ready, KEY, trial, events=0), counts)
    return counts.tolist()


@pytest.mark.parametrize(("ruling", "option", "name", "trial"), FOUND)
def test_option_changes_a_battle(ruling, option, name, trial):
    turned = prepare({**SCENARIOS[name], "rulings": {ruling: option}}).packed
    usual = prepare(SCENARIOS[name]).packed
    same_units = turned.units.shape == usual.units.shape and (turned.units == usual.units).all()
    assert not same_units or what_came_of_it(turned, trial) != what_came_of_it(usual, trial)


@pytest.mark.parametrize(("ruling", "option"), TOO_DEAR)
def test_prices_bind_the_force(ruling, option):  # 11.02
    with pytest.raises(SimlabError, match="armour units"):
        prepare({**SCENARIOS["both_air"], "rulings": {ruling: option}})


@pytest.mark.parametrize("name", NO_CASE_IN_BATTLES)
def test_rulings_played_one_way_are_refused(name):
    ruling = next(ruling for ruling in RULINGS if ruling.name == name)
    with pytest.raises(SimlabError, match=name):
        prepare({**SCENARIOS["mark_3"], "rulings": {name: ruling.alternatives[1]}})
