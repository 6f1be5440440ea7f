"""Naive twins: slow second implementations in plain Python, written from the rules pages alone.

A twin shares no code with the package it checks. It plays the same numbered dice, so the two must agree trial by trial.
"""
