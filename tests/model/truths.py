"""What is true after every tick, whatever anybody did before; each can be said in a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from inbox.simulator.conversation import Issue, PullRequest
from tests.model.ledger import Word
from tests.model.town import Ticked, Town
from tests.stories.stage import CONTEXT
from tests.stories.witnesses import RESOLUTIONS

Truth = Callable[[Town, Ticked], Iterator[str]]

RESOLVED = {name.removeprefix("decision:") for name in RESOLUTIONS}
OUTCOMES = {"A": "approved-A", "B": "approved-B", "C": "deferred", "reject": "rejected"}


def a_merge_is_its_owners_will(town: Town, ticked: Ticked) -> Iterator[str]:
    """No merge but of a head of which the last word, given since it was seen, is yes (P34, P36)."""
    for pull in _merged(town, ticked):
        word = town.ledger.last_word(pull.ref, pull.head_sha)
        if word is None or word.choice not in town.charter.merges:
            yield f"{pull.ref} was merged at {pull.head_sha[:7]}, and the last word was {word}"
        elif word.at + town.charter.settle > ticked.at:
            yield f"{pull.ref} was merged before {word} had settled"
        elif refusal := town.ledger.refused_since(word, pull.ref, pull.head_sha):
            yield f"{pull.ref} was merged although {refusal}"


def a_merge_is_of_what_is_ready(town: Town, ticked: Ticked) -> Iterator[str]:
    """No merge of a draft, of a closed pull request, or without green checks (P36)."""
    for pull in _merged(town, ticked):
        check = town.checks.get(pull.head_sha)
        is_green = check == "success" or (check is None and not town.charter.needs_checks)
        if pull.draft or ticked.before[pull.ref] != "open" or not is_green:
            yield f"{pull.ref} was merged: draft {pull.draft}, checks {check}"


def an_approval_is_proven(town: Town, _: Ticked) -> Iterator[str]:
    """No approval label on an open pull request without its owner's last word (P34)."""
    for pull in _open(town):
        for option in ("A", "B"):
            if f"approved-{option}" not in town.ours(pull):
                continue
            words = town.ledger.counting(pull.ref, pull.head_sha)
            clear = [word for word in words if word.choice != "hold"]
            if not clear or clear[-1].choice != option:
                yield f"{pull.ref} carries approved-{option}, and was told {_list(words)}"


def no_approval_survives_a_push(town: Town, ticked: Ticked) -> Iterator[str]:
    """The tick that sees another head than the one before leaves no approval there (P25, P34)."""
    for pull in town.pulls_now():
        left = town.ours(pull) & {"approved-A", "approved-B"}
        if pull.ref in ticked.moved and pull.state == "open" and left:
            yield f"{pull.ref} moved to {pull.head_sha[:7]}, and still carries {sorted(left)}"


def a_success_is_proven(town: Town, _: Ticked) -> Iterator[str]:
    """No success on a head that can be merged but for its owner's yes as the last word (P35)."""
    for pull in _open(town):
        status = town.gh.status(pull, CONTEXT)
        if status is None or status.state != "success" or pull.draft or _is_unreadable(town, pull):
            continue
        word = town.ledger.last_word(pull.ref, pull.head_sha)
        if word is None or word.choice not in town.charter.merges:
            yield f"{pull.ref} is called {status.description!r}, and the last word was {word}"


def a_closed_ballot_says_why(town: Town, _: Ticked) -> Iterator[str]:
    """A closed ballot has exactly one resolution label and no other of ours (P33)."""
    for ballot in town.ballots():
        if ballot.state == "closed" and ballot.number not in town.relabelled:
            ours = town.ours(ballot)
            if len(ours & RESOLVED) != 1 or ours - RESOLVED:
                yield f"#{ballot.number} is closed with {sorted(ours)}"


def one_ballot_waits(town: Town, _: Ticked) -> Iterator[str]:
    """An open pull request waits in exactly one open ballot, unless it is approved (P5-P7)."""
    waiting = Counter(
        town.pull_of(ballot).ref
        for ballot in town.ballots()
        if ballot.state == "open" and "pending-owner" in town.ours(ballot)
    )
    for pull in town.pulls_now():
        if _is_unreadable(town, pull):
            continue
        most = int(pull.state == "open")
        is_answered = bool(town.ours(pull) & {"approved-A", "approved-B"}) or pull.draft
        is_held = any(word.choice == "hold" for word in town.ledger.standing(pull.ref))
        least = 0 if is_answered or is_held else most
        if not least <= waiting[pull.ref] <= most:
            yield f"{pull.ref} is {pull.state} and waits in {waiting[pull.ref]} ballots"


def a_closing_is_willed(town: Town, ticked: Ticked) -> Iterator[str]:
    """No pull request is closed but by a refusal, or with a ballot that its owner closed (P32)."""
    for entry in ticked.told.entries:
        if entry.method != "PATCH" or "/pulls/" not in entry.path or not entry.took_effect:
            continue
        repo, _, number = entry.path.removeprefix("/repos/").partition("/pulls/")
        pull = town.gh.find(f"{repo}#{number}")
        assert isinstance(pull, PullRequest)
        refused = any(
            word.choice == "reject"
            and pull.head_sha in (word.head, town.ledger.ballots[word.ballot].head)
            for word in town.ledger.standing(pull.ref)
        )
        closed = any(ballot in town.closed_by_owners for ballot in town.ledger.asked(pull.ref))
        if not refused and not (closed and town.charter.closing_closes):
            yield f"{pull.ref} was closed, and nobody refused it"


def nobody_speaks_in_vain(town: Town, ticked: Ticked) -> Iterator[str]:
    """A clear word that did not count is overtaken by another, or its ballot says why (P21)."""
    for pull in town.pulls_now():
        words = [word for word in town.ledger.standing(pull.ref) if word.choice != "hold"]
        last = max(words, key=lambda word: word.rank, default=None)
        if last is None or last.ballot not in ticked.waiting or _is_unreadable(town, pull):
            continue
        ballot = town.gh.find(f"{town.inbox}#{last.ballot}")
        assert isinstance(ballot, Issue)
        if OUTCOMES[last.choice] in town.ours(ballot) or _was_told(town, last, ballot, pull):
            continue
        yield f"{last} neither counted nor was answered: {sorted(town.ours(ballot))}"


def it_ends_well(town: Town, ticked: Ticked) -> Iterator[str]:
    """The program ends with 0, and asks nothing that GitHub does not have (interface.md)."""
    if ticked.told.exit_status != 0:
        yield f"exit {ticked.told.exit_status}: {ticked.told.said}"
    yield from town.gh.violations


TRUTHS: tuple[Truth, ...] = (
    a_merge_is_its_owners_will,
    a_merge_is_of_what_is_ready,
    an_approval_is_proven,
    no_approval_survives_a_push,
    a_success_is_proven,
    a_closed_ballot_says_why,
    one_ballot_waits,
    a_closing_is_willed,
    nobody_speaks_in_vain,
    it_ends_well,
)


def _merged(town: Town, ticked: Ticked) -> Iterator[PullRequest]:
    for entry in ticked.told.entries:
        if entry.method == "PUT" and entry.path.endswith("/merge") and entry.took_effect:
            repo, _, number = entry.path.removeprefix("/repos/").partition("/pulls/")
            pull = town.gh.find(f"{repo}#{number.removesuffix('/merge')}")
            assert isinstance(pull, PullRequest)
            yield pull


def _open(town: Town) -> list[PullRequest]:
    return [pull for pull in town.pulls_now() if pull.state == "open"]


def _was_told(town: Town, word: Word, ballot: Issue, pull: PullRequest) -> bool:
    """True when a comment of the bot on ballot or pull request is no older than the word."""
    return any(
        town.is_bots(comment) and comment.id not in town.forged and comment.updated_at >= word.at
        for comment in (*ballot.comments, *pull.comments)
    )


def _is_unreadable(town: Town, pull: PullRequest) -> bool:
    """True when nobody can say any more what a ballot asked: it decides nothing (P28)."""
    bodies = [one.body for one in town.ballots() if town.pull_of(one).ref == pull.ref]
    return any(body.revisions and body.revisions[0].text is None for body in bodies)


def _list(words: list[Word]) -> str:
    return "; ".join(map(str, words)) or "nothing"
