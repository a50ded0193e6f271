"""`decision-inbox doctor`: a set-up is checked before its first tick."""
