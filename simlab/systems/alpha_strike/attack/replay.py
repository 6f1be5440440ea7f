"""One trial of an attack told roll by roll, from the same numbered dice as the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simlab.dice import face, level, lower, rest, spot, upper
from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, ATTACK, DROP, GROUND, WHOLE_LANE
from simlab.systems.alpha_strike.attack.card.kernel import INSTANCES_A_TURN, ROLLS_AN_INSTANCE, riders_die
from simlab.systems.alpha_strike.attack.card.pack import (
    CONDITION,
    MARKED_OFF,
    MINIMAL,
    NTH,
    NUMBER,
    OF_LANE,
    POINTS,
    RIDER,
    RIDER_HEAT,
    RIDER_MINIMAL,
    RIDER_POINTS,
    SHOT_HEAT,
    SUBMERGED,
    TARGET,
)
from simlab.systems.alpha_strike.attack.run.pack import DAMAGE, HEAT, MASK, SHIFT, SORT, UNIT, WORD, names_in
from simlab.systems.alpha_strike.engagement.told import state_words, told_damage
from simlab.systems.alpha_strike.rules.condition import GONE
from simlab.systems.alpha_strike.rules.dice import HIGHEST, after_two_dice, two_dice
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


def bomb_line(packed: Any, roll: tuple[int, int, int, int, int], effects: Effects) -> str:
    """One bomb in words; roll: as `drops` gives it; effects: what it does to whom."""
    bomb, total, direction, distance, place = roll
    where = "on its point"
    if place > FACES * packed.steps:
        where = "misses"
    elif place:
        way, gone = divmod(place - 1, packed.steps)
        own = (way + 1, gone + 1) == (direction, distance)
        where = f"scatters by face {way + 1}, {gone + 1} steps" + ("" if own or not packed.shared else " (shared)")
    done = [_done(*effect) for effect in effects]
    return f"bomb {bomb + 1}: 2d6 = {total}, {where}: {', '.join(done) or 'nobody there'}"


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

    return [bomb_line(packed, roll, effects(roll[0], roll[-1])) for roll in drops(packed, key, trial)]


def replay_attack(packed: Any, key: int, trial: int) -> list[str]:
    """An `attack`: each bomb and each roll, what it does, and the critical and motive rolls of cards."""
    names, lines, cards = names_in(packed.names), [], Cards(packed, level(key, trial))
    pools: dict[int, list[int]] = {}  # damage, natural 12, rolls owed of pooled bombs, by unit
    for roll in drops(packed, key, trial):
        bomb, total, *_, place = roll
        hurt, warm, owed = packed.harm[:, bomb, place].tolist()
        lines.append(bomb_line(packed, roll, [(n, d, h) for n, d, h in zip(names, hurt, warm, strict=True) if d or h]))
        for unit, damage in enumerate(hurt):
            twelve = int(total == HIGHEST)
            if damage and packed.pooled:
                pool = pools.setdefault(unit, [0, 0, 0])
                pools[unit] = [pool[0] + damage, pool[1] | twelve, pool[2] | owed[unit]]
            elif damage:
                lines += cards.suffer(unit, bomb, damage, twelve, owed[unit])
    for unit, pool in sorted(pools.items()):
        lines += cards.suffer(unit, 0, *pool)
    for shot in packed.shots.tolist():
        line, unit, points, twelve = _shot(packed, names, shot, level(level(key, trial), 1))
        lines += [line, *cards.suffer(unit, shot[NTH], points, twelve, 0)]
    return lines


class Cards:
    """The cards under an attack as they are marked off, in words; base: of the trial."""

    def __init__(self, packed: Any, base: int) -> None:
        self.packed, self.base = packed, base
        self.conditions = packed.units[:, CONDITION].tolist()
        self.names = names_in(packed.names)

    def suffer(self, unit: int, instance: int, damage: int, twelve: int, owed: int) -> list[str]:
        """Lines for one instance of damage on a unit; none where no card is marked off."""
        packed = self.packed
        if not damage or not packed.units[unit, MARKED_OFF] or self.conditions[unit] & GONE:
            return []
        extra = int(packed.units[unit, SUBMERGED] + twelve * packed.natural + owed)
        turn = level(self.base, 1 + instance // INSTANCES_A_TURN)
        self.conditions[unit], rolls = told_damage(
            packed.cards[unit], packed.columns, packed.settings, self.conditions[unit], damage, extra, turn,
            AIR_TO_GROUND, GROUND + unit, ROLLS_AN_INSTANCE * (instance % INSTANCES_A_TURN),
        )  # fmt: skip
        return [f"  {self.names[unit]}: {'; '.join([*rolls, state_words(self.conditions[unit])])}"]


def _shot(packed: Any, names: list[str], shot: list[int], turn: int) -> tuple[str, int, int, int]:
    """(words, who is hurt, points, 1 for a natural 12) of one roll of a strafe or strike; turn: base of the turn."""
    hand = upper(level(turn, spot(AIR_TO_GROUND, GROUND + shot[TARGET], ATTACK, shot[NTH])))
    lane_total = two_dice(upper(level(turn, spot(AIR_TO_GROUND, WHOLE_LANE, ATTACK, 0))))
    total = lane_total if packed.single and shot[OF_LANE] else two_dice(hand)
    name, number = names[shot[TARGET]], shot[NUMBER]
    if total < number:
        return f"at {name}: 2d6 = {total} against {number}: misses", shot[TARGET], 0, 0
    unit, points, minimal, heat, ridden = shot[TARGET], shot[POINTS], shot[MINIMAL], shot[SHOT_HEAT], ""
    if shot[RIDER] >= 0:
        die = riders_die(turn, shot[TARGET], shot[NTH])
        ridden = f", riders' die {die}"
        if die >= packed.riders_from:
            unit, points, minimal, heat = shot[RIDER], shot[RIDER_POINTS], shot[RIDER_MINIMAL], shot[RIDER_HEAT]
            name = names[unit]
    shown = face(after_two_dice(hand), FACES)
    points += minimal and shown >= packed.settings[MINIMAL_ROLL]
    told = f" (minimal damage die {shown})" if minimal else ""
    words = f"at {name}: 2d6 = {total} against {number}{ridden}: {_done('hits,', int(points), heat)}{told}"
    return words, unit, int(points), int(total == HIGHEST)
