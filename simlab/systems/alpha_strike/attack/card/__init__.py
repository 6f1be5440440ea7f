"""The kind `attack`: one air-to-ground attack with its effect on cards."""
