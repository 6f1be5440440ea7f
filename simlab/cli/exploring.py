"""``simlab explore``: a page in the browser that turns a scenario and shows what that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import options as o
from simlab.cli.completing import complete_scenario
from simlab.cli.output import remark
from simlab.cli.source import scenario_of

Begin = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        autocompletion=complete_scenario,
        help="Scenario file, or the name of one that comes with simlab; left out, a Cobra that pops up.",
    ),
]
Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; the default is reached from here alone.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 takes a free one.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser; the address is said anyway.")]


def explore(
    file: Begin = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    tables: o.OwnTables = None,
    host: Host = "127.0.0.1",
    port: Port = 5006,
    no_browser: NoBrowser = False,
) -> None:
    """Open a page in the browser: turn units, numbers and rulings, and see the answer change.

    Exact answers come at once, rolled ones grow sure while you look. Two settings are compared side by side; the
    scenario, the table and the picture can be saved. Nothing leaves this machine. Ctrl-C ends it.
    """
    from simlab.explorer.serving import panel, serve

    panel()
    scenario = None if file is None else scenario_of(file, set_, ruling, tables)
    if scenario is not None:
        from simlab.execute import prepare
        from simlab.explorer.setting import first_case

        prepare(first_case(scenario)[0])

    def started(address: str) -> None:
        remark(f"explorer: {address} (Ctrl-C ends it)")
        if not no_browser:
            import webbrowser

            webbrowser.open(address)

    serve(scenario, host, port, started)
