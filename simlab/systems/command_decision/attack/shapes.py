"""Keys of a `bombing` scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.command_decision.stands import Shape, not_a_flag

MOST_STANDS, MOST_TEMPLATES, NAME_LETTERS = 64, 8, 40
Coordinate = Annotated[float, BeforeValidator(not_a_flag), Field(ge=-10_000, le=10_000)]
Place = tuple[Coordinate, Coordinate]
Quality = Literal["green", "trained", "regular", "experienced", "veteran", "elite"]


class AttackerShape(Shape):
    """Who attacks, with what and where: ``[attacker]``.

    One load at a time (2.3.1a, 2.3.1b), bombs or rockets at choice (2.3.1d), cluster bombs where the scenario says so
    (2.3.1e).
    """

    unit: str
    load: Literal["bombs", "at_cluster", "rockets"] = "bombs"
    warhead: Literal["he", "heat", "flechette"] = "he"
    penalty: Annotated[int, Field(ge=0, le=10)] = 0
    placement: Literal["superimpose", "spread", "optimal"] = "spread"
    templates: Annotated[list[Place], Field(min_length=1, max_length=MOST_TEMPLATES)] | None = None

    @model_validator(mode="after")
    def _warhead_of_rockets(self) -> AttackerShape:
        if self.load != "rockets" and self.warhead != "he":
            raise ValueError(f"warhead {self.warhead} is for rockets only; set load = rockets or leave warhead out")
        return self


class PointShape(Shape):
    """The point that is attacked: ``[point]``."""

    at: Place = (0.0, 0.0)
    fac: bool = False


class StandShape(Shape):
    """A stand on the ground: ``[[stand]]``."""

    name: Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)] | None = None
    side: Literal["enemy", "own"] = "enemy"
    at: Place
    size_in: Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=24)] = 1
    target: Annotated[Literal["personnel", "gun", "soft_vehicle", "weak_afv", "afv"], Field(alias="class")] = (
        "personnel"
    )
    weight: Annotated[int, Field(ge=1, le=6)] = 3
    terrain: Literal["open", "woods", "bua"] = "open"
    edge: bool = False
    cover: Literal["none", "medium", "hard", "fortification"] | None = None
    dug_in: bool = False
    quality: Quality = "regular"
    manpads: bool = False


class BombingShape(Shape):
    """Keys of a `bombing` scenario."""

    attacker: AttackerShape
    point: PointShape = PointShape()
    stand: Annotated[list[StandShape], Field(min_length=1, max_length=MOST_STANDS)]

    @model_validator(mode="after")
    def _names_differ(self) -> BombingShape:
        names = self.names()
        for number, name in enumerate(names):
            if name in names[:number]:
                raise ValueError(f'stand[{number}].name: "{name}" stands already at stand[{names.index(name)}]')
        return self

    def names(self) -> list[str]:
        """The name of each stand: its own, or stand_1, stand_2..."""
        return [stand.name or f"stand_{number + 1}" for number, stand in enumerate(self.stand)]
