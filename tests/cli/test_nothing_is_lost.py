"""What was computed is shown or kept, whatever goes wrong afterwards; odd terminals and words end in one line."""

import os
import shlex
import subprocess
import sys

import pytest

from simlab.cli import main

LATE = """
system = "command_decision"
kind = "shot"
[firer]
unit = "zsu23_4"
[target]
unit = "ah1s_mc"
[geometry]
range_in = 20
[sweep]
"target.unit" = ["ah1s_mc", "tornado_ids"]
[[sweep.alt]]
label = "a"
set.geometry.range_in = 10
[[sweep.alt]]
label = "b"
set.target.altitude = "popup"
"""


def test_a_full_disk_takes_no_answer_away(call, shot, tmp_path):
    full = tmp_path / "full.json"
    full.symlink_to("/dev/full")
    ended = call("run", shot, "--out", full)
    assert ended.code == 2
    assert "17.7778 %" in ended.out
    assert "cannot be written" in ended.err
    assert full.is_symlink()


@pytest.mark.parametrize("ending", [".json", ".parquet", ".csv"])
def test_a_file_stays_until_the_new_one_is_whole(shot, tmp_path, ending, monkeypatch):
    from simlab import files, run

    path = tmp_path / f"kept{ending}"
    path.write_text("precious")
    monkeypatch.setattr(files.Path, "replace", lambda *words: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(Exception, match="cannot be written"):
        run(str(shot)).save(path)
    assert path.read_text() == "precious"
    assert [each.name for each in tmp_path.glob(".kept*")] == []


def test_points_before_one_that_cannot_be_played_are_kept(call, tmp_path):
    file, out = tmp_path / "late.toml", tmp_path / "late.json"
    file.write_text(LATE)
    ended = call("sweep", file, "--method", "sample", "--trials", 1000, "--seed", 1, "--out", out)
    assert ended.code == 2
    assert "only helicopters have one (after 3 of 4 points)" in ended.err
    assert ended.out.count("ah1s_mc") == 2
    assert out.exists()


def test_a_table_that_is_not_there_is_refused_before_the_sweep(call, sortie):
    words = ["sweep", sortie, "--set", 'sweep.profile.altitude=["noe","low"]', "--method", "sample", "-n", "1e9"]
    assert call(*words, "--table", "bogus").code == 2
    assert call(*words, "--metric", "fate").code == 2


def started(*words, **more):
    return subprocess.run([sys.executable, "-m", "simlab", *map(str, words)], timeout=60, text=True, **more)


def test_closed_streams_end_quietly(shot):
    for words, code in (([shot], 0), (["nosuch"], 2)):
        line = shlex.join([sys.executable, "-m", "simlab", "run", *map(str, words)]) + " >&-"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
    line = shlex.join([sys.executable, "-m", "simlab", "run", "nosuch"]) + " 2>&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_full_stderr_changes_no_code(shot):
    with open("/dev/full", "w") as full:
        assert started("run", "nosuch", stderr=full).returncode == 2


def test_words_that_are_no_text(shot):
    done = started("run", shot, "--set", b"title=\xff\xfe".decode("utf-8", "surrogateescape"), capture_output=True)
    assert done.returncode == 2
    assert "no valid UTF-8" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("run", "a" * 300 + ".toml"),
        ("check", "a" * 300 + ".toml"),
        ("units", "command_decision", "--data", "a" * 300),
        ("run", "shot", "--set", "range=0x" + "f" * 5000),
        ("run", "shot", "--set", "a." * 3000 + "a=1"),
        ("run", "shot", "--set", "sweep." + "a." * 3000 + "a=[1]"),
        ("run", "shot", "--set", 'data.aircraft="\\u0000"'),
        ("run", "shot", "--exact-fractions", "--method", "sample"),
        ("doctor", "a" * 9999),
    ],
)
def test_strange_words_are_the_users_and_take_one_line(words, shot, capsys):
    code = main([str(shot) if word == "shot" else word for word in words])
    out, err = capsys.readouterr()
    assert code == 2, err
    assert out == ""
    assert err.count("\n") == 1
    assert len(err) < 2000


def test_control_characters_do_not_reach_the_terminal(call, shot, tmp_path):
    ended = call("run", shot, "--set", 'target.unit="\\u001b[31m"')
    assert ended.code == 2
    assert "\x1b" not in ended.err
    titled = call("run", shot, "--set", 'title="a\\u001b]0;title\\u0007b"')
    assert titled.code == 0
    assert "\x1b]" not in titled.out


def test_a_broken_data_folder_is_no_fault_of_simlab(call, shot, tmp_path, monkeypatch):
    import shutil

    from simlab.catalog import data_folder

    shutil.copytree(data_folder(), tmp_path / "data")
    file = tmp_path / "data" / "command_decision" / "constants.csv"
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(True)[:2]), encoding="utf-8")
    monkeypatch.setenv("SIMLAB_DATA", os.fspath(tmp_path / "data"))
    ended = call("run", shot)
    assert ended.code == 2
    assert "is missing" in ended.err
