"""Promises that every kind of every system keeps: splits, keys, exact laws, plain and compiled code."""

import dataclasses
import tomllib
from itertools import pairwise

import numpy as np
import pytest
from numba.core import event
from scipy.stats import chisquare

import simlab.blocks
from simlab.contract import Choice, Level
from simlab.dice import key_from_seed
from simlab.execute import idle_rulings, prepare, run, weighed_trials
from simlab.scenario import parse_scenario
from simlab.systems import NAMES, system_named

KEY = key_from_seed(0)
P_LIMIT = 1e-6  # a kind fails here by chance once in a million keys
KINDS = [(system, kind) for system in NAMES for kind in system_named(system).kinds]
WITH_LAW = [(system, kind) for system, kind in KINDS if system_named(system).kinds[kind].exact is not None]


def is_battle(system, kind):
    """Battles take hundreds of times as long as the other kinds; fewer of them are enough here."""
    return system_named(system).kinds[kind].level == Level.BATTLE


def is_slow(system, kind):
    """Whether a kind plays only some thousand trials a second: a tenth of the trials asks the same of them."""
    return system_named(system).kinds[kind].trials < 1_000_000


def example(system, kind):
    return parse_scenario(tomllib.loads(system_named(system).kinds[kind].example), f"example of {kind}")


def counts(prepared, first, last, key=KEY, plainly=False):
    vector = np.zeros(prepared.space.size, np.int64)
    play = prepared.kind.kernel.play_plainly if plainly else prepared.kind.kernel.play
    play(prepared.packed, key, first, last, vector)
    return vector


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_example_runs_as_written(system, kind):
    result = run(example(system, kind), trials=1000 if system_named(system).kinds[kind].exact is None else None)
    table, row = result.space.table(result.provenance["headline"][0]), system_named(system).kinds[kind].headline[1]
    assert row in table.rows


@pytest.mark.parametrize(("system", "kind"), KINDS)
@pytest.mark.parametrize("cuts", [(313,), (1, 2, 999), (500, 501), (64, 128, 2047, 2048, 2049)])
def test_any_split_gives_the_same_counts(system, kind, cuts):
    prepared = prepare(example(system, kind))
    edges = [0, *cuts, 5000]
    if is_slow(system, kind):
        edges = sorted({-(-edge // 10) for edge in edges})
    parts = sum(counts(prepared, a, b) for a, b in pairwise(edges))
    assert (parts == counts(prepared, 0, edges[-1])).all()


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_trials_one_by_one_are_those_of_a_block_and_compile_nothing_more(system, kind):
    prepared = prepare(example(system, kind))
    weights = np.random.default_rng(1).integers(0, 1000, prepared.space.size)
    alone = [int(counts(prepared, trial, trial + 1, key_from_seed(3)) @ weights) for trial in range(90, 130)]
    with event.install_recorder("numba:compile") as compiled:
        each = weighed_trials(prepared, weights, 3, 90, 130)
    assert each.tolist() == alone
    assert each.sum() == counts(prepared, 90, 130, key_from_seed(3)) @ weights
    assert not compiled.buffer


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_threads_change_nothing(system, kind, monkeypatch):
    trials = 60_001
    if is_slow(system, kind):
        monkeypatch.setattr("simlab.blocks.FIRST_BLOCK", 256)
        trials = 1_201
    assert trials > 4 * simlab.blocks.FIRST_BLOCK  # else nothing is shared out
    one = run(example(system, kind), method="sample", trials=trials, seed=0, threads=1)
    for threads in (2, 4, 8):
        many = run(example(system, kind), method="sample", trials=trials, seed=0, threads=threads)
        assert (many.values == one.values).all()
        assert many.to_dict() == one.to_dict()


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_compiled_and_plain_code_count_the_same(system, kind):
    prepared = prepare(example(system, kind))
    trials = 20 if is_battle(system, kind) else 400
    assert (counts(prepared, 0, trials) == counts(prepared, 0, trials, plainly=True)).all()


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_keys_repeat_and_differ(system, kind):
    prepared = prepare(example(system, kind))
    trials = 200 if is_slow(system, kind) else 2000
    assert (counts(prepared, 0, trials) == counts(prepared, 0, trials)).all()
    assert not (counts(prepared, 0, trials) == counts(prepared, 0, trials, key_from_seed(1))).all()


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_every_trial_adds_one_to_every_partition(system, kind):
    trials = 300 if is_slow(system, kind) else 3000
    result = run(example(system, kind), method="sample", trials=trials, seed=5)
    for table in result.space.tables:
        if table.kind in ("partition", "tally"):
            assert sum(result.space.values(result.values, table.name)) == trials, table.name


def rulings_to_try(system, kind):
    """Every alternative of every ruling that bears on a kind, one at a time."""
    for ruling in system_named(system).rulings:
        if kind in ruling.bears_on:
            for option in ruling.alternatives[1:]:
                yield ruling.name, option


TURNED = [(s, k, name, option) for s, k in KINDS for name, option in rulings_to_try(s, k)]


@pytest.mark.parametrize(("system", "kind"), WITH_LAW)
def test_counts_follow_the_exact_law(system, kind):
    follow_the_law(prepare(example(system, kind)), 200_000)


def add_up(prepared, trials):
    """Without an exact law: every partition holds every trial once."""
    seen = counts(prepared, 0, trials)
    for table in prepared.space.tables:
        if table.kind in ("partition", "tally"):
            assert sum(prepared.space.values(seen, table.name)) == trials, table.name


def follow_the_law(prepared, trials):
    law, seen = np.asarray(prepared.kind.exact(prepared.packed)), counts(prepared, 0, trials)
    assert seen[law == 0].sum() == 0, "the impossible happened"
    for block in prepared.space.counted:
        cells = slice(prepared.space.offset(block.name), prepared.space.offset(block.name) + len(block.rows))
        expected, found = law[cells] * trials, seen[cells].astype(float)
        common = expected >= 10
        pooled = np.append(expected[common], expected[~common].sum()), np.append(found[common], found[~common].sum())
        if pooled[0][-1] == 0:
            pooled = pooled[0][:-1], pooled[1][:-1]
        if len(pooled[0]) > 1 and block.name not in ("turns",):
            assert chisquare(pooled[1], pooled[0] * pooled[1].sum() / pooled[0].sum()).pvalue > P_LIMIT, block.name
        # the number of events may vary where a trial has several; each cell is then held by itself
        spread = np.sqrt(np.maximum(expected, 1))
        assert (np.abs(found - expected) < 6 * spread + 1).all(), block.name


@pytest.mark.parametrize(("system", "kind", "name", "option"), TURNED)
def test_every_ruling_plays_and_follows_its_law(system, kind, name, option):
    scenario = example(system, kind).with_rulings(**{name: option})
    if option == "geometric":
        scenario = scenario.with_value("geometry.bearing_deg", 170)
    if option == "geometric_dead_zone":
        scenario = scenario.with_value("terrain.blocking_frontage_in", 100)
    prepared = prepare(scenario)
    assert idle_rulings(prepared) == []
    assert prepared.rulings.in_force(kind)[name] == prepared.system.ruling(name).spell(
        prepared.system.ruling(name).parse(option, "test")
    )
    if prepared.kind.exact is None:
        add_up(prepared, 100)
    else:
        follow_the_law(prepared, 20_000)


@pytest.mark.parametrize(("system", "kind"), WITH_LAW)
def test_rational_law_equals_float_law(system, kind):
    prepared = prepare(example(system, kind))
    if prepared.kind.exact_fractions is not None:
        rational = prepared.kind.exact_fractions(prepared.packed)
        for block in prepared.space.counted:
            start = prepared.space.offset(block.name)
            events = len({row[0] for row in block.rows}) if block.name == "turns" else 1  # one in every turn
            assert sum(rational[start : start + len(block.rows)]) == events, block.name
        assert np.allclose([float(p) for p in rational], prepared.kind.exact(prepared.packed), atol=1e-14)


@pytest.mark.parametrize("system", NAMES)
def test_rulings_are_documented(system):
    for ruling in system_named(system).rulings:
        assert ruling.clause
        assert ruling.question.endswith("?")
        assert set(ruling.bears_on) <= set(system_named(system).kinds)
        if isinstance(ruling, Choice):
            assert ruling.parse(ruling.spell(ruling.default), "test") == ruling.default
    names = [ruling.name for ruling in system_named(system).rulings]
    assert len(set(names)) == len(names)
    assert not set(names) & set(system_named(system).fixed_rulings)


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_packed_numbers_are_int64(system, kind):
    packed = prepare(example(system, kind)).packed
    assert isinstance(packed, system_named(system).kinds[kind].packed_type)
    for name, value in packed._asdict().items():
        assert isinstance(value, int) or (value.dtype == np.int64 and value.flags.c_contiguous), name


@pytest.mark.parametrize(("system", "kind"), KINDS)
def test_saved_results_come_back(system, kind, tmp_path):
    from simlab.result import load_result

    for method in ("exact", "sample") if (system, kind) in WITH_LAW else ("sample",):
        result = run(example(system, kind), method=method, trials=2000, seed=3)
        for suffix in (".json", ".parquet"):
            again = load_result(result.save(tmp_path / f"{method}{suffix}"))
            assert again.to_dict() == result.to_dict()
        result.save(tmp_path / f"{method}.csv")


def test_a_kind_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        system_named("command_decision").kinds["shot"].name = "other"
