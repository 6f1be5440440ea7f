"""Numbered dice: every die lies at an address, so any trial can be replayed alone and in any order.

A word of 64 bits lies at every address (key, trial, turn, spot):

    word = mix64(mix64(mix64(key + G*(trial+1)) + G*(turn+1)) + G*(spot+1))        (mod 2**64)

Each level is the random access form of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014; output function "variant 13" of Stafford): ``mix64(seed + G*n)`` is its n-th output for that
seed. A level of hashing for each part keeps one address from sliding into another, as a single flat counter would.

The upper and the lower half of a word are two *hands* of 32 bits. A hand is read die by die in a fixed order:
``face(hand, sides)`` is the face, ``rest(hand, sides)`` what is left for the next die. Three d10 read from one hand are
uniform to 2.4e-7 (1000 combinations over 2**32 values); a chance p is true when ``hand < threshold(p)``.

Inside kernels everything is int64; unsigned arithmetic stays in this file, because int64 with uint64 becomes float64
in NumPy. Functions marked ``rule`` run as plain Python and compiled, with equal results.
"""

from __future__ import annotations

import secrets
from fractions import Fraction

from simlab.jit import rule

GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
MASK_64 = (1 << 64) - 1
HALF = 32
MASK_32 = (1 << HALF) - 1

# A spot packs (window, actor, purpose, nth): 3 + 8 + 4 + 6 bits and room above.
ACTORS, PURPOSES, NTHS = 256, 16, 64


def mix64(value: int) -> int:
    """Output function of SplitMix64 on an unsigned 64-bit integer.

    >>> mix64(1234567 + GOLDEN)                 # first published output for seed 1234567
    6457827717110365317
    """
    value &= MASK_64
    value = ((value ^ (value >> 30)) * MIX_1) & MASK_64
    value = ((value ^ (value >> 27)) * MIX_2) & MASK_64
    return value ^ (value >> 31)


def to_signed(value: int) -> int:
    """The int64 with the same 64 bits as the unsigned integer ``value``."""
    value &= MASK_64
    return value - (1 << 64) if value >> 63 else value


def _compiled_level():
    """The body of `level` for compiled code (called once, when Numba is first needed)."""
    import numpy as np

    golden, mix_1, mix_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
    one, s30, s27, s31 = np.uint64(1), np.uint64(30), np.uint64(27), np.uint64(31)

    def level(base, number):
        value = np.uint64(base) + golden * (np.uint64(number) + one)
        value = (value ^ (value >> s30)) * mix_1
        value = (value ^ (value >> s27)) * mix_2
        return np.int64(value ^ (value >> s31))

    return level


@rule(compiled=_compiled_level)
def level(base, number):
    """One level of the address: the word of ``number`` (int, 0 and up) below ``base`` (int64 bits). int64 bits.

    ``level(key, trial)`` is the base of a trial, ``level(that, turn)`` that of a turn, ``level(that, spot)`` a word.
    """
    return to_signed(mix64(int(base) + GOLDEN * (int(number) + 1)))


@rule
def upper(word):
    """The upper hand of a word: int64 in 0 .. 2**32 - 1."""
    return (word >> 32) & 0xFFFFFFFF


@rule
def lower(word):
    """The lower hand of a word: int64 in 0 .. 2**32 - 1."""
    return word & 0xFFFFFFFF


@rule
def face(hand, sides):
    """The face 1 .. sides of the next die in ``hand``.

    >>> face(0, 10), face(MASK_32, 10), face(12345, 1)
    (1, 10, 1)
    """
    return 1 + ((hand * sides) >> 32)


@rule
def rest(hand, sides):
    """What is left of ``hand`` after a die of ``sides`` sides was read from it."""
    return (hand * sides) & 0xFFFFFFFF


def _compiled_narrow():
    import numpy as np

    narrow_type = np.uint32

    def narrow(hand):
        return narrow_type(hand)

    return narrow


@rule(compiled=_compiled_narrow)
def narrow(hand):
    """A hand, or the lower hand of a word, in 32 bits without a sign: twice as many side by side in a register."""
    return int(hand) & MASK_32


def _compiled_narrow_rest():
    import numpy as np

    narrow_type = np.uint32

    def narrow_rest(hand, sides):
        return narrow_type(hand * narrow_type(sides))

    return narrow_rest


@rule(compiled=_compiled_narrow_rest)
def narrow_rest(hand, sides):
    """`rest` of a narrow hand, a narrow hand."""
    return (hand * sides) & MASK_32


@rule
def hands_up_to(highest, sides):
    """The number of hands whose next die shows ``highest`` or less: ``hand < this`` asks for that without reading it.

    >>> [face(hand, 10) for hand in (hands_up_to(3, 10) - 1, hands_up_to(3, 10))]
    [3, 4]
    """
    return ((highest << 32) + sides - 1) // sides


def _compiled_within():
    import numpy as np

    half, one = np.uint64(HALF), np.uint64(1)

    def within(word, low, high):
        start = np.uint64(low) << half
        return (np.uint64(word) - start) <= (((np.uint64(high) << half) - start) - one)  # one comparison for two

    return within


@rule(compiled=_compiled_within)
def within(word, low, high):
    """Does the upper hand of ``word`` lie in low .. high - 1? low < high, both in 0 .. 2**32."""
    return low <= upper(word) < high


def _compiled_moved():
    import numpy as np

    half = np.uint64(HALF)

    def moved(word, low):
        return np.int64(np.uint64(word) - (np.uint64(low) << half))

    return moved


@rule(compiled=_compiled_moved)
def moved(word, low):
    """The word of which ``within(moved(word, low), 0, high - low)`` says what ``within(word, low, high)`` says."""
    return to_signed(word - (low << HALF))


def _compiled_rough_level():
    import numpy as np

    golden, mix_1, mix_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
    one, s30, s27 = np.uint64(1), np.uint64(30), np.uint64(27)

    def rough_level(base, number):
        value = np.uint64(base) + golden * (np.uint64(number) + one)
        value = (value ^ (value >> s30)) * mix_1
        return np.int64((value ^ (value >> s27)) * mix_2)

    return rough_level


@rule(compiled=_compiled_rough_level)
def rough_level(base, number):
    """`level` without its last step: enough to ask `within` from 0 up to a number of hands that `rough_will_do` for.

    The last step of `mix64` leaves 31 bits of the upper hand alone and turns its lowest bit where its highest is set.
    So upper hands before and after it are equal below 2**31, and from there on they share a pair 2n, 2n + 1.
    """
    value = (int(base) + GOLDEN * (int(number) + 1)) & MASK_64
    value = ((value ^ (value >> 30)) * MIX_1) & MASK_64
    return to_signed((value ^ (value >> 27)) * MIX_2)


@rule
def rough_will_do(hands):
    """Says ``within(rough_level(...), 0, hands)`` what ``within(level(...), 0, hands)`` says? Its pairs are not cut."""
    return (hands <= (1 << 31)) | ((hands & 1) == 0)


def threshold(probability: float | Fraction) -> int:
    """The number of hands, out of 2**32, for which a chance of ``probability`` comes true.

    >>> threshold(Fraction(1, 2)) == 2**31, threshold(0), threshold(1) == 2**32
    (True, 0, True)
    """
    if not 0 <= probability <= 1:
        raise ValueError(f"a probability lies in 0..1, not {probability}")
    return round(probability * (1 << HALF))


def chance_of(hands: int) -> Fraction:
    """The chance that a threshold of ``hands`` stands for: the simplest fraction that `threshold` turns into it.

    Dice know 2**32 hands, so a chance of 1/3 is played as 1431655765 of them; an exact law says 1/3.

    >>> chance_of(threshold(Fraction(1, 3))), chance_of(threshold(0.35)), chance_of(12345)
    (Fraction(1, 3), Fraction(7, 20), Fraction(12345, 4294967296))
    """
    simple = Fraction(hands, 1 << HALF).limit_denominator(10_000)
    return simple if threshold(simple) == hands else Fraction(hands, 1 << HALF)


@rule
def spot(window, actor, purpose, nth):
    """The number of a spot within a turn. window 0..7, actor 0..255, purpose 0..15, nth 0..63."""
    return ((window * 256 + actor) * 16 + purpose) * 64 + nth


def _compiled_fill_bases():
    import numpy as np

    level_compiled = _compiled_level()
    from numba.extending import register_jitable

    inner = register_jitable(level_compiled)

    def fill_bases(key, first, base):
        for lane in range(base.size):
            base[lane] = inner(key, first + np.int64(lane))

    return fill_bases


@rule(compiled=_compiled_fill_bases)
def fill_bases(key, first, base):
    """Write the bases of trials first, first + 1, ... into ``base`` (int64[lanes])."""
    for lane in range(base.size):
        base[lane] = level(key, first + lane)


def choose_seed() -> int:
    """A fresh seed, small enough to be typed again (below 2**32), from the machine's entropy."""
    return secrets.randbelow(1 << 32)


def key_from_seed(seed: int) -> int:
    """The key (int64 bits) of any integer seed; neighbouring seeds give unrelated keys, and 0 is a seed like any other.

    >>> key_from_seed(0) == key_from_seed(0), key_from_seed(0) == key_from_seed(1)
    (True, False)
    """
    key, rest_of_seed = mix64(GOLDEN + (1 if seed < 0 else 0)), abs(seed)
    while True:  # seeds of any length: 64 bits at a time
        key = mix64(key + (rest_of_seed & MASK_64))
        rest_of_seed >>= 64
        if rest_of_seed == 0:
            return to_signed(key)
