"""Keys of a `bombing` scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.systems.command_decision.rules.guided import GUIDED
from simlab.systems.command_decision.stands import Shape, not_a_flag

AREA_LOADS = ("bombs", "at_cluster", "rockets")
MOST_STANDS, MOST_TEMPLATES, NAME_LETTERS = 64, 8, 40
Coordinate = Annotated[float, BeforeValidator(not_a_flag), Field(ge=-10_000, le=10_000)]
Place = tuple[Coordinate, Coordinate]
Quality = Literal["green", "trained", "regular", "experienced", "veteran", "elite"]


class AttackerShape(Shape):
    """Who attacks, with what and where: ``[attacker]``.

    One load at a time (2.3.1a, 2.3.1b), bombs or rockets at choice (2.3.1d), cluster bombs and guided weapons where the
    scenario says so (2.3.1e). also: what it fires besides (1.5.3 for helicopters, ruling gun_with_ordnance for planes);
    targets: names of the stands that guns and guided weapons attack; guidance: of a guided weapon in place of that of
    the row; face: armour that an anti-tank missile meets.
    """

    unit: str
    load: Literal["bombs", "at_cluster", "rockets", "guns", "door_guns", "atgm", "asm", "arm", "gb"] = "bombs"
    also: tuple[Literal["guns", "door_guns"], ...] = ()
    warhead: Literal["he", "heat", "flechette"] = "he"
    guidance: str | None = None
    face: Literal["flank", "front"] = "flank"
    penalty: Annotated[int, Field(ge=0, le=10)] = 0
    placement: Literal["superimpose", "spread", "optimal"] = "spread"
    templates: Annotated[list[Place], Field(min_length=1, max_length=MOST_TEMPLATES)] | None = None
    targets: Annotated[list[str], Field(min_length=1, max_length=MOST_TEMPLATES)] | None = None
    altitude: Literal["noe", "low", "popup"] | None = None
    inches_moved: Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=10_000)] = 0

    @model_validator(mode="after")
    def _words_fit_the_load(self) -> AttackerShape:
        areas = self.load in AREA_LOADS
        if self.load != "rockets" and self.warhead != "he":
            raise ValueError(f"warhead {self.warhead} is for rockets only; set load = rockets or leave warhead out")
        if self.guidance is not None and self.load not in GUIDED:
            raise ValueError(f"guidance is for guided weapons ({', '.join(GUIDED)}), not for {self.load}")
        if self.face != "flank" and self.load != "atgm":
            raise ValueError("face is for load = atgm; guns strike the flank (2.3.5f), the others pierce no armour")
        if self.templates is not None and not areas:
            raise ValueError(f"templates are areas; {self.load} attack stands: name them in targets")
        if self.targets is not None and areas:
            raise ValueError(f"targets are for guns and guided weapons; lay {self.load} with templates")
        return self


class PointShape(Shape):
    """The point that is attacked: ``[point]``."""

    at: Place = (0.0, 0.0)
    fac: bool = False


class TroopsShape(Shape):
    """What stands are made of: ``[troops]``, for an attack without a map; also the keys of every ``[[stand]]``."""

    target: Annotated[Literal["personnel", "gun", "soft_vehicle", "weak_afv", "afv"], Field(alias="class")] = (
        "personnel"
    )
    weight: Annotated[int, Field(ge=1, le=6)] = 3
    terrain: Literal["open", "woods", "bua"] = "open"
    edge: bool = False
    cover: Literal["none", "medium", "hard", "fortification"] | None = None
    dug_in: bool = False
    quality: Quality = "regular"


class StandShape(TroopsShape):
    """A stand on the ground: ``[[stand]]``.

    moved: when it moved last, for GPS weapons (2.3.6.1a); radar: an AA stand with a radar, for anti-radar missiles.
    """

    name: Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)] | None = None
    side: Literal["enemy", "own"] = "enemy"
    at: Place
    size_in: Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=24)] = 1
    manpads: bool = False
    moved: Literal["no", "this_turn", "since_last_strike"] = "no"
    radar: bool = False


class BombingShape(Shape):
    """Keys of a `bombing` scenario: a layout of stands, or troops that lie under the areas wherever these fall."""

    attacker: AttackerShape
    point: PointShape = PointShape()
    stand: Annotated[tuple[StandShape, ...], Field(max_length=MOST_STANDS)] = ()
    troops: TroopsShape | None = None

    @model_validator(mode="after")
    def _stands_or_troops(self) -> BombingShape:
        if bool(self.stand) == (self.troops is not None):
            raise ValueError("give stands on the table ([[stand]]), or [troops] for an attack without a map")
        if self.troops is not None and (self.attacker.load not in AREA_LOADS or self.attacker.also):
            raise ValueError("troops: without a map only areas can be laid (bombs, at_cluster, rockets, nothing also)")
        if self.troops is not None and self.attacker.templates is not None:
            raise ValueError("templates need a map; give [[stand]] in place of [troops]")
        return self

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
