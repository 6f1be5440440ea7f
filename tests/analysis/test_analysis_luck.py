"""Luck: games whose course is known by hand, by the game's own count, and by an exact law."""

import itertools
import math

import numpy as np
import pytest
from two_sides import CAMPAIGN, DUEL

from simlab.analysis import luck
from simlab.analysis.cut_games import lengths_of, per_game
from simlab.analysis.dice_share import dice_share
from simlab.analysis.luck import course_of_play
from simlab.errors import RunError
from simlab.execute import prepare, run
from simlab.systems import system_named

WALKS = np.array(list(itertools.product((1, -1), repeat=3)))  # three fair coins, the sign of their sum wins
SUMS = WALKS.cumsum(axis=1)
WON = np.sign(SUMS[:, -1])


def test_three_coins():
    """By hand: after one coin the leader wins 3 of 4, so a quarter is settled; after two, half of it; then all."""
    equal = np.full(8, 1 / 8)
    assert [luck._settled(SUMS[:, k], WON, equal) for k in range(3)] == pytest.approx([0.25, 0.5, 1.0])
    leads = np.sign(SUMS)
    assert sorted(luck._changes(row) for row in leads.tolist()) == [0, 0, 0, 0, 0, 0, 1, 1]
    # + + x and - - x are ahead from the first turn on; + - + (tied after two) and - + + are so from the third on
    assert sorted(luck._decided_in(leads, WON, np.full(8, 3)).tolist()) == [1, 1, 1, 1, 3, 3, 3, 3]
    assert luck._decided_in(leads, np.zeros(8), np.full(8, 2)).tolist() == [2] * 8  # draws: the last turn


def test_few_games_do_not_settle_more_than_many():
    """A margin that says nothing explains nothing, though every game of 200 has one of 40 margins."""
    generator = np.random.default_rng(5)
    found = []
    for _ in range(300):
        margin, won = generator.integers(0, 40, 200), generator.choice([-1, 1], 200)
        found.append(luck._settled(margin, won, np.full(200, 1 / 200), 200))
    assert np.mean(found) < 0.05  # uncorrected it would be 39 / 199; what is left is the cut at 0
    assert luck._settled(margin, won, np.full(200, 1 / 200)) > 0.1


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("SIMLAB_JIT", "0")


def test_a_campaign_is_decided_when_its_own_count_says_so(interpreted):
    """The kernel counts the turn of decision by itself, from leads that it remembers: equality, not statistics."""
    prepared, trials = prepare(CAMPAIGN), 80
    found = course_of_play(prepared, trials=trials, seed=3)
    told = run(prepared, trials=trials, seed=3, method="sample")
    decided = {row["decided"]: row["count"] for row in told.rows("decided")}
    shares = np.diff([0.0, *found.turns["decided"]])
    assert [decided[turn] for turn in found.turns["turn"]] == pytest.approx((shares * trials).tolist())
    assert sum(count > 0 for count in decided.values()) > 1
    last = found.turns.iloc[-1]
    assert last["first_leads"] == pytest.approx(told.p("winner", "blue"))
    assert last["second_leads"] == pytest.approx(told.p("winner", "red"))
    assert last["settled"] == pytest.approx(1.0)  # the margin at the end is what makes the winner
    assert found.sides == ("blue", "red")


def test_a_duel_is_exact_and_its_dice_agree(interpreted):
    """Exact against 400 games of numbered dice, within 4.9 standard errors each (about one in a million)."""
    exact = course_of_play(DUEL)
    assert exact.n is None
    law = run(DUEL, method="exact")
    assert exact.turns["decided"].iloc[-1] == pytest.approx(1.0)
    courses = prepare(DUEL).kind.standing.courses(prepare(DUEL).packed, 1)
    for won, word in ((1, "a_wins"), (-1, "b_wins")):
        assert math.fsum(c.p for c in courses if c.won == won) == pytest.approx(law.p("result", word))
    lengths = {n: math.fsum(c.p for c in courses if c.length == n) for n in (1, 2)}
    assert lengths == pytest.approx({row["length"]: row["p"] for row in law.rows("length")})
    played = course_of_play(DUEL, method="sample", trials=400, seed=1)
    for column in ("first_leads", "second_leads", "tied", "decided"):
        for p, share in zip(exact.turns[column], played.turns[column], strict=True):
            assert abs(share - p) <= 4.9 * math.sqrt(p * (1 - p) / 400) + 1e-12
    level = 0.999999
    wide = course_of_play(DUEL, method="sample", trials=400, seed=1, level=level)
    assert wide.lead_changes[1] <= exact.lead_changes[0] <= wide.lead_changes[2]
    assert wide.decided[1] <= exact.decided[0] <= wide.decided[2]
    assert wide.comebacks[1] <= exact.comebacks[0] <= wide.comebacks[2]


SHOT = {
    "system": "command_decision", "kind": "shot", "firer": {"unit": "zsu23_4"},
    "target": {"unit": "tornado_ids"}, "geometry": {"range_in": 12},
    "sweep": {"geometry.range_in": [12, 31]},
}  # fmt: skip


def test_dice_and_cases_share_the_variance():
    """2/9 within 15 inches and nothing beyond reach: within 7/81, between 1/81, so dice are 7/8 of it."""
    found = dice_share(SHOT, "effect:abort")
    assert found.dice == pytest.approx((7 / 8, 7 / 8, 7 / 8))
    assert found.total == pytest.approx(math.sqrt(8 / 81))
    rolled = dice_share(SHOT, "effect:abort", method="sample", trials=2_000, level=0.999999)
    assert rolled.dice[1] < 7 / 8 < rolled.dice[2]
    assert rolled.dice[2] - rolled.dice[1] < 0.2


def test_cases_that_are_alike_leave_all_to_the_dice():
    """The scatter of two means of dice does not pass for a difference of the cases."""
    alike = {**SHOT, "sweep": {"run.seed": [1, 2, 3, 4]}}
    assert dice_share(alike, "effect:abort", method="sample", trials=200).dice[0] > 0.95


@pytest.mark.parametrize(
    ("source", "how", "word"),
    [
        ({k: v for k, v in SHOT.items() if k != "sweep"}, {}, "no two sides"),
        (CAMPAIGN, {"method": "exact"}, "no exact law"),
        (DUEL, {"trials": 1}, "2 or more"),
    ],
)
def test_what_has_no_course_is_refused(source, how, word):
    with pytest.raises(RunError, match=word):
        course_of_play(source, **how)


@pytest.mark.parametrize(("system", "kind"), [("alpha_strike", "sortie"), ("continental_siege", "battle")])
def test_a_game_that_is_cut_short_is_the_beginning_of_the_whole(system, kind, interpreted):
    """Ended after as many turns as it lasted, every trial has the same margin as uncut: the cut changes no choice."""
    import tomllib

    prepared = prepare(tomllib.loads(system_named(system).kinds[kind].example))
    standing = prepared.kind.standing
    lengths = lengths_of(prepared, standing, 1, 2)
    whole = per_game(prepared, standing.margin(prepared.space), 1, 2)
    for turn in sorted(set(lengths.tolist())):
        cut = prepare(prepared.scenario.with_value(standing.key, int(turn)))
        again = per_game(cut, standing.margin(cut.space), 1, 2)
        assert (again[lengths <= turn] == whole[lengths <= turn]).all()
