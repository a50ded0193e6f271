"""What others do: an agent with write access, any workflow under the bot's name, a stranger."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from inbox.ballot.body import BallotText, render_body, render_title
from inbox.ballot.choice import Choice
from inbox.ballot.notices import Notice, render_notice
from inbox.ballot.receipts import Receipt, render_receipt
from inbox.refs import HeadSha, IssueRef, PullRef
from inbox.simulator import Person
from inbox.simulator.conversation import Conversation, Issue
from tests.model.answering import BOXES, RECENT, Answering
from tests.model.ledger import Asking
from tests.stories.stage import CONTEXT

CULPRITS = st.sampled_from(("agent", "workflow"))
LABELS = (
    "approved-A",
    "approved-B",
    "rejected",
    "pending-owner",
    "deferred",
    "stale-approval",
    "superseded",
    "required",
    "inbox-integrity-failed",
)


class Mischief(Answering):
    """Rules of those whose word is none, whatever they may write, and under whatever name."""

    def culprit(self, name: str) -> Person:
        """The agent, or a workflow: `github-actions[bot]`, which may be the bot's own name."""
        return self.town.agent if name == "agent" else self.town.workflow

    def place(self, on: int, is_pull: bool) -> Conversation | None:
        """A ballot or a pull request."""
        return self.town.pull(on) if is_pull else self.town.ballot(on)

    @rule(on=RECENT, thumb=st.sampled_from(("+1", "-1")), says=st.booleans())
    def a_stranger_answers(self, on: int, thumb: str, says: bool) -> None:
        ballot = self.town.ballot(on)
        if ballot is None or ballot.locked:
            return
        if says:
            self.town.stranger.comment(ballot, "/approve A" if thumb == "+1" else "/reject")
        else:
            self.town.stranger.react(ballot, thumb)
        self.town.did(self.town.stranger, f"answers {thumb} on #{ballot.number}")

    @rule(who=CULPRITS, on=RECENT, box=st.sampled_from(tuple(BOXES)), wanted=st.booleans())
    def clicks_a_foreign_box(self, who: str, on: int, box: str, wanted: bool) -> None:
        if ballot := self.town.ballot(on):
            self.click(self.culprit(who), ballot, box, wanted=wanted)

    @rule(who=CULPRITS, on=RECENT, how=st.sampled_from(("head", "pull", "words", "title")))
    def tampers_with_a_ballot(self, who: str, on: int, how: str) -> None:
        person, ballot = self.culprit(who), self.town.ballot(on)
        if ballot is None:
            return
        text = ballot.body.text
        head = self.town.pull_of(ballot).head_sha
        match how:
            case "head":
                coming = self.town.heads[self.town.pull_of(ballot).ref][0]
                person.edit_body(ballot, text.replace(head, coming).replace(head[:7], coming[:7]))
            case "pull":
                person.edit_body(ballot, text.replace("PR: `", "PR: `other/"))
            case "words":
                person.edit_body(ballot, text.replace("irreversible", "harmless"))
            case _:
                person.rename(ballot, "Never mind")
        self.town.did(person, f"changes #{ballot.number}: {how}")

    @rule(who=CULPRITS, on=RECENT)
    def puts_a_ballot_right(self, who: str, on: int) -> None:
        person, ballot = self.culprit(who), self.town.ballot(on)
        if ballot is None:
            return
        original = ballot.body.revisions[0].text if ballot.body.revisions else ballot.body.text
        if original is None:
            return
        person.edit_body(ballot, original)
        person.rename(
            ballot, f"Decision pending — PR {self.town.ledger.ballots[ballot.number].pull}"
        )
        self.town.did(person, f"puts #{ballot.number} right")

    @rule(
        who=CULPRITS,
        on=RECENT,
        is_pull=st.booleans(),
        which=RECENT,
        text=st.sampled_from(("/approve A", "/approve B", "/reject", "never mind")),
    )
    def edits_a_comment(self, who: str, on: int, is_pull: bool, which: int, text: str) -> None:
        person, of = self.culprit(who), self.place(on, is_pull)
        if of is None or not of.comments:
            return
        comment = of.comments[-1 - which % len(of.comments)]
        person.edit_comment(comment, text)
        self.town.did(person, f"edits a comment of {comment.author.login} on #{of.number}: {text}")

    @rule(who=CULPRITS, on=RECENT, is_pull=st.booleans(), which=RECENT)
    def deletes_a_comment(self, who: str, on: int, is_pull: bool, which: int) -> None:
        person, of = self.culprit(who), self.place(on, is_pull)
        if of is None or not of.comments:
            return
        comment = of.comments[-1 - which % len(of.comments)]
        person.delete_comment(comment)
        self.town.did(person, f"deletes a comment of {comment.author.login} on #{of.number}")
        if isinstance(of, Issue):
            self.town.ledger.take_back(of.number, ("comment", str(comment.id)))
            listed = (self.town.owner.login, self.town.deputy.login)
            if comment.author.login in listed:
                self.town.ledger.start_anew(of.number, self.town.now)

    @rule(on=RECENT, is_body=st.booleans(), which=RECENT, back=st.integers(0, 2))
    def removes_a_text_from_a_history(self, on: int, is_body: bool, which: int, back: int) -> None:
        ballot = self.town.ballot(on)
        if ballot is None:
            return
        comment = None
        if not is_body and ballot.comments:
            comment = ballot.comments[-1 - which % len(ballot.comments)]
        text = comment.body if comment else ballot.body
        if back >= len(text.revisions):
            return
        self.town.agent.forget_revision(comment or ballot, back)
        what = "a comment" if comment else "the body"
        self.town.did(self.town.agent, f"removes an old text of {what} of #{ballot.number}")
        if comment:
            word = self.town.ledger.said_in(ballot.number, ("comment", str(comment.id)))
            if word:
                word.choice = "hold"

    @rule(
        who=CULPRITS,
        on=RECENT,
        is_pull=st.booleans(),
        label=st.sampled_from(LABELS),
        wanted=st.booleans(),
    )
    def relabels(self, who: str, on: int, is_pull: bool, label: str, wanted: bool) -> None:
        person, of = self.culprit(who), self.place(on, is_pull)
        if of is None or (label in self.town.ours(of)) is wanted:
            return
        if wanted:
            person.label(of, f"decision:{label}")
        else:
            person.unlabel(of, f"decision:{label}")
        self.town.did(
            person, f"{'puts' if wanted else 'takes'} {label} {'on' if wanted else 'off'} {of.ref}"
        )
        if not is_pull and (of.state == "closed" or label == "pending-owner"):
            self.town.relabelled.add(of.number)

    @rule(who=CULPRITS, on=RECENT, is_pull=st.booleans())
    def opens_or_closes(self, who: str, on: int, is_pull: bool) -> None:
        person, of = self.culprit(who), self.place(on, is_pull)
        if of is None or getattr(of, "merged", False):
            return
        if of.state == "open":
            person.close(of)
        else:
            person.reopen(of)
        self.town.did(person, f"{'reopens' if of.state == 'open' else 'closes'} {of.ref}")

    @rule(on=RECENT, option=st.sampled_from((Choice.A, Choice.B, Choice.REJECT)))
    def forges_a_receipt(self, on: int, option: Choice) -> None:
        ballot = self.town.ballot(on)
        if ballot is None:
            return
        pull = self.town.pull_of(ballot)
        nonce = ballot.body.text.partition("decision-inbox-nonce: ")[2].split(" ")[0]
        issue = IssueRef.parse(ballot.ref)
        receipt = Receipt(option, HeadSha.parse(pull.head_sha), pull.base_ref, issue, nonce)
        url = f"https://github.com/{self.town.inbox}/issues/{ballot.number}"
        forged = self.town.workflow.comment(pull, render_receipt(receipt, url, None))
        self.town.forged.add(forged.id)
        self.town.did(self.town.workflow, f"forges a receipt {option.value} on {pull.ref}")

    @rule(which=RECENT, coming=st.integers(0, 3))
    def forges_a_ballot(self, which: int, coming: int) -> None:
        pull = self.town.pull(which)
        heads = self.town.heads[pull.ref]
        head, about = heads[coming % len(heads)], PullRef.parse(pull.ref)
        nonce = f"forged-{len(self.town.diary)}"
        why = "label decision:required, added by `owner`"
        text = BallotText(about, HeadSha.parse(head), nonce, why, self.town.now)
        pending = ("decision:pending-owner",)
        forged = self.town.workflow.open_issue(
            self.town.inbox, render_title(about), render_body(text), labels=pending
        )
        said = f"forges #{forged.number} about {head[:7]} of {pull.ref}"
        self.town.did(self.town.workflow, said)
        if self.town.workflow.account is self.town.stage.bot.account:
            self.town.ledger.ballots[forged.number] = Asking(pull.ref, head)

    @rule(who=CULPRITS, which=RECENT)
    def merges_by_hand(self, who: str, which: int) -> None:
        person, pull = self.culprit(who), self.town.pull(which)
        if pull.state == "open" and not pull.draft and len(self.town.pulls) > 1:
            person.merge(pull)
            self.town.did(person, f"merges {pull.ref} by hand")

    @rule(on=RECENT, back=st.booleans(), coming=st.integers(0, 3))
    def forges_a_notice(self, on: int, back: bool, coming: int) -> None:
        ballot = self.town.ballot(on)
        if ballot is None:
            return
        pull = self.town.pull_of(ballot)
        heads = self.town.heads[pull.ref]
        there, other = pull.head_sha, heads[coming % len(heads)]
        old, new = (other, there) if back else (there, other)
        base = pull.base_ref
        notice = Notice(HeadSha.parse(old), HeadSha.parse(new), base, base)
        self.town.workflow.comment(ballot, render_notice(notice))
        self.town.did(
            self.town.workflow, f"forges a notice {old[:7]} → {new[:7]} on #{ballot.number}"
        )

    @rule(which=RECENT, state=st.sampled_from(("success", "failure")))
    def forges_a_status(self, which: int, state: str) -> None:
        pull = self.town.pull(which)
        why = "approved (A) by its owner" if state == "success" else "rejected by its owner"
        self.town.gh.set_status(
            pull,
            CONTEXT,
            state,
            by=self.town.workflow,
            description=f"#{pull.number} → {pull.base_ref}: {why}",
        )
        self.town.did(self.town.workflow, f"sets the status {state} on {pull.ref}")
