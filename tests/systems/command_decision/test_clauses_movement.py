"""Clauses of helicopters in which little or nothing is left to compute: what they leave unchanged, and small rules.

Orders and morale units (1.2, 1.3), movement and landing (1.4), where attackers stand (2.3.7, 3.1.1.1), countermeasures.
"""

import pytest
from bombing_scenarios import bombing, law
from command_decision_scenarios import COBRA, at, chances, engages, shot, sortie, survives, turns_over_table

from simlab import SimlabError, run
from simlab.execute import prepare
from simlab.systems.command_decision.rules.helicopters import counts_as_afv
from simlab.systems.command_decision.rules.movement import (
    Suffered,
    altitude_changes_left,
    may_land,
    may_unload,
    noe_inches_left,
)

CATALOG = prepare(bombing({})).catalog
CONSTANTS = {row.name: row.value for row in CATALOG.rows("constants")}
HELICOPTERS = {row.id: row for row in CATALOG.rows("helicopters")}
EVERY_TURN = {"chopper_morale_trigger": "every_turn"}
GEPARD = at("gepard", 25)


def morale_kept(**more):
    """Chance that a Regular helicopter passes its check in the first turn and is there for the second."""
    scenario = sortie(turns=2, rulings=EVERY_TURN, **more)
    return run(scenario, method="exact").p("attack_by_turn", 2)


def test_1_2b_1_2d_1_2e_1_2f_who_gives_orders_and_checks_morale():
    """1.2b, 1.2d, 1.2e, 1.2f: attack and observation helicopters for themselves, transports as a flight."""
    for row in HELICOPTERS.values():
        assert row.ordering == ("flight" if row.role == "transport" else "self"), row.id
    assert {row.role for row in HELICOPTERS.values()} == {"attack", "observation", "transport"}


def test_1_2e_1_2f_a_flight_flies_no_other_than_its_stands():
    """1.2e, 1.2f: who ordered it and with whom it checks morale changes nothing in the fire at one stand."""
    transport, attack = ({"unit": unit, "flares": False, "ecm": False, "irs": False} for unit in ("uh1h", "ah1s_mc"))
    assert survives(sortie(GEPARD, helicopter=transport)) == pytest.approx(8 / 9)
    assert survives(sortie(GEPARD, helicopter=attack)) == pytest.approx(8 / 9)


def test_1_3a_its_own_attack_is_no_air_strike():
    """1.3a: 8 to 10 fail at Regular, whether it attacked in this turn or not; an air strike would cost it 2."""
    assert morale_kept() == pytest.approx(7 / 10)
    assert morale_kept(profile={"fires": ["never", "auto"]}) == pytest.approx(7 / 10)


def test_1_3b_proximity_is_the_base_games():
    """1.3b: those effects are not public; enemies near or far leave the check as it is."""
    for inches in (1, 100):
        assert morale_kept(ground={"nearest_enemy_in": inches}) == pytest.approx(7 / 10)


def test_1_3d_armed_helicopters_count_as_afvs():
    """1.3d."""
    armed = {
        row.id: counts_as_afv(row.gun_rof, row.rocket_count, row.missile_count, row.door_guns)
        for row in HELICOPTERS.values()
    }
    assert armed["ah64a"]
    assert armed["alouette3_as11"]  # missiles alone
    assert armed["uh1h"]  # door guns alone
    assert not armed["gazelle_ah1"]


def test_1_4a_tactical_flight_only():
    """1.4a: no other altitude exists, and no game without a turn over the battlefield."""
    with pytest.raises(SimlabError, match="altitude"):
        run(sortie(altitude="high"))
    assert turns_over_table(sortie(turns=1)) == [1]


def test_1_4_1_1b_what_it_is_over_does_not_hide_it():
    """1.4.1.1b: the chance of sight at NOE stands for terrain; once in sight, cover beside it hides it from no shot."""
    sure = {"los_probability_noe": 1}
    moved = {"inches_moved": 5}
    seen = [
        survives(sortie(GEPARD, altitude="noe", profile={**moved, "behind_cover": cover}, rulings=sure))
        for cover in (True, False)
    ]
    assert seen == [pytest.approx(8 / 9)] * 2


def test_1_4_1_3a_landing_is_a_change_of_altitude():
    """1.4.1.3a: so of one change a move (1.4.1b) none is left; a pop-up is no change (1.4.1c)."""
    assert altitude_changes_left(0) == 1
    assert altitude_changes_left(1) == 0
    assert altitude_changes_left(1, pops_up=True) == 0
    assert altitude_changes_left(0, pops_up=True) == 1
    assert turns_over_table(sortie(altitude=["low", "landed"], turns=2)) == [1, 2]


@pytest.mark.parametrize(
    ("suffered", "by_system", "by_total"),
    [
        ([], True, True),
        ([(1, True)], True, True),
        ([(2, True)], False, False),
        ([(3, False)], True, True),
        ([(1, True), (1, True)], True, False),
        ([(1, True), (1, False)], True, True),
        ([(1, True), (3, False)], True, True),
        ([(1, True), (3, True)], False, False),
    ],
)
def test_1_4_1_3b_barred_from_landing(suffered, by_system, by_total):
    """1.4.1.3b: -2 or worse from a system that sees it; by the other reading their total."""
    penalties = [Suffered(*one) for one in suffered]
    assert may_land(penalties, False, CONSTANTS) is by_system
    assert may_land(penalties, True, CONSTANTS) is by_total


def test_1_4_1_3b_1_4_6c_stand_fixed_with_their_reason():
    """1.4.1.3b, 1.4.6c: no kind lands after firing or carries passengers, and says so."""
    for name, option, why in (
        ("landing_block_scope", "total", "landing"),
        ("passengers_on_removal", "survive_half", "passengers"),
    ):
        with pytest.raises(SimlabError, match=rf"{name}.*{why}"):
            run(sortie(rulings={name: option}))


def test_1_4_4b_it_enters_where_its_chit_lies():
    """1.4.4b: in the turn of entry it acts like in any other, however far it has come at Low."""
    for inches in (0, 300):
        scenario = sortie(GEPARD, turns=3, game={"entry_turn": 3}, profile={"inches_moved": inches})
        assert turns_over_table(scenario) == [3]
        assert survives(scenario) == pytest.approx(8 / 9)


def test_1_4_4d_inches_at_low_do_not_count_at_noe():
    """1.4.4d, 1.4.4c."""
    assert noe_inches_left(0, 500, CONSTANTS) == 30
    assert noe_inches_left(29.5, 500, CONSTANTS) == 0.5
    assert noe_inches_left(40, 0, CONSTANTS) == 0


def test_1_4_5a_1_4_5b_it_may_pivot_so_facing_does_not_matter():
    """1.4.5a, 1.4.5b: a missile bound to the rear of planes engages a helicopter from anywhere (3.2.3i)."""
    for bearing in (0, 90, 180):
        assert engages(shot("sa7b", {**COBRA, "altitude": "low"}, 30, bearing_deg=bearing))
    assert not engages(shot("sa7b", {"unit": "alphajet"}, 30, bearing_deg=0))


def test_1_4_6c_unloading():
    """1.4.6c: landed at the end of the move after firing."""
    assert may_unload(landed=True, in_move_after_firing=True)
    assert not may_unload(landed=False, in_move_after_firing=True)
    assert not may_unload(landed=True, in_move_after_firing=False)


def test_2_4a_spotters_are_known_by_two_clauses_only():
    """2.4a is empty: a plane may be a spotter to AA fire (3.2.4d), and no kind makes it stay or spot."""
    with pytest.raises(SimlabError, match="artillery_spotter"):
        run(shot("gepard", {**COBRA, "artillery_spotter": True}, 25))


def test_3_1_1_1a_3_1_1_1b_2_3_7_1a_the_place_of_the_attacker_changes_no_hit():
    """3.1.1.1a, 3.1.1.1b, 2.3.7.1a: over the counter or 24 in away; without air defence only the point counts."""
    constants = CONSTANTS["rocket_range_in"]
    assert constants == 24
    for unit, load in (("su24", "bombs"), ("mi24d", "bombs"), ("su24", "rockets")):
        here, there = (bombing({"at": at}, unit=unit, load=load, point={"at": at}) for at in ([0, 0], [40, -60]))
        assert law(here, "eliminated_enemy") == law(there, "eliminated_enemy")


def test_3_2_6_2a_only_what_the_target_carries_itself():
    """3.2.6.2a: no jammer stands off; without flares and ECM of its own an aircraft has no save."""
    bare = {"unit": "tornado_ids", "flares": False, "ecm": False}
    fitted = {**bare, "ecm": True}
    aborts = [chances_of_abort(target) for target in (bare, fitted)]
    assert aborts == [pytest.approx(2 / 9), pytest.approx(8 / 45)]


def chances_of_abort(target):
    return run(shot("zsu23_4", target, 25), method="exact").p("effect", "abort")


def test_chances_of_a_sortie_add_up():
    assert sum(chances(sortie(GEPARD)).values()) == pytest.approx(1)
