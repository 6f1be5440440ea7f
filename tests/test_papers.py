"""The README of a wing tells the truth: generated tables are made of today's code and data, its history is complete."""

import csv
import re
import shutil

import pytest
from pydantic import ValidationError

from simlab import papers
from simlab.catalog import data_folder, read_rows
from simlab.errors import SimlabError
from simlab.systems import NAMES, system_named

SYSTEMS = [system_named(name) for name in NAMES]
UNIT_TABLES = [(system, schema) for system in SYSTEMS for schema in system.tables.values() if schema.units]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
each_table = pytest.mark.parametrize(("system", "schema"), UNIT_TABLES, ids=lambda one: getattr(one, "file", None))


def readme(system):
    return papers.readme_of(system).read_text(encoding="utf-8")


def table_after(heading, text):
    """Rows of the first table after a heading, as lists of cells; its head is the first of them."""
    lines = text[text.index(f"\n{heading}") + 1 :].splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("| "))
    last = next(place for place, line in enumerate([*lines, ""]) if place > first and not line.startswith("| "))
    cells = [re.split(r" (?<!\\)\| ", line[2:-2]) for line in lines[first:last]]
    return [cells[0], *cells[2:]]


@each_system
def test_the_readme_is_made_of_this_code_and_data(system):
    text = readme(system)
    assert papers.made_anew(text, system) == text, "make papers brings it up to date"


@each_system
def test_a_stale_table_is_made_anew(system):
    text = readme(system)
    ruling = system.rulings[0].name
    stale = text.replace(f"| `{ruling}` |", "| `something_else` |")
    assert stale != text
    assert papers.made_anew(stale, system) == text


@each_system
def test_hand_written_text_stays(system):
    text = readme(system).replace("## Rulings\n", "## Rulings\n\nWritten by hand.\n")
    assert "Written by hand." in papers.made_anew(text, system)


@pytest.mark.parametrize("mend", [
    lambda text: text.replace("<!-- end of rulings -->", ""),
    lambda text: text + "<!-- generated: rulings -->",
    lambda text: text.replace("generated: rulings", "made: rulings"),
])  # fmt: skip
def test_markers_that_do_not_pair_are_named(mend):
    with pytest.raises(SimlabError, match="<!-- generated: rulings -->"):
        papers.made_anew(mend(readme(SYSTEMS[0])), SYSTEMS[0])


@each_table
def test_every_column_of_the_file_is_explained(system, schema):
    with (data_folder() / system.name / schema.file).open(encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    _, *rows = table_after(f"### `{schema.file}`", readme(system))
    assert sorted(name.strip("`") for name, *_ in rows) == sorted(header)
    for name, allowed, blank, unit, meaning in rows:
        assert len(meaning) > 5, name
        assert blank == "no" or blank.startswith("yes"), name
        assert unit or "number" not in allowed, f"{name}: a number without a unit of measure"


@each_table
def test_what_the_table_says_of_blank_cells_holds(system, schema):
    """A row with nothing but the cells that must be filled is accepted; one that lacks any of these is not."""
    _, *rows = table_after(f"### `{schema.file}`", readme(system))
    needed = [name.strip("`") for name, _, blank, *_ in rows if blank == "no"]
    shipped = read_rows(data_folder() / system.name / schema.file)[0][1]
    cells = {name: shipped[name] for name in needed}
    assert schema.row.model_validate(cells)
    for name in needed:
        with pytest.raises(ValidationError, match=name):
            schema.row.model_validate({key: cell for key, cell in cells.items() if key != name})


def test_allowed_values_are_those_the_catalog_accepts():
    rows = {row[0]: row for row in table_after("### `air_defence.csv`", readme(system_named("command_decision")))}
    assert rows["`cm_flares`"][1] == "`P`, `V`, `VV`"
    assert rows["`noe`"][1:3] == ["`Y`, `half`, `N`", "yes (Y)"]
    assert rows["`calibre_mm`"][1:4] == ["number above 0, at most 500", "yes", "mm"]
    assert rows["`radar`"][1:3] == ["0 or 1", "yes (0)"]
    assert rows["`rof`"][1:4] == ["whole number 1 to 16", "yes (1)", "shots"]


@each_system
def test_every_ruling_stands_there_once(system):
    text = readme(system)
    free = table_after("## Rulings", text)[1:]
    fixed = table_after(f"{len(system.fixed_rulings)} more stand fixed", text)[1:]
    assert [row[0].strip("`") for row in free] == [ruling.name for ruling in system.rulings]
    assert {row[0].strip("`"): row[4] for row in fixed} == dict(system.fixed_rulings)
    for row, ruling in zip(free, system.rulings, strict=True):
        assert f"{ruling.spell(ruling.default)}" in row[3]
        assert row[4].split(", ") == list(ruling.bears_on)


@each_system
def test_the_history_ends_with_the_behaviour_of_today(system):
    _, *rows = table_after("## Version history", readme(system))
    assert [int(row[0]) for row in rows] == list(range(1, system.behaviour + 1))


@each_system
def test_sources_name_every_table_and_how_sure_it_is(system):
    _, *rows = table_after("## Sources", readme(system))
    assert [row[0].strip("`") for row in rows] == [schema.file for schema in system.tables.values()]
    for file, _, sure in rows:
        text = (data_folder() / system.name / file.strip("`")).read_text(encoding="utf-8")
        assert sure
        assert all(word in text for word in sure.split(", "))


def test_a_new_unit_needs_no_new_readme(tmp_path, monkeypatch):
    shutil.copytree(data_folder(), tmp_path / "data")
    file = tmp_path / "data" / "command_decision" / "helicopters.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines, lines[1].replace("mi24d", "mi24x", 1)]) + "\n", encoding="utf-8")
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "data"))
    system = system_named("command_decision")
    assert papers.made_anew(readme(system), system) == readme(system)
