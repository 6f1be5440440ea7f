"""What flies, checks and patrols in a strike: the things a plan and a trial of it are made of (F3; 2.3.5.1a, 2.3.8)."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .command_decision_aim import Target as SeenAircraft
from .command_decision_bombing_stands import Place, place_of
from .command_decision_penalty import Penalties
from .command_decision_shot import Countermeasures
from .command_decision_strike_attack import Target
from .command_decision_strike_places import is_within


@dataclass(frozen=True)
class Plane:
    """One plane of the roster."""

    name: str
    entry: dict[str, Any]
    load: str
    seen_as: SeenAircraft
    primary: Place
    alternative: Place | None  # the opponent's own mark
    fac: bool
    smoke: bool
    fighter: bool
    arrives: Fraction
    value: int
    range_in: Fraction | None  # of its guided weapon
    strafes_besides: bool  # `gun_with_ordnance`


@dataclass(frozen=True)
class Stance:
    """A plane over a point: what it attacks, its heading, and where it is."""

    target: Target
    heading: float
    at: Place


@dataclass(frozen=True)
class Check:
    """One morale check."""

    name: str
    is_enemy: bool
    at: Place
    quality: str
    modifier: int


@dataclass
class Flight:
    """A plane in the course of one trial. `fate` is empty until it is decided."""

    number: int
    plane: Plane
    penalties: Penalties
    countermeasures: Countermeasures
    arrived: bool = False
    seen: Stance = None  # type: ignore[assignment]  # as AA sees it
    attacked: Stance = None  # type: ignore[assignment]
    fate: str = ""
    aborted_by: str = "nobody"
    penalty: int | None = None
    impacts: list[Place] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)

    @property
    def aborted(self) -> bool:
        """Whether AA has aborted it."""
        return self.fate in ("sent_home", "lost")


def check_of(entry: dict[str, Any], number: int) -> Check:
    """One `[[check]]`."""
    return Check(
        name=entry.get("name", f"check_{number + 1}"),
        is_enemy=entry.get("side", "enemy") == "enemy",
        at=place_of(entry["at"]),
        quality=entry.get("quality", "regular"),
        modifier=int(entry.get("modifier", 0)),
    )


def patrols_left(entries: list[dict[str, Any]], radius: int | None) -> list[Place]:
    """Enemy fighters on patrol that no own fighter cancels (2.3.5.1a; `fighter_patrol`)."""
    if radius is None:
        return []
    enemy = [place_of(entry["at"]) for entry in entries if entry.get("side", "enemy") == "enemy"]
    own = [place_of(entry["at"]) for entry in entries if entry.get("side", "enemy") == "own"]
    for fighter in own:
        for other in enemy:
            if is_within(fighter, other, radius):
                enemy.remove(other)
                break
    return enemy
