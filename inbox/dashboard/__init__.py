"""The dashboard: a page on loopback that shows what waits, and gives an owner's own signals."""
