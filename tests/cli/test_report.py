"""`simlab report`, and scenarios that come with simlab, named without their folder."""

import json

import pytest

from simlab.catalog import data_folder

SHIPPED = sorted((data_folder() / "scenarios" / "command_decision").glob("*.toml"))


def test_a_report_of_one_study(call, shot, tmp_path):
    code, out, err = call("report", shot, "--out", tmp_path / "made" / "here")
    assert (code, err) == (0, "")
    assert "ZSU-23-4 at a Tornado" in out
    assert "17.8 %" in out
    page = tmp_path / "made" / "here" / "index.html"
    assert out.endswith(f"\nopen {page}\n")
    text = page.read_text(encoding="utf-8")
    assert "What does one burst of radar-laid 23 mm do" in text


def test_c20_a_report_without_a_display(shell, shot, tmp_path):
    ended = shell("report", shot, "--out", "page", env={"MPLBACKEND": "TkAgg", "DISPLAY": ""})
    assert ended.code == 0, ended.err
    assert (tmp_path / "page" / "index.html").stat().st_size > 10_000


def test_reports_that_cannot_be_made(refused, shot, tmp_path, monkeypatch):
    monkeypatch.setattr("simlab.report.studies.play_studies", lambda *words, **more: pytest.fail("played first"))
    assert "cannot be written" in refused("report", shot, "--out", shot)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SIMLAB_CHROMIUM", raising=False)
    assert "--pdf: no Chromium on the path" in refused("report", shot, "--pdf", "--out", tmp_path / "page")
    monkeypatch.undo()
    assert "nothing.toml: cannot be read" in refused("report", tmp_path / "nothing.toml", "--out", tmp_path / "page")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_scenarios_are_right(call, path):
    assert call("check", path.stem).out.startswith(f"ok: {path.stem}: command_decision ")


def test_shipped_scenarios_go_by_name(call, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("--format", "json")
    whole = call("run", data_folder() / "scenarios" / "command_decision" / "shot_zsu_tornado.toml", *words)
    assert json.loads(whole.out)["kind"] == "shot"
    for name in ("shot_zsu_tornado", "shot_zsu_tornado.toml", "command_decision/shot_zsu_tornado",
                 "data/scenarios/command_decision/shot_zsu_tornado.toml"):  # fmt: skip
        assert call("run", name, *words) == whole
    refused("run", "elsewhere/shot_zsu_tornado.toml")
    listed = call("new").out
    assert all(path.stem in listed for path in SHIPPED)


def test_a_file_of_ones_own_goes_before_a_shipped_one(call, shot, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shot.rename(tmp_path / "sortie_popup_ah1s.toml")
    assert json.loads(call("run", "sortie_popup_ah1s.toml", "--format", "json").out)["kind"] == "shot"
