"""Settings of the whole suite. Its folder on the path makes `naive` importable."""

from hypothesis import settings

# Compiling a kernel or reading the catalog makes a first example slow; slowness is measured in benchmarks/, not here.
settings.register_profile("simlab", deadline=None)
settings.load_profile("simlab")
