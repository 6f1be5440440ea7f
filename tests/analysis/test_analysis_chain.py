"""The chain and what hurts: stages never grow, entries are left out without touching other dice."""

import math

import pytest

from simlab.analysis.chain import waterfall, what_hurts
from simlab.errors import RunError
from simlab.execute import run

BARE = {"unit": "ah1s_mc", "flares": False, "ecm": False, "irs": False}
ZSU, SA9, SA8 = ({"unit": unit, "range_in": d} for unit, d in (("zsu23_4", 25), ("sa9", 25), ("sa8b", 40)))
TANKS = {"weapon": "tank_gun", "count": 2, "range_in": 30}
STAGES = ["spotted", "in_range", "engaged", "penalised", "aborted", "removed"]


def sortie(*air_defence, altitude="popup", **more):
    return {
        "system": "command_decision",
        "kind": "sortie",
        "helicopter": BARE,
        "profile": {"altitude": altitude},
        "air_defence": list(air_defence),
        "ground": {"collective": "none"},
        **more,
    }


def sampled(scenario, trials=20_000, seed=3):
    return run(scenario, method="sample", trials=trials, seed=seed)


def test_chain_of_w11():
    """Two shots at a pop-up (W11): 2/9 aborted, 1/9 removed, no penalty at all with 14/45 (W13)."""
    frame = waterfall(run(sortie(ZSU, SA9)), defence="medium").set_index("stage")
    assert list(frame.index) == STAGES
    assert list(frame["p"]) == pytest.approx([1, 1, 1, 1 - 14 / 45, 2 / 9, 1 / 9], abs=1e-12)
    assert frame["p_given"]["removed"] == pytest.approx(1 / 2, abs=1e-12)
    assert set(frame["defence"]) == {"medium"}


@pytest.mark.parametrize("play", [run, sampled])
@pytest.mark.parametrize(
    "scenario",
    [
        sortie(ZSU, SA9, SA8),
        sortie(ZSU, SA9, altitude="noe"),
        sortie({**ZSU, "range_in": 90}, altitude="low"),
        sortie(),
    ],
)
def test_stages_never_grow_and_chances_multiply_up(play, scenario):
    frame = waterfall(play(scenario))
    assert (frame["p"].diff().dropna() <= 1e-12).all()
    product = 1.0
    for row in frame.to_dict("records"):
        if not product:
            assert math.isnan(row["p_given"])
            continue
        product *= row["p_given"]
        assert row["p"] == pytest.approx(product, abs=1e-12)
        assert row["p_lo"] <= row["p"] <= row["p_hi"]
        assert row["p_given_lo"] <= row["p_given"] <= row["p_given_hi"]


def test_noe_is_seen_by_the_chance_of_a_line_of_sight():
    frame = waterfall(run(sortie(ZSU, altitude="noe"))).set_index("stage")
    assert frame["p"]["spotted"] == pytest.approx(0.35, abs=1e-9)
    assert frame["p_given"]["removed"] == pytest.approx(1 / 2)
    assert frame["p"]["removed"] == pytest.approx(0.35 / 9, abs=1e-9)


def test_intervals_of_the_chain_cover_the_truth():
    """Of 120 runs at 95 %, at least 104 must hold the exact value (4.2 standard errors below 114)."""
    scenario = sortie(ZSU, SA8, altitude="noe")
    truth = waterfall(run(scenario))
    held = {column: [0] * 6 for column in ("p", "p_given")}
    for seed in range(120):
        found = waterfall(sampled(scenario, trials=300, seed=seed))
        for column, counts in held.items():
            for place in range(6):
                counts[place] += found[f"{column}_lo"][place] <= truth[column][place] <= found[f"{column}_hi"][place]
    assert min(min(counts) for counts in held.values()) >= 104


def test_left_out_is_as_if_it_were_not_there():
    scenario = sortie(ZSU, SA9, SA8, ground_fire=[TANKS])
    frame = what_hurts(scenario).set_index("entry")
    assert set(frame.index) == {"air_defence[0]", "air_defence[1]", "air_defence[2]", "ground_fire[0]"}
    everything = run(scenario).p("fate", "survives")
    for place, entry in enumerate(scenario["air_defence"]):
        fewer = {**scenario, "air_defence": [other for other in scenario["air_defence"] if other is not entry]}
        assert frame["p_without"][f"air_defence[{place}]"] == pytest.approx(run(fewer).p("fate", "survives"), abs=1e-12)
    assert frame["p_without"]["ground_fire[0]"] == pytest.approx(
        run({**scenario, "ground_fire": []}).p("fate", "survives")
    )
    assert list(frame["p"]) == pytest.approx([everything] * 4)
    assert list(frame["difference"].abs()) == sorted(frame["difference"].abs(), reverse=True)
    assert frame["unit"]["ground_fire[0]"] == "tank_gun"
    assert frame["count"]["ground_fire[0]"] == 2
    assert set(frame["method"]) == {"exact"}


def test_sa9_adds_nothing_to_the_chance_of_removing_a_pop_up():
    """The pop-up penalty takes its only abort face (W11), so all it can do is spoil the attack."""
    frame = what_hurts(sortie(ZSU, SA9)).set_index("unit")
    assert frame["matters"]["SA-9 Gaskin (9K31)"] == "no"
    assert frame["difference"]["SA-9 Gaskin (9K31)"] == 0
    spoilt = what_hurts(sortie(ZSU, SA9), metric="penalty_at_fire:penalty_0").set_index("unit")
    assert spoilt["difference"]["SA-9 Gaskin (9K31)"] == pytest.approx(4 / 7 - 14 / 45 / (7 / 9))  # W13


def test_paired_dice_of_the_others_stand_still():
    frame = what_hurts(sortie(SA9, ZSU), trials=5_000, seed=1, method="sample").set_index("unit")
    idle, gun = frame.loc["SA-9 Gaskin (9K31)"], frame.loc["ZSU-23-4 Shilka"]
    assert idle["paired"]
    assert idle["p"] == idle["p_without"]  # not one trial differs, though it stands first in the list
    exact = what_hurts(sortie(SA9, ZSU)).set_index("unit").loc["ZSU-23-4 Shilka"]
    assert gun["lo"] <= exact["difference"] <= gun["hi"]


def test_firers_of_a_combo_can_be_left_out_too():
    combo = {
        "system": "command_decision",
        "kind": "combo",
        "firer": [{"unit": "gepard"}, {"unit": "zsu23_4"}],
        "target": {"unit": "alphajet"},
        "geometry": {"range_in": 25},
    }
    frame = what_hurts(combo)
    assert list(frame["p"]) == pytest.approx([32 / 81] * 2)  # W7
    assert list(frame["p_without"]) == pytest.approx([2 / 9] * 2)
    assert set(frame["range_in"]) == {25}


def test_systems_on_a_map_are_left_out_by_standing_far_away():
    """A ZSU-57-2 (no re-roll) under the plane: abort 2/10, else -1, -2, -3 or nothing from one platoon at HE 7."""
    strike = {
        "system": "command_decision",
        "kind": "strike",
        "plane": [{"unit": "alphajet", "at": [0, 0], "arrives": 1, "fac": True}],
        "air_defence": [{"unit": "zsu57_2", "at": [0, 5]}, {"unit": "zpu4", "at": [60, 0]}],
        "stand": [{"at": [0, 0]}],
        "ground": {"collective": "none"},
        "rulings": {"alternative_declined": "yes"},
    }
    frame = what_hurts(strike).set_index("unit")
    gun, far = frame.loc["ZSU-57-2"], frame.loc["ZPU-4 (4x 14.5 mm)"]
    assert math.isnan(gun["range_in"])
    assert gun["p_without"] == pytest.approx(0.7 * 0.4)
    assert gun["p"] == pytest.approx(0.4 * (0.5 * 0.7 + 0.1 * (0.6 + 0.5 + 0.4)))
    assert far["difference"] == 0


def test_nothing_to_leave_out_is_refused():
    with pytest.raises(RunError, match="none of air_defence, ground_fire, firer has an entry to leave out"):
        what_hurts(sortie())
