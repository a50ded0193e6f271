"""A GitHub that hears what the real `gh` sends: just enough of its GraphQL API for six commands.

`gh` speaks plain HTTP to the host `github.localhost`, and takes the way there from `http_proxy`.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

HOST = "github.localhost"
LABELS = ("x", "-b", "--body", "-F")


@dataclass
class Service:
    """Every body that arrived, in order, by the name of its mutation; and what is there before."""

    present: dict[int, str] = field(default_factory=dict)
    sent: list[tuple[str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def env(self) -> dict[str, str]:
        """The variables that lead `gh` here."""
        return {
            "GH_HOST": HOST,
            "GH_TOKEN": "no-secret",
            "GH_REPO": f"{HOST}/octo-org/app",
            "http_proxy": f"http://127.0.0.1:{self.port}",
            "no_proxy": "",
        }

    def answer(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        """The data for one query of `gh`."""
        if "mutation" in query:
            return self._change(query, variables["input"])
        found = re.search(r"query (\w+)", query)
        self.asked.append(found[1] if found else "")
        number = variables.get("number") or variables.get("pr_number") or 0
        if "ProjectItems" in query:
            nothing = {"projectItems": {"nodes": [], "pageInfo": {"hasNextPage": False}}}
            return {"repository": {"pullRequest": nothing}}
        if self.asked[-1] == "RepositoryLabelList":
            labels = [{"id": f"L_{name}", "name": name} for name in LABELS]
            found_all = {"nodes": labels, "pageInfo": {"hasNextPage": False, "endCursor": ""}}
            return {"repository": {"labels": found_all}}
        if self.asked[-1] == "RepositoryResolveMetadataIDs":
            named = re.findall(r'(\w+): label\(name:"([^"]*)"', query)
            return {"repository": {key: {"id": f"L_{name}", "name": name} for key, name in named}}
        thing = {
            "__typename": "PullRequest" if "pullRequest(" in query else "Issue",
            "id": f"T_{number}",
            "number": number,
            "title": "A title",
            "body": self.present.get(number, ""),
            "url": f"https://{HOST}/octo-org/app/pull/{number}",
            "state": "OPEN",
        }
        repository = {
            "id": "R_1",
            "name": "app",
            "owner": {"login": "octo-org"},
            "hasIssuesEnabled": True,
            "viewerPermission": "WRITE",
            "defaultBranchRef": {"name": "main"},
            "pullRequests": {"nodes": []},
            "pullRequest": thing,
            "issue": thing,
        }
        return {"repository": repository}

    def _change(self, query: str, given: dict[str, Any]) -> dict[str, Any]:
        found = re.search(r"\{\s*(\w+)\(", query)
        assert found, query
        name = found[1]
        if "body" in given:
            self.sent.append((name, given["body"]))
        url = f"https://{HOST}/octo-org/app/issues/1"
        match name:
            case "createIssue" | "createPullRequest":
                kind = "issue" if name == "createIssue" else "pullRequest"
                return {name: {kind: {"id": "T_1", "url": url}}}
            case "addComment":
                return {name: {"commentEdge": {"node": {"url": url}}}}
            case _:
                return {name: {"__typename": ""}}


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            data = service.answer(asked["query"], asked.get("variables") or {})
            content = json.dumps({"data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler


@contextmanager
def listening(**present: str) -> Iterator[Service]:
    """A service that listens until the end; `t12="text"` is the body of number 12."""
    service = Service({int(name[1:]): text for name, text in present.items()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service))
    service.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
