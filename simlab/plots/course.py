"""How a game of two sides goes: who leads after each turn, and how much is decided by then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.plots.curves import rate_by_range
from simlab.plots.frames import need

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def lead_by_turn(
    frame: pd.DataFrame, *, sides: Sequence[str] = ("first", "second"), title: str = "", ax: Axes | None = None
) -> Axes:
    """Share of games that each side leads after each turn, that are decided by then, and what is settled of the result.

    Args:
        frame: ``turns`` of `simlab.analysis.luck.course_of_play`: turn, first_leads, second_leads, decided, settled and
            the ends of each (``_lo``, ``_hi``), as shares of 1.
        sides: names of the two.
        title: heading inside the picture.
        ax: axes to draw on; None makes a figure.

    Raises:
        SimlabError: a column is missing, or there are no rows.
    """
    import pandas as pd

    words = {
        "first_leads": f"{sides[0]} leads", "second_leads": f"{sides[1]} leads", "decided": "decided",
        "settled": "settled",
    }  # fmt: skip
    ends = [f"{column}_{end}" for column in words for end in ("lo", "hi")]
    need(frame, "turn", *words, *ends)
    long = pd.concat(
        [
            pd.DataFrame({"turn": frame["turn"], "p": frame[column], "p_lo": frame[f"{column}_lo"],
                          "p_hi": frame[f"{column}_hi"], "series": name})
            for column, name in words.items()
        ],
        ignore_index=True,
    )  # fmt: skip
    return rate_by_range(
        long.dropna(subset=["p"]), x="turn", series="series", xlabel="end of turn", ylabel="share", title=title,
        from_zero=True, ax=ax,
    )  # fmt: skip
