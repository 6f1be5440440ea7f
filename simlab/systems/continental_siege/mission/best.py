"""Best play of a battery by dynamic programming, and what a named policy loses against it (section 6 (b))."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.systems.continental_siege.mission.battery import BOMBLOAD, MAIN_GUN, PROPULSION, SECONDARY_GUN, Order
from simlab.systems.continental_siege.mission.dynamic import Options, best_play
from simlab.systems.continental_siege.mission.fortress_game import NOT_REACHED, At, FortressGame
from simlab.systems.continental_siege.rules.odds import NONE, faces_of

ABOUT = {"crash": (), "bombs_left": (BOMBLOAD,), "guns_left": (MAIN_GUN, SECONDARY_GUN)}
"""The weapons that an aim is about."""
Worth = Callable[[At], Fraction]


class Solved(NamedTuple):
    """An aim solved. value: what it comes to (a chance, or a mean that is to be small); orders: the order by state."""

    value: Fraction
    orders: dict[At, Order]


def worth_of(game: FortressGame, aim: str) -> Worth:
    """What an end is worth, the more the better: 1 for a crash, else minus what is left."""

    def crash(at: At) -> Fraction:
        return Fraction(int(at.boxes == 0))

    def bombs_left(at: At) -> Fraction:
        noted = game.ends(at)[-1] if game.start_hexes is not None else NOT_REACHED
        if noted != NOT_REACHED:
            return Fraction(-noted)
        return Fraction(0 if at.boxes == 0 else -at.weapons[BOMBLOAD])

    def guns_left(at: At) -> Fraction:
        points = game.battery.points
        left = sum(points[system] * at.weapons[system] for system in (MAIN_GUN, SECONDARY_GUN))
        return Fraction(0 if at.boxes == 0 else -left)

    return {"crash": crash, "bombs_left": bombs_left, "guns_left": guns_left}[aim]


def all_orders(game: FortressGame, aim: str, at: At) -> Iterator[Order]:
    """Every attack worth a thought, in the order in which ties are settled."""
    battery, view = game.battery, game.view(at)
    if battery.combine_propulsion:
        yield Order(PROPULSION, view.guns)
    else:
        singles = [
            Order(PROPULSION, tuple(int(place == chosen) for place in range(len(view.guns))))
            for chosen, count in enumerate(view.guns)
            if count
        ]
        yield from sorted(singles, key=lambda order: (battery.total(order), [-count for count in order.guns]))
    for system in ABOUT[aim]:
        if battery.attackable(view, system):
            yield from (order for order in battery.groups(view, system) if battery.column(order) != NONE)


def solve(game: FortressGame, aim: str, turns: int, where: str, choose: Any = None) -> Solved:
    """The best play for an aim within so many turns, or what a policy (`choose`) comes to.

    All values are exact. The game must count its turns. ScenarioError when it has too many states.
    """
    worth = worth_of(game, aim)

    def options(at: At) -> Options[At] | None:
        if game.is_over(at) or not any(at.guns):
            if game.is_over(at) or at.turn == turns:
                return None
            return [(None, [(game.next_turn(at), 1)])]
        found = []
        for order in all_orders(game, aim, at) if choose is None else (choose(at),):
            faces = faces_of(game.battery.crt, game.battery.column(order))
            found.append(
                (order, [(game.after(at, order, result), faces.count(result)) for result in sorted(set(faces))])
            )
        return found

    total, orders = best_play(game.start, options, worth, where)
    return Solved(total if aim == "crash" else -total, orders)


def loses(game: FortressGame, aim: str, turns: int, where: str, policies: dict[str, Any]) -> dict[str, Fraction]:
    """How much each policy (name -> chooser) falls short of the best play for an aim; 0 where it is as good."""
    best = solve(game, aim, turns, where).value
    sign = 1 if aim == "crash" else -1
    return {name: sign * (best - solve(game, aim, turns, where, choose).value) for name, choose in policies.items()}
