"""`simlab matrix`: the missile matrix (3.2.6.3a) as text, CSV, HTML and JSON, and what is refused."""

import csv
import io
import json
from html.parser import HTMLParser

import pytest

EXAMPLE = ("matrix", "--systems", "sa9,sa14,zsu23_4,gepard", "--targets", "mig23bn,mig21bis,tornado_ids,alphajet")


class Cells(HTMLParser):
    """Rows of the tables of a page as lists of texts; a line break within a cell reads as " | "."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.tables, self.inside = [], [], 0, False
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        if tag == "br":
            self.rows[-1][-1] += " | "
        elif tag != "meta":
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.tables += tag == "table"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def test_the_example_as_text(call):
    assert call(*EXAMPLE).out == (
        "command_decision missile matrix (3.2.6.3a): "
        "range in inches / faces of the d10 that save, - where none does\n\n"
        "  system   min  ROF  quality  note              mig23bn     mig21bis    tornado_ids  alphajet\n"
        "  sa9      20   1    10       not front 90 deg  (own side)  (own side)  180 / 1-8    180 / -\n"
        "  sa14     12   1    10       not front 90 deg  (own side)  (own side)  120 / 1-2    120 / -\n"
        "  zsu23_4  0    1    9-10                       (own side)  (own side)  15 / -       30 / -\n"
        "                                                                        30 / 1-2\n"
        "  gepard   0    1    9-10                       20 / -      40 / -      (own side)   (own side)\n"
        "                                                40 / 1-2\n"
    )


def test_the_example_as_csv(call):
    found = list(csv.DictReader(io.StringIO(call(*EXAMPLE, "--format", "csv").out)))
    assert [row["system"] for row in found] == ["sa9", "sa14", "zsu23_4", "zsu23_4", "gepard", "gepard"]
    first, second = found[2], found[3]
    assert (first["tornado_ids_range"], first["tornado_ids_save"]) == ("15", "-")
    assert (second["tornado_ids_range"], second["tornado_ids_save"]) == ("30", "1-2")
    assert (first["alphajet_range"], second["alphajet_range"], first["mig23bn_range"]) == ("30", "", "")
    assert {row["min_range_in"] for row in found} == {"20", "12", "0"}


def test_the_example_as_a_page(call, tmp_path):
    page = call(*EXAMPLE, "--format", "html").out
    head, below, *rows = Cells(page).rows
    assert head == [
        "System",
        "min",
        "ROF",
        "quality",
        "note",
        "MiG-23BN",
        "MiG-21bis",
        "Tornado IDS / GR.1",
        "Alpha Jet A",
    ]
    assert below == ["range", "save"] * 4
    assert rows[0][:5] == ["SA-9 Gaskin (9K31)", "20", "1", "10", "not front 90 deg"]
    assert rows[0][5:] == ["(own side)", "(own side)", "180", "1-8", "180", "-"]
    assert rows[3][5:] == ["20 | 40", "- | 1-2", "40", "-", "(own side)", "(own side)"]
    mine = tmp_path / "matrix.html"
    assert call(*EXAMPLE, "--out", mine).out == call(*EXAMPLE).out
    assert mine.read_text(encoding="utf-8") == page


@pytest.mark.parametrize("ending", ["csv", "json", "txt"])
def test_a_file_holds_what_is_printed(call, tmp_path, ending):
    mine = tmp_path / f"matrix.{ending}"
    printed = call(*EXAMPLE, "--format", "table" if ending == "txt" else ending, "--out", mine).out
    assert mine.read_text(encoding="utf-8").rstrip("\n") == printed.rstrip("\n")


def test_json_has_ranges_saves_and_chances(call):
    found = json.loads(call(*EXAMPLE, "--format", "json").out)
    (far,) = [row for row in found["rows"] if (row["firer"], row["target"], row["far_in"]) == ("gepard", "mig23bn", 40)]
    assert (far["near_in"], far["mode"], far["save"], far["own_side"]) == (20, "fire_control", "1-2", False)
    assert (far["abort_fraction"], far["penalty_fraction"]) == ("8/45", "34/45")
    assert far["abort"] == pytest.approx(8 / 45)
    own = next(row for row in found["rows"] if row["own_side"])
    assert own["far_in"] is None
    assert own["abort"] is None


def test_chances_by_band_and_at_one_range(call):
    words = ("matrix", "--systems", "gepard,stinger,zu23", "--targets", "mig23bn", "--own-side", "--values", "abort")
    lines = [line.split() for line in call(*words).out.splitlines()[3:]]
    assert lines[0][-2:] == ["20:", "2/9"]
    assert lines[1] == ["40:", "8/45"]
    at_25 = call(*words, "--range", "25").out
    assert "only at 25 in" in at_25.splitlines()[0]
    assert [line.split()[-1] for line in at_25.splitlines()[3:]] == ["8/45", "1/5", "fire"]
    assert Cells(call(*words, "--range", "25", "--format", "html").out).rows[2][-1] == "8/45"
    penalties = call(*words[:-1], "penalty", "--range", "25").out
    assert [line.split()[-1] for line in penalties.splitlines()[3:5]] == ["34/45", "3/5"]


def test_helicopters_rulings_and_settings(call):
    words = ("matrix", "--systems", "sa13", "--targets", "ah1s_mc,gazelle_ah1", "--altitude", "noe")
    assert call(*words).out.splitlines()[-1].endswith("27.5 / 1-5  55 / -")
    changed = call(*words, "--ruling", "irs_scope=tcir_and_iair_only", "--set", "target.flares=false").out
    assert "rulings: irs_scope = tcir_and_iair_only" in changed.splitlines()[0]
    assert changed.splitlines()[-1].endswith("27.5 / -  55 / -")
    idle = call(*words, "--ruling", "slow_threshold=lt_30")
    assert "slow_threshold does not bear on the matrix" in idle.err


def test_all_against_all_fits_the_width(call):
    text = call("matrix").out
    tables = text.split("\n\n")[1:]
    assert max(map(len, text.splitlines()[1:])) <= 120
    assert "(own side)" not in text
    seen = set()
    for heads, *lines in (table.splitlines() for table in tables):
        seen |= {(line.split()[0], name) for line in lines if line[2] != " " for name in heads.split()[5:]}
    units = {}
    for name in ("air_defence", "aircraft"):
        listed = json.loads(call("units", "command_decision", "--table", name, "--format", "json").out)
        units[name] = [(row["id"], row["side"]) for row in listed["tables"][name]]
    facing = {(one, other) for one, a in units["air_defence"] for other, b in units["aircraft"] if a != b}
    assert seen == facing
    assert len({row[0] for row in Cells(call("matrix", "--format", "html").out).rows} - {"System", "range"}) == 45


def test_rows_of_ones_own_are_shown_as_text(call, tmp_path):
    mine = tmp_path / "mine.csv"
    mine.write_text("id,name,kind,mount,guidance,max_range_in,source,confidence\n"
                    'x1,"<b>&Co</b>",SAM,team,BEAM,50,mine,low\n', encoding="utf-8")  # fmt: skip
    words = ("matrix", "--add", f"air_defence={mine}", "--systems", "x1", "--targets", "f4e,mig29")
    assert call(*words).out.splitlines()[-1].split()[-6:] == ["50", "/", "-", "50", "/", "-"]  # no side: faces both
    page = call(*words, "--format", "html").out
    assert "<b>" not in page
    assert Cells(page).rows[2][0] == "<b>&Co</b>"
    assert call(*words[:1], "--set", f'data.air_defence="{mine}"', *words[3:]).out == call(*words).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--systems", "sa99"), ('systems: no unit "sa99"', '"sa9"')),
        (("--targets", "mig23"), ('targets: no unit "mig23"', '"mig23bn"')),
        (("--systems", ","), ("--systems: no unit is named",)),
        (("--values", "aborts"), ("--values aborts", '"abort"')),
        (("--range", "-1"), ("geometry.range_in: -1",)),
        (("--altitude", "high"), ("target.altitude: 'high'", "'noe'")),
        (("--altitude", "noe", "--targets", "f4e"), ("no helicopter among the targets",)),
        (("--set", "target.flare=true"), ("target.flare", '"flares"')),
        (("--set", "run.trials=5"), ("--set run.trials", "geometry")),
        (("--ruling", "aspect_model"), ("--ruling",)),
        (("--ruling", "irs_scope=some"), ('"some"', "all_ir (default)")),
        (("--out", "matrix.pdf"), (".html",)),
        (("--add", "aircraf=mine.csv"), ('"aircraft"',)),
        (("comand",), ('no rules system "comand"', '"command_decision"')),
    ],
)
def test_what_is_wrong_is_named(refused, words, said):
    line = refused("matrix", *words)
    for text in said:
        assert text in line
