"""Kinds that can look results up in tables play the same trials as their lanes, compiled or not."""

from pathlib import Path

import numpy as np
import pytest

from simlab import prepare
from simlab.dice import rough_will_do
from simlab.systems.command_decision.mission.ends import (
    ANY_SHOT,
    PENALTIES_ONLY,
    ROLLED_ONCE,
    SORT_OF_SHOT,
    UNSHOT,
    write_ends,
)
from simlab.systems.command_decision.mission.shots import EVERYONE, SIGHT_FROM, SIGHT_TO

SORTIE = {
    "system": "command_decision",
    "kind": "sortie",
    "helicopter": {"unit": "ah1s_mc", "flares": True},
    "profile": {"altitude": "popup"},
    "game": {"turns": 13},
    "air_defence": [{"unit": "zsu23_4", "count": 2, "range_in": 25}, {"unit": "sa9", "range_in": 30}],
}
UNTROUBLED = {"collective": "none"}  # then a game of two turns is one number
UNITS = {"data": {"air_defence": str(Path(__file__).parents[2] / "data" / "example_air_defence.csv")}}
SHOT = {
    "system": "command_decision",
    "kind": "shot",
    "firer": {"unit": "zsu23_4"},
    "target": {"unit": "ah1s_mc", "altitude": "popup", "flares": True, "ecm": True},
    "geometry": {"range_in": 25},
}
COMBO = {
    "system": "command_decision",
    "kind": "combo",
    "firer": [{"unit": "sa9"}, {"unit": "zsu23_4"}],
    "target": {"unit": "ah1s_mc", "altitude": "low", "flares": True},
    "geometry": {"range_in": 25},
}
BY_TABLES = {
    "pop-up": SORTIE,
    "seen by chance": {**SORTIE, "profile": {"altitude": "noe"}},
    "collective fire": {
        **SORTIE,
        "helicopter": {"unit": "ah1s_mc", "weapon": "guns"},
        "ground": {"collective": "heavy"},
    },
    "leaves shaken": {**SORTIE, "rulings": {"chopper_forced_back_effect": "leave_table_shaken"}},
    "comes again": {**SORTIE, "rulings": {"chopper_removed_meaning": "off_table_may_rearm"}},
    "two turns": {**SORTIE, "game": {"turns": 2}, "ground": UNTROUBLED},
    "two turns, seen by chance": {
        **SORTIE,
        "profile": {"altitude": "noe"},
        "game": {"turns": 2},
        "ground": UNTROUBLED,
    },
    "two turns, seen by an odd number of hands": {
        **SORTIE,
        "profile": {"altitude": "noe"},
        "game": {"turns": 2},
        "ground": UNTROUBLED,
        "rulings": {"los_probability_noe": 0.7},
    },
    "seen late, by those that did not see it before": {
        **SORTIE,
        "profile": {"altitude": "popup", "fires": "never"},
        "game": {"turns": 1},
        "rulings": {
            "los_probability_low": 0.3,
            "los_probability_noe": 0.7,
            "aa_engagement_phases": "any_phase_in_los",
        },
    },
    "two turns, comes again": {
        **SORTIE,
        "profile": {"altitude": "popup", "leave_after": 1},
        "game": {"turns": 6},
        "ground": UNTROUBLED,
    },
    "two turns, a missile that aborts": {
        **SORTIE,
        **UNITS,
        "game": {"turns": 2},
        "air_defence": [{"unit": "better", "count": 2, "range_in": 25}, {"unit": "laid", "range_in": 25}],
        "ground": UNTROUBLED,
    },
    "never fires": {**SORTIE, "profile": {"altitude": "low", "fires": "never"}},
    "one shot": SHOT,
    "three shots": {**SHOT, "shots": 3},
    "only the worst counts": {**SHOT, "shots": 3, "rulings": {"penalty_stacking": "worst"}},
    "split before the save": {**SHOT, "shots": 2, "rulings": {"cm_order_vs_split": "after_split_on_removal_only"}},
    "combination": COMBO,
    "saved abort silences guns": {**COMBO, "rulings": {"combo_trigger": "raw_abort_blocks_guns"}},
}
BY_LANES = {
    "four shots": {**SHOT, "shots": 4},
    "counted uses": {**SORTIE, "rulings": {"cm_uses": 1}},
    "morale": {**SORTIE, "rulings": {"chopper_morale_trigger": "every_turn"}},
    "stays in sight": {**SORTIE, "profile": {"altitude": "low", "after_firing": "stay"}},
    "stays in place": {**SORTIE, "rulings": {"chopper_forced_back_effect": "lose_attack_stay_in_place"}},
    "worst penalty": {**SORTIE, "rulings": {"penalty_stacking": "worst"}},
    "chopper first": {**SORTIE, "rulings": {"chopper_fire_order": "chopper_first"}},
    "penalties of one phase": {**SORTIE, "rulings": {"penalty_duration": "this_phase"}},
}


def _counts(ready, first, last, **how):
    counts = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play(ready.packed, 2, first, last, counts, **how)
    return counts


def _each(ready, first, last, **how):
    values = np.zeros(last - first, np.int64)
    ready.kind.kernel.play_each(ready.packed, 2, first, np.arange(ready.space.size), values, **how)
    return values


@pytest.mark.parametrize("name", BY_TABLES)
def test_tables_and_lanes_play_the_same_trials(name):
    ready = prepare(BY_TABLES[name])
    assert ready.kind.kernel.reads_tables(ready.packed), "this case is here to be played by tables"
    counts = _counts(ready, 0, 10_001)
    assert counts.sum() > 0
    assert (counts == _counts(ready, 0, 10_001, tables=False)).all()
    assert (counts == _counts(ready, 0, 313) + _counts(ready, 313, 10_001)).all()
    by_tables, by_lanes = _each(ready, 40, 90, tables=True), _each(ready, 40, 90, tables=False)
    assert by_tables.sum() == _counts(ready, 40, 90) @ np.arange(ready.space.size)
    assert (by_tables == by_lanes).all()


@pytest.mark.parametrize("name", BY_TABLES)
def test_tables_play_what_the_interpreter_plays(name):
    ready = prepare(BY_TABLES[name])
    plainly = np.zeros(ready.space.size, np.int64)
    ready.kind.kernel.play_plainly(ready.packed, 2, 40, 90, plainly)
    assert (plainly == _counts(ready, 40, 90)).all()


def test_games_of_two_turns_are_numbers():
    """The cases above that are named so are played so, each kind of shot among them, and a game that comes again."""
    tables = {
        name: write_ends(prepare(case).packed) for name, case in BY_TABLES.items() if name.startswith("two turns")
    }
    assert all(each.short == 1 for each in tables.values())
    assert {int(sort) for each in tables.values() for sort in each.cards[:, SORT_OF_SHOT]} == {
        PENALTIES_ONLY,
        ROLLED_ONCE,
        ANY_SHOT,
    }
    assert tables["two turns"].then[UNSHOT] == 2
    assert tables["two turns, comes again"].then[UNSHOT] == 1
    assert write_ends(prepare(SORTIE).packed).short == 0


def test_lines_of_sight_of_every_sort_are_played():
    """The cases above have acts with all lanes in sight, with rough words, and with whole ones for both reasons."""
    looks = {
        (int(low) > 0, high - low == EVERYONE, bool(rough_will_do(high)))
        for case in BY_TABLES.values()
        if case["kind"] == "sortie"
        for low, high in prepare(case).packed.acts[:, SIGHT_FROM : SIGHT_TO + 1].tolist()
    }
    everyone, rough, odd, late = (False, True, True), (False, False, True), (False, False, False), (True, False, False)
    assert looks == {everyone, rough, odd, late}


@pytest.mark.parametrize("name", BY_LANES)
def test_other_scenarios_are_left_to_the_lanes(name):
    ready = prepare(BY_LANES[name])
    assert not ready.kind.kernel.reads_tables(ready.packed)
