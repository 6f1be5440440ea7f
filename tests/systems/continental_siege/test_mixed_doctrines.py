"""Doctrines drawn for every battle (W9): each trial is that of the doctrine drawn, in its share; what is refused."""

import csv
from math import comb

import numpy as np
import pytest

import simlab
from simlab.catalog import data_folder
from simlab.dice import face, key_from_seed, level, upper
from simlab.errors import ScenarioError
from simlab.execute import block_counts, prepare
from simlab.moments import told_lines
from simlab.systems.continental_siege.addresses import DOCTRINE, SETUP, spot
from simlab.systems.continental_siege.battle.counts import doctrine_names
from simlab.systems.continental_siege.rules import layout as at

SEED, TRIALS = 11, 60
ROWS = [
    ("alpha", "defender", "setup", "forward(missile_tank gev)", ""),
    ("alpha", "defender", "ground_move", "weighted", "fire 60; near -6; danger 3; likely -5; meet -2; guard 5"),
    ("alpha", "defender", "ground_fire", "weighted", "treads_3 8; treads_2 7; treads_1 2; odds 3"),
    ("beta", "defender", "ground_fire", "treads_only", ""),
    ("beta", "defender", "fighter", "escort", ""),
    ("gamma", "defender", "setup", "random_legal", ""),
    ("both", "defender", "mix", "drawn", "alpha 2; beta 3"),
    ("hunt", "attacker", "ogre_move", "hunter", ""),
    ("hunt", "attacker", "ogre_fire", "weighted", "cp 999; attack 9; range 1; move 3; squad 4; thrift 30; odds 2"),
    ("aim", "attacker", "ogre_fire", "nearest_first", ""),
    ("aim", "attacker", "bomber", "avoid_aa", ""),
]
FORCE = [{"unit": "missile_tank", "count": 2}, {"unit": "gev", "count": 2}, {"unit": "heavy_tank", "count": 1},
         {"unit": "heavy_aa", "count": 1}]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with doctrines of its own beside the shipped ones."""
    folder = tmp_path_factory.mktemp("mixed")
    with (data_folder() / "continental_siege" / "doctrines.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for name, side, hook, policy, weights in ROWS:
        rows.append({"id": f"{name}.{side}.{hook}", "doctrine": name, "side": side, "hook": hook, "policy": policy,
                     "weights": weights, "status": "assumed", "source": "test"})  # fmt: skip
    with (folder / "doctrines.csv").open("w", encoding="utf-8", newline="") as file:
        written = csv.DictWriter(file, rows[0])
        written.writeheader()
        written.writerows(rows)
    return folder


@pytest.fixture
def battle(folder):
    """A Mark III attack with a bomber, the doctrines given."""

    def scenario(defender="default", attacker="default", own=None):
        own = own or {}
        return {
            "system": "continental_siege", "kind": "battle", "scenario": "mk3_both_air",
            "data": {"doctrines": str(folder / "doctrines.csv")},
            "defender": {"doctrine": defender, "force": FORCE, "armour_units": 10} | own.get("defender", {}),
            "attacker": {"doctrine": attacker, "force": [{"unit": "bomber", "count": 1}], "armour_units": 1}
            | own.get("attacker", {}),
        }  # fmt: skip

    return scenario


def mix(**weights):
    return {"mix": weights}


def each_trial(scenario, trials=TRIALS):
    """The counts of each trial alone: int64[trials, cells]."""
    prepared = prepare(scenario)
    return np.stack([block_counts(prepared, SEED, trial, trial + 1) for trial in range(trials)])


def drawn(scenario, trials=TRIALS):
    """(defender's, attacker's) doctrine of each trial, by the die of purpose 3 of the set-up."""
    key = key_from_seed(SEED)
    found = []
    for trial in range(trials):
        names = []
        for side, told in enumerate((scenario["defender"], scenario["attacker"])):
            if isinstance(told["doctrine"], str):
                names.append(told["doctrine"])
                continue
            shares = told["doctrine"]["mix"]
            listed = [name for name, share in shares.items() for _ in range(share)]
            word = level(level(level(key, trial), 0), spot(SETUP, side, DOCTRINE, 0))
            names.append(listed[face(upper(word), len(listed)) - 1])
        found.append(tuple(names))
    return found


@pytest.mark.parametrize(
    ("defender", "attacker"),
    [
        (mix(alpha=2, beta=3), "default"),
        ("default", mix(hunt=1, aim=1, default=1)),
        (mix(beta=1, default=4), mix(hunt=2, aim=1)),
        (mix(gamma=1, alpha=1, default=1), mix(default=1, hunt=2)),
    ],
)
def test_every_trial_is_that_of_the_doctrines_drawn(battle, defender, attacker):
    mixed = battle(defender, attacker)
    names = drawn(mixed)
    assert len(set(names)) > 1
    counted = each_trial(mixed)
    plain = {pair: each_trial(battle(*pair)) for pair in set(names)}
    for trial, pair in enumerate(names):
        assert (counted[trial] == plain[pair][trial]).all(), (trial, pair)
    assert (counted.sum(axis=0) == block_counts(prepare(mixed), SEED, 0, TRIALS)).all()


def test_shares_follow_their_weights(battle):
    """2 of 5 of 2,000 draws: an exact binomial tail beyond the bound is less than one in a million."""
    n = 2000
    alpha = sum(name == "alpha" for name, _ in drawn(battle(mix(alpha=2, beta=3)), n))
    for part in (range(alpha + 1), range(alpha, n + 1)):
        assert sum(comb(n, k) * 2**k * 3 ** (n - k) for k in part) / 5**n > 1e-6


def test_a_single_name_is_the_plain_doctrine(battle):
    for plain in ("alpha", "default"):
        one = prepare(battle(mix(**{plain: 7, "beta": 0})))
        assert one.inputs == prepare(battle(plain)).inputs
        assert (block_counts(one, SEED, 0, 50) == block_counts(prepare(battle(plain)), SEED, 0, 50)).all()


def test_a_doctrine_of_the_file_may_be_a_mix(battle):
    filed, told = prepare(battle("both")), prepare(battle(mix(alpha=2, beta=3)))
    assert filed.inputs == told.inputs


def test_policies_and_weights_of_the_scenario_go_before(battle):
    own = {"defender": {"policies": {"ground_fire": "best_marginal"}}}
    mixed = battle(mix(alpha=1, beta=1), own=own)
    names = drawn(mixed)
    assert len(set(names)) == 2
    counted = each_trial(mixed)
    plain = {name: each_trial(battle(name, own=own)) for name in ("alpha", "beta")}
    for trial, (name, _) in enumerate(names):
        assert (counted[trial] == plain[name][trial]).all()


def test_blocks_and_threads_change_nothing(battle):
    scenario = battle(mix(alpha=1, gamma=1), mix(hunt=1, aim=1))
    asked = {"trials": 3000, "seed": 4, "method": "sample"}
    one, other = (simlab.run(scenario, threads=threads, **asked).values for threads in (1, 2))
    assert one.sum() > 0
    assert (one == other).all()


def test_the_replay_tells_what_was_drawn(battle):
    scenario = battle(mix(alpha=2, beta=3), mix(hunt=1, aim=1))
    text = "\n".join(told_lines(prepare(scenario), SEED, 3))
    assert "the defender plays " in text
    assert " of 5" in text
    assert "the attacker plays " in text
    (one, other), packed = drawn(scenario, 4)[3], prepare(scenario).packed
    assert f"the defender plays {one}, die" in text
    assert f"the attacker plays {other}, die" in text
    assert doctrine_names(packed, at.DEFENDER) == ["alpha", "beta"]


@pytest.mark.parametrize(
    ("doctrine", "words"),
    [
        (mix(alpah=1, beta=1), 'defender.doctrine.mix: no doctrine "alpah"; nearest: "alpha"'),
        (mix(both=1, beta=1), "defender.doctrine.mix: both is a mix itself"),
        (mix(alpha=0, beta=0), "no weight is above 0"),
        (mix(alpha=-1), "defender.doctrine"),
        ({"mix": {f"name{n}": 1 for n in range(17)}}, "defender.doctrine"),
        ({"mix": {}}, "defender.doctrine"),
        (7, "defender.doctrine"),
    ],
)
def test_what_makes_no_sense_is_refused(battle, doctrine, words):
    with pytest.raises(ScenarioError) as refused:
        prepare(battle(doctrine))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_numbers_have_cells_of_their_own(battle):
    """A list of `strafe` counts, whatever the points of the attacker's units (R76): they once shared a cell."""
    listed = {"policies": {"fighter": {"strafe": ["missile_tank"]}}}
    for defender, attacker, bits in ((listed, {}, 1), ({}, listed, 2), (listed, listed, 3), ({}, {}, 0)):
        numbers = prepare(battle(own={"defender": defender, "attacker": attacker})).packed.numbers
        assert numbers[at.LISTED] == bits
        assert (numbers[at.MOST_POINTS : at.MOST_POINTS + 2] > 3).all()
