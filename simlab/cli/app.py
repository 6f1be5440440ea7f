"""The words of the shell, in the order in which the help lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from simlab.cli import (
    balancing,
    comparing,
    diffing,
    doctor,
    doctrines,
    exploring,
    listing,
    lucking,
    matrix,
    pathing,
    planning,
    pricing,
    pv,
    replaying,
    reporting,
    rules,
    rulings,
    running,
    scenario_files,
    sensing,
    surviving,
    sweeping,
    tournaments,
    tunings,
)

app = typer.Typer(
    name="simlab",
    # Plain help: rich would cost more time than all the rest.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Start here: simlab new shot --out shot.toml, then simlab run shot.toml",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from simlab.version import __version__

        typer.echo(f"simlab {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def everything(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
    traceback: Annotated[bool, typer.Option("--traceback", help="Show where a fault of simlab arose.")] = False,
) -> None:
    """How the rules of tabletop air-war games really play: chances, with their error bars."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _word(name: str, function: Callable[..., Any], example: str) -> None:
    app.command(name, epilog=f"Example: {example}")(function)


_word("run", running.run, "simlab run shot_zsu_tornado --set geometry.range_in=20 --format csv")
_word("sweep", sweeping.sweep, 'simlab sweep shot_zsu_tornado --set "sweep.geometry.range_in=[10,20,30]"')
_word("compare", comparing.compare, "simlab compare shot_zsu_tornado --ruling-b fc_reroll_recursion=once")
_word("survival", surviving.survival, "simlab survival sortie_popup_ah1s --set-b profile.altitude=noe")
_word("sensitivity", sensing.sensitivity, "simlab sensitivity shot_zsu_tornado --out readings.csv")
_word(
    "doctrine",
    doctrines.doctrine,
    'simlab doctrine sortie_popup_ah1s --choice "profile.altitude=[popup,noe,low]" --without air_defence.0',
)
_word("luck", lucking.luck, "simlab luck fighters_for_their_points --trials 20000")
_word("plan", planning.plan, "simlab plan sortie_popup_ah1s --difference 2% --power 0.8")
_word("diff", diffing.diff, "simlab diff published/ scenarios/")
_word("tournament", tournaments.tournament, "simlab tournament gun_ranges --set target.ecm=false")
_word("points", pricing.points, "simlab points worth_of_armour_units --trials 400")
_word(
    "balance",
    balancing.balance,
    "simlab balance sortie_popup_ah1s --target fate:survives=75%..80% --knob game.turns=6..12",
)
_word("tune", tunings.tune, "simlab tune ogre --deviations 20000 --store answers.jsonl --out tuned.json")
_word("paths", pathing.paths, "simlab paths best_path --reading aoe_boundary --out trade_off.png")
_word("report", reporting.report, "simlab report --out build/report")
_word("explore", exploring.explore, "simlab explore sortie_popup_ah1s --port 0")
_word("new", scenario_files.new, "simlab new shot --out mine.toml")
_word("check", scenario_files.check, "simlab check sortie_popup_ah1s")
_word("replay", replaying.replay, "simlab replay sortie_popup_ah1s --seed 42 --trial 8123")
_word("units", listing.units, "simlab units command_decision --table helicopters --format csv")
_word("pv", pv.pv, "simlab pv stuka_stu_k5 --skill 3")
_word("matrix", matrix.matrix, "simlab matrix --systems sa9,gepard --targets mig23bn,tornado_ids --out matrix.html")
_word("rules", rules.rules, "simlab rules command_decision 3.2.4c")
_word("rulings", rulings.rulings, "simlab rulings command_decision --kind sortie")
_word("doctor", doctor.doctor, "simlab doctor --warm")


def command() -> Any:
    """The typer application as one command."""
    return typer.main.get_command(app)
