"""The Radar Map for the naive twin of Alpha Strike: zones, steps, speeds (section 4.2 of ROUNDS.md)."""

import csv
from functools import cache

from .alpha_strike_rulings import DATA

CENTRAL = "central"


@cache
def zones() -> dict[str, tuple[str, ...]]:
    """Neighbours of every zone, in the order of the table."""
    with (DATA / "zones.csv").open(encoding="utf-8", newline="") as file:
        return {row["zone"]: tuple(row["adjacent"].split("|")) for row in csv.DictReader(file)}


@cache
def ring_of(zone: str) -> int:
    """Rings from central."""
    return steps_between(zone, CENTRAL)


@cache
def steps_between(start: str, goal: str) -> int:
    """Fewest steps from zone to zone."""
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {other for zone in reached for other in zones()[zone]}
        steps += 1
    return steps


def one_step(zone: str, goal: str) -> str:
    """The next zone on the way, or the same when no neighbour is nearer."""
    order = list(zones())
    best = min(zones()[zone], key=lambda other: (steps_between(other, goal), order.index(other)))
    return best if steps_between(best, goal) < steps_between(zone, goal) else zone


def speed(thrust: int, rulings: dict[str, str]) -> int:
    """Zones a turn (`zone_speed`)."""
    if thrust == 0:
        return 0
    if rulings["zone_speed"] == "always_1":
        return 1
    if rulings["zone_speed"] == "thrust_div_3":
        return max(1, thrust // 3)
    return 1 if thrust <= 5 else 2 if thrust <= 10 else 3


def start_zone(side: str, given: str | None, rulings: dict[str, str]) -> str:
    """Where an aircraft starts (`start_zone`)."""
    ruling = rulings["start_zone"]
    if ruling in ("inner", "central"):
        return ruling
    if ruling == "home_edge":
        return CENTRAL
    return given or ("outer_1" if side == "attacker" else "outer_7")
