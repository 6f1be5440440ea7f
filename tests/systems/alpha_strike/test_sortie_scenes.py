"""A sortie as pictures: the Radar Map and the table show what the kernel's own turns left (AS-4.1, AS-4.6, G-1)."""

import math
import tomllib

import pytest

from simlab.dice import key_from_seed
from simlab.execute import prepare, replay_counts
from simlab.moments import replay_moments
from simlab.systems import system_named
from simlab.systems.alpha_strike.mission.sortie.events import BOMB, EVENTS
from simlab.systems.alpha_strike.mission.sortie.plans import AIM, POINT
from simlab.systems.alpha_strike.mission.sortie.state import AT, PLAN
from simlab.systems.alpha_strike.mission.sortie.told import turns_of

READY = prepare(tomllib.loads(system_named("alpha_strike").kinds["sortie"].example))
SEED = 1


def things(drawing, what):
    return [thing for thing in drawing.things if thing["what"] == what]


@pytest.mark.parametrize("trial", range(4))
def test_the_pictures_end_as_the_trial_does(trial):
    shown = replay_moments(READY, SEED, trial)
    assert [line for moment in shown for line in moment.lines] == READY.kind.replay(
        READY.packed, key_from_seed(SEED), trial
    )
    radar, ground = shown[-1].drawings
    assert (radar.plot, ground.plot) == ("radar_map", "ground_table")
    counts = replay_counts(READY, SEED, trial)
    for drawing in (radar, ground):
        for note in (thing["name"] for thing in things(drawing, "note")):
            tag, _, rest = note.partition(" ")
            name, _, words = rest.partition(": ")
            if not words or tag in ("engaged:", "engaged"):
                continue
            table = READY.space.table(f"fate:{name}")
            ((fate,),) = [row for row, n in zip(table.rows, READY.space.values(counts, table.name), strict=True) if n]
            expected = {"flies_on": "armor", "stands": "armor", "left": "has left"}.get(fate, "lost")
            assert words.startswith(expected), note
    lost = [thing for thing in things(ground, "unit") if thing["status"] == "lost"]
    (row,) = [
        row for row, n in zip(READY.space.table("defender_ground_lost").rows,
                              READY.space.values(counts, "defender_ground_lost"), strict=True) if n
    ]  # fmt: skip
    assert len(lost) == row[0]


def test_aircraft_stand_in_the_zone_that_the_state_names_and_arrows_lead_there():
    zones = [row.zone for row in READY.catalog.rows("zones")]
    shown = replay_moments(READY, SEED, 0)
    before = dict.fromkeys("1234", "")
    for moment, (_, state) in zip(shown, turns_of(READY.packed, key_from_seed(SEED), 0), strict=True):
        radar = moment.drawings[0]
        for thing in things(radar, "counter"):
            assert thing["zone"] == zones[state.plane[int(thing["name"]) - 1, AT]]
            before[thing["name"]] = thing["zone"]
        assert {thing["zone"] for thing in things(radar, "zone")} == set(zones)
        for thing in things(radar, "move"):
            assert thing["zone"] != thing["to"]


def test_a_line_of_flight_runs_over_the_unit_that_it_is_flown_at():
    flown = 0
    for trial in range(3):
        for moment in replay_moments(READY, SEED, trial):
            ground = moment.drawings[1]
            units = {thing["name"]: (thing["x"], thing["y"]) for thing in things(ground, "unit")}
            lines = {thing["name"]: thing for thing in things(ground, "line")}
            for note in (thing["name"] for thing in things(ground, "note") if " chose to " in thing["name"]):
                line, (x, y) = lines[note.split()[0]], units[note.split()[-1]]
                along = (line["to_x"] - line["x"], line["to_y"] - line["y"])
                away = abs(along[0] * (y - line["y"]) - along[1] * (x - line["x"])) / math.hypot(*along)
                assert away == pytest.approx(0.0, abs=1e-6)
                flown += 1
    assert flown > 3


def test_bombs_fall_where_their_dice_say_and_cover_whom_the_kernel_hits():
    """AS-7.4, AS-7.5, AS-9.4: as far from the aim as told; the units in the circle are those of the packing."""
    fallen = scattered = 0
    for trial in range(6):
        shown = replay_moments(READY, SEED, trial)
        for moment, (_, state) in zip(shown, turns_of(READY.packed, key_from_seed(SEED), trial), strict=True):
            impacts = {thing["name"]: thing for thing in things(moment.drawings[1], "impact")}
            units = things(moment.drawings[1], "unit")
            rows = [row for row in state.log[: state.game[EVENTS]].tolist() if row[0] == BOMB]
            assert len(impacts) == len(rows)
            for _, plane, bomb, kind, _, _, _, _, place in rows:
                impact = impacts[f"{plane + 1}:{bomb + 1}"]
                if impact["x"] is None:  # lost off the table (AS-7.8)
                    continue
                plan = READY.packed.plans[state.plane[plane, PLAN]]
                at, aimed = (impact["x"], impact["y"]), (impact["from_x"], impact["from_y"])
                steps = (place - 1) % READY.packed.steps + 1 if place else 0
                assert math.dist(at, aimed) == pytest.approx(2 * steps)
                target = units[plan[AIM]]
                assert aimed == pytest.approx((target["x"], target["y"]), abs=1e-6)
                inside = [
                    math.dist(at, (unit["x"], unit["y"])) <= impact["size"] + 1e-6 for unit in units
                ]  # edge included
                mask = READY.packed.covers[plan[POINT], kind, place]
                assert inside == [bool(mask >> number & 1) for number in range(len(units))]
                fallen, scattered = fallen + 1, scattered + (steps > 0)
    assert fallen > 10
    assert 0 < scattered < fallen
