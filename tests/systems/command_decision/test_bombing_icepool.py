"""Bombing patterns against icepool, an exact engine that shares no code with simlab.

The numbers are read from the rules page by hand: HE factor, modifiers, hit results, who lies under which area.
"""

from fractions import Fraction as F

import icepool
import pytest
from bombing_scenarios import bombing, law, result
from icepool import d10

ORDER = ("untouched", "touched", "suppressed", "hit", "forced_back", "eliminated")
RESULTS = {  # highest effect die of no effect, of forced back (part D4)
    "green": (1, 5), "trained": (2, 6), "regular": (3, 6), "experienced": (4, 7), "veteran": (5, 7), "elite": (6, 8),
}  # fmt: skip


def effect(quality):
    """Die of what a hit does, as places in `ORDER`."""
    no_effect, back = RESULTS[quality]
    return d10.map(lambda face: 3 if face <= no_effect else 4 if face <= back else 5)


def roll(number, quality="regular"):
    """Die of one roll with this hit number against a stand that is suppressed anyway."""
    return d10.map(lambda face: effect(quality) if face <= number else 2)


def stand(number, rolls, quality="regular"):
    """Die of the worst that befalls a stand under so many rolls."""
    return roll(number, quality).highest(rolls) if rolls else icepool.Die([0])


def chances(die, outcomes):
    """{outcome: chance} of a die; outcomes that cannot be are 0."""
    return {outcome: die.probability(outcome) for outcome in outcomes}


def eliminated(*stands):
    """Die of the number of stands eliminated."""
    return sum((one.map(lambda worst: int(worst == 5)) for one in stands), start=icepool.Die([0]))


@pytest.mark.parametrize("quality", RESULTS)
@pytest.mark.parametrize(("penalty", "areas"), [(0, 3), (2, 3), (6, 2), (7, 1)])
def test_a_stand_under_several_areas(quality, penalty, areas):
    """Tornado, HE 7: as many areas on one stand as its own list of centres has."""
    tree = bombing({"quality": quality}, unit="tornado_ids", penalty=penalty, templates=[[0, 0]] * areas)
    die = stand(7 - penalty, areas, quality)
    assert list(result(tree).values()) == [F(die.probability(place)) for place in range(6)]


def test_a_pattern_of_three_areas_on_six_stands():
    """3.1.1.3b: areas at (0, 0), (0, 0), (3, 0); bases of 1 in; the stand at (1.5, 0) lies under all three.

    Hit numbers: 7 in the open, 5 for the dug-in gun, 7 - 4 for the tank, 4 for the platoon behind hard cover, 7 for the
    trucks; the squad at (6, 0) is untouched, and the own patrol shares the fate of the stand beside it.
    """
    tree = bombing(
        {},
        {"at": [1.5, 0], "class": "gun", "dug_in": True, "quality": "veteran"},
        {"at": [3, 1], "class": "soft_vehicle", "quality": "green"},
        {"at": [4, 0], "cover": "hard", "quality": "trained"},
        {"at": [6, 0]},
        {"at": [-1, -1], "side": "own", "quality": "elite"},
        unit="tornado_ids",
        templates=[[0, 0], [0, 0], [3, 0]],
    )
    dice = {
        "s0": stand(7, 2),
        "s1": stand(5, 3, "veteran"),
        "s2": stand(7, 1, "green"),
        "s3": stand(4, 1, "trained"),
        "s4": stand(7, 0),
        "s5": stand(7, 2, "elite"),
    }
    for name, die in dice.items():
        assert list(result(tree, name).values()) == [F(die.probability(place)) for place in range(6)], name
    enemies = [die for name, die in dice.items() if name != "s5"]
    assert law(tree, "eliminated_enemy") == chances(eliminated(*enemies), range(6))
    assert law(tree, "eliminated_own") == chances(eliminated(dice["s5"]), range(2))
    back = sum((one.map(lambda worst: int(worst == 4)) for one in enemies), start=icepool.Die([0]))
    assert law(tree, "forced_back_enemy") == chances(back, range(6))


def test_rockets_and_tanks():
    """Su-24: ROF 4 of 80 mm HEAT, HE 3 + 3 - weight; a tank is eliminated on an effect die of 10 (afv_he_kill)."""
    tank = {"class": "afv", "weight": 2}
    tree = bombing(tank, {"at": [1, 0], "class": "weak_afv"}, load="rockets", warhead="heat", placement="superimpose")
    kills = d10.map(lambda face: 5 if face == 10 else 3)
    for name, number in (("s0", 4), ("s1", 6)):
        die = d10.map(lambda face, number=number: kills if face <= number else 2).highest(4)
        assert list(result(tree, name).values()) == [F(die.probability(place)) for place in range(6)]


def test_a_guided_bomb_rolls_three_dice():
    """2.3.6c: SAL hits on 8, the HE factor of 7 less 2 for medium cover must let it, then the hit results."""
    tree = bombing({"cover": "medium"}, unit="f111f", load="gb")
    die = d10.map(lambda face: d10.map(lambda he: effect("regular") if he <= 5 else 2) if face <= 8 else 2)
    assert list(result(tree).values()) == [F(die.probability(place)) for place in range(6)]


def test_guns_of_an_a10_at_a_tank():
    """2.3.5: two attacks on 5; GAU-8 pierces flank 5 on 5 + 6 - 5; nothing suppresses."""
    tree = bombing({"class": "afv", "weight": 5}, unit="a10a", load="guns")
    kills = d10.map(lambda face: 5 if face <= 6 else 3)
    die = d10.map(lambda face: kills if face <= 5 else 1).highest(2)
    assert list(result(tree).values()) == [F(die.probability(place)) for place in range(6)]


def test_a_number_of_stands_that_is_drawn():
    """stands_per_template by chance: 0, 1 or 3 stands under each of two areas, each stand hit on 7."""
    tree = {**bombing(unit="su24"), "rulings": {"stands_per_template": "law:1/5,1/2,0,3/10"}}
    del tree["stand"]
    tree["troops"] = {}
    one = stand(7, 1)
    under = icepool.Die({0: 2, 1: 5, 3: 3}).map(lambda count: eliminated(*[one] * count))
    assert law(tree, "eliminated_enemy") == chances(under + under, range(7))
