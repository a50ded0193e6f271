"""The border to GitHub: one client, payload models, the scout, full readings and writes."""
