"""One game, several ways: tables of a plain game, lanes, the interpreter, laws by chain and by walk, best play."""

from fractions import Fraction as F

import numpy as np
import pytest
from siege_scenarios import attrition, bombing_run, interception, laws, packed

from simlab.dice import key_from_seed
from simlab.errors import ScenarioError
from simlab.systems.continental_siege.engagement.automaton import pack_game
from simlab.systems.continental_siege.engagement.law import exact as exact_walk
from simlab.systems.continental_siege.mission.attrition import policies_lose
from simlab.systems.continental_siege.mission.bombing_run import best_fire, game_of
from simlab.systems.continental_siege.mission.dynamic import best_play
from simlab.systems.continental_siege.mission.plain import exact_plain, is_plain

KEY = key_from_seed(11)
PLAIN = [
    attrition("csa15", {"heavy_aa": 4}),
    attrition("csa10", {"light_aa": 1}, 30),
    attrition("csa10", {"heavy_aa": 3, "light_aa": 2}, 9),
    attrition("csa15", {"heavy_aa": 9, "howitzer": 3}, 5, rulings={
        "ff_ma_threshold": "after_quarter", "aa_halving_vs_propulsion": "half",
    }),
]  # fmt: skip


def counts(prepared, trials, **how):
    vector = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, KEY, 0, trials, vector, **how)
    return vector


@pytest.mark.parametrize("body", PLAIN)
def test_a_plain_game_counts_the_same_by_tables_by_lanes_and_plainly(body):
    prepared = packed(body)
    assert is_plain(prepared.packed)
    assert (counts(prepared, 9001) == counts(prepared, 9001, tables=False)).all()
    plainly = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play_plainly(prepared.packed, KEY, 0, 200, plainly)
    assert (counts(prepared, 200) == plainly).all()


@pytest.mark.parametrize("body", PLAIN)
def test_a_plain_game_has_one_law(body):
    ready = packed(body).packed
    assert np.allclose(exact_plain(ready), exact_walk(ready), rtol=0, atol=1e-13)


@pytest.mark.parametrize("body", [
    attrition("csa10", {"heavy_aa": 2}, priority="bombs_first"),
    attrition("csa10", {"heavy_aa": 2}, approach={"start_hexes": 9}),
    attrition("csa10", {"heavy_aa": 2}, rulings={"propulsion_combined_fire": "allowed"}),
    attrition("csa10", {"heavy_aa": 2}, rulings={"ff_affected_by_d": "fortress_cannot_attack"}),
])  # fmt: skip
def test_other_games_are_not_plain(body):
    assert not is_plain(packed(body).packed)


MANY = [
    attrition("csa15", {"heavy_aa": 3, "light_aa": 2}, 9, priority="greedy_value", approach={"start_hexes": 12}),
    attrition("csa10", {"heavy_aa": 2, "howitzer": 1}, 8, priority="until_ma", approach={"start_hexes": 6},
              rulings={"aa_fire_timing": "reaction_on_entry", "ff_affected_by_d": "weapon_cannot_fire"}),
    attrition("csa10", {"heavy_aa": 4}, 6, priority="bombs_first",
              rulings={"attack_sequencing": "declare_all_first"}),
    bombing_run("infantry_squad", bombers=3, guns={"heavy_aa": 2, "light_aa": 1}, distance_hexes=11,
                rulings={"aa_fire_timing": "reaction_on_entry", "infantry_grouping": "each_alone"}),
    bombing_run("ogre_mk3", bombers=2, guns={"light_aa": 2}, split="best_for", weights={"treads": "1/2"}),
    interception(3, 3, escorts=2, contact="2/3", intercept="focus", escort="fit_first", first="defenders"),
    interception(2, 2, escorts=2, guns={"light_aa": 1}, rulings={"attack_sequencing": "declare_all_first"}),
]  # fmt: skip


@pytest.mark.parametrize("body", MANY)
def test_counts_follow_the_law(body):
    """Each cell by itself, six standard errors; the law of every block sums to 1 (of turns: to their number)."""
    prepared = packed(body)
    law, trials = prepared.kind.exact(prepared.packed), 40_000
    seen = counts(prepared, trials)
    assert seen[law == 0].sum() == 0
    assert (np.abs(seen - trials * law) < 6 * np.sqrt(np.maximum(trials * law, 1)) + 1).all()
    rational = prepared.kind.exact_fractions(prepared.packed)
    assert np.allclose([float(chance) for chance in rational], law, rtol=0, atol=1e-12)


def test_best_play_is_at_least_as_good_as_every_policy():
    """And crash asks for nothing but propulsion."""
    body = attrition("csa10", {"heavy_aa": 2, "light_aa": 1}, 6)
    for aim in ("crash", "bombs_left", "guns_left"):
        prepared = packed({**body, "aim": aim})
        lost = policies_lose(prepared.shape, prepared.rulings, prepared.catalog)
        assert min(lost.values()) >= 0
        assert max(lost.values()) > 0
        best = laws({**body, "aim": aim, "priority": "best_dp"})
        if aim == "crash":
            assert lost["pu_only"] == 0
            assert best["fate"] == laws(body)["fate"]
        if aim == "bombs_left":
            left = sum(count * share for count, share in best["bombload_left"].items())
            plain = sum(count * share for count, share in laws(body)["bombload_left"].items())
            assert plain - left > 0


def test_best_fire_finds_that_one_of_two_bombers_gets_through_a_pair():
    """W12: combined, one bomber always arrives; one shot each leaves 11/36, and nothing does better."""
    body = bombing_run("cp", bombers=2, guns={"heavy_aa": 2})
    prepared = packed(body)
    game = game_of(prepared.shape, prepared.rulings, prepared.catalog, "test")
    assert best_fire(game)[0] == F(11, 36)
    assert laws({**body, "fire": "best_dp"})["arrived"]["yes"] == F(11, 36)


def test_best_fire_is_never_worse():
    for guns in ({"heavy_aa": 3}, {"heavy_aa": 1, "light_aa": 3}, {"light_aa": 4, "howitzer": 1}):
        for count in (1, 2, 3):
            arrived = {
                fire: laws(bombing_run("cp", bombers=count, guns=guns, fire=fire))["arrived"]["yes"]
                for fire in ("bombers_first", "pair_to_auto", "best_dp")
            }
            assert arrived["best_dp"] <= min(arrived.values())


def test_best_fire_goes_on_between_two_turns_of_dropping():
    """With include_start a bomber that stops over its target may drop there or in the next turn; guns fire between."""
    twice = {"bomb_release_hexes": "include_start"}
    for guns in ({"heavy_aa": 1}, {"heavy_aa": 2}, {"heavy_aa": 1, "light_aa": 1}):
        body = {"bombers": 2, "guns": guns, "distance_hexes": 10, "rulings": twice}
        arrived = {
            fire: laws(bombing_run("cp", fire=fire, **body))["arrived"]["yes"]
            for fire in ("bombers_first", "pair_to_auto", "best_dp")
        }
        assert arrived["best_dp"] <= min(arrived.values())


def test_best_play_takes_the_first_of_equal_options():
    ends = {"a": F(1), "b": F(1), "c": F(0)}
    options = {"start": [("x", [("a", 3), ("c", 3)]), ("y", [("b", 3), ("c", 3)])]}
    value, orders = best_play("start", options.get, lambda at: ends[at], "test")
    assert (value, orders["start"]) == (F(1, 2), "x")


def test_games_that_are_too_large_are_refused(monkeypatch):
    monkeypatch.setattr("simlab.systems.continental_siege.engagement.automaton.MOST_STATES", 10)
    with pytest.raises(ScenarioError, match="more than 10 states"):
        packed(attrition("csa15", {"heavy_aa": 3}))
    with pytest.raises(ScenarioError, match="set attack_sequencing = sequential"):
        packed(
            attrition("csa10", {"heavy_aa": 1}, priority="best_dp", rulings={"attack_sequencing": "declare_all_first"})
        )
    assert pack_game.__doc__
