"""Attacks from the air on units on the ground: `attack` with its effect on cards, `bombing_run` over a layout."""
