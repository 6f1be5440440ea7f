"""Attacker and targets of an Alpha Strike scenario for the naive twin: keys and their defaults."""

from dataclasses import dataclass, field
from typing import Any

from .alpha_strike_cards import Card, Extra, card_called, extra_files, specials_of
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
    "artillery": ALTITUDES,
}
# What riders and cargo share with their transport (AS-8.9).
OF_TRANSPORT = ("at", "side", "base_radius", "depth", "concealed", "airborne", "elevation")
SHUT_DOWN = 4  # heat level (AS-11.2)
BOMBS = ("dive", "altitude", "artillery")


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
    card = card_called(entry["unit"], extra_files(scenario)) if "unit" in entry else None
    if card is not None and not card.aerospace and not (card.type == "BA" and card.bombs and attack == "dive"):
        raise RefusedAttack(f"{card.name} makes no such attack")
    bracket = 0
    if rulings["ruleset"] == "asce":
        allowed = ALLOWED_ALTITUDES[attack]
        altitude = entry.get("altitude", allowed[0])
        for one in attacks_beside(scenario, attack):
            if altitude not in ALLOWED_ALTITUDES[one]:
                raise RefusedAttack(f"no {one} from {altitude}")
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


def attacks_beside(scenario: dict[str, Any], attack: str) -> list[str]:
    """The attack of a scenario and what other arcs do beside it (AS-15.1)."""
    found = [attack]
    if scenario.get("kind") == "attack":
        found += ["strafe"] if attack in BOMBS and "strafe" in scenario else []
        found += ["strike"] if scenario.get("strikes") else []
    return found


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
    in_water: bool = False
    rides: str | None = None  # name of its transport
    aboard: str | None = None

    @property
    def passenger(self) -> bool:
        """Riders and cargo are not attacked themselves (AS-8.9)."""
        return self.rides is not None or self.aboard is not None

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
    extra = extra_files(scenario)
    named = [{"name": f"target_{number + 1}", **entry} for number, entry in enumerate(scenario["target"])]
    by_name = {entry["name"]: entry for entry in named}
    placed = [with_its_transport(entry, by_name, scenario["kind"]) for entry in named]
    targets = [target_of(entry, number, path, extra) for number, entry in enumerate(placed)]
    check_riders(targets)
    if len({target.name for target in targets}) < len(targets):
        raise RefusedAttack("two targets have the same name")
    if not all(path.on_table(target.place) for target in targets):
        raise RefusedAttack("a target off the table")
    if not 1 <= len(targets) <= 64:
        raise RefusedAttack(f"{len(targets)} targets")
    return targets


def with_its_transport(entry: dict[str, Any], by_name: dict[str, dict[str, Any]], kind: str) -> dict[str, Any]:
    """A target with the place and side of who carries it."""
    if "rides" not in entry and "aboard" not in entry:
        return entry
    if ("rides" in entry and "aboard" in entry) or ("aboard" in entry and kind != "attack"):
        raise RefusedAttack("carried outside and inside, or inside where nobody is destroyed")
    transport = by_name.get(entry.get("rides", entry.get("aboard")))
    if transport is None or "rides" in transport or "aboard" in transport:
        raise RefusedAttack("no transport that stands on its own")
    if any(key in entry and (key not in transport or entry[key] != transport[key]) for key in OF_TRANSPORT):
        raise RefusedAttack("a passenger is where its transport is")
    flies = {} if "airborne" in transport else {"flies_like": transport.get("unit", "")}
    return entry | {key: transport[key] for key in OF_TRANSPORT if key in transport} | flies


def check_riders(targets: list[Target]) -> None:
    """Battle armor with MEC or XMEC rides, one unit on a transport."""
    transports = [target.rides for target in targets if target.rides is not None]
    if len(set(transports)) < len(transports):
        raise RefusedAttack("two units ride on one")
    for target in targets:
        if target.rides is None:
            continue
        holds_on = target.card is None or target.has("MEC") or target.has("XMEC")
        if not holds_on or (target.card.type if target.card else target.entry.get("type", "BA")) != "BA":
            raise RefusedAttack(f"{target.name} does not ride")


def target_of(entry: dict[str, Any], number: int, path: Path, extra: Extra) -> Target:
    """Read one [[target]]."""
    card = card_called(entry["unit"], extra) if "unit" in entry else None
    kind = card.type if card else entry.get("type", "BM")
    mover = card
    if "flies_like" in entry:
        mover = card_called(entry["flies_like"], extra) if entry["flies_like"] else None
    flies = mover is not None and not mover.aerospace and mover.motive in ("v", "g")
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
        place=path.place_of(entry.get("at", (0, 0))),
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
        in_water=bool(entry.get("in_water", False)) or entry.get("depth", 0) > 0,
        rides=entry.get("rides"),
        aboard=entry.get("aboard"),
        entry=entry,
    )
