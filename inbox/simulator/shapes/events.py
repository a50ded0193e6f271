"""Events and timeline entries in REST answers."""

from __future__ import annotations

from inbox.simulator.addresses import Addresses
from inbox.simulator.clock import stamp
from inbox.simulator.conversation import Comment, Event
from inbox.simulator.repository import Commit
from inbox.simulator.shapes.conversations import comment as comment_shape
from inbox.simulator.shapes.conversations import issue as issue_shape
from inbox.simulator.shapes.people import Json, app, author, user


def event(to: Addresses, one: Event, *, with_issue: bool = False) -> Json:
    """One event as `issue-event`; what its kind says beyond actor and time is beside them."""
    about = one.about
    closer = about.get("closer")
    commit_id = closer.sha if isinstance(closer, Commit) else about.get("commit_id")
    home = one.of.repo.full_name
    told: Json = {
        "id": one.id,
        "node_id": one.node_id,
        "url": to.api(f"/repos/{home}/issues/events/{one.id}"),
        "actor": author(to, one.actor),
        "event": one.kind,
        "commit_id": commit_id,
        "commit_url": None if commit_id is None else to.api(f"/repos/{home}/commits/{commit_id}"),
        "created_at": stamp(one.at),
        "performed_via_github_app": app(to, one.via_app),
    }
    if "label" in about:
        told["label"] = {"name": about["label"][0], "color": about["label"][1]}
    if "rename" in about:
        told["rename"] = {"from": about["rename"][0], "to": about["rename"][1]}
    if "assignee" in about:
        told["assignee"] = user(to, about["assignee"])
        told["assigner"] = author(to, one.actor)
    if one.kind in ("locked", "unlocked"):
        told["lock_reason"] = about.get("lock_reason")
    if one.kind in ("closed", "reopened"):
        told["state_reason"] = about.get("state_reason")
    if with_issue:
        told["issue"] = issue_shape(to, one.of)
    return told


def commented(to: Addresses, one: Comment) -> Json:
    """A comment as the timeline shows it."""
    told = comment_shape(to, one)
    return {**told, "event": "commented", "actor": told["user"]}
