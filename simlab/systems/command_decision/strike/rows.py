"""Rows of the arrays of a packed strike: attacks and their rolls, cards of shots, cells that are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from simlab.dice import spot
from simlab.errors import ScenarioError
from simlab.systems.command_decision.addresses import ATTACK, END
from simlab.systems.command_decision.attack.pack import ACTOR, AT_LEAST, EFFECTS, FIRST, HE_ON, HITS_ON, LAST, NTH
from simlab.systems.command_decision.rules.attacks import RESULTS
from simlab.systems.command_decision.rules.hitting import DIE_FACES, ShotCard
from simlab.systems.command_decision.strike.attacks import Attack, impacts_of
from simlab.systems.command_decision.strike.fire import hand_results
from simlab.systems.command_decision.strike.shapes import StrikeShape
from simlab.systems.command_decision.strike.state import STANDS_A_WORD

# parts of a slot in one integer: where its roll lies, field of its stand, is that an enemy, faces of an HE die
SPOT_BITS, SHIFT_AT, ENEMY_AT, HE_AT = (1 << 21) - 1, 21, 27, 28
FACES_A_FIELD, FIELDS = 11, 5  # faces that hit: so many slots to an integer
NEAR_BITS, OWN_AT = (1 << 32) - 1, 32  # of the head of an attack
WISH_BITS, WISH, WISHES = 12, (1 << 12) - 1, 5  # ranks and cards: so many wishes or actors to an integer
MOST_CARDS = 2000
CLASSES = ("personnel", "gun", "soft_vehicle", "weak_afv", "afv")
HANDS = 1000  # most hands of an AA, a save and a re-roll die
SUMS = ("arrived", "aborted", "lost", "attacks", "attacks_alternative", "attacks_own")
PENALTIES = 11  # 0 to 10 or more
LOST_STAND, BACK, SUPPRESSED_STAND = 0, 1, 2  # what a row of tallies counts


class Slot(NamedTuple):
    """A roll that an attack of a plane may make. place: word of its stand; roll: parts as above; effects: of a hit."""

    place: int
    roll: int
    effects: int


class Laid(NamedTuple):
    """An attack. head: checks near and whether it touches own stands; least: of each word of stands; hits: by slot."""

    head: int
    least: tuple[int, ...]
    hits: tuple[tuple[Slot, int], ...]


class AttackTable:
    """The attacks of all planes. Attack 0 and row 0 are that of a plane that does not attack.

    A *stage* is a plane with its load (even) or its strafe (odd). The rolls of its attacks, whatever point and penalty,
    are its slots; an attack says for each slot which faces hit, none where it does not roll.

    near: impact points -> bits of the checks near them.
    """

    def __init__(self, shape: StrikeShape, near: Callable[[Sequence[Any]], int]) -> None:
        self.near = near
        self.enemy = [stand.side == "enemy" for stand in shape.stand]
        self.words = -(-len(self.enemy) // STANDS_A_WORD)
        self.laid: list[Laid] = [Laid(0, (0,) * self.words, ())]
        self.stage_of: list[int] = [0]
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
        least, hits = [0] * self.words, []
        for number, row in enumerate(attack.packed.stands.tolist()):
            word, field = divmod(number, STANDS_A_WORD)
            least[word] |= row[AT_LEAST] << (4 * field)
            for roll in attack.packed.rolls[row[FIRST] : row[LAST]].tolist():
                if roll[HITS_ON] == 0 or roll[HE_ON] == 0:
                    continue  # it can do nothing
                where = spot(END, roll[ACTOR], ATTACK, roll[NTH]) | (4 * field) << SHIFT_AT
                where |= int(self.enemy[number]) << ENEMY_AT | roll[HE_ON] << HE_AT
                hits.append((Slot(word, where, roll[EFFECTS]), roll[HITS_ON]))
        head = self.near(impacts_of([attack])) | int(attack.touches_own) << OWN_AT
        return Laid(head, tuple(least), tuple(hits))

    def slots_of(self, stage: int) -> list[Slot]:
        """The slots of a stage, those of a word of stands side by side."""
        mine = [laid for laid, owner in zip(self.laid, self.stage_of, strict=True) if owner == stage]
        return sorted({slot for laid in mine for slot, _ in laid.hits})

    def arrays(self, planes: int) -> dict[str, Any]:
        """attack_of, heads, hits_on, slots and stages of a packed strike."""
        all_slots = [self.slots_of(stage) for stage in range(2 * planes)]
        stages: list[list[int]] = []
        slots: list[list[int]] = []
        for stage, mine in enumerate(all_slots):
            by_word = [sum(slot.place == word for slot in mine) for word in range(self.words)]
            stages.append([self.turns[stage], len(slots), *by_word])
            slots += [[slot.roll, slot.effects] for slot in mine]
        groups = max(-(-max(map(len, all_slots)) // FIELDS), 1)
        hits_on = np.zeros((len(self.laid), groups), np.int64)
        for number, (laid, stage) in enumerate(zip(self.laid, self.stage_of, strict=True)):
            place = {slot: n for n, slot in enumerate(all_slots[stage])}
            for slot, faces in laid.hits:
                group, field = divmod(place[slot], FIELDS)
                hits_on[number, group] |= faces << (FACES_A_FIELD * field)
        heads = [[stage, laid.head, *laid.least] for laid, stage in zip(self.laid, self.stage_of, strict=True)]
        return {
            "attack_of": np.array(self._rows, np.int64), "heads": np.array(heads, np.int64), "hits_on": hits_on,
            "slots": np.array(slots, np.int64).reshape(-1, 2), "stages": np.array(stages, np.int64),
        }  # fmt: skip

    @property
    def most_hits(self) -> int:
        """Most hits on enemy stands that a trial can see."""
        most: dict[int, int] = {}
        for laid, stage in zip(self.laid, self.stage_of, strict=True):
            most[stage] = max(most.get(stage, 0), sum(slot.roll >> ENEMY_AT & 1 for slot, _ in laid.hits))
        return sum(most.values())


class CardTable:
    """The cards of shots that occur, each with the results of all its hands."""

    def __init__(self) -> None:
        self._known: dict[ShotCard, int] = {}

    def number(self, card: ShotCard | None) -> int:
        """How a class names this card: 0 for no shot, else 1 + 2 * its number, and 1 more when it has 900 hands."""
        if card is None:
            return 0
        return 1 + 2 * self._known.setdefault(card, len(self._known)) + int(card.again_sides < DIE_FACES)

    @property
    def second_saves(self) -> bool:
        """Does any of them have a second save?"""
        return any(card.second_save_to for card in self._known)

    def array(self, where: str) -> np.ndarray:
        """int64[cards, 1 + HANDS]: second save, then the results of its hands."""
        if len(self._known) > MOST_CARDS:
            raise ScenarioError(f"{where}, air_defence: more than {MOST_CARDS} different shots cannot be played")
        table = np.zeros((max(len(self._known), 1), 1 + HANDS), np.int64)
        for card, number in self._known.items():
            results = hand_results(card)
            table[number, : 1 + len(results)] = [card.second_save_to, *results]
        return table


def in_fields(rows: Sequence[Sequence[int]], classes: int) -> np.ndarray:
    """int64[groups, classes]: ranks by wish (or cards by draw) and class, five wishes to an integer."""
    table = np.zeros((max(-(-len(rows) // WISHES), 1), classes), np.int64)
    for number, row in enumerate(rows):
        group, field = divmod(number, WISHES)
        table[group] |= np.array(row, np.int64) << (WISH_BITS * field)
    return table


def from_fields(table: Sequence[Sequence[int]], number: int, here: int) -> int:
    """The rank of a wish (or card of a draw) at a class."""
    group, field = divmod(number, WISHES)
    return table[group][here] >> (WISH_BITS * field) & WISH


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

    def places(self) -> dict[str, Any]:
        """The fields of a packed strike that say where blocks begin, and which classes of enemy stands there are."""
        present = sum(1 << CLASSES.index(sort) for sort in self.present)
        return {
            "sums_at": self.sums_at, "shots_at": self.shots_at, "hits_at": self.hits_at,
            "results_at": self.results_at, "checks_at": self.checks_at, "classes_of_stands": present,
        }  # fmt: skip


def _members(shape: StrikeShape, side: str, sort: str | None = None) -> list[int]:
    """Numbers of the stands of a side, of one class if named."""
    return [n for n, stand in enumerate(shape.stand) if stand.side == side and sort in (None, stand.target)]
