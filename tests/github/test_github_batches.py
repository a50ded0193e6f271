"""Asking about many things at once: nothing is asked for twice, nothing is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from inbox.errors import GitHubFault, NotThere, Unavailable
from inbox.github.batches import batched, gather, side_by_side
from inbox.github.calls import TRIES

KEYS = st.lists(st.integers(0, 60), unique=True)


@given(KEYS, st.frozensets(st.integers(0, 60)), st.frozensets(st.integers(0, 60)))
def test_every_key_is_found_or_has_a_fault(
    keys: list[int], heavy: frozenset[int], missing: frozenset[int]
) -> None:
    """Protocol P40: a key that fails costs itself, and what follows three such in a row."""
    found_once: list[int] = []

    def ask(asked: Sequence[int], tries: int) -> Mapping[int, str | GitHubFault]:
        assert tries == (TRIES if len(asked) == 1 else 1)
        if heavy & set(asked):
            raise Unavailable("too heavy")
        found_once.extend(asked)
        return {key: NotThere("gone") if key in missing else str(key) for key in asked}

    gathered = gather(batched(keys, 20), ask)
    assert gathered.found.keys() | gathered.faults.keys() == set(keys)
    assert not gathered.found.keys() & gathered.faults.keys()
    assert gathered.found == {key: str(key) for key in gathered.found}
    assert not gathered.found.keys() & (heavy | missing)
    assert len(found_once) == len(set(found_once))


@given(KEYS)
def test_when_nothing_answers_the_number_of_questions_is_bounded(keys: list[int]) -> None:
    asked: list[int] = []

    def ask(some: Sequence[int], tries: int) -> Mapping[int, str | GitHubFault]:
        assert some
        asked.append(tries)
        raise Unavailable("down")

    gathered = gather(batched(keys), ask)
    assert set(gathered.faults) == set(keys)
    assert sum(asked) <= 20


@given(st.lists(st.integers(0, 300)), st.integers(1, 100))
def test_batches_hold_every_key_once(keys: list[int], size: int) -> None:
    batches = batched(keys, size)
    assert [key for batch in batches for key in batch] == list(dict.fromkeys(keys))
    assert all(0 < len(batch) <= size for batch in batches)


def test_two_kinds_of_keys_share_their_batches() -> None:
    assert side_by_side([[1, 2], [3]], [[10]]) == [[1, 2, 10], [3]]
    assert side_by_side([], [[10], [11]]) == [[10], [11]]
