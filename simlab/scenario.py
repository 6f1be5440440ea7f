"""Scenario files: TOML, words only, checked for shape, with a digest that names the run.

A scenario knows keys and files; what an aircraft is, it does not. Top-level keys that every kind shares are ``title``,
``question``, ``system``, ``kind``, ``[run]``, ``[rulings]``, ``[sweep]``, ``[points]``, ``[report]`` and ``[data]``;
all others belong to the kind, and `check_shape` checks them against its shape.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.errors import ScenarioError, nearest, toml_problem

if TYPE_CHECKING:
    from pydantic import BaseModel

SHARED_KEYS = ("title", "question", "system", "kind", "run", "rulings", "sweep", "points", "report", "data")
DEEPEST = 50  # levels of tables and lists; a scenario needs five
RUN_KEYS = ("trials", "seed", "precision", "level", "method", "threads", "metric")


@dataclass(frozen=True)
class Scenario:
    """One scenario: words from a file or a mapping.

    Treat it as immutable; `with_value` and `with_rulings` make new ones. body: the kind's own keys; run, rulings,
    sweep, points, report, data: the shared sections; where: how messages name the file; folder: where relative paths of
    ``[data]`` start.
    """

    system: str
    kind: str
    title: str = ""
    question: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, Any] = field(default_factory=dict)
    sweep: Mapping[str, Any] = field(default_factory=dict)
    points: Mapping[str, Any] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    where: str = "scenario"
    folder: Path = Path()

    def canonical(self) -> str:
        """Canonical text of all that decides the answer (not title, question, prices asked for, how long to run)."""
        parts = {
            "system": self.system,
            "kind": self.kind,
            "body": self.body,
            "rulings": self.rulings,
            "data": self.data,
        }
        if self.sweep:  # a study of several points; each point is a scenario without one
            parts["sweep"] = self.sweep
        return json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)

    @property
    def digest(self) -> str:
        """Sixteen hex digits of the canonical text: the name of the run."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()[:16]

    def with_value(self, key: str, value: Any) -> Scenario:
        """The scenario with one key set; ``key`` is dotted, list entries by number: ``air_defence.0.range_in``."""
        if key.count(".") > DEEPEST:
            raise ScenarioError(f"{self.where}: a key of more than {DEEPEST} parts: {key[:60]}...")
        section, _, rest = key.partition(".")
        if section in ("title", "question", "system", "kind"):
            return replace(self, **{section: value})
        if section in ("run", "rulings", "data") and rest:
            changed: dict[str, Any] = {section: {**getattr(self, section), rest: value}}
            return replace(self, **changed)
        if section == "points" and rest and "points" not in self.body:
            return replace(self, points=_set(self.points, rest.split("."), value, f"{self.where}, {key}"))
        return replace(self, body=_set(self.body, key.split("."), value, f"{self.where}, {key}"))

    def with_rulings(self, **rulings: Any) -> Scenario:
        """The scenario under other rulings (added to its own)."""
        return replace(self, rulings={**self.rulings, **rulings})

    def value(self, key: str) -> Any:
        """The value of a dotted key of the body or a shared section, None when it is not set."""
        place: Any = {"points": self.points, **self.body, "run": self.run, "rulings": self.rulings, "data": self.data}
        for part in key.split("."):
            if isinstance(place, list) and part.isdigit() and int(part) < len(place):
                place = place[int(part)]
            elif isinstance(place, Mapping) and part in place:
                place = place[part]
            else:
                return None
        return place


def _set(place: Any, path: list[str], value: Any, where: str) -> Any:
    """A copy of nested tables and lists with one value replaced."""
    head, *tail = path
    if isinstance(place, list):
        if not head.isdigit() or int(head) >= len(place):
            raise ScenarioError(f'{where}: a list of {len(place)} has no entry "{head}"; entries count from 0')
        return [_set(item, tail, value, where) if tail and i == int(head) else value if i == int(head) else item
                for i, item in enumerate(place)]  # fmt: skip
    if not isinstance(place, Mapping):
        raise ScenarioError(f'{where}: "{head}" lies below {place!r}, which has no keys')
    return {**place, head: _set(place.get(head, {}), tail, value, where) if tail else value}


def _check_tree(tree: Mapping[str, Any], where: str) -> None:
    """Refuse what no scenario needs and no message could show: endless numbers and bottomless nesting."""
    waiting: list[tuple[Any, int, str]] = [(tree, 0, "")]
    while waiting:
        value, depth, key = waiting.pop()
        if depth > DEEPEST:
            raise ScenarioError(f"{where}: tables and lists are nested more than {DEEPEST} deep")
        if isinstance(value, int) and value.bit_length() > 1000:
            raise ScenarioError(f"{where}, {key}: a whole number of more than 300 digits")
        if isinstance(value, Mapping):
            waiting += [(item, depth + 1, f"{key}.{name}".lstrip(".")) for name, item in value.items()]
        elif isinstance(value, list | tuple):
            waiting += [(item, depth + 1, f"{key}[{place}]") for place, item in enumerate(value)]


def parse_scenario(tree: Mapping[str, Any], where: str = "scenario", folder: Path = Path()) -> Scenario:
    """A Scenario from a mapping in the form of a TOML file. ScenarioError when the shared keys are wrong."""
    _check_tree(tree, where)
    for key in ("system", "kind"):
        if not isinstance(tree.get(key), str):
            raise ScenarioError(f'{where}: the key "{key}" is missing or no text; write {key} = "..."')
    for key in ("title", "question"):
        if not isinstance(tree.get(key, ""), str):
            raise ScenarioError(f"{where}, {key}: {tree[key]!r} is no text")
    own = isinstance(tree.get("points"), list)  # points of impact: a key of bombing runs, no section
    for key in ("run", "rulings", "sweep", *(() if own else ("points",)), "report", "data"):
        if not isinstance(tree.get(key, {}), Mapping):
            raise ScenarioError(f"{where}, {key}: {tree[key]!r} is no table; write [{key}] and its keys below")
    for key in tree.get("run", {}):
        if key not in RUN_KEYS:
            raise ScenarioError(f"{where}, run.{key}: no such key; nearest: {nearest(key, RUN_KEYS)}")
    shared_keys = [key for key in SHARED_KEYS if key != "points" or not own]
    shared = {key: tree[key] for key in shared_keys if key in tree}
    for key in ("title", "question"):  # printed on terminals and pages: no control characters
        shared[key] = "".join(letter if letter.isprintable() else " " for letter in str(tree.get(key, "")))
    return Scenario(body={k: v for k, v in tree.items() if k not in shared_keys}, where=where, folder=folder, **shared)


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file. ScenarioError names file, line or key and the way out.

    A byte order mark is passed over; the file must be UTF-8, as TOML demands.
    """
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read ({error.strerror or error})") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError(f"{path}, line {line}: not UTF-8; save the file as UTF-8 text") from None
    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also integers of thousands of digits, tables nested without end
        raise ScenarioError(f"{path}: {toml_problem(text, error)}") from None
    return parse_scenario(tree, where=path.name, folder=path.parent)


def check_shape(model: type[BaseModel], body: Mapping[str, Any], where: str) -> Any:
    """The body checked against a kind's pydantic model; the first thing wrong becomes one ScenarioError line."""
    from pydantic import ValidationError

    try:
        return model.model_validate(dict(body))
    except ValidationError as problem:
        raise ScenarioError(_first_problem(model, problem.errors(include_url=False), where)) from None


def _first_problem(model: type[BaseModel], problems: list[Any], where: str) -> str:
    """One line for the first problem pydantic found; unknown keys first, since they cause most of the others."""
    problem = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    path = _path_of(problem)
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else str(part)
    if problem["type"] == "extra_forbidden":
        known = _fields_at(model, path[:-1])
        return f"{where}, {key}: no such key; nearest: {nearest(path[-1], known)}"
    if problem["type"] == "missing" and isinstance(path[-1], int):
        return f"{where}, {key}: this entry is missing in {problem['input']!r}; entries count from 0"
    if problem["type"] == "missing":
        return f"{where}, {key}: this key is missing"
    if path and (form := _form_wanted(problem, path)):
        return f"{where}, {key}: {problem['input']!r}; must be {form}"
    # a key that takes a word or a number is told wrong once for each of them
    told = dict.fromkeys(_said(p).removeprefix("Value error, ") for p in problems if path and _path_of(p) == path)
    message = " or ".join(told or [_said(problem)]).replace("Input should be ", "").removeprefix("Value error, ")
    return f"{where}, {key}: {problem['input']!r}; must be {message}" if "Input should be" in problem["msg"] else (
        f"{where}, {key}: {problem['input']!r}; {message}" if path else f"{where}: {message}")  # fmt: skip


def _path_of(problem: Mapping[str, Any]) -> list[Any]:
    """Keys and list positions down to what is wrong, without the marks that pydantic puts between them."""
    path = [part for part in problem["loc"] if not str(part).startswith(("function-", "literal["))]
    return path[:-1] if path[-1:] == ["bool"] and problem["type"].startswith("bool_") else path


def _said(problem: Mapping[str, Any]) -> str:
    """What pydantic says of a problem; of flags what TOML calls them."""
    flag = problem["type"].startswith("bool_")
    return "Input should be true or false, without quotes" if flag else str(problem["msg"])


def _form_wanted(problem: Mapping[str, Any], path: list[Any]) -> str:
    """In the words of TOML, the form that a value lacks: a table, a list, a list of so many entries; else nothing."""
    if problem["type"] in ("model_type", "model_attributes_type", "dict_type", "dataclass_type"):
        names = [str(part) for part in path if not isinstance(part, int)]
        name = f"[{'.'.join(names)}]"
        return f"a table; write {f'[{name}]' if isinstance(path[-1], int) else name} and its keys below"
    if problem["type"] in ("tuple_type", "list_type"):
        return "a list"
    if problem["type"] in ("too_long", "too_short"):
        bound = problem["ctx"].get("max_length", problem["ctx"].get("min_length"))
        most = "at most" if problem["type"] == "too_long" else "at least"
        return f"a list of {most} {bound} {'entry' if bound == 1 else 'entries'}, not {problem['ctx']['actual_length']}"
    return ""


def _fields_at(model: Any, path: list[Any]) -> list[str]:
    """The keys of the model reached along a path of keys and list positions."""
    import typing

    for part in path:
        if isinstance(part, int) or not hasattr(model, "model_fields") or part not in model.model_fields:
            continue
        annotation = model.model_fields[part].annotation
        queue = [annotation]
        while queue:
            candidate = queue.pop(0)
            if hasattr(candidate, "model_fields"):
                model = candidate
                break
            queue.extend(typing.get_args(candidate))
    return [field.alias or name for name, field in getattr(model, "model_fields", {}).items()]
