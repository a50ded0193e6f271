"""`config/owner.yml` and `config/projects.yml`: a Policy, or every mistake in them at once."""

from __future__ import annotations

from inbox.config.loading import Surroundings, load
from inbox.config.reading import Source
from inbox.config.schemas import FileKind, schema_text

__all__ = ["FileKind", "Source", "Surroundings", "load", "schema_text"]
