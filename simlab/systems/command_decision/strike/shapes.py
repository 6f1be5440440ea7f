"""Keys of a `strike` scenario, as pydantic shapes; meanings in the README of the wing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.command_decision.attack.shapes import (
    MOST_STANDS,
    NAME_LETTERS,
    AttackerShape,
    Place,
    Quality,
    StandShape,
)
from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.stands import Distance, FirerShape, Shape, not_a_flag

MOST_PLANES, MOST_SYSTEMS, MOST_CHECKS, MOST_FIGHTERS = 8, 32, 32, 16
Name = Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)]
Size = Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=10_000)]


class PlaneShape(Shape):
    """Planes of one sort with one target point, which the attacker chooses (2.3.3a): ``[[plane]]``.

    One load (2.3.1b); air-to-air missiles come besides and are none (2.3.1c).
    """

    unit: str
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=MOST_PLANES)] = 1
    load: Literal["bombs", "at_cluster", "rockets", "guns", "asm", "arm", "gb"] = "bombs"
    warhead: Literal["he", "heat", "flechette"] = "he"
    guidance: str | None = None
    range_in: Distance | None = None
    placement: Literal["superimpose", "spread", "optimal"] = "spread"
    at: Place = (0.0, 0.0)
    fac: bool = False
    smoke: bool = False
    alternative: Place | None = None
    heading_deg: Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=360)] | None = None
    arrives: Literal["ruling"] | Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=1)] = "ruling"
    fighter: bool = False
    value: Annotated[int, Field(ge=0, le=1000)] = 1
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None

    def attacker(self, penalty: int, load: str | None = None) -> AttackerShape:
        """The ``[attacker]`` of kind bombing that this plane is, with its own load or another."""
        own = load is None or load == self.load
        return AttackerShape.model_validate(
            {
                "unit": self.unit,
                "load": self.load if own else load,
                "warhead": self.warhead if own else "he",
                "guidance": self.guidance if own else None,
                "penalty": penalty,
                "placement": self.placement,
            }
        )

    @model_validator(mode="after")
    def _is_an_attacker(self) -> PlaneShape:
        self.attacker(0)
        if self.range_in is not None and self.load not in GUIDED:
            raise ValueError(f"range_in is that of a guided weapon, not of {self.load}")
        if self.fighter and self.load != "guns":
            raise ValueError("a fighter strafes (2.3.5.1a); set load = guns")
        return self


class AirDefenceShape(FirerShape):
    """AA systems of one sort at one place: ``[[air_defence]]``; ``guns`` names the gun half of a combination."""

    name: Name | None = None
    guns: str | None = None
    count: Annotated[int, Field(ge=1, le=MOST_SYSTEMS)] = 1
    at: Place


class CheckShape(Shape):
    """A morale check in the morale phase: ``[[check]]``."""

    name: Name | None = None
    side: Literal["enemy", "own"] = "enemy"
    at: Place
    quality: Quality = "regular"
    modifier: Annotated[int, Field(ge=-10, le=10)] = 0


class FighterShape(Shape):
    """A fighter on patrol: ``[[fighter]]``."""

    at: Place
    side: Literal["enemy", "own"] = "enemy"


class GroundShape(Shape):
    """What the defender's other stands do: ``[ground]``."""

    collective: Literal["none", "normal", "heavy", "army"] = "normal"
    army: str | None = None
    year: Annotated[int, Field(ge=1900, le=2100)] | None = None
    enemy_aircraft: bool = False


class MarkingShape(Shape):
    """The battery that marks with smoke: ``[marking]`` (2.3.3f-h)."""

    battery: Literal["organic", "supporting"] = "supporting"
    dedicated: bool = False
    quality: Quality = "regular"
    suppressed: bool = False


class TableShape(Shape):
    """``[table]``: width and depth, the centre being [0, 0]; the edge of the attacker's side."""

    size_in: tuple[Size, Size] = (72.0, 48.0)
    own_edge: Literal["south", "north", "east", "west"] = "south"


class StrikeShape(Shape):
    """Keys of a `strike` scenario."""

    plane: Annotated[list[PlaneShape], Field(min_length=1, max_length=MOST_PLANES)]
    air_defence: list[AirDefenceShape] = Field(default_factory=list, max_length=MOST_SYSTEMS)
    stand: Annotated[list[StandShape], Field(min_length=1, max_length=MOST_STANDS)]
    check: list[CheckShape] = Field(default_factory=list, max_length=MOST_CHECKS)
    fighter: list[FighterShape] = Field(default_factory=list, max_length=MOST_FIGHTERS)
    ground: GroundShape = GroundShape()
    marking: MarkingShape = MarkingShape()
    table: TableShape = TableShape()
    visibility: Literal["clear", "night"] = "clear"

    @model_validator(mode="after")
    def _counts_and_names(self) -> StrikeShape:
        planes = sum(plane.count for plane in self.plane)
        if planes > MOST_PLANES:
            raise ValueError(f"{planes} planes; at most {MOST_PLANES} can be played")
        systems = sum(system.count for system in self.air_defence)
        if systems > MOST_SYSTEMS:
            raise ValueError(f"{systems} AA systems; at most {MOST_SYSTEMS} can be played")
        for what, names in (
            ("plane", self.plane_names()),
            ("air_defence", self.system_names()),
            ("stand", self.stand_names()),
            ("check", self.check_names()),
        ):
            for number, name in enumerate(names):
                if name in names[:number]:
                    raise ValueError(f'{what}: the name "{name}" stands there twice')
        return self

    def planes(self) -> list[PlaneShape]:
        """Each plane, ``count`` of each entry."""
        return [plane for plane in self.plane for _ in range(plane.count)]

    def plane_entries(self) -> list[int]:
        """The entry of ``[[plane]]`` of each plane."""
        return [number for number, plane in enumerate(self.plane) for _ in range(plane.count)]

    def plane_names(self) -> list[str]:
        """The name of each plane."""
        names: list[str] = []
        for plane in self.plane:
            for number in range(plane.count):
                own = plane.name if plane.count == 1 or plane.name is None else f"{plane.name}_{number + 1}"
                names.append(own or f"plane_{len(names) + 1}")
        return names

    def system_names(self) -> list[str]:
        """The name of each entry of ``[[air_defence]]``."""
        return [system.name or f"aa_{number + 1}" for number, system in enumerate(self.air_defence)]

    def stand_names(self) -> list[str]:
        """The name of each stand."""
        return [stand.name or f"stand_{number + 1}" for number, stand in enumerate(self.stand)]

    def check_names(self) -> list[str]:
        """The name of each check."""
        return [check.name or f"check_{number + 1}" for number, check in enumerate(self.check)]
