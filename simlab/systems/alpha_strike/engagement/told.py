"""What one instance of damage does, in words, die by die: for replays, on the dice that `harm.take_damage` reads."""

from __future__ import annotations

from typing import Any

from simlab.dice import face as shown
from simlab.dice import level, lower, spot, upper
from simlab.systems.alpha_strike.addresses import CRITICAL, MOTIVE
from simlab.systems.alpha_strike.engagement.harm import critical_roll
from simlab.systems.alpha_strike.rules.condition import (
    BYTE,
    CAUSE,
    CAUSES,
    CREW,
    ENGINE,
    FIRE_CONTROL,
    FOUR,
    GONE,
    HEAT,
    MOVE,
    ROLL_SPARED,
    SEVEN,
    STRUCTURE,
    THREE,
    THRUSTER,
    TWO,
    WEAPON,
    WEAPON_AFTER,
    marked,
    part,
    spill_of,
)
from simlab.systems.alpha_strike.rules.critical_hits import (
    AMMO,
    CREW_HIT,
    CREW_KILLED,
    CREW_STUNNED,
    DESTROYED,
    ENGINE_HIT,
    FIRE_CONTROL_HIT,
    FUEL_HIT,
    MOST_ROLLS,
    MP_HIT,
    NO_EFFECT,
    THRUSTER_HIT,
    WEAPON_HIT,
    after_motive,
    applicable_total,
    applicable_ways,
    effect_at,
    is_applicable,
    rolls_owed,
)
from simlab.systems.alpha_strike.rules.dice import two_dice
from simlab.systems.alpha_strike.rules.fighting_card import CLASS, INAPPLICABLE, MOTIVE_MODIFIER, REROLL, VEHICLE

EFFECT_WORDS = {
    NO_EFFECT: "no effect", AMMO: "Ammo Hit", ENGINE_HIT: "Engine Hit", FIRE_CONTROL_HIT: "Fire Control Hit",
    WEAPON_HIT: "Weapon Hit", MP_HIT: "MP Hit", DESTROYED: "Unit Destroyed", CREW_STUNNED: "Crew Stunned",
    CREW_KILLED: "Crew Killed", FUEL_HIT: "Fuel Hit", THRUSTER_HIT: "Thruster Hit", CREW_HIT: "Crew Hit",
}  # fmt: skip
HITS = (
    ("Fire Control Hits", FIRE_CONTROL, FOUR), ("Weapon Hits", WEAPON, FOUR), ("Weapon Hits since", WEAPON_AFTER, FOUR),
    ("Engine Hits", ENGINE, TWO), ("Crew Hits", CREW, TWO), ("Thruster Hit", THRUSTER, 1), ("heat", HEAT, THREE),
)  # fmt: skip


def state_words(condition: int) -> str:
    """A condition in words: armor and structure left, hits and heat where there are any, how it was lost."""
    hits = [f"{name} {part(condition, place, most)}" for name, place, most in HITS if part(condition, place, most)]
    cause = CAUSES[part(condition, CAUSE, THREE)].replace("_", " ")
    points = f"armor {condition & BYTE}, structure {part(condition, STRUCTURE, BYTE)}"
    return ", ".join([points, *hits, *([f"lost by {cause}"] if condition & GONE and cause != "left" else [])]) + (
        ", left" if cause == "left" else ""
    )


def told_damage(
    card: Any, columns: Any, settings: Any, condition: int, damage: int, twelve: int, turn: int, window: int,
    actor: int, first: int,
) -> tuple[int, list[str]]:  # fmt: skip
    """What `harm.take_damage` gives for the same arguments, and its rolls in words."""
    lines: list[str] = []
    if damage <= 0 or condition & GONE:
        return condition, lines
    owed = rolls_owed(card, settings, damage, spill_of(condition, damage), twelve)
    condition = int(marked(condition, damage))
    done = 0
    while done < owed and done < MOST_ROLLS and not condition & GONE:
        if part(condition, ROLL_SPARED, 1):
            condition -= 1 << ROLL_SPARED
            lines.append("ARM spares a critical roll")
        else:
            word = level(turn, spot(window, actor, CRITICAL, first + done))
            total = two_dice(upper(word))
            lines.append(f"critical 2d6 = {total}: {_effect(card, columns, settings, condition, total, lower(word))}")
            after, more = critical_roll(card, columns, settings, condition, total, lower(word))
            condition, owed = int(after), owed + more
        done += 1
    if card[CLASS] == VEHICLE and not condition & GONE:
        total = two_dice(upper(level(turn, spot(window, actor, MOTIVE, first))))
        after = int(after_motive(card, columns, settings, condition, total + card[MOTIVE_MODIFIER]))
        lines.append(f"motive 2d6 = {total} {int(card[MOTIVE_MODIFIER]):+d}: {_motive(condition, after)}")
        condition = after
    return condition, lines


def _effect(card: Any, columns: Any, settings: Any, condition: int, total: int, hand: int) -> str:
    effect = effect_at(card, columns, settings, total)
    words = EFFECT_WORDS[int(effect)]
    if is_applicable(card, settings, condition, effect):
        return words
    if settings[INAPPLICABLE] != REROLL:
        return f"{words}, which cannot apply"
    ways = applicable_ways(card, columns, settings, condition)
    if ways == 0:
        return f"{words}, which cannot apply, nor can any other"
    number = shown(hand, ways)
    again = applicable_total(card, columns, settings, condition, number)
    other = EFFECT_WORDS[int(effect_at(card, columns, settings, again))]
    return f"{words}, which cannot apply; again, 2d6 = {again}: {other}"


def _motive(before: int, after: int) -> str:
    move, left = part(before, MOVE, SEVEN), part(after, MOVE, SEVEN)
    return "nothing" if left == move else f"Move {move} in to {left} in"


def told_on(name: str, damage: int, rolls: list[str], condition: int) -> str:
    """One line: who takes how much, the rolls, the condition after."""
    return "; ".join([f"{name} takes {damage}", *rolls, state_words(condition)])
