"""The REST routes, one file for each family; importing this package registers them all."""

from inbox.simulator.rest import (  # noqa: F401 -- imported for the routes they register
    accounts,
    branches,
    checks,
    comments,
    contents,
    events,
    issues,
    labels,
    meta,
    pulls,
    reactions,
    repositories,
)
