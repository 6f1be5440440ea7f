"""Keys of a `return_fire` scenario (ROUNDS.md 2.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MOST_DEFENDERS, MOST_PASSES = 48, 12
Altitude = Literal["low", "middle", "high", "extreme"]


def not_a_flag(value: object) -> object:
    """Refuses true and false, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("must be a number, not true or false")
    return value


Number = Annotated[float, BeforeValidator(not_a_flag), Field(ge=-10_000, le=10_000)]
Distance = Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=10_000)]
Skill = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=8)]
Points = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=9)]


class Shape(BaseModel):
    """A table of scenario keys: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class TargetShape(Shape):
    """The aircraft that is fired at: ``[aircraft]``."""

    unit: str
    skill: Skill = 4
    altitude: Altitude = "low"
    leave_when_damaged: bool = False


class PathShape(Shape):
    """The flight path over the table: ``[path]``."""

    p0: tuple[Number, Number]
    heading: Number = 0
    table: tuple[Annotated[float, Field(gt=0, le=1000)], Annotated[float, Field(gt=0, le=1000)]] = (48, 48)


class DefenderShape(Shape):
    """A ground unit, or several alike: ``[[defender]]``."""

    unit: str
    count: Annotated[int, Field(ge=1, le=MOST_DEFENDERS)] = 1
    skill: Skill = 4
    range_in: Distance | None = None
    at: tuple[Number, Number] | None = None
    facing: Number = 0
    base_radius: Annotated[float, Field(ge=0, le=20)] = 0
    overheat: Points = 0
    heat: Annotated[int, Field(ge=0, le=3)] = 0
    fire_control_hits: Annotated[int, Field(ge=0, le=6)] = 0
    engaged_on_ground: bool = False
    spotting: bool = False
    jumped: bool = False
    stood_still: bool = False
    in_water: bool = False
    hidden: bool = False

    @model_validator(mode="after")
    def _one_place(self) -> DefenderShape:
        if (self.range_in is None) == (self.at is None):
            raise ValueError("give either range_in, or at = [x, y] with a [path]")
        return self


class ReturnFireShape(Shape):
    """Keys of a `return_fire` scenario."""

    passes: Annotated[int, Field(ge=1, le=MOST_PASSES)] = 1
    aircraft: TargetShape
    path: PathShape | None = None
    defender: Annotated[list[DefenderShape], Field(min_length=1, max_length=MOST_DEFENDERS)]

    @model_validator(mode="after")
    def _places_and_numbers(self) -> ReturnFireShape:
        if self.path is None and any(defender.at is not None for defender in self.defender):
            raise ValueError("a defender with at = [x, y] needs a [path]")
        if sum(defender.count for defender in self.defender) > MOST_DEFENDERS:
            raise ValueError(f"{MOST_DEFENDERS} defenders at most, counts included")
        return self
