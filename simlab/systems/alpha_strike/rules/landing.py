"""Landing and liftoff, an advanced rule that scenarios use only when they say so (section 16, AS-1.9)."""

from __future__ import annotations

from simlab.jit import rule

RUNWAY = {"liftoff": (14, 8), "landing": (10, 4)}  # inches: without and with VSTOL (AS-16.2, AS-16.4)
WIDTHS = {"LG": 2, "VLG": 4, "SLG": 4}  # inches; 1 for others (AS-16.2)
LANDS, LANDS_DAMAGED, CRASHES = range(3)
RUBBLE_DIAMETER_IN = 4  # ultra rubble under a DropShip that crashes on landing (AS-16.6)


def runway_length(manoeuvre: str, vstol: bool) -> int:
    """Inches of straight clear or paved runway that an aerodyne needs: ``liftoff`` or ``landing`` (AS-16.2, AS-16.4).

    >>> runway_length("liftoff", False), runway_length("landing", True)
    (14, 4)
    """
    return RUNWAY[manoeuvre][int(vstol)]


def runway_width(size_code: str = "") -> int:
    """Its width in inches, by LG, VLG, SLG or nothing (AS-16.2)."""
    return WIDTHS.get(size_code, 1)


@rule
def can_lift_off(thrust, is_airship, taxied):
    """May it lift off: Thrust 2 (an airship 1), and it did not taxi this turn (AS-16.1 to AS-16.3)? No roll."""
    return not taxied and thrust >= (1 if is_airship else 2)


@rule
def taxi_inches(thrust):
    """Inches that a grounded aerodyne taxies like a wheeled vehicle (AS-16.1)."""
    return thrust


@rule
def landing_number(skill, thruster_hit, powerless, unsuitable, paved):
    """TN of the Control Roll of a landing (AS-16.4). Flags 0 or 1; powerless: no thrust or shut down.

    >>> landing_number(4, 0, 0, 0, 1), landing_number(4, 1, 1, 1, 0)
    (4, 18)
    """
    return skill + 2 + 4 * thruster_hit + 6 * powerless + 2 * unsuitable - 2 * paved


@rule
def landing_result(total, number, obstructed):
    """How a landing ends: it lands, lands on obstructed ground with damage, or crashes (AS-16.4, AS-16.5)."""
    if total < number:
        return CRASHES
    return LANDS_DAMAGED if obstructed else LANDS


def landing_damage(size: int, spheroid: bool) -> tuple[int, str]:
    """Damage of a landing on obstructed ground and where it hits: own size, spheroids rear, others nose (AS-16.5)."""
    return size, "rear" if spheroid else "front"


def launches_per_turn(doors: int, engaged: bool) -> int:
    """Units that a carrier launches or recovers in a turn: one a door, none while engaged (AS-16.7)."""
    return 0 if engaged else doors
