"""Clauses of cards, dice and declaring (alpha_strike, sections 1, 2, 5, 15), one by one."""

from fractions import Fraction as F

import pytest
from attack_scenarios import CATALOG, refused, rulings, scenario, shots

from simlab.execute import prepare, run
from simlab.systems.alpha_strike.attack.card.pack import NUMBER, POINTS
from simlab.systems.alpha_strike.rules.dice import WAYS, chance, target_numbers, total_law
from simlab.systems.alpha_strike.rules.to_hit import (
    range_bracket,
)
from simlab.systems.alpha_strike.rules.values import half_points, halved

# ---------------------------------------------------------------- section 1: cards


def test_as_1_1_a_card_has_its_fields():
    """AS-1.1: name, type, size, Move or Thrust, damage by range, OV, armor, structure, threshold, specials, PV."""
    stuka, atlas = CATALOG.unit("stuka_stu_k5", ("aerospace",), ""), CATALOG.unit("atlas_as7_d", ("ground",), "")
    assert (stuka.type, stuka.size, stuka.thrust, stuka.ov, stuka.armor, stuka.structure, stuka.th, stuka.pv) == (
        "AF", 3, 5, 1, 8, 5, 3, 47,
    )  # fmt: skip
    assert stuka.damage() == ("4", "5", "2", "0")
    assert (atlas.type, atlas.inches, atlas.armor, atlas.structure, atlas.pv) == ("BM", 6, 10, 8, 52)


def test_as_1_2_and_1_3_motive_codes_and_types():
    """AS-1.2, AS-1.3: a, i, p in the air; VTOLs and WiGEs are vehicles on the ground tables that fly."""
    assert {row.move_mode for row in CATALOG.rows("aerospace")} <= {"a", "i", "p"}
    heli = CATALOG.unit("warrior_attack_helicopter_h_7", ("ground",), "")
    assert (heli.type, heli.flies, heli.is_vehicle) == ("CV", True, True)
    sylph = CATALOG.unit("sylph_battle_armor_sqd5", ("ground",), "")
    assert (sylph.type, sylph.flies) == ("BA", True)


def test_as_1_4_sizes_follow_mass():
    """AS-1.4 on every aerospace row."""
    from simlab.systems.alpha_strike.rules.conversion import size_of

    for row in CATALOG.rows("aerospace"):
        if row.type != "CF" and row.tons:
            assert row.size == size_of(row.tons, row.is_large), row.id


def test_as_1_5_damage_tokens():
    """AS-1.5: 0* is minimal damage, 4 or more on a die; overheat is added whatever it shows; 0 cannot attack."""
    assert [half_points(token) for token in ("-", "0", "0*", "1", "12")] == [0, 0, 1, 2, 24]
    minimal = scenario(attacker={"skill": 2, "short": "0*", "ov": 2, "overheat": 2})
    result = run(minimal, exact_fractions=True)
    law = dict(zip(range(4), result.space.values(result.fractions, "damage:X"), strict=True))
    assert law == {0: 1 - chance(4), 1: 0, 2: chance(4) / 2, 3: chance(4) / 2}
    refused("cannot strike", scenario(attacker={"short": "0", "ov": 2, "overheat": 2}))
    refused("cannot strafe", scenario("strafe", attacker={"short": "-"}))


def test_as_1_6_who_tracks_heat():
    """AS-1.6: 'Mechs and aerospace fighters only."""
    for row in (*CATALOG.rows("aerospace"), *CATALOG.rows("ground")):
        assert row.heat_scale == (row.type in ("BM", "IM", "AF")), row.id


def test_as_1_7_threshold():
    """AS-1.7: a third of the armor, a twelfth with four arcs, rounded up."""
    for row in CATALOG.rows("aerospace"):
        blank = row.model_copy(update={"threshold": None})
        if row.type in ("AF", "CF") or row.arcs:
            assert blank.th == row.threshold, row.id


def test_as_1_8_skill_is_the_base():
    """AS-1.8: one point of Skill is one point of the target number."""
    numbers = [shots(scenario(attacker={"skill": skill, "short": "2"}))[0, NUMBER] for skill in range(9)]
    assert [number - numbers[0] for number in numbers] == list(range(9))


def test_as_1_9_landed_aerospace_is_a_target_on_the_ground():
    """AS-1.9, AS-13.7: it stays landed, without movement; a spheroid DropShip is immobile (AS-15.5)."""
    landed = scenario(target=[{"name": "X", "unit": "corsair_csr_v12"}], attacker={"short": "2"})
    assert shots(landed)[0, NUMBER] == 4 + 2
    union = scenario(target=[{"name": "X", "unit": "union_2708"}], attacker={"short": "2"})
    assert shots(union)[0, NUMBER] == 4 + 2 - 4 - 2
    shuttle = scenario(target=[{"name": "X", "unit": "shuttle_st_46"}], attacker={"short": "2"})
    assert shots(shuttle)[0, NUMBER] == 4 + 2 - 1


def test_as_1_10_the_load_fits_the_card():
    """AS-1.10: no more bombs than BOMB#."""
    bombs = [{"type": "he", "at": [0, 0], "count": 3}]
    assert len(prepare(scenario("dive", bombs=bombs, attacker={"unit": "stuka_stu_k5"})).packed.row) == 3
    refused("4 slots of bombs; stuka_stu_k5 has BOMB3", scenario(
        "dive", bombs=[{**bombs[0], "count": 4}], attacker={"unit": "stuka_stu_k5"}))  # fmt: skip
    refused("BOMB0", scenario("dive", bombs=bombs, attacker={"unit": "leopard_2537"}))


def test_as_1_12_battle_armor():
    """AS-1.12: dive, cluster, its own place; in the Commander's Edition within 2 in."""
    sylph = {"unit": "sylph_battle_armor_sqd5", "at": [5, 3]}
    one = [{"type": "cluster", "at": [5, 3]}]
    assert len(prepare(scenario("dive", bombs=one, attacker=sylph)).packed.row) == 1
    refused("cluster bombs only", scenario("dive", bombs=[{"type": "he", "at": [5, 3]}], attacker=sylph))
    beside = scenario("dive", bombs=[{"type": "cluster", "at": [6, 3]}], attacker=sylph)
    refused("where it hovers", beside)
    assert prepare({**beside, "rulings": {"ruleset": "asce"}})
    pair = [{"type": "cluster", "at": [0, 0]}, {"type": "cluster", "at": [2, 0]}]
    refused("no altitude run", scenario("altitude", bombs=pair, attacker={"unit": "sylph_battle_armor_sqd5"}))
    refused("only dive-bombs", scenario("strafe", attacker={"unit": "sylph_battle_armor_sqd5"}))
    refused("makes no attack from the air", scenario(attacker={"unit": "atlas_as7_d"}))


# ---------------------------------------------------------------- section 2: dice


def test_as_2_1_the_law_of_two_dice():
    """AS-2.1: the printed table; 2 and less always, 13 and more never."""
    printed = {2: 1, 3: F(35, 36), 4: F(11, 12), 5: F(5, 6), 6: F(13, 18), 7: F(7, 12), 8: F(5, 12), 9: F(5, 18),
               10: F(1, 6), 11: F(1, 12), 12: F(1, 36), 13: 0}  # fmt: skip
    assert target_numbers() == printed
    assert (chance(-3), chance(1), chance(40)) == (1, 1, 0)
    assert list(WAYS[2:]) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(total_law().values()) == 1


def test_as_2_3_rounding():
    """AS-2.3: halves up."""
    assert [halved(value, 2, 0) for value in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]
    assert [halved(value, 2, 1) for value in range(1, 8)] == [0, 1, 1, 2, 2, 3, 3]


# ---------------------------------------------------------------- section 5: declaring


@pytest.mark.parametrize("hidden", [{"depth": 1}, {"concealed": True}])
def test_as_5_1_line_of_sight(hidden):
    """AS-5.1: the submerged and concealed are not struck, strafes pass over them, bombs reach them."""
    target = [{"name": "X", **hidden}, {"name": "Y", "at": [1, 0]}]
    refused("hidden", scenario(target=target, strike_at="X", attacker={"short": "2"}))
    assert shots(scenario("strafe", target, attacker={"short": "2"}))[:, 0].tolist() == [1]
    assert shots(scenario("strafe", target, {"los_text_error": "literal"}, attacker={"short": "2"}))[:, 0].tolist() == [
        0
    ]
    bombed = prepare(scenario("dive", target, bombs=[{"type": "he", "at": [0, 0]}]))
    assert bombed.packed.damage[0, 0].all()


def test_as_5_3_the_lane():
    """AS-5.3, G-5: 10 in long, 2 in wide, edges in; friends too; helicopters in flight count as on the ground."""
    places = {"start": (0, 0), "end": (10, 1), "beyond": (10.001, 0), "beside": (5, -1.001), "edge": (3, -1)}
    target = [{"name": name, "at": list(at), "side": "friend"} for name, at in places.items()]
    target.append({"name": "heli", "unit": "warrior_attack_helicopter_h_7", "at": [4, 0]})
    source = scenario("strafe", target, attacker={"short": "2"})
    assert shots(source)[:, 0].tolist() == [0, 1, 4, 5]
    skipping = {**source, "rulings": {"strafe_friendly": "attacker_may_skip"}}
    assert shots(skipping)[:, 0].tolist() == [5]
    refused("strafe_length asks for 10 in", {**source, "strafe": {"length_in": 6}})
    refused("leaves the path", {**source, "strafe": {"start": 3}, "path": {"length_in": 12}})


def test_as_5_3_any_part_of_the_base():
    target = [
        {"name": "near", "at": [5, 1.5], "base_radius": 0.5},
        {"name": "corner", "at": [10.5, 1.5], "base_radius": 0.5},
    ]
    source = scenario("strafe", target, {"strafe_inside_test": "any_base"}, attacker={"short": "2"})
    assert shots(source)[:, 0].tolist() == [0]  # the corner is 0.707 in away
    assert len(shots({**source, "rulings": {}})) == 0


def test_as_5_2_and_5_4_a_strike_lies_on_the_path():
    """AS-5.2, AS-5.4, G-4: within 1 in of the path, between its ends."""
    for at, allowed in (((0, 1), True), ((0, 1.001), False), ((40, 0), True), ((40.001, 0), False), ((-0.1, 0), False)):
        source = scenario(target=[{"name": "X", "at": list(at)}], path={"length_in": 40}, attacker={"short": "2"})
        if allowed:
            assert len(shots(source)) == 1
        else:
            refused("more than 1 in", source)
            assert len(shots({**source, "rulings": {"strike_lane": "any_on_table"}})) == 1


def test_as_5_4_arcs_of_a_strike():
    """AS-5.4, AS-8.6, AS-15.3: the rear arc of a spheroid DropShip, by ruling its front; forward arcs of others."""
    target = [{"name": "X"}]
    assert shots(scenario(target=target, attacker={"unit": "union_2708"}))[0, POINTS] == 3
    front = scenario(target=target, attacker={"unit": "union_2708"}, given={"spheroid_strike_arc": "front"})
    assert shots(front)[0, POINTS] == 6
    taxi = scenario(target=target, attacker={"unit": "battle_taxi_nl_42"})
    assert shots(taxi)[0, POINTS] == 1


def test_as_15_1_attacks_by_arc():
    """AS-15.1, AS-15.2, AS-3.3: aerodynes strike with three arcs; a strafe takes the front one; others attack once."""
    leopard = {"unit": "leopard_2537"}
    three = scenario(attacker=leopard, strikes=[{"target": "X"}] * 3)
    assert shots(three)[:, POINTS].tolist() == [4, 3, 3]
    refused("attacks are too many", {**three, "strikes": [{"target": "X"}] * 4})
    strafing = scenario("strafe", attacker=leopard, strikes=[{"target": "X"}] * 2)
    assert shots(strafing)[:, POINTS].tolist() == [2, 3, 3]  # AS-8.2, AS-8.6: half of the front arc
    refused("attacks are too many", {**strafing, "strikes": [{"target": "X"}] * 3})
    named = scenario(attacker=leopard, strikes=[{"target": "X", "arc": "right"}, {"target": "X"}])
    assert shots(named)[:, POINTS].tolist() == [3, 4]
    refused("one strike for each", {**three, "strikes": [{"target": "X", "arc": "rear"}]})
    fighter = scenario(attacker={"unit": "stuka_stu_k5"}, strikes=[{"target": "X"}] * 2)
    refused("attacks are too many", fighter)


def test_as_5_7_range():
    """AS-5.7: always Short in as2013; by altitude in asce, where each kind has its own altitudes (section 0.4)."""
    assert range_bracket("strike", None, rulings()) == 0
    refused("no altitudes", scenario(attacker={"short": "2", "altitude": "low"}))
    asce = rulings(ruleset="asce")
    assert [range_bracket("strike", word, asce) for word in ("low", "middle", "high")] == [0, 1, 2]
    assert [range_bracket("altitude", word, asce) for word in ("high", "extreme")] == [2, 3]
    for kind, word in (("strafe", "middle"), ("dive", "high"), ("altitude", "low"), ("strike", "extreme")):
        with pytest.raises(ValueError, match="in edition asce"):
            range_bracket(kind, word, asce)
    given = {"ruleset": "asce"}
    high = scenario(given=given, attacker={"unit": "stuka_stu_k5", "altitude": "high"})
    assert shots(high)[0, [NUMBER, POINTS]].tolist() == [4 + 1 + 4, 2]  # the Long column


def test_as_3_5_and_5_8_overheat_is_announced_and_never_with_bombs():
    """AS-3.5, AS-5.8, AS-11.1: within OV, on one attack, not with bombs; pods only in strikes (AS-9.6)."""
    refused("but OV is 1", scenario(attacker={"unit": "stuka_stu_k5", "overheat": 2}))
    refused("overheat never goes", scenario("dive", bombs=[{"type": "he", "at": [0, 0]}], attacker={"overheat": 1}))
    refused("drops none", scenario("strafe", bombs=[{"type": "he"}], attacker={"short": "2"}))
    refused("pods do not strafe", scenario("strafe", attacker={"short": "2", "pods": 1}))
    assert shots(scenario(attacker={"short": "2", "pods": 2}))[0, POINTS] == 4
    assert shots(scenario(attacker={"short": "0", "pods": 2}))[0, POINTS] == 2
