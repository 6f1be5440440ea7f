"""Games of two sides and many turns, small enough for the plain interpreter."""

CAMPAIGN = {
    "system": "command_decision", "kind": "campaign", "game": {"turns": 5, "margin": 0},
    "blue": {"plane": [{"unit": "tornado_ids", "count": 2, "points": 3, "arrives": 1.0}],
             "helicopter": [{"unit": "ah64a", "at": [0, -6], "altitude": "popup", "points": 3}],
             "air_defence": [{"unit": "gepard", "at": [0, -8], "class": "weak_afv", "points": 2}],
             "stand": [{"at": [2, -8], "count": 2, "class": "soft_vehicle", "points": 1}]},
    "red": {"plane": [{"unit": "su25", "count": 2, "points": 2, "arrives": 1.0}],
            "air_defence": [{"unit": "zsu23_4", "at": [0, 8], "class": "weak_afv", "points": 2}],
            "stand": [{"at": [2, 8], "count": 2, "class": "soft_vehicle", "points": 1}]},
}  # fmt: skip
DUEL = {"system": "alpha_strike", "kind": "duel", "rounds": 2, "a": {"unit": "corsair_csr_v12"},
        "b": {"unit": "sparrowhawk_spr_h5", "breaks_off": "when_structure"}}  # fmt: skip
