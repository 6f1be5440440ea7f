"""A battery that fires at a Flying Fortress: its guns, and the named policies of whom to fire at (section 6 (b))."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from simlab.systems.continental_siege.rules.fortress import QUARTERS, boxes_lost, ma_drops_late, movement_allowance
from simlab.systems.continental_siege.rules.odds import AUTOMATIC, ODDS_1_1, X, odds_column, result_law
from simlab.systems.continental_siege.rules.strength import Aim, Sort, Weapon, may_combine, strength, total_strength
from simlab.systems.continental_siege.stands import Sheet, aim_at_system

SYSTEMS = ("bombload", "aam", "main_gun", "secondary_gun", "ap_bombload")
BOMBLOAD, AAM, MAIN_GUN, SECONDARY_GUN, AP_BOMBLOAD = range(5)
PROPULSION = -1
Guns = tuple[int, ...]  # guns of each type


class Order(NamedTuple):
    """One attack: a system of the sheet (or `PROPULSION`) and the guns that make it."""

    system: int
    guns: Guns


class View(NamedTuple):
    """What a policy sees: halves of propulsion left, boxes of each weapon left, guns that have not fired."""

    boxes: int
    weapons: tuple[int, ...]
    guns: Guns


class Battery:
    """Guns by type in firing order, and their strengths in halves against each system of a sheet."""

    def __init__(self, types: Sequence[tuple[Weapon, int]], sheet: Sheet, crt: Any, rulings: Any) -> None:
        self.sheet, self.crt, self.rulings = sheet, crt, rulings
        able = [one for one in types if one[1] > 0 and strength(one[0], Aim.PROPULSION, 0, rulings) > 0]
        able.sort(key=lambda one: -strength(one[0], Aim.FF_WEAPON, 0, rulings))
        self.weapons = [weapon for weapon, _ in able]
        self.counts: Guns = tuple(count for _, count in able)
        self.rows = [sheet.rows.get(system) for system in SYSTEMS]
        self.defences = [row.defence if row is not None else 0 for row in self.rows]
        self.points = [row.attack if row is not None else 0 for row in self.rows]
        self.halves = [[self._halves(weapon, system) for weapon in self.weapons] for system in range(len(SYSTEMS))]
        self.at_propulsion = [strength(weapon, Aim.PROPULSION, 0, rulings) for weapon in self.weapons]
        self.combine_propulsion = may_combine(Sort.AA, Aim.PROPULSION, rulings)
        self.combine = may_combine(Sort.AA, Aim.FF_WEAPON, rulings)
        self.whole = 2 * sheet.boxes.count
        self.late = ma_drops_late(rulings)

    def _halves(self, weapon: Weapon, system: int) -> int:
        row = self.rows[system]
        return 0 if row is None else strength(weapon, aim_at_system(row), row.defence, self.rulings)

    @cached_property
    def at_start(self) -> tuple[int, ...]:
        """Boxes of each weapon on the whole sheet."""
        return tuple(row.count if row is not None else 0 for row in self.rows)

    def movement(self, boxes: int) -> int:
        """MA with so many halves of propulsion left (14.02)."""
        return int(movement_allowance(boxes, self.whole, QUARTERS, self.late))

    def total(self, order: Order) -> int:
        """Strength of an attack in halves."""
        each = self.at_propulsion if order.system == PROPULSION else self.halves[order.system]
        return total_strength(
            [each[place] for place, count in enumerate(order.guns) for _ in range(count)], self.rulings
        )

    def column(self, order: Order) -> int:
        """Odds column of an attack; propulsion is always attacked at 1-1 (14.02)."""
        if order.system == PROPULSION:
            return ODDS_1_1
        return int(odds_column(self.total(order), self.defences[order.system]))

    def loss(self, order: Order) -> int:
        """Halves of boxes that an X of this attack takes."""
        return boxes_lost(self.total(order), self.rulings)

    def attackable(self, view: View, system: int) -> bool:
        """Are boxes of a weapon left, and may they be attacked (ruling `ff_bombs_targetable`)?"""
        return view.weapons[system] > 0 and any(self.halves[system])

    # ----- orders

    def single(self, view: View, system: int) -> Order:
        """The next gun alone at a weapon."""
        first = next(place for place, count in enumerate(view.guns) if count)
        return Order(system, tuple(int(place == first) for place in range(len(view.guns))))

    def at_the_propulsion(self, view: View) -> Order:
        """The next gun at propulsion, or all guns left in one attack (ruling `propulsion_combined_fire`)."""
        return Order(PROPULSION, view.guns) if self.combine_propulsion else self.single(view, PROPULSION)

    def groups(self, view: View, system: int) -> Iterator[Order]:
        """All groups of guns left at a weapon: fewest guns first, then least strength, then most of the first types."""
        chosen = [guns for guns in product(*(range(count + 1) for count in view.guns)) if any(guns)]
        if not self.combine:
            chosen = [guns for guns in chosen if sum(guns) == 1]
        orders = [Order(system, guns) for guns in chosen]
        orders.sort(key=lambda order: (sum(order.guns), self.total(order), [-count for count in order.guns]))
        return iter(orders)

    def sure_group(self, view: View, system: int) -> Order | None:
        """The smallest group that destroys a weapon without a die (5-1 and up)."""
        return next((order for order in self.groups(view, system) if self.column(order) == AUTOMATIC), None)


Policy = Callable[[Battery, View], Order]


def pu_only(battery: Battery, view: View) -> Order:
    """Everything at the propulsion."""
    return battery.at_the_propulsion(view)


def first_of(battery: Battery, view: View, systems: Sequence[int]) -> Order:
    """The next gun alone at the first of these weapons that is left, else at propulsion."""
    for system in systems:
        if battery.attackable(view, system):
            return battery.single(view, system)
    return battery.at_the_propulsion(view)


def bombs_first(battery: Battery, view: View) -> Order:
    """Single shots at the bombloads while any is left."""
    return first_of(battery, view, (BOMBLOAD,))


def bombs_first_combined(battery: Battery, view: View) -> Order:
    """The smallest groups that reach 5-1 on a bombload."""
    if not battery.combine:
        return bombs_first(battery, view)
    if battery.attackable(view, BOMBLOAD) and (group := battery.sure_group(view, BOMBLOAD)) is not None:
        return group
    return battery.at_the_propulsion(view)


def guns_first(battery: Battery, view: View) -> Order:
    """Main guns, then secondary guns, single shots."""
    return first_of(battery, view, (MAIN_GUN, SECONDARY_GUN))


def until_ma(allowance: int) -> Policy:
    """Propulsion until the MA is down to ``allowance``, then bombloads, then guns."""

    def policy(battery: Battery, view: View) -> Order:
        if battery.movement(view.boxes) > allowance:
            return battery.at_the_propulsion(view)
        return first_of(battery, view, (BOMBLOAD, MAIN_GUN, SECONDARY_GUN))

    return policy


def greedy_value(pu_weight: Fraction) -> Policy:
    """Each shot at the system with the largest expected loss of attack strength, a box counting ``pu_weight``."""

    def policy(battery: Battery, view: View) -> Order:
        single = battery.single(view, PROPULSION)
        taken = min(battery.loss(single), view.boxes)
        best, value = PROPULSION, pu_weight * result_law(battery.crt, ODDS_1_1)[X] * Fraction(taken, 2)
        for system in range(len(SYSTEMS)):
            if not battery.attackable(view, system):
                continue
            column = battery.column(battery.single(view, system))
            worth = battery.points[system] * result_law(battery.crt, column)[X]
            if worth > value:
                best, value = system, worth
        return battery.at_the_propulsion(view) if best == PROPULSION else battery.single(view, best)

    return policy


def named_policy(priority: str, allowance: int, pu_weight: Fraction) -> Policy:
    """The policy of that name; `best_dp` is made in `best`."""
    simple: dict[str, Policy] = {
        "pu_only": pu_only,
        "bombs_first": bombs_first,
        "bombs_first_combined": bombs_first_combined,
        "guns_first": guns_first,
    }
    if priority == "until_ma":
        return until_ma(allowance)
    return greedy_value(pu_weight) if priority == "greedy_value" else simple[priority]
