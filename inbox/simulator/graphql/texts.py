"""Everything with a body in GraphQL: its history, its author and its reactions."""

from __future__ import annotations

from typing import Any

from inbox.simulator.accounts import Account
from inbox.simulator.conversation import Comment, Conversation, Reaction
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.people import shown
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves
from inbox.simulator.shapes.conversations import association
from inbox.simulator.texts import Revision

TYPE_NAMES[Comment] = "IssueComment"
TYPE_NAMES[Reaction] = "Reaction"
TYPE_NAMES[Revision] = "UserContentEdit"

Args = dict[str, Any]
Text = Conversation | Comment
_TEXTS = ("Issue", "PullRequest", "IssueComment")
_CONTENT = {
    "+1": "THUMBS_UP",
    "-1": "THUMBS_DOWN",
    "laugh": "LAUGH",
    "confused": "CONFUSED",
    "heart": "HEART",
    "hooray": "HOORAY",
    "rocket": "ROCKET",
    "eyes": "EYES",
}


@resolves("id", *_TEXTS, "Reaction", "UserContentEdit")
def global_id(source: Any, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return str(source.node_id)


@resolves("databaseId", *_TEXTS, "Reaction")
def database_id(source: Any, _asking: Asking, _args: Args) -> int | None:
    """The id that REST has; null where it does not fit into 32 bits."""
    number: int = source.id
    return number if number < 2**31 else None


@resolves("fullDatabaseId", *_TEXTS)
def full_database_id(source: Text, _asking: Asking, _args: Args) -> str:
    """The id that REST has, as text: it is a `BigInt`."""
    return str(source.id)


@resolves("body", *_TEXTS)
def body(source: Text, _asking: Asking, _args: Args) -> str:
    """The text as it was stored."""
    return source.body.text


@resolves("author", *_TEXTS)
def author(source: Text, _asking: Asking, _args: Args) -> Account | None:
    """Who wrote it first."""
    return shown(source.author)


@resolves("editor", *_TEXTS)
def editor(source: Text, _asking: Asking, _args: Args) -> Account | None:
    """Who edited it last."""
    return shown(source.body.editor)


@resolves("authorAssociation", *_TEXTS)
def author_association(source: Text, _asking: Asking, _args: Args) -> str:
    """How the author stands to the repository."""
    of = source.of if isinstance(source, Comment) else source
    return association(of, source.author)


@resolves("lastEditedAt", *_TEXTS)
def last_edited_at(source: Text, _asking: Asking, _args: Args) -> Any:
    """When the text was last edited, null if never."""
    return source.body.last_edited_at


@resolves("includesCreatedEdit", *_TEXTS)
def includes_created_edit(source: Text, _asking: Asking, _args: Args) -> bool:
    """True when the history holds the original too: after the first edit."""
    return bool(source.body.revisions)


@resolves("createdViaEmail", *_TEXTS)
def created_via_email(source: Text, _asking: Asking, _args: Args) -> bool:
    """True for a comment that answered the e-mail."""
    return isinstance(source, Comment) and source.via_email


@resolves("userContentEdits", *_TEXTS)
def user_content_edits(source: Text, _asking: Asking, args: Args) -> Page:
    """The revisions, newest first; none for a text never edited (facts 2.1)."""
    return page(source.body.revisions[::-1], args)


@resolves("diff", "UserContentEdit")
def diff(source: Revision, _asking: Asking, _args: Args) -> str | None:
    """The whole text right after this edit; null once its content was deleted."""
    return source.text


@resolves("editor", "UserContentEdit")
def revision_editor(source: Revision, _asking: Asking, _args: Args) -> Account | None:
    """Who made the edit."""
    return shown(source.editor)


@resolves("deletedBy", "UserContentEdit")
def deleted_by(source: Revision, _asking: Asking, _args: Args) -> Account | None:
    """Who deleted the content of this revision."""
    return shown(source.deleted_by)


@resolves("createdAt", "UserContentEdit")
@resolves("editedAt", "UserContentEdit")
def edited_at(source: Revision, _asking: Asking, _args: Args) -> Any:
    """When the edit was made."""
    return source.at


@resolves("updatedAt", "UserContentEdit")
def revision_updated_at(source: Revision, _asking: Asking, _args: Args) -> Any:
    """When the entry last changed."""
    return source.deleted_at or source.at


@resolves("reactions", *_TEXTS)
def reactions(source: Text, _asking: Asking, args: Args) -> Page:
    """The reactions, oldest first."""
    wanted = args.get("content")
    found = [one for one in source.reactions if wanted in (None, _CONTENT[one.content])]
    if (args.get("orderBy") or {}).get("direction") == "DESC":
        found.reverse()
    return page(found, args)


@resolves("content", "Reaction")
def content(source: Reaction, _asking: Asking, _args: Args) -> str:
    """The reaction in GraphQL's spelling."""
    return _CONTENT[source.content]


@resolves("user", "Reaction")
def reaction_user(source: Reaction, _asking: Asking, _args: Args) -> Account | None:
    """Who reacted; null for bots, since the field is a `User` (facts 2.3)."""
    return None if source.user.is_bot else shown(source.user)
