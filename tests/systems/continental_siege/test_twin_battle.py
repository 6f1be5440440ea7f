"""The battle and its naive twin, written from the rules page alone, play the same battles die by die."""

from random import Random

import numpy as np
import pytest

from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.systems.continental_siege.battle.counts import kind_names
from simlab.systems.continental_siege.battle.course import big_is_destroyed, game_turns, level_of, points_lost
from simlab.systems.continental_siege.battle.replay import played
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rulings import NO_CASE_IN_BATTLES, RULINGS
from tests.naive import continental_siege as twin
from tests.naive.continental_siege_random_mixes import random_filed_battle, random_mixed_battle
from tests.naive.continental_siege_random_rulings import GROUPS, random_ruled_battle
from tests.naive.continental_siege_random_weights import random_weighted_battle
from tests.systems.continental_siege.battle_scenarios import DRAWN, SCENARIOS, packed

KEY = key_from_seed(7)
TURNED = [
    (ruling.name, option)
    for ruling in RULINGS
    if "battle" in ruling.bears_on and ruling.name not in NO_CASE_IN_BATTLES
    for option in ruling.alternatives[1:]
]
TRIALS = 3


def both(name, trial, **rulings):
    """What came of a trial of a scenario with a name, here and in the twin."""
    return outcomes({**(SCENARIOS | DRAWN)[name], "rulings": rulings}, trial)


def outcomes(body, trial):
    """What came of a trial here and in the twin."""
    ready = prepare({"system": "continental_siege", "kind": "battle", **body}).packed
    battle = played(ready, KEY, trial)
    names = [kind.partition(":")[2] for kind in kind_names(ready)]
    lost: dict[str, int] = {}
    for unit, row in enumerate(battle.units[: battle.numbers[at.UNITS]]):
        scored = unit == battle.game[at.BIG] and big_is_destroyed(battle)
        if row[at.PLACE] == at.DESTROYED or scored:
            lost[names[row[at.KIND]]] = lost.get(names[row[at.KIND]], 0) + 1
    mine = (
        int(level_of(battle)), int(game_turns(battle)), int(points_lost(battle, at.DEFENDER)),
        int(points_lost(battle, at.ATTACKER)), battle.game[at.BOXES + at.BODY] / 2, lost,
    )  # fmt: skip
    told = {key: body[key] for key in body if key not in ("system", "kind", "rulings")}
    outcome, _ = twin.play(told, body.get("rulings", {}), KEY, trial)
    boxes = outcome.capital_boxes
    theirs = (
        outcome.level, outcome.game_turns, outcome.attacker_points, outcome.defender_points,
        float(boxes.get("treads", boxes.get("propulsion", 0))), {k: n for k, n in outcome.lost.items() if n},
    )  # fmt: skip
    return mine, theirs


@pytest.mark.parametrize("name", [*SCENARIOS, *DRAWN])
@pytest.mark.parametrize("trial", range(TRIALS))
def test_twin_plays_the_same_battle(name, trial):
    mine, theirs = both(name, trial)
    assert mine == theirs


@pytest.mark.parametrize("trial", [37, 57])
def test_a_fortress_goes_on_at_the_squads_that_a_bombload_leaves(trial):  # R19, R45: a group is one target
    mine, theirs = both("csa15_other", trial)
    assert mine == theirs


@pytest.mark.parametrize(("ruling", "option"), TURNED)
def test_twin_plays_the_same_battle_under_every_ruling(ruling, option):
    dear = ruling in ("aircraft_cost", "aa_cost")
    for name in ("at_double_prices",) if dear else ("both_air", "more_policies", "csa10_other"):
        mine, theirs = both(name, 0, **{ruling: option})
        assert mine == theirs, name


@pytest.mark.campaign
@pytest.mark.parametrize("name", [*SCENARIOS, *DRAWN])
def test_twin_plays_many_more(name):
    for trial in range(TRIALS, 150):
        mine, theirs = both(name, trial)
        assert mine == theirs, trial


@pytest.mark.parametrize("seed", [2, 4, 7, 9, 13, 16])
def test_twin_plays_the_same_battle_by_weights(seed):
    """W1 to W8: half of the hooks weighted, with and without the tuned doctrine."""
    mine, theirs = outcomes(random_weighted_battle(Random(seed)), 0)
    assert mine == theirs


@pytest.mark.parametrize(("seed", "trial"), [(143, 1), (211, 2)])
def test_twin_plays_battles_in_which_the_two_once_parted(seed, trial):
    """An Ogre that stands with a rammed tank after its second ram (R9); fighters by `escort` at bombers (R29)."""
    mine, theirs = outcomes(random_weighted_battle(Random(seed)), trial)
    assert mine == theirs


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 220))
def test_twin_plays_the_same_battles_by_weights_at_length(seed):
    for trial in range(3):
        mine, theirs = outcomes(random_weighted_battle(Random(seed)), trial)
        assert mine == theirs, trial


@pytest.mark.parametrize("group", GROUPS)
def test_twin_plays_the_same_battle_under_younger_readings(group):
    """R59 to R82, with other rulings and policies drawn beside them."""
    mine, theirs = outcomes(random_ruled_battle(group, Random(f"{group} 1")), 0)
    assert mine == theirs


@pytest.mark.campaign
@pytest.mark.parametrize("group", GROUPS)
def test_twin_plays_the_same_battles_under_younger_readings_at_length(group):
    for seed in range(100, 160):
        for trial in range(2):
            mine, theirs = outcomes(random_ruled_battle(group, Random(f"{group} {seed}")), trial)
            assert mine == theirs, (seed, trial)


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_twin_plays_the_same_battle_by_filed_doctrines(seed, tmp_path):
    """W8: doctrines of a file of one's own, set-ups and weights among them."""
    mine, theirs = outcomes(random_filed_battle(Random(f"filed {seed}"), tmp_path / "doctrines.csv"), 0)
    assert mine == theirs


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 160))
def test_twin_plays_the_same_battles_by_filed_doctrines_at_length(seed, tmp_path):
    body = random_filed_battle(Random(f"filed {seed}"), tmp_path / "doctrines.csv")
    for trial in range(3):
        mine, theirs = outcomes(body, trial)
        assert mine == theirs, trial


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_twin_plays_the_same_battle_by_mixed_doctrines(seed, tmp_path):
    """W9: two or three doctrines on either side, one of which is drawn."""
    mine, theirs = outcomes(random_mixed_battle(Random(f"mixed {seed}"), tmp_path / "doctrines.csv"), 0)
    assert mine == theirs


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 160))
def test_twin_plays_the_same_battles_by_mixed_doctrines_at_length(seed, tmp_path):
    body = random_mixed_battle(Random(f"mixed {seed}"), tmp_path / "doctrines.csv")
    for trial in range(4):
        mine, theirs = outcomes(body, trial)
        assert mine == theirs, trial


def test_a_battle_is_the_same_whoever_looks_on():
    ready = packed("both_air")
    one, other = played(ready, KEY, 5), played(ready, KEY, 5, events=0)
    assert (one.units == other.units).all()
    assert np.delete(one.game, at.EVENTS).tolist() == np.delete(other.game, at.EVENTS).tolist()
