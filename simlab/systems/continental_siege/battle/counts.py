"""What is counted of a battle: the packed battle, blocks of counts, the tables that people read (6e, Outputs)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simlab.outcome import Counted, OutcomeSpace, Table, whole
from simlab.systems.continental_siege.rules import layout as at

NAME_LETTERS, MOST_TURNS = 24, 125
SIDES = ("defender", "attacker")
LEVELS = (
    "complete_attacker_victory", "attacker_victory", "marginal_attacker_victory",
    "marginal_defence_victory", "defence_victory", "complete_defence_victory",
)  # fmt: skip
ENDINGS = ("ogre_or_fortress_destroyed", "ogre_or_fortress_left", "no_defender_left", "deadlock", "turn_limit")
WEAPONS = {at.AP: "ap", at.SECONDARY: "secondary", at.MAIN: "main", at.MISSILE: "missile", at.BOMBLOAD: "bombload"}


class Packed(NamedTuple):
    """A packed battle; the arrays are those of `Battle`.

    kinds: int64[k, 2 + NAME_LETTERS], for each kind of unit its side, how many there are, and the letters of its id.
    doctrines: likewise for each doctrine of a side its side, its weight and the letters of its name (W9).
    """

    units: np.ndarray
    hexes: np.ndarray
    ground: np.ndarray
    flight: np.ndarray
    numbers: np.ndarray
    kinds: np.ndarray
    doctrines: np.ndarray


def kind_names(packed: Packed) -> list[str]:
    """Names of the kinds of units, such as ``defender:gev``."""
    return [f"{SIDES[row[0]]}:{''.join(chr(letter) for letter in row[2:] if letter)}" for row in packed.kinds.tolist()]


def doctrine_names(packed: Packed, side: int) -> list[str]:
    """Names of the doctrines of a side that may be drawn, in their order; long ones are cut off."""
    rows = packed.doctrines.tolist()
    return ["".join(chr(letter) for letter in row[2:] if letter) for row in rows if row[0] == side]


def points_of(packed: Packed, side: int) -> int:
    """Victory points of all units of a side together; where they are drawn, at most."""
    return int(packed.numbers[at.MOST_POINTS + side])


def blocks(packed: Packed) -> list[Counted]:
    """The counted blocks in the order of the flat vector."""
    numbers = packed.numbers
    won, lost = points_of(packed, at.ATTACKER), points_of(packed, at.DEFENDER)
    body = int(numbers[at.START_BOXES + at.BODY]) // 2
    return [
        Counted("level", ("level",), tuple((level,) for level in LEVELS)),
        Counted("ending", ("ending",), tuple((ending,) for ending in ENDINGS)),
        Counted("game_turns", ("game_turns",), tuple((n,) for n in range(1, MOST_TURNS + 1))),
        Counted("points", ("points",), tuple((n,) for n in range(-lost, won + 1))),
        Counted("body_left", ("body_left",), tuple((n,) for n in range(body + 1))),
        *(
            Counted(
                f"{name}_left", (f"{name}_left",), tuple((n,) for n in range(int(numbers[at.START_BOXES + sort]) + 1))
            )
            for sort, name in WEAPONS.items()
        ),
        *(
            Counted(f"lost:{name}", ("lost",), tuple((n,) for n in range(int(count) + 1)))
            for name, count in zip(kind_names(packed), packed.kinds[:, 1], strict=True)
        ),
    ]


def number_cells(packed: Packed) -> None:
    """Write the first cell of every block into the numbers, for the kernel."""
    places = [at.OUT_LEVEL, at.OUT_END, at.OUT_TURNS, at.OUT_POINTS, at.OUT_BODY]
    places += [at.OUT_WEAPONS + sort for sort in WEAPONS]
    places += [at.OUT_LOSSES + kind for kind in range(len(packed.kinds))]
    cell = 0
    for place, block in zip(places, blocks(packed), strict=True):
        packed.numbers[at.OUT + place] = cell
        cell += len(block.rows)
    packed.numbers[at.OUT + at.ZERO_POINTS] = points_of(packed, at.DEFENDER)
    packed.numbers[at.OUT + at.KINDS] = len(packed.kinds)


def space_of(packed: Packed) -> OutcomeSpace:
    """Victory levels, how the battle ended, its length, points, what is left of the sheet, losses by kind of unit."""
    counted = blocks(packed)
    level, ending, turns, points, body = counted[:5]
    sheet, losses = counted[5 : 5 + len(WEAPONS)], counted[5 + len(WEAPONS) :]
    raid = bool(packed.numbers[at.RAID])
    return OutcomeSpace(tuple(counted), (
        Table("winner", ("winner",), (("attacker",), ("defender",)), "partition", "level",
              lambda row: (("attacker",),) if LEVELS.index(row[0]) < 3 else (("defender",),), "who wins (B17)"),
        whole(level, "partition", "victory level (B17)"),
        whole(ending, "partition", "how the battle ended (P31)"),
        whole(turns, "tally", "game turns begun"),
        whole(points, "tally", "victory points of the defender less those of the attacker"),
        whole(body, "tally", "propulsion units left" if raid else "tread units left"),
        *(whole(block, "tally", f"{block.name.removesuffix('_left')} boxes left on the sheet") for block in sheet),
        *(whole(block, "tally", f"{block.name.removeprefix('lost:')} destroyed") for block in losses),
    ))  # fmt: skip
