"""Missions: `sortie`, a strike package over the Radar Map and over a defended table."""
