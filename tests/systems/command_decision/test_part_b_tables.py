"""Part B of the rules page against played shots: tables B3, B9, B10 and B12, cell by cell.

B1 stands in test_clauses_hitting.py (3.2.5c), B2 there too (3.2.6.2d), B8 in test_clauses_combined_fire.py (3.2.8c-d).
"""

import csv
import itertools
from fractions import Fraction as F
from pathlib import Path

import pytest
from command_decision_scenarios import COBRA, PLANE, UNITS, engages, law, own_table, shot, sortie, turns_over_table

AIR_DEFENCE = Path(__file__).parents[3] / "data" / "command_decision" / "air_defence.csv"
ONCE = {"fc_reroll_recursion": "once"}

# Table B3: firer, rulings, then abort, -1, -2, -3, none. The names of the firers end in the rating of their save.
SHOT_LAWS = [
    ("basic", {}, "1/10 1/10 1/10 1/10 3/5"),
    ("basic_p", {}, "2/25 1/10 3/25 1/10 3/5"),
    ("basic_v", {}, "1/20 1/10 3/20 1/10 3/5"),
    ("basic_vv", {}, "1/50 1/10 9/50 1/10 3/5"),
    ("better", {}, "1/5 1/10 1/10 1/10 1/2"),
    ("better_p", {}, "4/25 1/10 7/50 1/10 1/2"),
    ("better_v", {}, "1/10 1/10 1/5 1/10 1/2"),
    ("better_vv", {}, "1/25 1/10 13/50 1/10 1/2"),
    ("laid", {}, "2/9 1/9 1/9 1/9 4/9"),
    ("laid_p", {}, "8/45 1/9 7/45 1/9 4/9"),
    ("laid_v", {}, "1/9 1/9 2/9 1/9 4/9"),
    ("laid_vv", {}, "2/45 1/9 13/45 1/9 4/9"),
    ("laid", ONCE, "11/50 11/100 11/100 11/100 9/20"),
    ("laid_p", ONCE, "22/125 11/100 77/500 11/100 9/20"),
    ("laid_v", ONCE, "11/100 11/100 11/50 11/100 9/20"),
    ("laid_vv", ONCE, "11/250 11/100 143/500 11/100 9/20"),
]
EVERY_AA = {"pop_up_penalty_scope": "all_aa"}  # guns are not rated for NOE, so only this ruling penalises them
POP_UP_LAWS = [
    ("basic", {}, "0 1/10 1/10 1/10 7/10"),
    ("better", {}, "1/10 1/10 1/10 1/10 3/5"),
    ("laid", EVERY_AA, "1/9 1/9 1/9 1/9 5/9"),
    ("laid", {**EVERY_AA, "pop_up_penalty_mode": "die_modifier"}, "1/9 1/9 1/9 1/9 5/9"),
    ("laid", {**EVERY_AA, "pop_up_penalty_mode": "die_modifier", "pop_up_penalty_size": 2}, "0 1/9 1/9 1/9 2/3"),
]
EFFECTS = ("abort", "minus_1", "minus_2", "minus_3", "none")


def fractions(text):
    return dict(zip(EFFECTS, map(F, text.split()), strict=True))


@pytest.mark.parametrize(("firer", "rulings", "expected"), SHOT_LAWS)
def test_b3_one_shot_at_a_plane(firer, rulings, expected):
    target = {**PLANE, "flares": True, "ecm": True}
    assert law(shot(firer, target, 35, rulings=rulings, **UNITS)) == fractions(expected)


@pytest.mark.parametrize(("firer", "rulings", "expected"), [*SHOT_LAWS, *POP_UP_LAWS])
def test_b3_one_shot_at_a_helicopter(firer, rulings, expected):
    """The same law at Low as for a plane; an abort removes it or forces it back with one half each."""
    popped = (firer, rulings, expected) in POP_UP_LAWS
    target = {**COBRA, "flares": not popped, "ecm": not popped, "altitude": "popup" if popped else "low"}
    scenario = shot(firer, target, 35, rulings=rulings, **UNITS)
    found, fate = law(scenario), law(scenario, "fate")
    assert found == fractions(expected)
    assert fate["removed"] == fate["forced_back"] == found["abort"] / 2


@pytest.mark.parametrize(("guidance", "share"), [("TCIR", F(1, 4)), ("IAIR", F(3, 4))])
@pytest.mark.parametrize(("quality", "text"), [("10", SHOT_LAWS[3][2]), ("9-10", SHOT_LAWS[7][2])])
def test_b3_missiles_with_an_arc_at_a_plane_of_unknown_bearing(tmp_path, guidance, share, quality, text):
    """Every column but "none" times 1/4 or 3/4."""
    columns = "id,name,kind,mount,guidance,max_range_in,quality,cm_flares,source,confidence"
    own = own_table(tmp_path, "air_defence", f"{columns}\narc,Arc,SAM,vehicle,{guidance},100,{quality},VV,test,low\n")
    found = law(shot("arc", {**PLANE, "flares": True}, 50, **own))
    whole = fractions(text)
    assert found == {name: p * share for name, p in whole.items()} | {"none": 1 - share * (1 - whole["none"])}


# Table B9 (3.2.6.3a): system, target, ranges with the share of aborts that is saved there, lowest range.
MATRIX = [
    ("sa9", "tornado_ids", [(180, F(8, 10))], 20),
    ("sa9", "alphajet", [(180, 0)], 20),
    ("sa14", "tornado_ids", [(120, F(2, 10))], 12),
    ("sa14", "alphajet", [(120, 0)], 12),
    ("zsu23_4", "tornado_ids", [(15, 0), (30, F(2, 10))], 0),
    ("zsu23_4", "alphajet", [(30, 0)], 0),
    ("gepard", "mig23bn", [(20, 0), (40, F(2, 10))], 0),
    ("gepard", "mig21bis", [(40, 0)], 0),
]


@pytest.mark.parametrize(("system", "target", "cells", "minimum"), MATRIX)
def test_b9_missile_matrix(system, target, cells, minimum):
    def asked(range_in, table):
        return law(shot(system, target, range_in, bearing_deg=90), table)  # abeam: "not front 90 deg" lets it fire

    inner = minimum
    for outer, saved in cells:
        for range_in in (inner, (inner + outer) / 2, outer):
            before, after = asked(range_in, "before_save")["abort"], asked(range_in, "effect")["abort"]
            assert before == {"sa9": F(1, 10), "sa14": F(1, 10)}.get(system, F(2, 9))
            assert after == before * (1 - saved)
        inner = outer + 0.001
    assert asked(inner, "before_save")["not_engaged"] == 1
    if minimum:
        assert asked(minimum - 0.001, "before_save")["not_engaged"] == 1
        assert law(shot(system, target, 100, bearing_deg=0), "before_save")["not_engaged"] == 1
        assert law(shot(system, target, 100), "before_save")["not_engaged"] == F(1, 4)


def test_b9_example_values():
    """SA-9 at a Tornado 1/50, with a random bearing 3/200; Gepard at a MiG-23BN at 30 in 8/45."""
    assert law(shot("sa9", "tornado_ids", 100, bearing_deg=180))["abort"] == F(1, 50)
    assert law(shot("sa9", "tornado_ids", 100))["abort"] == F(3, 200)
    assert law(shot("gepard", "mig23bn", 30))["abort"] == F(8, 45)


with AIR_DEFENCE.open(encoding="utf-8", newline="") as file:
    SYSTEMS = list(csv.DictReader(file))
FACTOR = {"Y": F(1), "half": F(1, 2), "N": F(0)}
INFRARED = ("TCIR", "IAIR", "AAIR")


def furthest(system, altitude, irs):
    """Table B10: how far a system shoots, None where it may not."""
    if altitude == "landed":
        return None
    if system["kind"] == "GUN":
        return F(system["fc_range_in"] or system["manual_range_in"])
    reach = F(system["max_range_in"]) / (2 if irs and system["guidance"] in INFRARED else 1)
    if altitude != "plane":
        reach *= FACTOR[system["chop"]] * (FACTOR[system["noe"]] if altitude == "noe" else 1)
    return reach or None


@pytest.mark.parametrize("irs", [False, True])
@pytest.mark.parametrize("altitude", ["plane", "low", "popup", "noe", "landed"])
def test_b10_who_can_shoot_at_what_and_how_far(altitude, irs):
    """Every system of the data, at the ends of its range and just outside them."""
    target = {**PLANE, "irs": irs} if altitude == "plane" else {**COBRA, "irs": irs, "altitude": altitude}
    for system in SYSTEMS:
        nearest, reach = F(system["min_range_in"]), furthest(system, altitude, irs)
        if irs and system["guidance"] not in INFRARED:
            continue  # nothing is different
        if reach is None:
            probes = {nearest: False, F(system["max_range_in"]) / 2: False}
        else:
            probes = {reach: True, nearest: True, reach + F(1, 1000): False}
            probes |= {nearest - F(1, 1000): False} if nearest else {}
            assert nearest < reach, "a system that never fires needs no probes at its ends"
        found = {d: engages(shot(system["id"], target, float(d), bearing_deg=180)) for d in probes}
        assert found == probes, system["id"]


ALWAYS_SHAKEN = "name,value\nshaken_from_fail_by,1\ndemoralised_from_fail_by,11\n"
ALWAYS_DEMORALISED = "name,value\nshaken_from_fail_by,1\ndemoralised_from_fail_by,1\n"


@pytest.mark.parametrize(("partial", "whole"), [("no", 0), ("yes", 1)])
@pytest.mark.parametrize(
    ("state", "thresholds", "away"),
    [("good", None, 5), ("shaken", ALWAYS_SHAKEN, 6), ("demoralised", ALWAYS_DEMORALISED, 7)],
)
def test_b12_endurance_clock(tmp_path, state, thresholds, away, partial, whole):
    """Leaves in turn t: back in t + 5, t + 6, t + 7. Own tables make every morale check fail in the way wanted."""
    scenario = sortie(turns=20, rulings={"rearm_partial_turn_counts": partial})
    left = 2
    if thresholds:
        own = own_table(tmp_path, "morale_thresholds", thresholds)["data"]
        own |= own_table(tmp_path, "morale", "quality,pass_on,status,source\nregular,0,assumed,test\n")["data"]
        scenario |= {"data": own, "rulings": {**scenario["rulings"], "chopper_morale_trigger": "every_turn"}}
        left = 1
    over = turns_over_table(scenario)
    assert over[: left + 1] == [*range(1, left + 1), left + away - whole]
    assert all(later - earlier == 1 or later - earlier == away - whole for earlier, later in itertools.pairwise(over))
