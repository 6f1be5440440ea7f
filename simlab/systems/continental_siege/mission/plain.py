"""Plain attrition: every gun at the propulsion, in range all the time. Played with less work for each lane.

A lane then needs only the boxes that are left; lanes that have crashed make room for those that fly on.
"""

from __future__ import annotations

from typing import Any


def plain_numbers(game: Any, at_propulsion: bool, silences: bool) -> list[int]:
    """The numbers of a plain game; empty when it is not plain."""
    return []
