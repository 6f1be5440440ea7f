"""Odds that players and designers got wrong, as exact fractions.

Combat table of the air rules used here (1d6, ratio of attack to defence rounded for the defender), as
(no effect, disabled, destroyed) in sixths: 1-1 (2, 2, 2), 2-1 (1, 2, 3), 4-1 (0, 1, 5).
"""

import math
from fractions import Fraction as F
from functools import partial
from operator import itemgetter

import pytest

from simlab.exact import (
    absorb,
    at_least,
    at_least_k,
    binomial_law,
    condition,
    die,
    enumerate_law,
    enumerate_table,
    iterate,
    map_law,
    mean,
    mixture,
    n_fold_sum,
    sum_laws,
    total,
    variance,
    worst_of,
)

ONE_TO_ONE = {"none": F(2, 6), "D": F(2, 6), "X": F(2, 6)}
TWO_TO_ONE = {"none": F(1, 6), "D": F(2, 6), "X": F(3, 6)}
FOUR_TO_ONE = {"D": F(1, 6), "X": F(5, 6)}


def two_attacks(law, second_d_destroys):
    """Two separate attacks on one unit."""

    def worse(state, result):
        if "X" in (state, result) or (second_d_destroys and state == result == "D"):
            return "X"
        return "D" if "D" in (state, result) else "none"

    return mixture((p, map_law(law, partial(worse, state))) for state, p in law.items())


class TestAllocation:
    """C01: one strong attack or two weak ones; the best choice flips with the reading of a second D."""

    def test_two_at_one_to_one(self):
        assert two_attacks(ONE_TO_ONE, True) == {"none": F(1, 9), "D": F(2, 9), "X": F(2, 3)}
        assert two_attacks(ONE_TO_ONE, False) == {"none": F(1, 9), "D": F(1, 3), "X": F(5, 9)}
        assert {"none": F(1, 6), "D": F(1, 3), "X": F(1, 2)} == TWO_TO_ONE

    def test_a_bomber_under_two_guns(self):
        assert two_attacks(TWO_TO_ONE, True)["X"] == F(31, 36) > FOUR_TO_ONE["X"]
        assert two_attacks(TWO_TO_ONE, False)["X"] == F(3, 4) < FOUR_TO_ONE["X"] == F(5, 6)


class TestDamageMethods:
    """C03: 4 damage needing 9+ on 2d6; two methods share a mean and little else."""

    hit = at_least(sum_laws(die(6), die(6)), 9)

    def test_one_roll_for_all(self):
        law = {0: 1 - self.hit, 4: self.hit}
        assert (mean(law), law[0], law[4]) == (F(10, 9), F(13, 18), F(5, 18))
        assert variance(law) == F(260, 81)
        assert float(variance(law)) == pytest.approx(3.2099, abs=5e-5)

    def test_one_roll_per_point(self):
        law = binomial_law(4, self.hit)
        assert mean(law) == F(10, 9)
        assert variance(law) == F(65, 81)
        assert float(variance(law)) == pytest.approx(0.8025, abs=5e-5)
        assert (law[0], law[4]) == (F(13, 18) ** 4, F(5, 18) ** 4)
        assert float(law[0]) == pytest.approx(0.27207, abs=5e-6)
        assert float(law[4]) == pytest.approx(0.0059537, abs=5e-8)

    def test_a_die_per_point_after_a_hit(self):
        after_hit = map_law(binomial_law(4, F(4, 6)), lambda damage: max(1, damage))
        law = mixture([(1 - self.hit, {0: 1}), (self.hit, after_hit)])
        assert mean(law) == F(1085, 1458)

        def by_dice(roll):
            if roll(6) + roll(6) < 9:
                return 0
            return max(1, sum(roll(6) >= 3 for _ in range(4)))

        assert enumerate_law(by_dice) == law


class TestSeparateShots:
    """C06: five dice at one shot each are not one die at five."""

    def test_five_aircraft(self):
        law = binomial_law(5, F(1, 5))
        exact = {0: "0.32768", 1: "0.40960", 2: "0.20480", 3: "0.05120", 4: "0.00640", 5: "0.00032"}
        assert law == {k: F(p) for k, p in exact.items()}
        assert (mean(law), variance(law)) == (1, F(4, 5))
        assert law == enumerate_table(lambda *faces: sum(face >= 9 for face in faces), *[10] * 5)

    def test_three_systems_at_one_aircraft(self):
        assert at_least_k(F(1, 5), 3, 1) == F("0.488")


class TestReRoll:
    """C07: an anti-air gun with fire control re-rolls a 4; abort on 9-10, penalty on 1-3."""

    @staticmethod
    def result(face):
        return "abort" if face >= 9 else "penalty" if face <= 3 else "nothing"

    def gun(self, roll, reading):
        if reading == "until it is not 4":
            face = roll(9)  # one draw over the other faces
            return self.result(face if face < 4 else face + 1)
        face = roll(10)
        return self.result(roll(10) if face == 4 and reading == "once" else face)

    @pytest.mark.parametrize(
        ("reading", "abort", "penalty", "nothing", "two_guns"),
        [
            ("until it is not 4", F(2, 9), F(1, 3), F(4, 9), F(32, 81)),
            ("once", F("0.22"), F("0.33"), F("0.45"), F("0.3916")),
            ("no fire control", F("0.2"), F("0.3"), F("0.5"), F("0.36")),
        ],
    )
    def test_each_reading(self, reading, abort, penalty, nothing, two_guns):
        one = enumerate_law(lambda roll: self.gun(roll, reading))
        assert one == {"abort": abort, "penalty": penalty, "nothing": nothing}
        assert one["abort"] < F("0.24")  # more would be a double re-roll

        def two(roll):  # the second does not fire at an aborted plane
            return self.gun(roll, reading) == "abort" or self.gun(roll, reading) == "abort"

        assert enumerate_law(two)[True] == two_guns

    def test_each_penalty_alike(self):
        faces = enumerate_law(lambda roll: face if (face := roll(9)) < 4 else face + 1)
        assert [faces[face] for face in (1, 2, 3)] == [F(1, 9)] * 3
        assert 4 not in faces


class TestFaces:
    """C08: no die loses its highest face or gains another; a one-sided die shows 1."""

    def test_basic_missiles_abort_on_ten_alone(self):
        assert at_least(die(10), 10) == F(1, 10) == enumerate_law(lambda roll: roll(10) == 10)[True]

    def test_a_one_sided_die(self):
        assert die(1) == {1: 1} == enumerate_law(lambda roll: roll(1)) == enumerate_table(lambda face: face, 1)
        assert n_fold_sum(die(1), 5) == {5: 1}
        assert worst_of(die(1), 3) == {1: 1}

    @pytest.mark.parametrize("sides", [6, 10])
    def test_every_face_once(self, sides):
        assert sorted(enumerate_law(lambda roll: roll(sides))) == list(range(1, sides + 1)) == sorted(die(sides))


class TestSurvivors:
    """C12: four fighters, each shot at once at 2-1."""

    def test_survivors_and_those_able_to_attack(self):
        def fates(roll):
            results = [roll(6) for _ in range(4)]
            killed, disabled = sum(face >= 4 for face in results), sum(face in (2, 3) for face in results)
            return killed, disabled, 4 - killed, 4 - killed - disabled

        law = enumerate_law(fates)
        assert all(killed + survivors == 4 for killed, _, survivors, _ in law)
        assert [mean(map_law(law, itemgetter(i))) for i in range(4)] == [2, F(4, 3), 2, F(2, 3)]
        survivors = map_law(law, lambda fate: fate[2])
        assert survivors == binomial_law(4, F(1, 2))
        assert survivors[0] == F(1, 16)
        assert mean(condition(survivors, lambda n: n >= 1)) == F(32, 15)


class TestPropulsion:
    """C13: a gun fires at propulsion each turn at 1-1 (destroyed on 2 of 6) and takes off its strength in boxes."""

    @staticmethod
    def turn(strength):
        return lambda boxes: {boxes: F(2, 3), max(0, boxes - strength): F(1, 3)} if boxes else {0: 1}

    def test_movement_after_six_turns(self):
        laws = iterate(48, self.turn(8), 6)
        movement = map_law(laws[6], lambda boxes: math.ceil(boxes / 12))
        assert movement == {4: F(256, 729), 3: F(240, 729), 2: F(220, 729), 1: F(12, 729), 0: F(1, 729)}
        assert float(mean(movement)) == pytest.approx(3.012346, abs=5e-7)
        assert len(laws) == 7
        assert all(total(law) == 1 for law in laws)

    def test_exactly_twenty_four_boxes_move_two(self):
        laws = iterate(48, self.turn(8), 6)
        assert laws[6][24] + laws[6][16] == F(220, 729)

    @pytest.mark.parametrize(("boxes", "strength", "shots"), [(48, 8, 18), (48, 6, 24), (60, 8, 24), (60, 6, 30)])
    def test_shots_until_the_crash(self, boxes, strength, shots):
        fate = absorb(boxes, self.turn(strength), max_steps=6)
        assert fate.mean_time == shots
        assert fate.end == {0: 1}
        hits_needed = math.ceil(boxes / strength)  # the last hit wastes boxes: 60 / (8/3) = 22.5 would be wrong
        assert 1 - fate.unfinished == at_least_k(F(1, 3), 6, hits_needed)
