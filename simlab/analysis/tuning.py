"""Tuning: settings of each player's dials that win most against a growing pool of the other's, by seeded self-play.

A dial is a key of the scenario with the values it may take, in order: a weight of a policy, or the name of one. The
players take turns. Each searches with CMA-ES (N. Hansen 2016, library cma) over its number dials, then tries the words
of the others, against what the other players had in earlier rounds; every candidate of a turn meets the same numbered
dice. What a turn found is kept only if it wins more on dice that the search has not seen. Equal seeds give equal
answers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from simlab import display
from simlab.analysis.duels import Duels, Gain, Settings
from simlab.errors import RunError
from simlab.execute import Source
from simlab.intervals.rates import checked_level
from simlab.progress import watched

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

ROUNDS, BUDGET, TRIALS, POOL = 4, 300, 1000, 4
CHECK = 8  # times the trials of a candidate, on new dice, decide whether a turn is kept
SPREAD = 8.0  # first standard deviation of the search: an eighth of the range of a dial
AGAIN = 4  # times the trials of a candidate choose between the finalists of a search
SEEDS_A_TURN = 3  # the search, the choice between finalists and the check have dice of their own


class Dial(NamedTuple):
    """A key of the scenario, the values it may take in their order (words in any), and the one it starts at."""

    key: str
    values: tuple[Any, ...]
    start: Any

    @property
    def counts(self) -> bool:
        """Are its values numbers in their order, so that one lies between two others?"""
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values)


class Player(NamedTuple):
    """One who turns dials. wants: the metric ("table:outcome", None: the headline) whose share is to be large."""

    name: str
    wants: str | None
    dials: tuple[Dial, ...]


class Turn(NamedTuple):
    """What came of a turn: gain of what was found over what stood, on new dice, with its interval; kept or not."""

    round: int
    player: str
    answered: int
    gain: Gain
    kept: bool


@dataclass(frozen=True, repr=False)
class Tuning:
    """The settings of each player after the last round, and the turns that led there."""

    players: tuple[Player, ...]
    settings: Mapping[str, Settings]
    turns: tuple[Turn, ...]

    @property
    def together(self) -> dict[str, Any]:
        """Key -> value of all players."""
        return {key: value for settings in self.settings.values() for key, value in settings.items()}

    def frame(self) -> pd.DataFrame:
        """A row for each dial: player, key, start, value."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"player": player.name, "key": dial.key, "start": dial.start,
                 "value": self.settings[player.name][dial.key]}
                for player in self.players for dial in player.dials
            ]
        )  # fmt: skip

    def history(self) -> pd.DataFrame:
        """A row for each turn: round, player, candidates answered, gain on new dice with its interval, kept."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"round": turn.round, "player": turn.player, "answered": turn.answered, **turn.gain._asdict(),
                 "kept": turn.kept}
                for turn in self.turns
            ]
        )  # fmt: skip

    def __repr__(self) -> str:
        """The answer in one line."""
        return display.one_line(self, f"{len(self.turns)} turns of {len(self.players)} players")

    def _repr_html_(self) -> str:
        """Rich display in a notebook: what each turn gained, and the dials that were turned."""
        turns = [
            [
                turn.round, turn.player, f"{turn.answered:,}", f"{100 * turn.gain.gain:+.2f}",
                f"{100 * turn.gain.lo:+.2f} to {100 * turn.gain.hi:+.2f}", "kept" if turn.kept else "not kept",
            ]
            for turn in self.turns
        ]  # fmt: skip
        rows = [
            [row["player"], row["key"], row["start"], row["value"]]
            for row in self.frame().to_dict("records") if row["start"] != row["value"]
        ]  # fmt: skip
        head = ["round", "player", "candidates", "gain on new dice, points", "interval", ""]
        dials = (
            display.table(["player", "dial", "start", "tuned"], rows, 2) if rows else display.line("No dial turned.")
        )
        return display.page("", display.table(head, turns, 2), dials)


@watched("candidates")
def tune(
    cases: Sequence[Source],
    players: Sequence[Player],
    *,
    rounds: int = ROUNDS,
    budget: int = BUDGET,
    trials: int = TRIALS,
    pool: int = POOL,
    seed: int = 0,
    level: float = 0.95,
    threads: int = 1,
    duels: Duels | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Tuning:
    """Tune each player's dials in turn.

    Args:
        cases: scenarios that are played, each counting alike; every key of every dial must make sense in each.
        players: who turns which dials; one alone is a search for its best settings.
        rounds: turns of each player; 0 leaves all where they start.
        budget: candidates that a turn answers at most.
        trials: of each candidate, shared out among cases and opponents.
        pool: opponents at most: the start of the others and their latest settings.
        seed: of the dice and of the search, any integer.
        level: confidence level of the gains.
        threads: candidates that are played at a time; their number changes no answer.
        duels: what remembers answers, so that a stopped search goes on where it was (see `Duels`).
        progress: called with (candidates answered, candidates at most).
        note: called with a line about each turn.

    Raises:
        SimlabError: dials or budgets that make no sense, a scenario that refuses a setting.
    """
    check_players(cases, players)
    if rounds < 0 or min(budget, trials, pool, threads) < 1:
        raise RunError("tune: give 0 or more rounds, 1 or more candidates, trials, opponents and threads")
    checked_level(level)
    duels = duels or Duels()
    known = {player.name: [starts(player)] for player in players}
    turns: list[Turn] = []
    for number in range(rounds * len(players)):
        player = players[number % len(players)]
        others = [one.name for one in players if one is not player]
        field = Field(player, cases, _opponents(known, others, pool), trials, seed + SEEDS_A_TURN * number, threads,
                      duels, level)  # fmt: skip
        before = known[player.name][-1]
        told = number * budget

        def answered(count: int, told: int = told) -> None:
            if progress is not None:
                progress(told + min(count, budget), rounds * len(players) * budget)

        found = search(field, before, budget, seed + number, answered)
        gain = field.gain(before, found, CHECK * trials)
        turn = Turn(number // len(players) + 1, player.name, field.answered, gain, gain.lo > 0.0)
        turns.append(turn)
        known[player.name].append(found if turn.kept else before)
        if note is not None:
            note(f"round {turn.round}, {player.name}: {sentence_of(turn)}")
    return Tuning(tuple(players), {name: past[-1] for name, past in known.items()}, tuple(turns))


def sentence_of(turn: Turn) -> str:
    """A turn in words."""
    points = f"{100 * turn.gain.gain:+.2f} points ({100 * turn.gain.lo:+.2f} to {100 * turn.gain.hi:+.2f}) on new dice"
    return f"{points}, {'kept' if turn.kept else 'not kept'}; {turn.answered:,} candidates"


def check_players(cases: Sequence[Source], players: Sequence[Player]) -> None:
    """RunError for players or dials that make no sense."""
    if not cases or not players:
        raise RunError("tune: give at least one scenario and one player")
    if len({player.name for player in players}) < len(players):
        raise RunError("tune: each player needs a name of its own")
    keys = [dial.key for player in players for dial in player.dials]
    if any(not player.dials for player in players) or len(set(keys)) < len(keys):
        raise RunError("tune: each player needs dials, each a key of its own")
    for player in players:
        for dial in player.dials:
            if dial.start not in dial.values:
                raise RunError(f"tune, {dial.key}: starts at {dial.start!r}, which is none of its values")


def starts(player: Player) -> Settings:
    """The settings that a player starts with."""
    return {dial.key: dial.start for dial in player.dials}


def _opponents(known: Mapping[str, list[Settings]], others: Sequence[str], pool: int) -> list[Settings]:
    """Joint settings of the other players: their first, and their latest ones, each once."""
    if not others:
        return [{}]
    length = max(len(known[name]) for name in others)
    joint = [
        {key: value for name in others for key, value in known[name][min(n, len(known[name]) - 1)].items()}
        for n in range(length)
    ]
    chosen = [joint[0], *joint[max(length - pool + 1, 1) :]] if pool > 1 else joint[-1:]
    return [one for n, one in enumerate(chosen) if one not in chosen[:n]]


class Field:
    """One player's turn: candidates against opponents on the dice of the turn."""

    def __init__(
        self, player: Player, cases: Sequence[Source], opponents: Sequence[Settings], trials: int, seed: int,
        threads: int, duels: Duels, level: float,
    ) -> None:  # fmt: skip
        self.player, self.cases, self.opponents, self.seed = player, cases, opponents, seed
        self.each = max(trials // (len(cases) * len(opponents)), 1)
        self.threads, self.duels, self.level = threads, duels, level
        self.answered = 0

    def _pairs(self, settings: Settings) -> list[tuple[Source, Settings]]:
        return [(case, {**other, **settings}) for case in self.cases for other in self.opponents]

    def shares(self, candidates: Sequence[Settings], again: bool = False) -> list[float]:
        """The mean share of each candidate over cases and opponents; again: on other dice, and more of them."""
        from concurrent.futures import ThreadPoolExecutor

        each, seed = (AGAIN * self.each, self.seed + 2) if again else (self.each, self.seed)

        def share(settings: Settings) -> float:
            parts = [
                self.duels.share(case, joint, self.player.wants, each, seed) for case, joint in self._pairs(settings)
            ]
            return math.fsum(parts) / len(parts)

        self.answered += len(candidates)
        if self.threads == 1:
            return [share(settings) for settings in candidates]
        with ThreadPoolExecutor(self.threads) as workers:
            return list(workers.map(share, candidates))

    def gain(self, before: Settings, after: Settings, trials: int) -> Gain:
        """What ``after`` wins more than ``before``, on dice that no candidate has seen."""
        each = max(trials // (len(self.cases) * len(self.opponents)), 2)
        pairs = list(zip(self._pairs(before), self._pairs(after), strict=True))
        return self.duels.gain(pairs, self.player.wants, each, self.seed + 1, self.level)


def search(
    field: Field, before: Settings, budget: int, seed: int, answered: Callable[[int], None] | None = None
) -> Settings:
    """The best settings found within a budget of candidates, those that stood among them."""
    numbers = [dial for dial in field.player.dials if dial.counts and len(dial.values) > 1]
    words = [dial for dial in field.player.dials if not dial.counts and len(dial.values) > 1]
    spare = sum(len(dial.values) - 1 for dial in words)
    best, share = dict(before), field.shares([before])[0]
    if numbers and budget - spare > 2:
        best, share = _evolved(field, numbers, best, share, budget - spare - 1, seed, answered)
    for dial in words:
        tried = [{**best, dial.key: value} for value in dial.values if value != best[dial.key]]
        for settings, one in zip(tried, field.shares(tried), strict=True):
            if one > share:
                best, share = settings, one
        if answered is not None:
            answered(field.answered)
    return best


def _evolved(
    field: Field, dials: Sequence[Dial], best: Settings, share: float, budget: int, seed: int,
    answered: Callable[[int], None] | None,
) -> tuple[Settings, float]:  # fmt: skip
    """CMA-ES over the places of the values of number dials, one generation after another."""
    import numpy as np

    fixed = dict(best)

    def settings_at(places: np.ndarray) -> Settings:
        chosen = {
            dial.key: dial.values[min(max(round(float(place)), 0), len(dial.values) - 1)]
            for dial, place in zip(dials, places, strict=True)
        }
        return {**fixed, **chosen}

    if math.prod(len(dial.values) for dial in dials) <= budget:
        tried = [{**fixed, **dict(zip((dial.key for dial in dials), values, strict=True))}
                 for values in itertools.product(*(dial.values for dial in dials))]  # fmt: skip
        shares = field.shares(tried)
        return max(((one, found) for one, found in zip(tried, shares, strict=True)), key=lambda found: found[1])
    rng = np.random.default_rng(abs(seed))
    begin = [float(dial.values.index(best[dial.key])) for dial in dials]
    options = {
        "bounds": [[-0.5] * len(dials), [len(dial.values) - 0.5 for dial in dials]],
        "CMA_stds": [max((len(dial.values) - 1) / SPREAD, 0.5) for dial in dials],
        "randn": lambda *shape: rng.standard_normal(shape), "seed": float("nan"), "verbose": -9,
    }  # fmt: skip
    evolution = _strategy(begin, options)
    while budget >= evolution.popsize and not evolution.stop():
        places = evolution.ask()
        candidates = [settings_at(place) for place in places]
        shares = field.shares(candidates)
        evolution.tell(places, [-one for one in shares])
        budget -= len(candidates)
        top = int(np.argmax(shares))
        if shares[top] > share:
            best, share = candidates[top], shares[top]
        if answered is not None:
            answered(field.answered)
    # The best of many was lucky on these dice; the middle of the last generation owes less to luck. Both are asked
    # once more on other dice, and so is what stood.
    finalists = [fixed, best, settings_at(evolution.result.xfavorite)]
    shares = field.shares(finalists, again=True)
    chosen = finalists[int(np.argmax(shares))]
    return chosen, field.shares([chosen])[0]


def _strategy(begin: list[float], options: dict[str, Any]) -> Any:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of plotting and options that nobody asked for here
        import cma

        return cma.CMAEvolutionStrategy(begin, 1.0, options)
