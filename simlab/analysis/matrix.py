"""Who can shoot at what, how far, and to what effect: all firers of a system against all targets, as one table.

The modern form of the matrix that rulebooks print: the same cells, for any units, under any rulings, and beside ranges
and saves the exact chances of one shot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.catalog import Catalog, open_catalog
from simlab.contract import Band, Matrix, RulesSystem, Rulings
from simlab.errors import RunError, nearest
from simlab.scenario import check_shape

if TYPE_CHECKING:
    import pandas as pd

RANGES = "ranges"  # the view that the rulebook prints; the others are names of `Matrix.values`
NO_FIRE = "no fire"
LONGEST_FRACTION = 12  # characters; a longer fraction (a chance that a ruling gives as a decimal) is shown as a decimal


@dataclass(frozen=True, repr=False)
class MatrixTable:
    """Firers in rows, targets in columns. `lines` are the cells as printed, `frame` is the tidy table.

    firers, targets: rows of the unit tables; about: firer -> its columns; cells: (firer, target) -> its bands, none
    where it may not fire, None where both are of one side and own sides were left out; distance: the only range looked
    at, None for all; idle: rulings given that do not bear on it.
    """

    system: RulesSystem
    firers: tuple[Any, ...]
    targets: tuple[Any, ...]
    about: Mapping[str, Mapping[str, Any]]
    cells: Mapping[tuple[str, str], tuple[Band, ...] | None]
    rulings: Rulings
    distance: float | None = None
    idle: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """One line: whose matrix, and its size."""
        return f"<MatrixTable {self.system.name}: {len(self.firers)} firers, {len(self.targets)} targets>"

    @property
    def kind(self) -> Matrix:
        """What the system says about its matrix."""
        return matrix_of(self.system)

    @property
    def columns(self) -> list[str]:
        """Names of the columns that describe a firer."""
        return list(next(iter(self.about.values()), {}))

    def is_own_side(self, firer: Any, target: Any) -> bool:
        """Was this pair left out, because both are of one side?"""
        return self.cells[firer.id, target.id] is None

    def lines(self, firer: Any, target: Any, view: str = RANGES) -> list[tuple[str, str]]:
        """The lines of a cell: (range, what the view shows of it), nearest first.

        Neighbouring bands that show the same are one line. A range is its far limit; its near limit stands before it
        where that is neither the minimum of the firer nor the end of the line above. No line where it may not fire.
        """
        begins = self.about[firer.id].get(f"min_range_{self.kind.unit}", 0)
        lines = []
        for shown, group in groupby(self.cells[firer.id, target.id] or (), key=lambda band: _shown(band, view)):
            bands = list(group)
            near, far = bands[0].near, bands[-1].far
            lines.append((f"{far:g}" if near == begins else f"{near:g}-{far:g}", shown))
            begins = far
        return lines

    def rows(self) -> list[dict[str, Any]]:
        """The tidy table: a row for each band of each pair; one without a range where there is none to fire at."""
        unit, found = self.kind.unit, []
        for firer in self.firers:
            for target in self.targets:
                bands = self.cells[firer.id, target.id]
                row = {
                    "firer": firer.id,
                    "firer_side": firer.side,
                    "target": target.id,
                    "target_side": target.side,
                    "own_side": bands is None,
                    **self.about[firer.id],
                }
                for band in bands or (None,):
                    values = {} if band is None else band.values
                    found.append(
                        {
                            **row,
                            f"near_{unit}": band and band.near,
                            f"far_{unit}": band and band.far,
                            "mode": band and band.mode,
                            "save": band and band.shown,
                            **{name: float(values[name]) if band else None for name in self.kind.values},
                            **{f"{name}_fraction": str(values[name]) if band else None for name in self.kind.values},
                            "method": "exact",
                        }
                    )
        return found

    def frame(self) -> pd.DataFrame:
        """`rows` as a pandas frame."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        """Rich display in a notebook: a row a firer, a column a target, in each cell its ranges and what they show."""
        rows = []
        for firer in self.firers:
            cells = [", ".join(" ".join(line).strip() for line in self.lines(firer, target)) for target in self.targets]
            rows.append([firer.name, *(cell or NO_FIRE for cell in cells)])
        head = ["firer", *(target.name for target in self.targets)]
        return display.page(self.kind.title, display.table(head, rows), display.line(self.kind.key))

    def blocks(self, fits: Callable[[Sequence[Any], Sequence[Any]], bool]) -> list[tuple[list[Any], list[Any]]]:
        """The matrix cut into (firers, targets) that fit: whole, else by side without its own, else by targets too."""
        if fits(self.firers, self.targets):
            return [(list(self.firers), list(self.targets))]
        blocks = []
        for side in dict.fromkeys(firer.side for firer in self.firers):
            firers = [firer for firer in self.firers if firer.side == side]
            faced = [target for target in self.targets if not all(self.is_own_side(firer, target) for firer in firers)]
            columns: list[Any] = []
            for target in faced:
                if columns and not fits(firers, [*columns, target]):
                    blocks.append((firers, columns))
                    columns = []
                columns = [*columns, target]
            if columns:
                blocks.append((firers, columns))
        return blocks


def _shown(band: Band, view: str) -> str:
    return band.shown if view == RANGES else fraction_text(band.values[view])


def fraction_text(value: Fraction) -> str:
    """A chance as a fraction, or as a decimal where the fraction would be no help to a reader.

    >>> fraction_text(Fraction(8, 45)), fraction_text(Fraction(3006477107, 2**32))
    ('8/45', '0.7000')
    """
    text = str(value)
    return text if len(text) <= LONGEST_FRACTION else f"{float(value):.4f}"


def matrix_of(system: RulesSystem) -> Matrix:
    """What a system says about its matrix. RunError when its rules have none."""
    if system.matrix is None:
        raise RunError(f"{system.name} has no matrix of firers and targets")
    return system.matrix


def views_of(system: RulesSystem) -> list[str]:
    """Names of the views of the matrix of a system, the printed one first."""
    return [RANGES, *matrix_of(system).values]


def matrix(
    system: RulesSystem,
    firers: Sequence[str] = (),
    targets: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    rulings: Mapping[str, Any] | None = None,
    *,
    own_side: bool = False,
    rows: Mapping[str, Any] | None = None,
    data: str | Path | None = None,
) -> MatrixTable:
    """The matrix of a system: firers against targets.

    Args:
        system: a rules system whose rules have a matrix.
        firers: units by id or name, or a side, or a table of units for all in it; all when empty.
        targets: likewise; when empty the usual ones of the system (for Command Decision all planes, or, when an
            altitude is set, all helicopters).
        settings: keys that hold for all pairs, nested as in a scenario: ``{"target": {"flares": False}}``.
        rulings: readings of unclear clauses.
        own_side: also pairs of one side.
        rows: files with a user's own units, as ``[data]`` of a scenario has them.
        data: another data folder than the shipped one.

    Raises:
        SimlabError: a unit, key, ruling or file that does not exist, with the nearest that do.
    """
    kind = matrix_of(system)
    for name in rulings or {}:
        if name in system.fixed_rulings:
            raise RunError(f"matrix, rulings.{name}: stands at its default; {system.fixed_rulings[name]}")
    read = Rulings(system.rulings, rulings or {}, "matrix, rulings")
    shape = check_shape(kind.shape, settings or {}, "matrix")
    catalog = open_catalog(system.name, system.tables, rows, Path(), data, "matrix")
    chosen = units_named(catalog, firers or kind.firers, kind.firers, "matrix, systems")
    faced = units_named(catalog, targets or kind.usual_targets(shape), kind.targets, "matrix, targets")
    pairs = [(one, other) for one in chosen for other in faced if own_side or not _one_side(one, other)]
    cells: dict[tuple[str, str], tuple[Band, ...] | None] = {(a.id, b.id): None for a in chosen for b in faced}
    for (one, other), bands in zip(pairs, kind.bands(pairs, shape, read, catalog), strict=True):
        cells[one.id, other.id] = bands
    idle = tuple(name for name in rulings or {} if kind.kind not in system.ruling(name).bears_on)
    about = {row.id: kind.about(row, faced, read) for row in chosen}
    return MatrixTable(system, tuple(chosen), tuple(faced), about, cells, read, kind.distance(shape), idle)


def units_named(catalog: Catalog, names: Sequence[str], tables: Sequence[str], where: str) -> list[Any]:
    """Rows of the units with these ids or names; the name of a table or of a side stands for all its units.

    ScenarioError names the nearest units when there is none of that name.
    """
    units = {table: catalog.rows(table) for table in tables}
    sides: dict[str, list[Any]] = {}
    for row in (row for rows in units.values() for row in rows):
        if row.side:
            sides.setdefault(row.side.casefold(), []).append(row)
    found: dict[str, Any] = {}
    for name in (name.strip() for name in names):
        if name in units:
            several = list(units[name])
        elif name.casefold() in sides:
            several = sides[name.casefold()]
        else:
            several = [catalog.unit(name, tables, where)] if name else []
        found |= {row.id: row for row in several}
    if not found:
        known = [row.id for rows in units.values() for row in rows]
        raise RunError(f"{where}: no unit is named; for example {nearest('', known)}")
    return list(found.values())


def _one_side(one: Any, other: Any) -> bool:
    return bool(one.side) and one.side.casefold() == other.side.casefold()
