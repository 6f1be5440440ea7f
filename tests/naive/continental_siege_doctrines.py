"""Doctrines of a battle of Continental Siege: what is filed, which one is drawn, whose weights hold (W8, W9).

W-numbers are those of simlab/systems/continental_siege/BATTLE.md.
"""

import csv
from pathlib import Path
from typing import Any

from .continental_siege_dice import DOCTRINE, SETUP_PHASE, BattleDice
from .continental_siege_state import ATTACKER, DEFENDER
from .continental_siege_tables import rows_of
from .continental_siege_weights import Weights

Rows = dict[str, tuple[Any, Weights]]  # hook -> (policy, weights)
# W8: hooks that without a word of their own do as another does.
LIKE = {
    "gev_move": "ground_move", "infantry_move": "ground_move", "aa_move": "ground_move", "gev_second_move": "gev_move",
    "infantry_fire": "ground_fire", "gev_fire": "ground_fire", "howitzer_fire": "ground_fire",
    "aa_ground_fire": "ground_fire",
}  # fmt: skip


class Filed:
    """The rows of doctrines.csv, with those of a file of one's own (a known id takes the place of that row)."""

    def __init__(self, own: str | None = None):
        rows = {row["id"]: row for row in rows_of("doctrines.csv")}
        if own is not None:
            with Path(own).open(encoding="utf-8", newline="") as stream:
                rows |= {row["id"]: row for row in csv.DictReader(stream)}
        self.lines = list(rows.values())

    def rows(self, doctrine: str, side: str) -> Rows:
        """Hook -> (policy, weights) of a doctrine; of a mix the one hook `mix`."""
        found = {}
        for row in self.lines:
            if row["doctrine"] == doctrine and row["side"] == side:
                pairs = [part.split() for part in row["weights"].split(";") if part.strip()]
                policy: Any = row["policy"]
                if policy.startswith("forward("):  # R83
                    policy = {"forward": policy.removeprefix("forward(").removesuffix(")").split()}
                found[row["hook"]] = (policy, {name: int(number) for name, number in pairs})
        return found

    def mix(self, doctrine: Any, side: str) -> dict[str, int] | None:
        """Names and weights, in their order, if a doctrine is a mix (W9)."""
        if isinstance(doctrine, dict):
            names: dict[str, int] = doctrine["mix"]
        else:
            rows = self.rows(doctrine, side)
            if "mix" not in rows:
                return None
            names = rows["mix"][1]
        for name in names:
            if "mix" in self.rows(name, side):
                raise ValueError(f"{side}: the mix {doctrine} names {name}, which is a mix")
        return names

    def stand_ins(self, side: str) -> dict[str, Weights]:
        """Hook -> weights where a doctrine has no row: those of `tuned`, or of the first of its mix to weigh it."""
        found: dict[str, Weights] = {}
        for name in self.mix("tuned", side) or ["tuned"]:
            for hook, (policy, weights) in self.rows(name, side).items():
                if policy == "weighted":
                    found.setdefault(hook, weights)
        return found


def drawn_name(doctrine: Any, side: str, filed: Filed, dice: BattleDice) -> tuple[str, int]:
    """The name of the doctrine that a side plays, and the face that drew it, 0 if no die is read (W9)."""
    names = filed.mix(doctrine, side)
    if names is None:
        return doctrine, 0
    real = {name: weight for name, weight in names.items() if weight > 0}
    if len(real) == 1:
        return next(iter(real)), 0
    face = dice.face(sum(real.values()), 0, SETUP_PHASE, (DEFENDER, ATTACKER).index(side), DOCTRINE, 0)
    running = 0
    for name, weight in real.items():
        running += weight
        if running >= face:
            return name, face
    raise ValueError(f"{side}: no doctrine with a weight above 0")


class Doctrine:
    """The policies of one side and their weights (W8)."""

    def __init__(
        self,
        told: dict[str, Any],
        side: str,
        defaults: dict[str, Any],
        name: str = "default",
        filed: Filed | None = None,
    ):
        filed = filed or Filed()
        self.own = told.get("weights", {})
        self.rows = filed.rows(name, side)
        self.stand_ins = filed.stand_ins(side)
        self.policies = defaults | {hook: policy for hook, (policy, _) in self.rows.items()} | told.get("policies", {})

    def policy(self, hook: str) -> Any:
        """The policy of a hook."""
        found = self.policies.get(hook)
        return self.policy(LIKE[hook]) if found is None and hook in LIKE else found

    def weights(self, hook: str) -> Weights:
        """The weights of a hook that is weighted."""
        own = self.own.get(hook, {})
        if self.policies.get(hook) is None and hook in LIKE:
            return self.weights(LIKE[hook]) | own
        policy, weights = self.rows.get(hook, ("", {}))
        return (weights if policy == "weighted" else self.stand_ins.get(hook, {})) | own
