"""The best ways to attack a layout, and what each costs in friends: the curve of plans that no other beats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from simlab import display
from simlab.analysis.paired import as_prepared
from simlab.errors import RunError, ScenarioError
from simlab.execute import Prepared, Source, prepare

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 9  # beyond which two expectations are taken for one


@dataclass(frozen=True, repr=False)
class Paths:
    """Plans of attack on a layout.

    frame: a row a plan, the best first: rank, attack, value (enemy less ``weight`` times friend), enemy, friend, plan
    (in words), efficient (no other plan of its attack does as much to enemies for as little to friends); plans that
    differ in nothing of this stand once. tried: plans looked at; refused: attack -> why it cannot be made; weight: of
    friends; worth: what is expected, damage or pv.
    """

    frame: pd.DataFrame
    tried: int
    refused: dict[str, str]
    weight: float
    worth: str

    def best(self) -> pd.DataFrame:
        """The best plan of each attack, the best attack first."""
        return self.frame.drop_duplicates("attack").reset_index(drop=True)

    def curve(self) -> pd.DataFrame:
        """The efficient plans of each attack, those that cost friends least first."""
        kept = self.frame[self.frame["efficient"]]
        return kept.sort_values(["attack", "friend"], kind="stable").reset_index(drop=True)

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, f"{len(self.frame)} plans of {self.tried:,} looked at")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: the best plan of each attack."""
        rows = [[row["attack"], row["plan"], *shown(row, self.weight)] for row in self.best().to_dict("records")]
        head = ["attack", "plan", "value", f"{self.worth} of enemies", f"{self.worth} of friends"]
        told = f"{self.tried:,} plans were looked at; a friend counts {self.weight:g} times."
        refused = "; ".join(f"{attack}: {why}" for attack, why in self.refused.items())
        return display.page("The best paths", display.line(told), display.table(head, rows, 2), display.line(refused))


def paths(source: Source | Prepared, *, top: int = 10) -> Paths:
    """Search the good paths of every attack that the attacker of a scenario can make.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned, of a kind that attacks a layout.
            Where its bombs, lane or strikes are to go does not matter: the search chooses.
        top: plans of each attack that are kept beside the efficient ones.

    Raises:
        RunError: a kind without a layout, or no attack that can be made.
    """
    import pandas as pd

    prepared = as_prepared(source)
    where = prepared.scenario.where
    if prepared.kind.plans is None:
        offered = ", ".join(kind.name for kind in prepared.system.kinds.values() if kind.plans is not None)
        raise RunError(f"{where}, kind: {prepared.kind.name} has no layout to attack; " + (
            f"kinds that have: {offered}" if offered else f"no kind of {prepared.system.name} has"))  # fmt: skip
    plans, refused = prepared.kind.plans(prepared.shape, prepared.rulings, prepared.catalog, where)
    if not plans:
        raise RunError("; ".join(f"{attack}: {why}" for attack, why in refused.items()) or f"{where}: nobody attacks")
    weight, worth = float(prepared.shape.friend_weight), str(prepared.shape.worth)
    rows = []
    for attack in dict.fromkeys(plan["attack"] for plan in plans):
        mine = [plan for plan in plans if plan["attack"] == attack]
        rows += _ranked(mine, weight, top)
    rows.sort(key=lambda row: -row["value"])
    frame = pd.DataFrame([{"rank": rank, **row} for rank, row in enumerate(rows, start=1)])
    return Paths(frame, len(plans), refused, weight, worth)


def _ranked(plans: list[dict[str, Any]], weight: float, top: int) -> list[dict[str, Any]]:
    """The efficient plans of one attack and its best ones, each pair of expectations once."""
    seen: dict[tuple[float, float], dict[str, Any]] = {}
    for plan in plans:
        seen.setdefault((round(plan["enemy"], DIGITS), round(plan["friend"], DIGITS)), plan)
    least = float("inf")
    efficient = set()
    for enemy, friend in sorted(seen, key=lambda pair: (-pair[0], pair[1])):
        if friend < least:
            efficient.add((enemy, friend))
            least = friend
    rows = []
    for pair, plan in seen.items():
        value = round(plan["enemy"] - weight * plan["friend"], DIGITS)
        kept = {name: plan[name] for name in ("attack", "enemy", "friend")}
        rows.append({**kept, "value": value, "plan": in_words(plan), "efficient": pair in efficient})
    rows.sort(key=lambda row: -row["value"])  # of equals the first that is tried, which is also the one that is flown
    return [row for place, row in enumerate(rows) if row["efficient"] or place < top]


def shown(row: Mapping[Any, Any], weight: float) -> list[str]:
    """Value, enemies and friends of a plan to two digits, such that the value is what the other two make.

    >>> shown({"enemy": 1.006, "friend": 0.504, "value": 0.502}, 1.0)
    ['0.51', '1.01', '0.50']
    """
    enemy, friend = round(row["enemy"], 2), round(row["friend"], 2)
    return [f"{number + 0.0:.2f}" for number in (round(enemy - weight * friend, 2), enemy, friend)]


def in_words(plan: dict[str, Any]) -> str:
    """Where a plan flies and what it aims at."""
    over = ""
    if plan["heading"] is not None:
        over = f"from [{plan['entry_x']:.4g}, {plan['entry_y']:.4g}], heading {plan['heading']:.4g}: "
    if plan["target"]:
        return f"{over}on {plan['target']}"
    return f"{over}at {', '.join(f'{along:.4g}' for along in dict.fromkeys(plan['at']))} in along"


def by_reading(source: Source | Prepared, names: Iterable[str]) -> pd.DataFrame:
    """The best plan of each attack under each option of each named ruling, all others as they stand.

    A row an option and attack: ruling, option, in_force, attack, value, enemy, friend, plan. Options that refuse the
    scenario are left out.

    Raises:
        RunError: a ruling that does not bear on the kind.
    """
    import pandas as pd

    base = as_prepared(source)
    in_force = base.rulings.in_force(base.kind.name)
    rows = []
    for name in names:
        if name not in in_force:
            raise RunError(f'ruling "{name}" does not bear on {base.kind.name}; those that do: {", ".join(in_force)}')
        for option in dict.fromkeys([str(in_force[name]), *map(str, base.system.ruling(name).alternatives)]):
            scenario = base.scenario.with_value(f"rulings.{name}", option)
            try:
                turned = base if option == str(in_force[name]) else prepare(scenario, base.catalog.folder.parent)
                best = paths(turned, top=1).best()
            except (ScenarioError, RunError):
                continue
            told = {"ruling": name, "option": option, "in_force": option == str(in_force[name])}
            rows += [{**told, **row} for row in best.drop(columns=["rank", "efficient"]).to_dict("records")]
    return pd.DataFrame(rows)


def by_load(source: Source | Prepared, types: Sequence[str]) -> pd.DataFrame:
    """The best plan of each attack with every mix of bomb types that fills as many bombs as the scenario carries.

    A row a load and attack, the best first: load (such as "2 he, 1 cluster"), attack, value, enemy, friend, plan.
    Attacks that no load changes (guns) are left out, and loads that cannot be carried.

    Raises:
        RunError: a scenario without bombs, or none of the loads can be flown.
        ScenarioError: a type that is no bomb.
    """
    import pandas as pd

    base = as_prepared(source)
    carried = base.scenario.value("bombs") or []
    number = sum(int(bomb.get("count", 1)) for bomb in carried)
    if not number:
        raise RunError(f"{base.scenario.where}: it carries no bombs, so there is no load to choose")
    for type_ in types:
        base.catalog.row("bombs", type_, "load")  # a load that cannot be carried is left out, a slip of the pen is not
    rows: list[dict[str, Any]] = []
    problems: list[str] = []
    for mix in combinations_with_replacement(dict.fromkeys(types), number):
        load = Counter(mix)
        bombs = [{"type": type_, "count": count} for type_, count in load.items()]
        scenario = base.scenario.with_value("bombs", bombs).with_value("placement", "best")
        body = {key: value for key, value in scenario.body.items() if key != "points"}
        try:
            best = paths(prepare(replace(scenario, body=body), base.catalog.folder.parent), top=1).best()
        except (ScenarioError, RunError) as problem:
            problems.append(str(problem))
            continue
        words = ", ".join(f"{count} {type_}" for type_, count in load.items())
        kept: list[dict[str, Any]] = best.drop(columns=["rank", "efficient"]).to_dict("records")
        rows += [{"load": words, **row} for row in kept]
    if not rows:
        raise RunError(problems[0] if problems else "load: name bomb types, such as he,cluster")
    frame = pd.DataFrame(rows)
    alike = frame.groupby("attack")[["enemy", "friend"]].transform("nunique").max(axis=1) == 1
    changed = frame[~alike] if frame["load"].nunique() > 1 else frame
    return changed.sort_values("value", ascending=False, kind="stable").reset_index(drop=True)
