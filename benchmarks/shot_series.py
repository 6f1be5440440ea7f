"""Three shots at one aircraft: d10, fire-control re-roll, abort on 9-10, save on 1-5, penalties add up.

Beside the kernel: careful NumPy in four forms, and a compiled loop that rolls the same dice and does nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from measuring import Row, at_least, check_law, rates

from simlab import prepare
from simlab.dice import face, level, rest, spot, upper
from simlab.jit import lanes
from simlab.systems.command_decision.addresses import OPPORTUNITY, SHOT
from simlab.systems.command_decision.engagement.pack import AGAIN_SIDES, FIRST, SAVE_TO, SECOND
from simlab.systems.command_decision.rules.hitting import ABORT, ROLL_AGAIN, SAVED, effect_of, shot_effect, shot_result

SCENARIO = {
    "system": "command_decision",
    "kind": "shot",
    "shots": 3,
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"},
    "geometry": {"range_in": 25},
}
SHOTS, MOST, GONE = 3, 10, 64  # a total is kept at 10; GONE marks an aborted lane in a byte
BLOCKS = (1 << 13, 1 << 14, 1 << 15, 1 << 16)


def packed_job() -> tuple[Any, Any]:
    """The kind and its packed scenario; no row of the data has fire control and a save of 1-5, so the card gets one."""
    ready = prepare(SCENARIO)
    shots = ready.packed.shots.copy()
    shots[:, SAVE_TO] = 5
    return ready.kind, ready.packed._replace(shots=shots)


@lanes
def only_dice(packed, base, counts):
    """Roll the same dice at the same addresses and add their faces up."""
    turn, total = np.empty(base.size, np.int64), np.zeros(base.size, np.int64)
    for lane in range(base.size):
        turn[lane] = level(base[lane], 1)
    for row in range(packed.shots.shape[0]):
        here, again_sides = spot(OPPORTUNITY, 0, SHOT, row), packed.shots[row, AGAIN_SIDES]
        for lane in range(base.size):
            hand = upper(level(turn[lane], here))
            aa_die = face(hand, 10)
            hand = rest(hand, 10)
            total[lane] += aa_die + face(hand, 10) + face(rest(hand, 10), again_sides)
    for lane in range(base.size):
        counts[0] += total[lane]


class NumpySeries:
    """The same job in NumPy; counts only total penalties (0..10) and aborts (last place), less than the kernel."""

    def __init__(self, packed: Any) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        row = packed.shots[0].tolist()
        self.first, self.second, self.sides, self.save_to = row[FIRST], row[SECOND], row[AGAIN_SIDES], row[SAVE_TO]
        self.converted = packed.converted_penalty
        faces = {die: effect_of(self.first, die) for die in range(1, 11)}
        # what the forms by dice rely on, checked here so that they can be written with plain comparisons
        assert faces == {1: 1, 2: 2, 3: 3, 4: ROLL_AGAIN, 9: ABORT, 10: ABORT, **dict.fromkeys((5, 6, 7, 8), 0)}
        assert (packed.removal, packed.stacking, self.sides) == (0, 0, 9)
        hands = [
            (aa, save, again) for aa in range(1, 11) for save in range(1, 11) for again in range(1, self.sides + 1)
        ]
        results = [
            shot_result(shot_effect(aa, again, self.first, self.second), save, self.save_to, 0, 0)
            for aa, save, again in hands
        ]
        changes = [self.converted if r == SAVED else GONE if r > SAVED else r for r in results]
        self.change_by_hand = np.array(changes, np.uint8)
        self.kinds = sorted(set(changes))
        self.code_by_hand = np.array([self.kinds.index(change) for change in changes], np.uint8)

    def by_dice(self, trials: int, block: int, compress: bool) -> np.ndarray:
        """Bytes: each die drawn when it is needed; aborted lanes dropped, or kept with a mark."""
        rng, counts = self.rng, np.zeros(256, np.int64)
        for start in range(0, trials, block):
            total = np.zeros(min(block, trials - start), np.uint8)
            for _ in range(SHOTS):
                die = rng.integers(1, 11, total.size, np.uint8)
                fours = np.flatnonzero(die == 4)
                again = rng.integers(1, 10, fours.size, np.uint8)
                again += again > 3  # a d9 over the faces other than the one that is rolled again
                die[fours] = again
                aborts = np.flatnonzero(die >= 9)
                saved = rng.integers(1, 11, aborts.size, np.uint8) <= self.save_to
                die *= die < 4
                die[aborts] = np.where(saved, self.converted, GONE).astype(np.uint8)
                total += die
                if compress:
                    stays = total < GONE
                    counts[GONE] += total.size - np.count_nonzero(stays)
                    total = total[stays]
            counts += np.bincount(total, minlength=256)
        return self._folded(counts)

    def by_table(self, trials: int, block: int) -> np.ndarray:
        """One draw a shot, of all its dice together, into a table of changes to a byte."""
        rng, counts, hands = self.rng, np.zeros(256, np.int64), self.change_by_hand.size
        for start in range(0, trials, block):
            size = min(block, trials - start)
            total = self.change_by_hand.take(rng.integers(0, hands, size, np.uint16))
            for _ in range(1, SHOTS):
                total += self.change_by_hand.take(rng.integers(0, hands, size, np.uint16))
            counts += np.bincount(total, minlength=256)
        return self._folded(counts)

    def by_joint_table(self, trials: int, block: int) -> np.ndarray:
        """The same, but the results of the shots are digits of a code, and only the codes are worked out at the end."""
        rng, hands, base = self.rng, self.code_by_hand.size, len(self.kinds)
        digits = [(self.code_by_hand * base**place).astype(np.uint8) for place in range(SHOTS)]
        codes = np.zeros(base**SHOTS, np.int64)
        for start in range(0, trials, block):
            size = min(block, trials - start)
            code = digits[0].take(rng.integers(0, hands, size, np.uint16))
            for place in range(1, SHOTS):
                code += digits[place].take(rng.integers(0, hands, size, np.uint16))
            codes += np.bincount(code, minlength=codes.size)
        counts = np.zeros(256, np.int64)
        for code, number in enumerate(codes):
            parts = [self.kinds[code // base**place % base] for place in range(SHOTS)]
            counts[GONE if GONE in parts else sum(parts)] += number
        return self._folded(counts)

    @staticmethod
    def _folded(counts: np.ndarray) -> np.ndarray:
        """Totals 0..10 and aborts from counts of bytes."""
        return np.concatenate([counts[:MOST], [counts[MOST:GONE].sum(), counts[GONE:].sum()]])


def effect_counts(kind: Any, packed: Any, cells: np.ndarray) -> np.ndarray:
    """Totals 0..10 and aborts from the flat vector of the kernel or of its exact law."""
    space = kind.space(packed)
    values = dict(zip((row[0] for row in space.table("effect").rows), space.values(cells, "effect"), strict=True))
    names = ["none", *[f"minus_{total}" for total in range(1, MOST)], "minus_10_or_more", "abort"]
    return np.array([values.get(name, 0) for name in names])


def report(trials: int) -> list[Row]:
    """Check the laws, then measure."""
    kind, packed = packed_job()
    cells = kind.space(packed).size
    law = effect_counts(kind, packed, np.asarray(kind.exact(packed)))
    twin = NumpySeries(packed)
    counts = np.zeros(cells, np.int64)
    kind.kernel.play(packed, 1, 0, trials, counts)
    check_law("kernel", effect_counts(kind, packed, counts), law)
    forms = {
        "NumPy, byte dice, lanes dropped": lambda n, block: twin.by_dice(n, block, True),
        "NumPy, byte dice, lanes marked": lambda n, block: twin.by_dice(n, block, False),
        "NumPy, a table of hands": twin.by_table,
        "NumPy, a table of hands, joint codes": twin.by_joint_table,
    }
    for name, form in forms.items():
        check_law(name, form(trials, BLOCKS[1]), law)
    runners = {(name, block): _bound(form, block) for name, form in forms.items() for block in BLOCKS}
    kernel_counts, dice_counts = np.zeros(cells, np.int64), np.zeros(1, np.int64)
    only_dice.warm(packed)
    runners["kernel", 0] = lambda n: kind.kernel.play(packed, 1, 0, n, kernel_counts)
    runners["dice only", 0] = lambda n: only_dice.play(packed, 1, 0, n, dice_counts)
    measured = rates(runners, trials)
    best = {name: max(rate for (form, _), rate in measured.items() if form == name) for name, _ in measured}
    rows = [Row(f"{name}, M trials/s", f"{rate:.0f}") for name, rate in best.items()]
    by_dice = max(rate for name, rate in best.items() if "byte dice" in name)
    by_table = max(rate for name, rate in best.items() if "table" in name)
    return [
        *rows,
        at_least("kernel to NumPy with tables", best["kernel"] / by_table, 3),
        at_least("kernel to NumPy with byte dice", best["kernel"] / by_dice, 6),
        at_least("kernel to dice only", best["kernel"] / best["dice only"], 0.5),
    ]


def _bound(form: Any, block: int) -> Any:
    return lambda trials: form(trials, block)
