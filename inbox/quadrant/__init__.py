"""Pure: classifier rules and changed files in, a quadrant and one sentence out."""
