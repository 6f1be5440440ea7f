"""What must hold in every battle, read from the events of its replay: moves, stacks, ranges, arcs, nobody doubled."""

import pytest

from simlab.dice import key_from_seed
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.replay import played
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.fortress import movement_allowance
from simlab.systems.continental_siege.rules.hexes import SIDES
from simlab.systems.continental_siege.rules.layout import STEP, ahead, apart
from tests.systems.continental_siege.battle_scenarios import DRAWN, SCENARIOS, packed

KEY = key_from_seed(11)
TRIALS = 6


class Watcher:
    """Follows the events of a battle with its own record of who is where."""

    def __init__(self, ready, battle):
        self.ready, self.rows = ready, battle.units.tolist()
        start = [] if ready.numbers[at.ROOM] else ready.units.tolist()  # else everybody's place is told
        self.hex = {u: row[at.HEX] for u, row in enumerate(start) if row[at.PLACE] == at.HERE}
        self.facing, self.gone, self.steps, self.entered = {}, set(), {}, set()
        self.body = int(ready.numbers[at.START_BOXES + at.BODY])
        self.at_start = self.body
        self.side = None
        self.events = battle.events[: battle.game[at.EVENTS]].tolist()

    def watch(self):
        """Check every event."""
        for what, a, b, c, *_ in self.events:
            if what == event.PLAYER_TURN:
                self.end_of_turn()
                self.side, self.steps, self.entered, self.began = b, {}, set(), self.body
            elif what == event.PLACED:
                assert a not in self.hex
                assert self.ready.hexes[b, at.CRATER] == 0
                self.hex[a] = b
            elif what == event.ENTERED:
                assert a not in self.hex
                self.hex[a] = b
                self.entered.add(a)
                self.facing[a] = c
                self.steps[a] = []
            elif what == event.FLOWN_STEP:
                flown = self.facing[a]
                assert b - self.hex[a] in (STEP[flown], STEP[(flown + 1) % SIDES])  # 11.041
                self.steps.setdefault(a, []).append(b)
                self.hex[a] = b
            elif what == event.TURNED_TO:
                self.flew_in_full(a)
                assert (c - self.facing[a]) % SIDES in (0, 1, SIDES - 1)  # 11.042
                self.facing[a] = c
            elif what == event.MOVED:
                points = self.rows[a][at.MOVE] + self.rows[a][at.SECOND]
                assert apart(self.hex[a], b) <= points
                self.hex[a] = b
            elif what == event.ATTACKED:
                self.fired(a, b)
            elif what in (event.LOST_UNIT, event.LEFT_MAP):
                assert a not in self.gone
                self.gone.add(a)
                self.hex.pop(a, None)
            elif what == event.LOST_BOXES and a == at.BODY:
                self.body = c

    def flew_in_full(self, unit):
        """11.07: the whole allowance, no more and no less, the entry hex counted (P8)."""
        row, steps = self.rows[unit], len(self.steps.get(unit, [])) + (unit in self.entered)
        if row[at.CLASS] == at.FIGHTER:
            assert steps in (row[at.MOVE] - 1, row[at.MOVE])
        elif row[at.CLASS] == at.FORTRESS:
            assert steps == movement_allowance(self.began, self.at_start, row[at.MOVE], 0)
        else:
            assert steps == row[at.MOVE]

    def fired(self, actor, target):
        """B4, 13.02: nobody fires beyond range or arc, or at friends."""
        row, place, there = self.rows[actor], self.hex[actor], self.hex[target]
        assert row[at.SIDE] != self.rows[target][at.SIDE]
        reach = row[at.RANGE] or 5
        assert apart(place, there) <= reach
        if row[at.CLASS] == at.FIGHTER:
            assert min(ahead(place, self.facing[actor], there)) >= 0

    def end_of_turn(self):
        """B3: one ground unit in a hex, or up to three squads."""
        stacks = {}
        for unit, place in self.hex.items():
            if self.rows[unit][at.CLASS] < at.OGRE:
                stacks.setdefault(place, []).append(self.rows[unit][at.CLASS])
        for stack in stacks.values():
            assert len(stack) == 1 or (set(stack) == {at.INFANTRY} and len(stack) <= 3)


@pytest.mark.parametrize("name", [*SCENARIOS, *DRAWN])
def test_nothing_impossible_happens(name):
    ready = packed(name)
    for trial in range(TRIALS):
        battle = played(ready, KEY, trial)
        watcher = Watcher(ready, battle)
        watcher.watch()
        places = battle.units[: battle.numbers[at.UNITS], at.PLACE]
        alive, lost = int((places <= at.OFF_MAP).sum()), int((places == at.DESTROYED).sum())
        assert alive + lost + int((places == at.LEFT).sum()) == battle.numbers[at.UNITS]
        assert watcher.gone == {unit for unit, place in enumerate(places) if place > at.OFF_MAP}
        on_map = {unit for unit, place in enumerate(places) if place == at.HERE}
        assert all(watcher.hex[unit] == battle.units[unit, at.HEX] for unit in on_map)
        assert battle.here.sum() == sum(
            1 if row[at.CLASS] == at.INFANTRY else 16
            for row in battle.units if row[at.PLACE] == at.HERE and row[at.CLASS] < at.OGRE
        )  # fmt: skip
