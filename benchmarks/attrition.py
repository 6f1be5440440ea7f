"""Four Heavy AA wear down a CSA-15 (60 propulsion units): 1-1 attacks, an X takes 8, turn after turn until the crash.

Beside the kernel: careful NumPy by dice and by tables, lanes that have crashed dropped; and the same chain in icepool.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from measuring import Row, at_least, best_seconds, check_law, rates

from simlab import prepare

TURNS, GUNS, BOXES, LOSS, HIT_FROM, SPEEDS = 20, 4, 60, 8, 5, 4
SCENARIO = {
    "system": "continental_siege", "kind": "attrition", "fortress": "csa15", "battery": {"heavy_aa": GUNS},
    "turns": TURNS,
}  # fmt: skip
BLOCKS = (1 << 13, 1 << 14, 1 << 15, 1 << 16)


class NumpyAttrition:
    """The same job in NumPy: turn of the crash and movement allowance by turn, which is less than the kernel counts."""

    def __init__(self) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        hits = [sum(place // 6**gun % 6 + 1 >= HIT_FROM for gun in range(GUNS)) for place in range(6**GUNS)]
        self.loss_by_hand = np.array(hits, np.uint8) * np.uint8(LOSS)
        self.speeds = np.zeros((TURNS, SPEEDS), np.int64)

    def by_dice(self, trials: int, block: int) -> np.ndarray:
        """Bytes: every die drawn when it is needed."""
        rng, crashed = self.rng, np.zeros(TURNS + 1, np.int64)
        for start in range(0, trials, block):
            left = np.full(min(block, trials - start), BOXES, np.int8)
            for turn in range(TURNS):
                for _ in range(GUNS):
                    left -= (rng.integers(1, 7, left.size, np.uint8) >= HIT_FROM).view(np.int8) * np.int8(LOSS)
                left, gone = self._flying(left, turn)
                crashed[turn] += gone
                if left.size == 0:
                    break
            crashed[TURNS] += left.size
        return crashed

    def by_table(self, trials: int, block: int) -> np.ndarray:
        """One draw a turn, of all its dice together, into a table of losses."""
        rng, crashed, hands = self.rng, np.zeros(TURNS + 1, np.int64), self.loss_by_hand.size
        losses = self.loss_by_hand.view(np.int8)
        for start in range(0, trials, block):
            left = np.full(min(block, trials - start), BOXES, np.int8)
            for turn in range(TURNS):
                left -= losses.take(rng.integers(0, hands, left.size, np.uint16))
                left, gone = self._flying(left, turn)
                crashed[turn] += gone
                if left.size == 0:
                    break
            crashed[TURNS] += left.size
        return crashed

    def _flying(self, left: np.ndarray, turn: int) -> tuple[np.ndarray, int]:
        """Lanes that fly on, and how many do not; their movement allowance is counted."""
        flies = left > 0
        gone = left.size - int(np.count_nonzero(flies))
        left = left[flies] if gone else left
        self.speeds[turn, 0] += left.size
        for speed in range(1, SPEEDS):
            self.speeds[turn, speed] += np.count_nonzero(left > BOXES * speed // SPEEDS)
        return left, gone


def crash_counts(kind: Any, packed: Any, cells: np.ndarray) -> np.ndarray:
    """Crashes by turn, and those that fly on, from the flat vector of the kernel or of its exact law."""
    return np.array(kind.space(packed).values(cells, "crash_turn"))


def icepool_law() -> list[tuple[Any, ...]]:
    """The same chain in icepool: boxes left, turn by turn; those crashed and the movement allowance after each turn."""
    import icepool

    hit = icepool.Die([LOSS if face >= HIT_FROM else 0 for face in range(1, 7)])
    in_turn, left, law = GUNS @ hit, icepool.Die([BOXES]), []
    for _ in range(TURNS):
        left = icepool.map(lambda boxes, loss: max(boxes - loss, 0), left, in_turn)
        speed = left.map(lambda boxes: -(-SPEEDS * boxes // BOXES))
        law.append((left.probability(0), [speed.probability(allowance) for allowance in range(SPEEDS + 1)]))
    return law


def icepool_boxes_only() -> list[Any]:
    """Less: the boxes left, turn by turn, and the chance that none are."""
    import icepool

    hit = icepool.Die([LOSS if face >= HIT_FROM else 0 for face in range(1, 7)])
    in_turn, left, law = GUNS @ hit, icepool.Die([BOXES]), []
    for _ in range(TURNS):
        left = icepool.map(lambda boxes, loss: max(boxes - loss, 0), left, in_turn)
        law.append(left.probability(0))
    return law


def report(trials: int) -> list[Row]:
    """Check the laws, then measure."""
    ready = prepare(SCENARIO)
    kind, packed = ready.kind, ready.packed
    cells = kind.space(packed).size
    law = crash_counts(kind, packed, kind.exact(packed))
    crashed = [float(chance) for chance, _ in icepool_law()]
    if not np.allclose(np.cumsum(law)[:TURNS], crashed, atol=1e-12):
        raise SystemExit("attrition: the exact law is not that of icepool")
    twin, counts = NumpyAttrition(), np.zeros(cells, np.int64)
    forms = {"NumPy, byte dice": twin.by_dice, "NumPy, a table of hands": twin.by_table}
    for name, form in forms.items():
        check_law(name, form(trials, BLOCKS[1]), law)
    kind.kernel.play(packed, 1, 0, trials, counts)
    check_law("kernel", crash_counts(kind, packed, counts), law)
    runners = {(name, block): _bound(form, block) for name, form in forms.items() for block in BLOCKS}
    runners["kernel", 0] = lambda n: kind.kernel.play(packed, 1, 0, n, counts)
    measured = rates(runners, trials, rounds=7)
    best = {name: max(rate for (form, _), rate in measured.items() if form == name) for name, _ in measured}
    exact, same = best_seconds(lambda: kind.exact(packed), 200), best_seconds(icepool_law)
    less = best_seconds(icepool_boxes_only)
    return [
        *(Row(f"{name}, M trials/s", f"{rate:.0f}") for name, rate in best.items()),
        at_least("kernel to NumPy with byte dice", best["kernel"] / best["NumPy, byte dice"], 6),
        at_least("kernel to NumPy with a table of hands", best["kernel"] / best["NumPy, a table of hands"], 6),
        Row("exact law, microseconds", f"{1e6 * exact:.0f}"),
        at_least("exact law to icepool, same tables", same / exact, 50),
        Row("exact law to icepool with the boxes alone", f"{less / exact:.0f} x"),
    ]


def _bound(form: Any, block: int) -> Any:
    return lambda trials: form(trials, block)
