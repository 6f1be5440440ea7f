"""`placement = "best"` is worth as much as the best of all plans that the README names.

The twin tries every plan of every line and adds expected points bomb by bomb and roll by roll; the kind answers with an
exact law.
"""

import random
from fractions import Fraction

import pytest
from naive.alpha_strike_best_value import best_value, worth_of
from naive.alpha_strike_layout import Path
from naive.alpha_strike_random_carried import UNITS
from naive.alpha_strike_units import targets_of

from simlab.execute import run

PATHS = [None, {"length_in": 20}, {"p0": [12, 0], "heading": 0, "table": [24, 20]}]
RULINGS = [
    {},
    {"aoe_boundary": "exclusive"},
    {"scatter_distance": "2xmof", "altitude_min_pois": 1},
    {"scattered_bomb_hits_friends": "no", "scatter_off_map": "clamp_to_edge"},
    {"altitude_scatter_map": "line", "scatter_rotation": "counterclockwise"},
]


def random_layout(chooser, attack, path):
    """Three units about a path of 20 in, one enemy at least on it."""
    on_table = path is not None and "p0" in path
    targets = [
        {
            "at": [chooser.randint(2, 18), chooser.randint(2, 18) if on_table else chooser.randint(-3, 3)],
            "side": chooser.choice(["enemy", "enemy", "friend"]),
        }
        for _ in range(3)
    ]
    targets[0] = {"at": [8, 8 if on_table else 0], "side": "enemy"}
    bombs = [{"type": chooser.choice(["he", "cluster"]), "count": 1 if on_table else 2}, {"type": "laser_guided"}]
    layout = {"kind": "bombing_run", "attack": attack, "bombs": bombs, "target": targets, "attacker": {"skill": 4}}
    return layout | ({"path": path} if path else {})


@pytest.mark.parametrize("rulings", RULINGS, ids=str)
@pytest.mark.parametrize("path", PATHS, ids=["endless", "path", "table"])
@pytest.mark.parametrize("attack", ["dive", "altitude"])
def test_the_best_plan_is_worth_as_much_as_any_that_is_tried(attack, path, rulings):
    body = random_layout(random.Random(str((attack, path, rulings))), attack, path)
    scenario = {"system": "alpha_strike", **body, "placement": "best", "rulings": rulings}
    rows = run(scenario, exact_fractions=True).rows("joint")
    found = sum((row["damage_enemy"] - row["damage_friend"]) * Fraction(row["fraction"]) for row in rows)
    assert found == best_value(body, rulings)


def carried_layout(chooser, attack, path):
    """Units of the tables about a path of 20 in; some carry others, inside or outside."""
    on_table = path is not None and "p0" in path
    kind = "attack" if attack in ("strafe", "strike") else "bombing_run"
    units = ["atlas_as7_d", "locust_lct_1v", "manticore_heavy_tank", "foot_platoon_mg", "warrior_attack_helicopter_h_7"]
    targets = [
        {
            "name": name,
            "at": [chooser.randint(2, 18), chooser.randint(2, 18) if on_table else chooser.choice([-2, -1, 0, 0, 1])],
            "side": chooser.choice(["enemy", "enemy", "friend"]),
            "unit": chooser.choice(units),
        }
        for name in "abcd"
    ]
    targets[0] |= {"at": [8, 8 if on_table else 0], "side": "enemy", "unit": "atlas_as7_d"}
    riders = {"name": "riders", "unit": chooser.choice(["gnome_battle_armor_sqd5", "test_riders"])}
    targets.insert(chooser.randint(0, 4), riders | {"rides": chooser.choice("ab")})
    if kind == "attack":
        targets.insert(0, {"name": "cargo", "unit": "foot_platoon_mg", "aboard": chooser.choice("abcd")})
    body = {"kind": kind, "attack": attack, "target": targets, "attacker": {"skill": 4}, "data": UNITS}
    body |= {"worth": chooser.choice(["damage", "pv"]), "friend_weight": chooser.choice([0, 1, 2])}
    if kind == "attack":
        body["attacker"] |= {"short": chooser.choice(["0*", "1", "3"]), "ov": 2, "overheat": chooser.choice([0, 2])}
    else:
        body["bombs"] = [{"type": chooser.choice(["he", "cluster"]), "count": 2}]
    return body | ({"path": path} if path else {})


CARRIED = [(attack, path, number) for attack in ("strafe", "strike") for path in PATHS for number in range(3)]
CARRIED += [("dive", path, number) for path in PATHS[:2] for number in range(3)]


@pytest.mark.parametrize(("attack", "path", "number"), CARRIED, ids=str)
def test_the_best_plan_counts_a_third_for_riders_and_nothing_for_cargo(attack, path, number):
    """AS-8.9; P-b: whatever a point is worth, no plan beats the one that is flown."""
    chooser = random.Random(str((attack, path, number)))
    body = carried_layout(chooser, attack, path)
    rulings = chooser.choice([{}, {"strafe_minimal": "zero"}, {"strafe_friendly": "attacker_may_skip"}])
    result = run({"system": "alpha_strike", **body, "placement": "best", "rulings": rulings}, exact_fractions=True)
    found = Fraction(0)
    for target in targets_of(body, Path()):
        rows = result.rows(f"damage:{target.name}")
        found += worth_of(target, body) * sum(row["damage"] * Fraction(row["fraction"]) for row in rows)
    assert found == best_value(body, rulings)


def test_a_lane_between_two_friends_spares_both():
    """G-5: starts between two neighbours matter where friends lie on both sides."""
    friends = [{"at": [s, 0], "side": "friend"} for s in (3, 14)]
    body = {"kind": "attack", "attack": "strafe", "attacker": {"short": 2}, "target": [{"at": [8, 0]}, *friends]}
    rows = run({"system": "alpha_strike", **body, "placement": "best"}, exact_fractions=True).rows("joint")
    assert sum(row["damage_enemy"] * Fraction(row["fraction"]) for row in rows) == best_value(body, {}) > 0
    assert sum(row["damage_friend"] * Fraction(row["fraction"]) for row in rows) == 0


def test_two_enemies_just_twice_the_radius_apart_are_hit_from_between():
    body = {
        "kind": "bombing_run",
        "attack": "dive",
        "bombs": [{"type": "he"}],
        "target": [{"at": [13, 0]}, {"at": [17, 0]}],
    }
    rows = run({"system": "alpha_strike", **body, "placement": "best"}, exact_fractions=True).rows("joint")
    assert sum(row["damage_enemy"] * Fraction(row["fraction"]) for row in rows) == best_value(body, {}) > 2
