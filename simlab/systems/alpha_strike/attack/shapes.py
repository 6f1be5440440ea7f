"""Keys of `attack` and `bombing_run` scenarios."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MOST_TARGETS, MOST_BOMBS, NAME_LETTERS = 64, 30, 40
NO_OVERHEAT = "attacker.overheat: overheat never goes with bombs (AS-3.5, AS-5.8)"
LIFTED = ("bombs", "points", "placement")  # keys that may also stand in [attacker]
OF_TRANSPORT = ("at", "side", "base_radius", "depth", "concealed", "airborne", "elevation")  # riders and cargo share
BOMBING = ("dive", "altitude", "artillery")


def not_a_flag(value: object) -> object:
    """Refuses true and false, which Python takes for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("must be a number, not true or false")
    return value


Coordinate = Annotated[float, BeforeValidator(not_a_flag), Field(ge=-10_000, le=10_000)]
Inches = Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=10_000)]
Place = tuple[Coordinate, Coordinate]
Small = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=20)]
Level = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=3)]
Points = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=250)]
Name = Annotated[str, Field(min_length=1, max_length=NAME_LETTERS)]
DamageWord = Annotated[str, BeforeValidator(lambda value: str(value)), Field(pattern=r"^(0\*|\d{1,2}|-)$")]


class Shape(BaseModel):
    """A table of scenario keys: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class BomberShape(Shape):
    """Who bombs: ``[attacker]`` of a `bombing_run`."""

    unit: str | None = None
    skill: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=12)] = 4
    heat: Level = 0
    fire_control_hits: Small = 0
    crew_hits: Small = 0
    drone: bool | None = None
    painted: bool = False
    altitude: Literal["low", "middle", "high", "extreme"] | None = None
    at: Place | None = None


class AttackerShape(BomberShape):
    """Who attacks: ``[attacker]`` of an `attack`."""

    short: DamageWord = "0"
    ov: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=9)] = 0
    energy: bool = False
    overheat: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=9)] = 0
    pods: Small = 0


class PathShape(Shape):
    """The flight path: ``[path]``."""

    p0: Place | None = None
    heading: Annotated[float, BeforeValidator(not_a_flag), Field(ge=-360, le=360)] = 0
    table: tuple[Annotated[float, Field(gt=0, le=1000)], Annotated[float, Field(gt=0, le=1000)]] = (48, 48)
    length_in: Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=10_000)] | None = None

    @model_validator(mode="after")
    def _one_frame(self) -> PathShape:
        if (self.p0 is None) == (self.length_in is None):
            raise ValueError("[path] takes either p0 (a path over a table) or length_in (in the path frame)")
        return self


class BombShape(Shape):
    """Bombs of one type on one point: an entry of ``bombs``."""

    type: str
    count: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=MOST_BOMBS)] = 1
    at: Place | None = None


class TargetShape(Shape):
    """A unit on the ground: ``[[target]]`` of a `bombing_run`."""

    name: Name | None = None
    at: Place = (0.0, 0.0)
    side: Literal["enemy", "friend"] = "enemy"
    unit: str | None = None
    base_radius: Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=24)] = 0
    depth: Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=100)] = 0
    concealed: bool = False
    airborne: bool | None = None
    elevation: Annotated[float, BeforeValidator(not_a_flag), Field(ge=-100, le=100)] = 0
    heat_scale: bool | None = None
    immobile: bool = False
    in_water: bool = False
    rides: Name | None = None


class StruckShape(TargetShape):
    """A unit on the ground: ``[[target]]`` of an `attack`."""

    type: Literal["BM", "IM", "PM", "CV", "SV", "CI", "BA"] | None = None
    armor: Points | None = None
    structure: Points | None = None
    move_in: Points | None = None
    tmm: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=10)] | None = None
    jumps: bool | None = None
    specials: str | None = None
    armor_left: Points | None = None
    structure_left: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=250)] | None = None
    move_lost_in: Points = 0
    heat: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=4)] = 0
    jumped: bool = False
    dropping: bool = False
    stood_still: bool = False
    aboard: Name | None = None
    terrain: list[Literal["woods", "woods_between", "partial_cover"]] = []


class Layout(Shape):
    """What both kinds share: path, bombs, points, a way to place them."""

    path: PathShape | None = None
    bombs: Annotated[list[BombShape], Field(min_length=1, max_length=MOST_BOMBS)] | None = None
    points: Annotated[list[Place], Field(min_length=1, max_length=MOST_BOMBS)] | None = None
    placement: Literal["best"] | None = None
    friend_weight: Annotated[float, BeforeValidator(not_a_flag), Field(ge=0, le=1000)] = 1
    worth: Literal["damage", "pv"] = "damage"

    @model_validator(mode="before")
    @classmethod
    def _load_of_the_attacker(cls, body: Any) -> Any:
        """In TOML a key below ``[attacker]`` belongs to it: bombs written there are the bombs of the run."""
        attacker = body.get("attacker") if isinstance(body, dict) else None
        if not isinstance(attacker, dict):
            return body
        lifted = {key: attacker[key] for key in LIFTED if key in attacker and key not in body}
        rest = {key: value for key, value in attacker.items() if key not in lifted}
        return {**body, "attacker": rest, **lifted} if lifted else body

    @model_validator(mode="before")
    @classmethod
    def _with_the_transport(cls, body: Any) -> Any:
        """Riders and cargo stand where their transport stands (AS-8.9): they take its place, side, depth..."""
        targets = body.get("target") if isinstance(body, dict) else None
        if not isinstance(targets, list) or not all(isinstance(target, dict) for target in targets):
            return body
        return {**body, "target": [_carried(target, number, targets) for number, target in enumerate(targets)]}

    @model_validator(mode="after")
    def _one_way_to_place(self) -> Layout:
        placed = [bomb.at is not None for bomb in self.bombs or []]
        if any(placed) and not all(placed):
            raise ValueError("bombs: either every entry says at = [x, y], or none does and points does")
        if any(placed) and (self.points or self.placement):
            raise ValueError("bombs: entries with at = [x, y] leave nothing to points or placement")
        if self.points and self.placement:
            raise ValueError("points: placement chooses them; leave one of the two out")
        return self


def _carried(target: dict[str, Any], number: int, targets: list[dict[str, Any]]) -> dict[str, Any]:
    """A target with what it shares with the unit that carries it; ValueError for a transport that cannot be."""
    names = [other.get("name") or f"target_{place + 1}" for place, other in enumerate(targets)]
    carried = [(key, target[key]) for key in ("rides", "aboard") if target.get(key) is not None]
    if not carried:
        return target
    (key, transport), *others = carried
    if others:
        raise ValueError(f"target[{number}].aboard: it rides already; one of the two")
    if transport not in names:
        raise ValueError(f'target[{number}].{key}: no target "{transport}"')
    carrier = targets[names.index(transport)]
    if carrier.get("rides") is not None or carrier.get("aboard") is not None or carrier is target:
        raise ValueError(f'target[{number}].{key}: "{transport}" is carried itself')
    own = [shared for shared in OF_TRANSPORT if shared in target and target[shared] != carrier.get(shared)]
    if own:
        raise ValueError(f"target[{number}].{own[0]}: that of its transport; leave it out")
    riders = [names[place] for place, other in enumerate(targets) if other.get("rides") == transport]
    if len(riders) > 1:
        raise ValueError(f'target[{number}].rides: "{transport}" carries {riders[0]} already')
    return {**target, **{shared: carrier[shared] for shared in OF_TRANSPORT if shared in carrier}}


def check_names(targets: list[Any]) -> None:
    """Names of targets differ; ValueError names the two that do not."""
    names = names_of(targets)
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f'target[{number}].name: "{name}" stands already at target[{names.index(name)}]')


def names_of(targets: list[Any]) -> list[str]:
    """The name of each target: its own, or target_1, target_2..."""
    return [target.name or f"target_{number + 1}" for number, target in enumerate(targets)]


class BombingRunShape(Layout):
    """Keys of a `bombing_run` scenario."""

    attack: Literal["dive", "altitude", "artillery"] = "dive"
    attacker: BomberShape = BomberShape()
    target: Annotated[list[TargetShape], Field(min_length=1, max_length=MOST_TARGETS)]

    @model_validator(mode="before")
    @classmethod
    def _no_overheat(cls, body: Any) -> Any:
        attacker = body.get("attacker") if isinstance(body, dict) else None
        if isinstance(attacker, dict) and "overheat" in attacker:
            raise ValueError(NO_OVERHEAT)
        return body

    @model_validator(mode="after")
    def _bombs_and_names(self) -> BombingRunShape:
        if self.bombs is None:
            raise ValueError('bombs: say which fall, as in bombs = [{type = "he", at = [0, 0], count = 3}]')
        check_names(self.target)
        return self


class LaneShape(Shape):
    """The strafed stretch: ``[strafe]``."""

    start: Coordinate = 0
    length_in: Annotated[float, BeforeValidator(not_a_flag), Field(gt=0, le=100)] = 10


class StrikeShape(Shape):
    """One strike: an entry of ``strikes``."""

    target: Name
    arc: Literal["front", "left", "right", "rear"] | None = None
    overheat: Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=9)] = 0
    pods: Small = 0


class AttackShape(Layout):
    """Keys of an `attack` scenario."""

    attack: Literal["strafe", "strike", "altitude", "dive", "artillery"]
    attacker: AttackerShape = AttackerShape()
    strafe: LaneShape | None = None
    strikes: Annotated[list[StrikeShape], Field(min_length=1, max_length=4)] | None = None
    strike_at: Name | None = None
    target: Annotated[list[StruckShape], Field(min_length=1, max_length=MOST_TARGETS)]

    @model_validator(mode="after")
    def _fits_together(self) -> AttackShape:
        check_names(self.target)
        bombing = self.attack in BOMBING
        if bombing and self.bombs is None:
            raise ValueError('bombs: say which fall, as in bombs = [{type = "he", at = [0, 0], count = 3}]')
        if not bombing and (self.bombs or self.points):
            raise ValueError(f"bombs: a {self.attack} drops none (AS-5.8); rocket pods are attacker.pods")
        if bombing and (self.attacker.overheat or any(strike.overheat for strike in self.strikes or [])):
            raise ValueError(NO_OVERHEAT)
        if self.attack == "strike" and self.strafe:
            raise ValueError('strafe: attack = "strike" has no lane')
        if bombing and self.placement and (self.strafe or self.strikes):
            raise ValueError("placement: beside a run that is placed no other arc attacks; give the bombs their points")
        return self
