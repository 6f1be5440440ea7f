"""What each side goes by in a battle: a doctrine by name, single policies and single weights given beside it (6e).

A doctrine is a set of rows of doctrines.csv, one for each hook that it does not leave at the default policy. A policy
or a weight that the scenario gives itself goes before that of the doctrine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.catalog import Catalog
from simlab.errors import ScenarioError, nearest
from simlab.scenario import check_shape
from simlab.systems.continental_siege.battle.shapes import (
    MOST_NAMES,
    MOST_SHARE,
    AttackerShape,
    DefenderShape,
    DoctrineMix,
)
from simlab.systems.continental_siege.doctrine import weights as w

DEFAULTS = "default"  # the doctrine of the rules page: the first policy of every hook
MIX = "mix"  # the hook of a row that says which doctrines are mixed (W9)
TUNED = "tuned"  # whose weights a weighted policy has that comes without any
WITH_NUMBER = re.compile(r"([a-z_]+)\((\d+)\)")  # aa_ring(3), ma_at_most(2), as the rules page writes them
WITH_WORDS = re.compile(r"([a-z_]+)\(([a-z_]+(?: [a-z_]+)*)\)")  # forward(missile_tank gev)
NAMES = {
    "ground_move": w.MOVE_WEIGHTS, "gev_move": w.MOVE_WEIGHTS, "gev_second_move": w.MOVE_WEIGHTS,
    "infantry_move": w.MOVE_WEIGHTS, "aa_move": w.MOVE_WEIGHTS, "ground_fire": w.FIRE_WEIGHTS,
    "aa_fire": w.AA_WEIGHTS, "bomber": w.BOMBER_WEIGHTS, "ogre_move": w.OGRE_MOVE_WEIGHTS,
    "ogre_fire": w.OGRE_FIRE_WEIGHTS,
}  # fmt: skip
FOLLOWS = {  # hooks that do as another when neither scenario nor doctrine says anything of them
    "gev_move": "ground_move", "infantry_move": "ground_move", "aa_move": "ground_move", "gev_second_move": "gev_move",
    "infantry_fire": "ground_fire", "gev_fire": "ground_fire", "howitzer_fire": "ground_fire",
    "aa_ground_fire": "ground_fire",
}  # fmt: skip
CLASSES_OF_FIRE = ("ground_fire", "infantry_fire", "gev_fire", "howitzer_fire", "aa_ground_fire")


@dataclass(frozen=True)
class Orders:
    """Policies of a side by hook, and the weights of its weighted policies, in the order of the packed row."""

    policies: Any
    weights: Mapping[str, tuple[int, ...]]

    def of(self, hook: str) -> Any:
        """The policy of a hook."""
        return getattr(self.policies, hook)


def mix_of(shape: DefenderShape | AttackerShape, side: str, catalog: Catalog, where: str) -> dict[str, int]:
    """The doctrines one of which a side plays, with their weights (W9); a single one with weight 1.

    ScenarioError for a name that there is not, or that is a mix itself, and where no weight is above 0.
    """
    rows = catalog.rows("doctrines")
    if isinstance(shape.doctrine, DoctrineMix):
        key, given = f"{where}, {side}.doctrine.mix", shape.doctrine.mix
    else:
        row = _rows_of(shape.doctrine, side, rows, f"{where}, {side}.doctrine").get(MIX)
        if row is None:
            return {shape.doctrine: 1}
        key = f"doctrines.csv, {row.id}"
        given = read_weights(
            row.weights, [one for one in _names(rows, side) if one != row.doctrine], key, 0, MOST_SHARE
        )
        if len(given) > MOST_NAMES:
            raise ScenarioError(f"{key}: {len(given)} names; give at most {MOST_NAMES}")
    for name in given:
        if MIX in _rows_of(name, side, rows, key):
            raise ScenarioError(f"{key}: {name} is a mix itself; name the doctrines that it mixes")
    drawn = {name: weight for name, weight in given.items() if weight > 0}
    if not drawn:
        raise ScenarioError(f"{key}: no weight is above 0; give one of {', '.join(given)} a weight of 1 or more")
    return drawn if len(drawn) > 1 else dict.fromkeys(drawn, 1)


def orders_of(shape: DefenderShape | AttackerShape, name: str, side: str, catalog: Catalog, where: str) -> Orders:
    """The policies and weights of a side under a doctrine. ScenarioError for one that there is not, or idle weights."""
    rows = catalog.rows("doctrines")
    doctrine = _rows_of(name, side, rows, f"{where}, {side}.doctrine")
    given = {name: getattr(shape.policies, name) for name in shape.policies.model_fields_set}
    named = {hook: _policy(row.policy) for hook, row in doctrine.items()}
    policies = check_shape(type(shape.policies), named | given, f"{where}, {side}.doctrine")
    for hook, other in FOLLOWS.items():
        if getattr(policies, hook, other) is None:
            policies = policies.model_copy(update={hook: getattr(policies, other)})
    tuned = _tuned_rows(side, rows, f"{where}, {side}.doctrine")
    weights: dict[str, tuple[int, ...]] = {}
    for hook, names in NAMES.items():
        told = getattr(shape.weights, hook).model_dump(exclude_none=True) if hasattr(shape.weights, hook) else {}
        classes = CLASSES_OF_FIRE if hook == "ground_fire" else (hook,)  # those of R77 share its weights
        if any(getattr(policies, one, None) == "weighted" for one in classes):
            if hook in FOLLOWS and hook not in doctrine and hook not in given:
                values = dict(zip(names, weights[FOLLOWS[hook]], strict=True))
            else:
                row = doctrine.get(hook)
                values = _weights_of(row if row is not None and row.policy == "weighted" else tuned.get(hook), names)
            weights[hook] = tuple((values | told).get(name, 0) for name in names)
        elif told:
            raise ScenarioError(f'{where}, {side}.weights.{hook}: of no use unless policies.{hook} is "weighted"')
    return Orders(policies, weights)


def _tuned_rows(side: str, rows: tuple[Any, ...], where: str) -> dict[str, Any]:
    """Rows of `tuned` by hook; where it is a mix, of each hook that of the first of its doctrines that has one (W9)."""
    tuned = _rows_of(TUNED, side, rows, where)
    if MIX not in tuned:
        return tuned
    found: dict[str, Any] = {}
    key = f"doctrines.csv, {tuned[MIX].id}"
    for name in read_weights(tuned[MIX].weights, _names(rows, side), key, 0, MOST_SHARE):
        for hook, row in _rows_of(name, side, rows, where).items():
            if row.policy == "weighted":
                found.setdefault(hook, row)
    return found


def _names(rows: tuple[Any, ...], side: str) -> list[str]:
    """The doctrines of a side."""
    return [DEFAULTS, *dict.fromkeys(row.doctrine for row in rows if row.side == side)]


def _rows_of(doctrine: str, side: str, rows: tuple[Any, ...], where: str) -> dict[str, Any]:
    """Rows of a doctrine by hook; none for the defaults."""
    if doctrine == DEFAULTS:
        return {}
    names = _names(rows, side)
    if doctrine not in names:
        raise ScenarioError(f'{where}: no doctrine "{doctrine}"; nearest: {nearest(doctrine, names)}')
    return {row.hook: row for row in rows if (row.doctrine, row.side) == (doctrine, side)}


def _weights_of(row: Any, names: tuple[str, ...]) -> dict[str, int]:
    return read_weights(row.weights, names, f"doctrines.csv, {row.id}") if row is not None and row.weights else {}


def _policy(word: str) -> Any:
    """A policy as a scenario gives it, from the cell of a doctrine.

    >>> _policy("weighted"), _policy("ma_at_most(2)")
    ('weighted', {'ma_at_most': 2})
    >>> _policy("forward(missile_tank gev)")
    {'forward': ['missile_tank', 'gev']}
    """
    if found := WITH_NUMBER.fullmatch(word):
        return {found[1]: int(found[2])}
    if found := WITH_WORDS.fullmatch(word):
        return {found[1]: found[2].split()}
    return word


def read_weights(
    cell: str, names: Sequence[str], where: str, least: int = -w.LARGEST, most: int = w.LARGEST
) -> dict[str, int]:
    """The weights in a cell such as ``fire 12; danger -3``. CatalogError style: ScenarioError names cell and weight.

    >>> read_weights("fire 12; danger -3", ("fire", "danger"), "here")
    {'fire': 12, 'danger': -3}
    """
    values = {}
    for part in cell.split(";"):
        name, _, number = part.strip().partition(" ")
        if name not in names:
            raise ScenarioError(f'{where}: no weight "{name}"; nearest: {nearest(name, names)}')
        if not re.fullmatch(r"-?\d{1,4}", number.strip()) or not least <= int(number) <= most:
            raise ScenarioError(f'{where}: weight {name} "{number}"; give a whole number from {least} to {most}')
        values[name] = int(number)
    return values
