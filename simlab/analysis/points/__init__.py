"""What a unit is worth: by swapping it for others, or by regression over many random forces.

| file         | what it does                                                                          |
| ------------ | ------------------------------------------------------------------------------------- |
| `study`      | `points`: the ``[points]`` block of a scenario, from the units to the check           |
| `units`      | where a scenario keeps the numbers of units; forces with other numbers                |
| `measure`    | what is measured of a battle: a chance, a mean, a difference of two                   |
| `field`      | a scenario as a game that force lists are played in                                   |
| `forces`     | random force lists, and the loop over them                                            |
| `swap`       | how many of one unit equal another                                                    |
| `regression` | the metric explained by numbers of units; units worth more or less together           |
| `fit`        | the model, its bootstrap, its calibration                                             |
| `exchange`   | the cost at which what a unit destroys pays for how many of it are lost               |
| `duels`      | strengths and fair costs of units that meet one against one                           |
| `formula`    | a designer's own cost, a column or a formula of columns                               |
| `prices`     | the price list, round numbers, who costs too little or too much                       |
| `lists`      | the lists of a study: each side buys for itself                                       |
| `check`      | lists of equal price against each other; what no single price can express             |
"""
