"""The price at which a matter is even, for each pair of doctrines; and where none makes it so."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.analysis.doctrine_value import TRIALS, Choices
from simlab.analysis.knobs import Knob
from simlab.analysis.paired import Progress, as_prepared
from simlab.errors import RunError
from simlab.execute import Prepared, Source
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd


@watched("answers")
def even_prices(
    source: Source | Prepared,
    mine: Knob,
    theirs: Knob,
    price: Knob,
    metric: str | None = None,
    *,
    even: float = 0.5,
    trials: int = TRIALS,
    seed: int = 0,
    method: str = "auto",
    progress: Progress | None = None,
) -> pd.DataFrame:
    """For each pair of doctrines the price at which the matter is even: a row a pair.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        mine: the doctrine of the side that the metric is for, and its values.
        theirs: that of the other side.
        price: a key of numbers that is paid with, such as "red.air_defence.0.count", in the order of rising price.
        metric: "table:outcome"; the headline when None.
        even: the share that counts as even.
        trials: of each answer that is sampled, all on the same dice.
        seed: any integer.
        method: auto, exact or sample.
        progress: called with (answers, answers in all).

    Returns:
        Columns mine, theirs, share (with the price of the file), price (linear between two values, nan where none makes
        it even), lowest, highest (of the metric over the prices), told (in words).

    Raises:
        RunError: prices that are no rising numbers.
    """
    import pandas as pd

    numbers = [value for value in price.values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < 2 or len(numbers) < len(price.values) or sorted(set(numbers)) != numbers:
        raise RunError(f"price {price.key}: give at least two rising numbers")
    field = Choices(
        as_prepared(source), [mine, theirs, price], metric, trials, seed, method, 10**9, None
    )  # fmt: skip
    rows, whole = [], len(mine.values) * len(theirs.values)
    for number, (own, other) in enumerate(itertools.product(mine.values, theirs.values), start=1):
        pair = {mine.key: own, theirs.key: other}
        curve = [field.share(tuple((*pair.items(), (price.key, value)))) for value in numbers]
        now = field.stands[price.key]
        stands = field.share((*pair.items(), (price.key, numbers[0] if now is None else now)))
        known = [(value, share) for value, share in zip(numbers, curve, strict=True) if share is not None]
        at = _crossing(known, even)
        shares = [share for _, share in known]
        told = f"{at:g}" if math.isfinite(at) else "no price makes it even"
        rows.append({
            "mine": str(own), "theirs": str(other), "share": stands, "price": at,
            "lowest": min(shares, default=math.nan), "highest": max(shares, default=math.nan), "told": told,
        })  # fmt: skip
        if progress is not None:
            progress(number, whole)
    return pd.DataFrame(rows)


def _crossing(curve: Sequence[tuple[float, float]], even: float) -> float:
    """Where a curve first passes a level, linear between its points; nan where it never does.

    >>> _crossing([(1, 0.8), (2, 0.6), (3, 0.2)], 0.5), _crossing([(1, 0.8), (2, 0.6)], 0.5)
    (2.25, nan)
    """
    for (x, y), (x_next, y_next) in itertools.pairwise(curve):
        if y == even:
            return float(x)
        if (y - even) * (y_next - even) < 0.0:
            return float(x + (x_next - x) * (even - y) / (y_next - y))
    return float(curve[-1][0]) if curve and curve[-1][1] == even else math.nan
