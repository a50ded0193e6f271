"""The one place where the page writes: one comment, once, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from inbox.actions import DeleteComment, EditDescription, PostComment
from inbox.dashboard.not_sent import PerhapsSent
from inbox.electorate import Electorate
from inbox.errors import GitHubFault, InboxError, Unavailable, Unreadable
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.payloads import CommentPayload
from inbox.github.whole import read_comments
from inbox.github.writes import Writer
from inbox.markdown import normalise
from inbox.refs import Account, IssueRef
from inbox.world import Comment

_LOOK_FIRST = (
    "Look at the conversation on GitHub before sending it again; what arrived is not sent twice."
)


@dataclass(frozen=True, slots=True)
class Posted:
    """A comment as GitHub shows it: its id, where, when; and whether an app counts as its author.

    `at` is None where the comment could not be read again.
    """

    id: int
    url: str
    at: datetime | None
    via_app: bool = False

    def doubt(self, electorate: Electorate) -> str:
        """Why no tick counts it, in one sentence; empty where one does (P18)."""
        if not self.via_app or electorate.allow_app_signals:
            return ""
        return (
            "GitHub says that an app wrote it, so it does not count unless `owner.yml` says"
            " `allow_app_signals: true`."
        )


@dataclass(slots=True)
class Outbox:
    """What one order is sent with: the connection, in whose name, and the time of its reading.

    `wrote` is True as soon as anything was, or may have been, written.
    """

    github: GitHub
    me: Account
    now: datetime
    wrote: bool = False

    def post(self, issue: IssueRef, body: str, url: str, before: Iterable[Comment]) -> Posted:
        """The comment stands there, posted once; `before` are the comments that stood there.

        Raises PerhapsSent where the answer was lost and no such comment is found; GitHub's own
        refusal, where it was not posted.
        """
        known = {one.id for one in before}
        try:
            made = Writer(self.github).perform(PostComment(issue, body))
        except (Unavailable, Unreadable) as lost:
            self.wrote = True
            return self._found_again(issue, body, known, lost)
        self.wrote = True
        assert made.comment_id is not None
        return self._as_shown(issue, made.comment_id, f"{url}#issuecomment-{made.comment_id}")

    def take_back(self, issue: IssueRef, posted: Posted) -> bool:
        """True once the comment is gone; its author's own deletion withdraws it (P17)."""
        try:
            Writer(self.github).perform(DeleteComment(issue, posted.id))
        except InboxError:
            return False
        return True

    def save(self, edit: EditDescription) -> Unavailable | Unreadable | None:
        """The description reads as wanted; the fault of a lost answer, after which one looks.

        Raises Changed where it did not read as expected any more, and GitHub's own refusal.
        """
        try:
            Writer(self.github).perform(edit)
        except (Unavailable, Unreadable) as lost:
            if not lost.request.startswith("PATCH "):
                raise  # only the reading before it failed
            self.wrote = True
            return lost
        self.wrote = True
        return None

    def _as_shown(self, issue: IssueRef, comment: int, url: str) -> Posted:
        try:
            answer = self.github.get(routes.comment(issue.repo, comment))
            return self._posted(answer.read(CommentPayload).comment)
        except InboxError:
            return Posted(comment, url, None)

    def _posted(self, shown: Comment) -> Posted:
        return Posted(shown.id, shown.url, shown.created_at, bool(shown.via_app))

    def _found_again(
        self, issue: IssueRef, body: str, known: set[int], lost: GitHubFault
    ) -> Posted:
        try:
            there = read_comments(self.github, issue)
        except InboxError:
            raise PerhapsSent(lost.what, _LOOK_FIRST) from lost
        for one in reversed(there):
            if one.id not in known and self.me.is_same(one.author) and is_text(one, body):
                return self._posted(one)
        raise PerhapsSent(
            f"{lost.what} It is not there so far, and may still arrive.", _LOOK_FIRST
        ) from lost


def is_text(comment: Comment, body: str) -> bool:
    """True where the comment reads `body`, blank ends aside."""
    return normalise(comment.body).strip() == normalise(body).strip()
