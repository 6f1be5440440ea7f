"""The clauses as pure functions, by chapter: `air_defence` (3.2.1-3.2.5), `hitting` (3.2.4, 3.2.6), `helicopters` (1)."""
