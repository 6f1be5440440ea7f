"""Battles of many turns: both sides' aircraft against each other's stands and air defence (kind `campaign`)."""
