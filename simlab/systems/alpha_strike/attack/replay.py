"""One trial of an attack told roll by roll, from the same numbered dice as the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, ATTACK, DROP, GROUND, WHOLE_LANE
from simlab.systems.alpha_strike.attack.card.pack import MINIMAL, NTH, NUMBER, OF_LANE, POINTS, SHOT_HEAT, TARGET
from simlab.systems.alpha_strike.attack.run.pack import DAMAGE, HEAT, MASK, SHIFT, SORT, UNIT, WORD, names_in
from simlab.systems.alpha_strike.rules.dice import after_two_dice, two_dice
from simlab.systems.alpha_strike.rules.fighting_card import MINIMAL_ROLL
from simlab.systems.alpha_strike.rules.scatter import FACES

Effects = list[tuple[str, int, int]]  # name of a unit, damage, heat


def drops(packed: Any, key: int, trial: int) -> Iterator[tuple[int, int, int, int, int]]:
    """(bomb, total, direction, distance, landing place) of every bomb of a trial, in order."""
    turn, first_miss = level(level(key, trial), 1), 0
    for bomb, row in enumerate(packed.row.tolist()):
        word = level(turn, spot(AIR_TO_GROUND, AIRCRAFT, DROP, bomb // 2))
        hand = upper(word) if bomb % 2 == 0 else lower(word)
        fall, left = 0, hand
        for _ in range(4):
            fall, left = fall * FACES + face(left, FACES) - 1, rest(left, FACES)
        place = int(packed.landing[row, fall])
        if packed.shared and place:
            first_miss = first_miss or place
            place = first_miss
        yield bomb, two_dice(hand), fall // FACES % FACES + 1, fall % FACES + 1, place


def bomb_lines(packed: Any, key: int, trial: int, effects: Any) -> list[str]:
    """A line for each bomb; effects: (bomb, landing place) -> what it does to whom."""
    lines = []
    for bomb, total, direction, distance, place in drops(packed, key, trial):
        where = "on its point"
        if place:
            way, gone = divmod(place - 1, packed.steps)
            own = (way + 1, gone + 1) == (direction, distance)
            where = f"scatters by face {way + 1}, {gone + 1} steps" + ("" if own or not packed.shared else " (shared)")
        done = [_done(*effect) for effect in effects(bomb, place)]
        lines.append(f"bomb {bomb + 1}: 2d6 = {total}, {where}: {', '.join(done) or 'nobody there'}")
    return lines


def _done(name: str, damage: int, heat: int) -> str:
    parts = [f"{damage} damage"] if damage or not heat else []
    return f"{name} {' and '.join([*parts, *([f'{heat} heat'] if heat else [])])}"


def replay_run(packed: Any, key: int, trial: int) -> list[str]:
    """A `bombing_run`: each bomb with its dice, where it lands and whom it affects."""
    names = names_in(packed.names)

    def effects(bomb: int, place: int) -> Effects:
        done: dict[str, list[int]] = {}
        for field in packed.fields.tolist():
            if field[SORT] in (DAMAGE, HEAT):
                amount = (int(packed.effects[bomb, place, field[WORD]]) >> field[SHIFT]) & field[MASK]
                if amount:
                    done.setdefault(names[field[UNIT]], [0, 0])[field[SORT]] = amount
        return [(name, damage, heat) for name, (damage, heat) in done.items()]

    return bomb_lines(packed, key, trial, effects)


def replay_attack(packed: Any, key: int, trial: int) -> list[str]:
    """An `attack`: each roll or bomb and what it does; what becomes of the targets stands in the outcomes."""
    names = names_in(packed.names)
    if packed.row.size:

        def effects(bomb: int, place: int) -> Effects:
            hurt, warm = packed.damage[bomb, place].tolist(), packed.heat[bomb, place].tolist()
            return [(name, d, h) for name, d, h in zip(names, hurt, warm, strict=True) if d or h]

        return bomb_lines(packed, key, trial, effects)
    turn, lines = level(level(key, trial), 1), []
    lane_total = two_dice(upper(level(turn, spot(AIR_TO_GROUND, WHOLE_LANE, ATTACK, 0))))
    for shot in packed.shots.tolist():
        hand = upper(level(turn, spot(AIR_TO_GROUND, GROUND + shot[TARGET], ATTACK, shot[NTH])))
        total = lane_total if packed.single and shot[OF_LANE] else two_dice(hand)
        name, number = names[shot[TARGET]], shot[NUMBER]
        if total < number:
            lines.append(f"at {name}: 2d6 = {total} against {number}: misses")
            continue
        shown = face(after_two_dice(hand), FACES)
        points = shot[POINTS] + (shot[MINIMAL] and shown >= packed.settings[MINIMAL_ROLL])
        die = f" (minimal damage die {shown})" if shot[MINIMAL] else ""
        lines.append(f"at {name}: 2d6 = {total} against {number}: {_done('hits,', int(points), shot[SHOT_HEAT])}{die}")
    return lines
