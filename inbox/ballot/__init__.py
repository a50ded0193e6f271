"""Pure: what a ballot says, who answered it, and what follows (docs/protocol.md)."""
