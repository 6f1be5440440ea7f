"""Cases from practice that concern this system: which attack is better, survivors, horizons, matchups, rare events."""

import tomllib
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import chisquare
from siege_scenarios import attack, attrition, chance, law, laws, mean, packed, scenario

import simlab
from simlab.catalog import read_rows


@pytest.mark.parametrize(("rulings", "two", "one"), [
    ({}, {"none": F(1, 9), "disabled": F(2, 9), "destroyed": F(2, 3)}, F(1, 2)),
    ({"second_d_armor": "no_extra"}, {"none": F(1, 9), "disabled": F(1, 3), "destroyed": F(5, 9)}, F(1, 2)),
])  # fmt: skip
def test_c01_two_attacks_at_1_1_or_one_at_2_1(rulings, two, one):
    """(a) Two tanks of 2 on a D2 unit are two attacks at 1-1, together one at 2-1."""
    assert law(attack("missile_tank", "2 gev", rulings=rulings)) == two
    together = law(attack("missile_tank", "2 gev", combine=True, rulings=rulings))
    assert together == {"none": F(1, 6), "disabled": F(1, 3), "destroyed": one}


def test_c01_the_best_choice_flips_with_the_reading():
    """(b) Two Light AA at a bomber, 11.09; the result says which reading was used."""
    body = attack("bomber", "2 light_aa")
    harmless = {"rulings": {"aircraft_second_d": "no_extra"}}
    assert (chance(body), chance({**body, **harmless})) == (F(31, 36), F(3, 4))
    assert chance({**body, "combine": True}) == chance({**body, "combine": True, **harmless}) == F(5, 6)
    assert simlab.run({**body, **harmless}).provenance["changed_rulings"] == {"aircraft_second_d": "no_extra"}


def test_c02_a_cost_formula_for_the_air_units():
    """Attack x range + move x defence; 0 counts as 1/2, a one-shot weapon's attack x range a tenth; 17 a unit."""
    rows = {row.id: row for row in packed(attack("cp", "heavy_aa")).catalog.rows("units")}

    def cost(name, shots=1, one_shot=False):
        row = rows[name]
        half = [F(value) if value else F(1, 2) for value in (row.attack, row.range, row.move, row.defence)]
        fire = half[0] * half[1] * shots / (10 if one_shot else 1)
        return fire + half[2] * half[3]

    assert (cost("heavy_tank"), cost("missile_tank")) == (17, 16)
    assert (cost("light_aa"), cost("heavy_aa"), cost("fighter")) == (32, F(99, 2), 36)
    assert cost("bomber", rows["bomber"].loads, one_shot=True) == F(159, 10)
    away = {name: abs(cost(name) / 17 - 1) for name in ("light_aa", "heavy_aa", "fighter")}
    assert max(away, key=away.get) == "heavy_aa"


def test_c10_a_rare_crash_has_an_interval_of_some_width():
    """A CSA-10 falls to six Heavy AA shots with 1/729."""
    assert laws(attrition("csa10", {"heavy_aa": 1}, 6))["crashed_by"][6] == F(1, 729)
    body = attrition("csa10", {"heavy_aa": 1}, 6)
    result = simlab.run(body, method="sample", trials=50, seed=3)
    row = next(row for row in result.tidy_rows() if (row["table"], row["outcome"]) == ("fate", "crashed"))
    assert row["count"] == 0
    assert 0 <= row["p_lo"] < 1e-12
    assert row["p_hi"] == pytest.approx(0.071348, abs=1e-6)


def test_c12_four_fighters_each_shot_at_once():
    """Survivors and killed add up to 4 in every trial; P(X) = 1/2 each, fit with 1/6."""
    one = law(attack("fighter", "heavy_aa"))
    assert one == {"none": F(1, 6), "disabled": F(1, 3), "destroyed": F(1, 2)}
    fighters = scenario("interception", bombers=0, escorts=4, interceptors=0, turns_to_target=1, guns={"heavy_aa": 4})
    tables = laws(fighters)
    assert mean(fighters, "escorts_lost") == 2
    assert 4 - mean(fighters, "escorts_lost") == 2
    assert tables["escorts_lost"][4] == F(1, 16)
    given_one = sum((4 - lost) * share for lost, share in tables["escorts_lost"].items()) / (1 - F(1, 16))
    assert given_one == F(32, 15)
    assert 4 * one["none"] == F(2, 3)
    result = simlab.run(fighters, method="sample", trials=500, seed=1)
    values = dict(zip(result.space.table("duel").rows, result.space.values(result.values, "duel"), strict=True))
    left = sum(row[0] * count for row, count in values.items())
    lost = result.space.values(result.values, "escorts_lost")
    assert left + sum(lost_ * count for lost_, count in enumerate(lost)) == 4 * 500


def test_c13_the_state_after_six_turns():
    """One Heavy AA at a CSA-10: MA after six turns, and no later turn is counted."""
    tables = laws(attrition("csa10", {"heavy_aa": 1}, 6))
    assert [tables["movement"][6, ma] * 729 for ma in (4, 3, 2, 1, 0)] == [256, 240, 220, 12, 1]
    assert sum(ma * tables["movement"][6, ma] for ma in range(5)) == F(2196, 729)  # 3.012346
    assert {turn for turn, _ in tables["movement"]} == set(range(1, 7))
    assert mean(attrition("csa10", {"heavy_aa": 1}, 100), "turns_flown") == pytest.approx(18, abs=1e-6)
    assert mean(attrition("csa15", {"heavy_aa": 1}, 100), "turns_flown") == pytest.approx(24, abs=1e-3)


def test_c14_the_matchup_of_units():
    """P(X) of a single attack; strength halves against the ground."""
    columns = ("bomber", "fighter", "light_aa", "heavy_aa")
    found = {row: [chance(attack(column, row)) for column in columns] for row in ("light_aa", "heavy_aa", "fighter")}
    assert found == {
        "light_aa": [F(1, 2), F(1, 3), F(1, 3), F(1, 3)],
        "heavy_aa": [F(1, 2), F(1, 2), F(1, 2), F(1, 3)],
        "fighter": [F(1, 3), F(1, 3), F(1, 3), F(1, 6)],
    }


def test_c15_c16_seeds_repeat_whatever_the_threads():
    body = attrition("csa15", {"heavy_aa": 3, "light_aa": 1}, 8, priority="guns_first")
    one, four = (simlab.run(body, method="sample", trials=30_001, seed=0, threads=count) for count in (1, 4))
    other = simlab.run(body, method="sample", trials=30_001, seed=1)
    assert (one.values == four.values).all()
    assert not (one.values == other.values).all()


def test_a_d6_shows_each_face_alike():
    """C08: 600,000 dice of a shot at 1-1, which tells two faces from two and two."""
    result = simlab.run(attack("bomber", "fighter"), method="sample", trials=600_000, seed=8)
    counts = np.array(result.space.values(result.values, "result"))
    assert chisquare(counts).pvalue > 1e-6


def test_readings_survive_a_file(tmp_path):
    """The example of every kind as a file, with its rulings section."""
    system = simlab.systems.system_named("continental_siege")
    for kind in system.kinds.values():
        tree = tomllib.loads(kind.example)
        assert (tree["system"], tree["kind"]) == (system.name, kind.name)
        (tmp_path / "example.toml").write_text(kind.example, encoding="utf-8")
        if kind.exact is not None:
            assert simlab.run(tmp_path / "example.toml").exact
    assert read_rows(simlab.catalog.data_folder() / "continental_siege" / "crt.csv")
