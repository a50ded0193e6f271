"""Questions in pull requests: owners answer, agents do too and tamper, and what is true then."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from inbox.decisions.block import Question
from inbox.decisions.given import marks_of
from inbox.simulator.conversation import Comment, PullRequest
from tests.model.answering import RECENT
from tests.model.developing import Developing
from tests.model.mischief import CULPRITS
from tests.model.notebook import Notebook, asked_in, open_in
from tests.model.town import Charter, Ticked, Town
from tests.stories.stories_decisions import ASKED, GATE

SECONDS = (0, 1, 60, 301, 301, 1800, 15_000)
BOXES = {"In memory": "storage", "On disk": "storage", "Thumbnails": "extras", "Previews": "extras"}
ANSWERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "/answer storage: 1": ("storage", ("1",)),
    "/answer storage: On disk": ("storage", ("On disk",)),
    "/answer extras: thumbnails | 2": ("extras", ("Thumbnails", "2")),
    "/answer name: Cachet": ("name", ("Cachet",)),
    "/answer name: Depot": ("name", ("Depot",)),
}
EDITS = {
    "reword": ("the cache live", "all the data live"),
    "reword back": ("all the data live", "the cache live"),
    "rename an option": ("On disk", "On a disk"),
    "rename it back": ("On a disk", "On disk"),
    "swap": ("- [ ] In memory\n- [ ] On disk", "- [ ] On disk\n- [ ] In memory"),
    "drop": ("### name: What is it called? (text)", "Called it."),
    "add": ("## Tests", "### more: More? (text)\n\n## Tests"),
    "answer": ("(text)\n\n", "(text)\n> **Answer:** Mine\n\n"),
    "around": ("What it does.", "What it does now."),
}
_RECORD = re.compile(r"marvin-decisions\n(.*?)\n```")
CORRECTED = "/answer storage: On disk"
Truth = Callable[[Town, Notebook, Ticked], Iterator[str]]


def no_merge_while_it_is_open(town: Town, notebook: Notebook, ticked: Ticked) -> Iterator[str]:
    """No merge while a required question is open, or an answer is not the owner's (P36, D11)."""
    for pull in _merged(town, ticked):
        for why in _open(notebook, pull):
            yield f"{pull.ref} was merged although {why}"


def a_green_gate_is_answered(town: Town, notebook: Notebook, _: Ticked) -> Iterator[str]:
    """A success of the gate has an owner's answer to each question as it now reads (D10)."""
    for pull in town.pulls_now():
        status = town.gh.status(pull, GATE)
        if pull.state == "open" and status is not None and status.state == "success":
            for why in _open(notebook, pull):
                yield f"the gate of {pull.ref} is green although {why}"


def an_answer_is_recorded_once(town: Town, _: Notebook, __: Ticked) -> Iterator[str]:
    """No two records under one text name the same source and question (D14)."""
    for pull in town.pulls_now():
        pairs = Counter(pair for one in _records(town, pull) for pair in one)
        yield from (f"{pair} is recorded {n} times" for pair, n in pairs.items() if n > 1)


def an_answer_arrives(town: Town, notebook: Notebook, ticked: Ticked) -> Iterator[str]:
    """What an owner answered last, and nobody touched since, stands in the description (D14)."""
    for pull in town.pulls_now():
        if pull.state != "open" or ticked.before[pull.ref] != "open":
            continue
        for id_, question in asked_in(pull.body.text).items():
            last = notebook.last(pull.ref, id_)
            if len(last) != 1 or last[0].is_withdrawn or last[0].form != question.asked:
                continue
            if notebook.touched.get(pull.ref, last[0].at) < last[0].at and marks_of(question) != (
                last[0].marks
            ):
                yield f"{last[0]} did not arrive in {pull.ref}"


def it_ends_well(town: Town, _: Notebook, ticked: Ticked) -> Iterator[str]:
    """The program ends with 0, and asks nothing that GitHub does not have (interface.md)."""
    if ticked.told.exit_status != 0:
        yield f"exit {ticked.told.exit_status}: {ticked.told.said}"
    yield from town.gh.violations


TRUTHS: tuple[Truth, ...] = (
    no_merge_while_it_is_open,
    a_green_gate_is_answered,
    an_answer_is_recorded_once,
    an_answer_arrives,
    it_ends_well,
)


FORGED = tuple(one for one in TRUTHS if one is not an_answer_is_recorded_once)
"""What holds where records are repeated under the bot's own name, too."""


class Questioned(Developing):
    """Deeds about questions, beside those of the author, and ticks."""

    charter = Charter({"app_token": True})

    def __init__(self) -> None:
        super().__init__()
        self.town = Town(self.charter)
        self.notebook = Notebook()
        self.has_failed = False
        self.repeats = 0

    @initialize(is_approved=st.booleans())
    def begins(self, is_approved: bool) -> None:
        pull = self.town.open_pull()
        self.town.author.edit_body(pull, ASKED)
        self.town.gh.check_run(pull, "ci", "success", app="ci")
        self.tick(301)
        if is_approved:
            self.town.owner.react(self.town.stage.ballot(), "+1")

    @rule()
    def the_owner_approves(self) -> None:
        for ballot in self.town.ballots()[:1]:
            if ballot.state == "open":
                self.town.owner.comment(ballot, "/approve A")
                self.town.did(self.town.owner, f"approves on #{ballot.number}")

    @rule(which=RECENT, text=st.sampled_from(tuple(ANSWERS)), twice=st.booleans())
    def the_owner_answers(self, which: int, text: str, twice: bool) -> None:
        pull = self.town.pull(which)
        texts = (text, "/answer name: Depot") if twice else (text,)
        comment = self.town.owner.comment(pull, "\n".join(texts))
        self.town.did(self.town.owner, f"writes {texts} on {pull.ref}")
        self._heard(pull, comment, dict(ANSWERS[one] for one in texts))

    def _heard(self, pull: PullRequest, comment: Comment, said: dict[str, tuple[str, ...]]) -> None:
        asked = asked_in(pull.body.text)
        for id_, wanted in said.items():
            if (question := asked.get(id_)) and (marks := _chosen(question, wanted)):
                what = (marks, question.asked)
                self.notebook.say(pull.ref, id_, what, self.town.now, comment.id)

    @rule(which=RECENT)
    def the_owner_confirms(self, which: int) -> None:
        pull = self.town.pull(which)
        comment = self.town.owner.comment(pull, "/confirm")
        self.town.did(self.town.owner, f"confirms {pull.ref}")
        self.notebook.confirm(pull.ref, pull.body.text, self.town.now, comment.id)

    @rule(which=RECENT, box=st.sampled_from(tuple(BOXES)), is_owner=st.booleans())
    def somebody_clicks_a_box(self, which: int, box: str, is_owner: bool) -> None:
        pull = self.town.pull(which)
        person = self.town.owner if is_owner else self.town.agent
        lines = [one for one in pull.body.text.splitlines() if one.endswith(f"] {box}")]
        if len(lines) != 1:
            return
        click = person.tick_box if "[ ]" in lines[0] else person.untick_box
        click(pull, box)
        self.town.did(person, f"clicks {box} in {pull.ref}")
        if is_owner and (question := asked_in(pull.body.text).get(BOXES[box])):
            what = (marks_of(question), question.asked)
            self.notebook.say(pull.ref, question.id, what, self.town.now)
        if not is_owner:
            self.notebook.touched[pull.ref] = self.town.now

    @rule(who=CULPRITS, which=RECENT, how=st.sampled_from(tuple(EDITS)))
    def others_edit(self, who: str, which: int, how: str) -> None:
        pull, (old, new) = self.town.pull(which), EDITS[how]
        if old in pull.body.text:
            self._save(who, pull, pull.body.text.replace(old, new, 1), how)

    @rule(who=CULPRITS, which=RECENT, back=st.integers(0, 4))
    def others_save_an_old_text(self, who: str, which: int, back: int) -> None:
        pull = self.town.pull(which)
        texts = [one.text for one in pull.body.revisions if one.text is not None]
        if texts:
            self._save(who, pull, texts[-1 - back % len(texts)], "an old text")

    def _save(self, who: str, pull: PullRequest, text: str, how: str) -> None:
        person = self.town.agent if who == "agent" else self.town.workflow
        person.edit_body(pull, text)
        self.town.did(person, f"edits {pull.ref}: {how}")
        self.notebook.touched[pull.ref] = self.town.now

    @rule(who=CULPRITS, which=RECENT, number=RECENT)
    def others_repeat_a_comment(self, who: str, which: int, number: int) -> None:
        """A record, a word of the owner's, a sticky comment: in the bot's name, perhaps."""
        pull = self.town.pull(which)
        person = self.town.agent if who == "agent" else self.town.workflow
        if pull.comments:
            text = pull.comments[-1 - number % len(pull.comments)].body.text
            person.comment(pull, text.replace("On disk", "In memory"))
            self.town.did(person, f"repeats {text[:20]!r}")
            self.notebook.touched[pull.ref] = self.town.now
            self.repeats += person.account is self.town.stage.bot.account

    @rule(which=RECENT, number=RECENT, deletes=st.booleans(), is_owner=st.booleans())
    def somebody_edits_or_deletes_a_comment(
        self, which: int, number: int, deletes: bool, is_owner: bool
    ) -> None:
        pull, person = self.town.pull(which), self.town.owner if is_owner else self.town.agent
        if not pull.comments:
            return
        comment = pull.comments[-1 - number % len(pull.comments)]
        if not deletes and comment.body.text == CORRECTED:
            return
        is_own = comment.author is self.town.owner.account
        self.town.did(person, f"{'deletes' if deletes else 'edits'} {comment.body.text[:20]!r}")
        if deletes:
            person.delete_comment(comment)
        else:
            person.edit_comment(comment, CORRECTED)
        self.notebook.touched[pull.ref] = self.town.now
        if is_own and (deletes or is_owner):
            was = [one for one in self.notebook.answers if one.comment == comment.id]
            kept = [one for one in was if not one.is_withdrawn and one.question == "storage"]
            is_same = not deletes and any(one.marks == ("On disk",) for one in kept)
            for one in was:
                one.is_withdrawn = one.is_withdrawn or not (is_same and one in kept)
            if not deletes and not is_same:
                self._heard(pull, comment, {"storage": ("On disk",)})

    @rule(which=RECENT, back=st.integers(0, 2))
    def an_agent_removes_a_text_from_the_history(self, which: int, back: int) -> None:
        pull = self.town.pull(which)
        if back < len(pull.body.revisions):
            self.town.agent.forget_revision(pull, back)
            self.town.did(self.town.agent, f"removes an old text of {pull.ref}")
            self.notebook.touched[pull.ref] = self.town.now

    @rule(seconds=st.sampled_from(SECONDS))
    def tick(self, seconds: int) -> None:
        self.town.gh.advance(seconds=seconds)
        ticked = self.town.tick()
        for truth in TRUTHS if not self.repeats else FORGED:
            self.demand(truth.__doc__ or "", list(truth(self.town, self.notebook, ticked)))
        if self.town.last_deed >= ticked.at:
            self.town.tick()  # of one second nobody can say what came first
        again = self.town.tick()
        self.demand("Right after a tick nothing is written.", again.told.writes)

    @rule(seconds=st.sampled_from(SECONDS))
    def one_more_tick(self, seconds: int) -> None:
        self.tick(seconds)

    @rule()
    def a_second_passes(self) -> None:
        self.town.gh.advance(seconds=1)

    def demand(self, truth: str, broken: list[str]) -> None:
        """Fails with the truth, how it is broken, and the diary."""
        if broken:
            self.has_failed = True
            raise AssertionError("\n".join([truth, *broken, "", *self.town.diary]))

    def teardown(self) -> None:
        if self.town.pulls and not self.has_failed:
            self.tick(1800)
        self.town.stage.close()


class QuestionedAsOneOfMany(Questioned):
    """The workflow's own token: every workflow is `github-actions[bot]`."""

    charter = Charter()


def _chosen(question: Question, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The marks that these words ask for; none where one of them names no option."""
    labels = [option.label for option in question.options]
    if not labels:
        return wanted
    found = [labels[int(one) - 1] if one.isdigit() else one for one in wanted]
    return tuple(one for one in labels if one in found) if set(found) <= set(labels) else ()


def _open(notebook: Notebook, pull: PullRequest) -> Iterator[str]:
    is_known = all(one.text is not None for one in pull.body.revisions)
    return open_in(notebook, pull.ref, pull.body.text, is_known=is_known)


def _merged(town: Town, ticked: Ticked) -> Iterator[PullRequest]:
    return (one for one in town.pulls_now() if one.merged and ticked.before[one.ref] == "open")


def _records(town: Town, pull: PullRequest) -> Iterator[list[tuple[str, str]]]:
    """What each untouched record of the bot's names: its sources, with the questions of each."""
    bot = town.stage.bot.account
    for comment in pull.comments:
        found = _RECORD.search(comment.body.text)
        is_ours = comment.author is bot and all(one.editor is bot for one in comment.body.revisions)
        if found and is_ours:
            sources = json.loads(found[1])["source"]
            yield [(key, question) for key, named in sources.items() for question in named]
