"""End Phase: falls of aircraft that fail their Control Roll, lose their thrust or shut down (section 14).

Each aircraft has a level 0 to 3: its ring (central 0 to outer 3) or its altitude (low 0 to extreme 3).
"""

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.condition import BY_CRASH, HEAT, LEFT, THREE, lost_by, part
from simlab.systems.alpha_strike.rules.fighting_card import ALTITUDE_TRACK, LEAVE_ZONE, NO_LOSS, RING_INWARD
from simlab.systems.alpha_strike.rules.heat import is_shut_down

ALTITUDES = ("low", "middle", "high", "extreme")
RINGS = ("central", "inner", "middle", "outer")


@rule
def after_fall(condition, loss, level):
    """The condition after one step down from this level: crashed at 0, or gone from the zone (AS-14.4, AS-14.6)."""
    if loss == NO_LOSS:
        return condition
    if loss == LEAVE_ZONE:
        return lost_by(condition, LEFT)
    return lost_by(condition, BY_CRASH) if level == 0 else condition


@rule
def level_after_fall(loss, level):
    """The level one step down, ring or altitude (AS-14.4)."""
    return max(level - 1, 0) if loss in (RING_INWARD, ALTITUDE_TRACK) else level


@rule
def leaves_engagements(loss, level):
    """Does a step down end its engagements (1, 0)? A slip of a ring leaves the zone; a lower altitude does not."""
    return 1 if loss == LEAVE_ZONE or (loss == RING_INWARD and level > 0) else 0


@rule
def falls_without_roll(settings, thrust, condition):
    """Does it fall one step without a roll: Thrust 0 or shut down (AS-14.5)?"""
    return thrust == 0 or is_shut_down(settings, part(condition, HEAT, THREE))
