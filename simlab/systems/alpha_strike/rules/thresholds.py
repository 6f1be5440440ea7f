"""Thresholds and Control Rolls (AS-1.7, AS-2.2, AS-14.3)."""

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.condition import CREW, THRUSTER, TWO, part
from simlab.systems.alpha_strike.rules.fighting_card import (
    ATMOSPHERE,
    CONTROL_CREW,
    CONTROL_TAILED,
    CONTROL_TAILING,
    CONTROL_THRUSTER,
    SKILL,
)

NOBODY = -1  # tails


def printed_threshold(armor: int, four_arcs: bool) -> int:
    """Threshold of a card without one: armor / 3, four arcs / 12, rounded up (AS-1.7).

    >>> printed_threshold(7, False), printed_threshold(21, True)
    (3, 2)
    """
    return -(-armor // (12 if four_arcs else 3))


@rule
def control_number(card, settings, condition):
    """TN of a Control Roll: Skill + 2 in the atmosphere or in air-to-air combat + 2 per Crew Hit (AS-2.2)."""
    return card[SKILL] + settings[ATMOSPHERE] + settings[CONTROL_CREW] * part(condition, CREW, TWO)


@rule
def damage_control_number(card, settings, condition):
    """TN of the Control Roll of a damaged aircraft: + 4 with a Thruster Hit (AS-14.3)."""
    return control_number(card, settings, condition) + settings[CONTROL_THRUSTER] * part(condition, THRUSTER, 1)


@rule
def engaged_control_number(card, settings, condition, side, tailing_side):
    """TN on engagement and break-off rolls: + 2 tailed, - 2 tailing (AS-2.2, AS-12.9).

    side, tailing_side: 0 or 1; tailing_side `NOBODY` when nobody tails.
    """
    tail = 0
    if tailing_side != NOBODY:
        tail = settings[CONTROL_TAILING] if tailing_side == side else settings[CONTROL_TAILED]
    return control_number(card, settings, condition) + tail
