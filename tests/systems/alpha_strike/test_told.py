"""Replays tell every die, and what they tell is what the kernels count (alpha_strike)."""

import random
import re

import numpy as np
import pytest
from alpha_strike_rounds import fight, fire, prepared
from test_sortie_clauses import STUKA, raid

from simlab.dice import fill_bases, key_from_seed, level
from simlab.systems import system_named
from simlab.systems.alpha_strike.attack.replay import Cards
from simlab.systems.alpha_strike.engagement.duel.kernel import CONDITION, DEALT, LEVEL, play_round
from simlab.systems.alpha_strike.engagement.duel.pack import START
from simlab.systems.alpha_strike.engagement.duel.told import Told
from simlab.systems.alpha_strike.engagement.told import state_words
from simlab.systems.alpha_strike.mission.sortie.state import CONDITION as UNIT_CONDITION
from simlab.systems.alpha_strike.mission.sortie.told import turns_of

KEY = key_from_seed(9)
SYSTEM = system_named("alpha_strike")
SOME_RULINGS = [
    {}, {"damage_timing": "immediate"}, {"control_roll_once": "per_hit", "air_range_choice": "random_equal"},
    {"inapplicable_crit": "reroll", "natural_12_crit": "yes", "damage_control_loss": "none"}, {"ruleset": "asce"},
]  # fmt: skip


WORDS = ("fires at", "bomb", "motive 2d6", "engage", "initiative", "damage Control Roll", "takes")


def counted(ready, trial):
    vector = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play_plainly(ready.packed, KEY, trial, trial + 1, vector)
    return vector


def outcome(ready, vector, table):
    rows = ready.space.table(table).rows
    return [row[0] for row, n in zip(rows, ready.space.values(vector, table), strict=True) if n]


@pytest.mark.parametrize("rulings", SOME_RULINGS, ids=str)
def test_a_told_duel_ends_each_round_as_the_kernel_does(rulings):
    """The plain steps of the teller leave the same conditions, levels and sums as the kernel's round."""
    tree = fight({"unit": "stuka_stu_k5", "breaks_off": "when_damaged"}, "test_pinnace", 4, zone="outer")
    ready = prepared("duel", tree, **rulings)
    packed, base = ready.packed, np.empty(1, np.int64)
    dice = 0
    for trial in range(60):
        fill_bases(KEY, trial, base)
        state, damages = np.zeros((2, DEALT + 1), np.int64), np.zeros((2, 6), np.int64)
        state[:, CONDITION], state[:, LEVEL] = packed.sides[:, START], packed.level
        tail = -1
        for number in range(1, 4):
            turn, told = level(int(base[0]), number), Told(packed, state.copy())
            apart = told.round(turn, tail)
            _, tail, left = play_round(packed, state, turn, tail, damages)
            assert (told.state == state).all()
            assert apart == left
            dice += sum(line.count("2d6") for line in told.lines)
    assert dice > 60 * 3 * 2


@pytest.mark.parametrize("rulings", SOME_RULINGS, ids=str)
def test_told_fire_adds_up(rulings):
    """Damage told in the first pass is that counted, and so is the end."""
    tree = fire(("partisan_air_defense_tank", 3), ("schrek_ppc_carrier", 20), ("patton_tank", 30), passes=2)
    ready = prepared("return_fire", tree, **rulings)
    for trial in range(80):
        lines, vector = ready.kind.replay(ready.packed, KEY, trial), counted(ready, trial)
        first = [int(n) for line in lines if "pass 1: aircraft" in line for n in re.findall(r"takes (\d+)", line)]
        assert outcome(ready, vector, "damage_first_pass") == [sum(first)]
        fate = outcome(ready, vector, "fate")[0]
        assert ("lost by" in lines[-1]) == (fate in ("structure", "critical", "crash"))
        if fate in ("structure", "critical", "crash"):
            assert lines[-1].endswith(f"lost by {fate}")


@pytest.mark.parametrize("rulings", SOME_RULINGS, ids=str)
def test_a_told_sortie_ends_as_it_is_counted(rulings):
    """Each instance told leads from the condition before to the one that the game has after it."""
    ground = [
        {"unit": "partisan_air_defense_tank", "name": "flak", "at": [22, 24]},
        {"unit": "rifleman_rfl_3n", "name": "rifleman", "at": [24, 26], "overheat": 1},
        {"unit": "scorpion_light_tank", "name": "tank", "at": [26, 24]},
    ]
    ready = prepared("sortie", raid(STUKA, {"unit": "corsair_csr_v12", "side": "defender"}, ground=ground), **{
        "start_zone": "central", **rulings})  # fmt: skip
    seen = set()
    for trial in range(15):
        lines, vector = ready.kind.replay(ready.packed, KEY, trial), counted(ready, trial)
        for number, state in turns_of(ready.packed, KEY, trial):
            last, ends = number, [state_words(int(state.unit[unit, UNIT_CONDITION])) for unit in range(5)]
        assert outcome(ready, vector, "length") == [last]
        final = [line for line in lines if line.startswith(f"turn {last} ends: ")]
        assert all(any(line.endswith(end) for end in ends) for line in final)
        for name in ("flak", "rifleman", "tank"):
            fate = outcome(ready, vector, f"fate:{name}")[0]
            told = [line for line in lines if f"ends: {name}" in line] or [""]
            assert told[-1].endswith(f"lost by {fate}") == (fate != "stands")
        seen |= {word for line in lines for word in WORDS if word in line}
    assert seen == set(WORDS)


@pytest.mark.parametrize("rulings", [{}, {"bomb_instances": "pooled"}, {"natural_12_crit": "yes"}], ids=str)
def test_told_cards_of_an_attack_end_as_counted(rulings):
    """The conditions told are those of the kernel: who is told destroyed is counted so."""
    target = [
        {"name": "atlas", "unit": "atlas_as7_d", "at": [0, 0], "armor_left": 1, "structure_left": 2},
        {"name": "hover", "unit": "saracen_medium_hover_tank", "at": [1, 0], "armor_left": 1},
        {"name": "diver", "unit": "locust_lct_1v", "at": [-1, 1], "depth": 0.5},
    ]
    dive = {"attack": "dive", "bombs": [{"type": "he", "at": [0, 0], "count": 3}]}
    lane = {"attack": "strafe", "attacker": {"unit": "stuka_stu_k5", "skill": 1}, "strafe": {"start": -2}}
    for attack in (dive, lane):
        ready = prepared("attack", {"target": target, **attack}, **rulings)
        for trial in range(120):
            lines, vector = ready.kind.replay(ready.packed, KEY, trial), counted(ready, trial)
            for unit in target:
                fate = outcome(ready, vector, f"fate:{unit['name']}")[0]
                told = [line for line in lines if line.startswith(f"  {unit['name']}: ")]
                assert ("lost by" in (told or [""])[-1]) == fate.startswith("destroyed")
                if fate in ("critical", "structure"):
                    assert told


def test_the_cards_of_a_replay_start_as_the_scenario_says():
    ready = prepared("attack", {"attack": "strike", "attacker": {"short": 2}, "target": [
        {"name": "x", "unit": "atlas_as7_d", "armor_left": 3}]})  # fmt: skip
    cards = Cards(ready.packed, 0)
    assert state_words(cards.conditions[0]) == "armor 3, structure 8"


@pytest.mark.parametrize("kind", ["attack", "bombing_run", "return_fire", "duel", "sortie"])
def test_every_kind_tells_dice(kind):
    import tomllib

    from simlab.execute import prepare

    ready = prepare(tomllib.loads(SYSTEM.kinds[kind].example))
    trial = random.Random(kind).randrange(1000)
    assert any("2d6 = " in line for line in ready.kind.replay(ready.packed, KEY, trial))
