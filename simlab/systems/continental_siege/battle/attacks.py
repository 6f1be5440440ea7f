"""One attack: made at once, or noted down where all are declared before the first roll (B4, `attack_sequencing`)."""

from simlab.jit import part
from simlab.systems.continental_siege.battle.effects import (
    ATTACKED,
    JOINED,
    LOST_ATTACK,
    SHEET_ATTACKED,
    apply_to_body,
    apply_to_unit,
    apply_to_weapon,
    attack_result,
    check_sheet,
    spill_over,
    tell,
)
from simlab.systems.continental_siege.doctrine.groups import HALVES_AT, IDS
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    column_of,
    defence_of,
    is_aircraft,
    is_here,
    lowest_squad,
)
from simlab.systems.continental_siege.rules.layout import (
    BIG,
    BODY,
    BOXES,
    CARRIED,
    CLASS,
    DECLARATIONS,
    DECLARED,
    DECLARING,
    FIRED,
    HEX,
    INFANTRY,
    OFF_MAP,
    OVER,
    PLACE,
    RECEIVED,
    SPILLOVER,
    TOUGH,
)
from simlab.systems.continental_siege.rules.odds import ODDS_1_1

WORDS = 5  # of an attack that is declared: actor, target, what is named, strength, hex of the target


@part
def attack(battle, actor, target, named, halves):
    """An attack of ``halves``/2 on a unit (``named`` is NOBODY) or on a weapon, treads or propulsion of a sheet."""
    if battle.game[DECLARING]:
        declare(battle, actor, target, named, halves)
    else:
        resolve(battle, actor, target, named, halves)


@part
def declare(battle, actor, target, named, halves):
    """Note an attack down; the policies count it as received (R60)."""
    at = DECLARATIONS + WORDS * battle.game[DECLARED]
    battle.scratch[at], battle.scratch[at + 1], battle.scratch[at + 2] = actor, target, named
    battle.scratch[at + 3], battle.scratch[at + 4] = halves, battle.units[target, HEX]
    battle.game[DECLARED] += 1
    battle.units[target, RECEIVED] += 1


@part
def resolve(battle, actor, target, named, halves):
    """Roll for an attack and apply its result; it may spill over on other aircraft in the hex (11.06)."""
    place = battle.units[target, HEX]
    if named == NOBODY:
        column = column_of(battle, halves, defence_of(battle, target))
        result = attack_result(battle, actor, column)
        tell(battle, ATTACKED, actor, target, halves, column, result)
        apply_to_unit(battle, target, result)
    else:
        column = ODDS_1_1 if named == BODY else column_of(battle, halves, battle.numbers[TOUGH + named])
        result = attack_result(battle, actor, column)
        tell(battle, SHEET_ATTACKED, actor, named, halves, column, result)
        if named == BODY:
            apply_to_body(battle, result, halves)
        else:
            apply_to_weapon(battle, named, result)
    if battle.numbers[SPILLOVER] and is_aircraft(battle, target):
        spill_over(battle, target, place, halves)
    if actor == battle.game[BIG]:
        check_sheet(battle)


@part
def roll_declared(battle):
    """All attacks declared, in their order; one on what is gone by then is lost and counts for its actor (R60)."""
    battle.game[DECLARING] = 0
    for n in range(battle.game[DECLARED]):
        if battle.game[OVER]:
            return
        at = DECLARATIONS + WORDS * n
        actor, target, named = battle.scratch[at], battle.scratch[at + 1], battle.scratch[at + 2]
        if battle.units[target, CLASS] == INFANTRY and not is_here(battle, target):
            heir = lowest_squad(battle, battle.scratch[at + 4])
            target = heir if heir != NOBODY else target
        there = battle.units[target, PLACE] <= OFF_MAP
        if there and named != NOBODY:
            there = battle.game[BOXES + named] > 0
        if there:
            resolve(battle, actor, target, named, battle.scratch[at + 3])
        else:
            battle.units[actor, CARRIED] += 1
            tell(battle, LOST_ATTACK, actor, target, 0, 0, 0)


@part
def fire_together(battle, members):
    """The first ``members`` of the lists fire in one attack; their strength in halves (B4)."""
    total = 0
    for i in range(members):
        unit = battle.scratch[IDS + i]
        total += battle.scratch[HALVES_AT + i]
        battle.units[unit, FIRED] += 1
        if i > 0 and unit != battle.scratch[IDS]:
            tell(battle, JOINED, unit, battle.scratch[IDS], 0, 0, 0)
    return total
