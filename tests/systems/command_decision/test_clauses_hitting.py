"""Clauses 3.2.4 to 3.2.6: what the AA die does, how far guns reach, what countermeasures undo. All laws are exact."""

from fractions import Fraction as F

import pytest
from command_decision_scenarios import BARE, COBRA, PLANE, UNITS, at, chances, combo, engages, law, shot, sortie

import simlab
from simlab.execute import per_trial, prepare

FITTED = {**PLANE, "flares": True, "ecm": True}
ZSU57 = "zsu57_2"  # 9-10 and no fire control: each face by itself


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("die_value", {"minus_1": F(1, 10), "minus_2": F(1, 10), "minus_3": F(1, 10)}),
        ("flat_1", {"minus_1": F(3, 10), "minus_2": 0, "minus_3": 0}),
        ("flat_2", {"minus_1": 0, "minus_2": F(3, 10), "minus_3": 0}),
        ("inverse", {"minus_1": F(1, 10), "minus_2": F(1, 10), "minus_3": F(1, 10)}),
    ],
)
def test_3_2_4a_faces_1_to_3_are_penalties(ruling, expected):
    """3.2.4a: of that size; four faces and the 4 do nothing."""
    found = law(shot(ZSU57, PLANE, 20, rulings={"penalty_from_roll": ruling}))
    assert found == {**expected, "abort": F(2, 10), "none": F(5, 10)}


@pytest.mark.parametrize(
    ("rulings", "join", "most"),
    [
        ({}, lambda a, b: a + b, 6),
        ({"penalty_stacking": "worst"}, max, 3),
        ({"penalty_stacking": "first_only"}, lambda a, b: a or b, 3),
        ({"penalty_cap": 3}, lambda a, b: min(a + b, 3), 3),
    ],
)
def test_3_2_4a_penalties_of_two_shots(rulings, join, most):
    """All pairs of one shot's law: none 5/10; 1, 2, 3 one tenth each; the rest aborts."""
    one = {0: F(5, 10), 1: F(1, 10), 2: F(1, 10), 3: F(1, 10)}
    pairs = dict.fromkeys(range(7), F(0))
    for first, p in one.items():
        for second, q in one.items():
            pairs[join(first, second)] += p * q
    found = law(combo([ZSU57, ZSU57], PLANE, rulings=rulings))
    assert [found.get(f"minus_{size}", 0) for size in range(1, 7)] == [pairs[size] for size in range(1, 7)]
    assert max(size for size, p in pairs.items() if p) == most
    assert (found["none"], found["abort"]) == (F(25, 100), F(36, 100))


def test_3_2_4a_inverse_turns_each_die_round():
    """Ruling inverse has the same law, but on the same dice 1 gives -3 and 3 gives -1."""
    sizes = {(f"minus_{size}",): size for size in (1, 2, 3)}
    plain, turned = (
        per_trial(prepare(shot(ZSU57, PLANE, 20, rulings={"penalty_from_roll": ruling})), "effect", sizes, 4, 0, 300)
        for ruling in ("die_value", "inverse")
    )
    assert set(plain) == {0, 1, 2, 3}
    assert [4 - size if size else 0 for size in plain.tolist()] == turned.tolist()


def test_3_2_4b_a_9_or_10_aborts():
    """3.2.4b: two faces in ten; a plane is sent home, unless a ruling calls a share of the aborts losses."""
    assert law(shot(ZSU57, PLANE, 20))["abort"] == F(2, 10)
    assert law(shot(ZSU57, PLANE, 20), "fate") == {"lost": 0, "sent_home": F(2, 10), "flies_on": F(8, 10)}
    some = {"plane_abort_loss_fraction": "1/4"}
    assert law(shot(ZSU57, PLANE, 20, rulings=some), "fate")["lost"] == F(1, 20)


@pytest.mark.parametrize(("quality", "abort"), [("9-10", F(2, 9)), ("10", F(1, 9))])
def test_3_2_4b_3_2_4e_a_system_of_unknown_quality(tmp_path, quality, abort):
    """One whose record has none counts as most systems do, or by ruling as a basic one."""
    path = tmp_path / "mine.csv"
    path.write_text(
        "id,name,kind,mount,calibre_mm,has_fire_control,source,confidence\nx,X,GUN,towed,35,1,test,low\n",
        encoding="utf-8",
    )
    scenario = shot("x", PLANE, 30, data={"air_defence": str(path)}, rulings={"default_quality": quality})
    assert law(scenario)["abort"] == abort


@pytest.mark.parametrize(
    ("unit", "range_in", "rulings", "abort"),
    [
        ("gepard", 10, {}, F(2, 9)),
        ("gepard", 30, {}, F(2, 9)),
        ("gepard", 30, {"fc_reroll_recursion": "once"}, F(11, 50)),
        ("gepard", 10, {"fc_reroll_scope": "beyond_manual_only"}, F(1, 5)),
        ("gepard", 30, {"fc_reroll_scope": "beyond_manual_only"}, F(2, 9)),
        ("gepard", 10, {"fc_reroll_scope": "radar_guns_only"}, F(2, 9)),
        (ZSU57, 10, {}, F(1, 5)),  # a gun without fire control
        ("roland2", 30, {}, F(1, 5)),  # a missile
    ],
)
def test_3_2_4c_a_4_is_rolled_again_by_guns_with_fire_control(unit, range_in, rulings, abort):
    """3.2.4c: nine faces are left, or one re-roll of ten: 2/10 + 1/10 x 2/10."""
    assert law(shot(unit, PLANE, range_in, rulings=rulings))["abort"] == abort


@pytest.mark.parametrize(("ruling", "abort"), [("yes", F(2, 9)), ("no", 0)])
def test_3_2_4d_results_1_to_3_do_not_touch_a_spotter(ruling, abort):
    """3.2.4d: no penalty; the abort stays, or goes by ruling."""
    spotter = {**PLANE, "artillery_spotter": True}
    found = law(shot("gepard", spotter, 30, rulings={"spotter_abort": ruling}))
    assert found == {"abort": abort, "minus_1": 0, "minus_2": 0, "minus_3": 0, "none": 1 - abort}


def test_3_2_4e_basic_missiles_abort_on_10_only():
    """3.2.4e; the 9 then does nothing."""
    found = law(shot("blowpipe", PLANE, 50))
    assert (found["abort"], found["none"]) == (F(1, 10), F(6, 10))


@pytest.mark.parametrize(("share", "removed"), [(None, F(1, 2)), (0, 0), (0.25, F(1, 4)), (1, 1)])
def test_3_2_4f_an_abort_of_a_helicopter(share, removed):
    """3.2.4f: half of them remove it, half force it back; the share is open to designers."""
    rulings = {} if share is None else {"chopper_abort_removed_fraction": share}
    found = law(shot("gepard", {**COBRA, "altitude": "low"}, 30, rulings=rulings), "fate")
    assert found == {"removed": F(2, 9) * removed, "forced_back": F(2, 9) * (1 - removed), "stays": F(7, 9)}


@pytest.mark.parametrize(
    ("fires", "expected"),
    [
        ("auto", {"engaged": 4 / 9, "penalised": 3 / 9, "aborted": 1 / 9, "removed": 1 / 9}),
        ("never", {"engaged": 4 / 9, "penalised": 4 / 9, "removed": 1 / 9}),
    ],
)
def test_3_2_4f_forced_back_costs_the_attack_of_the_turn(fires, expected):
    """One that wanted to attack is aborted; one that did not is only disturbed."""
    scenario = sortie(at("gepard", 30), profile={"fires": fires})
    assert {stage: p for stage, p in chances(scenario, "chain").items() if p} == pytest.approx(expected)


def test_3_2_5a_a_gun_engages_one_target():
    """3.2.5a: both rounds of a gun with ROF 2 come at the same aircraft."""
    assert law(combo(["laid_twice"], PLANE, 30, **UNITS))["abort"] == 1 - F(7, 9) ** 2
    assert law(combo(["laid_twice", "laid"], PLANE, 30, **UNITS), "abort_by")["firer_1"] == 1 - F(7, 9) ** 2


@pytest.mark.parametrize(("boundaries", "fires"), [("inclusive", True), ("exclusive", False)])
def test_3_2_5b_one_range_and_no_brackets(boundaries, fires):
    """3.2.5b: the same law anywhere inside, nothing outside; the limit itself is for the ruling."""
    rulings = {"range_boundaries": boundaries}
    assert law(shot(ZSU57, PLANE, 0.1, rulings=rulings)) == law(shot(ZSU57, PLANE, 29.9, rulings=rulings))
    assert engages(shot(ZSU57, PLANE, 30, rulings=rulings)) == fires
    assert not engages(shot(ZSU57, PLANE, 30.0001, rulings=rulings))


@pytest.mark.parametrize(
    ("unit", "manual", "fire_control"),
    [
        ("mm12", 10, 20),
        ("mm19", 10, 20),
        ("mm20", 15, 30),
        ("mm29", 15, 30),
        ("mm30", 20, 40),
        ("mm39", 20, 40),
        ("mm40", 30, 60),
        ("mm130", 30, 60),
        ("mm57", 30, None),
    ],
)
def test_3_2_5c_ranges_by_calibre(unit, manual, fire_control):
    """3.2.5c, table B1: guns whose rows give nothing but a calibre. Without fire control the manual range is all."""
    furthest = fire_control or manual
    assert engages(shot(unit, PLANE, furthest, **UNITS))
    assert not engages(shot(unit, PLANE, furthest + 0.01, **UNITS))
    if fire_control:  # the re-roll beyond manual range only shows where that ends
        beyond = {"fc_reroll_scope": "beyond_manual_only"}
        assert law(shot(unit, PLANE, manual, rulings=beyond, **UNITS))["abort"] == F(1, 5)
        assert law(shot(unit, PLANE, manual + 0.01, rulings=beyond, **UNITS))["abort"] == F(2, 9)


@pytest.mark.parametrize(
    ("unit", "target", "scope", "furthest"),
    [
        ("stinger", PLANE, "all_ir", 50),
        ("stinger", PLANE, "tcir_and_iair_only", 100),
        ("sa14", {**COBRA, "altitude": "low"}, "all_ir", 60),
        ("sa14", {**COBRA, "altitude": "low"}, "tcir_and_iair_only", 60),
        ("roland2", PLANE, "all_ir", 140),
        ("gepard", PLANE, "all_ir", 40),
    ],
)
def test_3_2_6_1a_a_suppressor_halves_the_range_of_infrared_missiles(unit, target, scope, furthest):
    """3.2.6.1a: theirs alone, and without a die."""
    scenario = shot(unit, {**target, "irs": True}, furthest, bearing_deg=90, rulings={"irs_scope": scope})
    assert engages(scenario)
    assert not engages({**scenario, "geometry": {"range_in": furthest + 0.01, "bearing_deg": 90}})


def test_3_2_6_2b_3_2_6_2c_a_save_is_rolled_for_an_abort_and_makes_it_a_penalty_of_2():
    """3.2.6.2b: the other faces are as they were; 3.2.6.2c: what is saved stands at -2."""
    bare, fitted = law(shot("gepard", PLANE, 30)), law(shot("gepard", FITTED, 30))
    saved = bare["abort"] - fitted["abort"]
    assert saved == F(2, 9) * F(2, 10)
    assert fitted == {**bare, "abort": bare["abort"] - saved, "minus_2": bare["minus_2"] + saved}
    assert law(shot("gepard", FITTED, 30), "before_save") == law(shot("gepard", PLANE, 30), "before_save")


@pytest.mark.parametrize(("rerolled", "saved"), [("yes", F(2, 9)), ("no", F(2, 10))])
def test_3_2_6_2b_an_abort_from_a_re_roll(rerolled, saved):
    """Of the 2/9 a tenth part came from the re-roll of a 4."""
    found = law(shot("gepard", FITTED, 30, rulings={"cm_applies_to_rerolled_abort": rerolled}))
    assert found["abort"] == F(2, 9) - saved * F(2, 10)


@pytest.mark.parametrize(("firer", "saves"), [("better_p", F(2, 10)), ("better_v", F(5, 10)), ("better_vv", F(8, 10))])
def test_3_2_6_2d_ratings(firer, saves):
    """3.2.6.2d, table B2: P saves on 1-2, V on 1-5, VV on 1-8."""
    assert law(shot(firer, FITTED, 50, **UNITS))["abort"] == F(2, 10) * (1 - saves)


@pytest.mark.parametrize(("fits", "fails"), [("best_single", F(5, 10)), ("each_in_turn", F(8, 10) * F(5, 10))])
def test_3_2_6_2d_a_system_that_both_disturb(tmp_path, fits, fails):
    """Flares P and ECM V: the better one, or one save after the other."""
    path = tmp_path / "mine.csv"
    path.write_text(
        "id,name,kind,mount,guidance,max_range_in,quality,cm_flares,cm_ecm,source,confidence\n"
        "x,X,SAM,vehicle,AAIR,100,9-10,P,V,test,low\n",
        encoding="utf-8",
    )
    scenario = shot("x", FITTED, 50, data={"air_defence": str(path)}, rulings={"cm_multiple_fits": fits})
    assert law(scenario)["abort"] == F(2, 10) * fails


@pytest.mark.parametrize(("answer", "abort"), [("yes", F(8, 45)), ("no", F(2, 9))])
def test_3_2_6_2d_helicopters_save_as_planes_do(answer, abort):
    target = {"unit": "mi24v", **BARE, "ecm": True, "altitude": "low"}
    assert law(shot("gepard", target, 30, rulings={"cm_for_choppers": answer}))["abort"] == abort


def test_3_2_6_2c_only_a_removal_is_saved_by_ruling():
    """The split first: half of 2/9 would remove it, of which 2/10 are saved; a forced back stands."""
    target = {"unit": "mi24v", **BARE, "ecm": True, "altitude": "low"}
    found = law(shot("gepard", target, 30, rulings={"cm_order_vs_split": "after_split_on_removal_only"}), "fate")
    assert found == {"removed": F(1, 9) * F(8, 10), "forced_back": F(1, 9), "stays": F(7, 9) + F(1, 9) * F(2, 10)}


@pytest.mark.parametrize(
    ("firer", "fit"),
    [("gepard", "flares"), ("roland2", "flares"), ("stinger", "ecm"), ("sa18", "flares"), ("rapier", "ecm")],
)
def test_3_2_6_2e_no_rating_no_save(firer, fit):
    """3.2.6.2e: a blank is immunity: flares against radar, ECM against infrared and optical command links."""
    assert law(shot(firer, {**PLANE, fit: True}, 30))["abort"] == law(shot(firer, PLANE, 30))["abort"]


@pytest.mark.parametrize(("range_in", "abort"), [(0, F(2, 9)), (20, F(2, 9)), (20.0001, F(8, 45)), (40, F(8, 45))])
def test_3_2_6_2f_guns_in_manual_range_are_immune(range_in, abort):
    """3.2.6.2f: Gepard, 20 in."""
    assert law(shot("gepard", FITTED, range_in))["abort"] == abort


@pytest.mark.parametrize(("uses", "abort"), [("unlimited", 1 - (1 - F(8, 45)) ** 2), (1, None)])
def test_countermeasures_can_run_out(uses, abort):
    """Ruling cm_uses, two shots: with one use the second abort stands if the first had been saved."""
    found = law(shot("gepard", FITTED, 30, shots=2, rulings={"cm_uses": uses}))["abort"]
    once = F(8, 45) + F(7, 9) * F(8, 45) + F(2, 9) * F(2, 10) * F(2, 9)
    assert found == (once if abort is None else abort)


def test_spotters_are_planes():
    with pytest.raises(simlab.SimlabError, match=r"only planes are spotters \(3.2.4d\)"):
        law(shot("gepard", {**COBRA, "artillery_spotter": True}, 30))
