"""Pictures of tidy frames: each function takes a frame with columns ``p, p_lo, p_hi`` and returns the Axes it drew on.

| function           | answers                                                              |
| ------------------ | -------------------------------------------------------------------- |
| `distribution`     | how likely is each outcome, with its interval                        |
| `survival_curves`  | who is still there at the end of each turn                           |
| `heat_map`         | a rate for every pair of rows and columns                            |
| `chain_waterfall`  | how far a threat gets, step by step                                  |
| `tornado`          | which reading of the rules moves the answer, and by how much         |
| `ranked_bars`      | amounts in order of size, such as what hurts most                    |
| `rate_by_range`    | a rate over a number, such as the range                              |
| `hex_map`          | a hex map with counters, moves, attacks and bombs at one moment      |
| `trade_off`        | what can be had for how much, by the way to attack                   |
| `radar_map`        | zones around a table, and the aircraft in them                       |
| `ground_table`     | units on a table, and the lines flown over them                      |
| `mean_by_number`   | a mean over a number, such as what a load of so many tonnes destroys |
| `table_scene`      | what stands and falls on a stretch of table in one trial             |
| `price_list`       | what each unit is worth, beside what it costs so far                 |
| `deviation_gains`  | does any simple deviation from tuned settings gain                   |
| `range_strips`     | the same for many series that are flat for long stretches            |
| `ranked_intervals` | amounts in order, each with its interval                             |
| `overall_bars`     | what moves the answer when everything may move at once               |
| `lead_by_turn`     | who leads, what is decided and what is settled after each turn       |
| `trials_needed`    | how many trials show a difference, by its size                       |
| `sweep_pictures`   | a sweep of any shape: lines, bars or heat maps, as its axes ask for  |

All shares are drawn in per cent. Without ``ax`` a function makes its own Figure, sized so that no text is smaller than
9 points; ``ax.figure.savefig("file.svg")`` writes it, and a notebook shows it where it ends a cell. Nothing here
imports pyplot, sets a style or touches the backend, so a notebook's own settings stay as they are. Colours are told
apart by the colour-blind, lines and bars also in grey.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "distribution": "bars",
    "ranked_bars": "bars",
    "survival_curves": "curves",
    "rate_by_range": "curves",
    "mean_by_number": "curves",
    "range_strips": "strips",
    "heat_map": "heat",
    "chain_waterfall": "chain",
    "tornado": "swings",
    "price_list": "prices",
    "deviation_gains": "gains",
    "table_scene": "scene",
    "hex_map": "hexes",
    "sweep_pictures": "sweeps",
    "ranked_intervals": "whiskers",
    "overall_bars": "whiskers",
    "lead_by_turn": "course",
    "trade_off": "tradeoff",
    "trials_needed": "planning",
    "radar_map": "radar",
    "ground_table": "ground",
}

__all__ = [
    "chain_waterfall",
    "deviation_gains",
    "distribution",
    "ground_table",
    "heat_map",
    "hex_map",
    "lead_by_turn",
    "mean_by_number",
    "overall_bars",
    "price_list",
    "radar_map",
    "range_strips",
    "ranked_bars",
    "ranked_intervals",
    "rate_by_range",
    "survival_curves",
    "sweep_pictures",
    "table_scene",
    "tornado",
    "trade_off",
    "trials_needed",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"simlab.plots.{_HOME[name]}"), name)
    raise AttributeError(f"module simlab.plots has no attribute {name}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
