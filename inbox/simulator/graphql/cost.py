"""What a query costs and how many nodes it may return (docs.github.com, GraphQL rate limits)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    ListValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
)

MOST_NODES = 500_000
LARGEST_PAGE = 100


class TooMuch(Exception):
    """GitHub does not run this query; `kind` is the error's type."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(slots=True)
class Estimate:
    """The requests and nodes that a query may come to, counted before it runs."""

    variables: dict[str, Any]
    fragments: dict[str, FragmentDefinitionNode] = field(default_factory=dict)
    requests: int = 1
    nodes: int = 0

    @property
    def points(self) -> int:
        """Requests over a hundred, rounded, at least one."""
        return max(1, round(self.requests / 100))

    def _value(self, node: FieldNode, name: str) -> Any:
        for argument in node.arguments or ():
            if argument.name.value == name:
                match argument.value:
                    case IntValueNode(value=text):
                        return int(text)
                    case VariableNode(name=variable):
                        return self.variables.get(variable.value)
                    case ListValueNode(values=values):
                        return values
        return None

    def walk(self, selections: SelectionSetNode | None, times: int) -> None:
        """Counts what these selections ask for, each `times` over."""
        for one in selections.selections if selections else ():
            match one:
                case FragmentSpreadNode(name=name):
                    self.walk(self.fragments[name.value].selection_set, times)
                case InlineFragmentNode(selection_set=inner):
                    self.walk(inner, times)
                case FieldNode():
                    self._field(one, times)

    def _field(self, node: FieldNode, times: int) -> None:
        name = node.name.value
        first, last = self._value(node, "first"), self._value(node, "last")
        ids = self._value(node, "ids")
        if ids is not None:
            self.nodes += len(ids)
            self.walk(node.selection_set, times * len(ids))
        elif first is None and last is None:
            if _is_connection(node):
                raise TooMuch(
                    "MISSING_PAGINATION_BOUNDARIES",
                    f"You must provide a `first` or `last` value to properly paginate the "
                    f"`{name}` connection.",
                )
            self.walk(node.selection_set, times)
        else:
            self._connection(node, times, first, last)

    def _connection(self, node: FieldNode, times: int, first: Any, last: Any) -> None:
        name = node.name.value
        if first is not None and last is not None:
            raise TooMuch(
                "UNPROCESSABLE", f"Passing both `first` and `last` to paginate `{name}` is no page."
            )
        word, size = ("first", first) if first is not None else ("last", last)
        if not 1 <= size <= LARGEST_PAGE:
            raise TooMuch(
                "EXCESSIVE_PAGINATION",
                f"Requesting {size} records on the `{name}` connection exceeds the `{word}` "
                f"limit of {LARGEST_PAGE} records.",
            )
        self.requests += times
        self.nodes += times * size
        self.walk(node.selection_set, times * size)


def _is_connection(node: FieldNode) -> bool:
    """True for a field that is read through `nodes`, `edges` or `pageInfo` and so is paged."""
    inner = node.selection_set
    if inner is None:
        return False
    names = {one.name.value for one in inner.selections if isinstance(one, FieldNode)}
    return "pageInfo" in names or bool(names & {"nodes", "edges"})


def estimate(document: DocumentNode, variables: dict[str, Any]) -> Estimate:
    """The estimate of the document's one operation; raises TooMuch over GitHub's bounds."""
    fragments = {
        one.name.value: one
        for one in document.definitions
        if isinstance(one, FragmentDefinitionNode)
    }
    counted = Estimate(variables, fragments)
    for definition in document.definitions:
        if isinstance(definition, OperationDefinitionNode):
            counted.walk(definition.selection_set, 1)
    if counted.nodes > MOST_NODES:
        raise TooMuch(
            "MAX_NODE_LIMIT_EXCEEDED",
            f"This query requests up to {counted.nodes:,} possible nodes which exceeds the "
            f"maximum limit of {MOST_NODES:,}.",
        )
    return counted
