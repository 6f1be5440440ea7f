"""Error bars: every number simlab prints travels with one of these, and says which.

| chapter    | answers                                                                               |
| ---------- | ------------------------------------------------------------------------------------- |
| `rates`    | how sure is a rate of `count` in `n` trials: `wilson`, `clopper_pearson`              |
| `tallies`  | how sure is the mean of a number per trial; how much do clustered events tell         |
| `ratios`   | how sure is one mean over another, such as attacks delivered per helicopter lost      |
| `pairs`    | how sure is the difference of two variants that rolled the same dice                  |
| `stopping` | when may a run stop, and what its interval is worth afterwards                        |
| `planning` | how many trials are needed for a wanted error                                         |
| `wording`  | a rate and its interval in print, with as many decimals as the error supports         |

Levels are confidence levels between 0 and 1 (0.95), rates and their ends are shares of 1. Wrong input raises
`simlab.errors.SimlabError`. Importing this costs the standard library alone; NumPy comes with the first array or
histogram, SciPy only with `clopper_pearson` and Student's t.
"""

from simlab.intervals.pairs import PairedDifference, paired_difference
from simlab.intervals.planning import trials_for, trials_for_difference
from simlab.intervals.rates import clopper_pearson, half_width, normal_quantile, standard_error, wilson
from simlab.intervals.ratios import RatioInterval, ratio_interval
from simlab.intervals.stopping import PrecisionRule, Verdict, VerdictRule, confidence_sequence, looks
from simlab.intervals.tallies import kish_effective_size, mean_interval, mean_standard_error, variance_of
from simlab.intervals.wording import decimals_for, format_rate, format_rates

__all__ = [
    "PairedDifference",
    "PrecisionRule",
    "RatioInterval",
    "Verdict",
    "VerdictRule",
    "clopper_pearson",
    "confidence_sequence",
    "decimals_for",
    "format_rate",
    "format_rates",
    "half_width",
    "kish_effective_size",
    "looks",
    "mean_interval",
    "mean_standard_error",
    "normal_quantile",
    "paired_difference",
    "ratio_interval",
    "standard_error",
    "trials_for",
    "trials_for_difference",
    "variance_of",
    "wilson",
]
