"""A rule played with every fall of its dice: against products, closed forms and icepool; what it refuses."""

import itertools
from fractions import Fraction as F

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import SimlabError
from simlab.exact import binomial_law, die, enumerate_law, enumerate_table, map_law, sum_laws, total


def three_shots(roll):
    """Three shots, re-roll on 4, abort on 9-10 unless saved on 1-5, penalties 1-3 add: 68,095 leaves."""
    penalty = 0
    for _ in range(3):
        face = roll(10)
        if face == 4:
            face = roll(10)
        if face >= 9:
            if roll(10) > 5:
                return "abort", penalty
        elif face <= 3:
            penalty += face
    return "through", penalty


def three_shots_by_laws():
    """The same rule by hand: one shot as a law, then a state law carried through three shots."""
    shot = {
        "abort": F(11, 100),
        "saved": F(11, 100),
        "nothing": F(45, 100),
        1: F(11, 100),
        2: F(11, 100),
        3: F(11, 100),
    }
    flying: dict[int, F] = {0: F(1)}
    aborted: dict[int, F] = {}
    for _ in range(3):
        following: dict[int, F] = {}
        for penalty, p in flying.items():
            for result, q in shot.items():
                if result == "abort":
                    aborted[penalty] = aborted.get(penalty, 0) + p * q
                else:
                    after = penalty + (result if isinstance(result, int) else 0)
                    following[after] = following.get(after, 0) + p * q
        flying = following
    return {("abort", k): p for k, p in aborted.items()} | {("through", k): p for k, p in flying.items()}


def test_dependent_dice_against_a_law_worked_by_hand():
    assert enumerate_law(three_shots) == three_shots_by_laws()


def test_floats_follow_the_fractions():
    exact, floats = enumerate_law(three_shots), enumerate_law(three_shots, exact=False)
    assert floats == {outcome: pytest.approx(float(p), rel=1e-12) for outcome, p in exact.items()}
    assert all(type(p) is float for p in floats.values())


def test_the_number_of_leaves_is_counted_to_the_leaf():
    assert total(enumerate_law(three_shots, max_leaves=68_095)) == 1
    with pytest.raises(SimlabError, match="more than 68,094 leaves"):
        enumerate_law(three_shots, max_leaves=68_094)


@given(st.lists(st.integers(1, 6), max_size=4))
def test_independent_dice_equal_their_product(sides):
    expected = {fall: F(1) for fall in itertools.product(*(range(1, n + 1) for n in sides))}
    assert enumerate_law(lambda roll: tuple(roll(n) for n in sides)) == {f: F(1, len(expected)) for f in expected}
    assert enumerate_table(lambda *faces: faces, *sides) == {f: F(1, len(expected)) for f in expected}
    assert enumerate_law(lambda roll: sum(roll(n) for n in sides)) == sum_laws(*(die(n) for n in sides))


@given(st.integers(0, 6), st.fractions(0, 1, max_denominator=9))
def test_coins_make_a_binomial(n, p):
    assert enumerate_law(lambda roll: sum(roll.chance(p) for _ in range(n))) == binomial_law(n, p)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.fractions(0, 1, max_denominator=5))
def test_any_rule_has_mass_one(sides, p):
    def rule(roll):
        faces = []
        for n in sides:
            faces.append(roll(n))
            if faces[-1] % 2 and roll.chance(p):
                faces.extend(roll(2) for _ in range(faces[-1]))
        return tuple(faces)

    assert total(enumerate_law(rule)) == 1
    assert total(enumerate_law(rule, exact=False)) == pytest.approx(1, abs=1e-12)


def test_a_die_that_decides_how_many_dice_follow():
    law = enumerate_law(lambda roll: sum(roll(6) for _ in range(roll(3))))
    oracle = icepool.d3.map(lambda n: n @ icepool.d6)
    assert law == {outcome: F(oracle.probability(outcome)) for outcome in oracle.outcomes()}


def test_a_re_roll_once_agrees_with_icepool():
    oracle = icepool.d10.map(lambda face: icepool.d10 if face == 4 else face)
    law = enumerate_law(lambda roll: roll(10) if (face := roll(10)) == 4 else face)
    assert law == {face: F(oracle.probability(face)) for face in oracle.outcomes()}


def test_a_re_roll_until_it_differs_is_one_draw_over_the_other_faces():
    oracle = icepool.d10.reroll([4], depth="inf")
    law = map_law(die(9), lambda face: face + (face >= 4))
    assert law == {face: F(oracle.probability(face)) for face in oracle.outcomes()}


def test_the_dice_of_mixed_paths_share_one_denominator():
    law = enumerate_law(lambda roll: roll.chance(F(2, 7)) and roll(6) >= 5)
    assert law == {True: F(2, 21), False: F(19, 21)}


def test_coins_of_certainty_do_not_branch():
    seen = []

    def rule(roll):
        seen.append((roll.chance(1), roll.chance(0), roll(1)))
        return seen[-1]

    assert enumerate_law(rule) == {(True, False, 1): 1}
    assert len(seen) == 1


def test_a_chance_given_as_float_counts_at_its_decimal_value():
    assert enumerate_law(lambda roll: roll.chance(0.2)) == {True: F(1, 5), False: F(4, 5)}
    assert enumerate_law(lambda roll: roll.chance(np.float64(0.2))) == {True: F(1, 5), False: F(4, 5)}
    assert enumerate_law(lambda roll: roll.chance(F(1, 5)), exact=False) == {True: 0.2, False: 0.8}


def test_sides_from_an_array_do_not_overflow():
    law = enumerate_law(lambda roll: next((n for n in range(25) if roll(np.int64(10)) < 10), 25))
    assert law[24] == F(9, 10**25)
    assert law[25] == F(1, 10**25)


def test_a_path_of_many_dice_does_not_underflow_into_an_error():
    def long_run(roll):
        for n in range(400):
            if not roll.chance(0.1):
                return n
        return 400

    law = enumerate_law(long_run, exact=False)
    assert law[0] == pytest.approx(0.9)
    assert total(law) == pytest.approx(1)
    sixes = enumerate_law(lambda roll: next((n for n in range(900) if roll(6) < 6), 900), exact=False)
    assert sixes[1] == pytest.approx(5 / 36)
    assert sum(p for n, p in sixes.items() if n >= 400) < 1e-300


def test_a_rule_without_dice_is_certain():
    assert enumerate_law(lambda roll: "nothing to roll") == {"nothing to roll": 1}
    assert enumerate_table(lambda: "nothing to roll") == {"nothing to roll": 1}


def test_a_table_of_two_dice():
    assert enumerate_table(lambda a, b: max(a, b), 6, 6)[6] == F(11, 36)


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [0, -1, 2.5, None, "d6"])
def test_dice_without_whole_sides_are_refused(sides):
    with pytest.raises(SimlabError, match=r"sides of a die: .* whole number from 1 up"):
        enumerate_law(lambda roll: roll(sides))
    with pytest.raises(SimlabError, match=r"sides of a die: .* whole number from 1 up"):
        enumerate_table(lambda face: face, sides)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("p", [-0.1, F(3, 2), float("nan"), float("inf")])
def test_chances_outside_their_range_are_refused(p, exact):
    with pytest.raises(SimlabError, match=r"outside 0\.\.1"):
        enumerate_law(lambda roll: roll.chance(p), exact=exact)


def test_a_rule_that_may_never_end_is_refused():
    def until_six(roll):
        while roll(6) < 6:
            pass

    with pytest.raises(SimlabError, match=r"more than 1,000 dice on one path.*absorb"):
        enumerate_law(until_six)


def test_the_number_of_dice_on_a_path_is_counted_to_the_die():
    def five(roll):
        return sum(roll(2) for _ in range(5))

    assert total(enumerate_law(five, max_dice=5)) == 1
    with pytest.raises(SimlabError, match="more than 4 dice on one path"):
        enumerate_law(five, max_dice=4)


def test_too_many_cells_are_refused_before_the_first():
    with pytest.raises(SimlabError, match="more than 10,000,000 leaves"):
        enumerate_law(lambda roll: roll(10**9))
    with pytest.raises(SimlabError, match=r"100,000,000 falls of the dice are more than 10,000,000"):
        enumerate_table(lambda *faces: 0, *[10] * 8)


@pytest.mark.parametrize("second", [lambda roll: roll(8), lambda roll: roll.chance(F(1, 2)), lambda roll: 0])
def test_a_rule_with_a_memory_is_refused(second):
    calls = []

    def rule(roll):
        calls.append(1)
        return roll(6) if len(calls) == 1 else second(roll)

    with pytest.raises(SimlabError, match="other dice when it was run again"):
        enumerate_law(rule)
