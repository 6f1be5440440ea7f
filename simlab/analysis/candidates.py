"""Candidates of a balance search: which changes a setting makes in which files.

Several files may be searched together, each called by a name. A knob without a name moves every file that can take it,
one with a name that file alone; a target is about one file (`search_cases`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from simlab.analysis.knobs import Changes, Knob, value_at
from simlab.analysis.search_cases import Case, Ends, Target
from simlab.errors import RunError, ScenarioError


class Setting(NamedTuple):
    """Settings that were answered. changes: name of a knob -> value; distance: root mean square miss of the targets."""

    changes: Changes
    shares: tuple[float, ...]
    ends: tuple[Ends, ...]
    distance: float


class Candidates:
    """Answers candidates, each once."""

    def __init__(
        self, cases: Sequence[Case], targets: Sequence[Target], knobs: Sequence[Knob], budget: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:  # fmt: skip
        self.cases, self.targets, self.budget, self.progress = tuple(cases), tuple(targets), budget, progress
        self.moved = {knob.name: self._moved_by(knob) for knob in knobs}
        self.keys = {knob.name: knob.key for knob in knobs}
        self._refuse_twice()
        self.stands = {
            knob.name: [value_at(case.base, knob.key) for case in self.moved[knob.name]] for knob in knobs
        }  # fmt: skip
        self.refused = ""  # why the last candidate was refused, for a message
        self._known: dict[Changes, Setting | None] = {}

    @property
    def answered(self) -> int:
        """Candidates answered so far."""
        return len(self._known)

    @property
    def left(self) -> int:
        """Candidates that the budget still has room for."""
        return max(self.budget - self.answered, 0)

    def _moved_by(self, knob: Knob) -> list[Case]:
        """The files that a knob moves."""
        if len(self.cases) == 1:
            return list(self.cases)
        if knob.case:
            return [case for case in self.cases if case.name == knob.case]
        why = {case.name: case.takes(knob.key, knob.values) for case in self.cases}
        taken = [case for case in self.cases if not why[case.name]]
        if not taken:
            raise RunError(f"knob {knob.key}: no file takes any of its values; {'; '.join(why.values())}")
        return taken

    def _refuse_twice(self) -> None:
        """RunError where two knobs move one key of one file."""
        seen: dict[tuple[str, str], str] = {}
        for name, cases in self.moved.items():
            for case in cases:
                other = seen.setdefault((case.name, self.keys[name]), name)
                if other != name:
                    raise RunError(f"knobs {other} and {name}: both move {self.keys[name]} of {case.name}")

    def answer(self, changes: Mapping[str, Any]) -> Setting | None:
        """The answer of a candidate; None where a file refuses it or the budget is spent."""
        made = tuple(
            (name, changes[name]) for name in sorted(changes) if any(changes[name] != v for v in self.stands[name])
        )
        known = tuple((name, repr(value)) for name, value in made)
        if known not in self._known:
            if not self.left:
                return None
            self._known[known] = self._answered(made)
            if self.progress is not None:
                self.progress(self.answered, self.budget)
        return self._known[known]

    def _answered(self, made: Changes) -> Setting | None:
        try:
            return self._setting(made, [case.answers(self._of(case, made)) for case in self.cases])
        except ScenarioError as error:
            self.refused = f"; {error}"
            return None

    def checked(self, setting: Setting) -> Setting:
        """Settings answered again on new dice."""
        made = setting.changes
        return self._setting(made, [case.checked(self._of(case, made)) for case in self.cases])

    def _of(self, case: Case, made: Changes) -> Changes:
        """What changes make in one file."""
        found = []
        for name, value in made:
            for place, moved in enumerate(self.moved[name]):
                if moved is case and value != self.stands[name][place]:
                    found.append((self.keys[name], value))
        return tuple(found)

    def _setting(self, made: Changes, found: Sequence[Sequence[tuple[float, Ends]]]) -> Setting:
        values = [math.nan] * len(self.targets)
        ends: list[Ends] = [(math.nan, math.nan)] * len(self.targets)
        misses = []
        for case, answers in zip(self.cases, found, strict=True):
            for place, (number, target) in enumerate(case.targets):
                values[number], ends[number] = answers[place]
                misses.append(target.miss(values[number], case.is_mean(place)))
        distance = math.sqrt(sum(miss * miss for miss in misses) / len(misses))
        return Setting(made, tuple(values), tuple(ends), distance)
