"""The numbered dice of the naive twins: their words, their hands, and the log that refuses a second use."""

from fractions import Fraction as F

import pytest

from .dice_log import GOLDEN, GROUND, PLACE, SHOT, DiceLog, Hand, mix64, word_at

KEY = 20121122


def test_mix64_is_splitmix64():  # published output of SplitMix64 with seed 1234567
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mix64(1234567 + n * GOLDEN) for n in range(1, 6)] == published


def test_a_word_is_hashed_level_by_level_from_one_on():
    """Key, trial, turn and spot 0 are no fixed point: each level counts from 1."""
    assert word_at(0, 0, 0, 0) == mix64(mix64(mix64(GOLDEN) + GOLDEN) + GOLDEN)
    assert word_at(5 + 2**64, 7, 1, 3) == word_at(5, 7, 1, 3)
    words = {
        word_at(key, trial, turn, spot) for key in (0, 1) for trial in (0, 1) for turn in (0, 1) for spot in (0, 1)
    }
    assert len(words) == 16


def test_the_halves_of_a_word_are_two_hands():
    spot = ((1 * 256 + 2) * 16 + SHOT) * 64 + 3
    word = word_at(KEY, 9, 4, spot)
    log = DiceLog(KEY, 9)
    assert log.hand(4, 1, 2, SHOT, 3, "upper").number() == word // 2**32
    assert log.hand(4, 1, 2, SHOT, 3, "lower").number() == word % 2**32


def test_a_hand_is_read_die_by_die():
    hand = Hand(0xFFFFFFFF)  # 0.99999..., its tenfold 9.99999...
    assert [hand.die(10), hand.die(9), hand.die(10)] == [10, 9, 10]
    third_of_a_turn = Hand(2**32 // 3)
    assert [third_of_a_turn.die(10) for _ in range(3)] == [4, 4, 4]


def test_a_chance_comes_true_below_its_threshold_and_uses_up_the_hand():
    assert Hand(2**31 - 1).chance(F(1, 2))
    assert not Hand(2**31).chance(F(1, 2))
    assert Hand(2**32 - 1).chance(F(1))
    assert not Hand(0).chance(F(0))
    hand = Hand(1)
    hand.chance(F(1, 2))
    with pytest.raises(ValueError, match="used up"):
        hand.die(10)


def test_dice_log_refuses_a_second_use():
    log = DiceLog(KEY, 0)
    log.hand(1, 1, 0, SHOT, 0, "upper")
    log.hand(1, 1, 0, SHOT, 0, "lower")
    log.hand(1, 1, 0, SHOT, 1, "upper")
    log.hand(1, 1, 0, GROUND, 0, "upper")
    log.hand(1, 2, 0, SHOT, 0, "upper")
    log.hand(2, 1, 0, SHOT, 0, "upper")
    with pytest.raises(ValueError, match="handed out before"):
        log.hand(1, 1, 0, SHOT, 0, "upper")
    DiceLog(KEY, 1).hand(1, 1, 0, SHOT, 0, "upper")


@pytest.mark.parametrize(("actor", "nth"), [(256, 0), (0, 64), (-1, 0)])
def test_dice_log_refuses_a_field_that_would_run_into_its_neighbour(actor, nth):
    with pytest.raises(ValueError, match="does not fit"):
        DiceLog(KEY, 0).hand(1, 0, actor, PLACE, nth, "upper")
