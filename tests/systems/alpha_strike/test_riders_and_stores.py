"""Riders and cargo, torpedoes, Arrow IVs, and attacks of other arcs beside a bombing run (AS-8.9, AS-9.6, AS-15.1)."""

from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest

from simlab.catalog import open_catalog
from simlab.dice import key_from_seed
from simlab.errors import ScenarioError
from simlab.execute import prepare, run
from simlab.systems.alpha_strike.attack.best import best_plan
from simlab.systems.alpha_strike.rules.dice import chance
from simlab.systems.alpha_strike.rules.stores import arrow_damage, designation_number, slots_taken
from simlab.systems.alpha_strike.units import TABLES

CRAFT = Path(__file__).parents[2] / "data" / "odd_craft.csv"
CATALOG, KEY = open_catalog("alpha_strike", TABLES), key_from_seed(2)
ATLAS = {"name": "atlas", "unit": "atlas_as7_d"}
SQUAD = {"name": "squad", "unit": "elemental_battle_armor_mg_sqd5", "rides": "atlas"}


def scenario(attack, *target, kind="attack", **keys):
    return {"system": "alpha_strike", "kind": kind, "attack": attack, "target": list(target), **keys}


def table(source, name):
    result = run(source, exact_fractions=True)
    rows = zip(result.space.table(name).rows, result.space.values(result.fractions, name), strict=True)
    return {row[0] if len(row) == 1 else row: p for row, p in rows if p}


def refused(match, source):
    with pytest.raises(ScenarioError, match=match):
        prepare(source)


def counts_are_the_law(source, trials=300):
    """Plain play: nothing impossible happens, each share lies within 6 standard errors (error below 1e-6)."""
    ready = prepare(source)
    law, seen = np.asarray(ready.kind.exact(ready.packed)), np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play_plainly(ready.packed, KEY, 0, trials, seen)
    assert seen[law < 1e-15].sum() == 0
    for block in ready.space.counted:
        cells = slice(ready.space.offset(block.name), ready.space.offset(block.name) + len(block.rows))
        p, found = law[cells].clip(0, 1), seen[cells] / trials
        assert p.sum() == pytest.approx(1)
        assert (np.abs(found - p) <= 6 * np.sqrt(p * (1 - p) / trials) + 2 / trials).all(), block.name


# ---------------------------------------------------------------- riders and cargo (AS-8.9)


def test_as_8_9_riders_take_a_hit_on_5_and_6():
    """AS-8.9: a strike is rolled at the transport; a third of the hits are the riders'."""
    strike = scenario("strike", {**ATLAS, "at": [1, 0]}, SQUAD, attacker={"short": 3}, strike_at="atlas")
    hit = chance(4 + 2 + 1)  # Skill, strike, the movement of the transport
    assert table(strike, "damage:atlas")[3] == hit * F(2, 3)
    assert table(strike, "damage:squad")[3] == hit * F(1, 3)
    assert table(strike, "joint")[3, 0] == hit
    assert table(strike, "units") == {(0, 0): 1 - hit, (1, 0): hit}
    counts_are_the_law(strike)


def test_as_8_9_an_area_hits_riders_as_well():
    """AS-8.9: a bomb on the transport is one on its riders, in both kinds; friends ride on friends."""
    bombs = [{"type": "he", "at": [3, 0], "count": 2}]
    for kind in ("attack", "bombing_run"):
        both = scenario("dive", {**ATLAS, "at": [3, 0]}, SQUAD, kind=kind, bombs=bombs)
        assert table(both, "damage:squad") == table(both, "damage:atlas")
        assert set(table(both, "damage_enemy")) == {0, 4, 8}
    friends = scenario("dive", {**ATLAS, "at": [3, 0], "side": "friend"}, SQUAD, bombs=bombs)
    assert set(table(friends, "damage_friend")) == {0, 4, 8}


def test_as_8_9_a_lane_rolls_once_for_transport_and_riders():
    """AS-8.9: riders have no roll of their own in a strafe, at 0* the minimal die is that of the roll."""
    lane = scenario("strafe", ATLAS, SQUAD, attacker={"short": "0*", "ov": 1, "overheat": 1})
    assert prepare(lane).packed.shots.shape[0] == 1
    hit = chance(4 + 4 + 1)
    assert table(lane, "damage:squad") == {0: 1 - hit / 3, 1: hit / 6, 2: hit / 6}
    counts_are_the_law(lane)
    single = {
        **lane,
        "target": [ATLAS, SQUAD, {"name": "bare", "at": [2, 0]}],
        "rulings": {"strafe_rolls": "single_roll"},
    }
    assert table(single, "joint")[0, 0] == 1 - chance(8)  # the bare one is easier to hit
    counts_are_the_law(single)


def test_as_8_9_cargo_dies_with_its_transport():
    """AS-8.9: nothing reaches cargo but the loss of who carries it."""
    truck = {"name": "truck", "type": "CV", "armor": 0, "structure": 2, "move_in": 0}
    cargo = {"name": "platoon", "unit": "foot_platoon_mg", "aboard": "truck"}
    source = scenario("dive", truck, cargo, bombs=[{"type": "he", "at": [0, 0]}])
    lost = table(source, "fate:truck")
    assert table(source, "fate:platoon") == {"untouched": lost["untouched"], "destroyed": lost["destroyed"]}
    assert table(source, "damage:platoon") == {0: 1}
    assert table(source, "losses") == {(0, 0): lost["untouched"], (2, 0): lost["destroyed"]}
    assert table(source, "pv_lost_enemy") == {0: lost["untouched"], 7: lost["destroyed"]}  # a bare truck has no PV
    counts_are_the_law(source)
    refused("nearest", scenario("strike", truck, cargo, attacker={"short": 2}, strike_at="platoon"))


def test_as_8_9_who_may_ride():
    strike = {"attacker": {"short": 3}, "strike_at": "atlas"}
    refused("MEC, XMEC", scenario("strike", ATLAS, {**SQUAD, "unit": "foot_platoon_mg"}, **strike))
    refused('no target "atles"', scenario("strike", ATLAS, {**SQUAD, "rides": "atles"}, **strike))
    refused("that of its transport", scenario("strike", ATLAS, {**SQUAD, "at": [5, 5]}, **strike))
    refused("carries squad already", scenario("strike", ATLAS, SQUAD, {**SQUAD, "name": "more"}, **strike))
    refused("carried itself", scenario("strike", ATLAS, SQUAD, {**SQUAD, "name": "more", "rides": "squad"}, **strike))
    refused("strike that", scenario("strike", ATLAS, SQUAD, attacker={"short": 3}, strike_at="squad"))


def test_as_8_9_the_best_plan_counts_a_third_for_riders():
    source = scenario("strike", ATLAS, SQUAD, attacker={"short": 3}, placement="best", worth="pv")
    ready = prepare(source)
    plan = best_plan(ready.shape, ready.rulings, ready.catalog, "test")
    worth = {
        name: CATALOG.unit(unit, ("ground",), "test") for name, unit in (("a", ATLAS["unit"]), ("s", SQUAD["unit"]))
    }
    a, s = (float(F(row.pv, row.armor + row.structure)) for row in worth.values())
    assert plan.enemy == pytest.approx(float(chance(7)) * 3 * (2 * a + s) / 3)


# ---------------------------------------------------------------- other stores (AS-9.6)


def test_as_9_6_a_torpedo_runs_at_one_unit_in_water():
    """AS-9.6: target movement applies, 1 damage, a critical roll in any case; a miss does nothing."""
    boat = {"name": "boat", "unit": "atlas_as7_d", "at": [2, 0], "in_water": True}
    beside = {"name": "beside", "unit": "locust_lct_1v", "at": [2.5, 0]}
    source = scenario("dive", boat, beside, bombs=[{"type": "torpedo", "at": [2, 0]}])
    hit = chance(4 + 2 + 1)
    assert table(source, "damage:boat") == {0: 1 - hit, 1: hit}
    assert table(source, "damage:beside") == {0: 1}
    assert table(source, "fate:boat")["destroyed_by_critical"] == hit * F(2, 36)
    counts_are_the_law(source)
    sunk = scenario("dive", {**boat, "depth": 1}, bombs=[{"type": "torpedo", "at": [2, 0]}])
    safe = 1 - F(2, 36)
    assert table(sunk, "fate:boat")["destroyed_by_critical"] == hit * (1 - safe * safe + F(1, 81))  # one roll more
    assert table({**source, "kind": "bombing_run"}, "damage_enemy") == {0: 1 - hit, 1: hit}
    refused("no unit in or under water", scenario("dive", beside, bombs=[{"type": "torpedo", "at": [2.5, 0]}]))
    one_point = {"rulings": {"altitude_min_pois": 1}}
    refused("no bomb of a altitude", scenario("altitude", boat, bombs=[{"type": "torpedo", "at": [2, 0]}], **one_point))
    refused("no best path", scenario("dive", boat, bombs=[{"type": "torpedo"}], placement="best"))


def test_as_9_6_torpedoes_leave_the_scatter_of_bombs_alone():
    """AS-9.6, AS-7.3: torpedoes run last, so no bomb shares their miss."""
    boat = {"name": "boat", "unit": "atlas_as7_d", "at": [2, 0], "in_water": True}
    bombs = [{"type": "torpedo", "at": [2, 0], "count": 2}, {"type": "he", "at": [2, 0], "count": 2}]
    shared = {"rulings": {"scatter_grouping": "per_attack"}}
    source = scenario("dive", boat, bombs=bombs, **shared)
    alone = table(scenario("dive", boat, bombs=bombs[1:], **shared), "damage:boat")
    hit = chance(7)
    runs = {0: (1 - hit) ** 2, 1: 2 * hit * (1 - hit), 2: hit**2}
    summed = {}
    for a, p in alone.items():
        for b, q in runs.items():
            summed[a + b] = summed.get(a + b, 0) + p * q
    assert table(source, "damage:boat") == summed
    counts_are_the_law({**source, "rulings": {**shared["rulings"], "bomb_instances": "pooled"}})
    told = prepare(source)
    lines = [line for n in range(40) for line in told.kind.replay(told.packed, KEY, n)]
    assert any("misses: nobody there" in line for line in lines)


def test_as_9_6_arrow_iv_is_artillery():
    """AS-9.6: 4 + 1 + 1 to hit, no attack type; any points; 2 damage in the template; a slot more for the first."""
    two = [{**ATLAS, "at": [0, 0]}, {"name": "far", "at": [20, 7]}]
    shells = [{"type": "arrow_iv", "at": [0, 0]}, {"type": "arrow_iv", "at": [20, 7]}]
    source = scenario("artillery", *two, kind="bombing_run", bombs=shells, attacker={"skill": 2})
    assert prepare(source).packed.targets.tolist() == [8, 8]
    miss = 1 - chance(8)
    assert table(source, "damage:far") == {0: miss - miss / 6, 2: chance(8) + miss / 6}  # scatters like a dive
    asce = {**source, "rulings": {"ruleset": "asce"}}
    assert prepare(asce).packed.targets.tolist() == [8, 8]  # area + 1 is in it already
    rows = {row.key: row for row in CATALOG.rows("bombs")}
    assert slots_taken([rows["arrow_iv"], rows["arrow_iv"]]) == 3
    assert slots_taken([rows["he"], rows["light_aa_arrow"]]) == 2
    three = {**source, "attacker": {"unit": "stuka_stu_k5"}}
    assert prepare(three).packed.targets.tolist() == [10, 10]
    refused("4 slots", {**three, "bombs": [*shells, shells[0]]})
    refused("no bomb of a artillery", {**source, "bombs": [{"type": "he", "at": [0, 0]}]})


def test_a_point_of_impact_lies_on_the_table():
    """G-1, AS-7.8: what falls off the table is lost, so nobody aims there."""
    path = {"p0": [10, 0], "heading": 0, "table": [20, 20]}
    for rulings in ({}, {"scatter_off_map": "clamp_to_edge"}):
        source = scenario("artillery", {**ATLAS, "at": [0, 5]}, kind="bombing_run", path=path, rulings=rulings)
        assert prepare({**source, "bombs": [{"type": "arrow_iv", "at": [0, 5]}]})
        off = {**source, "bombs": [{"type": "arrow_iv", "at": [-1, 5]}]}
        refused(r"lies off the table \(G-1\)", off)


def test_as_9_6_pods_and_bombs_share_the_slots():
    """AS-9.6, AS-1.10: a slot each, whether it falls or is fired from another arc."""
    craft = {"attacker": {"unit": "test_cutter", "skill": 3}, "data": {"aerospace": str(CRAFT)}}
    source = scenario("dive", {**ATLAS, "at": [0, 0]}, **craft)
    strike = {"target": "atlas", "arc": "right"}
    full = {**source, "bombs": [{"type": "he", "at": [0, 0], "count": 11}], "strikes": [{**strike, "pods": 1}]}
    assert prepare(full)
    more = {**full, "bombs": [{"type": "he", "at": [0, 0], "count": 12}]}
    refused("13 slots of bombs and rocket pods; test_cutter has BOMB12", more)
    refused("13 slots of bombs and rocket pods", {**full, "strikes": [{**strike, "pods": 2}]})


def test_as_9_6_arrows_between_aircraft_and_tag_pods():
    """AS-9.6: 2 and 1 damage to Medium; a TAG pod is a strike with 2 more. Rules that no kind plays (README)."""
    rows = {row.key: row for row in CATALOG.rows("bombs")}
    assert [arrow_damage(rows["aa_arrow"], bracket) for bracket in range(4)] == [2, 2, 0, 0]
    assert [arrow_damage(rows["light_aa_arrow"], bracket) for bracket in (1, 2)] == [1, 0]
    assert designation_number(6, rows["tag_pod"], 1) == 9


# ---------------------------------------------------------------- several arcs (AS-15.1)

AERODYNE = {"unit": "leopard_2537", "skill": 2}
BOMB = [{"type": "he", "at": [0, 0]}]


def test_as_15_1_a_bombing_run_beside_the_attacks_of_other_arcs(tmp_path):
    """AS-15.1: bombs in place of one arc's attack, a strafe with the front arc, strikes; four attacks at most."""
    arcs = "front:4/4/3/0|left:3/3/2/0|right:3/3/2/0|rear:2/2/0/0"
    row = ("id,name,type,size,thrust,move_mode,dmg_s,dmg_m,dmg_l,armor,structure,threshold,bomb,arcs\n"
           f"own,Own Ship,DA,1,5,a,4,4,3,20,10,3,4,{arcs}\n")  # fmt: skip
    (tmp_path / "ships.csv").write_text(row, encoding="utf-8")
    own = {"data": {"aerospace": str(tmp_path / "ships.csv")}, "attacker": {"unit": "own", "skill": 2}}
    strikes = [{"target": "atlas"}, {"target": "atlas", "arc": "right"}]
    source = scenario("dive", ATLAS, {"name": "bare", "at": [2, 0]}, bombs=BOMB, strikes=strikes, **own)
    bombs, hit = (
        table(scenario("dive", ATLAS, {"name": "bare", "at": [2, 0]}, bombs=BOMB, **own), "damage:atlas"),
        chance(2 + 2 + 1),
    )
    law = {}
    for points, p in bombs.items():
        for front, right, q in (
            (0, 0, (1 - hit) ** 2),
            (4, 0, hit * (1 - hit)),
            (0, 3, hit * (1 - hit)),
            (4, 3, hit**2),
        ):
            law[points + front + right] = law.get(points + front + right, 0) + p * q
    assert table(source, "damage:atlas") == law
    counts_are_the_law(source)
    assert prepare(source).packed.shots[:, 5].tolist() == [1, 2]  # numbered behind the bomb
    all_four = {**source, "strafe": {"start": 0}, "strikes": [{"target": "atlas", "arc": "left"}, strikes[1]]}
    assert prepare(all_four).packed.shots.shape[0] == 4
    counts_are_the_law(all_four)
    refused("too many", {**all_four, "strikes": [*all_four["strikes"], {"target": "atlas"}]})
    refused("too many", scenario("dive", ATLAS, bombs=BOMB, strikes=strikes[:1], attacker={"unit": "stuka_stu_k5"}))
    best = {**source, "bombs": [{"type": "he"}], "placement": "best"}
    refused("no other arc attacks", best)


def test_as_15_1_one_altitude_for_all_attacks_of_a_turn(tmp_path):
    """Section 0.4: beside an altitude run in asce strikes are made from High, at Long."""
    arcs = "front:4/4/3/0|left:3/3/2/0|right:3/3/2/0|rear:2/2/0/0"
    row = ("id,name,type,size,thrust,move_mode,dmg_s,dmg_m,dmg_l,armor,structure,threshold,bomb,arcs\n"
           f"own,Own Ship,DA,1,5,a,4,4,3,20,10,3,4,{arcs}\n")  # fmt: skip
    (tmp_path / "ships.csv").write_text(row, encoding="utf-8")
    own = {"data": {"aerospace": str(tmp_path / "ships.csv")}, "attacker": {"unit": "own", "skill": 2}}
    source = scenario("altitude", ATLAS, bombs=BOMB, strikes=[{"target": "atlas"}], rulings={"ruleset": "asce"}, **own)
    number, points = prepare(source).packed.shots[0, 1:3].tolist()
    assert (number, points) == (2 + 1 + 4 + 1, 3)
    refused("made at low", {**source, "strikes": None, "strafe": {"start": 0}} | {"strikes": [{"target": "atlas"}]})
