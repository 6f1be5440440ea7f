"""The naive twins of attack, attrition, bombing_run, interception: worked examples, random scenarios that play."""

from fractions import Fraction as F
from random import Random

import pytest

from . import continental_siege_random as drawn
from .continental_siege_drill import NumberedDice
from .continental_siege_kind_attack import play_attack, play_attack_with
from .continental_siege_kind_attrition import Attrition, play_attrition
from .continental_siege_kind_bombing_run import BombingRun, play_bombing_run
from .continental_siege_kind_interception import Interception, play_interception
from .continental_siege_rulings import Rulings
from .dice_log import word_at
from .every_face import Walk, law_of


class WalkingNumbers(NumberedDice):
    """Numbered dice that show every face in turn."""

    def __init__(self, walk: Walk):
        super().__init__(0, 0)
        self.walk = walk

    def die_of_hand(self, turn, hand, place):
        self._take(("die", turn, hand, place))
        return 1 + self.walk.branch([F(1, 6)] * 6)

    def contact(self, turn, number, chance):
        self._take(("contact", turn, number))
        return chance == 1 or (chance > 0 and self.walk.branch([chance, 1 - chance]) == 0)


def law(play, table):
    """Exact law of the rows of a table."""
    found: dict = {}
    for rows, p in law_of(lambda walk: tuple(play(WalkingNumbers(walk))[table])).items():
        for row in rows:
            key = row[0] if len(row) == 1 else row
            found[key] = found.get(key, F(0)) + p
    return found


def attack(table="result", rulings=None, **body):
    return law(lambda dice: play_attack_with(body, Rulings(rulings), dice), table)


def attrition(table, rulings=None, **body):
    return law(lambda dice: Attrition(body, Rulings(rulings), dice).run(), table)


def bombing_run(table, rulings=None, **body):
    return law(lambda dice: BombingRun(body, Rulings(rulings), dice).run(), table)


def interception(table, rulings=None, **body):
    return law(lambda dice: Interception(body, Rulings(rulings), dice).run(), table)


def test_attacks_read_their_dice_from_hands_of_four():
    dice = NumberedDice(7, 3)
    word = word_at(7, 3, 5, ((2 * 256) * 8 + 3) * 512 + 1)  # hands 2 and 3
    for hand, first in ((word >> 32, 8), (word % 2**32, 12)):
        for place in range(4):
            assert dice.attack(5, first + place) == 1 + (hand * 6 >> 32)
            hand = hand * 6 % 2**32
    with pytest.raises(ValueError, match="handed out before"):
        dice.attack(5, 9)


def test_w1_w2_and_w14_bombloads():
    tank = attack(target="heavy_tank", attackers=["3 bomber"])
    assert tank == {"destroyed": F(209, 216), "disabled": F(1, 36), "none": F(1, 216)}
    assert attack("attackers_used", target="gev", attackers=["3 bomber"]) == {1: F(2, 3), 2: F(1, 3)}
    one = {"bombload_combination": "combinable"}
    assert attack(rulings=one, target="heavy_tank", attackers=["3 bomber"], combine=True) == {"destroyed": 1}
    squads = attack("squads_left", target="infantry_squad", attackers=["3 bomber"])
    assert squads == {0: F(7, 9), 1: F(2, 27), 2: F(1, 9), 3: F(1, 27)}


def test_w15_antipersonnel_bombs():
    four = attack("squads_left", target="infantry_squad", squads=2, attackers=["4 csa10.ap_bombload"])
    assert four == {0: F(115, 162), 1: F(5, 54), 2: F(16, 81)}
    together = {"ap_bomb_combination": "combinable"}
    twelve = {"target": "infantry_squad", "attackers": ["12 csa10.ap_bombload"]}
    assert attack("squads_left", **twelve) == {3: 1}
    assert attack("squads_left", together, **twelve, combine=True) == {0: F(5, 6), 2: F(1, 6)}
    assert attack(target="cp", attackers=["csa10.ap_bombload"]) == {"destroyed": 1}


def test_w16_w20_w21_and_w22_fire():
    assert attack(target="fighter", attackers=["2 heavy_aa"])["destroyed"] == F(31, 36)
    assert attack(target="fighter", attackers=["2 heavy_aa"], combine=True)["destroyed"] == F(5, 6)
    guns = {"target": "heavy_tank", "attackers": ["2 csa15.main_gun", "6 csa15.secondary_gun"], "combine": True}
    assert attack(**guns) == {"destroyed": F(5, 6), "disabled": F(1, 6)}
    assert attack(rulings={"fractional_strength": "floor_each"}, **guns)["destroyed"] == F(2, 3)
    assert attack(rulings={"ff_guns_vs_ground": "full"}, **guns) == {"destroyed": 1}
    ogre = ["2 ogre_mk3.missile", "ogre_mk3.main_battery"]
    assert attack(target="bomber", attackers=ogre)["destroyed"] == F(17, 18)
    lost = attack("boxes_lost", target="csa10", system_attacked="propulsion", attackers=ogre)
    assert lost == {0: F(8, 27), 4: F(4, 27), 6: F(8, 27), 10: F(4, 27), 12: F(2, 27), 16: F(1, 27)}


def test_w3_w9_w10_and_w11_attrition():
    four = {"fortress": "csa10", "battery": {"heavy_aa": 2}}
    assert attrition("boxes_left", **four, turns=2)[48 - 32] == F(1, 81)
    over = attrition("boxes_left", fortress="csa10", battery={"heavy_aa": 1}, turns=7, approach={"start_hexes": 7})
    assert over == {48: F(8, 27), 40: F(4, 9), 32: F(2, 9), 24: F(2, 81), 16: F(1, 81)}
    assert attrition("bombload_left", **four, turns=2, priority="bombs_first")[0] == F(11, 16)
    assert attrition("bombload_left", **four, turns=2, priority="bombs_first_combined") == {0: 1}


def test_w12_bombers_against_a_guarded_cp():
    one = {"target": "cp", "distance_hexes": 6}
    assert bombing_run("fit_at_target", **one, guns={"heavy_aa": 1}) == {1: F(1, 6), 0: F(5, 6)}
    assert bombing_run("bombers_lost", **one, guns={"heavy_aa": 2}) == {0: F(5, 36), 1: F(31, 36)}
    assert bombing_run("bombers_lost", **one, guns={"heavy_aa": 2}, fire="pair_to_auto") == {1: 1}
    two = bombing_run("arrived", **one, bombers=2, guns={"heavy_aa": 2})
    assert two == {"yes": F(11, 36), "no": F(25, 36)}


def test_w13_a_load_on_an_ogre():
    mean = sum(left * p for left, p in bombing_run("treads_left", target="ogre_mk3", split="treads_6").items())
    assert mean == 45 - 3 * 2
    body = {"target": "ogre_mk3", "split": "best_for"}
    strengths = {"treads": 0}
    run = BombingRun(body | {"weights": strengths}, Rulings(), NumberedDice(0, 0))
    assert run.best_split() == [("missile", 3), ("missile", 3)]


def test_w17_and_w19_interception():
    assert [interception("arrived", bombers=1, interceptors=n, turns_to_target=1)["yes"] for n in (1, 2)] == [
        F(1, 3), F(1, 9),
    ]  # fmt: skip
    lost = [interception("bombers_destroyed", bombers=1, interceptors=1, turns_to_target=n)[1] for n in (1, 2, 3, 4)]
    assert lost == [F(1, 3), F(2, 3), F(22, 27), F(73, 81)]
    half = interception("bombers_destroyed", bombers=1, interceptors=1, turns_to_target=1, contact="1/2")
    assert half == {1: F(1, 6), 0: F(5, 6)}


KINDS = {
    "attack": (play_attack, drawn.random_attack),
    "attrition": (play_attrition, drawn.random_attrition),
    "bombing_run": (play_bombing_run, drawn.random_bombing_run),
    "interception": (play_interception, drawn.random_interception),
}


@pytest.mark.parametrize("kind", KINDS)
def test_random_scenarios_play(kind):
    """No die twice, every table counted, the same trial twice the same."""
    play, draw = KINDS[kind]
    for number in range(60):
        body, rulings = draw(Random(number))
        rows = play(body, rulings, 20121122, number)
        assert rows
        assert rows == play(body, rulings, 20121122, number)
