"""What must hold in every battle of Continental Siege, read from its log alone.

The log is told again here with its own bookkeeping and its own geometry (angles of a drawing, section 4.1), so that an
error of the twin's hexes shows too. All checks are for the default rulings.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, ceil, degrees, sqrt
from typing import Any

from .continental_siege_hexes import CRATERS, FACING_NAMES, Hex, on_map
from .continental_siege_tables import sheet_of, unit_types

BEARINGS = {"NE": 60, "E": 0, "SE": -60, "SW": -120, "W": 180, "NW": 120}
SPACING = sqrt(3)  # between the middles of neighbouring hexes


class Broken(AssertionError):
    """An invariant does not hold."""


def must(holds: object, what: str = "") -> None:
    """Raise Broken unless something holds."""
    if not holds:
        raise Broken(what)


def middle(a: Hex) -> tuple[float, float]:
    """Middle of a hex in a drawing with corners at distance 1, y upwards."""
    return 1.5 * a[0], -SPACING * (a[1] + a[0] / 2)


def steps_between(a: Hex, b: Hex) -> int:
    """Hex distance, as the least number of rings around `a` that reach `b`."""
    dx, dy = (abs(p - q) for p, q in zip(middle(a), middle(b), strict=True))
    columns = round(dx / 1.5)
    half_rows = round(2 * dy / SPACING)
    return columns + max(0, (half_rows - columns + 1) // 2)


def bears(a: Hex, facing: int, b: Hex) -> bool:
    """Whether `b` lies within 30 degrees of the corner faced, or is the own hex."""
    if a == b:
        return True
    (x, y), (u, v) = middle(a), middle(b)
    off = (degrees(atan2(v - y, u - x)) - BEARINGS[FACING_NAMES[facing]] + 180) % 360 - 180
    return abs(off) <= 30 + 1e-6


@dataclass
class Piece:
    """A unit as the log tells it."""

    name: str
    side: str
    hex: Hex | None
    facing: int = -1
    alive: bool = True
    disabled: bool = False
    loads: int = 0
    boxes: dict[str, float] = field(default_factory=dict)
    entered: bool = False
    path: tuple[Hex, ...] = ()

    @property
    def kind(self) -> str:
        """Class of the unit."""
        return unit_types()[self.name].kind

    @property
    def where(self) -> Hex:
        """Its hex, which must be on the map."""
        if self.hex is None or not on_map(self.hex):
            raise Broken(f"{self.name} is not on the map")
        return self.hex

    @property
    def flies(self) -> bool:
        """Whether it is an aircraft."""
        return self.kind in ("aircraft", "ff")


class Retold:
    """A battle told again from its log; `check` raises Broken with the first event that cannot be."""

    def __init__(self, log: list[tuple[Any, ...]]):
        self.log = log
        self.pieces: dict[int, Piece] = {}
        self.side = ""
        self.moved: set[int] = set()
        self.weapons_fired: dict[tuple[int, str], int] = {}
        self.bombed_hex: Hex | None = None

    def check(self) -> None:
        """Tell the whole log."""
        for n, event in enumerate(self.log):
            try:
                handler = getattr(self, "_" + event[0], None)
                if handler is not None:
                    handler(*event[1:])
            except Broken as error:
                raise Broken(f"event {n}: {event}: {error}") from error
        must(self.log[-1][0] == "over")

    def _unit(self, number: int, name: str, side: str, a: Hex | None) -> None:
        must(number == len(self.pieces), "ids are counted from 0")
        piece = Piece(name, side, a, entered=a is not None)
        if name == "bomber":
            piece.loads = 3
        if piece.kind in ("ogre", "ff"):
            piece.boxes = {system: line.count for system, line in sheet_of(name).items()}
        self.pieces[number] = piece

    def _turn(self, turn: int, side: str) -> None:
        if turn > 1:
            self._end_of_turn()
        self.side, self.moved, self.weapons_fired = side, set(), {}

    def _end_of_turn(self) -> None:
        """Every aircraft of the side has flown; no illegal stack (B3)."""
        places: dict[Hex, list[Piece]] = {}
        for number, piece in self.pieces.items():
            if piece.alive and piece.flies and piece.side == self.side:
                must(number in self.moved, f"{piece.name} {number} has not flown")
            if piece.alive and not piece.flies and piece.hex is not None:
                places.setdefault(piece.hex, []).append(piece)
        for a, there in places.items():
            must(on_map(a) and a not in CRATERS, f"a ground unit in {a}")
            ogre = [piece for piece in there if piece.kind == "ogre"]
            rest = [piece for piece in there if piece.kind != "ogre"]
            must(len(ogre) <= 1)
            squads = all(piece.kind == "infantry" for piece in rest)
            must(len(rest) <= (3 if squads else 1), f"{len(rest)} units in {a}")
            must(len({piece.side for piece in rest}) <= 1)

    def _own(self, number: int) -> Piece:
        piece = self.pieces[number]
        must(piece.alive, "it is gone")
        return piece

    def _move(self, turn: int, number: int, start: Hex | None, end: Hex) -> None:
        piece = self._own(number)
        must(piece.side == self.side and not piece.disabled and not piece.flies)
        must(piece.hex == start, "it was somewhere else")
        if start is not None:
            limit = {"ogre": 1}.get(piece.kind, unit_types()[piece.name].move)
            must(steps_between(start, end) <= limit, "too far")
        piece.hex = end
        piece.entered = True

    def _fly(
        self, turn: int, number: int, start: Hex | None, path: tuple[Hex, ...], flown: int, facing: int, leaves: bool
    ) -> None:
        piece = self._own(number)
        must(piece.side == self.side and number not in self.moved)
        self.moved.add(number)
        must(start == piece.hex)
        allowed = {"bomber": (5,), "fighter": (5, 6)}.get(piece.name)
        if allowed is None:
            allowed = (ceil(4 * piece.boxes["propulsion"] / sheet_of(piece.name)["propulsion"].count),)
        if leaves:
            must(len(path) < max(allowed))
        else:
            must(len(path) in allowed, f"{len(path)} hexes")
        chain = path if start is None else (start, *path)
        for here, there in pairwise(chain):
            must(steps_between(here, there) == 1 and bears(here, flown, there), f"step {here} {there}")
        if start is None:
            must(not piece.entered and on_map(path[0]))
        else:
            must(flown == piece.facing, "the facing has changed between two moves")
        must(leaves or (facing - flown) % 6 in (0, 1, 5))
        piece.hex, piece.facing, piece.entered = (path[-1] if path else start), facing, True
        piece.path = path

    def _drop(self, turn: int, number: int, system: str, loads: int, a: Hex) -> None:
        piece = self._own(number)
        must(piece.side == self.side and not piece.disabled and on_map(a))
        must(a in piece.path, "not on its path")
        if piece.kind == "ff":
            piece.boxes[system] -= loads
            must(piece.boxes[system] >= 0)
        else:
            piece.loads -= loads
            must(piece.loads >= 0)
        self.bombed_hex = a

    def _bomb(self, turn: int, number: int, n: int, target: int, *rest: Any) -> None:
        victim = self.pieces[target]
        must(victim.alive and not victim.flies and victim.hex == self.bombed_hex, "not under the bomb")

    def _attack(
        self, turn: int, phase: int, firers: tuple[tuple[int, str], ...], target: int, system: str, *rest: Any
    ) -> None:
        enemy = self._own(target)
        for number, weapon in firers:
            piece = self._own(number)
            must(piece.side == self.side != enemy.side)
            must(not piece.disabled, "disabled")
            reach = unit_types()[piece.name].range if not piece.boxes else sheet_of(piece.name)[weapon].range
            must(steps_between(piece.where, enemy.where) <= reach, "out of range")
            if piece.name == "fighter" or weapon in ("main_gun", "secondary_gun"):
                must(bears(piece.where, piece.facing, enemy.where), "out of arc")
            if enemy.flies:
                able = piece.kind == "aa" or piece.name in ("fighter", "howitzer", "mobile_howitzer")
                must(able or weapon in ("missile", "main_battery", "main_gun", "secondary_gun", "aam"))
            else:
                must(weapon != "aam")
            self._spend(piece, number, weapon)
        if system:
            must(enemy.boxes[system] > 0)

    def _spend(self, piece: Piece, number: int, weapon: str) -> None:
        if weapon in ("missile", "aam"):
            piece.boxes[weapon] -= 1
            must(piece.boxes[weapon] >= 0, "no such missile is left")
            return
        spent = self.weapons_fired[number, weapon] = self.weapons_fired.get((number, weapon), 0) + 1
        most = piece.boxes[weapon] if piece.boxes else 2 if weapon == "half" else 1
        must(spent <= most, "fired twice")

    def _boxes(self, turn: int, number: int, system: str, left: str) -> None:
        piece = self._own(number)
        must(0 <= int(left) < piece.boxes[system])
        piece.boxes[system] = int(left)

    def _ram(self, turn: int, number: int, target: int, die: int) -> None:
        must(self._own(number).hex == self._own(target).hex)
        must(die or self.pieces[target].disabled or not unit_types()[self.pieces[target].name].move)

    def _disabled(self, turn: int, number: int) -> None:
        self._own(number).disabled = True

    def _recovers(self, turn: int, number: int) -> None:
        must(self.pieces[number].disabled)
        self.pieces[number].disabled = False

    def _gone(self, turn: int, number: int) -> None:
        self._own(number).alive = False

    _destroyed = _spent = _left = _gone


def check_log(log: list[tuple[Any, ...]]) -> None:
    """Raise Broken unless everything in this log can be."""
    Retold(log).check()
