"""The shipped studies of missiles, guns, combinations, loads and countermeasures: hand values and what they show."""

from fractions import Fraction as F

import pytest

from simlab.analysis.sweep import sweep
from simlab.catalog import data_folder

FOLDER = data_folder() / "scenarios" / "command_decision"


def played(name, table, outcome):
    """Point of the sweep -> chance of an outcome."""
    return {tuple(labels.values()): result.p(table, outcome) for labels, result in sweep(FOLDER / f"{name}.toml")}


def means(name, table="eliminated_enemy"):
    """Point of the sweep -> mean of a table."""
    return {
        tuple(labels.values()): next(row["mean"] for row in result.means() if row["table"] == table)
        for labels, result in sweep(FOLDER / f"{name}.toml")
    }


@pytest.fixture(scope="module")
def missiles():
    return played("missile_matrix", "effect", "abort")


@pytest.mark.parametrize(
    ("missile", "fit", "chance"),
    [
        ("sa7b", "none", F(1, 4) * F(1, 10)),  # tail chaser, quality 10
        ("sa7b", "flares", F(1, 4) * F(1, 10) * F(2, 10)),  # VV
        ("sa9", "flares and ECM", F(3, 4) * F(1, 10) * F(2, 10)),  # W4
        ("sa13", "flares", F(3, 4) * F(1, 10) * F(5, 10)),  # V
        ("sa18", "flares and ECM", F(2, 10)),  # dual band: immune
        ("sa8b", "ECM", F(2, 10) * F(5, 10)),
        ("crotale", "flares", F(2, 10)),
        ("crotale", "ECM", F(2, 10) * F(8, 10)),
        ("rapier", "flares and ECM", F(2, 10)),  # optical
        ("sa6", "none", 0),  # from 87 in
        ("sa4b", "none", 0),  # from 175 in
    ],
)
def test_missiles_by_hand(missiles, missile, fit, chance):
    """B3 and 3.2.3j, k: quality, arc, save."""
    assert missiles[missile, fit] == pytest.approx(float(chance))


def test_the_matrix_study_has_every_missile(missiles):
    from simlab.execute import prepare

    catalog = prepare({"system": "command_decision", "kind": "shot", "firer": {"unit": "sa9"},
                       "target": {"unit": "alphajet"}, "geometry": {"range_in": 70}}).catalog  # fmt: skip
    assert {missile for missile, _ in missiles} == {row.id for row in catalog.rows("air_defence") if row.kind == "SAM"}


def test_guns_differ_in_range_alone():
    """3.2.5c: B1 by calibre, doubled by fire control; within reach a calibre changes nothing."""
    survives = played("guns_by_calibre", "fate", "survives")
    reach = {"14.5 mm, manual": 10, "23 mm, manual": 15, "23 mm, fire control": 30, "30 mm, manual": 20,
             "35 mm, fire control": 40, "57 mm, manual": 30, "57 mm, fire control": 60}  # fmt: skip
    assert {gun for gun, _ in survives} == set(reach)
    for (gun, inches), chance in survives.items():
        assert (chance == 1) == (float(inches) > reach[gun]), (gun, inches)
    assert survives["23 mm, fire control", "25"] == survives["57 mm, fire control", "60"]


def test_steps_of_2000_kg_by_hand():
    """3.1.1.2, two stands under an area of 2 in: 1 t and 1.05 t, 2 t and 2.075 t, 4 t and 4.0825 t."""
    found = {(float(t), target): value for (t, target), value in means("effect_per_tonne").items()}
    one = 0.28
    for tonnes, areas in ((1.05, 1), (2.0, 1), (2.075, 2), (4.0, 2), (4.0825, 3), (5.2, 3), (7.15, 4)):
        assert found[tonnes, "infantry in the open"] == pytest.approx(2 * areas * one)
    for tonnes in (0.25, 0.75, 1.0):
        assert found[tonnes, "infantry in the open"] == pytest.approx(0.24)  # light: one stand, HE 6
    assert found[1.0, "tanks"] == pytest.approx(0.3 * 0.1)
    assert found[2.0, "infantry in bunkers"] == pytest.approx(2 * 0.2 * 0.4)
    per_tonne = {t: value / t for (t, target), value in found.items() if target == "infantry in the open"}
    steps = (1.05, 2.075, 4.0825)
    for step in steps:  # just beyond a step a tonne does more than just before it
        before = max(t for t in per_tonne if t < step)
        assert per_tonne[step] > 1.4 * per_tonne[before]
    assert max(per_tonne, key=per_tonne.__getitem__) == 0.25


@pytest.fixture(scope="module")
def weapons():
    return means("guided_against_bombs")


@pytest.mark.parametrize(
    ("target", "weapon", "plane", "value"),
    [
        ("infantry", "guns", "su25", 2 * 0.5 * 0.4),  # each on a stand of its own
        ("infantry", "guided missile", "su25", 0.8 * 0.7 * 0.4),  # SAL, once
        ("infantry", "guided missile", "a10a", 2 * 0.7 * 0.7 * 0.4),  # IIR, twice
        ("tanks", "guns", "a10a", 2 * 0.5 * 0.6),  # GAU-8: 5 + 6 - 5
        ("tanks", "guns", "su25", 2 * 0.5 * 0.5),  # GSh-30-2: 5 + 5 - 5
        ("tanks", "the same as an anti-tank missile", "a10a", 2 * 0.7),
        ("tanks", "guided missile", "su25", 0.8 * 0.2 * 0.1),
        ("bunkers", "guns", "su25", 0),
    ],
)
def test_weapons_by_hand(weapons, target, weapon, plane, value):
    assert weapons[target, weapon, plane] == pytest.approx(value)


def test_bombs_for_soft_targets_guns_for_tanks(weapons):
    """The sentence a reader takes home."""
    for plane in ("su25", "a10a"):
        by_target = {}
        for (target, weapon, flown), value in weapons.items():
            if flown == plane and weapon != "the same as an anti-tank missile":
                by_target.setdefault(target, {})[weapon] = value
        best = {target: max(values, key=values.__getitem__) for target, values in by_target.items()}
        assert best["infantry"] == best["bunkers"] == "bombs"
        assert best["trucks"] == "cluster bombs"
        assert best["tanks"] == "guns"


def test_the_gap_of_a_2s6():
    """F2, W8: nothing from 41 to 54 in; Roland and Gepard overlap: 1/5 + 4/5 x 2/9."""
    found = played("combination_gap", "effect", "abort")
    assert [found["2S6, both", inches] for inches in ("40", "45", "50", "55")] == pytest.approx([2 / 9, 0, 0, 0.2])
    for (what, inches), chance in found.items():
        if what == "2S6, both":
            alone = found["2S6, missile alone", inches], found["2S6, guns alone", inches]
            assert chance == pytest.approx(max(alone)), inches
    assert found["Roland 2 and Gepard", "30"] == pytest.approx(17 / 45)
    assert found["Roland 2 and Gepard", "10"] == pytest.approx(2 / 9)  # below the least range of the missile


def test_what_suppressors_and_flares_buy():
    """3.2.6.1a halves reach; 3.2.6.2d saves by seeker. Redeye: VV, chop half, 100 in: 50, suppressed 25 in."""
    found = played("suppressors_and_flares", "fate", "survives")
    assert found["none", "Redeye", "50"] < found["suppressor", "Redeye", "50"] == 1
    assert found["none", "Redeye", "20"] == found["suppressor", "Redeye", "20"] < found["flares", "Redeye", "20"]
    assert found["flares", "SA-18", "20"] == found["none", "SA-18", "20"]  # dual band ignores them
    assert found["suppressor", "SA-18", "80"] == 1  # 115 in halved
    assert found["none", "Stinger", "80"] < 1
    for missile in ("Redeye", "Stinger", "Chaparral C", "SA-14", "SA-18"):
        for inches in ("20", "50", "80"):
            one, other, both = (found[fit, missile, inches] for fit in ("flares", "suppressor", "both"))
            assert both >= max(one, other) - 1e-12
