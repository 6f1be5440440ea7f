"""The balance report: shipped or own studies in one self-contained page that needs no network.

| file        | what it does                                                                     |
| ----------- | -------------------------------------------------------------------------------- |
| `build`     | `write_report`: plays the studies, puts the page together, writes it             |
| `studies`   | `play_studies`: the files, played, with the roles of their axes                  |
| `words`     | plain words of a rules system, from ``words/<system>.toml``                      |
| `survival`  | survival curves, heat maps, what a helicopter gives for its life                 |
| `chain`     | how far air defence gets, and what hurts most                                    |
| `readings`  | which reading of unclear rules moves the answer, and those in force              |
| `ranges`    | rates along a range                                                              |
| `top`       | the question, its answer in a sentence, the picture above all others             |
| `appendix`  | what the data assume, and how to get every figure again                          |
| `headline`  | `headline_rows`: the same answer as a small table for a terminal                 |
| `figures`, `tables`, `page` | drawings as inline SVG, tables as HTML, the template `report.html` |
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {"headline_rows": "headline", "play_studies": "studies", "shipped_studies": "studies", "write_report": "build"}

__all__ = ["headline_rows", "play_studies", "shipped_studies", "write_report"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"simlab.report.{_HOME[name]}"), name)
    raise AttributeError(f"module simlab.report has no attribute {name}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
