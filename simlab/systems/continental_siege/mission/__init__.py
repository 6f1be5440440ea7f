"""Several turns without a map: `attrition` of a Flying Fortress, `bombing_run`, `interception`."""
