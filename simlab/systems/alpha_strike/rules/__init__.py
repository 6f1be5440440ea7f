"""Clauses as pure functions of dice already rolled; numbers from tables are handed over by the caller."""
