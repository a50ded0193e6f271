"""Performs the writes that deciding yielded, each so that doing it twice does no harm.

Labels, states and statuses are set to what they should be and may be repeated; issues and comments
are created by one request that is never repeated (protocol P6, P44).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from inbox.actions import (
    Action,
    AddLabel,
    ClosePull,
    CreateLabel,
    DeleteComment,
    EditComment,
    EditDescription,
    FileIssue,
    MergePull,
    OpenIssue,
    PostComment,
    RemoveLabel,
    RewriteIssue,
    SetIssue,
    SetStatus,
    describe,
)
from inbox.errors import AccessRefused, Forbidden, NotThere, Refused, Unreadable
from inbox.github import refusals, routes
from inbox.github.answers import Answer, T
from inbox.github.client import GitHub
from inbox.github.describing import edit_description
from inbox.github.issues import file_issue, open_issue, rewrite_issue
from inbox.github.merging import merge
from inbox.github.payloads import IdPayload, LabelPayload, OpenedPayload, StatePayload
from inbox.github.reads import head_moved, pull
from inbox.labels import LOOKS, TICKET_LOOKS
from inbox.refs import IssueRef

LONGEST_BODY = 60_000
LONGEST_DESCRIPTION = 140

_LABELS_ADVICE = "Give the job `issues: write` under `permissions:`."


@dataclass(frozen=True, slots=True)
class Performed:
    """What a write left behind, as far as GitHub's answer says it."""

    issue: IssueRef | None = None
    url: str = ""
    comment_id: int | None = None
    labels: frozenset[str] | None = None


NOTHING = Performed()


class Writer:
    """The one way to write; a dry run performs nothing and remembers the same lines (P46)."""

    def __init__(
        self, client: GitHub, *, merger: GitHub | None = None, dry_run: bool = False
    ) -> None:
        self._client = client
        self._merger = merger or client
        self.dry_run = dry_run
        self._lines: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """What was written, or would have been, in order; the creation of labels excepted."""
        return tuple(self._lines)

    def perform(self, action: Action) -> Performed:
        """The action is done, or was already; raises the typed error of what refused it.

        Unavailable for a creation says that it may have taken effect: list before trying again.
        """
        _check_lengths(action)
        if isinstance(action, ClosePull) and not self._is_open_at(action):
            return NOTHING
        performed = NOTHING if self.dry_run else self._perform(action)
        if not isinstance(action, CreateLabel):
            self._lines.append(describe(action))
        return performed

    def _perform(self, action: Action) -> Performed:
        match action:
            case CreateLabel():
                return self._create_label(action)
            case OpenIssue():
                return self._open_issue(action)
            case SetIssue():
                return self._set_issue(action)
            case AddLabel():
                return self._add_label(action)
            case RemoveLabel():
                return self._remove_label(action)
            case PostComment():
                return self._post_comment(action)
            case EditComment():
                return self._edit_comment(action)
            case DeleteComment():
                return self._delete_comment(action)
            case EditDescription():
                edit_description(self._client, action)
                return NOTHING
            case FileIssue():
                return self._file_issue(action)
            case RewriteIssue():
                rewrite_issue(self._client, action)
                return NOTHING
            case ClosePull():
                return self._close_pull(action)
            case SetStatus():
                return self._set_status(action)
            case MergePull():
                merge(self._client, self._merger, action)
                return NOTHING
            case _:
                assert_never(action)

    def _create_label(self, action: CreateLabel) -> Performed:
        look = LOOKS.get(action.label) or TICKET_LOOKS[action.label]
        wanted = {"name": action.label, "color": look.color, "description": look.description}
        try:
            self._client.post(routes.labels(action.repo), wanted)
        except Refused as refused:
            if "already_exists" not in refused.codes:
                raise
        return NOTHING

    def _open_issue(self, action: OpenIssue) -> Performed:
        made = _created(open_issue(self._client, action), OpenedPayload)
        labels = frozenset(made.labels)
        issue = IssueRef(action.repo, made.number)
        if missing := action.labels - labels:
            raise AccessRefused(
                f"GitHub opened {issue} without its label {', '.join(sorted(missing))}.",
                f"{_LABELS_ADVICE} {refusals.OTHER_REPOSITORIES}",
            )
        return Performed(issue=issue, url=made.html_url, labels=labels)

    def _set_issue(self, action: SetIssue) -> Performed:
        wanted = {
            "state": "open" if action.is_open else "closed",
            "state_reason": action.reason,
            "labels": sorted(action.labels),
        }
        answer = self._client.patch(routes.issue(action.issue), wanted)
        left = answer.read(StatePayload)
        if frozenset(left.labels) != action.labels or left.state != wanted["state"]:
            raise _ignored(answer)
        return Performed(issue=action.issue, labels=frozenset(left.labels))

    def _add_label(self, action: AddLabel) -> Performed:
        route = routes.issue_labels(action.issue)
        answer = self._client.post(route, {"labels": [action.label]})
        labels = _names(answer)
        if action.label not in labels:
            raise _ignored(answer)
        return Performed(labels=labels)

    def _remove_label(self, action: RemoveLabel) -> Performed:
        try:
            answer = self._client.delete(routes.issue_label(action.issue, action.label))
        except refusals.LabelAbsent:
            return NOTHING
        return Performed(labels=_names(answer))

    def _post_comment(self, action: PostComment) -> Performed:
        route = routes.comments(action.issue)
        answer = self._client.post(route, {"body": action.body}, once=True)
        return Performed(comment_id=_created(answer, IdPayload).id)

    def _edit_comment(self, action: EditComment) -> Performed:
        route = routes.comment(action.issue.repo, action.comment)
        self._client.patch(route, {"body": action.body})
        return Performed(comment_id=action.comment)

    def _delete_comment(self, action: DeleteComment) -> Performed:
        with suppress(NotThere):  # somebody else, or another tick, deleted it
            self._client.delete(routes.comment(action.issue.repo, action.comment))
        return NOTHING

    def _file_issue(self, action: FileIssue) -> Performed:
        made = _created(file_issue(self._client, action), OpenedPayload)
        return Performed(issue=IssueRef(action.repo, made.number), url=made.html_url)

    def _is_open_at(self, action: ClosePull) -> bool:
        """False when nothing is left to close; raises HeadMoved when another head is open."""
        now = pull(self._client, action.pull)
        if now.is_open and now.head != action.expected_head:
            raise head_moved(now)
        return now.is_open

    def _close_pull(self, action: ClosePull) -> Performed:
        try:
            self._client.patch(routes.pull(action.pull), {"state": "closed"})
        except Refused:
            if self._is_open_at(action):  # else it was merged or closed in between
                raise
        return NOTHING

    def _set_status(self, action: SetStatus) -> Performed:
        status = {
            "state": action.state.value,
            "context": action.context,
            "description": action.description,
        }
        if action.target_url:
            status["target_url"] = action.target_url
        self._client.post(routes.statuses(action.repo, action.head), status)
        return NOTHING


def _check_lengths(action: Action) -> None:
    match action:
        case OpenIssue(body=body) | PostComment(body=body) | EditComment(body=body):
            length, most = len(body), LONGEST_BODY
        case FileIssue(body=body) | RewriteIssue(body=body):
            length, most = len(body), LONGEST_BODY
        case SetStatus(description=description):
            length, most = len(description), LONGEST_DESCRIPTION
        case _:
            return
    if length > most:
        raise Refused(
            f"The text of “{describe(action)}” has {length} characters, more than {most}.",
            "This is a mistake of the program: please report it.",
        )


def _created(answer: Answer, kind: type[T]) -> T:
    """What was created; an answer that cannot be read is a lost one."""
    try:
        return answer.read(kind)
    except Unreadable:
        lost = refusals.unavailable(answer.request, "its answer cannot be read", answer.status)
    raise lost


def _names(answer: Answer) -> frozenset[str]:
    return frozenset(label.name for label in answer.read(list[LabelPayload]) if label.name)


def _ignored(answer: Answer) -> Forbidden:
    """The error for labels or a state that GitHub accepted and did not set, for want of a right."""
    return Forbidden(
        f"GitHub accepted {answer.request} and did not set what it asks for.",
        f"{_LABELS_ADVICE} {refusals.OTHER_REPOSITORIES}",
        request=answer.request,
        status=answer.status,
        permission="issues: write",
    )
