"""Keys of a `sortie` scenario (ROUNDS.md 4.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from simlab.systems.alpha_strike.engagement.return_fire.shapes import Altitude, Number, Points, Shape, Skill

MOST_AIRCRAFT, MOST_GROUND, MOST_TURNS, MOST_INSTANCES, NAME_LETTERS = 12, 16, 20, 64, 40
Side = Literal["attacker", "defender"]
Attack = Literal["dive", "altitude", "strike", "strafe"]
BOMBING = ("dive", "altitude")


class GameShape(Shape):
    """``[game]``."""

    turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 8
    table: tuple[Annotated[float, Field(gt=0, le=1000)], Annotated[float, Field(gt=0, le=1000)]] = (48, 48)
    objective: list[str] | None = None


class DoctrineShape(Shape):
    """``[doctrine]``."""

    ground_fire: Literal["max_expected_pv", "nearest", "focus_fire", "spread"] = "max_expected_pv"
    aim: Literal["any", "objective"] = "any"


class AircraftShape(Shape):
    """Aircraft, one or several alike: ``[[aircraft]]``."""

    unit: str
    count: Annotated[int, Field(ge=1, le=MOST_AIRCRAFT)] = 1
    skill: Skill = 4
    side: Side = "attacker"
    role: Literal["strike", "escort", "interceptor"] | None = None
    zone: str | None = None
    altitude: Altitude = "low"
    bombs: Annotated[list[Literal["he", "cluster", "inferno", "laser_guided"]], Field(max_length=20)] = Field(
        default_factory=list
    )
    attack: Attack | None = None
    then: Literal["strike", "strafe", "leave"] = "leave"
    overheat: Points = 0
    leaves: Literal["never", "when_damaged", "when_structure"] = "never"

    @property
    def task(self) -> str:
        """Its role: strike for the attacker, interceptor for the defender, unless it says otherwise."""
        return self.role or ("strike" if self.side == "attacker" else "interceptor")

    @property
    def first_attack(self) -> str:
        """How it attacks the ground first: it dives with bombs, else it strikes."""
        return self.attack or ("dive" if self.bombs else "strike")


class GroundShape(Shape):
    """A unit on the ground: ``[[ground]]``."""

    unit: str
    name: Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)] | None = None
    at: tuple[Number, Number]
    side: Side = "defender"
    skill: Skill = 4
    facing: Number = 0
    base_radius: Annotated[float, Field(ge=0, le=20)] = 0
    depth: Annotated[float, Field(ge=0, le=100)] = 0
    concealed: bool = False
    terrain: list[Literal["woods", "woods_between", "partial_cover"]] = Field(default_factory=list)
    immobile: bool = False
    heat: Annotated[int, Field(ge=0, le=3)] = 0
    overheat: Points = 0
    in_water: bool = False
    spotting: bool = False
    jumped: bool = False
    stood_still: bool = False
    engaged_on_ground: bool = False
    fires: bool = True


class SortieShape(Shape):
    """Keys of a `sortie` scenario."""

    game: GameShape = GameShape()
    doctrine: DoctrineShape = DoctrineShape()
    aircraft: Annotated[list[AircraftShape], Field(min_length=1, max_length=MOST_AIRCRAFT)]
    ground: Annotated[list[GroundShape], Field(min_length=1, max_length=MOST_GROUND)]

    @model_validator(mode="after")
    def _numbers_and_names(self) -> SortieShape:
        count = sum(one.count for one in self.aircraft)
        if count > MOST_AIRCRAFT:
            raise ValueError(f"{MOST_AIRCRAFT} aircraft at most, counts included")
        bombs = sum(one.count * len(one.bombs) for one in self.aircraft)
        if bombs + 4 * count > MOST_INSTANCES or len(self.ground) + 3 * count > MOST_INSTANCES:
            raise ValueError(f"more than {MOST_INSTANCES} instances of damage might come on one unit in a turn")
        if all(one.side == "defender" for one in self.aircraft):
            raise ValueError("the attacker has no aircraft")
        names = self.names()
        for number, name in enumerate(names):
            if name in names[:number]:
                raise ValueError(f'ground[{number}].name: "{name}" stands already at ground[{names.index(name)}]')
        for name in self.game.objective or []:
            if name not in names:
                raise ValueError(f'game.objective: no ground unit "{name}"')
        return self

    def names(self) -> list[str]:
        """The name of each ground unit: its own, or ground_1, ground_2..."""
        return [one.name or f"ground_{number + 1}" for number, one in enumerate(self.ground)]

    def flown(self) -> list[AircraftShape]:
        """All aircraft, counts written out."""
        return [one for one in self.aircraft for _ in range(one.count)]
