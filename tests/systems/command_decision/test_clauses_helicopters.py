"""Clauses of chapters 1.1 to 1.4.2: what a helicopter is, where it flies, pop-up. One small game a clause.

A Gepard shot removes 1/9 and forces back 1/9, an SA-9 shot 1/20 and 1/20 (quality 10). With aa_shots_per_turn =
once_per_phase a system shoots in both windows, so the chance to survive tells how many shots came.
"""

import pytest
from command_decision_scenarios import BARE, COBRA, at, attacks, chances, law, shot, sortie, survives, turns_over_table

from simlab import SimlabError, run

GEPARD = at("gepard", 25)  # beyond its manual range of 20 in, so air shots only
EACH_WINDOW = {"aa_shots_per_turn": "once_per_phase"}
ONE_SHOT = pytest.approx(8 / 9)
TWO_SHOTS = pytest.approx(1 - 1 / 9 - 7 / 9 * 1 / 9)  # the second only where the first forced nothing back
TANK = {"weapon": "tank_gun", "range_in": 40}  # hit number 3


def stages(scenario):
    """Chances of the stages of the first turn."""
    return {row["stage"]: row["p"] for row in run(scenario, method="exact").rows("chain") if row["p"]}


@pytest.mark.parametrize(
    ("quality", "none", "back", "gone"),
    [
        ("green", 1, 4, 5),
        ("trained", 2, 4, 4),
        ("regular", 3, 3, 4),
        ("experienced", 4, 3, 3),
        ("veteran", 5, 2, 3),
        ("elite", 6, 2, 2),
    ],
)
def test_1_1a_hit_like_a_vehicle(quality, none, back, gone):
    """1.1a: a special kind of vehicle, so the hit results of the base game hold by the quality of its crew (D4)."""
    scenario = sortie(altitude="popup", helicopter={**COBRA, "crew_quality": quality}, ground_fire=[TANK])
    assert chances(scenario)["lost_to_ground_fire"] == pytest.approx(0.3 * gone / 10)
    found = attacks(scenario)
    assert found["penalty_3"] == pytest.approx(0.3 * none / 10)
    assert found["none"] == pytest.approx(0.3 * (back + gone) / 10)


def test_1_1b_this_section_first_then_the_rulebook():
    """1.1b: by this section a moving chopper is always spotted; a hoverer as the base game has it, at 24 in."""
    rapier = at("rapier", 100)  # optical
    assert stages(sortie(rapier, profile={"inches_moved": 1}))["engaged"] == pytest.approx(1 / 2)
    assert stages(sortie(rapier)) == {"unseen": pytest.approx(1)}


def test_1_1c_osprey():
    """1.1c: the MV-22 takes an altitude, suffers a chopper's abort, and keeps a chopper's clock."""
    osprey = {"unit": "mv22", **BARE, "altitude": "noe"}
    assert law(shot("gepard", osprey, 40), "fate") == law(shot("gepard", {**COBRA, "altitude": "noe"}, 40), "fate")
    assert turns_over_table(sortie(helicopter="mv22", turns=12)) == [1, 2, 7, 8]


@pytest.mark.parametrize("entry", [1, 3, 11])
def test_1_2a_enters_in_any_turn(entry):
    """1.2a: any turn may be the first; the next entry waits for the clock."""
    scenario = sortie(turns=12, game={"entry_turn": entry})
    assert turns_over_table(scenario) == [turn for turn in (entry, entry + 1, entry + 6, entry + 7) if turn <= 12]


def test_1_2c_a_company_of_one_checks_morale_alone():
    """1.2c: the one stand is the morale unit: one die, 8 to 10 fail at Regular, and it is gone for the second turn."""
    result = run(sortie(turns=2, rulings={"chopper_morale_trigger": "every_turn"}), method="exact")
    assert result.p("attack_by_turn", 2) == pytest.approx(7 / 10)


@pytest.mark.parametrize("behind_cover", [True, False])
def test_1_3c_no_cover_bonus_in_sight_of_an_enemy(behind_cover):
    """1.3c: a machine gun that sees a hoverer behind a crest (roof sight, 12 in) hits on 3, not on 3 less cover."""
    scenario = sortie(
        altitude="noe",
        helicopter={"unit": "lynx_ah1", **BARE},
        profile={"behind_cover": behind_cover},
        ground_fire=[{"weapon": "mg", "range_in": 10}],
        rulings={"los_probability_noe": 1},
    )
    assert chances(scenario)["lost_to_ground_fire"] == pytest.approx(0.3 * 0.4)


def test_1_4_1a_two_altitudes():
    """1.4.1a: Low or NOE; the pop-up and the landed state are the only others."""
    for altitude in ("low", "noe", "popup", "landed"):
        assert turns_over_table(sortie(altitude=altitude)) == [1]
    with pytest.raises(SimlabError, match="'noe', 'low', 'popup' or 'landed'"):
        run(sortie(altitude="high"))


@pytest.mark.parametrize(
    ("used", "extra", "expected"),
    [(False, "yes", ONE_SHOT), (True, "yes", ONE_SHOT), (False, "no", ONE_SHOT), (True, "no", TWO_SHOTS)],
)
def test_1_4_1b_one_change_of_altitude(used, extra, expected):
    """1.4.1b: one change in a move. If that after firing (1.4.6b) is not extra, one that used it must stay up."""
    rulings = {**EACH_WINDOW, "move_after_fire_altitude_budget": extra}
    assert survives(sortie(GEPARD, profile={"altitude_change_used": used}, rulings=rulings)) == expected


def test_1_4_1c_pop_up_after_a_move():
    """1.4.1c: a chopper that moved 20 in at NOE still pops up: the SA-9 cannot abort it, as it could one at Low."""
    moved = {"inches_moved": 20}
    assert survives(sortie(at("sa9", 25), altitude="popup", profile=moved)) == pytest.approx(1)
    assert attacks(sortie(at("sa9", 25), altitude="popup", profile=moved))["penalty_3"] == pytest.approx(1 / 10)
    assert survives(sortie(at("sa9", 25), altitude="low", profile=moved)) == pytest.approx(1 - 1 / 20)


def test_1_4_1_1a_noe_is_rarely_seen():
    """1.4.1.1a: woods and built-up areas hide it; without a map ruling los_probability_noe says how often (0.35)."""
    assert stages(sortie(GEPARD, altitude="noe"))["unseen"] == pytest.approx(0.65)
    sure = sortie(GEPARD, altitude="noe", rulings={"los_probability_noe": 1})
    assert survives(sure) == ONE_SHOT


@pytest.mark.parametrize("altitude", ["low", "popup"])
def test_1_4_1_2a_low_is_seen_from_anywhere_but_the_dead_zones(altitude):
    """1.4.1.2a: 3 in behind 576 in of frontage are half of a table of 72 x 48; neither of the two may stand there."""
    assert "unseen" not in stages(sortie(GEPARD, altitude=altitude))
    terrain = {"blocking_frontage_in": 576, "table_in": [72, 48]}
    rulings = {"los_probability_low": "geometric_dead_zone"}
    found = stages(sortie(GEPARD, altitude=altitude, terrain=terrain, rulings=rulings))
    assert found["unseen"] == pytest.approx(3 / 4)


SEEN_AT_NOE = {**EACH_WINDOW, "los_probability_noe": 1, "pop_up_penalty_mode": "none"}


def test_1_4_2a_starts_and_ends_at_noe():
    """1.4.2a, 1.4.2d: once it has fired it is at NOE, where no SA-9 (NOE N) fires; one at Low gets two shots."""
    stay = {"after_firing": "stay"}
    assert survives(sortie(at("sa9", 22), altitude="popup", profile=stay, rulings=SEEN_AT_NOE)) == pytest.approx(0.95)
    low = survives(sortie(at("sa9", 22), altitude="low", profile=stay, rulings=SEEN_AT_NOE))
    assert low == pytest.approx(1 - 0.05 - 0.9 * 0.05)


def test_1_4_2b_at_the_end_of_movement():
    """1.4.2b: before it there is no fire at it; its own comes in opportunity fire, or in general fire by ruling."""
    everywhere = {**EACH_WINDOW, "aa_engagement_phases": "any_phase_in_los"}
    assert survives(sortie(GEPARD, altitude="popup", rulings=everywhere)) == ONE_SHOT
    late = {**EACH_WINDOW, "pop_up_fire_phase": "general_only"}
    assert survives(sortie(GEPARD, altitude="popup", rulings=late)) == TWO_SHOTS


@pytest.mark.parametrize(
    ("inches", "slow", "lost"), [(0, "yes", 0.12), (30, "yes", 0.12), (30.0001, "yes", 0), (30, "no", 0)]
)
def test_1_4_2c_a_pop_up_is_no_movement(inches, slow, lost):
    """1.4.2c: it adds nothing to the inches moved, so one that moved 30 in is slow: 3/10 x 4/10 to a tank gun."""
    rulings = {"pop_up_is_slow": slow}
    scenario = sortie(altitude="popup", profile={"inches_moved": inches}, ground_fire=[TANK], rulings=rulings)
    assert chances(scenario)["lost_to_ground_fire"] == pytest.approx(lost)


@pytest.mark.parametrize(
    ("ruling", "shots"), [("end_of_general_fire", 2), ("end_of_turn", 3), ("start_of_next_move", 3)]
)
def test_1_4_2d_when_one_that_never_fired_goes_down(ruling, shots):
    """1.4.2d: in the late phases it is still up, or at NOE and out of the SA-9's reach: 0.9 to get to the next shot."""
    rulings = {**SEEN_AT_NOE, "aa_engagement_phases": "any_phase_in_los", "pop_down_if_not_fired": ruling}
    found = survives(sortie(at("sa9", 22), altitude="popup", profile={"fires": "never"}, rulings=rulings))
    assert found == pytest.approx(1 - 0.05 * sum(0.9**n for n in range(shots)))


def test_1_4_2e_counts_as_low_while_it_lasts():
    """1.4.2e: the line of sight to a pop-up is that of Low, not that of NOE."""
    assert survives(sortie(GEPARD, altitude="popup", rulings={"los_probability_noe": 0})) == ONE_SHOT
    half = {"los_probability_low": 0.5}
    assert survives(sortie(GEPARD, altitude="popup", rulings=half)) == pytest.approx(1 - 1 / 18)


@pytest.mark.parametrize(
    ("firer", "rulings", "abort"),
    [
        ("sa9", {}, 0),  # NOE N: the one abort face is cut off
        ("sa9", {"pop_up_penalty_mode": "none"}, 1 / 10),
        ("sa9", {"pop_up_penalty_size": 0}, 1 / 10),
        ("sa9", {"pop_up_abort_floor": 1}, 1 / 10),
        ("sa9", {"pop_up_penalty_mode": "die_modifier"}, 0),
        ("sa9", {"pop_up_penalty_mode": "re_roll_abort"}, 1 / 100),  # confirmed by a second 10
        ("sa9", {"pop_up_penalty_mode": "halve_range"}, 1 / 10),  # 25 in lie within 45 in
        ("sa13", {}, 1 / 10),  # NOE 1/2: 25 in lie within half its range, no penalty
        ("stinger", {}, 2 / 10),  # NOE Y: no penalty
        ("stinger", {"pop_up_penalty_scope": "all_aa"}, 1 / 10),
        ("gepard", {}, 2 / 9),
        ("gepard", {"pop_up_penalty_scope": "all_aa", "pop_up_penalty_size": 2}, 0),
    ],
)
def test_1_4_2f_air_defence_fires_at_a_pop_up_with_a_penalty(firer, rulings, abort):
    """1.4.2f: who suffers it and what it does is for the rulings."""
    found = law(shot(firer, {**COBRA, "altitude": "popup"}, 25, rulings=rulings))
    assert float(found["abort"]) == pytest.approx(abort)


@pytest.mark.parametrize(
    ("reading", "near", "far"),
    [
        ("full_range_penalised_beyond_half", 0.1, 0),
        ("full_range_no_penalty", 0.1, 0.1),
        ("half_range_only", 0.1, None),
    ],
)
def test_1_4_2f_a_missile_rated_one_half(reading, near, far):
    """SA-13, 110 in: 55 in is half its range, 55.001 in beyond it."""
    for range_in, abort in ((55, near), (55.001, far), (110, far)):
        scenario = shot("sa13", {**COBRA, "altitude": "popup"}, range_in, rulings={"noe_half_vs_pop_up": reading})
        found = law(scenario, "before_save")
        assert found["not_engaged"] == (abort is None)
        assert float(found["abort"]) == pytest.approx(abort or 0)


@pytest.mark.parametrize(("firer", "scope", "half"), [("sa9", "noe_incapable_only", 45), ("gepard", "all_aa", 20)])
def test_1_4_2f_a_penalty_that_halves_the_range(firer, scope, half):
    """SA-9 at a helicopter 90 in, Gepard 40 in: half of that, and then with every abort face."""
    rulings = {"pop_up_penalty_mode": "halve_range", "pop_up_penalty_scope": scope}
    popped = {**COBRA, "altitude": "popup"}
    low = law(shot(firer, {**COBRA, "altitude": "low"}, half))
    assert law(shot(firer, popped, half, rulings=rulings)) == low
    assert law(shot(firer, popped, half + 0.01, rulings=rulings), "before_save")["not_engaged"] == 1
