"""The units whose worth is asked: where a scenario keeps their numbers, how many may come, what they cost so far.

A key says where a count stands, in the dotted form of all keys of a scenario:

* ``battery.heavy_aa``: a number in a table;
* ``defender.force.heavy_tank``: the entry of a list whose ``name`` or ``unit`` is that, its ``count`` (an entry without
  a ``count`` is written as often as it is there);
* ``blue.plane.0``: the entry by its place;
* ``aircraft.0.bombs.he``: how often a word stands in a list of words.

An entry that the scenario lacks is made as ``{unit = ..., count = ...}``; one whose number is 0 is left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.errors import ScenarioError, nearest

MOST = 4  # of a unit in a force, where nobody says
SHELL_UNIT = re.compile(r"(?P<key>[^:@]+)(:(?P<least>\d{1,4})\.\.(?P<most>\d{1,4}))?(@(?P<cost>[\d.]{1,12}))?")


@dataclass(frozen=True)
class Unit:
    """A unit whose worth is asked.

    key: where its count stands; mirror: where it stands for the other side, in a game whose sides buy from one list;
    least, most: how many a random force has; cost: what it costs so far, None where nobody said; enemy: more of it
    lowers the metric, because it is the other side's; loss: the tally of how many of it are lost, for an exchange.
    """

    name: str
    key: str
    least: int = 0
    most: int = MOST
    cost: float | None = None
    mirror: str = ""
    enemy: bool = False
    loss: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most or self.most < 1:
            raise ScenarioError(f"points, {self.name}: {self.least} to {self.most} of them; give 0 <= least <= most")
        if self.cost is not None and not (math.isfinite(self.cost) and self.cost > 0):
            raise ScenarioError(f"points, {self.name}, cost: {self.cost}; a price is a number above 0")

    @property
    def sign(self) -> int:
        """1 for a unit of the side that the metric is about, -1 for one of its enemy."""
        return -1 if self.enemy else 1


def unit_of_text(text: str) -> Unit:
    """A unit from the shell's ``KEY``, ``KEY:LEAST..MOST`` or ``KEY:LEAST..MOST@COST``.

    >>> unit_of_text("defender.force.heavy_tank:0..6@1")
    Unit(name='heavy_tank', key='defender.force.heavy_tank', least=0, most=6, cost=1.0, mirror='', enemy=False, loss='')
    """
    found = SHELL_UNIT.fullmatch(text.strip())
    if found is None:
        raise ScenarioError(f'unit "{text}": write KEY, KEY:LEAST..MOST or KEY:LEAST..MOST@COST')
    least, most, cost = found["least"], found["most"], found["cost"]
    try:
        price = None if cost is None else float(cost)
    except ValueError:
        raise ScenarioError(f'unit "{text}": "{cost}" is no price') from None
    key = found["key"].strip()
    return Unit(key.rpartition(".")[2], key, int(least or 0), int(most or MOST), price)


def checked_units(
    units: Sequence[Unit], reference: str | None, where: str, least: int = 2
) -> tuple[tuple[Unit, ...], int]:
    """The units and the place of the reference (the first where none is named); ScenarioError when they clash.

    least: how many must be named; an exchange is even for a unit alone, all else is paid in another unit.
    """
    names = [unit.name for unit in units]
    if len(units) < least:
        raise ScenarioError(f"{where}: name two units at least, one of them the reference that the others are paid in")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ScenarioError(f'{where}: two units are called "{twice}"')
    if reference is not None and reference not in names:
        raise ScenarioError(f'{where}, reference: no unit "{reference}"; nearest: {nearest(reference, names)}')
    return tuple(units), 0 if reference is None else names.index(reference)


def count_at(body: Mapping[str, Any], key: str, where: str = "scenario") -> int:
    """How many there are; 0 where the scenario has none.

    >>> body = {"side": {"force": [{"unit": "gev", "count": 3}, {"unit": "bomber"}]}, "battery": {"aa": 2}}
    >>> count_at(body, "side.force.gev"), count_at(body, "side.force.bomber"), count_at(body, "battery.aa")
    (3, 1, 2)
    """
    holder, last = _holder(body, key, where)
    if isinstance(holder, Mapping):
        number = holder.get(last, 0)
        if isinstance(number, bool) or not isinstance(number, int):
            raise ScenarioError(f"{where}, {key}: {number!r} is no number of units")
        return number
    if _words(holder):
        return sum(word == last for word in holder)
    place = _place(holder, last)
    return 0 if place is None else int(holder[place].get("count", 1))


def with_counts(body: Mapping[str, Any], counts: Mapping[str, int], where: str = "scenario") -> dict[str, Any]:
    """A copy of a scenario's keys with other numbers of units.

    Args:
        body: the scenario's own keys, nested.
        counts: key of a unit -> how many; all keys are meant as the scenario stands before any is changed.
        where: how messages name the file.

    Raises:
        ScenarioError: a key that leads nowhere.

    >>> body = {"side": {"force": [{"unit": "gev", "count": 3}, {"unit": "bomber", "count": 1}]}}
    >>> with_counts(body, {"side.force.gev": 0, "side.force.fighter": 2})["side"]["force"]
    [{'unit': 'bomber', 'count': 1}, {'unit': 'fighter', 'count': 2}]
    """
    by_holder: dict[tuple[str, ...], dict[str, int]] = {}
    for key, count in counts.items():
        *path, last = key.split(".")
        by_holder.setdefault(tuple(path), {})[last] = int(count)
    made: Any = body
    for holder, wanted in sorted(by_holder.items(), key=lambda item: -len(item[0])):  # the deepest first: places hold
        made = _replaced(made, holder, wanted, where)
    return dict(made)


def _replaced(tree: Any, path: tuple[str, ...], wanted: Mapping[str, int], where: str) -> Any:
    """A copy of a tree with the counts of one holder changed."""
    if not path:
        return _counted(tree, wanted, where)
    head, tail = path[0], path[1:]
    if isinstance(tree, Mapping):
        return {**tree, head: _replaced(tree.get(head, []), tail, wanted, where)}
    place = _place(tree, head) if isinstance(tree, Sequence) and not isinstance(tree, str) else None
    if place is None:
        raise ScenarioError(f'{where}: nothing is called "{head}" on the way to {".".join([*path, *wanted])}')
    return [_replaced(item, tail, wanted, where) if i == place else item for i, item in enumerate(tree)]


def _counted(holder: Any, wanted: Mapping[str, int], where: str) -> Any:
    if isinstance(holder, Mapping):
        return {**holder, **wanted}
    if _words(holder) and holder:
        kept = [word for word in holder if word not in wanted]
        return kept + [word for word, count in wanted.items() for _ in range(count)]
    places = {_place(holder, last): count for last, count in wanted.items() if _place(holder, last) is not None}
    made: list[Any] = []
    for place, entry in enumerate(holder):
        count = places.get(place)
        if count is None:
            made.append(entry)
        elif "count" in entry:
            made += [{**entry, "count": count}] if count else []
        else:
            made += [entry] * count
    absent = {last: count for last, count in wanted.items() if _place(holder, last) is None and count}
    for last in absent:
        if last.isdigit():
            raise ScenarioError(f'{where}: a list of {len(holder)} has no entry "{last}"; entries count from 0')
    return [*made, *({"unit": last, "count": count} for last, count in absent.items())]


def _holder(body: Mapping[str, Any], key: str, where: str) -> tuple[Any, str]:
    """What holds the count (a table or a list), and the last part of the key."""
    *path, last = key.split(".")
    place: Any = body
    for part in path:
        if isinstance(place, Mapping):
            place = place.get(part, [])
        else:
            number = _place(place, part)
            if number is None:
                raise ScenarioError(f'{where}, {key}: nothing is called "{part}" there')
            place = place[number]
    if not isinstance(place, Mapping | list | tuple):
        raise ScenarioError(f"{where}, {key}: {place!r} holds no numbers of units")
    return place, last


def _words(holder: Any) -> bool:
    return all(isinstance(item, str) for item in holder)


def _place(entries: Sequence[Any], part: str) -> int | None:
    """The place of the entry of that name, unit or number; None when there is none."""
    for column in ("name", "unit"):
        for place, entry in enumerate(entries):
            if isinstance(entry, Mapping) and str(entry.get(column)) == part:
                return place
    return int(part) if part.isdigit() and int(part) < len(entries) else None
