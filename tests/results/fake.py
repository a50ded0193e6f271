"""The results service and its storage as strict as the real ones are, or stricter.

GitHub's own client passes here (`record.py`), so nothing is refused that it sends.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

RUN, JOB = "ce7f54c7-61c7-4aae-887f-30da475f5f1a", "ca395085-040a-526b-2ce8-bdc85f692774"
SIGNATURE = "aB3+/x9Zq=="
SIGNED = "sv=2026-02-06&sr=b&se=2026-12-03T18%3A40%3A39Z&sp=cw&sig=aB3%2B%2Fx9Zq%3D%3D"
SERVICE = "/twirp/github.actions.results.api.v1.ArtifactService/"
CREATE_KEYS = {"workflow_run_backend_id", "workflow_job_run_backend_id", "name", "version"}
FINALIZE_KEYS = {"workflow_run_backend_id", "workflow_job_run_backend_id", "name", "size", "hash"}


class Step(Enum):
    """The four requests of an upload, by what tells them apart."""

    CREATE = "CreateArtifact"
    BLOCK = "block"
    LIST = "blocklist"
    FINALIZE = "FinalizeArtifact"


class Fault(Enum):
    """What can go wrong besides a status: nothing comes, or not what was asked for."""

    DROP = "the connection breaks"
    LOST = "the connection breaks when the work is done"
    GARBAGE = "200 and no JSON"
    NOT_OK = "200 and a no"
    REDIRECT = "a redirect to a place that hears everything"
    SLOW = "no answer until `hung_up`, or for ten seconds"
    DRIP = "an answer that goes on and on"


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived; header names in lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    raw_query: str = ""

    @property
    def step(self) -> Step | None:
        """Which of the four it is; None for none."""
        name = self.path.rpartition("/")[2] if SERVICE in self.path else self.query.get("comp")
        return next((step for step in Step if step.value == name), None)

    @property
    def told(self) -> dict[str, Any]:
        """The JSON of its body."""
        told: dict[str, Any] = json.loads(self.body)
        return told


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """The answer to a request that is wrong."""

    status: int
    code: str
    msg: str


@dataclass(slots=True)
class Blob:
    """What the storage holds for one artifact."""

    media_type: str
    blocks: dict[str, bytes] = field(default_factory=dict)
    content: bytes | None = None


class Store(Protocol):
    """A storage of its own behind the service: where an artifact goes, and what came there."""

    def address(self, number: int) -> str:
        """The signed address for that artifact."""

    def content(self, number: int) -> bytes:
        """What is stored there."""


@dataclass(slots=True)
class Results:
    """Every request in order, every artifact by name, and what the next requests shall suffer.

    `newest` is False for a server that knows no media type, as act's; `camel` for one that answers
    in camelCase.
    """

    newest: bool = True
    camel: bool = False
    requests: list[Request] = field(default_factory=list)
    blobs: dict[str, Blob] = field(default_factory=dict)
    finished: dict[str, bytes] = field(default_factory=dict)
    faults: dict[Step, list[int | Fault | Refused]] = field(
        default_factory=lambda: defaultdict(list)
    )
    origin: str = ""
    token: str = ""
    store: Store | None = None
    hung_up: threading.Event = field(default_factory=threading.Event)
    left_in_time: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.token = self.token or token()

    @property
    def environment(self) -> dict[str, str]:
        """What the runner tells a container action about this service."""
        return {
            "ACTIONS_RUNTIME_TOKEN": self.token,
            "ACTIONS_RESULTS_URL": f"{self.origin}/some/path/",
        }

    def steps(self) -> list[Step | None]:
        """Which request came after which."""
        return [request.step for request in self.requests]

    def answer(self, request: Request) -> tuple[int, bytes]:
        """The status and body for a request without a fault."""
        match request.step:
            case Step.CREATE:
                return 200, self._create(request)
            case Step.FINALIZE:
                return 200, self._finalize(request)
            case Step.BLOCK:
                return 201, self._block(request)
            case Step.LIST:
                return 201, self._list(request)
            case None:
                raise Refused(400, "bad_route", "no comp, or no method")

    def _create(self, request: Request) -> bytes:
        told = self._rpc(request)
        newer = {"version": 7, "mime_type": "application/zip"}
        if not self.newest and "mime_type" in told:
            raise Refused(500, "internal", 'unknown field "mime_type"')
        form = {key: told[key] for key in ("version", "mime_type") if key in told}
        if told.keys() - {"mime_type"} != CREATE_KEYS or form not in (newer, {"version": 4}):
            raise Refused(400, "malformed", "these are not the fields of either form")
        name = told["name"]
        if not name or set(name) & set('":<>|*?\\/\r\n'):
            raise Refused(400, "invalid_argument", "the name")
        if name in self.blobs:
            raise Refused(409, "already_exists", "an artifact with this name already exists")
        self.blobs[name] = Blob("application/zip")
        number = list(self.blobs).index(name)
        here = f"{self.origin}/store/{number}?{SIGNED}"
        return self._yes("signed_upload_url", self.store.address(number) if self.store else here)

    def _finalize(self, request: Request) -> bytes:
        told = self._rpc(request)
        if told.keys() != FINALIZE_KEYS:
            raise Refused(400, "malformed", "these are not the fields")
        blob = self.blobs.get(told["name"])
        if blob and self.store:
            blob.content = self.store.content(list(self.blobs).index(told["name"]))
        if blob is None or blob.content is None:
            raise Refused(404, "not_found", "nothing was uploaded")
        found = (str(len(blob.content)), f"sha256:{hashlib.sha256(blob.content).hexdigest()}")
        if (told["size"], told["hash"]) != found:
            raise Refused(400, "invalid_argument", "size or hash are another file's")
        self.finished[told["name"]] = blob.content
        return self._yes("artifact_id", "4815162342")

    def _rpc(self, request: Request) -> dict[str, Any]:
        if request.method != "POST" or request.query:
            raise Refused(405, "bad_route", "only POST")
        if request.headers.get("authorization") != f"Bearer {self.token}":
            raise Refused(401, "unauthenticated", "the token")
        if request.headers.get("content-type") != "application/json":
            raise Refused(415, "malformed", "only JSON")
        told = request.told
        ids = (told["workflow_run_backend_id"], told["workflow_job_run_backend_id"])
        if ids != (RUN, JOB):
            raise Refused(403, "permission_denied", "the ids are not the token's")
        return told

    def _yes(self, name: str, value: str) -> bytes:
        if self.camel:
            name = re.sub(r"_(\w)", lambda found: found[1].upper(), name)
        return json.dumps({"ok": True, name: value}).encode()

    def _block(self, request: Request) -> bytes:
        blob = self._stored(request, "application/octet-stream", {"comp", "blockid"})
        id_ = request.query["blockid"]
        try:
            long = len(base64.b64decode(id_, validate=True))
        except binascii.Error:
            raise Refused(400, "InvalidQueryParameterValue", "the block id") from None
        if long > 64 or any(len(base64.b64decode(other)) != long for other in blob.blocks):
            raise Refused(400, "InvalidBlobOrBlock", "block ids differ in length")
        blob.blocks[id_] = request.body
        return b""

    def _list(self, request: Request) -> bytes:
        blob = self._stored(request, "application/xml", {"comp"})
        root = ElementTree.fromstring(request.body)
        ids = [each.text for each in root]
        if root.tag != "BlockList" or {each.tag for each in root} - {"Latest"}:
            raise Refused(400, "InvalidXmlDocument", "no list of blocks")
        if not all(id_ in blob.blocks for id_ in ids):
            raise Refused(400, "InvalidBlockList", "an unknown block")
        if request.headers.get("x-ms-blob-content-type") != blob.media_type:
            raise Refused(400, "InvalidHeaderValue", "the media type")
        blob.content = b"".join(blob.blocks[id_] for id_ in ids if id_)
        return b""

    def _stored(self, request: Request, media_type: str, more: set[str]) -> Blob:
        signed = dict(parse_qsl(SIGNED))
        told = {key: text for key, text in request.query.items() if key not in more}
        if told != signed or not request.raw_query.startswith(SIGNED):
            raise Refused(403, "AuthenticationFailed", "the signature")
        if "authorization" in request.headers:
            raise Refused(403, "AuthenticationFailed", "two ways to prove oneself")
        if request.method != "PUT" or not re.fullmatch(r"/store/\d+", request.path):
            raise Refused(400, "InvalidUri", "there is nothing to write to")
        if request.headers.get("content-type") != media_type:
            raise Refused(400, "InvalidHeaderValue", "Content-Type")
        if not re.fullmatch(r"20\d\d-\d\d-\d\d", request.headers.get("x-ms-version", "")):
            raise Refused(400, "InvalidHeaderValue", "x-ms-version")
        if request.headers.get("content-length") != str(len(request.body)):
            raise Refused(411, "MissingContentLengthHeader", "Content-Length")
        return list(self.blobs.values())[int(request.path.rpartition("/")[2])]


def token(scopes: str = f"Actions.Example Actions.Results:{RUN}:{JOB}") -> str:
    """A runtime token with these scopes, signed by nobody."""

    def part(told: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(told).encode()).decode().rstrip("=")

    return f"{part({'alg': 'RS256'})}.{part({'scp': scopes, 'iss': 'ünreal'})}.c2lnbmF0dXJl"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *given: Any) -> None:
        """A client that hangs up is no mistake here."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*given)


@contextmanager
def served(results: Results) -> Iterator[Results]:
    """The service on a loopback port of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self._answer()

        def do_PUT(self) -> None:
            self._answer()

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            pairs = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
            assert len(dict(pairs)) == len(pairs), "a parameter is given twice"
            headers = {name.lower(): text for name, text in self.headers.items()}
            body = self.rfile.read(length)
            request = Request(self.command, parts.path, dict(pairs), headers, body, parts.query)
            results.requests.append(request)
            planned = results.faults[request.step] if request.step else []
            fault = planned.pop(0) if planned else None
            try:
                if isinstance(fault, Fault):
                    self._suffer(fault)
                    return
                if isinstance(fault, int):
                    raise Refused(fault, "unavailable", "planned")
                if fault:
                    raise fault
                status, told = results.answer(request)
            except Refused as no:
                status, told = no.status, json.dumps({"code": no.code, "msg": no.msg}).encode()
            self._write(status, told)

        def _suffer(self, fault: Fault) -> None:
            match fault:
                case Fault.LOST:
                    results.answer(results.requests[-1])
                    self.close_connection = True
                case Fault.DROP:
                    self.close_connection = True
                case Fault.GARBAGE:
                    self._write(200, b"<html>" + SIGNATURE.encode())
                case Fault.NOT_OK:
                    self._write(200, b'{"ok": false}')
                case Fault.REDIRECT:
                    self._write(307, b"", Location=f"{results.origin}/elsewhere")
                case Fault.SLOW:
                    results.left_in_time.append(results.hung_up.wait(10))
                    self.close_connection = True
                case Fault.DRIP:
                    self._write(200, b" " * 2_000_000)

        def _write(self, status: int, body: bytes, **headers: str) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, text in headers.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    results.origin = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield results
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
