"""The clauses as pure functions, by chapter.

`air_defence` holds 3.2.1 to 3.2.3 and 3.2.5, `hitting` 3.2.4 and 3.2.6, `helicopters` chapter 1. `rolling` throws the
dice of a shot for exact laws; `state` is what a helicopter carries through a turn.
"""
