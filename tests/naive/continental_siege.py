"""Naive twin of the full battle of Continental Siege (section 6e of the rules page), one trial, plain Python.

Written from the rules page and the readings in simlab/systems/continental_siege/BATTLE.md; it imports nothing of
simlab. Where both are silent, continental_siege_readings.md says what is done here.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .continental_siege_aa import next_aa_shot
from .continental_siege_aim import Shooter
from .continental_siege_air import move_bomber
from .continental_siege_attack import attack, forces_of, mark_fired, resolve
from .continental_siege_dice import FIRE, MOVEMENT, SECOND_MOVE, BattleDice
from .continental_siege_fighters import move_fighter
from .continental_siege_fire import next_attack
from .continental_siege_ground import OgreMove, move_ground_unit, turn_aa
from .continental_siege_rulings import Rulings
from .continental_siege_setup import set_up
from .continental_siege_state import (
    ATTACKER,
    DEFENDER,
    END,
    FIRE_START,
    Battle,
    BattleOver,
    PhaseRecord,
    Target,
    Unit,
)

LEVELS = {
    1: "complete_attacker_victory",
    2: "attacker_victory",
    3: "marginal_attacker_victory",
    4: "marginal_defence_victory",
    5: "defence_victory",
    6: "complete_defence_victory",
}
MOST_GAME_TURNS = 125
QUIET_GAME_TURNS = 5
# P7: the groups in which a side moves.
ORDER = (("ff", "bomber"), ("ogre",), ("armour", "aa"), ("infantry",), ("fighter",))


@dataclass(frozen=True)
class Outcome:
    """How a battle ended."""

    level: int
    game_turns: int
    attacker_points: Fraction
    defender_points: Fraction
    surviving_strength: int
    capital_boxes: dict[str, Fraction]
    lost: dict[str, int]


def play(scenario: dict[str, Any], rulings: dict[str, object], key: int, trial: int) -> tuple[Outcome, Battle]:
    """Play one trial with the numbered dice of (key, trial); `rulings` holds those that differ from the default."""
    battle = set_up(scenario, Rulings(rulings), BattleDice(key, trial))
    try:
        while True:
            play_turn(battle)
    except BattleOver:
        pass
    battle.log.append(("over", battle.player_turn, level_of(battle)))
    return outcome_of(battle), battle


def play_turn(battle: Battle) -> None:
    """One player-turn."""
    battle.player_turn += 1
    battle.side = battle.first if battle.player_turn % 2 else battle.other(battle.first)
    battle.log.append(("turn", battle.player_turn, battle.side))
    _movement(battle)
    _fire(battle)
    _second_move(battle)
    battle.recover_at(END)
    battle.fired_in_enemy_turn -= {unit.id for unit in battle.units if unit.side == battle.side}
    battle.check_end()
    if battle.player_turn % 2 == 0:
        _end_of_game_turn(battle)


def begin_phase(battle: Battle, phase: int) -> None:
    """A new phase, with nothing fired in it yet."""
    battle.phase = phase
    battle.record = PhaseRecord()


def group_of(unit: Unit) -> int | None:
    """Place of a unit in the order of movement; None = it never moves."""
    return next((n for n, kinds in enumerate(ORDER) if unit.kind in kinds or unit.name in kinds), None)


def _movement(battle: Battle) -> None:
    begin_phase(battle, MOVEMENT)
    battle.rams = 0
    battle.drops.clear()
    movers = [unit for unit in battle.of(battle.side) if group_of(unit) is not None]
    for unit in sorted(movers, key=lambda unit: (group_of(unit), unit.id)):
        if unit.in_play:
            _move(battle, unit)
    if battle.rulings["aa_fire_timing"] == "enemy_turn_after_movement":
        _aa_in_enemy_turn(battle)


def _move(battle: Battle, unit: Unit) -> None:
    if unit.kind == "ogre":
        OgreMove(battle, unit).run()
    elif not unit.flies:
        move_ground_unit(battle, unit, unit.type.move)
        if unit.kind == "aa" and battle.rulings["aa_arc"] == "forward_arc":
            turn_aa(battle, unit)
    elif unit.status == "away" and unit.wait > 1:
        unit.wait -= 1
    elif unit.status == "waiting" and not _enters_now(battle, unit):
        return
    elif unit.name == "fighter":
        move_fighter(battle, unit)
    else:
        move_bomber(battle, unit)


def _enters_now(battle: Battle, unit: Unit) -> bool:
    """Ruling `aircraft_entry_turn`: in the first own player-turn, or from that of the scenario's `entry_turn` on."""
    if battle.rulings["aircraft_entry_turn"] == "first_own_turn" or unit.kind == "ff":
        return True
    return (battle.player_turn + 1) // 2 >= battle.entry_turn[unit.side]


def _aa_in_enemy_turn(battle: Battle) -> None:
    """AA units of the side that does not move fire after the movement (P22)."""
    enemy = battle.other(battle.side)
    while shot := next_aa_shot(battle, enemy, units_only=True):
        attack(battle, *shot)
        battle.fired_in_enemy_turn |= {shooter.id for shooter in shot[0]}


def _fire(battle: Battle) -> None:
    begin_phase(battle, FIRE)
    battle.recover_at(FIRE_START)
    if battle.rulings["attack_sequencing"] == "declare_all_first":
        _declare_then_roll(battle)
        return
    while shot := next_attack(battle, battle.side):
        attack(battle, *shot)


def _declare_then_roll(battle: Battle) -> None:
    """Ruling `attack_sequencing`: the whole plan is made before the first roll; an attack on what is gone is lost."""
    declared: list[tuple[list[Shooter], Target, Any, list[Fraction]]] = []
    while shot := next_attack(battle, battle.side):
        shooters, target = shot
        declared.append((shooters, target, battle.units[target.id].hex, forces_of(battle, shooters, target)))
        mark_fired(battle, shooters, target)
        battle.record.received[target.id] += 1
        battle.record.on_system[target] += 1
    for shooters, target, where, forces in declared:
        enemy = battle.units[target.id]
        if enemy.kind == "infantry" and not enemy.in_play:
            heirs = [head for head in battle.heads(enemy.side) if head.kind == "infantry" and head.hex == where]
            target = Target(heirs[0].id) if heirs else target
        enemy = battle.units[target.id]
        if enemy.in_play and (not target.system or enemy.boxes[target.system] > 0):
            resolve(battle, shooters, target, forces)
        else:
            battle.record.carried[min(shooters).id] += 1
            battle.log.append(("lost attack", battle.player_turn, tuple(shooters), target))


def _second_move(battle: Battle) -> None:
    begin_phase(battle, SECOND_MOVE)
    for unit in battle.of(battle.side):
        if unit.name == "gev" and unit.fit:
            move_ground_unit(battle, unit, int(battle.rulings["gev_second_move"]), second=True)


# Ends (B17, P24, P30-P32).


def _end_of_game_turn(battle: Battle) -> None:
    game_turn = battle.player_turn // 2
    ruling = battle.rulings["turn_limit"]
    limit = MOST_GAME_TURNS if ruling == "none" else int(ruling)
    capital = battle.capital
    stuck = capital.kind == "ogre" and not capital.boxes["treads"]
    quiet = battle.player_turn - battle.quiet_since >= 2 * QUIET_GAME_TURNS
    if (stuck and quiet) or game_turn >= limit:
        battle.remove(capital, "destroyed" if stuck else "left")
    battle.check_end()


def level_of(battle: Battle) -> int:
    """Victory level: first line of the table that fits (B17, P31); `complete` before plain defence victory (R39)."""
    capital, cp_alive = battle.capital, battle.command_post.in_play
    if battle.defence_is_gone():
        return 1
    if not cp_alive:
        return 2 if capital.status == "left" else 3
    if capital.status == "left":
        return 4
    return 6 if surviving_strength(battle) >= int(battle.row["complete_defence_strength"]) else 5


def surviving_strength(battle: Battle) -> int:
    """Attack strength of the defenders still in play (P32; ruling `surviving_strength_counts_air`)."""
    ruling = battle.rulings["surviving_strength_counts_air"]
    total = 0
    for unit in battle.of(DEFENDER):
        if unit.flies and (ruling != "printed" or (unit.name == "bomber" and not unit.loads)):
            continue
        if unit.kind == "aa" and ruling == "none_of_the_new_units":
            continue
        total += unit.type.attack
    return total


def points_of(battle: Battle, unit: Unit) -> Fraction:
    """Victory points for a unit as it is at the end (section 6e; ruling `ff_victory_points`)."""
    if unit.kind == "ff":
        ruling = battle.rulings["ff_victory_points"]
        full = battle.cost(unit) * 6
        if ruling == "ogre_table":
            full = Fraction(100 if unit.name == "csa10" else 150)
        if ruling == "partial_damage" and unit.status != "destroyed":
            return full * (1 - unit.boxes["propulsion"] / unit.sheet["propulsion"].count)
        return full if unit.status == "destroyed" else Fraction(0)
    return Fraction(unit.type.points if unit.status == "destroyed" else 0)


def outcome_of(battle: Battle) -> Outcome:
    """What the outcome tables count."""
    lost: dict[str, int] = {}
    for unit in battle.units:
        if unit.status == "destroyed":
            lost[unit.name] = lost.get(unit.name, 0) + 1
    points = {
        side: sum((points_of(battle, unit) for unit in battle.units if unit.side != side), Fraction(0))
        for side in (ATTACKER, DEFENDER)
    }
    return Outcome(
        level=level_of(battle),
        game_turns=(battle.player_turn + 1) // 2,
        attacker_points=points[ATTACKER],
        defender_points=points[DEFENDER],
        surviving_strength=surviving_strength(battle),
        capital_boxes=dict(battle.capital.boxes),
        lost=lost,
    )
