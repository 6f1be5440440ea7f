"""Which readings of unclear rules move the answer: every option of every ruling, one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab.analysis.paired import PAIRED_TRIALS, Memory, Progress, as_prepared, difference, metric_like, metric_of
from simlab.errors import RunError, ScenarioError, nearest
from simlab.execute import Prepared, Source, prepare
from simlab.progress import watched

if TYPE_CHECKING:
    import pandas as pd

HEAD = ("ruling", "clause", "question", "default", "p_default")
BARS = (*HEAD, "p_low", "low_option", "p_high", "high_option", "swing")


@watched("options")
def tornado(
    source: Source | Prepared,
    metric: str | None = None,
    rulings: Iterable[str] | None = None,
    trials: int | None = None,
    seed: int = 0,
    *,
    level: float = 0.95,
    method: str = "auto",
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Turn every ruling that bears on the kind to each of its other options, all others standing as in the scenario.

    Args:
        source: a Scenario, a mapping, the path of a file, or what `prepare` returned.
        metric: "table:outcome"; the kind's headline when None.
        rulings: only these.
        trials: trials of each pair that is not exact (default 200,000), on the same dice as the default.
        seed: any integer, 0 included.
        level: confidence level of each difference, one at a time.
        method: auto takes exact laws where they are offered and quick, sample rolls dice.
        progress: called with (options finished, options).

    Returns:
        A row an option (none for an option that refuses this scenario), sorted by the largest swing of its ruling:
        ruling, clause, question, default (the option in force), option, p_default, p_option, difference, lo, hi,
        matters, paired, method, swing (the ruling's largest difference). matters: yes; no (none at all, or surely below
        0.05 points); unclear (within the noise of the dice). method "same inputs": both pack to the same numbers.

    Raises:
        RunError: a ruling that does not bear on the kind, an unknown metric, a budget that makes no sense.
    """
    import pandas as pd

    base = as_prepared(source)
    first, data = metric_of(base, metric), base.catalog.folder.parent
    trials = PAIRED_TRIALS if trials is None else trials
    in_force = base.rulings.in_force(base.kind.name)
    names = chosen_rulings(base, rulings)
    turns = [(name, option) for name in names for option in other_options(base, name, in_force[name])]
    memory: Memory = {}
    rows: list[dict[str, Any]] = []
    for number, (name, option) in enumerate(turns, start=1):
        if (turned := _turned(base, name, option, data)) is not None:
            found = difference(first, metric_like(first, turned), trials, seed, level, method, memory=memory)
            ruling = base.system.ruling(name)
            about = {"ruling": name, "clause": ruling.clause, "question": ruling.question}
            options = {"default": str(in_force[name]), "option": str(option)}
            shares = {"p_default": found.p_a, "p_option": found.p_b}
            rows.append({**about, **options, **shares, **found.columns()})
        if progress is not None:
            progress(number, len(turns))
    swing: dict[str, float] = {}
    for row in rows:
        swing[row["ruling"]] = max(swing.get(row["ruling"], 0.0), abs(row["difference"]))
    order = sorted(rows, key=lambda row: (-swing[row["ruling"]], row["ruling"], -abs(row["difference"])))
    return pd.DataFrame([{**row, "swing": swing[row["ruling"]]} for row in order])


def _turned(base: Prepared, name: str, option: Any, data: Path) -> Prepared | None:
    """The scenario under another option of a ruling; None where it cannot be played under it."""
    try:
        return prepare(base.scenario.with_rulings(**{name: option}), data)
    except ScenarioError:
        return None


def chosen_rulings(prepared: Prepared, rulings: Iterable[str] | None) -> list[str]:
    """The rulings to turn: those named, or all that bear on the kind. RunError for one that does not."""
    kind = prepared.kind.name
    bearing = list(prepared.rulings.in_force(kind))
    if rulings is None:
        return bearing
    names = [rulings] if isinstance(rulings, str) else list(rulings)
    for name in names:
        if name not in bearing:
            raise RunError(f'rulings: "{name}" does not bear on kind {kind}; nearest: {nearest(name, bearing)}')
    return names


def other_options(prepared: Prepared, name: str, in_force: Any) -> list[Any]:
    """The options of a ruling worth trying, but for the one in force."""
    return [option for option in prepared.system.ruling(name).alternatives if str(option) != str(in_force)]


def bars(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame of `tornado` as one row a ruling, for plotting; rulings that move nothing are left out.

    Columns: ruling, clause, question, default, p_default, p_low, low_option, p_high, high_option, swing. The ends
    reach over the option in force and all others; an end that is the one in force names it.
    """
    import pandas as pd

    rows = []
    for _, mine in frame.groupby("ruling", sort=False):
        if not (mine["matters"] == "yes").any():
            continue
        head = mine.iloc[0]
        reached = [(head["p_default"], head["default"]), *zip(mine["p_option"], mine["option"], strict=True)]
        (p_low, low_option), (p_high, high_option) = min(reached, key=_share), max(reached, key=_share)
        ends = {"p_low": p_low, "low_option": low_option, "p_high": p_high, "high_option": high_option}
        rows.append({**{key: head[key] for key in HEAD}, **ends, "swing": head["swing"]})
    return pd.DataFrame(rows, columns=list(BARS))


def _share(end: tuple[float, str]) -> float:
    return end[0]
