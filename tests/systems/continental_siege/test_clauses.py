"""Clauses of the air rules that attacks and missions play, one test a clause or two, from scenario to exact chance.

The hex clauses (11.03 to 11.071, 11.10, 13.02 on the map) are tested with the geometry and with `battle`.
"""

from fractions import Fraction as F

import pytest
from siege_scenarios import attack, attrition, bombing_run, chance, interception, law, laws, packed

from simlab.contract import Rulings
from simlab.errors import ScenarioError
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, ODDS_2_1, odds_column, result_law, strength_for
from simlab.systems.continental_siege.rules.ogre import ogre_is_destroyed, ram_result
from simlab.systems.continental_siege.rules.results import (
    DESTROYED,
    DISABLED,
    aircraft_recovers,
    armour_recovers,
    moment_before_fire,
    moment_of_end,
)
from simlab.systems.continental_siege.rulings import RULINGS
from simlab.systems.continental_siege.stands import Book

NOTHING = {"none": F(1)}
PROPULSION = {"system_attacked": "propulsion"}


def catalog():
    return packed(attack("cp", "heavy_aa")).catalog


def unit(name):
    return Book(catalog()).unit(name, "test")


def test_11_02_15_02_values_of_aircraft_and_aa_units():
    """11.02, 15.02: values and prices; 15.04: Light AA moves 1 hex, Heavy AA none. 10.0: these units are new."""
    shown = {
        name: (unit(name).attack, unit(name).range, unit(name).defence, unit(name).move, unit(name).cost)
        for name in ("bomber", "fighter", "light_aa", "heavy_aa")
    }
    assert shown == {
        "bomber": (6, 0, 3, 5, 1), "fighter": (4, 3, 4, 6, 1), "light_aa": (6, 5, 2, 1, 1), "heavy_aa": (8, 6, 3, 0, 1),
    }  # fmt: skip


@pytest.mark.parametrize(("attacker", "bomber", "fighter"), [
    ("heavy_aa", (F(1, 6), F(1, 3), F(1, 2)), (F(1, 6), F(1, 3), F(1, 2))),
    ("light_aa", (F(1, 6), F(1, 3), F(1, 2)), (F(1, 3), F(1, 3), F(1, 3))),
    ("ogre_mk5.missile", (F(1, 6), F(1, 3), F(1, 2)), (F(1, 3), F(1, 3), F(1, 3))),
    ("csa15.aam", (F(1, 6), F(1, 3), F(1, 2)), (F(1, 3), F(1, 3), F(1, 3))),
    ("fighter", (F(1, 3), F(1, 3), F(1, 3)), (F(1, 3), F(1, 3), F(1, 3))),
    ("ogre_mk3.main_battery", (F(1, 3), F(1, 3), F(1, 3)), (F(1, 3), F(1, 3), F(1, 3))),
    ("csa10.main_gun", (F(1, 3), F(1, 3), F(1, 3)), (F(1, 3), F(1, 3), F(1, 3))),
    ("howitzer", (F(1, 3), F(1, 3), F(1, 3)), (F(2, 3), F(1, 6), F(1, 6))),
    ("csa10.secondary_gun", (F(1, 3), F(1, 3), F(1, 3)), (F(2, 3), F(1, 6), F(1, 6))),
])  # fmt: skip
def test_11_08_to_11_082_one_attack_on_an_aircraft(attacker, bomber, fighter):
    """11.081 and 11.082 within 11.08; 14.04, 14.05, 15.03: full strength against aircraft."""
    for target, expected in (("bomber", bomber), ("fighter", fighter)):
        found = law(attack(target, attacker))
        assert tuple(found.get(word, 0) for word in ("none", "disabled", "destroyed")) == expected


@pytest.mark.parametrize("attacker", [
    "heavy_tank", "missile_tank", "gev", "light_tank", "superheavy", "infantry_squad", "ogre_mk3.secondary_battery",
    "ogre_mk3.antipersonnel", "bomber", "csa10.bombload", "csa10.ap_bombload",
])  # fmt: skip
def test_11_08_12_06_who_may_not_attack_aircraft(attacker):
    """11.01: section 11 holds for all aircraft. 12.01, 12.06: a bomber has bombs only; they never affect aircraft."""
    body = attack("bomber", attacker)
    assert law(body) == NOTHING
    assert law(body, "attackers_used") == {0: F(1)}
    prepared = packed(body)
    notes = prepared.kind.assumptions(prepared.shape, prepared.rulings, prepared.catalog)
    assert notes == [f"1 x {attacker} may not attack this target and is passed over"]


def test_11_09_a_disabled_bomber_does_not_bomb_and_recovers_by_b9():
    """Hit in its enemy's player-turn t it is fit after t + 2 (B9), in its own after t + 1; rulings move that."""
    tables = laws(bombing_run("cp", guns={"heavy_aa": 1}))
    assert tables["bombers_disabled"][1] == F(1, 3)
    assert tables["result"]["destroyed"] == tables["fit_at_target"][1] == F(1, 6)
    rulings = packed(bombing_run("cp")).rulings
    assert (aircraft_recovers(2, False, rulings), aircraft_recovers(3, True, rulings)) == (
        moment_of_end(4), moment_of_end(4),
    )  # fmt: skip
    armour = Rulings(RULINGS, {})
    assert armour_recovers(2, False, armour) == moment_of_end(4) > moment_before_fire(4)


def test_11_09_14_06_a_d_may_silence_a_flying_fortress():
    """ff_affected_by_d: the whole of it, or the weapon attacked; bombs it cannot drop do not count."""
    guns = attrition("csa10", {"heavy_aa": 1}, 1, priority="guns_first")
    assert "silenced" not in laws(guns)
    for option in ("fortress_cannot_attack", "weapon_cannot_fire"):
        assert laws({**guns, "rulings": {"ff_affected_by_d": option}})["silenced"][1] == F(1, 3)
    at_propulsion = attrition("csa10", {"heavy_aa": 1}, 1)
    silenced = [
        laws({**at_propulsion, "rulings": {"ff_affected_by_d": option}})["silenced"][1]
        for option in ("fortress_cannot_attack", "weapon_cannot_fire")
    ]
    assert silenced == [F(1, 3), 0]
    over = attrition("csa10", {"heavy_aa": 1}, 4, approach={"start_hexes": 7})
    assert laws(over)["bombs_at_target"][2] == 1
    quiet = laws({**over, "rulings": {"ff_affected_by_d": "fortress_cannot_attack"}})["bombs_at_target"]
    assert (quiet[0], quiet[2]) == (F(1, 3), F(2, 3))


def test_12_02_12_05_a_bomber_has_three_loads_and_is_taken_off_without_any():
    tables = laws(bombing_run("heavy_tank", drop="all_on_first"))
    assert (tables["loads_left"][0], tables["bombers_spent"][1], tables["bombers_lost"][1]) == (1, 1, 0)
    lost = laws(bombing_run("heavy_tank", drop="all_on_first", rulings={"bomber_empty": "counts_as_lost"}))
    assert lost["bombers_lost"][1] == 1


@pytest.mark.parametrize(("target", "expected"), [
    ("cp", (0, 0, 1)), ("howitzer", (0, 0, 1)),
    ("gev", (0, F(1, 3), F(2, 3))), ("missile_tank", (0, F(1, 3), F(2, 3))), ("light_aa", (0, F(1, 3), F(2, 3))),
    ("mobile_howitzer", (0, F(1, 3), F(2, 3))),
    ("heavy_tank", (F(1, 6), F(1, 3), F(1, 2))), ("heavy_aa", (F(1, 6), F(1, 3), F(1, 2))),
    ("superheavy", (F(1, 3), F(1, 3), F(1, 3))),
])  # fmt: skip
def test_12_03_12_08_one_bombload(target, expected):
    """12.03, 12.08: one undivided attack of 6 in the hex below."""
    found = law(attack(target, "bomber"))
    assert tuple(found.get(word, 0) for word in ("none", "disabled", "destroyed")) == expected


@pytest.mark.parametrize(("squads", "left"), [
    (1, {0: F(1)}), (2, {0: F(1, 3), 1: F(1, 3), 2: F(1, 3)}), (3, {0: F(1, 3), 2: F(1, 3), 3: F(1, 3)}),
])  # fmt: skip
def test_12_07_a_bombload_on_infantry_has_strength_3(squads, left):
    """Against one squad 3-1: a D kills the last squad too; against two or three 1-1."""
    assert law(attack("infantry_squad", "bomber", squads=squads), "squads_left") == left


def test_12_04_any_number_of_loads_in_one_hex():
    assert chance(attack("heavy_tank", "3 bomber"), 3, "attackers_used") == F(1, 2) - F(13, 36)
    assert law(bombing_run("heavy_tank"))["destroyed"] == F(209, 216)


def test_12_081_the_example_of_the_document():
    """2 on the main battery (1-2 against D4) and 1 on each of four AP guns (1-1)."""
    crt = Book(catalog()).crt
    assert result_law(crt, odds_column(2 * 2, 4)) == (F(2, 3), F(1, 6), F(1, 6))
    assert result_law(crt, odds_column(2 * 1, 1)) == (F(1, 3), F(1, 3), F(1, 3))


def test_12_082_points_on_one_system_make_one_attack():
    """Two loads are independent; points whose box is gone go to the treads and add up there (P18)."""
    tables = laws(bombing_run("ogre_mk3", split="ap_sweep", rulings={"ogre_system_granularity": "weapon_class"}))
    assert tables["antipersonnel_left"][5] == 1  # three loads, 6 against D1 each
    treads = laws(bombing_run("ogre_mk3", split="treads_6"))["treads_left"]
    assert {left: share for left, share in treads.items() if share} == {
        45: F(8, 27), 39: F(4, 9), 33: F(2, 9), 27: F(1, 27),
    }  # fmt: skip


def test_13_01_13_03_fighters_attack_ground_units_with_half_strength():
    """13.03, 2 points: 1-2 on D3 (nothing on D5), 1-1 on D2, 2-1 on D1, automatic on a CP, 2 treads."""
    assert chance(attack("heavy_tank", "fighter")) == F(1, 6)
    assert chance(attack("superheavy", "fighter")) == 0
    assert chance(attack("gev", "fighter")) == F(1, 3)
    assert chance(attack("howitzer", "fighter")) == F(1, 2)
    assert chance(attack("cp", "fighter")) == 1
    lost = law(attack("ogre_mk3", "fighter", system_attacked="treads"), "boxes_lost")
    assert lost == {0: F(2, 3), 2: F(1, 3)}


def test_13_02_13_021_forward_arc_and_own_hex():
    for arc, expected in (("inside", F(1, 3)), ("boundary", F(1, 3)), ("outside", 0)):
        assert chance(attack("bomber", "fighter", arc=arc, range_hexes=3)) == expected
        assert chance(attack("bomber", "csa10.main_gun", arc=arc)) == expected
    assert chance(attack("bomber", "fighter", arc="outside", range_hexes=0)) == F(1, 3)  # 13.021
    assert chance(attack("bomber", "fighter", range_hexes=4)) == 0
    assert chance(attack("bomber", "heavy_aa", arc="outside", range_hexes=6)) == F(1, 2)  # all round
    assert chance(attack("bomber", "howitzer", range_hexes=8)) == F(1, 3)


@pytest.mark.parametrize(("fortress", "boxes", "bands"), [
    ("csa15", 60, {60: 4, 46: 4, 45: 3, 31: 3, 30: 2, 16: 2, 15: 1, 1: 1, 0: 0}),
    ("csa10", 48, {48: 4, 37: 4, 36: 3, 25: 3, 24: 2, 13: 2, 12: 1, 1: 1, 0: 0}),
])  # fmt: skip
def test_14_01_14_02_sheets_and_movement(fortress, boxes, bands):
    """14.01, 14.02: MA drops with the last box of each quarter; at 0 it crashes."""
    sheet = Book(catalog()).sheet(unit(fortress), "test")
    assert sheet.boxes.count == boxes
    body = attack(fortress, f"{boxes} ogre_mk3.antipersonnel", **PROPULSION)
    assert law(body, "attackers_used") == {0: F(1)}  # AP guns hurt no aircraft
    ones = attack(fortress, "120 csa10.secondary_gun", **PROPULSION)  # 3 a hit: every third box is met
    prepared = packed(ones)
    table = prepared.space.table("movement_left")
    speeds = {boxes - row[0]: table.pick(row)[0][0] for row in prepared.space.block("boxes_lost").rows}
    assert all(speeds[left] == speed for left, speed in bands.items() if left in speeds)
    assert set(speeds) == {max(boxes - 3 * hits, 0) for hits in range(boxes // 3 + 1)}


@pytest.mark.parametrize(("attacker", "loss"), [
    ("heavy_aa", 8), ("light_aa", 6), ("ogre_mk3.missile", 6), ("csa15.aam", 6), ("fighter", 4),
    ("ogre_mk3.main_battery", 4), ("csa10.main_gun", 4), ("howitzer", 3), ("csa10.secondary_gun", 3),
])  # fmt: skip
def test_14_02_propulsion_is_attacked_by_each_alone_at_1_1(attacker, loss):
    assert law(attack("csa15", attacker, **PROPULSION), "boxes_lost") == {0: F(2, 3), loss: F(1, 3)}
    both = law(attack("csa15", f"2 {attacker}", combine=True, **PROPULSION), "boxes_lost")
    assert both == {0: F(4, 9), loss: F(4, 9), 2 * loss: F(1, 9)}


def test_14_03_bombloads_of_a_fortress_are_those_of_a_bomber():
    assert law(attack("heavy_tank", "3 csa10.bombload")) == law(attack("heavy_tank", "3 bomber"))


@pytest.mark.parametrize(("squads", "found"), [
    (1, {0: F(2, 3), 1: F(1, 3)}), (2, {0: F(1, 6), 1: F(1, 6), 2: F(2, 3)}), (3, {3: F(1)}),
])  # fmt: skip
def test_14_031_antipersonnel_bombs(squads, found):
    assert law(attack("infantry_squad", "csa15.ap_bombload", squads=squads), "squads_left") == found
    assert law(attack("light_aa", "csa15.ap_bombload")) == NOTHING  # armour is not touched


def test_14_04_air_to_air_missiles_attack_aircraft_only():
    assert chance(attack("gev", "csa15.aam")) == 0
    assert chance(attack("bomber", "csa15.aam", range_hexes=5, arc="outside")) == F(1, 2)
    assert chance(attack("bomber", "csa15.aam", range_hexes=6)) == 0


@pytest.mark.parametrize(("attacker", "on_d3", "on_d4", "on_d1"), [
    ("heavy_aa", F(1, 2), F(1, 2), 1), ("light_aa", F(1, 2), F(1, 3), 1), ("fighter", F(1, 3), F(1, 3), F(5, 6)),
    ("howitzer", F(1, 3), F(1, 6), F(2, 3)),
])  # fmt: skip
def test_14_05_14_06_one_attack_on_a_weapon_of_a_fortress(attacker, on_d3, on_d4, on_d1):
    """Only an X counts."""
    for system, expected in (("bombload", on_d3), ("aam", on_d3), ("secondary_gun", on_d3), ("main_gun", on_d4),
                             ("ap_bombload", on_d1)):  # fmt: skip
        found = law(attack("csa10", attacker, system_attacked=system))
        assert found.get("destroyed", 0) == expected
        assert "disabled" not in found


def test_15_01_15_03_aa_units_have_half_strength_against_the_ground():
    """15.01: they are ground units, attacked as such (15.04)."""
    assert chance(attack("heavy_tank", "heavy_aa")) == F(1, 3)  # 4 against 3
    assert chance(attack("heavy_tank", "light_aa")) == F(1, 3)  # 3 against 3
    assert chance(attack("gev", "heavy_aa")) == F(1, 2)
    assert law(attack("heavy_aa", "howitzer")) == law(attack("heavy_tank", "howitzer"))  # 15.04: armour


def test_b5_b6_columns_and_their_laws():
    crt = Book(catalog()).crt
    assert [odds_column(2 * 3, 4), odds_column(2 * 8, 3), odds_column(3, 3)] == [1, 3, 1]
    assert (strength_for(AUTOMATIC, 3), strength_for(AUTOMATIC, 4), strength_for(ODDS_2_1, 4)) == (15, 20, 8)
    laws_ = [result_law(crt, column) for column in range(7)]
    assert laws_ == [
        (1, 0, 0), (F(2, 3), F(1, 6), F(1, 6)), (F(1, 3), F(1, 3), F(1, 3)), (F(1, 6), F(1, 3), F(1, 2)),
        (0, F(1, 3), F(2, 3)), (0, F(1, 6), F(5, 6)), (0, 0, 1),
    ]  # fmt: skip


def test_b8_two_ds_and_b12_ap_guns():
    """Two attacks at 3-1 or better always destroy; AP guns make one attack on an infantry unit in a phase."""
    assert chance(attack("gev", "2 bomber")) == 1
    guns = attack("infantry_squad", "6 ogre_mk3.antipersonnel")
    assert law(guns, "attackers_used") == {6: F(1)}
    assert law(guns, "squads_left") == {0: F(1, 2), 2: F(1, 3), 3: F(1, 6)}  # 6 against 3
    assert chance(attack("heavy_tank", "6 ogre_mk3.antipersonnel", combine=True)) == 0


def test_b13_b14_rams_and_the_end_of_an_ogre():
    assert [ram_result(die, 4, True) for die in (1, 3, 4, 6)] == [DISABLED, DISABLED, DESTROYED, DESTROYED]
    assert ram_result(1, 4, False) == DESTROYED
    assert ogre_is_destroyed(0, 0)
    assert not ogre_is_destroyed(0, 1)


def test_b9_shooting_first_matters():
    """13.01: escorts that fire before the interceptors bring more bombers through."""
    first, second = (
        laws(interception(2, 2, escorts=2, turns_to_target=2, first=side))["arrived"]["yes"]
        for side in ("bombers", "defenders")
    )
    assert first > second


@pytest.mark.parametrize(("body", "message"), [
    (attack("csa10", "heavy_aa"), "system_attacked: none given"),
    (attack("csa10", "heavy_aa", system_attacked="gun"), "nearest: .*_gun"),
    (attack("bomber", "heavy_aa", system_attacked="gun"), "no record sheet"),
    (attack("bomber", "csa10"), "csa10 and a weapon"),
    (attack("bomber", "heavy_aaa"), 'nearest: "heavy_aa"'),
    (attack("cp", "heavy_aa", squads=2), "no infantry"),
    (attrition("heavy_tank", {"heavy_aa": 1}), "no Flying Fortress"),
    (attrition("csa10", {"heavy_tank": 1}), "may not attack aircraft"),
    (attrition("csa10", {"heavy_aa": 0}), "1 to 40"),
    (bombing_run("bomber"), "never affect aircraft"),
    (bombing_run("cp", split="ap_sweep"), "no Ogre"),
    (bombing_run("cp", bomber="fighter"), "no bombloads"),
    (bombing_run("cp", guns={"fighter": 1}), "no AA unit"),
    (interception(1, 0), "nobody is there to fire"),
])  # fmt: skip
def test_refusals_name_the_place_and_the_way_out(body, message):
    with pytest.raises(ScenarioError, match=message):
        packed(body)
