"""``simlab balance``: settings that bring chosen numbers where a designer wants them, by few changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simlab.cli import options as o
from simlab.cli.output import aligned, check_writable, csv_text, emit, heading, json_text, records, write_file
from simlab.cli.pictures import save_pictures
from simlab.cli.progress import Watcher
from simlab.cli.source import scenario_of, single_case, split_pair, value_of
from simlab.errors import RunError, nearest

if TYPE_CHECKING:
    from simlab.analysis.search import BalanceSearch, Knob, Target
    from simlab.execute import Prepared

MOST_VALUES = 1000
Targets = Annotated[
    list[str],
    typer.Option(
        "--target", metavar="METRIC=LOW..HIGH", help="What shall hold: fate:survives=85%..90%, worth:bomber=0.9..1.1."
    ),
]
Knobs = Annotated[
    list[str],
    typer.Option(
        "--knob", metavar="KEY=VALUES", help="What may change: air_defence.0.range_in=10..40:5, or a list [a, b]."
    ),
]
Also = Annotated[
    list[Path] | None,
    typer.Option("--also", metavar="FILE", help="A further file with targets of its own: NAME/METRIC (repeatable)."),
]
MostChanges = Annotated[int, typer.Option("--changes", metavar="N", min=1, max=8, help="Changes at most.")]
Budget = Annotated[
    int | None,
    typer.Option("--budget", parser=o.whole_number, metavar="N", help="Candidates that are answered (2,000)."),
]
EachTrials = Annotated[
    int | None,
    typer.Option("--trials", "-n", parser=o.whole_number, metavar="N", help="Trials of each sampled one (20,000)."),
]


def balance(
    file: o.File,
    target: Targets,
    knob: Knobs,
    also: Also = None,
    changes: MostChanges = 3,
    budget: Budget = None,
    set_: o.Sets = None,
    ruling: o.Turned = None,
    data: o.Data = None,
    trials: EachTrials = None,
    seed: o.SeedOrZero = None,
    level: o.Level = None,
    method: o.Methods = None,
    form: o.Formats = o.Format.TABLE,
    decimal: o.Decimals = o.Mark.POINT,
    out: o.OutTable = None,
    picture: o.Picture = None,
    quiet: o.Quiet = False,
) -> None:
    """Find settings that meet targets with as few changes as possible.

    Shows what no change, one change, two changes... can reach: the trade-off, not one point. Equal seeds give equal
    answers. A target without an outcome is the mean of a number of the game: attacks=3..4; worth:UNIT is what the
    [points] block finds. With --also a target belongs to the file that it names, raid/winner:defender=45%..55%; a knob
    moves every file that can take it, raid/KEY=VALUES that file alone. --set and --ruling change FILE alone.
    """
    from simlab.analysis.search import BUDGET, TRIALS, balance_search
    from simlab.execute import prepare

    check_writable(out, (".csv", ".json"))
    check_writable(picture, o.PICTURES, "--picture")
    prepared = prepare(single_case(scenario_of(file, set_, ruling)), data)
    others = _others(file, also or [], data)
    names = [] if not others else [file.stem, *others]
    with Watcher(quiet, "candidates") as watcher:
        found = balance_search(
            prepared,
            [read_target(text, names) for text in target],
            [read_knob(text, names=names) for text in knob],
            also=others,
            most_changes=changes,
            budget=BUDGET if budget is None else budget,
            trials=TRIALS if trials is None else trials,
            seed=0 if seed is None else seed,
            method=method.value if method else "auto",
            level=0.95 if level is None else level,
            progress=watcher.progress,
        )
    frame = found.frame()
    rows, columns = records(frame), [str(column) for column in frame.columns]
    whole = {"sentence": found.sentence, "answered": found.answered, "met": found.found is not None, "best": rows}
    if form is o.Format.JSON:
        emit(json_text(whole))
    elif form is o.Format.CSV:
        emit(csv_text(rows, columns, decimal))
    else:
        emit(_text(found))
    if out is not None:
        write_file(out, csv_text(rows, columns, decimal) if out.suffix == ".csv" else json_text(whole) + "\n")
    if picture is not None:
        from simlab.plots import ranked_bars

        named = [f"{row['changes']}: {row['settings']}" for row in rows]
        missed = frame.assign(name=named, value=100.0 * frame["distance"])
        drawn = ranked_bars(missed, title="What each further change buys", xlabel="missed by, points")
        save_pictures([drawn], picture)


def _others(file: Path, also: Sequence[Path], data: Path | None) -> dict[str, Prepared]:
    """The further files by the names that targets and knobs call them."""
    from simlab.execute import prepare

    found: dict[str, Prepared] = {}
    for other in also:
        if other.stem in (file.stem, *found):
            raise RunError(f'--also {other}: two files are called "{other.stem}"; rename one')
        found[other.stem] = prepare(single_case(scenario_of(other)), data)
    return found


def _split_name(text: str, names: Sequence[str]) -> tuple[str, str]:
    """(name of a file or nothing, the rest) of ``NAME/REST``.

    >>> _split_name("raid/winner:defender", ["strike", "raid"]), _split_name("load:a/b", ["strike"])
    (('raid', 'winner:defender'), ('', 'load:a/b'))
    """
    head, slash, rest = text.partition("/")
    if slash and head in names:
        return head, rest
    if slash and names and ":" not in head and "=" not in head:
        raise RunError(f'"{text}": no file is called "{head}"; nearest: {nearest(head, names)}')
    return "", text


def read_target(text: str, names: Sequence[str] = ()) -> Target:
    """A target from ``METRIC=LOW..HIGH``; without a metric, ``LOW..HIGH`` is for the headline.

    names: what files are called, one of which may stand before a slash.

    >>> read_target("fate:survives=85%..0.9"), read_target("10%..15%").metric
    (Target(metric='fate:survives', low=0.85, high=0.9, case=''), None)
    >>> read_target("raid/10%..15%", ["raid"])
    Target(metric=None, low=0.1, high=0.15, case='raid')
    """
    from simlab.analysis.search import Target

    case, rest = _split_name(text, names)
    metric, equals, bounds = rest.rpartition("=")
    low, dots, high = bounds.partition("..")
    if not dots or (equals and not metric.strip() and not case):
        raise RunError(f'--target "{text}": write METRIC=LOW..HIGH, such as fate:survives=85%..90%')
    return Target(metric.strip() or None, o.share(low), o.share(high), case)


def read_knob(text: str, option: str = "--knob", names: Sequence[str] = ()) -> Knob:
    """A knob from ``KEY=[a, b]`` or ``KEY=LOW..HIGH:STEP``.

    names: what files are called, one of which may stand before a slash.

    >>> read_knob("geometry.range_in=10..20:5"), read_knob("rulings.cm_for_choppers=[yes, no]").values
    (Knob(key='geometry.range_in', values=(10, 15, 20), case=''), ('yes', 'no'))
    >>> read_knob("attacker.templates=[[[0, 1]], [[0, 1], [2, 3]]]").values
    ([[0, 1]], [[0, 1], [2, 3]])
    """
    from simlab.analysis.knobs import Knob, check_values

    named, values = split_pair(text, option)
    case, key = _split_name(named, names)
    if ".." in values and not values.startswith("["):
        return Knob(key, _range(values, text, option), case)
    inner = values[1:-1] if values.startswith("[") and values.endswith("]") else values
    knob = Knob(key, tuple(value_of(part) for part in _parts(inner, text, option)), case)
    check_values([knob], option)
    return knob


def _parts(inner: str, text: str, option: str) -> list[str]:
    """The values of a list, parted by the commas that stand in no brackets, braces or quotes.

    >>> _parts('[1, 2], {a = 1, b = 2}, "x, y", z', "", "")
    ['[1, 2]', '{a = 1, b = 2}', '"x, y"', 'z']
    """
    parts, depth, quote = [""], 0, ""
    for letter in inner:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "[{":
            depth += 1
        elif letter in "]}":
            depth -= 1
        if letter == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += letter
        if depth < 0:
            break
    if depth or quote:
        raise RunError(f'{option} "{text}": a bracket or quote is not closed, or closed twice')
    return [part.strip() for part in parts if part.strip()]


def _range(values: str, text: str, option: str) -> tuple[Any, ...]:
    bounds, _, step_text = values.partition(":")
    low_text, _, high_text = bounds.partition("..")
    try:
        low, high, step = Fraction(low_text), Fraction(high_text), Fraction(step_text or 1)
    except (ValueError, ZeroDivisionError):
        raise RunError(f'{option} "{text}": write KEY=LOW..HIGH:STEP with numbers') from None
    if step <= 0 or high < low or (high - low) / step >= MOST_VALUES:
        raise RunError(f'{option} "{text}": LOW..HIGH:STEP must go up, in fewer than {MOST_VALUES} steps')
    numbers = [low + place * step for place in range(int((high - low) / step) + 1)]
    return tuple(int(number) if number.denominator == 1 else float(number) for number in numbers)


def _text(found: BalanceSearch) -> str:
    lines = [["changes", *found.names, "miss", "settings"]]
    for setting in found.best:
        words = ", ".join(f"{key} = {value}" for key, value in setting.changes) or "as it stands"
        lines.append([str(len(setting.changes)), *found.told(setting), f"{100 * setting.distance:.2f}", words])
    table = aligned(lines, range(1, len(found.names) + 2), cut=True)
    return "\n".join([heading(found.sentence), table, f"{found.answered:,} candidates answered"])
