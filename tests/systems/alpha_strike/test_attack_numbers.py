"""Clauses of target numbers, strafes and strikes (alpha_strike, sections 6, 8, 17), one by one."""

import pytest
from attack_scenarios import CATALOG, CONSTANTS, figures, refused, rulings, scenario, shots

from simlab.execute import prepare
from simlab.systems.alpha_strike.attack.card.pack import NUMBER, POINTS
from simlab.systems.alpha_strike.rules.to_hit import (
    Attacker,
    Target,
    attacker_modifiers,
    base_number,
    movement_modifier,
    stealth_modifier,
    target_modifiers,
    terrain_modifier,
    tmm_of_move,
    type_modifier,
)
from simlab.systems.alpha_strike.rules.values import brackets, number_of, special

# ---------------------------------------------------------------- section 6: target numbers


@pytest.mark.parametrize("edition", ["as2013", "asce"])
def test_as_6_1_every_row_of_the_table_is_used_as_its_flags_say(edition):
    """AS-6.1: for strafe and strike, each condition that the table marks changes the number by its value."""
    given, table = rulings(ruleset=edition), figures(ruleset=edition)
    rows = {row.key: row for row in CATALOG.rows("to_hit")}
    conditions = {
        "target_immobile": Target(immobile=True), "target_dropping": Target(dropping=True),
        "type_airborne_vtol": Target(flying=True), "type_battle_armor": Target(type="BA"),
        "type_protomech": Target(type="PM"), "type_large": Target(large=True), "terrain_woods": Target(woods=True),
        "terrain_underwater": Target(underwater=True),
        "target_jump": Target(jumps=True, jumped=True), **{
            f"tmm_{n}": Target(move_in=move) for n, move in enumerate((4, 5, 9, 13, 19, 35))},
    }  # fmt: skip
    for key, target in conditions.items():
        assert rows[key].strike
        assert rows[key].strafe
        assert target_modifiers(target, 0, given, table, CONSTANTS) == table[key], key


def test_as_6_2_and_6_3_bombs_ignore_the_target():
    """AS-6.2, AS-6.3: nothing of the target counts for bombs, all of it for strafes and strikes."""
    hard = [{"name": "X", "unit": "savannah_master_hovercraft", "terrain": ["woods"]}]
    bombs = [{"type": "he", "at": [0, 0]}]
    easy, there = (prepare(scenario("dive", target, bombs=bombs)) for target in (hard, [{"name": "X"}]))
    assert (easy.packed.landing == there.packed.landing).all()
    assert shots(scenario(target=hard, attacker={"short": "2"}))[0, NUMBER] == 4 + 2 + 4 + 2


def test_as_6_4_attack_types_and_6_10_typical_numbers():
    """AS-6.4, AS-6.10: Skill 4 in the open: strafe 8, strike 6, altitude 7, dive 6; asce 7, 5, then 4 + 1 a bomb."""
    base = {
        kind: base_number(kind, Attacker(), 0, rulings(), figures())
        for kind in ("strafe", "strike", "altitude", "dive")
    }
    assert base == {"strafe": 8, "strike": 6, "altitude": 7, "dive": 6}
    asce = rulings(ruleset="asce")
    assert [base_number(kind, Attacker(), 0, asce, figures(ruleset="asce")) for kind in base] == [7, 5, 4, 4]
    bombs = [{"type": "he", "at": [0, 0]}, {"type": "cluster", "at": [0, 0]}]
    run_ = prepare({**scenario("dive", bombs=bombs, given={"cluster_modifier": -1, "area_effect_modifier": 1}),
                    "kind": "bombing_run"})  # fmt: skip
    assert run_.packed.targets.tolist() == [7, 6]
    refused("four whole numbers", scenario(attacker={"short": "2"}, given={"attack_mods": "custom:1/2"}))


def test_as_6_5_range_modifiers():
    """AS-6.5: 0, 2, 4, 6."""
    assert [figures()[f"range_{word}"] for word in ("short", "medium", "long", "extreme")] == [0, 2, 4, 6]


def test_as_6_6_target_movement():
    """AS-6.6, AS-11.2: bands by current Move; jumping; immobile and dropping instead of it; heat slows 'Mechs."""
    assert [tmm_of_move(move, CONSTANTS) for move in (0, 4, 5, 8, 9, 12, 13, 18, 19, 34, 35, 60)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]  # fmt: skip

    def moving(target, **given):
        return movement_modifier(target, rulings(**given), figures(**given), CONSTANTS)

    assert moving(Target(move_in=12, move_lost_in=4)) == 1
    assert (moving(Target(move_in=12, heat=2)), moving(Target("CV", move_in=12, heat=2))) == (1, 2)
    assert moving(Target(move_in=12, jumps=True)) == 3
    assert moving(Target(move_in=12, jumps=True, immobile=True)) == -4
    assert moving(Target(move_in=12, jumps=True, immobile=True, dropping=True)) == 3
    tanks = [{"name": "X", "unit": "manticore_heavy_tank", "move_lost_in": lost} for lost in (0, 4, 8)]
    numbers = [shots(scenario(target=[tank], attacker={"short": "2"}))[0, NUMBER] for tank in tanks]
    assert numbers == [7, 6, 2]  # all of its Move lost: immobile (AS-10.5)
    hot = scenario(target=[{"name": "X", "unit": "atlas_as7_d", "heat": 4}], attacker={"short": "2"})
    assert shots(hot)[0, NUMBER] == 2  # shut down
    edition = {"ruleset": "asce"}
    assert moving(Target(move_in=12, tmm=2, jumps=True), **edition) == 2
    assert moving(Target(move_in=12, tmm=2, jumped=True), **edition) == 3
    assert moving(Target(move_in=12, tmm=2, heat=2), **edition) == 1
    assert (moving(Target(tmm=2, stood_still=True), **edition), moving(Target(move_in=9, stood_still=True))) == (0, 2)


def test_as_6_7_target_types():
    """AS-6.7, AS-15.5: landed DropShips by ruling; stealth by range, battle armor by its own row."""
    types = [
        type_modifier(Target("DA", large=True), rulings(grounded_dropship_type=word), figures())
        for word in ("-2", "-1", "-3")
    ]
    assert types == [-2, -1, -3]
    assert [stealth_modifier(Target(stealth=True), bracket, figures()) for bracket in range(4)] == [0, 1, 2, 2]
    assert [stealth_modifier(Target("BA", stealth=True), bracket, figures()) for bracket in range(3)] == [1, 1, 2]
    assert stealth_modifier(Target(), 2, figures()) == 0


def test_as_6_8_terrain():
    """AS-6.8: woods 2 (asce 1), partial cover by ruling, under water 1."""
    covered = Target(woods=True, partial_cover=True)
    assert terrain_modifier(covered, rulings(), figures()) == 2
    assert terrain_modifier(covered, rulings(partial_cover_from_air="applies"), figures()) == 4
    asce = {"ruleset": "asce", "partial_cover_from_air": "applies"}
    assert terrain_modifier(covered, rulings(**asce), figures(**asce)) == 2


def test_as_6_9_attacker():
    """AS-6.9: hits 2 each, heat its level, drone 1, support vehicle 0, 1, 2."""

    def added(**keys):
        return attacker_modifiers(Attacker(**keys), rulings(), figures())

    assert (added(fire_control_hits=2), added(crew_hits=1), added(heat=3), added(drone=True)) == (4, 2, 3, 1)
    assert [added(support_vehicle=True, fire_control=word) for word in ("AFC", "BFC", "")] == [0, 1, 2]
    only_control = rulings(crew_hit_scope="control_only")
    assert attacker_modifiers(Attacker(crew_hits=1), only_control, figures()) == 0
    asce = rulings(ruleset="asce")
    assert attacker_modifiers(Attacker(drone=True), asce, figures(ruleset="asce")) == 1


# ---------------------------------------------------------------- section 8: strafes and strikes


def test_as_8_2_strafing_damage():
    """AS-8.2: half, rounded up from a half, 1 at least; overheat after halving; rulings turn each of these."""

    def points(**keys):
        given = keys.pop("given", None)
        return shots(scenario("strafe", attacker={"ov": 3, **keys}, given=given))[0, POINTS]

    assert [points(short=short) for short in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert points(short=5, overheat=2) == 5
    assert points(short=5, overheat=2, given={"strafe_ov": "before"}) == 4
    assert points(short=5, given={"strafe_rounding": "down"}) == 2
    assert points(short=1, given={"strafe_rounding": "down"}) == 1
    assert (points(short=5, energy=True), points(short=5, energy=True, given={"strafe_energy_full": "yes"})) == (3, 5)


def test_as_8_1_and_8_3_a_strike_hits_the_front_for_short_and_overheat():
    """AS-8.1, AS-8.3: no bonus for a rear, whatever the facing; Short and overheat."""
    assert shots(scenario(attacker={"short": 4, "ov": 3, "overheat": 3}))[0, POINTS] == 7


def test_section_17_special_abilities():
    """Section 17: RFA halves strafing and takes 1 off strikes, doubles bombs; HT heats units with a scale."""
    resists = [{"name": "X", "specials": "RFA"}]
    assert shots(scenario("strafe", resists, attacker={"short": 6}))[0, POINTS] == 1
    assert shots(scenario(target=resists, attacker={"short": 6}))[0, POINTS] == 5
    bombed = prepare(scenario("dive", resists, bombs=[{"type": "he", "at": [0, 0]}]))
    assert bombed.packed.damage[0, 0, 0] == 4
    assert special("TUR(2/2/2,FLK1/1/1);SRCH", "TUR") == "(2/2/2,FLK1/1/1)"
    assert (number_of("BOMB2", "BOMB"), number_of("ECM", "ECM"), number_of("", "BOMB")) == (2, 1, 0)
    assert brackets("REAR1/1/-", "REAR") == ("1", "1", "-", "-")
