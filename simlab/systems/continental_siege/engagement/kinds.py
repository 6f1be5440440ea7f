"""The kind `attack`: packing, its tables and its example file."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.errors import ScenarioError, nearest
from simlab.outcome import Counted, OutcomeSpace, Table
from simlab.systems.continental_siege.engagement.automaton import Packed, pack_game
from simlab.systems.continental_siege.engagement.groups import strikes
from simlab.systems.continental_siege.engagement.law import exact, exact_fractions
from simlab.systems.continental_siege.engagement.one_target import OneTarget
from simlab.systems.continental_siege.engagement.shapes import AttackShape, repeated
from simlab.systems.continental_siege.engagement.walk import walk
from simlab.systems.continental_siege.rules.fortress import BOX, QUARTERS, ma_drops_late, movement_allowance
from simlab.systems.continental_siege.rules.ogre import OGRE_ROWS
from simlab.systems.continental_siege.rules.results import DISABLED, FIT
from simlab.systems.continental_siege.rules.strength import BOXES, Aim, Arc
from simlab.systems.continental_siege.stands import Armed, Book, aim_at, aim_at_system

RESULTS = ("none", "disabled", "destroyed")
UNIT, SQUADS, SHEET = 0, 1, 2  # what the tables are about: Packed.about[0]
RESULT, USED, LEFT = 0, 1, 2  # blocks


def pack_attack(shape: AttackShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack an `attack` scenario: attackers into attacks, the target's states into tables."""
    book = Book(catalog)
    aim, defence, target, about = _target(shape, rulings, book, where)
    made, _ = strikes(_armed(shape, book, where), aim, defence, shape.range_hexes, _arc(shape), shape.combine, rulings)
    game = OneTarget(made, aim, target, book.crt, rulings)
    about = [about[0], sum(strike.attackers for strike in made), *about[1:]]
    return pack_game(game, 1, 0, 0, where, about=about)


def _armed(shape: AttackShape, book: Book, where: str) -> list[Armed]:
    return [book.armed(word, f"{where}, attackers[{place}]") for place, word in enumerate(repeated(shape.attackers))]


def _arc(shape: AttackShape) -> Arc:
    return Arc[shape.arc.upper()]


def _target(shape: AttackShape, rulings: Any, book: Book, where: str) -> tuple[Aim, int, tuple[int, ...], list[int]]:
    """Sort, defence and first state of the target, and what its tables are about."""
    unit = book.unit(shape.target, f"{where}, target")
    if shape.squads is not None and unit.unit_class != "infantry":
        raise ScenarioError(f"{where}, squads: {unit.id} is no infantry; leave squads out")
    if unit.unit_class in ("ff", "ogre"):
        return _system(unit, shape, rulings, book, where)
    if shape.system_attacked is not None:
        raise ScenarioError(f"{where}, system_attacked: {unit.id} has no record sheet; leave it out (14.06, B11)")
    aim = aim_at(unit)
    if shape.disabled and aim not in (Aim.AIRCRAFT, Aim.ARMOUR):
        raise ScenarioError(f"{where}, disabled: only aircraft, armour and AA units can be disabled beforehand")
    if aim == Aim.INFANTRY:
        squads = shape.squads or 3
        return aim, unit.defence, (FIT,) * squads, [SQUADS, squads]
    defence = int(rulings.cp_defence) if aim == Aim.CP else unit.defence
    return aim, defence, (DISABLED if shape.disabled else FIT,), [UNIT]


def _system(
    unit: Any, shape: AttackShape, rulings: Any, book: Book, where: str
) -> tuple[Aim, int, tuple[int, ...], list[int]]:
    """14.06, B11: a system of a record sheet."""
    rows = book.sheet(unit, where).rows
    if shape.disabled:
        raise ScenarioError(f"{where}, disabled: {unit.id} is attacked by systems; leave disabled out")
    if shape.system_attacked not in rows:
        found = "none given" if shape.system_attacked is None else f'no "{shape.system_attacked}"'
        near = nearest(shape.system_attacked or "", rows)
        raise ScenarioError(f"{where}, system_attacked: {found} on the sheet of {unit.id}; nearest: {near}")
    row = rows[shape.system_attacked]
    aim = aim_at_system(row)
    if aim not in BOXES:
        return aim, row.defence, (FIT,), [UNIT]
    boxes = BOX * row.count
    late = aim == Aim.PROPULSION and ma_drops_late(rulings)
    return aim, 0, (boxes, 0), [SHEET, boxes, QUARTERS if aim == Aim.PROPULSION else OGRE_ROWS, int(late)]


def number(halves: int) -> int | float:
    """Boxes as people count them.

    >>> number(16), number(3)
    (8, 1.5)
    """
    return halves // BOX if halves % BOX == 0 else halves / BOX


def space_of(packed: Packed) -> OutcomeSpace:
    """Blocks: result, attackers used, and squads left or boxes lost."""
    values = [row[:size] for row, size in zip(packed.values.tolist(), packed.sizes.tolist(), strict=True)]
    result = Counted("result_reached", ("result",), tuple((RESULTS[code],) for code in values[RESULT]))
    used = Counted("attackers_used", ("attackers_used",), tuple((count,) for count in values[USED]))
    tables = [
        Table("result", ("result",), tuple((word,) for word in RESULTS), "partition", "result_reached",
              lambda row: (row,), "what becomes of the target"),
        Table("attackers_used", ("attackers_used",), tuple((count,) for count in range(packed.about[1] + 1)), "tally",
              "attackers_used", lambda row: (row,), "attackers that fire"),
    ]  # fmt: skip
    blocks = [result, used]
    if packed.about[0] == SQUADS:
        squads = Counted("squads_left", ("squads_left",), tuple((count,) for count in values[LEFT]))
        blocks.append(squads)
        rows = tuple((count,) for count in range(packed.about[2] + 1))
        tables.append(Table("squads_left", ("squads_left",), rows, "tally", "squads_left", lambda row: (row,),
                            "squads of infantry left"))  # fmt: skip
    elif packed.about[0] == SHEET:
        _, _, whole, rows_of_sheet, late = packed.about.tolist()
        lost = Counted("boxes_lost", ("boxes_lost",), tuple((number(whole - left),) for left in values[LEFT]))
        blocks.append(lost)
        speeds: dict[Any, int] = {number(whole - left): int(movement_allowance(left, whole, rows_of_sheet, bool(late)))
                  for left in values[LEFT]}  # fmt: skip
        tables += [
            Table("boxes_lost", ("boxes_lost",), tuple(sorted(lost.rows)), "tally", "boxes_lost", lambda row: (row,),
                  "boxes of treads or propulsion lost"),
            Table("movement_left", ("movement",), tuple((speed,) for speed in range(rows_of_sheet, -1, -1)),
                  "partition", "boxes_lost", lambda row: ((speeds[row[0]],),), "movement allowance afterwards"),
        ]  # fmt: skip
    return OutcomeSpace(tuple(blocks), tuple(tables))


def _strikes(shape: AttackShape, rulings: Rulings, catalog: Catalog) -> tuple[list[Any], list[str]]:
    """Attacks that are made, and attackers that are passed over."""
    book = Book(catalog)
    aim, defence, _, _ = _target(shape, rulings, book, "attack")
    return strikes(_armed(shape, book, "attack"), aim, defence, shape.range_hexes, _arc(shape), shape.combine, rulings)


def assumptions(shape: AttackShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """Attackers that are passed over."""
    _, passed = _strikes(shape, rulings, catalog)
    counts = {word: passed.count(word) for word in passed}
    return [f"{count} x {word} may not attack this target and is passed over" for word, count in counts.items()]


def notes(shape: AttackShape, rulings: Rulings, catalog: Catalog, packed: Packed) -> list[str]:
    """The same beside the answer, in one line where nobody is left to attack."""
    made, _ = _strikes(shape, rulings, catalog)
    passed = assumptions(shape, rulings, catalog)
    return passed if made else [f"nothing attacks from {shape.range_hexes} hexes away: " + "; ".join(passed)]


EXAMPLE = """\
title = "Two AA units at a bomber"
question = "Is it better to shoot one after another, or together?"
system = "continental_siege"
kind = "attack"

target = "bomber"            # a unit, id or name; simlab units continental_siege lists them
# system_attacked = "main_gun"   # of a Flying Fortress or Ogre: a line of its sheet, "propulsion", "treads"
# squads = 3                 # of an infantry target
# disabled = true            # it is disabled already
attackers = ["heavy_aa", "light_aa"]   # "3 heavy_aa", "csa10.main_gun", "ogre_mk3.missile", "bomber" (a bombload)
combine = false              # true: as many as may add up make one attack
range_hexes = 1              # 0: the same hex
arc = "inside"               # or "boundary", "outside": for those that fire into a forward arc (13.02)

[rulings]
aircraft_second_d = "destroyed"
"""

ATTACK = Kind(
    name="attack", level=Level.ENGAGEMENT, summary="some attackers at one target in one phase",
    shape=AttackShape, pack=pack_attack, space=space_of, kernel=walk, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("result", ("destroyed",)), example=EXAMPLE, assumptions=assumptions,
    notes=notes,
)  # fmt: skip
