"""`return_fire`: ground units fire at an aircraft that comes over the table pass after pass (section 13)."""
