"""One trial of `return_fire` told die by die, from the same numbered dice as the kernel (ROUNDS.md 2.3)."""

from __future__ import annotations

import numpy as np

from simlab.dice import face, fill_bases, level, spot, upper
from simlab.systems.alpha_strike.addresses import AIRCRAFT, ATTACK, CONTROL, END, GROUND, GROUND_TO_AIR
from simlab.systems.alpha_strike.engagement.return_fire.kernel import end_of_pass
from simlab.systems.alpha_strike.engagement.return_fire.pack import FLAK, NO_SHOT, NUMBER, POINTS, TOKEN, Packed
from simlab.systems.alpha_strike.engagement.told import state_words, told_damage, told_on
from simlab.systems.alpha_strike.rules.condition import GONE
from simlab.systems.alpha_strike.rules.dice import HIGHEST, SIDES, after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import FLAK_MARGIN, MINIMAL_ROLL, PER_HIT
from simlab.systems.alpha_strike.rules.ground_to_air import fire_damage
from simlab.systems.alpha_strike.rules.thresholds import damage_control_number

MINIMAL_TOKEN = 1


def replay(packed: Packed, key: int, trial: int) -> list[str]:
    """The shots, critical rolls and Control Rolls of one trial in words."""
    base = np.empty(1, np.int64)
    fill_bases(key, trial, base)
    condition, altitude, lines = packed.condition, packed.altitude, []
    for number in range(packed.shots.shape[1]):
        turn, hits, here = level(int(base[0]), number + 1), 0, f"pass {number + 1}"
        for defender, shot in enumerate(packed.shots[altitude, number].tolist()):
            if shot[NUMBER] == NO_SHOT:
                continue
            words, damage, twelve = _shot(packed, shot, turn, defender)
            lines.append(f"{here}: defender {defender + 1}: {words}")
            if damage > 0:
                condition, rolls = told_damage(
                    packed.card, packed.columns, packed.settings, condition, damage, twelve, turn, GROUND_TO_AIR,
                    GROUND + defender, 0,
                )  # fmt: skip
                hits |= 1 << defender
                lines.append(f"{here}: {told_on('aircraft', damage, rolls, condition)}")
        lines += [f"{here} ends: {roll}" for roll in _control_rolls(packed, turn, condition, hits)]
        condition, altitude = (int(n) for n in end_of_pass(packed, turn, condition, altitude, hits))
        lines.append(f"{here} ends: {state_words(condition)}")
        if condition & GONE or (packed.leaves and hits):
            break
    return lines


def _shot(packed: Packed, shot: list[int], turn: int, defender: int) -> tuple[str, int, int]:
    """(words, damage, 1 when a hit was rolled with a natural 12) of one shot."""
    settings = packed.settings
    hand = upper(level(turn, spot(GROUND_TO_AIR, GROUND + defender, ATTACK, 0)))
    total, die = two_dice(hand), face(after_two_dice(hand), SIDES)
    damage = int(fire_damage(total, die, shot[NUMBER], shot[TOKEN], shot[POINTS], shot[FLAK],
                             settings[FLAK_MARGIN], settings[MINIMAL_ROLL]))  # fmt: skip
    hit = total >= shot[NUMBER]
    grazes = not hit and total >= shot[NUMBER] - settings[FLAK_MARGIN] and shot[FLAK] > 0
    how = f"hits, {damage} damage" if hit else f"misses, flak does {damage} damage" if grazes else "misses"
    minimal = (hit and shot[TOKEN] == MINIMAL_TOKEN) or (grazes and shot[FLAK] == MINIMAL_TOKEN)
    told = f" (minimal damage die {die})" if minimal else ""
    return f"2d6 = {total} against {shot[NUMBER]}: {how}{told}", damage, int(hit and total == HIGHEST)


def _control_rolls(packed: Packed, turn: int, condition: int, hits: int) -> list[str]:
    """The damage Control Rolls that are owed, in words (AS-14.3)."""
    if condition & GONE or not hits:
        return []
    number = int(damage_control_number(packed.card, packed.settings, condition))
    owed = [d for d in range(packed.shots.shape[2]) if hits >> d & 1] if packed.settings[PER_HIT] == 1 else [0]
    rolls = [two_dice(upper(level(turn, spot(END, AIRCRAFT, CONTROL, nth)))) for nth in owed]
    return [
        f"Control Roll 2d6 = {total} against {number}: {'holds' if total >= number else 'fails'}" for total in rolls
    ]
