"""Numbered dice of one trial, and a log that refuses to hand out the same one twice.

Written from the section "Dice" of simlab/systems/command_decision/README.md. A word of 64 bits lies at every address
(key, trial, turn, spot); its upper and its lower 32 bits are two hands, and a hand is read die by die.
"""

from fractions import Fraction

GOLDEN = 0x9E3779B97F4A7C15
MASK_64 = 2**64 - 1
MASK_32 = 2**32 - 1

# Purposes, the second lowest field of a spot.
SHOT, CONFIRM, PLACE, COLLECTIVE, MORALE, GROUND = 1, 2, 3, 4, 5, 6

# How many values each field of a spot has room for. More would run into the neighbouring field.
ROOM = {"window": 32, "actor": 256, "purpose": 16, "nth": 64}


def mix64(z: int) -> int:
    """The finishing function of SplitMix64, on a number taken modulo 2**64.

    >>> mix64(1234567 + GOLDEN)
    6457827717110365317
    """
    z &= MASK_64
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK_64
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK_64
    z ^= z >> 31
    return z


def spot_number(window: int, actor: int, purpose: int, nth: int) -> int:
    """Pack the four fields of a spot; a field that does not fit raises ValueError."""
    for name, value in (("window", window), ("actor", actor), ("purpose", purpose), ("nth", nth)):
        if not 0 <= value < ROOM[name]:
            raise ValueError(f"{name} {value} does not fit into a spot (0 to {ROOM[name] - 1})")
    return ((window * 256 + actor) * 16 + purpose) * 64 + nth


def word_at(key: int, trial: int, turn: int, spot: int) -> int:
    """The 64 bits at an address, hashed level by level."""
    of_trial = mix64(key + GOLDEN * (trial + 1))
    of_turn = mix64(of_trial + GOLDEN * (turn + 1))
    return mix64(of_turn + GOLDEN * (spot + 1))


def threshold(probability: Fraction) -> int:
    """The 32-bit number below which a chance of this probability comes true.

    >>> threshold(Fraction(1, 4)) == 2**30
    True
    """
    return round(Fraction(probability) * 2**32)


class Hand:
    """Thirty-two random bits, read as dice in order, or as one chance, or as one raw number.

    >>> hand = Hand(2**31)
    >>> hand.die(10), hand.die(10)
    (6, 1)
    """

    def __init__(self, number: int):
        self._bits = number
        self._dice_read = 0
        self._used_up = False

    def die(self, sides: int) -> int:
        """The next die of this hand: a face from 1 to `sides`."""
        if self._used_up:
            raise ValueError("a chance or a number has used up this hand")
        self._dice_read += 1
        product = self._bits * sides
        self._bits = product & MASK_32
        return 1 + (product >> 32)

    def skip(self, sides: int) -> None:
        """Read past a die that no rule asks for, to reach the one behind it."""
        self.die(sides)

    def chance(self, probability: Fraction) -> bool:
        """Whether a chance of this probability comes true; uses up the hand."""
        return self.number() < threshold(probability)

    def number(self) -> int:
        """The raw 32 bits; uses up the hand."""
        if self._used_up or self._dice_read:
            raise ValueError("only a fresh hand holds a chance or a number")
        self._used_up = True
        return self._bits


class DiceLog:
    """All the dice of one trial. Every hand may be taken once.

    `key` and `trial` are any integers; arithmetic is modulo 2**64.
    """

    def __init__(self, key: int, trial: int):
        self.key = key
        self.trial = trial
        self.taken: set[tuple[int, int, int, int, int, str]] = set()

    def hand(self, turn: int, window: int, actor: int, purpose: int, nth: int, half: str) -> Hand:
        """The hand at an address; `half` is "upper" or "lower". Taking it twice raises ValueError."""
        if half not in ("upper", "lower"):
            raise ValueError(f'half is "upper" or "lower", not {half!r}')
        address = (turn, window, actor, purpose, nth, half)
        if address in self.taken:
            raise ValueError(f"the hand {address} was handed out before in trial {self.trial}")
        self.taken.add(address)
        word = word_at(self.key, self.trial, turn, spot_number(window, actor, purpose, nth))
        return Hand(word >> 32 if half == "upper" else word & MASK_32)
