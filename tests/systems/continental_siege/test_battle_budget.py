"""A battle may have another budget than its scenario's: `armour_units` in [defender] and [attacker] (B17, 11.02)."""

import pytest

from simlab import SimlabError, prepare


def battle(defender, **more):
    return {"system": "continental_siege", "kind": "battle", "scenario": "mk3_attack_air", "defender": defender, **more}


def tanks(count):
    return [{"unit": "heavy_tank", "count": count}]


def test_the_budget_is_that_of_the_scenario_or_ones_own():
    with pytest.raises(SimlabError, match="costs 13 armour units; 12 may be spent"):
        prepare(battle({"force": tanks(13)}))
    assert prepare(battle({"force": tanks(13), "armour_units": 13})).packed.kinds[:, 1].max() == 20  # squads
    with pytest.raises(SimlabError, match=r"costs 3 armour units; 2\.5 may be spent"):
        prepare(battle({"force": tanks(3), "armour_units": 2.5}))


def test_an_attacker_without_a_budget_may_be_given_one():
    bombers = [{"unit": "bomber", "count": 2}]
    with pytest.raises(SimlabError, match="costs 2 armour units"):
        prepare(battle({}, attacker={"force": bombers}))
    ready = prepare(battle({}, attacker={"force": bombers, "armour_units": 2}))
    assert [1, 2] in ready.packed.kinds[:, :2].tolist()


def test_a_budget_changes_nothing_else():
    """The same force packs to the same numbers under either budget."""
    assert (
        prepare(battle({"force": tanks(6)})).inputs == prepare(battle({"force": tanks(6), "armour_units": 30})).inputs
    )
