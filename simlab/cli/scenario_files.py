"""``simlab new`` and ``simlab check``: write a commented scenario, and say what is wrong with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simlab.cli import completing
from simlab.cli import options as o
from simlab.cli.exits import USERS_INPUT, Stop
from simlab.cli.output import aligned, emit, heading, remark
from simlab.cli.source import scenario_of
from simlab.errors import RunError, ScenarioError, SimlabError, nearest

if TYPE_CHECKING:
    from simlab.contract import Kind
    from simlab.execute import Prepared
    from simlab.scenario import Scenario

MOST_PREPARED = 200  # points of a sweep that are checked one by one; of larger ones, each value of each axis once
KindName = Annotated[
    str | None,
    typer.Argument(metavar="[KIND]", autocompletion=completing.complete_kind, help="What the scenario plays."),
]
OfSystem = Annotated[
    str | None,
    typer.Option(
        "--system",
        metavar="SYSTEM",
        autocompletion=completing.complete_system,
        help="Needed where systems share a name.",
    ),
]
NewFile = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it there, not to stdout.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", autocompletion=completing.complete_scenario, help="Scenario files."),
]


def new(kind: KindName = None, system: OfSystem = None, out: NewFile = None, force: Force = False) -> None:
    """Write a commented scenario that runs.

    Without a kind, list the kinds, and the scenarios that come with simlab.
    """
    if kind is None:
        emit(_kinds(system))
        return
    text = kind_named(kind, system).example
    if out is None:
        emit(text)
        return
    try:
        with out.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise RunError(f"--out {out}: there is such a file; --force overwrites it") from None
    except OSError as error:
        raise RunError(f"--out {out}: cannot be written ({error.strerror or error})") from None
    remark(f"wrote {out}; next: simlab run {out}")


def kind_named(name: str, system: str | None) -> Kind:
    """The kind of that name in a system, or in the only system that has it. ScenarioError names the nearest."""
    from simlab.systems import NAMES, system_named

    if system is not None:
        return system_named(system, "--system").kind(name, "KIND")
    systems = [system_named(each) for each in NAMES]
    having = [each for each in systems if name in each.kinds]
    if not having:
        known = dict.fromkeys(kind for each in systems for kind in each.kinds)
        raise ScenarioError(f'KIND: no kind "{name}"; nearest: {nearest(name, known)}')
    if len(having) > 1:
        names = " or ".join(each.name for each in having)
        raise ScenarioError(f'KIND: several systems have a kind "{name}"; add --system {names}')
    return having[0].kinds[name]


def _kinds(system: str | None) -> str:
    from simlab.shipped import shipped_files
    from simlab.systems import NAMES, system_named

    found = [system_named(name, "--system") for name in ([system] if system else NAMES)]
    rows = [[each.name, kind.name, kind.summary] for each in found for kind in each.kinds.values()]
    shipped = [[path.parent.name, path.stem] for path in shipped_files() if system in (None, path.parent.name)]
    parts = [heading("kinds, for `simlab new KIND`"), aligned(rows, cut=True)]
    if shipped:
        parts += ["", heading("ready to play, for `simlab run NAME`"), aligned(shipped)]
    return "\n".join(parts)


def check(
    files: Files,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    tables: o.OwnTables = None,
) -> None:
    """Say what is wrong with scenario files.

    Or that they are right, and how they would be answered. Nothing is run.
    """
    wrong = 0
    for file in files:
        try:
            emit(f"ok: {file}: " + findings(scenario_of(file, set_, ruling, tables), data))
        except SimlabError as error:
            if len(files) == 1:
                raise
            remark(str(error))
            wrong += 1
    if wrong:
        raise Stop(USERS_INPUT, f"{wrong} of {len(files)} files are wrong")


def findings(scenario: Scenario, data: Path | None = None) -> str:
    """One line on a scenario that is right: kind, points of its sweep, rulings, exact law. SimlabError if it is not."""
    from simlab.execute import check_budget, idle_rulings, prepare

    points = [scenario]
    if scenario.sweep:
        from simlab.analysis.grid import axes_of, expand
        from simlab.analysis.grid import check as check_each_value

        check_each_value(scenario, axes_of(scenario), data)
        points = [point.scenario for point in expand(scenario)]
    prepared = [prepare(point, data) for point in points[:MOST_PREPARED]]
    for point in points:
        check_budget(point)
    first = prepared[0]
    _check_sections(scenario, first)
    words = [f"{scenario.system} {scenario.kind}"]
    if scenario.sweep:
        words.append(f"a sweep of {len(points)} points")
    changed = first.rulings.changed()
    words.append(
        "rulings changed: " + ", ".join(f"{k} = {v}" for k, v in changed.items()) if changed else "default rulings"
    )
    if first.kind.exact is None:
        words.append("answered with dice (no exact law)")
    elif all(each.kind.cheap(each.packed) for each in prepared):
        words.append("answered by its exact law")
    else:
        words.append("answered with dice (its exact law is slow; --method exact asks for it)")
    idle = sorted({name for each in prepared for name in idle_rulings(each)})
    words += [f"note: {', '.join(idle)} does not bear on this kind"] if idle else []
    return "; ".join(words)


def _check_sections(scenario: Scenario, prepared: Prepared) -> None:
    """What the file asks for prices and for its page. SimlabError where it names what is not there."""
    if scenario.points:
        from simlab.analysis.points.field import Field
        from simlab.analysis.points.study import asked_of as priced

        asked = priced(scenario)
        if asked is not None:
            Field(prepared, asked.units, asked.metric).base_counts()
    if scenario.report:
        from simlab.report.laboratory import check_asked

        check_asked(scenario)
