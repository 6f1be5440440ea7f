"""Cases from practice that bear on the kinds shot, combo and sortie, through the public path.

Where else a case is held is listed in tests/test_cases_common.py.
"""

import itertools
import math

import numpy as np
import pytest
from command_decision_scenarios import BARE, PLANE, UNITS, at, combo, engages, law, shot, sortie
from scipy.stats import chisquare

import simlab
from simlab.execute import per_trial, prepare

P_LIMIT = 1e-6  # a statistical test here fails by chance once in a million seeds


def test_c06_five_aircraft_are_five_dice():
    """C06: five planes, each shot at once (9-10, no countermeasures): aborts are binomial(5, 0.2), never "always 1"."""
    law_of_one = law(shot("zsu57_2", PLANE, 20))
    assert law_of_one["abort"] == pytest.approx(0.2)
    shots = per_trial(prepare(shot("zsu57_2", PLANE, 20)), "effect", {("abort",): 1}, 11, 0, 100_000)
    aborts = np.bincount(shots.reshape(20_000, 5).sum(axis=1), minlength=6)
    expected = np.array([0.32768, 0.40960, 0.20480, 0.05120, 0.00640, 0.00032])
    assert [math.comb(5, k) * 0.2**k * 0.8 ** (5 - k) for k in range(6)] == pytest.approx(expected)
    assert chisquare(aborts, 20_000 * expected).pvalue > P_LIMIT
    shares = aborts / aborts.sum()
    mean = shares @ np.arange(6)
    assert mean == pytest.approx(1, abs=4 * math.sqrt(0.8 / 20_000))
    assert shares @ np.arange(6) ** 2 - mean**2 == pytest.approx(0.8, abs=0.04)


def test_c06_three_systems_at_one_aircraft():
    """C06: 1 - 0.8^3 = 0.488, exactly and by dice."""
    scenario = combo(["zsu57_2"] * 3, PLANE, 20)
    assert law(scenario)["abort"] == pytest.approx(0.488, abs=1e-15)
    sampled = simlab.run(scenario, method="sample", trials=200_000, seed=6)
    assert sampled.p("effect", "abort") == pytest.approx(0.488, abs=4 * math.sqrt(0.488 * 0.512 / 200_000))


READINGS = {  # one gun: abort, penalty, nothing; two guns: abort
    "recursive": (2 / 9, 3 / 9, 4 / 9, 32 / 81),
    "once": (0.22, 0.33, 0.45, 0.3916),
}


@pytest.mark.parametrize("method", ["exact", "sample"])
@pytest.mark.parametrize("reading", READINGS)
def test_c07_a_re_roll_happens_once(reading, method):
    """C07: 0.24 or more for one gun would be a double re-roll. The answer says which reading it used."""
    trials, rulings = 200_000, {"fc_reroll_recursion": reading}
    one, two = (
        simlab.run(scenario, method=method, trials=trials, seed=7)
        for scenario in (
            shot("gepard", PLANE, 30, rulings=rulings),
            combo(["gepard", "gepard"], PLANE, 30, rulings=rulings),
        )
    )
    assert one.provenance["rulings"]["fc_reroll_recursion"] == reading
    assert one.to_dict()["rulings"]["fc_reroll_recursion"] == reading
    penalty = sum(one.p("effect", f"minus_{size}") for size in (1, 2, 3))
    found = (one.p("effect", "abort"), penalty, one.p("effect", "none"), two.p("effect", "abort"))
    slack = 1e-12 if method == "exact" else 4 * math.sqrt(0.25 / trials)
    assert found == pytest.approx(READINGS[reading], rel=0, abs=slack)
    assert found[0] < 0.24


def test_c07_without_fire_control():
    gun = "zsu57_2"
    found = law(shot(gun, PLANE, 30))
    assert (float(found["abort"]), float(found["none"])) == (0.2, 0.5)
    assert law(combo([gun, gun], PLANE, 30))["abort"] == pytest.approx(0.36, abs=1e-15)


def test_c08_the_highest_face_is_there():
    """C08: a basic SAM aborts on 10 only; a die that never shows 10 would let every plane pass."""
    scenario = shot("basic", PLANE, 50, **UNITS)
    assert law(scenario)["abort"] == pytest.approx(0.1, abs=1e-15)
    sampled = simlab.run(scenario, method="sample", trials=1_000_000, seed=8)
    assert sampled.p("effect", "abort") == pytest.approx(0.1, abs=4 * math.sqrt(0.09 / 1_000_000))
    # a shot's outcomes are the faces 1, 2, 3, 10 and the other six
    counts = [row["count"] for row in sampled.rows("effect")]
    assert chisquare(counts, [100_000, 100_000, 100_000, 100_000, 600_000]).pvalue > P_LIMIT


def test_c12_every_trial_either_survives_or_is_lost():
    """C12 in this wing: fates add up to the trials, losses by turn to the fates, and so do attacks by fate."""
    result = simlab.run(sortie(at("gepard", 20), turns=12), method="sample", trials=50_000, seed=12)
    fate = {row["fate"]: row["count"] for row in result.rows("fate")}
    assert sum(fate.values()) == 50_000
    lost = {cause: 0 for cause in ("air_defence", "ground_fire")}
    for row in result.rows("losses"):
        lost[row["cause"]] += row["count"]
    assert lost == {"air_defence": fate["lost_to_air_defence"], "ground_fire": fate["lost_to_ground_fire"]}
    assert result.rows("survival")[-1]["count"] == fate["survives"]
    by_fate = {"survives": 0, "lost": 0}
    for row in result.rows("attacks_and_fate"):
        by_fate[row["fate"]] += row["count"]
    assert by_fate == {"survives": fate["survives"], "lost": 50_000 - fate["survives"]}


def test_c13_the_state_after_k_turns_does_not_know_later_turns():
    """C13 in this wing: survival by turn k of a long game is that of a game of k turns."""
    whole = simlab.run(sortie(at("gepard", 25), turns=12), method="exact")
    for turns in (1, 2, 7, 8):
        short = simlab.run(sortie(at("gepard", 25), turns=turns), method="exact")
        assert short.p("fate", "survives") == pytest.approx(whole.p("survival", turns), abs=1e-12)
    rows = [row["p"] for row in whole.rows("survival")]
    assert all(later <= earlier for earlier, later in itertools.pairwise(rows))


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_c17_c18_a_file_of_ones_own(tmp_path, mark):
    """C17, C18: byte order mark, quoted headers, names like NA or with an accent, the half sign, blanks, ratings."""
    text = (
        '"id","name","kind","mount","guidance","max_range_in","quality","noe","cm_flares","source","confidence"\n'
        "a1,NA,SAM,vehicle,AAIR,100,9-10,½,,mine,low\n"
        "a2,None,SAM,vehicle,AAIR,100,9-10,Y,P,mine,low\n"
        "a3,null,SAM,vehicle,AAIR,100,9-10,N,V,mine,low\n"
        "a4,Crotalé,SAM,vehicle,AAIR,100,9-10,Y,VV,mine,low\n"
    )
    path = tmp_path / "mine.csv"
    path.write_bytes((mark + text).encode("utf-8"))
    own = {"data": {"air_defence": str(path)}}
    fitted = {**PLANE, "flares": True}
    for name, saved in (("NA", 0), ("None", 0.2), ("null", 0.5), ("Crotalé", 0.8), ("crotalÉ", 0.8)):
        assert float(law(shot(name, fitted, 50, **own))["abort"]) == pytest.approx(0.2 * (1 - saved))
    cobra = {"unit": "ah1s_mc", **BARE, "altitude": "noe"}
    reach = {name: engages(shot(name, cobra, 51, **own)) for name in ("NA", "None", "null")}
    assert reach == {"NA": False, "None": True, "null": False}


def test_c18_a_returned_table_is_the_callers(recwarn):
    """C18: changing a frame changes neither the result nor the library's own data, and nobody warns."""
    result = simlab.run(shot("zsu57_2", PLANE, 20))
    frame = result.table("effect")
    frame.loc[frame["effect"] == "abort", "p"] = 1.0
    frame["p"] = "changed"
    assert result.p("effect", "abort") == pytest.approx(0.2)
    catalog = prepare(shot("zsu57_2", PLANE, 20)).catalog
    units = catalog.frame("air_defence")
    units.loc[units["id"] == "zsu57_2", "manual_range_in"] = 1.0
    units["name"] = None
    assert simlab.run(shot("ZSU-57-2", PLANE, 30)).p("effect", "abort") == pytest.approx(0.2)
    assert list(catalog.frame("air_defence")["name"]) != list(units["name"])
    assert [str(warning.message) for warning in recwarn] == []


@pytest.mark.parametrize("shots", [64, 10**9, 10**12])
def test_c21_more_dice_than_fit_are_refused(shots):
    """C21: 10^9 dice in one attack, before anything is allocated."""
    with pytest.raises(simlab.SimlabError, match=r"shots: 1?0*[64]*; must be less than or equal to 63"):
        simlab.run(shot("gepard", PLANE, 30, shots=shots))
    with pytest.raises(simlab.SimlabError, match="1024 systems and weapons; at most 256"):
        simlab.run(sortie(*[at("gepard", 25, count=32)] * 32))
