"""No option that does nothing: every option of every ruling on `strike` changes what some strike comes to.

Compared are the counts of some trials with the same dice: `inverse` of penalty_from_roll, for one, changes trials but
no law, since the faces 1 to 3 are equally likely. Scenarios and the rulings around the one in question are drawn with
a fixed seed; a few cases lead chance to conditions that no shipped row meets.
"""

import csv
import io
import random
from dataclasses import dataclass

import numpy as np
import pytest
from strike_random import GUNS, random_plane, random_strike

from simlab.dice import key_from_seed
from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems import system_named
from simlab.systems.command_decision.rulings.strike import STRIKE_RULINGS

SYSTEM = system_named("command_decision")
BEARING = [ruling for ruling in SYSTEM.rulings if "strike" in ruling.bears_on]
PAIRS = [(ruling.name, option) for ruling in BEARING for option in ruling.alternatives[1:]]
ROWS_OF_MY_OWN = {  # what no shipped row has: no quality, several shots, both saves
    "default_quality": {"quality": ""},
    "aa_gun_split_fire": {"rof": "2"},
    "aa_mandatory_fire": {"rof": "2"},
    "fc_reroll_scope": {"radar": "0"},
    "cm_multiple_fits": {"cm_flares": "P", "cm_ecm": "V"},
}
REFUSED = ("cover_attack_without_fac", "forbidden")  # it differs by refusing the file
SAME = [("penalty_duration", "this_phase"), ("collective_fire_frequency", "per_phase")]  # a strike is one phase
KEY, TRIALS = key_from_seed(0), 2000
FORCED = {"max_targets_scope": {"bomb_load_usable_fraction": 1}}  # rulings without which an option cannot matter
HEAVY_ROCKETS = {"rocket_min_rof": "2xS-24", "hit_number_ceiling": "3xS-24"}


def random_around(chooser, name):
    """Other rulings, each turned with chance 1/8."""
    return {
        ruling.name: chooser.choice(ruling.alternatives)
        for ruling in BEARING
        if ruling.name not in (name, "cover_attack_without_fac") and chooser.random() < 1 / 8
    }


@dataclass
class Files:
    """Tables of a designer's own."""

    air_defence: dict
    aircraft: dict


def counts_under(tree, rulings):
    """Counts of some trials; None where the dice have no room for the scenario."""
    try:
        prepared = prepare({**tree, "rulings": rulings})
    except SimlabError as error:
        if "can be played" in str(error):
            return None
        raise
    counts = np.zeros(prepared.space.size, np.int64)
    prepared.kind.kernel.play(prepared.packed, KEY, 0, TRIALS, counts)
    return counts


def changed_rows(path, changes, units=None):
    """The lines of a shipped table with some cells changed, for the units named."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if units is None or row["id"] in units]
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0])
    writer.writeheader()
    writer.writerows({**row, **changes} for row in rows)
    return text.getvalue()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Ruling -> a table in which it can matter."""
    folder = prepare(random_strike(random.Random(3))).catalog.folder
    found = Files({}, {})
    for name, changes in ROWS_OF_MY_OWN.items():
        found.air_defence[name] = tmp_path_factory.mktemp("data") / "air_defence.csv"
        text = changed_rows(folder / "air_defence.csv", changes, [*GUNS, "stinger", "roland2", "rapier"])
        found.air_defence[name].write_text(text, encoding="utf-8")
    for name, fit in HEAVY_ROCKETS.items():
        found.aircraft[name] = tmp_path_factory.mktemp("data") / "aircraft.csv"
        text = changed_rows(folder / "aircraft.csv", {"rocket_fit": fit}, ["su24"])
        found.aircraft[name].write_text(text, encoding="utf-8")
    return found


def scenario_for(name, chooser, files):
    """A random scenario in which this ruling may matter."""
    tree = random_strike(chooser, name)
    if name in HEAVY_ROCKETS:
        warhead = chooser.choice(["heat", "flechette"])
        tree["plane"] = [{"unit": "su24", "load": "rockets", "warhead": warhead, "fac": True, "arrives": 1}]
        tree["data"] = {"aircraft": str(files.aircraft[name])}
    if name in ROWS_OF_MY_OWN:
        tree["data"] = {"air_defence": str(files.air_defence[name])}
        for system in tree["air_defence"]:
            system["unit"] = chooser.choice(["stinger", "roland2", "rapier", *([] if "guns" in system else GUNS)])
    if name == "max_targets_scope":
        tree["plane"] = [{"unit": "f111f", "arrives": 1}]
        tree["stand"] = [{"at": [2 * n - 5, 0]} for n in range(6)]
    if name == "cm_uses":
        tree["plane"] = [{"unit": "alphajet", "arrives": 1, "flares": True, "ecm": True}]
        tree["air_defence"] = [{"unit": "roland2", "count": 6, "at": [0, 30]}]
    if name == "range_boundaries":
        tree["plane"] = [{"unit": "alphajet", "arrives": 1}]
        tree["air_defence"] = [{"unit": "zsu23_4", "at": [0, chooser.choice([15, 30])]}]
    if name in ("morale_stacking", "aa_gun_split_fire", "aa_target_choice", "combo_gun_free_target", "aa_shot_order"):
        tree["plane"] = [random_plane(chooser), random_plane(chooser)]
        for plane in tree["plane"]:
            plane.update(smoke=False, fighter=False, arrives=1)
        tree["air_defence"] = tree["air_defence"][:2]
    return tree


def changes(name, option, files):
    """Does this option change some strike? It may by refusing it."""
    chooser = random.Random(f"{name} {option}")
    for _ in range(400):
        tree = scenario_for(name, chooser, files)
        around = random_around(chooser, name) | FORCED.get(name, {})
        before = counts_under(tree, around)
        if before is None:
            continue
        try:
            after = counts_under(tree, {**around, name: option})
        except SimlabError as error:
            return name in str(error)
        if after is not None and (after.shape != before.shape or (after != before).any()):
            return True
    return False


@pytest.mark.parametrize(("name", "option"), [pair for pair in PAIRS if pair not in (REFUSED, *SAME)])
def test_every_option_changes_some_answer(name, option, files):
    assert changes(name, option, files)


def test_a_point_in_cover_is_refused_where_that_is_forbidden(files):
    assert changes(*REFUSED, files)


def test_the_rulings_of_strikes_are_all_here():
    """None of them stands fixed, and all 21 that only strikes brought are among them."""
    names = {ruling.name for ruling in BEARING}
    assert not names & set(SYSTEM.fixed_rulings)
    assert len(STRIKE_RULINGS) == 21
    assert {ruling.name for ruling in STRIKE_RULINGS} <= names
