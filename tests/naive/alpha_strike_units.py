"""Attacker and targets of an Alpha Strike scenario for the naive twin: keys and their defaults."""

from dataclasses import dataclass, field
from typing import Any

from .alpha_strike_cards import Card, card_called, specials_of
from .alpha_strike_layout import Path, Place
from .alpha_strike_rulings import RefusedAttack

ALTITUDES = ("low", "middle", "high", "extreme")
RANGE_MODIFIER = (0, 2, 4, 6)  # Short, Medium, Long, Extreme (AS-6.5)
# Where the Commander's Edition lets each attack be made from (0.4).
ALLOWED_ALTITUDES = {
    "strafe": ("low",),
    "dive": ("low", "middle"),
    "altitude": ("high", "extreme"),
    "strike": ("low", "middle", "high"),
}
SHUT_DOWN = 4  # heat level (AS-11.2)


@dataclass(frozen=True)
class Attacker:
    """Who attacks. `bracket`: 0 Short to 3 Extreme, also its place in the row of an arc."""

    card: Card | None
    skill: int
    modifiers: int
    bracket: int
    painted: bool
    at: Place | None
    entry: dict[str, Any] = field(repr=False)

    @property
    def is_battle_armor(self) -> bool:
        """Battle armor drops bombs from where it hovers (AS-1.12)."""
        return self.card is not None and self.card.type == "BA"


def attacker_of(scenario: dict[str, Any], rulings: dict[str, str], path: Path) -> Attacker:
    """Read [attacker]."""
    entry = scenario.get("attacker", {})
    attack = scenario.get("attack", "dive")
    card = card_called(entry["unit"]) if "unit" in entry else None
    if card is not None and not card.aerospace and not (card.type == "BA" and card.bombs and attack == "dive"):
        raise RefusedAttack(f"{card.name} makes no such attack")
    bracket = 0
    if rulings["ruleset"] == "asce":
        allowed = ALLOWED_ALTITUDES[attack]
        altitude = entry.get("altitude", allowed[0])
        if altitude not in allowed:
            raise RefusedAttack(f"no {attack} from {altitude}")
        bracket = ALTITUDES.index(altitude)
    elif "altitude" in entry:
        raise RefusedAttack("altitudes belong to the Commander's Edition")
    modifiers = 2 * entry.get("fire_control_hits", 0) + entry.get("heat", 0)
    if rulings["crew_hit_scope"] != "control_only":
        modifiers += 2 * entry.get("crew_hits", 0)
    drone = card is not None and (card.has("DRO") or card.has("RBT"))
    modifiers += 1 if entry.get("drone", drone) else 0
    if card is not None and card.type == "SV":
        modifiers += 0 if card.has("AFC") else 1 if card.has("BFC") else 2
    return Attacker(
        card=card,
        skill=entry.get("skill", 4),
        modifiers=modifiers + RANGE_MODIFIER[bracket],
        bracket=bracket,
        painted=bool(entry.get("painted", False)),
        at=path.place_of(entry["at"]) if "at" in entry else None,
        entry=entry,
    )


@dataclass(frozen=True)
class Target:
    """One unit under the attack."""

    number: int
    name: str
    place: Place
    enemy: bool
    card: Card | None
    type: str
    base_radius: float
    depth: float
    concealed: bool
    airborne: bool
    elevation: float
    heat_scale: bool
    immobile: bool
    specials: tuple[str, ...]
    entry: dict[str, Any] = field(repr=False)

    @property
    def submerged(self) -> bool:
        """Completely under water (AS-8.5)."""
        return self.depth > 0

    @property
    def landed(self) -> bool:
        """An aerospace unit on the ground."""
        return self.card is not None and self.card.aerospace

    @property
    def drop_ship(self) -> bool:
        """A DropShip on the ground."""
        return self.landed and self.type in ("DA", "DS")

    def has(self, special: str) -> bool:
        """Whether the unit bears a special ability without numbers."""
        return special in self.specials


def targets_of(scenario: dict[str, Any], path: Path) -> list[Target]:
    """Read every [[target]]."""
    targets = [target_of(entry, number, path) for number, entry in enumerate(scenario["target"])]
    if len({target.name for target in targets}) < len(targets):
        raise RefusedAttack("two targets have the same name")
    if not all(path.on_table(target.place) for target in targets):
        raise RefusedAttack("a target off the table")
    if not 1 <= len(targets) <= 64:
        raise RefusedAttack(f"{len(targets)} targets")
    return targets


def target_of(entry: dict[str, Any], number: int, path: Path) -> Target:
    """Read one [[target]]."""
    card = card_called(entry["unit"]) if "unit" in entry else None
    kind = card.type if card else entry.get("type", "BM")
    flies = card is not None and not card.aerospace and card.motive in ("v", "g")
    heats = card.heat_scale if card else entry.get("type") in ("BM", "IM")
    lost = entry.get("move_lost_in", 0)
    cannot_move = (
        (card is not None and card.type == "DS")
        or entry.get("heat", 0) >= SHUT_DOWN
        or (lost > 0 and not (card and card.aerospace) and lost >= (card.move_in if card else entry.get("move_in", 0)))
    )
    return Target(
        number=number,
        name=entry.get("name", f"target_{number + 1}"),
        place=path.place_of(entry["at"]),
        enemy=entry.get("side", "enemy") == "enemy",
        card=card,
        type=kind,
        base_radius=float(entry.get("base_radius", 0)),
        depth=float(entry.get("depth", 0)),
        concealed=bool(entry.get("concealed", False)),
        airborne=bool(entry.get("airborne", flies)),
        elevation=float(entry.get("elevation", 0)),
        heat_scale=bool(entry.get("heat_scale", heats)),
        immobile=bool(entry.get("immobile", False)) or cannot_move,
        specials=card.specials if card else specials_of(entry.get("specials", "")),
        entry=entry,
    )
