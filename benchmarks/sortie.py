"""A sortie of two turns against 2, 4 or 8 systems (half ZSU-23-4, half SA-9 at 25 inches), at three altitudes.

Beside the kernel: NumPy twins that fill the same flat vector, and the exact law. The twins know that two turns are
played and keep a lane in a byte; the kernel plays any sortie. They differ in how an act is rolled: *byte dice*, each
drawn when it is needed; *hands*, all dice of a shot in one draw into a table; *laws*, one draw from the worked-out law
of the whole act, line of sight and all, so that nothing is left to roll. Lanes that fall out are dropped or marked.
The first two are what a careful author would write, and are held to the same target; the third answers less.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from measuring import Row, at_least, at_most, best_seconds, check_law, rates

from simlab import prepare
from simlab.systems.command_decision.mission import shots as columns
from simlab.systems.command_decision.mission.acts import AIR
from simlab.systems.command_decision.rules.hitting import (
    ABORT,
    FORCED_BACK,
    REMOVED,
    ROLL_AGAIN,
    SAVED,
    effect_of,
    shot_effect,
    shot_result,
)
from simlab.systems.command_decision.rules.state import OUT, STAGES

ALTITUDES, SYSTEMS = ("popup", "low", "noe"), (2, 4, 8)
TURNS, ATTACKS, MOST = 2, 12, 10
BLOCKS = (1 << 13, 1 << 14, 1 << 15, 1 << 16)
# A lane is a byte: bits 0-4 its penalties, and these:
PENALTIES, SEEN, BACK, DOWN = 31, 32, 64, 128
UNSEEN, ENGAGED, PENALISED, ABORTED, LOST = (
    STAGES.index(stage) for stage in ("unseen", "engaged", "penalised", "aborted", "removed")
)
CERTAIN = 1 << 32


def job(altitude: str, systems: int) -> tuple[Any, Any]:
    """The kind and its packed scenario."""
    half = {"count": systems // 2, "range_in": 25}
    ready = prepare(
        {
            "system": "command_decision",
            "kind": "sortie",
            "helicopter": {"unit": "ah1s_mc"},
            "profile": {"altitude": altitude},
            "game": {"turns": TURNS},
            "air_defence": [{"unit": "zsu23_4", **half}, {"unit": "sa9", **half}],
            "ground": {"nearest_enemy_in": 25},
        }
    )
    return ready.kind, ready.packed


class NumpySortie:
    """The same games in NumPy, for scenarios like these: one window of plain air shots a turn, an attack, the end."""

    def __init__(self, packed: Any) -> None:
        self.rng = np.random.Generator(np.random.SFC64(1))
        self.packed = packed
        # what the forms below rely on
        assert packed.turns == len(packed.plans) == TURNS
        assert packed.plans.tolist() in ([[1, 0, 1, 0]] * 2, [[2, 0, 1, 0]] * 2)
        assert (packed.stacking, packed.uses, packed.split_first, packed.morale_check) == (0, -1, 0, 0)
        assert packed.removal == CERTAIN // 2
        self.turns = [packed.acts[packed.acts[:, 0] == turn].tolist() for turn in (1, 2)]
        for act in packed.acts.tolist():
            assert (act[columns.SORT], act[columns.MUST_MASK], act[columns.MUST_VALUE]) == (AIR, OUT, 0)
            assert (act[columns.SIGHT_FROM], act[columns.NTH], act[columns.WINDOW]) == (0, 0, packed.plans[0, 0])
        actors = [[act[columns.ACTOR] for act in acts] for acts in self.turns]
        assert all(len(set(each)) == len(each) for each in actors)  # so a line of sight is used once
        self.hands: dict[tuple[int, ...], np.ndarray] = {}
        self.laws: dict[tuple[int, ...], np.ndarray] = {}
        self.faces: dict[tuple[int, int], tuple[np.ndarray, np.ndarray, int]] = {}
        self.place_by_byte = self._places()

    def _places(self) -> np.ndarray:
        """Place in the tally of a turn (stage, attack) by the byte of a lane."""
        places = []
        for byte in range(256):
            total = min(byte & PENALTIES, MOST)
            if byte & DOWN:
                stage, attack = LOST, 0
            elif byte & BACK:
                stage, attack = ABORTED, 0
            else:
                stage, attack = (PENALISED if total else ENGAGED if byte & SEEN else UNSEEN), 1 + total
            places.append(stage * ATTACKS + attack)
        return np.array(places)

    def _sight(self, act: list[int]) -> tuple[int, int]:
        """The chance of a line of sight as n out of d, small enough for a byte where it is a round figure."""
        for sides in (1, 2, 4, 10, 20, 100):
            if abs(act[columns.SIGHT_TO] * sides / CERTAIN - round(act[columns.SIGHT_TO] * sides / CERTAIN)) < 1e-6:
                return round(act[columns.SIGHT_TO] * sides / CERTAIN), sides
        raise SystemExit("this twin needs a chance of sight in whole percent")

    def _change(self, result: int) -> int:
        """What a result does to the byte of a lane."""
        penalty = self.packed.converted_penalty if result == SAVED else result if result < SAVED else 0
        return penalty | SEEN | {FORCED_BACK: BACK, REMOVED: DOWN}.get(result, 0)

    def hands_of(self, act: list[int]) -> np.ndarray:
        """The change by every hand of an act: AA die, save die, re-roll die, 50/50."""
        key = tuple(act[columns.FIRST : columns.SAVE_TO + 1])
        if key not in self.hands:
            first, second, sides, save_to = key
            self.hands[key] = np.array(
                [
                    self._change(shot_result(shot_effect(aa, again, first, second), save, save_to, removed, 0))
                    for aa in range(1, 11)
                    for save in range(1, 11)
                    for again in range(1, sides + 1)
                    for removed in range(2)
                ],
                np.uint8,
            )
        return self.hands[key]

    def law_of(self, act: list[int]) -> np.ndarray:
        """The law of an act, sight and all, as a table with as few rows as its chances allow."""
        key = (act[columns.SIGHT_TO], *act[columns.FIRST : columns.SAVE_TO + 1])
        if key not in self.laws:
            sees, of = self._sight(act)
            ways = np.bincount(self.hands_of(act), minlength=256) * sees
            ways[0] += ways.sum() // sees * (of - sees)
            self.laws[key] = np.repeat(np.arange(256, dtype=np.uint8), ways // np.gcd.reduce(ways))
        return self.laws[key]

    def _faces(self, act: list[int]) -> tuple[np.ndarray, np.ndarray, int]:
        """Effects by face of both cards of an act, and the face that is rolled again (0: none)."""
        key = act[columns.FIRST], act[columns.SECOND]
        if key not in self.faces:
            cards = [np.array([0, *[effect_of(card, face) for face in range(1, 11)]], np.uint8) for card in key]
            self.faces[key] = (*cards, int(np.argmax(cards[0] == ROLL_AGAIN)))
        return self.faces[key]

    def changes_by_hands(self, act: list[int], size: int) -> np.ndarray:
        """Changes to lanes: one draw for the sight, one for all dice of the shot (and its 50/50) together."""
        rng, (sees, of) = self.rng, self._sight(act)
        table = self.hands_of(act)
        if sees == of:
            return table.take(rng.integers(0, table.size, size, np.uint16))
        seen = np.flatnonzero(rng.integers(0, of, size, np.uint8) < sees)
        changes = np.zeros(size, np.uint8)
        changes[seen] = table.take(rng.integers(0, table.size, seen.size, np.uint16))
        return changes

    def changes_by_law(self, act: list[int], size: int) -> np.ndarray:
        """Changes to lanes: one draw from the law of the act, sight and all."""
        table = self.law_of(act)
        kind = np.uint8 if table.size <= 256 else np.uint16 if table.size <= 1 << 16 else np.uint32
        return table.take(self.rng.integers(0, table.size, size, kind))

    def changes_by_dice(self, act: list[int], size: int) -> np.ndarray:
        """Changes to lanes: byte dice, each drawn when it is needed."""
        rng, (sees, of) = self.rng, self._sight(act)
        changes = np.zeros(size, np.uint8)
        seen = np.arange(size) if sees == of else np.flatnonzero(rng.integers(0, of, size, np.uint8) < sees)
        first, second, again_on = self._faces(act)
        die = rng.integers(1, 11, seen.size, np.uint8)
        effect = first.take(die)
        if again_on:
            fours = np.flatnonzero(die == again_on)
            effect[fours] = second.take(rng.integers(1, act[columns.AGAIN_SIDES] + 1, fours.size, np.uint8))
        aborts = np.flatnonzero(effect >= ABORT)
        result = np.where(rng.integers(0, 2, aborts.size, np.uint8) == 1, DOWN, BACK).astype(np.uint8)
        if act[columns.SAVE_TO]:
            saves = rng.integers(1, 11, aborts.size, np.uint8) <= act[columns.SAVE_TO]
            result[saves] = self.packed.converted_penalty
        effect[aborts] = result
        effect |= SEEN
        changes[seen] = effect
        return changes

    def play(self, trials: int, block: int, changes_of: Any, compress: bool) -> np.ndarray:
        """Counts of whole games, in the order of the flat vector of `sortie`."""
        tally = np.zeros((TURNS, 256), np.int64)
        games = np.zeros((2 * TURNS + 1, TURNS + 1), np.int64)  # loss, attacks
        for start in range(0, trials, block):
            attacks = np.zeros(min(block, trials - start), np.uint8)
            for turn, acts in enumerate(self.turns):
                lanes, out = self._acts(acts, attacks.size, changes_of, compress, attacks)
                for byte, made in out:
                    tally[turn] += np.bincount(byte, minlength=256)
                    lost = (byte & DOWN) > 0
                    games[2 * turn + 1] += np.bincount(made[lost], minlength=TURNS + 1)
                tally[turn] += np.bincount(lanes, minlength=256)
                lost = lanes >= DOWN
                if compress:
                    attacks = np.concatenate([self.left + 1, *[made[byte < DOWN] for byte, made in out]])
                else:
                    games[2 * turn + 1] += np.bincount(attacks[lost], minlength=TURNS + 1)
                    attacks += lanes < BACK
                    attacks = attacks[~lost]
            games[0] += np.bincount(attacks, minlength=TURNS + 1)
        return self._flat(tally, games)

    def _acts(self, acts: list[list[int]], size: int, changes_of: Any, compress: bool, attacks: np.ndarray) -> Any:
        """The acts of one turn: bytes of the lanes, and with ``compress`` those that fell out on the way."""
        lanes, out = np.zeros(size, np.uint8), []
        self.left = attacks
        for act in acts:
            changes = changes_of(act, lanes.size)
            if compress:
                lanes += changes & (0xFF ^ SEEN)
                lanes |= changes & SEEN
                stays = lanes < BACK
                fallen = np.flatnonzero(~stays)
                out.append((lanes[fallen], self.left[fallen]))
                lanes, self.left = lanes[stays], self.left[stays]
            else:
                changes *= lanes < BACK
                lanes += changes & (0xFF ^ SEEN)
                lanes |= changes & SEEN
        return lanes, out

    def _flat(self, tally: np.ndarray, games: np.ndarray) -> np.ndarray:
        """The flat vector: turns (turn, stage, attack), game (loss, attacks), clock (turns over the table, sorties)."""
        events = [np.bincount(self.place_by_byte, weights=row, minlength=len(STAGES) * ATTACKS) for row in tally]
        clock = np.zeros((TURNS + 1, TURNS + 1))
        for turn in range(TURNS):
            lost = games[2 * turn + 1].sum()
            clock[turn + 1, 1] += lost
        clock[TURNS, 1] += games[0].sum()
        return np.concatenate([*events, games.ravel(), clock.ravel()]).astype(np.int64)


def check_games(name: str, counts: np.ndarray, law: np.ndarray) -> None:
    """The game, and each turn (with the chance of none) are partitions of the trials."""
    events = TURNS * len(STAGES) * ATTACKS
    for turn in range(TURNS):
        part = slice(turn * events // TURNS, (turn + 1) * events // TURNS)
        trials = counts[events : events + (2 * TURNS + 1) * (TURNS + 1)].sum()
        none = trials - counts[part].sum()
        chances = np.append(law[part], max(0.0, 1 - law[part].sum()) if none or turn else 0.0)
        check_law(f"{name}, turn {turn + 1}", np.append(counts[part], none), chances)
    game = slice(events, events + (2 * TURNS + 1) * (TURNS + 1))
    check_law(f"{name}, game", counts[game], law[game])


def report(trials: int, vector_bits: int) -> list[Row]:
    """Check the laws, then measure."""
    rows: list[Row] = []
    ratios = []
    for altitude in ALTITUDES:
        for systems in SYSTEMS:
            kind, packed = job(altitude, systems)
            law = np.asarray(kind.exact(packed))
            counts = np.zeros(law.size, np.int64)
            kind.kernel.play(packed, 1, 0, trials, counts)
            name = f"{altitude}, {systems} systems"
            check_games(f"kernel, {name}", counts, law)
            twin = NumpySortie(packed)
            forms = {
                "byte dice, lanes dropped": (twin.changes_by_dice, True),
                "byte dice, lanes marked": (twin.changes_by_dice, False),
                "hands, lanes dropped": (twin.changes_by_hands, True),
                "hands, lanes marked": (twin.changes_by_hands, False),
                "laws, lanes dropped": (twin.changes_by_law, True),
                "laws, lanes marked": (twin.changes_by_law, False),
            }
            runners: dict[Any, Any] = {}
            for form, (changes_of, compress) in forms.items():
                check_games(f"NumPy {form}, {name}", twin.play(trials, BLOCKS[1], changes_of, compress), law)
                for block in BLOCKS:
                    runners[form, block] = _bound(twin, block, changes_of, compress)
            runners["kernel", 0] = _kernel(kind, packed, counts)
            measured = rates(runners, trials // 2, rounds=8)
            best = {form: max(r for (f, _), r in measured.items() if f == form) for form, _ in measured}
            by_dice = max(rate for form, rate in best.items() if "byte dice" in form)
            by_hands = max(rate for form, rate in best.items() if "hands" in form)
            by_laws = max(rate for form, rate in best.items() if "laws" in form)
            kernel, target = best["kernel"], 5 if vector_bits >= 512 else 3
            ratios.append(kernel / by_dice)
            for form, rate, wanted in (
                ("byte dice", by_dice, target),
                ("hands", by_hands, target),
                ("laws", by_laws, 3),
            ):
                shown = f" (kernel {kernel:.0f}, NumPy {rate:.1f} M/s)"
                rows.append(at_least(f"{name}: kernel to NumPy with {form}", kernel / rate, wanted, note=shown))
            if systems == max(SYSTEMS):
                exact = 1000 * best_seconds(lambda k=kind, p=packed: k.exact(p))
                rows.append(at_most(f"{name}: exact law", exact, 50, "ms"))
    mean = math.prod(ratios) ** (1 / len(ratios))
    rows.append(Row("geometric mean of the ratios to byte dice", f"{mean:.1f} x"))
    return rows


def _bound(twin: NumpySortie, block: int, changes_of: Any, compress: bool) -> Any:
    return lambda trials: twin.play(trials, block, changes_of, compress)


def _kernel(kind: Any, packed: Any, counts: np.ndarray) -> Any:
    return lambda trials: kind.kernel.play(packed, 1, 0, trials, counts)
