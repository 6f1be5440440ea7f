"""Keys of a `campaign` scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.command_decision.attack.shapes import NAME_LETTERS, Place, Quality
from simlab.systems.command_decision.stands import Shape, not_a_flag

MOST_STANDS, MOST_SYSTEMS, MOST_AIRCRAFT, MOST_TURNS, MOST_POINTS = 64, 16, 16, 40, 5000
SIDES = ("blue", "red")
Name = Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)]
Points = Annotated[int, Field(ge=0, le=1000)]
Share = Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=1)]
Edge = Literal["south", "north", "east", "west"]


class PlaneShape(Shape):
    """Planes of one sort: ``[[blue.plane]]``. arrives: chance of each turn, or that of plane_arrival_probability."""

    unit: str
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=MOST_AIRCRAFT)] = 1
    load: Literal["bombs", "at_cluster", "rockets", "guns", "asm", "arm", "gb"] = "bombs"
    warhead: Literal["he", "heat", "flechette"] = "he"
    guidance: str | None = None
    arrives: Literal["ruling"] | Share = "ruling"
    points: Points = 1
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None


class HelicopterShape(Shape):
    """Helicopters of one sort: ``[[blue.helicopter]]``. at: where they attack from."""

    unit: str
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=MOST_AIRCRAFT)] = 1
    weapon: Literal["atgm", "rockets", "guns"] | None = None
    altitude: Literal["noe", "low", "popup"] = "popup"
    at: Place
    entry_turn: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 1
    points: Points = 1
    flares: bool | None = None
    ecm: bool | None = None
    irs: bool | None = None


class GroundKeys(Shape):
    """What a stand is and how it is covered; the same for AA systems, which are stands too."""

    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=MOST_STANDS)] = 1
    at: Place
    size_in: Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=24)] = 1
    target: Annotated[Literal["personnel", "gun", "soft_vehicle", "weak_afv", "afv"] | None, Field(alias="class")] = (
        None
    )
    weight: Annotated[int, Field(ge=1, le=6)] = 3
    edge: bool = False
    cover: Literal["none", "medium", "hard", "fortification"] | None = None
    dug_in: bool = False
    quality: Quality = "regular"
    points: Points = 1


class StandShape(GroundKeys):
    """Stands of one sort at one place: ``[[blue.stand]]``."""

    terrain: Literal["open", "woods", "bua"] = "open"
    manpads: bool = False


class SystemShape(GroundKeys):
    """AA systems of one sort at one place: ``[[blue.air_defence]]``."""

    unit: str
    count: Annotated[int, Field(ge=1, le=MOST_SYSTEMS)] = 1
    terrain: Literal["open", "woods", "bua", "bua_flat_roof"] = "open"


class SideShape(Shape):
    """One side: ``[blue]``, ``[red]``, its doctrine and its forces."""

    edge: Edge | None = None
    targets: Literal["points_first", "air_defence_first", "nearest_first"] = "points_first"
    concentrate: bool = False
    planes_a_turn: Annotated[int, Field(ge=1, le=MOST_AIRCRAFT)] = MOST_AIRCRAFT
    break_off: Share = 1.0
    fac: bool = False
    collective: Literal["none", "normal", "heavy"] = "normal"
    plane: Annotated[tuple[PlaneShape, ...], Field(max_length=MOST_AIRCRAFT)] = ()
    helicopter: Annotated[tuple[HelicopterShape, ...], Field(max_length=MOST_AIRCRAFT)] = ()
    air_defence: Annotated[tuple[SystemShape, ...], Field(max_length=MOST_SYSTEMS)] = ()
    stand: Annotated[tuple[StandShape, ...], Field(max_length=MOST_STANDS)] = ()


class GameShape(Shape):
    """``[game]``. margin: points that make a winner; table_in: width and depth, the centre being [0, 0]."""

    turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 12
    first: Literal["blue", "red"] = "blue"
    visibility: Literal["clear", "night"] = "clear"
    table_in: tuple[
        Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=10_000)],
        Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=10_000)],
    ] = (72.0, 48.0)
    margin: Annotated[int, Field(ge=0, le=100_000)] = 0
    morale: bool = True


class CampaignShape(Shape):
    """Keys of a `campaign` scenario."""

    game: GameShape = GameShape()
    blue: SideShape = SideShape()
    red: SideShape = SideShape()

    @model_validator(mode="after")
    def _forces_fit(self) -> CampaignShape:
        for name in SIDES:
            side: SideShape = getattr(self, name)
            for what, most in (("plane", MOST_AIRCRAFT), ("helicopter", MOST_AIRCRAFT), ("air_defence", MOST_SYSTEMS)):
                many = sum(entry.count for entry in getattr(side, what))
                if many > most:
                    raise ValueError(f"{name}.{what}: {many} in all; at most {most} can be played")
        sides = (self.blue, self.red)
        stands = sum(entry.count for side in sides for entry in (*side.air_defence, *side.stand))
        if stands > MOST_STANDS:
            raise ValueError(f"{stands} stands and AA systems; at most {MOST_STANDS} can be played")
        if not any(side.plane or side.helicopter for side in sides):
            raise ValueError("neither side has a plane or a helicopter; nothing would happen")
        for name, side in zip(SIDES, sides, strict=True):
            points = sum(entry.count * entry.points for entry in side.plane)
            points += sum(entry.count * entry.points for entry in side.helicopter)
            points += sum(entry.count * entry.points for entry in side.air_defence)
            points += sum(entry.count * entry.points for entry in side.stand)
            if points > MOST_POINTS:
                raise ValueError(f"{name} has {points:,} points; at most {MOST_POINTS:,}: count in larger units")
        return self
