"""Which part of GitHub's GraphQL schema the simulated GitHub has."""

from __future__ import annotations


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _connection(*kinds: str) -> dict[str, frozenset[str]]:
    kept: dict[str, frozenset[str]] = {}
    for kind in kinds:
        kept[f"{kind}Connection"] = _names("edges nodes pageInfo totalCount")
        kept[f"{kind}Edge"] = _names("cursor node")
    return kept


_ACTOR = "id login databaseId"
_TEXT = (
    "author authorAssociation body createdAt createdViaEmail editor includesCreatedEdit "
    "lastEditedAt updatedAt url userContentEdits"
)
_CONVERSATION = (
    f"{_TEXT} activeLockReason assignees closed closedAt comments databaseId fullDatabaseId id "
    "labels locked number reactions repository state timelineItems title"
)
_EVENT = "actor createdAt id"

KEPT: dict[str, frozenset[str]] = {
    "Query": _names("id node nodes rateLimit repository viewer"),
    "Node": _names("id"),
    "Actor": _names("login url"),
    "Comment": _names(f"{_TEXT} id") - {"url"},
    "User": _names(f"{_ACTOR} name url"),
    "Bot": _names(f"{_ACTOR} url"),
    "Mannequin": _names(f"{_ACTOR} url"),
    "Organization": _names(f"{_ACTOR} url"),
    "EnterpriseUserAccount": _names("id login url user"),
    "RateLimit": _names("cost limit nodeCount remaining resetAt used"),
    "PageInfo": _names("endCursor hasNextPage hasPreviousPage startCursor"),
    "Repository": _names(
        "databaseId defaultBranchRef hasIssuesEnabled id isArchived isDisabled isFork isLocked "
        "isPrivate issue issueOrPullRequest issues label labels name nameWithOwner object owner "
        "pullRequest pullRequests ref url visibility"
    ),
    "RepositoryOwner": _names("id login url"),
    "Ref": _names("id name prefix target"),
    "GitObject": _names("id oid"),
    "Commit": _names(
        "abbreviatedOid checkSuites committedDate id message oid status statusCheckRollup url"
    ),
    "Label": _names("color createdAt description id name url"),
    "Issue": _names(f"{_CONVERSATION} stateReason"),
    "PullRequest": _names(
        f"{_CONVERSATION} additions baseRefName baseRefOid changedFiles commits deletions files "
        "headRefName headRefOid headRepository isCrossRepository isDraft mergeStateStatus "
        "mergeable merged mergedAt mergedBy statusCheckRollup"
    ),
    "PullRequestChangedFile": _names("additions changeType deletions path"),
    "PullRequestCommit": _names("commit id"),
    "IssueComment": _names(
        f"{_TEXT} databaseId fullDatabaseId id isMinimized minimizedReason pullRequest "
        "reactions repository"
    ),
    "Reaction": _names("content createdAt databaseId id user"),
    "UserContentEdit": _names("createdAt deletedAt deletedBy diff editedAt editor id updatedAt"),
    "Status": _names("context contexts id state"),
    "StatusContext": _names("context createdAt creator description id state targetUrl"),
    "StatusCheckRollup": _names("contexts id state"),
    "CheckSuite": _names("app checkRuns conclusion createdAt databaseId id status updatedAt url"),
    "CheckRun": _names(
        "completedAt conclusion databaseId detailsUrl id name startedAt status summary title url"
    ),
    "App": _names("databaseId id name slug"),
    "ProjectV2": _names("id number title"),
    "ClosedEvent": _names(f"{_EVENT} closer stateReason url"),
    "ReopenedEvent": _names(f"{_EVENT} stateReason"),
    "RenamedTitleEvent": _names(f"{_EVENT} currentTitle previousTitle"),
    "CommentDeletedEvent": _names(f"{_EVENT} databaseId deletedCommentAuthor"),
    "LabeledEvent": _names(f"{_EVENT} label"),
    "UnlabeledEvent": _names(f"{_EVENT} label"),
    "LockedEvent": _names(f"{_EVENT} lockReason"),
    "UnlockedEvent": _names(_EVENT),
    "TransferredEvent": _names(f"{_EVENT} fromRepository"),
    "ConvertedToDiscussionEvent": _names(_EVENT),
    "BaseRefChangedEvent": _names(f"{_EVENT} currentRefName databaseId previousRefName"),
    "AutomaticBaseChangeSucceededEvent": _names(f"{_EVENT} newBase oldBase"),
    "BaseRefDeletedEvent": _names(f"{_EVENT} baseRefName"),
    "HeadRefForcePushedEvent": _names(f"{_EVENT} afterCommit beforeCommit"),
    "HeadRefDeletedEvent": _names(f"{_EVENT} headRefName"),
    "MarkedAsDuplicateEvent": _names(f"{_EVENT} canonical duplicate isCrossRepository"),
    "MergedEvent": _names(f"{_EVENT} commit mergeRefName"),
    "AssignedEvent": _names(f"{_EVENT} assignee"),
    "UnassignedEvent": _names(f"{_EVENT} assignee"),
    "ConvertToDraftEvent": _names(_EVENT),
    "ReadyForReviewEvent": _names(_EVENT),
    "IssueFilters": _names("createdBy labels since states"),
    "IssueOrder": _names("direction field"),
    "IssueCommentOrder": _names("direction field"),
    "LabelOrder": _names("direction field"),
    "ReactionOrder": _names("direction field"),
    "CheckSuiteFilter": _names("appId checkName"),
    "StatusCheckRollupContextConnection": _names("nodes pageInfo totalCount"),
    **_connection(
        "Issue",
        "PullRequest",
        "IssueComment",
        "Label",
        "Reaction",
        "UserContentEdit",
        "User",
        "CheckSuite",
        "CheckRun",
        "PullRequestCommit",
        "PullRequestChangedFile",
    ),
    "IssueTimelineItemsConnection": _names(
        "edges filteredCount nodes pageCount pageInfo totalCount updatedAt"
    ),
    "IssueTimelineItemsEdge": _names("cursor node"),
    "PullRequestTimelineItemsConnection": _names(
        "edges filteredCount nodes pageCount pageInfo totalCount updatedAt"
    ),
    "PullRequestTimelineItemsEdge": _names("cursor node"),
}

# Arguments kept beside the paging ones; every other argument is left out.
ARGUMENTS: dict[str, frozenset[str]] = {
    "Query.node": _names("id"),
    "Query.nodes": _names("ids"),
    "Query.repository": _names("owner name followRenames"),
    "Repository.issue": _names("number"),
    "Repository.issueOrPullRequest": _names("number"),
    "Repository.issues": _names("filterBy labels orderBy states"),
    "Repository.label": _names("name"),
    "Repository.labels": _names("orderBy query"),
    "Repository.object": _names("expression oid"),
    "Repository.pullRequest": _names("number"),
    "Repository.pullRequests": _names("baseRefName headRefName labels orderBy states"),
    "Repository.ref": _names("qualifiedName"),
    "Issue.comments": _names("orderBy"),
    "Issue.labels": _names("orderBy"),
    "Issue.reactions": _names("content orderBy"),
    "Issue.stateReason": _names("enableDuplicate"),
    "Issue.timelineItems": _names("itemTypes since"),
    "PullRequest.comments": _names("orderBy"),
    "PullRequest.labels": _names("orderBy"),
    "PullRequest.reactions": _names("content orderBy"),
    "PullRequest.timelineItems": _names("itemTypes since"),
    "IssueComment.reactions": _names("content orderBy"),
    "Status.context": _names("name"),
    "Commit.checkSuites": _names("filterBy"),
}

UNIONS = _names(
    "Assignee Closer IssueOrPullRequest IssueTimelineItems PullRequestTimelineItems "
    "StatusCheckRollupContext"
)

ENUMS = _names(
    "CheckConclusionState CheckStatusState CommentAuthorAssociation IssueCommentOrderField "
    "IssueOrderField IssueState IssueStateReason IssueTimelineItemsItemType LabelOrderField "
    "LockReason MergeStateStatus MergeableState OrderDirection PatchStatus PullRequestState "
    "PullRequestTimelineItemsItemType ReactionContent ReactionOrderField RepositoryVisibility "
    "StatusState"
)

SCALARS = _names("BigInt DateTime GitObjectID URI")
