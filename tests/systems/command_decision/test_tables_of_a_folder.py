"""A folder of a user's own tables, in ``[data] tables`` of a scenario or behind ``--tables``: part D replaceable."""

import csv
import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simlab.cli.app import app
from simlab.errors import SimlabError
from simlab.execute import prepare, run

DATA = Path(__file__).parents[3] / "data" / "command_decision"
BOMBING = {
    "system": "command_decision",
    "kind": "bombing",
    "attacker": {"unit": "alphajet"},
    "stand": [{"name": "platoon", "at": [0, 0]}],
}
RESULTS = "quality,no_effect_to,forced_back_to,eliminated_to,status,source\n"
HARDER = RESULTS + "regular,3,8,10,public,my copy of the rulebook\n"
FILE = """\
system = "command_decision"
kind = "bombing"
[attacker]
unit = "alphajet"
[[stand]]
name = "platoon"
at = [0, 0]
"""


def folder_with(tmp_path, **files):
    """A folder with these tables."""
    for name, text in files.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    return tmp_path


def eliminated(tables=None, **more):
    tree = {**BOMBING, **more, **({} if tables is None else {"data": {"tables": str(tables)}})}
    return run(tree).p("result:platoon", "eliminated")


def test_a_row_of_the_folder_stands_in_for_the_shipped_one(tmp_path):
    """Regular troops eliminated on 9-10: 7/10 x 2/10; the other qualities are still those shipped."""
    tables = folder_with(tmp_path, hit_results=HARDER)
    assert eliminated() == pytest.approx(0.28)
    assert eliminated(tables) == pytest.approx(0.14)
    elite = [{"name": "platoon", "at": [0, 0], "quality": "elite"}]
    assert eliminated(tables, stand=elite) == eliminated(stand=elite) == pytest.approx(0.14)


@pytest.mark.parametrize(
    ("table", "text", "message"),
    [
        ("hit_results", HARDER.replace("regular,", "regulr,"), 'hit_results.csv: no quality "regulr" in the rules'),
        ("terrain_cover", "terrain,cover,status,source\nwood,hard,public,mine\n", 'nearest: "woods"'),
        ("hit_results", RESULTS, "hit_results.csv: no row stands below the header"),
    ],
)
def test_a_row_that_would_lie_there_unread_is_refused(tmp_path, table, text, message):
    """A misspelt quality, or none at all, would else leave the shipped rows in force and say nothing."""
    with pytest.raises(SimlabError) as error:
        eliminated(folder_with(tmp_path, **{table: text}))
    assert message in str(error.value)


def test_a_table_named_by_itself_goes_before_the_folder(tmp_path):
    tables = folder_with(tmp_path, hit_results=HARDER, mine=RESULTS + "regular,3,7,10,public,mine\n")
    (tmp_path / "other").mkdir()
    (tables / "mine.csv").rename(tmp_path / "other" / "mine.csv")
    data = {"tables": str(tables), "hit_results": str(tmp_path / "other" / "mine.csv")}
    assert run({**BOMBING, "data": data}).p("result:platoon", "eliminated") == pytest.approx(0.21)


def test_bands_of_the_folder_go_before_those_they_overlap(tmp_path):
    """Rockets of 57 mm: HE 2 as shipped; 9 in a band of the user's own, although the shipped band is still there."""
    rockets = {"attacker": {"unit": "mi24d", "load": "rockets", "placement": "superimpose"}}
    own = "calibre_from_mm,calibre_below_mm,he_factor,status,source\n50,58,9,public,mine\n"
    assert eliminated(**rockets) == pytest.approx(1 - 0.92**5)
    assert eliminated(folder_with(tmp_path, rocket_he=own), **rockets) == pytest.approx(1 - 0.64**5)


def test_a_copy_of_the_whole_folder_changes_nothing_until_a_cell_is(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(DATA, copy)
    assert prepare({**BOMBING, "data": {"tables": str(copy)}}).catalog.extra == {}
    assert eliminated(copy) == eliminated()
    path = copy / "constants.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("he_standard,7", "he_standard,5"), encoding="utf-8")
    assert eliminated(copy) == pytest.approx(0.2)
    assert list(prepare({**BOMBING, "data": {"tables": str(copy)}}).catalog.extra) == ["constants"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"hit_results": RESULTS + "regular,3,11,10,public,x\n"}, "hit_results.csv, line 2, column forced_back_to"),
        ({"hit_results": "quality,no_efect_to\nregular,3\n"}, 'no column "no_efect_to"'),
        ({"hit_result": HARDER}, 'hit_result.csv is no table; nearest: "hit_results.csv"'),
        ({"orders": "order\nhold\n"}, "orders.csv is read by no kind"),
        ({}, "no .csv file is in it"),
    ],
)  # fmt: skip
def test_errors_name_file_row_and_column(tmp_path, files, message):
    with pytest.raises(SimlabError) as error:
        run({**BOMBING, "data": {"tables": str(folder_with(tmp_path, **files))}})
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_folder_that_is_not_there_and_a_name_that_is_none(tmp_path):
    with pytest.raises(SimlabError, match=r"data\.tables: .*no such folder"):
        run({**BOMBING, "data": {"tables": str(tmp_path / "none")}})
    with pytest.raises(SimlabError, match=r"data\.tables: 3"):
        run({**BOMBING, "data": {"tables": 3}})
    tables = folder_with(tmp_path, hit_results=HARDER)
    (tables / "tables").mkdir()
    shutil.copy(tables / "hit_results.csv", tables / "tables" / "hit_results.csv")
    with pytest.raises(SimlabError, match="keep one of them"):
        run({**BOMBING, "data": {"tables": str(tables)}})


def test_tables_are_part_of_digest_and_provenance(tmp_path):
    tables = folder_with(tmp_path, hit_results=HARDER)
    plain, mine = prepare(BOMBING), prepare({**BOMBING, "data": {"tables": str(tables)}})
    assert plain.scenario.digest != mine.scenario.digest
    assert plain.inputs != mine.inputs
    assert "own_tables" not in plain.provenance(0)
    before = mine.provenance(0)["own_tables"]
    assert list(before) == ["hit_results"]
    folder_with(tmp_path, hit_results=HARDER.replace("3,8", "3,7"))
    after = prepare({**BOMBING, "data": {"tables": str(tables)}})
    assert after.scenario.digest == mine.scenario.digest  # the words are the same, what they name is not
    assert after.provenance(0)["own_tables"] != before
    assert after.inputs != mine.inputs


def test_words_of_the_shell_take_tables(tmp_path):
    """run, sweep, check, replay, matrix; a folder on the command line goes before that of the file."""
    tables = folder_with(tmp_path, hit_results=HARDER)
    file = tmp_path / "raid.toml"
    file.write_text(FILE + '[data]\ntables = "nowhere"\n', encoding="utf-8")
    runner = CliRunner()

    def shell(*words):
        answer = runner.invoke(app, [str(word) for word in words])
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    found = json.loads(shell("run", file, "--tables", tables, "--format", "json"))
    assert "hit_results" in json.dumps(found)
    assert shell("check", file, "--tables", tables).startswith("ok")
    assert "eliminated" in shell("replay", file, "--trial", 3, "--seed", 1, "--tables", tables)
    penalties = ("--set", "sweep.attacker.penalty=[0, 2]", "--table", "any_eliminated", "--format", "csv")
    swept = csv.DictReader(shell("sweep", file, "--tables", tables, *penalties).splitlines())
    assert [float(row["p"]) for row in swept if row["outcome"] == "yes"] == pytest.approx([0.14, 0.1])
    ranges = "calibre_from_mm,calibre_below_mm,manual_in,fire_control_in,status,source\n20,30,7,13,assumed,mine\n"
    guns = tmp_path / "guns"
    guns.mkdir()
    folder_with(guns, aa_gun_ranges=ranges)
    words = ("matrix", "--systems", "zsu23_4", "--targets", "alphajet", "--format", "csv")
    assert [any("30" in row for row in shell(*words, *own).split(",")) for own in ((), ("--tables", guns))] == [
        True,
        False,
    ]
    assert isinstance(runner.invoke(app, ["run", str(file)]).exception, SimlabError)


def test_verbose_says_what_an_answer_rests_on(tmp_path):
    """Values that are inferred or assumed, with their status; a user's own public row is none of them."""
    file = tmp_path / "raid.toml"
    file.write_text(FILE, encoding="utf-8")
    tables = tmp_path / "mine"
    tables.mkdir()
    folder_with(tables, hit_results=HARDER)
    runner = CliRunner()
    shipped = runner.invoke(app, ["run", str(file), "--verbose"]).stderr
    assert "rests on: results of a hit, regular" in shipped
    assert "inferred" in shipped
    own = runner.invoke(app, ["run", str(file), "--verbose", "--tables", str(tables)]).stderr
    assert "own tables: hit_results" in own
    assert "results of a hit" not in own
