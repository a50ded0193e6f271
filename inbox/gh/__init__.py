"""`decision-inbox gh -- …`: GitHub's `gh`, with the bodies of its calls checked first (D22)."""
