"""The kind `bombing_run`: packing, best fire, its tables and its example file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Kind, Level
from simlab.errors import ScenarioError
from simlab.outcome import Counted, OutcomeSpace, Table
from simlab.systems.continental_siege.engagement.automaton import Packed, pack_game
from simlab.systems.continental_siege.engagement.kinds import RESULTS
from simlab.systems.continental_siege.engagement.law import exact, exact_fractions
from simlab.systems.continental_siege.engagement.walk import walk
from simlab.systems.continental_siege.mission.bomb_drop import Drop, DropOnOgre, DropOnUnit
from simlab.systems.continental_siege.mission.bombing_game import At, BombingGame
from simlab.systems.continental_siege.mission.bombing_shapes import BombingRunShape
from simlab.systems.continental_siege.mission.dynamic import Options, best_play
from simlab.systems.continental_siege.mission.flak import Flak, Shot
from simlab.systems.continental_siege.mission.splits import POINTS, SYSTEMS, Splitter
from simlab.systems.continental_siege.rules.odds import NONE, faces_of
from simlab.systems.continental_siege.rules.results import FIT
from simlab.systems.continental_siege.rules.strength import Aim, Weapon
from simlab.systems.continental_siege.stands import Book, aim_at

UNIT, INFANTRY, OGRE = range(3)  # Packed.about[0]
SORT, BOMBERS, LOADS, ON_SHEET = range(4)  # Packed.about; from ON_SHEET on squads, or boxes of each system
RESULT, FIT_AT, LOST, DISABLED_AT, SPENT, LOADS_LEFT, LEFT = range(7)  # blocks


def guns_of(battery: Mapping[str, int], book: Book, where: str) -> list[tuple[Weapon, int]]:
    """AA units and howitzers of a scenario. ScenarioError names what cannot fire at aircraft."""
    types = []
    for word, count in battery.items():
        here = f"{where}, guns.{word}"
        unit = book.unit(word, here)
        if unit.unit_class not in ("aa", "armour") or not unit.may_attack_aircraft:
            raise ScenarioError(f"{here}: {unit.id} is no AA unit and no howitzer (11.08)")
        types.append((book.weapon_of(unit, here), count))
    return types


def game_of(shape: BombingRunShape, rulings: Any, catalog: Catalog, where: str) -> BombingGame:
    """The game of a scenario with its policies in place."""
    book = Book(catalog)
    bomber = book.unit(shape.bomber, f"{where}, bomber")
    if bomber.unit_class != "aircraft" or bomber.loads == 0:
        raise ScenarioError(f"{where}, bomber: {bomber.id} carries no bombloads")
    flak = Flak(guns_of(shape.guns, book, where), bomber.defence, book.crt, rulings)
    drop = drop_of(shape, rulings, book, where)
    game = BombingGame(shape.bombers, bomber.loads, bomber.move, shape.distance_hexes, drop, flak, shape.fire, rulings)
    if shape.fire == "best_dp":
        for ruling, word, turned in (("attack_sequencing", "sequential", game.declares),
                                     ("aa_fire_timing", "own_fire_phase", game.reacts)):  # fmt: skip
            if turned:
                raise ScenarioError(f"{where}, fire: best_dp decides attack by attack; set {ruling} = {word}")
        orders = best_fire(game, where)[1]
        game.choose = orders.__getitem__
    return game


def drop_of(shape: BombingRunShape, rulings: Any, book: Book, where: str) -> Drop:
    """The bombs on the target of a scenario."""
    here = f"{where}, target"
    unit = book.unit(shape.target, here)
    all_at_once = shape.drop == "all_on_first"
    if unit.unit_class in ("aircraft", "ff"):
        raise ScenarioError(f"{here}: {unit.id} flies; bombs never affect aircraft (12.06)")
    if shape.squads is not None and unit.unit_class != "infantry":
        raise ScenarioError(f"{where}, squads: {unit.id} is no infantry; leave squads out")
    armed = book.armed(shape.bomber, f"{where}, bomber")
    if unit.unit_class == "ogre":
        if armed.weapon.attack != POINTS:
            raise ScenarioError(f"{where}, bomber: only bombloads of {POINTS} points are divided over an Ogre")
        weights = {name: Fraction(str(weight)) for name, weight in (shape.weights or {}).items()}
        plan = shape.split or "missiles_3_3"
        return DropOnOgre(
            Splitter(book.sheet(unit, here), book.crt, rulings, plan, weights), all_at_once, book.crt, rulings
        )
    if shape.split is not None:
        raise ScenarioError(f"{where}, split: {unit.id} is no Ogre; a bombload on it is not divided (12.08)")
    aim = aim_at(unit)
    squads = shape.squads or 3 if aim == Aim.INFANTRY else 1
    defence = int(rulings.cp_defence) if aim == Aim.CP else unit.defence
    return DropOnUnit(armed, aim, defence, (FIT,) * squads, all_at_once, book.crt, rulings)


def best_fire(game: BombingGame, where: str = "bombing_run") -> tuple[Fraction, dict[At, Shot]]:
    """The least chance that a bomber is fit in a drop turn, and the fire that has it (`best_dp`).

    Bombs may fall in two turns (`bomb_release_hexes` include_start): those of the first are dice between the shots.
    """
    last = max(game.drop_turns, default=game.turns)

    def options(at: At) -> Options[At] | None:
        if at.turn == last or game.is_over(at) or at.turn == game.turns:
            return None
        if at.turn in game.drop_turns:
            after = game.attack(at) or [game.next_turn(at)]
            return [(None, [(way, after.count(way)) for way in dict.fromkeys(after)])]
        if not any(at.guns) or not at.waiting:
            return [(None, [(game.next_turn(at), 1)])]
        found = []
        for status in sorted({one.status for one in at.waiting}):
            for guns in game.flak.groups(at.guns):
                column = game.flak.column(guns)
                if column == NONE:
                    continue
                faces = faces_of(game.flak.crt, column)
                shot = Shot(status, guns)
                ways = [(game.after(at, shot, result), faces.count(result)) for result in sorted(set(faces))]
                found.append((shot, ways))
        return found or [(Shot(at.waiting[0].status, game.flak.single(at.guns)), [(_unfired(game, at), 1)])]

    def worth(at: At) -> Fraction:
        return Fraction(int(at.fit == 0))

    value, orders = best_play(game.start, options, worth, where)
    return 1 - value, orders


def _unfired(game: BombingGame, at: At) -> At:
    """No gun can do anything: they fire all the same, to no effect."""
    return game.after(at, Shot(at.waiting[0].status, game.flak.single(at.guns)), 0)


def pack_bombing_run(shape: BombingRunShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `bombing_run` scenario."""
    game = game_of(shape, rulings, catalog, where)
    sort = OGRE if isinstance(game.drop, DropOnOgre) else INFANTRY if game.drop.names else UNIT
    left = game.drop.start if sort == OGRE else (len(game.drop.start),)
    about = [sort, game.bombers, game.loads, *left]
    return pack_game(game, game.turns, 0, 0, where, about=about)


def space_of(packed: Packed) -> OutcomeSpace:
    """Blocks: the target, the bombers with their loads, what is left of squads or of a sheet."""
    about = packed.about.tolist()
    values = [row[:size] for row, size in zip(packed.values.tolist(), packed.sizes.tolist(), strict=True)]
    bombers, loads = about[BOMBERS], about[BOMBERS] * about[LOADS]
    result = Counted("result_reached", ("result",), tuple((RESULTS[code],) for code in values[RESULT]))
    blocks = [result]
    tables = [
        Table("result", ("result",), tuple((word,) for word in RESULTS), "partition", "result_reached",
              lambda row: (row,), "what becomes of the target"),
    ]  # fmt: skip
    names = [("fit_at_target", FIT_AT, bombers, "bombers fit when they may drop"),
             ("bombers_lost", LOST, bombers, "bombers destroyed"),
             ("bombers_disabled", DISABLED_AT, bombers, "bombers in play and disabled at the end"),
             ("bombers_spent", SPENT, bombers, "bombers without loads"),
             ("loads_left", LOADS_LEFT, loads, "bombloads of bombers that were not destroyed")]  # fmt: skip
    if about[SORT] == INFANTRY:
        names.append(("squads_left", LEFT, about[ON_SHEET], "squads of infantry left"))
    if about[SORT] == OGRE:
        kept = [(SYSTEMS[place], count) for place, count in enumerate(about[ON_SHEET:]) if count > 0]
        names += [(f"{name}_left", LEFT + place, count, f"boxes of {name} left")
                  for place, (name, count) in enumerate(kept)]  # fmt: skip
    for name, block, most, meaning in names:
        counted = Counted(name, (name,), tuple((value,) for value in values[block]))
        rows = tuple((value,) for value in range(most + 1)) if most <= loads else counted.rows
        blocks.append(counted)
        tables.append(Table(name, (name,), rows, "tally", name, lambda row: (row,), meaning))
    tables.insert(1, Table("arrived", ("arrived",), (("yes",), ("no",)), "partition", "fit_at_target",
                           lambda row: (("yes" if row[0] else "no",),), "is a bomber fit over the target"))  # fmt: skip
    return OutcomeSpace(tuple(blocks), tuple(tables))


EXAMPLE = """\
title = "Three bombers at a Heavy Tank under two Heavy AA"
question = "How many bombers get through, and what do they hit?"
system = "continental_siege"
kind = "bombing_run"

bombers = 3
distance_hexes = 10          # straight at the target; the guns stand beside it
target = "heavy_tank"        # a ground unit, or an Ogre
# squads = 3                 # of an infantry target
drop = "until_destroyed"     # one load at a time; or all_on_first
fire = "bombers_first"       # or pair_to_auto, best_dp
# split = "missiles_3_3"     # of a bombload on an Ogre: ap_sweep, main4_plus2, treads_6, best_for
# weights = {main_battery = 8, treads = "1/2"}   # of best_for

[guns]                       # AA units and howitzers: unit = how many
heavy_aa = 2
howitzer = 1
mobile_howitzer = 1

[rulings]
bombload_combination = "separate"
"""

BOMBING_RUN = Kind(
    name="bombing_run", level=Level.MISSION, summary="bombers at a ground target through the fire of its guns",
    shape=BombingRunShape, pack=pack_bombing_run, space=space_of, kernel=walk, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("result", ("destroyed",)), example=EXAMPLE,
)  # fmt: skip
