"""From the words of a `sortie` scenario to arrays: plans of the turns, acts of the enemy, the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from simlab.catalog import Catalog
from simlab.errors import ScenarioError
from simlab.systems.command_decision.mission.acts import COLUMNS, Actor, Acts, TurnPlan
from simlab.systems.command_decision.mission.choice import Methods
from simlab.systems.command_decision.mission.shapes import SortieShape
from simlab.systems.command_decision.rules.air_defence import Target
from simlab.systems.command_decision.rules.helicopters import (
    checks_morale,
    collective_applies,
    fire_window,
    is_slow,
    morale_card,
    turns_away,
    turns_over_table,
)
from simlab.systems.command_decision.rules.hitting import removal_threshold, split_first
from simlab.systems.command_decision.rules.state import BACKED, LEAVES_AT, LOST, OUT, REMOVED_AT, WASTED
from simlab.systems.command_decision.rulings import (
    AaShotOrder,
    ChopperFireOrder,
    ChopperForcedBackEffect,
    ChopperRemovedMeaning,
    CollectiveFireFrequency,
    MoveAfterFireAltitudeBudget,
    MoveAfterFireIfAborted,
    NearMissInStack,
    PenaltyAppliesTo,
    PenaltyDuration,
    RocketExpended,
)
from simlab.systems.command_decision.stands import Book, collective_card

MAX_ACTORS = 256
# columns of Packed.plans, one row a turn over the table
FIRE_WINDOW, COLLECTIVE, HIDES, HIDES_IF_LOST = range(4)


class Packed(NamedTuple):
    """A packed sortie. Turns over the table count from 1; row k - 1 of ``plans`` and ``act_starts`` is turn k."""

    acts: np.ndarray  # int64[acts, len(COLUMNS)], by turn over the table and window
    act_starts: np.ndarray  # int64[turns over table, 6]: first act of windows 0..4 and the end
    plans: np.ndarray  # int64[turns over table, 4]: fire window (-1 none), collective applies, hides, hides if lost
    possible: np.ndarray  # int64[turns + 1, turns over table + 1]: 1 where turn t can be turn k over the table
    away: np.ndarray  # int64[4]: turns away after leaving good [1], shaken [2], demoralised [3]
    turns: int
    most: int  # most turns over the table that a game can see
    entry_turn: int
    removal: int  # hands out of 2**32
    split_first: int
    removed_bits: int  # what a removal by AA sets
    ground_removed_bits: int
    back_bits: int
    back_penalty: int
    converted_penalty: int
    stacking: int
    near_miss: int
    near_apart: int
    cap: int
    felt: int  # 1 when its weapon feels penalties
    rockets_once: int
    clear_by_attack: int  # ruling penalty_duration
    clear_by_window: int
    fires_first: int  # 1 when its attack comes before the AA of the window
    collective_card: int
    collective_each_phase: int
    morale_check: int
    morale_card: int
    uses: int  # -1 unlimited


@dataclass(frozen=True)
class Situation:
    """What the parts of packing share."""

    shape: SortieShape
    rulings: Any
    book: Book
    row: Any
    target: Target
    weapon: str
    where: str


def entry(values: list[Any], turn_over_table: int) -> Any:
    """The profile entry of a turn over the table; the last one repeats."""
    return values[min(turn_over_table, len(values)) - 1]


def weapon_of(shape: SortieShape, row: Any, where: str) -> str:
    """The weapon of its attack: the one named, if it has it, else missile, rockets, guns in this order, or none."""
    has = {"missile": bool(row.missile), "rockets": row.rocket_count > 0, "guns": row.gun_rof > 0}
    named = shape.helicopter.weapon
    if named is None:
        return next((weapon for weapon, fitted in has.items() if fitted), "none")
    if not has[named]:
        carried = ", ".join(weapon for weapon, fitted in has.items() if fitted) or "no weapon"
        raise ScenarioError(f'{where}, helicopter.weapon: {row.id} has no "{named}"; it carries {carried}')
    return named


def situation_of(shape: SortieShape, rulings: Any, catalog: Catalog, where: str) -> Situation:
    """The helicopter of a `sortie` scenario with its weapon. ScenarioError names the key that does not fit."""
    book = Book(catalog)
    row = catalog.unit(shape.helicopter.unit, ("helicopters",), f"{where}, helicopter.unit")
    if shape.game.entry_turn > shape.game.turns:
        raise ScenarioError(
            f"{where}, game.entry_turn: {shape.game.entry_turn} lies after the last turn {shape.game.turns}"
        )
    fits = {
        name: getattr(row, name) if getattr(shape.helicopter, name) is None else getattr(shape.helicopter, name)
        for name in ("flares", "ecm", "irs")
    }
    target = Target("low", **fits, behind_cover=shape.profile.behind_cover, sight=row.sight)
    return Situation(shape, rulings, book, row, target, weapon_of(shape, row, where), where)


def methods_of(here: Situation, actors: list[Actor]) -> Methods:
    """How these actors may engage it."""
    visual, quality = here.shape.game.visibility == "clear", here.shape.helicopter.crew_quality
    return Methods(here.book, here.rulings, visual, quality, actors)


def pack_sortie(shape: SortieShape, rulings: Any, catalog: Catalog, where: str) -> Packed:
    """Pack a `sortie` scenario. ScenarioError names the key that does not fit."""
    here = situation_of(shape, rulings, catalog, where)
    plans = turn_plans(here)
    actors = list_actors(here)
    methods = methods_of(here, actors)
    rows: list[list[int]] = []
    attack = attack_fields(here)
    for plan in plans:
        _, _, hides, hides_if_lost = plan_row(plan, here)
        stays = rulings.chopper_forced_back_effect == ChopperForcedBackEffect.LOSE_ATTACK_STAY_IN_PLACE
        misses = (stays and not hides_if_lost) or bool(attack["rockets_once"] and plan.number > 1)
        acts_of_turn = Acts(
            plan,
            methods,
            rulings,
            here.target,
            shape.terrain,
            here.book.constants["low_dead_zone_in"],
            bool(hides),
            misses,
        )
        rows += acts_of_turn.play_windows(actors)
    acts = np.array(rows, np.int64).reshape(len(rows), len(COLUMNS))
    acts = acts[np.lexsort((np.arange(len(rows)), acts[:, 1], acts[:, 0]))]
    starts = [[int(np.searchsorted(acts[:, 0] * 8 + acts[:, 1], k * 8 + window)) for window in range(6)]
              for k in range(1, len(plans) + 1)]  # fmt: skip
    return Packed(
        acts=acts,
        act_starts=np.array(starts, np.int64),
        plans=np.array([plan_row(plan, here) for plan in plans], np.int64),
        **clock_fields(here, len(plans)),
        **effect_fields(here),
        **attack,
    )


def turn_plans(here: Situation) -> list[TurnPlan]:
    """The turns of a sortie over the table, in order."""
    profile, rulings, constants = here.shape.profile, here.rulings, here.book.constants
    altitudes = [entry(profile.altitude, k) for k in range(1, here.shape.game.turns + 1)]
    length = turns_over_table(altitudes, profile.leave_after, rulings, int(constants["endurance_turns"]))
    plans: list[TurnPlan] = []
    for k in range(1, length + 1):
        altitude, inches = altitudes[k - 1], entry(profile.inches_moved, k)
        guidance = here.row.missile_guidance
        window = fire_window(altitude, inches, entry(profile.fires, k), here.weapon, guidance, rulings)
        slow = is_slow(altitude, inches, rulings, constants["noe_bma_in"])
        plans.append(TurnPlan(k, altitude, inches, slow, window, plans[-1] if plans else None))
    return plans


@dataclass(frozen=True)
class GroundWeaponStand:
    """A ground weapon as a stand that spots (without radar) and shoots; ``row`` is its line of part D9."""

    row: Any
    reach_in: float
    suppressed: bool


def list_actors(here: Situation) -> list[Actor]:
    """AA systems in the order of the file, ``count`` of each (missile half, then gun half), then ground weapons.

    Artillery is none of them: it does nothing to helicopters (1.6a).
    """
    actors: list[Actor] = []
    for number, entry_ in enumerate(here.shape.air_defence):
        where = f"{here.where}, air_defence[{number}]"
        firer = here.book.firer(entry_, f"{where}.unit")
        guns = None
        if entry_.guns is not None:
            guns = here.book.firer(entry_.model_copy(update={"unit": entry_.guns}), f"{where}.guns")
            if guns.is_missile or not firer.is_missile:
                raise ScenarioError(f"{where}.guns: a combination is a missile as unit with a gun as guns (3.2.7)")
        for _ in range(entry_.count):
            own = len(actors)
            partner = own + 1 if guns is not None else None
            actors.append(Actor(own, firer, entry_.range_in, entry_.ground_role, partner=partner))
            if guns is not None:
                actors.append(Actor(own + 1, guns, entry_.range_in, entry_.ground_role, partner=own))
    for number, weapon in enumerate(here.shape.ground_fire):
        where = f"{here.where}, ground_fire[{number}]"
        row = here.book.catalog.row("ground_vs_chopper", weapon.weapon, f"{where}.weapon")
        reach = row.range_in if weapon.reach_in is None else weapon.reach_in
        if reach is None:
            raise ScenarioError(f"{where}.reach_in: the table gives no range for {weapon.weapon}; write its reach")
        stand = GroundWeaponStand(row, reach, weapon.suppressed)
        for _ in range(weapon.count):
            actors.append(Actor(len(actors), None, weapon.range_in, weapon=stand))
    if len(actors) > MAX_ACTORS:
        raise ScenarioError(f"{here.where}: {len(actors)} systems and weapons; at most {MAX_ACTORS}")
    return actors


def plan_row(plan: TurnPlan, here: Situation) -> list[int]:
    """The row of ``plans``: its window of attack, collective fire, hiding after the attack (1.4.6a; 1.4.2d).

    The move after firing draws no fire (1.4.6d). It may hold a change of altitude (1.4.6b): by ruling the one change
    that its normal move has (1.4.1b).
    """
    profile, rulings, ground = here.shape.profile, here.rulings, here.shape.ground
    budget = rulings.move_after_fire_altitude_budget == MoveAfterFireAltitudeBudget.NO
    stuck = plan.altitude == "low" and profile.altitude_change_used and budget
    hides = profile.after_firing == "hide" and not stuck
    stays = rulings.chopper_forced_back_effect == ChopperForcedBackEffect.LOSE_ATTACK_STAY_IN_PLACE
    may_move = rulings.move_after_fire_if_aborted == MoveAfterFireIfAborted.YES
    standoff = here.book.constants["collective_standoff_in"]
    exposed = collective_applies(plan.altitude, here.weapon, ground.nearest_enemy_in, rulings, standoff)
    window = -1 if plan.fire_window is None else plan.fire_window
    return [window, int(exposed and window >= 0), int(hides), int(hides and stays and may_move)]


def clock_fields(here: Situation, length: int) -> dict[str, Any]:
    """The clock: which turns can be which turn over the table, and how long it stays away (1.2a, 1.4.3)."""
    game, rulings = here.shape.game, here.rulings
    away = [0] + [turns_away(morale, rulings, here.book.constants) for morale in ("good", "shaken", "demoralised")]
    early = set()
    effect = rulings.chopper_forced_back_effect
    if effect == ChopperForcedBackEffect.LEAVE_TABLE:
        early.add(1)
    if effect == ChopperForcedBackEffect.LEAVE_TABLE_SHAKEN:
        early.add(2)
    if rulings.chopper_removed_meaning == ChopperRemovedMeaning.OFF_TABLE_MAY_REARM:
        early.add(1)
    if checks_morale(rulings):
        early |= {2, 3}
    possible = np.zeros((game.turns + 1, length + 1), np.int64)
    possible[game.entry_turn, 1] = 1
    for turn in range(1, game.turns + 1):
        for k in range(1, length + 1):
            if possible[turn, k]:
                if k < length and turn < game.turns:
                    possible[turn + 1, k + 1] = 1
                for morale in early | ({1} if k == length else set()):
                    if turn + away[morale] <= game.turns:
                        possible[turn + away[morale], 1] = 1
    return {
        "possible": possible,
        "away": np.array(away, np.int64),
        "turns": game.turns,
        "most": int(possible.any(axis=1).sum()),
        "entry_turn": game.entry_turn,
    }


def effect_fields(here: Situation) -> dict[str, Any]:
    """What results do to it: removal, forced back, penalties (3.2.3d, 3.2.4f, 3.2.6.2c)."""
    rulings, constants = here.rulings, here.book.constants
    back = {
        ChopperForcedBackEffect.LOSE_ATTACK_AND_WITHDRAW: LOST | OUT,
        ChopperForcedBackEffect.LOSE_ATTACK_STAY_IN_PLACE: LOST,
        ChopperForcedBackEffect.LEAVE_TABLE: LOST | OUT | (1 << LEAVES_AT),
        ChopperForcedBackEffect.LEAVE_TABLE_SHAKEN: LOST | OUT | (2 << LEAVES_AT),
        ChopperForcedBackEffect.MINUS_3_PENALTY_ONLY: 0,
    }[rulings.chopper_forced_back_effect]
    if back and rulings.aa_shot_order == AaShotOrder.SIMULTANEOUS_DECLARED:
        back |= WASTED
    rearms = rulings.chopper_removed_meaning == ChopperRemovedMeaning.OFF_TABLE_MAY_REARM
    apart = rulings.near_miss_in_stack == NearMissInStack.WORST_OF
    near_miss = int(constants["near_miss_penalty"])
    return {
        "removal": removal_threshold(here.target, rulings),
        "split_first": split_first(here.target, rulings),
        "removed_bits": OUT | LOST | ((1 << LEAVES_AT) if rearms else (1 << REMOVED_AT)),
        "ground_removed_bits": OUT | LOST | (2 << REMOVED_AT),
        "back_bits": back | BACKED,
        "back_penalty": 0 if back else 3,  # the ruling minus_3_penalty_only names its size
        "converted_penalty": int(constants["cm_converted_penalty"]),
        "stacking": int(rulings.penalty_stacking),
        "near_miss": near_miss,
        "near_apart": near_miss if apart else 0,
        "uses": -1 if rulings.cm_uses == "unlimited" else int(rulings.cm_uses),
    }


def attack_fields(here: Situation) -> dict[str, Any]:
    """Its attack, the collective roll and the morale check (1.4.3c, 1.5.6.3a, 3.2.8)."""
    rulings, book = here.rulings, here.book
    quality = here.shape.helicopter.crew_quality
    thresholds = {row.name: int(row.value) for row in book.catalog.rows("morale_thresholds")}
    pass_on = book.catalog.row("morale", quality, f"{here.where}, helicopter.crew_quality").pass_on
    applies, weapon = rulings.penalty_applies_to, here.weapon
    unfelt = (applies == PenaltyAppliesTo.UNGUIDED_ONLY and weapon == "missile") or (
        applies == PenaltyAppliesTo.GUNS_AND_MISSILES_ONLY and weapon == "rockets"
    )
    return {
        "cap": 10 if rulings.penalty_cap == "none" else int(rulings.penalty_cap),
        "felt": int(not unfelt),
        "rockets_once": int(weapon == "rockets" and rulings.rocket_expended == RocketExpended.PER_SORTIE),
        "clear_by_attack": int(rulings.penalty_duration == PenaltyDuration.NEXT_ATTACK_ONLY),
        "clear_by_window": int(rulings.penalty_duration == PenaltyDuration.THIS_PHASE),
        "fires_first": int(rulings.chopper_fire_order != ChopperFireOrder.AA_FIRST),
        "collective_card": collective_card(here.shape.ground, book, rulings, f"{here.where}, ground"),
        "collective_each_phase": int(rulings.collective_fire_frequency == CollectiveFireFrequency.PER_PHASE),
        "morale_check": checks_morale(rulings),
        "morale_card": morale_card(pass_on, thresholds["shaken_from_fail_by"], thresholds["demoralised_from_fail_by"]),
    }
