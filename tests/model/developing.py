"""What the author does, and what checks say: pushes, bases, drafts, closing, reopening."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.model.answering import RECENT
from tests.model.town import Town


class Developing(RuleBasedStateMachine):
    """Rules of the pull requests' author and of their checks."""

    town: Town

    @rule(which=RECENT)
    def pushes(self, which: int) -> None:
        pull = self.town.pull(which)
        if pull.state == "open":
            head = self.town.author.push(pull)
            self.town.heads[pull.ref].append(head)
            self.town.did(self.town.author, f"pushes {head[:7]} to {pull.ref}")

    @rule(which=RECENT, back=st.integers(0, 3))
    def pushes_an_old_head_again(self, which: int, back: int) -> None:
        pull = self.town.pull(which)
        heads = self.town.heads[pull.ref]
        head = heads[back % len(heads)]
        if pull.state == "open" and head != pull.head_sha:
            self.town.author.force_push(pull, to=head)
            self.town.did(self.town.author, f"force-pushes {head[:7]} to {pull.ref}")
            self.town.ledger.start_anew(pull.ref, self.town.now)

    @rule(which=RECENT)
    def prepares_a_commit(self, which: int) -> None:
        """A commit is pushed and taken back at once: others now know its name."""
        pull = self.town.pull(which)
        if pull.state == "open":
            before = pull.head_sha
            head = self.town.author.push(pull)
            self.town.author.force_push(pull, to=before)
            self.town.heads[pull.ref].append(head)
            self.town.did(self.town.author, f"pushes {head[:7]} to {pull.ref} and takes it back")
            self.town.ledger.start_anew(pull.ref, self.town.now)

    @rule(which=RECENT)
    def changes_the_base(self, which: int) -> None:
        pull = self.town.pull(which)
        if pull.state == "open":
            base = "next" if pull.base_ref == "main" else "main"
            self.town.author.retarget(pull, base)
            self.town.did(self.town.author, f"changes the base of {pull.ref} to {base}")
            self.town.ledger.start_anew(pull.ref, self.town.now)

    @rule(which=RECENT)
    def closes_or_reopens(self, which: int) -> None:
        pull = self.town.pull(which)
        if pull.merged:
            return
        if pull.state == "open":
            self.town.author.close(pull)
        else:
            self.town.author.reopen(pull)
        self.town.did(
            self.town.author, f"{'closes' if pull.state == 'closed' else 'reopens'} {pull.ref}"
        )

    @rule(which=RECENT)
    def turns_into_a_draft_or_back(self, which: int) -> None:
        pull = self.town.pull(which)
        if pull.state == "open":
            self.town.author.set_draft(pull, not pull.draft)
            self.town.did(
                self.town.author, f"makes {pull.ref} {'a draft' if pull.draft else 'ready'}"
            )

    @rule(which=RECENT, conclusion=st.sampled_from(("success", "success", "failure", None)))
    def checks_report(self, which: int, conclusion: str | None) -> None:
        pull = self.town.pull(which)
        self.town.gh.check_run(pull, "ci", conclusion, app="ci")
        self.town.checks[pull.head_sha] = conclusion or "running"
        self.town.did(None, f"says {conclusion or 'running'} about {pull.head_sha[:7]}")
