"""Best play of a battery by dynamic programming, and what a named policy loses against it (section 6 (b))."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from simlab.errors import ScenarioError
from simlab.systems.continental_siege.mission.battery import BOMBLOAD, MAIN_GUN, PROPULSION, SECONDARY_GUN, Order
from simlab.systems.continental_siege.mission.fortress_game import NOT_REACHED, At, FortressGame
from simlab.systems.continental_siege.rules.odds import NONE, faces_of

MOST_STATES = 150_000
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
    orders_of = (lambda at: all_orders(game, aim, at)) if choose is None else (lambda at: iter([choose(at)]))
    worth = worth_of(game, aim)
    found: dict[At, list[tuple[Order, list[tuple[At, int]]]]] = {}
    waiting: list[At] = [game.start]
    ahead: dict[At, At | None] = {}  # turns that are over: the start of the next one, None at the end
    while waiting:
        at = waiting.pop()
        if at in found or at in ahead:
            continue
        if len(found) > MOST_STATES:
            raise ScenarioError(f"{where}: best play has more than {MOST_STATES:,} states; fewer guns or turns, please")
        if game.is_over(at) or not any(at.guns):
            last = game.is_over(at) or at.turn == turns
            following = None if last else game.next_turn(at)
            ahead[at] = following
            if following is not None:
                waiting.append(following)
            continue
        found[at] = []
        for order in orders_of(at):
            faces = faces_of(game.battery.crt, game.battery.column(order))
            ways = [(game.after(at, order, result), faces.count(result)) for result in sorted(set(faces))]
            found[at].append((order, ways))
            waiting += [way for way, _ in ways]
    value: dict[At, Fraction] = {}
    chosen: dict[At, Order] = {}
    for at in sorted({*found, *ahead}, key=lambda at: (-at.turn, sum(at.guns), at.away != 2)):
        if at in ahead:
            after = ahead[at]
            value[at] = worth(at) if after is None else value[after]
            continue
        best: Fraction | None = None
        for order, ways in found[at]:
            mean = sum((value[way] * weight for way, weight in ways), Fraction(0)) / 6
            if best is None or mean > best:
                best, chosen[at] = mean, order
        assert best is not None
        value[at] = best
    total = value[game.start]
    return Solved(total if aim == "crash" else -total, chosen)


def loses(game: FortressGame, aim: str, turns: int, where: str, policies: dict[str, Any]) -> dict[str, Fraction]:
    """How much each policy (name -> chooser) falls short of the best play for an aim; 0 where it is as good."""
    best = solve(game, aim, turns, where).value
    sign = 1 if aim == "crash" else -1
    return {name: sign * (best - solve(game, aim, turns, where, choose).value) for name, choose in policies.items()}
