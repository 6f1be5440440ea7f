"""One root finder for the intervals that have no closed form."""

from collections.abc import Callable


def rising_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is below 0 at `low` and not below at `high` crosses, to the last bit, by bisection."""
    for _ in range(200):
        middle = low + (high - low) / 2.0
        if not low < middle < high:
            break
        if function(middle) < 0.0:
            low = middle
        else:
            high = middle
    return high
