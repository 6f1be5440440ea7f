"""Rows of doctrines.csv from what ``simlab tune --out`` wrote: how the shipped doctrines were filed.

``python -m tests.systems.continental_siege.doctrine_rows tuned tunings/ogre.csv "simlab tune ogre"`` prints them.
"""

import csv
import sys

HEAD = ("id", "doctrine", "side", "hook", "policy", "weights", "status", "source")


def rows_of(doctrine, settings, source, fixed=()):
    """Rows of a doctrine: settings are (key, value) such as ``defender.weights.ground_fire.main``; fixed likewise."""
    policies, weights = {}, {}
    for key, value in [*fixed, *settings]:
        side, what, hook, *name = key.split(".")
        if what == "policies":
            policies[side, hook] = value
        elif what == "weights":
            policies.setdefault((side, hook), "weighted")
            weights.setdefault((side, hook), {})[name[0]] = value
    return [
        {
            "id": f"{doctrine}.{side}.{hook}", "doctrine": doctrine, "side": side, "hook": hook, "policy": policy,
            "weights": "; ".join(f"{name} {value}" for name, value in weights.get((side, hook), {}).items()),
            "status": "derived", "source": source,
        }
        for (side, hook), policy in policies.items()
    ]  # fmt: skip


def read_settings(path):
    """(key, value) of a CSV that a tuning wrote."""
    with open(path, encoding="utf-8", newline="") as file:
        return [(row["key"], row["value"]) for row in csv.DictReader(file)]


if __name__ == "__main__":
    doctrine, path, source = sys.argv[1:4]
    out = csv.DictWriter(sys.stdout, HEAD, lineterminator="\n")
    out.writeheader()
    out.writerows(rows_of(doctrine, read_settings(path), source, [("attacker.weights.ogre_fire.cp", "999")]))
