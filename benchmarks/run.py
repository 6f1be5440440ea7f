"""Measure simlab: ratios in one run, laws checked first. `make bench`, or `python benchmarks/run.py --help`."""

from __future__ import annotations

import argparse
from pathlib import Path

import attrition
import battle
import measuring
import shot_series
import sortie
import waiting


def vector_bits() -> int:
    """512 on a processor with AVX-512, else 256: the target of `sortie` depends on it."""
    from llvmlite import binding

    return 512 if binding.get_host_cpu_features().get("avx512f") else 256


def main() -> None:
    """Run the benchmarks that were asked for and print their tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["shot", "sortie", "attrition", "battle", "waiting"], help="only this part")
    parser.add_argument("--trials", type=float, default=2e6, help="trials of each round (default 2e6)")
    parser.add_argument("--long", action="store_true", help="memory up to 1e9 trials (a minute more)")
    parser.add_argument("--out", type=Path, help="also write the tables to this Markdown file")
    asked = parser.parse_args()
    trials, parts = int(asked.trials), [f"Measured on {measuring.machine()}.", ""]
    if asked.only in (None, "shot"):
        parts.append(measuring.table("Three shots at one aircraft", shot_series.report(trials)))
    if asked.only in (None, "sortie"):
        parts.append(measuring.table("Sortie of two turns", sortie.report(trials, vector_bits())))
    if asked.only in (None, "attrition"):
        parts.append(measuring.table("Four guns against a Flying Fortress of 60 boxes", attrition.report(trials)))
    if asked.only in (None, "battle"):
        parts.append(measuring.table("Whole battles on the hex map", battle.report(max(trials // 100, 2000))))
    if asked.only in (None, "waiting"):
        rows = [*waiting.threads(20_000_000), *waiting.memory(10**9 if asked.long else 10**8), *waiting.report()]
        parts.append(measuring.table("Waiting, threads, memory", rows))
    text = "\n".join(parts)
    print(text)
    if asked.out is not None:
        asked.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
