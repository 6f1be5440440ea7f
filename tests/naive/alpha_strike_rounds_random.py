"""Random scenarios and rulings for rounds of Alpha Strike; the tests play them with engine and twin."""

import csv
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from .alpha_strike_rulings import DATA

ODD = Path(__file__).parents[1] / "data"
EXTRA = {"aerospace": str(ODD / "odd_aerospace.csv"), "ground": str(ODD / "odd_ground.csv")}
ALTITUDES = ("low", "middle", "high", "extreme")
RINGS = ("central", "inner", "middle", "outer")
RANGES = ("short", "medium", "long", "extreme")

# Options of the rulings that bear on rounds (table of rulings in the README of the wing).
SHARED: dict[str, tuple[str, ...]] = {
    "ruleset": ("as2013", "asce"),
    "crew_hit_scope": ("attacks_and_control", "control_only"),
    "drone_form": ("to_hit_+1", "skill_+1"),
    "small_craft_stack": ("stack", "replace"),
    "minimal_damage_roll": ("1", "2", "3", "4", "5", "6", "7"),
    "natural_12_crit": ("no", "yes"),
    "threshold_compare": ("exceed", "reach"),
    "threshold_and_structure": ("two", "one"),
    "weapon_hit_large": ("all_minus_25pct", "one_arc_minus_50pct"),
    "inapplicable_crit": ("plus_1_damage_no_roll", "reroll", "ignore"),
    "damage_control_loss": ("ring_inward_crash_in_central", "altitude_track", "leave_zone", "none"),
    "control_roll_once": ("once", "per_hit"),
}
FROM_THE_GROUND: dict[str, tuple[str, ...]] = {
    "los_text_error": ("submerged_hidden", "submerged_hidden", "literal"),
    "path_min_length": ("0", "24"),
    "g2a_altitude_add": ("0", "6/12/30/48", "10", "2.5", "20"),
    "g2a_arc": ("front_180_turret_360", "all_360"),
    "g2a_budget": ("yes", "extra"),
    "flak_margin": ("0", "1", "2", "4", "10"),
}
IN_THE_AIR: dict[str, tuple[str, ...]] = {
    "airborne_mod_air_to_air": ("not_applied", "applied"),
    "damage_timing": ("end_phase", "immediate"),
    "engine_hit_fighter_rounding": ("floor_at_least_1_lost", "ceil"),
    "heat_thrust": ("no", "minus_1_per_level"),
    "bomb_thrust_order": ("damage_then_bombs", "bombs_then_damage"),
    "engagement_end": ("break_roll", "end_phase", "until_destroyed"),
    "air_range_choice": ("winner_picks_tie_medium", "short", "medium", "random_equal", "paths"),
    "tailed_return_fire": ("rear_weapons_only", "none", "normal"),
    "small_craft_arcs": ("yes", "one"),
}


@cache
def units(table: str, odd: bool) -> list[dict[str, str]]:
    """Rows of a table of units, and of the odd ones made for tests."""
    with (Path(EXTRA[table]) if odd else DATA / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def random_unit(chooser: Random, table: str) -> dict[str, str]:
    """A unit, often one of the odd ones; large craft more often than their share."""
    if chooser.random() < 0.4:
        return chooser.choice(units(table, True))
    large = [row for row in units(table, False) if row["type"] in ("SC", "DA", "DS")]
    if large and chooser.random() < 0.25:
        return chooser.choice(large)
    return chooser.choice(units(table, False))


def random_options(chooser: Random, options: dict[str, tuple[str, ...]], share: float) -> dict[str, object]:
    """Each ruling with this chance, at any of its options."""
    return {name: chooser.choice(words) for name, words in options.items() if chooser.random() < share}


def random_fire_rulings(chooser: Random) -> dict[str, object]:
    """Rulings that bear on `return_fire`."""
    return random_options(chooser, SHARED | FROM_THE_GROUND, chooser.choice([0.1, 0.3, 0.5]))


def random_duel_rulings(chooser: Random) -> dict[str, object]:
    """Rulings that bear on `duel`."""
    return random_options(chooser, SHARED | IN_THE_AIR, chooser.choice([0.1, 0.3, 0.5]))


def maybe(chooser: Random, entry: dict[str, Any], chance: float, **keys: Any) -> None:
    """Set each of these keys with this chance."""
    for key, value in keys.items():
        if chooser.random() < chance:
            entry[key] = value


def random_defender(chooser: Random, on_table: bool) -> dict[str, Any]:
    """One [[defender]]."""
    landed = chooser.random() < 0.15
    row = random_unit(chooser, "aerospace" if landed else "ground")
    entry: dict[str, Any] = {"unit": row["id"]}
    if on_table and chooser.random() < 0.85:
        entry["at"] = [chooser.choice([0, 48, chooser.randint(0, 48), round(chooser.uniform(0, 48), 2)]) for _ in "xy"]
        maybe(chooser, entry, 0.7, facing=chooser.choice([0, 45, 90, 135, 180, 270, chooser.randint(0, 359)]))
        maybe(chooser, entry, 0.3, base_radius=chooser.choice([0.625, 1, 2]))
    else:
        entry["range_in"] = chooser.choice([0, 6, 6.01, 24, 24.5, 42, 43, chooser.randint(0, 50)])
    if int(row["ov"] or 0):
        maybe(chooser, entry, 0.7, overheat=chooser.randint(0, int(row["ov"])))
    if row["heat_scale"] == "1":
        maybe(chooser, entry, 0.3, heat=chooser.randint(0, 3))
    maybe(chooser, entry, 0.25, skill=chooser.randint(0, 7), count=chooser.randint(1, 4))
    maybe(chooser, entry, 0.12, fire_control_hits=chooser.randint(0, 2), engaged_on_ground=True, spotting=True)
    maybe(chooser, entry, 0.12, jumped=True, stood_still=True, in_water=True, hidden=True)
    return entry


def random_path(chooser: Random) -> dict[str, Any]:
    """A [path] that crosses the table."""
    heading = chooser.choice([0, 0, 90, 180, 270, chooser.randint(0, 359)])
    return {"p0": [chooser.randint(6, 42), chooser.randint(6, 42)], "heading": heading}


def random_return_fire(chooser: Random) -> dict[str, Any]:
    """A scenario of `return_fire`."""
    on_table = chooser.random() < 0.6
    aircraft: dict[str, Any] = {"unit": random_unit(chooser, "aerospace")["id"]}
    maybe(chooser, aircraft, 0.4, altitude=chooser.choice(ALTITUDES), skill=chooser.randint(0, 7))
    maybe(chooser, aircraft, 0.2, leave_when_damaged=True)
    scenario: dict[str, Any] = {
        "data": EXTRA,
        "passes": chooser.randint(1, 6),
        "aircraft": aircraft,
        "defender": [random_defender(chooser, on_table) for _ in range(chooser.randint(1, 6))],
    }
    if on_table:
        scenario["path"] = random_path(chooser)
    return scenario


def random_side(chooser: Random) -> dict[str, Any]:
    """One side of a duel."""
    row = random_unit(chooser, "aerospace")
    entry: dict[str, Any] = {"unit": row["id"]}
    slots = [int(word[4:]) for word in row["specials"].split(";") if word.startswith("BOMB")]
    if slots:
        maybe(chooser, entry, 0.4, bombs=chooser.randint(0, slots[0]))
    if int(row["ov"] or 0):
        maybe(chooser, entry, 0.7, overheat=chooser.randint(0, int(row["ov"])))
    maybe(chooser, entry, 0.3, skill=chooser.randint(0, 7))
    maybe(chooser, entry, 0.5, breaks_off=chooser.choice(["never", "when_damaged", "when_structure"]))
    return entry


def random_duel(chooser: Random) -> dict[str, Any]:
    """A scenario of `duel`."""
    scenario: dict[str, Any] = {"data": EXTRA, "a": random_side(chooser), "b": random_side(chooser)}
    maybe(chooser, scenario, 0.5, rounds=chooser.randint(1, 12), zone=chooser.choice(RINGS))
    maybe(chooser, scenario, 0.5, altitude=chooser.choice(ALTITUDES), range=chooser.choice(RANGES))
    return scenario
