"""The kind `interception`: shapes, packing, its tables and its example file."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.catalog import Catalog
from simlab.contract import Kind, Level
from simlab.dice import threshold
from simlab.outcome import Counted, OutcomeSpace, Table
from simlab.systems.continental_siege.engagement.automaton import Packed, pack_game
from simlab.systems.continental_siege.engagement.law import exact, exact_fractions
from simlab.systems.continental_siege.engagement.shapes import not_a_flag
from simlab.systems.continental_siege.engagement.walk import walk
from simlab.systems.continental_siege.mission.air_battle import AirBattle
from simlab.systems.continental_siege.mission.bombing_run import guns_of
from simlab.systems.continental_siege.mission.bombing_shapes import MOST_GUNS, Count
from simlab.systems.continental_siege.mission.flak import Flak
from simlab.systems.continental_siege.mission.shapes import as_weight
from simlab.systems.continental_siege.rules.odds import odds_column
from simlab.systems.continental_siege.rules.strength import Aim, strength
from simlab.systems.continental_siege.stands import Book, Shape

MOST = 8  # aircraft of a sort
ARRIVING, DISABLED, DESTROYED, ESCORTS, INTERCEPTORS, DUEL = range(6)  # blocks
Number = Annotated[int, BeforeValidator(not_a_flag), Field(ge=0, le=MOST)]


class InterceptionShape(Shape):
    """Keys of an `interception` scenario."""

    bombers: Number
    escorts: Number = 0
    interceptors: Number
    turns_to_target: Annotated[int, BeforeValidator(not_a_flag), Field(ge=1, le=40)] = 3
    contact: Annotated[Fraction, BeforeValidator(as_weight), Field(ge=0, le=1)] = Fraction(1)
    first: Literal["bombers", "defenders"] = "bombers"
    intercept: Literal["bombers_first", "escorts_first", "focus"] = "bombers_first"
    escort: Literal["disabled_first", "fit_first"] = "disabled_first"
    guns: dict[str, Count] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _somebody_fires(self) -> InterceptionShape:
        guns = sum(self.guns.values())
        if guns > MOST_GUNS:
            raise ValueError(f"guns: {guns} in all; at most {MOST_GUNS} can be played")
        if self.escorts + self.interceptors + guns == 0:
            raise ValueError("interceptors: nobody is there to fire; give interceptors, escorts or guns")
        return self


def pack_interception(shape: InterceptionShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack an `interception` scenario."""
    book = Book(catalog)
    bomber, fighter = (book.unit(name, where) for name in ("bomber", "fighter"))
    guns = guns_of(shape.guns, book, where)
    weapon = book.weapon_of(fighter, where)
    columns = [
        int(odds_column(strength(weapon, Aim.AIRCRAFT, row.defence, rulings), row.defence)) for row in (bomber, fighter)
    ]
    counts = (shape.bombers, shape.escorts, shape.interceptors)
    game = AirBattle(
        counts,
        Flak(guns, bomber.defence, book.crt, rulings),
        Flak(guns, fighter.defence, book.crt, rulings),
        columns,
        threshold(shape.contact),
        shape.first == "bombers",
        shape.intercept,
        shape.escort,
        rulings,
    )
    turns = 2 * shape.turns_to_target - (0 if shape.first == "bombers" else 1)
    return pack_game(game, turns, 0, 0, where, about=counts)


def space_of(packed: Packed) -> OutcomeSpace:
    """Blocks: bombers that arrive, are disabled, destroyed; fighters left of each side, one by one and together."""
    bombers, escorts, interceptors = packed.about.tolist()
    values = [row[:size] for row, size in zip(packed.values.tolist(), packed.sizes.tolist(), strict=True)]

    def block(name: str, place: int) -> Counted:
        return Counted(name, (name,), tuple((value,) for value in values[place]))

    def tally(name: str, source: Counted, most: int, meaning: str, lost: bool = False) -> Table:
        rows = tuple((value,) for value in range(most + 1))
        pick = (lambda row: ((most - row[0],),)) if lost else (lambda row: (row,))
        return Table(name, (name,), rows, "tally", source.name, pick, meaning)

    arriving, disabled = block("bombers_arriving", ARRIVING), block("bombers_disabled", DISABLED)
    destroyed, kept = block("bombers_destroyed", DESTROYED), block("escorts_left", ESCORTS)
    stopped = block("interceptors_left", INTERCEPTORS)
    pairs = [divmod(value, interceptors + 1) for value in values[DUEL]]
    duel = Counted("duel", ("escorts_left", "interceptors_left"), tuple(pairs))
    return OutcomeSpace((arriving, disabled, destroyed, kept, stopped, duel), (
        Table("arrived", ("arrived",), (("yes",), ("no",)), "partition", "bombers_arriving",
              lambda row: (("yes" if row[0] else "no",),), "does a fit bomber reach the target"),
        tally("bombers_arriving", arriving, bombers, "bombers fit over the target"),
        tally("bombers_disabled", disabled, bombers, "bombers over the target that cannot drop"),
        tally("bombers_destroyed", destroyed, bombers, "bombers destroyed on the way"),
        tally("escorts_lost", kept, escorts, "escorts destroyed", lost=True),
        tally("interceptors_lost", stopped, interceptors, "interceptors destroyed", lost=True),
        Table("duel", ("escorts_left", "interceptors_left"),
              tuple((a, b) for a in range(escorts + 1) for b in range(interceptors + 1)), "partition", "duel",
              lambda row: (row,), "fighters left of both sides"),
    ))  # fmt: skip


EXAMPLE = """\
title = "Three bombers, two escorts, three interceptors"
question = "How many bombers get through?"
system = "continental_siege"
kind = "interception"

bombers = 3
escorts = 2
interceptors = 3
turns_to_target = 3          # turns in which the interceptors can reach them
contact = "3/4"              # chance that a fighter gets its shot in a turn
first = "bombers"            # who fires first: the bombers' escorts, or the defenders
intercept = "bombers_first"  # or escorts_first, focus
escort = "disabled_first"    # or fit_first

# [guns]                     # AA units under the whole way: unit = how many
# light_aa = 1

[rulings]
aircraft_recovery = "armor_standard"
"""

INTERCEPTION = Kind(
    name="interception", level=Level.MISSION, summary="bombers and escorts against interceptors, turn by turn",
    shape=InterceptionShape, pack=pack_interception, space=space_of, kernel=walk, packed_type=Packed, exact=exact,
    exact_fractions=exact_fractions, headline=("arrived", ("yes",)), example=EXAMPLE,
)  # fmt: skip
