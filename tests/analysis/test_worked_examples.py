"""The worked examples of the rules page (part G) that shot, combo and sortie can play, from scenario to answer."""

from fractions import Fraction as F

import pytest

from simlab.execute import run

SYSTEM = {"system": "command_decision"}
BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}  # "without countermeasures"
NO_CM = {"unit": "alphajet"}
QUIET = {"ground": {"collective": "none"}}
FC_GUN, MISSILE = {"unit": "gepard"}, {"unit": "stinger"}  # 9-10 with fire control; 9-10, all-aspect


def shot(firer, target, range_in, **more):
    return {
        **SYSTEM,
        "kind": "shot",
        "firer": {"unit": firer},
        "target": target,
        "geometry": {"range_in": range_in},
        **more,
    }


def combo(*firers, target, range_in=25, **more):
    return {
        **SYSTEM,
        "kind": "combo",
        "firer": list(firers),
        "target": target,
        "geometry": {"range_in": range_in},
        **more,
    }


def sortie(*air_defence, altitude, inches_moved=0, turns, helicopter=None, **more):
    return {
        **SYSTEM,
        "kind": "sortie",
        "helicopter": helicopter or BARE,
        "air_defence": list(air_defence),
        "game": {"turns": turns},
        "profile": {"altitude": altitude, "inches_moved": inches_moved},
        **QUIET,
        **more,
    }


def law(scenario, table="effect"):
    """Exact rational law of a table of a shot or combo."""
    return {row[table]: F(row["fraction"]) for row in run(scenario, exact_fractions=True).rows(table)}


def mean(result, table):
    return next(row["mean"] for row in result.means() if row["table"] == table)


def test_w1_w2_one_gun_with_fire_control():
    assert law(shot("zsu23_4", NO_CM, 25))["abort"] == F(2, 9)
    assert law(shot("zsu23_4", NO_CM, 25, rulings={"fc_reroll_recursion": "once"}))["abort"] == F(11, 50)


def test_w4_sa9_at_a_tornado():
    found = law(shot("sa9", {"unit": "tornado_ids"}, 100))
    assert (found["abort"], found["minus_2"]) == (F(3, 200), F(27, 200))


@pytest.mark.parametrize(("range_in", "abort"), [(12, F(2, 9)), (25, F(8, 45)), (31, F(0))])
def test_w5_zsu_at_a_tornado_by_range(range_in, abort):
    assert law(shot("zsu23_4", {"unit": "tornado_ids"}, range_in))["abort"] == abort


def test_w6_mean_penalty():
    found = law(shot("zsu23_4", NO_CM, 25))
    mean_penalty = sum(found[f"minus_{n}"] * n for n in (1, 2, 3))
    assert mean_penalty == F(2, 3)
    assert mean_penalty / (1 - found["abort"]) == F(6, 7)


@pytest.mark.parametrize(("stacking", "three_or_more"), [("sum", F(16, 81)), ("worst", F(13, 81))])
def test_w7_two_guns(stacking, three_or_more):
    gun = {"unit": "zsu23_4"}
    found = law(combo(gun, gun, target=NO_CM, rulings={"penalty_stacking": stacking}))
    assert found["abort"] == F(32, 81)
    assert sum(p for name, p in found.items() if name.startswith("minus") and int(name[6:]) >= 3) == three_or_more


def test_w8_w9_missile_then_guns():
    assert law(combo(MISSILE, FC_GUN, target=NO_CM, range_in=20))["abort"] == F(17, 45)
    ecm = {"unit": "alphajet", "ecm": True}  # Roland 2 is rated P against ECM, as the gun beyond manual range
    assert law(combo({"unit": "roland2"}, FC_GUN, target=ecm, range_in=30))["abort"] == F(116, 375)


W11 = [{"unit": "zsu23_4", "range_in": 25}, {"unit": "sa9", "range_in": 25}]


def test_w11_pop_up_under_zsu_and_sa9():
    result = run(sortie(*W11, altitude="popup", turns=1))
    assert result.p("fate", "survives") == pytest.approx(8 / 9, abs=1e-12)
    assert result.p("attack_by_turn", 1) == pytest.approx(7 / 9, abs=1e-12)


def test_w12_the_same_without_a_pop_up_penalty():
    result = run(sortie(*W11, altitude="popup", turns=1, rulings={"pop_up_penalty_mode": "none"}))
    assert result.p("fate", "survives") == pytest.approx(17 / 20, abs=1e-12)
    assert result.p("attack_by_turn", 1) == pytest.approx(7 / 10, abs=1e-12)


def test_w13_it_fires_with_no_penalty():
    result = run(sortie(*W11, altitude="popup", turns=1))
    assert result.p("penalty_at_fire", "penalty_0") * result.p("attack_by_turn", 1) == pytest.approx(14 / 45, abs=1e-12)


def test_w18_two_turns_at_low_under_a_gepard():
    result = run(sortie({"unit": "gepard", "range_in": 25}, altitude="low", inches_moved=40, turns=2))
    assert result.p("survival", 2) == pytest.approx(64 / 81, abs=1e-12)
    assert mean(result, "attacks") == pytest.approx(119 / 81, abs=1e-12)
    assert result.p("fate", "lost_to_ground_fire") == 0


@pytest.mark.parametrize(("partial", "turns"), [("no", [1, 2, 7, 8]), ("yes", [1, 2, 6, 7, 11, 12])])
def test_w19_turns_over_the_table(partial, turns):
    result = run(sortie(altitude="low", inches_moved=40, turns=12, rulings={"rearm_partial_turn_counts": partial}))
    assert mean(result, "turns_on_table") == len(turns)
    assert mean(result, "sorties") == len(turns) / 2
    assert [row["turn"] for row in result.rows("attack_by_turn")] == turns
    assert all(row["p"] == pytest.approx(1) for row in result.rows("attack_by_turn"))


def test_w22_one_ground_shot_at_a_slow_chopper(tmp_path):
    """Hit number 6 is no shipped weapon: a table of one's own has it."""
    (tmp_path / "weapons.csv").write_text(
        "weapon,hit_number,range_in,armour_piercing,status,source\ntank_gun,6,60,8,assumed,example W22\n",
        encoding="utf-8",
    )
    (tmp_path / "w22.toml").write_text(
        """system = "command_decision"
        kind = "sortie"
        [data]
        ground_vs_chopper = "weapons.csv"
        [helicopter]
        unit = "ah1s_mc"
        [profile]
        altitude = "popup"
        [game]
        turns = 1
        [[ground_fire]]
        weapon = "tank_gun"
        range_in = 30
        [ground]
        collective = "none"
        """,
        encoding="utf-8",
    )
    result = run(tmp_path / "w22.toml")
    assert result.p("fate", "lost_to_ground_fire") == pytest.approx(6 / 25, abs=1e-12)
    forced_back = 1 - result.p("fate", "lost_to_ground_fire") - result.p("attack_by_turn", 1)
    assert forced_back == pytest.approx(9 / 50, abs=1e-12)
    near_miss = result.p("penalty_at_fire", "penalty_3") * result.p("attack_by_turn", 1)
    assert near_miss == pytest.approx(9 / 50, abs=1e-12)


@pytest.mark.parametrize(
    ("target", "covered"),
    [
        ({"altitude": "low", "irs": False}, 108),
        ({"altitude": "low", "irs": True}, 48),
        ({"altitude": "noe", "irs": True}, 18),
    ],
)
def test_w23_reach_of_an_sa14(target, covered):
    """Of the distances 0..120 in, those at which it shoots: ends of the covered stretch, tried one by one."""

    def engages(range_in):
        return law(shot("sa14", {"unit": "ah1s_mc", **target}, range_in), "before_save")["not_engaged"] == 0

    assert [d for d in range(121) if engages(d)] == list(range(12, 12 + covered + 1))


def test_w24_gun_and_collective_roll():
    scenario = sortie(
        {"unit": "gepard", "range_in": 25},
        altitude="low",
        inches_moved=40,
        turns=1,
        ground={"collective": "normal", "nearest_enemy_in": 10},
    )
    result = run(scenario)
    attack = result.p("attack_by_turn", 1)
    assert result.p("penalty_at_fire", "penalty_0") * attack == pytest.approx(2 / 5, abs=1e-12)
    assert result.p("penalty_at_fire", "penalty_4") * attack == pytest.approx(1 / 90, abs=1e-12)


@pytest.mark.parametrize(("flares", "abort"), [(False, F(1, 40)), (True, F(1, 200))])
def test_w25_sa7_at_a_plane(flares, abort):
    assert law(shot("sa7b", {"unit": "alphajet", "flares": flares}, 50))["abort"] == abort


def test_c06_three_systems_in_turn():
    gun = {"unit": "zsu57_2"}  # 9-10, no fire control
    assert law(combo(gun, gun, gun, target=NO_CM))["abort"] == F(488, 1000)


@pytest.mark.parametrize(
    ("gun", "recursion", "one", "two"),
    [
        ("zsu23_4", "recursive", F(2, 9), F(32, 81)),
        ("zsu23_4", "once", F(22, 100), F(3916, 10_000)),
        ("zsu57_2", "recursive", F(1, 5), F(36, 100)),
    ],
)
def test_c07_a_re_roll_is_taken_once(gun, recursion, one, two):
    rulings = {"fc_reroll_recursion": recursion}
    assert law(shot(gun, NO_CM, 25, rulings=rulings))["abort"] == one
    assert law(combo({"unit": gun}, {"unit": gun}, target=NO_CM, rulings=rulings))["abort"] == two
