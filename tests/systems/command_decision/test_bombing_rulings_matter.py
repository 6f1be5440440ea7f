"""No option that does nothing: every option of every ruling on `bombing` changes the exact law of some attack.

Layouts and the rulings around the one in question are drawn with a fixed seed; one list of hand-made cases leads chance
to the rare conditions under which an option can matter at all.
"""

import random

import numpy as np
import pytest
from bombing_scenarios import bombing

from simlab.errors import SimlabError
from simlab.execute import prepare
from simlab.systems import system_named

SYSTEM = system_named("command_decision")
BEARING = [ruling for ruling in SYSTEM.rulings if "bombing" in ruling.bears_on]
PAIRS = [(ruling.name, option) for ruling in BEARING for option in ruling.alternatives[1:]]
PLANES = ["mig21bis", "su7bmk", "alphajet", "su25", "tornado_ids", "f111f", "su24", "a6e", "mig23bn"]
HELICOPTERS = ["mi24d", "mi28a", "mi8t", "mi8tv"]
# They differ from their default by refusing the attack, or by allowing it.
REFUSES = {("cover_attack_without_fac", "forbidden"), ("missile_on_move_scope", "fire_and_forget_only")}
ALLOWS = {("gun_with_ordnance", "additional")}
# Rulings on what no shipped row carries, only a designer's own may: one or two rockets; hit numbers of 10 and more,
# which take 240 mm rockets with HEAT (8 + 3) or flechettes (8 + 2).
HEAVY_ROCKETS = {"rocket_min_rof": "2xS-24", "hit_number_ceiling": "3xS-24"}


def random_stand(chooser, number):
    """A stand anywhere near the point."""
    return {
        "name": f"s{number}",
        "side": chooser.choice(["enemy", "enemy", "enemy", "own"]),
        "at": [chooser.randint(-12, 12) / 2, chooser.randint(-4, 4) / 2],
        "size_in": chooser.choice([0.5, 1, 1, 2]),
        "class": chooser.choice(["personnel", "gun", "soft_vehicle", "weak_afv", "afv"]),
        "weight": chooser.randint(1, 6),
        "terrain": chooser.choice(["open", "open", "woods", "bua"]),
        "edge": chooser.random() < 1 / 2,
        "dug_in": chooser.random() < 1 / 4,
        "quality": chooser.choice(["green", "regular", "elite"]),
        "manpads": chooser.random() < 1 / 5,
        "moved": chooser.choice(["no", "this_turn", "since_last_strike"]),
        **chooser.choice([{}, {"cover": "fortification"}, {"cover": "none"}]),
    }


def random_attack(chooser):
    """Any attacker with any load against a random layout."""
    load = chooser.choice(["bombs", "at_cluster", "rockets"])
    warheads = ["he", "heat", "flechette"] if load == "rockets" else ["he"]
    return bombing(
        *[random_stand(chooser, number) for number in range(chooser.randint(1, 7))],
        unit=chooser.choice(PLANES + HELICOPTERS if load != "rockets" else [*PLANES[:4], "su24", "a6e", *HELICOPTERS]),
        load=load,
        warhead=chooser.choice(warheads),
        penalty=chooser.choice([0, 0, 1, 3, 6]),
        placement=chooser.choice(["superimpose", "spread", "optimal"]),
        point={"fac": chooser.random() < 1 / 2},
    )


def random_attack_on(name, chooser):
    """The same, led to weapons that the ruling is about."""
    tree = random_attack(chooser)
    attacker = {
        "fire_and_forget_set": {"unit": "mi28a", "load": "atgm", "guidance": "TV"},
        "gps_moved_window": {"unit": "su24", "load": "gb", "guidance": "GPS"},
        "gun_with_ordnance": {"unit": "su25", "load": "bombs", "also": ["guns"]},
        "low_move_hasty": {"unit": "mi8tv", "load": "guns", "inches_moved": 40},
        "armed_pivot_guns_hasty": {"unit": "mi8tv", "load": "guns", "inches_moved": 40},
        "missile_on_move_scope": {"unit": "mi24d", "load": "atgm", "inches_moved": 5},
        "penalty_applies_to": {
            "unit": "su25",
            "penalty": 2,
            "load": chooser.choice(["bombs", "rockets", "guns", "asm"]),
        },
    }.get(name)
    if attacker:
        tree["attacker"] = attacker
    if name == "stands_per_template":
        del tree["stand"]
        tree["troops"] = {"class": "personnel"}
        tree["point"] = {}
    return tree


def random_around(chooser, name):
    """Other rulings, each turned with chance 1/6."""
    return {
        ruling.name: chooser.choice(ruling.alternatives)
        for ruling in BEARING
        if ruling.name != name and ruling.name != "cover_attack_without_fac" and chooser.random() < 1 / 6
    }


def law_under(tree, rulings):
    """Exact law of the flat vector; None where the dice have no room for so many areas."""
    try:
        prepared = prepare({**tree, "rulings": rulings})
    except SimlabError as error:
        if "can be played" in str(error) or "cannot be played" in str(error):
            return None
        raise
    return prepared.kind.exact(prepared.packed)


@pytest.fixture(scope="module")
def with_rockets(tmp_path_factory):
    """Rocket fit -> a file in which an Su-24 carries it."""
    path = prepare(bombing({})).catalog.folder / "aircraft.csv"
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    su24 = next(line for line in lines if line.startswith("su24,"))
    files = {}
    for fit in HEAVY_ROCKETS.values():
        files[fit] = tmp_path_factory.mktemp("data") / "aircraft.csv"
        files[fit].write_text(f"{header}\n{su24.replace('4xB-8M1', fit)}", encoding="utf-8")
    return files


@pytest.mark.parametrize(("name", "option"), PAIRS)
def test_every_option_changes_some_answer(name, option, with_rockets):
    chooser = random.Random(f"{name} {option}")
    for _ in range(3000):
        tree = random_attack_on(name, chooser)
        if name in HEAVY_ROCKETS:
            attacker = {"unit": "su24", "load": "rockets", "warhead": chooser.choice(["heat", "flechette"])}
            tree = {**tree, "attacker": attacker, "data": {"aircraft": str(with_rockets[HEAVY_ROCKETS[name]])}}
        around = random_around(chooser, name)
        if (name, option) in ALLOWS:
            with pytest.raises(SimlabError, match=name):
                prepare({**tree, "rulings": around})
            assert law_under(tree, {**around, name: option}) is not None
            return
        before = law_under(tree, around)
        if before is None:
            continue
        if (name, option) in REFUSES:
            if name != "cover_attack_without_fac" or prepare({**tree, "rulings": around}).packed.limited:
                with pytest.raises(SimlabError, match=name):
                    prepare({**tree, "rulings": {**around, name: option}})
                return
            continue
        after = law_under(tree, {**around, name: option})
        if after is not None and (before.size != after.size or not np.allclose(before, after, atol=1e-12)):
            return
    pytest.fail(f"{name} = {option} changed no answer")


def test_the_rulings_of_attacks_are_all_here():
    """34 options of the rules page bear on bombing; none of them stands fixed."""
    names = {ruling.name for ruling in BEARING}
    assert len(names) == 34
    assert not names & set(SYSTEM.fixed_rulings)
