"""Measure simlab: ratios in one run, laws checked first. `make bench`, or `python benchmarks/run.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import measuring
import waiting

# part -> its title; the module of that name (that of "shot" is shot_series) has report(trials) -> rows
PARTS = {
    "shot": "Three shots at one aircraft",
    "bombing": "Bombs on eight stands",
    "sortie": "Sortie of two turns",
    "strike": "Strike of four planes",
    "campaign": "Campaign of twelve turns",
    "attrition": "Four guns against a Flying Fortress of 60 boxes",
    "battle": "Whole battles on the hex map",
    "points": "Prices from 5,000 forces of full battles",
    "alpha_bombing": "Six bombs on twelve units",
    "alpha_sortie": "Return fire, duels, sorties",
}


def vector_bits() -> int:
    """512 on a processor with AVX-512, else 256: the target of `sortie` depends on it."""
    from llvmlite import binding

    return 512 if binding.get_host_cpu_features().get("avx512f") else 256


def rows_of(part: str, trials: int, long: bool) -> list[Any]:
    """The rows of one part."""
    report: Callable[..., list[Any]] = import_module("shot_series" if part == "shot" else part).report
    if part == "sortie":
        return report(trials, vector_bits())
    if part == "points":
        return report(trials, long)
    return report(max(trials // 400, 2_000) if part == "battle" else trials)


def main() -> None:
    """Run the benchmarks that were asked for and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*PARTS, "waiting"], help="only this part")
    parser.add_argument("--trials", type=float, default=2e6, help="trials of each round (default 2e6)")
    parser.add_argument(
        "--long", action="store_true", help="memory up to 1e9 trials, and a whole study of prices (some minutes)"
    )
    parser.add_argument("--out", type=Path, help="also write the tables to this Markdown file")
    asked = parser.parse_args()
    trials, parts = int(asked.trials), [f"Measured on {measuring.machine()}.", ""]
    for part, title in PARTS.items():
        if asked.only in (None, part):
            parts.append(measuring.table(title, rows_of(part, trials, asked.long)))
    if asked.only in (None, "waiting"):
        rows = [*waiting.threads(20_000_000), *waiting.memory(10**9 if asked.long else 10**8), *waiting.report()]
        parts.append(measuring.table("Waiting, threads, memory", rows))
    text = "\n".join(parts)
    print(text)
    if asked.out is not None:
        asked.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
