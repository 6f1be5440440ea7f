"""Games whose units have a known worth, for the tests of prices: a logit (or a line) of the numbers of units."""

import numpy as np

from simlab.analysis.points.field import Seen


class KnownWorth:
    """Own side wins with logit start + effects @ (own - other) + twist; a trial's one die is common to all forces.

    margin: the metric is the line itself with noise of that size, not a chance. twist: float[units, units], skew: what
    a unit has over another beyond its worth (own @ twist @ other). power: of the numbers, below 1 each further unit is
    worth less.
    """

    def __init__(self, effects, start=0.0, *, seed=0, mirrored=False, margin=None, twist=None, power=1.0):
        self.effects, self.start, self.seed = np.asarray(effects, float), start, seed
        self.mirrored, self.margin, self.twist, self.power = mirrored, margin, twist, power
        self.is_rate = margin is None

    def line(self, own, other):
        own, other = np.asarray(own, float), np.asarray(other, float)
        twist = 0.0 if self.twist is None else float(own @ self.twist @ other)
        return self.start + float(self.effects @ (own**self.power - other**self.power)) + twist

    def values(self, own, other, first, last):
        # blocks of 64 trials have a generator each, so that any stretch of trials rolls the same dice
        dice = np.concatenate([
            np.random.default_rng([self.seed, block]).random(64) for block in range(first // 64, (last - 1) // 64 + 1)
        ])[first % 64 : first % 64 + last - first]  # fmt: skip
        if self.margin is not None:
            return np.rint(self.line(own, other) + self.margin * (dice - 0.5) * 12**0.5)
        return (dice < 1.0 / (1.0 + np.exp(-np.clip(self.line(own, other), -50, 50)))).astype(float)

    def seen(self, own, other, first, last):
        values = self.values(own, other, first, last)
        return Seen(last - first, float(values.sum()), float((values**2).sum()))
