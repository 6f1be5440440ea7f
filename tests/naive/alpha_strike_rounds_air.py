"""Fights between aircraft, for the naive twin of Alpha Strike (section 3.2 of ROUNDS.md; AS-12.3 to 12.8)."""

from dataclasses import dataclass
from typing import Any

from .alpha_strike_rounds_damage import WAYS
from .alpha_strike_rounds_fire import overheat_allowed, overheat_points
from .alpha_strike_rounds_units import SHUT_DOWN, Unit, two_dice, value_on_a_hit
from .dice_log import DiceLog

AIR_WINDOW = 2
ATTACK, CONTROL, RANGE, FIRST_SIDE = 1, 3, 4, 11  # purposes of dice
MEDIUM = 1
RANGE_MODIFIER = (0, 2, 4, 6)
FREE, TAILING, TAILED, IDLE = "free", "tailing", "tailed", "idle"  # positions after the Control Rolls
ARC_ORDER = ("front", "left", "right")


@dataclass(frozen=True)
class AirAttack:
    """One attack of an aircraft at another."""

    arc: int
    number: int
    token: int
    extra: int  # bonus for the rear, and overheat points
    points: int  # overheat points used


def tail_modifier(own: str) -> int:
    """What the tail state adds to a Control Roll (AS-2.2)."""
    return {TAILED: 2, TAILING: -2}.get(own, 0)


def control(unit: Unit, state: str, hand: Any) -> tuple[bool, int]:
    """A Control Roll of an engagement: (success, total). `hand` yields the dice; a shut-down unit reads none."""
    if unit.heat >= SHUT_DOWN:
        return False, 0
    total = two_dice(hand())
    return total >= unit.control_number() + tail_modifier(state), total


def positions(units: tuple[Unit, Unit], success: tuple[bool, bool]) -> tuple[str, str]:
    """Where both stand after their Control Rolls (AS-12.3)."""
    if success == (True, True):
        return FREE, FREE
    if success == (False, False):
        return IDLE, IDLE
    winner = 0 if success[0] else 1
    pair = (FREE, IDLE) if units[1 - winner].card.drop_ship else (TAILING, TAILED)
    return pair if winner == 0 else (pair[1], pair[0])


def forward_arcs(unit: Unit) -> list[str]:
    """Arcs that attack in an engagement, in order (AS-15.1, 15.2)."""
    card = unit.card
    if len(card.arcs) == 1 or card.motive != "a":
        return ["front"]
    if card.small_craft and unit.rulings["small_craft_arcs"] == "one":
        return ["front"]
    return [arc for arc in ARC_ORDER if arc in card.arcs]


def target_modifier(target: Unit) -> int:
    """What the kind of target adds (AS-12.7)."""
    number = -2 if target.card.drop_ship else -1 if target.card.small_craft else 0
    replaced = target.card.small_craft and target.rulings["small_craft_stack"] == "replace"
    if target.rulings["airborne_mod_air_to_air"] == "applied" and not replaced:
        number += 2
    return number


def attacks_of(unit: Unit, enemy: Unit, position: str, bracket: int, wanted: int) -> list[AirAttack]:
    """All attacks of a unit in a position at a bracket. `wanted`: overheat points."""
    if position == IDLE or unit.heat >= SHUT_DOWN:
        return []
    rulings = unit.rulings
    number = unit.skill + RANGE_MODIFIER[bracket] + unit.weapon_modifiers() + target_modifier(enemy)
    tokens = [(ARC_ORDER.index(arc), unit.token(bracket, arc)) for arc in forward_arcs(unit)]
    bonus = 0
    if position == TAILING:
        number -= 2
        bonus = 1
    if position == TAILED and rulings["tailed_return_fire"] != "normal":
        if rulings["tailed_return_fire"] == "none" or unit.card.kind == "large":
            return []
        tokens = [(0, unit.after_hits(unit.card.rear[bracket]))]
        number += 1 if rulings["ruleset"] == "asce" else 0
    points = overheat_points(unit, wanted) if overheat_allowed(unit.card, bracket) else 0
    attacks = []
    for arc, token in tokens:
        if token:
            attacks.append(AirAttack(arc, number, token, bonus + points, points))
            points = 0
    return attacks


def ways(number: int) -> int:
    """How many of the 36 falls of 2D6 reach a target number."""
    return sum(count for total, count in WAYS.items() if total >= number)


def expected(attacks: list[AirAttack], rulings: dict[str, str]) -> int:
    """Expected damage of attacks, in 216ths (section 3.2, step 4)."""
    found = 0
    for attack in attacks:
        if attack.token == 1:
            found += ways(attack.number) * (7 - int(rulings["minimal_damage_roll"]) + 6 * attack.extra)
        else:
            found += ways(attack.number) * 6 * (attack.token - 1 + attack.extra)
    return found


def roll_attack(attack: AirAttack, turn: int, actor: int, rulings: dict[str, str], dice: DiceLog) -> tuple[int, bool]:
    """Roll one attack: (damage, whether the 2D6 came to 12)."""
    hand = dice.hand(turn, AIR_WINDOW, actor, ATTACK, attack.arc, "upper")
    total, minimal = two_dice(hand), hand.die(6)
    if total < attack.number:
        return 0, total == 12
    return value_on_a_hit(attack.token, minimal, rulings) + attack.extra, total == 12


def best_bracket(picker: Unit, other: Unit, place: tuple[str, str], wanted: tuple[int, int]) -> int:
    """The bracket with the largest own less enemy expected damage, the shorter of equals."""
    worth = [
        expected(attacks_of(picker, other, place[0], bracket, wanted[0]), picker.rulings)
        - expected(attacks_of(other, picker, place[1], bracket, wanted[1]), picker.rulings)
        for bracket in range(4)
    ]
    return worth.index(max(worth))


def picked_range(
    units: tuple[Unit, Unit], place: tuple[str, str], success: tuple[bool, bool], totals: tuple[int, int], wanted: Any
) -> int:
    """The bracket under `winner_picks_tie_medium` (AS-12.5)."""
    picker = 0
    if success == (True, True):
        scores = [total + unit.thrust_now() // 2 for total, unit in zip(totals, units, strict=True)]
        if scores[0] == scores[1]:
            return MEDIUM
        picker = 0 if scores[0] > scores[1] else 1
    elif success[1]:
        picker = 1
    other = 1 - picker
    pair = (wanted[picker], wanted[other])
    return best_bracket(units[picker], units[other], (place[picker], place[other]), pair)
