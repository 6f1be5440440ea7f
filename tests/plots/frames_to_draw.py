"""Frames of the kinds that people draw, with names long enough to hurt."""

import numpy as np
import pandas as pd

LONG = "Oerlikon GDF-002 with Skyguard"


def rates(rows, exact=True):
    """A frame of rows with p; intervals of 4 points around it unless exact."""
    frame = pd.DataFrame(rows)
    reach = 0.0 if exact else 0.02
    return frame.assign(p_lo=(frame["p"] - reach).clip(0, 1), p_hi=(frame["p"] + reach).clip(0, 1))


def curves(exact=True, names=("pop-up", "NOE", "low")):
    return rates(
        [
            {"turn": turn, "profile": name, "p": (0.97 - 0.02 * place) ** turn}
            for place, name in enumerate(names)
            for turn in range(1, 13)
        ],
        exact,
    )


def pairs(number, names=lambda place: f"unit {place:02d} of 20 letter"):
    values = np.random.default_rng(7).random((number, number))
    return pd.DataFrame(
        [{"a": names(i), "b": names(j), "p": values[i, j]} for i in range(number) for j in range(number)]
    )


def chain(exact=True):
    steps = ["spotted", "in_range", "engaged", "penalised", "aborted", "removed"]
    reached = [1.0, 0.9, 0.9, 0.5, 0.2, 0.1]
    given = [1.0, 0.9, 1.0, 5 / 9, 0.4, 0.5]
    return rates([{"stage": s, "p": p, "p_given": g} for s, p, g in zip(steps, reached, given, strict=True)], exact)


def swings():
    return pd.DataFrame(
        [
            ("chopper_abort_removed_fraction", 0.45, 0.75, "0.75", "0.25"),
            ("pop_up_fire_phase", 0.60, 0.62, "opportunity_if_not_moved_else_general (as played)", "general_only"),
            ("chopper_removed_meaning", 0.60, 1.0, "destroyed (as played)", "off_table_may_rearm"),
            ("tiny", 0.5999, 0.60, "a", "b (as played)"),
        ],
        columns=["ruling", "p_low", "p_high", "low_option", "high_option"],
    )


def attacks(exact=True):
    return rates([{"outcome": n, "p": p} for n, p in enumerate((0.1, 0.05, 0.25, 0.6))], exact)


def deviations():
    rows = [
        ("defender.weights.gev_second_move.danger", -12, -11, 0.012, 0.002, True),
        ("attacker.policies.ogre_move", "weighted", "beeline_cp", -0.2, 0.01, False),
        ("defender.weights.ground_fire.treads_3", 6, 7, 0.0, 0.004, False),
    ]
    return pd.DataFrame(
        [
            {"key": k, "value": v, "other": o, "gain": g, "lo": g - r, "hi": g + r, "gains": flag}
            for k, v, o, g, r, flag in rows
        ]
    )


def prices(costs=True):
    rows = [
        ("heavy_tank", 1.0, 1.0, 1.0, 1.0), ("mobile_howitzer", 1.94, 1.7, 2.3, 2.0), ("light_aa", 0.4, -0.1, 0.8, 1.0),
        ("bomber", np.nan, 0.0, np.inf, 1.0), (LONG, 0.33, 0.3, 0.36, None), ("superheavy", 3.4, 2.0, np.inf, 2.0),
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["unit", "price", "price_lo", "price_hi", "cost"])
    return frame if costs else frame.drop(columns="cost")


def amounts():
    return pd.DataFrame({"name": [LONG, "SA-9 Gaskin (9K31)", "helper"], "value": [12.3, 0.0, -4.0]})


def means(exact=True):
    reach = 0.0 if exact else 0.3
    rows = [
        {"load": LONG if tonnes else "bombs", "tonnes": place, "mean": value}
        for tonnes, scale in ((0, 1.0), (1, 2.5))
        for place, value in ((1, 0.4 * scale), (2, 0.8 * scale), (4.5, 1.7 * scale))
    ]
    frame = pd.DataFrame(rows)
    return frame.assign(lo=frame["mean"] - reach, hi=frame["mean"] + reach)


def guns():
    reach = {LONG: (20, 40), "Gepard": (20, 40), "ZU-23-2": (15, 15), "ZSU-23-4 Shilka": (15, 30)}
    return rates(
        [
            {"series": name, "range_in": x, "p": 2 / 9 if x <= near else 8 / 45 if x <= far else 0.0}
            for name, (near, far) in reach.items()
            for x in range(5, 50, 5)
        ]
    )
