"""Tests of the report; a package, so that its helpers have names of their own."""
