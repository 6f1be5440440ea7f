"""A designer's own constants and tables: changes that work, and refusals that say why (part C1 of the rules page)."""

import csv
from pathlib import Path

import pytest

from simlab.errors import SimlabError
from simlab.execute import prepare, run
from simlab.systems.command_decision.stands import PLAYED_CONSTANTS

SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "alphajet"},
    "geometry": {"range_in": 25},
}
BOMBING = {
    "system": "command_decision",
    "kind": "bombing",
    "attacker": {"unit": "tornado_ids", "placement": "superimpose"},
    "stand": [{"name": "platoon", "at": [0, 0]}],
}
HEADER = "name,value,unit,clause,meaning,source,status\n"


def with_constants(tmp_path, *lines, scenario=SHOT):
    path = tmp_path / "constants.csv"
    path.write_text(HEADER + "".join(f"{line},,,,,\n" for line in lines), encoding="utf-8")
    return {**scenario, "data": {"constants": str(path)}}


def test_a_constant_that_is_moved_moves_the_answer(tmp_path):
    assert run(SHOT).p("effect", "abort") == pytest.approx(2 / 9)
    assert run(with_constants(tmp_path, "abort_face_standard,8")).p("effect", "abort") == pytest.approx(3 / 9)
    assert run(with_constants(tmp_path, "penalty_face_high,2")).p("effect", "minus_3") == 0


ROCKETS = {**BOMBING, "attacker": {"unit": "mi24d", "load": "rockets", "placement": "superimpose"}}
# A regular stand, eliminated by 4 faces of the effect die, under 3 areas of HE 7, or a volley of ROF 5 and HE 2.
MOVED = [
    (BOMBING, (), 1 - 0.72**3),
    (BOMBING, ("he_standard,5",), 1 - 0.8**3),
    (BOMBING, ("kg_per_rof,10000.5",), 0.28),
    (ROCKETS, (), 1 - 0.92**5),
    (ROCKETS, ("rocket_offset,0.95",), 1 - 0.92**4),
]


@pytest.mark.parametrize(("scenario", "lines", "p"), MOVED)
def test_a_constant_of_attacks_that_is_moved_moves_the_answer(tmp_path, scenario, lines, p):
    tree = with_constants(tmp_path, *lines, scenario=scenario) if lines else scenario
    assert run(tree).p("result:platoon", "eliminated") == pytest.approx(p)


def test_every_constant_that_may_be_moved_is_a_printed_one():
    with (Path(__file__).parents[3] / "data" / "command_decision" / "constants.csv").open(encoding="utf-8") as file:
        printed = {row["name"]: float(row["value"]) for row in csv.DictReader(file)}
    for name, (low, high) in PLAYED_CONSTANTS.items():
        assert low <= printed[name] <= high, name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("penalty_face_high,4", "penalty_face_high = 4; a whole number from 0 to 3"),
        ("penalty_face_high,5", "penalty_face_high = 5; a whole number"),
        ("cm_converted_penalty,-1", "cm_converted_penalty = -1; a whole number from 0 to 9"),
        ("near_miss_penalty,-2", "near_miss_penalty = -2"),
        ("endurance_turns,0", "endurance_turns = 0; a whole number from 1"),
        ("endurance_turns,2.5", "endurance_turns = 2.5; a whole number"),
        ("rearm_turns_good,-3", "rearm_turns_good = -3"),
        ("low_dead_zone_in,nan", "low_dead_zone_in"),
        ("low_dead_zone_in,inf", "low_dead_zone_in = inf"),
        ("max_targets,9", "max_targets = 9; a whole number from 1 to 8"),
        ("he_light,5.5", "he_light = 5.5; a whole number"),
        ("rocket_offset,1.5", "rocket_offset = 1.5; a number from 0 to 1"),
        ("kg_per_rof,0", "kg_per_rof = 0; a number from 1"),
        ("bomb_load_usable_fraction,0.4", "a ruling or a table decides"),
        ("chopper_abort_removed_fraction,0.4", "a ruling or a table decides"),
        ("collective_heavy_faces,3", "a ruling or a table decides"),
    ],
)
def test_a_constant_that_cannot_be_played_is_refused(tmp_path, line, message):
    with pytest.raises(SimlabError) as error:
        prepare(with_constants(tmp_path, line))
    assert message in str(error.value)
    assert "constants.csv" in str(error.value)


def test_an_own_table_of_gun_ranges_stands_in_for_the_rows(tmp_path):
    path = tmp_path / "ranges.csv"
    path.write_text(
        "calibre_from_mm,calibre_below_mm,manual_in,fire_control_in,status,source\n20,30,5,12,assumed,test\n", "utf-8"
    )
    tree = {**SHOT, "data": {"aa_gun_ranges": str(path)}}
    assert run(tree).p("effect", "none") == 1
    assert run({**tree, "geometry": {"range_in": 12}}).p("effect", "abort") == pytest.approx(2 / 9)


def test_a_missile_with_metres_only_has_both_ranges_derived(tmp_path):
    path = tmp_path / "sams.csv"
    path.write_text(
        "id,name,kind,mount,guidance,seeker,min_range_m,max_range_m,source,confidence\n"
        "mine,My SAM,SAM,vehicle,CLOS,radar,914,4572,test,low\n"
        "upside,Upside down,SAM,vehicle,CLOS,radar,9000,4572,test,low\n",
        "utf-8",
    )
    tree = {**SHOT, "firer": {"unit": "mine"}, "data": {"air_defence": str(path)}}
    aborts = [run({**tree, "geometry": {"range_in": at}}).p("effect", "abort") for at in (19, 20, 100, 101)]
    assert aborts == pytest.approx([0, 0.2, 0.2, 0])
    with pytest.raises(SimlabError, match="minimum range above its maximum"):
        prepare({**tree, "firer": {"unit": "upside"}})


@pytest.mark.parametrize("word", ["1e-99999999", "9" * 40, "0x10", "1_0", "nan"])
def test_a_number_that_is_none_is_refused_at_once(word):
    with pytest.raises(SimlabError, match="los_probability_plane"):
        prepare({**SHOT, "rulings": {"los_probability_plane": word}})


def test_a_third_is_a_third_in_the_exact_law():
    tree = {**SHOT, "target": {"unit": "mi24d", "altitude": "low", "flares": False, "ecm": False}}
    tree["rulings"] = {"chopper_abort_removed_fraction": "1/3"}
    rows = {row["fate"]: row["fraction"] for row in run(tree, exact_fractions=True).rows("fate")}
    assert rows["removed"] == "2/27"


def test_messages_are_one_line_of_readable_length():
    for unit in ("two\nlines", "x" * 100_000):
        with pytest.raises(SimlabError) as error:
            prepare({**SHOT, "firer": {"unit": unit}})
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 2000


@pytest.mark.parametrize("source", [None, 3, [1, 2]])
def test_what_is_no_scenario_is_refused(source):
    with pytest.raises(SimlabError, match="a scenario is"):
        run(source)


def test_an_exact_law_that_would_take_hours_is_refused():
    tree = {
        "system": "command_decision",
        "kind": "sortie",
        "helicopter": {"unit": "ah1s_mc"},
        "profile": {"altitude": "noe", "after_firing": "stay"},
        "air_defence": [{"unit": "zsu23_4", "range_in": 10, "count": 20}],
        "rulings": {"aa_shots_per_turn": "once_per_phase"},
    }
    with pytest.raises(SimlabError, match="--method sample"):
        run(tree, method="exact")
    assert run(tree, trials=2000, seed=1).trials == 2000


def test_no_attack_at_all_is_no_certainty():
    tree = {
        "system": "command_decision",
        "kind": "sortie",
        "helicopter": {"unit": "ah1s_mc"},
        "profile": {"altitude": "popup", "fires": "never"},
    }
    row = run(tree).rows("penalty_at_fire")[0]
    assert (row["p"], row["p_lo"], row["p_hi"]) == (0, 0, 1)
