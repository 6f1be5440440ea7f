"""The balance report: shipped or own studies in one self-contained page that needs no network.

| file        | what it does                                                                     |
| ----------- | -------------------------------------------------------------------------------- |
| `build`     | `write_report`: puts the page together and writes it                             |
| `studies`   | `play_studies`: the files, played, with the parts that their axes play           |
| `words`     | plain words of a rules system, from ``words/<system>.toml``                      |
| `top`       | the question, what is worth knowing beside its answer, the pictures above all    |
| `answers`   | the answer of a study, or of several that ask the same, in a sentence            |
| `headline`  | `headline_rows`: the answers as a small table for a terminal                     |
| `survival`  | survival curves, heat maps, every case with the price of a helicopter            |
| `chain`     | how far air defence gets, and what is left of the attack                         |
| `hurts`     | the answer with each of the enemy's systems left out                             |
| `readings`  | which reading of unclear rules moves the answer, and those in force              |
| `points`    | what units are worth, where a study asks it, and whether the prices hold         |
| `ranges`    | rates along a range                                                              |
| `single`    | the tables of a single case                                                      |
| `largest`   | the unclear rules that matter most over all studies of a page                    |
| `balance`   | the front of a game's page: price lists, match-ups, lives                        |
| `matches`   | everybody against everybody, and who is dominated                                |
| `lives`     | who lasts how long                                                               |
| `laboratory`| what a study asks for in its ``[report]`` section                                |
| `contents`  | the page in front of several games                                               |
| `versus`    | compare mode: studies as they stand against the same with a change               |
| `settings`  | what was played, in words                                                        |
| `appendix`  | what the data assume, and how to get every figure again                          |
| `pdf`       | `write_pdf`: the pages on paper, by a Chromium of this machine                     |
| `replays`   | `write_replay`: one trial as a page to step through, and as pictures beside it    |
| `figures`   | drawings as inline SVG                                                           |
| `tables`    | tables whose rates have the same decimals                                        |
| `page`      | what a page is made of; ``report.html``, ``.css`` and ``.js`` beside it show it  |
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "Change": "versus",
    "headline_rows": "headline",
    "play_studies": "studies",
    "shipped_studies": "studies",
    "write_comparison": "build",
    "write_pdf": "pdf",
    "write_replay": "replays",
    "write_report": "build",
}

__all__ = [
    "Change",
    "headline_rows",
    "play_studies",
    "shipped_studies",
    "write_comparison",
    "write_pdf",
    "write_replay",
    "write_report",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"simlab.report.{_HOME[name]}"), name)
    raise AttributeError(f"module simlab.report has no attribute {name}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
