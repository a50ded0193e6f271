"""A tick under way: the border to GitHub, what is known, and what was found so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field

from inbox.actions import Action, CreateLabel, SetStatus, put_on, subject
from inbox.ballot.approval import Fate
from inbox.ballot.case import Approved, Case, Plan, Pushed, Stage, Terms
from inbox.ballot.elsewhere import remembered
from inbox.ballot.lifecycle import Whereabouts
from inbox.ballot.opening import asks_about
from inbox.ballot.signals import Signal
from inbox.ballot.verdicts import status_steps
from inbox.decisions.gate import ASKS_NOTHING
from inbox.effects import effect
from inbox.errors import Forbidden, GitHubFault, NotThere, Refused
from inbox.github import reads
from inbox.github.client import GitHub
from inbox.github.writes import Performed, Writer
from inbox.labels import APPROVALS, FAULT, OURS, TICKET_LOOKS
from inbox.policy import Merge, Policy, Visibility
from inbox.refs import Account, HeadSha, IssueRef, PullRef, RepoRef
from inbox.steps import Step
from inbox.tick.inquiry import Inquiry
from inbox.tick.report import Report
from inbox.world import Ballot, Pull, Status, World

_HOURS_A_DAY = 24
_BALLOT_LINK = re.compile(r"/(?P<repo>[^/]+/[^/]+)/issues/(?P<number>[1-9]\d{0,9})$", re.ASCII)


@dataclass(slots=True)
class Session:
    """What every stage of one tick works on; `world` is replaced as things are read and written.

    `settled` holds pull requests whose ballot was resolved in this tick, `fates` what became of
    answers, `approved` those that may be merged, `waits` in words why one is not, `ended_in` the
    ballot of each ended one, `stages` where each pending ballot stands, `unfinished` those whose
    writes did not all come to be, `would_open` what a dry run would ask about, `wanted` the status
    each pull request should have, `messages` the head commits', `unshown` the repositories whose
    statuses the token may not read, `lately` the ballots ended lately, `heard` those listened to,
    `earlier` by pull request, `elsewhere` the no's said there since, `deaf` what they could not be
    listened to about (everything, unless `hears_all`), `silenced` locked ballots that let no word
    in, `whereabouts` where the owner is (None while nobody is reminded of anything), `viewer` whose
    token reads, `judged` each pending ballot as it was read, with what was planned for it.
    """

    github: GitHub
    writer: Writer
    policy: Policy
    terms: Terms
    merge: Merge
    world: World
    report: Report
    nonce: Callable[[], str]
    inquiry: Inquiry
    settled: set[PullRef] = field(default_factory=set)
    fates: dict[PullRef, Fate] = field(default_factory=dict)
    waits: dict[PullRef, str] = field(default_factory=dict)
    stages: dict[IssueRef, Stage] = field(default_factory=dict)
    unfinished: set[IssueRef] = field(default_factory=set)
    would_open: list[Pull] = field(default_factory=list)
    wanted: dict[PullRef, Status] = field(default_factory=dict)
    approved: dict[PullRef, Approved] = field(default_factory=dict)
    ended_in: dict[PullRef, IssueRef] = field(default_factory=dict)
    messages: Mapping[PullRef, str] = field(default_factory=dict)
    lately: dict[IssueRef, Ballot] = field(default_factory=dict)
    heard: set[IssueRef] = field(default_factory=set)
    hears_all: bool = True
    silenced: set[IssueRef] = field(default_factory=set)
    deaf: set[PullRef] = field(default_factory=set)
    earlier: dict[PullRef, tuple[Ballot, ...]] = field(default_factory=dict)
    elsewhere: dict[PullRef, tuple[Signal, ...]] = field(default_factory=dict)
    unhonoured: set[IssueRef] = field(default_factory=set)
    own_open: tuple[Ballot, ...] | None = None
    unread_heads: Set[tuple[RepoRef, HeadSha]] = frozenset()
    unshown: Set[RepoRef] = frozenset()
    _names: dict[RepoRef, RepoRef | None] = field(default_factory=dict)
    whereabouts: Whereabouts | None = None
    viewer: Account | None = None
    judged: dict[IssueRef, tuple[Case, Plan]] = field(default_factory=dict)
    _mute: set[RepoRef] = field(default_factory=set)
    _imagined: list[Action] = field(default_factory=list)

    def perform(self, steps: Iterable[Step]) -> None:
        """The steps are written in order, and the world is as it is after them."""
        for step in steps:
            self.write(step.action)
            self.report.counted.update(step.counted)

    def write(self, action: Action) -> Performed | None:
        """One write is done, its labels created first where they are missing.

        None for a status that the token may not set: said once, the tick goes on (protocol P35).
        """
        if isinstance(action, SetStatus):
            return self._set_status(action)
        for label in self._missing_labels(action):
            self._do(label)
        return self._do(action)

    def _do(self, action: Action) -> Performed:
        performed = self.writer.perform(action)
        self.world = effect(action, self.world)
        if self.writer.dry_run:
            self._imagined.append(action)
        self.report.wrote(action)
        return performed

    def _set_status(self, action: SetStatus) -> Performed | None:
        if action.repo in self._mute or action.repo in self.unshown:
            return None
        try:
            return self._do(action)
        except (Forbidden, NotThere, Refused) as failure:
            self._mute.add(action.repo)
            self.report.tell(failure)
            return None

    def _missing_labels(self, action: Action) -> list[CreateLabel]:
        repo, labels = put_on(action)
        known = self.world.repositories.get(repo) if repo else None
        missing = (labels & (OURS | TICKET_LOOKS.keys())) - (known.labels if known else frozenset())
        return [CreateLabel(repo, label) for label in sorted(missing) if repo]

    def asked_by(self, ballot: Ballot) -> PullRef | None:
        """The pull request that a ballot of the bot asks about, by its configured name (P1, P42).

        None for what is no ballot, and for a repository that is none of ours; renames are followed.
        """
        return self.configured(asks_about(ballot, self.world.bot))

    def configured(self, pull: PullRef | None) -> PullRef | None:
        """The pull request by the configured name of its repository; None where it is not ours."""
        repo = self._configured(pull.repo) if pull else None
        return PullRef(repo, pull.number) if pull and repo else None

    def pull_of(self, ballot: Ballot) -> Pull | None:
        """The pull request that a ballot asks about, as far as it was read."""
        asked = self.asked_by(ballot)
        return self.world.pulls.get(asked) if asked else None

    def _configured(self, repo: RepoRef) -> RepoRef | None:
        if self.policy.knows(repo):
            return repo
        if repo not in self._names:
            self._names[repo] = self._called(repo) or self._renamed(repo)
        return self._names[repo]

    def _called(self, repo: RepoRef) -> RepoRef | None:
        """The configured repository that is called `repo` now."""
        for asked, found in self.world.repositories.items():
            if found.name == repo and self.policy.knows(asked):
                return asked
        return None

    def _renamed(self, repo: RepoRef) -> RepoRef | None:
        try:
            now = reads.repository(self.github, repo).name
        except GitHubFault:
            return None
        return now if self.policy.knows(now) else self._called(now)

    def asked_about(self) -> set[PullRef | None]:
        """Every pull request that a pending ballot asks about; what is none asks about nothing."""
        return {
            self.asked_by(one)
            for one in self.world.ballots.values()
            if one.is_pending and one.ref not in self.unhonoured
        }

    def linked_ballot(self, pull: Pull) -> IssueRef | None:
        """The ballot of the inbox that our status on the head links, if we set one (P34)."""
        status = self.world.statuses.get((pull.ref.repo, pull.head))
        if status is None or not self.world.bot.is_same(status.by):
            return None
        found = _BALLOT_LINK.search(status.target_url)
        named = found and found["repo"].lower() == str(self.policy.inbox).lower()
        return IssueRef(self.policy.inbox, int(found["number"])) if found and named else None

    def answered(self) -> set[PullRef]:
        """The open pull requests that look answered: an approval label, or a status of ours that
        links a ballot, only says where to look (P32, P34)."""
        return {
            pull.ref
            for pull in self.world.pulls.values()
            if pull.is_open and (APPROVALS & pull.labels or self.linked_ballot(pull))
        }

    def case(self, ballot: Ballot, pull: Pull | None, pushed: Pushed | None = None) -> Case:
        """Everything that deciding about `ballot` rests on, as far as it is read."""
        return Case(
            ballot,
            pull,
            self.terms,
            status=self.world.statuses.get((pull.ref.repo, pull.head)) if pull else None,
            pushed=pushed,
            discreet=pull is not None and self.is_more_visible(pull.ref.repo, ballot.ref.repo),
            shares_head=pull is not None and len(self.sharing(pull)) > 1,
            elsewhere=self._elsewhere(ballot, pull),
            is_mute=self.is_mute(ballot),
            is_deaf=pull is not None and (pull.ref in self.deaf or not self.hears_all),
            asks_about=self.asked_by(ballot),
            gate=self.inquiry.gate(pull.ref) if pull else ASKS_NOTHING,
        )

    def is_mute(self, ballot: Ballot) -> bool:
        """True for a locked ballot that let no comment in, in this tick or by its label (P42).

        In its hour of the day it is tried all the same, for some accounts may comment there.
        """
        is_due = ballot.ref.number % _HOURS_A_DAY == self.world.now.hour
        was_shown = ballot.is_locked and FAULT in ballot.labels
        return ballot.ref in self.silenced or (was_shown and not is_due)

    def _elsewhere(self, ballot: Ballot, pull: Pull | None) -> tuple[Signal, ...]:
        """What other ballots of the pull request say against it, heard now or remembered."""
        heard = [
            signal
            for signal in (self.elsewhere.get(pull.ref, ()) if pull else ())
            if signal.source.id != ballot.ref.number
        ]
        return (*heard, *remembered(ballot.comments, self.world.bot))

    def set_status(self, pull: Pull, wanted: Status) -> None:
        """The head of `pull` carries `wanted`, as far as it has the head for itself (P35)."""
        self.wanted[pull.ref] = wanted
        found = self.world.statuses.get((pull.ref.repo, pull.head))
        shares = len(self.sharing(pull)) > 1
        self.perform(status_steps(pull, wanted, found, shares_head=shares))

    def put_status(self, pull: Pull, wanted: Status) -> None:
        """The head carries `wanted`, for all that share it."""
        found = self.world.statuses.get((pull.ref.repo, pull.head))
        self.perform(status_steps(pull, wanted, found, shares_head=False))

    def is_more_visible(self, repo: RepoRef, than: RepoRef) -> bool:
        """True when more people can read `repo` than `than`, or may (P48): what is not known is
        private where it is the source, and public where text would go."""
        here, there = self.world.repositories.get(repo), self.world.repositories.get(than)
        fewest = there.visibility if there else Visibility.PRIVATE
        return here is None or here.visibility > fewest

    def sharing(self, pull: Pull) -> list[Pull]:
        """The open pull requests of the same repository with the same head, this one included."""
        return [
            other
            for other in self.world.pulls.values()
            if other.is_open and other.head == pull.head and other.ref.repo == pull.ref.repo
        ]

    def learn_pull(self, pull: Pull) -> Pull:
        """The world holds the pull request as it was read now; it is answered as it is there."""
        self.world = self.world.with_pull(pull)
        self._imagine(IssueRef.of(pull.ref))
        return self.world.pulls[pull.ref]

    def learn_ballot(self, ballot: Ballot) -> Ballot:
        """The world holds the ballot as it was read now; it is answered as it is there."""
        self.world = self.world.with_ballot(ballot)
        self._imagine(ballot.ref)
        return self.world.ballots[ballot.ref]

    def _imagine(self, read: IssueRef) -> None:
        """In a dry run GitHub does not show what would be written before: it is added (P46)."""
        for action in self._imagined:
            if subject(action) == read:
                self.world = effect(action, self.world)
