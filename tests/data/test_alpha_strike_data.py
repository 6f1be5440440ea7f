"""The Alpha Strike tables: complete, each row with its source, and agreeing with one another and with the code."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from simlab.systems.alpha_strike.rulings import PRICE_RULINGS, RULINGS
from simlab.systems.alpha_strike.rulings.editions import ASCE

DATA = Path(__file__).resolve().parents[2] / "data" / "alpha_strike"
FILES = {
    "aerospace": 63, "ground": 68, "to_hit": 51, "crits": 59, "bombs": 11, "zones": 20, "rulings": 76, "clauses": 130,
}  # fmt: skip
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def rows(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


@pytest.mark.parametrize(("name", "count"), FILES.items())
def test_every_file_is_whole(name, count):
    found = rows(name)
    assert len(found) == count
    assert all(None not in row and None not in row.values() for row in found)


@pytest.mark.parametrize("name", ["aerospace", "ground", "crits", "bombs", "zones", "constants"])
def test_every_row_names_its_source(name):
    assert all(row["source"] for row in rows(name))


def test_to_hit_names_a_source_for_each_edition():
    assert all(row["source_as2013"] and row["source_asce"] and row["status"] for row in rows("to_hit"))


def test_critical_columns_cover_two_dice():
    """AS-10.3: each column has every total from 2 to 12 once, by its ways; the motive table all 36 (AS-10.5)."""
    tables = {}
    for row in rows("crits"):
        tables.setdefault(row["table"], []).append(row)
    for name, found in tables.items():
        assert sum(int(row["ways"]) for row in found) == 36, name
        if name != "motive":
            assert {int(row["roll"]): int(row["ways"]) for row in found} == WAYS
    motive = {row["roll"]: int(row["ways"]) for row in tables["motive"]}
    assert motive == {"2-8": 26, "9-10": 7, "11": 2, "12+": 1}


def test_zones_lie_side_by_side_both_ways():
    """AS-4.1, AS-4.2: 20 zones, neighbours of one another, a ring farther out one step farther from Central."""
    zones = {row["zone"]: row for row in rows("zones")}
    assert Counter(row["ring"] for row in zones.values()) == {"central": 1, "inner": 1, "middle": 6, "outer": 12}
    for name, row in zones.items():
        for other in row["adjacent"].split("|"):
            assert name in zones[other]["adjacent"].split("|")
            assert abs(int(row["distance_to_central"]) - int(zones[other]["distance_to_central"])) <= 1


def test_rulings_of_the_table_are_those_of_the_code():
    """Section 20: names, defaults and both editions."""
    table = {row["name"]: row for row in rows("rulings")}
    code = {ruling.name: ruling for ruling in (*RULINGS, *PRICE_RULINGS)}
    assert list(table) == list(code)
    for name, row in table.items():
        assert str(code[name].spell(code[name].default)) == row["default"]
        assert row["clause"] == code[name].clause
        expected = str(ASCE.get(name, row["default"]))
        if name not in ("ruleset", "zone_speed"):
            assert expected == row["asce"], name
        assert code[name].parse(expected, "test") is not None


def test_clauses_name_rulings_that_exist_and_say_something():
    names = {ruling.name for ruling in (*RULINGS, *PRICE_RULINGS)}
    filed = Counter()
    for row in rows("clauses"):
        assert re.fullmatch(r"AS-\d+\.\d+", row["clause"])
        assert len(row["summary"]) > 20
        filed.update(filter(None, row["rulings"].split(";")))
    assert set(filed) == names


def test_movement_of_ground_units_is_what_is_printed():
    """AS-6.6: move_in is the highest printed Move, tmm that of its band; jump_in what j says."""
    for row in rows("ground"):
        moves = [int(re.match(r"\d+", part).group()) for part in row["move"].split("/")]
        assert int(row["move_in"]) == max(moves), row["id"]
        bands = (5, 9, 13, 19, 35)
        assert int(row["tmm"]) == sum(max(moves) >= band for band in bands), row["id"]
        assert bool(int(row["jump_in"])) == ("j" in row["move"]), row["id"]


def test_bomb_slots_are_those_of_the_ability():
    for row in rows("aerospace"):
        ability = re.search(r"\bBOMB(\d+)", row["specials"])
        assert int(row["bomb"]) == (int(ability.group(1)) if ability else 0), row["id"]
