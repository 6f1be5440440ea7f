"""One turn of a sortie against the exact laws of the kinds that it is made of: return fire, a duel, an attack.

Each test fails by chance once in a million keys (chi-square).
"""

import numpy as np
import pytest
from alpha_strike_rounds import fight, fire, law, prepared
from scipy.stats import chisquare
from test_sortie_clauses import ATLAS, STUKA, raid

from simlab.dice import key_from_seed

KEY, TRIALS, P_LIMIT = key_from_seed(11), 20_000, 1e-6
OVER = {"start_zone": "central"}
READINGS = [{}, {"natural_12_crit": "yes"}, {"control_roll_once": "per_hit"}, {"damage_control_loss": "leave_zone"}]


def fates(tree, name, **rulings):
    """Counts of what becomes of one unit in a sortie of one turn over the table."""
    ready = prepared("sortie", tree, **OVER, **rulings)
    vector = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play(ready.packed, KEY, 0, TRIALS, vector)
    rows = ready.space.table(f"fate:{name}").rows
    return {row[0]: n for row, n in zip(rows, ready.space.values(vector, f"fate:{name}"), strict=True) if n}


def agrees(seen, expected):
    words = sorted(word for word, p in expected.items() if p > 0)
    assert set(seen) <= set(words)
    found = np.array([seen.get(word, 0) for word in words], float)
    wanted = np.array([expected[word] for word in words]) * TRIALS
    if len(words) > 1:
        assert chisquare(found, wanted * found.sum() / wanted.sum()).pvalue > P_LIMIT


@pytest.mark.parametrize("rulings", READINGS, ids=str)
def test_fire_from_the_ground(rulings):
    """Two guns 3 and 12 in beside the line that the Stuka flies over the Atlas, which does not fire."""
    guns = [
        {"unit": "partisan_air_defense_tank", "name": "near", "at": [27, 24], "concealed": False},
        {"unit": "rifleman_rfl_3n", "name": "far", "at": [36, 24], "overheat": 1, "facing": 270},
    ]
    atlas = {**ATLAS, "at": [24, 24]}
    tree = raid({**STUKA, "attack": "strike", "bombs": []}, ground=[atlas, *guns], turns=1)
    ready = prepared("sortie", tree, **OVER)
    chosen = int(ready.packed.plans[np.argmax(ready.packed.plans[:, 7:].sum(axis=1)), 3])
    distances = {0: (3, 12), 1: (0, 9), 2: (9, 0)}[chosen]  # from the line over the unit that is struck
    defenders = [
        {"unit": gun["unit"], "range_in": d, "overheat": gun.get("overheat", 0)}
        for gun, d in zip(guns, distances, strict=True)
    ]
    agrees(
        fates(tree, "stuka_stu_k5", **rulings),
        law("return_fire", fire(*defenders, unit="stuka_stu_k5"), "fate", **rulings),
    )


@pytest.mark.parametrize("rulings", [*READINGS, {"tailed_return_fire": "none"}, {"air_range_choice": "short"}], ids=str)
def test_an_engagement(rulings):
    """An escort and an interceptor meet over the table: one opens, the other returns."""
    tree = raid(
        {"unit": "corsair_csr_v12", "role": "escort"}, {"unit": "stuka_stu_k5", "side": "defender"}, turns=1
    )  # fmt: skip
    duel = fight("corsair_csr_v12", "stuka_stu_k5")
    for name, table in (("corsair_csr_v12", "fate_a"), ("stuka_stu_k5", "fate_b")):
        seen = fates(tree, name, **rulings)
        seen["flies_on"] = seen.get("flies_on", 0) + seen.pop("left", 0)  # a duel calls both so
        agrees(seen, law("duel", duel, table, **rulings))


@pytest.mark.parametrize("unit", ["vedette_medium_tank", "stinger_stg_3r", "foot_platoon_mg", "locust_lct_1v"])
@pytest.mark.parametrize(
    ("aircraft", "attack"),
    [({"bombs": ["he", "cluster", "he"]}, {"attack": "dive", "bombs": ["he", "cluster", "he"]}),
     ({"bombs": [], "attack": "strike"}, {"attack": "strike"}),
     ({"bombs": [], "attack": "strafe", "overheat": 1}, {"attack": "strafe", "overheat": 1})],
    ids=["dive", "strike", "strafe"],
)  # fmt: skip
def test_an_attack_on_the_ground(unit, aircraft, attack):
    tree = raid(
        {**STUKA, **aircraft}, ground=[{"unit": unit, "name": "target", "at": [24, 24], "fires": False}], turns=1
    )
    single = {
        "attack": attack["attack"], "attacker": {"unit": "stuka_stu_k5", "overheat": attack.get("overheat", 0)},
        "target": [{"unit": unit, "name": "target", "at": [0, 0]}],
    }  # fmt: skip
    if "bombs" in attack:
        single["bombs"] = [{"type": type_, "at": [0, 0]} for type_ in attack["bombs"]]
    expected = {"stands": 0.0, "structure": 0.0, "critical": 0.0}
    words = {"destroyed": "structure", "destroyed_by_critical": "critical"}
    for fate, p in law("attack", single, "fate:target").items():
        expected[words.get(fate, "stands")] += p
    agrees(fates(tree, "target"), expected)
