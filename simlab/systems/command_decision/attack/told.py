"""One trial of a `bombing` told die by die, on the dice that the kernel reads, with its picture."""

from __future__ import annotations

from typing import Any

from simlab.catalog import Catalog
from simlab.contract import Rulings
from simlab.dice import upper
from simlab.moments import Drawing, Moment
from simlab.systems.command_decision.addresses import ATTACK, END, PLACE
from simlab.systems.command_decision.attack.pack import OWN, PRESENT, WHERE, Laid, Packed, lay_bombing
from simlab.systems.command_decision.attack.scene import attacked, point_things, stand_things
from simlab.systems.command_decision.attack.words import OnTheGround, layout_in_words, struck_by, totals_of
from simlab.systems.command_decision.rules.attacks import RESULTS
from simlab.systems.command_decision.rules.telling import WHERE_DICE_LIE, Told, TrialDice, chance_in_words
from simlab.systems.command_decision.stands import CERTAIN


def moments_of(
    shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int
) -> list[Moment]:
    """The one moment of a trial (`Kind.moments`)."""
    return told(shape, rulings, catalog, where, packed, key, trial).moments


def told(shape: Any, rulings: Rulings, catalog: Catalog, where: str, packed: Packed, key: int, trial: int) -> Told:
    """The attack of a trial roll by roll, and what it counts."""
    laid, dice = lay_bombing(shape, rulings, catalog, where), TrialDice(key, trial)
    ground = OnTheGround(laid.names, laid.grounds, rulings, laid.rules)
    lines = [WHERE_DICE_LIE]
    for dropped, salvo in zip(laid.loads, laid.salvos, strict=True):
        lines += layout_in_words(dropped, salvo, ground)
    present = [_is_there(row, name, dice, lines) for row, name in zip(packed.stands.tolist(), laid.names, strict=True)]
    struck = struck_by(
        packed, laid.loads, laid.salvos, ground, lambda actor, nth: dice.rolled(1, END, actor, ATTACK, nth),
        lambda stand: present[stand],
    )  # fmt: skip
    records: dict[str, list[tuple]] = {
        f"result:{name}": [(RESULTS[result],)] for name, result in zip(laid.names, struck.worst, strict=True)
    }
    records |= totals_of(struck.worst, [bool(row[OWN]) for row in packed.stands.tolist()])
    drawings = [] if laid.troops else [_drawing(shape, laid, struck.worst)]
    return Told([Moment("The attack", [*lines, *struck.lines], drawings)], records)


def _is_there(row: list[int], name: str, dice: TrialDice, lines: list[str]) -> bool:
    """Without a map: does this stand lie under its area (ruling stands_per_template)?"""
    if row[PRESENT] == CERTAIN:
        return True
    place = dice.rolled(1, END, row[WHERE], PLACE, 0)
    here = bool(upper(place.word) < row[PRESENT])
    why = f"{chance_in_words(upper(place.word), row[PRESENT])} {place.at}; ruling stands_per_template"
    lines.append(f"{name} is {'' if here else 'not '}there ({why})")
    return here


def _drawing(shape: Any, laid: Laid, worst: list[int]) -> Drawing:
    """The layout from above: stands with what befell them, areas, the point."""
    things = [*point_things(shape.point.at), *stand_things(laid.stands, laid.names, worst)]
    for dropped, salvo in zip(laid.loads, laid.salvos, strict=True):
        things += attacked(dropped, salvo, "own")
    return Drawing("ground_table", things, "Layout from above. " + "; ".join(
        str(thing["name"]) for thing in things if thing["what"] == "note") + ".")  # fmt: skip
