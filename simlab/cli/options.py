"""The options that several words share, with their help, and how their values are read."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import completing

LONGEST_NUMBER = 1000  # digits


class Format(StrEnum):
    """How results are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


class Method(StrEnum):
    """How an answer is found."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLE = "sample"


class Mark(StrEnum):
    """The decimal mark of CSV."""

    POINT = "."
    COMMA = ","


def whole_number(text: str) -> int:
    """A whole number in any usual spelling.

    >>> whole_number("1_000_000"), whole_number("2e6"), whole_number("-3")
    (1000000, 2000000, -3)
    """
    plain = text.replace("_", "").strip()
    try:
        if len(plain) <= LONGEST_NUMBER and "e" not in plain.lower():
            return int(plain)
        mantissa, _, exponent = plain.lower().partition("e")
        if abs(int(exponent)) <= LONGEST_NUMBER:
            number = Fraction(mantissa) * Fraction(10) ** int(exponent)
            if number.denominator == 1:
                return int(number)
    except ValueError:
        pass
    shown = text if len(text) <= 40 else text[:40] + "..."
    raise typer.BadParameter(f'"{shown}" is no whole number')


def share(text: str) -> float:
    """A share of 1, or a percentage.

    >>> share("0.25"), share("25%")
    (0.25, 0.25)
    """
    number = text.strip().removesuffix("%")
    try:
        return float(number) / (1 if number == text.strip() else 100)
    except ValueError:
        raise typer.BadParameter(f'"{text}" is no number; give a share such as 0.01, or 1%') from None


File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        autocompletion=completing.complete_scenario,
        help="A scenario file (TOML), or the name of one that comes with simlab.",
    ),
]
System = Annotated[
    str | None, typer.Argument(metavar="[SYSTEM]", autocompletion=completing.complete_system, help="A rules system.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Another value for a key of the file, such as geometry.range_in=20."
    ),
]
Turned = Annotated[
    list[str] | None,
    typer.Option(
        "--ruling",
        metavar="NAME=OPTION",
        autocompletion=completing.complete_ruling,
        help="Read an unclear clause another way.",
    ),
]
Trials = Annotated[
    int | None,
    typer.Option(
        "--trials",
        "-n",
        parser=whole_number,
        metavar="N",
        help="How many trials (1,000,000, of battles fewer; 1e6 works).",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision", parser=share, metavar="P", help="Stop when the metric is known to +/- P, such as 0.001."
    ),
]
Verdict = Annotated[
    float | None,
    typer.Option(
        "--verdict", parser=share, metavar="T", help="Stop when it is clear on which side of T the metric lies."
    ),
]
Metric = Annotated[
    str | None, typer.Option("--metric", metavar="TABLE:OUTCOME", help="What --precision and --verdict look at.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", "-s", parser=whole_number, metavar="S", help="Any integer; left out, one is chosen and told."
    ),
]
Level = Annotated[
    float | None, typer.Option("--level", parser=share, metavar="L", help="Confidence level of the intervals (0.95).")
]
Methods = Annotated[
    Method | None, typer.Option("--method", help="auto: the exact law where it is offered and quick, else dice.")
]
ExactFractions = Annotated[
    bool, typer.Option("--exact-fractions", help="The exact law in fractions too, where the kind has it.")
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", parser=whole_number, metavar="N", help="Worker threads (all cores); changes only the time."
    ),
]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers roll the dice.")
]
Formats = Annotated[Format, typer.Option("--format", "-f", help="How stdout is written.")]
Decimals = Annotated[
    Mark, typer.Option("--decimal", help="Decimal mark of CSV; a comma brings semicolons between cells.")
]
Tables = Annotated[list[str] | None, typer.Option("--table", metavar="NAME", help="Only this table (may be repeated).")]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the result too: .json, .parquet or .csv.")
]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Another data folder than the shipped one.")]
OwnTables = Annotated[
    Path | None,
    typer.Option(
        "--tables", metavar="DIR", help="Your own tables, each named as the shipped file: hit_results.csv, ..."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes, only a seed that was chosen.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="More notes: digest, data folder, time.")]
PICTURES = (".png", ".svg", ".pdf")
Picture = Annotated[Path | None, typer.Option("--picture", metavar="FILE", help="Draw it too: .png, .svg or .pdf.")]
MetricOf = Annotated[str | None, typer.Option("--metric", metavar="TABLE:OUTCOME", help="What is compared.")]
PairedTrials = Annotated[
    int | None,
    typer.Option("--trials", "-n", parser=whole_number, metavar="N", help="Trials under each (200,000)."),
]
SeedOrZero = Annotated[
    int | None, typer.Option("--seed", "-s", parser=whole_number, metavar="S", help="Any integer; left out, 0.")
]
OutTable = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the answer too: .csv or .json.")
]
