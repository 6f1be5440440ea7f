"""Clauses 1.4.3 to 1.4.6, 1.5.2, 1.5.5c, 1.5.6.3, 1.6 and 2.0: the clock of a helicopter, its speed, its own fire.

The chance to survive under a Gepard (1/9 removed a shot) tells how many shots came; see test_clauses_helicopters.py.
"""

import pytest
from command_decision_scenarios import (
    BARE,
    COBRA,
    at,
    attacks,
    chances,
    mean,
    over_table,
    own_table,
    sortie,
    survives,
    turns_over_table,
)  # fmt: skip

from simlab import SimlabError, run

GEPARD = at("gepard", 25)
EACH_WINDOW = {"aa_shots_per_turn": "once_per_phase"}
ONE_SHOT = pytest.approx(8 / 9)
TWO_SHOTS = pytest.approx(1 - 1 / 9 - 7 / 9 * 1 / 9)
TANK = {"weapon": "tank_gun", "range_in": 40}
ROCKETS = {**COBRA, "weapon": "rockets"}


@pytest.mark.parametrize(
    ("altitude", "rulings", "turns"),
    [
        ("low", {}, [1, 2, 7, 8]),
        ("low", {"endurance_arrival_turn_counts": "no"}, [1, 2, 3, 8, 9, 10]),
        (["landed", "low"], {}, [1, 2, 7, 8]),
        (["landed", "low"], {"endurance_landed_counts": "no"}, [1, 2, 3, 8, 9, 10]),
        (["low", "landed", "low"], {"endurance_landed_counts": "no"}, [1, 2, 3, 8, 9, 10]),
    ],
)
def test_1_4_3a_two_turns_at_most(altitude, rulings, turns):
    """1.4.3a, entering in turn 1 of 12; the rulings say which turns do not count."""
    assert turns_over_table(sortie(altitude=altitude, turns=12, rulings=rulings)) == turns


@pytest.mark.parametrize(
    ("leave_after", "allowed", "turns"),
    [(0, "yes", [1, 2, 7, 8]), (1, "yes", [1, 6, 11]), (1, "no", [1, 2, 7, 8]), (5, "yes", [1, 2, 7, 8])],
)
def test_1_4_3b_leaves_at_the_end_of_the_second_turn(leave_after, allowed, turns):
    """1.4.3b: taken off then at the latest; earlier of its own will if that is allowed."""
    rulings = {"voluntary_departure": allowed}
    assert turns_over_table(sortie(turns=12, profile={"leave_after": leave_after}, rulings=rulings)) == turns


@pytest.mark.parametrize(
    ("quality", "shaken", "demoralised"),
    [("green", 3, 2), ("trained", 3, 1), ("regular", 3, 0), ("veteran", 1, 0), ("elite", 0, 0)],
)
def test_1_4_3c_the_shaken_leave_at_once(quality, shaken, demoralised):
    """1.4.3c, of ten faces: back six turns later when shaken (1.4.3.1b), seven when demoralised (1.4.3.1c)."""
    helicopter = {**COBRA, "crew_quality": quality}
    scenario = sortie(turns=8, helicopter=helicopter, rulings={"chopper_morale_trigger": "every_turn"})
    result = run(scenario, method="exact")
    stays = 10 - shaken - demoralised
    assert result.p("attack_by_turn", 2) == pytest.approx(stays / 10)
    # turn 7: those shaken in turn 1, and those that left in turn 2 in good morale (1.4.3.1a)
    assert result.p("attack_by_turn", 7) == pytest.approx(shaken / 10 + (stays / 10) ** 2)


@pytest.mark.parametrize(
    ("effect", "back", "chance"),
    [("leave_table", 6, 32 / 81), ("leave_table_shaken", 7, 32 / 81 + (49 / 81) ** 2)],
)
def test_1_4_3_1a_1_4_3_1b_the_clock_of_one_driven_off(effect, back, chance):
    """1.4.3.1a four whole turns away in good morale, 1.4.3.1b one more when shaken.

    Two guns drive it off in turn 1 with 32/81; those that nobody drives off leave in turn 2 and are back in turn 7.
    """
    rulings = {"chopper_forced_back_effect": effect, "chopper_abort_removed_fraction": 0}
    found = over_table(sortie(at("gepard", 25, count=2), turns=back, rulings=rulings))
    assert found == {1: pytest.approx(1), 2: pytest.approx(49 / 81), back: pytest.approx(chance)}


def test_1_4_3_1c_the_clock_of_the_demoralised(tmp_path):
    """1.4.3.1c: two turns more. Thresholds of one's own make every failed check demoralise, and every die fail."""
    own = own_table(tmp_path, "morale", "quality,pass_on,status,source\nregular,0,assumed,test\n")["data"]
    thresholds = "name,value\nshaken_from_fail_by,1\ndemoralised_from_fail_by,1\n"
    own |= own_table(tmp_path, "morale_thresholds", thresholds)["data"]
    assert turns_over_table(sortie(turns=15, data=own, rulings={"chopper_morale_trigger": "every_turn"})) == [1, 8, 15]


def test_1_4_4a_unlimited_at_low():
    """1.4.4a: no distance is too long; and it is fast, so that a tank gun has no shot."""
    scenario = sortie(profile={"inches_moved": 10_000}, ground_fire=[TANK])
    assert chances(scenario)["survives"] == pytest.approx(1)
    assert turns_over_table(scenario) == [1]


@pytest.mark.parametrize(
    ("inches", "threshold", "lost"),
    [(29.9, "le_30", 0.12), (30, "le_30", 0.12), (30.0001, "le_30", 0), (30, "lt_30", 0), (29.9, "lt_30", 0.12)],
)
def test_1_4_4c_bma_of_30(inches, threshold, lost):
    """1.4.4c with 3.2.3c: up to 30 in it is slow, and a tank gun hits with 3/10 and kills with 4/10."""
    scenario = sortie(
        altitude="noe",
        profile={"inches_moved": inches},
        ground_fire=[TANK],
        rulings={"slow_threshold": threshold, "los_probability_noe": 1},
    )
    assert chances(scenario)["lost_to_ground_fire"] == pytest.approx(lost)


@pytest.mark.parametrize(("after_firing", "expected"), [("hide", ONE_SHOT), ("stay", TWO_SHOTS)])
def test_1_4_6a_moves_away_after_firing(after_firing, expected):
    """1.4.6a: it fires in opportunity fire and is gone in general fire, if it wants to."""
    assert survives(sortie(GEPARD, profile={"after_firing": after_firing}, rulings=EACH_WINDOW)) == expected


@pytest.mark.parametrize(("moves", "expected"), [("no", 1 - 1 / 9 - 1 / 9 * 1 / 9), ("yes", 1 - 1 / 9)])
def test_1_4_6a_no_move_for_one_that_lost_its_attack(moves, expected):
    """One forced back in place has not fired: it is still there for the second shot, unless the ruling moves it."""
    rulings = {
        **EACH_WINDOW,
        "chopper_forced_back_effect": "lose_attack_stay_in_place",
        "move_after_fire_if_aborted": moves,
    }
    assert survives(sortie(GEPARD, rulings=rulings)) == pytest.approx(expected)


def test_1_4_6b_may_hold_a_change_of_altitude():
    """1.4.6b: a pop-up goes down with it: the SA-9, NOE N, does not reach one that stays in sight."""
    rulings = {**EACH_WINDOW, "los_probability_noe": 1, "pop_up_penalty_mode": "none"}
    stay = sortie(at("sa9", 22), altitude="popup", profile={"after_firing": "stay"}, rulings=rulings)
    assert survives(stay) == pytest.approx(0.95)


def test_1_4_6d_draws_no_fire():
    """1.4.6d: AA that may fire in any phase has no shot during the move, nor after it at one out of sight."""
    rulings = {**EACH_WINDOW, "aa_engagement_phases": "any_phase_in_los"}
    assert survives(sortie(GEPARD, rulings=rulings)) == ONE_SHOT


@pytest.mark.parametrize(
    ("wish", "inches", "expected"),
    [("auto", 0, ONE_SHOT), ("opportunity", 0, ONE_SHOT), ("general", 0, TWO_SHOTS), ("auto", 10, TWO_SHOTS)],
)
def test_1_5_2a_fires_in_the_normal_phases(wish, inches, expected):
    """1.5.2a: opportunity fire if it did not move, else general fire; until then it is under fire itself."""
    profile = {"fires": wish, "inches_moved": inches}
    assert survives(sortie(GEPARD, profile=profile, rulings=EACH_WINDOW)) == expected


@pytest.mark.parametrize(("order", "attack"), [("aa_first", 7 / 9), ("simultaneous", 1), ("chopper_first", 1)])
def test_1_5_2a_who_fires_first(order, attack):
    """Within a phase AA fire comes first, unless the ruling says otherwise."""
    found = attacks(sortie(GEPARD, rulings={"chopper_fire_order": order}))
    assert 1 - found["none"] == pytest.approx(attack)


def test_1_5_2b_no_preparatory_fire():
    """1.5.2b: it is no phase in which a chopper may wish to fire."""
    with pytest.raises(SimlabError, match="'auto', 'opportunity', 'general' or 'never'"):
        run(sortie(profile={"fires": "preparatory"}))


HELICOPTER = "id,name,role,ordering,missile,missile_guidance,source,confidence\n"


@pytest.mark.parametrize(
    ("guidance", "scope", "inches", "attack"),
    [
        ("SACLOS", "all_missiles", 20, 1),
        ("SACLOS", "fire_and_forget_only", 20, 0),
        ("SACLOS", "fire_and_forget_only", 0, 1),
        ("IIR", "fire_and_forget_only", 20, 1),
        ("AR", "fire_and_forget_only", 20, 1),
    ],
)
def test_1_5_5c_missiles_on_the_move(tmp_path, guidance, scope, inches, attack):
    """1.5.5c: missiles may be fired on the move; whether all of them is for the ruling."""
    own = own_table(tmp_path, "helicopters", f"{HELICOPTER}mine,Mine,attack,self,M,{guidance},test,low\n")
    scenario = sortie(
        helicopter="mine", profile={"inches_moved": inches}, rulings={"missile_on_move_scope": scope}, **own
    )
    assert mean(scenario, "attacks") == pytest.approx(attack)


@pytest.mark.parametrize(("expended", "volleys"), [("per_sortie", 2), ("per_turn", 4)])
def test_1_5_6_3a_all_rockets_in_one_volley(expended, volleys):
    """1.5.6.3a: two sorties of two turns, one volley a sortie (or a turn)."""
    scenario = sortie(helicopter=ROCKETS, turns=12, rulings={"rocket_expended": expended})
    assert mean(scenario, "attacks") == pytest.approx(volleys)
    assert mean(sortie(helicopter=COBRA, turns=12), "attacks") == pytest.approx(4)  # missiles are not spent


@pytest.mark.parametrize(("bonus", "expected"), [(0, ONE_SHOT), (1, TWO_SHOTS)])
def test_1_5_6_3c_the_extra_shot_of_opportunity_fire(bonus, expected):
    """1.5.6.3c: rockets do not have it; that AA fire has none either is the default of a ruling."""
    assert survives(sortie(GEPARD, rulings={"aa_opportunity_bonus": bonus})) == expected


def test_1_6a_artillery_does_nothing_to_helicopters():
    """1.6a: it is no weapon that could be named."""
    with pytest.raises(SimlabError, match=r"ground_fire\[0\].weapon: 'artillery'"):
        run(sortie(ground_fire=[{"weapon": "artillery", "range_in": 20}]))


def test_2_0a_the_clock_of_planes_is_not_that_of_helicopters():
    """2.0a: chapter 2 keeps a plane over the table for one turn; a chopper stays for its two."""
    assert turns_over_table(sortie(helicopter={"unit": "mi24d", **BARE}, turns=2)) == [1, 2]
