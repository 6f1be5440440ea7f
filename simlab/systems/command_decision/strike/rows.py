"""Rows of the arrays of a packed strike: attacks and their rolls, cards of shots, cells that are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.dice import spot
from simlab.systems.command_decision.addresses import ATTACK, END
from simlab.systems.command_decision.attack.pack import ACTOR, AT_LEAST, EFFECTS, FIRST, HE_ON, HITS_ON, LAST, NTH
from simlab.systems.command_decision.rules.attacks import RESULTS
from simlab.systems.command_decision.rules.hitting import ShotCard
from simlab.systems.command_decision.strike.attacks import Attack, impacts_of
from simlab.systems.command_decision.strike.fire import hand_results
from simlab.systems.command_decision.strike.shapes import StrikeShape
from simlab.systems.command_decision.strike.state import STANDS_A_WORD

# parts of a roll in one integer: where it lies, field of its stand, is that an enemy, faces that hit, faces of HE
SPOT_BITS, SHIFT_AT, ENEMY_AT, HITS_AT, HE_AT = (1 << 21) - 1, 21, 27, 28, 39
CLASSES = ("personnel", "gun", "soft_vehicle", "weak_afv", "afv")
SUMS = ("arrived", "aborted", "lost", "attacks", "attacks_alternative", "attacks_own")
PENALTIES = 11  # 0 to 10 or more
LOST_STAND, BACK, SUPPRESSED_STAND = 0, 1, 2  # what a row of tallies counts


class Laid(NamedTuple):
    """An attack as rows: (checks near, touches own, least of each word of stands) and its rolls by word."""

    head: tuple[int, ...]
    rolls: tuple[tuple[tuple[int, int], ...], ...]


class AttackTable:
    """The attacks of all planes. Attack 0 and row 0 are that of a plane that does not attack.

    near: impact points -> bits of the checks near them.
    """

    def __init__(self, shape: StrikeShape, near: Callable[[Sequence[Any]], int]) -> None:
        self.near = near
        self.enemy = [stand.side == "enemy" for stand in shape.stand]
        self.words = -(-len(self.enemy) // STANDS_A_WORD)
        nothing = Laid((0, 0, *[0] * self.words), ((),) * self.words)
        self.laid: list[Laid] = [nothing]
        self.stage_of: list[int] = [-1]
        self.turns: dict[int, int] = {}
        self._rows: list[tuple[int, ...]] = [(0,) * PENALTIES]
        self._known: dict[tuple[int, Laid], int] = {}

    def row(self, stage: int, turn: int, attacks: Sequence[Attack | None]) -> int:
        """The row of these attacks, by penalty; ``turn`` holds their dice."""
        self.turns[stage] = turn
        if not attacks:
            return 0
        row = tuple(self._number(stage, attack) for attack in attacks)
        if row not in self._rows:
            self._rows.append(row)
        return self._rows.index(row)

    def _number(self, stage: int, attack: Attack | None) -> int:
        if attack is None:
            return 0
        laid = self._lay(attack)
        if (stage, laid) not in self._known:
            self._known[stage, laid] = len(self.laid)
            self.laid.append(laid)
            self.stage_of.append(stage)
        return self._known[stage, laid]

    def _lay(self, attack: Attack) -> Laid:
        least, rolls = [0] * self.words, [[] for _ in range(self.words)]  # type: ignore[var-annotated]
        for number, row in enumerate(attack.packed.stands.tolist()):
            word, shift = divmod(number, STANDS_A_WORD)
            least[word] |= row[AT_LEAST] << (4 * shift)
            for roll in attack.packed.rolls[row[FIRST] : row[LAST]].tolist():
                if roll[HITS_ON] == 0 or roll[HE_ON] == 0:
                    continue  # it can do nothing
                where = spot(END, roll[ACTOR], ATTACK, roll[NTH])
                where |= (4 * shift) << SHIFT_AT | int(self.enemy[number]) << ENEMY_AT
                rolls[word].append((where | roll[HITS_ON] << HITS_AT | roll[HE_ON] << HE_AT, roll[EFFECTS]))
        head = (self.near(impacts_of([attack])), int(attack.touches_own), *least)
        return Laid(head, tuple(tuple(part) for part in rolls))

    def attack_of(self) -> np.ndarray:
        """int64[rows, 11]: attack by penalty."""
        return np.array(self._rows, np.int64)

    def attacks(self) -> np.ndarray:
        """int64[attacks, 2 + words]."""
        return np.array([laid.head for laid in self.laid], np.int64)

    def stages(self, planes: int) -> np.ndarray:
        """int64[2 * planes, 1 + words]: turn of its dice, then slots of each word: the most rolls of its attacks."""
        rows = []
        for stage in range(2 * planes):
            mine = [laid for laid, owner in zip(self.laid, self.stage_of, strict=True) if owner == stage]
            slots = [max((len(laid.rolls[word]) for laid in mine), default=0) for word in range(self.words)]
            rows.append([self.turns[stage], *slots])
        return np.array(rows, np.int64)

    def rolls(self, stages: np.ndarray) -> np.ndarray:
        """int64[attacks, 2 * slots]: roll and effects by slot, those of a word side by side."""
        table = np.zeros((len(self.laid), 2 * max(int(stages[:, 1:].sum(axis=1).max()), 1)), np.int64)
        for number, (laid, stage) in enumerate(zip(self.laid, self.stage_of, strict=True)):
            first = 0
            for word, part in enumerate(laid.rolls):
                for place, roll in enumerate(part):
                    table[number, 2 * (first + place) : 2 * (first + place) + 2] = roll
                first += int(stages[stage, 1 + word])
        return table

    @property
    def most_hits(self) -> int:
        """Most hits on enemy stands that a trial can see."""
        most: dict[int, int] = {}
        for laid, stage in zip(self.laid, self.stage_of, strict=True):
            hits = sum(roll >> ENEMY_AT & 1 for part in laid.rolls for roll, _ in part)
            most[stage] = max(most.get(stage, 0), hits)
        return sum(most.values())


class CardTable:
    """The cards of shots that occur, each with the results of all its hands."""

    def __init__(self) -> None:
        self._known: dict[ShotCard, int] = {}

    def number(self, card: ShotCard | None) -> int:
        """Its number; -1 for no shot."""
        return -1 if card is None else self._known.setdefault(card, len(self._known))

    @property
    def second_saves(self) -> bool:
        """Does any of them have a second save?"""
        return any(card.second_save_to for card in self._known)

    def array(self) -> np.ndarray:
        """int64[cards, 2 + 1000]: number of hands, second save, results."""
        table = np.zeros((max(len(self._known), 1), 2 + 1000), np.int64)
        table[0, 0] = 1
        for card, number in self._known.items():
            results = hand_results(card)
            table[number, : 2 + len(results)] = [len(results), card.second_save_to, *results]
        return table


class Cells:
    """Where in the flat vector what is counted lies, block by block."""

    def __init__(self, shape: StrikeShape, planes: int, shots: int, most_hits: int) -> None:
        self.a_plane = 2 + 2 * len(shape.air_defence) + 2 * PENALTIES
        self.sums_at = planes * self.a_plane
        self.shots_at = self.sums_at + len(SUMS) * (planes + 1)
        self.hits_at = self.shots_at + shots + 1
        self.results_at = self.hits_at + most_hits + 1
        place = self.results_at + len(RESULTS) * len(shape.stand)
        enemies = [stand.target for stand in shape.stand if stand.side == "enemy"]
        owns = len(shape.stand) - len(enemies)
        self.present = [sort for sort in CLASSES if sort in enemies]
        self.rows: list[tuple[int, int, list[int]]] = []
        own, foe = _members(shape, "own"), _members(shape, "enemy")
        self.rows += [(LOST_STAND, place, foe), (LOST_STAND, place, own)]
        place += (len(enemies) + 1) * (owns + 1)
        for what in (BACK, SUPPRESSED_STAND):
            self.rows.append((what, place, foe))
            place += len(enemies) + 1
        for sort in self.present:
            members = _members(shape, "enemy", sort)
            for what in (LOST_STAND, BACK, SUPPRESSED_STAND):
                self.rows.append((what, place, members))
                place += len(members) + 1
        self.checks_at = place

    def plane(self, number: int) -> int:
        """First cell of a plane."""
        return number * self.a_plane

    def tallies(self, words: int) -> np.ndarray:
        """int64[tallies, 2 + words]: what is counted, first cell, ones in the fields of the stands counted."""
        rows = []
        for what, cell, members in self.rows:
            masks = [0] * words
            for number in members:
                masks[number // STANDS_A_WORD] |= 1 << 4 * (number % STANDS_A_WORD)
            rows.append([what, cell, *masks])
        return np.array(rows, np.int64)

    def places(self) -> dict[str, int]:
        """The fields of a packed strike that say where blocks begin, and which classes of enemy stands there are."""
        present = sum(1 << CLASSES.index(sort) for sort in self.present)
        return {
            "sums_at": self.sums_at, "shots_at": self.shots_at, "hits_at": self.hits_at,
            "results_at": self.results_at, "checks_at": self.checks_at, "classes_of_stands": present,
        }  # fmt: skip


def _members(shape: StrikeShape, side: str, sort: str | None = None) -> list[int]:
    """Numbers of the stands of a side, of one class if named."""
    return [n for n, stand in enumerate(shape.stand) if stand.side == side and sort in (None, stand.target)]
