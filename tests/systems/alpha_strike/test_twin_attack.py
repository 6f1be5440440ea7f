"""`attack`: kernel and naive twin play the same numbered dice, criticals and motive damage included."""

import random

import pytest
from alpha_strike_twins import assert_equal_trials, both_refuse, played_and_refused
from naive.alpha_strike_random import random_attack, random_rulings
from naive.alpha_strike_random_carried import OWN_BOMBS, UNITS, random_beside, random_carried
from naive.alpha_strike_rulings import DATA

from simlab.execute import run

# One of each column of critical hits, most of them near their end.
TARGETS = [
    {"at": [0, 0], "unit": "atlas_as7_d", "armor_left": 1, "structure_left": 3},
    {"at": [1, -1], "unit": "rifleman_iic_6", "armor_left": 0, "heat": 2},
    {"at": [2, 0], "unit": "manticore_heavy_tank", "armor_left": 0},
    {"at": [2.5, 0.5], "unit": "saracen_medium_hover_tank", "armor_left": 1, "terrain": ["woods"]},
    {"at": [4, -1], "unit": "warrior_attack_helicopter_h_7", "side": "friend"},
    {"at": [5, 1], "unit": "merkava_heavy_tank_mk_vi", "move_lost_in": 2},
    {"at": [6, 0], "unit": "minotaur"},
    {"at": [7, 0.5], "unit": "elemental_battle_armor_mg_sqd5", "side": "friend"},
    {"at": [2, 1], "unit": "locust_lct_1v", "depth": 0.5},
    {"at": [3, 1], "unit": "stuka_stu_k5", "armor_left": 2},
    {"at": [3, 0], "unit": "union_2708", "armor_left": 1},
    {"at": [1, 0], "type": "CV", "armor": 2, "structure": 4, "move_in": 6, "specials": "CR;CASE", "immobile": True},
    {"at": [4, 0], "type": "IM", "structure": 5, "specials": "ARM;RFA;STL"},
]
# Riders outside and cargo inside, the transport before or behind them (AS-8.9).
CARRIED = [
    {"name": "squad", "unit": "elemental_battle_armor_mg_sqd5", "rides": "atlas"},
    {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 0], "armor_left": 1, "structure_left": 2, "in_water": True},
    {"name": "truck", "unit": "manticore_heavy_tank", "at": [2, 0], "armor_left": 0, "structure_left": 2},
    {"name": "riders", "unit": "test_riders", "rides": "truck", "heat_scale": True},
    {"name": "platoon", "unit": "foot_platoon_mg", "aboard": "truck"},
    {"name": "crate", "aboard": "truck"},
    {"name": "barge", "unit": "test_barge", "at": [2, 0], "depth": 1, "side": "friend"},
    {"name": "divers", "type": "BA", "armor": 1, "structure": 2, "rides": "barge"},
]
BESIDE = {
    "kind": "attack",
    "attacker": {"unit": "test_gunship", "skill": 2},
    "strafe": {"start": -1},
    "strikes": [{"target": "atlas", "arc": "right", "pods": 1}, {"target": "truck"}],
    "data": UNITS,
    "target": CARRIED,
}
TRIALS = 300  # of each scenario: more than 2,000 of the kind, and a campaign plays 2,000 more of each
SCENARIOS = {
    "bombs": {
        "kind": "attack",
        "attack": "altitude",
        "bombs": [
            {"type": "cluster", "at": [4, 0], "count": 2},
            {"type": "he", "at": [2, 0], "count": 4},
            {"type": "inferno", "at": [0, 0], "count": 2},
            {"type": "he", "at": [0, 0], "count": 3},
        ],
        "target": TARGETS,
    },
    "strafe": {
        "kind": "attack",
        "attack": "strafe",
        "attacker": {"unit": "chippewa_chp_w5", "skill": 2, "overheat": 3},
        "strafe": {"start": -1},
        "target": TARGETS,
    },
    "minimal_strafe": {
        "kind": "attack",
        "attack": "strafe",
        "attacker": {"short": "0*", "skill": 1, "ov": 1, "overheat": 1},
        "target": TARGETS,
    },
    "strafe_and_strikes": {
        "kind": "attack",
        "attack": "strafe",
        "attacker": {"unit": "avenger_2816", "skill": 2},
        "strikes": [{"target": "target_1"}, {"target": "target_6", "arc": "left"}],
        "target": TARGETS,
    },
    "torpedoes": {
        "kind": "attack",
        "attack": "dive",
        "points": [[0, 0]],
        "bombs": [{"type": "torpedo", "count": 3}, {"type": "cluster"}, {"type": "he", "count": 2}],
        "data": UNITS,
        "target": CARRIED,
    },
    "dive_beside": {**BESIDE, "attack": "dive", "bombs": [{"type": "he", "at": [2, 0], "count": 2}]},
    "arrows_beside": {
        **BESIDE,
        "attack": "artillery",
        "points": [[2, 0], [0, 3]],
        "bombs": [{"type": "arrow_iv", "count": 3}],
    },
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_default_rulings(name):
    assert_equal_trials(SCENARIOS[name], {}, TRIALS)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_many_more(name):
    assert_equal_trials(SCENARIOS[name], {}, 2000, first=TRIALS)


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("name", SCENARIOS)
def test_twin_plays_the_same_trials_under_random_rulings(name, number):
    rulings = random_rulings(random.Random(2000 + number), "attack")
    if not both_refuse(SCENARIOS[name], rulings):
        assert_equal_trials(SCENARIOS[name], rulings, 15, first=5000)


def test_twin_plays_or_refuses_random_scenarios_under_random_rulings():
    """Half of them or so are played; the others are refused, by both."""
    played, refused = played_and_refused(random_attack, range(300), 5)
    assert played >= 120
    assert refused >= 30


@pytest.mark.parametrize(("maker", "most"), [(random_carried, 110), (random_beside, 110)])
def test_twin_plays_or_refuses_what_carries_and_what_goes_beside(maker, most):
    """AS-8.9, AS-9.6, AS-15.1: riders and cargo, torpedoes, Arrow IVs, other arcs beside a bombing run."""
    played, refused = played_and_refused(maker, range(300), 4)
    assert played >= most
    assert refused >= 80


@pytest.mark.parametrize("unit", ["test_gunship", "test_cutter", "test_egg", "test_ball"])
@pytest.mark.parametrize("ruleset", ["as2013", "asce"])
def test_every_shape_of_craft_attacks_beside_a_dive(unit, ruleset):
    """AS-15.1, AS-8.6: aerodynes strike with front, left and right, spheroids with rear or front alone."""
    arc = {"test_egg": "rear" if ruleset == "as2013" else "front", "test_ball": "front"}.get(unit, "right")
    body = {**SCENARIOS["dive_beside"], "attacker": {"unit": unit, "skill": 1}}
    body["strikes"] = [{"target": "atlas", "arc": arc}]
    if arc == "front":
        del body["strafe"]
    assert not both_refuse(body, {"ruleset": ruleset})
    assert_equal_trials(body, {"ruleset": ruleset}, 60)
    more = [{"target": "atlas", "arc": "left"}] * 4
    assert both_refuse({**body, "strikes": more}, {"ruleset": ruleset})


@pytest.mark.parametrize("name", ["bombs", "torpedoes", "arrows_beside"])
@pytest.mark.parametrize("rounding", ["half_up_min_1", "down_min_1"])
def test_bombs_of_your_own_strength(name, rounding):
    """AS-8.5, AS-9.6: bombs of 3 tell the roundings under water apart; modifiers and sizes come from the table."""
    body = {**SCENARIOS[name], "data": UNITS | {"bombs": OWN_BOMBS}}
    for painted in (False, True):
        body["attacker"] = body.get("attacker", {}) | {"painted": painted}
        assert_equal_trials(body, {"underwater_rounding": rounding}, 20)


def strikes_from(altitude, **strike):
    """A large craft strikes a 'Mech in the Commander's Edition."""
    return {
        "kind": "attack",
        "attack": "strike",
        "attacker": {"unit": "avenger_2816", "skill": 2, "altitude": altitude},
        "strikes": [{"target": "target_1", **strike}, {"target": "target_1"}],
        "target": TARGETS,
    }


@pytest.mark.parametrize("altitude", ["low", "middle", "high"])
def test_strikes_of_several_arcs_from_every_altitude(altitude):
    """Section 0.4: strikes by arc are made wherever a single strike is; a strafe's altitude has no say."""
    assert not both_refuse(strikes_from(altitude), {"ruleset": "asce"})
    assert_equal_trials(strikes_from(altitude), {"ruleset": "asce"}, 100)


@pytest.mark.parametrize(
    ("altitude", "unit"), [("high", "stuka_stu_k5"), ("middle", "stuka_stu_k5"), ("high", "jagatai_prime")]
)
def test_overheat_at_long_range_needs_ovl(altitude, unit):
    """AS-11.1: points of overheat add to damage at Short and Medium, at Long with OVL alone."""
    body = {
        "kind": "attack",
        "attack": "strike",
        "attacker": {"unit": unit, "skill": 0, "altitude": altitude, "overheat": 1},
        "strike_at": "target_1",
        "target": TARGETS,
    }
    assert_equal_trials(body, {"ruleset": "asce"}, 100)


@pytest.mark.parametrize("trial", [2**32, 2**40 + 7])
def test_late_trials_are_the_same(trial):
    assert_equal_trials(SCENARIOS["bombs"], {}, 5, first=trial)


@pytest.mark.parametrize(("option", "most"), [("2_per_turn", 2), ("2_per_attack", 2), ("uncapped", 3)])
def test_heat_of_one_hit(option, most, tmp_path):
    """AS-11.4: 2_per_attack caps a hit by a card with HT like a bomb."""
    text = (DATA / "aerospace.csv").read_text(encoding="utf-8")
    (tmp_path / "aerospace.csv").write_text(text.replace("BOMB3;FUEL20;REAR1/1/-;SPC", "HT3/-/-;SPC"), encoding="utf-8")
    scenario = {
        "system": "alpha_strike",
        "kind": "attack",
        "attack": "strike",
        "attacker": {"unit": "stuka_stu_k5"},
        "target": [{"unit": "atlas_as7_d", "at": [0, 0]}],
        "data": {"aerospace": str(tmp_path / "aerospace.csv")},
        "rulings": {"inferno_heat_cap": option},
    }
    heats = [row["heat"] for row in run(scenario, exact_fractions=True).rows("heat:target_1") if row["p"] > 0]
    assert max(heats) == most
