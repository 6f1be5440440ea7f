"""Clauses as pure functions of dice already rolled and of values handed over: odds, results, strengths, fortresses."""
