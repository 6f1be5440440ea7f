"""`simlab replay --picture`: things lie where the dice of the trial put them (section 21; AS-5.3, AS-7.4, AS-8.4)."""

import math
import tomllib

import pytest

from simlab.cli import main
from simlab.dice import key_from_seed
from simlab.execute import prepare
from simlab.moments import replay_moments
from simlab.plots import table_scene
from simlab.systems import system_named


def scene(kind, trial, **changes):
    tree = {**tomllib.loads(system_named("alpha_strike").kinds[kind].example), **changes}
    ready = prepare(tree)
    (moment,) = replay_moments(ready, 1, trial)
    (drawing,) = moment.drawings
    assert drawing.plot == "table_scene"
    assert moment.lines == ready.kind.replay(ready.packed, key_from_seed(1), trial)
    return ready, drawing.things


def test_a_scattered_bomb_is_drawn_as_far_away_as_its_dice_say():
    ready, things = scene("bombing_run", 3)
    told = ready.kind.replay(ready.packed, key_from_seed(1), 3)
    impacts = [thing for thing in things if thing["what"] == "impact"]
    assert len(impacts) == len(told)
    for line, impact in zip(told, impacts, strict=True):
        away = math.dist((impact["x"], impact["y"]), (impact["from_x"], impact["from_y"]))
        steps = int(line.split(" steps")[0].split()[-1]) if "scatters" in line else 0
        assert away == pytest.approx(2 * steps)  # 2 in to a pip (AS-7.5)
    units = {thing["name"]: thing for thing in things if thing["what"] == "unit"}
    assert (units["own platoon"]["x"], units["own platoon"]["y"], units["own platoon"]["side"]) == (9, -2, "friend")


def test_a_lane_is_ten_inches_long_and_two_wide():
    _, things = scene("attack", 0)
    (lane,) = [thing for thing in things if thing["what"] == "lane"]
    assert (lane["x"], lane["y"], lane["length"], lane["width"]) == (0, -1, 10, 2)


def test_the_picture_names_every_unit_and_no_labels_overlap():
    import pandas as pd

    from simlab.plots.canvas import overlapping

    _, things = scene("bombing_run", 3)
    axes = table_scene(pd.DataFrame(things))
    texts = [text for text in axes.texts if text.get_text()]
    assert {text.get_text() for text in texts} == {"Manticore", "Atlas", "helicopter", "own platoon (friend)"}
    assert overlapping(texts) == []


def test_the_shell_writes_the_picture(tmp_path, capsys):
    file, picture = tmp_path / "run.toml", tmp_path / "run.png"
    file.write_text(system_named("alpha_strike").kinds["bombing_run"].example, encoding="utf-8")
    assert main(["replay", str(file), "--trial", "3", "--seed", "1", "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["replay", str(file), "--trial", "3", "--seed", "1", "--picture", "x.jpg"]) == 2
    assert "--picture x.jpg: write to a file ending in .png, .svg" in capsys.readouterr().err


def test_a_kind_without_a_table_says_so(tmp_path, capsys):
    file = tmp_path / "duel.toml"
    file.write_text(system_named("alpha_strike").kinds["duel"].example, encoding="utf-8")
    words = ["replay", str(file), "--trial", "0", "--seed", "1", "--picture", str(tmp_path / "d.png")]
    assert main(words) == 2
    assert "kind duel has no picture of a trial" in capsys.readouterr().err
