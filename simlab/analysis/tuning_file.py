"""A tuning as a file: the scenarios that are played, who turns which dials, how long the search is (TOML).

::

    title = "Ogre battles"
    cases = ["mark_3_attack", "mark_5_attack"]   # shipped scenarios or files beside this one
    [settings]                                   # set in every case, turned by nobody
    "defender.policies.ground_move" = "weighted"
    [players.defender]
    wants = "winner:defender"                    # the metric whose share is to be large
    [players.defender.dials]                     # [low, high, step, start], or words with the start first
    "defender.weights.ground_move.fire" = [0, 40, 4, 12]
    "defender.policies.ogre_loads" = ["missiles_3_3", "ap_sweep"]
    [only]                                       # dials that are set only while another key has a value
    "attacker.weights.ogre_move" = { "attacker.policies.ogre_move" = "weighted" }
    [search]
    rounds = 4
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simlab.analysis.paired import metric_of
from simlab.analysis.tuning import BUDGET, POOL, ROUNDS, TRIALS, Dial, Player, starts
from simlab.catalog import data_folder, read_rows
from simlab.errors import RunError, nearest
from simlab.execute import prepare
from simlab.scenario import Scenario, load_scenario

KEYS = ("title", "cases", "settings", "players", "only", "search")
SEARCH = {"rounds": ROUNDS, "budget": BUDGET, "trials": TRIALS, "pool": POOL, "seed": 0}
MOST_VALUES = 1000


@dataclass(frozen=True)
class TuningFile:
    """What a tuning file holds. search: rounds, budget, trials, pool, seed; settings: what is set in every case.

    only: beginning of keys -> (key, value) without which they are not set (`Duels`).
    """

    title: str
    cases: tuple[Scenario, ...]
    players: tuple[Player, ...]
    search: dict[str, int] = field(default_factory=lambda: dict(SEARCH))
    settings: Mapping[str, Any] = field(default_factory=dict)
    only: Mapping[str, tuple[str, Any]] = field(default_factory=dict)


def shipped_tunings(data: str | Path | None = None) -> dict[str, Path]:
    """The tunings that come with simlab, by name."""
    return {path.stem: path for path in sorted(data_folder(data).glob("*/tunings/*.toml"))}


def load_tuning(path: str | Path, data: str | Path | None = None) -> TuningFile:
    """Read a tuning file, or the shipped one of that name. RunError names file, key and value."""
    file = Path(path)
    if not file.exists():
        shipped = shipped_tunings(data)
        if file.stem not in shipped:
            near = nearest(file.stem, shipped) if shipped else "none is shipped"
            raise RunError(f"{file}: no such file, nor a tuning of that name in simlab; nearest: {near}")
        file = shipped[file.stem]
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RunError(f"{file.name}: cannot be read ({error})") from None
    for key in tree:
        if key not in KEYS:
            raise RunError(f"{file.name}, {key}: no such key; nearest: {nearest(key, KEYS)}")
    settings = _table(tree, "settings", file)
    listed = tree.get("cases", [])
    if not isinstance(listed, list):
        raise RunError(f'{file.name}, cases: {listed!r}; write cases = ["a_scenario"], one or more')
    cases = tuple(_case(name, file, settings, data) for name in listed)
    players = tuple(_player(name, _table(tree["players"], name, file), file) for name in _table(tree, "players", file))
    search = dict(SEARCH)
    for key, value in _table(tree, "search", file).items():
        if key not in SEARCH:
            raise RunError(f"{file.name}, search.{key}: no such key; nearest: {nearest(key, SEARCH)}")
        if isinstance(value, bool) or not isinstance(value, int):
            raise RunError(f"{file.name}, search.{key}: {value!r} is no whole number")
        search[key] = value
    if not cases:
        raise RunError(f'{file.name}, cases: there is none; write cases = ["a_scenario"], one or more')
    if not players:
        raise RunError(f"{file.name}, players: there is none; write [players.NAME] with wants and dials")
    _check_wants(players, cases, file, data)
    return TuningFile(str(tree.get("title", file.stem)), cases, players, search, settings, _only(tree, players, file))


def _only(tree: Mapping[str, Any], players: Sequence[Player], file: Path) -> dict[str, tuple[str, Any]]:
    """Which dials wait for which value of another; RunError for dials that there are not."""
    found = {}
    dials = {dial.key: dial for player in players for dial in player.dials}
    for begin, told in _table(tree, "only", file).items():
        where = f'{file.name}, only."{begin}"'
        if not any(key.startswith(f"{begin}.") for key in dials):
            raise RunError(f"{where}: no dial begins so; nearest: {nearest(begin, dials)}")
        if not isinstance(told, Mapping) or len(told) != 1:
            raise RunError(f'{where}: {told!r}; write {{ "a.key" = "value" }}, the key of a dial and one of its values')
        ((key, value),) = told.items()
        if key not in dials:
            raise RunError(f"{where}: no dial {key}; nearest: {nearest(key, dials)}")
        if value not in dials[key].values:
            raise RunError(f"{where}: {value!r} is none of the values of {key}")
        found[begin] = key, value
    return found


def _check_wants(players: Sequence[Player], cases: Sequence[Scenario], file: Path, data: str | Path | None) -> None:
    """RunError that names the tuning file where a case has no such metric."""
    for case in cases:
        prepared = prepare(case, data)
        for player in players:
            try:
                metric_of(prepared, player.wants)
            except RunError as error:
                raise RunError(f"{file.name}, players.{player.name}.wants: {error} (case {case.where})") from None


def _table(tree: Mapping[str, Any], key: str, file: Path) -> Mapping[str, Any]:
    value = tree.get(key, {})
    if not isinstance(value, Mapping):
        raise RunError(f"{file.name}, {key}: {value!r}; must be a table")
    return value


def _case(name: Any, file: Path, settings: Mapping[str, Any], data: str | Path | None) -> Scenario:
    """A case: a file beside the tuning, or a shipped scenario; its sweep, if any, is left out."""
    beside = file.parent / str(name)
    shipped = {path.stem: path for path in (data_folder(data) / "scenarios").glob("*/*.toml")}
    if not beside.exists() and str(name) not in shipped:
        raise RunError(f'{file.name}, cases: no scenario "{name}"; nearest: {nearest(str(name), shipped)}')
    scenario = load_scenario(beside if beside.exists() else shipped[str(name)])
    for key, value in settings.items():
        scenario = scenario.with_value(key, value)
    return scenario


def _player(name: str, told: Mapping[str, Any], file: Path) -> Player:
    where = f"{file.name}, players.{name}"
    for key in told:
        if key not in ("wants", "dials"):
            raise RunError(f"{where}.{key}: no such key; nearest: {nearest(key, ('wants', 'dials'))}")
    if not isinstance(told.get("wants", ""), str):
        raise RunError(f'{where}.wants: {told["wants"]!r} is no text; write wants = "table:outcome"')
    dials = _table(told, "dials", file)
    return Player(name, told.get("wants"), tuple(read_dial(key, value, where) for key, value in dials.items()))


def started_from(told: TuningFile, path: str | Path) -> TuningFile:
    """The tuning with dials that start where an earlier one ended: the CSV that ``simlab tune --out`` wrote.

    Dials that the file does not name start as ever. RunError for a key or value that the tuning does not know.
    """
    file = Path(path)
    rows = [row for _, row in read_rows(file)]
    if any("member" in row for row in rows):
        raise RunError(f"{file.name}: holds mixed doctrines; give --mix to go on from them")
    begin = _values_of(told, rows, file.name)
    players = tuple(
        player._replace(dials=tuple(dial._replace(start=begin.get(dial.key, dial.start)) for dial in player.dials))
        for player in told.players
    )
    return replace(told, players=players)


def pools_from(told: TuningFile, paths: Sequence[str | Path]) -> dict[str, list[dict[str, Any]]]:
    """Settings of each player to begin a mix with: of every file one, or all members where it holds a mix itself."""
    pools: dict[str, list[dict[str, Any]]] = {player.name: [] for player in told.players}
    for path in paths:
        file = Path(path)
        members: dict[str, list[dict[str, str]]] = {}
        for _, row in read_rows(file):
            members.setdefault(f"{row.get('player', '')} {row.get('member', '')}", []).append(row)
        many = any("member" in row for rows in members.values() for row in rows)
        settings = [(rows, _values_of(told, rows, file.name)) for rows in members.values()]
        for player in told.players:
            for rows, values in settings:
                if rows[0].get("player", player.name) != player.name and many:
                    continue
                mine = {dial.key: values.get(dial.key, dial.start) for dial in player.dials}
                own = not many and any(dial.key in values for dial in player.dials)
                if (many or own) and mine not in pools[player.name]:
                    pools[player.name].append(mine)
    return {player.name: pools[player.name] or [starts(player)] for player in told.players}


def _values_of(told: TuningFile, rows: Sequence[Mapping[str, str]], name: str) -> dict[str, Any]:
    """Values by key in the rows of a file; RunError for a key or value that the tuning does not know."""
    dials = {dial.key: dial for player in told.players for dial in player.dials}
    found: dict[str, Any] = {}
    for row in rows:
        key, value = row.get("key", ""), row.get("value", "")
        if key not in dials:
            raise RunError(f"{name}: no dial {key}; nearest: {nearest(key, dials)}")
        known = {str(one): one for one in dials[key].values}
        if value not in known:
            raise RunError(f"{name}, {key}: {value} is none of its values; nearest: {nearest(value, known)}")
        found[key] = known[value]
    return found


def read_dial(key: str, told: Any, where: str = "dial") -> Dial:
    """A dial from [low, high, step, start], or from a list of words with the start first.

    >>> read_dial("a.fire", [0, 8, 4, 4])
    Dial(key='a.fire', values=(0, 4, 8), start=4)
    >>> read_dial("a.fighter", ["escort", "strafe"]).start
    'escort'
    """
    if not isinstance(told, list) or not told:
        raise RunError(f"{where}, {key}: {told!r}; write [low, high, step, start], or words with the start first")
    if any(isinstance(value, str | dict) for value in told):
        return Dial(key, tuple(told), told[0])
    if len(told) != 4 or any(isinstance(value, bool) or not isinstance(value, int) for value in told):
        raise RunError(f"{where}, {key}: {told!r}; write four whole numbers: low, high, step, start")
    low, high, step, start = told
    if step < 1 or high < low or (high - low) // step >= MOST_VALUES:
        raise RunError(f"{where}, {key}: {told!r}; low to high must go up, in fewer than {MOST_VALUES} steps")
    values = tuple(range(low, high + 1, step))
    if start not in values:
        raise RunError(f"{where}, {key}: starts at {start}, which is none of {values[0]}, {values[0] + step}, ...")
    return Dial(key, values, start)
