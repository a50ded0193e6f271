"""Every field of the simulator's GraphQL schema resolves to what its type promises."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)

from inbox.simulator import Simulator
from inbox.simulator.accounts import AccountKind
from inbox.simulator.graphql.resolving import schema
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

_VALUES = {
    "name": '"x"',
    "qualifiedName": '"main"',
    "expression": '"main"',
    "first": "10",
}


@dataclass
class Everything:
    """Writes a selection of all fields, down to a depth, entering each type once per path."""

    used: set[tuple[str, str]] = field(default_factory=set)

    def of(self, name: str, depth: int, path: tuple[str, ...] = ()) -> str:
        """The selection of all fields of that type."""
        one = schema().type_map[name]
        if isinstance(one, GraphQLUnionType | GraphQLInterfaceType):
            inner = [
                f"... on {kind.name} {{{self.of(kind.name, depth, path)}}}"
                for kind in schema().get_possible_types(one)
                if kind.name not in path and kind.name != "Query"
            ]
            return " ".join(["__typename", *inner])
        assert isinstance(one, GraphQLObjectType)
        parts = [
            self._field(name, at, each, depth, (*path, name)) for at, each in one.fields.items()
        ]
        return " ".join(["__typename", *(part for part in parts if part)])

    def _field(
        self, owner: str, name: str, one: GraphQLField, depth: int, path: tuple[str, ...]
    ) -> str:
        kind = get_named_type(one.type)
        arguments = self._arguments(one)
        # One name may have several types in the members of a union: each gets its own alias.
        told = f"{owner}_{name}: {name}{arguments}"
        if is_leaf_type(kind):
            self.used.add((owner, name))
            return told
        if depth == 0 or kind.name in path or owner == "Query":
            return ""
        self.used.add((owner, name))
        if kind.name.endswith("Edge"):  # the nodes beside them are selected whole
            self.used |= {(kind.name, "cursor"), (kind.name, "node")}
            return f"{told} {{cursor node {{__typename}}}}"
        return f"{told} {{{self.of(kind.name, depth - 1, path)}}}"

    def _arguments(self, one: GraphQLField) -> str:
        values = {**_VALUES, "number": "2" if "PullRequest" in str(one.type) else "1"}
        wanted = [
            f"{name}: {values[name]}"
            for name, value in one.args.items()
            if str(value.type).endswith("!") or name in ("first", "expression")
        ]
        return f"({', '.join(wanted)})" if wanted else ""


@pytest.fixture
def busy(gh: Simulator, app: Repository) -> None:
    """A world in which everything has happened once."""
    owner, author = gh.user("owner", role="admin"), gh.user("author", role="write")
    first = owner.open_issue(app, "first", "one")
    pull = gh.pull(app, author=author, files={"a": "added", "b": "removed"})
    gh.check_run(pull, "test")
    gh.set_status(pull, "ci", "success")
    for on in (first, pull):
        comment = owner.comment(on, "hello")
        owner.edit_comment(comment, "hello!")
        owner.react(comment, "+1")
        owner.react(on, "heart")
        owner.edit_body(on, "two")
        owner.forget_revision(on, 0)
        owner.delete_comment(owner.comment(on, "gone"))
        owner.label(on, "x", "y")
        owner.unlabel(on, "y")
        owner.assign(on, author)
        owner.unassign(on)
        owner.assign(on, author)
        owner.rename(on, "renamed")
        owner.lock(on, "resolved")
        owner.unlock(on)
        owner.close(on, duplicate_of=first if on is pull else pull)
        owner.reopen(on)
    owner.convert_to_discussion(owner.open_issue(app, "talk", "about it"))
    author.push(pull)
    author.force_push(pull)
    gh.check_run(pull, "test", None)
    gh.set_status(pull, "ci", "failure")
    owner.set_draft(pull, True)
    owner.set_draft(pull, False)
    owner.commit(app, {"x": "y"}, branch="release")
    owner.retarget(pull, "release")
    owner.delete_branch(app, "release", move_pulls_to="main")
    gh.rules(app).delete_branch = True
    owner.merge(pull)
    owner.commit(app, {"x": "z"}, message="fixes #1")
    gh.account("manny", AccountKind.MANNEQUIN).comment(first, "imported")
    gh.account("corp", AccountKind.ENTERPRISE).comment(first, "from above")


@pytest.mark.usefixtures("busy")
def test_every_field_resolves(ask: Ask) -> None:
    everything = Everything()
    conversation = everything.of("Issue", 3), everything.of("PullRequest", 3)
    repository, commit = everything.of("Repository", 1), everything.of("Commit", 4)
    told = ask.data(
        f"""{{
          rateLimit {{{everything.of("RateLimit", 0)}}}
          viewer {{{everything.of("User", 0)}}}
          repository(owner: "org", name: "app") {{
            {repository}
            one: issue(number: 1) {{{conversation[0]}}}
            two: pullRequest(number: 2) {{{conversation[1]}
              commits(last: 1) {{ nodes {{ commit {{{commit}}} }} }} }}
          }}
        }}"""
    )
    assert told["repository"]["Repository_nameWithOwner"] == "org/app"
    fields = {
        (one.name, name)
        for one in schema().type_map.values()
        if isinstance(one, GraphQLObjectType) and not one.name.startswith("__")
        for name in one.fields
    }
    # A user's project may close an issue, but the simulator has no projects.
    assert {one for one, _ in fields - everything.used} <= {"Query", "ProjectV2"}


@pytest.mark.usefixtures("busy")
def test_every_kind_of_event_was_told(gh: Simulator, ask: Ask) -> None:
    query = """query($n: Int!) {
      repository(owner: "org", name: "app") {
        issueOrPullRequest(number: $n) {
          ... on Issue { timelineItems(first: 100) { nodes { __typename } } }
          ... on PullRequest { timelineItems(first: 100) { nodes { __typename } } }
        }
      }
    }"""
    told: set[str] = set()
    for number in (1, 2, 3):
        found = ask.data(query, n=number)["repository"]["issueOrPullRequest"]
        told |= {node["__typename"] for node in found["timelineItems"]["nodes"]}
    every = {
        kind.name
        for union in ("IssueTimelineItems", "PullRequestTimelineItems")
        for kind in schema().type_map[union].types  # type: ignore[attr-defined]  # the type of that name is a union
    }
    assert every - told == {"TransferredEvent", "BaseRefDeletedEvent"}
    assert gh.journal.entries[-1].points == 1
