"""The texts of the GraphQL queries: what is wanted of a ballot, a conversation, a head, a text.

Cost (protocol P43): connections are never nested, so that one query about 100 ballots and their
pull requests is 600 connections, 6 points of the hour's 1,000.
Source: https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

from __future__ import annotations

import re

from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT

# The kinds of events that a timeline is asked for; the texts below name the list.
_KINDS = {
    "ISSUE_EVENTS": (
        "CLOSED_EVENT REOPENED_EVENT RENAMED_TITLE_EVENT UNLABELED_EVENT COMMENT_DELETED_EVENT"
    ),
    "BASE_EVENTS": (
        "BASE_REF_CHANGED_EVENT AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT HEAD_REF_FORCE_PUSHED_EVENT"
    ),
}
_FRAGMENTS = {
    "who": """
fragment who on Actor { __typename login ... on User { databaseId } ... on Bot { databaseId } }""",
    "facts": """
fragment facts on Repository {
  nameWithOwner visibility isArchived hasIssuesEnabled
  defaultBranchRef { name }
  labels(first: 100, query: "decision:") { pageInfo { hasNextPage } nodes { name } }
}""",
    "head": f"""
fragment head on Commit {{
  message
  status {{
    approval: context(name: "{APPROVAL_CONTEXT}") {{ ...status }}
    decisions: context(name: "{DECISIONS_CONTEXT}") {{ ...status }}
  }}
}}""",
    "touched": """
fragment touched on Issue { number body closedAt lastEditedAt author { ...who } }""",
    "asked": """
fragment asked on Issue { number body }""",
    "followUp": """
fragment followUp on Issue { number body state author { ...who } }""",
    "askingPull": """
fragment askingPull on PullRequest {
  id url body createdAt lastEditedAt locked author { ...who }
  comments(last: 100) { totalCount pageInfo { hasPreviousPage } nodes { ...comment } }
}""",
    "askingIssue": """
fragment askingIssue on Issue {
  id url body createdAt lastEditedAt locked author { ...who }
  labels(first: 100) { pageInfo { hasNextPage } nodes { name } }
  assignees(first: 1) { totalCount }
  comments(last: 100) { totalCount pageInfo { hasPreviousPage } nodes { ...comment } }
}""",
    "checked": """
fragment checked on Commit {
  statusCheckRollup {
    contexts(first: 100) {
      pageInfo { hasNextPage }
      nodes {
        __typename
        ... on CheckRun { name status conclusion }
        ... on StatusContext { context state }
      }
    }
  }
}""",
    "status": """
fragment status on StatusContext {
  state description targetUrl createdAt creator { ...who }
}""",
    "ballot": """
fragment ballot on Issue {
  id url title body createdAt lastEditedAt state locked
  author { ...who }
  labels(first: 100) { pageInfo { hasNextPage } nodes { name } }
  reactions(first: 100) { totalCount pageInfo { hasNextPage } nodes { ...reaction } }
  comments(last: 50) { totalCount pageInfo { hasPreviousPage } nodes { ...comment } }
  timelineItems(
    last: 100
    itemTypes: [ISSUE_EVENTS]
  ) { pageInfo { hasPreviousPage } nodes { ...happening } }
}""",
    "talk": """
fragment talk on PullRequest {
  comments(last: 20) { totalCount pageInfo { hasPreviousPage } nodes { ...comment } }
  ...rebases
}""",
    "longTalk": """
fragment longTalk on PullRequest {
  comments(last: 100) { totalCount pageInfo { hasPreviousPage } nodes { ...comment } }
  ...rebases
}""",
    "rebases": """
fragment rebases on PullRequest {
  timelineItems(
    last: 100
    itemTypes: [BASE_EVENTS]
  ) { pageInfo { hasPreviousPage } nodes { ...rebase } }
}""",
    "comment": """
fragment comment on IssueComment {
  id fullDatabaseId url body createdAt lastEditedAt createdViaEmail author { ...who }
}""",
    "reaction": """
fragment reaction on Reaction {
  databaseId content createdAt user { __typename login databaseId }
}""",
    "happening": """
fragment happening on IssueTimelineItems {
  __typename
  ... on ClosedEvent { id createdAt actor { ...who } stateReason closer { __typename } }
  ... on ReopenedEvent { id createdAt actor { ...who } }
  ... on RenamedTitleEvent {
    id createdAt actor { ...who } before: previousTitle after: currentTitle
  }
  ... on UnlabeledEvent { id createdAt actor { ...who } label { name } }
  ... on CommentDeletedEvent { id createdAt actor { ...who } of: deletedCommentAuthor { ...who } }
}""",
    "rebase": """
fragment rebase on PullRequestTimelineItems {
  __typename
  ... on BaseRefChangedEvent {
    id createdAt actor { ...who } before: previousRefName after: currentRefName
  }
  ... on AutomaticBaseChangeSucceededEvent {
    id createdAt actor { ...who } before: oldBase after: newBase
  }
  ... on HeadRefForcePushedEvent { id createdAt actor { ...who } }
}""",
    "texts": """
fragment texts on Comment {
  body createdAt lastEditedAt createdViaEmail includesCreatedEdit
  author { ...who }
  editor { ...who }
  userContentEdits(first: 100, after: $edits) {
    pageInfo { hasNextPage endCursor }
    nodes { editedAt diff editor { ...who } }
  }
}""",
}


def with_fragments(query: str) -> str:
    """The query with the kinds of events spelt out, and with every fragment that it needs."""
    needed: dict[str, None] = {}
    waiting = [query]
    while waiting:
        for name in re.findall(r"\.\.\.(\w+)", waiting.pop()):
            if name in _FRAGMENTS and name not in needed:
                needed[name] = None
                waiting.append(_FRAGMENTS[name])
    text = query + "".join(_FRAGMENTS[name] for name in needed)
    for name, kinds in _KINDS.items():
        text = text.replace(f"[{name}]", f"[{kinds}]")
    return text


CLOSER = with_fragments("""\
query closer(
  $ids: [ID!]!, $edits: String, $reactions: String, $events: String, $withEvents: Boolean!
) {
  rateLimit { cost }
  nodes(ids: $ids) {
    id
    ...texts
    ... on IssueComment {
      reactions(first: 100, after: $reactions) {
        pageInfo { hasNextPage endCursor }
        nodes { ...reaction }
      }
    }
    ... on Issue {
      timelineItems(
        first: 100
        after: $events
        itemTypes: [ISSUE_EVENTS]
      ) @include(if: $withEvents) {
        pageInfo { hasNextPage endCursor }
        nodes { ...happening }
      }
    }
    ... on PullRequest {
      timelineItems(
        first: 100
        after: $events
        itemTypes: [BASE_EVENTS]
      ) @include(if: $withEvents) {
        pageInfo { hasNextPage endCursor }
        nodes { ...rebase }
      }
    }
  }
}""")
"""Every text of issues, pull requests and comments, and with `withEvents` what happened to them."""
