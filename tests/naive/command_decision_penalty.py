"""Penalties on one aircraft: stacking, near misses, the cap (3.2.4a, 3.2.3d, 3.2.8; rulings 2, 3 and 55)."""

from .command_decision_rulings import Rulings
from .command_decision_tables import NEAR_MISS_PENALTY

MOST = 10  # a hit number is never above 10, so no total need be


class Penalties:
    """The running total of the penalties on one aircraft.

    >>> penalties = Penalties(Rulings())
    >>> penalties.take(2)
    >>> penalties.take_near_miss()
    >>> penalties.total()
    5
    """

    def __init__(self, rulings: Rulings):
        self.rulings = rulings
        self.reached_2 = False  # whether a new penalty has brought the running total to 2 or more this turn
        self.clear()

    def clear(self) -> None:
        """No penalty any more."""
        self.stacked = 0
        self.near_miss_apart = False

    def take(self, penalty: int) -> None:
        """Add one penalty by `penalty_stacking`; 0 is none."""
        if penalty == 0:
            return
        stacking = self.rulings.penalty_stacking
        if stacking == "sum":
            self.stacked = min(self.stacked + penalty, MOST)
        elif stacking == "worst":
            self.stacked = max(self.stacked, penalty)
        elif self.stacked == 0:  # first_only
            self.stacked = penalty
        self.remember()

    def take_near_miss(self) -> None:
        """The -3 of 3.2.3d, in the stack or apart from it (`near_miss_in_stack`)."""
        if self.rulings.near_miss_in_stack == "yes":
            self.take(NEAR_MISS_PENALTY)
        else:
            self.near_miss_apart = True
            self.remember()

    def remember(self) -> None:
        """Note whether a new penalty has brought the running total to 2 or more."""
        if self.running_total() >= 2:
            self.reached_2 = True

    def running_total(self) -> int:
        """The total before any cap."""
        return max(self.stacked, NEAR_MISS_PENALTY) if self.near_miss_apart else self.stacked

    def total(self) -> int:
        """The total as it is used (`penalty_cap`)."""
        cap = self.rulings.penalty_cap
        return self.running_total() if cap is None else min(self.running_total(), cap)


def penalty_word(prefix: str, total: int) -> str:
    """The outcome name of a total penalty.

    >>> penalty_word("minus", 4), penalty_word("penalty", 10)
    ('minus_4', 'penalty_10_or_more')
    """
    return f"{prefix}_10_or_more" if total >= MOST else f"{prefix}_{total}"
