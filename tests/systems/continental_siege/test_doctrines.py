"""The shipped doctrines: filed as they were found, better than the default ones, and no simple deviation gains."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.analysis.deviations import chance, holm, mixed_deviations
from simlab.analysis.double_oracle import Mixed
from simlab.analysis.duels import Duels
from simlab.analysis.tuning_file import load_tuning, pools_from, shipped_tunings
from simlab.catalog import data_folder
from simlab.execute import prepare
from simlab.scenario import load_scenario
from tests.systems.continental_siege.doctrine_rows import members_of, played, read_found, rows_of

FOLDER = data_folder() / "scenarios" / "continental_siege"
FOUND = shipped_tunings()["battles"].with_suffix(".csv")
PAGE = Path(simlab.__file__).parent / "systems" / "continental_siege" / "DOCTRINES.md"
ROW = re.compile(r"^\| `(\w+)` \| " + " \\| ".join([r"([\d.]+) % \([^)]*\)"] * 4) + r" \|$", re.MULTILINE)
PAIRS = [("default", "default"), ("tuned", "default"), ("default", "tuned"), ("tuned", "tuned")]
SEED = 77  # no search and no table has used it


def defence(name, defender, attacker, trials, seed=SEED):
    """Share of battles that the defender wins, by the doctrines of both sides."""
    scenario = load_scenario(FOLDER / f"{name}.toml")
    for side, doctrine in (("defender", defender), ("attacker", attacker)):
        scenario = scenario.with_value(f"{side}.doctrine", doctrine)
    return simlab.run(scenario, trials=trials, seed=seed).interval("winner", "defender")


def test_doctrines_are_filed_as_they_were_found():
    wanted = {row["id"]: row for row in rows_of("tuned", read_found(FOUND), "")}
    with (data_folder() / "continental_siege" / "doctrines.csv").open(encoding="utf-8", newline="") as file:
        filed = {row["id"]: row for row in csv.DictReader(file) if row["source"].startswith("simlab tune battles")}
    assert filed.keys() == wanted.keys()
    for name, row in filed.items():
        assert (row["policy"], row["weights"]) == (wanted[name]["policy"], wanted[name]["weights"]), name


@pytest.mark.parametrize("side", ["defender", "attacker"])
def test_a_filed_doctrine_packs_as_the_dials_that_were_found(side):
    told = load_tuning("battles")
    player = next(player for player in told.players if player.name == side)
    duels = Duels(only=told.only)
    for number, (_, settings) in enumerate(played(read_found(FOUND), side), 1):
        values = {dial.key: next(one for one in dial.values if str(one) == settings[dial.key]) for dial in player.dials}
        for case in (told.cases[0], told.cases[-1]):
            plain = load_scenario(FOLDER / case.where).with_value(f"{side}.doctrine", f"tuned_{number}")
            for key, value in told.settings.items():
                if not key.startswith(side):
                    plain = plain.with_value(key, value)
            assert prepare(plain).inputs == duels.prepared(case, values).inputs, (number, case.where)


def test_the_tuned_defence_beats_the_default_one():
    """Shares of 3,000 battles lie within 5 points of the truth but once in ten million (five standard errors)."""
    tuned, plain = (defence("mark_3_attack", doctrine, "default", 3000)[0] for doctrine in ("tuned", "default"))
    assert tuned > plain + 0.2


def published():
    """Scenario -> the four shares on the page."""
    return {row[0]: [float(cell) / 100 for cell in row[1:]] for row in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def test_the_page_has_every_standard_scenario():
    assert published().keys() == {
        "mark_3_attack", "mark_5_attack", "mark_3_attack_air", "mark_5_attack_air", "mark_3_both_air", "raid_csa10",
        "raid_csa15",
    }  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["mark_3_attack", "mark_5_attack", "mark_3_both_air", "raid_csa10"])
def test_the_page_says_what_battles_on_other_dice_say(name):
    """Two samples of 4,000 differ by more than 5.5 points once in a million, and by more than that at neither share."""
    for pair, share in zip(PAIRS, published()[name], strict=True):
        assert abs(defence(name, *pair, 4000)[0] - share) < 0.055, pair


NAMED = {
    "defender": {
        "ground_move": ["close_to_range", "hold", "screen_cp"],
        "gev_move": ["close_to_range", "hold", "screen_cp", "gev_hit_and_run"],
        "gev_second_move": ["close_to_range", "hold", "screen_cp", "gev_hit_and_run"],
        "infantry_move": ["close_to_range", "hold", "screen_cp"],
        "ground_fire": ["main_then_treads", "treads_only", "best_marginal"],
        "aa_fire": ["pair_to_auto"], "bomber": ["straight_to_target", "avoid_aa"],
        "bomber_target": ["ogre", "best_value"],
        "ogre_loads": ["missiles_3_3", "ap_sweep", "main4_plus2", "treads_6"],
        "fighter": ["intercept_bombers", "escort", "strafe"],
    },
    "attacker": {
        "ogre_move": ["beeline_cp", "hunter"], "ogre_fire": ["value_first", "nearest_first"],
        "bomber": ["straight_to_target", "avoid_aa"], "bomber_target": ["cp", "howitzers", "aa", "best_value"],
        "fighter": ["intercept_bombers", "escort", "strafe"],
    },
}  # fmt: skip


@pytest.mark.campaign
def test_no_named_policy_gains():
    """Every named policy in place of what the mixes do at its hook, in the cases of the tuning (Holm, 95 %)."""
    cases = [load_scenario(folder / case.where) for case in load_tuning("battles").cases
             for folder in (FOLDER, FOUND.parent / "cases") if (folder / case.where).exists()]  # fmt: skip
    cases = [case.with_value("defender.doctrine", "tuned").with_value("attacker.doctrine", "tuned") for case in cases]
    duels, gains = Duels(), []
    for side, hooks in NAMED.items():
        for change in ({f"{side}.policies.{hook}": word} for hook, words in hooks.items() for word in words):
            pairs = [((case, {}), (case, change)) for case in cases]
            gains.append(duels.gain(pairs, f"winner:{side}", 2000, SEED))
    assert len(gains) == 42
    assert min(holm([chance(gain) for gain in gains])) > 0.05


@pytest.mark.campaign
def test_no_single_deviation_gains_more_than_two_points():
    """Both steps of every fifth dial and every word, from each member, on dice of their own.

    The lower end of a gain at five standard errors lies above the truth once in three million rows.
    """
    told = load_tuning("battles")
    pools = pools_from(told, [FOUND])
    shares = {
        name: tuple(share for _, share in members_of(read_found(FOUND), name)) for name in ("defender", "attacker")
    }
    few = tuple(
        p._replace(dials=tuple(d for n, d in enumerate(p.dials) if n % 5 == 0 or not d.counts)) for p in told.players
    )
    mixed = Mixed(few, {name: tuple(pool) for name, pool in pools.items()}, shares, np.zeros((1, 1)), 0.0, (), True)
    frame = mixed_deviations(told.cases, mixed, trials=6000, seed=SEED, threads=2, duels=Duels(only=told.only))
    assert (frame["gain"] - 5 * frame["error"] < 0.02).all(), frame.head()
