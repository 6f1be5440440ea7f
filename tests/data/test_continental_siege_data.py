"""The Continental Siege tables: complete, consistent, each row with a source; clauses and rulings agree with them."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from simlab.catalog import open_catalog
from simlab.systems.continental_siege.units import TABLES

DATA = Path(__file__).resolve().parents[2] / "data" / "continental_siege"
ROWS = {
    "units": 17, "fortress_systems": 12, "ogre_systems": 10, "crt": 6, "map_ogre": 80, "geometry_tests": 35,
    "scenarios": 10, "rulings": 71, "clauses": 59,
}  # fmt: skip


def rows(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


@pytest.mark.parametrize("name", ROWS)
def test_every_file_is_complete(name):
    assert len(rows(name)) == ROWS[name]
    if "source" in rows(name)[0]:
        assert all(row["source"] for row in rows(name))


def test_every_table_meets_its_schema():
    catalog = open_catalog("continental_siege", TABLES)
    assert set(TABLES) - set(ROWS) == {"doctrines"}  # which grow with each tuning
    for table in TABLES:
        assert len(catalog.rows(table)) == ROWS.get(table, len(catalog.rows(table))) > 0, table


def test_the_crt_rises_with_the_die_and_with_the_odds():
    """B6: 42 cells; P(D or X) 0, 1/3, 2/3, 5/6, 1, 1, 1."""
    order = {"NE": 0, "D": 1, "X": 2}
    columns = ["below_1_2", "odds_1_2", "odds_1_1", "odds_2_1", "odds_3_1", "odds_4_1", "odds_5_1"]
    table = [[order[row[column]] for column in columns] for row in rows("crt")]
    assert all(line == sorted(line) for line in table)
    assert all(list(line) == sorted(line) for line in zip(*table, strict=True))
    hurt = [Fraction(sum(cell > 0 for cell in column), 6) for column in zip(*table, strict=True)]
    assert hurt == [0, Fraction(1, 3), Fraction(2, 3), Fraction(5, 6), 1, 1, 1]


def test_record_sheets_are_those_of_14_and_b13():
    """14.03 to 14.06: CSA-15 and CSA-10; Mark III and Mark V."""
    sheets = {}
    for row in rows("fortress_systems") + rows("ogre_systems"):
        sheets.setdefault(row["unit"], []).append((row["system"], int(row["count"]), row["attack"], row["defence"]))
    assert sheets["csa15"] == [
        ("bombload", 4, "6", "3"), ("aam", 3, "6", "3"), ("main_gun", 2, "4", "4"), ("secondary_gun", 6, "3", "3"),
        ("ap_bombload", 18, "1", "1"), ("propulsion", 60, "", ""),
    ]  # fmt: skip
    assert [count for _, count, _, _ in sheets["csa10"]] == [2, 1, 1, 4, 12, 48]
    assert [count for _, count, _, _ in sheets["ogre_mk3"]] == [2, 1, 4, 8, 45]
    assert [count for _, count, _, _ in sheets["ogre_mk5"]] == [6, 2, 6, 12, 60]


def test_the_map_has_17_craters_and_63_rubble_hexsides():
    """B16."""
    features = [row["feature"] for row in rows("map_ogre")]
    assert (features.count("crater"), features.count("rubble_hexside")) == (17, 63)


def test_clauses_are_in_our_own_words_and_name_known_rulings():
    """41 clauses of the air rules, 18 points of the base game (B1 to B18); every ruling hangs on a clause."""
    known = {row["name"] for row in rows("rulings")}
    named = [name for row in rows("clauses") for name in row["rulings"].split(";") if name]
    assert set(named) <= known
    ids = [row["clause"] for row in rows("clauses")]
    assert len(set(ids)) == 59
    assert [clause for clause in ids if clause.startswith("B")] == [f"B{number}" for number in range(1, 19)]
    assert all(row["section"] and row["title"] and row["summary"] for row in rows("clauses"))
    assert {row["group"] for row in rows("rulings")} == {
        "attacks and results", "bombs", "flying fortresses", "AA and ground fire", "movement and entry", "base game",
        "points and victory",
    }  # fmt: skip
