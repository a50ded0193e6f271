"""The simulator's GraphQL schema is a true part of GitHub's: nothing added, nothing changed."""

from __future__ import annotations

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
)

from inbox.simulator.graphql import endpoint
from inbox.simulator.graphql.resolving import FIELDS, schema
from tests.contract.contract import official_schema

assert endpoint  # importing it registers every field

OURS = {name: one for name, one in schema().type_map.items() if not name.startswith("__")}
OBJECTS = [one for one in OURS.values() if isinstance(one, GraphQLObjectType)]


def _parts(one: GraphQLNamedType) -> dict[str, str]:
    """Every part of a type with its own type, as text."""
    match one:
        case GraphQLObjectType() | GraphQLInterfaceType():
            parts = {name: str(field.type) for name, field in one.fields.items()}
            for name, field in one.fields.items():
                parts |= {
                    f"{name}({argument})": f"{value.type} = {value.default_value}"
                    for argument, value in field.args.items()
                }
            return parts | {f"implements {other.name}": "" for other in one.interfaces}
        case GraphQLInputObjectType():
            return {
                name: f"{field.type} = {field.default_value}" for name, field in one.fields.items()
            }
        case GraphQLUnionType():
            return {other.name: "" for other in one.types}
        case GraphQLEnumType():
            return dict.fromkeys(one.values, "")
        case _:
            return {}


@pytest.mark.parametrize("name", sorted(OURS))
def test_github_has_every_part(name: str) -> None:
    theirs = official_schema().type_map[name]
    assert type(theirs) is type(OURS[name])
    assert _parts(OURS[name]).items() <= _parts(theirs).items()


@pytest.mark.parametrize("name", sorted(OURS))
def test_no_enumeration_is_cut(name: str) -> None:
    if isinstance(OURS[name], GraphQLEnumType):
        assert _parts(OURS[name]) == _parts(official_schema().type_map[name])
    else:
        assert name in official_schema().type_map


def test_an_argument_that_github_requires_is_never_left_out() -> None:
    for one in OBJECTS:
        theirs = official_schema().type_map[one.name]
        assert isinstance(theirs, GraphQLObjectType)
        for name, field in one.fields.items():
            required = {
                argument
                for argument, value in theirs.fields[name].args.items()
                if str(value.type).endswith("!") and value.default_value is None
            }
            assert required <= field.args.keys(), f"{one.name}.{name}"


def test_every_registered_field_exists() -> None:
    fields = {(one.name, name) for one in OBJECTS for name in one.fields}

    assert FIELDS.keys() <= fields
