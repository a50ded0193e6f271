"""Uploads texts as one artifact of the workflow run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from inbox.results.access import Access
from inbox.results.archive import zipped
from inbox.results.service import ZIP, Service
from inbox.results.storage import SignedAddress, put
from inbox.results.wire import Wire


def upload(
    access: Access,
    name: str,
    files: Mapping[str, str],
    *,
    wire: Wire,
    mask: Callable[[str], None],
) -> str:
    """The files are an artifact of that name in the run; its id, "" where the service told none.

    `mask` is told every secret before it is used. Raises NotUploaded.
    """
    mask(access.token)
    content = zipped(files)
    service = Service(access, wire)
    address = SignedAddress.checked(service.create(name), access.origin)
    for secret in address.secrets:
        mask(secret)
    put(wire, address, content, ZIP)
    return service.finalize(name, len(content), hashlib.sha256(content).hexdigest())
