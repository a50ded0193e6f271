"""Records what GitHub's own client sends to upload one file, from the strict service of `fake.py`.

    npm install --prefix FOLDER @actions/artifact@6.2.1
    python -m tests.results.record FOLDER

Writes `tests/results/recorded.json`: every request, with the origin and the zip file left out.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.results.fake import Request, Results, Step, served

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"
NAME = "metrics_summary"

# Every HTTP library has its own way with these, and the last only helps to find a request again.
_LEFT_OUT = {
    *("host", "connection", "user-agent", "accept-encoding", "accept", "content-length"),
    "x-ms-client-request-id",
}


def plain(results: Results) -> list[dict[str, Any]]:
    """The requests of one upload as JSON; what differs from zip file to zip file by its name.

    The service has compared those: lengths, size and hash with the bytes, block ids with the list.
    """
    blob = results.blobs[NAME]
    names = {results.token: "THE TOKEN"}
    names |= {id_: f"BLOCK {number}" for number, id_ in enumerate(blob.blocks)}

    def named(text: str) -> str:
        for value, name in names.items():
            text = text.replace(value, name)
        return text

    return [
        {
            "method": request.method,
            "path": request.path,
            "query": {name: named(text) for name, text in request.query.items()},
            "headers": {
                name: named(text)
                for name, text in sorted(request.headers.items())
                if name not in _LEFT_OUT
            },
            "body": _body(request, named),
        }
        for request in results.requests
    ]


def _body(request: Request, named: Callable[[str], str]) -> object:
    match request.step:
        case Step.BLOCK:
            return "THE ZIP FILE"
        case Step.LIST:
            return named(request.body.decode())
        case _:
            told = request.told
            if request.step is Step.FINALIZE:
                told["size"] = re.sub(r"\A\d+\Z", "THE SIZE", told["size"])
                told["hash"] = re.sub(r"\Asha256:[0-9a-f]{64}\Z", "sha256:THE HASH", told["hash"])
            return told


def main(modules: Path) -> None:
    """Writes the recording."""
    with served(Results()) as results, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "metrics_summary.json")
        file.write_text('{"schema": 1}\n', encoding="utf-8")
        env = {**os.environ, **results.environment, "GITHUB_SERVER_URL": "https://github.com"}
        node = ["node", str(HERE / "official.mjs"), str(modules.resolve()), NAME, str(file)]
        subprocess.run(node, env=env, check=True)
        assert results.finished.keys() == {NAME}
        told = plain(results)
    RECORDED.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
