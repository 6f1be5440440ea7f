"""The exact law of a strike against the counts of its kernel, over random scenarios under random rulings.

A cell is held to six standard deviations and one trial: about 2e-9 a cell by the normal law, some 1e-5 for all cells of
all scenarios together; no count may stand where the law is zero.
"""

import random

import numpy as np
import pytest
from strike_random import random_strike

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems import system_named

KEY, TRIALS = key_from_seed(0), 20_000
SYSTEM = system_named("command_decision")
BEARING = [ruling for ruling in SYSTEM.rulings if "strike" in ruling.bears_on]


def random_prepared(number):
    """A random scenario under random rulings whose law is quick; with other numbers if need be."""
    chooser = random.Random(f"law {number}")
    while True:
        rulings = {
            ruling.name: chooser.choice(ruling.alternatives)
            for ruling in BEARING
            if ruling.name != "cover_attack_without_fac" and chooser.random() < 1 / 5
        }
        try:
            prepared = prepare({**random_strike(chooser), "rulings": rulings})
        except SimlabError as error:
            if "can be played" in str(error):
                continue
            raise
        if prepared.kind.cheap(prepared.packed):
            return prepared


def counts(prepared, first, last):
    vector = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, KEY, first, last, vector)
    return vector


def assert_counts_follow(prepared, trials):
    """Every cell within six standard deviations and one trial of its law, every block a partition."""
    law, seen = prepared.kind.exact(prepared.packed), counts(prepared, 0, trials)
    assert seen[law < 1e-15].sum() == 0
    spread = np.sqrt(np.maximum(trials * law * (1 - law), 1))
    worst = np.argmax(np.abs(seen - trials * law) / spread)
    assert (np.abs(seen - trials * law) < 6 * spread + 1).all(), (worst, seen[worst], trials * law[worst])
    for block in prepared.space.counted:
        start = prepared.space.offset(block.name)
        assert abs(law[start : start + len(block.rows)].sum() - 1) < 1e-9, block.name


@pytest.mark.parametrize("number", range(40))
def test_counts_follow_the_law(number):
    assert_counts_follow(random_prepared(number), TRIALS)


def test_stands_that_fill_several_words():
    """Fifteen stands are kept in an integer: here are 64, all classes, own ones among them, under many areas."""
    sorts = ("personnel", "gun", "soft_vehicle", "weak_afv", "afv")
    stands = [
        {"at": [n % 8 - 3.5, n // 8 - 3.5], "class": sorts[n % 5], "side": "own" if n % 7 == 0 else "enemy"}
        for n in range(64)
    ]
    prepared = prepare({
        "system": "command_decision", "kind": "strike", "stand": stands,
        "plane": [
            {"unit": "f111f", "placement": "spread", "arrives": 1},
            {"unit": "mig23bn", "load": "rockets", "placement": "optimal", "arrives": 0.5},
        ],
        "air_defence": [{"unit": "zsu23_4", "at": [0, 10]}],
    })  # fmt: skip
    assert prepared.packed.words == 5
    assert_counts_follow(prepared, TRIALS)
    seen = counts(prepared, 0, TRIALS)
    struck = [sum(prepared.space.values(seen, f"result:stand_{n + 1}")[3:]) > 0 for n in range(64)]
    assert {n // 15 for n, hit in enumerate(struck) if hit} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("number", range(6))
def test_lanes_of_any_number_count_the_same(number):
    """One lane, less than a block's width, more than that."""
    prepared = random_prepared(number)
    whole = counts(prepared, 0, 3000)
    parts = sum(counts(prepared, a, b) for a, b in ((0, 1), (1, 1025), (1025, 2050), (2050, 3000)))
    assert (whole == parts).all()
    plain = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play_plainly(prepared.packed, KEY, 0, 40, plain)
    assert (plain == counts(prepared, 0, 40)).all()


def test_a_strike_of_many_planes_has_no_law_but_is_played():
    prepared = prepare({
        "system": "command_decision", "kind": "strike", "plane": [{"unit": "su25", "count": 8}],
        "air_defence": [{"unit": "gepard", "at": [0, 10], "count": 8}], "stand": [{"at": [0, 0]}],
    })  # fmt: skip
    assert not prepared.kind.feasible(prepared.packed)
    seen = counts(prepared, 0, 5000)
    space = prepared.space
    assert sum(space.values(seen, "attacks")) == 5000
    assert space.values(seen, "aa_shots")[8] > 4000  # all fire while a plane flies


def test_one_plane_through_any_line_up_has_a_law():
    stands = [{"at": [x, y]} for x in range(8) for y in range(8)]
    prepared = prepare({
        "system": "command_decision", "kind": "strike",
        "plane": [{"unit": "f111f", "at": [3, 3], "placement": "optimal", "smoke": True}],
        "air_defence": [{"unit": "sa9", "at": [n - 8, 20]} for n in range(16)], "stand": stands,
        "rulings": {"alternative_point_policy": "random_within_24"},
    })  # fmt: skip
    assert prepared.kind.feasible(prepared.packed)
