"""The missile matrix in the page, means beside headlines, and means by tonne: shown as runs of their own give them."""

import pytest

import simlab
from simlab.catalog import data_folder
from simlab.report import play_studies
from simlab.report.answers import answer
from simlab.report.matrix import has_matrix, matrix_block
from simlab.report.survival import cases_block

pytestmark = pytest.mark.xdist_group("report")
FOLDER = data_folder() / "scenarios" / "command_decision"


@pytest.fixture(scope="module")
def studies():
    names = ("missile_matrix", "gun_ranges", "effect_per_tonne")
    return dict(zip(names, play_studies([FOLDER / f"{name}.toml" for name in names]), strict=True))


def rows_of(table):
    """System -> its cells by head."""
    return {row[0].text: dict(zip(table.heads, (cell.text for cell in row), strict=True)) for row in table.rows}


def test_only_the_study_of_all_missiles_has_the_matrix(studies):
    assert {name: has_matrix(study) for name, study in studies.items()} == {
        "missile_matrix": True,
        "gun_ranges": False,  # it asks about ranges itself
        "effect_per_tonne": False,
    }


def test_the_matrix_holds_the_printed_cells(studies):
    """Table B9: ranges and saves of the four systems that the rulebook prints."""
    block = matrix_block(studies["missile_matrix"])
    pact, nato = (rows_of(table) for table in block.tables)
    tornado = next(head for head in block.tables[0].heads if "A-10A" in head)  # flares and ECM, as the Tornado
    bare = next(head for head in block.tables[0].heads if "F-100D" in head)  # nothing, as the Alpha Jet
    for system, cells in (("SA-9", ("180 / 1-8", "180 / -")), ("SA-14", ("120 / 1-2", "120 / -")),
                          ("ZSU-23-4", ("15 / -; 30 / 1-2", "30 / -"))):  # fmt: skip
        row = next(row for name, row in pact.items() if name.startswith(system))
        assert (row[tornado], row[bare]) == cells, system
    gepard = next(row for name, row in nato.items() if "Gepard" in name)
    assert {"20 / -; 40 / 1-2", "40 / -"} <= set(gepard.values())
    noted = block.tables[0].note
    assert "Tornado IDS" in noted
    assert "Alpha Jet" in noted


def test_chances_of_the_matrix_are_those_of_runs(studies):
    block = matrix_block(studies["missile_matrix"]).blocks[0]
    pact = rows_of(block.tables[0])
    shot = {"system": "command_decision", "kind": "shot", "firer": {"unit": "sa9"},
            "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 100}}  # fmt: skip
    fraction = simlab.run(shot, exact_fractions=True).rows("effect")[0]["fraction"]
    row = next(row for name, row in pact.items() if name.startswith("SA-9"))
    assert fraction == "3/200"
    assert f"180: {fraction}" in row.values()


def test_means_stand_beside_the_headline_and_by_tonne(studies):
    table = cases_block(studies["effect_per_tonne"]).tables[0]
    assert table.heads[-2:] == ["Stands eliminated, mean", "The same per tonne of usable load"]
    found = {(row[0].text, row[1].text): [cell.sort for cell in row[-2:]] for row in table.rows}
    assert found["2.0", "infantry in the open"] == pytest.approx([0.56, 0.28])
    assert found["4.0825", "infantry in the open"] == pytest.approx([1.68, 1.68 / 4.0825])


def test_the_answer_says_what_a_tonne_does(studies):
    assert "(infantry in the open): 0.24 at a usable load of 1.0 tonnes, 0.96 at 0.25." in answer(
        studies["effect_per_tonne"]
    )


def test_the_focus_is_the_case_of_the_file_itself(studies):
    assert studies["effect_per_tonne"].focus == {"usable_t": "1.25", "target": "infantry in the open"}
    assert studies["missile_matrix"].focus == {"firer.unit": "sa9", "countermeasures": "none"}
