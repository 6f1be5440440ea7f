"""The kind `bombing_run`: bombs over a layout of friends and foes."""
