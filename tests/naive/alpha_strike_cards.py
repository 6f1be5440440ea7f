"""Cards of Alpha Strike for the naive twin: what the tables say of a unit (AS-1.1 to 1.7)."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .alpha_strike_rulings import DATA, RefusedAttack

AEROSPACE = ("AF", "CF", "SC", "DA", "DS")
BRACKETS = ("short", "medium", "long", "extreme")
Extra = tuple[tuple[str, str], ...]  # more files, as pairs of the name of their table and their path


@dataclass(frozen=True)
class Card:
    """One unit as its card stands. `arcs`: damage at Short, Medium, Long, Extreme as printed, for each arc."""

    name: str
    type: str
    aerospace: bool
    armor: int
    structure: int
    arcs: dict[str, tuple[str, ...]]
    ov: int
    heat_scale: bool
    specials: tuple[str, ...]
    move_in: int = 0
    motive: str = ""  # last letter of the Move as printed that says how it moves; of aerospace a, i, p
    jumps: bool = False
    tmm: int | None = None
    thrust: int = 0
    threshold: int = 0
    bombs: int = 0
    pv: int = 0

    def has(self, special: str) -> bool:
        """Whether the card bears a special ability without numbers."""
        return special in self.specials


def extra_files(scenario: dict[str, Any]) -> Extra:
    """Own files of a scenario (`[data]`)."""
    return tuple(sorted(scenario.get("data", {}).items()))


def rows(table: str, extra: Extra) -> list[dict[str, str]]:
    """Rows of a table, those of own files last."""
    files = [DATA / f"{table}.csv", *(Path(path) for name, path in extra if name == table)]
    found: list[dict[str, str]] = []
    for path in files:
        with path.open(encoding="utf-8", newline="") as file:
            found += csv.DictReader(file)
    return found


@cache
def cards(extra: Extra = ()) -> dict[str, Card]:
    """All cards by id and by name."""
    found = {}
    for table in ("aerospace", "ground"):
        for row in rows(table, extra):
            found[row["id"]] = found[row["name"]] = card_of(row, table == "aerospace")
    return found


def card_called(name: str, extra: Extra = ()) -> Card:
    """The card of an id or a name."""
    if name not in cards(extra):
        raise RefusedAttack(f"no unit {name}")
    return cards(extra)[name]


def specials_of(text: str) -> tuple[str, ...]:
    """Special abilities of a card."""
    return tuple(word.strip() for word in text.split(";") if word.strip())


def card_of(row: dict[str, str], aerospace: bool) -> Card:
    """Read one row."""
    specials = specials_of(row["specials"])
    armor = int(row["armor"])
    plain = (row["dmg_s"], row["dmg_m"], row["dmg_l"], row.get("dmg_e") or "0")
    common = {
        "name": row["name"],
        "type": row["type"],
        "aerospace": aerospace,
        "armor": armor,
        "structure": int(row["structure"]),
        "ov": int(row["ov"] or 0),
        "heat_scale": row["heat_scale"] == "1",
        "specials": specials,
        "pv": int(row["pv"] or row["pv_formula"] or 0),
    }
    if not aerospace:
        letters = [letter for letter in row["move"] if letter.isalpha()]
        ways = [letter for letter in letters if letter != "j"]
        return Card(
            **common,  # type: ignore[arg-type]
            arcs={"front": plain},
            move_in=int(row["move_in"]),
            motive=ways[0] if ways else "",
            jumps="j" in letters,
            tmm=int(row["tmm"]) if row["tmm"] else None,
            bombs=bomb_slots(specials),
        )
    arcs = {"front": plain}
    for part in filter(None, row["arcs"].split("|")):
        arc, values = part.split(":")
        arcs[arc] = tuple(values.split("/"))
    divisor = 12 if row["arcs"] else 3
    return Card(
        **common,  # type: ignore[arg-type]
        arcs=arcs,
        motive=row["move_mode"],
        thrust=int(row["thrust"]),
        threshold=int(row["threshold"]) if row["threshold"] else -(-armor // divisor),
        bombs=int(row["bomb"]) if row["bomb"] else bomb_slots(specials),
    )


def bomb_slots(specials: tuple[str, ...]) -> int:
    """Slots of the ability BOMB# (AS-1.10)."""
    return next((int(word[4:]) for word in specials if word.startswith("BOMB") and word[4:].isdigit()), 0)


@cache
def bomb_types(extra: Extra = ()) -> dict[str, dict[str, str]]:
    """The rows of bombs.csv by key."""
    return {row["key"]: row for row in rows("bombs", extra)}


@cache
def critical_column(table: str) -> dict[int, str]:
    """Effect of each total of 2D6 in a column of crits.csv."""
    with (DATA / "crits.csv").open(encoding="utf-8", newline="") as file:
        return {int(row["roll"]): row["code"] for row in csv.DictReader(file) if row["table"] == table}
