"""Strikes: the kind `strike`, a plane turn from arrival through air defence to attacks and morale (F3)."""
