"""Keys of a `bombing_run` scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from simlab.systems.continental_siege.engagement.shapes import not_a_flag
from simlab.systems.continental_siege.mission.shapes import as_weight
from simlab.systems.continental_siege.mission.splits import SYSTEMS
from simlab.systems.continental_siege.stands import Shape

MOST_GUNS, MOST_BOMBERS = 12, 12
Count = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=MOST_GUNS)]
OgreWeight = Annotated[object, BeforeValidator(as_weight)]


class BombingRunShape(Shape):
    """Keys of a `bombing_run` scenario."""

    bombers: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=MOST_BOMBERS)] = 1
    bomber: str = "bomber"
    distance_hexes: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=60)] = 10
    target: str
    squads: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=3)] | None = None
    drop: Literal["until_destroyed", "all_on_first"] = "until_destroyed"
    guns: dict[str, Count] = Field(default_factory=dict)
    fire: Literal["bombers_first", "pair_to_auto", "best_dp"] = "bombers_first"
    split: Literal["missiles_3_3", "ap_sweep", "main4_plus2", "treads_6", "best_for"] | None = None
    weights: dict[str, OgreWeight] | None = None

    @field_validator("weights")
    @classmethod
    def _known_systems(cls, value: dict[str, object] | None) -> dict[str, object] | None:
        for name, weight in (value or {}).items():
            if name not in SYSTEMS:
                raise ValueError(f'"{name}" is no system of an Ogre; there are {", ".join(SYSTEMS)}')
            if not 0 <= weight <= 1000:  # type: ignore[operator]
                raise ValueError(f"{name}: {weight}; a weight lies in 0..1000")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> BombingRunShape:
        if sum(self.guns.values()) > MOST_GUNS:
            raise ValueError(f"guns: {sum(self.guns.values())} in all; at most {MOST_GUNS} can be played")
        if self.weights is not None and self.split != "best_for":
            raise ValueError('weights: only with split = "best_for"')
        return self
