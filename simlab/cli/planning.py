"""``simlab plan``: how many trials, and how long they take here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import options as o
from simlab.cli.output import check_writable, emit, json_text
from simlab.cli.pictures import save_pictures
from simlab.cli.source import scenario_of, single_case

Change = Annotated[
    float | None,
    typer.Option("--difference", parser=o.share, metavar="D", help="Difference to be seen, such as 1% (0.02)."),
]
Power = Annotated[float | None, typer.Option("--power", parser=o.share, metavar="P", help="Chance of seeing it (0.8).")]
Against = Annotated[
    Path | None, typer.Option("--against", metavar="FILE", help="The other scenario: how alike its dice are is played.")
]
Pilot = Annotated[
    int | None,
    typer.Option("--pilot", parser=o.whole_number, metavar="N", help="Trials that measure rate and speed (20,000)."),
]


def plan(
    file: o.File,
    difference: Change = None,
    power: Power = None,
    against: Against = None,
    metric: o.MetricOf = None,
    pilot: Pilot = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    form: o.Formats = o.Format.TABLE,
    picture: o.Picture = None,
) -> None:
    """Say how many trials show a difference, and how long they take here.

    A short pilot run measures the rate and the speed of this machine; with --against also how much of the chance two
    scenarios share, which is what makes comparisons on common dice cheap.
    """
    from simlab.analysis.plan import plan as planned
    from simlab.execute import prepare

    check_writable(picture, o.PICTURES, "--picture")
    one = prepare(single_case(scenario_of(file, set_, ruling)), data)
    other = None if against is None else prepare(single_case(scenario_of(against, set_, ruling)), data)
    found = planned(
        one,
        0.02 if difference is None else difference,
        against=other,
        power=0.8 if power is None else power,
        level=0.95 if level is None else level,
        metric=metric,
        pilot=20_000 if pilot is None else pilot,
        seed=0 if seed is None else seed,
    )
    emit(json_text(found._asdict()) if form is o.Format.JSON else found.sentence)
    if picture is not None:
        from simlab.plots import trials_needed

        save_pictures([trials_needed(found.frame(), title=f"Trials for a difference of {found.metric}")], picture)
