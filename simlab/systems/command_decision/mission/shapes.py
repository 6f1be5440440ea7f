"""Keys of a `sortie` scenario, as pydantic shapes; meanings in the README of the wing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from simlab.systems.command_decision.stands import Distance, FirerShape, Shape, TerrainShape

MAX_TURNS = 100
MAX_SYSTEMS = 32


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


Inches = Annotated[float, Field(ge=0, le=10_000)]
Altitude = Literal["noe", "low", "popup", "landed"]
Wish = Literal["auto", "opportunity", "general", "never"]
Quality = Literal["green", "trained", "regular", "experienced", "veteran", "elite"]


def _stands_still() -> list[float]:
    return [0]


def _fires_when_it_can() -> list[Wish]:
    return ["auto"]


class HelicopterShape(Shape):
    """``[helicopter]``."""

    unit: str
    crew_quality: Quality = "regular"
    weapon: Literal["missile", "rockets", "guns"] | None = None
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None


class ProfileShape(Shape):
    """``[profile]``: by turn over the table, one value or a list whose last entry repeats."""

    altitude: Annotated[list[Altitude], BeforeValidator(_as_list), Field(min_length=1, max_length=20)]
    inches_moved: Annotated[list[Inches], BeforeValidator(_as_list), Field(min_length=1, max_length=20)] = Field(
        default_factory=_stands_still
    )
    fires: Annotated[list[Wish], BeforeValidator(_as_list), Field(min_length=1, max_length=20)] = Field(
        default_factory=_fires_when_it_can
    )
    after_firing: Literal["hide", "stay"] = "hide"
    altitude_change_used: bool = False
    behind_cover: bool = True
    leave_after: Annotated[int, Field(ge=0, le=20)] = 0


class GameShape(Shape):
    """``[game]``."""

    turns: Annotated[int, Field(ge=1, le=MAX_TURNS)] = 12
    entry_turn: Annotated[int, Field(ge=1, le=MAX_TURNS)] = 1
    visibility: Literal["clear", "night"] = "clear"


class AirDefenceShape(FirerShape):
    """``[[air_defence]]``; ``guns`` names the gun half of a combination."""

    count: Annotated[int, Field(ge=1, le=MAX_SYSTEMS)] = 1
    range_in: Distance
    guns: str | None = None
    ground_role: bool = True


class GroundFireShape(Shape):
    """``[[ground_fire]]``: other ground weapons that can reach it."""

    weapon: Literal["tank_gun", "atgm", "mg", "autocannon", "aa_gun"]
    count: Annotated[int, Field(ge=1, le=MAX_SYSTEMS)] = 1
    range_in: Distance
    reach_in: Distance | None = None
    suppressed: bool = False


class GroundShape(Shape):
    """``[ground]``: what the enemy's other stands do to it."""

    collective: Literal["none", "normal", "heavy", "army"] = "normal"
    army: str | None = None
    year: Annotated[int, Field(ge=1900, le=2100)] | None = None
    nearest_enemy_in: Distance = 10


class SortieShape(Shape):
    """Keys of a `sortie` scenario."""

    helicopter: HelicopterShape
    profile: ProfileShape
    game: GameShape = GameShape()
    air_defence: list[AirDefenceShape] = Field(default_factory=list, max_length=MAX_SYSTEMS)
    ground_fire: list[GroundFireShape] = Field(default_factory=list, max_length=MAX_SYSTEMS)
    ground: GroundShape = GroundShape()
    terrain: TerrainShape = TerrainShape()
