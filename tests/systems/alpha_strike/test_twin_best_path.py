"""`placement = "best"` of a bombing run is worth as much as the best of all plans that the README names.

The twin tries every plan of every line and adds expected points bomb by bomb; the kind answers with an exact law.
"""

import random
from fractions import Fraction

import pytest
from naive.alpha_strike_best_value import best_value

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


def test_two_enemies_just_twice_the_radius_apart_are_hit_from_between():
    body = {
        "kind": "bombing_run",
        "attack": "dive",
        "bombs": [{"type": "he"}],
        "target": [{"at": [13, 0]}, {"at": [17, 0]}],
    }
    rows = run({"system": "alpha_strike", **body, "placement": "best"}, exact_fractions=True).rows("joint")
    assert sum(row["damage_enemy"] * Fraction(row["fraction"]) for row in rows) == best_value(body, {}) > 2
