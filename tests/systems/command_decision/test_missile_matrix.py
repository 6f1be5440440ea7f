"""The missile matrix (3.2.6.3a): the rulebook's example (table B9), and cells against the `shot` they stand for."""

import random
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path

import pytest

from simlab.analysis.matrix import fraction_text, matrix
from simlab.errors import SimlabError
from simlab.execute import run
from simlab.systems import system_named
from simlab.systems.command_decision.rules.air_defence import Eligible
from simlab.systems.command_decision.rules.matrix import stretches

SYSTEM = system_named("command_decision")
ODD = str(Path(__file__).parents[2] / "data" / "odd_air_defence.csv")
SYSTEMS = ("sa9", "sa14", "zsu23_4", "gepard")
PLANES = ("mig23bn", "mig21bis", "tornado_ids", "alphajet")
OWN = "(own side)"
PRINTED = {  # table B9: minimum range, ROF, quality, note; then the cells of the four planes
    "sa9": (20, 1, "10", "not front 90 deg", OWN, OWN, [("180", "1-8")], [("180", "-")]),
    "sa14": (12, 1, "10", "not front 90 deg", OWN, OWN, [("120", "1-2")], [("120", "-")]),
    "zsu23_4": (0, 1, "9-10", "", OWN, OWN, [("15", "-"), ("30", "1-2")], [("30", "-")]),
    "gepard": (0, 1, "9-10", "", [("20", "-"), ("40", "1-2")], [("40", "-")], OWN, OWN),
}


def cell_of(table, firer, target, view="ranges"):
    one, other = (next(row for row in rows if row.id == name) for rows, name in
                  ((table.firers, firer), (table.targets, target)))  # fmt: skip
    return OWN if table.is_own_side(one, other) else table.lines(one, other, view)


def only(firer, target, view="ranges", **more):
    return cell_of(matrix(SYSTEM, [firer], [target], **more), firer, target, view)


@pytest.mark.parametrize("firer", SYSTEMS)
def test_the_example_of_the_rulebook(firer):
    table = matrix(SYSTEM, SYSTEMS, PLANES)
    assert [row.id for row in table.targets] == list(PLANES)
    minimum, rof, quality, note, *cells = PRINTED[firer]
    assert table.about[firer] == {"min_range_in": minimum, "rof": rof, "quality": quality, "note": note}
    assert [cell_of(table, firer, target) for target in PLANES] == cells


def test_what_the_example_means_for_one_shot():  # the last lines of B9
    assert only("sa9", "tornado_ids", "abort", settings={"geometry": {"bearing_deg": 180}}) == [("180", "1/50")]
    assert only("sa9", "tornado_ids", "abort", rulings={"aspect_model": "tail"}) == [("180", "1/50")]
    assert only("sa9", "tornado_ids", "abort") == [("180", "3/200")]
    assert only("gepard", "mig23bn", "abort") == [("20", "2/9"), ("40", "8/45")]
    assert only("gepard", "mig23bn", "abort", settings={"geometry": {"range_in": 30}}) == [("20-40", "8/45")]


def test_mean_penalty_counts_saved_aborts():  # table B3: quality 10 without a save, 9-10 with fire control and save P
    assert only("blowpipe", "mig21bis", "penalty") == [("75", str(F(1 + 2 + 3, 10)))]
    assert only("gepard", "mig23bn", "penalty")[1] == ("40", str(F(1, 9) + 2 * F(7, 45) + 3 * F(1, 9)))


def test_saves_by_rating():  # 3.2.6.2d, e
    saves = {firer: only(firer, "a10a")[0][1] for firer in ("sa9", "sa13", "sa14", "sa18")}
    assert saves == {"sa9": "1-8", "sa13": "1-5", "sa14": "1-2", "sa18": "-"}
    assert only("sa9", "a10a", settings={"target": {"flares": False}}) == [("180", "-")]


def test_helicopters():
    assert only("sa9", "gazelle_ah1") == [("90", "-")]  # chop 1/2 (3.2.3h)
    assert only("sa9", "gazelle_ah1", settings={"target": {"altitude": "noe"}}) == []  # NOE N (3.2.3g)
    assert only("sa13", "gazelle_ah1", settings={"target": {"altitude": "noe"}}) == [("55", "-")]  # NOE 1/2
    assert only("sa13", "ah1s_mc", settings={"target": {"altitude": "noe"}}) == [("27.5", "1-5")]  # and 3.2.6.1a
    popup = matrix(SYSTEM, ["sa13"], ["ah1s_mc"], {"target": {"altitude": "popup"}})  # 1.4.2f
    assert cell_of(popup, "sa13", "ah1s_mc") == [("27.5", "1-5"), ("55", "1-5 (pop-up 1)")]
    assert cell_of(popup, "sa13", "ah1s_mc", "abort") == [("27.5", "1/20"), ("55", "0")]
    assert only("sa13", "ah1s_mc", settings={"target": {"altitude": "landed"}}) == []
    without = {"pop_up_penalty_mode": "none"}
    assert only("sa13", "ah1s_mc", settings={"target": {"altitude": "popup"}}, rulings=without) == [("55", "1-5")]


def test_the_note_is_about_planes():  # 3.2.3i
    targets = {"planes": ["f4e"], "helicopters": ["ah1g"], "both": ["f4e", "ah1g"]}
    notes = {name: matrix(SYSTEM, ["sa7b"], units).about["sa7b"]["note"] for name, units in targets.items()}
    assert notes == {"planes": "rear 90 deg", "helicopters": "", "both": "planes: rear 90 deg"}


def test_night_takes_manual_fire_and_systems_without_radar():  # 3.2.2b, 3.2.6.2f
    night = {"geometry": {"visibility": "night"}}
    assert only("zsu23_4", "tornado_ids", settings=night) == [("30", "1-2")]
    assert only("zu23", "tornado_ids", settings=night) == []
    assert only("zu23", "tornado_ids", settings={"firer": {"terrain": "woods"}}) == []  # 3.2.3a


def test_rows_of_ones_own_and_blank_quality():
    both = {"rows": {"air_defence": ODD}, "rulings": {"cm_multiple_fits": "each_in_turn"}}
    assert only("dual_sam", "tornado_ids", **both)[0][1] == "1-2 then 1-5"
    for option, printed in (("9-10", "9-10"), ("10", "10")):
        table = matrix(SYSTEM, ["no_quality_gun"], ["f4e"], rulings={"default_quality": option},
                       rows={"air_defence": ODD})  # fmt: skip
        assert table.about["no_quality_gun"]["quality"] == printed


def test_usual_systems_and_targets():
    table = matrix(SYSTEM)
    assert len(table.firers) == len(SYSTEM_ROWS["air_defence"])
    assert [row.id for row in table.targets] == SYSTEM_ROWS["aircraft"]
    assert all(table.is_own_side(one, other) == (one.side == other.side)
               for one in table.firers for other in table.targets)  # fmt: skip
    low = matrix(SYSTEM, ["wp"], settings={"target": {"altitude": "low"}})
    assert [row.id for row in low.targets] == SYSTEM_ROWS["helicopters"]
    assert {row.side for row in low.firers} == {"WP"}
    everything = matrix(SYSTEM, ["sa9"], ["NATO", "helicopters"], own_side=True)
    assert not any(everything.is_own_side(everything.firers[0], target) for target in everything.targets)


def _ids():
    from simlab.catalog import open_catalog

    catalog = open_catalog(SYSTEM.name, SYSTEM.tables)
    return {name: [row.id for row in catalog.rows(name)] for name in ("air_defence", "aircraft", "helicopters")}


SYSTEM_ROWS = _ids()


def test_the_frame_is_tidy():
    frame = matrix(SYSTEM, SYSTEMS, PLANES).frame()
    assert len(frame) == 16 + 4  # a row a pair; four pairs have a manual and a fire-control band
    assert frame.own_side.sum() == 8
    gepard = frame[(frame.firer == "gepard") & (frame.target == "mig21bis")]
    assert gepard["mode"].tolist() == ["manual", "fire_control"]
    assert gepard.far_in.tolist() == [20, 40]
    assert gepard.abort.tolist() == pytest.approx([2 / 9, 2 / 9])
    assert gepard.abort_fraction.tolist() == ["2/9", "2/9"]


CHOICES = {
    ruling.name: [value for value in ruling.alternatives if value != "geometric"]
    for ruling in SYSTEM.rulings
    if "shot" in ruling.bears_on
}


@pytest.mark.parametrize("number", range(60))
def test_every_cell_is_what_a_shot_does(number):
    """At all limits, just inside and just outside: the band there has the chances of `shot`, no band no fire."""
    chooser = random.Random(number)
    rulings = {name: chooser.choice(CHOICES[name]) for name in chooser.sample(sorted(CHOICES), 8)}
    firer = chooser.choice([*SYSTEM_ROWS["air_defence"], "no_quality_gun", "optical_fc_gun", "dual_sam"])
    plane = chooser.random() < 1 / 3
    target = {"hovering": chooser.random() < 1 / 3, "behind_cover": chooser.random() < 1 / 2}
    target |= {} if plane else {"altitude": chooser.choice(["noe", "low", "popup", "popup", "landed"])}
    settings = {
        "firer": {"suppressed": chooser.random() < 1 / 4},
        "target": target,
        "geometry": {"visibility": chooser.choice(["clear", "clear", "night"])},
    }
    unit = chooser.choice(SYSTEM_ROWS["aircraft" if plane else "helicopters"])
    table = matrix(SYSTEM, [firer], [unit], settings, rulings, own_side=True, rows={"air_defence": ODD})
    bands = table.cells[firer, unit]
    assert all(one.far <= other.near for one, other in pairwise(bands))
    limits = {0.0, 7.0, 1500.0} | {limit for band in bands for limit in (band.near, band.far)}
    tried = {limit + step for limit in limits for step in (-0.25, 0.0, 0.25) if limit + step >= 0}
    for distance in sorted(tried):
        result = run(
            {
                "system": SYSTEM.name,
                "kind": "shot",
                "firer": {"unit": firer, **settings["firer"]},
                "target": {"unit": unit, **target},
                "geometry": {"range_in": distance, **settings["geometry"]},
                "rulings": rulings,
                "data": {"air_defence": ODD},
            },
            method="exact",
        )
        effects = {row["effect"]: row["p"] for row in result.rows("effect")}
        points = {f"minus_{size}": size for size in range(1, 10)}
        there = {**settings, "geometry": {**settings["geometry"], "range_in": distance}}
        cell = matrix(SYSTEM, [firer], [unit], there, rulings, own_side=True, rows={"air_defence": ODD}).cells
        (band,) = cell[firer, unit] or (None,)
        penalty = sum(points.get(name, 0) * p for name, p in effects.items())
        assert float(band.values["abort"] if band else 0) == pytest.approx(effects["abort"], abs=1e-12)
        assert float(band.values["penalty"] if band else 0) == pytest.approx(penalty, abs=1e-12)
        inside = [other for other in bands if other.near < distance < other.far]
        assert [band] == (inside or [band if band in bands else None])


def test_stretches_keep_gaps_points_and_open_ends():
    def shot_at(distance):
        return Eligible("manual") if distance < 10 else Eligible("fire_control") if distance in (20, 30) else None

    found = [(one.near_in, one.far_in, one.shot.mode) for one in stretches(shot_at, [0, 10, 20, 30])]
    assert found == [(0, 10, "manual"), (20, 20, "fire_control"), (30, 30, "fire_control")]


def test_decimals_where_a_fraction_says_nothing():
    assert fraction_text(F(8, 45)) == "8/45"
    assert only("stinger", "mi24d", "abort", rulings={"los_probability_low": 0.7123456},
                settings={"geometry": {"line_of_sight": "ruling"}}) == [("100", "0.1140")]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"firers": ["sa99"]}, '"sa9"'),
        ({"targets": ["sa9"]}, 'no unit "sa9"'),
        ({"targets": [""]}, "no unit is named"),
        ({"settings": {"target": {"flare": True}}}, '"flares"'),
        ({"settings": {"target": {"altitude": "noe"}}, "targets": ["f4e"]}, "no helicopter among the targets"),
        ({"rulings": {"aspect_modle": "tail"}}, '"aspect_model"'),
        ({"rulings": {next(iter(SYSTEM.fixed_rulings)): "any"}}, "stands at its default"),
        ({"rulings": {"aspect_model": "geometric"}}, "needs bearing_deg"),
    ],
)
def test_what_is_wrong_is_named(asked, said):
    with pytest.raises(SimlabError, match=said.replace("(", r"\(")):
        matrix(SYSTEM, **asked)


def test_rulings_that_do_not_bear_on_it_are_told():
    assert matrix(SYSTEM, ["sa9"], ["f4e"], rulings={"slow_threshold": "lt_30", "irs_scope": "all_ir"}).idle == (
        "slow_threshold",
    )
