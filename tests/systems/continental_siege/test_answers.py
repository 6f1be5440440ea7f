"""Questions over many scenarios: guns needed (W8), and what a bombing run is worth in armour units."""

from fractions import Fraction as F

import pytest
from siege_scenarios import attrition, bombing_run, packed

from simlab.systems.continental_siege.mission.answers import exchange_of, guns_needed


def needed(fortress, gun, turn, chance, battery=None):
    prepared = packed(attrition(fortress, {gun: 1}))
    keys = {"fortress": fortress, "battery": battery or {}}
    return guns_needed(keys, gun, turn, chance, prepared.rulings, prepared.catalog)


@pytest.mark.parametrize(("fortress", "gun", "turn", "chance", "guns"), [
    ("csa15", "heavy_aa", 3, F(1, 2), 8), ("csa15", "heavy_aa", 3, F(9, 10), 11), ("csa10", "light_aa", 3, F(1, 2), 8),
    ("csa15", "fighter", 1, 1, None),
])  # fmt: skip
def test_w8_guns_needed(fortress, gun, turn, chance, guns):
    assert needed(fortress, gun, turn, chance) == guns


def test_guns_beside_others():
    assert needed("csa10", "heavy_aa", 3, F(45306, 100_000), {"light_aa": 3}) < 6


def exchange(target, **keys):
    prepared = packed(bombing_run(target, **keys))
    return exchange_of(prepared.shape, prepared.rulings, prepared.catalog)


def test_a_bomber_on_a_guarded_howitzer():
    """11.02: a bomber costs 1, a howitzer 2; a fit bomber (1/6) destroys it, half of all bombers are lost."""
    found = exchange("howitzer", guns={"heavy_aa": 1})
    assert (found.destroyed, found.lost, found.per_loss) == (2 * F(1, 6), F(1, 2), F(2, 3))


def test_squads_are_worth_a_third_each():
    """W14: squads lost by three bombloads, a third of an armour unit each; nobody shoots."""
    found = exchange("infantry_squad")
    assert found.destroyed == F(1, 3) * (3 * F(7, 9) + 2 * F(2, 27) + 1 * F(1, 9))
    assert found.per_loss is None
