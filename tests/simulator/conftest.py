"""A simulated GitHub, held against GitHub's own description in every test."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from inbox.simulator import Simulator, Transport
from inbox.simulator.repository import Repository
from tests.contract.contract import Contract
from tests.simulator.asking import Ask


@pytest.fixture
def contract() -> Contract:
    return Contract()


@pytest.fixture
def gh(contract: Contract) -> Iterator[Simulator]:
    """A GitHub whose every answer fits the contract and that was asked nothing it does not have."""
    gh = Simulator()
    contract.attach(gh)
    yield gh
    assert contract.problems == []
    assert gh.violations == []


@pytest.fixture
def app(gh: Simulator) -> Repository:
    """A private repository with a few files."""
    return gh.repository(
        "org/app", visibility="private", files={"config/owner.yml": "github_login: owner\n"}
    )


@pytest.fixture
def ask(gh: Simulator, app: Repository) -> Iterator[Ask]:
    """Asks with the workflow's own token of `org/app`."""
    token = gh.workflow_token(app)
    with httpx.Client(transport=Transport(gh), base_url="http://sim") as client:
        yield Ask(client, token)
