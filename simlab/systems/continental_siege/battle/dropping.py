"""What bombers and fortresses drop, decided on the way or before the move (12.03, 12.04, P20, R19, R45)."""

from simlab.jit import part
from simlab.systems.continental_siege.battle.bombs import drop_load
from simlab.systems.continental_siege.battle.effects import check_sheet, out_of_play
from simlab.systems.continental_siege.doctrine.flying import BUT_LAST, WITH_START
from simlab.systems.continental_siege.doctrine.loads import (
    MUST,
    fortress_bomb,
    loads_at_once,
    loads_until_certain,
    spare_bombs,
)
from simlab.systems.continental_siege.doctrine.names import Split
from simlab.systems.continental_siege.doctrine.seen import (
    NOBODY,
    is_ground,
    is_here,
    is_new,
    lowest_squad,
    new_mark,
)
from simlab.systems.continental_siege.doctrine.splits import is_worth_a_load
from simlab.systems.continental_siege.rules.layout import (
    BEGIN,
    BOMB_SHOTS,
    BOMBLOAD,
    BOXES,
    CLASS,
    DESTROYED,
    DISABLED,
    EMPTY_LOST,
    FIGHTER,
    FLIES,
    FLIES_ON,
    FORTRESS,
    HEX,
    HOOKS,
    INFANTRY,
    JOINT_LOADS,
    LEFT,
    LOADS,
    OFF_MAP,
    OGRE,
    ON_MAP,
    OVER,
    PLACE,
    PLOTS,
    PLOTTED,
    PLOTTING,
    POLICY,
    RELEASE,
    SIDE,
    SILENT,
    SPLIT,
    STEP_OF_PATH,
    STEPS,
    UNITS,
    step_to,
)

PLOT_WORDS = 5  # of bombs that are fixed before a move: step, kind, how many at once, on whom, how often


@part
def visit(battle, unit, aim):
    """Drops of a bomber or a fortress in the map hex that it has just entered (12.03, 12.04, P20, R19)."""
    if battle.units[unit, DISABLED] or battle.units[unit, CLASS] == FIGHTER or battle.game[OVER]:
        return
    if battle.numbers[PLOTTING]:
        drop_as_plotted(battle, unit)
    elif battle.units[unit, CLASS] == FORTRESS:
        visit_as_fortress(battle, unit, battle.units[unit, HEX], aim)
    elif aim != NOBODY and battle.units[aim, HEX] == battle.units[unit, HEX]:
        visit_as_bomber(battle, unit, battle.units[unit, HEX], aim)


@part
def visit_as_bomber(battle, unit, place, aim):
    """A bomber drops on its target as long as that is there, under `must_combine` once (12.04, R19, R65)."""
    while battle.units[unit, LOADS] > 0 and battle.game[OVER] == 0:
        victim = aim
        if not is_here(battle, aim):
            victim = lowest_squad(battle, place) if battle.units[aim, CLASS] == INFANTRY else NOBODY
            if victim == NOBODY:
                return
        loads = bomber_bomb(battle, unit, victim)
        if loads == 0:
            return
        drop(battle, unit, place, BOMBLOAD, loads, victim)
        if battle.numbers[JOINT_LOADS] == MUST:
            return


@part
def bomber_bomb(battle, unit, victim):
    """How many loads a bomber drops next on its target: 0 where `best_for` sees nothing to gain on an Ogre (R75)."""
    side = battle.units[unit, SIDE]
    by_weights = battle.numbers[POLICY + HOOKS * side + SPLIT] == Split.BEST_FOR
    if battle.units[victim, CLASS] == OGRE and by_weights and not is_worth_a_load(battle, side):
        return 0
    if battle.numbers[JOINT_LOADS] == 0:
        return 1
    return loads_at_once(battle, BOMBLOAD, victim, battle.units[unit, LOADS])


@part
def visit_as_fortress(battle, unit, place, aim):
    """What a fortress drops on the enemy units in a hex, a group of squads going on as one (P20, P39, R45)."""
    dropped = False
    if battle.here[place] == 0:
        return
    for target in range(battle.numbers[UNITS]):
        while battle.game[OVER] == 0 and is_here(battle, target) and battle.units[target, HEX] == place:
            if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_ground(battle, target):
                break
            bomb = fortress_bomb(battle, target, aim, 0, 0)
            if bomb == NOBODY:
                break
            kind, loads = bomb & 7, bomb >> 3
            if kind == BOMBLOAD and dropped and battle.numbers[JOINT_LOADS] == MUST:
                break
            dropped = dropped or kind == BOMBLOAD
            drop(battle, unit, place, kind, loads, target)


@part
def drop(battle, unit, place, kind, loads, chosen):
    """Bombs go off the sheet or out of the bays and fall; an empty bomber is taken off (12.02, 14.03)."""
    if battle.units[unit, CLASS] == FORTRESS:
        battle.game[BOXES + kind] -= loads
        if kind == BOMBLOAD:
            battle.game[BOMB_SHOTS] -= loads  # nobody can shoot at them any more (R47)
        drop_load(battle, unit, place, kind, loads, chosen)
        check_sheet(battle)
        return
    battle.units[unit, LOADS] -= loads
    drop_load(battle, unit, place, kind, loads, chosen)
    if battle.units[unit, LOADS] == 0 and not battle.numbers[FLIES_ON]:
        out_of_play(battle, unit, DESTROYED if battle.numbers[EMPTY_LOST] else LEFT)


@part
def plot_bombs(battle, unit, path, aim, may_bomb, entering):
    """Fix hexes and numbers of bombs before the move (`bomb_decision_timing` = preplotted, R66)."""
    begin, facing, steps = battle.game[BEGIN], battle.game[FLIES], battle.game[STEPS]
    if battle.units[unit, DISABLED] or battle.units[unit, CLASS] == FIGHTER or not may_bomb:
        return
    loads_planned, ap_planned, place = 0, 0, begin
    for s in range(steps, -1, -1):
        if s < steps:
            place += step_to((facing + ((path >> s) & 1)) % 6)
        elif not entering and battle.numbers[RELEASE] != WITH_START:
            continue
        if battle.hexes[place, ON_MAP] < 0 or (s == 0 and battle.numbers[RELEASE] == BUT_LAST):
            continue
        mark = new_mark(battle)
        for target in range(battle.numbers[UNITS]):
            if not is_here(battle, target) or battle.units[target, HEX] != place or not is_ground(battle, target):
                continue
            if battle.units[target, SIDE] == battle.units[unit, SIDE] or not is_new(battle, target, mark):
                continue
            kind, loads, ready = BOMBLOAD, 0, 0
            if battle.units[unit, CLASS] == FORTRESS:
                bomb = fortress_bomb(battle, target, aim, loads_planned, ap_planned)
                if bomb != NOBODY:
                    kind, loads = bomb & 7, bomb >> 3
                    ready = spare_bombs(battle, target, kind, loads_planned, ap_planned)
            elif target == aim:
                loads, ready = bomber_bomb(battle, unit, target), battle.units[unit, LOADS] - loads_planned
            if loads == 0 or ready < loads:
                continue
            planned = loads_until_certain(battle, kind, target, loads, ready)
            if kind == BOMBLOAD:
                loads_planned += planned
            else:
                ap_planned += planned
            at = PLOTS + PLOT_WORDS * battle.game[PLOTTED]
            battle.scratch[at], battle.scratch[at + 1], battle.scratch[at + 2] = s, kind, loads
            battle.scratch[at + 3], battle.scratch[at + 4] = target, planned // loads
            battle.game[PLOTTED] += 1


@part
def drop_as_plotted(battle, unit):
    """The bombs that were fixed for this hex, as far as they are still aboard and fit for use (R66)."""
    place = battle.units[unit, HEX]
    for n in range(battle.game[PLOTTED]):
        at = PLOTS + PLOT_WORDS * n
        if battle.scratch[at] != battle.game[STEP_OF_PATH]:
            continue
        kind, loads = battle.scratch[at + 1], battle.scratch[at + 2]
        for _ in range(battle.scratch[at + 4]):
            ready = battle.units[unit, LOADS]
            if battle.units[unit, CLASS] == FORTRESS:
                ready = battle.game[BOXES + kind] - (battle.game[SILENT] if kind == BOMBLOAD else 0)
            if battle.game[OVER] or battle.units[unit, PLACE] > OFF_MAP or ready < loads:
                return
            drop(battle, unit, place, kind, loads, battle.scratch[at + 3])
