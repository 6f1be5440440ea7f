"""The page of a whole game: price lists, match-ups, dominated units, lives and the largest rulings stand in front."""

import csv

import pytest

from report.pages import read, table_of
from simlab.analysis.tournament import from_rates, tournament
from simlab.catalog import data_folder
from simlab.errors import RunError
from simlab.report import play_studies, shipped_studies, write_report
from simlab.report.balance import price_section, stored, stored_lists
from simlab.report.laboratory import asked_of, laboratory_blocks
from simlab.report.matches import dominated_of, of_two_axes, overall_of, sentences
from simlab.report.studies import read_studies
from simlab.scenario import load_scenario
from simlab.systems import NAMES

GUNS = """\
title = "Guns and a fortress"
question = "Which battery brings down which fortress?"
system = "continental_siege"
kind = "attrition"
fortress = "csa10"
turns = 6
[battery]
heavy_aa = 2
[sweep]
fortress = ["csa10", "csa15"]
"battery.heavy_aa" = [2, 6]
turns = [4, 6]
[report.tournament]
axes = ["battery.heavy_aa", "fortress"]
metric = "fate:crashed"
[report.survival]
cases = {turns = [6], fortress = ["csa10"]}
unasked = true
[report.luck]
"""
LOADS = """\
title = "{title}"
system = "continental_siege"
kind = "bombing_run"
bombers = 1
distance_hexes = 5
target = "{target}"
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("game")
    (folder / "guns.toml").write_text(GUNS, encoding="utf-8")
    for target in ("heavy_tank", "cp"):
        (folder / f"{target}.toml").write_text(LOADS.format(title=target, target=target), encoding="utf-8")
    return [folder / f"{name}.toml" for name in ("guns", "heavy_tank", "cp")]


@pytest.fixture(scope="module")
def game(files):
    return play_studies(files)


@pytest.fixture(scope="module")
def whole(game, tmp_path_factory):
    parts = []
    page = write_report(game, tmp_path_factory.mktemp("whole"), whole=True, parts=lambda *done: parts.append(done))
    return read(page), parts


def section(root, key):
    return next(found for found in root.all("section") if found.attributes.get("id") == key)


def test_what_is_asked_of_a_balance_report_stands_in_front(whole, game):
    root, parts = whole
    keys = [found.attributes["id"] for found in root.all("section") if "study" in found.classes()]
    assert keys[:5] == ["prices", "matches", "lives", "largest", "s1"]
    assert root.one("h1").text() == game[0].prepared.system.title
    assert parts == [(number, 6) for number in range(1, 7)], "readings of three studies and three analyses"


def test_the_stored_prices_stand_there_with_intervals_and_their_command(whole):
    prices = section(whole[0], "prices")
    with (data_folder() / "continental_siege" / "prices.csv").open(encoding="utf-8", newline="") as file:
        stored_rows = list(csv.DictReader(file))
    shown = [[cell.text() for cell in row.all("td")] for table in prices.all("table")
             for row in table.one("tbody").all("tr")]  # fmt: skip
    assert len(shown) == len(stored_rows)
    for row, cells in zip(stored_rows, shown, strict=True):
        assert cells[1] == (row["worth"] or "none")
        assert row["lo"] == row["hi"] or cells[2] == f"{row['lo']} to {row['hi']}"
        assert cells[-1] == (row["verdict"] or "–")
    assert {row["command"] for row in stored_rows} <= {code.text() for code in prices.all("code")}
    assert len(list(prices.all("svg"))) == len(stored_lists("continental_siege"))


def test_match_ups_are_those_of_the_tournament(whole, game):
    matches = section(whole[0], "matches")
    scenario = of_two_axes(game[0], ["battery.heavy_aa", "fortress"])
    found = tournament(scenario, "fate:crashed", seed=0)
    assert scenario.body["turns"] == 6
    _, rows = table_of(matches, "Everybody against everybody: number of Heavy AA")
    over = found.overall().to_dict("records")
    assert [row[0].split()[0] for row in rows] == [record["battery.heavy_aa"] for record in over] == ["6", "2"]
    for row, record in zip(rows, over, strict=True):
        assert float(row[1].removesuffix(" %")) == pytest.approx(100 * record["p"], abs=0.051)
    assert rows[1][-1].startswith("6")
    _, rows = table_of(matches, "Everybody against everybody: fortress")
    assert rows[1][-1] == "CSA-15", "the larger fortress is brought down less by every battery"
    assert "Dominated (fortress): " in matches.text()


def test_lives_are_those_of_the_cases_that_were_asked_for(whole, game):
    lives = section(whole[0], "lives")
    _, rows = table_of(lives, "Who lasts how long")
    assert len(rows) == 2
    for guns, row in zip((2, 6), rows, strict=True):
        crashed = game[0].result(fortress="csa10", turns="6", **{"battery.heavy_aa": str(guns)}).p("fate", "crashed")
        assert float(row[1].removesuffix(" %")) == pytest.approx(100 * (1 - crashed), abs=0.051)


def test_unasked_only_what_may_be_shown_unasked(game, tmp_path):
    assert list(asked_of(game[0])) == ["tournament", "survival", "luck"]
    assert list(asked_of(game[0], named=False)) == ["survival"]
    root = read(write_report(game, tmp_path, whole=True, named=False))
    keys = [found.attributes["id"] for found in root.all("section") if "study" in found.classes()]
    assert keys[:3] == ["prices", "lives", "largest"]
    assert "of the variance is dice" not in root.text()


def test_few_files_keep_their_own_page(game, tmp_path):
    root = read(write_report(game, tmp_path))
    keys = [found.attributes["id"] for found in root.all("section") if "study" in found.classes()]
    assert "prices" not in keys
    assert "Everybody against everybody" in section(root, "s1").text()


def test_a_broad_matrix_is_drawn_turned(tmp_path):
    text = GUNS[: GUNS.index("[sweep]")] + (
        '[sweep]\nfortress = ["csa10", "csa15"]\n"battery.heavy_aa" = {from = 1, to = 14, step = 1}\n'
        '[report.tournament]\nmetric = "fate:flies"\n'
    )
    (tmp_path / "broad.toml").write_text(text, encoding="utf-8")
    (study,) = play_studies([tmp_path / "broad.toml"])
    block = laboratory_blocks(study)["tournament"]
    (drawn,) = block.figures
    assert "fortress (columns) against number of Heavy AA (rows)" in drawn.caption
    assert drawn.width_px < 345
    assert [len(table.rows) for table in block.tables] == [2, 14]


def test_who_is_dominated_is_told_for_both_sides():
    found = from_rates(["a", "b", "c"], ["x", "y"], [[0.2, 0.4], [0.3, 0.4], [0.1, 0.9]], [[0] * 2] * 3)
    names = [{label: label.upper() for label in side} for side in (found.rows, found.columns)]
    assert dominated_of(found, 1) == [("y", "x")], "columns want it low, and y is higher against each row"
    assert sentences(found, names, ["gun", "target"])[0] == "Dominated (gun): A (by B)."
    many = from_rates(list("abcdefg"), ["x"], [[share / 10] for share in range(7)], [[0]] * 7)
    names = [{label: label for label in side} for side in (many.rows, many.columns)]
    assert sentences(many, names, ["gun", "target"])[0] == "Dominated (gun): 6 of 7, all but g."
    low = overall_of(found, 1)
    assert low["p"].tolist() == sorted(low["p"].tolist())
    assert low["p"].iloc[0] == pytest.approx((0.2 + 0.3 + 0.1) / 3)


def test_a_list_under_older_rules_says_so(game):
    assert game[0].prepared.system.behaviour > 1
    assert "under rules version 1, and it is" in stored(game[0], {"behaviour": "1"})
    assert "that of today" in stored(game[0], {"behaviour": str(game[0].prepared.system.behaviour)})
    assert "rules version now" in stored(game[0], {})


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ('[report.tournament]\naxes = ["fortres", "turns"]\n', 'no axis "fortres"; nearest: "fortress"'),
        ('[report.survival]\ncases = {fortres = ["csa10"]}\n', 'no axis "fortres"; nearest: "fortress"'),
        ('[report.survival]\ncases = {fortress = ["csa11"]}\n', 'no label "csa11"; nearest: "csa15", "csa10"'),
    ],
)
def test_an_axis_or_label_that_is_not_there(asked, message, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(GUNS[: GUNS.index("[report.tournament]")] + asked, encoding="utf-8")
    with pytest.raises(RunError, match=message):
        write_report([file], tmp_path / "out")


@pytest.mark.parametrize("system", NAMES)
def test_every_game_has_prices_match_ups_and_lives_to_show(system):
    asked = {}
    for study in read_studies(shipped_studies(system)):
        for verb, options in asked_of(study).items():
            asked.setdefault(verb, []).append((study, options))
    assert {"tournament", "survival"} <= set(asked)
    for study, options in asked["tournament"]:
        assert len(of_two_axes(study, options.get("axes")).sweep) == 2
    section = price_section([asked["tournament"][0][0]])
    assert section.blocks
    assert not [f for f in shipped_studies() if load_scenario(f).points]
