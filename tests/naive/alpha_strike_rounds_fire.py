"""Fire from the ground at an aircraft, for the naive twin of Alpha Strike (section 2.2 of ROUNDS.md, G-9)."""

import math
from dataclasses import dataclass
from typing import Any

from .alpha_strike_layout import EPSILON, Path
from .alpha_strike_rounds_units import Card, Unit, two_dice, value_on_a_hit
from .dice_log import DiceLog

GROUND_WINDOW, ATTACK = 3, 1
ALTITUDES = ("low", "middle", "high", "extreme")
RANGE_MODIFIER = (0, 2, 4, 6)
BRACKET_ENDS = (6, 24, 42)
SHORT, MEDIUM, LONG = 0, 1, 2


@dataclass
class Firer:
    """One ground unit that may fire, with what its entry says of it."""

    unit: Unit
    entry: dict[str, Any]

    @property
    def card(self) -> Card:
        """The card of the unit."""
        return self.unit.card


def along_of_path_in_half_plane(place: tuple[float, float], ahead: tuple[float, float], path: Path) -> Any:
    """The stretch of the path with (p - u) . f >= 0, as (first, last) or None. `ahead` is f, in the path frame."""
    first, last = 0.0, path.length
    # At s the sum is (s - u_s) * f_s + (0 - u_t) * f_t.
    at_start = (first - place[0]) * ahead[0] - place[1] * ahead[1]
    at_end = (last - place[0]) * ahead[0] - place[1] * ahead[1]
    if at_start >= -EPSILON and at_end >= -EPSILON:
        return first, last
    if at_start < -EPSILON and at_end < -EPSILON:
        return None
    crossing = place[0] + place[1] * ahead[1] / ahead[0]
    crossing = min(max(crossing, first), last)
    return (first, crossing) if at_start >= -EPSILON else (crossing, last)


def along_of_path_in_lane(place: tuple[float, float], ahead: tuple[float, float], path: Path) -> Any:
    """The stretch of the path within 1 in of the ray straight ahead, as (first, last) or None."""
    stretch = along_of_path_in_half_plane(place, ahead, path)
    if stretch is None:
        return None
    first, last = stretch
    # Distance to the right of the ray: (p - u) . (-f_t, f_s), between -1 and 1.
    offset = place[0] * ahead[1] - place[1] * ahead[0]
    slope = -ahead[1]
    if abs(slope) < 1e-12:
        return (first, last) if abs(offset) <= 1 + EPSILON else None
    ends = sorted(((-1 - offset) / slope, (1 - offset) / slope))
    first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first <= last + EPSILON else None


def nearest(place: tuple[float, float], stretch: tuple[float, float]) -> float:
    """Inches from a place to a stretch of the path."""
    s = min(max(place[0], stretch[0]), stretch[1])
    return math.hypot(place[0] - s, place[1])


def distance_and_values(firer: Firer, path: Path | None, rulings: dict[str, str]) -> Any:
    """(inches to the path, plain tokens, FLK tokens) of a unit as its card stands, or None out of its arc."""
    card, entry = firer.card, firer.entry
    card_flak = card.flak
    if card.turret is not None:
        card_flak = [max(pair) for pair in zip(card.flak, card.turret_flak, strict=True)]
    if "range_in" in entry:
        return float(entry["range_in"]), card.arcs["front"], card_flak
    place = path.place_of(entry["at"])
    angle = math.radians(entry.get("facing", 0) - path.heading)
    ahead = (math.cos(angle), math.sin(angle))
    in_lane = along_of_path_in_lane if card.type == "DA" else along_of_path_in_half_plane
    everywhere = (0.0, path.length)
    own_arc = everywhere if rulings["g2a_arc"] == "all_360" or card.type == "DS" else in_lane(place, ahead, path)
    stretch = everywhere if card.turret is not None else own_arc
    if stretch is None:
        return None
    inches = max(nearest(place, stretch) - entry.get("base_radius", 0), 0.0)
    if card.turret is not None and own_arc is None:
        return inches, card.turret_values, card.turret_flak
    return inches, card.arcs["front"], card_flak


def bracket_of(inches: float) -> int:
    """Bracket of a distance (AS-6.5)."""
    return sum(inches > end + EPSILON for end in BRACKET_ENDS)


def altitude_inches(altitude: str, rulings: dict[str, str]) -> float:
    """Inches added to the range (`g2a_altitude_add`)."""
    ruling = rulings["g2a_altitude_add"]
    if "/" in ruling:
        return float(ruling.split("/")[ALTITUDES.index(altitude)])
    return float(ruling)


@dataclass
class Shot:
    """What a ground unit fires with at an aircraft: bracket, target number, tokens by its present hits."""

    bracket: int
    number: int
    token: int
    flak: int
    inches: float


def shot_at(firer: Firer, target: Card, altitude: str, path: Path | None, rulings: dict[str, str]) -> Shot | None:
    """The shot of a unit at an aircraft, or None when it cannot fire (section 2.2)."""
    if firer.entry.get("hidden", False) != (rulings["los_text_error"] == "literal"):
        return None
    if firer.entry.get("engaged_on_ground", False) and rulings["g2a_budget"] == "yes":
        return None
    found = distance_and_values(firer, path, rulings)
    if found is None:
        return None
    inches, values, flak = found
    bracket = bracket_of(inches + altitude_inches(altitude, rulings))
    token = firer.unit.after_hits(values[bracket])
    if token == 0:
        return None
    return Shot(
        bracket, target_number(firer, target, bracket, rulings), token, firer.unit.after_hits(flak[bracket]), inches
    )


def target_number(firer: Firer, target: Card, bracket: int, rulings: dict[str, str]) -> int:
    """What 2D6 must reach (AS-13.4)."""
    card, entry = firer.card, firer.entry
    number = firer.unit.skill + RANGE_MODIFIER[bracket] + firer.unit.weapon_modifiers()
    number += airborne_modifier(target, rulings)
    if card.type == "IM" and not card.has("AFC"):
        number += 1
    if entry.get("spotting", False):
        number += 1
    later = rulings["ruleset"] == "asce"
    if card.drop_ship:
        number -= 1 if later else 2
    if later and card.kind != "infantry" and not card.aerospace:
        number += 2 if entry.get("jumped", False) else 0
        number -= 1 if entry.get("stood_still", False) else 0
    return number


def airborne_modifier(target: Card, rulings: dict[str, str]) -> int:
    """The target is in the air: + 2, with DropShips and small craft (AS-6.7)."""
    if target.drop_ship:
        return 0
    if target.small_craft:
        return -1 if rulings["small_craft_stack"] == "replace" else 1
    return 2


def overheat_allowed(card: Card, bracket: int) -> bool:
    """Whether overheat points count at a bracket (AS-11.1)."""
    return bracket in (SHORT, MEDIUM) or (bracket == LONG and card.has("OVL"))


def overheat_points(unit: Unit, wanted: int) -> int:
    """Points used: never to level 4."""
    return max(min(wanted, 3 - unit.heat), 0)


def fire(shot: Shot, points: int, turn: int, actor: int, rulings: dict[str, str], dice: DiceLog) -> tuple[int, bool]:
    """Roll a shot: (damage, whether the 2D6 came to 12)."""
    hand = dice.hand(turn, GROUND_WINDOW, actor, ATTACK, 0, "upper")
    total, minimal = two_dice(hand), hand.die(6)
    if total >= shot.number:
        return value_on_a_hit(shot.token, minimal, rulings) + points, total == 12
    if shot.flak and total >= shot.number - int(rulings["flak_margin"]):
        return value_on_a_hit(shot.flak, minimal, rulings), total == 12
    return 0, total == 12
