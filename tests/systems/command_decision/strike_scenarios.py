"""Scenarios of the kind `strike` in a few words, for the tests beside this file. Nothing here knows a rule."""

from fractions import Fraction

from simlab.execute import prepare, run

FIELD = [{"name": "platoon", "at": [0, 0]}]  # one infantry stand in the open
# Planes arrive, and attack their primary point (but those with an `alternative` of their own), unless a test says else.
COMES = {"plane_arrival_probability": 1, "alternative_declined": "yes"}
MARKED = {"alternative_declined": "no"}
BARE = {"flares": False, "ecm": False, "irs": False}  # without countermeasures


def strike(*planes, aa=(), stands=None, rulings=None, collective="none", ground=None, **more):
    """A scenario: planes and AA as dicts (a plane is an Alpha Jet with bombs at [0, 0] unless it says otherwise).

    Planes arrive for certain and nobody but AA shoots at them, unless the words given say otherwise.
    """
    return {
        "system": "command_decision",
        "kind": "strike",
        "plane": [{"unit": "alphajet", **plane} for plane in (planes or [{}])],
        "air_defence": [{"at": [0, 10], **system} for system in aa],
        "stand": FIELD if stands is None else [{"at": [0, 0], **stand} for stand in stands],
        "ground": {"collective": collective, **(ground or {})},
        "rulings": {**COMES, **(rulings or {})},
        **more,
    }


def law(scenario, table):
    """Exact rational law of a table: outcome -> Fraction, outcomes that cannot happen left out."""
    rows = run(scenario, exact_fractions=True).rows(table)
    variable = next(key for key in rows[0] if key not in ("count", "p", "fraction"))
    return {row[variable]: Fraction(row["fraction"]) for row in rows if row["fraction"] != "0"}


def joint(scenario, table):
    """The same of a table with several variables: tuples -> Fraction."""
    prepared = prepare(scenario)
    law_ = prepared.kind.exact_fractions(prepared.packed)
    rows = prepared.space.table(table).rows
    return {row: p for row, p in zip(rows, prepared.space.values(law_, table), strict=True) if p}


def fate(scenario, plane="plane_1"):
    """Law of what becomes of a plane."""
    return law(scenario, f"fate:{plane}")


def aborted(scenario, plane="plane_1"):
    """Chance that air defence aborts a plane."""
    found = fate(scenario, plane)
    return found.get("sent_home", 0) + found.get("lost", 0)


def penalties(scenario, plane="plane_1"):
    """Chance that a plane attacks with each total penalty."""
    found = {}
    for (end, _, penalty), p in joint(scenario, f"plane:{plane}").items():
        if end.startswith("attacks"):
            total = 10 if penalty == "penalty_10_or_more" else int(penalty.removeprefix("penalty_"))
            found[total] = found.get(total, 0) + p
    return found


def mean(scenario, table):
    """Mean of a tally."""
    return sum(int(value) * p for value, p in law(scenario, table).items())


def result(scenario, stand="platoon"):
    """Law of what befalls a stand."""
    return law(scenario, f"result:{stand}")
