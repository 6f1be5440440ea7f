"""The shipped studies: each runs, asks something, and answers what the worked examples and counting by hand give."""

from dataclasses import replace

import pytest

from simlab.analysis.sweep import axes_of, check, expand, sweep
from simlab.catalog import data_folder
from simlab.scenario import load_scenario

FOLDER = data_folder() / "scenarios" / "continental_siege"
FILES = [path for path in sorted(FOLDER.glob("*.toml")) if not load_scenario(path).points]


def played(name):
    """Values of the axes -> the result."""
    return {tuple(labels.values()): result for labels, result in sweep(FOLDER / f"{name}.toml").points}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_study_asks_and_its_own_case_is_one_of_the_grid(path):
    scenario = load_scenario(path)
    assert scenario.title
    assert scenario.question.endswith("?")
    check(scenario, axes_of(scenario))
    digests = [point.scenario.digest for point in expand(scenario)]
    assert len(set(digests)) == len(digests)
    assert digests.count(replace(scenario, sweep={}).digest) == 1


def test_how_many_guns_bring_a_fortress_down():
    """W3, W5, W8, W23; eight Heavy AA do in three turns what eleven do with 9 in 10."""
    heavy, light = played("heavy_aa_against_fortresses"), played("light_aa_against_fortresses")
    assert heavy["csa10", "4"].p("crashed_by", 3) == pytest.approx(31483 / 177147, abs=1e-12)
    assert heavy["csa15", "4"].p("crashed_by", 5) == pytest.approx(393458651 / 1162261467, abs=1e-12)
    assert light["csa15", "5"].p("crashed_by", 4) == pytest.approx(320420753 / 3486784401, abs=1e-12)

    def needed(results, fortress, chance):
        return min(n for n in range(1, 17) if results[fortress, str(n)].p("crashed_by", 3) >= chance)

    assert (needed(heavy, "csa15", 1 / 2), needed(heavy, "csa15", 9 / 10)) == (8, 11)
    assert (needed(heavy, "csa10", 1 / 2), needed(light, "csa10", 1 / 2), needed(light, "csa15", 1 / 2)) == (6, 8, 10)


def test_what_named_fire_at_bombers_loses():
    """At 2-1 a gun leaves a bomber fit with 1/6; two Heavy AA together are automatic, two Light AA disable at least."""
    found = {case: result.p("result", "destroyed") for case, result in played("fire_at_a_bomber_stream").items()}
    pairs = [found["pair_to_auto", str(bombers), "allowed"] for bombers in (1, 2, 3, 4)]
    assert pairs == pytest.approx([0, 1 / 36, 11 / 36, 1], abs=1e-12)
    assert found["bombers_first", "1", "forbidden"] == pytest.approx(1 / 6**4, abs=1e-12)
    assert found["best_dp", "2", "allowed"] == pytest.approx(0, abs=1e-12)
    for (_, bombers, ruling), share in found.items():
        assert found["best_dp", bombers, ruling] <= share + 1e-12
    assert found["best_dp", "3", "allowed"] < min(pairs[2], found["bombers_first", "3", "allowed"])


def test_weapons_first_keeps_the_bombs_from_the_target():
    """One turn of fire before the target: single shots leave both bombs with 1/16, pairs none."""
    found = played("propulsion_or_weapons_first")

    def bombs(case):
        return [found[case].p("bombs_at_target", count) for count in (0, 1, 2)]

    assert bombs(("bombs_first", "allowed")) == pytest.approx([11 / 16, 1 / 4, 1 / 16])
    assert bombs(("bombs_first_combined", "allowed")) == pytest.approx([1, 0, 0])
    assert bombs(("bombs_first_combined", "forbidden")) == pytest.approx([11 / 16, 1 / 4, 1 / 16])
    assert bombs(("pu_only", "allowed"))[:2] == [0, 0]
    for ruling in ("allowed", "forbidden"):
        means = {}
        for policy in ("pu_only", "bombs_first", "bombs_first_combined", "greedy_value", "best_dp"):
            one, two = bombs((policy, ruling))[1:]
            means[policy] = one + 2 * two
        assert means["best_dp"] <= min(means.values()) + 1e-12
    crashes = [found[policy, "allowed"].p("fate", "crashed") for policy in ("pu_only", "bombs_first", "guns_first")]
    assert crashes == sorted(crashes, reverse=True)


def test_what_three_loads_buy():
    """W1, W2, W14; 18 against 5 is 3-1 (2/3), three times 1-1 is 1 - 1/27 - 3/27."""
    found = {case: result.p("result", "destroyed") for case, result in played("what_three_loads_buy").items()}
    assert found["heavy_tank", "separate"] == pytest.approx(209 / 216)
    assert found["heavy_tank", "combinable"] == found["gev", "separate"] == found["cp", "separate"] == 1
    assert found["infantry_squad", "separate"] == pytest.approx(7 / 9)
    assert found["superheavy", "must_combine"] == pytest.approx(2 / 3)
    assert found["superheavy", "separate"] == pytest.approx(23 / 27)


def test_reading_of_aa_fire_and_of_a_second_d():
    """After movement a D is over before the drop: only an X stops a bomber. W12 for the default."""
    found = {case: result.p("arrived", "yes") for case, result in played("bombers_through_aa").items()}
    assert found["2", "destroyed", "own_fire_phase"] == pytest.approx(11 / 36)
    assert found["2", "destroyed", "enemy_turn_after_movement"] > found["2", "destroyed", "own_fire_phase"]
    assert found["2", "destroyed", "reaction_on_entry"] < found["2", "destroyed", "own_fire_phase"]
    assert all(found["0", reading, timing] == pytest.approx(1) for _, reading, timing in found)


def test_escorts_and_interceptors_break_even_at_equal_numbers():
    """Two bombers, interceptors at the bombers: one more chance than not from as many escorts as interceptors on."""
    found = {case: result.p("arrived", "yes") for case, result in played("escorts_per_bomber").items()}
    assert found["0", "1", "bombers_first"] < found["1", "1", "bombers_first"]
    for interceptors, escorts in ((1, 0), (2, 1), (3, 2)):
        assert found[str(escorts), str(interceptors), "bombers_first"] > 1 / 2
        if escorts:
            assert found[str(escorts - 1), str(interceptors), "bombers_first"] < 1 / 2


def test_a_d_on_a_fortress_costs_it_the_drop():
    """Two guns at propulsion: no D in one phase with (2/3)^2, where a D of either attack silences the whole."""
    found = played("a_d_on_a_fortress")
    loud = found["fortress_cannot_attack", "pu_only", "2"]
    assert found["none", "pu_only", "2"].p("bombs_at_target", 4) == pytest.approx(1)
    assert loud.p("bombs_at_target", 0) == pytest.approx(5 / 9)
    assert found["weapon_cannot_fire", "pu_only", "2"].p("bombs_at_target", 4) == pytest.approx(1)


def test_halving_and_rounding_of_a_fortresss_guns():
    """W20."""
    found = {case: result.p("result", "destroyed") for case, result in played("fortress_guns_at_the_ground").items()}
    assert found["heavy_tank", "halved", "exact", "true"] == pytest.approx(5 / 6)
    assert found["heavy_tank", "halved", "floor_each", "true"] == pytest.approx(2 / 3)
    assert found["heavy_tank", "full", "exact", "true"] == found["heavy_tank", "halved", "ceil_each", "true"] == 1
