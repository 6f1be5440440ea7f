"""Questions asked of scenarios and results, a verb a file; every answer is a frame whose numbers carry intervals.

| file          | answers                                                                          |
| ------------- | -------------------------------------------------------------------------------- |
| `summary`     | the answer in one sentence; what the data behind it assume                       |
| `sweep`       | the same question over a grid of cases                                           |
| `lifetimes`   | how long somebody lasts in any kind; profiles compared                           |
| `kept`        | points of a sweep on disk, so that it can go on                                  |
| `survival`    | who is still there by the end of each turn, what killed the others, for how much |
| `chain`       | how far air defence gets, stage by stage; which of its systems hurts most        |
| `compare`     | is B better than A, on the same dice                                             |
| `better`      | in how many games B does better, and the means of every number                   |
| `diff`        | which published number moved between two versions                                |
| `plan`        | how many trials show a difference, and how long they take here                   |
| `sensitivity` | which readings of unclear rules move the answer, and how far                     |
| `overall_sensitivity` | the same with everything moving at once, by SALib                        |
| `luck`        | who leads after each turn, and when a game was decided                           |
| `dice_share`  | of what varies over the cases of a sweep, how much is dice                       |
| `doctrine_value` | what a choice is worth to a side that may not take it; regrets of doctrines   |
| `even_prices` | the price at which each pair of doctrines is even                                |
| `tournament`  | everybody against everybody: dominated, tied, in a circle, the mix to bring      |
| `matches`     | its matches: dice of their own, more where the order is undecided                |
| `games`       | the mathematics of that, on plain matrices                                       |
| `points`      | what a unit is worth in others, with intervals, and whether the prices hold      |
| `search`      | which few changes bring chosen numbers where a designer wants them               |
| `candidates`  | its candidates: which changes they make in which files, and the numbers wanted   |
| `paths`       | the best ways to attack a layout, and what each costs in friends                 |
| `matrix`      | who can shoot at what, how far, with which save or chance                        |
"""
