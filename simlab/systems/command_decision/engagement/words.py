"""How a system aims at an aircraft, in words with their clauses: for replays of every kind that fires at aircraft."""

from __future__ import annotations

from typing import Any

from simlab.systems.command_decision.rules.air_defence import Firer, Target, in_reach, missile_range, terrain_allows
from simlab.systems.command_decision.rules.hitting import halves_abort_faces, shot_card
from simlab.systems.command_decision.rules.telling import card_in_words
from simlab.systems.command_decision.rulings import DefaultQuality, PopUpPenaltyMode
from simlab.systems.command_decision.stands import Book, may_fire

MODES = {"sam": "missile (3.2.3)", "manual": "manual (3.2.5c)", "fire_control": "fire control (3.2.5a)"}
LOOKS = {None: "a plane", "noe": "at NOE", "low": "at low", "popup": "popped up", "landed": "landed"}


def aim_in_words(book: Book, firer: Firer, target: Target, rulings: Any, distance: float, visual: bool = True) -> str:
    """How it fires at this range, what bears on its abort faces, and what each face then does; or why it may not."""
    where = f"{distance:.4g} in, {LOOKS[target.altitude]}"
    why = reason_against(book, firer, target, rulings, distance, visual)
    if why:
        return f"{where}: may not fire, {why}"
    shot = in_reach(firer, target, rulings, distance, visual)
    assert shot is not None
    card = shot_card(firer, target, shot, rulings, book.constants)
    quality = firer.row.quality or ("9-10" if rulings.default_quality == DefaultQuality.STANDARD else "10")
    parts = [MODES[shot.mode], f"quality {quality} (3.2.4b, 3.2.4e)"]
    if shot.penalty and rulings.pop_up_penalty_mode != PopUpPenaltyMode.NONE:
        parts.append(f"pop-up penalty {shot.penalty} as {rulings.pop_up_penalty_mode.name.lower()} (1.4.2f)")
    if halves_abort_faces(firer, target, rulings):
        parts.append("chop 1/2 halves its abort faces (3.2.3h)")
    if firer.suppressed:
        parts.append(f"suppressed +{rulings.aa_suppressed_penalty} (ruling aa_suppressed_penalty)")
    return f"{where}, {', '.join(parts)}: {card_in_words(card)}"


def reason_against(book: Book, firer: Firer, target: Target, rulings: Any, distance: float, visual: bool) -> str:
    """Why it may not fire, arc and line of sight not asked; "" where it may."""
    if not terrain_allows(firer, rulings):
        return f"it stands in {firer.terrain} (3.2.3a)"
    if not may_fire(firer, rulings):
        return "it is suppressed (ruling aa_suppressed_penalty)"
    if not book.spots(firer, target, rulings, distance, visual):
        return "it does not spot it (3.2.1)" if visual else "it has no radar at night (3.2.2b)"
    if in_reach(firer, target, rulings, distance, visual) is not None:
        return ""
    if firer.is_missile:
        limits = missile_range(firer, target, rulings)
        if limits is None:
            return "its ratings bar it (3.2.3g, 3.2.3h)"
        return f"its range is {limits[0]:g} to {limits[1]:g} in (B10)"
    ranges = f"manual {firer.manual_range_in:g} in, fire control {firer.fc_range_in:g} in"
    return f"it is out of range: {ranges} (3.2.5)"
