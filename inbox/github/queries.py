"""One GraphQL query about many things, and the place of each of them in the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from inbox.errors import GitHubFault, Unreadable
from inbox.github.answers import shaped
from inbox.github.fragments import with_fragments
from inbox.github.graph import Path, Problem, Reply, fault
from inbox.github.nodes import Node
from inbox.github.scouted import BallotNode, MergeStateNode, TalkNode
from inbox.github.surveyed import EditedNode, HeadNode, RepositoryNode, TouchedLatelyNode
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing wanted of a repository: a field with its selection, or a fragment of the whole.

    `kind` is the model of what comes back, `what` its name in errors.
    """

    repo: RepoRef
    selection: str
    kind: type[Node]
    what: str


def facts(repo: RepoRef) -> Asked:
    """What the survey wants to know about a repository."""
    return Asked(repo, "...facts", RepositoryNode, str(repo))


def head(repo: RepoRef, sha: HeadSha) -> Asked:
    """Our statuses on a head."""
    selection = f'object(oid: "{sha}") {{ ...head }}'
    return Asked(repo, selection, HeadNode, f"{repo}@{sha.short}")


def checked_head(repo: RepoRef, sha: HeadSha, *, kind: type[Node]) -> Asked:
    """The first checks of a head."""
    selection = f'object(oid: "{sha}") {{ ...checked }}'
    return Asked(repo, selection, kind, f"the checks of {repo}@{sha.short}")


def edited(ref: PullRef) -> Asked:
    """When a pull request's description was last edited."""
    selection = f"pullRequest(number: {ref.number}) {{ lastEditedAt }}"
    return Asked(ref.repo, selection, EditedNode, f"the last edit of {ref}")


def merge_state(ref: PullRef) -> Asked:
    """What stands between a pull request and its base."""
    selection = f"pullRequest(number: {ref.number}) {{ mergeStateStatus }}"
    return Asked(ref.repo, selection, MergeStateNode, f"the mergeability of {ref}")


def touched_lately(repo: RepoRef, since: datetime) -> Asked:
    """The issues of the inbox that were closed, opened again, or written in, since then.

    Also those without a label of ours: anybody may take one off.
    """
    selection = (
        "issues(first: 100, "
        f'filterBy: {{since: "{since:%Y-%m-%dT%H:%M:%SZ}"}}, '
        "orderBy: {field: UPDATED_AT, direction: DESC}) "
        "{ pageInfo { hasNextPage } nodes { ...touched } }"
    )
    return Asked(repo, selection, TouchedLatelyNode, f"what was closed lately in {repo}")


def ballot(ref: IssueRef) -> Asked:
    """A ballot as the scout sees it."""
    selection = f"issue(number: {ref.number}) {{ ...ballot }}"
    return Asked(ref.repo, selection, BallotNode, str(ref))


def talk(ref: PullRef, *, far_back: bool = False) -> Asked:
    """The newest of a pull request's conversation, or more of it."""
    fragment = "longTalk" if far_back else "talk"
    selection = f"pullRequest(number: {ref.number}) {{ ...{fragment} }}"
    return Asked(ref.repo, selection, TalkNode, str(ref))


@dataclass(frozen=True, slots=True)
class Question:
    """A query about many things, each of which has its place in the answer."""

    text: str
    variables: Mapping[str, str]
    places: Mapping[Asked, Path]

    def found(self, asked: Asked, reply: Reply) -> Node | GitHubFault:
        """What the reply holds for `asked`, or why it could not be read; costs nothing else.

        A commit that is not there is a head without statuses, and one whose statuses the token may
        not read is a head all the same (protocol P35); nothing else may be null.
        """
        place = self.places[asked]
        problems = [problem for problem in reply.at(*place) if self._concerns(problem, place)]
        is_head = asked.kind is HeadNode
        refused = is_head and bool(problems) and all(_refuses(one, place) for one in problems)
        if problems and not refused:
            return fault(problems, reply.request, asked.what, place)
        node: object = reply.data
        for step in place:
            if not isinstance(node, Mapping):  # lost with another thing in its repository
                return fault((), reply.request, asked.what)
            node = node.get(str(step))
        if node is None and is_head:
            return HeadNode(message="", status=None, is_shown=not refused)
        try:
            found = shaped(asked.kind, node, f"{reply.request} about {asked.what}")
        except Unreadable as unreadable:
            return unreadable
        return found.model_copy(update={"status": None, "is_shown": False}) if refused else found

    def _concerns(self, problem: Problem, place: Path) -> bool:
        """False for a problem of another thing in the repository that `place` is as a whole."""
        others = set(self.places.values()) - {place}
        return len(place) > 1 or problem.path[:2] not in others


def _refuses(problem: Problem, head: Path) -> bool:
    """True where the token lacks the permission for a head, or for what is said about it."""
    return problem.is_refusal and problem.path[: len(head)] == head


def question(asked: Sequence[Asked], *, viewer: bool = False) -> Question:
    """One query for everything in `asked`, grouped by repository; names travel as variables.

    With `viewer` it asks also whose token it is.
    """
    repos = list(dict.fromkeys(one.repo for one in asked))
    places: dict[Asked, Path] = {}
    variables: dict[str, str] = {}
    parts: list[str] = []
    for r, repo in enumerate(repos):
        variables |= {f"o{r}": repo.owner, f"n{r}": repo.name}
        fields: list[str] = []
        for one in (one for one in asked if one.repo == repo):
            if one.selection.startswith("..."):
                places[one] = (f"r{r}",)
                fields.append(one.selection)
            else:
                alias = f"i{len(places)}"
                places[one] = (f"r{r}", alias)
                fields.append(f"{alias}: {one.selection}")
        listed = "\n    ".join(fields)
        parts.append(f"  r{r}: repository(owner: $o{r}, name: $n{r}) {{\n    {listed}\n  }}")
    declared = ", ".join(f"${name}: String!" for name in variables)
    every = "\n".join(parts)
    riders = "  rateLimit { cost }\n" + ("  viewer { login databaseId }\n" if viewer else "")
    text = f"query scout({declared}) {{\n{riders}{every}\n}}"
    return Question(with_fragments(text), variables, places)
