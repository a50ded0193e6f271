"""The places of GitHub's REST API that the product uses, each with the permission it needs.

Paths and permissions are those of https://docs.github.com/rest and
https://docs.github.com/rest/authentication/permissions-required-for-github-apps.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef

READING = frozenset({"GET", "HEAD", "QUERY"})


@dataclass(frozen=True, slots=True)
class Route:
    """A documented path, that path filled in, and the area whose permission covers it.

    The template is fit for logs, since it holds no names; the path is percent-encoded.
    """

    template: str
    path: str
    area: str

    def permission(self, method: str) -> str:
        """The line that a workflow's `permissions:` needs for `method` here (`issues: write`)."""
        return f"{self.area}: {'read' if method in READING else 'write'}"


GRAPHQL = Route("/graphql", "/graphql", "issues")


def _route(area: str, template: str, repo: RepoRef, **values: str | int) -> Route:
    filled = {name: quote(str(value), safe="") for name, value in values.items()}
    path = template.format(owner=quote(repo.owner), repo=quote(repo.name), **filled)
    return Route(template, path, area)


def repository(repo: RepoRef) -> Route:
    """The repository itself."""
    return _route("metadata", "/repos/{owner}/{repo}", repo)


def activity(repo: RepoRef) -> Route:
    """Who pushed what where and when, newest first."""
    return _route("contents", "/repos/{owner}/{repo}/activity", repo)


def assignee(repo: RepoRef, login: str) -> Route:
    """Whether a person can be assigned in the repository: 204, or 404 for one who cannot."""
    return _route("metadata", "/repos/{owner}/{repo}/assignees/{assignee}", repo, assignee=login)


def contents(repo: RepoRef, path: str) -> Route:
    """A file by its path from the root of the repository."""
    template = "/repos/{owner}/{repo}/contents/{path}"
    route = _route("contents", template, repo, path=path)
    return Route(template, route.path.replace("%2F", "/"), route.area)


def labels(repo: RepoRef) -> Route:
    """The labels that exist in the repository."""
    return _route("issues", "/repos/{owner}/{repo}/labels", repo)


def statuses(repo: RepoRef, head: HeadSha) -> Route:
    """The commit statuses of a head."""
    return _route("statuses", "/repos/{owner}/{repo}/statuses/{sha}", repo, sha=head)


def issues(repo: RepoRef) -> Route:
    """The issues of the repository, pull requests among them."""
    return _route("issues", "/repos/{owner}/{repo}/issues", repo)


def issue(ref: IssueRef) -> Route:
    """One issue."""
    return _route("issues", "/repos/{owner}/{repo}/issues/{number}", ref.repo, number=ref.number)


def _within(ref: IssueRef, part: str) -> Route:
    template = "/repos/{owner}/{repo}/issues/{number}/" + part
    return _route("issues", template, ref.repo, number=ref.number)


def comments(ref: IssueRef) -> Route:
    """The conversation of an issue or pull request, oldest first."""
    return _within(ref, "comments")


def reactions(ref: IssueRef) -> Route:
    """The reactions to the opening text of an issue or pull request."""
    return _within(ref, "reactions")


def events(ref: IssueRef) -> Route:
    """What happened to an issue or pull request, oldest first; no edits and no reactions."""
    return _within(ref, "events")


def issue_labels(ref: IssueRef) -> Route:
    """The labels that an issue or pull request carries."""
    return _within(ref, "labels")


def issue_label(ref: IssueRef, label: str) -> Route:
    """One label on one issue or pull request."""
    template = "/repos/{owner}/{repo}/issues/{number}/labels/{name}"
    return _route("issues", template, ref.repo, number=ref.number, name=label)


def comment(repo: RepoRef, id: int) -> Route:
    """One comment, which GitHub finds without its issue."""
    template = "/repos/{owner}/{repo}/issues/comments/{comment_id}"
    return _route("issues", template, repo, comment_id=id)


def branch(repo: RepoRef, name: str) -> Route:
    """A branch, with the checks that its protection requires."""
    return _route("contents", "/repos/{owner}/{repo}/branches/{branch}", repo, branch=name)


def branch_rules(repo: RepoRef, name: str) -> Route:
    """The rules of active rulesets that hold for a branch."""
    return _route("metadata", "/repos/{owner}/{repo}/rules/branches/{branch}", repo, branch=name)


def user(login: str) -> Route:
    """An account by its login."""
    return Route("/users/{username}", f"/users/{quote(login, safe='')}", "metadata")


def app(slug: str) -> Route:
    """A GitHub App by its slug."""
    return Route("/apps/{app_slug}", f"/apps/{quote(slug, safe='')}", "metadata")


def permission(repo: RepoRef, login: str) -> Route:
    """What a person may do in the repository."""
    template = "/repos/{owner}/{repo}/collaborators/{username}/permission"
    return _route("metadata", template, repo, username=login)


def pulls(repo: RepoRef) -> Route:
    """The pull requests of the repository."""
    return _route("pull-requests", "/repos/{owner}/{repo}/pulls", repo)


def pull(ref: PullRef) -> Route:
    """One pull request."""
    template = "/repos/{owner}/{repo}/pulls/{number}"
    return _route("pull-requests", template, ref.repo, number=ref.number)


def pull_files(ref: PullRef) -> Route:
    """The files that a pull request changes, at most 3,000."""
    template = "/repos/{owner}/{repo}/pulls/{number}/files"
    return _route("pull-requests", template, ref.repo, number=ref.number)


def merge(ref: PullRef) -> Route:
    """The merge of a pull request, which writes to the base branch."""
    template = "/repos/{owner}/{repo}/pulls/{number}/merge"
    return _route("contents", template, ref.repo, number=ref.number)


def _commit(area: str, repo: RepoRef, head: str, part: str) -> Route:
    return _route(area, "/repos/{owner}/{repo}/commits/{ref}/" + part, repo, ref=head)


def check_runs(repo: RepoRef, head: str) -> Route:
    """The newest check runs of a head, or of what a branch points to."""
    return _commit("checks", repo, head, "check-runs")


def check_suites(repo: RepoRef, head: HeadSha) -> Route:
    """The check suites of a head."""
    return _commit("checks", repo, head, "check-suites")


def combined_status(repo: RepoRef, head: str) -> Route:
    """The newest commit status of each context of a head, or of what a branch points to."""
    return _commit("statuses", repo, head, "status")
