"""The price list on the page: a study with a [points] block shows what its units are worth, and whether prices hold."""

from report.pages import read
from simlab.report import write_report

STUDY = """\
title = "Guns against a CSA-10"
question = "What is a Light AA worth?"
system = "continental_siege"
kind = "attrition"
fortress = "csa10"
turns = 6
[battery]
heavy_aa = 4
light_aa = 2
howitzer = 1
[points]
metric = "crashed_by:5"
pairs = 80
[points.units]
heavy_aa = { key = "battery.heavy_aa", most = 6, cost = 1 }
light_aa = { key = "battery.light_aa", most = 6, cost = 1 }
"""


def test_prices_stand_on_the_page(tmp_path):
    file = tmp_path / "guns.toml"
    file.write_text(STUDY, encoding="utf-8")
    page = write_report([file], tmp_path / "out", trials=1_000)
    text = page.read_text(encoding="utf-8")
    root = read(page)
    tables = [table.text() for table in root.all("table")]
    prices = next(table for table in tables if "Price list" in table)
    assert "Light AA" in prices
    assert "too dear" in prices
    assert any("Lists of equal price" in table for table in tables)
    assert "simlab points" in text
    assert [svg for svg in root.all("svg") if "Prices." in svg.text()]
