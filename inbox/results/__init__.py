"""The results service of GitHub Actions: it keeps the metrics of a tick as an artifact of the run.

The protocol is the one of GitHub's own client (https://github.com/actions/toolkit, its package
`artifact`): CreateArtifact, blocks put to a signed address, FinalizeArtifact.
"""

from inbox.results.access import Access
from inbox.results.artifact import upload
from inbox.results.faults import NotUploaded
from inbox.results.wire import Wire

__all__ = ["Access", "NotUploaded", "Wire", "upload"]
