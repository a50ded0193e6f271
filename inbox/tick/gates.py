"""The commit status `decision-inbox/decisions` on every head (D10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial

from inbox.actions import SetStatus
from inbox.ballot import statuses
from inbox.decisions.gate import status
from inbox.tick.attempts import guarded
from inbox.tick.session import Session
from inbox.world import DECISIONS_CONTEXT, Pull, State, Status


def show_gates(session: Session) -> None:
    """Every head carries the gate of its pull requests, the most cautious where they share it."""
    by_head: Mapping[tuple[str, str], list[Pull]] = defaultdict(list)
    for pull in session.world.pulls.values():
        if pull.is_open and pull.ref in session.inquiry.gates:
            by_head[str(pull.ref.repo), pull.head].append(pull)
    for together in by_head.values():
        wanted = [
            status(session.inquiry.gates[pull.ref], pull.url, session.world.bot)
            for pull in together
        ]
        shown = partial(set_gate, session, together[0], statuses.most_cautious(wanted))
        guarded(session, together[0].ref, shown)


def set_gate(session: Session, pull: Pull, wanted: Status) -> None:
    """The head carries `wanted`; over statuses that could not be read goes no success (P23)."""
    found = session.world.gates.get((pull.ref.repo, pull.head))
    is_unread = (pull.ref.repo, pull.head) in session.unread_heads
    if is_unread and wanted.state is State.SUCCESS:
        return
    if not statuses.stands(found, wanted):
        session.write(gate_status(pull, wanted))


def gate_status(pull: Pull, wanted: Status) -> SetStatus:
    """The write that shows `wanted` as the gate of the head."""
    return SetStatus(
        pull.ref.repo,
        pull.head,
        wanted.state,
        wanted.description,
        wanted.target_url,
        DECISIONS_CONTEXT,
    )
