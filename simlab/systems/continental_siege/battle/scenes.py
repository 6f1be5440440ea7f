"""One battle as maps, a map for each player-turn: the events of its replay, followed on a board of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.moments import Drawing, Moment
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.board import CODEC, Board, ogre_map
from simlab.systems.continental_siege.battle.counts import ENDINGS, LEVELS, SIDES, Packed
from simlab.systems.continental_siege.battle.replay import Teller, played
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import label
from simlab.systems.continental_siege.rules.layout import axial_of
from simlab.systems.continental_siege.rules.odds import RESULTS

Thing = dict[str, Any]
SHORT = {
    "bomber": "BMB", "fighter": "FTR", "csa10": "FF", "csa15": "FF", "light_aa": "LAA", "heavy_aa": "HAA",
    "heavy_tank": "HVY", "missile_tank": "MSL", "gev": "GEV", "light_tank": "LT", "superheavy": "SHVY",
    "howitzer": "HWZ", "mobile_howitzer": "MHWZ", "infantry_squad": "INF", "cp": "CP", "ogre_mk3": "OGRE",
    "ogre_mk5": "OGRE",
}  # fmt: skip
SORTS = {at.OGRE: "big", at.FORTRESS: "big"}
AIRCRAFT = (at.BOMBER, at.FIGHTER, at.FORTRESS)


def short_name(unit: str) -> str:
    """What a counter of a type of unit says.

    >>> short_name("gev"), short_name("hover_gun")
    ('GEV', 'HG')
    """
    return SHORT.get(unit) or "".join(word[0] for word in unit.split("_") if word).upper()


class Follower:
    """Follows the events of a battle with its own record of who is where."""

    def __init__(self, packed: Packed, board: Board, names: dict[str, str], units: np.ndarray | None = None) -> None:
        """units: those of the trial, where forces or places are drawn; their places are then told as events."""
        self.packed, self.teller = packed, Teller(packed, units)
        self.rows = (packed.units if units is None else units).tolist()
        self.types = [self.teller.kinds[row[at.KIND]].partition(":")[2] for row in self.rows]
        self.names = names
        self.ground = _ground(board)
        set_up = packed.units.tolist() if units is None else []
        self.place = {unit: row[at.HEX] for unit, row in enumerate(set_up) if row[at.PLACE] == at.HERE}
        self.waiting = [unit for unit, row in enumerate(self.rows) if row[at.CLASS] >= at.OGRE]
        self.facing: dict[int, int] = {}
        self.disabled: set[int] = set()
        self.left: list[int] = []
        self.at_start = packed.numbers[at.START_BOXES : at.START_BOXES + at.SORTS].tolist()
        self.boxes = list(self.at_start)
        self.big = next(unit for unit, row in enumerate(self.rows) if row[at.CLASS] in (at.OGRE, at.FORTRESS))
        self.air = any(row[at.CLASS] in AIRCRAFT for row in self.rows)
        self._clear()

    def _clear(self) -> None:
        """Forget what belongs to one player-turn."""
        self.happened: list[Thing] = []
        self.lost: list[tuple[int, int]] = []
        self.joined: list[int] = []

    def moment(self, title: str, events: np.ndarray) -> Moment:
        """Follow the events of a player-turn, and show how it ends."""
        self._clear()
        for what, a, b, c, d, e, *_ in events.tolist():
            self._follow(what, a, b, c, d, e)
        drawing = Drawing("hex_map", self.things(), self.alt(title))
        return Moment(title[:1].upper() + title[1:], self.teller.lines(events), [drawing])

    def _follow(self, what: int, a: int, b: int, c: int, d: int, e: int) -> None:
        if what == event.PLACED:
            self.place[a] = b
        elif what == event.AIMED:
            self.facing[a] = c
        elif what == event.ENTERED:
            self.waiting = [unit for unit in self.waiting if unit != a]
            self.place[a] = b
            if self.rows[a][at.CLASS] in AIRCRAFT:
                self.facing[a] = c
        elif what in (event.MOVED, event.FLOWN_STEP):
            self._between("move", a, self.place[a], b)
            self.place[a] = b
        elif what == event.TURNED_TO:
            self.facing[a] = c
        elif what == event.JOINED:
            self.joined.append(a)
        elif what in (event.ATTACKED, event.SHEET_ATTACKED):
            self._attack(a, b if what == event.ATTACKED else self.big, RESULTS[e])
        elif what == event.DROPPED_LOAD:
            self._put("bomb", b, side=self._side(a), result="")
            if a == self.big:
                self.boxes[at.AP if c else at.BOMBLOAD] -= d
        elif what == event.BOMBED:
            self._bombed(RESULTS[e])
        elif what == event.DISABLED_UNIT:
            self.disabled.add(a)
        elif what == event.RECOVERED:
            self.disabled.discard(a)
        elif what == event.LOST_BOXES:
            self.boxes[a] = c
        elif what == event.WEAPONS_USED:
            self.boxes[at.MISSILE] = e
        elif what in (event.LOST_UNIT, event.LEFT_MAP):
            self._gone(a, what == event.LOST_UNIT)

    def _attack(self, actor: int, target: int, result: str) -> None:
        """An attack of one or several units; that of a bomber falls from above."""
        if self.rows[actor][at.CLASS] == at.BOMBER:
            self._bombed(result)
            return
        for unit in (actor, *self.joined):
            self._between("shot", unit, self.place[unit], self.place[target], result=result)
        self.joined = []

    def _bombed(self, result: str) -> None:
        """A result of the bombs that fell last."""
        last = next(thing for thing in reversed(self.happened) if thing["what"] == "bomb")
        last["result"] = f"{last['result']} {result}".strip()

    def _gone(self, unit: int, destroyed: bool) -> None:
        """A unit is out of the game."""
        place = self.place.pop(unit, None)
        self.disabled.discard(unit)
        if unit in self.waiting:
            self.waiting.remove(unit)
        if destroyed and place is not None:
            self.lost.append((unit, place))
        elif not destroyed:
            self.left.append(unit)

    def _side(self, unit: int) -> str:
        return SIDES[self.rows[unit][at.SIDE]]

    def _put(self, what: str, place: int, **more: Any) -> None:
        q, r = axial_of(place)
        self.happened.append({"what": what, "q": q, "r": r, **more})

    def _between(self, what: str, unit: int, begin: int, end: int, **more: Any) -> None:
        to_q, to_r = axial_of(end)
        self._put(what, begin, to_q=to_q, to_r=to_r, side=self._side(unit), **more)

    def things(self) -> list[Thing]:
        """The map, what happened on it in this player-turn, and how it stands now: rows for `plots.hex_map`."""
        standing = [
            self._counter(unit, place, "disabled" if unit in self.disabled else "")
            for unit, place in self.place.items()
        ]
        fallen = [self._counter(unit, place, "lost") for unit, place in self.lost]
        margin = [{"what": "margin", "q": 0, "r": 0}] if self.air else []
        notes = [{"what": "note", "name": text, "q": 0, "r": 0} for text in self.notes()]
        return [*self.ground, *margin, *self.happened, *standing, *fallen, *notes]

    def _counter(self, unit: int, place: int, status: str) -> Thing:
        q, r = axial_of(place)
        sort = self.rows[unit][at.CLASS]
        note = self._body_note() if unit == self.big else str(unit)
        counter = {
            "what": "counter", "q": q, "r": r, "name": short_name(self.types[unit]), "note": note,
            "side": self._side(unit), "sort": SORTS.get(sort, "air" if sort in AIRCRAFT else "ground"),
            "status": status,
        }  # fmt: skip
        if unit in self.facing and status != "lost":
            counter["facing"] = self.facing[unit]
        return counter

    def _body_note(self) -> str:
        letters = "PU" if self.rows[self.big][at.CLASS] == at.FORTRESS else "T"
        return f"{letters}{self.boxes[at.BODY] / 2:g}"

    def notes(self) -> list[str]:
        """The sheet, who is not on the map, what the letters on the counters mean."""
        sheet = [
            f"{word} {self.boxes[sort] / (2 if sort == at.BODY else 1):g} of {start / (2 if sort == at.BODY else 1):g}"
            for sort, (word, start) in enumerate(zip(self.teller.words, self.at_start, strict=True))
            if start
        ]
        lines = [f"{self._full(self.big)}: {', '.join(reversed(sheet))}."]
        for words, units in (("Not yet on the map", self.waiting), ("Has left", self.left)):
            if units:
                lines.append(f"{words}: {', '.join(self._full(unit) for unit in units)}.")
        letters = dict.fromkeys((short_name(name), name) for name in self.types)
        meant = [f"{short}: {self._of_type(name)}" for short, name in letters if short != self._of_type(name)]
        lines.append("; ".join(meant) + ".")
        return lines

    def _of_type(self, name: str) -> str:
        return self.names.get(name, name.replace("_", " "))

    def _full(self, unit: int) -> str:
        same = self.types.count(self.types[unit]) > 1
        return self._of_type(self.types[unit]) + (f" {unit}" if same else "")

    def alt(self, title: str) -> str:
        """The map in words."""
        counted = [sum(self.rows[unit][at.SIDE] == side for unit in self.place) for side in range(len(SIDES))]
        shots = [thing["result"] for thing in self.happened if thing["what"] == "shot"]
        parts = [f"Hex map at the end of {title}: {counted[0]} units of the defender, {counted[1]} of the attacker."]
        if self.big in self.place:
            left = f"{self.teller.words[at.BODY]} {self.boxes[at.BODY] / 2:g}"
            parts.append(f"{self._full(self.big)} in {self.teller.place(self.place[self.big])}, {left}.")
        if shots:
            parts.append(f"Arrows of attacks: {', '.join(f'{shots.count(r)} {r}' for r in RESULTS if r in shots)}.")
        if self.lost:
            parts.append(f"Destroyed: {', '.join(self._full(unit) for unit, _ in self.lost)}.")
        return " ".join(parts)


def _ground(board: Board) -> list[Thing]:
    """The hexes of the published map with their numbers, craters and rubble (B16)."""
    things: list[Thing] = []
    for number in board.order:
        q, r = axial_of(number)
        name = label((q, r), CODEC)
        things.append({"what": "hex", "q": q, "r": r, "name": name, "crater": number in board.craters})
    for one, other in sorted(board.rubble):
        if one < other:
            (q, r), (to_q, to_r) = axial_of(one), axial_of(other)
            things.append({"what": "rubble", "q": q, "r": r, "to_q": to_q, "to_r": to_r})
    return things


def turns_of(events: np.ndarray) -> list[np.ndarray]:
    """The events cut at the beginnings of player-turns; the first piece is what came before them."""
    begins = np.flatnonzero(events[:, 0] == event.PLAYER_TURN)
    return np.split(events, begins)


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """One trial as maps (`Kind.moments`): the set-up, then each player-turn as it ends, with every die."""
    battle = played(packed, key, trial)
    names = {row.id: row.name for row in catalog.rows("units")}
    drawn = battle.units[: battle.numbers[at.UNITS]] if packed.numbers[at.ROOM] else None
    follower = Follower(packed, ogre_map(catalog.rows("map_ogre")), names, drawn)
    before, *turns = turns_of(battle.events[: battle.game[at.EVENTS]])
    # The die for the first player stands before the first player-turn and is told with it.
    moments = [follower.moment("the set-up", before)]
    for number, events in enumerate(turns, start=1):
        told = np.concatenate([before[before[:, 0] == event.DIE], events]) if number == 1 else events
        moments.append(follower.moment(_title(number, int(events[0, 2]), turns), told))
    return moments


def _title(number: int, side: int, turns: Sequence[np.ndarray]) -> str:
    game_turn = (number + 1) // 2
    title = f"player-turn {number} of {len(turns)}: {SIDES[side]}, game turn {game_turn}"
    last = turns[-1][-1].tolist()
    if number == len(turns) and last[0] == event.ENDED:
        title += f"; {ENDINGS[last[1] - 1].replace('_', ' ')}, {LEVELS[last[2] - 1].replace('_', ' ')}"
    return title
