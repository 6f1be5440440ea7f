"""`simlab new`, `simlab check`, `simlab replay`, `simlab doctor`."""

import json
import tomllib

import numpy as np
import pytest

import simlab
from simlab.execute import prepare, replay_counts
from simlab.systems import NAMES, system_named

KINDS = sorted(system_named("command_decision").kinds)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_scenario_checks_and_runs(call, tmp_path, kind):
    path = tmp_path / "new.toml"
    code, out, err = call("new", kind, "--system", "command_decision", "--out", path)
    assert (code, out) == (0, "")
    assert f"wrote {path}" in err
    assert path.read_text(encoding="utf-8") == call("new", kind, "--system", "command_decision").out
    assert "# " in path.read_text(encoding="utf-8")
    exact = system_named("command_decision").kinds[kind].exact is not None
    how = "answered by its exact law" if exact else "answered with dice (no exact law)"
    assert call("check", path).out == f"ok: {path}: command_decision {kind}; default rulings; {how}\n"
    assert call("run", path).code == 0


def test_new_does_not_overwrite(call, refused, shot):
    shot.write_text("mine", encoding="utf-8")
    assert "--force" in refused("new", "shot", "--out", shot)
    assert shot.read_text(encoding="utf-8") == "mine"
    assert call("new", "shot", "--out", shot, "--force").code == 0
    assert tomllib.loads(shot.read_text(encoding="utf-8"))["kind"] == "shot"
    assert "cannot be written" in refused("new", "shot", "--out", shot.parent / "nowhere" / "new.toml")


def test_new_lists_the_kinds(call):
    out = call("new").out
    every = sorted(kind for name in NAMES for kind in system_named(name).kinds)
    assert sorted(line.split()[1] for line in out.split("\n\n")[0].splitlines()[1:]) == every


def test_check_says_what_would_happen(call, shot):
    words = ("check", shot, "--set", "sweep.geometry.range_in={from = 10, to = 60, step = 10}")
    out = call(*words, "--ruling", "fc_reroll_recursion=once", "--ruling", "slow_at_low=noe_only").out
    assert "a sweep of 6 points" in out
    assert "rulings changed: fc_reroll_recursion = once, slow_at_low = noe_only" in out
    assert "slow_at_low does not bear on this kind" in out


def test_check_sees_every_point_of_a_sweep_and_the_run_section(refused, shot):
    assert "tornado_idx" in refused("check", shot, "--set", 'sweep.target.unit=["tornado_ids", "tornado_idx"]')
    assert "trials: 0" in refused("check", shot, "--set", "run.trials=0")
    assert "level: 95" in refused("check", shot, "--set", "run.level=95")
    assert 'method: "guess"' in refused("check", shot, "--set", "run.method=guess")


def test_check_goes_on_after_a_wrong_file(call, shot, sortie, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text("", encoding="utf-8")
    code, out, err = call("check", shot, bad, sortie)
    assert code == 2
    assert [line.split(":")[0] for line in out.splitlines()] == ["ok", "ok"]
    assert "bad.toml" in err.splitlines()[0]
    assert err.splitlines()[1] == "simlab: 1 of 3 files are wrong"


def test_replayed_trials_add_up_to_the_run(shot):
    prepared = prepare(shot)
    played = sum(replay_counts(prepared, 8, trial) for trial in range(300))
    assert np.array_equal(played, simlab.run(prepared, method="sample", trials=300, seed=8).values)


def test_replay_says_what_happened_in_a_trial(call, sortie):
    words = ("replay", sortie, "--trial", "8123", "--seed", "42")
    found = json.loads(call(*words, "--format", "json").out)
    assert (found["seed"], found["trial"]) == (42, 8123)
    (fate,) = found["outcomes"]["fate"]
    assert fate in ("survives", "lost_to_air_defence", "lost_to_ground_fire")
    counts = replay_counts(prepare(sortie), 42, 8123)
    table = prepare(sortie).space.table("fate")
    assert prepare(sortie).space.values(counts, "fate")[table.rows.index((fate,))] == 1
    out = call(*words).out
    assert out.startswith("trial 8,123 of seed 42: Pop-up AH-1S")
    assert fate in out
    assert f"fate,{fate}\n" in call(*words, "--format", "csv").out


def test_replay_prints_the_events_of_kinds_that_tell_them(call, shot, monkeypatch):
    from dataclasses import replace

    system = system_named("command_decision")
    told = replace(system.kinds["shot"], replay=lambda packed, key, trial: [f"trial {trial} rolled"])
    monkeypatch.setitem(system.kinds, "shot", told)
    assert "\ntrial 7 rolled\n" in call("replay", shot, "--trial", "7", "--seed", "1").out


def test_replay_needs_a_seed_and_a_trial(call, refused, shot):
    assert "--seed" in refused("replay", shot, "--trial", "5")
    assert "--trial" in refused("replay", shot, "--seed", "5")
    assert "first trial is 0" in refused("replay", shot, "--seed", "5", "--trial", "-1")
    assert "none is beyond" in refused("replay", shot, "--seed", "5", "--trial", "1e30")
    assert call("replay", shot, "--trial", "5", "--set", "run.seed=0") == call(
        "replay", shot, "--trial", "5", "--seed", "0"
    )


def test_doctor_says_what_a_bug_report_needs(call, tmp_path, monkeypatch):
    found = json.loads(call("doctor", "--format", "json").out)
    assert found["simlab"] == simlab.__version__
    assert {"python", "platform", "cores", "vector units", "kernels", "kernel cache", "data", "numpy", "numba"} <= set(
        found
    )
    assert "writable" in found["kernel cache"]
    assert "system command_decision" in found
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SIMLAB_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "nowhere"))
    out = call("doctor").out
    assert "CANNOT BE WRITTEN" in out
    assert "MISSING: " in out


def test_doctor_makes_one_kind_ready_only_when_asked_to_make_any(refused):
    assert "--for zz: only --warm makes kernels ready" in refused("doctor", "--for", "zz")


def test_doctor_warms_every_kernel(call, monkeypatch):
    code, out, _ = call("doctor", "--warm")
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()] == [
        *(f"{name} {kind}" for name in NAMES for kind in system_named(name).kinds), "kernel cache",
    ]  # fmt: skip
    monkeypatch.setenv("SIMLAB_JIT", "0")
    assert "nothing to compile" in call("doctor", "--warm").out


def test_a_misspelt_scenario_of_simlab_is_met_with_the_nearest(call):
    assert 'nearest: "popup_stand_off"' in call("run", "popup_stnd_off").err


def test_a_seed_for_an_exact_answer_is_told_to_change_nothing(call, shot):
    told = call("run", shot, "--seed", "5").err
    assert "no die was rolled, so --seed changes nothing" in told


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("[report]\ntournament = 5", "report.tournament: 5 is no table"),
        ("[report.turnament]\nunasked = true", 'report.turnament: no such analysis; nearest: "tournament"'),
        ('[points]\nmetric = "zz:1"\nunits = { a = { key = "shots" } }', 'no table "zz"'),
        ("[points]\nbudgt = [1, 2]", 'points.budgt: no such key; nearest: "budget"'),
    ],
)
def test_what_a_file_asks_for_its_page_and_its_prices_is_checked_too(refused, shot, section, told):
    shot.write_text(f"{shot.read_text(encoding='utf-8')}\n{section}\n", encoding="utf-8")
    assert told in refused("check", shot)
