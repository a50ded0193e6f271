"""Opens the connection: who asks, in which version of the API, through which proxy."""

from __future__ import annotations

import logging

import httpx

from inbox import __version__
from inbox.errors import AccessRefused, ConfigurationError, Mistake

API_VERSION = "2022-11-28"
"""Enterprise Server up to 3.20 knows no newer one: https://docs.github.com/rest/about-the-rest-api."""

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)

for _chatty in ("httpx", "httpcore"):  # they log whole addresses, queries included
    logging.getLogger(_chatty).setLevel(logging.WARNING)


def connection(
    token: str, api: httpx.URL, transport: httpx.BaseTransport | None = None
) -> httpx.Client:
    """A connection with the token, by the proxies and certificates that the environment names.

    A loopback address is reached directly. Raises AccessRefused for a token that is none, and
    ConfigurationError for a proxy or a certificate file that cannot be used.
    """
    headers = _headers(token)
    try:
        return httpx.Client(
            headers=headers,
            transport=transport,
            timeout=_TIMEOUT,
            follow_redirects=False,
            trust_env=api.host not in _LOOPBACK,
        )
    except (ValueError, OSError, httpx.InvalidURL):
        what = "a proxy or certificate file that is set here cannot be used"
        advice = "check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR"
        mistake = Mistake("the environment", 0, what, advice)
    raise ConfigurationError((mistake,))


def _headers(token: str) -> dict[str, str]:
    if not (token and token.isascii() and token.isprintable() and " " not in token):
        raise AccessRefused(
            "The token is empty, or holds characters that no token has.",
            "Pass one by the input `token`; without it, the workflow's own is used.",
        )
    return {
        "Authorization": f"Bearer {token}",
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": API_VERSION,
        "User-Agent": f"decision-inbox/{__version__}",
    }
