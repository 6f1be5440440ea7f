"""Keys of a `duel` scenario (ROUNDS.md 3.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simlab.systems.alpha_strike.engagement.return_fire.shapes import Altitude, Points, Shape, Skill

MOST_ROUNDS = 30


class SideShape(Shape):
    """One of the two: ``[a]``, ``[b]``."""

    unit: str
    skill: Skill = 4
    bombs: Annotated[int, Field(ge=0, le=20)] = 0
    overheat: Points = 0
    breaks_off: Literal["never", "when_damaged", "when_structure"] = "never"


class DuelShape(Shape):
    """Keys of a `duel` scenario."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 6
    range: Literal["short", "medium", "long", "extreme"] = "medium"
    zone: Literal["central", "inner", "middle", "outer"] = "central"
    altitude: Altitude = "low"
    a: SideShape
    b: SideShape
