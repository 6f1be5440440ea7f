"""Rows of doctrines.csv from the mixes that ``simlab tune battles --mix`` wrote: how the shipped doctrines were filed.

``python -m tests.systems.continental_siege.doctrine_rows tuned tunings/battles.csv "simlab tune battles"`` prints them.
"""

import csv
import sys
from fractions import Fraction

from simlab.analysis.tuning_file import load_tuning, pools_from

HEAD = ("id", "doctrine", "side", "hook", "policy", "weights", "status", "source")
HUNDREDTHS = 100


def rows_of(doctrine, found, source, tuning="battles"):
    """A mix of each side, members that are played from the greatest share down, and the rows of each member.

    found: rows of the CSV (player, member, share, key, value). Policies that stand first in their dial are the default
    ones and have no row.
    """
    told = load_tuning(tuning)
    rows = []
    for player in told.players:
        members = played(found, player.name)
        names = [f"{doctrine}_{number}" for number in range(1, len(members) + 1)]
        cell = "; ".join(f"{name} {share}" for name, share in zip(names, shares_of(members), strict=True))
        rows.append(_row(doctrine, player.name, "mix", "drawn", cell, source))
        for name, (_, settings) in zip(names, members, strict=True):
            rows += _rows_of_member(name, player.name, {**fixed(told, player.name), **settings}, told, source)
    return rows


def fixed(told, side):
    """What the tuning sets in every case for a side, but for its doctrine."""
    return {key: value for key, value in told.settings.items() if key.startswith(f"{side}.") and "doctrine" not in key}


def members_of(found, side):
    """(key -> value as text, share) of each member of a side, in order."""
    members = {}
    for row in found:
        if row["player"] == side:
            members.setdefault(int(row["member"]), ({}, float(row["share"])))[0][row["key"]] = row["value"]
    return [members[number] for number in sorted(members)]


def played(found, side):
    """(share, key -> value as text) of the members that are played, the greatest share first."""
    members = [(Fraction(share), settings) for settings, share in members_of(found, side) if share > 0.0]
    return sorted(members, key=lambda member: -member[0])


def shares_of(members):
    """Shares as whole hundredths that sum to a hundred: rounded down, the rest to the largest remainders."""
    whole = [int(share * HUNDREDTHS) for share, _ in members]
    rest = sorted(range(len(members)), key=lambda place: whole[place] - members[place][0] * HUNDREDTHS)
    for place in rest[: HUNDREDTHS - sum(whole)]:
        whole[place] += 1
    return whole


def _rows_of_member(doctrine, side, settings, told, source):
    defaults = {dial.key: str(dial.values[0]) for player in told.players for dial in player.dials if not dial.counts}
    policies, weights = {}, {}
    for key, value in settings.items():
        _, what, hook, *name = key.split(".")
        if what == "policies":
            policies[hook] = str(value)
        else:
            weights.setdefault(hook, {})[name[0]] = value
    for hook in weights:
        policies.setdefault(hook, "weighted")
    rows = []
    for hook, policy in policies.items():
        if policy == "weighted":
            cell = "; ".join(f"{name} {value}" for name, value in weights[hook].items())
            rows.append(_row(doctrine, side, hook, policy, cell, source))
        elif policy != defaults[f"{side}.policies.{hook}"] or hook == "infantry_move":
            rows.append(_row(doctrine, side, hook, _word(policy), "", source))
    return rows


def _word(policy):
    """A policy as doctrines.csv writes it: {'forward': ['gev']} as forward(gev)."""
    if not policy.startswith("{"):
        return policy
    name, _, types = policy.strip("{}").partition(":")
    listed = [each.strip(" '") for each in types.strip(" []").split(",")]
    return f"{name.strip(chr(39))}({' '.join(listed)})"


def _row(doctrine, side, hook, policy, weights, source):
    return {"id": f"{doctrine}.{side}.{hook}", "doctrine": doctrine, "side": side, "hook": hook, "policy": policy,
            "weights": weights, "status": "derived", "source": source}  # fmt: skip


def read_found(path):
    """The rows of a CSV that a tuning wrote."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    name, path, why = sys.argv[1:4]
    pools_from(load_tuning("battles"), [path])  # refuses what the tuning does not know
    out = csv.DictWriter(sys.stdout, HEAD, lineterminator="\n")
    out.writeheader()
    out.writerows(rows_of(name, read_found(path), why))
