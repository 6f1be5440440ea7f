"""Scenarios as mappings for the tests of this folder, and what they ask of the answers: all of it through `simlab.run`.

Nothing here knows a rule; whatever a test expects stands in the test, with its derivation.
"""

from fractions import Fraction
from pathlib import Path

import simlab

UNITS = {"data": {"air_defence": str(Path(__file__).parents[2] / "data" / "example_air_defence.csv")}}
BARE = {"flares": False, "ecm": False, "irs": False}  # without countermeasures
COBRA = {"unit": "ah1s_mc", **BARE}
PLANE = {"unit": "alphajet", **BARE}


def named(unit):
    """A table of keys from a bare id."""
    return {"unit": unit} if isinstance(unit, str) else unit


def shot(firer, target, range_in, bearing_deg=None, geometry=None, **more):
    """A `shot` scenario. firer, target: an id or a table of keys."""
    place = {"range_in": range_in, **({} if bearing_deg is None else {"bearing_deg": bearing_deg}), **(geometry or {})}
    return {
        "system": "command_decision",
        "kind": "shot",
        "firer": named(firer),
        "target": named(target),
        "geometry": place,
        **more,
    }


def combo(firers, target, range_in=25, **more):
    """A `combo` scenario."""
    return {
        "system": "command_decision",
        "kind": "combo",
        "firer": [named(firer) for firer in firers],
        "target": named(target),
        "geometry": {"range_in": range_in},
        **more,
    }


def at(unit, range_in, **more):
    """An entry of ``[[air_defence]]``."""
    return {"unit": unit, "range_in": range_in, **more}


def sortie(*air_defence, altitude="low", turns=1, helicopter=COBRA, collective="none", **more):
    """A `sortie` scenario; profile, game and ground are merged with what the other arguments say."""
    return {
        "system": "command_decision",
        "kind": "sortie",
        "helicopter": named(helicopter),
        **more,
        "profile": {"altitude": altitude, **more.get("profile", {})},
        "game": {"turns": turns, **more.get("game", {})},
        "ground": {"collective": collective, **more.get("ground", {})},
        "air_defence": list(air_defence),
    }


def law(scenario, table="effect"):
    """The exact rational law of a table of a shot or combo: {outcome: Fraction}."""
    rows = simlab.run(scenario, exact_fractions=True).rows(table)
    return {row[table]: Fraction(row["fraction"]) for row in rows}


def engages(scenario):
    """Does the system of a `shot` fire at all?"""
    share = law(scenario, "before_save")["not_engaged"]
    assert share in (0, 1)
    return share == 0


def chances(scenario, table="fate"):
    """The exact law of a table of a sortie with one variable: {outcome: chance}."""
    rows = simlab.run(scenario, method="exact").rows(table)
    return {next(iter(row.values())): row["p"] for row in rows}  # the variable stands first


def survives(scenario):
    """Chance that the helicopter of a sortie is not removed by the end of the game."""
    return chances(scenario)["survives"]


def attacks(scenario):
    """Law of (penalty or none) of the one turn of a sortie: chances of penalty_0, penalty_1 ... and none."""
    result = simlab.run(scenario, method="exact")
    made = result.p("attack_by_turn", 1)
    found = {row["penalty"]: row["p"] * made for row in result.rows("penalty_at_fire") if row["p"]}
    return {**found, "none": 1 - made}


def over_table(scenario):
    """Chance of being over the table in each turn: {turn: chance}, turns without a chance left out."""
    found = {}
    for row in simlab.run(scenario, method="exact").rows("chain_by_turn"):
        found[row["turn"]] = found.get(row["turn"], 0) + row["p"]
    return {turn: p for turn, p in found.items() if p > 0}


def turns_over_table(scenario):
    """Turns in which the helicopter can be over the table."""
    return sorted(over_table(scenario))


def mean(scenario, table):
    """Mean of a tally of a sortie, exact."""
    return next(row["mean"] for row in simlab.run(scenario, method="exact").means() if row["table"] == table)


def own_table(folder, table, text):
    """A ``[data]`` section with rows of one's own, written to a file in ``folder``."""
    path = folder / f"{table}.csv"
    path.write_text(text, encoding="utf-8")
    return {"data": {table: str(path)}}
