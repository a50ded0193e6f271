"""Branches and their rules in REST answers (`branch-with-protection`, `repository-rule-*`)."""

from __future__ import annotations

from inbox.simulator.addresses import Addresses, encoded
from inbox.simulator.clock import stamp
from inbox.simulator.repository import Commit, Repository
from inbox.simulator.shapes.people import Json, author

_RULESET = 1


def branch(to: Addresses, repo: Repository, name: str) -> Json:
    """The branch as everybody sees it who reads the contents: of its protection, the checks."""
    at = to.api(f"/repos/{repo.full_name}/branches/{encoded(name)}")
    contexts = repo.rules.required_contexts
    return {
        "name": name,
        "commit": commit(to, repo, repo.commits[repo.branches[name]]),
        "_links": {"self": at, "html": to.html(f"/{repo.full_name}/tree/{name}")},
        "protected": bool(contexts),
        "protection": {
            "enabled": bool(contexts),
            "required_status_checks": {
                "enforcement_level": "non_admins" if contexts else "off",
                "contexts": list(contexts),
                "checks": [{"context": one, "app_id": _source(repo, one)} for one in contexts],
            },
        },
        "protection_url": f"{at}/protection",
    }


def _source(repo: Repository, context: str) -> int | None:
    app = repo.rules.sources.get(context)
    return app.id if app else None


def rules(repo: Repository) -> list[Json]:
    """The one rule of the one ruleset that the simulated GitHub has, where it asks for checks."""
    contexts = repo.rules.ruleset_contexts
    if not contexts:
        return []
    checks: list[Json] = []
    for one in contexts:
        source = _source(repo, one)
        checks.append({"context": one} | ({"integration_id": source} if source else {}))
    parameters = {
        "strict_required_status_checks_policy": False,
        "do_not_enforce_on_create": False,
        "required_status_checks": checks,
    }
    return [
        {
            "type": "required_status_checks",
            "parameters": parameters,
            "ruleset_source_type": "Repository",
            "ruleset_source": repo.full_name,
            "ruleset_id": _RULESET,
        }
    ]


def commit(to: Addresses, repo: Repository, one: Commit) -> Json:
    """The commit as `commit`, without statistics and files."""
    at = to.api(f"/repos/{repo.full_name}/commits/{one.sha}")
    git = to.api(f"/repos/{repo.full_name}/git")
    who = {"name": one.author.login, "email": f"{one.author.login}@example.com"}
    signed = {**who, "date": stamp(one.at)}
    return {
        "url": at,
        "sha": one.sha,
        "node_id": one.node_id,
        "html_url": to.html(f"/{repo.full_name}/commit/{one.sha}"),
        "comments_url": f"{at}/comments",
        "commit": {
            "url": f"{git}/commits/{one.sha}",
            "author": signed,
            "committer": signed,
            "message": one.message,
            "tree": {"sha": one.sha, "url": f"{git}/trees/{one.sha}"},
            "comment_count": 0,
            "verification": {
                "verified": False,
                "reason": "unsigned",
                "payload": None,
                "signature": None,
                "verified_at": None,
            },
        },
        "author": author(to, one.author),
        "committer": author(to, one.author),
        "parents": [
            {
                "sha": parent,
                "url": to.api(f"/repos/{repo.full_name}/commits/{parent}"),
                "html_url": to.html(f"/{repo.full_name}/commit/{parent}"),
            }
            for parent in one.parents
        ],
    }
