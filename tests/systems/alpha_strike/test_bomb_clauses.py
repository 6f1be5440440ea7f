"""Clauses of scatter, areas, bombs and their damage (alpha_strike, sections 5, 7, 8, 9), one by one."""

from fractions import Fraction as F

import numpy as np
import pytest

from simlab.catalog import open_catalog
from simlab.contract import Rulings
from simlab.dice import key_from_seed
from simlab.errors import ScenarioError
from simlab.execute import prepare, run
from simlab.systems.alpha_strike.rules.dice import WAYS, chance
from simlab.systems.alpha_strike.rules.scatter import bearings, landing_law, landing_place, most_steps, radius_in
from simlab.systems.alpha_strike.rulings import RULINGS
from simlab.systems.alpha_strike.units import TABLES

CATALOG = open_catalog("alpha_strike", TABLES)
KEY = key_from_seed(7)


def rulings(**given):
    return Rulings(RULINGS, given)


def scenario(bombs, target=({"name": "X"},), attack="dive", kind="bombing_run", given=None, **keys):
    return {"system": "alpha_strike", "kind": kind, "attack": attack, "bombs": list(bombs), "target": list(target),
            "rulings": given or {}, **keys}  # fmt: skip


def bomb(type_="he", at=(0, 0), count=1):
    return {"type": type_, "at": list(at), "count": count}


def exactly(source):
    result = run(source, exact_fractions=True)
    return {
        table.name: {row[0] if len(row) == 1 else row: p for row, p in zip(
            table.rows, result.space.values(result.fractions, table.name), strict=True) if p}
        for table in result.space.tables
    }  # fmt: skip


def refused(match, source):
    with pytest.raises(ScenarioError, match=match):
        prepare(source)


# ---------------------------------------------------------------- section 5: points and bombs


def test_as_5_5_points_of_an_altitude_run():
    """AS-5.5: two or more points, 2 in apart, a bomb at least on each."""
    pair = [bomb(at=(0, 0)), bomb(at=(2, 0))]
    assert prepare(scenario(pair, attack="altitude"))
    refused("asks for 2 or more", scenario([bomb(count=2)], attack="altitude"))
    refused("3 in apart", scenario([bomb(), bomb(at=(3, 0))], attack="altitude"))
    refused("each takes one at least", scenario([{"type": "he"}], attack="altitude", points=[[0, 0], [2, 0]]))
    refused("is not on it", scenario([bomb(), bomb(at=(2, 1))], attack="altitude"))
    refused("is not on it", scenario([bomb(), bomb(at=(2, 0))], attack="altitude", path={"length_in": 1}))
    asce = {"ruleset": "asce"}
    assert prepare(scenario([bomb()], attack="altitude", given=asce))
    refused("exactly_1", scenario([bomb(count=2)], attack="altitude", given=asce))


def test_as_5_5_bombs_are_dealt_out():
    """Ruling altitude_split: 5 bombs on 2 points are 3 and 2, or 4 and 1 with all extra on the first."""
    both = [{"name": name, "at": [at, 0]} for name, at in (("a", 0), ("b", 2))]
    source = scenario([{"type": "cluster", "count": 5}], both, "altitude", points=[[2, 0], [0, 0]])
    points = prepare(source).packed
    assert points.targets.size == 5
    given = {"aoe_boundary": "exclusive"}
    he = {**source, "bombs": [{"type": "he", "count": 5}], "rulings": given}
    rules = ("even_front_loaded", "all_extra_on_first")
    on_point = {rule: _on_point({**he, "rulings": {**given, "altitude_split": rule}}) for rule in rules}
    assert on_point == {"even_front_loaded": [3, 2], "all_extra_on_first": [4, 1]}


def _on_point(source):
    """Bombs that hurt each target when they fall on their points."""
    packed = prepare(source).packed
    fields = packed.fields[packed.fields[:, 1] == 0]
    at_home = packed.effects[:, 0, :]
    return [int((((at_home[:, field[2]] >> field[3]) & field[4]) > 0).sum()) for field in fields]


def test_as_5_6_a_dive_has_one_point():
    """AS-5.6: any number of bombs on one point."""
    assert prepare(scenario([bomb(count=7)]))
    refused("one point of impact", scenario([bomb(), bomb(at=(2, 0))]))
    refused("one point of impact", scenario([{"type": "he"}], points=[[0, 0], [2, 0]]))
    refused("no bomb has a place", scenario([{"type": "he"}]))


def test_bombs_may_stand_in_the_table_of_the_attacker():
    """In TOML what follows [attacker] belongs to it."""
    outside = prepare(scenario([bomb(count=2)], attacker={"skill": 3})).packed
    source = scenario([])
    del source["bombs"]
    inside = prepare({**source, "attacker": {"skill": 3, "bombs": [bomb(count=2)]}}).packed
    assert (inside.falls == outside.falls).all()
    refused("attacker.bombs: no such key", {**source, "bombs": [bomb()], "attacker": {"bombs": [bomb()]}})


# ---------------------------------------------------------------- section 7: rolling and scatter


def test_as_7_1_strafing_rolls_for_each_unit():
    """AS-7.1: independent rolls; with one roll for the lane who is harder to hit is never hit alone."""
    lane = {"system": "alpha_strike", "kind": "attack", "attack": "strafe", "attacker": {"short": 2},
            "target": [{"name": "easy"}, {"name": "hard", "move_in": 12}]}  # fmt: skip
    apart, single = exactly(lane), exactly({**lane, "rulings": {"strafe_rolls": "single_roll"}})
    easy, hard = chance(8), chance(10)
    assert apart["joint"][1, 0] == apart["hits"][1] == easy * (1 - hard) + hard * (1 - easy)
    assert single["hits"] == {0: 1 - easy, 1: easy - hard, 2: hard}


def test_as_7_2_a_strike_rolls_once():
    """AS-7.2: a miss does nothing."""
    law = exactly({"system": "alpha_strike", "kind": "attack", "attack": "strike", "attacker": {"short": 3},
                   "target": [{"name": "X"}]})["damage:X"]  # fmt: skip
    assert law == {0: 1 - chance(6), 3: chance(6)}


def test_as_7_3_every_bomb_rolls_and_scatters_alone():
    """AS-7.3: two bombs are the square of one; per_attack ties their misses together."""
    far = [{"name": "X", "at": [2, 0]}]
    one, two = exactly(scenario([bomb()], far))["damage:X"], exactly(scenario([bomb(count=2)], far))["damage:X"]
    assert two[4] == one[2] ** 2
    tied = exactly(scenario([bomb(count=2)], far, given={"scatter_grouping": "per_attack"}))["damage:X"]
    miss_on = one[2] - chance(6)  # scattered onto X
    assert tied[4] == chance(6) ** 2 + 2 * chance(6) * miss_on + (1 - chance(6)) * miss_on


def test_as_2_4_and_7_4_directions():
    """AS-2.4, AS-7.4: dive six, 60 degrees apart, clockwise; altitude three, faces 1-2, 3-4, 5-6."""
    assert bearings("dive", rulings()) == (0, 60, 120, 180, 240, 300)
    assert bearings("altitude", rulings()) == (-60, -60, 0, 0, 60, 60)
    maps = {
        "three_axes": (0, 0, 120, 120, 240, 240),
        "line": (0, 0, 0, 0, 180, 180),
        "six": (0, 60, 120, 180, 240, 300),
    }
    for word, faces in maps.items():
        assert bearings("altitude", rulings(altitude_scatter_map=word)) == faces
        assert bearings("dive", rulings(altitude_scatter_map=word)) == bearings("dive", rulings())
    turned = rulings(scatter_rotation="counterclockwise")
    assert bearings("altitude", turned) == (60, 60, 0, 0, -60, -60)
    assert bearings("dive", rulings(scatter_reference="north"), 90) == (-90, -30, 30, 90, 150, 210)


def test_as_7_5_distances():
    """AS-7.5: a die times 2 in, or 2 in for each point missed."""
    assert [landing_place(5, 6, 1, pip, 6, 0) for pip in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    by_margin = rulings(scatter_distance="2xmof")
    assert (most_steps(6, by_margin), most_steps(12, by_margin)) == (4, 10)
    assert [landing_place(total, 6, 2, 6, 4, 1) for total in range(2, 7)] == [8, 7, 6, 5, 0]


@pytest.mark.parametrize("target", [2, 3, 6, 9, 12, 13, 15])
def test_as_7_6_the_law_of_one_bomb(target):
    """AS-7.6: h on the point, (1 - h) / 36 on each dive point, twice that on each of 18 altitude points."""
    law, hit = landing_law(target, 6, rulings()), chance(target)
    assert law.get(0, 0) == hit
    scattered = {place: p for place, p in law.items() if place}
    assert set(scattered.values()) <= {(1 - hit) / 36}
    assert sum(law.values()) == 1
    margin = landing_law(
        target, most_steps(target, rulings(scatter_distance="2xmof")), rulings(scatter_distance="2xmof")
    )
    assert sum(margin.values()) == 1
    if 2 < target < 13:
        assert margin[1] == F(WAYS[target - 1], 36) / 6


def test_as_7_7_is_what_the_kind_gives():
    """AS-7.7: see also the printed table among the worked examples."""
    for skill in range(1, 9):
        h = chance(skill + 2)
        assert exactly(scenario([bomb()], attacker={"skill": skill}))["damage:X"].get(2, 0) == h + (1 - h) / 6
        cluster = exactly(scenario([bomb("cluster")], attacker={"skill": skill}))["damage:X"].get(1, 0)
        assert cluster == h + (1 - h) / 2


def test_as_7_8_scattered_bombs_work_where_they_land():
    """AS-7.8: friends too; off the table they are lost, or land on its edge by ruling; the edge belongs to it."""
    friend = [{"name": "X", "side": "friend", "at": [8, 0]}]
    hit = exactly(scenario([bomb()], friend))["friend_hit"]["yes"]
    assert hit == (1 - chance(6)) / 6 * F(3, 6)  # ahead, 6, 8 or 10 in
    assert exactly(scenario([bomb()], friend, given={"scattered_bomb_hits_friends": "no"}))["friend_hit"] == {"no": 1}
    at_edge = [{"name": "X", "at": [4, 10]}]
    table = {"path": {"p0": [4, 0], "table": [10, 10]}}
    dive = scenario([bomb(at=(4, 6))], at_edge, **table)
    kept = exactly({**dive, "rulings": {"scatter_off_map": "clamp_to_edge"}})["damage:X"][2]
    lost = exactly(dive)["damage:X"][2]
    assert lost == (1 - chance(6)) / 6 * F(2, 6)  # 2 in ahead is 2 in away, 4 in is on it
    assert kept == (1 - chance(6)) / 6 * F(6, 6)  # farther ones stop at the edge
    beyond = exactly(scenario([bomb(at=(4, 6))], at_edge, given={"aoe_boundary": "exclusive"}, **table))["damage:X"][2]
    assert beyond == (1 - chance(6)) / 36  # exactly on the edge


# ---------------------------------------------------------------- sections 8 and 9: what bombs do


def effect(type_, target, given=None):
    """(damage, heat) of a bomb on its point to the one unit there."""
    packed = prepare(scenario([bomb(type_)], [{"name": "X", **target}], kind="attack", given=given)).packed
    return int(packed.damage[0, 0, 0]), int(packed.heat[0, 0, 0])


def test_as_9_1_9_2_9_3_bombs():
    """AS-9.1, AS-9.2, AS-9.3: HE 2, cluster 1, inferno 2 heat, or 2 damage without a heat scale; radii 2, 6, 2."""
    mech, tank, ship = ({"unit": unit} for unit in ("atlas_as7_d", "scorpion_light_tank", "union_2708"))
    assert [effect(type_, mech) for type_ in ("he", "cluster", "inferno", "laser_guided", "thunder")] == [
        (2, 0), (1, 0), (0, 2), (2, 0), (0, 0),
    ]  # fmt: skip
    assert effect("inferno", tank) == effect("inferno", ship) == (2, 0)
    assert effect("inferno", ship, {"inferno_dropship": "yes"}) == (0, 0)
    assert effect("inferno", tank, {"inferno_non_heat": "none"}) == (0, 0)
    assert effect("inferno", {"heat_scale": True}) == (0, 2)
    rows = {row.key: row for row in CATALOG.rows("bombs")}
    assert [radius_in(rows[key], rulings()) for key in ("he", "cluster", "inferno")] == [2, 6, 2]
    assert [radius_in(rows[key], rulings(aoe_measure="diameter")) for key in ("he", "cluster", "thunder")] == [1, 3, 1]


def test_as_8_4_and_9_4_who_is_in_the_area():
    """AS-8.4, AS-9.4, G-8: centre within the radius, friend or foe; edge, base, airborne units by ruling."""

    def affected(target, given=None, type_="he"):
        return effect(type_, target, given)[0] > 0

    assert affected({"at": [2, 0]})
    assert not affected({"at": [2, 0]}, {"aoe_boundary": "exclusive"})
    assert affected({"at": [1.2, 1.6]})
    assert not affected({"at": [1.2, 1.6]}, {"aoe_boundary": "exclusive"})
    assert not affected({"at": [2.001, 0], "base_radius": 1})
    assert affected({"at": [2.5, 0], "base_radius": 1}, {"aoe_inside_test": "any_base"})
    assert not affected({"at": [1.5, 0]}, {"aoe_measure": "diameter"})
    heli = {"unit": "warrior_attack_helicopter_h_7"}
    assert not affected(heli)
    assert affected(heli, {"aoe_airborne": "yes"})
    assert affected({**heli, "airborne": False})
    high = {"at": [0, 0], "elevation": 3}
    assert affected(high)
    assert not affected(high, {"ruleset": "asce"})  # elevation counts there (G-8)
    assert affected({"side": "friend"})
    assert affected({"concealed": True})  # AS-5.1


def test_as_8_5_water():
    """AS-8.5: depth adds to the distance; half, 1 at least; an automatic critical roll even with armor left."""
    assert effect("he", {"depth": 2}) == (1, 0)
    assert effect("cluster", {"depth": 1}) == (1, 0)
    assert effect("he", {"depth": 2.001}) == (0, 0)
    assert effect("he", {"depth": 1.5, "at": [0.6, 0]}) == (0, 0)
    assert effect("inferno", {"depth": 1, "unit": "atlas_as7_d"}) == (0, 2)  # heat is not halved
    assert effect("inferno", {"depth": 1}) == (1, 0)
    sunk = {"unit": "atlas_as7_d", "depth": 1}
    law = exactly(scenario([bomb()], [{"name": "X", **sunk}], kind="attack"))["fate:X"]
    touched = 1 - law["untouched"]
    assert law["destroyed_by_critical"] == touched * F(2, 36)  # Ammo Hit or Destroyed, through all of its armor
    assert law["armor"] == touched * F(8, 36)


def test_as_8_7_one_attack_on_a_card():
    """AS-8.7: armor first; structure marked is a critical roll; excess is lost; infantry never rolls."""
    strike = {"system": "alpha_strike", "kind": "attack", "attack": "strike", "attacker": {"short": 3}}
    mech = exactly({**strike, "target": [{"name": "X", "unit": "atlas_as7_d", "armor_left": 1}]})["fate:X"]
    hit = 1 - mech["untouched"]
    assert mech["structure"] == hit * F(8, 36)  # no effect
    assert mech["destroyed_by_critical"] == hit * F(2, 36)
    whole = exactly({**strike, "target": [{"name": "X", "unit": "atlas_as7_d"}]})["fate:X"]
    assert set(whole) == {"untouched", "armor"}
    case = [{"name": "X", "unit": "rifleman_iic_6", "armor_left": 0}]
    softened = exactly({**strike, "target": case})["fate:X"]
    assert 0 < softened["destroyed_by_critical"] / (1 - softened["untouched"]) < F(2, 36)  # CASE (AS-10.4)
    platoon = exactly({**strike, "target": [{"name": "X", "unit": "foot_platoon_mg"}]})["fate:X"]
    assert set(platoon) == {"untouched", "destroyed"}
    bar = exactly({**strike, "target": [{"name": "X", "unit": "merkava_heavy_tank_mk_vi"}]})["fate:X"]
    assert bar["destroyed_by_critical"] > 0  # BAR rolls on any damage


def test_as_8_8_an_effect_that_cannot_apply():
    """AS-8.8: 1 more damage without a roll; ignored, or rolled again, by ruling."""
    target = [{"name": "X", "unit": "lrm_carrier", "armor_left": 0, "structure_left": 2, "move_lost_in": 6}]
    source = {
        "system": "alpha_strike",
        "kind": "attack",
        "attack": "strike",
        "attacker": {"short": 1},
        "target": target,
    }
    laws = {word: exactly({**source, "rulings": {"inapplicable_crit": word}})["fate:X"]
            for word in ("plus_1_damage_no_roll", "ignore", "reroll")}  # fmt: skip
    hit = 1 - laws["ignore"].get("untouched", 0)
    assert laws["plus_1_damage_no_roll"]["destroyed"] == hit * F(1, 36)  # a vehicle's Engine Hit at Move 0
    assert "destroyed" not in laws["ignore"]
    lost, of = laws["ignore"]["destroyed_by_critical"], laws["reroll"]["destroyed_by_critical"]
    assert of == lost * F(36, 35)


def test_as_9_5_bombs_add_up_each_by_itself():
    """AS-9.5, AS-8.7: two instances owe two critical rolls, pooled ones owe one."""
    target = [{"name": "X", "unit": "atlas_as7_d", "armor_left": 0}]
    source = scenario([bomb(count=2)], target, kind="attack", attacker={"skill": 0})
    apart, pooled = (
        exactly({**source, "rulings": {"bomb_instances": word}})["fate:X"] for word in ("per_bomb", "pooled")
    )
    assert pooled["destroyed_by_critical"] < apart["destroyed_by_critical"]
    assert pooled["destroyed_by_critical"] == F(2, 36)  # target number 2: both always fall on it


def test_as_9_6_other_stores():
    """AS-9.6: laser-guided 2 easier when painted; rockets add 1 to a strike; what is no bomb is refused by name."""
    numbers = [
        prepare(scenario([bomb("laser_guided")], attacker={"painted": word})).packed.targets[0] for word in (0, 1)
    ]
    assert numbers == [6, 4]
    for type_ in ("rocket_launcher", "aa_arrow", "arrow_iv", "tag_pod"):
        refused(f"{type_} is no bomb of a dive run", scenario([bomb(type_)]))
    refused('no "napalm" in bombs.csv', scenario([bomb("napalm")]))


def test_as_9_7_every_bomb_of_the_list_falls():
    """AS-9.7: spent whether it hits or not; with a limit only the first ones fall."""
    assert prepare(scenario([bomb(count=5)])).packed.row.size == 5
    assert prepare(scenario([bomb(count=5)], given={"max_bombs_per_attack": 2})).packed.row.size == 2


def test_as_8_9_riders_are_hit_with_their_transport_by_areas():
    """AS-8.9: a rider stands at the place of its transport."""
    pair = [
        {"name": "tank", "unit": "scorpion_light_tank"},
        {"name": "rider", "unit": "elemental_battle_armor_mg_sqd5"},
    ]
    tables = exactly(scenario([bomb()], pair))
    assert tables["damage:tank"] == tables["damage:rider"]
    assert tables["damage_enemy"] == {0: tables["damage:tank"][0], 4: tables["damage:tank"][2]}


def test_a_bomb_in_odd_place_reads_the_lower_hand():
    """README, Dice: two bombs share a word; the four dice of each are those that its hand shows one by one."""
    from simlab.dice import face, level, lower, rest, spot, upper
    from simlab.systems.alpha_strike.addresses import AIR_TO_GROUND, AIRCRAFT, DROP

    prepared = prepare(scenario([bomb(count=3)], [{"name": "X"}, {"name": "Y", "at": [4, 0]}]))
    counts = np.zeros(prepared.space.size, np.int64)
    for trial in range(200):
        before = counts.copy()
        prepared.kind.kernel.play_plainly(prepared.packed, KEY, trial, trial + 1, counts)
        damage = [0, 0]
        for number in range(3):
            word = level(level(level(KEY, trial), 1), spot(AIR_TO_GROUND, AIRCRAFT, DROP, number // 2))
            hand, dice = (upper(word), lower(word))[number % 2], []
            for _ in range(4):
                dice.append(face(hand, 6))
                hand = rest(hand, 6)
            if dice[0] + dice[1] >= 6:
                at = (0.0, 0.0)
            else:
                angle = np.radians(60 * (dice[2] - 1))
                at = (2 * dice[3] * np.cos(angle), 2 * dice[3] * np.sin(angle))
            for unit, place in enumerate(((0, 0), (4, 0))):
                damage[unit] += 2 if np.hypot(at[0] - place[0], at[1] - place[1]) <= 2 + 1e-9 else 0
        new = {(block.name, row) for block in prepared.space.counted for cell, row in enumerate(block.rows)
               if (counts - before)[prepared.space.offset(block.name) + cell]}  # fmt: skip
        assert {("damage:X", (damage[0],)), ("damage:Y", (damage[1],)), ("joint", (sum(damage), 0))} == new
