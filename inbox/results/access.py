"""Where the results service is, and as which job of which run this step speaks to it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from inbox.results.faults import BY_A_STEP, NotUploaded

_SCOPE = "Actions.Results"
_HOST = "github.com"
_HOSTS_BELOW = (".ghe.com", ".localhost")


@dataclass(frozen=True, slots=True)
class Access:
    """The origin of the service, the token for it alone, and the ids that the token speaks for."""

    origin: str
    token: str = field(repr=False)
    run: str
    job: str

    @classmethod
    def granted(cls, variables: Mapping[str, str], server_url: str) -> Access:
        """What the runner's variables give; raises NotUploaded where there is no such service.

        The token is not verified: it tells its ids, and the service judges it.
        """
        if _is_enterprise_server(server_url):
            raise NotUploaded("GitHub Enterprise Server has no service that takes it", BY_A_STEP)
        token = variables.get("ACTIONS_RUNTIME_TOKEN", "").strip()
        address = variables.get("ACTIONS_RESULTS_URL", "").strip()
        if not (token and address):
            raise NotUploaded("this runner gives no access to the results service", BY_A_STEP)
        run, job = _ids(token)
        return cls(_origin(address), token, run, job)


def _is_enterprise_server(server_url: str) -> bool:
    """As GitHub's own client has it: every host but github.com, *.ghe.com and *.localhost."""
    host = (urlsplit(server_url).hostname or "").lower()
    return host != _HOST and not host.endswith(_HOSTS_BELOW)


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or not address.isascii() or not address.isprintable():
        raise NotUploaded("the runner names no usable address of the results service", BY_A_STEP)
    return f"{parts.scheme}://{parts.netloc}"


def _ids(token: str) -> tuple[str, str]:
    """The run and the job in the one scope `Actions.Results:RUN:JOB` of the token's payload."""
    for scope in _scopes(token):
        name, *ids = scope.split(":")
        if name == _SCOPE:
            if len(ids) == 2 and all(ids):
                return ids[0], ids[1]
            break
    raise NotUploaded("the runner's token does not say which job this is", BY_A_STEP)


def _scopes(token: str) -> list[str]:
    parts = token.split(".")
    if len(parts) != 3 or not token.isascii() or not token.isprintable() or " " in token:
        return []
    try:
        payload = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return []
    scopes = payload.get("scp") if isinstance(payload, dict) else None
    return scopes.split(" ") if isinstance(scopes, str) else []
