"""One tick: gather, decide, act; one failure stops one item (protocol P37, P40)."""
