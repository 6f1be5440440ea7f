"""The shipped scenarios: each runs, asks something, and answers what rows and rules give by hand."""

import csv
from dataclasses import replace
from math import prod

import pytest

from simlab.analysis.sweep import axes_of, check, expand, sweep
from simlab.catalog import data_folder
from simlab.execute import run
from simlab.scenario import load_scenario

FOLDER = data_folder() / "scenarios" / "command_decision"
FILES = [path for path in sorted(FOLDER.glob("*.toml")) if not load_scenario(path).points]
MANUAL = {12.7: 10, 14.5: 10, 20: 15, 23: 15, 30: 20, 35: 20, 40: 30, 57: 30}  # table B1; fire control doubles it
ECM_P = 0.8  # share of aborts that a save on 1-2 leaves


def guns():
    with (data_folder() / "command_decision" / "air_defence.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file) if row["kind"] == "GUN"}


def survival_of(done):
    return {tuple(labels.values()): result.p("fate", "survives") for labels, result in done}


@pytest.fixture(scope="module")
def warsaw_pact():
    return survival_of(sweep(FOLDER / "popup_warsaw_pact_defence.toml"))


@pytest.fixture(scope="module")
def nato():
    return survival_of(sweep(FOLDER / "popup_nato_defence.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_asks_and_answers(path):
    scenario = load_scenario(path)
    assert scenario.title
    assert scenario.question.endswith("?")
    result = run(scenario)  # the case that the file itself describes
    assert result.exact
    if scenario.sweep:
        check(scenario, axes_of(scenario))
        digests = [point.scenario.digest for point in expand(scenario)]
        alone = replace(scenario, sweep={}).digest
        assert digests.count(alone) == 1  # which is one of the grid
        assert scenario.digest != alone  # the study is more than that case
        assert len(set(digests)) == len(digests)


def test_both_sides_fly_the_same_grid(warsaw_pact, nato):
    for grid in (warsaw_pact, nato):
        helicopters, profiles, defences = (list(dict.fromkeys(part)) for part in zip(*grid, strict=True))
        assert {"ah1s_mc", "ah64a", "mi24d"} <= set(helicopters)
        assert (profiles, defences) == (["popup", "noe", "low"], ["light", "medium", "dense"])
        assert len(grid) == len(helicopters) * 9


TURNS = 4  # turns 1, 2, 7 and 8
GUN = 2 / 9 / 2  # a gun with fire control removes a helicopter without ECM
SIGHT = 0.35  # line of sight to NOE


@pytest.mark.parametrize(
    ("case", "removed"),
    [
        (("pah1", "popup", "light"), GUN),  # no countermeasures
        (("mi24d", "popup", "light"), GUN),  # flares are nothing to a gun
        (("ah1s_mc", "popup", "light"), GUN * ECM_P),
        (("ah64a", "popup", "light"), GUN * ECM_P),
        (("ah1s_mc", "noe", "light"), SIGHT * GUN * ECM_P),
        (("pah1", "low", "light"), GUN),
        (("ah1s_mc", "popup", "medium"), GUN * ECM_P),  # SA-9: NOE N, so the pop-up penalty takes its 10
        (("ah1s_mc", "noe", "medium"), SIGHT * GUN * ECM_P),
        # Low: SA-9 aborts on 10 (flares save on 1-8 of ten) unless the gun aborted before; half of all aborts remove.
        (("pah1", "low", "medium"), GUN + (1 - 2 * GUN) * 0.1 / 2),
        (("mi24d", "low", "medium"), GUN + (1 - 2 * GUN) * 0.1 * 0.2 / 2),
        (("ah1s_mc", "low", "medium"), GUN * ECM_P + (1 - 2 * GUN * ECM_P) * 0.1 * 0.2 / 2),
        # Dense, pop-up: SA-14 (NOE 1/2, within half range: unpenalised, flares P) and SA-8b (ECM V) follow.
        (("pah1", "popup", "dense"), (1 - (1 - 2 * GUN) * 0.9 * 0.8) / 2),
        (("ah1s_mc", "popup", "dense"), (1 - (1 - 2 * GUN * ECM_P) * (1 - 0.1 * 0.8) * (1 - 0.2 * 0.5)) / 2),
        # Dense, NOE: each system sees it or not by itself.
        (("pah1", "noe", "dense"), (1 - prod(1 - SIGHT * a for a in (2 * GUN, 0.1, 0.2))) / 2),
    ],
)
def test_warsaw_pact_by_hand(warsaw_pact, case, removed):
    assert warsaw_pact[case] == pytest.approx((1 - removed) ** TURNS, abs=1e-9)


@pytest.mark.parametrize(
    ("case", "aborts"),
    [
        (("mi24d", "popup", "light"), [2 / 9]),
        (("ah64a", "popup", "light"), [2 / 9 * ECM_P]),
        (
            ("mi24v", "popup", "medium"),
            [2 / 9, 0.2 * 0.8],
        ),  # Chaparral, flares P; a suppressor halves 195 in, not enough
        (("mi24d", "low", "dense"), [2 / 9, 0.16, 0.16, 0.2]),  # Stinger like Chaparral; Roland 2 knows ECM only
        (("ah1s_mc", "popup", "dense"), [2 / 9 * ECM_P, 0.16, 0.16, 0.16]),
        (("mi24d", "noe", "dense"), [SIGHT * a for a in (2 / 9, 0.16, 0.16, 0.2)]),
    ],
)
def test_nato_by_hand(nato, case, aborts):
    removed = (1 - prod(1 - abort for abort in aborts)) / 2
    assert nato[case] == pytest.approx((1 - removed) ** TURNS, abs=1e-9)


def test_more_defence_never_helps_and_noe_is_the_safest(warsaw_pact, nato):
    for grid in (warsaw_pact, nato):
        for helicopter, profile, defence in grid:
            assert (
                grid[helicopter, profile, "dense"]
                <= grid[helicopter, profile, "medium"]
                <= grid[helicopter, profile, "light"]
            )
            assert grid[helicopter, "noe", defence] >= max(
                grid[helicopter, other, defence] for other in ("popup", "low")
            )


def test_stand_off():
    grid = survival_of(sweep(FOLDER / "popup_stand_off.toml"))
    # Beyond the gun (30 in) and half the range of SA-14 under a suppressor (30 in) only SA-8b is left to hurt a pop-up.
    alone = pytest.approx((1 - 0.2 * 0.5 / 2) ** TURNS, abs=1e-9)
    assert [grid["popup", distance] for distance in ("35", "50", "80")] == [alone] * 3
    # Low: SA-14 to 60 in and SA-9 to 45 in of theirs, that is to 40 in of stand-off.
    assert grid["low", "40"] < grid["low", "50"] == grid["low", "60"] < grid["low", "70"] == alone
    # Within manual range the gun takes its ground factors at a slow chopper (D9: 4/10 hit, 4/10 of hits remove),
    # better than 2/9 x 1/2; at 10 in SA-14 (12 in), SA-9 (20 in) and SA-8b (33 in) are too near to fire.
    assert grid["popup", "10"] == pytest.approx((1 - 0.4 * 0.4) ** TURNS, abs=1e-9)
    assert grid["low", "10"] == pytest.approx(
        (1 - GUN) ** TURNS, abs=1e-9
    )  # fast: air fire, within manual range no save


def test_tanks():
    grid = survival_of(sweep(FOLDER / "popup_in_sight_of_tanks.toml"))
    assert {grid["31", str(tanks)] for tanks in range(7)} == {grid["0", "0"]}  # more than 30 in: no ground fire
    gun_back, gun_removed = 2 / 9 * ECM_P / 2, 2 / 9 * ECM_P / 2
    removed, still = gun_removed, 1 - gun_removed - gun_back
    for tanks in range(7):
        assert grid["0", str(tanks)] == pytest.approx((1 - removed) ** TURNS, abs=1e-9)
        removed, still = removed + still * 0.3 * 0.4, still * (1 - 0.3 * 0.7)


def test_every_gun_by_range():
    done = sweep(FOLDER / "gun_ranges.toml")
    rows, seen = guns(), set()
    for labels, result in done:
        gun, ecm, distance = labels["firer.unit"], labels["target.ecm"] == "true", float(labels["geometry.range_in"])
        manual = MANUAL[float(rows[gun]["calibre_mm"])]
        fire_control = rows[gun]["has_fire_control"] == "1"
        abort = 2 / 9 if fire_control else 2 / 10
        if distance > manual:
            abort = (abort * (ECM_P if ecm else 1)) if fire_control and distance <= 2 * manual else 0
        assert result.p("effect", "abort") == pytest.approx(abort, abs=1e-12), labels
        seen.add(gun)
    assert seen == set(rows)
    assert len(done) == len(rows) * 2 * 14


def test_quick_examples():
    assert run(FOLDER / "shot_zsu_tornado.toml").p("effect", "abort") == pytest.approx(8 / 45, abs=1e-12)
    assert run(FOLDER / "combo_2s6.toml").p("effect", "abort") == pytest.approx(116 / 375, abs=1e-12)  # as W9
    assert run(FOLDER / "sortie_popup_ah1s.toml").p("fate", "survives") == pytest.approx((41 / 45) ** 4, abs=1e-12)
