"""One battle told turn by turn, with every die: the events that the kernel's own functions write down."""

from __future__ import annotations

import numpy as np

from simlab.dice import level
from simlab.systems.continental_siege.battle import effects as event
from simlab.systems.continental_siege.battle.board import CODEC
from simlab.systems.continental_siege.battle.counts import ENDINGS, LEVELS, SIDES, Packed, doctrine_names, kind_names
from simlab.systems.continental_siege.battle.course import play
from simlab.systems.continental_siege.rules import layout as at
from simlab.systems.continental_siege.rules.hexes import FACINGS, label
from simlab.systems.continental_siege.rules.layout import Battle, axial_of
from simlab.systems.continental_siege.rules.odds import COLUMNS, RESULTS

MOST_EVENTS = 1 << 16
# Of the sheet, by place in the layout.
WORDS = ("AP", "secondary", "main", "missile", "bombload", "treads")
WORDS_IN_THE_AIR = ("AP bomb", "secondary gun", "main gun", "air-to-air missile", "bombload", "propulsion")


def _column(number: int) -> str:
    """A column of the CRT as people write it.

    >>> _column(0), _column(3)
    ('below 1-2', 'odds 2-1')
    """
    word, _, odds = COLUMNS[number].partition("_")
    return f"{word} {odds.replace('_', '-')}"


def new_battle(packed: Packed, events: int) -> Battle:
    """A battle with room for so many events."""
    return Battle(
        np.zeros_like(packed.units), np.zeros(at.GAME_SIZE, np.int64), np.zeros(at.HEXES, np.int64),
        np.zeros(at.SCRATCH, np.int64), np.zeros((events, at.EVENT_WIDTH), np.int64),
        packed.hexes, packed.ground, packed.flight, packed.numbers.copy(),
    )  # fmt: skip


def played(packed: Packed, key: int, trial: int, events: int = MOST_EVENTS) -> Battle:
    """The battle of one trial after its last event, played by the kernel's functions in the interpreter."""
    battle = new_battle(packed, events)
    play(battle, packed.units, level(key, trial))
    return battle


def bombs_in_words(kind: int, loads: int) -> str:
    """How many bombs fall together.

    >>> bombs_in_words(0, 1), bombs_in_words(1, 5)
    ('a bombload', '5 AP bombs added up')
    """
    one = ("a bombload", "an AP bomb")[kind]
    return one if loads == 1 else f"{loads} {('bombloads', 'AP bombs')[kind]} added up"


class Teller:
    """Turns events into sentences."""

    def __init__(self, packed: Packed, units: np.ndarray | None = None) -> None:
        self.kinds = kind_names(packed)
        self.units = packed.units if units is None else units  # of this trial, where forces are drawn
        raid = bool(packed.numbers[at.RAID])
        self.doctrines = [doctrine_names(packed, side) for side in (at.DEFENDER, at.ATTACKER)]
        self.words = WORDS_IN_THE_AIR if raid else WORDS

    def unit(self, number: int) -> str:
        """Name and id of a unit, such as gev 24."""
        return f"{self.kinds[self.units[number, at.KIND]].partition(':')[2]} {number}"

    def place(self, number: int) -> str:
        """The hex number of the published map; off the map its row runs on beyond the edge."""
        return label(axial_of(number), CODEC)

    def _weapons(self, counts: tuple[int, ...]) -> str:
        """Weapons of the sheet with how many of each."""
        return ", ".join(f"{count} {word}" for word, count in zip(self.words, counts, strict=False) if count)

    def lines(self, events: np.ndarray) -> list[str]:
        """All events in words; the steps of a flight are one line."""
        told: list[str] = []
        flown: list[str] = []
        dice: list[int] = []
        for what, a, b, c, d, e, *_ in events.tolist():
            if what == event.FLOWN_STEP:
                flown.append(self.place(b))
                continue
            if what == event.DIE:
                dice.append(a)
                continue
            if flown:
                told.append(f"  flies {' '.join(flown)}")
                flown = []
            die = f", die {' '.join(map(str, dice))}" if dice else ", no die"
            if what == event.PLAYER_TURN and dice:
                told.append(f"first player{die}: {SIDES[b]}")
                dice = []
            line = self._line(what, a, b, c, d, e, die)
            if what in (event.ATTACKED, event.SHEET_ATTACKED, event.BOMBED, event.RAMMED, event.SPILLED_OVER):
                dice = []
            if line:
                told.append(line)
        return told

    def _line(self, what: int, a: int, b: int, c: int, d: int, e: int, die: str) -> str:
        if what == event.PLAYER_TURN:
            return f"player-turn {a}: {SIDES[b]}"
        if what == event.ENDED:
            return f"over: {ENDINGS[a - 1]}, {LEVELS[b - 1]}"
        if what == event.SPILLED_OVER:
            column = f"{COLUMNS[c].replace('_', ' ')}{die}: {RESULTS[d]}"
            return f"    spillover on {self.unit(a)} with {b / 4:g}, {column}"
        if what == event.LOST_BOXES:
            shown = (b / 2, c / 2) if a == at.BODY else (b, c)
            return f"    {self.words[a]}: {shown[0]:g} lost, {shown[1]:g} left"
        odds = f"{_column(d)}{die}: {RESULTS[e]}" if d < len(COLUMNS) and e < len(RESULTS) else ""
        return {
            event.MOVED: lambda: f"  {self.unit(a)} to {self.place(b)}",
            event.TURNED_TO: lambda: f"  {self.unit(a)} at {self.place(b)} faces {FACINGS[c]}",
            event.ENTERED: lambda: f"  {self.unit(a)} enters at {self.place(b)}",
            event.JOINED: lambda: f"  {self.unit(a)} joins {self.unit(b)}",
            event.ATTACKED: lambda: f"  {self.unit(a)} attacks {self.unit(b)} with {c / 2:g}, {odds}",
            event.WEAPONS_USED: lambda: f"  fires {self._weapons((a, b, c, d))}:",
            event.BOMBED: lambda: f"    bomb on {self.unit(b)} with {c / 2:g}, {odds}",
            event.SHEET_ATTACKED: lambda: f"  {self.unit(a)} attacks {self.words[b]} with {c / 2:g}, {odds}",
            event.DISABLED_UNIT: lambda: f"    {self.unit(a)} is disabled",
            event.RECOVERED: lambda: f"  {self.unit(a)} recovers",
            event.LOST_UNIT: lambda: f"    {self.unit(a)} is destroyed",
            event.LEFT_MAP: lambda: f"    {self.unit(a)} leaves the game",
            event.DROPPED_LOAD: lambda: f"  {self.unit(a)} drops {bombs_in_words(c, d)} on {self.place(b)}",
            event.SILENCED_BOX: lambda: f"    {self.words[a]} silenced: {b}",
            event.LOST_ATTACK: lambda: f"  {self.unit(a)}: the attack on {self.unit(b)} is lost",
            event.PLACED: lambda: f"{self.unit(a)} stands at {self.place(b)}",
            event.AIMED: lambda: f"  {self.unit(a)} turns to {FACINGS[c]}",
            event.DREW: lambda: f"the {SIDES[a]} plays {self.doctrines[a][b]}, die {c} of {d}",
            event.RAMMED: lambda: f"  {self.unit(a)} rolls over {self.unit(b)}{die}",
        }.get(what, lambda: "")()


def told(packed: Packed, key: int, trial: int) -> list[str]:
    """One trial turn by turn, every die with it (`Kind.replay`)."""
    battle = played(packed, key, trial)
    return Teller(packed, battle.units).lines(battle.events[: battle.game[at.EVENTS]])
