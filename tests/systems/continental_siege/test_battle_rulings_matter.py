"""No option that does nothing: for every option of a ruling of battles, a battle that it changes on the same dice."""

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.errors import ScenarioError, SimlabError
from simlab.execute import prepare
from simlab.systems.continental_siege.battle.counts import space_of
from simlab.systems.continental_siege.battle.kernel import count_battle
from simlab.systems.continental_siege.battle.replay import played
from simlab.systems.continental_siege.rulings import ONE_WAY_IN_BATTLES, RULINGS
from tests.systems.continental_siege.battle_scenarios import SCENARIOS, battle

KEY = key_from_seed(7)
TRIALS = 12
NEAR_AIR = battle(
    "mk3_both_air", [("mobile_howitzer", 3), ("heavy_tank", 2), ("heavy_aa", 2), ("bomber", 1), ("fighter", 1)],
    [("bomber", 2), ("fighter", 1)], {"bomber_target": "ogre"}, {"bomber_target": "howitzers", "fighter": "strafe"},
)  # fmt: skip
FAR_RING = battle("csa10_raid", [("heavy_aa", 4), ("light_aa", 4), ("fighter", 3)], (), {"setup": {"aa_ring": 7}})
LAST = battle("mk3_attack_air", [("fighter", 3), ("gev", 2)], (), {"fighter": "escort", "ground_move": "hold"})
USUAL = ("both_air", "more_policies", "csa10_other", "csa10", "air_defence")
WHERE = {
    "mobile_howitzer_vs_air": [NEAR_AIR],
    "map_north_last_row": [FAR_RING],
    "last_unit_rule": [LAST],
    "ff_cost": ["csa10"],
    "ff_victory_points": ["csa10", "csa15"],
    "fractional_strength": ["csa10", "csa10_other"],
    "arc_own_hex_ground": [NEAR_AIR, "yet_other_policies", "air_defence", "csa10"],
    "surviving_strength_counts_air": [FAR_RING, "csa15", "both_air", "air_defence"],
    "bomb_targets_in_hex": ["air_defence", "yet_other_policies", NEAR_AIR, "mark_5_air"],
}
TURNED = [
    (ruling.name, option)
    for ruling in RULINGS
    if "battle" in ruling.bears_on and ruling.name not in ONE_WAY_IN_BATTLES
    for option in ruling.alternatives[1:]
]


def what_came_of_it(ready, trial):
    """The counts of one trial."""
    counts = np.zeros(space_of(ready).size, np.int64)
    count_battle(played(ready, KEY, trial, events=0), counts)
    return counts.tolist()


@pytest.mark.parametrize(("ruling", "option"), TURNED)
def test_every_option_changes_a_battle(ruling, option):
    for where in WHERE.get(ruling, USUAL):
        body = SCENARIOS[where] if isinstance(where, str) else where
        try:
            turned = prepare({**body, "rulings": {ruling: option}}).packed
        except ScenarioError as refused:  # a force that is too dear at other prices
            if "armour units" not in str(refused):
                raise
            return
        usual = prepare(body).packed
        if turned.units.shape != usual.units.shape or (turned.units != usual.units).any():
            return  # other prices, points or places
        for trial in range(TRIALS):
            if what_came_of_it(turned, trial) != what_came_of_it(usual, trial):
                return
    pytest.fail("no battle tried here is played otherwise")


@pytest.mark.parametrize("name", ONE_WAY_IN_BATTLES)
def test_rulings_played_one_way_are_refused(name):
    ruling = next(ruling for ruling in RULINGS if ruling.name == name)
    with pytest.raises(SimlabError, match=name):
        prepare({**SCENARIOS["mark_3"], "rulings": {name: ruling.alternatives[1]}})
