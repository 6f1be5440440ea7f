"""The kernels of `attack` and `bombing_run` (alpha_strike) and their slow twin agree trial by trial."""

import numpy as np
import pytest

from naive.alpha_strike_plain import play
from simlab.dice import key_from_seed
from simlab.execute import prepare

KEY = key_from_seed(99)
TARGET = [
    {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 0], "armor_left": 1, "structure_left": 3},
    {"name": "rifleman", "unit": "rifleman_iic_6", "at": [1, -1], "armor_left": 0, "structure_left": 4},
    {"name": "tank", "unit": "manticore_heavy_tank", "at": [2, 0], "armor_left": 0},
    {"name": "hover", "unit": "saracen_medium_hover_tank", "at": [2.5, 0.5], "armor_left": 1},
    {"name": "carrier", "unit": "lrm_carrier", "at": [3, 1], "armor_left": 0},
    {"name": "heli", "unit": "warrior_attack_helicopter_h_7", "at": [4, -1]},
    {"name": "bar", "unit": "merkava_heavy_tank_mk_vi", "at": [5, 1]},
    {"name": "proto", "unit": "minotaur", "at": [6, 0]},
    {"name": "squad", "unit": "elemental_battle_armor_mg_sqd5", "at": [7, 0.5]},
    {"name": "platoon", "unit": "foot_platoon_mg", "at": [8, 0], "side": "friend"},
    {"name": "ace", "unit": "griffin_grf_1n", "at": [9, 1], "side": "friend", "armor_left": 0},
    {"name": "diver", "unit": "locust_lct_1v", "at": [1, 1], "depth": 0.5},
    {"name": "fighter", "unit": "light_strike_fighter_angel", "at": [-1, 1]},
    {"name": "point", "at": [2, 6]},
]
ALTITUDE = {"attack": "altitude", "bombs": [
    {"type": "cluster", "at": [4, 0], "count": 2}, {"type": "he", "at": [2, 0], "count": 3},
    {"type": "inferno", "at": [0, 0], "count": 2}, {"type": "he", "at": [0, 0], "count": 2},
]}  # fmt: skip
DIVE = {"attack": "dive", "bombs": [{"type": "he", "at": [2, 0], "count": 5}, {"type": "cluster", "at": [2, 0]}]}
STRAFE = {"attack": "strafe", "attacker": {"short": 4, "skill": 2, "ov": 2, "overheat": 1}, "strafe": {"start": -1}}
MINIMAL = {"attack": "strafe", "attacker": {"short": "0*", "skill": 1, "ov": 2, "overheat": 2}}
STRIKE = {"attack": "strike", "attacker": {"short": 2, "skill": 0}}
CASES = [
    ALTITUDE, DIVE, STRAFE, MINIMAL,
    *({**STRIKE, "strike_at": name} for name in ("carrier", "rifleman", "heli", "ace")),
    *({**ALTITUDE, "rulings": rulings} for rulings in (
        {"bomb_instances": "pooled"}, {"scatter_grouping": "per_attack"}, {"scatter_distance": "2xmof"},
        {"scatter_distance": "2xmof", "scatter_grouping": "per_attack"}, {"aoe_boundary": "exclusive"},
        {"aoe_measure": "diameter"}, {"natural_12_crit": "yes", "attack_mods": "custom:4/2/1/1"},
        {"aoe_airborne": "yes", "scattered_bomb_hits_friends": "no"}, {"scatter_rotation": "counterclockwise"},
        {"inferno_non_heat": "none"}, {"natural_12_crit": "yes", "bomb_instances": "pooled"},
    )),
    {**STRAFE, "rulings": {"strafe_rolls": "single_roll", "natural_12_crit": "yes"}},
    {**MINIMAL, "rulings": {"minimal_damage_roll": 6}},
]  # fmt: skip


def scenario(case, kind):
    target = TARGET
    if kind == "bombing_run":
        plain = ("name", "unit", "at", "side", "depth")
        target = [{key: value for key, value in one.items() if key in plain} for one in TARGET]
    return {"system": "alpha_strike", "kind": kind, "target": target, **case}


def counted(prepared, trial):
    """name -> (damage, heat, fate) of one trial of the wing; without a table of fates, None."""
    vector = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play_plainly(prepared.packed, KEY, trial, trial + 1, vector)
    found = {}
    for table in prepared.space.tables:
        sort, _, name = table.name.partition(":")
        if name:
            values = prepared.space.values(vector, table.name)
            found.setdefault(name, {})[sort] = table.rows[values.index(1)][0]
    return {name: (one["damage"], one.get("heat", 0), one.get("fate")) for name, one in found.items()}


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['attack']} {case.get('strike_at', case.get('rulings', ''))}"
)
def test_attack_and_its_twin_play_the_same_trials(case):
    prepared = prepare(scenario(case, "attack"))
    for trial in range(250):
        assert counted(prepared, trial) == play(scenario(case, "attack"), KEY, trial), trial


@pytest.mark.parametrize("case", [case for case in CASES if "bombs" in case], ids=lambda case: str(case.get("rulings")))
def test_bombing_run_and_its_twin_play_the_same_trials(case):
    rulings = {key: word for key, word in case.get("rulings", {}).items()
               if key not in ("bomb_instances", "natural_12_crit")}  # fmt: skip
    source = scenario({**case, "rulings": rulings}, "bombing_run")
    prepared = prepare(source)
    for trial in range(250):
        played = {name: (damage, heat, None) for name, (damage, heat, _) in play(source, KEY, trial).items()}
        assert counted(prepared, trial) == played, trial
