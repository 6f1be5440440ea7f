"""What a rules system is: kinds that can be played, rulings that can be turned, tables of units.

A wing fills these in; `run` and `cli` need nothing else of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from simlab.errors import ScenarioError, nearest
from simlab.standing import Standing

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from simlab.catalog import Catalog, TableSchema
    from simlab.jit import BlockKernel
    from simlab.moments import Moment
    from simlab.outcome import OutcomeSpace


NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,2})?|[+-]?\d{1,15}/\d{1,15}|[+-]?\.\d{1,15}")


class Level(IntEnum):
    """How much of a game a kind plays."""

    ENGAGEMENT = 0
    MISSION = 1
    BATTLE = 2


@cache  # a sweep asks thousands of times, and its points then share the words
def words_of(name: str) -> str:
    """The scenario spelling of a class or member name.

    >>> words_of("FcRerollRecursion"), words_of("DIE_VALUE")
    ('fc_reroll_recursion', 'die_value')
    """
    if name.isupper() or not name[0].isupper():
        return name.lower()
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


@dataclass(frozen=True)
class Choice:
    """A ruling with named options.

    options: an IntEnum whose docstring is "clauses: question" and whose first member is the default; bears_on: the
    kinds whose answer it can change; spelled: options whose scenario word is not the member's name; presets: option ->
    the words at which other rulings then stand unless they are given themselves (the edition of a rulebook).
    """

    options: type[IntEnum]
    bears_on: tuple[str, ...]
    spelled: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name in scenario files."""
        return words_of(self.options.__name__)

    @property
    def clause(self) -> str:
        """The clauses it reads."""
        return (self.options.__doc__ or "").split(":")[0].strip()

    @property
    def question(self) -> str:
        """What is unclear."""
        return " ".join((self.options.__doc__ or "").split(":", 1)[1].split())

    @property
    def default(self) -> IntEnum:
        """The first member."""
        return next(iter(self.options))

    def spell(self, value: Any) -> str:
        """The scenario word of a member."""
        return self.spelled.get(value.name, words_of(value.name))

    @property
    def choices(self) -> list[str]:
        """All scenario words, the default first."""
        return [self.spell(member) for member in self.options]

    @property
    def alternatives(self) -> list[str]:
        """Every value worth trying one at a time (sensitivity), the default first."""
        return self.choices

    @property
    def allowed(self) -> str:
        """The options in words, for messages and tables."""
        first, *others = self.choices
        return ", ".join([f"{first} (default)", *others])

    def parse(self, value: Any, where: str) -> IntEnum:
        """The member that a scenario word names; ScenarioError names the options."""
        if isinstance(value, bool):  # TOML spells the options yes and no as words, but many write true and false
            value = "yes" if value else "no"
        word = str(value).strip().lower()
        for member in self.options:
            if word == self.spell(member):
                return member
        raise ScenarioError(f'{where}: "{value}"; options: {self.allowed}')


@dataclass(frozen=True)
class Quantity:
    """A ruling that is a number in a closed range, or one of some words (``none``, ``unlimited``...)."""

    name: str
    clause: str
    question: str
    default: int | float | Fraction | str
    low: float
    high: float
    bears_on: tuple[str, ...]
    words: tuple[str, ...] = ()
    whole: bool = True
    tries: tuple[Any, ...] = ()

    def spell(self, value: Any) -> str | int | float:
        """The scenario spelling: a word, a whole number, or a decimal fraction."""
        return float(value) if isinstance(value, Fraction) else value

    @property
    def choices(self) -> list[str]:
        """The words and the range."""
        return [*self.words, f"{self.low:g}..{self.high:g}"]

    @property
    def alternatives(self) -> list[Any]:
        """Values worth trying one at a time, the default first."""
        return [self.spell(self.default), *[value for value in self.tries if value != self.default]]

    @property
    def allowed(self) -> str:
        """The range and words, for messages and tables."""
        if self.low > self.high:  # words only
            first, *others = [f"{word}R,F" if word.endswith(":") else word for word in self.words]
            return ", ".join([f"{first} (default)", *others])
        sort = "whole number" if self.whole else "number"
        words = "".join(f", or {word}" for word in self.words)
        return f"{sort} {self.low:g}..{self.high:g}{words} (default {self.spell(self.default)})"

    def parse(self, value: Any, where: str) -> Any:
        """The number or word; ScenarioError names the range."""
        word = str(value).strip().lower()
        if word in self.words:
            return word
        for form in self.words:  # words that carry numbers, such as custom:0.3,0.8
            if form.endswith(":") and word.startswith(form):
                return word
        try:
            if not NUMBER.fullmatch(word):  # no number with an exponent of eight digits, which would take minutes
                raise ValueError
            number = Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise ScenarioError(f'{where}: "{value}"; allowed: {self.allowed}') from None
        if isinstance(value, bool) or not self.low <= number <= self.high or (self.whole and number.denominator != 1):
            raise ScenarioError(f"{where}: {value}; allowed: {self.allowed}")
        return int(number) if self.whole else number


Ruling = Choice | Quantity


class Rulings:
    """The rulings in force: attribute access to the values, all defaults but for those given.

    A ruling with presets moves the defaults of others. Unknown names and options raise a ScenarioError with the nearest
    valid name.
    """

    def __init__(self, known: tuple[Ruling, ...], given: Mapping[str, Any], where: str = "rulings") -> None:
        self._known = {ruling.name: ruling for ruling in known}
        self._defaults = {name: ruling.default for name, ruling in self._known.items()}
        chosen = {}
        for name, value in given.items():
            if name not in self._known:
                raise ScenarioError(f'{where}: no ruling "{name}"; nearest: {nearest(name, self._known)}')
            chosen[name] = self._known[name].parse(value, f"{where}.{name}")
            for other, word in self._preset(name, chosen[name]).items():
                self._defaults[other] = self._known[other].parse(word, f"{where}.{name}")
        self._values = self._defaults | chosen

    def _preset(self, name: str, value: Any) -> Mapping[str, Any]:
        """The words at which an option of a ruling puts others."""
        ruling = self._known[name]
        return ruling.presets.get(ruling.spell(value), {}) if isinstance(ruling, Choice) else {}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"no ruling {name}") from None

    def in_force(self, kind: str) -> dict[str, Any]:
        """Scenario spelling of every ruling that bears on a kind."""
        return {
            name: ruling.spell(self._values[name]) for name, ruling in self._known.items() if kind in ruling.bears_on
        }

    def changed(self) -> dict[str, Any]:
        """Scenario spelling of those that differ from their default, or from that of the preset in force."""
        return {
            name: ruling.spell(self._values[name])
            for name, ruling in self._known.items()
            if self._values[name] != self._defaults[name]
        }


@dataclass(frozen=True)
class Kind:
    """One procedure that a scenario can name.

    shape: pydantic model of the scenario's own keys; pack: (checked shape, rulings, catalog, name of the file) ->
    packed_type, a NamedTuple of int64 arrays and integers; space: packed -> OutcomeSpace; kernel: plays blocks of
    trials; exact: packed -> float law of the flat vector; exact_fractions: the same in rationals; cheap: packed -> is
    the exact law quick enough for method auto; headline: (table, row) whose share is the one number people look at
    first; example: a commented scenario file; replay: (packed, key, trial) -> that trial in words; moments:
    (checked shape, rulings, catalog, name of the file, packed, key, trial) -> the same moment by moment, with what lies
    where, to be drawn (alone where the words need more than what is packed); plans: (checked shape, rulings, catalog,
    name of the file) -> every plan of attack on its layout as a row, and attacks that cannot be made with the reason;
    notes: (checked shape, rulings, catalog, packed) -> what the reader of the answer should know, such as fire that
    never happens; trials: played when nobody says how many, some seconds' worth; standing: who leads after each turn,
    for kinds of two sides that play turns.
    """

    name: str
    level: Level
    summary: str
    shape: type[BaseModel]
    pack: Callable[[Any, Rulings, Catalog, str], Any]
    space: Callable[[Any], OutcomeSpace]
    kernel: BlockKernel
    packed_type: type[Any]
    example: str
    headline: tuple[str, tuple]
    exact: Callable[[Any], np.ndarray] | None = None
    exact_fractions: Callable[[Any], list[Fraction]] | None = None
    cheap: Callable[[Any], bool] = lambda packed: True
    feasible: Callable[[Any], bool] = lambda packed: True
    replay: Callable[[Any, int, int], list[str]] | None = None
    moments: Callable[[Any, Rulings, Catalog, str, Any, int, int], list[Moment]] | None = None
    plans: Callable[[Any, Rulings, Catalog, str], tuple[list[dict[str, Any]], dict[str, str]]] | None = None
    assumptions: Callable[[Any, Rulings, Catalog], list[str]] = lambda shape, rulings, catalog: []
    notes: Callable[[Any, Rulings, Catalog, Any], list[str]] = lambda shape, rulings, catalog, packed: []
    trials: int = 1_000_000
    standing: Standing | None = None


@dataclass(frozen=True)
class Band:
    """A stretch of ranges at which every shot of a firer at a target is alike.

    near, far: its limits; mode: how it is fired there; shown: what the printed matrix puts beside the range; values:
    name -> exact mean per shot, the names being those of `Matrix.values`.
    """

    near: float
    far: float
    mode: str
    shown: str
    values: Mapping[str, Fraction]


@dataclass(frozen=True)
class Matrix:
    """How a system answers "who can shoot at what, how far, and to what effect" for all its firers and targets.

    firers, targets: its tables of units (with a ``side``); shape: pydantic model of the settings that hold for all
    pairs; distance: settings -> the only range looked at, None for all; usual_targets: settings -> tables that stand
    for "all targets"; about: (row of the firer, rows of the targets, rulings) -> columns that describe the firer, its
    minimum range named ``min_range_<unit>``; bands: (pairs of rows, settings, rulings, catalog) -> bands of each pair,
    nearest first, none where it may not fire; values: name -> meaning of a number per shot; unit: of ranges; key: how
    to read the printed cells; kind: the kind that plays one pair, whose rulings bear on the matrix.
    """

    title: str
    firers: tuple[str, ...]
    targets: tuple[str, ...]
    shape: type[BaseModel]
    distance: Callable[[Any], float | None]
    usual_targets: Callable[[Any], tuple[str, ...]]
    about: Callable[[Any, list[Any], Rulings], dict[str, Any]]
    bands: Callable[[list[tuple[Any, Any]], Any, Rulings, Catalog], list[tuple[Band, ...]]]
    values: Mapping[str, str]
    unit: str
    key: str
    kind: str


@dataclass(frozen=True)
class RulesSystem:
    """A rules system: its name, its dice in words, the version of its behaviour, and what it offers.

    behaviour: moves whenever a result changes, and only then; matrix: who can shoot at what, where the rules have one;
    no_case: kind -> ruling that its clause is about -> why no scenario of the kind can meet its question.
    """

    name: str
    title: str
    dice: str
    behaviour: int
    kinds: Mapping[str, Kind]
    rulings: tuple[Ruling, ...]
    tables: Mapping[str, TableSchema]
    fixed_rulings: Mapping[str, str] = field(default_factory=dict)
    matrix: Matrix | None = None
    no_case: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def kind(self, name: str, where: str) -> Kind:
        """The kind of that name; ScenarioError names the nearest."""
        if name not in self.kinds:
            raise ScenarioError(f'{where}: no kind "{name}" in {self.name}; nearest: {nearest(name, self.kinds)}')
        return self.kinds[name]

    def ruling(self, name: str) -> Ruling:
        """The ruling of that name; ScenarioError names the nearest."""
        for ruling in self.rulings:
            if ruling.name == name:
                return ruling
        names = [ruling.name for ruling in self.rulings]
        raise ScenarioError(f'no ruling "{name}" in {self.name}; nearest: {nearest(name, names)}')
