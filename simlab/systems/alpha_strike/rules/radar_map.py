"""The Radar Map: zones, neighbours, zones per turn, and Thrust with bombs and damage (section 4, AS-1.11).

Zones are numbered: 0 central, 1 inner, 2 to 7 middle A to F, 8 to 19 outer 1 to 12 (AS-4.1). The table of neighbours is
data (zones.csv).
"""

from collections.abc import Mapping, Sequence

from simlab.errors import ScenarioError
from simlab.jit import rule
from simlab.systems.alpha_strike.rules.condition import ENGINE, HEAT, THREE, THRUSTER, TWO, part
from simlab.systems.alpha_strike.rules.fighting_card import (
    BOMBS_FIRST,
    CLASS,
    ENGINE_CEIL,
    FIGHTER,
    HEAT_SLOWS,
    LARGE_CRAFT,
    THRUST,
)

MOST_THRUST = 63  # of tables by Thrust; more counts as this


@rule(inline=False)
def thrust_left(card, settings, condition, thrust):
    """What Engine and Thruster Hits leave of a Thrust (AS-10.4). whole numbers, 0 and up.

    A fighter's Engine Hit halves it (ruling engine_hit_fighter_rounding); a large craft loses a quarter and then half
    of its printed Thrust, at least 1 each, rounded half up; a Thruster Hit takes 1.
    """
    engine, printed = part(condition, ENGINE, TWO), card[THRUST]
    if card[CLASS] == FIGHTER and engine > 0:
        thrust = (thrust + settings[ENGINE_CEIL]) >> 1
    elif card[CLASS] == LARGE_CRAFT and engine > 0:
        thrust -= max((printed + 2) >> 2, 1)
        if engine > 1:
            thrust -= max((printed + 1) >> 1, 1)
    return max(thrust - part(condition, THRUSTER, 1), 0)


@rule
def thrust_after_damage(card, settings, condition):
    """Thrust without bombs, damage counted (AS-1.11)."""
    return thrust_left(card, settings, condition, card[THRUST])


@rule(inline=False)
def thrust_now(card, settings, condition, bombs):
    """Current Thrust with so many bombs aboard: at least 1, unless damage alone has made it 0 (AS-1.11, AS-14.5).

    Rulings bomb_thrust_order, heat_thrust.
    """
    whole = thrust_after_damage(card, settings, condition)
    heat = part(condition, HEAT, THREE) * settings[HEAT_SLOWS]
    left = whole - bombs
    if settings[BOMBS_FIRST] == 1:
        left = thrust_left(card, settings, condition, max(card[THRUST] - bombs, 1))
    return 0 if whole == 0 else max(left - heat, 1)


@rule
def zone_steps(speeds, first, thrust):
    """Zones that a unit may move in a turn (AS-4.3); none at Thrust 0.

    speeds: int64[], steps by current Thrust from place ``first`` on, for Thrust 0 to `MOST_THRUST`.
    """
    return 0 if thrust <= 0 else speeds[first + min(thrust, MOST_THRUST)]


def speed_table(spec: str, where: str, size: int = MOST_THRUST + 1) -> list[int]:
    """Zone steps by Thrust 0, 1, 2, ... for a value of ruling zone_speed (AS-4.3).

    spec: ``1-5:1, 6-10:2, 11+:3`` (bands), ``always_1``, ``thrust_div_3`` or ``custom:`` and bands.

    >>> speed_table("1-5:1, 6-10:2, 11+:3", "here")[:12]
    [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3]
    """
    if spec == "always_1":
        return [0] + [1] * (size - 1)
    if spec == "thrust_div_3":
        return [0] + [max(1, thrust // 3) for thrust in range(1, size)]
    table = [0] * size
    try:
        for band in spec.removeprefix("custom:").split(","):
            range_text, steps = band.strip().split(":")
            first, _, last = range_text.partition("-")
            low = int(first.removesuffix("+"))
            high = size - 1 if first.endswith("+") else int(last or first)
            if not 1 <= low <= high < size or not 0 <= int(steps) <= 6:
                raise ValueError
            table[low : high + 1] = [int(steps)] * (high + 1 - low)
    except ValueError:
        raise ScenarioError(f'{where}, rulings.zone_speed: "{spec}"; write bands such as custom:1-4:1,5+:2') from None
    return table


def distances(neighbours: Mapping[str, Sequence[str]]) -> dict[str, dict[str, int]]:
    """Steps between each two zones by the table of neighbours (AS-4.2).

    >>> distances({"a": ["b"], "b": ["a", "c"], "c": ["b"]})["a"]
    {'a': 0, 'b': 1, 'c': 2}
    """
    found: dict[str, dict[str, int]] = {}
    for start in neighbours:
        steps, edge = {start: 0}, [start]
        while edge:
            edge = [
                z
                for here in edge
                for z in neighbours[here]
                if z not in steps and not steps.update({z: steps[here] + 1})
            ]
        found[start] = steps
    return found


@rule
def step_towards(steps_between, neighbours, here, goal):
    """The neighbouring zone nearest to a goal, the lowest number first; the zone itself when there already.

    steps_between: int64[zones, zones]; neighbours: int64[zones, zones], 1 where two zones touch.
    """
    best = here
    for zone in range(steps_between.shape[0]):
        if neighbours[here, zone] == 1 and steps_between[zone, goal] < steps_between[best, goal]:
            best = zone
    return best
