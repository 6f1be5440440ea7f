"""The kind `attrition`: packing, its tables and its example file."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Kind, Level, Rulings
from simlab.errors import ScenarioError
from simlab.outcome import Counted, OutcomeSpace, Table
from simlab.systems.continental_siege.addresses import DICE_A_HAND
from simlab.systems.continental_siege.engagement.automaton import Packed, pack_game
from simlab.systems.continental_siege.engagement.kinds import number
from simlab.systems.continental_siege.engagement.law import exact_fractions
from simlab.systems.continental_siege.engagement.walk import walk
from simlab.systems.continental_siege.mission.battery import SYSTEMS, Battery, named_policy
from simlab.systems.continental_siege.mission.best import loses, solve
from simlab.systems.continental_siege.mission.fortress_game import FATES, NOT_REACHED, FortressGame
from simlab.systems.continental_siege.mission.plain import exact, plain_numbers
from simlab.systems.continental_siege.mission.shapes import AttritionShape
from simlab.systems.continental_siege.rules.fortress import QUARTERS, d_silences_fortress, d_silences_weapon
from simlab.systems.continental_siege.rules.strength import BOMBS
from simlab.systems.continental_siege.stands import Book

MARKS = 2 * (QUARTERS + 1)
WHOLE, APPROACH, SILENCES, ON_SHEET = 0, 1, 2, 3  # Packed.about; from ON_SHEET on the boxes of each weapon


def battery_of(shape: AttritionShape, rulings: Any, catalog: Catalog, where: str) -> Battery:
    """The guns and the sheet of a scenario. ScenarioError names what cannot fire at a Flying Fortress."""
    book = Book(catalog)
    unit = book.unit(shape.fortress, f"{where}, fortress")
    if unit.unit_class != "ff":
        raise ScenarioError(f"{where}, fortress: {unit.id} is no Flying Fortress; csa10 and csa15 are (14.01)")
    types = []
    for word, count in shape.battery.items():
        here = f"{where}, battery.{word}"
        gun = book.unit(word, here)
        if gun.unit_class in ("ff", "ogre"):
            raise ScenarioError(f"{here}: a battery has units with one attack; {gun.id} has a record sheet")
        weapon = book.weapon_of(gun, here)
        if weapon.sort in BOMBS or not gun.may_attack_aircraft:
            raise ScenarioError(f"{here}: {gun.id} may not attack aircraft (11.08)")
        types.append((weapon, count))
    return Battery(types, book.sheet(unit, where), book.crt, rulings)


def game_of(shape: AttritionShape, rulings: Any, catalog: Catalog, where: str) -> FortressGame:
    """The game of a scenario with its policy in place."""
    battery = battery_of(shape, rulings, catalog, where)
    start = shape.approach.start_hexes if shape.approach is not None else None
    best = shape.priority == "best_dp"
    game = FortressGame(battery, start, rulings, shape.turns if best else None)
    if best:
        if game.declares:
            raise ScenarioError(
                f"{where}, priority: best_dp decides attack by attack; set attack_sequencing = sequential"
            )
        orders = solve(game, shape.aim, shape.turns, where).orders
        game.choose = orders.__getitem__
    else:
        policy = named_policy(shape.priority, shape.until_ma, shape.pu_weight)
        game.choose = lambda at: policy(battery, game.view(at))
    return game


def pack_attrition(shape: AttritionShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack an `attrition` scenario."""
    game = game_of(shape, rulings, catalog, where)
    battery = game.battery
    silences = d_silences_fortress(rulings) or d_silences_weapon(rulings)
    about = [battery.whole, int(shape.approach is not None), int(silences), *battery.at_start]
    plain = plain_numbers(game, shape.priority == "pu_only", silences)
    return pack_game(
        game, shape.turns, MARKS, len(FATES), where, plain, about, hands=-(-sum(battery.counts) // DICE_A_HAND)
    )


def space_of(packed: Packed) -> OutcomeSpace:
    """Blocks: turns (turn, MA, silenced), end (turns flown, fate), and what is left of the sheet."""
    all_turns: Any = range(1, packed.turns + 1)
    speeds = range(QUARTERS, -1, -1)
    blocks = [
        Counted("turns", ("turn", "movement", "silenced"),
                tuple((t, m, s) for t in all_turns for m in range(QUARTERS + 1) for s in ("no", "yes"))),
        Counted("end", ("turns_flown", "fate"), tuple((t, fate) for t in all_turns for fate in FATES)),
    ]  # fmt: skip
    tables = [
        Table("fate", ("fate",), tuple((fate,) for fate in FATES), "partition", "end", lambda row: ((row[1],),),
              "the Flying Fortress at the end"),
        Table("crash_turn", ("turn",), (*((t,) for t in all_turns), ("never",)), "partition", "end",
              lambda row: ((row[0],),) if row[1] == "crashed" else (("never",),), "turn of the crash"),
        Table("crashed_by", ("turn",), tuple((t,) for t in all_turns), "rates", "end",
              lambda row: tuple((t,) for t in all_turns if t >= row[0]) if row[1] == "crashed" else (),
              "crashed by the end of that turn"),
        Table("turns_flown", ("turns_flown",), tuple((t,) for t in all_turns), "tally", "end",
              lambda row: ((row[0],),), "turns until it crashed, left, or the end"),
        Table("movement", ("turn", "movement"), tuple((t, m) for t in all_turns for m in speeds), "rates", "turns",
              lambda row: ((row[0], row[1]),), "movement allowance at the end of that turn, 0 after a crash"),
    ]  # fmt: skip
    if packed.about[SILENCES]:
        tables.append(
            Table("silenced", ("turn",), tuple((t,) for t in all_turns), "rates", "turns",
                  lambda row: ((row[0],),) if row[2] == "yes" else (),
                  "some of it may not attack after that turn's fire"))  # fmt: skip
    named = ["boxes_left", *_systems(packed)]
    values = [row[:size] for row, size in zip(packed.values.tolist(), packed.sizes.tolist(), strict=True)]
    for place, name in enumerate(named):
        halves = name == "boxes_left"
        block = Counted(name, (name,), tuple((number(value) if halves else value,) for value in values[place]))
        meaning = "propulsion units left" if halves else f"boxes of {name.removesuffix('_left')} left"
        blocks.append(block)
        tables.append(Table(name, (name,), block.rows, "tally", name, lambda row: (row,), meaning))
    if packed.about[APPROACH]:
        noted = [("not_reached" if value == NOT_REACHED else value,) for value in values[-1]]
        blocks.append(Counted("bombs_at_target", ("bombs",), tuple(noted)))
        rows = (*((count,) for count in range(int(packed.about[ON_SHEET]) + 1)), ("not_reached",))
        tables.append(
            Table("bombs_at_target", ("bombs",), rows, "partition", "bombs_at_target", lambda row: (row,),
                  "bombloads fit for use as it passes over the guns"))  # fmt: skip
    return OutcomeSpace(tuple(blocks), tuple(tables))


def _systems(packed: Packed) -> list[str]:
    boxes = packed.about.tolist()[ON_SHEET:]
    return [f"{name}_left" for name, count in zip(SYSTEMS, boxes, strict=True) if count > 0]


def policies_lose(shape: AttritionShape, rulings: Any, catalog: Catalog, where: str = "attrition") -> dict[str, Any]:
    """What every named policy loses against the best play for the aim of a scenario, as exact fractions.

    For aim crash: chance of a crash within the turns; else mean number of bombloads, or strength of guns, left.
    """
    battery = battery_of(shape, rulings, catalog, where)
    start = shape.approach.start_hexes if shape.approach is not None else None
    game = FortressGame(battery, start, rulings, shape.turns)
    names = ("pu_only", "bombs_first", "bombs_first_combined", "guns_first", "until_ma", "greedy_value")

    def chooser(name: str) -> Any:
        policy = named_policy(name, shape.until_ma, shape.pu_weight)
        return lambda at: policy(battery, game.view(at))

    return loses(game, shape.aim, shape.turns, where, {name: chooser(name) for name in names})


def assumptions(shape: AttritionShape, rulings: Rulings, catalog: Catalog) -> list[str]:
    """How the best play stands beside the named policies."""
    if shape.priority != "best_dp":
        return []
    lost = policies_lose(shape, rulings, catalog)
    unit = {"crash": "of the chance of a crash", "bombs_left": "bombloads", "guns_left": "points of guns"}[shape.aim]
    return [f"against this play {name} loses {float(loss):.4f} {unit}" for name, loss in lost.items()]


EXAMPLE = """\
title = "A mixed battery against a CSA-10"
question = "When does a Flying Fortress fall?"
system = "continental_siege"
kind = "attrition"

fortress = "csa10"           # or csa15
priority = "bombs_first"     # pu_only, bombs_first, bombs_first_combined, guns_first, until_ma, greedy_value, best_dp
# until_ma = 2               # of until_ma: propulsion until the movement allowance is down to that
# pu_weight = "1/3"          # of greedy_value: what a propulsion unit is worth, in points of attack strength
# aim = "crash"              # of best_dp: crash, bombs_left, guns_left
turns = 12

[battery]                    # AA units, howitzers, fighters: unit = how many
heavy_aa = 2
light_aa = 1
howitzer = 1
mobile_howitzer = 1

[approach]                   # left out: all guns are in range all the time
start_hexes = 9              # hexes before the guns; it flies over them in a straight line

[rulings]
ff_ma_threshold = "at_quarter"
"""

ATTRITION = Kind(
    name="attrition", level=Level.MISSION, summary="a battery of guns against a Flying Fortress, turn by turn",
    shape=AttritionShape, pack=pack_attrition, space=space_of, kernel=walk, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("fate", ("crashed",)), example=EXAMPLE, assumptions=assumptions,
)  # fmt: skip
