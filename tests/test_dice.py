"""Numbered dice: published vectors, uniformity and independence at a stated error rate, compiled equal to plain.

Every statistical test here runs at fixed keys and fails by chance with p < 1e-6 (a few dozen tests: about once in
thirty thousand sets of keys). A failure is to be understood, not cured by another key.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from simlab.dice import (
    GOLDEN,
    face,
    fill_bases,
    hands_up_to,
    key_from_seed,
    level,
    lower,
    mix64,
    moved,
    narrow,
    narrow_rest,
    rest,
    rough_level,
    rough_will_do,
    spot,
    threshold,
    upper,
    within,
)
from simlab.jit import lanes

P_LIMIT = 1e-6
KEYS = [key_from_seed(seed) for seed in (0, 1, 2)]
ANY_KEY = st.integers(-(2**63), 2**63 - 1)

# First outputs of SplitMix64 for seed 1234567 (reference implementation of S. Vigna, also in Rosetta Code).
SPLITMIX64 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


@pytest.mark.parametrize(("number", "word"), list(enumerate(SPLITMIX64)))
def test_published_vectors(number, word):
    assert mix64(1234567 + GOLDEN * (number + 1)) == word
    assert level(1234567, number) % 2**64 == word


@lanes
def _words(packed, base, counts):
    """Copies the words of one address of many trials into counts (compiled)."""
    for lane in range(base.size):
        counts[lane] = level(level(base[lane], packed[0]), packed[1])


@given(key=ANY_KEY, turn=st.integers(0, 100), place=st.integers(0, 2**21))
def test_compiled_and_plain_words_are_equal(key, turn, place):
    compiled, plain = np.zeros(5, np.int64), np.zeros(5, np.int64)
    _words.play((turn, place), key, 3, 8, compiled)
    _words.play_plainly((turn, place), key, 3, 8, plain)
    assert (compiled == plain).all()
    assert plain[2] == level(level(level(key, 5), turn), place)


@lanes
def _inside(packed, base, counts):
    """Which words have their upper hand in an interval (compiled)."""
    for lane in range(base.size):
        counts[lane] = 1 if within(base[lane], packed[0], packed[1]) else 0


@given(key=ANY_KEY, other=st.integers(1, 2**32))
def test_intervals_of_hands_are_equal_compiled_and_plain_to_the_last_hand(key, other):
    hand = upper(level(key, 0))
    edges = [(0, 1 << 32), (hand, hand + 1), (hand, 1 << 32), (0, hand + 1), (0, max(hand, 1)), (0, other)]
    edges.append((min(hand + 1, 2**32 - 1), 1 << 32))
    for low, high in edges:
        compiled, plain = np.zeros(1, np.int64), np.zeros(1, np.int64)
        _inside.play((low, high), key, 0, 1, compiled)
        _inside.play_plainly((low, high), key, 0, 1, plain)
        assert compiled[0] == plain[0] == (low <= hand < high)


@lanes
def _narrow(packed, base, counts):
    """Faces of three dice of the lower hand, read wide and narrow (compiled)."""
    for lane in range(base.size):
        wide, thin = lower(base[lane]), narrow(base[lane])
        for number in range(3):
            counts[0] += (wide < packed[1]) << number
            counts[1] += (thin < narrow(packed[1])) << number
            wide, thin = rest(wide, packed[0]), narrow_rest(thin, packed[0])


@given(key=ANY_KEY, sides=st.integers(2, 12), highest=st.integers(1, 11))
def test_narrow_hands_hold_the_dice_of_wide_ones(key, sides, highest):
    packed = sides, hands_up_to(min(highest, sides - 1), sides)
    compiled, plain = np.zeros(2, np.int64), np.zeros(2, np.int64)
    _narrow.play(packed, key, 0, 1, compiled)
    _narrow.play_plainly(packed, key, 0, 1, plain)
    assert compiled[0] == compiled[1] == plain[0] == plain[1]


@lanes
def _rough(packed, base, counts):
    """Which words are below a number of hands before their last step, and after it in an interval (compiled)."""
    for lane in range(base.size):
        counts[0] += within(rough_level(base[lane], 0), 0, packed[1])
        counts[1] += within(moved(level(base[lane], 0), packed[0]), 0, packed[1] - packed[0])


def _near(hand):
    """Numbers of hands about the edges of a hand and of its pair."""
    return [min(max(hand + away, 1), 2**32) for away in range(-3, 4)]


@given(key=ANY_KEY, other=st.integers(1, 2**32))
def test_a_word_without_its_last_step_is_compared_alike(key, other):
    word, rough = level(level(key, 0), 0), rough_level(level(key, 0), 0)
    assert upper(word) // 2 == upper(rough) // 2
    for hands in [*_near(upper(word)), *_near(upper(rough)), other, 1 << 31, 1 << 32]:
        low = min(other, hands) - 1
        compiled, plain = np.zeros(2, np.int64), np.zeros(2, np.int64)
        _rough.play((low, hands), key, 0, 1, compiled)
        _rough.play_plainly((low, hands), key, 0, 1, plain)
        assert (compiled == plain).all()
        assert plain[1] == within(word, low, hands)
        assert plain[0] == within(word, 0, hands) or not rough_will_do(hands)


def test_rough_words_are_refused_where_they_would_not_do():
    """An odd number of hands above one half cuts a pair in two; of 2000 words some lie in that pair."""
    for base in range(2000):
        word, rough = level(base, 0), rough_level(base, 0)
        hands = upper(word) | 1
        assert rough_will_do(hands) or hands > 1 << 31
        if not rough_will_do(hands):
            assert within(rough, 0, hands) != within(word, 0, hands)


@given(highest=st.integers(0, 12), sides=st.integers(1, 12), away=st.integers(-2, 2))
def test_a_hand_below_a_limit_is_a_die_up_to_a_face(highest, sides, away):
    limit = hands_up_to(highest, sides)
    hand = min(max(limit + away, 0), 2**32 - 1)
    assert (hand < limit) == (face(hand, sides) <= highest)


def words(key, trials, turn=1, place=0):
    """int64 words of one address over trials 0 .. trials - 1, by the compiled kernel."""
    out = np.zeros(trials, np.int64)
    for first in range(0, trials, 2048):
        last = min(trials, first + 2048)
        _words.play((turn, place), key, first, last, out[first:last])
    return out


def hands(key, trials, turn=1, place=0, half=upper):
    return half(words(key, trials, turn, place))


@pytest.mark.parametrize("half", [upper, lower])
@pytest.mark.parametrize("sides", [6, 9, 10])
@pytest.mark.parametrize("key", KEYS)
def test_faces_are_uniform_over_trials(key, sides, half):
    counts = np.bincount(face(hands(key, 600_000, half=half), sides), minlength=sides + 1)
    assert counts[0] == 0
    assert len(counts) == sides + 1
    assert chisquare(counts[1:]).pvalue > P_LIMIT


@pytest.mark.parametrize("key", KEYS)
def test_two_d6_follow_their_law(key):
    hand = hands(key, 600_000)
    total = face(hand, 6) + face(rest(hand, 6), 6)
    law = np.convolve(np.ones(6), np.ones(6)) / 36
    assert chisquare(np.bincount(total, minlength=13)[2:], 600_000 * law).pvalue > P_LIMIT


@pytest.mark.parametrize("key", KEYS)
def test_three_d10_of_a_hand_are_independent(key):
    hand = hands(key, 1_000_000)
    first, second = face(hand, 10), face(rest(hand, 10), 10)
    third = face(rest(rest(hand, 10), 10), 10)
    joint = np.bincount((first - 1) * 100 + (second - 1) * 10 + third - 1, minlength=1000)
    assert chisquare(joint).pvalue > P_LIMIT


def joint_is_uniform(one, other):
    """Chi-square of the 100 pairs of two d10."""
    return chisquare(np.bincount((one - 1) * 10 + other - 1, minlength=100)).pvalue > P_LIMIT


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("lag", [1, 2, 1024])
def test_neighbouring_trials_are_independent(key, lag):
    dice = face(hands(key, 400_000), 10)
    assert joint_is_uniform(dice[:-lag], dice[lag:])


PLACES = [spot(1, 0, 1, 0), spot(1, 0, 1, 1), spot(1, 1, 1, 0), spot(2, 0, 1, 0), spot(0, 0, 3, 0)]


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(range(len(PLACES)), 2)))
def test_spots_are_independent(one, other):
    key = KEYS[0]
    assert joint_is_uniform(
        face(hands(key, 300_000, 1, PLACES[one]), 10), face(hands(key, 300_000, 1, PLACES[other]), 10)
    )


@pytest.mark.parametrize("turn", [1, 2, 11])
def test_turns_and_halves_are_independent(turn):
    here = words(KEYS[0], 300_000, turn)
    assert joint_is_uniform(face(upper(here), 10), face(upper(words(KEYS[0], 300_000, turn + 1)), 10))
    assert joint_is_uniform(face(upper(here), 10), face(lower(here), 10))


@pytest.mark.parametrize("seed", [0, 1, 7, -1, 2**63, 10**30])
def test_neighbouring_keys_are_independent(seed):
    one, other = (face(hands(key_from_seed(s), 300_000), 10) for s in (seed, seed + 1))
    assert joint_is_uniform(one, other)


def test_dice_do_not_slide_into_the_next_trial():
    """Trial t at spot s is not trial t + 1 at another spot: no word twice over 200 trials and 400 spots."""
    seen = {
        level(level(level(5, trial), turn), place) for trial in range(200) for turn in (0, 1) for place in range(200)
    }
    assert len(seen) == 200 * 2 * 200


def test_serial_correlation_is_noise():
    numbers = hands(KEYS[1], 1_000_000).astype(float)
    for lag in range(1, 6):
        r = np.corrcoef(numbers[:-lag], numbers[lag:])[0, 1]
        assert abs(r) < 5.5 / 1000, lag  # 5.5 standard errors


def test_every_bit_is_a_fair_coin():
    bits = words(KEYS[2], 400_000)
    for place in range(64):
        ones = int(((bits >> place) & 1).sum())
        assert abs(ones - 200_000) < 5.5 * 0.5 * 400_000**0.5, place


# Case C08: an upper bound that is exclusive, or one too high, shows here.
def test_case_c08_faces_reach_both_ends_and_no_further():
    for sides, rolls, spread in ((6, 600_000, 1_155), (10, 1_000_000, 1_200)):
        counts = np.bincount(face(hands(KEYS[0], rolls), sides), minlength=sides + 1)
        assert len(counts) == sides + 1
        assert counts[0] == 0
        assert (abs(counts[1:] - rolls / sides) <= spread).all()
    assert (face(hands(KEYS[0], 1000), 1) == 1).all()


@given(hand=st.integers(0, 2**32 - 1), sides=st.integers(1, 100))
def test_a_die_stays_in_range_and_leaves_a_hand(hand, sides):
    assert 1 <= face(hand, sides) <= sides
    assert 0 <= rest(hand, sides) < 2**32


@given(p=st.fractions(0, 1))
def test_a_chance_is_as_close_as_32_bits_allow(p):
    assert abs(threshold(p) - p * 2**32) <= 0.5


@pytest.mark.parametrize("p", [-0.1, 1.1])
def test_a_chance_outside_0_to_1_is_refused(p):
    with pytest.raises(ValueError, match="probability"):
        threshold(p)


@given(st.integers())
def test_every_integer_is_a_seed(seed):
    assert -(2**63) <= key_from_seed(seed) < 2**63
    assert key_from_seed(seed) == key_from_seed(seed)


def test_seeds_of_any_length_differ():
    seeds = [*range(-50, 50), *(10**n for n in range(20, 40)), 2**64, 2**64 + 1, -(2**64)]
    assert len({key_from_seed(seed) for seed in seeds}) == len(seeds)


def test_bases_are_numbered_from_the_first_trial():
    base = np.empty(10, np.int64)
    fill_bases(77, 1_000_000, base)
    assert base.tolist() == [level(77, 1_000_000 + lane) for lane in range(10)]
