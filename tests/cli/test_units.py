"""`simlab units`, with cases C17 (byte order mark, accents, half sign, encodings) and C18 (names that look missing)."""

import csv
import io
import json

import pytest

from simlab.catalog import open_catalog
from simlab.systems import system_named

HEADER = '"id","name","kind","mount","noe","cm_flares","max_range_in","source","confidence"\n'
ROWS = (
    'a1,NA,SAM,team,½,,100,mine,low\n'
    'a2,None,SAM,team,Y,P,100,mine,low\n'
    'a3,null,SAM,team,N,V,100,mine,low\n'
    'a4,Crotalé,SAM,team,half,VV,100,mine,low\n'
)  # fmt: skip


def listed(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def file(tmp_path):
    def write(name, encoding):
        path = tmp_path / name
        text = HEADER + ROWS
        path.write_bytes(text.encode(encoding))
        return path

    return write


def test_systems_are_listed(call):
    out = call("units").out
    assert out.startswith("command_decision: Command Decision")
    assert "shot, combo, bombing, strike, sortie" in out
    assert json.loads(call("units", "--format", "json").out)[0]["system"] == "command_decision"


def test_csv_is_the_data_file_column_for_column(call):
    for name in ("air_defence", "aircraft", "helicopters"):
        found = listed(call("units", "command_decision", "--table", name, "--format", "csv").out)
        catalog = open_catalog("command_decision", system_named("command_decision").tables)
        shipped = listed((catalog.folder / f"{name}.csv").read_text(encoding="utf-8"))
        assert [row["id"] for row in found] == [row["id"] for row in shipped]
        for ours, theirs in zip(found, shipped, strict=True):
            assert {key: value for key, value in ours.items() if theirs.get(key)} == {
                key: value.removesuffix(".0") for key, value in theirs.items() if value
            }


def test_csv_of_one_table_serves_as_a_file_of_ones_own(call, tmp_path):
    words = ("units", "command_decision", "--table", "helicopters", "--format", "csv")
    mine = tmp_path / "mine.csv"
    mine.write_text(call(*words).out, encoding="utf-8")
    assert call(*words, "--add", f"helicopters={mine}").out == mine.read_text(encoding="utf-8")


def test_text_shows_key_figures_source_and_confidence(call):
    out = call("units", "command_decision", "--table", "air_defence").out
    head, first = out.splitlines()[1:3]
    assert head.split()[:3] == ["id", "name", "side"]
    assert head.split()[-2:] == ["confidence", "source"]
    assert "sa7b" in first
    assert "helicopters: " not in out
    every = call("units", "command_decision").out
    assert all(f"{name}: " in every for name in ("air_defence", "aircraft", "helicopters"))


@pytest.mark.parametrize("wide", [60, 100, 160])
def test_tables_fit_a_terminal(call, monkeypatch, wide):
    monkeypatch.setattr("simlab.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(wide))
    for words in (("rules", "command_decision"), ("units", "command_decision"), ("units", "alpha_strike"), ("new",)):
        out = call(*words).out
        assert max(map(len, out.splitlines())) <= wide, words
    for words in (("rules", "command_decision", "3.2.4c"), ("rulings", "continental_siege")):
        prose = [line for line in call(*words).out.splitlines() if ".py:" not in line and "(" not in line]
        assert max(map(len, prose)) <= min(wide, 110), words


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setattr("simlab.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


def test_columns_that_do_not_fit_are_named_and_numbers_are_never_cut(call, narrow):
    words = ("units", "command_decision", "--table", "air_defence")
    table, legend = call(*words).out.split("\n\n")
    found = listed(call(*words, "--format", "csv").out)
    _, high, middle, low, *rows = table.splitlines()
    assert (high.split()[0], middle.split()[0], low.split()[:2]) == ("max", "range", ["id", "name"])
    assert [row.split()[0] for row in rows[: len(found)]] == [row["id"] for row in found]  # an id can be typed again
    place = middle.index("range")
    assert [row[place : place + 5].strip() for row in rows[: len(found)]] == [
        row["max_range_in"] or "-" for row in found
    ]
    left_out = " ".join(" ".join(rows[len(found) :]).split())
    assert left_out.startswith("(")
    assert "cm_flares, cm_ecm, confidence, source; widen the terminal)" in left_out
    assert "longest range; for guns the longer of the next two ranges" in legend


def test_the_ids_of_long_names_are_shown_as_far_as_a_table_allows(call, narrow):
    out = call("units", "alpha_strike", "--table", "aerospace").out
    assert "sparrowhawk_spr_h5" in out
    assert "dmg" in out.splitlines()[1]


def test_short_columns_are_explained_below_the_table(call):
    legend = call("units", "continental_siege", "--table", "units").out.split("\n\n")[1]
    assert [line.split()[0] for line in legend.splitlines()][:3] == ["attack", "range", "defence"]
    assert "price, one heavy tank being 1" in legend


def test_one_unit_has_all_its_columns_a_line_each(call):
    code, out, _ = call("units", "command_decision", "sa9")
    fields = system_named("command_decision").tables["air_defence"].row.model_fields
    begun = [line.split()[0] for line in out.splitlines()[1:] if line[2] != " "]
    assert (code, begun) == (0, list(fields))
    assert out.startswith("sa9: SA-9 Gaskin (9K31) (command_decision, SAM and AA gun systems)")
    assert "max_range_in      180           longest range" in out
    assert "source            seed (min, max, ROF, quality" in out
    assert call("units", "command_decision", "SA-9 gaskin (9K31)").out == out  # by its name, any letter case
    [row] = listed(call("units", "command_decision", "sa9", "--format", "csv").out)
    assert row["max_range_in"] == "180"
    assert json.loads(call("units", "command_decision", "sa9", "--format", "json").out)["tables"]["air_defence"][0] == {
        **json.loads(call("units", "command_decision", "--format", "json").out)["tables"]["air_defence"][1]
    }


def test_one_row_of_ones_own_and_one_of_a_rulebook_table(call, file):
    mine = file("mine.csv", "utf-8")
    assert "cm_flares         VV" in call("units", "command_decision", "a4", "--add", f"air_defence={mine}").out
    assert call("units", "command_decision", "PD", "--table", "morale").code == 2
    assert call("units", "continental_siege", "1", "--table", "crt").out.startswith("1: 1 (continental_siege, ")


def test_a_unit_that_is_not_there_is_met_with_the_nearest(refused):
    assert 'command_decision: no unit "sa99"; nearest: "sa9"' in refused("units", "command_decision", "sa99")
    assert 'command_decision, aircraft: no row "sa9"' in refused(
        "units", "command_decision", "sa9", "--table", "aircraft"
    )


def test_c17_a_byte_order_mark_changes_nothing(call, file):
    words = ("units", "command_decision", "--table", "air_defence", "--format")
    marked, plain = file("marked.csv", "utf-8-sig"), file("plain.csv", "utf-8")
    for form in ("csv", "json", "table"):
        with_mark = call(*words, form, "--add", f"air_defence={marked}")
        assert with_mark.code == 0
        assert with_mark == call(*words, form, "--add", f"air_defence={plain}")
    rows = {row["id"]: row for row in listed(call(*words, "csv", "--add", f"air_defence={marked}").out)}
    assert rows["a4"]["name"] == "Crotalé"
    assert [rows[name]["noe"] for name in ("a1", "a2", "a3", "a4")] == ["half", "Y", "N", "half"]


def test_c17_an_encoding_must_be_named(call, refused, file):
    words = ("units", "command_decision", "--table", "air_defence", "--format", "csv", "--add")
    legacy = file("legacy.csv", "cp1252")
    line = refused(*words, f"air_defence={legacy}")
    assert "legacy.csv, line 2: not UTF-8" in line
    found = call(*words, f"air_defence={legacy}", "--encoding", "cp1252")
    assert found == call(*words, f"air_defence={file('plain.csv', 'utf-8')}")
    assert 'no encoding "cp9999"' in refused(*words, f"air_defence={legacy}", "--encoding", "cp9999")


def test_c18_names_that_look_missing(call, file):
    out = call("units", "command_decision", "--table", "air_defence", "--format", "csv", "--add",
               f"air_defence={file('mine.csv', 'utf-8')}").out  # fmt: skip
    rows = {row["id"]: row for row in listed(out)}
    assert [rows[name]["name"] for name in ("a1", "a2", "a3")] == ["NA", "None", "null"]
    assert [rows[name]["cm_flares"] for name in ("a1", "a2", "a3", "a4")] == ["", "P", "V", "VV"]


@pytest.mark.parametrize(("name", "saved"), [("NA", 0), ("None", 0.2), ("null", 0.5), ("Crotalé", 0.8)])
def test_c18_a_run_with_rows_of_ones_own(call, shot, file, name, saved):
    mine = file("mine.csv", "utf-8-sig")
    mine.write_text(mine.read_text(encoding="utf-8-sig").replace("SAM,team", "SAM,vehicle"), encoding="utf-8-sig")
    shot.write_text(shot.read_text(encoding="utf-8") + '\n[data]\nair_defence = "mine.csv"\n', encoding="utf-8")
    words = ("run", shot, "--set", f'firer.unit="{name}"', "--set", "target.flares=true", "--format", "json")
    ended = call(*words)
    assert ended.code == 0, ended.err
    tables = json.loads(ended.out)["tables"]
    before, after = (
        {row["outcome"]: row["p"] for row in tables[table]}["abort"] for table in ("before_save", "effect")
    )
    assert before > 0
    assert after == pytest.approx(before * (1 - saved))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"id,name\n", ()),
        (b"", ("mine.csv: the file is empty",)),
        (b"id,nam,kind,mount,source,confidence\nx,X,SAM,team,mine,low\n", ('no column "nam"', '"name"')),
        (b"id,name,id\n", ("stands twice",)),
        (b"id,name,source,confidence\nx,X,mine\n", ("mine.csv, line 2: 3 cells, but the header has 4",)),
        (b"id,name,kind,mount,rof,source,confidence\nx,X,SAM,team,lots,mine,low\n", ("line 2, column rof: 'lots'",)),
        (b"id,name,kind,mount,noe,source,confidence\nx,X,SAM,team,maybe,mine,low\n", ("line 2, column noe: 'maybe'",)),
        (b"id,name,kind,mount,source,confidence\nx,,SAM,team,mine,low\n", ("line 2, column name: empty",)),
        (b"id,name,kind,mount,source,confidence\nx,X,GUN,team,m,low\nx,Y,GUN,team,m,low\n", ('"x" stands already',)),
    ],
)  # fmt: skip
def test_files_of_ones_own_that_are_wrong(call, refused, shot, tmp_path, content, said):
    (tmp_path / "mine.csv").write_bytes(content)
    shot.write_text(shot.read_text(encoding="utf-8") + '\n[data]\nair_defence = "mine.csv"\n', encoding="utf-8")
    if not said:  # no rows of one's own are no mistake
        assert call("run", shot).code == 0
        return
    line = refused("run", shot)
    for text in said:
        assert text in line


def test_data_section_that_is_wrong(refused, shot):
    text = shot.read_text(encoding="utf-8")
    for section, said in (
        ('air_defense = "a.csv"', '"air_defence"'),
        ("air_defence = 5", "no file name"),
        ('air_defence = "nothing.csv"', "nothing.csv: cannot be read"),
        ("encoding = 5", "data.encoding: 5"),
    ):
        shot.write_text(f"{text}\n[data]\n{section}\n", encoding="utf-8")
        assert said in refused("run", shot)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_spreadsheet_of_another_country_is_read(call, tmp_path, separator):
    """Semicolons or tabs between the cells and decimal commas, as Excel writes them there."""
    cells = HEADER + ROWS.replace(",100,", ",99.5,")
    mine = tmp_path / "mine.csv"
    mine.write_text(cells.replace(",", separator).replace("99.5", "99,5"), encoding="utf-8-sig")
    usual = tmp_path / "usual.csv"
    usual.write_text(cells, encoding="utf-8")
    words = ("units", "command_decision", "--table", "air_defence", "--format", "csv", "--add")
    found = call(*words, f"air_defence={mine}").out
    assert found == call(*words, f"air_defence={usual}").out
    assert {row["max_range_in"] for row in listed(found) if row["id"] in ("a1", "a4")} == {"99.5"}


def test_a_text_with_the_separator_in_it_is_named(call, tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text(HEADER.replace(",", ";") + "a1;A; B;SAM;team;Y;;100;mine;low\n", encoding="utf-8")
    told = call("units", "command_decision", "--add", f"air_defence={mine}").err
    assert "line 2: 10 cells, but the header has 9; a text with a semicolon needs quotes" in told


def told_of(call, content, name="mine.csv", folder=None, **more):
    mine = folder / name
    mine.write_bytes(content) if isinstance(content, bytes) else mine.write_text(content, **more)
    code, out, err = call("units", "command_decision", "--table", "air_defence", "--add", f"air_defence={mine}")
    assert (code, out) == (2, "")
    assert all(line.startswith("simlab: ") for line in err.splitlines())
    return [line.removeprefix("simlab: ") for line in err.splitlines()]


def test_every_row_and_column_that_is_wrong_has_its_message(call, tmp_path):
    lines = told_of(
        call,
        "id,name,kind,mount,rof,noe,source,confidance\n"
        "a1,A,SAM,team,lots,Y,mine,low\n"
        "a2,,SAM,team,1,maybe,mine,low\n"
        "a3,C,SAM,team,1,Y,mine,low\n"
        "a3,D,SAM,team,1,Y,mine,low\n",
        folder=tmp_path,
    )
    assert [line.partition(":")[0] for line in lines] == [
        "mine.csv, line 1", "mine.csv, line 2, column rof", "mine.csv, line 3, column name",
        "mine.csv, line 3, column noe", "mine.csv, line 5",
    ]  # fmt: skip
    assert 'no column "confidance" in this table; nearest: "confidence"' in lines[0]
    assert lines[2].endswith("column name: empty")
    assert 'the id "a3" stands already in line 4' in lines[4]


def test_a_column_that_is_not_there_is_told_once(call, tmp_path):
    lines = told_of(call, HEADER.replace(',"source"', "") + ROWS.replace(",mine", ""), folder=tmp_path)
    assert lines == ['mine.csv, line 1: the column "source" is missing']


def test_more_problems_than_a_screen_holds_are_counted(call, tmp_path):
    rows = "".join(f"a{number},A,SAM,team,lots,mine,low\n" for number in range(50))
    lines = told_of(call, "id,name,kind,mount,rof,source,confidence\n" + rows, folder=tmp_path)
    assert len(lines) == 31
    assert lines[-1] == "and 20 more"


def test_a_date_that_a_spreadsheet_made_is_named(call, tmp_path):
    lines = told_of(
        call, "id,name,kind,mount,quality,source,confidence\na1,A,SAM,team,10-Sep,mine,low\n", folder=tmp_path
    )
    assert "column quality: '10-Sep'" in lines[0]
    assert "made a date of it: format the column as text" in lines[0]


def test_a_formula_without_a_value_is_named(call, tmp_path):
    lines = told_of(
        call, "id,name,kind,mount,max_range_in,source,confidence\na1,A,SAM,team,#REF!,m,low\n", folder=tmp_path
    )
    assert lines == ["mine.csv, line 2, column max_range_in: #REF!; a formula has no value there"]


@pytest.mark.parametrize("habit", ["sep", "utf-16", "empty columns", "upper case"])
def test_habits_of_spreadsheets_change_nothing(call, tmp_path, habit):
    cells, mine, usual = HEADER + ROWS, tmp_path / "mine.csv", tmp_path / "usual.csv"
    usual.write_text(cells, encoding="utf-8")
    if habit == "sep":
        mine.write_text("sep=;\r\n" + cells.replace(",", ";").replace("\n", "\r\n"), encoding="utf-8-sig", newline="")
    elif habit == "utf-16":
        mine.write_text(cells.replace(",", "\t"), encoding="utf-16")
    elif habit == "empty columns":
        mine.write_text("\n".join(f"{line},,," for line in [*cells.splitlines(), "", ","]), encoding="utf-8")
    else:
        mine = tmp_path / "MINE.CSV"
        mine.write_text(cells, encoding="utf-8")
    words = ("units", "command_decision", "--table", "air_defence", "--format", "csv", "--add")
    found = call(*words, f"air_defence={mine}")
    assert found.code == 0, found.err
    assert found.out == call(*words, f"air_defence={usual}").out


def workbook(path, sheets):
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def cells_of(text):
    """Rows as a designer types them: numbers as numbers."""
    rows = [line.replace('"', "").split(",") for line in text.splitlines()]
    return [[float(cell) if cell.replace(".", "").isdigit() else cell or None for cell in row] for row in rows]


def test_a_workbook_is_read_like_its_csv(call, shot, tmp_path):
    usual = tmp_path / "usual.csv"
    usual.write_text(HEADER + ROWS, encoding="utf-8")
    words = ("units", "command_decision", "--table", "air_defence", "--format", "csv", "--add")
    wanted = call(*words, f"air_defence={usual}").out
    alone = workbook(tmp_path / "alone.xlsx", {"Tabelle1": cells_of(HEADER + ROWS)})
    assert call(*words, f"air_defence={alone}").out == wanted
    # a sheet with the name of the table is taken, wherever it stands
    both = workbook(tmp_path / "army.xlsx", {"notes": [["what I think"]], "air_defence": cells_of(HEADER + ROWS)})
    assert call(*words, f"air_defence={both}").out == wanted
    shot.write_text(shot.read_text(encoding="utf-8") + '\n[data]\nair_defence = "army.xlsx"\n', encoding="utf-8")
    assert call("run", shot, "--set", 'firer.unit="None"', "--set", "target.flares=true").code == 0


def test_a_workbook_that_is_wrong_is_named(call, tmp_path):
    import datetime

    rows = [["id", "name", "kind", "mount", "quality", "source", "confidence"]]
    rows += [["a1", "A", "SAM", "team", datetime.datetime(2026, 9, 10), "mine", "low"]]
    path = workbook(tmp_path / "dates.xlsx", {"air_defence": rows})
    lines = told_of(call, path.read_bytes(), "dates.xlsx", tmp_path)
    assert "dates.xlsx, line 2, column quality: '2026-09-10'" in lines[0]
    assert "made a date of it" in lines[0]
    assert "no valid .xlsx file" in told_of(call, b"id,name\n", "text.xlsx", tmp_path)[0]
    assert "save it as .xlsx or .csv" in told_of(call, b"", "old.xls", tmp_path)[0]
    told = call("units", "command_decision", "--add", f"air_defence={tmp_path / 'none.xlsx'}").err
    assert "none.xlsx: cannot be read" in told
