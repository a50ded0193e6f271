"""File contents (docs.github.com/rest/repos/contents)."""

from __future__ import annotations

import base64

from inbox.simulator.addresses import encoded
from inbox.simulator.deeds import branches
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import FREE
from inbox.simulator.minting import blob_sha
from inbox.simulator.refusals import Refusal, Violation
from inbox.simulator.repository import Blob, BlobKind, Commit
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes.people import Json

MEGABYTE = 1_000_000
LARGEST = 100 * MEGABYTE
MOST_ENTRIES = 1_000


@route(
    "GET",
    "/repos/{owner}/{repo}/contents/{*path}",
    needs=("contents: read",),
    query={"ref": FREE},
)
def get_contents(call: Call) -> Response:
    """A file (raw or JSON by the `Accept` header), a directory, a submodule; links are followed."""
    ref = call.query.get("ref", call.repo.default_branch)
    commit = branches.resolve(call.repo, ref)
    path = call.params["path"].strip("/")
    if commit is None:
        raise Refusal(404, f"No commit found for the ref {ref}")
    found = commit.tree.get(path)
    if found is not None and found.kind is BlobKind.SYMLINK:
        target = _linked(path, found)
        if target in commit.tree:
            path, found = target, commit.tree[target]
    if found is None:
        return _directory(call, commit, path, ref)
    if found.kind is BlobKind.FILE:
        return _file(call, path, found, ref)
    return reply(_entry(call, path, found, ref))


def _linked(path: str, link: Blob) -> str:
    parts = path.split("/")[:-1]
    for step in link.content.decode().split("/"):
        if step == "..":
            parts = parts[:-1]
        elif step not in (".", ""):
            parts.append(step)
    return "/".join(parts)


def _file(call: Call, path: str, found: Blob, ref: str) -> Response:
    accept = call.request.headers.get("accept", "")
    size = len(found.content)
    if size > LARGEST:
        raise Refusal(403, "This API returns blobs up to 100 MB in size.")
    if "raw" in accept:
        return Response(
            200,
            {"Content-Type": "application/vnd.github.raw+json; charset=utf-8"},
            found.content,
        )
    if "html" in accept:
        raise Violation("the simulator renders no files as HTML")
    told = _entry(call, path, found, ref)
    if size > MEGABYTE:
        return reply({**told, "encoding": "none", "content": ""})
    text = base64.encodebytes(found.content).decode()
    return reply({**told, "encoding": "base64", "content": text})


def _directory(call: Call, commit: Commit, path: str, ref: str) -> Response:
    inside = f"{path}/" if path else ""
    children: dict[str, Blob | None] = {}
    for full, blob in commit.tree.items():
        if full.startswith(inside):
            name, _, deeper = full[len(inside) :].partition("/")
            children[name] = None if deeper else blob
    if not children:
        raise Refusal(404, "Not Found")
    listed = [
        _entry(call, inside + name, children[name], ref) for name in sorted(children)[:MOST_ENTRIES]
    ]
    return reply(listed)


def _entry(call: Call, path: str, blob: Blob | None, ref: str) -> Json:
    home, quoted = call.repo.full_name, encoded(path).replace("%2F", "/")
    at = call.to.api(f"/repos/{home}/contents/{quoted}?ref={encoded(ref)}")
    content = path.encode() if blob is None else blob.content
    sha = blob_sha(content)
    kind = "tree" if blob is None else "blob"
    page = call.to.html(f"/{home}/{kind}/{ref}/{quoted}")
    git = call.to.api(f"/repos/{home}/git/{kind}s/{sha}")
    is_file = blob is not None and blob.kind is BlobKind.FILE
    told: Json = {
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": sha,
        "size": len(content) if is_file else 0,
        "url": at,
        "html_url": page,
        "git_url": git,
        "download_url": call.to.html(f"/{home}/raw/{ref}/{quoted}") if is_file else None,
        "type": "dir" if blob is None else blob.kind.value,
        "_links": {"self": at, "git": git, "html": page},
    }
    if blob is not None and blob.kind is BlobKind.SYMLINK:
        told["target"] = blob.content.decode()
    if blob is not None and blob.kind is BlobKind.SUBMODULE:
        told["sha"] = blob.content.decode()
        told["submodule_git_url"] = blob.address
    return told
