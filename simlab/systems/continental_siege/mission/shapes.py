"""Keys of an `attrition` scenario."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.contract import NUMBER
from simlab.systems.continental_siege.engagement.shapes import not_a_flag
from simlab.systems.continental_siege.stands import Shape

MOST_GUNS = 40
Priority = Literal[
    "pu_only", "bombs_first", "bombs_first_combined", "guns_first", "until_ma", "greedy_value", "best_dp"
]
Aimed = Literal["crash", "bombs_left", "guns_left"]


def as_weight(value: object) -> object:
    """A number, or a fraction such as "1/3", as a Fraction."""
    word = str(value).strip()
    if isinstance(value, bool) or not NUMBER.fullmatch(word):
        raise ValueError('must be a number or a fraction such as "1/3"')
    return Fraction(word)


Weight = Annotated[Fraction, BeforeValidator(as_weight), Field(ge=0, le=100)]
Count = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=MOST_GUNS)]


class ApproachShape(Shape):
    """A flight along a line over the guns: ``[approach]``."""

    start_hexes: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=60)]


class AttritionShape(Shape):
    """Keys of an `attrition` scenario."""

    fortress: str
    battery: dict[str, Count]
    priority: Priority = "pu_only"
    until_ma: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=3)] = 2
    pu_weight: Weight = Fraction(1, 3)
    aim: Aimed = "crash"
    turns: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=100)] = 20
    approach: ApproachShape | None = None

    @model_validator(mode="after")
    def _some_guns(self) -> AttritionShape:
        if not 1 <= sum(self.battery.values()) <= MOST_GUNS:
            raise ValueError(f"battery: {sum(self.battery.values())} guns; 1 to {MOST_GUNS} can be played")
        return self
