"""Questions asked of scenarios and results, a verb a file; every answer is a frame whose numbers carry intervals.

| file          | answers                                                                          |
| ------------- | -------------------------------------------------------------------------------- |
| `summary`     | the answer in one sentence; what the data behind it assume                       |
| `sweep`       | the same question over a grid of cases                                           |
| `survival`    | who is still there by the end of each turn, what killed the others, for how much |
| `chain`       | how far air defence gets, stage by stage; which of its systems hurts most        |
| `compare`     | is B better than A, on the same dice                                             |
| `diff`        | which published number moved between two versions                                |
| `plan`        | how many trials show a difference, and how long they take here                   |
| `sensitivity` | which readings of unclear rules move the answer, and how far                     |
| `tournament`  | everybody against everybody: dominated, tied, in a circle, the mix to bring      |
| `games`       | the mathematics of that, on plain matrices                                       |
| `points`      | what a unit is worth in others, with intervals, and whether the prices hold      |
| `search`      | which few changes bring chosen numbers where a designer wants them               |
| `paths`       | the best ways to attack a layout, and what each costs in friends                 |
| `matrix`      | who can shoot at what, how far, with which save or chance                        |
"""
