"""The artifact's zip file, the same bytes for the same texts whenever it is made."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""What a zip file can say of no time at all."""

_UNIX = 3
_READABLE = 0o100644 << 16


def zipped(files: Mapping[str, str]) -> bytes:
    """A zip file of these texts by their names, in their order, without a time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, text.encode("utf-8", "backslashreplace"))
    return made.getvalue()
