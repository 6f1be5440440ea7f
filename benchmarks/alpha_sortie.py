"""Alpha Strike rounds: sorties of 4 aircraft over 8 ground units (8 turns), duels, return fire; against the exact law.

A sortie has no exact law and no NumPy twin: its games branch at every step. Its target is a rate; the two others are
first held to their exact laws.
"""

from __future__ import annotations

import tomllib

import numpy as np
from measuring import Row, at_least, check_law, rates

from simlab import prepare
from simlab.scenario import parse_scenario
from simlab.systems import system_named

CORES, A_MINUTE = 2, 60
TARGET = 100_000  # sorties a minute on two cores


def example(kind: str):
    """The example of a kind, checked and packed."""
    text = system_named("alpha_strike").kinds[kind].example
    return prepare(parse_scenario(tomllib.loads(text), f"example of {kind}"))


def player(prepared):
    """A function that plays so many trials and returns the counts."""

    def play(trials: int) -> np.ndarray:
        counts = np.zeros(prepared.space.size, np.int64)
        prepared.kind.kernel.play(prepared.packed, 1, 0, trials, counts)
        return counts

    return play


def report(trials: int) -> list[Row]:
    """Rates of the three kinds."""
    rows = []
    for kind in ("return_fire", "duel"):
        prepared = example(kind)
        play = player(prepared)
        law, counts = prepared.kind.exact(prepared.packed), play(200_000)
        cells = slice(0, len(prepared.space.counted[0].rows))
        p = check_law(kind, counts[cells], law[cells])
        rate = rates({kind: play}, max(trials // 10, 10_000), rounds=5)[kind]
        rows.append(Row(f"{kind}: example (law holds, p = {p:.2g})", f"{rate:.2f} M/s a core"))
    prepared = example("sortie")
    play = player(prepared)
    play(100)
    rate = rates({"sortie": play}, max(trials // 200, 2_000), rounds=5)["sortie"]
    packed = prepared.packed
    what = f"sortie: {len(packed.aircraft)} aircraft, {len(packed.ground)} ground units, {packed.turns} turns"
    a_minute = rate * 1e6 * A_MINUTE * CORES
    rows.append(at_least(f"{what}, a minute on {CORES} cores", a_minute / 1000, TARGET / 1000, "thousand"))
    return rows
