"""A strike of four planes with four loads through six AA systems on twelve stands, ten of them enemies.

Beside the kernel: a NumPy twin that fills the same flat vector for strikes like this one. Where a plane comes to stand
is one draw from its law; a shot is one draw from the law of its whole hand. The rolls of attacks come in two forms:
*byte dice*, an effect die drawn only for the rolls that hit, and *hands*, both dice in one draw into a table. Four
planes are too many for the exact law, so twin and kernel are held to each other, and both to the exact law of the first
plane alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from measuring import Row, at_least, check_law, rates

from simlab import prepare
from simlab.dice import chance_of
from simlab.systems.command_decision.attack.kernel import CELLS as RESULTS
from simlab.systems.command_decision.rules.hitting import SAVED, effect_of
from simlab.systems.command_decision.strike import kernel as columns
from simlab.systems.command_decision.strike import rows, salvoes, shooting, state
from simlab.systems.command_decision.strike.rows import from_fields

BLOCKS = (1 << 13, 1 << 14, 1 << 15)
CLASSES = ("personnel", "gun", "soft_vehicle", "weak_afv", "afv")
PLANES = [
    {"unit": "tornado_ids", "load": "bombs", "at": [0, 6], "placement": "optimal"},
    {"unit": "alphajet", "load": "rockets", "at": [2, 5]},
    {"unit": "a10a", "load": "asm", "at": [-1, 7], "fac": True},
    {"unit": "f16a", "load": "at_cluster", "at": [1, 8]},
]


def job(planes: int) -> tuple[Any, Any]:
    """The kind and its packed scenario."""
    line = [{"at": [n - 4.5, 5 + n % 3], "class": CLASSES[n % 5]} for n in range(10)]
    ready = prepare(
        {
            "system": "command_decision",
            "kind": "strike",
            "plane": PLANES[:planes],
            "air_defence": [
                {"unit": "zsu23_4", "at": [-4, 12], "count": 2}, {"unit": "sa9", "at": [8, 14]},
                {"unit": "sa14", "at": [0, 5]}, {"unit": "zsu23_4", "at": [6, 2]}, {"unit": "sa8b", "at": [0, 20]},
            ],
            "stand": [*line, {"at": [-3, -5], "side": "own"}, {"at": [-2, -5], "side": "own", "class": "afv"}],
            "check": [{"at": [0, 7]}],
            "rulings": {"plane_arrival_probability": 0.8},
        }
    )  # fmt: skip
    return ready.kind, ready.packed


class NumpyStrike:
    """The same strikes in NumPy, for scenarios like these: single shots, every plane seen, penalties that add up."""

    def __init__(self, packed: Any) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        self.packed, self.planes = packed, len(packed.planes)
        # what the forms below rely on
        assert (packed.stacking, packed.uses, packed.sight, packed.second_saves, packed.strafes) == (0, -1, -1, 0, 0)
        assert (packed.marking, packed.removal, packed.cap, packed.most_strikes, packed.words) == (-1, 0, 10, 1, 1)
        assert (packed.fire[:, [shooting.NTH, shooting.IN_COMBINATION]] == 0).all()
        assert packed.clears == 1
        classes = len(packed.classes)
        self.means = packed.classes[:, columns.MEANS]
        self.wheres = [self._where(plane) for plane in range(self.planes)]
        fields = [[from_fields(packed.ranks.tolist(), shot[shooting.CHOICE], here) for here in range(classes)]
                  for shot in packed.fire.tolist()]  # fmt: skip
        self.ranks = np.array(fields, np.uint8)
        cards = [[from_fields(packed.card_of.tolist(), shot[shooting.DRAW], here) for here in range(classes)]
                 for shot in packed.fire.tolist()]  # fmt: skip
        self.cards = np.array(cards, np.int64)
        self.laws = np.array([self._law(card) for card in range(self.cards.max() + 1)], np.uint8)
        self.collective = np.array([effect_of(packed.collective, die) for die in range(1, 11)], np.uint8)
        self._attacks()

    def _where(self, plane: int) -> np.ndarray:
        """The law of the class of a plane as a table: arrival, point and heading in one draw."""
        packed, row = self.packed, self.packed.planes[plane]
        sites = packed.sites[plane, 1:]
        arrives = chance_of(int(row[columns.ARRIVES]))
        primary, other = np.repeat(sites[:36], 12 * row[columns.UNMARKED]), sites[36:]
        table = np.concatenate([primary, np.repeat(other, 10 - row[columns.UNMARKED])])
        table = np.repeat(table, arrives.numerator)
        nowhere = len(table) // arrives.numerator * (arrives.denominator - arrives.numerator)
        table = np.concatenate([table, np.zeros(nowhere, np.int64)])
        ways = np.bincount(table)
        return np.repeat(np.arange(ways.size), ways // np.gcd.reduce(ways)).astype(np.uint8)

    def _law(self, card: int) -> np.ndarray:
        """The law of a shot with a card as a table of 9000 results."""
        if not card:
            return np.zeros(9000, np.uint8)
        first, hands = (card - 1) // 2 * (rows.HANDS + 1) + 1, 900 if (card - 1) % 2 else 1000
        return np.repeat(self.packed.cards[first : first + hands], 9000 // hands).astype(np.uint8)

    def _attacks(self) -> None:
        """Attacks as tables: by attack and slot the faces that hit, by slot what the dice do."""
        packed, stands = self.packed, self.packed.stands
        heads = packed.heads
        self.least = np.array([[row[columns.LEAST] >> 4 * n & 15 for n in range(stands)] for row in heads], np.uint8)
        self.owns = (heads[:, columns.HEAD] >> rows.OWN_AT).astype(np.uint8)
        self.near = (heads[:, columns.HEAD] & 1).astype(np.uint8)
        self.slots: list[list[tuple[Any, ...]]] = []
        for plane in range(self.planes):
            stage, mine = packed.stages[2 * plane], []
            for n in range(stage[salvoes.SLOTS]):
                roll, effects = packed.slots[stage[salvoes.FIRST_SLOT] + n].tolist()
                group, field = divmod(n, rows.FIELDS)
                faces = packed.hits_on[:, group] >> rows.FACES_A_FIELD * field & salvoes.FACES
                he_on = roll >> rows.HE_AT & salvoes.FACES
                results = np.array([effects >> 4 * die & 15 for die in range(1, 11)], np.uint8)
                hits = np.array([[face >> die & 1 for die in range(1, 11)] for face in faces.tolist()], np.uint8)
                hands = np.repeat(hits, 10, axis=1) * np.tile(results, 10)
                enemy, stand = roll >> rows.ENEMY_AT & 1, (roll >> rows.SHIFT_AT & 63) // 4
                mine.append((stand, enemy, hits.ravel(), results, hands.ravel(), he_on))
            self.slots.append(mine)

    def play(self, trials: int, block: int, by_hands: bool) -> np.ndarray:
        """Counts of whole strikes, in the order of the flat vector of `strike`."""
        counts = np.zeros(self.packed.checks_at + 3 * (self.planes + 1) + 2, np.int64)
        for start in range(0, trials, block):
            self._block(min(block, trials - start), by_hands, counts)
        return counts

    def _block(self, size: int, by_hands: bool, counts: np.ndarray) -> None:
        rng, packed, planes = self.rng, self.packed, self.planes
        classes = [table.take(rng.integers(0, table.size, size, np.uint16)) for table in self.wheres]
        penalties, by = np.zeros((planes, size), np.uint8), np.zeros((planes, size), np.uint8)
        shots = self._fire(np.array(classes), penalties, by)
        worst = np.zeros((packed.stands, size), np.uint8)
        hits, near = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        sums = np.zeros((6, size), np.uint8)
        for plane in range(planes):
            self._fly(plane, classes[plane], penalties[plane], by[plane], worst, hits, near, sums, by_hands, counts)
        for sort in range(6):
            _add(counts, packed.sums_at + sort * (planes + 1), sums[sort])
        _add(counts, packed.shots_at, shots)
        _add(counts, packed.hits_at, hits)
        self._stands(worst, counts)
        die = rng.integers(1, 11, size, np.uint8)
        cards = np.array([[max(effect_of(card, face) - 1, 0) for face in range(1, 11)] for card in packed.checks[0]])
        _add(counts, packed.checks_at, 3 * near + cards.astype(np.uint8)[near, die - 1])
        _add(counts, packed.checks_at + 3 * (planes + 1), near)

    def _fire(self, classes: np.ndarray, penalties: np.ndarray, by: np.ndarray) -> np.ndarray:
        """The AA step; returns shots fired. A system that has nobody to shoot at is passed over."""
        rng, size = self.rng, classes.shape[1]
        shots = np.zeros(size, np.uint8)
        flies = (self.means.take(classes) & state.STARTS).astype(np.uint8)
        for row, shot in enumerate(self.packed.fire.tolist()):
            ranks = self.ranks[row].take(classes)
            ranks *= flies
            best = ranks.max(axis=0)
            lanes = np.flatnonzero(best)
            shots[lanes] += 1
            equal = ranks[:, lanes] == best[lanes]
            if shot[shooting.TIES]:
                chosen = rng.integers(0, 12, lanes.size, np.uint8) % equal.sum(axis=0, dtype=np.uint8)
                target = (equal.cumsum(axis=0, dtype=np.uint8) > chosen).argmax(axis=0)
            else:
                target = equal.argmax(axis=0)
            card = self.cards[row].take(classes[target, lanes])
            code = self.laws[card, rng.integers(0, 9000, lanes.size, np.uint16)]
            down = code >= state.ABORTS
            penalty = np.where(code == SAVED, self.packed.converted, code)
            penalty[down] = 0
            penalties[target, lanes] += penalty.astype(np.uint8)
            target, lanes = target[down], lanes[down]
            flies[target, lanes] = 0
            by[target, lanes] = shot[shooting.ENTRY] + 1
        return shots

    def _fly(
        self, plane: int, classes: np.ndarray, total: np.ndarray, by: np.ndarray, worst: np.ndarray, hits: np.ndarray,
        near: np.ndarray, sums: np.ndarray, by_hands: bool, counts: np.ndarray,
    ) -> None:  # fmt: skip
        """How a plane ends, and its attack."""
        rng, packed = self.rng, self.packed
        means = self.means.take(classes)
        arrived, other = (means & state.ARRIVED) > 0, (means & state.ALTERNATIVE) > 0
        lanes = np.flatnonzero(arrived & (by == 0))
        exposed = (means[lanes] & state.HAS_COLLECTIVE) > 0
        total = np.minimum(total[lanes] + self.collective.take(rng.integers(0, 10, lanes.size, np.uint8)) * exposed, 10)
        cells = np.where(by > 0, by + 1, 0).astype(np.uint8)
        cells[lanes] = 2 + 2 * packed.entries + 11 * other[lanes] + total
        _add(counts, packed.planes[plane, columns.CELLS], cells)
        attack = packed.attack_of[means[lanes] >> state.ATTACK_AT & state.ROW, total]
        sums[0] += arrived
        sums[1] += by > 0
        sums[3, lanes] += 1
        sums[4, lanes] += other[lanes]
        sums[5, lanes] += self.owns.take(attack)
        near[lanes] |= self.near.take(attack)
        for stand in np.flatnonzero(self.least.any(axis=0)):
            worst[stand, lanes] = np.maximum(worst[stand, lanes], self.least[:, stand].take(attack))
        for stand, enemy, faces, results, hands, he_on in self.slots[plane]:
            if by_hands:
                result = hands.take(100 * attack + rng.integers(0, 100, lanes.size, np.uint8))
                hit = np.flatnonzero(result)
                result = result[hit]
            else:
                hit = np.flatnonzero(faces.take(10 * attack + rng.integers(0, 10, lanes.size, np.uint8)))
                result = results.take(rng.integers(0, 10, hit.size, np.uint8))
            if he_on != (1 << 11) - 2:
                takes = he_on >> rng.integers(1, 11, hit.size, np.uint8) & 1 > 0
                hit, result = hit[takes], result[takes]
            struck = lanes[hit]
            hits[struck] += enemy
            worst[stand, struck] = np.maximum(worst[stand, struck], result)

    def _stands(self, worst: np.ndarray, counts: np.ndarray) -> None:
        """Results of stands and numbers of stands."""
        packed = self.packed
        for stand in range(packed.stands):
            _add(counts, packed.results_at + RESULTS * stand, worst[stand])
        sorts = {rows.LOST_STAND: worst == 5, rows.BACK: worst == 4, rows.SUPPRESSED_STAND: worst >= 2}
        totals = []
        for what, _, mask in packed.tallies.tolist():
            members = [n for n in range(packed.stands) if mask >> 4 * n & 1]
            totals.append(sorts[what][members].sum(axis=0, dtype=np.uint8))
        _add(counts, packed.tallies[0, 1], totals[0].astype(np.uint16) * (packed.owns + 1) + totals[1])
        for (_, first, _), total in zip(packed.tallies.tolist()[2:], totals[2:], strict=True):
            _add(counts, first, total)


def _add(counts: np.ndarray, first: int, values: np.ndarray) -> None:
    found = np.bincount(values)
    counts[first : first + found.size] += found


def blocks_of(kind: Any, packed: Any) -> list[tuple[str, slice]]:
    """The counted blocks of the flat vector."""
    space = kind.space(packed)
    starts = [(block.name, space.offset(block.name), len(block.rows)) for block in space.counted]
    return [(name, slice(first, first + size)) for name, first, size in starts]


def check_alike(name: str, one: np.ndarray, other: np.ndarray) -> None:
    """Two counts of as many trials come from one law: chi-square of two samples, small cells pooled; stops if not."""
    from scipy.stats import chi2

    total = one + other
    large = total >= 20
    pairs = [np.append(each[large], each[~large].sum()) for each in (one, other)]
    kept = pairs[0] + pairs[1] > 0
    if kept.sum() > 1:
        statistic = ((pairs[0] - pairs[1])[kept] ** 2 / (pairs[0] + pairs[1])[kept]).sum()
        p = float(chi2.sf(statistic, kept.sum() - 1))
        if p < 1e-7:
            raise SystemExit(f"{name}: twin and kernel differ (p = {p:.1e})")


def report(trials: int) -> list[Row]:
    """Check the laws, then measure."""
    trials = min(trials, 400_000)
    for planes in (1, len(PLANES)):
        kind, packed = job(planes)
        counts = np.zeros(kind.space(packed).size, np.int64)
        kind.kernel.play(packed, 1, 0, trials, counts)
        law = np.asarray(kind.exact(packed)) if planes == 1 else None
        for by_hands in (False, True):
            twin = NumpyStrike(packed).play(trials, BLOCKS[1], by_hands)
            for name, part in blocks_of(kind, packed):
                check_alike(name, counts[part], twin[part])
                if law is not None:
                    check_law(f"kernel, {name}", counts[part], law[part])
                    check_law(f"NumPy, {name}", twin[part], law[part])
    twin = NumpyStrike(packed)
    runners: dict[Any, Any] = {
        (form, block): lambda n, hands=form == "hands", block=block: twin.play(n, block, hands)
        for form in ("byte dice", "hands")
        for block in BLOCKS
    }
    runners["kernel", 0] = lambda n: kind.kernel.play(packed, 1, 0, n, counts)
    measured = rates(runners, trials // 4, rounds=6)
    best = {form: max(rate for (f, _), rate in measured.items() if f == form) for form, _ in measured}
    found = [Row(f"{form}, M trials/s", f"{rate:.2f}") for form, rate in best.items()]
    for form in ("byte dice", "hands"):
        found.append(at_least(f"kernel to NumPy with {form}", best["kernel"] / best[form], 3))
    return found
