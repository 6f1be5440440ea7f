"""Sorties: sections 3 and 4 and the order of a turn, seen turn by turn (AS-3.1 to AS-3.4, AS-4.1 to AS-4.8, AS-5.9)."""

from fractions import Fraction as F

import numpy as np
import pytest
from alpha_strike_rounds import Speeds, fight, law, prepared

from simlab.dice import fill_bases, key_from_seed
from simlab.errors import ScenarioError
from simlab.systems.alpha_strike.mission.sortie.ends import end_phase
from simlab.systems.alpha_strike.mission.sortie.kernel import begin, new_state, play_turn
from simlab.systems.alpha_strike.mission.sortie.pack import map_of
from simlab.systems.alpha_strike.mission.sortie.state import (
    ACTED,
    AT,
    CONDITION,
    COUNT,
    DROPPED,
    ENGAGED,
    HOMEWARD,
    LINE,
    NONE,
    PLAN,
    WAS_STUNNED,
    begin_turn,
)
from simlab.systems.alpha_strike.rules.condition import GONE, STUNNED
from simlab.systems.alpha_strike.rules.critical_hits import ways_of
from simlab.systems.alpha_strike.rules.radar_map import MOST_THRUST, distances, speed_table, zone_steps

KEY = key_from_seed(3)
ATLAS = {"unit": "atlas_as7_d", "name": "atlas", "at": [24, 24], "fires": False}
STUKA = {"unit": "stuka_stu_k5", "bombs": ["he", "he", "he"], "then": "strike"}


def raid(*aircraft, ground=(ATLAS,), turns=4, **game):
    return {"game": {"turns": turns, **game}, "aircraft": list(aircraft), "ground": list(ground)}


class Game:
    """One trial of a sortie, turn by turn, in the interpreter."""

    def __init__(self, tree, trial=0, **rulings):
        self.ready = prepared("sortie", tree, **rulings)
        self.packed, self.base = self.ready.packed, np.empty(1, np.int64)
        fill_bases(KEY, trial, self.base)
        self.state = new_state(self.packed)
        begin(self.packed, self.state)
        self.turns = 0

    def turn(self):
        self.turns += 1
        play_turn(self.packed, self.state, int(self.base[0]), self.turns)
        return self

    def plane(self, number, column):
        return int(self.state.plane[number, column])

    def present(self, unit):
        return int(self.state.unit[unit, CONDITION]) & GONE == 0


def counts(tree, trials=400, **rulings):
    ready = prepared("sortie", tree, **rulings)
    vector = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play_plainly(ready.packed, KEY, 0, trials, vector)
    return ready.space, vector


def table(tree, name, trials=100, **rulings):
    space, vector = counts(tree, trials, **rulings)
    found = zip(space.table(name).rows, space.values(vector, name), strict=True)
    return {row[0]: int(value) for row, value in found if value}


def zones():
    catalog = prepared("sortie", raid(STUKA)).catalog
    return catalog, {zone.zone: zone.adjacent.split("|") for zone in catalog.rows("zones")}


def test_the_map():
    """AS-4.1, AS-4.2: 1 + 1 + 6 + 12 zones; rings nested; neighbours both ways; distances to Central 0 to 3."""
    catalog, neighbours = zones()
    rings = [zone.ring for zone in catalog.rows("zones")]
    assert [rings.count(ring) for ring in ("central", "inner", "middle", "outer")] == [1, 1, 6, 12]
    assert all(here in neighbours[there] for here in neighbours for there in neighbours[here])
    assert neighbours["central"] == ["inner"]
    assert set(neighbours["middle_A"]) == {"inner", "middle_B", "middle_F", "outer_1", "outer_2"}
    assert set(neighbours["outer_1"]) == {"middle_A", "outer_2", "outer_12"}
    apart = distances(neighbours)
    for zone in catalog.rows("zones"):
        assert apart[zone.zone]["central"] == zone.distance_to_central
    chart, names = map_of(catalog)
    outer, middle, inner = names.index("outer_5"), names.index("middle_C"), names.index("inner")
    assert [chart[here, len(names)] for here in (outer, middle, inner, 0)] == [middle, inner, 0, 0]


def test_zones_a_turn():
    """AS-4.3: bands of Thrust, none at 0; other bands by ruling zone_speed."""
    speeds = Speeds(speed_table("1-5:1, 6-10:2, 11+:3", "test"))
    assert [zone_steps(speeds, 0, thrust) for thrust in (0, 1, 5, 6, 10, 11, 99)] == [0, 1, 1, 2, 2, 3, 3]
    thirds = Speeds(speed_table("thrust_div_3", "test"))
    assert [zone_steps(thirds, 0, thrust) for thrust in (2, 6, 12)] == [1, 2, 4]
    assert len(speed_table("always_1", "test")) == MOST_THRUST + 1
    with pytest.raises(ScenarioError, match="zone_speed"):
        speed_table("custom:fast", "test")


@pytest.mark.parametrize(
    ("unit", "bombs", "arrives"),
    [("stuka_stu_k5", 3, 3), ("lightning_ltn_g15", 0, 2), ("lightning_ltn_g15", 1, 3), ("cheetah_f_10", 1, 1),
     ("seydlitz_syd_z1", 0, 1), ("seydlitz_syd_z1", 1, 2)],
)  # fmt: skip
def test_arrival_over_the_table(unit, bombs, arrives):
    """AS-4.3, AS-4.4, AS-1.11, WE-17: from an Outer zone by Thrust with bombs."""
    tree = raid({"unit": unit, "bombs": ["he"] * bombs, "attack": "dive" if bombs else "strike"})
    assert set(table(tree, "first_attack", trials=20)) == {arrives}


def test_start_zones():
    """AS-4.4, AS-4.8; ruling start_zone."""
    _, neighbours = zones()
    names = list(neighbours)
    assert Game(raid(STUKA)).plane(0, AT) == names.index("outer_1")
    assert Game(raid(STUKA), start_zone="inner").plane(0, AT) == names.index("inner")
    assert Game(raid({**STUKA, "zone": "middle_C"}), start_zone="scenario").plane(0, AT) == names.index("middle_C")
    assert set(table(raid(STUKA), "first_attack", trials=20, ruleset="asce")) == {1}  # over the table at once
    with pytest.raises(ScenarioError, match="outer_own_half"):
        prepared("sortie", raid({**STUKA, "zone": "outer_7"}))
    with pytest.raises(ScenarioError, match="asks for a zone"):
        prepared("sortie", raid(STUKA), start_zone="scenario")


def test_the_way_home():
    """AS-4.7, P-e: without anything left to do it flies home and is gone; one pass by ruling loiter."""
    light = {"unit": "cheetah_f_10", "bombs": ["he"]}
    game = Game(raid(light)).turn()
    assert (game.plane(0, DROPPED), game.plane(0, AT)) == (1, 0)
    game.turn()
    assert game.plane(0, HOMEWARD) == 1
    assert not game.present(0)  # three zones a turn
    stays, leaves = (
        Game(raid({**light, "then": "strike"}, turns=6), loiter=loiter).turn().turn()
        for loiter in ("yes", "one_pass_then_leave")
    )
    assert (stays.plane(0, HOMEWARD), leaves.plane(0, HOMEWARD)) == (0, 1)


def test_only_over_the_table_with_bombs_left():
    """AS-3.4, AS-4.6: a line is drawn in Central alone; a dive needs a bomb, an altitude run as many as points."""
    game = Game(raid(STUKA))
    lines = [game.turn().plane(0, LINE) for _ in range(3)]
    assert lines[:2] == [NONE, NONE]
    assert lines[2] >= 0
    assert game.plane(0, DROPPED) == 3
    with pytest.raises(ScenarioError, match="BOMB3"):
        prepared("sortie", raid({**STUKA, "bombs": ["he"] * 4}))  # AS-1.10
    alone = raid({**STUKA, "bombs": ["he"], "attack": "altitude", "then": "leave"})
    assert set(table(alone, "first_attack", trials=5)) == {"never"}  # one point is too few
    assert 1 in table(alone, "first_attack", trials=5, altitude_min_pois=1, start_zone="central")


def test_who_goes_first():
    """AS-3.1: 2D6 each, ties again: 575/1296 either way, so 1/2 each; equal fighters then have equal chances."""
    wins = sum(ways_of(a) * ways_of(b) for a in range(2, 13) for b in range(2, 13) if a > b)
    assert F(wins, 1296) == F(575, 1296)
    twins = fight("corsair_csr_v12", "corsair_csr_v12")
    result = law("duel", twins, "result", exactly=True, damage_timing="immediate")
    assert result["a_wins"] == result["b_wins"]


def test_one_attack_a_turn():
    """AS-3.3: an aircraft acts once a turn; a strike aircraft without bombs or values does not open a fight."""
    tree = raid({"unit": "cheetah_f_10"}, {"unit": "cheetah_f_10", "side": "defender"}, turns=1)
    for trial in range(40):
        game = Game(tree, trial, start_zone="central").turn()
        assert game.state.unit[2, COUNT] <= 1
        assert [game.plane(0, ACTED), game.plane(1, ACTED)] == [1, 1]


def test_damage_takes_effect_in_the_end_phase():
    """AS-3.2, AS-5.9, AS-14.1: under end_phase a doomed unit still fires; under immediate it may not."""
    flak = {"unit": "partisan_aa_vehicle", "name": "flak", "at": [24, 24], "skill": 0}
    bombers = {"unit": "hydaspes", "count": 3, "skill": 0, "bombs": ["he", "he", "he"]}
    shots = {}
    for timing in ("end_phase", "immediate"):
        tree, hurt = raid(bombers, ground=[flak], turns=1), 0
        for trial in range(30):
            game = Game(tree, trial, start_zone="central", damage_timing=timing).turn()
            hurt += int(game.state.unit[:3, COUNT].sum())
        shots[timing] = hurt
    assert shots["immediate"] < shots["end_phase"]


def test_engaged_units_are_pinned():
    """AS-4.5, AS-12.1, AS-12.2, AS-12.4: who is in an engagement that lasts stays in its zone."""
    tree = raid(
        {**STUKA, "zone": "outer_1"}, {"unit": "sparrowhawk_spr_h5", "side": "defender", "zone": "outer_1"}, turns=4
    )  # fmt: skip
    turned = {"start_zone": "scenario", "damage_control_loss": "none"}
    seen = 0
    for trial in range(30):
        pinned, free = (Game(tree, trial, **turned, engagement_end=end) for end in ("until_destroyed", "end_phase"))
        pinned.turn()
        free.turn()
        assert int(free.state.pair[0, 1, ENGAGED]) == 0
        if int(pinned.state.pair[0, 1, ENGAGED]) == 0:
            continue
        seen += 1
        here = pinned.plane(0, AT)
        assert (pinned.turn().plane(0, AT), pinned.plane(1, AT)) == (here, here)
        assert free.turn().plane(0, AT) != here
    assert seen > 0


def test_a_fall_in_central_is_a_crash_and_elsewhere_a_slip():
    """AS-14.4: rings inward; nobody crashes before it is over the table unless its engine fails."""
    flak = {"unit": "partisan_air_defense_tank", "name": "flak", "at": [22, 24], "skill": 0}
    fate = table(raid(STUKA, ground=[ATLAS, flak], turns=3), f"fate:{STUKA['unit']}", trials=150)
    assert 0.15 < fate["crash"] / 150 < 0.45  # 5/18 of a certain hit, and a few engines


def test_no_plan_where_friends_would_suffer_more():
    """P-e, AS-5.3: weights of own units count against a plan."""
    own = {"unit": "atlas_as7_d", "name": "own", "at": [25, 24], "side": "attacker"}
    poor = {"unit": "foot_platoon_mg", "name": "poor", "at": [24, 24], "fires": False}
    game = Game(raid({**STUKA, "bombs": ["cluster"] * 3, "then": "leave"}, ground=[poor, own]))
    for _ in range(3):
        game.turn()
    assert game.plane(0, PLAN) == NONE
    assert game.plane(0, DROPPED) == 0


def test_names_and_objectives_are_checked():
    with pytest.raises(ScenarioError, match="no ground unit"):
        prepared("sortie", raid(STUKA, objective=["nobody"]))
    with pytest.raises(ScenarioError, match="stands already"):
        prepared("sortie", raid(STUKA, ground=[ATLAS, ATLAS]))
    with pytest.raises(ScenarioError, match="no aircraft"):
        prepared("sortie", raid({**STUKA, "side": "defender"}))


def test_a_game_is_told_turn_by_turn():
    ready = prepared("sortie", raid(STUKA))
    lines = ready.kind.replay(ready.packed, KEY, 0)
    assert lines[0].endswith("wins the initiative")
    assert lines[1] == "turn 1: stuka_stu_k5: outer zone 8 to middle zone 2"
    assert any("has a plan to dive at atlas" in line for line in lines)
    assert any(line.startswith("turn 3: atlas takes") for line in lines)


@pytest.mark.parametrize("timing", ["end_phase", "immediate"])
def test_as_10_4_a_crew_stunned_twice_misses_two_turns(timing):
    """AS-10.4: no attack in the next turn; a hit in the turn that is missed costs the one after it."""
    game = Game(raid(STUKA), damage_timing=timing)
    unit = game.packed.aircraft.shape[0]
    stunned = []
    for number, hit in enumerate((True, True, False, False), start=1):
        begin_turn(game.packed, game.state, int(game.base[0]), number)
        stunned.append(int(game.state.unit[unit, WAS_STUNNED]))
        if hit:
            game.state.unit[unit, CONDITION] |= 1 << STUNNED
        end_phase(game.packed, game.state)
    assert stunned == [0, 1, 1, 0]
