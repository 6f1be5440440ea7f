"""The one place that states the version of simlab."""

__version__ = "0.1.0"
