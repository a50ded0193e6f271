"""The gate: may a pull request pass, and what its commit status says (rulings D8-D11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inbox.decisions.block import Block
from inbox.decisions.standing import UNATTRIBUTED, Standing, State
from inbox.decisions.verdict import Code, Refusal
from inbox.markdown import log_safe
from inbox.refs import Account
from inbox.world import State as Light
from inbox.world import Status

DESCRIPTION_LIMIT = 140
TOO_VAGUE = "Too vague: needs options"
"""The seeds' words for an ask in prose."""

NO_QUESTIONS = "no questions"


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a pull request passes: `code` is None where it does, `ids` are what it names.

    `says` is the description of the status.
    """

    code: Code | None
    says: str
    ids: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """True where no question stands in the way of a merge."""
        return self.code is None


ASKS_NOTHING = Gate(None, NO_QUESTIONS)
"""The gate of a text that asks nothing, under which nothing was answered before."""


def unchecked(why: str) -> Gate:
    """The gate where something could not be read: it fails closed (D10)."""
    return Gate(Code.UNCHECKED, _says(Code.UNCHECKED, [why]))


def judge(block: Block, refusals: Sequence[Refusal], standings: Iterable[Standing]) -> Gate:
    """What the gate says of a text with these questions; the worst it has against it comes first.

    `refusals` are those of the text itself, the same at write time (D8, D9).
    """
    for refusal in refusals:
        if refusal.code is Code.UNPARSED:
            where = f"line {refusal.line}: {refusal.sentence}"
            return Gate(Code.UNPARSED, _says(Code.UNPARSED, [where]))
    stands = tuple(standings)
    if doubtful := tuple(one.id for one in stands if one.state in UNATTRIBUTED):
        return Gate(Code.UNATTRIBUTED, _says(Code.UNATTRIBUTED, doubtful), doubtful)
    for refusal in refusals:
        said = _fitting(f"{TOO_VAGUE} ({Code.UNSTRUCTURED.value}): ", [refusal.sentence])
        return Gate(Code.UNSTRUCTURED, said)
    if pending := tuple(one.id for one in stands if one.is_pending):
        return Gate(Code.PENDING, _says(Code.PENDING, pending), pending)
    return _passed(block, stands)


def _passed(block: Block, stands: tuple[Standing, ...]) -> Gate:
    if not block.present:
        gone = any(one.given is not None and one.given.is_absence for one in stands)
        return Gate(None, "no questions any more, as the owner confirmed") if gone else ASKS_NOTHING
    answered = sum(one.state is State.ANSWERED for one in stands)
    return Gate(None, f"{answered} of {len(block.questions)} questions answered, none is open")


def status(gate: Gate, url: str, bot: Account) -> Status:
    """The status that shows `gate`, with its pull request's link where there is more to see."""
    match gate.code:
        case None:
            light = Light.SUCCESS
        case Code.PENDING:
            light = Light.PENDING
        case Code.UNCHECKED:
            light = Light.ERROR
        case _:
            light = Light.FAILURE
    return Status(light, gate.says, "" if gate == ASKS_NOTHING else url, bot)


def _says(code: Code, parts: Iterable[str]) -> str:
    return _fitting(f"{code.value}: ", list(parts))


def _fitting(begins: str, parts: list[str]) -> str:
    """The parts, as many as fit, and how many do not; one that is too long is cut."""
    room = DESCRIPTION_LIMIT - len(begins) - len(f", and {len(parts)} more")
    first = log_safe(parts[0], room)
    if len(first) > room:  # what was told apart for the runner made it longer
        first = first[: room - 1] + "…"
    said, left = begins + first, parts[1:]
    while left:
        rest = f", and {len(left) - 1} more" if len(left) > 1 else ""
        if len(longer := f"{said}, {log_safe(left[0])}") + len(rest) > DESCRIPTION_LIMIT:
            return f"{said}, and {len(left)} more"
        said, left = longer, left[1:]
    return said
