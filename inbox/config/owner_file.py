"""The form of `config/owner.yml`: keys, types, defaults, descriptions."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema, field_validator

from inbox.config.values import LOGIN_SCHEMA, Login, OptionalLine, Strict, shown
from inbox.refs import GHOST_ID


class ActorEntry(Strict):
    """A person whose answers count; with an id, only while both login and id are theirs."""

    login: Login
    id: int | None = Field(default=None, ge=1)

    @field_validator("id")
    @classmethod
    def _is_somebody(cls, value: int | None) -> int | None:
        if value == GHOST_ID:
            raise ValueError("this id stands for deleted accounts; name a person")
        return value


def _actor(value: object) -> object:
    if isinstance(value, str):
        return {"login": value}
    if isinstance(value, dict):
        return value
    raise ValueError(f"{shown(value)} is no login; write a login, or {{login: mona, id: 1234}}")


_ACTOR_SCHEMA = {
    "anyOf": [
        LOGIN_SCHEMA,
        {
            "type": "object",
            "properties": {
                "login": LOGIN_SCHEMA,
                "id": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "The account id, as https://api.github.com/users/<login> says.",
                },
            },
            "required": ["login"],
            "additionalProperties": False,
        },
    ]
}


class OwnerFile(Strict):
    """Who owns the decisions, and who else may answer."""

    github_login: Login = Field(description="The owner's GitHub login.")
    allowlisted_actors: list[
        Annotated[ActorEntry, BeforeValidator(_actor), WithJsonSchema(_ACTOR_SCHEMA)]
    ] = Field(
        default_factory=list,
        min_length=1,
        max_length=100,
        description="The only people whose answers count, as logins or as {login, id};"
        " without this key the owner alone.",
    )
    display_name: OptionalLine = Field(
        default=None,
        description="How the job summary names the owner, beside the login.",
    )
    allow_app_signals: bool = Field(
        default=False,
        description="Whether comments count that an app wrote in a person's name.",
    )
