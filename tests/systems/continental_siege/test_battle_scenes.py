"""A battle as maps: they end as the kernel's battle does, and nothing of the replay is left out."""

from collections import Counter

import pandas as pd
import pytest

from simlab import plots
from simlab.execute import prepare, replay_counts
from simlab.moments import replay_moments
from simlab.plots.canvas import overlapping
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.board import CODEC, ogre_map
from simlab.systems.continental_siege.battle.replay import played, told
from simlab.systems.continental_siege.battle.scenes import Follower, moments_of, turns_of
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import axial
from tests.systems.continental_siege.battle_scenarios import SCENARIOS

KEY, TRIAL = 3, 2
READY = {}


def ready(name):
    if name not in READY:
        READY[name] = prepare(SCENARIOS[name])
    return READY[name]


def moments(name):
    one = ready(name)
    return moments_of(one.shape, one.rulings, one.catalog, "test", one.packed, KEY, TRIAL)


def things(moment, what):
    return [thing for thing in moment.drawings[0].things if thing["what"] == what]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_followed_board_ends_as_the_battle_does(name):
    one = ready(name)
    battle = played(one.packed, KEY, TRIAL)
    follower = Follower(one.packed, ogre_map(one.catalog.rows("map_ogre")), {})
    for events in turns_of(battle.events[: battle.game[at.EVENTS]]):
        follower.moment("a turn", events)
    units = battle.units
    here = {u for u in range(len(units)) if units[u, at.PLACE] in (at.HERE, at.OFF_MAP)}
    assert follower.place == {u: units[u, at.HEX] for u in here}
    assert {u: follower.facing[u] for u in here if units[u, at.CLASS] >= at.BOMBER} == {
        u: units[u, at.FACING] for u in here if units[u, at.CLASS] >= at.BOMBER
    }
    assert follower.disabled == {u for u in here if units[u, at.DISABLED]}
    assert follower.left == [u for u in follower.left if units[u, at.PLACE] == at.LEFT]
    assert follower.boxes == battle.game[at.BOXES : at.BOXES + at.SORTS].tolist()
    assert sorted(follower.waiting) == [u for u in range(len(units)) if units[u, at.PLACE] == at.WAITING]


@pytest.mark.parametrize("name", ["both_air", "csa10", "mark_5_air"])
def test_maps_tell_what_the_replay_tells(name):
    one, shown = ready(name), moments(name)
    assert [line for moment in shown for line in moment.lines] == told(one.packed, KEY, TRIAL)
    battle = played(one.packed, KEY, TRIAL)
    happened = Counter(battle.events[: battle.game[at.EVENTS], 0].tolist())
    assert len(shown) == 1 + happened[event.PLAYER_TURN]
    count = Counter(thing["what"] for moment in shown for thing in moment.drawings[0].things)
    assert count["bomb"] == happened[event.DROPPED_LOAD]
    lost = [thing for moment in shown for thing in things(moment, "counter") if thing["status"] == "lost"]
    assert len(lost) == happened[event.LOST_UNIT]
    bombed = sum(len(thing["result"].split()) for moment in shown for thing in things(moment, "bomb"))
    assert count["shot"] + bombed == sum(
        happened[what] for what in (event.ATTACKED, event.SHEET_ATTACKED, event.BOMBED, event.JOINED)
    )


def test_the_first_map_is_the_set_up_and_the_last_names_the_end():
    shown = moments("csa10")
    one = ready("csa10")
    counts = replay_counts(one, 3, TRIAL)
    assert shown[0].title == "The set-up"
    assert shown[1].title.startswith("Player-turn 1 of ")
    ended = replay_moments(one, 3, TRIAL)[-1].title
    for table in ("ending", "level"):
        rows, values = one.space.table(table).rows, one.space.values(counts, table)
        ((outcome,),) = [row for row, n in zip(rows, values, strict=True) if n]
        assert outcome.replace("_", " ") in ended


def test_the_map_is_the_published_one_in_its_own_codec():
    shown = moments("csa10")[0]
    hexes = things(shown, "hex")
    assert len(hexes) == 322
    assert all(axial(thing["name"], CODEC) == (thing["q"], thing["r"]) for thing in hexes)
    rows = ready("csa10").catalog.rows("map_ogre")
    assert {thing["name"] for thing in hexes if thing["crater"]} == {r.hex_a for r in rows if r.feature == "crater"}
    sides = {tuple(sorted(((t["q"], t["r"]), (t["to_q"], t["to_r"])))) for t in things(shown, "rubble")}
    assert sides == {
        tuple(sorted((axial(r.hex_a, CODEC), axial(r.hex_b, CODEC)))) for r in rows if r.feature != "crater"
    }


def test_combined_fire_has_an_arrow_from_each_that_fires_and_every_missile_is_counted():
    one = ready("mark_5_air")
    shown = moments("mark_5_air")
    joined = [line for moment in shown for line in moment.lines if " joins " in line]
    assert joined
    fired = [line for moment in shown for line in moment.lines if line.startswith("  fires ")]
    missiles = sum(int(part.split()[0]) for line in fired for part in line[8:-1].split(", ") if "missile" in part)
    start = int(one.packed.numbers[at.START_BOXES + at.MISSILE])
    gone = sum(line.startswith("    missile: ") for moment in shown for line in moment.lines)
    note = next(thing["name"] for thing in things(shown[-1], "note") if thing["name"].startswith("Ogre"))
    assert f"missile {start - missiles - gone} of {start}" in note


@pytest.mark.parametrize("name", ["both_air", "csa15"])
def test_labels_of_the_fullest_turn_do_not_overlap(name):
    shown = max(moments(name), key=lambda moment: len(things(moment, "shot")) + len(things(moment, "bomb")))
    ax = plots.hex_map(pd.DataFrame(shown.drawings[0].things), title=shown.title)
    numbers = {thing["name"] for thing in things(shown, "hex")}
    assert [pair for pair in overlapping(ax.texts, 1.0) if not numbers & set(pair)] == []


def test_a_die_for_the_first_player_is_told_as_such():
    one = prepare({**SCENARIOS["mark_3"], "rulings": {"first_player": "random"}})
    lines = told(one.packed, KEY, TRIAL)
    assert lines[0].startswith("first player, die ")
    assert lines[1].split(": ")[1] == lines[0].split(": ")[1]
