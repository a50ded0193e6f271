"""Derives the simulator's GraphQL schema, and the packed official one, from GitHub's own.

    npm pack @octokit/graphql-schema && tar -xzf octokit-graphql-schema-*.tgz
    python -m tests.contract.derive_graphql package/schema.graphql

Writes `inbox/simulator/graphql/schema.graphql` (the types and fields named in KEPT, nothing
changed but what is left out) and `tests/contract/github.graphql.gz` (the whole schema without its
descriptions). MIT licence, © GitHub, Inc.
"""

from __future__ import annotations

import gzip
import sys
from dataclasses import replace
from pathlib import Path

from graphql import (
    DefinitionNode,
    DocumentNode,
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    InputObjectTypeDefinitionNode,
    InterfaceTypeDefinitionNode,
    ObjectTypeDefinitionNode,
    ScalarTypeDefinitionNode,
    UnionTypeDefinitionNode,
    parse,
    print_ast,
    strip_ignored_characters,
)

from tests.contract.graphql_kept import ARGUMENTS, ENUMS, KEPT, SCALARS, UNIONS

HERE = Path(__file__).parent
SUBSET = HERE.parent.parent / "inbox" / "simulator" / "graphql" / "schema.graphql"
PACKED = HERE / "github.graphql.gz"
PAGING = frozenset({"first", "last", "after", "before"})

Composite = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode | InputObjectTypeDefinitionNode


def subset(official: DocumentNode) -> str:
    """The kept part of the official schema as text, types in their official order."""
    kept = [one for one in (_cut(node) for node in official.definitions) if one is not None]
    return print_ast(DocumentNode(definitions=tuple(kept))) + "\n"


def _cut(node: DefinitionNode) -> DefinitionNode | None:
    match node:
        case ScalarTypeDefinitionNode() if node.name.value in SCALARS:
            return replace(node, description=None, directives=())
        case EnumTypeDefinitionNode() if node.name.value in ENUMS:
            bare = tuple(replace(one, description=None, directives=()) for one in node.values or ())
            return replace(node, description=None, values=bare)
        case UnionTypeDefinitionNode() if node.name.value in UNIONS:
            kept = tuple(one for one in node.types or () if one.name.value in KEPT)
            return replace(node, description=None, types=kept)
        case (
            ObjectTypeDefinitionNode()
            | InterfaceTypeDefinitionNode()
            | InputObjectTypeDefinitionNode()
        ) if node.name.value in KEPT:
            return _cut_composite(node)
        case _:
            return None


def _cut_composite(node: Composite) -> Composite:
    name = node.name.value
    wanted = KEPT[name]
    if missing := wanted - {field.name.value for field in node.fields or ()}:
        raise SystemExit(f"GitHub's {name} has no {', '.join(sorted(missing))}")
    if isinstance(node, InputObjectTypeDefinitionNode):
        inputs = tuple(
            replace(field, description=None)
            for field in node.fields or ()
            if field.name.value in wanted
        )
        return replace(node, description=None, fields=inputs)
    return replace(
        node,
        description=None,
        directives=(),
        interfaces=tuple(one for one in node.interfaces or () if one.name.value in KEPT),
        fields=tuple(
            _cut_field(name, one) for one in node.fields or () if one.name.value in wanted
        ),
    )


def _cut_field(owner: str, field: FieldDefinitionNode) -> FieldDefinitionNode:
    wanted = PAGING | ARGUMENTS.get(f"{owner}.{field.name.value}", frozenset())
    arguments = tuple(
        replace(one, description=None) for one in field.arguments or () if one.name.value in wanted
    )
    return replace(field, description=None, directives=(), arguments=arguments)


def main(source: Path) -> None:
    """Writes both files."""
    text = source.read_text(encoding="utf-8")
    stripped = strip_ignored_characters(_without_descriptions(text))
    PACKED.write_bytes(gzip.compress(stripped.encode(), mtime=0))
    SUBSET.parent.mkdir(exist_ok=True)
    SUBSET.write_text(subset(parse(text, no_location=True)), encoding="utf-8")


def _without_descriptions(text: str) -> str:
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        fences = line.count('"""')
        if fences or inside:
            inside ^= fences % 2 == 1
            continue
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
