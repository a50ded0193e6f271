"""A strict, stateful GitHub on loopback for the demo, the tests and the benchmark.

The tick never imports it. It answers the REST routes and GraphQL queries that the product uses as
GitHub documents them, keeps what GitHub keeps (edit histories, events, reactions with times,
statuses, checks, branch logs), and fails loudly on everything GitHub does not have: unknown routes,
methods, query names, body fields and wrong types are recorded in `violations` and answered 501.

    gh = Simulator(clock=Clock())                      # simulated time, deterministic ids
    app = gh.repository("org/app", visibility="private", files={"config/owner.yml": "…"})
    owner, author = gh.user("owner", role="admin"), gh.user("author")
    token = gh.workflow_token(app)                     # or app_token, token
    pull = gh.pull(app, author=author, files={"migrations/1.sql": "added"})
    with Server(gh) as server:                         # or httpx.Client(transport=Transport(gh))
        …                                              # run the program against server.url
    owner.react("org/app#2", "+1"); author.push(pull); gh.advance(minutes=5)
    gh.faults.drop("POST", "*/issues", after=True)     # faults; gh.on_request, gh.journal
    assert gh.violations == []

Layers, each importing only those before it: values (`clock`, `minting`, `accounts`, `texts`,
`repository`, `conversation`, `refusals`), the `world`, `deeds` (what can be done and what follows),
people (`people`, `developing`, `building`, `reshaping`), HTTP (`exchange`, `fields`, `routing`,
`rest`, `graphql`, `front`), and on top `simulator`, `server`, `transport`.
"""

from inbox.simulator.accounts import Role, TokenKind
from inbox.simulator.clock import Clock
from inbox.simulator.conversation import ChangedFile
from inbox.simulator.developing import Person
from inbox.simulator.faults import FOREVER, ConnectionDropped, Fault, ProgramKilled
from inbox.simulator.refusals import Refusal
from inbox.simulator.repository import Blob, BlobKind
from inbox.simulator.server import Server
from inbox.simulator.simulator import Simulator
from inbox.simulator.transport import Transport

__all__ = [
    "FOREVER",
    "Blob",
    "BlobKind",
    "ChangedFile",
    "Clock",
    "ConnectionDropped",
    "Fault",
    "Person",
    "ProgramKilled",
    "Refusal",
    "Role",
    "Server",
    "Simulator",
    "TokenKind",
    "Transport",
]
