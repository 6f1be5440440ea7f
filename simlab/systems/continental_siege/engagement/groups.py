"""Which attackers of a phase make one attack together, and in which order (B4, B10 to B12, 12.04, 14.02, 14.031)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simlab.systems.continental_siege.rules.strength import (
    BOMBS,
    BOXES,
    Aim,
    Arc,
    Sort,
    defence_against,
    may_combine,
    reaches,
    strength,
    total_strength,
)
from simlab.systems.continental_siege.rulings.attacks import AttackSequencing, OneUnitManyWeaponsVsPropulsion
from simlab.systems.continental_siege.rulings.base_game import InfantryGrouping
from simlab.systems.continental_siege.rulings.bombs import (
    ApBombPerTargetLimit,
    BombDecisionTiming,
    BombHalvedVsInfantryGroup,
    BombloadCombination,
)
from simlab.systems.continental_siege.stands import Armed


class Strike(NamedTuple):
    """One attack.

    halves: its strength; defence: of the target (of infantry in a group: not used); attackers: how many fire in it;
    declared: it is made even on a target that is gone; each_squad: one attack on every squad left.
    """

    halves: int
    defence: int
    attackers: int
    declared: bool
    each_squad: bool


def strikes(
    armed: Sequence[Armed], aim: Aim, defence: int, distance: int, arc: Arc, combine: bool, rulings: Any
) -> tuple[list[Strike], list[str]]:
    """The attacks that are made, in order, and the words of the attackers that are passed over."""
    firing: list[Armed] = []
    passed: list[str] = []
    for one in armed:
        able = strength(one.weapon, aim, defence, rulings) > 0 and reaches(one.weapon, aim, distance, arc, rulings)
        firing.append(one) if able else passed.append(one.word)
    groups = _box_groups(firing, aim, combine, rulings) if aim in BOXES else _groups(firing, aim, combine, rulings)
    if aim == Aim.INFANTRY and rulings.ap_bomb_per_target_limit == ApBombPerTargetLimit.ONE_ATTACK_PER_TURN:
        bombs = [place for place, group in enumerate(groups) if group[0].weapon.sort == Sort.AP_BOMBLOAD]
        passed += [one.word for place in bombs[1:] for one in groups[place]]
        groups = [group for place, group in enumerate(groups) if place not in bombs[1:]]
    return [strike_of(group, aim, defence, rulings) for group in groups], passed


def _box_groups(firing: Sequence[Armed], aim: Aim, combine: bool, rulings: Any) -> list[list[Armed]]:
    """Attacks on propulsion or treads: single ones, but for rulings."""
    if combine and firing and may_combine(firing[0].weapon.sort, aim, rulings):
        return [list(firing)]
    if rulings.one_unit_many_weapons_vs_propulsion == OneUnitManyWeaponsVsPropulsion.EACH_WEAPON:
        return [[one] for one in firing]
    groups: dict[Any, list[Armed]] = {}
    seen: dict[str, int] = {}
    for place, one in enumerate(firing):
        count = seen.get(one.word, 0)
        seen[one.word] = count + 1
        key = (one.unit, count // one.most) if one.unit else place
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _groups(firing: Sequence[Armed], aim: Aim, combine: bool, rulings: Any) -> list[list[Armed]]:
    """Attacks on other targets, in three families: bombloads, AP bombloads, the rest."""
    groups: dict[Any, list[Armed]] = {}
    for place, one in enumerate(firing):
        sort = one.weapon.sort
        family = sort if sort in BOMBS else None
        together = combine and may_combine(sort, aim, rulings)
        if sort == Sort.BOMBLOAD and rulings.bombload_combination == BombloadCombination.MUST_COMBINE:
            together = True
        key: Any = ("family", family) if together else place
        if sort == Sort.OGRE_AP and aim == Aim.INFANTRY and not together:
            key = "ap guns"  # one attack on an infantry unit in a phase (B12)
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def strike_of(group: Sequence[Armed], aim: Aim, defence: int, rulings: Any) -> Strike:
    """The attack of some attackers that add up, or of a single one."""
    first = group[0].weapon
    bombs = first.sort in BOMBS
    declared = (
        rulings.bomb_decision_timing == BombDecisionTiming.PREPLOTTED
        if bombs
        else rulings.attack_sequencing == AttackSequencing.DECLARE_ALL_FIRST
    )
    alone = rulings.infantry_grouping == InfantryGrouping.EACH_ALONE
    spread = (
        first.sort == Sort.BOMBLOAD and rulings.bomb_halved_vs_infantry_group == BombHalvedVsInfantryGroup.EACH_SQUAD
    )
    return Strike(
        halves=total_strength([strength(one.weapon, aim, defence, rulings) for one in group], rulings),
        defence=defence_against(first, aim, defence, rulings),
        attackers=len(group),
        declared=declared,
        each_squad=aim == Aim.INFANTRY and ((bombs and alone) or spread),
    )
