"""One attack with three areas on eight stands: a hit die and an effect die a roll, the worst of a stand counting.

Beside the kernel: careful NumPy in three forms with the same cells, and a compiled loop that rolls the same dice and
does nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from measuring import Row, at_least, check_law, rates

from simlab import prepare
from simlab.dice import face, level, rest, spot, upper
from simlab.jit import lanes
from simlab.systems.command_decision.addresses import ATTACK, END
from simlab.systems.command_decision.attack.pack import ACTOR, AT_LEAST, EFFECTS, FIRST, HITS_ON, LAST, NTH, OWN
from simlab.systems.command_decision.rules.attacks import ELIMINATED, FORCED_BACK, RESULTS, SUPPRESSED, roll_result

PLACES = [([0, 0], {}), ([1, 0], {"class": "gun", "dug_in": True}), ([0, 1], {"quality": "green"}),
          ([3, 0], {"class": "soft_vehicle"}), ([4, 0], {"class": "afv", "weight": 3}), ([3, 1], {"cover": "hard"}),
          ([0, -1], {"class": "weak_afv"}), ([4, 1], {"side": "own", "quality": "elite"})]  # fmt: skip
SCENARIO = {
    "system": "command_decision",
    "kind": "bombing",
    "attacker": {"unit": "tornado_ids", "penalty": 1, "templates": [[0, 0], [0, 0], [3, 0]]},
    "stand": [{"name": f"stand {number}", "at": at, **more} for number, (at, more) in enumerate(PLACES)],
}
HANDS = 100  # a hit die and an effect die
BLOCKS = (1 << 13, 1 << 14, 1 << 15, 1 << 16)


@lanes
def only_dice(packed, base, counts):
    """Roll the same dice at the same addresses and add their faces up."""
    turn, total = np.empty(base.size, np.int64), np.zeros(base.size, np.int64)
    for lane in range(base.size):
        turn[lane] = level(base[lane], 1)
    for row in range(packed.rolls.shape[0]):
        here = spot(END, packed.rolls[row, ACTOR], ATTACK, packed.rolls[row, NTH])
        for lane in range(base.size):
            hand = upper(level(turn[lane], here))
            total[lane] += face(hand, 10) + face(rest(hand, 10), 10)
    for lane in range(base.size):
        counts[0] += total[lane]


class NumpyBombing:
    """The same job in NumPy, with every cell of the kernel: results of stands, eliminated of both sides, two totals."""

    def __init__(self, packed: Any) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        self.owns = packed.owns
        self.enemies = packed.enemies
        self.stands = [
            (stand[AT_LEAST], stand[OWN], packed.rolls[stand[FIRST] : stand[LAST]].tolist())
            for stand in packed.stands.tolist()
        ]
        self.cards = {}
        for _, _, rolls in self.stands:
            for roll in rolls:
                card = (roll[HITS_ON], roll[EFFECTS])
                hands = [roll_result(hit, effect, *card) for hit in range(1, 11) for effect in range(1, 11)]
                numbers = card[0].bit_count()
                assert card[0] == sum(1 << die for die in range(1, numbers + 1))  # hits are the low faces
                by_effect = np.array([0, *[roll_result(1, effect, *card) for effect in range(1, 11)]], np.uint8)
                self.cards[card] = (numbers, by_effect, np.array(hands, np.uint8))

    def _by_dice(self, card: tuple[int, int], size: int) -> np.ndarray:
        """Bytes: an effect die only where the hit die hits."""
        number, by_effect, _ = self.cards[card]
        result = np.zeros(size, np.uint8)
        hit = np.flatnonzero(self.rng.integers(1, 11, size, np.uint8) <= number)
        result[hit] = by_effect.take(self.rng.integers(1, 11, hit.size, np.uint8))
        return result

    def _by_hand(self, card: tuple[int, int], size: int) -> np.ndarray:
        """One draw for both dice, into a table of results."""
        return self.cards[card][2].take(self.rng.integers(0, HANDS, size, np.uint8))

    def play(self, form: str, trials: int, block: int) -> np.ndarray:
        """The flat vector of counts. form: dice, hands, or pairs (two rolls of a stand in one draw)."""
        results = np.zeros((len(self.stands), len(RESULTS)), np.int64)
        lost = np.zeros((self.enemies + 1) * (self.owns + 1), np.int64)
        totals = np.zeros((2, self.enemies + 1), np.int64)
        draw = self._by_dice if form == "dice" else self._by_hand
        for start in range(0, trials, block):
            size = min(block, trials - start)
            code, back, suppressed = (np.zeros(size, np.uint8) for _ in range(3))
            for number, (at_least_this, own, rolls) in enumerate(self.stands):
                if form == "pairs":
                    worst = self._pairs(rolls, size)
                else:
                    worst = np.zeros(size, np.uint8)
                    for roll in rolls:
                        np.maximum(worst, draw((roll[HITS_ON], roll[EFFECTS]), size), out=worst)
                np.maximum(worst, at_least_this, out=worst)
                results[number] += np.bincount(worst, minlength=len(RESULTS))
                code += (worst == ELIMINATED) * np.uint8(1 if own else self.owns + 1)
                if not own:
                    back += worst == FORCED_BACK
                    suppressed += worst >= SUPPRESSED
            lost += np.bincount(code, minlength=lost.size)
            totals[0] += np.bincount(back, minlength=self.enemies + 1)
            totals[1] += np.bincount(suppressed, minlength=self.enemies + 1)
        return np.concatenate([results.ravel(), lost, totals.ravel()])

    def _pairs(self, rolls: list[list[int]], size: int) -> np.ndarray:
        """Two rolls in one draw of 10,000 hands; the last of an odd number alone."""
        worst = np.zeros(size, np.uint8)
        for place in range(0, len(rolls), 2):
            cards = tuple((roll[HITS_ON], roll[EFFECTS]) for roll in rolls[place : place + 2])
            if len(cards) == 1:
                drawn = self._by_hand(cards[0], size)
            else:
                if cards not in self.cards:
                    one, other = (self.cards[card][2] for card in cards)
                    self.cards[cards] = np.maximum.outer(one, other).ravel()
                drawn = self.cards[cards].take(self.rng.integers(0, HANDS * HANDS, size, np.uint16))
            np.maximum(worst, drawn, out=worst)
        return worst


def check_cells(name: str, ready: Any, counts: np.ndarray, law: np.ndarray) -> None:
    """Every partition of the kind against the exact law."""
    for block in ready.space.counted:
        first = ready.space.offset(block.name)
        cells = slice(first, first + len(block.rows))
        check_law(f"{name}, {block.name}", counts[cells], law[cells])


def report(trials: int) -> list[Row]:
    """Check the laws, then measure."""
    ready = prepare(SCENARIO)
    kernel, packed, cells = ready.kind.kernel, ready.packed, ready.space.size
    law, twin = np.maximum(np.asarray(ready.kind.exact(packed)), 0), NumpyBombing(packed)
    counts = np.zeros(cells, np.int64)
    kernel.play(packed, 1, 0, trials, counts)
    check_cells("kernel", ready, counts, law)
    names = {
        "dice": "NumPy, byte dice",
        "hands": "NumPy, a table of hands",
        "pairs": "NumPy, a table of pairs of hands",
    }
    for form, name in names.items():
        check_cells(name, ready, twin.play(form, trials, BLOCKS[1]), law)
    runners: dict[Any, Any] = {(form, block): _bound(twin, form, block) for form in names for block in BLOCKS}
    kernel_counts, dice_counts = np.zeros(cells, np.int64), np.zeros(1, np.int64)
    only_dice.warm(packed)
    runners["kernel", 0] = lambda n: kernel.play(packed, 1, 0, n, kernel_counts)
    runners["dice only", 0] = lambda n: only_dice.play(packed, 1, 0, n, dice_counts)
    measured = rates(runners, trials // 4, rounds=7)
    best = {name: max(rate for (form, _), rate in measured.items() if form == name) for name, _ in measured}
    rows = [Row(f"{names.get(form, form)}, M trials/s", f"{rate:.1f}") for form, rate in best.items()]
    return [
        *rows,
        at_least("kernel to NumPy with tables", best["kernel"] / max(best["hands"], best["pairs"]), 3),
        at_least("kernel to NumPy with byte dice", best["kernel"] / best["dice"], 5),
        at_least("kernel to dice only", best["kernel"] / best["dice only"], 0.5),
    ]


def _bound(twin: NumpyBombing, form: str, block: int) -> Any:
    return lambda trials: twin.play(form, trials, block)
