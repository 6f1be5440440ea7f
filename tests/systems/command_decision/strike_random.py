"""Random scenarios of the kind `strike`, for the tests beside this file."""

PLANES = ["mig21bis", "su7bmk", "alphajet", "su25", "tornado_ids", "f111f", "su24", "mig23bn", "a10a", "f16c", "f15e"]
ROCKETEERS = ["mig21bis", "su25", "alphajet", "su24", "mig23bn", "a10a"]
GUIDED = ["a10a", "f16c", "f15e", "su25", "mig23bn"]
MISSILES = ["sa7b", "sa9", "sa14", "stinger", "blowpipe", "roland2", "rapier", "sa8b", "rbs70"]
GUNS = ["zsu23_4", "gepard", "m163", "zu23", "zsu57_2", "s60_fc"]


def random_place(chooser, across=16, along=12):
    return [chooser.randint(-2 * across, 2 * across) / 2, chooser.randint(-2 * along, 2 * along) / 2]


def random_stand(chooser, number):
    """A stand near the middle, own ones farther down."""
    own = chooser.random() < 1 / 4
    return {
        "name": f"s{number}",
        "side": "own" if own else "enemy",
        "at": [chooser.randint(-10, 10) / 2, chooser.randint(-4, 4) / 2 - (10 if own else 0)],
        "size_in": chooser.choice([0.5, 1, 2]),
        "class": chooser.choice(["personnel", "gun", "soft_vehicle", "weak_afv", "afv"]),
        "weight": chooser.randint(1, 6),
        "terrain": chooser.choice(["open", "open", "woods", "bua"]),
        "edge": chooser.random() < 1 / 2,
        "dug_in": chooser.random() < 1 / 4,
        "quality": chooser.choice(["green", "regular", "elite"]),
        "manpads": chooser.random() < 1 / 5,
        "moved": chooser.choice(["no", "this_turn", "since_last_strike"]),
        "radar": chooser.random() < 1 / 4,
        **chooser.choice([{}, {"cover": "fortification"}]),
    }


def random_plane(chooser):
    load = chooser.choice(["bombs", "at_cluster", "rockets", "rockets", "guns", "gb", "asm", "arm"])
    units = {"rockets": ROCKETEERS, "guns": ROCKETEERS, "gb": GUIDED, "asm": GUIDED, "arm": GUIDED}.get(load, PLANES)
    plane = {
        "unit": chooser.choice(units),
        "load": load,
        "at": [chooser.randint(-3, 3), chooser.randint(-2, 2)],
        "placement": chooser.choice(["superimpose", "spread", "optimal"]),
        "fac": chooser.random() < 1 / 3,
        "smoke": chooser.random() < 1 / 4,
        "value": chooser.randint(1, 3),
        "arrives": chooser.choice(["ruling", 1, 1]),
        "irs": chooser.random() < 1 / 3,
        "flares": chooser.random() < 1 / 2,
        "ecm": chooser.random() < 1 / 2,
    }
    if load == "rockets":
        plane["warhead"] = chooser.choice(["he", "heat", "flechette"])
    if load == "guns":
        plane["fighter"] = chooser.random() < 1 / 2
    if load == "gb":
        plane["guidance"] = chooser.choice(["GPS", "SAL"])
        plane["range_in"] = chooser.choice([60, 200])
    return plane


def random_strike(chooser, name=""):
    """One or two planes over a few stands, through a few systems."""
    planes = [random_plane(chooser) for _ in range(chooser.choice([1, 1, 2]))]
    marked = [plane for plane in planes if plane["smoke"]]
    for plane in marked:
        plane["at"] = marked[0]["at"]
    systems = []
    for _ in range(chooser.randint(0, 3)):
        pair = chooser.random() < 1 / 3
        unit = chooser.choice(MISSILES if pair else MISSILES + GUNS)
        system = {"unit": unit, "at": random_place(chooser, 30, 25)}
        system |= {"terrain": chooser.choice(["open"] * 5 + ["bua_flat_roof", "woods"])}
        system |= {"suppressed": chooser.random() < 1 / 5, **({"guns": chooser.choice(GUNS)} if pair else {})}
        systems.append(system)
    fighters = [] if any(plane.get("fighter") for plane in planes) else [{"at": random_place(chooser)}]
    army = chooser.choice([{"collective": "normal"}, {"collective": "heavy"}, {"collective": "none"}])
    if name.startswith("heavy_mg"):
        army = {"collective": "army", "army": chooser.choice(["israel", "warsaw_pact"])}
        army["year"] = chooser.choice([1974, 1975, 1976])
    return {
        "system": "command_decision",
        "kind": "strike",
        "visibility": chooser.choice(["clear", "clear", "night"]),
        "plane": planes,
        "air_defence": systems,
        "stand": [random_stand(chooser, number) for number in range(chooser.randint(1, 6))],
        "check": [{"at": random_place(chooser), "side": chooser.choice(["own", "enemy"])} for _ in range(2)],
        "fighter": fighters if chooser.random() < 1 / 2 else [],
        "ground": army,
    }
