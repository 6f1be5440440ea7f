"""Heat: points of overheat, levels, cooling, outside heat (section 11)."""

from simlab.jit import rule
from simlab.systems.alpha_strike.rules.fighting_card import HEAT_MOVE, HEAT_TOP, LONG, MEDIUM, OVERHEAT_LONG, TRAITS


@rule
def points_used(settings, wanted, level):
    """Points of overheat that a pilot uses who does not shut down on purpose: level 3 at most after the turn."""
    return max(min(wanted, settings[HEAT_TOP] - 1 - level), 0)


@rule
def overheat_counts(card, bracket):
    """Do overheat points add to damage at this bracket: Short and Medium, Long with OVL (AS-11.1)?"""
    return bracket <= MEDIUM or (bracket == LONG and card[TRAITS] & OVERHEAT_LONG != 0)


@rule
def outside_heat(first, second, cap):
    """Outside heat of a turn when more comes (AS-11.4; ruling inferno_heat_cap). cap: 2, or large for uncapped."""
    return min(first + second, cap)


@rule
def heat_after(level, points, engine, attacked, in_water, outside, top):
    """Heat level at the end of a turn (AS-11.3 to AS-11.5, AS-10.4). All whole numbers.

    level: at its start, 4 = shut down; points: overheat used; engine: 1 for a 'Mech with an Engine Hit; attacked: 1
    when it made a weapon attack; outside: heat from others, capped already; top: the level of a shutdown.

    >>> heat_after(0, 2, 0, 1, 0, 0, 4), heat_after(2, 0, 0, 1, 0, 0, 4), heat_after(3, 0, 0, 0, 0, 1, 4)
    (2, 2, 1)
    """
    after = level + points + engine * attacked
    after = max(after - in_water, 0)
    if attacked == 0 or level >= top:
        after = 0
    return min(after + outside, top)


@rule
def move_in_heat(settings, move, level):
    """Ground Move in inches at this heat level: 2 in less a level, none when shut down (AS-11.2)."""
    return 0 if level >= settings[HEAT_TOP] else max(move - settings[HEAT_MOVE] * level, 0)


@rule
def is_shut_down(settings, level):
    """Is a unit at this heat level shut down: no movement, no attack (AS-11.2)?"""
    return level >= settings[HEAT_TOP]
