"""Who is still there after each turn of a game of two sides: against exact laws, whole games, and hand counts."""

import math

import numpy as np
import pytest
from two_sides import CAMPAIGN, DUEL

from simlab.analysis.lifetimes import Lifetimes, compare_lives, play_lives
from simlab.analysis.losses_by_turn import losses_by_turn
from simlab.errors import RunError
from simlab.execute import prepare, run
from simlab.systems import NAMES, system_named


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("SIMLAB_JIT", "0")


def test_a_duel_by_the_laws_of_shorter_duels():
    life = losses_by_turn(prepare(DUEL), "fate_b")
    assert life.n is None
    for turn in (1, 2):
        law = run({**DUEL, "rounds": turn}, method="exact")
        assert life.alive[turn - 1] == pytest.approx(law.p("fate_b", "flies_on"))
    assert life.alive[-1] + math.fsum(life.lost) == pytest.approx(1.0)
    assert 0 < life.alive[-1] < life.alive[0] < 1


def test_a_duel_on_dice_holds_its_law():
    exact = losses_by_turn(prepare(DUEL), "fate_a")
    played = losses_by_turn(prepare(DUEL), "fate_a", trials=400, seed=1, method="sample")
    assert played.games is None  # one fighter a game: its lives are independent, and logrank may test them
    frame = played.frame(level=0.999999)  # misses about once in a million
    assert (frame["p_lo"][1:].to_numpy() <= exact.alive + 1e-12).all()
    assert (exact.alive <= frame["p_hi"][1:].to_numpy() + 1e-12).all()


def test_a_campaign_ends_with_the_losses_of_the_whole_game():
    prepared, trials = prepare(CAMPAIGN), 20
    whole = run(prepared, trials=trials, seed=3, method="sample")
    for name in ("planes_lost_blue", "helicopters_lost_blue", "stands_lost_red"):
        life = losses_by_turn(prepared, name, trials=trials, seed=3)
        rows = whole.rows(name)
        start = max(row[name] for row in rows)
        mean = sum(row[name] * row["count"] for row in rows) / trials
        assert life.alive[-1] == pytest.approx(1.0 - mean / start)
        assert (np.diff(life.alive) <= 1e-12).all()  # what is lost never comes back
        if life.games is not None:
            assert (life.games.sum(axis=1) == trials).all()
            assert life.games[-1].tolist() == [row["count"] for row in sorted(rows, key=lambda row: row[name])]
    starts = {
        name: worth.max() for name, worth in prepared.kind.standing.losses(prepared.packed, prepared.space).items()
    }
    assert starts == {
        "planes_lost_blue": 2, "planes_lost_red": 2, "helicopters_lost_blue": 1, "air_defence_lost_blue": 1,
        "air_defence_lost_red": 1, "stands_lost_blue": 2, "stands_lost_red": 2,
    }  # fmt: skip


def test_units_of_one_game_fall_together():
    """Both of two in half of the games: as many lost as of independent ones, but only the games tell of chance."""
    games = np.array([[100, 0, 100]])
    both = Lifetimes(np.array([1]), np.array([0.5]), 200, "t", 0, games)
    alone = Lifetimes(np.array([1]), np.array([0.5]), 200, "t", 0)
    one, other = (life.frame().iloc[1] for life in (both, alone))
    assert one["p"] == other["p"] == 0.5
    assert one["p_lo"] == pytest.approx(other["p_lo"], abs=2e-3)  # no narrower than 200 coins, though 400 units fell
    spread = Lifetimes(np.array([1]), np.array([0.5]), 200, "t", 0, np.array([[50, 100, 50]])).frame().iloc[1]
    assert spread["p_hi"] - spread["p_lo"] == pytest.approx((one["p_hi"] - one["p_lo"]) / 2**0.5, rel=0.02)


def test_profiles_are_compared_and_clustered_lives_have_no_logrank():
    bare = {**CAMPAIGN, "red": {**CAMPAIGN["red"], "air_defence": []}}
    found = compare_lives(
        play_lives({"defended": prepare(CAMPAIGN), "bare": prepare(bare)}, "planes_lost_blue", trials=30, seed=2)
    )
    assert found.tests.iloc[0]["untested"] == "no test: several a game"
    assert math.isnan(found.tests.iloc[0]["p_value"])
    last = found.differences.iloc[-1]
    assert last["lo"] <= last["difference"] <= last["hi"]
    assert last["difference"] >= 0  # fewer guns shoot


def test_every_kind_that_knows_a_lead_knows_losses():
    kinds = [kind for name in NAMES for kind in system_named(name).kinds.values() if kind.standing]
    assert {kind.name for kind in kinds} == {"battle", "campaign", "duel", "sortie"}
    for kind in kinds:
        assert kind.standing.losses is not None


def test_what_cannot_be_followed_is_said():
    with pytest.raises(RunError, match='nobody is called "fate_c"; nearest: "fate_'):
        losses_by_turn(prepare(DUEL), "fate_c")
    shot = {"system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
            "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12}}  # fmt: skip
    with pytest.raises(RunError, match="kind shot tells of no losses"):
        losses_by_turn(prepare(shot))
